/* Reductions of 64-bit values, by guarded additions and by comparisons and choices, against the same trees on the host. */
#include "host.h"

extern const ptx2c_module reductions;

enum { BLOCK = 128, BLOCKS = 3, N = BLOCK * BLOCKS };
static double a[N], to_a[2 * N];
static float f[N], to_f[2 * N];
static long long b[N], to_b[N];
static int wrong;

static void launch(const char *kernel, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&reductions, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){BLOCK, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, int i, double is, double want)
{
    if (is != want && (is == is || want == want) && wrong++ < 10)
        printf("%s: %d is %.17g, not %.17g\n", what, i, is, want);
}

static double plus(double x, double y) { return x + y; }
static double times(double x, double y) { return x * y; }
static double floats_plus(double x, double y) { return (float)x + (float)y; }
static double least(double x, double y) { return x < y ? x : y; }    /* CUDA's minimum: the first only where it is less */
static double greatest(double x, double y) { return x < y ? y : x; } /* maximum: the second only where it is greater */

/* Of the w values at v; up: neighbours first, else those far apart. */
static double tree(const double *v, int w, bool up, double (*op)(double, double))
{
    double t[32];
    memcpy(t, v, sizeof *t * (size_t)w);
    for (int k = up ? 1 : w / 2; up ? k < w : k > 0; k = up ? 2 * k : k / 2)
        for (int l = 0; l + k < w; l++)
            t[l] = op(t[l], t[l + k]);
    return t[0];
}

/* cub's: a warp each, then one after the other. */
static double of_block(const double *v, double (*op)(double, double))
{
    double r = tree(v, 32, true, op);
    for (int w = 1; w < BLOCK / 32; w++)
        r = op(r, tree(v + 32 * w, 32, true, op));
    return r;
}

static void test_warps(void)
{
    void *pa = a, *ps = to_a, *pb = b, *pl = to_b, *down[] = {&pa, &ps, &pb, &pl};
    launch("by_down", down);
    for (int w = 0; w < N / 32; w++) {
        long long low = b[32 * w];
        for (int i = 0; i < 32; i++)
            low = b[32 * w + i] < low ? b[32 * w + i] : low;
        check("by_down", w, to_a[w], tree(a + 32 * w, 32, false, plus));
        check("least", w, (double)(to_b[w] - low), 0);
    }
    static double products[N];
    void *pp = products, *xors[] = {&pa, &ps, &pp};
    launch("by_xor", xors);
    for (int i = 0; i < N; i++) {
        double most = 0;
        for (int k = 0; k < 32; k++)
            most = a[i / 32 * 32 + k] > most ? a[i / 32 * 32 + k] : most;
        check("by_xor", i, to_a[i], most);
        check("products", i, products[i], tree(a + i / 8 * 8, 8, false, times));
    }
    void *of_tiles[] = {&pb, &pl};
    launch("tiles", of_tiles);
    for (int t = 0; t < N / 16; t++) {
        unsigned long long sum = 0;
        for (int i = 0; i < 16; i++)
            sum += (unsigned long long)b[16 * t + i];
        check("tiles", t, (double)(to_b[t] - (long long)sum), 0);
    }
}

static void test_blocks(void)
{
    static double of_f[N];
    void *pf = f, *pa = a, *pb = b, *to[] = {to_f, to_a, to_b}, *args[] = {&pf, &pa, &pb, &to[0], &to[1], &to[2]};
    f[BLOCK + 40] = f[2 * BLOCK] = NAN; /* as the first of two it stays, as the second it does not */
    a[BLOCK + 40] = a[2 * BLOCK] = NAN;
    launch("blocks", args);
    for (int i = 0; i < N; i++)
        of_f[i] = f[i];
    for (int k = 0; k < BLOCKS; k++) {
        unsigned long long sum = 0;
        for (int i = 0; i < BLOCK; i++)
            sum += (unsigned long long)b[k * BLOCK + i];
        check("float sum", k, to_f[2 * k], of_block(of_f + k * BLOCK, floats_plus));
        check("float maximum", k, to_f[2 * k + 1], of_block(of_f + k * BLOCK, greatest));
        check("double sum", k, to_a[2 * k], of_block(a + k * BLOCK, plus));
        check("double minimum", k, to_a[2 * k + 1], of_block(a + k * BLOCK, least));
        check("sum", k, (double)(to_b[k] - (long long)sum), 0);
        printf("block %d: %g %g\n", k, to_f[2 * k + 1], to_a[2 * k + 1]);
    }
    f[BLOCK + 40] = f[2 * BLOCK] = 1;
    a[BLOCK + 40] = a[2 * BLOCK] = 1;
}

static void test_two(void)
{
    void *pf = f, *ps = to_f, *args[] = {&pf, &ps};
    launch("by_two", args);
    for (int k = 0; k < BLOCKS; k++) {
        double v[N], part[32] = {0};
        for (int i = 0; i < BLOCK; i++)
            v[i] = f[k * BLOCK + i];
        for (int w = 0; w < BLOCK / 32; w++)
            part[w] = tree(v + 32 * w, 32, false, floats_plus);
        for (int w = 0; w < BLOCK / 32; w++)
            check("by_two", k * BLOCK / 32 + w, to_f[k * BLOCK / 32 + w], w ? 0 : tree(part, 32, false, floats_plus));
    }
}

/* What lanes of groups of w have by doubled distances. */
static void doubled(double *v, int w, double (*op)(double, double))
{
    for (int k = 1; k < w; k *= 2)
        for (int i = N - 1; i >= 0; i--)
            if (i % w >= k)
                v[i] = op(v[i], v[i - k]);
}

static void test_scans(void)
{
    static double sum[N], most[N], product[N], wide[N];
    void *pf = f, *pa = a, *pb = b, *to[] = {to_f, to_a, to_b}, *args[] = {&pf, &pa, &pb, &to[0], &to[1], &to[2]};
    launch("scans", args);
    for (int i = 0; i < N; i++) {
        sum[i] = most[i] = f[i];
        product[i] = wide[i] = a[i];
    }
    doubled(sum, 32, floats_plus);
    doubled(most, 32, greatest);
    doubled(product, 8, times);
    doubled(wide, 32, plus);
    unsigned long long k = 0;
    for (int i = 0; i < N; i++) {
        k = (i % 32 ? k : 0) + (unsigned long long)b[i];
        check("scan of floats", i, to_f[2 * i], sum[i]);
        check("scan of maxima", i, to_f[2 * i + 1], most[i]);
        check("scan of products", i, to_a[2 * i], product[i]);
        check("scan of doubles", i, to_a[2 * i + 1], wide[i]);
        check("scan", i, (double)(to_b[i] - (long long)k), 0);
    }
}

/* Lanes whose neighbour is in another warp add their own. */
static void test_others(void)
{
    void *pa = a, *ps = to_a, *args[] = {&pa, &ps};
    launch("on_the_way", args);
    for (int w = 0; w < N / 32; w++) {
        double t[32], next[32];
        memcpy(t, a + 32 * w, sizeof t);
        for (int d = 16; d > 0; d /= 2) {
            for (int l = 0; l < 32; l++)
                next[l] = t[l] + t[l + d < 32 ? l + d : l];
            memcpy(t, next, sizeof t);
            for (int l = 0; d == 4 && l < 32; l++)
                check("on the way", 32 * w + l, to_a[N + 32 * w + l], t[l]);
        }
        for (int l = 0; l < 32; l++)
            check("in the end", 32 * w + l, to_a[32 * w + l], t[l]);
    }
    launch("late", args);
    for (int w = 0; w < N / 32; w++) {
        double t[32], next[32];
        memcpy(t, a + 32 * w, sizeof t);
        for (int round = 0; round < 3; round++)
            for (int d = 16; d > 0; d /= 2) {
                for (int l = 0; l < 32; l++)
                    next[l] = d == 16 ? t[l] * 2 + round + t[l ^ d] : t[l] + t[l ^ d];
                memcpy(t, next, sizeof t);
            }
        for (int l = 0; l < 32; l++)
            check("late", 32 * w + l, to_a[32 * w + l], t[l]);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = 0.75 + (i * 7919 % 1009) / 3.0 / (1 + i % 11);
        f[i] = (float)a[i];
        b[i] = (long long)(0x123456789abcULL * (unsigned)(i * 31 % 257)) - 0x40000000000000;
    }
    test_warps();
    test_blocks();
    test_two();
    test_scans();
    test_others();
    printf("%d wrong\n", wrong);
    return 0;
}
