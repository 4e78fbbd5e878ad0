/* seismic_hand.c: a step of a wave through rock of the eighth order. */
#include "bench.h"

enum { R = 4, NX = 96, NY = 64, NZ = 32, ROW = NX + 2 * R, PLANE = ROW * (NY + 2 * R), ALL = PLANE * (NZ + 2 * R) };
static int nx = NX, ny = NY, nz = NZ;
static float *in, *out, *vsq;
static const float c[R + 1] = { -2.84722f, 1.6f, -0.2f, 0.0253968f, -0.00178571f };

static void make(void)
{
    in = bench_in(ALL, 4);
    out = bench_out(ALL, KIND_F32, 1e-4, 0);
    vsq = bench_in(ALL, 4);
    bench_fill(in, ALL, -1, 1);
    bench_fill(out, ALL, -1, 1);
    bench_fill(vsq, ALL, 0.05f, 0.2f);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++) {
            const int first = (z + R) * PLANE + (y + R) * ROW + R;
#pragma omp simd
            for (int i = first; i < first + NX; i++) {
                float div = c[0] * 3 * in[i];
                for (int k = 1; k <= R; k++)
                    div += c[k] * (in[i + k] + in[i - k] + in[i + k * ROW] + in[i - k * ROW] + in[i + k * PLANE] +
                                   in[i - k * PLANE]);
                out[i] = 2 * in[i] - out[i] + div * vsq[i];
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "seismic", DIM(NX / 32, NY / 8), DIM(32, 8), BUFFER(in), BUFFER(out), BUFFER(vsq), VALUE(nx), VALUE(ny), VALUE(nz));
}

const Bench bench = { "seismic", make, hand, launch };
