// one_round.cu: loops over shared memory by the threads of a block: how often they go round, threads' numbers say, and often it is once.
template <int N, int STEP> __device__ static void fill(int *tile, const int *in)
{
    for (int i = threadIdx.x; i < N; i += STEP)
        tile[i] = in[i] * 3 + i;
}

template <int N, int STEP> __device__ static void turn(int *tile, int *out)
{
    for (int i = threadIdx.x; i < N; i += STEP)
        out[i] = tile[N - 1 - i] ^ i;
}

template <int N, int STEP> __device__ static void tile(const int *in, int *out)
{
    __shared__ int at[N];
    if (threadIdx.x < STEP)
        fill<N, STEP>(at, in);
    __syncthreads();
    if (threadIdx.x < STEP)
        turn<N, STEP>(at, out);
}

extern "C" __global__ void less(const int *in, int *out) { tile<100, 128>(in, out); }
extern "C" __global__ void same(const int *in, int *out) { tile<128, 128>(in, out); }
extern "C" __global__ void more(const int *in, int *out) { tile<777, 64>(in, out); }
extern "C" __global__ void few(const int *in, int *out) { tile<200, 64>(in, out); }

extern "C" __global__ void __launch_bounds__(128) bounded(const int *in, int *out) { tile<300, 128>(in, out); }

// Down, by rows, and from a number that is not a thread's.
extern "C" __global__ void others(const int *in, int *out, int from)
{
    int sum = 0;
    for (int i = 1100 - threadIdx.x; i > 0; i -= 1024)
        sum = sum * 5 + in[i];
    for (int y = threadIdx.y; y < 8; y += 8)
        for (int x = threadIdx.x; x < 40; x += 64)
            sum = sum * 7 + in[y * 40 + x];
    for (int i = from + threadIdx.x; i < 300; i += 4096)
        sum += in[i < 0 ? 0 : i];
    const int clamped = max((int)threadIdx.x - 2000, -1500) + min((int)blockIdx.x, 0x7fffffff) + min((int)threadIdx.y, 5);
    if ((int)threadIdx.x - 1024 < 0)
        sum ^= clamped;
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}
