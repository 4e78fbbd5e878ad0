/* What each thread reads of its arrays, against the arrays themselves. */
#include "host.h"

extern const ptx2c_module local_offsets;

enum { THREADS = 96, BLOCKS = 3, N = THREADS * BLOCKS };
static uint32_t data[N], out[N][4];

static void check(const char *kernel, void (*of)(uint32_t x, uint32_t want[4]))
{
    uint32_t *in = data, (*to)[4] = out;
    memset(out, 0xa5, sizeof out);
    run(&local_offsets, kernel, BLOCKS, THREADS, (void *[]){PTX2C_POINTER(in), PTX2C_POINTER(to)});
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        uint32_t want[4];
        of(data[i], want);
        wrong += memcmp(want, out[i], sizeof want) != 0;
    }
    printf("%s: %d of %d wrong\n", kernel, wrong, N);
}

static void arrays(uint32_t x, uint32_t want[4])
{
    const uint32_t i = x & 14, at[2] = {i * x + 1, (i + 1) * x + 1};
    want[0] = at[0] ^ x;
    want[1] = at[1] ^ x;
    want[2] = at[0];
    want[3] = at[1] + (at[1] ^ x);
}

static void others(uint32_t x, uint32_t want[4])
{
    uint32_t frame[64], sum = 0, i = x & 15;
    for (uint32_t k = 0; k < 64; k++)
        frame[k] = k * x + 3;
    frame[16 + i] = 64 + 4 * i; /* its own address: the frame begins at 0 */
    want[0] = 0;
    want[1] = frame[(i > 7 ? 16 : 0) + i + 1];
    for (uint32_t round = 3, at = 16; round < 50; round += 3) {
        sum = sum * 5 + frame[at];
        at = 16 + (round & 31);
    }
    want[2] = sum;
    want[3] = frame[32 + i - 16];
}

int main(void)
{
    for (uint32_t i = 0; i < N; i++)
        data[i] = i * 2654435761u >> 7;
    check("arrays", arrays);
    check("others", others);
    return 0;
}
