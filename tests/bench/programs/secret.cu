// secret.cu: a block cipher as it stands in its standard: bytes in shared memory, a thread a byte, rows shifted by indices from constant memory, columns
// mixed by doubling in a field.
__constant__ int shifted[16] = {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11};

__device__ unsigned char twice(unsigned char a)
{
    return (a << 1) ^ ((a & 0x80) ? 0x1b : 0);
}

__global__ void secret(const unsigned char *in, unsigned char *out, const unsigned char *sbox, const unsigned char *round_keys)
{
    __shared__ unsigned char s[256];
    __shared__ unsigned char t[256];
    int tx = threadIdx.x, base = tx & ~15, at = tx & 15, col = tx & ~3;
    int index = __umul24(blockIdx.x, 256) + tx;
    s[tx] = in[index] ^ round_keys[at];
    __syncthreads();
#pragma unroll 1
    for (int round = 1; round <= 10; round++) {
        t[tx] = sbox[s[base + shifted[at]]];
        __syncthreads();
        unsigned char v;
        if (round < 10) {
            unsigned char a = t[tx], b = t[col + ((tx + 1) & 3)], c = t[col + ((tx + 2) & 3)], d = t[col + ((tx + 3) & 3)];
            v = twice(a) ^ twice(b) ^ b ^ c ^ d;
        } else {
            v = t[tx];
        }
        s[tx] = v ^ round_keys[16 * round + at];
        __syncthreads();
    }
    out[index] = s[tx];
}
