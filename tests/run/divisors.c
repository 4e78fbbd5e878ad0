/* Quotients and remainders near all borders, against the same on the host; by 0 all bits are set, as on a GPU. */
#include "host.h"

extern const ptx2c_module divisors;

enum { N = 2000 };
static int in[N], q[N], r[N];
static uint32_t uq[N], ur[N];

static const uint32_t edges[] = {0, 1, 2, 3, 7, 10, 255, 256, 641, 46341, 65535, 65536, 65537, 6700417, 0x55555555, 0x7fffffff, 0x80000000, 0xaaaaaaab,
                                 0xfffffffe, 0xffffffff};
enum { EDGES = sizeof edges / sizeof *edges };

static int test(uint32_t d)
{
    int *a = in, *b = q, *c = r, n = N, bad = 0;
    uint32_t *e = uq, *f = ur;
    const int status = run(&divisors, "divisors", (N + 127) / 128, 128, (void *[]){&a, &b, &c, &e, &f, &n, &d});
    for (int i = 0; i < N; i++) {
        const uint32_t x = (uint32_t)in[i];
        const int64_t s = d ? (int64_t)in[i] / (int32_t)d : -1, rest = d ? (int64_t)in[i] % (int32_t)d : -1;
        bad += (uint32_t)q[i] != (uint32_t)s || (uint32_t)r[i] != (uint32_t)rest || uq[i] != (d ? x / d : UINT32_MAX) ||
               ur[i] != (d ? x % d : UINT32_MAX);
    }
    if (bad || status)
        printf("by %u: %d wrong, status %d\n", (unsigned)d, bad, status);
    return bad;
}

int main(void)
{
    int bad = 0;
    for (uint32_t k = 0; k < EDGES * 5; k++) { /* numbers around multiples of the divisor, and edges */
        const uint32_t d = edges[k / 5] + k % 5 - 2;
        for (uint32_t i = 0; i < N; i++)
            in[i] = (int)(i < 5 * EDGES ? edges[i / 5] + i % 5 - 2 : (UINT32_MAX / (d ? d : 1) * (i % 97) / 96) * d + i % 3 - 1);
        bad += test(d);
    }
    printf("%d wrong\n", bad);
    return 0;
}
