#include "host.h"

extern const ptx2c_module lowest_bits;

int main(void)
{
    enum { N = 500, ROWS = 12 };
    static uint32_t words[N], out[N];
    static uint16_t halves[N];
    static uint64_t longs[N];
    static float x[N], rows[ROWS * 32], was[ROWS * 32];
    uint32_t *pw = words, *po = out;
    uint16_t *ph = halves;
    uint64_t *pl = longs;
    float *px = x, *pr = rows;
    int n = N, bad = 0;

    for (int i = 0; i < N; i++) {
        words[i] = (uint32_t)i * 2654435761u;
        halves[i] = (uint16_t)(words[i] >> 13);
        longs[i] = (uint64_t)words[i] << 32 | words[(i + 3) % N] >> 9;
        x[i] = (float)(i % 7 - 3);
    }
    for (int i = 0; i < ROWS * 32; i++)
        was[i] = rows[i] = (float)(i * 37 % 101) - 30;
    run(&lowest_bits, "bits", 5, 100, (void *[]){&pw, &ph, &pl, &px, &po, &n});
    run(&lowest_bits, "sort", ROWS / 4, 128, (void *[]){&pr});
    for (int i = 0; i < N; i++) {
        const bool above = x[i] > 0;
        const uint32_t want = (words[i] & 1 ? 1u : 2u) | (halves[i] & 1 ? 8u : 4u) | (longs[i] & 1 ? 16u : above ? 32u : 0) |
                              ((words[i] >> 4 & 1) != above ? 64u : 0) | ((words[i] & 3) == 1 ? 128u : 0);
        bad += out[i] != want;
    }
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < 32; i++) {
            int same = 0;
            for (int k = 0; k < 32; k++)
                same += (was[r * 32 + k] == rows[r * 32 + i]) - (rows[r * 32 + k] == rows[r * 32 + i]);
            bad += same != 0 || (i && rows[r * 32 + i - 1] > rows[r * 32 + i]);
        }
    printf("%d wrong\n", bad);
    return bad != 0;
}
