// ordinates.cu: neutrons flow through a box of cells in many directions of one octant: cells on a slanted plane at once, a launch a plane;
// what comes in over three faces, with the source, makes what goes out; a thread a direction, a block's row a cell; moments are summed by halves.
#define ANGLES 32
#define ROWS 4

struct Box { int nx, ny, nz; };

extern "C" __global__ void ordinates(const double *source, const double *mu, const double *eta, const double *xi, const double *weights, const double *sigma,
                                     double *in_x, double *in_y, double *in_z, double *flux, Box box, int plane)
{
    __shared__ double sums[ROWS][ANGLES];
    const int a = threadIdx.x, cell = blockIdx.x * ROWS + threadIdx.y;
    const int x = cell % box.nx, y = cell / box.nx, z = plane - x - y;
    const bool on = y < box.ny && z >= 0 && z < box.nz;
    double psi = 0.0;
    if (on) {
        const int at = (z * box.ny + y) * box.nx + x;
        double *px = in_x + (z * box.ny + y) * ANGLES + a, *py = in_y + (z * box.nx + x) * ANGLES + a, *pz = in_z + (y * box.nx + x) * ANGLES + a;
        psi = (source[at] + 2.0 * (mu[a] * *px + eta[a] * *py + xi[a] * *pz)) / (sigma[at] + 2.0 * (mu[a] + eta[a] + xi[a]));
        const double ox = 2.0 * psi - *px, oy = 2.0 * psi - *py, oz = 2.0 * psi - *pz;
        *px = ox > 0.0 ? ox : 0.0;
        *py = oy > 0.0 ? oy : 0.0;
        *pz = oz > 0.0 ? oz : 0.0;
    }
    sums[threadIdx.y][a] = psi * weights[a];
    __syncthreads();
    for (int s = ANGLES / 2; s > 0; s >>= 1) {
        if (a < s)
            sums[threadIdx.y][a] += sums[threadIdx.y][a + s];
        __syncthreads();
    }
    if (on && a == 0)
        flux[(z * box.ny + y) * box.nx + x] += sums[threadIdx.y][0];
}
