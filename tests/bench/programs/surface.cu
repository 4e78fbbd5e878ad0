// surface.cu: a smooth surface over a net of control points by Bezier's blend, a point of the surface a thread.
struct Point { double x, y, z; };
__device__ double blend(double mu, int k, int n)
{
    int nn = n, kn = k, rest = n - k;
    double b = 1;
    while (nn >= 1) {
        b *= nn--;
        if (kn > 1)
            b /= kn--;
        if (rest > 1)
            b /= rest--;
    }
    if (k > 0)
        b *= pow(mu, (double)k);
    if (n - k > 0)
        b *= pow(1 - mu, (double)(n - k));
    return b;
}

extern "C" __global__ void surface(const Point *net, Point *out, int ni, int nj, int ri, int rj)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= ri || j >= rj)
        return;
    const double mui = (double)i / (ri - 1), muj = (double)j / (rj - 1);
    Point p = {0, 0, 0};
    for (int ki = 0; ki <= ni; ki++) {
        const double bi = blend(mui, ki, ni);
        for (int kj = 0; kj <= nj; kj++) {
            const double b = bi * blend(muj, kj, nj);
            const Point &c = net[ki * (nj + 1) + kj];
            p.x += c.x * b;
            p.y += c.y * b;
            p.z += c.z * b;
        }
    }
    out[i * rj + j] = p;
}
