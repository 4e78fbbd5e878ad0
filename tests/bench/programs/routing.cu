// routing.cu: tokens are given to experts: a warp a token finds the two best of 64 by shuffles, their weights by softmax, and counts
// how many each expert gets; then each expert's places, and the tokens' rows are copied there.
#define EXPERTS 64

extern "C" __global__ void choose(const float *logits, int *expert, float *weight, int *count, int tokens)
{
    const int token = blockIdx.x * blockDim.y + threadIdx.y;
    if (token >= tokens)
        return;
    const int lane = threadIdx.x;
    float x[EXPERTS / 32];
    float top = -INFINITY;
    for (int i = 0; i < EXPERTS / 32; i++) {
        x[i] = logits[token * EXPERTS + i * 32 + lane];
        top = fmaxf(top, x[i]);
    }
    for (int d = 16; d; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d, 32));
    float sum = 0;
    for (int i = 0; i < EXPERTS / 32; i++) {
        x[i] = expf(x[i] - top);
        sum += x[i];
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d, 32);
    float share = 0;
    for (int k = 0; k < 2; k++) {
        float best = -1;
        int at = 0;
        for (int i = 0; i < EXPERTS / 32; i++)
            if (x[i] > best) {
                best = x[i];
                at = i * 32 + lane;
            }
        for (int d = 16; d; d /= 2) {
            const float other = __shfl_xor_sync(~0u, best, d, 32);
            const int where = __shfl_xor_sync(~0u, at, d, 32);
            if (other > best || (other == best && where < at)) {
                best = other;
                at = where;
            }
        }
        share += best / sum;
        if (lane == 0) {
            expert[token * 2 + k] = at;
            weight[token * 2 + k] = best / sum;
            atomicAdd(&count[at], 1);
        }
        if (at % 32 == lane)
            x[at / 32] = -1;
    }
    __syncwarp();
    if (lane < 2)
        weight[token * 2 + lane] /= share;
}

extern "C" __global__ void starts(const int *count, int *start)
{
    __shared__ int sum[EXPERTS];
    const int i = threadIdx.x;
    sum[i] = count[i];
    __syncthreads();
    for (int d = 1; d < EXPERTS; d *= 2) {
        const int add = i >= d ? sum[i - d] : 0;
        __syncthreads();
        sum[i] += add;
        __syncthreads();
    }
    start[i] = sum[i] - count[i];
}

extern "C" __global__ void gather(const float4 *rows, const int *order, const float *weight, float4 *out, int n, int width)
{
    for (int r = blockIdx.x; r < n; r += gridDim.x) {
        const int from = order[r];
        const float w = weight[from];
        for (int i = threadIdx.x; i < width / 4; i += blockDim.x) {
            const float4 v = rows[(size_t)(from / 2) * (width / 4) + i];
            out[(size_t)r * (width / 4) + i] = make_float4(v.x * w, v.y * w, v.z * w, v.w * w);
        }
    }
}
