// erasure.cu: check blocks for lost blocks of data: products in GF(256) by tables of logarithms that the block copies to shared memory.
extern "C" __global__ void encode(const unsigned char *logs, const unsigned char *powers, const unsigned char *matrix,
                                  const unsigned char *data, unsigned char *check, int blocks, int checks, int size)
{
    __shared__ unsigned char lg[256], pw[512];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        lg[i] = logs[i];
        pw[i] = powers[i];
        pw[i + 256] = powers[i + 256];
    }
    __syncthreads();
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= size)
        return;
    for (int c = 0; c < checks; c++) {
        unsigned char sum = 0;
        for (int b = 0; b < blocks; b++) {
            const unsigned char m = matrix[c * blocks + b], d = data[b * size + at];
            if (m != 0 && d != 0)
                sum ^= pw[lg[m] + lg[d]];
        }
        check[c * size + at] = sum;
    }
}
