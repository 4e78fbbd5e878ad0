#include "host.h"

extern const ptx2c_module choices;

enum { N = 32 * 3 * 40 };
static int x[N], out[N], to[N], count;
static unsigned bits[N];
static float f[N], sums[N];
static int *px = x, *pout = out, *pto = to, *pcount = &count;
static unsigned *pbits = bits;
static float *pf = f, *psums = sums;

static void launch(const char *name, unsigned blocks, unsigned threads, void *const args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&choices, name), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

static void want(const char *name, int i, double is, double value)
{
    if (is != value)
        printf("%s: number %d is %g, not %g\n", name, i, is, value);
}

static int random_below(int n)
{
    static uint32_t state = 7;
    state = state * 1664525 + 1013904223;
    return (int)((state >> 8) % (uint32_t)n);
}

static void filter(unsigned blocks, unsigned threads, int n)
{
    long sum = 0, product = 0, is_sum = 0, is_product = 0;
    int number = 0;
    count = 0;
    launch("filter", blocks, threads, (void *[]){&px, &pout, &pcount, &n});
    for (int i = 0; i < n && i < (int)(blocks * threads); i++)
        if (x[i] % 3 == 1) {
            number++;
            sum += x[i];
            product += (long)x[i] * x[i];
        }
    want("filter's count", n, count, number);
    for (int i = 0; i < number; i++) {
        is_sum += out[i];
        is_product += (long)out[i] * out[i];
    }
    want("filter's sum", n, (double)is_sum, (double)sum);
    want("filter's squares", n, (double)is_product, (double)product);
}

static void turned(unsigned blocks, unsigned threads, int n)
{
    for (int i = 0; i < N; i++) {
        out[i] = -1000;
        to[i] = i ^ 37;
    }
    launch("turned", blocks, threads, (void *[]){&px, &pout, &pto, &n});
    for (int i = 0; i < (int)(blocks * threads); i++)
        want("turned", i, out[i ^ 37], x[i] <= x[i ^ 1] && x[i] != n ? x[i] - x[i ^ 1] : -1000);
}

static void rounds(unsigned blocks, unsigned threads, int from, int number)
{
    launch("rounds", blocks, threads, (void *[]){&pf, &psums, &from, &number});
    for (int i = 0; i < (int)(blocks * threads); i++) {
        float s = 0;
        for (int k = 0; k < number; k++) {
            const float w = f[(i & ~31) + ((from + k) & 31)];
            s += w * (float)(i & 7) + (w > f[i] ? 1.0f : 0.5f);
        }
        want("rounds", i, sums[i], s);
    }
}

static unsigned members(const int *v, int lanes, bool (*is)(int v, int n), int n)
{
    unsigned m = 0;
    for (int l = 0; l < lanes; l++)
        m |= (unsigned)is(v[l], n) << l;
    return m;
}
static bool equal(int v, int n) { return v == n; }
static bool above(int v, int n) { return v > n; }
static bool odd(int v, int n) { return (v & 1) + 0 * n; }
static bool second(int v, int n) { return (v & 2) + 0 * n; }

static void votes(unsigned blocks, unsigned threads, int n)
{
    for (int apart = 0; apart < 2; apart++) {
        const char *name = apart ? "apart" : "votes";
        launch(name, blocks, threads, (void *[]){&px, &pout, &pbits, &n});
        for (int i = 0; i < (int)(blocks * threads); i += 32) {
            const int *v = x + i;
            const unsigned all = ~0u, low = 0xffff;
            const int whole = (members(v, 32, equal, n) != 0) | (members(v, 32, above, n - 1) == all) << 1 | (members(v, 32, equal, n) == all) << 2;
            const int s = apart ? 0 : whole | (members(v, 32, equal, n + 1) != 0) << 5;
            const int half = (members(v, 16, above, n + 3) != 0) << 3 | (members(v, 16, above, n + 8) == 0) << 4;
            const unsigned b = members(v, 32, odd, 0), high = apart ? members(v, 32, above, n) & ~low : 0;
            for (int l = 0; l < 32; l++) {
                want(name, i + l, out[i + l], l < 16 ? (s | half) + (v[5] << 8) : s);
                want("bits", i + l, bits[i + l], l < 16 ? b ^ members(v, 16, second, 0) << 16 : high >> l & 1 ? b + (b & high) : b);
            }
        }
    }
}

static void appended(unsigned blocks, unsigned threads, int n)
{
    static bool seen[N];
    int number = 0;
    count = 0;
    launch("appended", blocks, threads, (void *[]){&px, &pout, &pcount, &n});
    for (int i = 0; i < n && i < (int)(blocks * threads); i++)
        number += x[i] > 9 && x[i ^ 1] < 8;
    want("appended's count", n, count, number);
    memset(seen, 0, sizeof seen);
    for (int k = 0; k < count && k < N / 2; k++) {
        const int i = out[2 * k];
        want("appended", i, i >= 0 && i < N && !seen[i] && x[i] > 9 && x[i ^ 1] < 8 && out[2 * k + 1] == x[i], 1);
        if (i >= 0 && i < N)
            seen[i] = true;
    }
}

static void ahead(unsigned blocks, unsigned threads, int by)
{
    launch("ahead", blocks, threads, (void *[]){&px, &pout, &by});
    for (int i = 0; i < (int)(blocks * threads); i++) {
        const int t = i % (int)threads, *const warp = x + i - t % 32;
        const int at[] = {t + 5, t + 9, 31 - t, t + by};
        int s = 0;
        for (int k = 0; k < 4; k++)
            s += warp[at[k] & 31] << 4 * k;
        want("ahead", i, out[i], s);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = random_below(16);
        f[i] = (float)random_below(64);
    }
    for (int i = 0; i < 64; i++) {
        x[i] = 7;
        x[N - 1 - i] = 8 + (i & 1);
    }
    filter(40, 96, N);
    filter(30, 128, N - 77);
    filter(5, 32, 130);
    appended(40, 96, N);
    appended(30, 128, N - 77);
    appended(2, 48, 90);
    turned(40, 96, 5);
    turned(3, 64, 7);
    rounds(40, 96, 0, 32);
    rounds(10, 64, 29, 11);
    votes(40, 96, 7);
    votes(40, 96, 8);
    votes(30, 128, 15);
    ahead(40, 96, 3);
    ahead(20, 32, -7);
    puts("done");
}
