#include "host.h"

extern const ptx2c_module lax;

int main(void)
{
    uint32_t v[40] = {0}, *p = v;
    run(&lax, "address", 1, 40, (void *[]){&p});
    for (int i = 0; i < 40; i++)
        if (v[i] != (i % 2 ? 23u : 27u))
            printf("thread %d: %u\n", i, (unsigned)v[i]);
    uint64_t out[4] = {0}, *q = out;
    run(&lax, "vectors", 1, 32, (void *[]){&q});
    printf("%u %u %u %u %u %u\n", (unsigned)out[0], (unsigned)(out[0] >> 32), (unsigned)out[1], (unsigned)(out[1] >> 32),
           (unsigned)out[2], (unsigned)out[3]);
    return 0;
}
