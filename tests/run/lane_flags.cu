// lane_flags.cu: what lanes of a warp find of themselves before shuffles and ask behind them: by words, as the values are; and where a vote
// or a branch takes all lanes' at once.
extern "C" __global__ void sorted(int *keys, float *values, unsigned turned)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int key = keys[i];
    float value = values[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const bool up = ((lane & stride) == 0) == (((lane ^ turned) & size) == 0);
            const int other = __shfl_xor_sync(~0u, key, stride);
            const float theirs = __shfl_xor_sync(~0u, value, stride);
            if ((key > other) == up && key != other)
                key = other, value = theirs;
        }
    keys[i] = key;
    values[i] = value;
}

extern "C" __global__ void smoothed(const float *in, float *out, int rounds, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = i < n ? i : n - 1;
    float v = in[at];
    const bool fixed = v > 0.75f, warm = in[n - 1 - at] > 0.5f;
    for (int r = 0; r < rounds; r++) {
        const float left = __shfl_up_sync(~0u, v, 1), right = __shfl_down_sync(~0u, v, 1);
        const float next = warm ? 0.5f * (left + right) : 0.25f * (left + right) + 0.5f * v;
        v = fixed ? v : next;
    }
    if (i < n)
        out[i] = v;
}

extern "C" __global__ void voted(const float *in, float *out, unsigned *votes, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    const bool high = v > 0.5f;
    const unsigned all = __ballot_sync(~0u, high);
    v += __shfl_xor_sync(~0u, v, 3);
    if (high)
        v -= 1.0f;
    v += __shfl_xor_sync(~0u, v, 5);
    if (__any_sync(~0u, high && v < 0.5f))
        v = high ? v * 2 : v;
    out[i] = v;
    if ((threadIdx.x & 31) == 0)
        votes[i / 32] = all;
}
