#include "host.h"

extern const ptx2c_module fragments;

static uint16_t mem[768], got[12][32][2], regs[4][32][2], seen[2304];

/* Half (row, col) of matrix n in the kernels' shared memory. */
static uint16_t *half(uint16_t *s, int n, int row, int col) { return &s[(8 * n + row) * 13 % 32 * 24 + col]; }

/* Halves i of registers first, first + 1 …, as the manual's figures 104 and 109 say. */
static int loaded(int first, int count, bool trans)
{
    int bad = 0;
    for (int n = 0; n < count; n++)
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < 2; i++) {
                int row = l / 4, col = l % 4 * 2 + i;
                bad += got[first + n][l][i] != (trans ? *half(mem, n, col, row) : *half(mem, n, row, col));
            }
    return bad;
}

int main(void)
{
    for (int i = 0; i < 768; i++)
        mem[i] = (uint16_t)(i * 2654435761u >> 16);
    void *in = mem, *out = got;
    run(&fragments, "load", 1, 32, (void *[]){&in, &out});
    printf("ldmatrix %d %d %d %d\n", loaded(0, 4, false), loaded(4, 4, true), loaded(8, 1, false), loaded(9, 2, true));
    int bad = 0; /* movmatrix gives back what .trans had turned round */
    for (int l = 0; l < 32; l++)
        for (int i = 0; i < 2; i++)
            bad += got[11][l][i] != got[1][l][i];
    printf("movmatrix %d\n", bad);

    for (int i = 0; i < 256; i++)
        regs[i / 64][i / 2 % 32][i % 2] = (uint16_t)(i + 1);
    static uint16_t want[2304];
    for (int n = 0; n < 4; n++)
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < 2; i++) {
                *half(want, n, l / 4, l % 4 * 2 + i) = regs[n][l][i];
                if (n < 2)
                    *half(want + 768, n, l % 4 * 2 + i, l / 4) = regs[n][l][i];
                if (n == 2)
                    *half(want + 1536, 0, l % 4 * 2 + i, l / 4) = regs[n][l][i];
            }
    in = regs;
    out = seen;
    run(&fragments, "store", 1, 32, (void *[]){&in, &out});
    printf("stmatrix %d\n", memcmp(want, seen, sizeof want));

    uint32_t turn = 0, *t = &turn, d[64][4];
    out = d;
    bad = run(&fragments, "late", 1, 64, (void *[]){&t, &out});
    for (int l = 0; l < 64; l++)
        for (int i = 0; i < 4; i++)
            bad += d[l][i] != 32u * (uint32_t)((l % 32 / 4 + i / 2 * 8) * (l % 4 * 2 + i % 2 + 1));
    printf("late %u %d\n", (unsigned)turn, bad);
    return 0;
}
