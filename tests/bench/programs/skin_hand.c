/* skin_hand.c: vertices of a figure follow its bones. */
#include "bench.h"

#include <math.h>

enum { N = 30000, BONES = 60 };
static int n = N;
static float *position, *normal, *weight, *matrix, *position_out, *normal_out;
static uint8_t *bone;

static void make(void)
{
    position = bench_in(3 * N, 4);
    normal = bench_in(3 * N, 4);
    bone = bench_in(4 * N, 1);
    weight = bench_in(4 * N, 4);
    matrix = bench_in(12 * BONES, 4);
    position_out = bench_out(3 * N, KIND_F32, 1e-3, 0);
    normal_out = bench_out(3 * N, KIND_F32, 1e-3, 0.001);
    bench_fill(position, 3 * N, -1, 1);
    bench_fill(normal, 3 * N, -1, 1);
    bench_fill(matrix, 12 * BONES, -1, 1);
    for (int i = 0; i < N; i++) {
        const int used = 1 + (int)((bench_random() >> 8) % 4);
        for (int j = 0; j < 4; j++) {
            bone[4 * i + j] = (uint8_t)((i / 500 + (int)((bench_random() >> 8) % 4)) % BONES);
            weight[4 * i + j] = j < used ? 1.0f / (float)used : 0;
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const float *p = position + 3 * i, *m = normal + 3 * i;
        float a[12] = { 0 };
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 12; k++)
                a[k] += weight[4 * i + j] * matrix[12 * bone[4 * i + j] + k];
        float k[3], squares = 0;
        for (int d = 0; d < 3; d++) {
            position_out[3 * i + d] = a[4 * d] * p[0] + a[4 * d + 1] * p[1] + a[4 * d + 2] * p[2] + a[4 * d + 3];
            k[d] = a[4 * d] * m[0] + a[4 * d + 1] * m[1] + a[4 * d + 2] * m[2];
            squares += k[d] * k[d];
        }
        const float inverse = 1 / sqrtf(squares);
        for (int d = 0; d < 3; d++)
            normal_out[3 * i + d] = k[d] * inverse;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "skin", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(position), BUFFER(normal), BUFFER(bone), BUFFER(weight),
           BUFFER(matrix), BUFFER(position_out), BUFFER(normal_out), VALUE(n));
}

const Bench bench = { "skin", make, hand, launch };
