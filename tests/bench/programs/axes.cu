// axes.cu: the axes of an array of four dimensions in another order, an element a thread, its place by division.
extern "C" __global__ void axes(const float *in, float *out, const int *shape, const int *stride, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int rest = i, from = 0;
    for (int d = 3; d >= 0; d--) {
        from += rest % shape[d] * stride[d];
        rest /= shape[d];
    }
    out[i] = in[from];
}
