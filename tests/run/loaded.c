/* Barriers under conditions that memory decides. */
#include "host.h"

extern const ptx2c_module loaded;

enum { BLOCKS = 3, MAX = 64 }; /* fewer blocks than threads of the host: these share one */

static void rows(uint32_t block)
{
    static float v[400], out[BLOCKS * MAX];
    const int start[BLOCKS + 1] = {0, 1, 1, 400};
    const int *s = start;
    float *p = v, *q = out;
    for (int i = 0; i < 400; i++)
        v[i] = (float)(i * 7 % 31);
    run(&loaded, "rows", BLOCKS, block, (void *[]){&s, &p, &q});
    for (uint32_t b = 0; b < BLOCKS; b++)
        for (uint32_t t = 0; t < block; t++) {
            float sum = 0;
            for (int i = start[b]; i < start[b + 1]; i++)
                sum += v[i] * (float)((uint32_t)(i - start[b]) % block ^ t);
            if (out[b * block + t] != sum) {
                printf("rows, blocks of %u: %u %u: %g, not %g\n", (unsigned)block, (unsigned)b, (unsigned)t,
                       (double)out[b * block + t], (double)sum);
                return;
            }
        }
}

static void rounds(uint32_t block)
{
    float v[BLOCKS * MAX], want[BLOCKS * MAX], *p = v;
    int count[BLOCKS], *q = count;
    for (uint32_t i = 0; i < BLOCKS * block; i++)
        want[i] = v[i] = (float)(i * i % 97);
    run(&loaded, "rounds", BLOCKS, block, (void *[]){&p, &q});
    for (uint32_t b = 0; b < BLOCKS; b++) {
        int n = -1;
        for (bool again = true; again; n++) {
            again = false;
            for (uint32_t t = b * block; t < (b + 1) * block; t++) {
                want[t] = want[t] * 0.5f + 1;
                again |= want[t] > 2.001f;
            }
        }
        if (n != count[b] || memcmp(want + b * block, v + b * block, block * sizeof *v) != 0)
            printf("rounds, blocks of %u: block %u: %d, not %d\n", (unsigned)block, (unsigned)b, count[b], n);
    }
}

static void fewer(uint32_t block, int n)
{
    float v[BLOCKS * MAX], want[BLOCKS * MAX], *p = v;
    const int start[BLOCKS + 1] = {2, 5, 5, 9}, *s = start;
    for (uint32_t i = 0; i < BLOCKS * block; i++)
        want[i] = v[i] = (float)(i % 13);
    run(&loaded, "fewer", BLOCKS, block, (void *[]){&s, &p, &n});
    for (uint32_t b = 0; b < BLOCKS; b++)
        for (int i = start[b]; i < start[b + 1]; i++) {
            float first = want[b * block];
            for (uint32_t t = b * block; t < (b + 1) * block && t < (uint32_t)n; t++)
                want[t] += first * (float)i;
        }
    if (memcmp(want, v, BLOCKS * block * sizeof *v) != 0)
        printf("fewer, blocks of %u\n", (unsigned)block);
}

int main(void)
{
    for (uint32_t block = 1; block <= MAX; block = block * 2 + 1) {
        rows(block);
        rounds(block);
        fewer(block, (int)(block * 3 - 1));
    }
    rows(64);
    rounds(64);
    fewer(64, 100);
    puts("done");
    return 0;
}
