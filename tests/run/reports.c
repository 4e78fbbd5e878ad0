#include "host.h"

extern const ptx2c_module reports;

int main(void)
{
    for (int found = 0; found < 2; found++) {
        uint32_t in[16], out[5] = {0}, *pi = in, *po = out;
        for (int i = 0; i < 16; i++)
            in[i] = 100 + (uint32_t)i;
        if (found)
            in[8] = 0x80000000;
        run(&reports, "report", 1, 1, (void *[]){&pi, &po});
        printf("report: layout v1 %u, on %u, conditional %u, value %u, data %u\n", (unsigned)out[0], (unsigned)out[1],
               (unsigned)out[2], (unsigned)out[3], (unsigned)out[4]);
    }
    uint32_t data[8], out[8] = {0}, *pd = data, *po = out;
    for (int i = 0; i < 8; i++)
        data[i] = 10 * (uint32_t)i + 1;
    run(&reports, "fabric", 1, 1, (void *[]){&pd, &po});
    printf("fabric: got %u, on %u, %u; put %u, on %u, value %u; %u %u\n", (unsigned)out[0], (unsigned)out[1],
           (unsigned)out[2], (unsigned)out[3], (unsigned)out[4], (unsigned)out[5], (unsigned)data[0], (unsigned)data[7]);
    run(&reports, "blocks", 4, 64, (void *[]){&po});
    for (int i = 0; i < 4; i++)
        printf("block %d: %u of %u bytes\n", i, (unsigned)out[2 * i], (unsigned)out[2 * i + 1]);
    return 0;
}
