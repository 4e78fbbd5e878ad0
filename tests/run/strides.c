#include "host.h"

extern const ptx2c_module strides;

enum { MOST = 4000 };
static int in[MOST], out[MOST + 4096];
static unsigned last[4096];

static void counters(int n, uint32_t grid, uint32_t block)
{
    int *a = in, *b = out;
    unsigned *c = last;
    memset(out, 0, sizeof out);
    run(&strides, "counters", grid, block, (void *[]){&a, &b, &c, &n});
    for (uint32_t i = 0; i < grid * block; i++) {
        unsigned rounds = 0;
        int sum = 0;
        for (uint32_t j = i; j < (uint32_t)n; j += grid * block, rounds++)
            sum += in[j];
        if (last[i] != rounds * 1000u + (unsigned)sum % 1000u)
            printf("counters %d, %u x %u: thread %u left %u\n", n, (unsigned)grid, (unsigned)block, (unsigned)i, last[i]);
    }
    for (int j = 0; j < MOST; j++)
        if (out[j] != (j < n ? in[j] * 2 + 1 : 0))
            printf("counters %d, %u x %u: out[%d] = %d\n", n, (unsigned)grid, (unsigned)block, j, out[j]);
}

static void wraps(uint32_t first, uint32_t block)
{
    static unsigned char around[256], want[256];
    static int seen[77], wanted[77];
    unsigned char *a = around;
    int *s = seen;
    memset(around, 0, sizeof around);
    memset(want, 0, sizeof want);
    memset(seen, 0, sizeof seen);
    memset(wanted, 0, sizeof wanted);
    for (uint32_t i = 0; i < block; i++) {
        uint32_t at = first + i;
        if (at < 100 || at > 4294967195u)
            want[(at + 100u) & 255u] = (unsigned char)(at & 127u);
        if (at < 77 && 255 - i < block)
            wanted[at] = (int)(255 - i);
    }
    run(&strides, "wraps", 1, block, (void *[]){&a, &first, &s});
    if (memcmp(around, want, sizeof want) || (block == 256 && memcmp(seen, wanted, sizeof wanted)))
        printf("wraps from %u, %u threads\n", (unsigned)first, (unsigned)block);
}

static void sides(int border, int n, uint32_t grid, uint32_t block)
{
    int *a = out;
    run(&strides, "sides", grid, block, (void *[]){&a, &border, &n});
    for (int i = 0; i < (int)(grid * block); i++) {
        int want = -1;
        if (i < border) {
            want = 0;
            for (int k = i; k < n; k += 7)
                want += k;
        } else if (i < 2 * border) {
            want = -1 - i;
        }
        if (out[i] != want)
            printf("sides %d %d, %u x %u: %d is %d\n", border, n, (unsigned)grid, (unsigned)block, i, out[i]);
    }
}

static void down(long long n, int by, uint32_t block)
{
    static long long sums[256];
    long long *a = sums;
    run(&strides, "down", 1, block, (void *[]){&a, &n, &by});
    for (int i = 0; i < (int)block; i++) {
        long long want = 0;
        for (long long k = n - i; k > 0; k -= by)
            want += k;
        for (int k = (int)n - 2 * i; k >= 0; k -= by * 3)
            want -= k;
        if (sums[i] != want)
            printf("down from %lld by %d, %u threads: %d\n", n, by, (unsigned)block, i);
    }
}

static void bits(uint32_t block)
{
    static unsigned got[2048];
    unsigned *a = got;
    run(&strides, "bits", 2, block, (void *[]){&a});
    for (uint32_t i = 0; i < 2 * block; i++) {
        uint32_t t = i % block;
        if (got[i] != t % 32 * 3 + t / 32 * 1000 + t % 64 * 100000 + t / 64 * 10000000)
            printf("bits of %u threads: %u is %u\n", (unsigned)block, (unsigned)i, got[i]);
    }
}

static void pieces(int n, uint32_t grid, uint32_t block)
{
    int *a = in, *b = out;
    run(&strides, "pieces", grid, block, (void *[]){&a, &b, &n});
    for (uint32_t i = 0; i < grid; i++)
        for (uint32_t p = 0; p < (block + 31) / 32; p++) {
            int want = 0;
            for (uint32_t t = 32 * p; t < 32 * p + 32 && t < block; t++)
                for (uint32_t j = i * block + t; j < (uint32_t)n; j += grid * block)
                    want += in[j];
            if (out[i * 32 + p] != want)
                printf("pieces %d, %u x %u: %u.%u is %d\n", n, (unsigned)grid, (unsigned)block, (unsigned)i, (unsigned)p,
                       out[i * 32 + p]);
        }
}

static void borders(int a, int b, int e, int block)
{
    static int part[1024];
    int *o = out;
    for (int t = 0; t < 2 * block; t++)
        out[t] = -1;
    for (int t = 0; t < block; t++) {
        part[t] = t;
        if (t < a) {
            part[t] += 1000 + (t > b ? 2000 : 0) + (t == e ? b : 0);
            for (int i = 0; i < b % 5; i++)
                part[t] += i * 10000;
        } else if (2 * t + 1 >= b) {
            part[t] += 4000;
        } else {
            part[t] += 8000 + (t + 3 <= e ? 100000 : 0);
        }
    }
    for (int s = block / 2; s > e; s >>= 1)
        for (int t = 0; t < s; t++)
            part[t] += part[t + s];
    run(&strides, "borders", 2, (uint32_t)block, (void *[]){&o, &a, &b, &e});
    for (int i = 0; i < 2 * block; i++) {
        int t = i % block, want = t == e ? -1 : part[t];
        if ((unsigned)t > (unsigned)a && (unsigned)(t - 5) < (unsigned)b)
            want -= 7;
        if (out[i] != want)
            printf("borders %d %d %d, %d threads: %d is %d, not %d\n", a, b, e, block, i, out[i], want);
    }
}

static void either(int n, int block)
{
    static int p[256], s[256], v[256];
    int *a = p;
    for (int t = 0; t < block; t++)
        s[t] = p[t] = in[t * 3 + block];
    for (int t = 0; t < block; t++) {
        const bool first = t < n && s[(t * 7 + 1) % block] > 0;
        v[t] = first ? s[t] * 3 : s[t] + 5;
        for (int i = 0; i < (s[t] & (first ? 7 : 3)); i++)
            v[t] ^= s[(first ? v[t] + i : v[t] * i) & (block - 1)];
    }
    run(&strides, "either", 1, (uint32_t)block, (void *[]){&a, &n});
    for (int t = 0; t < block; t++)
        if (p[t] != v[block - 1 - t])
            printf("either %d, %d threads: %d is %d\n", n, block, t, p[t]);
}

int main(void)
{
    static const uint32_t large[] = {1, 17, 48, 256, 288, 512, 1024};
    static const int at[] = {-2147483647, -4, 0, 1, 31, 32, 50, 255, 256, 300, 2147483647};
    enum { PLACES = sizeof at / sizeof *at };
    static const uint32_t blocks[] = {1, 16, 31, 32, 33, 64, 96, 100, 256};
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 1001 - 500;
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        for (int n = 0; n < MOST; n = n * 3 + 5)
            for (uint32_t grid = 1; grid < 12; grid += 5)
                counters(n, grid, blocks[b]);
        for (uint32_t first = 0; first < 600; first += 23)
            wraps(first - 300, blocks[b]);
        for (int border = 0; border < 300; border = border * 2 + 7)
            sides(border, 200, 3, blocks[b]);
        for (int by = 1; by < 20; by += 6)
            down(100 + by * 31, by, blocks[b]);
    }
    for (size_t b = 0; b < sizeof large / sizeof *large; b++) {
        bits(large[b]);
        for (int n = 0; n < 256 && (large[b] == 1 || large[b] == 256); n = n * 2 + 1)
            either(n, (int)large[b]);
        for (int n = 0; n < MOST; n = n * 5 + 3)
            for (uint32_t grid = 1; grid < 9; grid += 3)
                pieces(n, grid, large[b]);
        for (int i = (int)b; i < PLACES * PLACES; i += 7)
            borders(at[i % PLACES], at[i / PLACES], at[i * 7 % PLACES] < 0 ? 0 : at[i * 7 % PLACES], (int)large[b]);
    }
    puts("done");
    return 0;
}
