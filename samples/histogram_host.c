/* histogram_host.c: counts bytes with the kernels of histogram.cu. */
#include "sample.h"

extern const ptx2c_module histogram;

/* Each of a value's occurrences must have got its own rank below the count. */
static bool check_ranks(const uint8_t *data, const uint32_t *rank, const uint32_t *want, uint32_t n)
{
    uint32_t start[256], sum = 0;
    for (int v = 0; v < 256; v++) {
        start[v] = sum;
        sum += want[v];
    }
    uint8_t *taken = sample_alloc(n, 1);
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        if (rank[i] >= want[data[i]] || taken[start[data[i]] + rank[i]]++)
            ok = sample_fail("rank[%lu] = %lu, twice or too large", (unsigned long)i, (unsigned long)rank[i]);
    free(taken);
    return ok;
}

static bool check_packed(const uint32_t *words, const uint32_t *want)
{
    for (int v = 0; v < 256; v++) {
        uint32_t got = words[v / 2] >> 16 * (v % 2) & 0xFFFF;
        if (want[v] < 0x10000 && got != want[v])
            return sample_fail("packed[%d] = %lu, not %lu", v, (unsigned long)got, (unsigned long)want[v]);
    }
    return true;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x, want[256] = { 0 }, bins[256] = { 0 }, words[128] = { 0 }, seed = 5;
    uint32_t *rank = sample_alloc(n, sizeof *rank);
    uint8_t *data = sample_alloc(n, 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = sample_random(&seed), b = sample_random(&seed);
        data[i] = (uint8_t)(((a >> 24) + (b >> 24)) / 2); /* peaks in the middle: many threads meet there */
        want[data[i]]++;
    }
    ptx2c_dim3 grid = sample_grid_linear(s, n);
    uint32_t *to = bins, *packed = words;
    void *args[] = { &data, &n, &to, &rank };
    void *packed_args[] = { &data, &n, &packed };
    sample_say("%lu bytes", (unsigned long)n);
    bool ok = sample_launch(&histogram, "histogram_shared", grid, s->block, 0, args) &&
              sample_same_u32("histogram_shared bins", bins, want, 256);
    if (ok) {
        memset(bins, 0, sizeof bins);
        ok = sample_launch(&histogram, "histogram_global", grid, s->block, 0, args) &&
             sample_same_u32("histogram_global bins", bins, want, 256) && check_ranks(data, rank, want, n);
    }
    /* A counter of 16 bits must not overflow into its neighbour. */
    if (ok && n < 1u << 20)
        ok = sample_launch(&histogram, "histogram_packed", grid, s->block, 0, packed_args) &&
             check_packed(words, want);
    free(rank);
    free(data);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES, SAMPLE_BLOCKS };
    static const Sample sample = {
        .name = "histogram", .sizes = "bytes", .run = run,
        .normal = { .n = { 1048575, 1, 1 }, .block = { 256, 1, 1 }, .grid = { 256, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
