// unit_divisors.cu: places divided by arguments that are mostly 1, and windows that a border cuts.
// Each pixel gathers from the pools that hold it, in a row of its own.
extern "C" __global__ void spread(const int *grad, int *out, int n, int width, int pooled, int kernel, int stride, int pad)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int x = i % width + pad, row = i / width;
    const int first = x < kernel ? 0 : (x - kernel) / stride + 1, end = min(x / stride + 1, pooled);
    int sum = 0;
    for (int p = first; p < end; p++)
        sum += grad[row * pooled + p] * (p * stride - x + 100);
    out[i] = sum;
}
// The same of one piece of work a thread, whose own rounds go on by one: no rounds of the grid's.
extern "C" __global__ void fold(const float *grad, float *out, int n, int width, int frames, int kernel, int hop, int pad)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int t = i % width + pad, row = i / width, last = min(t / hop, frames - 1);
    int first = 0;
    float sum = 0;
    if (t >= kernel)
        first = (t - kernel) / hop + 1;
    for (int f = first; f <= last; f++)
        sum += grad[(row * kernel + t - f * hop) * frames + f];
    out[i] = sum;
}
// A part of a picture, larger.
extern "C" __global__ void enlarge(const unsigned *in, unsigned *out, unsigned n, unsigned width, unsigned height, unsigned pitch, unsigned left, unsigned top,
                                   unsigned scale)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const unsigned x = (i % width + left) / scale, y = (i / width % height + top) / scale;
        out[i] = in[y * pitch + x] + (i % width + left) % scale;
    }
}
// As long a window as there is before each place, and how far it lies beyond an edge.
extern "C" __global__ void window(const int *in, int *out, int *beyond, int n, int reach, int edge)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    const int first = x < reach ? 0 : x - reach;
    int sum = 0;
    for (int i = first; i <= x; i++)
        sum += in[i];
    out[x] = sum;
    beyond[x] = x > edge ? edge - x + 7 : 7;
}
extern "C" __global__ void below(int *out, unsigned n, unsigned lowest, int least)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    out[x] = (x <= lowest ? 0u : x - lowest) * 3 + ((int)x < least ? least - (int)x : 0);
}
