// layers.cu: a convolution with several channels in and out, then the largest of 2 x 2.
#define K 3

extern "C" __global__ void conv(const float *in, const float *filter, const float *bias, float *out, int channels, int w,
                                int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
    int ow = w - K + 1, oh = h - K + 1;
    if (x >= ow || y >= oh)
        return;
    float sum = bias[o];
    for (int c = 0; c < channels; c++)
        for (int j = 0; j < K; j++)
            for (int i = 0; i < K; i++)
                sum += in[(c * h + y + j) * w + x + i] * filter[((o * channels + c) * K + j) * K + i];
    out[(o * oh + y) * ow + x] = fmaxf(sum, 0);
}

extern "C" __global__ void pool(const float *in, float *out, int *place, int w, int h, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int pw = w / 2, ph = h / 2, x = t % pw, y = t / pw % ph, c = t / pw / ph, best = -1;
    float most = -3.4e38f;
    for (int j = 2 * y; j < 2 * y + 2; j++)
        for (int i = 2 * x; i < 2 * x + 2; i++)
            if (in[(c * h + j) * w + i] > most) {
                most = in[(c * h + j) * w + i];
                best = j * w + i;
            }
    out[t] = most;
    place[t] = best;
}
