// poisson.cu: sweeps of Jacobi's method for Poisson's equation; the block finds the sum of squares of its changes in shared
// memory, and adds it to that of the sweep.
#define BX 16
#define BY 16

extern "C" __global__ void poisson(const float *u, const float *f, float *next, float *residual, int n, float h2)
{
    __shared__ float partial[BX * BY];
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, tid = threadIdx.y * BX + threadIdx.x;
    float change = 0.0f;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
        const int i = y * n + x;
        const float v = 0.25f * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - h2 * f[i]);
        change = v - u[i];
        next[i] = v;
    }
    partial[tid] = change * change;
    __syncthreads();
    for (int s = BX * BY / 2; s > 0; s >>= 1) {
        if (tid < s)
            partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(residual, partial[0]);
}
