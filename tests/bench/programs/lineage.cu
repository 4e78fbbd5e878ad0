// lineage.cu: how likely sequences come from a common ancestor by a tree (Felsenstein): at each inner node, for each place and each speed
// of change, products of two children's likelihoods with matrices of 4 x 4: a state a thread, 16 places a block; then sums of logarithms.
#define STATES 4
#define PLACES 16

extern "C" __global__ void join(float *partials, const float *matrices, float *scales, int left, int right, int to, int places)
{
    __shared__ float m1[STATES * STATES], m2[STATES * STATES], p1[PLACES * STATES], p2[PLACES * STATES];
    const int state = threadIdx.x, place = blockIdx.x * PLACES + threadIdx.y, speed = blockIdx.y, speeds = gridDim.y;
    const int me = threadIdx.y * STATES + state;
    if (threadIdx.y < STATES) {
        m1[me] = matrices[(left * speeds + speed) * STATES * STATES + me];
        m2[me] = matrices[(right * speeds + speed) * STATES * STATES + me];
    }
    const int size = speeds * places * STATES, at = (speed * places + place) * STATES + state;
    if (place < places) {
        p1[me] = partials[left * size + at];
        p2[me] = partials[right * size + at];
    } else {
        p1[me] = 0.0f;
        p2[me] = 0.0f;
    }
    __syncthreads();
    float sum1 = 0.0f, sum2 = 0.0f;
    for (int k = 0; k < STATES; k++) {
        sum1 += m1[state * STATES + k] * p1[threadIdx.y * STATES + k];
        sum2 += m2[state * STATES + k] * p2[threadIdx.y * STATES + k];
    }
    if (place < places)
        partials[to * size + at] = sum1 * sum2;
}

extern "C" __global__ void scale(float *partials, float *scales, int node, int places, int speeds)
{
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= places)
        return;
    float4 *p = (float4 *)(partials + node * speeds * places * STATES);
    float most = 0.0f;
    for (int s = 0; s < speeds; s++) {
        const float4 v = p[s * places + place];
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    if (most == 0.0f)
        most = 1.0f;
    for (int s = 0; s < speeds; s++) {
        float4 v = p[s * places + place];
        v.x /= most;
        v.y /= most;
        v.z /= most;
        v.w /= most;
        p[s * places + place] = v;
    }
    scales[place] += logf(most);
}

extern "C" __global__ void total(const float *partials, const float *scales, const float *often, float *sums, int node, int places, int speeds)
{
    __shared__ float share[64];
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.0f;
    if (place < places) {
        const float4 *p = (const float4 *)(partials + node * speeds * places * STATES);
        float sum = 0.0f;
        for (int s = 0; s < speeds; s++) {
            const float4 v = p[s * places + place];
            sum += often[0] * v.x + often[1] * v.y + often[2] * v.z + often[3] * v.w;
        }
        x = logf(sum / speeds) + scales[place];
    }
    share[threadIdx.x] = x;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            share[threadIdx.x] += share[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = share[0];
}
