// twofold.cu: a symmetric update of a matrix by two others and their transposes, an element a thread; the sum stands in the result.
extern "C" __global__ void twofold(int ni, int nj, float alpha, float beta, float *a, float *b, float *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if ((i < ni) && (j < ni)) {
        c[i * ni + j] *= beta;
        int k;
        for (k = 0; k < nj; k++)
            c[i * ni + j] += alpha * a[i * nj + k] * b[j * nj + k] + alpha * b[i * nj + k] * a[j * nj + k];
    }
}
