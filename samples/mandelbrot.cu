// mandelbrot.cu: the Mandelbrot set.

// Iterations until |z| > 2, at most limit.  Fused multiply-adds are written out: the host's check has the same ones.
extern "C" __global__ void mandelbrot_count(unsigned *count, unsigned width, unsigned height, float left, float top,
                                            float pixel, unsigned limit)
{
    for (unsigned py = blockIdx.y * blockDim.y + threadIdx.y; py < height; py += gridDim.y * blockDim.y)
        for (unsigned px = blockIdx.x * blockDim.x + threadIdx.x; px < width; px += gridDim.x * blockDim.x) {
            float cx = fmaf(px, pixel, left), cy = fmaf(py, -pixel, top), x = 0, y = 0;
            unsigned n = 0;
            while (n < limit && fmaf(x, x, y * y) <= 4) {
                float next = fmaf(x, x, fmaf(-y, y, cx));
                y = fmaf(x + x, y, cy);
                x = next;
                n++;
            }
            count[py * width + px] = n;
        }
}

// Colours around a circle; t is counted in turns.
__device__ float3 palette(float t)
{
    const float turn = 6.2831853f;
    return make_float3(0.5f - 0.5f * __cosf(turn * (t + 0.47f)), 0.47f - 0.47f * __cosf(turn * (t + 0.39f)),
                       0.55f - 0.45f * __cosf(turn * (t + 0.28f)));
}

// One point: its colour by how fast z left, lit from the upper left as if the time were a height, and darker close to
// the set, where the colours would be noise.  dx, dy is the derivative of z by c.
__device__ float3 shade(float cx, float cy, float pixel, unsigned limit)
{
    float x = 0, y = 0, dx = 0, dy = 0, r2 = 0;
    unsigned n = 0;
    for (; n < limit && r2 <= 1e4f; n++) {
        float next_dx = fmaf(2 * x, dx, fmaf(-2 * y, dy, 1.0f));
        dy = 2 * fmaf(x, dy, y * dx);
        dx = next_dx;
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(x + x, y, cy);
        x = next;
        r2 = fmaf(x, x, y * y);
    }
    if (r2 <= 1e4f)
        return make_float3(0.01f, 0.01f, 0.03f);
    float log_r2 = __log2f(r2), d2 = fmaf(dx, dx, dy * dy);
    // The slope points along z / dz.
    float ux = fmaf(x, dx, y * dy), uy = fmaf(y, dx, -x * dy);
    float light = fmaf(0.7071f * (uy - ux), rsqrtf(fmaf(ux, ux, uy * uy)), 1.4f) / 2.4f;
    float pixels_away = 0.34657359f * log_r2 * sqrtf(r2 / d2) / pixel, near = fminf(1.5f * pixels_away, 1.0f);
    float bright = (0.3f + 0.7f * fmaxf(light, 0.0f)) * near * (2 - near);
    float time = __log2f(n - __log2f(log_r2) + 3.732f);
    float3 c = palette(0.06f * time * time);
    return make_float3(c.x * bright, c.y * bright, c.z * bright);
}

__device__ unsigned char to_byte(float v)
{
    return (unsigned char)__float2int_rn(255 * __saturatef(v));
}

// 8-bit RGB, each pixel the mean of 2 x 2 points.
extern "C" __global__ void mandelbrot_image(uchar3 *rgb, unsigned width, unsigned height, float left, float top,
                                            float pixel, unsigned limit)
{
    for (unsigned py = blockIdx.y * blockDim.y + threadIdx.y; py < height; py += gridDim.y * blockDim.y)
        for (unsigned px = blockIdx.x * blockDim.x + threadIdx.x; px < width; px += gridDim.x * blockDim.x) {
            float3 sum = make_float3(0, 0, 0);
            for (int i = 0; i < 4; i++) {
                float cx = fmaf(px + 0.5f * (i & 1), pixel, left), cy = fmaf(py + 0.5f * (i >> 1), -pixel, top);
                float3 c = shade(cx, cy, pixel, limit);
                sum.x += c.x;
                sum.y += c.y;
                sum.z += c.z;
            }
            rgb[py * width + px] = make_uchar3(to_byte(sum.x / 4), to_byte(sum.y / 4), to_byte(sum.z / 4));
        }
}
