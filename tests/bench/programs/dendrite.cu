// dendrite.cu: a crystal grows from a melt (Allen and Cahn): an anisotropic force from gradients, then the phase and the warmth, in three dimensions.
enum { N = 34, Z = 1, Y = N, X = N * N };
struct Place {
    unsigned x, y, z;
    int at;
    bool inside;
};
static __device__ Place place()
{
    Place p;
    p.z = blockIdx.x * blockDim.x + threadIdx.x;
    p.y = blockIdx.y * blockDim.y + threadIdx.y;
    p.x = blockIdx.z * blockDim.z + threadIdx.z;
    p.at = (p.x * N + p.y) * N + p.z;
    p.inside = p.x > 0 && p.y > 0 && p.z > 0 && p.x < N - 1 && p.y < N - 1 && p.z < N - 1;
    return p;
}
static __device__ double slope(const double *f, int at, int step, double h) { return (f[at + step] - f[at - step]) / (2.0 * h); }
static __device__ double width(double a, double b, double c, double e, double w)
{
    const double s = a * a + b * b + c * c;
    return s == 0.0 ? w : w * (1.0 - 3.0 * e) * (1.0 + 4.0 * e / (1.0 - 3.0 * e) * ((a * a * a * a + b * b * b * b + c * c * c * c) / (s * s)));
}
static __device__ double turn(double l, double m, double n)
{
    const double s = l * l + m * m + n * n;
    if (l == 0.0 && m == 0.0 && n == 0.0)
        return 0.0;
    return (l * l * l * (m * m + n * n) - l * (m * m * m * m + n * n * n * n)) / (s * s);
}
extern "C" __global__ void force(const double *phi, double *fx, double *fy, double *fz, double h, double w0, double e)
{
    const Place p = place();
    if (p.x >= N || p.y >= N || p.z >= N)
        return;
    double x = 0, y = 0, z = 0;
    if (p.inside) {
        const double a = slope(phi, p.at, X, h), b = slope(phi, p.at, Y, h), c = slope(phi, p.at, Z, h);
        const double w = width(a, b, c, e, w0), more = (a * a + b * b + c * c) * w * 16.0 * w0 * e;
        x = w * w * a + more * turn(a, b, c);
        y = w * w * b + more * turn(b, c, a);
        z = w * w * c + more * turn(c, a, b);
    }
    fx[p.at] = x;
    fy[p.at] = y;
    fz[p.at] = z;
}
extern "C" __global__ void phase(double *next, const double *phi, const double *u, const double *fx, const double *fy, const double *fz, double e,
                                 double w0, double tau, double lambda, double dt, double h)
{
    const Place p = place();
    if (!p.inside)
        return;
    const double w = width(slope(phi, p.at, X, h), slope(phi, p.at, Y, h), slope(phi, p.at, Z, h), e, 1.0);
    const double out = slope(fx, p.at, X, h) + slope(fy, p.at, Y, h) + slope(fz, p.at, Z, h);
    const double f = phi[p.at], q = 1.0 - f * f;
    next[p.at] = f + dt / (tau * w * w) * (out - (lambda * u[p.at] * q * q - f * q));
}
extern "C" __global__ void warmth(double *next, const double *u, const double *now, const double *before, double d, double dt, double h)
{
    const Place p = place();
    if (!p.inside)
        return;
    const double c = 2.0 * u[p.at];
    const double sum = (u[p.at + X] + u[p.at - X] - c) / (h * h) + (u[p.at + Y] + u[p.at - Y] - c) / (h * h) + (u[p.at + Z] + u[p.at - Z] - c) / (h * h);
    next[p.at] = u[p.at] + 0.5 * (now[p.at] - before[p.at]) + dt * d * sum;
}
