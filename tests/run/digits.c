/* Threads that are elements of small records, against the same on the host. */
#include "host.h"

extern const ptx2c_module digits;

enum { N = 3000 };
static int a[2 * N], b[64], out[2 * N], want[2 * N];

static void launch(const char *kernel, uint32_t n, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&digits, kernel), (ptx2c_dim3){(n + block - 1) / block, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void begin(void)
{
    for (int i = 0; i < 2 * N; i++)
        out[i] = want[i] = -1;
}

static void check(const char *what, uint32_t block)
{
    static int told;
    for (int i = 0; i < 2 * N; i++)
        if (out[i] != want[i] && told++ < 10)
            printf("%s, blocks of %u: %d is %d, not %d\n", what, block, i, out[i], want[i]);
}

static void test(uint32_t block)
{
    void *in = a, *other = b, *to = out;
    int sites = 41, n = 1999, from = -77;
    begin();
    launch("records", 1500, block, (void *[]){&in, &other, &to, &sites});
    for (int id = 0; id < (1500 + (int)block - 1) / (int)block * (int)block && id / 36 < sites; id++) {
        const int j = id % 36 / 9, k = id % 9 / 3, l = id % 3, at = id / 36 * 36 + j * 9;
        int sum = 0;
        for (int m = 0; m < 3; m++)
            sum += a[at + k * 3 + m] * b[j * 9 + m * 3 + l];
        want[at + l * 3 + k] = sum;
    }
    check("records", block);
    begin();
    launch("without_sign", (uint32_t)n, block, (void *[]){&in, &to, &n});
    for (int i = 0; i < n; i++) {
        const int p = i / 5, part = i % 5, y = a[p * 8 + (part + 1) % 5], x = a[p * 8 + part] + (part == 3 ? 2 * y : 0);
        want[p * 5 + 4 - part] = x - y;
    }
    check("without_sign", block);
    begin();
    launch("below", (uint32_t)n, block, (void *[]){&in, &to, &n, &from});
    for (int i = 0; i < n; i++) {
        const int q = (i + from) / 6, r = (i + from) % 6;
        want[i] = a[q + 300] * 10 + a[r + 5] + a[q + r + 305];
    }
    check("below", block);
    begin();
    launch("crossed", (uint32_t)n, block, (void *[]){&in, &to, &n});
    for (int i = 0; i < n; i++)
        want[i] = a[i % 36 / 9 * (i / 36)] + a[i / 36 + i % 9] - a[i % 3 * 2];
    check("crossed", block);
    begin();
    launch("apart", (uint32_t)n, block, (void *[]){&in, &to, &n});
    for (int i = 0; i < n; i++)
        want[i] = a[i % 7 * 3 + 1] + a[i / 9 + i % 9] - (a[i % 9] & 1 ? a[i / 7] : 0);
    check("apart", block);
}

int main(void)
{
    for (int i = 0; i < 2 * N; i++)
        a[i] = (i * 7919 + 13) % 1009;
    for (int i = 0; i < 64; i++)
        b[i] = (i * 31 + 5) % 17;
    test(1);
    test(32);
    test(33);
    test(36);
    test(100);
    test(256);
    puts("done");
    return 0;
}
