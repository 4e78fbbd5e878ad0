#include "host.h"

extern const ptx2c_module waits;

int main(void)
{
    for (uint32_t block = 1; block <= 256; block *= 4)
        for (uint32_t grid = 1; grid <= 9; grid += 4) {
            uint32_t sum = 0, *p = &sum;
            run(&waits, "locked", grid, block, (void *[]){&p});
            if (sum != grid * (block * (block + 1) / 2))
                printf("locked %u x %u: %u\n", (unsigned)grid, (unsigned)block, (unsigned)sum);
        }
    static uint32_t chain[1001];
    uint32_t *p = chain;
    for (uint32_t block = 1; block <= 64; block += 63) {
        memset(chain, 0, sizeof chain);
        chain[0] = 1;
        *(uint32_t *)ptx2c_find_variable(&waits, "ticket", NULL) = 0;
        run(&waits, "chained", 1000, block, (void *[]){&p});
        for (uint32_t i = 0; i <= 1000; i++)
            if (chain[i] != 1 + i * (i + 1) / 2) {
                printf("chained, blocks of %u: %u is %u\n", (unsigned)block, (unsigned)i, (unsigned)chain[i]);
                break;
            }
    }
    for (uint32_t block = 1; block <= 100; block += 33) {
        uint32_t cell = 0;
        p = &cell;
        run(&waits, "turns", 1, block, (void *[]){&p});
        if (cell != block)
            printf("turns, blocks of %u: %u\n", (unsigned)block, (unsigned)cell);
    }
    puts("done");
    return 0;
}
