#include "host.h"

extern const ptx2c_module hidden;

int main(void)
{
    static const char *const kernels[] = {"sum_lanes", "sum_cta", "sum_warp", "sum_sched", "sum_mask"};
    for (int k = 0; k < 5; k++) {
        uint32_t out[40], *p = out;
        run(&hidden, kernels[k], 1, 32, (void *[]){&p});
        printf("%s: %u %u %u\n", kernels[k], (unsigned)out[0], (unsigned)out[7], (unsigned)out[31]);
    }
    uint32_t *c = ptx2c_find_variable(&hidden, "c", NULL), *to = ptx2c_find_variable(&hidden, "to_", NULL);
    printf("c %u, to_ %u\n", (unsigned)*c, (unsigned)*to);
    return 0;
}
