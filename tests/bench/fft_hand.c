/* fft_hand.c: Fourier transforms of 256 complex numbers, by Stockham's method. */
#include "bench.h"

#include <math.h>
#include <string.h>

enum { N = 256, COUNT = 256 };

static float *in, *out, *wave;

static void make(void)
{
    in = bench_in(2 * N * COUNT, sizeof *in);
    wave = bench_in(N, sizeof *wave);
    out = bench_out(2 * N * COUNT, KIND_F32, 1e-4, 0);
    bench_fill(in, 2 * N * COUNT, -1, 1);
    for (int i = 0; i < N / 2; i++) {
        wave[2 * i] = cosf(-6.28318530718f * (float)i / N);
        wave[2 * i + 1] = sinf(-6.28318530718f * (float)i / N);
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int f = 0; f < COUNT; f++) {
        float re[2][N], im[2][N];
        int from = 0;
        for (int i = 0; i < N; i++) {
            re[0][i] = in[2 * (f * N + i)];
            im[0][i] = in[2 * (f * N + i) + 1];
        }
        for (int half = 1; half < N; half *= 2, from = 1 - from)
            for (int t = 0; t < N / 2; t++) {
                int k = t & (half - 1), root = k * (N / 2 / half), to = 2 * t - k;
                float wr = wave[2 * root], wi = wave[2 * root + 1];
                float ar = re[from][t], ai = im[from][t], br = re[from][t + N / 2], bi = im[from][t + N / 2];
                float cr = br * wr - bi * wi, ci = br * wi + bi * wr;
                re[1 - from][to] = ar + cr;
                im[1 - from][to] = ai + ci;
                re[1 - from][to + half] = ar - cr;
                im[1 - from][to + half] = ai - ci;
            }
        for (int i = 0; i < N; i++) {
            out[2 * (f * N + i)] = re[from][i];
            out[2 * (f * N + i) + 1] = im[from][i];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "fft", DIM(COUNT, 1), DIM(N / 2, 1), BUFFER(in), BUFFER(out), BUFFER(wave));
}

const Bench bench = { "fft", make, hand, launch };
