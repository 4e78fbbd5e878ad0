/* Rows that threads walk through some elements at a time, against the same on the host, for rows of many lengths. */
#include "host.h"

#include <string.h>

extern const ptx2c_module several;

enum { MOST = 300, STRIDE = 96 };
static float x[MOST * STRIDE], y[MOST * STRIDE], sum[MOST];
static int length[MOST], v[MOST * STRIDE], w[MOST * STRIDE], want[MOST * STRIDE], last[MOST];
static unsigned char bytes[MOST * STRIDE], mask[STRIDE];

static void launch(const char *kernel, int n, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&several, kernel), (ptx2c_dim3){((uint32_t)n + 63) / 64, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void fill(int n, int most)
{
    for (int t = 0; t < n; t++)
        length[t] = (t * 7 + most) % (most + 1);
    for (int i = 0; i < MOST * STRIDE; i++) {
        v[i] = i * 37 % 1001 - 500;
        w[i] = want[i] = i * 11 % 307;
        x[i] = (float)(i * 37 % 101) * 0.3f; /* sums depend on their order */
        bytes[i] = (unsigned char)(i * 13 >> 2);
    }
}

static void compare(const char *what, int most)
{
    if (memcmp(w, want, sizeof w))
        printf("%s up to %d\n", what, most);
}

static void test_floats(int n, int most)
{
    const float *a = x;
    float *b = y, *s = sum, by = 0.5f;
    const int *l = length;
    int stride = STRIDE;
    fill(n, most);
    memset(y, 0, sizeof y);
    launch("scaled", n, (void *[]){&a, &b, &l, &s, &by, &stride, &n});
    for (int t = 0; t < n; t++) {
        float all = 0;
        for (int i = 0; i < STRIDE; i++) {
            const float f = i < length[t] ? x[t * STRIDE + i] * 0.5f + 1 : 0;
            all += f;
            if (y[t * STRIDE + i] != f)
                printf("scaled up to %d: %g at %d of %d, not %g\n", most, (double)y[t * STRIDE + i], i, t, (double)f);
        }
        if (sum[t] != all)
            printf("scaled up to %d: sum %g of %d, not %g\n", most, (double)sum[t], t, (double)all);
    }
}

static void test_follows(int n, int most)
{
    const int *l = length;
    int stride = STRIDE;
    for (int apart = -5; apart <= 5; apart++) {
        const int *a = w + 8;
        int *b = w + 8 + apart;
        fill(n, most);
        for (int t = 0; t < n; t++)
            for (int i = 0; i < length[t]; i++)
                want[8 + apart + t * STRIDE + i] = want[8 + t * STRIDE + i] * 3 + 1;
        launch("follows", n, (void *[]){&a, &b, &l, &stride, &n});
        compare("follows", most);
    }
    unsigned char *p = bytes;
    const unsigned char *q = mask;
    fill(n, most);
    for (int i = 0; i < STRIDE; i++)
        mask[i] = (unsigned char)(i * 59);
    launch("updated", n, (void *[]){&p, &q, &l, &stride, &n});
    for (int t = 0; t < n; t++)
        for (int i = 0; i < STRIDE; i++) {
            const int was = (unsigned char)((t * STRIDE + i) * 13 >> 2);
            if (bytes[t * STRIDE + i] != (i < (length[t] & ~3) ? was ^ mask[i] : was))
                printf("updated up to %d: %d of %d\n", most, i, t);
        }
}

static void test_handed(int n, int most)
{
    const int *a = v, *l = length;
    int *b = w, *c = last, stride = STRIDE;
    fill(n, most);
    launch("handed", n, (void *[]){&a, &b, &l, &c, &stride, &n});
    for (int t = 0; t < n; t++) {
        uint32_t one = (uint32_t)t, two = 1;
        for (int i = 0; i < length[t]; i++) {
            const uint32_t three = one + (uint32_t)v[t * STRIDE + i];
            one = two;
            two = three;
            want[t * STRIDE + i] = (int)(three - one);
        }
        if ((uint32_t)last[t] != one * 7 + two)
            printf("handed up to %d: last of %d\n", most, t);
    }
    compare("handed", most);

    fill(n, most);
    launch("running", n, (void *[]){&a, &b, &l, &stride, &n});
    for (int t = 0; t < n; t++)
        for (int i = 0, s = 0; i < length[t]; i++)
            want[t * STRIDE + i] = s += v[t * STRIDE + i];
    compare("running", most);

    fill(n, most);
    launch("others", n, (void *[]){&a, &b, &l, &stride, &n});
    for (int t = 0; t < n; t++) {
        int *to = want + t * STRIDE;
        const int *from = v + t * STRIDE, k = length[t];
        for (int i = 0; i < k; i++)
            to[2 * i] = from[i];
        for (int i = 0; i < k; i++)
            to[k + i] += i * i;
        for (int i = k - 1; i >= 0; i--)
            to[i] -= from[i];
    }
    compare("others", most);
}

int main(void)
{
    static const int most[] = {0, 1, 3, 4, 5, 8, 17, 47};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        test_floats(MOST - 8, most[i]);
        test_follows(MOST - 8, most[i]);
        test_handed(MOST - 8, most[i]);
    }
    puts("rows");
}
