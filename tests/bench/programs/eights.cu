// eights.cu: many small matrices of 8 x 8: C = alpha A B + beta C, four to a block of 8 x 8 x 4 threads, an element a thread; A and the
// transposed B in shared memory.
extern "C" __global__ void eights(const float *a, const float *b, float *c, float alpha, float beta, int n)
{
    __shared__ float sa[4][8][8], sb[4][8][9];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, m = blockIdx.x * 4 + z;
    const bool in = m < n;
    if (in) {
        sa[z][y][x] = a[m * 64 + y * 8 + x];
        sb[z][x][y] = b[m * 64 + y * 8 + x];
    }
    __syncthreads();
    if (!in)
        return;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += sa[z][y][k] * sb[z][x][k];
    float *at = c + m * 64 + y * 8 + x;
    *at = alpha * sum + beta * *at;
}
