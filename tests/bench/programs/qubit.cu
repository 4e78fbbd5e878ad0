// qubit.cu: gates on a register of qubits: amplitudes in pairs whose numbers differ in one bit, with and without a qubit that controls;
// then the chance of each value of some qubits.
__device__ __forceinline__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

extern "C" __global__ void gate(float2 *state, int target, float2 g00, float2 g01, float2 g10, float2 g11, unsigned pairs)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        const unsigned low = i & ((1u << target) - 1u), zero = ((i ^ low) << 1) | low, one = zero | 1u << target;
        const float2 a = state[zero], b = state[one];
        const float2 p = times(g00, a), q = times(g01, b), r = times(g10, a), s = times(g11, b);
        state[zero] = make_float2(p.x + q.x, p.y + q.y);
        state[one] = make_float2(r.x + s.x, r.y + s.y);
    }
}

extern "C" __global__ void controlled(float2 *state, int control, int target, float angle, unsigned pairs)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const unsigned low = i & ((1u << target) - 1u), one = ((i ^ low) << 1) | low | 1u << target;
    if (!(one >> control & 1))
        return;
    float s, c;
    sincosf(angle, &s, &c);
    state[one] = times(state[one], make_float2(c, s));
}

extern "C" __global__ void chances(const float2 *state, float *chance, int first, int bits, unsigned count)
{
    __shared__ float sums[256];
    const int values = 1 << bits;
    for (int v = threadIdx.x; v < values; v += blockDim.x)
        sums[v] = 0.0f;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const float2 a = state[i];
        atomicAdd(&sums[i >> first & (values - 1)], a.x * a.x + a.y * a.y);
    }
    __syncthreads();
    for (int v = threadIdx.x; v < values; v += blockDim.x)
        atomicAdd(&chance[v], sums[v]);
}
