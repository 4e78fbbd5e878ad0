// maxwell.cu: steps of an electromagnetic field in a plane by finite differences in time: ey, ex, then hz.
#define NX 256
#define NY 256
typedef double real;

extern "C" __global__ void step_ey(const real *source, real *ey, const real *hz, int t)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < NX && j < NY) {
        if (i == 0)
            ey[i * NY + j] = source[t];
        else
            ey[i * NY + j] = ey[i * NY + j] - 0.5 * (hz[i * NY + j] - hz[(i - 1) * NY + j]);
    }
}

extern "C" __global__ void step_ex(real *ex, const real *hz)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < NX && j < NY && j > 0)
        ex[i * (NY + 1) + j] = ex[i * (NY + 1) + j] - 0.5 * (hz[i * NY + j] - hz[i * NY + (j - 1)]);
}

extern "C" __global__ void step_hz(const real *ex, const real *ey, real *hz)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < NX && j < NY)
        hz[i * NY + j] = hz[i * NY + j] -
                         0.7 * (ex[i * (NY + 1) + (j + 1)] - ex[i * (NY + 1) + j] + ey[(i + 1) * NY + j] - ey[i * NY + j]);
}
