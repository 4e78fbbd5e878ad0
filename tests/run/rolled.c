#include "host.h"

#include <limits.h>

extern const ptx2c_module rolled;

enum { ROWS = 300, SIZE = 8192 };

static int32_t start[ROWS + 1], count[ROWS], column[SIZE], y[2 * ROWS];
static uint8_t byte[SIZE];
static float value[SIZE], x[SIZE];
static uint32_t seed;

static uint32_t next(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

/* Rows of up to most elements, none of most of them shorter than none; some begin behind where they end. */
static void make(uint32_t most, int32_t first)
{
    int32_t at = 0;
    for (uint32_t i = 0; i <= ROWS; i++) {
        start[i] = first + at;
        count[i % ROWS] = (int32_t)(next() % (most + 1)) - 1;
        at += (int32_t)(next() % (most + 1)) - (next() % 16 == 0 && at > 2);
    }
    for (uint32_t i = 0; i < SIZE; i++) {
        column[i] = (int32_t)(next() % SIZE);
        value[i] = (float)(int32_t)(next() % 255) - 127;
        x[i] = (float)(int32_t)(next() % 31) - 15;
        byte[i] = (uint8_t)next();
    }
}

/* Prints a number that stands for all results. */
static void show(const char *kernel)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 2 * ROWS; i++)
        sum = sum * 31 + (uint32_t)y[i];
    printf("%s %08x\n", kernel, (unsigned)sum);
}

/* As if the arrays began 4 * before bytes sooner. */
static uint64_t shifted(const void *at, int64_t before)
{
    return (uint64_t)(uintptr_t)at - (uint64_t)(before * 4);
}

static void run_rows(const char *kernel, int32_t first)
{
    int32_t *s = start, *out = y;
    uint64_t c = shifted(column, first), v = shifted(value, first);
    float *in = x;
    memset(y, 0, sizeof y);
    run(&rolled, kernel, 3, ROWS / 3, (void *[]){&s, &c, &v, &in, &out});
    show(kernel);
}

static void run_sums(const char *kernel, const int32_t *s, uint64_t a)
{
    int32_t *out = y;
    memset(y, 0, sizeof y);
    run(&rolled, kernel, 3, ROWS / 3, (void *[]){&s, &a, &out});
    show(kernel);
}

int main(void)
{
    static const char *const others[] = {"other_load", "other_order", "other_rest", "other_count", "other_least",
                                         "other_start", "other_step", "other_guard", "read_between", "read_rest",
                                         "other_test"};
    static const uint32_t most[] = {1, 3, 4, 9, 25};
    for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
        make(most[k], 0);
        run_rows("rows", 0);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            run_rows(others[i], 0);
        run_sums("unsigned_rows", start, shifted(column, 0));
        run_sums("from_zero", count, shifted(column, 0));
        run_sums("nested", start, shifted(column, 0));
        run_sums("chars", start, shifted(byte, 0));
    }
    make(7, -1000); /* around 0 */
    run_rows("rows", -1000);
    make(7, INT_MIN);
    run_rows("rows", INT_MIN);
    make(7, 0);
    const int32_t last = start[ROWS] + 8; /* up to the largest number */
    for (uint32_t i = 0; i <= ROWS; i++)
        start[i] += INT_MAX - last;
    run_rows("rows", INT_MAX - last);
    start[ROWS] = INT_MAX;
    run_rows("rows", INT_MAX - last);
    return 0;
}
