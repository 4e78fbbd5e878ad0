// keystream.cu: a stream cipher of 20 rounds (ChaCha): each thread makes 64 bytes from key and counter and mixes them into the text.
typedef unsigned int u32;
__device__ __forceinline__ u32 turn(u32 v, int n) { return v << n | v >> (32 - n); }
#define QUARTER(a, b, c, d)                                                                                            \
    a += b, d = turn(d ^ a, 16), c += d, b = turn(b ^ c, 12), a += b, d = turn(d ^ a, 8), c += d, b = turn(b ^ c, 7)

extern "C" __global__ void keystream(const u32 *key, const u32 *nonce, u32 first, const uint4 *text, uint4 *out, int blocks)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= blocks)
        return;
    u32 s[16], x[16];
    s[0] = 0x61707865, s[1] = 0x3320646e, s[2] = 0x79622d32, s[3] = 0x6b206574;
    for (int j = 0; j < 8; j++)
        s[4 + j] = key[j];
    s[12] = first + i;
    for (int j = 0; j < 3; j++)
        s[13 + j] = nonce[j];
#pragma unroll
    for (int j = 0; j < 16; j++)
        x[j] = s[j];
    for (int round = 0; round < 10; round++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        uint4 t = text[4 * i + j];
        t.x ^= x[4 * j] + s[4 * j];
        t.y ^= x[4 * j + 1] + s[4 * j + 1];
        t.z ^= x[4 * j + 2] + s[4 * j + 2];
        t.w ^= x[4 * j + 3] + s[4 * j + 3];
        out[4 * i + j] = t;
    }
}
