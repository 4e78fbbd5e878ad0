/* julia_host.c: draws a frame with the kernel of julia.cu.
 *
 * A film:  for i in 00 01 02 03 [and so on]; do ./julia --frame 0.$i --out julia-$i.png; done */
#include "image.h"
#include "sample.h"

extern const ptx2c_module julia;

typedef struct Complex {
    float re, im;
} Complex;

typedef struct View {
    uint32_t width, height, limit;
    float pixel;
    Complex c;
} View;

enum { COLOURS = 257 };

/* Colours between a few stops, by smooth steps. */
static void make_palette(float palette[COLOURS][4])
{
    static const float stop[][4] = { { 0.02f, 0.03f, 0.12f, 1 }, { 0.05f, 0.20f, 0.45f, 1 }, { 0.25f, 0.65f, 0.75f, 1 },
                                     { 0.98f, 0.96f, 0.85f, 1 }, { 0.98f, 0.70f, 0.25f, 1 }, { 0.75f, 0.22f, 0.15f, 1 },
                                     { 0.25f, 0.05f, 0.20f, 1 }, { 0.02f, 0.03f, 0.12f, 1 } };
    const int parts = (int)SAMPLE_COUNT(stop) - 1;
    for (int i = 0; i < COLOURS; i++) {
        int k = i * parts / (COLOURS - 1);
        k = k < parts ? k : parts - 1;
        float t = (float)(i * parts) / (COLOURS - 1) - (float)k, w = t * t * (3 - 2 * t);
        for (int j = 0; j < 4; j++)
            palette[i][j] = stop[k][j] + w * (stop[k + 1][j] - stop[k][j]);
    }
}

/* c goes once around a circle just outside the main body of the Mandelbrot set. */
static View make_view(uint32_t width, uint32_t height, double frame)
{
    const double turn = 6.283185307179586;
    View v = { .width = width, .height = height, .limit = 1000 };
    v.pixel = (float)(3.1 / width);
    v.c.re = (float)(0.7885 * cos(turn * frame));
    v.c.im = (float)(0.7885 * sin(turn * frame));
    return v;
}

/* The kernel's operations in their order, up to the logarithms. */
static float escape_time(const View *v, float re, float im)
{
    for (uint32_t n = 0; n < v->limit; n++) {
        float r2 = fmaf(re, re, im * im);
        if (r2 > 256)
            return (float)n + 3 - log2f(log2f(r2));
        float next = fmaf(re, re, fmaf(-im, im, v->c.re));
        im = fmaf(re + re, im, v->c.im);
        re = next;
    }
    return -1;
}

/* Point i of the pixel's four. */
static float time_at(const View *v, uint32_t px, uint32_t py, int i)
{
    float x = (float)px + 0.5f * (float)(i & 1) - 0.5f * (float)v->width;
    float y = 0.5f * (float)v->height - (float)py - 0.5f * (float)(i >> 1);
    return escape_time(v, x * v->pixel, y * v->pixel);
}

static void colour_at(float palette[COLOURS][4], float time, double rgb[3])
{
    if (time < 0)
        return;
    float t = 0.07f * log2f(time + 2) * log2f(time + 2) + 0.62f;
    float place = (t - floorf(t)) * 256, part = place - floorf(place);
    const float *a = palette[(int)place], *b = palette[(int)place + 1];
    for (int k = 0; k < 3; k++)
        rgb[k] += 255.0 / 4 * (double)fmaf(part, b[k] - a[k], a[k]);
}

/* Every pixel of a small picture; of a large one a sample, since this takes far longer than the kernel. */
static bool check(const View *v, float palette[COLOURS][4], const float *times, const uint8_t *rgb,
                  unsigned long long escaped)
{
    size_t pixels = (size_t)v->width * v->height, step = pixels < 20000 ? 1 : 97;
    unsigned long long seen = 0;
    for (size_t i = 0; i < pixels; i += step) {
        uint32_t px = (uint32_t)(i % v->width), py = (uint32_t)(i / v->width);
        double colour[3] = { 0 };
        for (int k = 0; k < 4; k++) {
            float time = time_at(v, px, py, k);
            colour_at(palette, time, colour);
            seen += time >= 0;
            if (k == 0 && !(fabsf(times[i] - time) <= 1e-4f))
                return sample_fail("time[%lu,%lu] = %.9g, not %.9g", (unsigned long)px, (unsigned long)py,
                                   (double)times[i], (double)time);
        }
        for (int k = 0; k < 3; k++) /* half a step of rounding, and the approximate logarithm */
            if (!(fabs(rgb[3 * i + (size_t)k] - colour[k]) <= 1))
                return sample_fail("pixel[%lu,%lu].%c = %d, not %.2f", (unsigned long)px, (unsigned long)py, "rgb"[k],
                                   rgb[3 * i + (size_t)k], colour[k]);
    }
    if (step == 1 && seen != escaped)
        return sample_fail("julia_escaped = %llu, not %llu", escaped, seen);
    return true;
}

static bool run(const Setup *s)
{
    float palette[COLOURS][4];
    size_t palette_bytes = 0, escaped_bytes = 0, pixels = (size_t)s->n.x * s->n.y;
    void *to_palette = ptx2c_find_variable(&julia, "julia_palette", &palette_bytes);
    unsigned long long *escaped = ptx2c_find_variable(&julia, "julia_escaped", &escaped_bytes);
    if (!to_palette || palette_bytes != sizeof palette || !escaped || escaped_bytes != sizeof *escaped)
        return sample_fail("the module has no julia_palette or julia_escaped of the right size");
    make_palette(palette);
    memcpy(to_palette, palette, sizeof palette);
    *escaped = 0;

    View v = make_view(s->n.x, s->n.y, s->frame);
    if (!s->out)
        v.limit = 100;
    float *times = sample_alloc(pixels, sizeof *times);
    uint8_t *rgb = sample_alloc(pixels, 3);
    void *args[] = { &rgb, &times, &v.width, &v.height, &v.pixel, &v.c, &v.limit };
    sample_say("%lux%lu pixels%s%s", (unsigned long)v.width, (unsigned long)v.height, s->out ? " in " : "",
               s->out ? s->out : "");
    bool ok = sample_launch(&julia, "julia_image", sample_grid(s, v.width, v.height), s->block, 0, args);
    if (ok && s->out && !image_write(s->out, v.width, v.height, rgb))
        ok = sample_fail("cannot write %s: %s", s->out, strerror(errno));
    ok = ok && check(&v, palette, times, rgb, *escaped);
    free(times);
    free(rgb);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_PLANES };
    static const Sample sample = {
        .name = "julia", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 1024, 768, 1 }, .block = { 16, 16, 1 }, .frame = 0.32, .out = "julia.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
