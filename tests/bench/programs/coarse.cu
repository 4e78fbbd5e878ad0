// coarse.cu: between two grids of a multigrid method in three dimensions: the residual's weighted mean of 27 neighbours goes to the coarse
// grid, the correction by interpolation back to the fine one.
template <class T>
__device__ T weight(int a, int b, int c)
{
    return (T)((2 - abs(a)) * (2 - abs(b)) * (2 - abs(c))) * (T)(1.0 / 64);
}

extern "C" __global__ void restricted(const float *__restrict__ fine, float *__restrict__ rough, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    const int fx = 2 * nx - 1, fy = 2 * ny - 1;
    float sum = 0;
    for (int c = -1; c <= 1; c++)
        for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++)
                sum += weight<float>(a, b, c) * fine[((2 * z + c) * fy + 2 * y + b) * fx + 2 * x + a];
    rough[(z * ny + y) * nx + x] = sum;
}

extern "C" __global__ void prolong(float *__restrict__ fine, const float *__restrict__ rough, int nx, int ny, int nz)
{
    const int fx = 2 * nx - 1, fy = 2 * ny - 1, fz = 2 * nz - 1;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= fx || y >= fy || z >= fz)
        return;
    const int x0 = x / 2, y0 = y / 2, z0 = z / 2, x1 = (x + 1) / 2, y1 = (y + 1) / 2, z1 = (z + 1) / 2;
    const float s = rough[(z0 * ny + y0) * nx + x0] + rough[(z0 * ny + y0) * nx + x1] + rough[(z0 * ny + y1) * nx + x0] + rough[(z0 * ny + y1) * nx + x1] +
                    rough[(z1 * ny + y0) * nx + x0] + rough[(z1 * ny + y0) * nx + x1] + rough[(z1 * ny + y1) * nx + x0] + rough[(z1 * ny + y1) * nx + x1];
    fine[(z * fy + y) * fx + x] += 0.125f * s;
}
