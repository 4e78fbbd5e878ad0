// clamped.cu: a stencil in global memory, neighbours clamped to the picture or wrapped around by selections.
extern "C" __global__ void clamped(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int w = max(x - 1, 0), e = min(x + 1, width - 1), n = max(y - 1, 0), s = min(y + 1, height - 1);
    int round = x == 0 ? width - 1 : x - 1, far = x > width - 3 ? x + 2 - width : x + 2;
    out[y * width + x] = 0.2f * (in[y * width + x] + in[y * width + w] + in[y * width + e] + in[n * width + x] + in[s * width + x]) +
                         0.1f * (in[y * width + round] + in[y * width + far] - in[n * width + e]);
}
