#include "host.h"

extern const ptx2c_module registers;

static void check(ptx2c_dim3 block, uint32_t grid, size_t shared)
{
    static uint32_t out[512][24];
    uint32_t(*p)[24] = out;
    const uint32_t threads = block.x * block.y, bytes = (uint32_t)((100 + shared + 127) / 128 * 128);
    int status = ptx2c_launch(ptx2c_find_kernel(&registers, "registers"), (ptx2c_dim3){grid, 1, 1}, block, shared,
                              (void *[]){&p});
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (uint32_t i = 0; i < threads * grid; i++) {
        const uint32_t t = i % threads, l = t % 32, bit = 1u << l;
        const uint32_t want[24] = {l, t / 32, (threads + 31) / 32, bit, bit | (bit - 1), bit - 1, ~(bit - 1), ~(bit | (bit - 1)),
                                   bytes, (uint32_t)shared, bytes, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
        for (int k = 0; k < 24; k++)
            if (out[i][k] != want[k]) {
                printf("%u x %u, thread %u: number %d is %u, not %u\n", (unsigned)block.x, (unsigned)block.y, (unsigned)i, k,
                       (unsigned)out[i][k], (unsigned)want[k]);
                return;
            }
    }
}

int main(void)
{
    check((ptx2c_dim3){32, 1, 1}, 3, 0);
    check((ptx2c_dim3){70, 1, 1}, 2, 28);
    check((ptx2c_dim3){7, 9, 1}, 4, 1000);
    puts("done");
    return 0;
}
