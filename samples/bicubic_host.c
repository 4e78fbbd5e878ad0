/* bicubic_host.c: a part of the photograph made larger by the kernels of bicubic.cu: left along the curves of
 * Catmull-Rom, right by a smooth B-spline. */
#include "photo.h"

extern const ptx2c_module bicubic;

static void weights(double t, bool smooth, double w[4])
{
    double s = 1 - t;
    if (smooth) {
        w[0] = s * s * s / 6;
        w[1] = (3 * t * t * t - 6 * t * t + 4) / 6;
        w[2] = (3 * s * s * s - 6 * s * s + 4) / 6;
        w[3] = t * t * t / 6;
    } else {
        w[0] = t * (-1 + t * (2 - t)) / 2;
        w[1] = (2 + t * t * (-5 + 3 * t)) / 2;
        w[2] = t * (1 + t * (4 - 3 * t)) / 2;
        w[3] = t * t * (t - 1) / 2;
    }
}

/* The sum over 4 x 4 texels, as the definition has it. */
static void resized(const ptx2c_image *image, double x, double y, bool smooth, double out[3])
{
    double left = floor(x - 0.5), top = floor(y - 0.5), wx[4], wy[4];
    weights(x - 0.5 - left, smooth, wx);
    weights(y - 0.5 - top, smooth, wy);
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int j = 0; j < 4; j++)
            for (int i = 0; i < 4; i++) {
                long u = photo_address((long)left + i - 1, (long)image->width, PTX2C_CLAMP);
                long v = photo_address((long)top + j - 1, (long)image->height, PTX2C_CLAMP);
                const uint8_t *row = (const uint8_t *)image->data + image->row_pitch * (size_t)v;
                out[k] += wx[i] * wy[j] * row[4 * u + k];
            }
        out[k] = out[k] < 0 ? 0 : out[k] > 255 ? 255 : out[k];
    }
}

static bool draw(const Setup *s, const ptx2c_image *image, bool smooth, uint8_t *rgb)
{
    uint32_t width = s->n.x, height = s->n.y;
    float step_x = (float)image->width / (float)width, step_y = (float)image->height / (float)height;
    const char *name = smooth ? "bicubic_smooth" : "bicubic_resize";
    const ptx2c_sampler sampler = { .filter = smooth ? PTX2C_LINEAR : PTX2C_NEAREST,
                                    .address = { PTX2C_CLAMP, PTX2C_CLAMP, PTX2C_CLAMP } };
    uint64_t texture;
    if (!photo_done(ptx2c_texture_create(&texture, image, &sampler), "ptx2c_texture_create"))
        return false;
    void *args[] = { &texture, &rgb, &width, &height, &step_x, &step_y };
    bool ok = sample_launch(&bicubic, name, sample_grid(s, width, height), s->block, 0, args);
    size_t pixels = (size_t)width * height, step = pixels < 20000 ? 1 : 37;
    for (size_t i = 0; i < pixels && ok; i += step) {
        double want[3];
        uint32_t x = (uint32_t)(i % width), y = (uint32_t)(i / width);
        resized(image, (x + 0.5) * (double)step_x, (y + 0.5) * (double)step_y, smooth, want);
        ok = photo_same(name, x, y, rgb + 3 * i, want, smooth ? 2 : 1);
    }
    return photo_done(ptx2c_texture_destroy(texture), "ptx2c_texture_destroy") && ok;
}

static bool run(const Setup *s)
{
    Photo p;
    uint32_t width = s->n.x, height = s->n.y;
    if (!photo_read(&p, __FILE__))
        return false;
    /* The balls in the middle: a part of the photograph needs no copy, its rows are just further apart. */
    const ptx2c_image part = { .data = p.rgba + 4 * (80 * p.width + 120), .type = PTX2C_UNORM_INT8, .order = PTX2C_RGBA,
                               .width = 96, .height = 108, .row_pitch = 4 * (size_t)p.width };
    uint8_t *all = sample_alloc((size_t)width * height, 6), *one = sample_alloc((size_t)width * height, 3);
    bool ok = true;
    for (size_t which = 0; which < 2 && ok; which++) {
        ok = draw(s, &part, which, one);
        for (size_t y = 0; y < height; y++)
            memcpy(all + 3 * width * (2 * y + which), one + 3 * width * y, (size_t)3 * width);
    }
    if (ok && s->out && !image_write(s->out, 2 * width, height, all))
        ok = sample_fail("cannot write %s: %s", s->out, strerror(errno));
    sample_say("%lux%lu pixels%s%s", 2 * (unsigned long)width, (unsigned long)height, s->out ? " in " : "",
               s->out ? s->out : "");
    free(one);
    free(all);
    free(p.rgba);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_PLANE(1, 1, 1, 1, 0, 0), SAMPLE_PLANE(37, 23, 1, 7, 0, 0), SAMPLE_PLANE(37, 23, 7, 5, 2, 1),
        SAMPLE_PLANE(64, 48, 16, 16, 0, 0), SAMPLE_PLANE(65, 47, 33, 3, 0, 0), SAMPLE_PLANE(65, 47, 1024, 1, 0, 0),
        SAMPLE_PLANE(17, 33, 2, 2, 50, 50), SAMPLE_PLANE(97, 11, 5, 20, 0, 0),
    };
    static const Sample sample = {
        .name = "bicubic", .sizes = "WIDTH,HEIGHT of each of the two pictures", .run = run,
        .normal = { .n = { 384, 432, 1 }, .block = { 32, 8, 1 }, .out = "bicubic.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
