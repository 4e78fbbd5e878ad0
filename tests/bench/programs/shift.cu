// shift.cu: points move to the mean of those near them, weighted by a bell (mean shift); points through shared memory.
#define TILE 64
extern "C" __global__ void shift(const float2 *from, const float2 *all, float2 *to, int n, float radius, float width)
{
    __shared__ float2 near[TILE];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float2 own = i < n ? from[i] : make_float2(0, 0);
    float2 sum = make_float2(0, 0);
    float weights = 0;
    for (int t = 0; t < n; t += TILE) {
        const int j = t + threadIdx.x;
        near[threadIdx.x] = j < n ? all[j] : make_float2(1e9f, 1e9f);
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            const float dx = own.x - near[k].x, dy = own.y - near[k].y, d = dx * dx + dy * dy;
            if (d <= radius) {
                const float w = expf(-d / width);
                sum.x += w * near[k].x;
                sum.y += w * near[k].y;
                weights += w;
            }
        }
        __syncthreads();
    }
    if (i < n)
        to[i] = make_float2(sum.x / weights, sum.y / weights);
}
