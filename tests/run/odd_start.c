#include "host.h"

extern const ptx2c_module odd_start;

enum { ROWS = 10, COLUMNS = 100, ALL = ROWS * COLUMNS };
static int32_t rows[ALL], want[ALL];

/* Where a thread begins, and what the test in front of the loop looks at. */
typedef struct Way {
    const char *kernel;
    int32_t (*start)(int32_t even);
    int32_t most;
    bool folds; /* places are those of 64 */
} Way;

static int32_t plus_1(int32_t even) { return even + 1; }
static int32_t plus_4(int32_t even) { return even + 4; }
static int32_t wraps_2(int32_t even) { return (int32_t)((uint32_t)even + 2); }

static uint32_t wrong(const Way *w, uint32_t width, uint32_t height, uint32_t low)
{
    for (int i = 0; i < ALL; i++)
        rows[i] = want[i] = (i * 7919) % 1000 - 300;
    for (int y = 0; y < ROWS; y++)
        for (uint32_t x = 0; x < width; x++) {
            const int32_t even = (int32_t)(2 * x + low);
            for (int32_t i = w->start(even); even <= w->most && i < 77; i += 2 * (int32_t)width) {
                int32_t *at = want + y * COLUMNS + (w->folds ? (i - 1) & 63 : i - 1);
                at[1] -= (at[2] + at[0]) >> 1;
            }
        }
    int32_t *p = rows;
    const int status = ptx2c_launch(ptx2c_find_kernel(&odd_start, w->kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){width, height, 1}, 0,
                                    (void *[]){&p, &low});
    return status || memcmp(rows, want, sizeof rows);
}

int main(void)
{
    static const Way ways[] = {{"odd", plus_1, 75, false}, {"sum", plus_4, 72, false}, {"less", plus_1, 71, false}};
    static const Way folds = {"wraps", wraps_2, 74, true};
    uint32_t bad = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t n = 0;
        for (uint32_t width = 1; width <= 64; width++)
            n += wrong(ways + k, width, 1 + width % 5, 0);
        if (n)
            printf("%s: wrong for %u widths\n", ways[k].kernel, n);
        bad += n;
    }
    for (int32_t low = -10; low < 90; low += 2)
        bad += wrong(&folds, 32, 3, (uint32_t)low);
    for (uint32_t below = 62; below < 80; below += 2)
        bad += wrong(&folds, 32, 3, INT32_MAX - below - 1) + wrong(&folds, 32, 3, INT32_MAX - below);
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
