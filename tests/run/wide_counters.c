#include "host.h"

extern const ptx2c_module wide_counters;

enum { N = 1000, PLACES = 128 };
static int bad;

static void places(int32_t first, uint64_t n, int32_t stride)
{
    static int64_t out[PLACES];
    int64_t want[PLACES], *p = out;
    for (int i = 0; i < PLACES; i++)
        want[i] = out[i] = -7;
    for (uint32_t t = 0; t < 64; t++)
        for (int32_t i = (int32_t)((uint32_t)first + t); (uint64_t)(int64_t)i < n; i = (int32_t)((uint32_t)i + (uint32_t)stride))
            want[i & 127] = i;
    run(&wide_counters, "places", 1, 64, (void *[]){&p, &first, &n, &stride});
    bad += memcmp(want, out, sizeof out) != 0;
}

int main(void)
{
    static float x[N], y[N], z[N], ends[N];
    static double half[N];
    static int64_t end[64], ahead[N], behind[N];
    float *px = x, *py = y, *pz = z, *pe = ends;
    double *ph = half;
    int64_t *pend = end, *pa = ahead, *pb = behind, n = N - 3;
    uint64_t size = N - 3;
    uint32_t stride = 192;
    int32_t step = 64;

    for (int i = 0; i < N; i++) {
        half[i] = i;
        x[i] = (float)(i * 37 % 101);
        z[i] = (float)i;
    }
    run(&wide_counters, "scale", 3, 64, (void *[]){&px, &py, &size});
    run(&wide_counters, "shift", 3, 64, (void *[]){&px, &pz, &n, &stride});
    run(&wide_counters, "ends", 1, 64, (void *[]){&pe, &pend, &size, &step});
    run(&wide_counters, "ahead", 1, 64, (void *[]){&pa, &size, &step});
    run(&wide_counters, "behind", 1, 64, (void *[]){&pb, &size, &step});
    run(&wide_counters, "halves", 2, 96, (void *[]){&ph, &n});
    for (int i = 0; i < N; i++) {
        bad += half[i] != (i < n ? i / 2.0 + 1 : i);
        bad += y[i] != (i < n ? 2 * x[i] + 1 : 0);
        bad += z[i] != (i < n ? x[i] + (float)i : (float)i);
        bad += ends[i] != (i < n ? (float)i : 0);
        bad += ahead[i] != (i > 0 && i < n ? i : 0);
        bad += behind[i] != (i >= n ? 0 : i < 64 ? 2 : 1);
    }
    for (int t = 0; t < 64; t++) {
        int64_t last = t;
        while (last < n)
            last += step;
        bad += end[t] != 2 * last;
    }
    places(-20, 1000, 64);
    places(INT32_MAX - 30, (uint64_t)1 << 31, 64);
    places(INT32_MAX - 90, (uint64_t)1 << 31, 64);
    places(100, 3000, 64);
    printf("%d wrong\n", bad);
    return bad != 0;
}
