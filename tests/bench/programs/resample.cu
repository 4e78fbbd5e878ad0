// resample.cu: particles drawn anew by their weights: each searches the sums; then likelihoods over a small disc.
extern "C" __global__ void find(const double *x, const double *y, const double *sums, const double *u, double *xn, double *yn,
                                int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int index = -1;
        for (int k = 0; k < count; k++)
            if (sums[k] >= u[i]) {
                index = k;
                break;
            }
        if (index == -1)
            index = count - 1;
        xn[i] = x[index];
        yn[i] = y[index];
    }
}

extern "C" __global__ void likelihood(const double *x, const double *y, const int *dx, const int *dy, const unsigned char *picture,
                                      double *out, int points, int width, int height, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double sum = 0;
    for (int k = 0; k < points; k++) {
        int px = (int)rint(x[i]) + dx[k], py = (int)rint(y[i]) + dy[k];
        int at = abs(py * width + px);
        if (at >= width * height)
            at = 0;
        double a = picture[at] - 100, b = picture[at] - 228;
        sum += (a * a - b * b) / 50.0;
    }
    out[i] = sum / points;
}
