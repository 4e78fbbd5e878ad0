// average.cu: the mean of what lies within a window around each place of each plane, as much of it as is in the plane; one index for all.
extern "C" __global__ void average(const float *in, float *out, int planes, int h, int w, int radius)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * h * w)
        return;
    const int x = i % w, y = i / w % h, p = i / w / h;
    const int x0 = max(x - radius, 0), x1 = min(x + radius, w - 1), y0 = max(y - radius, 0), y1 = min(y + radius, h - 1);
    float sum = 0;
    for (int yy = y0; yy <= y1; yy++)
        for (int xx = x0; xx <= x1; xx++)
            sum += in[(p * h + yy) * w + xx];
    out[i] = sum / ((x1 - x0 + 1) * (y1 - y0 + 1));
}
