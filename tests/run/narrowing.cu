// narrowing.cu: nvcc -ptx -arch=sm_80
// Columns that fold into those on their left, as far as a mask says: the threads that are left out keep nothing.
extern "C" __global__ void fold_columns(const float *in, float *out, int *counts, unsigned mask, int rounds)
{
    __shared__ float s[8][65];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned last = blockDim.x / 2 - 1, count = 0;
    s[y][x] = in[y * blockDim.x + x];
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        if (x <= last) {
            s[y][x] += s[y][x + last + 1] * (1 + count);
            if (y == 0)
                counts[i * blockDim.x + x] = last * 100 + count;
            count = count * 3 + 1;
            last = (last >> 1) & mask;
        }
        __syncthreads();
    }
    out[y * blockDim.x + x] = s[y][x];
}
