#include "host.h"

extern const ptx2c_module number_range;

enum { RESULTS = 67, THREADS = 1024 };
static uint32_t out[THREADS * RESULTS], *pout = out;

int main(void)
{
    static const uint32_t given[] = {0, 99, 100, 0x7fffffff, 0x80000000, 0xfffffff0};
    for (int g = 0; g < 6; g++) {
        const int status = ptx2c_launch(ptx2c_find_kernel(&number_range, "ops"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0,
                                        (void *[]){&pout, (void *)&given[g]});
        printf("%u: %s\n", (unsigned)given[g], ptx2c_strerror(status));
        for (int i = 0; i < RESULTS; i++) { /* a hash of all threads' */
            uint32_t h = 0;
            for (int t = 0; t < THREADS; t++)
                h = h * 31 + out[t * RESULTS + i];
            printf("%08x%s", (unsigned)h, i % 8 == 7 || i == RESULTS - 1 ? "\n" : " ");
        }
    }
}
