/* Quotients and remainders near all borders, against the same on the host; by 0 all bits are set, as on a GPU. */
#include "host.h"

extern const ptx2c_module divisors;

enum { N = 2000 };
static int in[N], q[N], r[N];
static uint32_t uq[N], ur[N];

static const uint32_t edges[] = {0, 1, 2, 3, 7, 10, 255, 256, 641, 46341, 65535, 65536, 65537, 6700417, 0x55555555, 0x7fffffff, 0x80000000, 0xaaaaaaab,
                                 0xfffffffe, 0xffffffff};
enum { EDGES = sizeof edges / sizeof *edges };

static int quotient(int a, int b) { return b ? (int)(uint32_t)((int64_t)a / b) : -1; }
static int rest(int a, int b) { return b ? (int)((int64_t)a % b) : -1; }

/* kernel: "divisors" divides numbers by d, "turned" d by them. */
static int test(const char *kernel, uint32_t d)
{
    int *a = in, *b = q, *c = r, n = N, bad = 0;
    uint32_t *e = uq, *f = ur;
    const int status = run(&divisors, kernel, (N + 127) / 128, 128, (void *[]){&a, &b, &c, &e, &f, &n, &d});
    for (int i = 0; i < N; i++) {
        const uint32_t x = *kernel == 't' ? d : (uint32_t)in[i], y = *kernel == 't' ? (uint32_t)in[i] : d;
        bad += q[i] != quotient((int)x, (int)y) || r[i] != rest((int)x, (int)y) || uq[i] != (y ? x / y : UINT32_MAX) ||
               ur[i] != (y ? x % y : UINT32_MAX);
    }
    if (bad || status)
        printf("%s by %u: %d wrong, status %d\n", kernel, (unsigned)d, bad, status);
    return bad;
}

static int64_t wide[N], wide_q[N], wide_r[N];
static uint64_t wide_uq[N], wide_ur[N];

static int test_wide(int64_t d)
{
    int64_t *a = wide, *b = wide_q, *c = wide_r;
    uint64_t *e = wide_uq, *f = wide_ur, by = (uint64_t)d;
    int n = N, bad = 0;
    const int status = run(&divisors, "wide", (N + 127) / 128, 128, (void *[]){&a, &b, &c, &e, &f, &n, &d});
    for (int i = 0; i < N; i++) {
        const int64_t x = wide[i];
        const uint64_t u = (uint64_t)x;
        const int64_t s = d == 0 ? -1 : d == -1 ? (int64_t)(0 - u) : x / d, left = d == 0 ? -1 : d == -1 ? 0 : x % d;
        bad += wide_q[i] != s || wide_r[i] != left || wide_uq[i] != (d ? u / by : UINT64_MAX) || wide_ur[i] != (d ? u % by : UINT64_MAX);
    }
    if (bad || status)
        printf("by %lld: %d wrong, status %d\n", (long long)d, bad, status);
    return bad;
}

/* An edge of 64 bits: one of 32 as it is, or as its upper half. */
static int64_t edge(uint32_t k, uint32_t upper) { return (int64_t)((uint64_t)edges[k / 5] << 32 * upper) + (int64_t)(k % 5) - 2; }

int main(void)
{
    int bad = 0;
    for (uint32_t k = 0; k < EDGES * 5; k++) { /* numbers around multiples of the divisor, and edges */
        const uint32_t d = edges[k / 5] + k % 5 - 2;
        for (uint32_t i = 0; i < N; i++)
            in[i] = (int)(i < 5 * EDGES ? edges[i / 5] + i % 5 - 2 : (UINT32_MAX / (d ? d : 1) * (i % 97) / 96) * d + i % 3 - 1);
        bad += test("divisors", d) + test("turned", d);
        for (uint32_t i = 0; i < N; i++)
            wide[i] = i < 10 * EDGES ? edge(i / 2, i % 2) : (int64_t)((uint64_t)(int32_t)d * (i * 0x10001u) + i % 3 - 1);
        bad += test_wide(edge(k, 0)) + test_wide(edge(k, 1));
    }
    printf("%d wrong\n", bad);
    return 0;
}
