/* Loops with arrays of each thread's own, for grids that end anywhere, against the same on the host. */
#include "host.h"
#include <string.h>

extern const ptx2c_module own_arrays;

enum { N = 20, MOST = 150, COUNT = 30 };
static float in[4 * MOST], out[(N + 1) * MOST];
static int ends[COUNT * MOST], numbers[8 * MOST], wrong;

static void launch(const char *kernel, int rows, uint32_t threads, void *args[])
{
    const ptx2c_dim3 grid = {((uint32_t)rows + threads - 1) / threads, 1, 1}, block = {threads, 1, 1};
    const int status = ptx2c_launch(ptx2c_find_kernel(&own_arrays, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int row, int rows, double is, double should)
{
    const double off = is - should, most = 1e-4 * (should < 0 ? 1 - should : 1 + should);
    if (!(off <= most && -off <= most) && wrong++ < 10)
        printf("%s, row %d of %d: %.9g, not %.9g\n", kernel, row, rows, is, should);
}

static void filter(int rows, uint32_t threads)
{
    float *from = in, *to = out;
    int *e = ends;
    launch("filter", rows, threads, (void *[]){&from, &e, &to, &rows});
    for (int t = 0; t < rows; t++) {
        float w[N], sum = 0;
        for (int i = 0; i < N; i++)
            w[i] = in[i] + (float)t;
        for (int k = 0; k < ends[t]; k++) {
            for (int i = 0; i <= k; i++)
                sum += w[i] * in[k - i];
            for (int i = k; i < N; i++)
                w[i] = w[i] * 0.5f + 1;
        }
        for (int i = 0; i < N; i++)
            check("filter", t, rows, out[t * (N + 1) + i], w[i]);
        check("filter's sum", t, rows, out[t * (N + 1) + N], sum);
    }
}

static int go(int n, int top) { return n + (n > 3 && top + 2 <= N ? go(n / 2, top) + (n & 1 ? go(n / 3, top) : 0) : 0); }

static void stack(int rows, uint32_t threads)
{
    int *e = ends, *to = numbers;
    launch("stack", rows, threads, (void *[]){&e, &to, &rows});
    for (int t = 0; t < rows; t++)
        check("stack", t, rows, numbers[t], go(ends[t], 0));
}

static void triangle(int rows, uint32_t threads)
{
    float *from = in, *to = out;
    launch("triangle", rows, threads, (void *[]){&from, &to, &rows});
    for (int t = 0; t < rows; t++) {
        float sum[4] = {0};
        for (int k = 0; k <= t; k++) {
            const float *v = in + 4 * k, most = sum[0] * 0.5f > v[0] ? sum[0] * 0.5f : v[0];
            sum[0] = most + v[1];
            sum[1] = sum[1] * 0.75f + v[2];
            sum[2] += v[3] * most;
            sum[3] = sum[3] > v[0] - v[3] ? sum[3] : v[0] - v[3];
        }
        for (int i = 0; i < 4; i++)
            check("triangle", t, rows, out[4 * t + i], sum[i]);
    }
}

static void insert(int rows, uint32_t threads)
{
    int *from = ends, *to = numbers, count = COUNT;
    launch("insert", rows, threads, (void *[]){&from, &to, &rows, &count});
    for (int t = 0; t < rows; t++) {
        int list[8];
        for (int i = 0; i < 8; i++)
            list[i] = 1 << 30;
        for (int k = 0; k < COUNT; k++) {
            const int v = ends[k * rows + t];
            int i = 7;
            if (v >= list[7])
                continue;
            for (; i > 0 && list[i - 1] > v; i--)
                list[i] = list[i - 1];
            list[i] = v;
        }
        for (int i = 0; i < 8; i++)
            check("insert", t, rows, numbers[t * 8 + i], list[i]);
    }
}

int main(void)
{
    static const int rows[] = {1, 31, 64, 100, 150};
    for (int i = 0; i < 4 * MOST; i++)
        in[i] = (float)(i * 29 % 17) / 16 - 0.5f;
    for (int i = 0; i < COUNT * MOST; i++)
        ends[i] = i * 7 % (N + 1);
    for (int r = 0; r < 5; r++)
        for (uint32_t threads = 32; threads <= 128; threads *= 2) {
            filter(rows[r], threads);
            stack(rows[r], threads);
            triangle(rows[r], threads < 64 ? 64 : threads);
            insert(rows[r], threads);
        }
    printf("%d wrong\n", wrong);
    return 0;
}
