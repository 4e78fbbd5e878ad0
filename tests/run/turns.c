#include "host.h"

extern const ptx2c_module turns;

enum { MOST = 128 };
static uint32_t in[MOST], got[MOST];

/* The value of lane t - by in its warp, or its own where there is none. */
static uint32_t up(const uint32_t *v, int t, uint32_t by) { return v[(uint32_t)t % 32 >= by ? t - (int)by : t]; }

#define EACH for (int t = 0; t < n; t++)

static void sums_of(uint32_t *want, int n)
{
    uint32_t a[MOST], b[MOST], d[MOST];
    EACH a[t] = up(in, t, 1) + in[t];
    EACH b[t] = up(a, t, 2) * 5 + a[t];
    EACH d[t] = up(b, t, 4) - b[t];
    EACH want[t] = (up(d, t, 8) ^ in[t]) + b[t];
}

static void late_of(uint32_t *want, int n)
{
    uint32_t a[MOST], b[MOST];
    EACH a[t] = in[t] * in[t];
    EACH b[t] = a[t] ^ (up(in, t, 1) + 7);
    EACH want[t] = (up(b, t, 2) + up(in, t, 1) + 7) * b[t] + up(in, t, 1) - up(a, t, 3);
}

static void chosen_of(uint32_t *want, int n)
{
    uint32_t a[MOST], b[MOST];
    EACH a[t] = up(in, t, 1) + 3;
    EACH b[t] = up(a, t, up(in, t, 1) & 31);
    EACH want[t] = up(b, t, 2);
}

static void some_of(uint32_t *want, int n)
{
    uint32_t a[MOST], b[MOST], x[MOST], y[MOST];
    EACH x[t] = in[t];
    for (int round = 0; round < 3; round++) {
        EACH a[t] = up(x, t, 1) & 4 ? up(x, t, 1) + x[t] : x[t] - up(x, t, 1);
        EACH b[t] = (up(a, t, 4) + a[t]) ^ (up(x, t, 1) & 4 ? 85 : 0);
        EACH y[t] = up(b, t, 2) + b[t];
        EACH x[t] = y[t];
    }
    EACH want[t] = x[t];
}

int main(void)
{
    static const struct { const char *name; void (*reference)(uint32_t *want, int n); } kernels[] = {
        {"sums", sums_of}, {"late", late_of}, {"chosen", chosen_of}, {"some", some_of}};
    static const int threads[] = {1, 2, 31, 32, 33, 50, 96, 127, 128};
    uint32_t *from = in, *to = got;
    for (int t = 0; t < MOST; t++)
        in[t] = (uint32_t)(t * t * 7 + t * 3 + 1) % 1009;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 9; i++) {
            uint32_t want[MOST];
            kernels[k].reference(want, threads[i]);
            run(&turns, kernels[k].name, 1, (uint32_t)threads[i], (void *[]){&from, &to});
            for (int t = 0; t < threads[i]; t++)
                if (got[t] != want[t]) {
                    printf("%s, %d threads: [%d] is %u, not %u\n", kernels[k].name, threads[i], t, (unsigned)got[t],
                           (unsigned)want[t]);
                    break;
                }
        }
    printf("done\n");
    return 0;
}
