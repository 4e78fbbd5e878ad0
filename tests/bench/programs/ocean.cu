// ocean.cu: the waves of a sea at a time: its spectrum turned, with what goes the other way, then slopes of the heights, signs by squares.
// nvcc: -use_fast_math
extern "C" __global__ void spectrum(const float2 *start, float2 *now, unsigned stride, unsigned n, unsigned rows, float t, float size)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float unit = 2.0f * 3.14159265f / size;
    const float kx = (x - (int)n / 2.0f) * unit, ky = (y - (int)n / 2.0f) * unit;
    const float phase = sqrtf(9.81f * sqrtf(kx * kx + ky * ky)) * t;
    if (x >= n || y >= rows)
        return;
    const float2 a = start[y * stride + x], b = start[(rows - y) * stride + (n - x)];
    const float c = cosf(phase), s = sinf(phase), d = cosf(-phase), e = sinf(-phase);
    now[y * n + x] = make_float2(a.x * c - a.y * s + (b.x * d + b.y * e), a.x * s + a.y * c + (b.x * e - b.y * d));
}
extern "C" __global__ void heights(float *height, const float2 *now, unsigned n)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    height[y * n + x] = now[y * n + x].x * ((x + y) & 1 ? -1.0f : 1.0f);
}
extern "C" __global__ void slopes(const float *height, float2 *slope, unsigned n, unsigned rows)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, at = y * n + x;
    float2 s = make_float2(0.0f, 0.0f);
    if (x > 0 && y > 0 && x < n - 1 && y < rows - 1)
        s = make_float2(height[at + 1] - height[at - 1], height[at + n] - height[at - n]);
    slope[at] = s;
}
