#include "host.h"

extern const ptx2c_module joins;

enum { T = 128, BLOCKS = 4 };

static uint32_t in[T * BLOCKS], out[T * BLOCKS], both[T * BLOCKS];

static uint32_t expected(int block, int t)
{
    const uint32_t *const tile = in + block * T, a = tile[t ^ 1], b = tile[T - 1 - t], p = a * b, x = a ^ b;
    return (block % 2 ? tile[p / 32 % T] + a : tile[x / 4 % T] - b) * p + x;
}

int main(void)
{
    uint32_t *pi = in, *po = out, *pb = both, x = 1;
    int wrong = 0;
    for (int i = 0; i < T * BLOCKS; i++)
        in[i] = both[i] = x = x * 1664525 + 1013904223;
    if (run(&joins, "joins", BLOCKS, T, (void *[]){&po, &pi}))
        return 1;
    for (int i = 0; i < T * BLOCKS; i++)
        wrong += out[i] != expected(i / T, i % T);
    printf("%d of %d wrong\n", wrong, T * BLOCKS);
    for (int i = 0; i < T * BLOCKS; i++)
        out[i] = 0;
    if (run(&joins, "sides", BLOCKS, T, (void *[]){&po, &pb}))
        return 1;
    wrong = 0;
    for (int i = 0; i < T * BLOCKS; i++)
        wrong += (i / T % 2 ? both : out)[i] != expected(i / T, i % T);
    printf("%d of %d wrong\n", wrong, T * BLOCKS);
    return 0;
}
