// redblack.cu: half a step of relaxation in place: every second point of each row.
extern "C" __global__ void redblack(float *u, const float *f, int w, int h, int colour, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < w - 1 && y < h - 1 && (x + y) % 2 == colour) {
        int i = y * w + x;
        float r = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]) - u[i];
        u[i] += omega * r;
    }
}
