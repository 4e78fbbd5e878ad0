// thomas.cu: many tridiagonal systems side by side, one to each thread: what comes next is as far off as there are systems.
extern "C" __global__ void thomas(const double *lower, const double *diagonal, double *upper, double *right, int systems, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= systems)
        return;
    double d = 1 / diagonal[i];
    upper[i] *= d;
    right[i] *= d;
    for (int r = 1; r < rows; r++) {
        int at = i + systems;
        d = 1 / (diagonal[at] - upper[i] * lower[at]);
        upper[at] *= d;
        right[at] = (right[at] - right[i] * lower[at]) * d;
        i = at;
    }
    for (int r = rows - 2; r >= 0; r--) {
        int at = i - systems;
        right[at] -= upper[at] * right[i];
        i = at;
    }
}
