/* Threads two of which read the same, against the same on the host. */
#include "host.h"

extern const ptx2c_module lane_pairs;

enum { N = 3000 };
static int a[2 * N], out[N], want[N];
static unsigned char bytes[2 * N];

static void launch(const char *kernel, int n, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&lane_pairs, kernel), (ptx2c_dim3){((uint32_t)n + block - 1) / block, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *what, uint32_t block, int from)
{
    static int told;
    for (int i = 0; i < N; i++) {
        if (out[i] != want[i] && told++ < 10)
            printf("%s from %d, blocks of %u: %d is %d, not %d\n", what, from, block, i, out[i], want[i]);
        out[i] = want[i] = -1;
    }
}

static void test(uint32_t block, int n)
{
    static const int froms[] = {0, 1, -1, -600, -601, 3, INT32_MIN + 1, INT32_MIN};
    void *in = a, *letters = bytes, *to = out;
    launch("shifted", n, block, (void *[]){&in, &to, &n});
    for (int i = 0; i < n; i++)
        want[i] = a[i >> 1] * 3 + a[(i + 1) >> 1] - a[(i + 3) / 2];
    check("shifted", block, 0);
    for (int k = 0; k < 6; k++) {
        int from = froms[k];
        launch("divided", n, block, (void *[]){&letters, &to, &n, &from});
        for (int i = 0; i < n; i++) {
            const int x = i + from;
            want[i] = bytes[x / 2 + 600] * 2 + bytes[x / 2 * 2 + 1200] + bytes[x - x / 2 + 600];
        }
        check("divided", block, from);
    }
    for (uint32_t k = 0; k < 12; k++) {
        uint32_t from = k < 4 ? k : 0x7ffff000u + 401u * k;
        launch("past", n, block, (void *[]){&in, &to, &n, &from});
        for (int i = 0; i < n; i++) {
            const uint32_t x = (uint32_t)i + from;
            want[i] = a[(x >> 1) - (from >> 1)] + a[(x + 1) / 2 - from / 2];
        }
        check("past", block, (int)from);
    }
    for (int k = 0; k < 8; k++) {
        int from = froms[k];
        launch("signs", n, block, (void *[]){&in, &to, &n, &from});
        for (int i = 0; i < n; i++) {
            const int x = i + from;
            want[i] = a[(x >> 1) - (from >> 1)] + a[x / 2 - from / 2] * 7;
        }
        check("signs", block, from);
    }
}

/* from: up and down sums of 32 bits from there wrap soon, later, or not. */
static void test_wrapping(uint32_t block, int n)
{
    static const uint32_t froms[] = {0, 1, 700, 40000, INT32_MAX, INT32_MAX - 600u, 0x80000000u, 0x80000000u + 300, UINT32_MAX, UINT32_MAX - 900};
    static int64_t far[N];
    void *in = a, *to = far;
    for (int k = 0; k < 10; k++) {
        uint32_t from = froms[k];
        launch("wrapping", n, block, (void *[]){&in, &to, &n, &from});
        for (int i = 0; i < n; i++) {
            const uint32_t half = (uint32_t)i / 2, down = from - half;
            const int64_t is = (int64_t)(uint64_t)(half * 3 + from) + (int64_t)(down > INT32_MAX ? (int64_t)down - 4294967296 : (int64_t)down) * 5 + a[half];
            if (far[i] != is)
                printf("wrapping from %u, blocks of %u: %d is %lld, not %lld\n", from, block, i, (long long)far[i], (long long)is);
            far[i] = 0;
        }
    }
}

int main(void)
{
    for (int i = 0; i < 2 * N; i++) {
        a[i] = (i * 7919 + 13) % 1009;
        bytes[i] = (unsigned char)(i * 31 + 5);
    }
    for (int i = 0; i < N; i++)
        out[i] = want[i] = -1;
    test(1, 7);
    test(32, 1999);
    test(33, 2000);
    test(64, 64);
    test(100, 2500);
    test(256, 2047);
    test_wrapping(32, 1999);
    test_wrapping(100, 2500);
    test_wrapping(256, 3000);
    puts("done");
    return 0;
}
