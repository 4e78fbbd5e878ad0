// sponge.cu: hashes of blocks of 64 bytes by a sponge of 25 words of 64 bits (Keccak-f[1600], 24 rounds), a thread a block.
__constant__ unsigned long long rounds[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
__constant__ int turn[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
__constant__ int place[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};

extern "C" __global__ void sponge(const unsigned long long *in, unsigned long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long s[25], b[5];
    for (int k = 0; k < 25; k++)
        s[k] = k < 8 ? in[i * 8 + k] : 0;
    s[8] = 0x8000000000000006;
    for (int round = 0; round < 24; round++) {
#pragma unroll
        for (int k = 0; k < 5; k++)
            b[k] = s[k] ^ s[k + 5] ^ s[k + 10] ^ s[k + 15] ^ s[k + 20];
#pragma unroll
        for (int k = 0; k < 5; k++) {
            const unsigned long long t = b[(k + 4) % 5] ^ (b[(k + 1) % 5] << 1 | b[(k + 1) % 5] >> 63);
#pragma unroll
            for (int j = 0; j < 25; j += 5)
                s[j + k] ^= t;
        }
        unsigned long long t = s[1];
#pragma unroll
        for (int k = 0; k < 24; k++) {
            const int j = place[k];
            const unsigned long long u = s[j];
            s[j] = t << turn[k] | t >> (64 - turn[k]);
            t = u;
        }
#pragma unroll
        for (int j = 0; j < 25; j += 5) {
#pragma unroll
            for (int k = 0; k < 5; k++)
                b[k] = s[j + k];
#pragma unroll
            for (int k = 0; k < 5; k++)
                s[j + k] = b[k] ^ (~b[(k + 1) % 5] & b[(k + 2) % 5]);
        }
        s[0] ^= rounds[round];
    }
    for (int k = 0; k < 4; k++)
        out[i * 4 + k] = s[k];
}
