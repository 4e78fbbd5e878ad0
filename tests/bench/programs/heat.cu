// heat.cu: a step of heat on a square, a place a thread, in numbers of 64 bits; beyond the borders it is cold.
extern "C" __global__ void heat(unsigned n, double r, double rest, const double *u, double *next)
{
    size_t at = blockIdx.x * (size_t)blockDim.x + threadIdx.x, j = at / n, i = at % n;
    if (i < n && j < n)
        next[i + j * n] = rest * u[i + j * n] + r * (i < n - 1 ? u[i + 1 + j * n] : 0) + r * (i > 0 ? u[i - 1 + j * n] : 0) +
                          r * (j < n - 1 ? u[i + (j + 1) * n] : 0) + r * (j > 0 ? u[i + (j - 1) * n] : 0);
}
