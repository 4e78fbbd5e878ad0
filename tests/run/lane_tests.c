#include "host.h"

extern const ptx2c_module lane_tests;

static void check(const char *name, uint32_t lane, bool sums)
{
    uint32_t in[96], out[96], *p = out, *q = in, wrong = 0;
    for (uint32_t i = 0; i < 96; i++)
        in[i] = 100 + 7 * i;
    run(&lane_tests, name, 1, 96, (void *[]){&p, &q});
    for (uint32_t i = 0; i < 96; i++) {
        const bool other = i % 32 != lane;
        in[i] = (other ? in[i] : 0) + (i > 31 ? 114 : in[i]) + (sums ? i > 31 && other ? 5 : 9 : 0) + (i == lane ? 1000 : 0);
    }
    for (uint32_t i = 0; i < 96; i++)
        wrong += out[i] != in[i] + in[lane];
    printf("%s: %u wrong\n", name, (unsigned)wrong);
}

int main(void)
{
    check("first", 0, false);
    check("seventh", 7, true);
    return 0;
}
