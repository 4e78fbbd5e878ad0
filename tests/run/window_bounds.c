/* Windows whose ends rise from thread to thread by the same, some of them cut, empty or wrapping, against the same on the host. */
#include "host.h"

#include <string.h>

extern const ptx2c_module window_bounds;

enum { MOST = 4096 };
static int in[MOST], out[MOST], want[MOST];

static void compare(const char *what, long a, long b, long c)
{
    if (memcmp(out, want, sizeof out))
        printf("%s: %ld, %ld, %ld\n", what, a, b, c);
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
}

static int at_least(int a, int b) { return a > b ? a : b; }
static int at_most(int a, int b) { return a < b ? a : b; }

static void test_windows(int columns, int lead, int size)
{
    int rows = 12, width = 2 * columns;
    const int *pi = in;
    int *po = out;
    run(&window_bounds, "windows", 3, 96, (void *[]){&pi, &po, &rows, &width, &columns, &lead, &size});
    for (int i = 0; i < rows * columns; i++) {
        const int row = i / columns, from = i % columns * 2 - lead;
        uint32_t sum = 0;
        for (int y = at_least(row - 1, 0); y < at_most(row + 2, rows); y++)
            for (int k = at_least(from, 0); k < at_most(from + size, width); k++)
                sum = sum * 3 + (uint32_t)in[y * width + k];
        want[i] = (int)sum;
    }
    compare("windows", columns, lead, size);
}

static void test_spans(uint32_t first, uint32_t second)
{
    uint32_t n = 1000;
    const int *pi = in;
    int *po = out;
    run(&window_bounds, "spans", 8, 128, (void *[]){&pi, &po, &n, &first, &second});
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t a = i + first, b = i + second, apart = a > b ? a - b : b - a;
        uint32_t sum = 0;
        for (uint32_t k = 0; k < apart % 8; k++)
            sum = sum * 3 + (uint32_t)in[k];
        want[i] = (int)sum;
    }
    compare("spans", first, second, 0);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 20);
    for (int columns = 1; columns < 100; columns += 7)
        for (int lead = -1; lead < 3; lead++)
            for (int size = 0; size < 7; size++)
                test_windows(columns, lead, size);
    for (uint32_t apart = 0; apart < 20; apart += 3)
        for (uint32_t wrap = 0; wrap < 1100; wrap += 77) {
            test_spans(apart, 0);
            test_spans(0u - wrap, apart - wrap);
            test_spans(apart - wrap, 5);
        }
    puts("window bounds: done");
    return 0;
}
