/* Sums in memory of numbers at indices of 32 bits: beside each other, over each other, and where the index wraps. */
#define _GNU_SOURCE
#include "host.h"

#include <sys/mman.h>

extern const ptx2c_module late_indices;

enum { MOST = 70 * 70, ALL = 3 * MOST };
static float floats[ALL], want_floats[ALL];
static double doubles[ALL], want_doubles[ALL];
static int wrong;

static void check(const char *kernel, int n, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, n, i, is, should);
}

/* x and y begin so many floats behind the matrix: what a thread adds up may be a number of its own column. */
static void test_down(int rows, int columns, int at_x, int at_y)
{
    float *a = floats, *x = floats + at_x, *y = floats + at_y, *w = want_floats;
    for (int i = 0; i < ALL; i++)
        floats[i] = want_floats[i] = (float)(i % 5);
    run(&late_indices, "down", (uint32_t)(columns + 31) / 32, 32, (void *[]){&a, &x, &y, &rows, &columns});
    for (int j = 0; j < columns; j++) {
        w[at_y + j] = 0;
        for (int i = 0; i < rows; i++)
            w[at_y + j] += w[i * columns + j] * w[at_x + i];
    }
    for (int i = 0; i < ALL; i++)
        check("down", at_y, i, floats[i], want_floats[i]);
}

static void test_back(int n, int at_c)
{
    double *a = doubles, *b = doubles + n * n, *c = doubles + at_c, *w = want_doubles;
    for (int i = 0; i < ALL; i++)
        doubles[i] = want_doubles[i] = i % 3;
    void *const args[] = {&a, &b, &c, &n};
    check("status", n, 0, ptx2c_launch(ptx2c_find_kernel(&late_indices, "back"), (ptx2c_dim3){1, (uint32_t)n, 1}, (ptx2c_dim3){(uint32_t)n, 1, 1}, 0, args), 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                w[at_c + i * n + j] += w[i * n + k] * w[n * n + (n - 1 - k) * n + j];
    for (int i = 0; i < ALL; i++)
        check("back", n, i, doubles[i], want_doubles[i]);
}

static void test_rows(int n, int at_c)
{
    double *a = doubles, *b = doubles + n * n, *c = doubles + at_c, *w = want_doubles;
    for (int i = 0; i < ALL; i++)
        doubles[i] = want_doubles[i] = i % 3;
    void *const args[] = {&n, &a, &b, &c};
    check("status", n, 0, ptx2c_launch(ptx2c_find_kernel(&late_indices, "rows"), (ptx2c_dim3){(uint32_t)(n + 31) / 32, (uint32_t)n, 1}, (ptx2c_dim3){32, 1, 1}, 0, args), 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            w[at_c + i * n + j] = 0;
            for (int k = 0; k < n; k++)
                w[at_c + i * n + j] += w[i * n + k] * w[n * n + k * n + j];
        }
    for (int i = 0; i < ALL; i++)
        check("rows", n, i, doubles[i], want_doubles[i]);
}

/* Of all places of 2 bytes that an index of 32 bits tells, of which few are touched. */
static void test_turns(unsigned short *p, unsigned first, unsigned step, int rounds)
{
    static unsigned sums[64];
    unsigned *s = sums;
    for (unsigned t = 0; t < 64; t++) {
        sums[t] = t;
        for (int k = 0; k < rounds; k++)
            p[first + t + (unsigned)k * step] = (unsigned short)((t + (unsigned)k * step) % 1009);
    }
    run(&late_indices, "turns", 1, 64, (void *[]){&p, &s, &first, &step, &rounds});
    for (unsigned t = 0; t < 64; t++) {
        unsigned want = t;
        for (int k = 0; k < rounds; k++)
            want += p[first + t + (unsigned)k * step] * (unsigned)(k + 1);
        check("turns", rounds, (int)t, sums[t], want);
    }
}

int main(void)
{
    const size_t bytes = (size_t)1 << 33;
    for (int rows = 0; rows < 70; rows = rows * 2 + 3)
        for (int columns = 1; columns <= 70; columns += 23) {
            test_down(rows, columns, MOST, 2 * MOST);
            for (int row = 0; row <= rows; row += 6) /* the sums lie in one of the matrix's rows, or just behind it */
                test_down(rows, columns, MOST, row * columns);
        }
    test_back(19, 2 * MOST);
    test_back(32, 2 * MOST);
    for (int n = 1; n < 70; n += 17)
        test_rows(n, 2 * MOST);
    unsigned short *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        fputs("no addresses for 8 GB: indices that wrap are not tried\n", stderr);
    for (int rounds = 1; p != MAP_FAILED && rounds < 60; rounds = rounds * 2 + 1) {
        test_turns(p, 0, 64, rounds);
        test_turns(p, 0xffffff80u, 64, rounds);          /* wraps in some round, for all threads */
        test_turns(p, 0xffffffe0u, 3, rounds);           /* for some threads from the first round on */
        test_turns(p, 0x00000200u, 0xffffffc0u, rounds); /* back, to below 0 */
        test_turns(p, 0x7fffff00u, 64, rounds);          /* over the greatest number with a sign */
    }
    puts(wrong ? "wrong" : "right");
    return 0;
}
