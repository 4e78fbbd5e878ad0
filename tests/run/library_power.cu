// library_power.cu: squares, cubes and fourth powers by pow, in several modules' ways: one exponent in a kernel, several, one that only
// the host knows; of numbers of all kinds.
extern "C" __global__ void powers(const double *x, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = pow(x[i], 2.0);
    out[n + i] = pow(x[i], 3.0);
    out[2 * n + i] = pow(x[i] - 1, 4.0);
    out[3 * n + i] = pow(x[i], 2.5);
    out[4 * n + i] = pow(fabs(x[i]), x[i] < 0 ? 2.0 : 3.0);
}
