// convolution.cu: an image filtered by 3 x 3 weights, a thread per pixel; outside the image is black.
extern "C" __global__ void convolution(const float *from, float *to, int width, int height, const float *weight)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int u = x + dx, v = y + dy;
            if (u >= 0 && u < width && v >= 0 && v < height)
                sum += weight[(dy + 1) * 3 + dx + 1] * from[v * width + u];
        }
    to[y * width + x] = sum;
}
