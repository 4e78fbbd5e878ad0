// last.cu: smallest, largest and sum of many numbers in one launch: blocks write their share, and the one that comes last, as
// a counter tells, puts the shares together.
#define THREADS 256
struct Share {
    float low, high, sum;
};
__device__ unsigned arrived = 0;

__device__ static void together(float *low, float *high, float *sum)
{
    for (int s = THREADS / 2; s > 0; s /= 2) {
        const int t = threadIdx.x;
        if (t < s) {
            low[t] = fminf(low[t], low[t + s]);
            high[t] = fmaxf(high[t], high[t + s]);
            sum[t] += sum[t + s];
        }
        __syncthreads();
    }
}

extern "C" __global__ void last(const float *x, volatile Share *shares, Share *result, int n)
{
    __shared__ float low[THREADS], high[THREADS], sum[THREADS];
    __shared__ bool is_last;
    const int t = threadIdx.x;
    float l = 1e30f, h = -1e30f, s = 0;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS) {
        l = fminf(l, x[i]);
        h = fmaxf(h, x[i]);
        s += x[i];
    }
    low[t] = l;
    high[t] = h;
    sum[t] = s;
    __syncthreads();
    together(low, high, sum);
    if (t == 0) {
        shares[blockIdx.x].low = low[0];
        shares[blockIdx.x].high = high[0];
        shares[blockIdx.x].sum = sum[0];
        __threadfence();
        is_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    l = 1e30f, h = -1e30f, s = 0;
    for (int i = t; i < (int)gridDim.x; i += THREADS) {
        l = fminf(l, shares[i].low);
        h = fmaxf(h, shares[i].high);
        s += shares[i].sum;
    }
    low[t] = l;
    high[t] = h;
    sum[t] = s;
    __syncthreads();
    together(low, high, sum);
    if (t == 0) {
        result->low = low[0];
        result->high = high[0];
        result->sum = sum[0];
    }
}
