/* Sums that threads exchange by pairs; and what four registers of each thread hold behind their loops. */
#include "host.h"

extern const ptx2c_module loop_constants;

enum { THREADS = 96, ROUNDS = 9 };
static uint32_t in[THREADS + ROUNDS], out[THREADS], kept[4 * THREADS];

static void launch(const char *kernel, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&loop_constants, kernel), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    uint32_t *from = in, *to = out, *four = kept, rounds = ROUNDS;
    int wrong = 0;
    for (uint32_t i = 0; i < THREADS + ROUNDS; i++)
        in[i] = i * i % 97;
    launch("counts", (void *[]){&from, &to, &rounds});
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < ROUNDS; k++)
            sum += in[(t ^ 1) + k];
        wrong += out[t] != sum;
    }
    launch("kept", (void *[]){&four});
    for (uint32_t t = 0; t < THREADS; t++) {
        const uint32_t n = t & 3, want[4] = {n ? 12 : 11, n ? 22 : 21, n & 1 ? 32 : 31, 105 + 100 * n};
        for (int k = 0; k < 4; k++)
            wrong += kept[4 * t + (uint32_t)k] != want[k];
    }
    printf("%d wrong\n", wrong);
    return 0;
}
