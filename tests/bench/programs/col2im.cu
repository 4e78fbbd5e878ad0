// col2im.cu: columns of patches back to an image, each pixel the sum of all patches that hold it; sizes, strides and dilation as arguments,
// an element a thread in a loop over the grid.
extern "C" __global__ void col2im(int n, const float *__restrict__ cols, int height, int width, int channels, int kh, int kw, int pad, int stride, int dilation,
                                  int oh, int ow, float *__restrict__ image)
{
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
        float sum = 0;
        const int w = index % width + pad, h = (index / width) % height + pad, c = index / (width * height);
        const int ekw = (kw - 1) * dilation + 1, ekh = (kh - 1) * dilation + 1;
        const int w0 = w < ekw ? 0 : (w - ekw) / stride + 1, w1 = min(w / stride + 1, ow);
        const int h0 = h < ekh ? 0 : (h - ekh) / stride + 1, h1 = min(h / stride + 1, oh);
        for (int y = h0; y < h1; y++)
            for (int x = w0; x < w1; x++) {
                int hk = h - y * stride, wk = w - x * stride;
                if (hk % dilation == 0 && wk % dilation == 0) {
                    hk /= dilation;
                    wk /= dilation;
                    sum += cols[(((c * kh + hk) * kw + wk) * oh + y) * ow + x];
                }
            }
        image[index] = sum;
    }
}
