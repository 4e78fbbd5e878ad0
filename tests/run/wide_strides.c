#include "host.h"

extern const ptx2c_module wide_strides;

enum { N = 1500, PLACES = 256 };
static int bad;

static void add(int64_t n)
{
    static float a[N], m[N], b[N];
    float *pa = a, *pm = m, *pb = b;
    for (int i = 0; i < N; i++) {
        a[i] = m[i] = (float)(i % 89);
        b[i] = (float)(i * 37 % 101);
    }
    run(&wide_strides, "add", 3, 64, (void *[]){&pa, &pb, &n});
    run(&wide_strides, "products", 3, 64, (void *[]){&pm, &pb, &n});
    for (int i = 0; i < N; i++) {
        const float was = (float)(i % 89);
        bad += a[i] != (i < n ? was + b[i] : was) || m[i] != (i < n ? was * b[i] : was);
    }
}

static void places(int64_t n, uint32_t step)
{
    static int64_t a[PLACES], want[PLACES];
    int64_t *pa = a;
    for (int i = 0; i < PLACES; i++)
        a[i] = want[i] = -1;
    for (int64_t t = 0; t < 64; t++)
        for (int64_t i = t; i < n; i += step)
            want[(i + (i >> 20)) & 255] = i;
    run(&wide_strides, "places", 1, 64, (void *[]){&pa, &n, &step});
    bad += memcmp(a, want, sizeof a) != 0;
}

static void shares(uint64_t n, uint64_t by)
{
    static uint64_t a[N], b[N];
    uint64_t *pa = a, *pb = b;
    for (uint64_t i = 0; i < N; i++) {
        a[i] = 0;
        b[i] = i * UINT64_C(0x9e3779b97f4a7c15) >> (i & 40);
    }
    run(&wide_strides, "shares", N / 100, 100, (void *[]){&pa, &pb, &n, &by});
    for (uint64_t i = 0; i < N; i++)
        bad += a[i] != (i < n ? (n - i) / by * 1000 + (i << 30) / by + b[i] / (by + i) : 0);
}

int main(void)
{
    static const int64_t sizes[] = {0, 1, 7, 63, 64, 191, 192, 193, 400, 768, 1000, 1337, N};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add(sizes[i]);
    places(5000, 64);
    places((INT64_C(1) << 34) + 17, UINT32_C(1) << 31);
    places((INT64_C(5) << 32) + 40, UINT32_MAX);
    places((INT64_C(1) << 32) + 3, 1u << 30);
    shares(1000, 7);
    shares(1000, 64);
    shares(UINT64_C(1) << 40, 3);
    shares(UINT64_MAX - 5, UINT64_C(1) << 33);
    printf("%d wrong\n", bad);
    return bad != 0;
}
