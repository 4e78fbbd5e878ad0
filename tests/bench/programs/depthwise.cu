// depthwise.cu: a convolution of each channel with a filter of its own, any size, padding by conditions.
extern "C" __global__ void depthwise(const float *in, const float *filter, const float *bias, float *out, int channels, int h, int w, int k, int pad)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, ch = blockIdx.z;
    if (x >= w)
        return;
    float sum = bias[ch];
    for (int i = 0; i < k; i++) {
        int yy = y + i - pad;
        if (yy < 0 || yy >= h)
            continue;
        for (int j = 0; j < k; j++) {
            int xx = x + j - pad;
            if (xx >= 0 && xx < w)
                sum += in[(ch * h + yy) * w + xx] * filter[(ch * k + i) * k + j];
        }
    }
    out[(ch * h + y) * w + x] = fmaxf(sum, 0.0f);
}
