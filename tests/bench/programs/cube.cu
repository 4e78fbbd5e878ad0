// cube.cu: a stencil of some neighbours in three dimensions, a plane a launch.
extern "C" __global__ void cube(const float *a, float *b, int ni, int nj, int nk, int i)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    const float c11 = 2, c21 = 5, c31 = -8, c12 = -3, c22 = 6, c32 = -9, c13 = 4, c23 = 7, c33 = 10;
    if (i < ni - 1 && j < nj - 1 && k < nk - 1 && i > 0 && j > 0 && k > 0)
        b[i * (nk * nj) + j * nk + k] =
            c11 * a[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c13 * a[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
            c21 * a[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c23 * a[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
            c31 * a[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c33 * a[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
            c12 * a[(i + 0) * (nk * nj) + (j - 1) * nk + (k + 0)] + c22 * a[(i + 0) * (nk * nj) + (j + 0) * nk + (k + 0)] +
            c32 * a[(i + 0) * (nk * nj) + (j + 1) * nk + (k + 0)] + c11 * a[(i - 1) * (nk * nj) + (j - 1) * nk + (k + 1)] +
            c13 * a[(i + 1) * (nk * nj) + (j - 1) * nk + (k + 1)] + c21 * a[(i - 1) * (nk * nj) + (j + 0) * nk + (k + 1)] +
            c23 * a[(i + 1) * (nk * nj) + (j + 0) * nk + (k + 1)] + c31 * a[(i - 1) * (nk * nj) + (j + 1) * nk + (k + 1)] +
            c33 * a[(i + 1) * (nk * nj) + (j + 1) * nk + (k + 1)];
}
