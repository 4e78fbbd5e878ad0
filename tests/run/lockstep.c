#include "host.h"

#ifndef MODULE
#define MODULE lockstep
#endif
extern const ptx2c_module MODULE;

int main(void)
{
    float in[8 * 64], sums[8], *p = in, *q = sums;
    for (int i = 0; i < 8 * 64; i++)
        in[i] = (float)(i * 37 % 101);
    run(&MODULE, "sum", 8, 64, (void *[]){&p, &q});
    for (int k = 0; k < 8; k++) {
        float want = 0;
        for (int i = 0; i < 64; i++)
            want += in[k * 64 + i];
        if (sums[k] != want)
            printf("sum %d: %g, not %g\n", k, (double)sums[k], (double)want);
    }
    uint32_t numbers[32], out[32], *a = numbers, *b = out;
    for (uint32_t i = 0; i < 32; i++)
        numbers[i] = i * i + 3;
    run(&MODULE, "scan", 1, 32, (void *[]){&a, &b});
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t j = i ^ 31, want = j % 2 ? 1000 : 0;
        for (uint32_t k = 0; k <= j; k++)
            want += numbers[k];
        if (out[i] != want)
            printf("scan %u: %u, not %u\n", (unsigned)i, (unsigned)out[i], (unsigned)want);
    }
    puts("done");
    return 0;
}
