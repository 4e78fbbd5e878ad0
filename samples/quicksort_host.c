/* quicksort: kernels that launch kernels, against the C library's qsort. */
#include "sample.h"

extern const ptx2c_module quicksort;

static int compare(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* kind 0: any numbers, 1: few different ones, 2: sorted, 3: all the same */
static bool sort(uint32_t n, uint32_t threads, int kind, int32_t *launches)
{
    uint32_t *data = sample_alloc(n, sizeof *data), *want = sample_alloc(n, sizeof *want);
    uint32_t *scratch = sample_alloc(n, sizeof *scratch), seed = n + (uint32_t)kind, low = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = sample_random(&seed);
        data[i] = want[i] = kind == 0 ? r : kind == 1 ? r % 10 : kind == 2 ? i : 7;
    }
    qsort(want, n, sizeof *want, compare);
    void *args[] = { &data, &scratch, &low, &n, &launches };
    bool ok = sample_launch(&quicksort, "quicksort", sample_dim(1, 1, 1), sample_dim(threads, 1, 1), 0, args) &&
              sample_same_u32("data", data, want, n);
    free(data);
    free(want);
    free(scratch);
    return ok;
}

static bool run(const Setup *s)
{
    int32_t launches = 0;
    uint32_t threads = sample_volume(s->block) < 256 ? sample_volume(s->block) : 256;
    if (threads < 2)
        threads = 2;
    for (int kind = 0; kind < 4; kind++)
        if (!sort(s->n.x, threads, kind, &launches))
            return false;
    sample_say("%lu numbers four times, %ld kernels launched by kernels", (unsigned long)s->n.x, (long)launches);
    return true;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_LINE(1, 32, 0), SAMPLE_LINE(2, 32, 0), SAMPLE_LINE(65, 2, 0), SAMPLE_LINE(100, 33, 0),
        SAMPLE_LINE(1000, 7, 0), SAMPLE_LINE(3000, 64, 0), SAMPLE_LINE(5000, 256, 0),
    };
    static const Sample sample = { "quicksort", "numbers", run, SAMPLE_LINE(200000, 128, 0), shapes, SAMPLE_COUNT(shapes) };
    return sample_main(&sample, argc, argv);
}
