/* bitonic_host.c: sorts with the kernels of bitonic.cu. */
#include "sample.h"

extern const ptx2c_module bitonic;

enum { TILE = 512 }; /* as in bitonic.cu */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool sort(const Setup *s, uint32_t *keys, uint32_t n)
{
    ptx2c_dim3 tiles = s->grid.x ? s->grid : sample_dim(sample_ceil_div(n, TILE), 1, 1);
    ptx2c_dim3 pairs = sample_grid(s, n / 2 ? n / 2 : 1, 1);
    uint32_t width = 2, distance;
    void *tile_args[] = { &keys, &n, &width };
    void *step_args[] = { &keys, &n, &width, &distance };
    if (!sample_launch(&bitonic, "bitonic_tiles", tiles, s->block, 0, tile_args))
        return false;
    for (width = 2 * TILE; width <= n; width *= 2) {
        for (distance = width / 2; distance >= TILE; distance /= 2)
            if (!sample_launch(&bitonic, "bitonic_step", pairs, s->block, 0, step_args))
                return false;
        if (!sample_launch(&bitonic, "bitonic_tiles", tiles, s->block, 0, tile_args))
            return false;
    }
    return true;
}

static bool run(const Setup *s)
{
    uint32_t count = s->n.x, n = 1, seed = 11;
    while (n < count)
        n *= 2;
    uint32_t *keys = sample_alloc(n, sizeof *keys), *want = sample_alloc(n, sizeof *want);
    for (uint32_t i = 0; i < n; i++) /* the padding sorts behind all keys */
        want[i] = keys[i] = i < count ? sample_random(&seed) >> (i % 3 * 8) : UINT32_MAX;
    qsort(want, n, sizeof *want, compare);
    sample_say("%lu keys", (unsigned long)count);
    bool ok = sort(s, keys, n) && sample_same_u32("keys", keys, want, n);
    free(keys);
    free(want);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_LINE(1, 1, 0),      SAMPLE_LINE(2, 1, 0),     SAMPLE_LINE(3, 7, 0),       SAMPLE_LINE(64, 32, 0),
        SAMPLE_LINE(300, 1, 0),    SAMPLE_LINE(300, 7, 0),   SAMPLE_LINE(512, 33, 0),    SAMPLE_LINE(513, 100, 0),
        SAMPLE_LINE(2048, 100, 1), SAMPLE_LINE(2048, 7, 1),  SAMPLE_LINE(2000, 1, 2000), SAMPLE_LINE(4096, 256, 0),
        SAMPLE_LINE(4000, 256, 1), SAMPLE_LINE(4096, 1024, 0), SAMPLE_LINE(1024, 33, 500),
    };
    static const Sample sample = {
        .name = "bitonic", .sizes = "keys", .run = run,
        .normal = { .n = { 262144, 1, 1 }, .block = { 256, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
