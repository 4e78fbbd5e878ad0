// minkowski.cu: how far each point is from each of a few seeds in the norms of order 2 and 1/2, in double and with pow
// throughout, as formulas are copied from a paper; the nearest seed and the sum of what lies within a radius.
extern "C" __global__ void minkowski(const double *x, const double *y, const double *sx, const double *sy, double *near,
                                     int *which, double *inside, double radius, int seeds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double best = 1e300, sum = 0;
    int at = 0;
    for (int s = 0; s < seeds; s++) {
        double dx = x[i] - sx[s], dy = y[i] - sy[s];
        double d = pow(pow(dx, 2.0) + pow(dy, 2.0), 0.5);
        double h = pow(pow(fabs(dx), 0.5) + pow(fabs(dy), 0.5), 2);
        if (d + 0.25 * h < best) {
            best = d + 0.25 * h;
            at = s;
        }
        if (d < radius)
            sum += pow(1 - d / radius, 3.0);
    }
    near[i] = best;
    which[i] = at;
    inside[i] = sum;
}
