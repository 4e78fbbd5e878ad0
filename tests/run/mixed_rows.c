/* Rows of all lengths, in blocks of all widths, against the same loop on the host. */
#include "host.h"

extern const ptx2c_module mixed_rows;

enum { THREADS = 70, QUADS = 12, WORDS = 4 * (QUADS + 2) };
typedef union Word { uint32_t u; float f; } Word;
static _Alignas(16) Word a[THREADS * WORDS];

static int test(uint32_t block, int n)
{
    float sums[THREADS + 1], *to = sums;
    int pitch = WORDS, wrong = 0;
    Word *from = a;
    for (int i = 0; i <= THREADS; i++)
        sums[i] = -1;
    run(&mixed_rows, "mixed", 1, block, (void *[]){&from, &to, &pitch, &n});
    for (uint32_t i = 0; i < block; i++) {
        const Word *row = a + i * WORDS;
        float s = 0;
        for (int j = 0; j < n; j++) {
            row += 4;
            s += (float)row[0].u * (row[1].f + row[2].f) + (float)(row[3].u ^ row[0].u);
        }
        s += row[1].f + row[5].f + (float)n;
        wrong += sums[i] < s || sums[i] > s;
    }
    return wrong + !(sums[block] < 0);
}

int main(void)
{
    static const uint32_t blocks[] = {1, 7, 8, 13, 32, 64, THREADS};
    int wrong = 0;
    for (int i = 0; i < THREADS * WORDS; i++) { /* small numbers: sums are exact */
        if (i % 4 == 1 || i % 4 == 2)
            a[i].f = (float)(i * 7 % 16);
        else
            a[i].u = (uint32_t)i * 5 % 32;
    }
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        for (int n = 1; n <= QUADS; n += 3)
            wrong += test(blocks[k], n);
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
