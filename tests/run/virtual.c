#include "host.h"

extern const ptx2c_module virtual;

static int32_t one(uint32_t which, uint32_t t, uint32_t sum)
{
    return (int32_t)(which == 0 ? 2 * t : which == 1 ? t + (t % 32 != 31) : sum);
}

int main(void)
{
    int32_t got[96] = {0}, *p = got;
    for (uint32_t which = 0; which < 3; which++) {
        bool ok = !run(&virtual, "uniform", 1, 96, (void *[]){&p, &which});
        for (uint32_t i = 0; i < 96; i++)
            ok &= got[i] == 2 * one(which, i, 96 * 95 / 2);
        printf("uniform %u %d\n", (unsigned)which, ok);
    }
    bool ok = !run(&virtual, "diverged", 1, 96, (void *[]){&p});
    for (uint32_t i = 0; i < 96; i++) {
        int32_t v = one(i & 32 ? 1 : 0, i, 0);
        ok &= got[i] == (i & 1 ? -v : 2 * v);
    }
    printf("diverged %d\n", ok);
    return 0;
}
