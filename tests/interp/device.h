/* device.h: what the programs of cuda.c use of CUDA, for nvcc and for clang without CUDA's headers. */
#if defined __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define NOINLINE __attribute__((noinline))
#define TID_X __nvvm_read_ptx_sreg_tid_x()
#define TID_Y __nvvm_read_ptx_sreg_tid_y()
#define TID_Z __nvvm_read_ptx_sreg_tid_z()
#define SIZE_X __nvvm_read_ptx_sreg_ntid_x()
#define SIZE_Y __nvvm_read_ptx_sreg_ntid_y()
#define SIZE_Z __nvvm_read_ptx_sreg_ntid_z()
#define CTA_X __nvvm_read_ptx_sreg_ctaid_x()
#define LANE __nvvm_read_ptx_sreg_laneid()
#define BARRIER() __syncthreads()
#define COUNT(p) ((unsigned)__nvvm_bar0_popc(p))
#define SHFL_UP(m, v, k) ((unsigned)__nvvm_shfl_sync_up_i32(m, (int)(v), k, 0))
#define SHFL(m, v, k) ((unsigned)__nvvm_shfl_sync_idx_i32(m, (int)(v), k, 31))
#define BALLOT(m, p) ((unsigned)__nvvm_vote_ballot_sync(m, p))
#define ANY(m, p) ((unsigned)__nvvm_vote_any_sync(m, p))
#define ATOMIC_ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define ATOMIC_XOR(p, v) __atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define ATOMIC_MAX(p, v) __nvvm_atom_max_gen_ui(p, v)
#define FMA32(a, b, c) __builtin_fmaf(a, b, c)
#define FMA64(a, b, c) __builtin_fma(a, b, c)
#define POPC(v) ((unsigned)__builtin_popcount(v))
#define CLZ(v) ((unsigned)__builtin_clz((v) | 1))
#else
#define NOINLINE __noinline__
#define TID_X threadIdx.x
#define TID_Y threadIdx.y
#define TID_Z threadIdx.z
#define SIZE_X blockDim.x
#define SIZE_Y blockDim.y
#define SIZE_Z blockDim.z
#define CTA_X blockIdx.x
#define LANE (lane_of())
static __device__ unsigned lane_of() { unsigned l; asm volatile("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }
#define BARRIER() __syncthreads()
#define COUNT(p) ((unsigned)__syncthreads_count(p))
#define SHFL_UP(m, v, k) __shfl_up_sync(m, v, k)
#define SHFL(m, v, k) __shfl_sync(m, v, k)
#define BALLOT(m, p) __ballot_sync(m, p)
#define ANY(m, p) ((unsigned)__any_sync(m, p))
#define ATOMIC_ADD(p, v) atomicAdd(p, v)
#define ATOMIC_XOR(p, v) atomicXor(p, v)
#define ATOMIC_MAX(p, v) atomicMax(p, v)
#define FMA32(a, b, c) fmaf(a, b, c)
#define FMA64(a, b, c) fma(a, b, c)
#define POPC(v) ((unsigned)__popc(v))
#define CLZ(v) ((unsigned)__clz((v) | 1))
#endif
typedef unsigned long long u64;
typedef long long s64;

/* The bits of a number; a NaN's are not specified. */
static __device__ unsigned bits(float f)
{
    unsigned v;
    __builtin_memcpy(&v, &f, 4);
    return f == f ? v : 77;
}

static __device__ u64 bits(double d)
{
    u64 v;
    __builtin_memcpy(&v, &d, 8);
    return d == d ? v : 78;
}

static __device__ int whole(float f) { return f > -1e9f && f < 1e9f ? (int)f : 5; }
static __device__ s64 whole(double d) { return d > -1e18 && d < 1e18 ? (s64)d : 6; }
