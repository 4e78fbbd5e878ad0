/* Against the same rounds on the host, thread by thread. */
#include "host.h"

extern const ptx2c_module narrowing;

enum { WIDE = 64, HIGH = 8, ROUNDS = 5 };

static int test(uint32_t wide, uint32_t high, uint32_t mask, int rounds)
{
    static float in[HIGH * WIDE], out[HIGH * WIDE], s[HIGH * WIDE];
    static int counts[ROUNDS * WIDE], want[ROUNDS * WIDE];
    void *pin = in, *pout = out, *pcounts = counts;
    for (uint32_t i = 0; i < high * wide; i++)
        s[i] = in[i] = (float)(i * 29 % 64) / 8;
    memset(counts, 0, sizeof counts);
    memset(want, 0, sizeof want);
    const int status = ptx2c_launch(ptx2c_find_kernel(&narrowing, "fold_columns"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){wide, high, 1}, 0,
                                    (void *[]){&pin, &pout, &pcounts, &mask, &rounds});
    uint32_t last[WIDE], count[WIDE] = {0};
    for (uint32_t x = 0; x < wide; x++)
        last[x] = wide / 2 - 1;
    for (int i = 0; i < rounds; i++)
        for (uint32_t x = 0; x < wide; x++) {
            if (x > last[x])
                continue;
            for (uint32_t y = 0; y < high; y++) /* what is read is written by nobody now, or by those behind */
                s[y * wide + x] += s[y * wide + x + last[x] + 1] * (float)(1 + count[x]);
            want[i * (int)wide + (int)x] = (int)(last[x] * 100 + count[x]);
            count[x] = count[x] * 3 + 1;
            last[x] = (last[x] >> 1) & mask;
        }
    return status != 0 || memcmp(out, s, wide * high * sizeof *s) || memcmp(counts, want, sizeof want);
}

int main(void)
{
    int wrong = 0;
    for (int rounds = 0; rounds < 5; rounds++) {
        wrong += test(64, 8, 0xff, rounds);
        wrong += test(64, 3, 0xff, rounds);
        wrong += test(32, 8, 5, rounds);
        wrong += test(40, 1, 0, rounds);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
