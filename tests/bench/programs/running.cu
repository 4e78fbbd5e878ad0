// running.cu: a box filter by running sums: along rows, a row to each thread, then along columns, a column to each.

extern "C" __global__ void rows(const float *in, float *out, int w, int h, int r)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h)
        return;
    const float *from = in + y * w;
    float *to = out + y * w, scale = 1.0f / (2 * r + 1), t = from[0] * r;
    for (int x = 0; x < r + 1; x++)
        t += from[x];
    to[0] = t * scale;
    for (int x = 1; x < r + 1; x++) {
        t += from[x + r];
        t -= from[0];
        to[x] = t * scale;
    }
    for (int x = r + 1; x < w - r; x++) {
        t += from[x + r];
        t -= from[x - r - 1];
        to[x] = t * scale;
    }
    for (int x = w - r; x < w; x++) {
        t += from[w - 1];
        t -= from[x - r - 1];
        to[x] = t * scale;
    }
}

extern "C" __global__ void columns(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    const float *from = in + x;
    float *to = out + x, scale = 1.0f / (2 * r + 1), t = from[0] * r;
    for (int y = 0; y < r + 1; y++)
        t += from[y * w];
    to[0] = t * scale;
    for (int y = 1; y < h; y++) {
        t += from[min(y + r, h - 1) * w];
        t -= from[max(y - r - 1, 0) * w];
        to[y * w] = t * scale;
    }
}
