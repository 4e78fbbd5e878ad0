// pixels.cu: an image of three bytes a pixel smoothed by 3 x 3 weights, the border's pixels repeated, and made grey.
extern "C" __global__ void pixels(const unsigned char *in, unsigned char *out, unsigned char *grey, const float *weights, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum[3] = {0, 0, 0};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
            for (int c = 0; c < 3; c++)
                sum[c] += weights[(dy + 1) * 3 + dx + 1] * in[(yy * w + xx) * 3 + c];
        }
    for (int c = 0; c < 3; c++)
        out[(y * w + x) * 3 + c] = (unsigned char)sum[c];
    grey[y * w + x] = (unsigned char)(0.299f * sum[0] + 0.587f * sum[1] + 0.114f * sum[2]);
}
