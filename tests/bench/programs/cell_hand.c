/* cell_hand.c: currents through the walls of many cells. */
#include "bench.h"
#include <math.h>

enum { N = 3000 };
static int n = N, stride = N;
static float *state, *rate, *param;

static void make(void)
{
    static const float low[] = {-85, 0, 0.5f, 0.5f, 0.1f, 1e-4f, 9, 0},
                       high[] = {30, 0.5f, 1, 1, 0.5f, 2e-4f, 11, 0.5f};
    state = bench_in(8 * N, 4);
    rate = bench_out(8 * N, KIND_F32, 1e-3, 1e-3);
    param = bench_in(3, 4);
    for (int k = 0; k < 8; k++)
        bench_fill(state + k * N, N, low[k], high[k]);
    param[0] = 310;
    param[1] = 140;
    param[2] = 5.4f;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float v = state[i], m = state[stride + i], h = state[2 * stride + i], j = state[3 * stride + i],
                    x = state[4 * stride + i];
        const float ca = state[5 * stride + i], na = state[6 * stride + i], d = state[7 * stride + i];
        const float rt = 8314.0f * param[0] / 96485.0f, ena = rt * logf(param[1] / na),
                    ek = rt * logf(param[2] / 140.0f);
        const float am = 0.32f * (v + 47.13f) / (1 - expf(-0.1f * (v + 47.13f))), bm = 0.08f * expf(-v / 11);
        float ah = 0, bh, aj = 0, bj;
        if (v >= -40) {
            bh = 1 / (0.13f * (1 + expf(-(v + 10.66f) / 11.1f)));
            bj = 0.3f * expf(-2.535e-7f * v) / (1 + expf(-0.1f * (v + 32)));
        } else {
            ah = 0.135f * expf((80 + v) / -6.8f);
            bh = 3.56f * expf(0.079f * v) + 3.1e5f * expf(0.35f * v);
            aj = (-1.2714e5f * expf(0.2444f * v) - 3.474e-5f * expf(-0.04391f * v)) * (v + 37.78f) /
                 (1 + expf(0.311f * (v + 79.23f)));
            bj = 0.1212f * expf(-0.01052f * v) / (1 + expf(-0.1378f * (v + 40.14f)));
        }
        const float xi = v > -100 ? 2.837f * (expf(0.04f * (v + 77)) - 1) / ((v + 77) * expf(0.04f * (v + 35))) : 1;
        const float ina = 16 * m * m * m * h * j * (v - ena), ik = 0.282f * x * xi * (v - ek);
        const float ica = 0.09f * d * (v - 7.7f + 13.0287f * logf(ca));
        const float pump = 1.5f * param[2] / (param[2] + 1.5f) / (1 + powf(10 / na, 1.5f));
        rate[i] = -(ina + ik + ica + pump);
        rate[stride + i] = am * (1 - m) - bm * m;
        rate[2 * stride + i] = ah * (1 - h) - bh * h;
        rate[3 * stride + i] = aj * (1 - j) - bj * j;
        rate[4 * stride + i] = 0.0005f * expf(0.083f * (v + 50)) / (1 + expf(0.057f * (v + 50))) * (1 - x) -
                               0.0013f * expf(-0.06f * (v + 20)) / (1 + expf(-0.04f * (v + 20))) * x;
        rate[5 * stride + i] = -1e-4f * ica + 0.07f * (1e-4f - ca);
        rate[6 * stride + i] = -1e-3f * (ina + 3 * pump);
        rate[7 * stride + i] = 0.095f * expf(-0.01f * (v - 5)) / (1 + expf(-0.072f * (v - 5))) * (1 - d) -
                               0.07f * expf(-0.017f * (v + 44)) / (1 + expf(0.05f * (v + 44))) * d;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "cell", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(state), BUFFER(rate), BUFFER(param), VALUE(n),
           VALUE(stride));
}

const Bench bench = {"cell", make, hand, launch};
