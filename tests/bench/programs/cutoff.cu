// cutoff.cu: each particle's forces from those that are near, and how many these are.
extern "C" __global__ void forces(float2 *force, int *near, const float4 *at, int n, int others, float radius2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float4 own = at[i];
    float2 sum = make_float2(0, 0);
    int count = 0;
    for (int j = 0; j < others; j++) {
        const float4 other = at[j];
        const float x = other.x - own.x, y = other.y - own.y, r2 = x * x + y * y;
        if (r2 < radius2) {
            float w = 1 - r2 / radius2;
            w = w * w * (3 - 2 * w) * other.w / (0.01f + r2);
            sum.x += w * x;
            sum.y += w * y;
            count++;
        }
    }
    force[i] = sum;
    near[i] = count;
}
