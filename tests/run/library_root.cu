// library_root.cu: roots, reciprocals and their products by pow, of numbers of all kinds.
extern "C" __global__ void roots(const double *x, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = pow(x[i], 0.5);
    out[n + i] = pow(x[i], 1.5);
    out[2 * n + i] = pow(x[i], -0.5);
    out[3 * n + i] = pow(x[i], -1.5);
    out[4 * n + i] = pow(x[i], -1.0);
    out[5 * n + i] = pow(x[i], -2.0);
    out[6 * n + i] = pow(x[i], 0.3);
}
