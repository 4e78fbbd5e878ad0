/* Loops by turns behind a test that all threads answer alike, with something to do behind both. */
#include "host.h"

extern const ptx2c_module two_ways;

enum { MOST = 1000, THREADS = 192 };

static void check(uint64_t n, uint64_t each, int32_t bytes)
{
    static float numbers[2 * MOST];
    static int came[THREADS];
    const int step = bytes / 4;
    for (int i = 0; i < 2 * MOST; i++)
        numbers[i] = (float)(i % 37);
    const struct {
        uint64_t at;
        int32_t bytes;
    } array = {(uintptr_t)numbers, bytes};
    uint64_t to = (uintptr_t)came;
    uint32_t wrap = MOST;
    run(&two_ways, "two_ways", 3, 64, (void *[]){(void *)&array, &n, &each, &wrap, &to});
    for (int i = 0, wrong = 0; i < 2 * MOST && wrong < 5; i++) {
        const int k = i / step;
        float want = (float)(i % 37);
        if (i % step == 0 && (uint64_t)k < n)
            want = each > 1 ? want - (float)((uint64_t)k % each) : want * 3;
        if (numbers[i] != want && ++wrong)
            printf("%d of %d by %d, step %d: %g, not %g\n", i, (int)n, (int)each, step, (double)numbers[i], (double)want);
    }
    for (int i = 0, wrong = 0; i < THREADS && wrong < 5; i++)
        if (came[i] != ((uint64_t)i < n ? 2 : 1) && ++wrong)
            printf("thread %d of %d by %d: %d\n", i, (int)n, (int)each, came[i]);
}

int main(void)
{
    const uint64_t n[] = {0, 1, 63, 64, 100, 191, 192, 193, 500, MOST};
    for (size_t k = 0; k < sizeof n / sizeof *n; k++)
        for (uint64_t each = 1; each < 8; each += 6)
            for (int32_t bytes = 4; bytes <= 8; bytes += 4)
                check(n[k], each, bytes);
    puts("done");
    return 0;
}
