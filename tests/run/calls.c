#include "host.h"

extern const ptx2c_module calls;

static bool factorials(void)
{
    uint64_t got[40] = {0}, *p = got, want = 1;
    run(&calls, "factorials", 1, 40, (void *[]){&p});
    for (uint32_t i = 0; i < 40; i++) {
        want = i % 16 ? want * (i % 16) : 1;
        if (got[i] != (i % 16 == 3 ? 0 : want)) {
            printf("factorial of %u is %llu\n", (unsigned)(i % 16), (unsigned long long)got[i]);
            return false;
        }
    }
    return true;
}

typedef struct Mixed { uint8_t a; uint32_t b; uint64_t c; } Mixed;

static bool aggregates(void)
{
    Mixed s = {255, 0x80000001, 0x123456789}, got = {0}, *p = &got;
    run(&calls, "aggregates", 1, 1, (void *[]){&s, &p});
    return got.a == 0 && got.b == 2 && got.c == ~(uint64_t)0x123456789;
}

static bool pointers(void)
{
    float got[70], *p = got;
    run(&calls, "pointers", 1, 70, (void *[]){&p});
    for (int i = 0; i < 70; i++)
        if (got[i] != (float)i + (i % 2 ? 0.5f : -0.5f)) {
            printf("pointers: %d has %g\n", i, (double)got[i]);
            return false;
        }
    return true;
}

static bool others(void)
{
    uint32_t got[50][3], (*p)[3] = got;
    run(&calls, "others", 1, 50, (void *[]){&p});
    for (uint32_t i = 0; i < 50; i++)
        if (got[i][0] != 100 / (i + 1) || got[i][1] != 100 % (i + 1) || got[i][2] != i + 5) {
            printf("others: %u has %u %u %u\n", (unsigned)i, (unsigned)got[i][0], (unsigned)got[i][1],
                   (unsigned)got[i][2]);
            return false;
        }
    return true;
}

int main(void)
{
    bool f = factorials(), a = aggregates(), p = pointers(), o = others();
    printf("factorials %d aggregates %d pointers %d others %d\n", f, a, p, o);
    return 0;
}
