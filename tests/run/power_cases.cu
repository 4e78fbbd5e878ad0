// power_cases.cu: powers as formulas in papers have them, in the places where programs have them: the length of a vector by a function that takes
// the order of the norm, distances in a loop to a power that makes forces of them, a mean square whose root may be of a number below 0.
template <typename T> __device__ T norm(T a, T b, T order) { return pow(pow(a, order) + pow(b, order), T(1) / order); }

extern "C" __global__ void lengths(const double2 *v, double *length, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        length[i] = norm(v[i].x, v[i].y, 2.0);
}

extern "C" __global__ void forces(const double *x, double *force, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; i < n && k < n; k++) {
        const double apart = x[i] - x[k], r2 = apart * apart + 1;
        sum += apart * pow(r2, -1.5) + pow(apart, 3);
    }
    if (i < n)
        force[i] = sum;
}

// The root is of a difference: what is below 0 has none.
extern "C" __global__ void deviations(const double *mean, const double *square, double *deviation, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        deviation[i] = pow(square[i] - pow(mean[i], 2), 0.5);
}
