/* Numbers that are read with a sign more often than without, against the same on the host. */
#include "host.h"

extern const ptx2c_module number_signs;

enum { N = 1000 };
static int32_t in[2 * N];
static uint64_t out[2 * N], want[2 * N];

static void launch(const char *kernel, uint32_t n, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&number_signs, kernel), (ptx2c_dim3){(n + block - 1) / block, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static uint64_t bits_of_double(double d)
{
    uint64_t b;
    memcpy(&b, &d, sizeof b);
    return b;
}

static int64_t wrapped(uint64_t bits) { return (int32_t)(uint32_t)bits; }

typedef struct {
    const char *kernel;
    uint64_t (*bits)(uint64_t x, uint64_t y);
} Way;

static uint64_t widened(uint64_t x, uint64_t y) { return x + (y << 1); }
static uint64_t multiplied(uint64_t x, uint64_t y) { return x * y; }
static uint64_t divided(uint64_t x, uint64_t y) { return (uint32_t)(x / (y | 1) + (y >> 5)); }
static uint64_t below(uint64_t x, uint64_t y) { return (uint64_t)((x < y) + 2 * (x == y) + 4 * (x == 0x80000000u) + 8 * (x == 0xfffffffdu)); }
static uint64_t floating(uint64_t x, uint64_t y) { return bits_of_double((double)x) ^ bits_of_double((double)y); }
static uint64_t high(uint64_t x, uint64_t y) { return x * y >> 32; }
static uint64_t chosen(uint64_t x, uint64_t y) { return (x > y ? x : y) + (uint32_t)(x - y); }
static uint64_t stepped(uint64_t x, uint64_t y) { return (uint64_t)(uint32_t)(x + 0x70000000) << 32 | (uint32_t)(y * 5 - 1); }

static uint64_t counted(uint64_t x, uint64_t y)
{
    uint64_t n = 0;
    for (int k = 0; k < 32; k++)
        n += (x >> k & 1) << 32;
    for (int k = 31; k >= 0 && !(y >> k & 1); k--)
        n++;
    return n;
}

static const Way ways[] = {{"widened", widened}, {"multiplied", multiplied}, {"divided", divided}, {"below", below}, {"floating", floating},
                           {"high", high}, {"counted", counted}, {"chosen", chosen}, {"stepped", stepped}};

static void expect(const Way *way, int i, int64_t by)
{
    const int64_t x = wrapped((uint64_t)(in[i] - by)), y = wrapped((uint64_t)((int64_t)in[i + N] * 3));
    want[2 * i] = (uint64_t)((x < y ? x / 7 : y >> 3) + (int64_t)(float)x + (y > 1000 ? y % 10 : -(y < -9))) + (uint64_t)(x * y);
    want[2 * i + 1] = way->bits((uint32_t)x, (uint32_t)y);
}

static uint64_t sum_of(int64_t a, int64_t b, int64_t x)
{
    const int64_t sum = wrapped((uint64_t)(a + b)), product = wrapped((uint64_t)(a * b)), left = wrapped((uint64_t)(a - b));
    uint64_t v = (uint64_t)(sum < left ? sum / 3 : left >> 1);
    v += (uint64_t)(uint32_t)sum + (uint64_t)(uint32_t)product * (uint32_t)left;
    v ^= (uint64_t)((uint32_t)product / ((uint32_t)left | 1)) << 8;
    v ^= bits_of_double(sum > x ? (double)(uint32_t)sum : (double)product);
    v += (uint64_t)(left * x) + (uint64_t)(sum == -1) + (uint64_t)(product < x);
    int64_t at = sum;
    for (int k = 0; k < (b & 7) && at > wrapped((uint64_t)(x - 5)); k++, at = wrapped((uint64_t)at + 0x30000001))
        v = v * 3 + (uint64_t)at;
    return v + (uint32_t)at;
}

int main(void)
{
    static const int32_t edges[] = {0, 1, -1, 2, -3, 5, 7, 0x7fffffff, -0x7fffffff - 1, 0x40000000, -0x40000000, 0x2aaaaaab, 65536, -65536};
    static const int32_t pairs[][2] = {{3, 4}, {0x7fffffff, 0x7fffffff}, {-5, 4}, {100000, 70000}, {-0x7fffffff - 1, 1}, {0x40000000, -77}};
    enum { EDGES = sizeof edges / sizeof *edges };
    uint32_t seed = 1;
    for (int i = 0; i < 2 * N; i++) {
        seed = seed * 1664525u + 1013904223u;
        in[i] = i % N < EDGES * EDGES ? edges[i < N ? i % EDGES : (i - N) / EDGES] : (int32_t)(seed ^ seed >> 9);
    }
    int wrong = 0, tests = 0;
    for (size_t t = 0; t < 3 * sizeof ways / sizeof *ways; t++) {
        const Way *way = &ways[t / 3];
        void *from = in, *to = out;
        int n = N, by = t % 3 == 0 ? 0 : t % 3 == 1 ? 0x7fffffff : -12345;
        launch(way->kernel, N, t % 3 == 2 ? 96 : 256, (void *[]){&from, &to, &n, &by});
        for (int i = 0; i < N; i++)
            expect(way, i, by);
        for (int i = 0; i < 2 * N; i++, tests++)
            if (out[i] != want[i] && wrong++ < 10)
                printf("%s, thread %d, part %d, less %d: %llx, not %llx\n", way->kernel, i / 2, i % 2, by, (unsigned long long)out[i], (unsigned long long)want[i]);
    }
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        void *from = in, *to = out;
        int a = pairs[p][0], b = pairs[p][1];
        launch("sums", 960, 64, (void *[]){&from, &to, &a, &b});
        for (int i = 0; i < 960; i++, tests++)
            if (out[i] != sum_of(a, b, in[i]) && wrong++ < 10)
                printf("sums of %d and %d, thread %d: %llx, not %llx\n", a, b, i, (unsigned long long)out[i], (unsigned long long)sum_of(a, b, in[i]));
    }
    printf("%d of %d agree\n", tests - wrong, tests);
    return wrong != 0;
}
