// fft.cl: Fourier transforms of 256 complex numbers, one per block of 128 work items, in shared memory: eight steps of
// Stockham's method.  wave holds the 128 roots of one.

#define N 256

__kernel void fft(__global const float *in, __global float *out, __global const float *wave)
{
    __local float re[2][N], im[2][N];
    int t = get_local_id(0), base = get_group_id(0) * N;
    for (int i = t; i < N; i += N / 2) {
        re[0][i] = in[2 * (base + i)];
        im[0][i] = in[2 * (base + i) + 1];
    }
    int from = 0;
    for (int half_size = 1; half_size < N; half_size *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int k = t & (half_size - 1), root = k * (N / 2 / half_size), to = 2 * t - k;
        float wr = wave[2 * root], wi = wave[2 * root + 1];
        float ar = re[from][t], ai = im[from][t], br = re[from][t + N / 2], bi = im[from][t + N / 2];
        float cr = br * wr - bi * wi, ci = br * wi + bi * wr;
        re[1 - from][to] = ar + cr;
        im[1 - from][to] = ai + ci;
        re[1 - from][to + half_size] = ar - cr;
        im[1 - from][to + half_size] = ai - ci;
        from = 1 - from;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = t; i < N; i += N / 2) {
        out[2 * (base + i)] = re[from][i];
        out[2 * (base + i) + 1] = im[from][i];
    }
}
