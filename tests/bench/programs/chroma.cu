// chroma.cu: pictures of a video (NV12: brightness a byte a pixel, colours a pair of bytes for four) become red, green and blue; then the
// nearest of half as many pixels for a preview of twice the size.
extern "C" __global__ void chroma(const unsigned char *__restrict__ y, const unsigned char *__restrict__ uv, float *__restrict__ red, float *__restrict__ green,
                                  float *__restrict__ blue, int w, int h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h)
        return;
    const float l = 1.164f * (y[j * w + i] - 16), u = uv[(j / 2) * w + i / 2 * 2] - 128.0f, v = uv[(j / 2) * w + i / 2 * 2 + 1] - 128.0f;
    red[j * w + i] = l + 1.596f * v;
    green[j * w + i] = l - 0.391f * u - 0.813f * v;
    blue[j * w + i] = l + 2.018f * u;
}

extern "C" __global__ void twice(const float *__restrict__ in, float *__restrict__ out, unsigned w, unsigned h, float gain)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < 2 * w)
        out[j * 2 * w + i] = in[(j >> 1) * w + (i >> 1)] * gain;
}
