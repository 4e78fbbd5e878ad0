// walsh.cu: the Walsh transform of many rows, each in shared memory: steps of four, places by bits of the thread's number.

extern "C" __global__ void walsh(float *out, const float *in, int log2n)
{
    __shared__ float row[2048];
    const int n = 1 << log2n, base = blockIdx.x << log2n;
    for (int at = threadIdx.x; at < n; at += blockDim.x)
        row[at] = in[base + at];
    const int at = threadIdx.x;
    for (int stride = n >> 2; stride > 0; stride >>= 2) {
        int low = at & (stride - 1);
        int i0 = ((at - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
        __syncthreads();
        float d0 = row[i0], d1 = row[i1], d2 = row[i2], d3 = row[i3], t;
        t = d0, d0 = d0 + d2, d2 = t - d2;
        t = d1, d1 = d1 + d3, d3 = t - d3;
        t = d0, row[i0] = d0 + d1, row[i1] = t - d1;
        t = d2, row[i2] = d2 + d3, row[i3] = t - d3;
    }
    if (log2n & 1) {
        __syncthreads();
        for (int at = threadIdx.x; at < n / 2; at += blockDim.x) {
            int i0 = at << 1, i1 = i0 + 1;
            float d0 = row[i0], d1 = row[i1];
            row[i0] = d0 + d1;
            row[i1] = d0 - d1;
        }
    }
    __syncthreads();
    for (int at = threadIdx.x; at < n; at += blockDim.x)
        out[base + at] = row[at];
}
