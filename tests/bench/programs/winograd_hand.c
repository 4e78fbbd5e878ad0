/* winograd_hand.c: a convolution of 3 x 3 by Winograd's way. */
#include "bench.h"
#include <string.h>
enum { CHANNELS = 6, OUTS = 8, SIZE = 32, TILES = SIZE / 2 };
static int channels = CHANNELS, size = SIZE;
static float *in, *u, *out;

static void make(void)
{
    in = bench_in(CHANNELS * SIZE * SIZE, 4), u = bench_in(OUTS * CHANNELS * 16, 4);
    out = bench_out(OUTS * SIZE * SIZE, KIND_F32, 1e-4, 0);
    bench_fill(in, CHANNELS * SIZE * SIZE, -1, 1), bench_fill(u, OUTS * CHANNELS * 16, -1, 1);
}

/* The transformed tiles are the same for all filters: 16 planes of a row of tiles. */
static void hand(void)
{
#pragma omp parallel for
    for (int ty = 0; ty < TILES; ty++) {
        float v[CHANNELS][16][TILES];
        for (int c = 0; c < CHANNELS; c++) {
            float row[4][SIZE + 2];
            memset(row, 0, sizeof row);
            for (int i = 0; i < 4; i++)
                if (2 * ty + i - 1 >= 0 && 2 * ty + i - 1 < SIZE)
                    memcpy(row[i] + 1, in + (c * SIZE + 2 * ty + i - 1) * SIZE, sizeof(float) * SIZE);
#pragma omp simd
            for (int tx = 0; tx < TILES; tx++) {
                float w[4][4];
                for (int j = 0; j < 4; j++) {
                    const float d0 = row[0][2 * tx + j], d1 = row[1][2 * tx + j], d2 = row[2][2 * tx + j], d3 = row[3][2 * tx + j];
                    w[0][j] = d0 - d2, w[1][j] = d1 + d2, w[2][j] = d2 - d1, w[3][j] = d1 - d3;
                }
                for (int i = 0; i < 4; i++) {
                    v[c][4 * i][tx] = w[i][0] - w[i][2];
                    v[c][4 * i + 1][tx] = w[i][1] + w[i][2];
                    v[c][4 * i + 2][tx] = w[i][2] - w[i][1];
                    v[c][4 * i + 3][tx] = w[i][1] - w[i][3];
                }
            }
        }
        for (int k = 0; k < OUTS; k++) {
            float m[16][TILES];
            memset(m, 0, sizeof m);
            for (int c = 0; c < CHANNELS; c++)
                for (int e = 0; e < 16; e++)
                    for (int tx = 0; tx < TILES; tx++)
                        m[e][tx] += v[c][e][tx] * u[(k * CHANNELS + c) * 16 + e];
            float *o = out + (k * SIZE + 2 * ty) * SIZE;
#pragma omp simd
            for (int tx = 0; tx < TILES; tx++) {
                float a[2][4];
                for (int j = 0; j < 4; j++) {
                    a[0][j] = m[j][tx] + m[4 + j][tx] + m[8 + j][tx];
                    a[1][j] = m[4 + j][tx] - m[8 + j][tx] - m[12 + j][tx];
                }
                for (int i = 0; i < 2; i++) {
                    o[i * SIZE + 2 * tx] = a[i][0] + a[i][1] + a[i][2];
                    o[i * SIZE + 2 * tx + 1] = a[i][1] - a[i][2] - a[i][3];
                }
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "winograd", ((Dim){ TILES / 16, TILES / 8, OUTS }), DIM(16, 8), BUFFER(in), BUFFER(u), BUFFER(out), VALUE(channels), VALUE(size));
}

const Bench bench = { "winograd", make, hand, launch };
