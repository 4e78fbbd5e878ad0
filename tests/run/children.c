#include "host.h"

extern const ptx2c_module children, children_first;

static void order(void)
{
    struct { int n, at[64]; } log = {0}, *p = &log;
    run(&children, "order", 1, 1, (void *[]){&p});
    printf("order:");
    for (int i = 0; i < log.n; i++)
        printf(" %d", log.at[i]);
    printf("\n");
}

static void all(void)
{
    double out[3] = {-1, -1, -1}, *p = out;
    int sum = 0, *s = &sum, n = 4;
    run(&children, "all", 3, 50, (void *[]){&p, &s, &n});
    int want = 0;
    for (int t = 0; t < 50; t++)
        want += 3 * 4 * 2 * 3 * (1 + 2 + 3 + 4 + t);
    printf("all %d %g %g %g\n", sum == want, out[0], out[1], out[2]);
}

static void again(void)
{
    int count = 0, *p = &count, n = 50000;
    run(&children, "again", 1, 1, (void *[]){&p, &n});
    printf("again %d\n", count);
}

static void copies(void)
{
    int data[20], *p = data, n = 10;
    bool ok = !run(&children, "copies", 1, 1, (void *[]){&p, &n});
    for (int i = 0; i < 10; i++)
        ok &= data[i] == 4 * 0x01010101 && data[10 + i] == 2 * 0x01010101;
    printf("copies %d\n", ok);
}

static void sums(void)
{
    uint32_t out[70] = {0}, *p = out;
    bool ok = !run(&children_first, "sums", 1, 70, (void *[]){&p});
    for (uint32_t i = 0; i < 70; i++)
        ok &= out[i] == 5 * i * (i + 1);
    printf("sums %d\n", ok);
}

static void abroad(uint32_t n)
{
    uint32_t out[64] = {0}, *p = out;
    bool ok = !run(&children, "abroad", 1, 1, (void *[]){&p, &n});
    for (uint32_t i = 0; i < 64; i++)
        ok &= out[i] == n + i % 32 + 1000 * (i / 32);
    printf("abroad %d%s\n", ok, ptx2c_message(ptx2c_find_kernel(&children, "abroad")));
}

static void errors(void)
{
    uint32_t out[3 * 70][4] = {{0}}, (*p)[4] = out;
    bool ok = !run(&children, "errors", 3, 70, (void *[]){&p});
    for (uint32_t i = 0; i < 3 * 70; i++) {
        const uint32_t t = i % 70, want = t % 4 == 3 ? 1 : t % 2 ? 98 : 0;
        ok &= out[i][0] == want && out[i][1] == want && !out[i][2] && out[i][3] == 7;
    }
    printf("errors %d\n", ok);
}

int main(void)
{
    int out[5] = {0}, *p = out;
    order();
    all();
    again();
    run(&children, "wrong", 1, 1, (void *[]){&p});
    printf("wrong %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4] == 'i');
    errors();
    abroad(5);
    abroad(0);
    copies();
    sums();
    run(&children, "fails", 1, 1, NULL);
    return 0;
}
