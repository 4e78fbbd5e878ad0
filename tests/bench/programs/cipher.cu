// cipher.cu: ten rounds of a block cipher by four tables of words, which each block copies to shared memory.

extern "C" __global__ void cipher(const uint4 *in, uint4 *out, const unsigned *tables, const uint4 *keys, int n)
{
    __shared__ unsigned t[4][256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        t[i / 256][i % 256] = tables[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 s = in[i], k = keys[0];
    s.x ^= k.x, s.y ^= k.y, s.z ^= k.z, s.w ^= k.w;
    for (int round = 1; round <= 10; round++) {
        uint4 r;
        k = keys[round];
        r.x = t[0][s.x >> 24] ^ t[1][s.y >> 16 & 255] ^ t[2][s.z >> 8 & 255] ^ t[3][s.w & 255] ^ k.x;
        r.y = t[0][s.y >> 24] ^ t[1][s.z >> 16 & 255] ^ t[2][s.w >> 8 & 255] ^ t[3][s.x & 255] ^ k.y;
        r.z = t[0][s.z >> 24] ^ t[1][s.w >> 16 & 255] ^ t[2][s.x >> 8 & 255] ^ t[3][s.y & 255] ^ k.z;
        r.w = t[0][s.w >> 24] ^ t[1][s.x >> 16 & 255] ^ t[2][s.y >> 8 & 255] ^ t[3][s.z & 255] ^ k.w;
        s = r;
    }
    out[i] = s;
}
