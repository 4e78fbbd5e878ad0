#include "host.h"

extern const ptx2c_module rounds;

enum { MOST = 256, LONGEST = 2000 };
static uint64_t to[MOST];

/* What thread x adds up; *goes_on: for longer than a test should take. */
static uint64_t sum(bool is_signed, uint32_t start, uint32_t by, uint32_t end, uint32_t x, bool *goes_on)
{
    uint64_t s = 0;
    uint32_t i = start + x, n = 0;
    for (; is_signed ? (int32_t)i < (int32_t)end : i < end; i += by, n++) {
        s = s * 3 + (is_signed ? (uint64_t)(int64_t)(int32_t)i : i) * 4;
        if (n == LONGEST) {
            *goes_on = true;
            break;
        }
    }
    return s;
}

static uint32_t wrong(const char *name, bool is_signed, uint32_t threads, uint32_t start, uint32_t by, uint32_t end, uint32_t *runs)
{
    uint64_t *pt = to, want[MOST];
    uint32_t bad = 0;
    bool goes_on = false;
    for (uint32_t x = 0; x < threads && !goes_on; x++)
        want[x ^ 1] = sum(is_signed, start, by, end, x, &goes_on);
    if (goes_on)
        return 0;
    ++*runs;
    memset(to, 0, sizeof to);
    bad += run(&rounds, name, 1, threads, (void *[]){&start, &by, &end, &pt}) != 0;
    for (uint32_t x = 0; x < threads; x++)
        bad += to[x] != want[x];
    return bad;
}

int main(void)
{
    static const uint32_t threads[] = {32, 64, 256, 16, 40, 2};
    static const uint32_t borders[] = {0, 0x80000000};
    static const int32_t before[] = {0, 1, 16, 31, 33, 100, 700, -5, -40};
    static const uint32_t by[] = {1, 7, 32, 64, 1000, 0x10000000, 0x3fffffff, 0x7fffffe0, 0x80000000, 0xfffffff0, 0xffffffff, 0};
    static const uint32_t ends[] = {0, 1, 20, 64, 600, 0x7fffffc0, 0x7fffffff, 0x80000000, 0x80000021, 0xffffff80, 0xffffffff};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        uint32_t bad[3] = {0}, runs = 0;
        for (size_t s = 0; s < 2 * sizeof before / sizeof *before; s++)
            for (size_t k = 0; k < sizeof by / sizeof *by; k++)
                for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
                    const uint32_t start = borders[s % 2] - (uint32_t)before[s / 2];
                    bad[0] += wrong("with_sign", true, threads[t], start, by[k], ends[e], &runs);
                    bad[1] += wrong("without_sign", false, threads[t], start, by[k], ends[e], &runs);
                    bad[2] += wrong("warps", true, threads[t], start, by[k], ends[e], &runs);
                }
        printf("%u threads, %u runs: %u %u %u\n", (unsigned)threads[t], (unsigned)runs, (unsigned)bad[0], (unsigned)bad[1],
               (unsigned)bad[2]);
    }
    return 0;
}
