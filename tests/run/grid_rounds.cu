// grid_rounds.cu: loops over all the grid's work whose places come from quotients, gone round once or several times.
extern "C" __global__ void rows(const int *id, const float *table, const float *add, float *out, int tokens, int d)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < tokens * d; i += gridDim.x * blockDim.x) {
        int t = i / d, j = i % d;
        out[i] = table[id[t] * d + j] + add[i];
    }
}

// Without signs, and the test the other way round.
extern "C" __global__ void turned(const float *in, float *out, unsigned rows, unsigned cols)
{
    unsigned n = rows * cols, threads = blockDim.x * gridDim.x;
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; n > i; i += threads)
        out[i % cols * rows + i / cols] = in[i] * 2;
}

// A thread that finds what it looks for goes no further.
extern "C" __global__ void first(const int *in, int *out, int n, int d, int what)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = in[i / d * d + (d - 1 - i % d)];
        out[i] = v;
        if (v == what)
            break;
    }
}

// What a thread adds up from round to round.
extern "C" __global__ void sums(const int *in, int *out, int n, int d)
{
    int sum = 0, t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i / d] * (i % d);
    out[t] = sum;
}

// The block's number is also asked for by itself.
extern "C" __global__ void who(int *out, int n, int d)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = i / d * 1000 + i % d + blockIdx.x * 1000000;
}
