// viterbi.cu: the likeliest way through a chain of states: a thread a state, a launch a step.
extern "C" __global__ void viterbi(const float *before, float *now, int *from, const float *go, const float *see, int states, int seen)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < states) {
        float best = -1e30f;
        int at = 0;
        for (int i = 0; i < states; i++) {
            float p = before[i] + go[i * states + j];
            if (p > best) {
                best = p;
                at = i;
            }
        }
        now[j] = best + see[j * 16 + seen];
        from[j] = at;
    }
}
