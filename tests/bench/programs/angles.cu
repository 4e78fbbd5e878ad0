// angles.cu: distances and bearings between places on a sphere, in double, with all of trigonometry.

extern "C" __global__ void angles(const double2 *a, const double2 *b, double *far, double *bearing, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double2 p = a[i], q = b[i];
    double dx = q.x - p.x, sy = sin((q.y - p.y) / 2), sx = sin(dx / 2);
    double h = sy * sy + cos(p.y) * cos(q.y) * sx * sx;
    far[i] = 2 * 6371 * asin(sqrt(fmin(h, 1.0)));
    bearing[i] = atan2(sin(dx) * cos(q.y), cos(p.y) * sin(q.y) - sin(p.y) * cos(q.y) * cos(dx));
}
