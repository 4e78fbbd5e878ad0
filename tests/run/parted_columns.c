/* What lanes read of each other's rows, against the same in step. */
#include "host.h"

extern const ptx2c_module parted_columns;

int main(void)
{
    uint32_t out[96];
    uint64_t at = (uintptr_t)out;
    run(&parted_columns, "parted", 1, 32, (void *[]){&at});
    for (uint32_t t = 0; t < 32; t++) {
        const uint32_t row = 31 - t, want[] = {row % 2 ? 1000 : row, 2000, row % 2 ? row : 3000};
        for (int k = 0; k < 3; k++)
            if (out[3 * t + k] != want[k])
                printf("parted: lane %u, column %d: %u, not %u\n", (unsigned)t, k + 1, (unsigned)out[3 * t + k], (unsigned)want[k]);
    }
    run(&parted_columns, "between", 1, 32, (void *[]){&at});
    for (uint32_t t = 0; t < 32; t++)
        if (out[t] != 31 - t)
            printf("between: lane %u: %u\n", (unsigned)t, (unsigned)out[t]);
    puts("done");
    return 0;
}
