// softmax.cu: out = softmax of each row of a; counts in hits the elements above 0.99.  Blocks of 128.
extern "C" __global__ void softmax(const float *a, float *out, int w, int h, int *hits)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    for (int y = blockIdx.x; y < h; y += gridDim.x) {
        float most = -1e30f;
        for (int x = t; x < w; x += blockDim.x) {
            float v = a[y * w + x];
            most = v > most ? v : most;
            if (v > 0.99f)
                atomicAdd(hits, 1);
        }
        part[t] = most;
        __syncthreads();
        for (int k = 64; k; k >>= 1) {
            if (t < k)
                part[t] = fmaxf(part[t], part[t + k]);
            __syncthreads();
        }
        float top = part[0], sum = 0;
        __syncthreads();
        for (int x = t; x < w; x += blockDim.x)
            sum += __expf(a[y * w + x] - top);
        for (int d = 16; d; d >>= 1)
            sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);
        if (t % 32 == 0)
            part[t / 32] = sum;
        __syncthreads();
        sum = part[0] + part[1] + part[2] + part[3];
        for (int x = t; x < w; x += blockDim.x)
            out[y * w + x] = __expf(a[y * w + x] - top) / sum;
        __syncthreads();
    }
}
