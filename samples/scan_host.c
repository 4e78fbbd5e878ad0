/* scan_host.c: prefix sums with the kernels of scan.cu. */
#include "sample.h"

extern const ptx2c_module scan;

/* Tiles, then the tiles' sums by the same way, then both added. */
static bool scan_levels(const Setup *s, const uint32_t *in, uint32_t *out, uint32_t n)
{
    ptx2c_dim3 block = s->block, grid = sample_grid(s, n, 1);
    uint32_t tiles = sample_ceil_div(n, block.x), *total = sample_alloc(tiles, sizeof *total);
    void *args[] = { &in, &out, &total, &n };
    void *add_args[] = { &out, &total, &n };
    bool ok = sample_launch(&scan, "scan_tiles", grid, block, 0, args);
    if (ok && tiles > 1) {
        /* Blocks of one thread would never get shorter: sum their totals here. */
        if (block.x > 1)
            ok = scan_levels(s, total, total, tiles);
        else
            for (uint32_t i = 1; i < tiles; i++)
                total[i] += total[i - 1];
        ok = ok && sample_launch(&scan, "scan_add", grid, block, 0, add_args);
    }
    free(total);
    return ok;
}

static bool scan_one_pass(const Setup *s, const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint64_t *state = sample_alloc(sample_ceil_div(n, s->block.x), sizeof *state);
    uint32_t next = 0, *next_tile = &next;
    void *args[] = { &in, &out, &state, &next_tile, &n };
    bool ok = sample_launch(&scan, "scan_chained", sample_grid(s, n, 1), s->block, 0, args);
    free(state);
    return ok;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x, seed = 9, sum = 0;
    uint32_t *in = sample_alloc(n, sizeof *in), *out = sample_alloc(n, sizeof *out);
    uint32_t *want = sample_alloc(n, sizeof *want);
    for (uint32_t i = 0; i < n; i++) {
        in[i] = sample_random(&seed);
        want[i] = sum += in[i];
    }
    sample_say("%lu elements", (unsigned long)n);
    bool ok = scan_levels(s, in, out, n) && sample_same_u32("scan_tiles sum", out, want, n);
    if (ok) {
        memset(out, 0, n * sizeof *out);
        ok = scan_one_pass(s, in, out, n) && sample_same_u32("scan_chained sum", out, want, n);
    }
    free(in);
    free(out);
    free(want);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES };
    static const Sample sample = {
        .name = "scan", .sizes = "elements", .run = run,
        .normal = { .n = { 1048576, 1, 1 }, .block = { 256, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
