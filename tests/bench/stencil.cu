// stencil.cu: one step of heat spreading on a plate, 5 points, a thread per point.
extern "C" __global__ void stencil(const float *__restrict__ from, float *__restrict__ to, int width, int height,
                                   float rate)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        to[i] = from[i] + rate * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * from[i]);
    }
}
