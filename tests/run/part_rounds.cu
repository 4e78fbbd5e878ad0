// part_rounds.cu: nvcc -ptx -arch=sm_80
// A block's threads take every n-th of so many places that the last round is not for all of them.

// A tile and its border, by the thread's number in two dimensions; the place by quotient and rest.
extern "C" __global__ void tile(const int *in, int *out, int w)
{
    __shared__ int tile[18 * 18];
    const int bx = blockIdx.x * 16, by = blockIdx.y * 16;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256)
        tile[i] = in[(by + i / 18) * w + bx + i % 18];
    __syncthreads();
    out[(by + threadIdx.y) * w + bx + threadIdx.x] = tile[threadIdx.y * 18 + threadIdx.x] - 3 * tile[(threadIdx.y + 2) * 18 + threadIdx.x + 2];
}

// Fewer rounds than compilers do at once; and more places than a block has threads.
template <int SIZE, int STEP> __device__ void fill(const int *in, int *out)
{
    __shared__ int tile[SIZE];
    for (int i = threadIdx.x; i < SIZE; i += STEP)
        tile[i] = in[blockIdx.x * SIZE + i];
    __syncthreads();
    for (int i = threadIdx.x; i < SIZE; i += STEP)
        out[blockIdx.x * SIZE + i] = tile[SIZE - 1 - i] ^ i;
}

extern "C" __global__ void one(const int *in, int *out) { fill<70, 64>(in, out); }
extern "C" __global__ void three(const int *in, int *out) { fill<300, 128>(in, out); }
extern "C" __global__ void even(const int *in, int *out) { fill<256, 128>(in, out); }
extern "C" __global__ void thirds(const int *in, int *out) { fill<1000, 96>(in, out); }
extern "C" __global__ void over(const int *in, int *out) { fill<1030, 256>(in, out); }

// Sums that begin as nothing, before the test and behind it, of places counted from the thread before; a tree from the last thread down.
extern "C" __global__ void pieces(const float *in, float *out, int rows, int steps)
{
    __shared__ float sum[2][128];
    const int t = threadIdx.x, first = blockIdx.x * 3;
    float total = 0, squares = 0;
    for (int step = 0; step < steps; step++) {
        float a = 0, b = 0;
        int i = t;
#pragma unroll 1
        while (i < 625) {
            int row = (i + 1) % 25 - 1, col = (i + 1) / 25;
            if ((i + 1) % 25 == 0)
                row = 24, col--;
            const float v = in[(first + col) * rows + row + step] * (1 + total * 0.25f);
            a += v;
            b += v * v - row * 0.5f;
            i += 128;
        }
        sum[0][t] = a;
        sum[1][t] = b;
        __syncthreads();
        for (int n = 2; n <= 128; n *= 2) {
            if ((t + 1) % n == 0)
                for (int k = 0; k < 2; k++)
                    sum[k][t] += sum[k][t - n / 2];
            __syncthreads();
        }
        total += sum[0][127];
        squares += sum[1][127];
        __syncthreads();
    }
    if (t < 2)
        out[blockIdx.x * 2 + t] = t ? squares : total;
}

// A row of any length, for blocks of any size, twice; the counter is compared with what is not above it.
extern "C" __global__ void rows(const int *in, int *out, int n)
{
    __shared__ int sum[64];
    int s = 0;
    for (int i = threadIdx.x; i <= n - 1; i += 64)
        s += in[blockIdx.x * n + i] * (i + 1);
    sum[threadIdx.x] = s;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = in[blockIdx.x * n + i] - sum[i & 63];
}

// The thread's neighbour in a ring, in blocks that are as large, and smaller.
extern "C" __global__ void ring(const int *in, int *out)
{
    __shared__ int s[256];
    const int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    s[t] = in[at];
    if (blockDim.x < 256)
        s[(t + blockDim.x) & 255] = t;
    __syncthreads();
    out[at] = s[(t + 1) & 255] * 2 + ((t + 3) & 31) - ((t + 32) & 63);
}

// What lies within a window that two sides cut, of a row for each of the lanes.
extern "C" __global__ void windows(const int *in, int *out, int w, int reach)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % w, y = i / w;
    const int from = max(x - reach, 0), to = min(x + reach, w - 1);
    int sum = 0;
    for (int k = from; k <= to; k++)
        sum = sum * 3 + in[y * w + k];
    out[i] = sum;
}
