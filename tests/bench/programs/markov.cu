// markov.cu: how likely chains with hidden states make what was seen, forwards, scaled in each step by the sum over all states: a block a
// sequence, a thread a state, sums by halves in shared memory.
#define S 64

extern "C" __global__ void markov(const float *from, const float *emit, const float *start, const int *seen, float *likelihood, int length,
                                  int symbols)
{
    __shared__ float alpha[S], sum[S];
    const int t = threadIdx.x;
    const int *o = seen + blockIdx.x * length;
    float a = start[t] * emit[t * symbols + o[0]], logs = 0;
    for (int k = 1; k <= length; k++) {
        sum[t] = a;
        __syncthreads();
        for (int half = S / 2; half > 0; half >>= 1) {
            if (t < half)
                sum[t] += sum[t + half];
            __syncthreads();
        }
        const float scale = sum[0];
        alpha[t] = a / scale;
        if (t == 0)
            logs += logf(scale);
        __syncthreads();
        if (k < length) {
            float next = 0;
            for (int j = 0; j < S; j++)
                next += alpha[j] * from[j * S + t];
            a = next * emit[t * symbols + o[k]];
        }
        __syncthreads();
    }
    if (t == 0)
        likelihood[blockIdx.x] = logs;
}
