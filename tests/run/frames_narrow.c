#include "host.h"

extern const ptx2c_module frames_narrow;

static uint32_t down(uint32_t depth, uint32_t lane, uint32_t above)
{
    const uint32_t own = depth * 100 + lane, below = depth ? down(depth - 1, lane, own * 4) : 0;
    return below * 5 + above + own * 3;
}

int main(void)
{
    for (uint32_t depth = 0; depth < 80; depth += 13) {
        uint32_t out[64];
        void *o = out;
        int bad = 0;
        if (run(&frames_narrow, "narrow", 1, 64, (void *[]){&o, &depth}))
            return 1;
        for (uint32_t t = 0; t < 64; t++)
            bad += out[t] != down(depth, t, t + 7);
        printf("%u: %d\n", depth, bad);
    }
    uint32_t out[64], depth = 100000;
    void *o = out;
    run(&frames_narrow, "narrow", 1, 64, (void *[]){&o, &depth});
    return 0;
}
