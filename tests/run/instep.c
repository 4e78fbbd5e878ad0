#include "host.h"

extern const ptx2c_module instep;

static uint32_t seed = 1;

static uint32_t draw(void)
{
    return seed = seed * 1664525 + 1013904223;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void check(const char *what, const void *is, const void *want, size_t n)
{
    printf("%s %s\n", what, memcmp(is, want, n * 4) == 0 ? "right" : "WRONG");
}

static void sort(const char *kernel)
{
    enum { BLOCKS = 3 };
    uint32_t keys[BLOCKS * 128], want[BLOCKS * 128], *p = keys;
    for (int i = 0; i < BLOCKS * 128; i++)
        keys[i] = want[i] = draw();
    for (int b = 0; b < BLOCKS; b++)
        qsort(want + 128 * b, 128, 4, by_number);
    run(&instep, kernel, BLOCKS, 128, (void *[]){&p});
    check(kernel, keys, want, BLOCKS * 128);
}

static void transform(int32_t *x)
{
    int32_t y[8][8];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            y[i][k] = 0;
            for (int j = 0; j < 8; j++)
                y[i][k] += x[8 * i + j] * ((k * j + k) % 7 - 3);
        }
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 8; i++) {
            x[8 * k + i] = 0;
            for (int j = 0; j < 8; j++)
                x[8 * k + i] += y[j][i] * ((k * j + k) % 7 - 3);
        }
}

static void dct(void)
{
    int32_t x[2 * 4 * 64], want[2 * 4 * 64], *p = x;
    for (int i = 0; i < 2 * 4 * 64; i++)
        x[i] = want[i] = (int32_t)(draw() >> 24);
    for (int b = 0; b < 8; b++)
        transform(want + 64 * b);
    ptx2c_launch(ptx2c_find_kernel(&instep, "dct"), (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){8, 4, 1}, 0, (void *[]){&p});
    check("dct", x, want, 2 * 4 * 64);
}

static void sums(void)
{
    int32_t in[4 * 64], out[4], want[4] = {0}, *p = in, *q = out;
    for (int i = 0; i < 4 * 64; i++)
        want[i / 64] += in[i] = (int32_t)(draw() >> 16);
    run(&instep, "total", 4, 64, (void *[]){&p, &q});
    check("total", out, want, 4);
    int32_t x[64], upto[64], n = 32, *r = x;
    for (int i = 0; i < 64; i++) {
        x[i] = (int32_t)(draw() >> 16);
        upto[i] = x[i] + (i % 32 ? upto[i - 1] : 0);
    }
    run(&instep, "upto", 2, 32, (void *[]){&r, &n});
    check("upto", x, upto, 64);
}

static void counts(void)
{
    enum { N = 20 };
    unsigned char in[2 * N * 32], *p = in;
    uint32_t out[2][16], want[2][16] = {{0}}, *q = out[0];
    int n = N;
    for (int i = 0; i < 2 * N * 32; i++)
        want[i / (N * 32)][in[i] = (unsigned char)(draw() >> 28)]++;
    run(&instep, "counts", 1, 64, (void *[]){&p, &q, &n});
    check("counts", out, want, 32);
}

static void mirror(void)
{
    uint32_t x[128], want[128], scratch[128], *p = x, *q = scratch;
    for (int i = 0; i < 128; i++)
        x[i] = draw();
    for (int i = 0; i < 128; i++)
        want[i] = x[i ^ 31] * 3 + 1;
    run(&instep, "mirror", 2, 64, (void *[]){&p, &q});
    check("mirror", x, want, 128);
}

static void chains(void)
{
    enum { N = 500 };
    static int keys[N + 1], next[N + 1], head[4], lock[4];
    int n = N, all = 0, *k = keys, *h = head, *x = next, *l = lock;
    bool ordered = true;
    for (int i = 1; i <= N; i++)
        keys[i] = (int)(draw() >> 8);
    run(&instep, "chains", 4, 128, (void *[]){&k, &h, &x, &l, &n});
    for (int c = 0; c < 4; c++)
        for (int at = head[c]; at && all <= N; at = next[at], all++)
            ordered &= (keys[at] & 3) == c && (!next[at] || keys[at] <= keys[next[at]]);
    printf("chains %d %s\n", all, ordered ? "right" : "WRONG");
}

int main(void)
{
    sort("sort_volatile");
    sort("sort_plain");
    dct();
    sums();
    counts();
    mirror();
    chains();
    return 0;
}
