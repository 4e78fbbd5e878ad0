// weather.cu: fluxes of air along x of fourth order with a dissipation, four fields one behind the other, cells of a halo of 2 on each side.
#define HS 2
#define NUM 4
extern "C" __global__ void fluxes(const double *state, double *flux, const double *dens, const double *theta, int nx, int nz, double hv)
{
    const int k = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nz || i >= nx + 1)
        return;
    double stencil[4], vals[NUM], d3[NUM];
    for (int ll = 0; ll < NUM; ll++) {
        for (int s = 0; s < 4; s++)
            stencil[s] = state[ll * (nz + 2 * HS) * (nx + 2 * HS) + (k + HS) * (nx + 2 * HS) + i + s];
        vals[ll] = -stencil[0] / 12 + 7 * stencil[1] / 12 + 7 * stencil[2] / 12 - stencil[3] / 12;
        d3[ll] = -stencil[0] + 3 * stencil[1] - 3 * stencil[2] + stencil[3];
    }
    const double r = vals[0] + dens[k + HS], u = vals[1] / r, w = vals[2] / r, t = (vals[3] + theta[k + HS]) / r;
    const double p = 27.5 * pow(r * t, 1.4);
    const int plane = nz * (nx + 1), at = k * (nx + 1) + i;
    flux[at] = r * u - hv * d3[0];
    flux[plane + at] = r * u * u + p - hv * d3[1];
    flux[2 * plane + at] = r * u * w - hv * d3[2];
    flux[3 * plane + at] = r * u * t - hv * d3[3];
}

extern "C" __global__ void tendencies(const double *flux, double *tend, int nx, int nz, double dx)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= NUM * nz * nx)
        return;
    const int ll = n / (nz * nx), k = n / nx % nz, i = n % nx;
    const int at = ll * nz * (nx + 1) + k * (nx + 1) + i;
    tend[n] = -(flux[at + 1] - flux[at]) / dx;
}
