/* Copies that run beside the work: cp.async into two buffers, and warps that produce for warps that consume. */

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

/* 4 bytes from global to shared memory, zeros when there is nothing to copy. */
__device__ void copy_async(float *to, const float *from, bool there)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                 :: "r"(shared_address(to)), "l"(from), "r"(there ? 4 : 0) : "memory");
}

/* out[i] = (in[i - 1] + 2 in[i] + in[i + 1]) / 4, zeros beyond the ends.  Each block takes tiles of blockDim.x elements;
 * the next tile is on its way while the present one is computed. */
extern "C" __global__ void smooth(float *out, const float *in, int n)
{
    extern __shared__ float tile[]; /* two of blockDim.x + 2 */
    const int width = blockDim.x + 2, t = threadIdx.x, tiles = (n + blockDim.x - 1) / blockDim.x;
    auto ask = [&](int which, int slot) {
        const int first = which * (int)blockDim.x - 1;
        for (int i = t; i < width; i += blockDim.x) {
            bool there = first + i >= 0 && first + i < n;
            copy_async(tile + slot * width + i, in + (there ? first + i : 0), there);
        }
    };
    if ((int)blockIdx.x < tiles)
        ask(blockIdx.x, 0);
    asm volatile("cp.async.commit_group;" ::: "memory");
    int slot = 0;
    for (int which = blockIdx.x; which < tiles; which += gridDim.x, slot ^= 1) {
        if (which + (int)gridDim.x < tiles)
            ask(which + gridDim.x, slot ^ 1);
        asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        const float *x = tile + slot * width;
        int i = which * (int)blockDim.x + t;
        if (i < n)
            out[i] = 0.25f * x[t] + 0.5f * x[t + 1] + 0.25f * x[t + 2];
        __syncthreads();
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ void barrier_init(unsigned long long *b, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(shared_address(b)), "r"(count) : "memory");
}

__device__ void barrier_arrive(unsigned long long *b)
{
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(shared_address(b)) : "memory");
}

/* The copies of this thread arrive when they are done. */
__device__ void barrier_arrive_copies(unsigned long long *b)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(shared_address(b)) : "memory");
}

__device__ void barrier_wait(unsigned long long *b, unsigned phase)
{
    asm volatile("{ .reg .pred p;\n"
                 "again: mbarrier.test_wait.parity.shared.b64 p, [%0], %1;\n"
                 "@!p bra again; }" :: "r"(shared_address(b)), "r"(phase) : "memory");
}

enum { STAGES = 3, PART = 64 };

/* The first half of the block copies parts of 64 numbers into a ring; the other half adds them up. */
extern "C" __global__ void produce_consume(double *sums, const float *in, int parts)
{
    __shared__ float ring[STAGES][PART];
    __shared__ unsigned long long full[STAGES], empty[STAGES];
    const int t = threadIdx.x % PART;
    const bool producer = threadIdx.x < PART;
    if (threadIdx.x < STAGES) {
        barrier_init(&full[threadIdx.x], PART);
        barrier_init(&empty[threadIdx.x], PART);
    }
    __syncthreads();
    double sum = 0;
    for (int k = 0, i = blockIdx.x; i < parts; k++, i += gridDim.x) {
        const int stage = k % STAGES;
        const unsigned phase = k / STAGES & 1;
        if (producer) {
            if (k >= STAGES)
                barrier_wait(&empty[stage], phase ^ 1);
            copy_async(&ring[stage][t], in + (size_t)i * PART + t, true);
            barrier_arrive_copies(&full[stage]);
        } else {
            barrier_wait(&full[stage], phase);
            sum += ring[stage][(t + 1) % PART]; /* another thread's copy */
            barrier_arrive(&empty[stage]);
        }
    }
    if (!producer)
        sums[blockIdx.x * PART + t] = sum;
}
