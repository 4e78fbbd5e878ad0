// nvcc -O3 -arch=sm_80 -ptx

// Sums and sums of squares of columns, weighted, both in memory all the time.
extern "C" __global__ void both(float *sum, float *square, const float *in, const float *weight, int n, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    for (int k = 0; k < m; k++) {
        const float v = in[k * n + j] * weight[k];
        sum[j] += v;
        square[j] += v * v;
    }
}

// Pairs of numbers: what was read first goes on.
extern "C" __global__ void turns(uint2 *out, unsigned *mix, const uint2 *in, int n, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    unsigned h = j;
    for (int k = 0; k < m; k++) {
        const uint2 v = in[k * n + j];
        h = (h ^ v.x) * 16777619u;
        mix[j] = h;
        mix[j] += v.y;
    }
    out[j] = make_uint2(h, mix[j]);
}
