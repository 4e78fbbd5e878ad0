// sha256.cu: SHA-256 of one block of 64 bytes, a thread per block; words lie apart by n, constants in k.
__device__ unsigned turn(unsigned x, int n)
{
    return x >> n | x << (32 - n);
}

extern "C" __global__ void sha256(int n, const unsigned *in, const unsigned *k, unsigned *out)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n)
        return;
    unsigned w[16], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = in[i * n + id];
    for (int i = 0; i < 8; i++)
        s[i] = k[64 + i];
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            unsigned a = w[(i + 1) & 15], b = w[(i + 14) & 15];
            w[i & 15] += (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[(i + 9) & 15] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
        }
        unsigned one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] +
                       w[i & 15];
        unsigned two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        out[i * n + id] = s[i] + k[64 + i];
}
