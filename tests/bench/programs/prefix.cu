// prefix.cu: sums of all before, of blocks of 512 numbers by a tree up and down in shared memory, with a word left out after each 32;
// then the blocks' sums, and they are added to all.
#define N 512
#define PAD(i) ((i) + ((i) >> 5))

extern "C" __global__ void scan(const int *in, int *out, int *sums)
{
    __shared__ int part[PAD(N) + 1];
    const int t = threadIdx.x, first = blockIdx.x * N;
    part[PAD(t)] = in[first + t];
    part[PAD(t + N / 2)] = in[first + t + N / 2];
    int by = 1;
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            const int i = PAD(by * (2 * t + 1) - 1), j = PAD(by * (2 * t + 2) - 1);
            part[j] += part[i];
        }
        by *= 2;
    }
    if (t == 0) {
        if (sums)
            sums[blockIdx.x] = part[PAD(N - 1)];
        part[PAD(N - 1)] = 0;
    }
    for (int d = 1; d < N; d *= 2) {
        by /= 2;
        __syncthreads();
        if (t < d) {
            const int i = PAD(by * (2 * t + 1) - 1), j = PAD(by * (2 * t + 2) - 1);
            const int was = part[i];
            part[i] = part[j];
            part[j] += was;
        }
    }
    __syncthreads();
    out[first + t] = part[PAD(t)];
    out[first + t + N / 2] = part[PAD(t + N / 2)];
}

extern "C" __global__ void add(int *out, const int *sums)
{
    const int t = threadIdx.x, first = blockIdx.x * N, by = sums[blockIdx.x];
    out[first + t] += by;
    out[first + t + N / 2] += by;
}
