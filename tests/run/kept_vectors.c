/* What a recursive function with barriers keeps in vector registers, against the same on the host. */
#include "host.h"

extern const ptx2c_module kept_vectors;

static uint32_t down(uint32_t depth, uint32_t lane)
{
    const uint32_t x = depth + lane, y = 3 * x, z = y ^ 0x55, w = ~depth, wide = y * 70001u;
    if (!depth)
        return 1;
    return down(depth - 1, lane) + x + 5 * y + 7 * z + 11 * w + wide + 13 * (wide + 9) + 17 * (lane + depth);
}

int main(void)
{
    for (uint32_t depth = 0; depth < 12; depth += 5) {
        uint32_t got[70] = {0}, *p = got;
        int bad = run(&kept_vectors, "kept", 1, 70, (void *[]){&p, &depth});
        for (uint32_t i = 0; i < 70; i++)
            bad += got[i] != down(depth, i);
        printf("%d deep: %d wrong\n", (int)depth, bad);
    }
    return 0;
}
