/* photo_host.c: four pictures of a photograph by the kernels of photo.cu: turned, with and without filter; and laid out
 * on a floor, with and without mipmap. */
#include "photo.h"

extern const ptx2c_module photo;

typedef struct Line {
    float a, b, c;
} Line;


/* The floor's furthest row is far / eye photographs away. */
typedef struct Floor {
    float far, eye;
} Floor;

/* The map that shows all of the photograph, turned, in the middle of width x height pixels. */
static void make_map(uint32_t width, uint32_t height, Line *u, Line *v)
{
    const double turn = 0.4, zoom = 1.5 / (width < height ? width : height), c = zoom * cos(turn), s = zoom * sin(turn);
    *u = (Line){ (float)c, (float)-s, (float)(0.5 - c * width / 2 + s * height / 2) };
    *v = (Line){ (float)s, (float)c, (float)(0.5 - s * width / 2 - c * height / 2) };
}

/* A pixel of photo_turn, filtered or not. */
static void turned(const Photo *p, Line u, Line v, uint32_t x, uint32_t y, bool filter, double out[3])
{
    double s = fmaf(u.a, (float)x, fmaf(u.b, (float)y, u.c)) * (double)p->width;
    double t = fmaf(v.a, (float)x, fmaf(v.b, (float)y, v.c)) * (double)p->height;
    if (!filter) {
        s = floor(s) + 0.5;
        t = floor(t) + 0.5;
    }
    photo_linear(p->rgba, p->width, p->height, s, t, PTX2C_MIRROR, out);
}

/* A pixel of photo_floor: between two levels of the mipmap. */
static void on_floor(const ptx2c_image *image, uint32_t x, uint32_t y, uint32_t width, Floor f, bool mipmap, double out[3])
{
    float away = f.far / ((float)y + f.eye), across = 0.6f * away / (float)width, along = away / ((float)y + f.eye);
    float u = across * ((float)x + 0.5f - 0.5f * (float)width);
    float level = mipmap ? log2f((float)image->width * fmaxf(across, along)) : 0;
    level = level < 0 ? 0 : level > (float)(image->levels - 1) ? (float)(image->levels - 1) : level;
    double part = floor((level - floorf(level)) * 256 + 0.5) / 256, two[2][3];
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t n = (uint32_t)level + i < image->levels ? (uint32_t)level + i : image->levels - 1;
        uint32_t w = image->width >> n ? image->width >> n : 1, h = image->height >> n ? image->height >> n : 1;
        const uint8_t *rgba = n ? image->level[n - 1].data : image->data;
        photo_linear(rgba, w, h, (double)u * w, -(double)away * h, PTX2C_WRAP, two[i]);
    }
    for (int k = 0; k < 3; k++)
        out[k] = two[0][k] + part * (two[1][k] - two[0][k]);
}

/* One of the four pictures: the lower two are floors, the right two have no filter or no mipmap. */
static bool draw(const Setup *s, const Photo *p, const ptx2c_image *image, int which, uint8_t *rgb)
{
    const bool floor = which >= 2, plain = which & 1;
    uint32_t width = s->n.x, height = s->n.y;
    const char *name = floor ? "photo_floor" : "photo_turn";
    ptx2c_sampler sampler = { .filter = plain && !floor ? PTX2C_NEAREST : PTX2C_LINEAR, .normalized = true,
                              .mip_filter = PTX2C_LINEAR, .max_level = 31 };
    sampler.address[0] = sampler.address[1] = floor ? PTX2C_WRAP : PTX2C_MIRROR;
    uint64_t texture;
    if (!photo_done(ptx2c_texture_create(&texture, image, &sampler), "ptx2c_texture_create"))
        return false;
    Line u, v;
    make_map(width, height, &u, &v);
    const Floor f = { 2.2f * (float)height, 0.06f * (float)height };
    float far = f.far, eye = f.eye, texels = (float)p->width, level = plain ? -1 : 0;
    void *turn_args[] = { &texture, &rgb, &width, &height, &u, &v };
    void *floor_args[] = { &texture, &rgb, &width, &height, &far, &eye, &texels, &level };
    bool ok = sample_launch(&photo, name, sample_grid(s, width, height), s->block, 0, floor ? floor_args : turn_args);
    size_t pixels = (size_t)width * height, step = pixels < 20000 ? 1 : 37;
    for (size_t i = 0; i < pixels && ok; i += step) {
        double want[3];
        uint32_t x = (uint32_t)(i % width), y = (uint32_t)(i / width);
        if (floor)
            on_floor(image, x, y, width, f, !plain, want);
        else
            turned(p, u, v, x, y, !plain, want);
        ok = photo_same(name, x, y, rgb + 3 * i, want, 2);
    }
    return photo_done(ptx2c_texture_destroy(texture), "ptx2c_texture_destroy") && ok;
}

static bool run(const Setup *s)
{
    Photo p;
    uint32_t width = s->n.x, height = s->n.y;
    if (!photo_read(&p, __FILE__))
        return false;
    ptx2c_image image = { .data = p.rgba, .type = PTX2C_UNORM_INT8, .order = PTX2C_RGBA, .width = p.width,
                          .height = p.height };
    ptx2c_level level[31];
    size_t bytes = ptx2c_mipmap_bytes(&image);
    void *levels = sample_alloc(bytes, 1);
    bool ok = photo_done(ptx2c_mipmap_build(&image, level, levels, bytes, false), "ptx2c_mipmap_build");
    uint8_t *all = sample_alloc((size_t)width * height, 12), *one = sample_alloc((size_t)width * height, 3);
    for (int which = 0; which < 4 && ok; which++) {
        ok = draw(s, &p, &image, which, one);
        for (size_t y = 0; y < height; y++)
            memcpy(all + 3 * width * (2 * (y + height * (size_t)(which / 2)) + (size_t)(which % 2)), one + 3 * width * y,
                   (size_t)3 * width);
    }
    if (ok && s->out && !image_write(s->out, 2 * width, 2 * height, all))
        ok = sample_fail("cannot write %s: %s", s->out, strerror(errno));
    sample_say("%lux%lu pixels%s%s", 2 * (unsigned long)width, 2 * (unsigned long)height, s->out ? " in " : "",
               s->out ? s->out : "");
    free(one);
    free(all);
    free(levels);
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
        .name = "photo", .sizes = "WIDTH,HEIGHT of each of the four pictures", .run = run,
        .normal = { .n = { 400, 300, 1 }, .block = { 32, 8, 1 }, .out = "photo.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
