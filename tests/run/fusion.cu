// fusion.cu: bytes that lanes read from here and there among arithmetic, stores that may share their memory, a carry.

extern "C" __global__ void bytes(const unsigned char *table, const float *x, unsigned char *out, unsigned *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i], w = v * 0.5f + 3.0f;
    int a = (int)(v * 7.0f) & 255, b = (int)(w * 11.0f) & 255;
    float p = table[a] * 0.25f + w;
    float q = table[b] * 0.5f - v;
    float r = table[(a * 5 + b) & 255] * 2.0f + p * q;
    float s = table[(a ^ b) & 255] + r * 0.125f;
    if (q > p)
        s += table[255 - a];
    out[(i * 37) % n] = (unsigned char)((int)(s + p) & 255); // a byte elsewhere, in front of n,
    float t = out[n + (b & 63)] * 0.75f + s;                 //   and one behind
    out[n + 64 + i] = (unsigned char)((int)t & 255);
    unsigned low = (unsigned)(t * 1024.0f), high = table[b & 127], sum_low, sum_high;
    asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, %5;" : "=r"(sum_low), "=r"(sum_high)
        : "r"(low), "r"(0xfffffff0u), "r"(high), "r"((unsigned)table[a & 63]));
    sums[i] = sum_low ^ sum_high * 2654435761u;
}

// What is made of a number that is kept by lane anyway, and of one that could wait.
extern "C" __global__ void chains(const unsigned char *table, const unsigned *x, unsigned *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned e = (unsigned)i * 2654435761u >> 7, y = x[i];
    unsigned a = table[e & 255], g = y * 3 ^ y >> 5, f = (e * 9 + g) * 77 ^ e >> 3;
    unsigned b = table[(a * 7 + (a >> 3) * 11 + 5) & 255], h = (f * 5 ^ g) + (e >> 2);
    unsigned c = table[(b * 3 + (b >> 1) * 13 + a) & 255];
    sums[i] = (c * 31 + b) * 17 + (h ^ f * 3) + (a << 4);
}
