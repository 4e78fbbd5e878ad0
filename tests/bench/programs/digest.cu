// digest.cu: a digest of four words of 32 bits of each key of a range, 64 steps by tables (in the style of MD5); which key has the one wanted.
__constant__ unsigned sine[64];
__constant__ unsigned char turn[64];
__device__ __forceinline__ unsigned rol(unsigned x, int n) { return x << n | x >> (32 - n); }

extern "C" __global__ void digest(unsigned first, unsigned keys, unsigned a0, unsigned b0, unsigned *found, unsigned *sums)
{
    const unsigned key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= keys)
        return;
    unsigned w[16] = {first + key, key * 7, 0x80};
    w[14] = 64;
    unsigned a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
#pragma unroll
    for (int i = 0; i < 64; i++) {
        unsigned f;
        int g;
        if (i < 16)
            f = (b & c) | (~b & d), g = i;
        else if (i < 32)
            f = (d & b) | (~d & c), g = (5 * i + 1) % 16;
        else if (i < 48)
            f = b ^ c ^ d, g = (3 * i + 5) % 16;
        else
            f = c ^ (b | ~d), g = 7 * i % 16;
        const unsigned t = d;
        d = c;
        c = b;
        b = b + rol(a + f + 0x5a827999u * (i + 1) + w[g], 5 + (i & 3) * 5);
        a = t;
    }
    sums[key] = a + b + c + d;
    if (a == a0 && b == b0)
        *found = key;
}
