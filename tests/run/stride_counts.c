/* How often loops with a stride go round, of numbers of all sizes and over tiles, against the same on the host. */
#include "host.h"

extern const ptx2c_module stride_counts;

enum { N = 512, TILE = 600, BLOCKS = 3 };
static unsigned a[N], counts[2 * N];
static int b[N];
static unsigned long long c[N], longer[N];
static float in[BLOCKS * TILE], out[BLOCKS * TILE];
static int wrong;

static void check(const char *what, int i, double is, double should)
{
    if (is != should && wrong++ < 10)
        printf("%s: %d is %.17g, not %.17g\n", what, i, is, should);
}

/* Of numbers of which not both are halved: so that nothing here overflows. */
static uint64_t rounds(bool more, uint64_t rest, uint64_t d) { return more ? (rest - 1) / d + 1 : 0; }

static void test_counts(unsigned n, int m, uint64_t k, unsigned d, uint64_t e)
{
    unsigned *pa = a, *o = counts;
    int *pb = b;
    unsigned long long *pc = c, *l = longer;
    run(&stride_counts, "counts", N / 64, 64, (void *[]){&pa, &pb, &pc, &n, &m, &k, &d, &e, &o, &l});
    for (int i = 0; i < N; i++) {
        check("unsigned", i, counts[2 * i], (double)rounds(a[i] < n, (unsigned)(n - a[i]), d));
        check("signed", i, counts[2 * i + 1], (double)rounds(b[i] < m, (unsigned)m - (unsigned)b[i], d));
        check("64 bits", i, (double)longer[i], (double)rounds(c[i] < k, k - c[i], e));
    }
    run(&stride_counts, "beside", N / 64, 64, (void *[]){&pa, &n, &d, &o});
    for (int i = 0; i < N; i++) {
        check("beside", i, counts[2 * i], (double)rounds(a[i] < n, (unsigned)(n - a[i]), d));
        check("beside, rest", i, counts[2 * i + 1], a[i] < n ? n - a[i] - 1 : 0);
    }
}

static void test_tiles(uint32_t threads)
{
    float *p = in, *o = out;
    run(&stride_counts, "tile", BLOCKS, threads, (void *[]){&p, &o});
    for (int i = 0; i < BLOCKS * TILE; i++)
        check("tile", i, out[i], in[i / TILE * TILE + TILE - 1 - i % TILE] * 2);
}

static void test_rows(uint32_t x, uint32_t y, int n)
{
    float *p = in, *o = out;
    void *const args[] = {&p, &o, &n};
    const int status = ptx2c_launch(ptx2c_find_kernel(&stride_counts, "rows"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){x, y, 1}, 0, args);
    check("status", 0, status, 0);
    for (int t = 0; t < (int)(x * y); t++) {
        float sum = 0;
        for (int i = t; i < n; i += (int)(x * y))
            sum += in[i] * (float)(i & 7);
        check("rows", t, out[t], sum);
    }
}

int main(void)
{
    static const unsigned ends[] = {0, 1, 100, 511, 0x7fffffff, 0x80000000u, 0xffffffffu};
    for (int i = 0; i < BLOCKS * TILE; i++)
        in[i] = (float)(i % 97);
    for (int way = 0; way < 3; way++) { /* neighbours; far from each other; where numbers wrap */
        for (int i = 0; i < N; i++) {
            a[i] = way == 0 ? (unsigned)i : way == 1 ? (unsigned)i * 2654435761u : (unsigned)i - 200;
            b[i] = (int)(way == 2 ? a[i] + 0x80000000u : a[i]);
            c[i] = way == 1 ? a[i] * UINT64_C(0x9e3779b97f4a7c15) : (uint64_t)i - (way == 2 ? 200 : 0);
        }
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            for (unsigned d = 1; d < 0x60000000u; d = d * 7 + 2)
                test_counts(ends[k], (int)ends[k], (uint64_t)ends[k] << (k & 1 ? 32 : 0), d, d + ((uint64_t)(k == 3) << 33));
    }
    for (uint32_t threads = 1; threads <= 1024; threads = threads * 3 + 5)
        test_tiles(threads);
    for (int n = -1; n < 1500; n = n * 2 + 3) {
        test_rows(32, 4, n);
        test_rows(7, 3, n);
        test_rows(1, 64, n);
    }
    puts(wrong ? "wrong" : "right");
    return 0;
}
