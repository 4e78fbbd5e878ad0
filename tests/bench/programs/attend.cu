// attend.cu: attention for one query a block: products with all keys, their softmax in shared memory, the weighted sum of the values.
#define D 64
#define MOST 512

extern "C" __global__ void attend(const float *queries, const float *keys, const float *values, float *out, int length)
{
    __shared__ float weight[MOST], query[D], part[128];
    const int t = threadIdx.x, row = blockIdx.x;
    if (t < D)
        query[t] = queries[row * D + t];
    __syncthreads();
    float most = -1e30f;
    for (int j = t; j < length; j += blockDim.x) {
        float s = 0;
        for (int d = 0; d < D; d++)
            s += query[d] * keys[j * D + d];
        s *= 0.125f;
        weight[j] = s;
        most = fmaxf(most, s);
    }
    part[t] = most;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    float sum = 0;
    for (int j = t; j < length; j += blockDim.x) {
        const float e = expf(weight[j] - most);
        weight[j] = e;
        sum += e;
    }
    part[t] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    const float by = 1 / part[0];
    if (t < D) {
        float s = 0;
        for (int j = 0; j < length; j++)
            s += weight[j] * values[j * D + t];
        out[row * D + t] = s * by;
    }
}
