// row_maxima.cu: a warp to each row, whose lanes go along it in strides of 32: how often they go round depends on the lane, or not.
extern "C" __global__ void row_maxima(const float *x, int *at, float *most, int *rounds, int n)
{
    int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, left = n - 1 - lane;
    const float *p = x + (size_t)row * n;
    float best = -1e30f;
    int found = 0;
    for (int i = lane; i < n; i += 32)
        if (p[i] > best) {
            best = p[i];
            found = i;
        }
    rounds[row * 32 + lane] = (left >> 5) * 100 + (left & 31);
    for (int o = 16; o; o >>= 1) {
        float b = __shfl_xor_sync(~0u, best, o);
        int a = __shfl_xor_sync(~0u, found, o);
        if (b > best || (b == best && a < found)) {
            best = b;
            found = a;
        }
    }
    if (lane == 0) {
        at[row] = found;
        most[row] = best;
    }
}
