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
    return make_float3(0.5f - 0.5f * __cosf(turn * (t + 0.02f)), 0.47f - 0.47f * __cosf(turn * (t - 0.06f)),
                       0.55f - 0.45f * __cosf(turn * (t - 0.17f)));
}

// One point: smooth colour by how fast z left, lit from the upper left as if the distance to the set were a height.
__device__ float3 shade(float cx, float cy, unsigned limit)
{
    float x = 0, y = 0, dx = 0, dy = 0, r2 = 0;
    unsigned n = 0;
    for (; n < limit && r2 <= 1e4f; n++) {
        float ndx = fmaf(2 * x, dx, fmaf(-2 * y, dy, 1.0f));
        dy = 2 * fmaf(x, dy, y * dx);
        dx = ndx;
        float nx = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(x + x, y, cy);
        x = nx;
        r2 = fmaf(x, x, y * y);
    }
    if (r2 <= 1e4f)
        return make_float3(0.02f, 0.02f, 0.05f);
    float smooth = n - __log2f(__log2f(r2)) + 2.732f;
    // The normal of the height field points along z / dz.
    float d2 = fmaf(dx, dx, dy * dy), ux = fmaf(x, dx, y * dy) / d2, uy = fmaf(y, dx, -x * dy) / d2;
    float length = rsqrtf(fmaf(ux, ux, uy * uy));
    float light = fmaf(-0.7071f * ux + 0.7071f * uy, length, 1.4f) / 2.4f;
    float3 c = palette(0.115f * __log2f(smooth + 1) * __log2f(smooth + 1));
    float bright = 0.35f + 0.75f * fmaxf(light, 0.0f);
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
                float3 c = shade(fmaf(px + 0.5f * (i & 1), pixel, left), fmaf(py + 0.5f * (i >> 1), -pixel, top), limit);
                sum.x += c.x;
                sum.y += c.y;
                sum.z += c.z;
            }
            rgb[py * width + px] = make_uchar3(to_byte(sum.x / 4), to_byte(sum.y / 4), to_byte(sum.z / 4));
        }
}
