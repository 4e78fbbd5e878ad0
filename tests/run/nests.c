#include "host.h"

extern const ptx2c_module nests;

enum { N = 1000 };

static double in[N], out[N];
static uint32_t ways[N];

static uint64_t bits(double d)
{
    uint64_t b;
    memcpy(&b, &d, sizeof b);
    return b;
}

static double of(uint64_t b)
{
    double d;
    memcpy(&d, &b, sizeof d);
    return d;
}

static double shape(double x, uint32_t how)
{
    const uint32_t low = (uint32_t)bits(x), high = (uint32_t)(bits(x) >> 32);
    if ((int32_t)high < 0)
        return how % 2 ? -3 : -x;
    if (how > 2)
        return of((uint64_t)(high & 0x7ff00000) << 32);
    return how == 1 ? 2 * x + 1 : of((uint64_t)(high + 0x100000) << 32 | low);
}

static uint32_t way(uint32_t i, double x, double y, double z)
{
    if (x > 0)
        return x > 1 ? 13 + i : (10 + (y > 0.5 ? 5u : 7u)) + (i ^ (10 + (y > 0.5 ? 5u : 7u)));
    return z < -2 ? (uint32_t)bits(z) + (uint32_t)(bits(z) >> 32) : 21 + i;
}

int main(void)
{
    uint32_t n = N, x = 1, wrong = 0;
    double *pi = in, *po = out;
    uint32_t *pw = ways;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        in[i] = ((double)(int32_t)x) / 0x1p30;
    }
    if (run(&nests, "nests", 9, 128, (void *[]){&po, &pi, &pw, &n}))
        return 1;
    for (uint32_t i = 0; i < N; i++) {
        const double a = shape(in[i], i % 5), b = shape(a, 3);
        if (bits(out[i]) != bits(a + b) || ways[i] != way(i, in[i], b, a + b)) {
            if (wrong++ < 5)
                printf("%u: %.17g and %u, not %.17g and %u\n", (unsigned)i, out[i], (unsigned)ways[i], a + b,
                       (unsigned)way(i, in[i], b, a + b));
        }
    }
    printf("%u wrong\n", (unsigned)wrong);
    return 0;
}
