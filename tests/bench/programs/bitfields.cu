// bitfields.cu: a product of matrices in blocks of one dimension: the places in the tiles are bits of the thread's number,
// the halves of each second row change places.
extern "C" __global__ void bitfields(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16 * 16], right[16 * 16];
    int t = threadIdx.x, x = t & 15, y = t >> 4, turn = (y & 1) << 3;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        left[y << 4 | x] = a[row * n + (k | x)];
        right[y << 4 | (x ^ turn)] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += left[y << 4 | i] * right[i << 4 | (x ^ (i & 1) << 3)];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
