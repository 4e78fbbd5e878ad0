// soil.cu: water in soil after van Genuchten: what is held, how well it moves and how much more is held under more pressure, in double, three dimensions of threads.
struct Soil {
    double alpha, thetas, thetar, n, ksat;
};
extern "C" __global__ void soil(const Soil s, const double *__restrict__ psi, double *__restrict__ held, double *__restrict__ capacity,
                                double *__restrict__ conduct, size_t nx, size_t ny, size_t nz)
{
    const size_t x = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t y = blockIdx.y * blockDim.y + threadIdx.y;
    const size_t z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    const size_t at = (z * ny + y) * nx + x;
    const double lambda = s.n - 1.0, m = lambda / s.n;
    const double head = psi[at] * 100;
    double theta;
    if (head < 0)
        theta = (s.thetas - s.thetar) / pow(1.0 + pow(s.alpha * (-head), s.n), m) + s.thetar;
    else
        theta = s.thetas;
    held[at] = theta;
    const double se = (theta - s.thetar) / (s.thetas - s.thetar);
    const double inner = 1.0 - pow(1.0 - pow(se, 1.0 / m), m);
    conduct[at] = s.ksat * sqrt(se) * inner * inner;
    double c = 0;
    if (head < 0) {
        const double a = s.alpha * (-head), b = pow(a, s.n);
        c = 100 * s.alpha * s.n * m * (s.thetas - s.thetar) * (b / a) / pow(1.0 + b, m + 1);
    }
    capacity[at] = c;
}
