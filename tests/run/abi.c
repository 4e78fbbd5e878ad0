#include "host.h"

extern const ptx2c_module abi;

int main(void)
{
    uint32_t s[1000], out[96] = {0}, *p = out;
    for (uint32_t i = 0; i < 1000; i++)
        s[i] = i * i;
    bool ok = !run(&abi, "big", 1, 96, (void *[]){&p, s});
    for (uint32_t i = 0; i < 96; i++)
        ok &= out[i] == i * i + 999 * 999;
    printf("big %d\n", ok);

    struct { uint32_t x, y; float v[4]; } pair[40], *q = pair;
    ok = !run(&abi, "vectors", 1, 40, (void *[]){&q});
    for (uint32_t i = 0; i < 40; i++)
        ok &= pair[i].x == i + 2 && pair[i].y == i + 1 && pair[i].v[0] == 6 && pair[i].v[1] == 4 && pair[i].v[2] == 2 &&
              pair[i].v[3] == 2 * (float)i;
    printf("vectors %d\n", ok);

    struct { uint32_t mine, third; } named[96], *r = named;
    ok = !run(&abi, "named", 1, 96, (void *[]){&r});
    for (uint32_t i = 0; i < 96; i++)
        ok &= named[i].mine == i && named[i].third == 3;
    printf("named %d\n", ok);

    uint32_t n = 1000;
    ok = !run(&abi, "parity", 1, 40, (void *[]){&p, &n});
    for (uint32_t i = 0; i < 40; i++)
        ok &= out[i] == (i % 2 == 0);
    printf("parity %d\n", ok);
    return 0;
}
