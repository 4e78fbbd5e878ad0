/* Kernels with one mistake each, of the four kinds that --sanitize finds: memory (shift), init (blur), race (sum) and
 * sync (total).  README.md, Checks, tells what is found in sum.
 *
 *     ./ptx2c -w --sanitize=all --main -o faults.c samples/faults/faults.ptx
 *     cc -std=c11 -O1 -fopenmp -Iruntime -o faults faults.c faults_main.c -lm
 *     ./faults shift --block 128 f32:100 f32:100 100
 *     ./faults blur --block 128 f32:100 f32:100 100
 *     ./faults sum --grid 2 --block 256 f32:500 f32:2 500
 *     ./faults total --block 128 f32:100 s32:1 100
 *
 * nvcc -O3 -arch=sm_80 -lineinfo -ptx -o faults.ptx faults.cu */

/* y[i] = x[i] + x[i + 1]: the last one has no neighbour. */
extern "C" __global__ void shift(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + x[i + 1];
}

/* The mean of three neighbours, from a tile with a rim.  The left one of the rim is never loaded. */
extern "C" __global__ void blur(const float *x, float *y, int n)
{
    __shared__ float tile[128 + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    tile[t + 1] = i < n ? x[i] : 0;
    if (t == blockDim.x - 1)
        tile[t + 2] = i + 1 < n ? x[i + 1] : 0;
    __syncthreads();
    if (i < n)
        y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
}

/* A sum for each block.  Its last steps are one warp's, which was enough as long as warps went in lockstep: since Volta they
 * need __syncwarp() between them. */
extern "C" __global__ void sum(const float *x, float *sums, int n)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int by = blockDim.x / 2; by > 32; by /= 2) {
        if (t < by)
            part[t] += part[t + by];
        __syncthreads();
    }
    if (t < 32) {
        for (int by = 32; by > 0; by /= 2)
            part[t] += part[t + by];
        if (t == 0)
            sums[blockIdx.x] = part[0];
    }
}

/* How many are positive.  Threads beyond the end never come to the barrier that the others wait at. */
extern "C" __global__ void total(const float *x, int *count, int n)
{
    __shared__ int positive;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        positive = 0;
    __syncthreads();
    if (i < n) {
        if (x[i] > 0)
            atomicAdd(&positive, 1);
        __syncthreads();
        if (threadIdx.x == 0)
            atomicAdd(count, positive);
    } else {
        __syncthreads();
    }
}
