/* mandelbrot_host.c: draws the Mandelbrot set with the kernels of mandelbrot.cu. */
#include "image.h"
#include "sample.h"

extern const ptx2c_module mandelbrot;

/* What is seen: the upper left corner, the size of a pixel, how long to iterate. */
typedef struct View {
    uint32_t width, height, limit;
    float left, top, pixel;
} View;

/* For a picture the seahorse valley; for checks the whole set, which takes fewer steps and has long neighbours of short
 * ones. */
static View make_view(uint32_t width, uint32_t height, bool picture)
{
    double x = picture ? -0.7436 : -0.6, y = picture ? 0.1318 : 0.0, size = picture ? 0.012 : 3.2;
    View v = { .width = width, .height = height, .limit = picture ? 1000 : 50 };
    v.pixel = (float)(size / width);
    v.left = (float)(x - size / 2);
    v.top = (float)(y + size / 2 * height / width);
    return v;
}

/* The kernel's operations in their order: the numbers agree. */
static uint32_t count_at(const View *v, uint32_t px, uint32_t py)
{
    float cx = fmaf((float)px, v->pixel, v->left), cy = fmaf((float)py, -v->pixel, v->top), x = 0, y = 0;
    uint32_t n = 0;
    while (n < v->limit && fmaf(x, x, y * y) <= 4) {
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(x + x, y, cy);
        x = next;
        n++;
    }
    return n;
}

static void shade(const View *v, float cx, float cy, float c[3])
{
    float x = 0, y = 0, dx = 0, dy = 0, r2 = 0;
    uint32_t n = 0;
    for (; n < v->limit && r2 <= 1e4f; n++) {
        float next_dx = fmaf(2 * x, dx, fmaf(-2 * y, dy, 1.0f));
        dy = 2 * fmaf(x, dy, y * dx);
        dx = next_dx;
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(x + x, y, cy);
        x = next;
        r2 = fmaf(x, x, y * y);
    }
    if (r2 <= 1e4f) {
        c[0] = c[1] = 0.01f;
        c[2] = 0.03f;
        return;
    }
    float log_r2 = log2f(r2), d2 = fmaf(dx, dx, dy * dy), ux = fmaf(x, dx, y * dy), uy = fmaf(y, dx, -x * dy);
    float light = (0.7071f * (uy - ux) / sqrtf(fmaf(ux, ux, uy * uy)) + 1.4f) / 2.4f;
    float pixels_away = 0.34657359f * log_r2 * sqrtf(r2 / d2) / v->pixel, near = fminf(1.5f * pixels_away, 1.0f);
    float bright = (0.3f + 0.7f * fmaxf(light, 0.0f)) * near * (2 - near);
    float time = log2f((float)n - log2f(log_r2) + 3.732f), t = 0.06f * time * time;
    const float turn = 6.2831853f;
    c[0] = (0.5f - 0.5f * cosf(turn * (t + 0.47f))) * bright;
    c[1] = (0.47f - 0.47f * cosf(turn * (t + 0.39f))) * bright;
    c[2] = (0.55f - 0.45f * cosf(turn * (t + 0.28f))) * bright;
}

static void pixel_at(const View *v, uint32_t px, uint32_t py, double rgb[3])
{
    double sum[3] = { 0 };
    for (int i = 0; i < 4; i++) {
        float c[3];
        shade(v, fmaf((float)px + 0.5f * (float)(i & 1), v->pixel, v->left),
              fmaf((float)py + 0.5f * (float)(i >> 1), -v->pixel, v->top), c);
        for (int k = 0; k < 3; k++)
            sum[k] += (double)c[k];
    }
    for (int k = 0; k < 3; k++)
        rgb[k] = 255 * (sum[k] / 4 > 1 ? 1 : sum[k] / 4 < 0 ? 0 : sum[k] / 4);
}

/* Every pixel of a small picture; of a large one a sample, since this takes far longer than the kernels. */
static bool check(const View *v, const uint32_t *count, const uint8_t *rgb)
{
    size_t pixels = (size_t)v->width * v->height, step = pixels < 20000 ? 1 : 97;
    for (size_t i = 0; i < pixels; i += step) {
        uint32_t px = (uint32_t)(i % v->width), py = (uint32_t)(i / v->width), want = count_at(v, px, py);
        if (count[i] != want)
            return sample_fail("count[%lu,%lu] = %lu, not %lu", (unsigned long)px, (unsigned long)py,
                               (unsigned long)count[i], (unsigned long)want);
        double colour[3];
        pixel_at(v, px, py, colour);
        for (int k = 0; k < 3; k++) /* half a step of rounding, and the approximate logarithm and cosine */
            if (!(fabs(rgb[3 * i + (size_t)k] - colour[k]) <= 1))
                return sample_fail("pixel[%lu,%lu].%c = %d, not %.2f", (unsigned long)px, (unsigned long)py, "rgb"[k],
                                   rgb[3 * i + (size_t)k], colour[k]);
    }
    return true;
}

static bool run(const Setup *s)
{
    View v = make_view(s->n.x, s->n.y, s->out);
    size_t pixels = (size_t)v.width * v.height;
    uint32_t *count = sample_alloc(pixels, sizeof *count);
    uint8_t *rgb = sample_alloc(pixels, 3);
    ptx2c_dim3 grid = sample_grid(s, v.width, v.height);
    void *count_args[] = { &count, &v.width, &v.height, &v.left, &v.top, &v.pixel, &v.limit };
    void *image_args[] = { &rgb, &v.width, &v.height, &v.left, &v.top, &v.pixel, &v.limit };
    bool ok = sample_launch(&mandelbrot, "mandelbrot_count", grid, s->block, 0, count_args) &&
              sample_launch(&mandelbrot, "mandelbrot_image", grid, s->block, 0, image_args);
    sample_say("%lux%lu pixels%s%s", (unsigned long)v.width, (unsigned long)v.height, s->out ? " in " : "",
               s->out ? s->out : "");
    if (ok && s->out && !image_write(s->out, v.width, v.height, rgb))
        ok = sample_fail("cannot write %s: %s", s->out, strerror(errno));
    ok = ok && check(&v, count, rgb);
    free(count);
    free(rgb);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_PLANES };
    static const Sample sample = {
        .name = "mandelbrot", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 1024, 768, 1 }, .block = { 32, 8, 1 }, .out = "mandelbrot.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
