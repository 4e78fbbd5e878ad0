/* Against the same sums on the host. */
#include "host.h"

extern const ptx2c_module walk_wraps;

int main(void)
{
    enum { N = 32 };
    static uint32_t out[N], counts[N];
    uint32_t *pout = out, *pcounts = counts;
    int wrong = 0;
    for (uint32_t i = 0; i < N; i++)
        counts[i] = i % 3 ? 8192 * (i % 5 + 1) : i + 1;
    run(&walk_wraps, "round", 1, N, (void *[]){&pout, &pcounts});
    for (uint32_t i = 0; i < N; i++)
        wrong += out[i] != 7 * i + 1;
    for (uint32_t i = 0; i < N; i++)
        counts[i] = i % 7 + 1;
    run(&walk_wraps, "below", 1, N, (void *[]){&pout, &pcounts});
    for (uint32_t i = 0; i < N; i++) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < counts[i]; k++)
            sum += k % 2 ? counts[i] : 7 * i + 1;
        wrong += out[i] != (sum ^ (4 * counts[i] - 2048) << 16) + 1;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
