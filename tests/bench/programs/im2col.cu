// im2col.cu: patches of an image as columns of a matrix, a place of the result a thread, in a loop over all of the grid's work; any
// stride and padding.
extern "C" __global__ void im2col(const float *in, float *out, int n, int h, int w, int k, int pad, int stride, int oh, int ow)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int x = i % ow, rest = i / ow, y = rest % oh, c = rest / oh, x0 = x * stride - pad, y0 = y * stride - pad;
        float *to = out + (c * k * k * oh + y) * ow + x;
        const float *from = in + (c * h + y0) * w + x0;
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++) {
                int yy = y0 + a, xx = x0 + b;
                *to = yy >= 0 && xx >= 0 && yy < h && xx < w ? from[a * w + b] : 0;
                to += oh * ow;
            }
    }
}
