#include "host.h"

extern const ptx2c_module frames;

static void locals(uint32_t n)
{
    uint32_t got[70] = {0}, *p = got;
    int bad = run(&frames, "locals", 1, 70, (void *[]){&p, &n});
    for (uint32_t i = 0; i < 70 && !bad; i++) {
        uint32_t cell = i + 100, through = cell + 100 + cell;
        if (got[i] != i + cell + through + cell) {
            printf("locals: %u has %u\n", (unsigned)i, (unsigned)got[i]);
            bad = 1;
        }
    }
    printf("locals %d\n", !bad);
}

static void params(void)
{
    uint32_t s[8], got[40][4] = {{0}}, (*p)[4] = got, all = 0;
    for (uint32_t i = 0; i < 8; i++)
        all += s[i] = 7 * i * i + 1;
    int bad = run(&frames, "params", 1, 40, (void *[]){s, &p});
    for (uint32_t i = 0; i < 40 && !bad; i++)
        if (got[i][0] != s[i % 8] || got[i][1] != all || got[i][2] != 1000 * s[i % 8] + all || got[i][3] != s[7]) {
            printf("params: %u has %u %u %u\n", (unsigned)i, (unsigned)got[i][0], (unsigned)got[i][1],
                   (unsigned)got[i][2]);
            bad = 1;
        }
    printf("params %d\n", !bad);
}

static void allocas(void)
{
    static const uint32_t fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    uint32_t got[80] = {0}, *p = got;
    int bad = run(&frames, "allocas", 1, 80, (void *[]){&p});
    for (uint32_t i = 0; i < 80 && !bad; i++)
        if (got[i] != fib[i % 12] + i * (i + 1) / 2) {
            printf("allocas: %u has %u\n", (unsigned)i, (unsigned)got[i]);
            bad = 1;
        }
    printf("allocas %d\n", !bad);
}

static void large(uint64_t bytes)
{
    uint32_t got[50] = {0}, *p = got;
    int bad = run(&frames, "large", 1, 50, (void *[]){&p, &bytes});
    for (uint32_t i = 0; i < 50 && !bad; i++)
        if (got[i] != i + (i % 8) * (i % 8 + 1) / 2) {
            printf("large: %u has %u\n", (unsigned)i, (unsigned)got[i]);
            bad = 1;
        }
    printf("large %lu %d\n", (unsigned long)bytes, !bad);
}

static void variadic(void)
{
    uint64_t got[40][2] = {{0}}, (*p)[2] = got;
    int bad = run(&frames, "variadic", 1, 40, (void *[]){&p});
    for (uint64_t i = 0; i < 40 && !bad; i++)
        if (got[i][0] != i + 110 || got[i][1] != 8 * i + 0x100000000) {
            printf("variadic: %u has %llu %llu\n", (unsigned)i, (unsigned long long)got[i][0],
                   (unsigned long long)got[i][1]);
            bad = 1;
        }
    printf("variadic %d\n", !bad);
}

static void deep(uint32_t n)
{
    uint32_t got[40] = {0}, *p = got;
    int bad = run(&frames, "deep", 1, 40, (void *[]){&p, &n});
    for (uint32_t i = 0; i < 40 && !bad; i++)
        bad = got[i] != n + i;
    printf("deep %u %d\n", (unsigned)n, !bad);
}

int main(void)
{
    locals(0);
    locals(1);
    params();
    allocas();
    large(16);
    large(4000);
    large(500000);
    large(524288);
    variadic();
    deep(100);
    deep(100000000);
    return 0;
}
