// fft.cu: Fourier transforms of 256 complex numbers, one per block of 128 threads, in shared memory: eight steps of
// Stockham's method.  wave holds the 128 roots of one.

constexpr int N = 256;

extern "C" __global__ void fft(const float *in, float *out, const float *wave)
{
    __shared__ float re[2][N], im[2][N];
    int t = threadIdx.x, base = blockIdx.x * N;
    for (int i = t; i < N; i += N / 2) {
        re[0][i] = in[2 * (base + i)];
        im[0][i] = in[2 * (base + i) + 1];
    }
    int from = 0;
    for (int half = 1; half < N; half *= 2) {
        __syncthreads();
        int k = t & (half - 1), root = k * (N / 2 / half), to = 2 * t - k;
        float wr = wave[2 * root], wi = wave[2 * root + 1];
        float ar = re[from][t], ai = im[from][t], br = re[from][t + N / 2], bi = im[from][t + N / 2];
        float cr = br * wr - bi * wi, ci = br * wi + bi * wr;
        re[1 - from][to] = ar + cr;
        im[1 - from][to] = ai + ci;
        re[1 - from][to + half] = ar - cr;
        im[1 - from][to + half] = ai - ci;
        from = 1 - from;
    }
    __syncthreads();
    for (int i = t; i < N; i += N / 2) {
        out[2 * (base + i)] = re[from][i];
        out[2 * (base + i) + 1] = im[from][i];
    }
}
