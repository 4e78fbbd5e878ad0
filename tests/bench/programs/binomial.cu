// binomial.cu: prices of options on a tree of rising and falling prices, a block for each option, a thread for each leaf.
#define STEPS 255

extern "C" __global__ void binomial(const float4 *options, float *value, float up, float down)
{
    __shared__ float next[STEPS + 1];
    float4 o = options[blockIdx.x];
    int t = threadIdx.x;
    float price = o.x * expf(o.z * (2.0f * t - STEPS));
    float v = price > o.y ? price - o.y : 0;
    next[t] = v;
    for (int i = STEPS; i > 0; --i) {
        __syncthreads();
        if (t < i)
            v = (up * next[t + 1] + down * v) * o.w;
        __syncthreads();
        next[t] = v;
    }
    if (t == 0)
        value[blockIdx.x] = v;
}
