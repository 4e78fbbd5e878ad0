// periodic.cu: a step of diffusion in three dimensions with periodic borders, one index for all.
extern "C" __global__ void periodic(const double *in, double *out, int nx, int ny, int nz, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, plane = nx * ny;
    if (i >= plane * nz)
        return;
    int x = i % nx, y = i / nx % ny, z = i / plane;
    int xm = (x - 1 + nx) % nx, xp = (x + 1) % nx, ym = (y - 1 + ny) % ny, yp = (y + 1) % ny, zm = (z - 1 + nz) % nz, zp = (z + 1) % nz;
    double sum = in[z * plane + y * nx + xm] + in[z * plane + y * nx + xp] + in[z * plane + ym * nx + x] + in[z * plane + yp * nx + x] +
                 in[zm * plane + y * nx + x] + in[zp * plane + y * nx + x];
    out[i] = in[i] + c * (sum - 6 * in[i]);
}
