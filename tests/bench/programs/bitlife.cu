// bitlife.cu: a generation of cells on a torus, 32 cells a word, neighbours by shifts and sums of bits.
typedef unsigned int u32;

__device__ __forceinline__ void add(u32 &s0, u32 &s1, u32 &s2, u32 x)
{
    const u32 c0 = s0 & x;
    s0 ^= x;
    const u32 c1 = s1 & c0;
    s1 ^= c0;
    s2 |= c1;
}

extern "C" __global__ void bitlife(const u32 *in, u32 *out, int words, int height)
{
    for (size_t t = blockIdx.x * (size_t)blockDim.x + threadIdx.x; t < (size_t)words * height; t += (size_t)blockDim.x * gridDim.x) {
        const int x = t % words, y = t / words;
        const int left = (x + words - 1) % words, right = (x + 1) % words;
        u32 s0 = 0, s1 = 0, s2 = 0, self = 0;
        for (int d = -1; d <= 1; d++) {
            const u32 *row = in + (size_t)((y + d + height) % height) * words;
            const u32 c = row[x];
            add(s0, s1, s2, __funnelshift_l(row[left], c, 1));
            add(s0, s1, s2, __funnelshift_r(c, row[right], 1));
            if (d)
                add(s0, s1, s2, c);
            else
                self = c;
        }
        out[t] = s1 & ~s2 & (s0 | self);
    }
}
