// spaces.cu: in which space a generic address lies, asked of addresses from all of them.

__device__ int in_global[4];
__constant__ int in_const[4] = {1, 2, 3, 4};

struct Params {
    int v[8];
};

enum { GLOBAL = 1, SHARED = 2, CONSTANT = 4, LOCAL = 8, GRID = 16 };

// Not inlined, so that no compiler knows the answer; it may look there, else nvcc leaves out the cvta of a parameter.
__device__ __noinline__ int spaces_of(const volatile void *p)
{
    if (in_global[3])
        return *(const volatile int *)p;
    return (__isGlobal((const void *)p) ? GLOBAL : 0) | (__isShared((const void *)p) ? SHARED : 0) |
           (__isConstant((const void *)p) ? CONSTANT : 0) | (__isLocal((const void *)p) ? LOCAL : 0) |
           (__isGridConstant((const void *)p) ? GRID : 0);
}

// Frames upon frames: the address is that of a caller's variable.
__device__ __noinline__ int spaces_below(volatile int *p, int depth)
{
    volatile int own[4] = {depth, 1, 2, 3};
    if (depth)
        return spaces_below(depth & 1 ? p : own, depth - 1);
    return spaces_of(p) | spaces_of(&own[2]) << 8;
}

extern "C" __global__ void addresses(int *host, int *out, const __grid_constant__ Params params)
{
    __shared__ int in_shared[4];
    extern __shared__ int dynamic[];
    volatile int in_local[8];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    in_local[i & 7] = (int)i;
    int *o = out + 16 * i;
    o[0] = spaces_of(host);
    o[1] = spaces_of(&in_global[1]);
    o[2] = spaces_of(&in_const[i & 3]);
    o[3] = spaces_of(&in_shared[i & 3]);
    o[4] = spaces_of(&dynamic[i & 3]);
    o[5] = spaces_of(&in_local[i & 7]);
    o[6] = spaces_of(&params.v[i & 7]);
    o[7] = spaces_of(out + 16 * i);
    o[8] = spaces_of(nullptr);
    o[9] = spaces_below(in_local, 3);
    o[10] = spaces_below(in_local, 4);
    o[11] = in_local[i & 7] == (int)i;
}

// The same behind barriers, where threads keep their variables elsewhere; shared memory that two of them reach.
extern "C" __global__ void across(int *out)
{
    __shared__ volatile int *box[64];
    __shared__ int x[64];
    volatile int mine[4];
    unsigned i = threadIdx.x;
    mine[i & 3] = (int)i;
    box[i] = &x[i];
    __syncthreads();
    int a = spaces_of(box[i ^ 1]);
    __syncthreads();
    int b = spaces_of(&mine[i & 3]);
    if (__any_sync(0xffffffffu, mine[i & 3] == 5))
        b |= 256;
    __syncthreads();
    out[i] = a | spaces_of(&mine[(i + 1) & 3]) << 16 | b << 4;
}
