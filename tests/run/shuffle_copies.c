/* What shuffles give, moved to other registers. */
#include "host.h"

extern const ptx2c_module shuffle_copies;

enum { EACH = 10 };

static uint32_t bits(float f)
{
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return b;
}

int main(void)
{
    static uint32_t out[64 * EACH];
    int wrong = 0;
    uint64_t to = (uintptr_t)out;
    void *args[] = {&to};
    wrong += ptx2c_launch(ptx2c_find_kernel(&shuffle_copies, "copies"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args) != 0;
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t lane = i % 32, first = i - lane, up = lane > 0 ? i - 1 : i, across = first + (lane ^ 4);
        const uint32_t want[EACH] = {
            bits((float)(i ^ 1) - (float)i), i ^ 1,
            bits((float)(i ^ 1) + 0.5f), bits((float)(i ^ 2)),
            bits((float)(lane < 31 ? i + 1 : i)),
            bits((float)up), bits((float)up) + 1,
            bits((float)(across % 32 > 0 ? across - 1 : across)),
            bits(i % 2 == 0 ? (float)(first + 3) : -1.0f),
            bits((float)(i ^ 8)) + 0x800000,
        };
        for (int k = 0; k < EACH; k++)
            if (out[i * EACH + (uint32_t)k] != want[k] && wrong++ < 10)
                printf("thread %u, number %d: %08x, not %08x\n", i, k, out[i * EACH + (uint32_t)k], want[k]);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
