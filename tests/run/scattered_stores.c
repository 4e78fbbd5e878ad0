/* What lanes store here and there, against the same one after another. */
#include "host.h"

extern const ptx2c_module scattered_stores;

enum { N = 1000, BLOCK = 128 };
static float a[N], b[N], out[2 * N], want[2 * N], row[N], want_row[N], flag[2 * N], want_flag[2 * N];
static int to[N], from[N];
static unsigned char bytes[N], want_bytes[N];
static double doubles[N], want_doubles[N];
static float pairs[N][2], want_pairs[N][2];

static float fused(float x, float y, float z) { return (float)((double)x * y + z); } /* exact but for one rounding: few digits are used */

static bool differ(float x, float y) { return !(x - y < 0.01f && y - x < 0.01f); }

static void compare(const char *what, const float *got, const float *right, int n)
{
    for (int i = 0; i < n; i++)
        if (differ(got[i], right[i]))
            printf("%s: number %d is %g, not %g\n", what, i, (double)got[i], (double)right[i]);
}

static void clear(void)
{
    for (int i = 0; i < 2 * N; i++)
        out[i] = want[i] = flag[i] = want_flag[i] = -7;
    for (int i = 0; i < N; i++)
        row[i] = want_row[i] = -9;
}

static void launch(const char *name, int n, void *const args[]) { run(&scattered_stores, name, (uint32_t)(n + BLOCK - 1) / BLOCK, BLOCK, args); }

static void test_permuted(int n)
{
    float *o = out, *pa = a, *pb = b;
    int *pt = to;
    clear();
    launch("permuted", n, (void *[]){&o, &pt, &pa, &pb, &n});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], b[i], 1.5f), v = fused(u, u, -a[i]);
        want[to[i]] = fused(v, b[i], u);
    }
    compare("permuted", out, want, 2 * N);
}

static void test_twice(int n)
{
    float *o = out, *pa = a, *pb = b;
    int *pt = to;
    clear();
    launch("twice", n, (void *[]){&o, &pt, &pa, &pb, &n});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], b[i], 0.5f), v = fused(u, a[i], -b[i]);
        want[to[i]] = fused(u, u, v);
        want[to[i] + (i & 1) * n] = fused(-u, u, v);
    }
    compare("twice", out, want, 2 * N);
}

static void test_again(int n)
{
    float *o = out, *pr = row, *pa = a;
    int *pt = to, *pf = from;
    clear();
    launch("again", n, (void *[]){&o, &pt, &pf, &pr, &pa, &n});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], a[i], 0.25f), v = fused(u, a[i], -3);
        want[to[i]] = v * u;
        want_row[i] = fused(want[from[i]], 2, u);
    }
    compare("again", out, want, 2 * N);
    compare("again, read", row, want_row, N);
}

static void test_sides(int n, float limit)
{
    float *o = out, *pr = row, *pa = a, *pb = b;
    int *pt = to;
    clear();
    launch("sides", n, (void *[]){&o, &pr, &pt, &pa, &pb, &n, &limit});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], b[i], 2);
        want_row[i] = a[i] < limit ? fused(u, u, b[i]) : u;
        if (a[i] >= limit) {
            want[to[i]] = fused(u, a[i], -b[i]);
            if (b[i] < limit)
                want[n + to[i]] = fused(u, b[i], a[i]);
        }
    }
    compare("sides", out, want, 2 * N);
    compare("sides, row", row, want_row, N);
}

static void test_kinds(int n)
{
    unsigned char *py = bytes;
    double *pd = doubles;
    float (*pp)[2] = pairs, *pa = a, *pb = b;
    int *pt = to;
    launch("kinds", n, (void *[]){&py, &pd, &pp, &pt, &pa, &pb, &n});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], b[i], 2), v = fused(u, u, -b[i]);
        want_bytes[to[i]] = (unsigned char)(int)(v * 4);
        want_doubles[to[i]] = (double)v * a[i] + u;
        want_pairs[to[i]][0] = u - v;
        want_pairs[to[i]][1] = u * v;
    }
    compare("pairs", pairs[0], want_pairs[0], 2 * N);
    for (int i = 0; i < N; i++) {
        if (differ((float)doubles[i], (float)want_doubles[i]))
            printf("doubles: number %d is %g, not %g\n", i, doubles[i], want_doubles[i]);
        if (bytes[i] != want_bytes[i])
            printf("bytes: number %d is %d, not %d\n", i, bytes[i], want_bytes[i]);
    }
}

static void test_ordered(int n)
{
    float *o = out, *pf = flag, *pa = a, *pb = b;
    int *pt = to;
    clear();
    launch("ordered", n, (void *[]){&pf, &o, &pt, &pa, &pb, &n});
    for (int i = 0; i < n; i++) {
        const float u = fused(a[i], b[i], 2), v = fused(u, u, -b[i]);
        want[to[i]] = fused(v, a[i], u);
        want_flag[i] = v;
        want_flag[n + to[i]] = v - u;
    }
    compare("ordered", out, want, 2 * N);
    compare("ordered, flag", flag, want_flag, 2 * N);
}

static void test_butterfly(void)
{
    float *o = out, *pa = a, *pb = b, s[256], next[256];
    clear();
    run(&scattered_stores, "butterfly", 2, 128, (void *[]){&o, &pa, &pb});
    for (int first = 0; first < 512; first += 256) {
        memcpy(s, a + first, sizeof s);
        for (int h = 1; h < 256; h *= 2, memcpy(s, next, sizeof s))
            for (int t = 0; t < 128; t++) {
                const float y = s[t + 128] * b[h + (t & (h - 1))];
                const int at = 2 * t - (t & (h - 1));
                next[at] = s[t] + y;
                next[at + h] = s[t] - y;
            }
        memcpy(want + first, s, sizeof s);
    }
    for (int i = 0; i < 512; i++)
        if (out[i] - want[i] > 0.001f * (1 + want[i] * want[i]) || want[i] - out[i] > 0.001f * (1 + want[i] * want[i]))
            printf("butterfly: number %d is %g, not %g\n", i, (double)out[i], (double)want[i]);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i * 37 % 101) * 0.0625f - 2;
        b[i] = (float)(i * 53 % 97) * 0.03125f - 1;
    }
    static const int counts[] = {N, 700, 129, 3};
    for (int k = 0; k < 4; k++) {
        const int n = counts[k], by = n == 3 ? 2 : n == 129 ? 10 : 377 % n;
        for (int i = 0; i < n; i++)
            to[i] = (int)((int64_t)i * by % n); /* each once: by and n have no divisor in common */
        for (int i = 0; i < n; i++)
            from[i] = to[i];
        test_permuted(n);
        test_twice(n);
        test_again(n);
        test_sides(n, 0.5f);
        test_sides(n, 100);
        test_sides(n, -100);
        test_kinds(n);
        test_ordered(n);
    }
    test_butterfly();
    puts("done");
    return 0;
}
