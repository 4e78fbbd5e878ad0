// unpool.cu: what the largest of each pool gets back, which says where it was; planes of rows, an element a thread in a loop over the grid.
template <typename T>
__device__ void unpool(unsigned n, const T *diff, const short *place, int height, int width, int ph, int pw, int kernel, int stride, int pad, T *out)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int w = (int)i % width, h = (int)i / width % height, plane = (int)i / width / height;
        const int y0 = h + pad < kernel ? 0 : (h + pad - kernel) / stride + 1, y1 = min((h + pad) / stride + 1, ph);
        const int x0 = w + pad < kernel ? 0 : (w + pad - kernel) / stride + 1, x1 = min((w + pad) / stride + 1, pw);
        T sum = 0;
        for (int y = y0; y < y1; y++)
            for (int x = x0; x < x1; x++)
                if (place[(plane * ph + y) * pw + x] == h * width + w)
                    sum += diff[(plane * ph + y) * pw + x];
        out[i] = sum;
    }
}
extern "C" __global__ void floats(unsigned n, const float *diff, const short *place, int height, int width, int ph, int pw, int kernel, int stride, int pad, float *out)
{
    unpool(n, diff, place, height, width, ph, pw, kernel, stride, pad, out);
}
extern "C" __global__ void longs(unsigned n, const long long *diff, const short *place, int height, int width, int ph, int pw, int kernel, int stride, int pad,
                                 long long *out)
{
    unpool(n, diff, place, height, width, ph, pw, kernel, stride, pad, out);
}
