// library_square.cu: squares alone: nvcc puts the exponent into its function.
extern "C" __global__ void squares(const double *x, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = pow(x[i], 2.0) + pow((double)(i - 100), 2.0);
}
