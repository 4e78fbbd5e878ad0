/* Each lane asks another one for its number. */
#include "host.h"

extern const ptx2c_module lane_lookups;

enum { BLOCKS = 3, MOST = 128 };

static uint32_t from[BLOCKS * MOST], in[BLOCKS * MOST], out[BLOCKS * MOST];

/* The lane that is asked (manual 9.7.9.6). */
static int asked(int lane, uint32_t b, uint32_t c, bool *there)
{
    const int mask = (int)(c >> 8 & 31), most = (lane & mask) | (int)(c & 31 & ~(uint32_t)mask), j = (lane & mask) | ((int)(b & 31) & ~mask);
    *there = j <= most;
    return *there ? j : lane;
}

static int wrong(const uint32_t *x, const uint32_t *at, const uint32_t *got, int lanes)
{
    uint32_t first[32];
    int bad = 0;
    bool there;
    for (int l = 0; l < lanes; l++)
        first[l] = (x[asked(l, at[l] % 32, 31, &there)] * 3) ^ x[l];
    for (int l = 0; l < lanes; l++) {
        const uint32_t y = first[l] ^ x[l], again = first[asked(l, at[l], 0x1003, &there)];
        const uint32_t f = 0x3f800000 | (x[asked(l, at[l] & 15, 0x101f, &there)] & 0xffff), z = x[asked(l, at[l], 0x1807, &there)];
        bad += got[l] != y + 5 * z + 7 * there + 11 * again + f;
    }
    return bad;
}

int main(void)
{
    uint64_t pfrom = (uintptr_t)from, pin = (uintptr_t)in, pout = (uintptr_t)out;
    void *args[] = {&pfrom, &pin, &pout};
    int bad = 0;
    for (int threads = 8; threads <= MOST; threads += 24) {
        for (int i = 0; i < BLOCKS * threads; i++) {
            const int lanes = threads - i % threads / 32 * 32; /* of its warp, at most 32 */
            from[i] = (uint32_t)(i * 13 + i / 7) % (uint32_t)(lanes < 32 ? 8 : 41);
            in[i] = (uint32_t)(i * 2654435761u);
        }
        if (run(&lane_lookups, "lookups", BLOCKS, (uint32_t)threads, args))
            return 1;
        int n = 0;
        for (int b = 0; b < BLOCKS; b++)
            for (int t = 0; t < threads; t += 32)
                n += wrong(in + b * threads + t, from + b * threads + t, out + b * threads + t, threads - t < 32 ? threads - t : 32);
        printf("%d threads: %d wrong\n", threads, n);
        bad |= n;
    }
    return bad != 0;
}
