// outcomes.cu: a tournament between neighbours, then between winners; and a wave, inside of borders that are asked for by !=.
extern "C" __global__ void tournament(const float *score, int *winner)
{
    __shared__ float best[128];
    __shared__ unsigned short who[128];
    const int t = threadIdx.x;
    best[t] = score[blockIdx.x * 128 + t];
    who[t] = t;
    for (int s = 1; s < 128; s <<= 1) {
        __syncthreads();
        const int a = t * s * 2, b = a + s;
        if (b < 128 && best[b] < best[a]) {
            best[a] = best[b];
            who[a] = who[b];
        }
    }
    __syncthreads();
    if (t == 0)
        winner[blockIdx.x] = who[0];
}

extern "C" __global__ void wave(const int *u, int *next, int *sums, unsigned nx, unsigned ny)
{
    __shared__ int sum[32 * 8];
    const unsigned i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, t = threadIdx.y * 32 + threadIdx.x;
    int e = 0;
    if (!(i == 0 || j == 0) && i + 1 < nx && j + 1 < ny) {
        const unsigned at = j * nx + i;
        e = u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4 * u[at];
        next[at] = e;
    }
    sum[t] = e;
    __syncthreads();
    for (int s = 128; s; s >>= 1) {
        if (t < s)
            sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.y * gridDim.x + blockIdx.x] = sum[0];
}
