// julia.cu: a frame of an animation through Julia sets.

// Filled by the host before the launch: colours from the set's rim outwards, the last equal to the first.
extern "C" { __constant__ float4 julia_palette[257]; }

// How many points escaped in all; the host finds it by name.
extern "C" { __device__ unsigned long long julia_escaped = 0; }

struct Complex {
    float re, im;
};

// z * z + c.  Fused multiply-adds are written out: the host's check has the same ones.
__device__ Complex step(Complex z, Complex c)
{
    return { fmaf(z.re, z.re, fmaf(-z.im, z.im, c.re)), fmaf(z.re + z.re, z.im, c.im) };
}

// Smooth number of steps until |z|^2 > 256, or -1 inside.  Threads of a warp leave the loop at different times.
__device__ float escape_time(Complex z, Complex c, unsigned limit)
{
    for (unsigned n = 0; n < limit; n++) {
        float r2 = fmaf(z.re, z.re, z.im * z.im);
        if (r2 > 256)
            return n + 3 - __log2f(__log2f(r2));
        z = step(z, c);
    }
    return -1;
}

// The palette at t, counted in turns, between two entries.
__device__ float3 colour(float t)
{
    float place = (t - floorf(t)) * 256, whole = floorf(place), part = place - whole;
    float4 a = julia_palette[(int)whole], b = julia_palette[(int)whole + 1];
    return make_float3(fmaf(part, b.x - a.x, a.x), fmaf(part, b.y - a.y, a.y), fmaf(part, b.z - a.z, a.z));
}

// 8-bit RGB, each pixel the mean of 2 x 2 points; times[pixel] = steps of its first point.
extern "C" __global__ void julia_image(uchar3 *rgb, float *times, unsigned width, unsigned height, float pixel,
                                       Complex c, unsigned limit)
{
    unsigned escaped = 0;
    for (unsigned py = blockIdx.y * blockDim.y + threadIdx.y; py < height; py += gridDim.y * blockDim.y)
        for (unsigned px = blockIdx.x * blockDim.x + threadIdx.x; px < width; px += gridDim.x * blockDim.x) {
            float3 sum = make_float3(0, 0, 0);
            for (int i = 0; i < 4; i++) {
                Complex z = { (px + 0.5f * (i & 1) - 0.5f * width) * pixel,
                              (0.5f * height - py - 0.5f * (i >> 1)) * pixel };
                float time = escape_time(z, c, limit);
                if (i == 0)
                    times[py * width + px] = time;
                float3 add = make_float3(0.0f, 0.0f, 0.0f);
                if (time >= 0) {
                    add = colour(0.07f * __log2f(time + 2) * __log2f(time + 2) + 0.62f);
                    escaped++;
                }
                sum.x += add.x;
                sum.y += add.y;
                sum.z += add.z;
            }
            rgb[py * width + px] = make_uchar3(255 * __saturatef(sum.x / 4) + 0.5f, 255 * __saturatef(sum.y / 4) + 0.5f,
                                               255 * __saturatef(sum.z / 4) + 0.5f);
        }
    if (escaped)
        atomicAdd(&julia_escaped, escaped);
}
