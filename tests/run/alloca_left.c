#include "host.h"

extern const ptx2c_module alloca_left;

int main(void)
{
    enum { BLOCKS = 600, THREADS = 64 };
    static uint32_t out[BLOCKS][THREADS];
    uint32_t(*p)[THREADS] = out, sizes[] = {16, 400, 3000};
    for (int k = 0; k < 3; k++) {
        memset(out, 0, sizeof out);
        run(&alloca_left, "left", BLOCKS, THREADS, (void *[]){&p, &sizes[k]});
        uint32_t wrong = 0;
        for (uint32_t b = 0; b < BLOCKS; b++)
            for (uint32_t t = 0; t < THREADS; t++)
                wrong += out[b][t] != t + (t % 2 ? 0 : b);
        printf("%u bytes: %u wrong\n", sizes[k], wrong);
    }
    return 0;
}
