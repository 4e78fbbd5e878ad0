#include "host.h"

extern const ptx2c_module hidden_calls;

int main(void)
{
    static const char *const kernels[] = {"call_lanes", "call_warp", "call_sched"};
    for (int k = 0; k < 3; k++) {
        uint32_t out[64], *p = out;
        int wrong = 0;
        run(&hidden_calls, kernels[k], 1, 64, (void *[]){&p});
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t x = k == 1 ? i ^ 1 : i;
            for (uint32_t f = 0; f < 23; f++)
                x = 3 * x + f;
            wrong += out[i] != x;
        }
        printf("%s: %d wrong\n", kernels[k], wrong);
    }
    return 0;
}
