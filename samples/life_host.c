/* life_host.c: the Game of Life on surfaces by the kernels of life.cu, drawn after some generations. */
#include "photo.h"

extern const ptx2c_module life;

/* A generation in plain C: 0 or the age. */
static void step(const uint8_t *from, uint8_t *to, uint32_t width, uint32_t height)
{
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            int around = 0;
            for (int64_t j = y - 1; j <= y + 1; j++)
                for (int64_t i = x - 1; i <= x + 1; i++)
                    if (i >= 0 && i < width && j >= 0 && j < height && (i != x || j != y))
                        around += from[j * width + i] != 0;
            uint8_t age = from[y * width + x];
            bool lives = around == 3 || (around == 2 && age);
            to[y * width + x] = (uint8_t)(lives ? age + (age < 255) : 0);
        }
}

static const uint8_t *paint(uint8_t age)
{
    static uint8_t c[4];
    int k = age < 16 ? 16 * age : 255;
    c[0] = age ? (uint8_t)(255 - k / 4) : 12;
    c[1] = age ? (uint8_t)(255 - k * 3 / 4) : 14;
    c[2] = age ? (uint8_t)(60 + k / 3) : 28;
    c[3] = 255;
    return c;
}

/* A third of the cells, at random, in the middle half; a row's bytes need not follow the row before. */
static void sow(uint8_t *cells, uint32_t width, uint32_t height)
{
    uint32_t seed = 7;
    for (uint32_t y = height / 4; y < height - height / 4; y++)
        for (uint32_t x = width / 4; x < width - width / 4; x++)
            cells[(size_t)y * width + x] = sample_random(&seed) % 3 == 0;
}

static bool run(const Setup *s)
{
    uint32_t width = s->n.x, height = s->n.y, bright = 0, want_bright = 0, *to_bright = &bright;
    size_t cells = (size_t)width * height, pitch = (width + 63) / 64 * 64;
    uint8_t *mine[2], *theirs[2], *rgba = sample_alloc(cells, 4), *rgb = sample_alloc(cells, 3);
    uint64_t surface[2], picture;
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        mine[i] = sample_alloc(cells, 1);
        theirs[i] = sample_alloc(pitch, height);
        const ptx2c_image image = { .data = theirs[i], .type = PTX2C_UNSIGNED_INT8, .order = PTX2C_R, .width = width,
                                    .height = height, .row_pitch = pitch };
        ok = ok && photo_done(ptx2c_surface_create(&surface[i], &image), "ptx2c_surface_create");
    }
    const ptx2c_image image = { .data = rgba, .type = PTX2C_UNSIGNED_INT8, .order = PTX2C_RGBA, .width = width,
                                .height = height };
    ok = ok && photo_done(ptx2c_surface_create(&picture, &image), "ptx2c_surface_create");
    sow(mine[0], width, height);
    for (size_t y = 0; y < height; y++)
        memcpy(theirs[0] + y * pitch, mine[0] + y * width, width);

    uint32_t generations = s->out ? 60 : 7;
    for (uint32_t i = 0; i < generations && ok; i++) {
        void *args[] = { &surface[i & 1], &surface[~i & 1], &width, &height };
        ok = sample_launch(&life, "life_step", sample_grid(s, width, height), s->block, 0, args);
        step(mine[i & 1], mine[~i & 1], width, height);
    }
    void *args[] = { &surface[generations & 1], &picture, &width, &height, &to_bright };
    ok = ok && sample_launch(&life, "life_paint", sample_grid(s, width, height), s->block, 0, args);
    for (size_t i = 0; i < cells && ok; i++) {
        size_t x = i % width, y = i / width;
        uint8_t want = mine[generations & 1][i], got = theirs[generations & 1][y * pitch + x];
        const uint8_t *c = paint(want);
        want_bright += c[0] + c[1] + c[2] > 384;
        if (got != want)
            ok = sample_fail("cell[%zu,%zu] = %d, not %d", x, y, got, want);
        else if (memcmp(rgba + 4 * i, c, 4) != 0)
            ok = sample_fail("pixel[%zu,%zu].r = %d, not %d", x, y, rgba[4 * i], c[0]);
        memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    }
    if (ok && bright != want_bright)
        ok = sample_fail("bright = %lu, not %lu", (unsigned long)bright, (unsigned long)want_bright);
    if (ok && s->out && !image_write(s->out, width, height, rgb))
        ok = sample_fail("cannot write %s: %s", s->out, strerror(errno));
    sample_say("%lux%lu cells, %lu generations%s%s", (unsigned long)width, (unsigned long)height,
               (unsigned long)generations, s->out ? " in " : "", s->out ? s->out : "");
    for (int i = 0; i < 2; i++) {
        ok = photo_done(ptx2c_surface_destroy(surface[i]), "ptx2c_surface_destroy") && ok;
        free(mine[i]);
        free(theirs[i]);
    }
    ok = photo_done(ptx2c_surface_destroy(picture), "ptx2c_surface_destroy") && ok;
    free(rgba);
    free(rgb);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_PLANES };
    static const Sample sample = {
        .name = "life", .sizes = "WIDTH,HEIGHT", .run = run,
        .normal = { .n = { 320, 240, 1 }, .block = { 32, 8, 1 }, .out = "life.png" },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
