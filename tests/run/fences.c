#include "host.h"

extern const ptx2c_module fences;

int main(void)
{
    static const char *const kernels[] = {"meet", "arms", "arms", "loads", "between", "opposite"};
    for (int k = 0; k < 6; k++) {
        uint32_t x[66] = {0}, *p = x;
        x[32] = k == 2; /* the other arm */
        run(&fences, kernels[k], 1, 32, (void *[]){&p});
        printf("%s:", kernels[k]);
        for (int i = 0; i < (k == 3 ? 64 : 32); i++)
            printf(" %u", (unsigned)x[i]);
        puts("");
    }
    return 0;
}
