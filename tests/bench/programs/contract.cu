// contract.cu: two tensors are contracted over two of their dimensions: C[a][b][c][d] = sum over e, f of A[a][e][b][f] *
// B[f][c][e][d]; blocks in three dimensions, and a thread for each element.
extern "C" __global__ void contract(const double *A, const double *B, double *C, int na, int nb, int nc, int nd, int ne, int nf)
{
    const int d = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
    const int ab = blockIdx.z * blockDim.z + threadIdx.z, a = ab / nb, b = ab % nb;
    if (d >= nd || c >= nc || a >= na)
        return;
    double sum = 0;
    for (int e = 0; e < ne; e++)
        for (int f = 0; f < nf; f++)
            sum += A[((a * ne + e) * nb + b) * nf + f] * B[((f * nc + c) * ne + e) * nd + d];
    C[((a * nb + b) * nc + c) * nd + d] = sum;
}
