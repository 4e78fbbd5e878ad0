// gradient.cu: how steep an image of bytes is at each pixel (Sobel), a pixel a thread; the border is left out.
extern "C" __global__ void gradient(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    int gx = 0, gy = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int p = in[(y + dy) * w + x + dx];
            gx += p * dx * (dy == 0 ? 2 : 1);
            gy += p * dy * (dx == 0 ? 2 : 1);
        }
    float m = sqrtf((float)(gx * gx + gy * gy));
    out[y * w + x] = m > 255.0f ? 255 : (unsigned char)m;
}
