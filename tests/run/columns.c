#include "host.h"
#include <math.h>

extern const ptx2c_module columns;

static uint8_t mem[1536], stored[1536];
static struct { uint8_t reg[8][32][4], after[1536]; } got;

/* The row whose address lane l gives. */
static uint8_t *row(uint8_t *s, int l) { return s + l * 13 % 32 * 48; }

/* Element i of a row of elements of n bits. */
static int element(const uint8_t *s, int i, int n)
{
    int v = 0;
    for (int k = 0; k < n; k++)
        v |= (s[(i * n + k) / 8] >> (i * n + k) % 8 & 1) << k;
    return v;
}

static void bytes(void)
{
    static const int bits[4] = {8, 8, 6, 4};
    int bad = 0;
    for (int i = 0; i < 1536; i++)
        mem[i] = (uint8_t)(i * 2654435761u >> 24);
    void *in = mem, *out = &got;
    run(&columns, "bytes", 1, 32, (void *[]){&in, &out});
    for (int n = 0; n < 8; n++) /* register n: of matrix n / 2 column l / 4 (+ 8), rows 4 * (l mod 4) … */
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < 4; i++)
                bad += got.reg[n][l][i] !=
                       element(row(mem, n < 4 ? n / 2 * 16 + l % 4 * 4 + i : l % 4 * 4 + i), l / 4 + n % 2 * 8, bits[n / 2]);
    printf("ldmatrix.m16n16 %d\n", bad);
    memcpy(stored, mem, sizeof mem);
    for (int n = 0; n < 4; n++) /* as results of mma.m16n8: rows l / 4 and l / 4 + 8, columns 2 * (l mod 4) and the next */
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < 4; i++)
                row(stored, 8 * n + 2 * (l % 4) + i % 2)[l / 4 + i / 2 * 8] = got.reg[n][l][i];
    printf("stmatrix.m16n8 %d\n", memcmp(stored, got.after, sizeof stored) != 0);
}

static uint32_t words_in[128][16], words_out[128][24];

static float of(uint32_t b)
{
    float f;
    memcpy(&f, &b, 4);
    return f;
}

static void words(void)
{
    int bad[6] = {0};
    for (uint32_t i = 0; i < 128 * 16; i++)
        words_in[i / 16][i % 16] = i % 37 == 5 ? 0x7fc00000 : (i * 2654435761u & 0x83ffffff) + 0x3c000000;
    void *in = words_in, *out = words_out;
    run(&columns, "words", 1, 128, (void *[]){&in, &out});
    for (int t = 0; t < 128; t++) {
        const uint32_t *v = words_in[t], *o = words_out[t];
        const uint32_t *half = words_in[t / 32 * 32 + t % 16] + t % 32 / 16 * 4; /* .16x32bx2: the upper threads go on there */
        uint32_t least = v[1];
        int32_t most = (int32_t)v[0];
        float top = of(0xff800000), low = INFINITY;
        for (int i = 0; i < 16; i++) {
            least = i >= 1 && i < 5 && v[i] < least ? v[i] : least;
            most = (int32_t)v[i] > most ? (int32_t)v[i] : most;
            if (i < 8 && of(v[i]) > top)
                top = of(v[i]);
            if (i < 8)
                low = isnan(of(v[i])) || isnan(low) ? NAN : fabsf(of(v[i])) < low ? fabsf(of(v[i])) : low;
            const uint32_t shifted = t / 32 == 2 && t < 95 && i >= 4 && i < 12 ? words_in[t + 1][i] : v[i];
            bad[5] += o[8 + i] != shifted;
        }
        bad[0] += o[0] != least || o[1] != v[4];
        bad[1] += o[2] != (uint32_t)most;
        bad[2] += of(o[3]) != top;
        bad[3] += (isnan(low) ? o[4] != 0x7fffffff : of(o[4]) != low) || o[5] != v[7];
        bad[4] += o[6] != (half[0] > half[1] ? half[0] : half[1]);
    }
    printf("tcgen05.ld.red %d %d %d %d %d\ntcgen05.shift %d\n", bad[0], bad[1], bad[2], bad[3], bad[4], bad[5]);
}

int main(void)
{
    bytes();
    words();
    return 0;
}
