/* Blocks with short rows, against the same by hand. */
#include "host.h"

extern const ptx2c_module short_rows;

enum { N = 8, MOST = 8192 };
static double squares[MOST], sums[MOST];
static float a[MOST], b[MOST], c[MOST], weights[16], great[MOST];
static int in[MOST], out[MOST];

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&short_rows, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void test_powers(int w, int blocks, int there, int rounds)
{
    void *from = squares, *to = sums;
    memset(sums, 0, sizeof sums);
    launch("powers", (ptx2c_dim3){(uint32_t)blocks, 1, 1}, (ptx2c_dim3){(uint32_t)w, (uint32_t)w, 1}, (void *[]){&from, &to, &there, &rounds});
    for (int s = 0; s < blocks; s++) {
        double p[N][N], sum[N][N] = {{0}};
        for (int y = 0; y < w; y++)
            for (int x = 0; x < w; x++)
                p[y][x] = x == y;
        for (int k = 0; k < rounds; k++) {
            double t[N][N];
            for (int y = 0; y < w; y++)
                for (int x = 0; x < w; x++) {
                    t[y][x] = 0;
                    for (int m = 0; m < w; m++)
                        t[y][x] += p[y][m] * (s < there ? squares[s * w * w + m * w + x] : 0);
                    sum[y][x] += t[y][x] / (k + 1);
                }
            memcpy(p, t, sizeof p);
        }
        for (int y = 0; y < w; y++)
            for (int x = 0; x < w; x++)
                if (sums[(s * w + y) * w + x] != sum[y][x])
                    printf("powers of %d: square %d has %g at %d, %d, not %g\n", w, s, sums[(s * w + y) * w + x], y, x, sum[y][x]);
    }
}

static void test_layers(uint32_t deep, int n)
{
    void *p = a, *q = b, *r = c;
    memset(c, 0, sizeof c);
    launch("layers", (ptx2c_dim3){((uint32_t)n + deep - 1) / deep, 1, 1}, (ptx2c_dim3){N, N, deep}, (void *[]){&p, &q, &r, &n});
    for (int i = 0; i < MOST; i++) {
        const int m = i / (N * N), y = i / N % N, x = i % N;
        float sum = 0;
        for (int k = 0; k < N && m < n; k++)
            sum += a[m * N * N + y * N + k] * b[m * N * N + k * N + x];
        if (c[i] != sum)
            printf("layers of %u: %d is %g, not %g\n", (unsigned)deep, i, (double)c[i], (double)sum);
    }
}

static void test_chains(uint32_t high, int rows, int steps)
{
    static float state[MOST], want[MOST];
    void *w = weights, *s = state, *g = great;
    for (int i = 0; i < MOST; i++)
        want[i] = state[i] = (float)(i * 7 % 13 - 6);
    memset(great, 0, sizeof great);
    launch("chains", (ptx2c_dim3){((uint32_t)rows + high - 1) / high, 1, 1}, (ptx2c_dim3){4, high, 1}, (void *[]){&w, &s, &g, &rows, &steps});
    for (int i = 0; i < rows * 4; i += 4) {
        for (int k = 0; k < steps; k++) {
            float next[4] = {0};
            for (int x = 0; x < 16; x++)
                next[x / 4] += weights[x] * want[i + x % 4];
            memcpy(want + i, next, sizeof next);
        }
        float m = want[i];
        for (int x = 1; x < 4; x++)
            m = want[i + x] > m ? want[i + x] : m;
        if (great[i / 4] != m)
            printf("chains: the greatest of row %d is %g, not %g\n", i / 4, (double)great[i / 4], (double)m);
    }
    for (int i = 0; i < MOST; i++)
        if (state[i] != want[i])
            printf("chains of %u: %d is %g, not %g\n", (unsigned)high, i, (double)state[i], (double)want[i]);
}

static void test_half_rows(uint32_t wide, uint32_t high)
{
    void *p = in, *q = out;
    launch("half_rows", (ptx2c_dim3){5, 1, 1}, (ptx2c_dim3){wide, high, 1}, (void *[]){&p, &q});
    for (uint32_t i = 0; i < 5 * wide * high; i++) {
        const uint32_t x = i % wide, y = i / wide % high, block = i / wide / high;
        const uint32_t from = (block * high + high - 1 - y) * wide + x % 8;
        if (out[i] != in[from] * 3 + (int)x)
            printf("half_rows: %u is %d\n", (unsigned)i, out[i]);
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        squares[i] = i * 5 % 7 - 3;
        a[i] = (float)(i * 11 % 17 - 8);
        b[i] = (float)(i * 3 % 19 - 9);
        in[i] = i * 37 % 1009;
    }
    for (int i = 0; i < 16; i++)
        weights[i] = (float)(i * 5 % 4 - 1);
    test_powers(8, 9, 7, 3);
    test_powers(5, 4, 4, 2);
    test_powers(4, 6, 3, 4);
    test_powers(1, 3, 2, 2);
    test_layers(4, 30);
    test_layers(1, 5);
    test_layers(3, 11);
    test_chains(16, 100, 3);
    test_chains(32, 61, 2);
    test_chains(5, 13, 1);
    test_half_rows(16, 6);
    test_half_rows(8, 16);
    test_half_rows(32, 4);
    puts("done");
    return 0;
}
