// despeckle.cu: a step of diffusion that keeps edges, of an image by columns: the place in it by division, the neighbours' rows and
// columns from tables.
extern "C" __global__ void despeckle(const float *image, float *north, float *south, float *west, float *east, float *coefficient, const int *up,
                                     const int *down, const int *left, const int *right, int rows, int count, float q0)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int row = (at + 1) % rows - 1, col = (at + 1) / rows;
    if ((at + 1) % rows == 0) {
        row = rows - 1;
        col = col - 1;
    }
    if (at < count) {
        float now = image[at];
        float n = image[up[row] + rows * col] - now, s = image[down[row] + rows * col] - now;
        float w = image[row + rows * left[col]] - now, e = image[row + rows * right[col]] - now;
        float g2 = (n * n + s * s + w * w + e * e) / (now * now), l = (n + s + w + e) / now;
        float num = 0.5f * g2 - 1.0f / 16 * (l * l), den = 1 + 0.25f * l, q = num / (den * den);
        den = (q - q0) / (q0 * (1 + q0));
        float c = 1.0f / (1 + den);
        if (c < 0)
            c = 0;
        else if (c > 1)
            c = 1;
        north[at] = n;
        south[at] = s;
        west[at] = w;
        east[at] = e;
        coefficient[at] = c;
    }
}
