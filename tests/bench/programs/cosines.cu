// cosines.cu: the cosine transform of squares of 8 x 8: 8 threads to a square, a column each, then a row, in shared memory.
#define WIDE 32

__device__ inline void eight(float *v, int step)
{
    float a0 = v[0], a1 = v[step], a2 = v[2 * step], a3 = v[3 * step];
    float a4 = v[4 * step], a5 = v[5 * step], a6 = v[6 * step], a7 = v[7 * step];
    float p07 = a0 + a7, p16 = a1 + a6, p25 = a2 + a5, p34 = a3 + a4;
    float m07 = a0 - a7, m61 = a6 - a1, m25 = a2 - a5, m43 = a4 - a3;
    float p0734 = p07 + p34, p1625 = p16 + p25, m0734 = p07 - p34, m1625 = p16 - p25;
    v[0] = .3535534f * (p0734 + p1625);
    v[2 * step] = .3535534f * (1.306563f * m0734 + .5411961f * m1625);
    v[4 * step] = .3535534f * (p0734 - p1625);
    v[6 * step] = .3535534f * (.5411961f * m0734 - 1.306563f * m1625);
    v[step] = .3535534f * (1.3870398f * m07 - 1.1758756f * m61 + .7856949f * m25 - .2758994f * m43);
    v[3 * step] = .3535534f * (1.1758756f * m07 + .2758994f * m61 - 1.3870398f * m25 + .7856949f * m43);
    v[5 * step] = .3535534f * (.7856949f * m07 + 1.3870398f * m61 + .2758994f * m25 - 1.1758756f * m43);
    v[7 * step] = .3535534f * (.2758994f * m07 + .7856949f * m61 + 1.1758756f * m25 - 1.3870398f * m43);
}

extern "C" __global__ void cosines(float *out, const float *in, int stride)
{
    __shared__ float tile[16 * (WIDE + 1)];
    int t = threadIdx.x, s = threadIdx.y * 8;
    int x = blockIdx.x * WIDE + t, y = blockIdx.y * 16 + s;
    in += y * stride + x;
    out += y * stride + x;
    float *mine = tile + s * (WIDE + 1) + t;
    for (int i = 0; i < 8; i++)
        mine[i * (WIDE + 1)] = in[i * stride];
    eight(mine, WIDE + 1);
    __syncthreads();
    eight(tile + (s + (t & 7)) * (WIDE + 1) + (t & ~7), 1);
    __syncthreads();
    for (int i = 0; i < 8; i++)
        out[i * stride] = mine[i * (WIDE + 1)];
}
