/* What even and odd threads do apart, against the same on the host. */
#include "host.h"

extern const ptx2c_module even_odd;

enum { T = 96, BLOCKS = 3, N = T * BLOCKS };
static int in[N], out[N], seconds[BLOCKS], counts[N], wrong;

static void launch(const char *kernel, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&even_odd, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int i, int is, int should)
{
    if (is != should && wrong++ < 10)
        printf("%s: %d is %d, not %d\n", what, i, is, should);
}

static void make(void)
{
    for (int i = 0; i < N; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 20);
}

static void test_lift(void)
{
    void *a = in, *b = out, *args[] = {&a, &b};
    launch("lift", (ptx2c_dim3){T, 1, 1}, args);
    for (int k = 0; k < BLOCKS; k++) {
        int line[T + 4];
        const int *x = in + k * T;
        for (int t = 0; t < T; t++)
            line[t + 2] = x[t];
        for (int t = 0; t < 2; t++) {
            line[t] = x[t] * 3;
            line[T + 2 + t] = x[T - 2 + t] * 5;
        }
        line[1] -= (line[0] + line[2]) >> 1;
        for (int t = 1; t < T; t += 2)
            line[t + 2] -= (line[t + 1] + line[t + 3]) >> 1;
        for (int t = 0; t < T; t++)
            check("lift", k * T + t, out[k * T + t], t & 1 ? line[t + 2] : line[t + 2] + ((line[t + 1] + line[t + 3] + 2) >> 2));
    }
}

static void test_pairs(int first)
{
    void *a = in, *b = out, *c = seconds, *args[] = {&a, &b, &c, &first};
    for (int k = 0; k < BLOCKS; k++)
        seconds[k] = 0;
    launch("pairs", (ptx2c_dim3){T, 1, 1}, args);
    for (int k = 0; k < BLOCKS; k++) {
        int v[T], kept[T], sum = 0;
        for (int t = 0; t < T; t++) {
            v[t] = in[k * T + t];
            kept[t] = 7;
            sum += (t + first) & 1 ? t : 0;
        }
        for (int t = first & 1; t + 1 < T; t += 2)
            if (v[t] > v[t + 1]) {
                const int second = v[t];
                v[t] = v[t + 1];
                v[t + 1] = second;
                kept[t] = t;
            }
        for (int t = 0; t < T; t++)
            check("pairs", k * T + t, out[k * T + t], 2 * v[t] + 1000 * kept[t]);
        check("seconds", k, seconds[k], sum);
    }
}

static void test_ends(void)
{
    int n = 11;
    void *a = in, *b = out, *args[] = {&a, &b, &n};
    launch("ends", (ptx2c_dim3){T, 1, 1}, args);
    for (int k = 0; k < BLOCKS; k++) {
        int v[T];
        for (int t = 0; t < T; t++)
            v[t] = t % 3 == 1 ? in[k * T + t] * 3 : t % 3 == 2 ? in[k * T + t] + n : in[k * T + t] ^ 1;
        for (int t = 0; t < T; t++)
            check("ends", k * T + t, out[k * T + t], t & 1 ? v[t] - v[t - 1] : v[t] + v[t + 1]);
    }
}

static void test_rounds(uint32_t x, uint32_t y)
{
    void *a = out, *b = counts, *args[] = {&a, &b};
    for (int i = 0; i < N; i++) {
        out[i] = in[i];
        counts[i] = i % 5;
    }
    launch("rounds", (ptx2c_dim3){x, y, 1}, args);
    for (int i = 0; i < N; i++) {
        int v = in[i];
        if (i < (int)(BLOCKS * x * y)) {
            if (i % (int)x & 1)
                for (int k = 0; k < counts[i]; k++)
                    v = (int)((unsigned)v * 3 + (unsigned)k);
            else
                v -= 5;
        }
        check("rounds", i, out[i], v);
    }
}

int main(void)
{
    make();
    test_lift();
    test_pairs(0);
    test_pairs(1);
    test_ends();
    test_rounds(T, 1);
    test_rounds(7, 3);
    test_rounds(33, 2);
    test_rounds(40, 2);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
