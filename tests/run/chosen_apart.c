/* The same choices on the host. */
#include "host.h"
#include <stdint.h>
#include <string.h>

extern const ptx2c_module chosen_apart;

enum { N = 1000 };
static float x[N], to[N], row[N];
static double y[N], wide[N];
static int at[N];

static float f32(uint32_t bits) { float f; memcpy(&f, &bits, sizeof f); return f; }
static double f64(uint64_t bits) { double f; memcpy(&f, &bits, sizeof f); return f; }
static bool same(const void *a, const void *b, size_t bytes) { return memcmp(a, b, bytes) == 0; }

int main(void)
{
    static const uint32_t odd[] = {0x80000000, 0, 0x7fc12345, 0xff800000, 0x7f800000, 1, 0x3f800000, 0xc1200000};
    for (int i = 0; i < N; i++) {
        x[i] = f32(i % 2 ? odd[i / 2 % 8] : (uint32_t)i * 2654435761u >> 4 | 0x38000000);
        y[i] = i % 5 ? i - N / 2.0 : f64((uint64_t)odd[i / 5 % 8] << 32);
        at[i] = i * 389 % N;
    }
    const float *a = x;
    const double *b = y;
    const int *c = at;
    float *d = to, *f = row;
    double *e = wide;
    int n = N, bad = 0;
    const int status = run(&chosen_apart, "chosen", (N + 127) / 128, 128, (void *[]){&a, &b, &c, &d, &e, &f, &n});
    for (int i = 0; i < N; i++) {
        const int k = at[i];
        const float p = x[k], q = x[N - 1 - k];
        const double r = y[k], s = y[N - 1 - k];
        const float expect = k & 2 ? q : p < 1 ? -p : q;
        const double expect_wide = k & 1 ? r : s < 0 ? -s : k & 2 ? 0.0 : s;
        const float expect_row = i % 3 ? x[i] : x[i] > 2 ? 1.0f : -x[i];
        bad += !same(&to[i], &expect, 4) + !same(&wide[i], &expect_wide, 8) + !same(&row[i], &expect_row, 4);
    }
    printf("%d wrong, status %d\n", bad, status);
    return 0;
}
