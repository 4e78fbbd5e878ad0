/* Partners and places by bits that only the launch knows, against the same on the host. */
#include "host.h"

extern const ptx2c_module butterflies;

enum { N = 4096 };
static int d[N], want[N], in[N], out[N], wrong;
static float from[N], to[N], should[N];

static void check(const char *kernel, int how, int i, double is, double ought)
{
    if (is != ought && wrong++ < 10)
        printf("%s(%d): %d is %g, not %g\n", kernel, how, i, is, ought);
}

static void test_exchange(int j, int k, uint32_t n, uint32_t block)
{
    int *p = d;
    void *args[] = {&p, &j, &k};
    for (int i = 0; i < N; i++)
        want[i] = d[i] = (int)((uint32_t)i * 2654435761u >> 8) % 1000;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t with = i ^ (uint32_t)j;
        const int x = want[i], y = with < N ? want[with] : 0;
        if (with > i && ((i & (uint32_t)k) == 0 ? x > y : x < y)) {
            want[i] = y;
            want[with] = x;
        }
    }
    run(&butterflies, "exchange", (n + block - 1) / block, block, args);
    for (int i = 0; i < N; i++)
        check("exchange", j, i, d[i], want[i]);
}

static void test_step(int p, int half, uint32_t block)
{
    float *x = from, *y = to;
    void *args[] = {&x, &y, &p, &half};
    for (int i = 0; i < half; i++) {
        const int k = i & (p - 1), at = ((i - k) << 1) + k;
        const float a = from[i], b = from[i + half] * (float)(k + 1);
        should[at] = a + b;
        should[at + p] = a - b;
    }
    run(&butterflies, "step", ((uint32_t)half + block - 1) / block, block, args);
    for (int i = 0; i < 2 * half; i++)
        check("step", p, i, to[i], should[i]);
}

static void test_masks(uint32_t x, uint32_t y, uint32_t n, uint32_t block)
{
    int *a = in, *b = out;
    void *args[] = {&a, &b, &x, &y, &n};
    run(&butterflies, "masks", (n + block - 1) / block, block, args);
    for (uint32_t i = 0; i < n; i++)
        check("masks", (int)x, (int)i, out[i], (int)((uint32_t)in[(i ^ x) % n] + (i & y) * 3 + (i & (x - 1))));
}

static void test_sorted(int n, int p)
{
    static int places[N];
    const uint32_t blocks = N / (uint32_t)n;
    int *a = in, *b = out, *c = places;
    run(&butterflies, "sorted", blocks, (uint32_t)n, (void *[]){&a, &b, &c, &n, &p});
    for (int i = 0; i < N; i++) {
        int less = 0, equal = 0, before = 0; /* of its block's numbers; those equal in front of it in the result */
        for (int j = i / n * n; j < i / n * n + n; j++) {
            less += in[j] < out[i];
            equal += in[j] == out[i];
            before += j < i && out[j] == out[i];
        }
        check("sorted", n, i, i % n, equal ? less + before : -1);
        const int t = i % n, low = t & (p - 1), at = ((t - low) * 2 + low) % n;
        int last = -1; /* of those that store there, which are apart by half of the block: all the same here */
        for (int j = 0; j < n; j++)
            last = ((j - (j & (p - 1))) * 2 + (j & (p - 1))) % n == at ? j : last;
        check("sorted (places)", p, i, places[i], last % (n / 2) + (t & p));
    }
}

int main(void)
{
    static const uint32_t blocks[] = {32, 96, 256}, masks[] = {0, 1, 3, 16, 48, 64, 1000, 4096, 0x80000000u, 0xffffffffu, 0xffffffe0u};
    for (int i = 0; i < N; i++) {
        in[i] = i * 37 % 1001;
        from[i] = (float)(i % 97 - 40);
    }
    for (int b = 0; b < 3; b++) {
        for (int j = 1; j < N; j *= 2)
            for (int k = 2 * j; k <= N; k *= 4)
                test_exchange(j, k, N, N % blocks[b] ? 64 : blocks[b]);
        for (int p = 1; p <= 512; p *= 2)
            test_step(p, 1024, blocks[b]);
        for (size_t x = 0; x < sizeof masks / sizeof *masks; x++)
            for (size_t y = 0; y < sizeof masks / sizeof *masks; y++)
                test_masks(masks[x], masks[y], 1000, blocks[b]);
    }
    for (int n = 32; n <= 512; n *= 2)
        for (int p = 1; p < n; p *= 2)
            test_sorted(n, p);
    printf("%d wrong\n", wrong);
    return 0;
}
