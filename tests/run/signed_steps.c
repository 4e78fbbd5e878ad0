/* Numbers of either sign, of both in one block, and that wrap. */
#include "host.h"

extern const ptx2c_module signed_steps;

enum { MOST = 256 };
static int32_t out[MOST], want[MOST];

static void by_powers(uint32_t block, uint32_t first, int rest)
{
    for (uint32_t t = 0; t < block; t++) {
        const int x = (int)(t + first);
        want[t] = (x % 2 == rest) + 10 * (x % 4 == rest) + 100 * (x % 16 == rest) + 1000 * ((uint32_t)x % 8 == (uint32_t)rest) +
                  10000 * ((x & 1) != rest) + 100000 * (x % 2 != rest) + 1000000 * (x % 4 == -3);
    }
}

static void of_squares(int wide, int high, uint32_t first, int colour)
{
    for (int i = 0; i < wide * high; i++) {
        const int y = i / wide, z = (int)((uint32_t)(i % wide + y) + first);
        want[i] = i;
        if (z % 2 == colour)
            want[i] += y + 1;
        if (z % 8 == colour && y > 1)
            want[i] *= 3;
    }
}

int main(void)
{
    static const uint32_t firsts[] = {0, 1, 7, (uint32_t)-1, (uint32_t)-20, (uint32_t)-300, INT32_MAX - 20, INT32_MAX, 0x80000000u};
    static const uint32_t blocks[] = {32, 40, 256};
    void *pout = out;
    int wrong = 0;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        for (int rest = -17; rest < 18; rest++) {
            uint32_t first = firsts[i];
            for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
                by_powers(blocks[k], first, rest);
                run(&signed_steps, "by_powers", 1, blocks[k], (void *[]){&pout, &first, &rest});
                wrong += memcmp(out, want, blocks[k] * sizeof *out) != 0;
            }
            int wide = 24, high = 10;
            of_squares(wide, high, first, rest);
            for (int k = 0; k < MOST; k++)
                out[k] = k;
            ptx2c_launch(ptx2c_find_kernel(&signed_steps, "of_squares"), (ptx2c_dim3){2, 2, 1}, (ptx2c_dim3){12, 5, 1}, 0,
                         (void *[]){&pout, &first, &rest, &wide});
            wrong += memcmp(out, want, (size_t)(wide * high) * sizeof *out) != 0;
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
