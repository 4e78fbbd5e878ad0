/* slices_hand.c: a volume from pictures at many angles. */
#include "bench.h"
#include <math.h>
enum { SIDE = 100, ANGLES = 40, DETECTORS = 128 };
static int side = SIDE, angles = ANGLES, detectors = DETECTORS;
static float *views, *slice, *ray;

static void make(void)
{
    ray = bench_in(128, 4);
    views = bench_in(ANGLES * DETECTORS, 4);
    slice = bench_out(SIDE * SIDE, KIND_F32, 1e-3, 1e-3);
    bench_fill(views, ANGLES * DETECTORS, 0, 1);
}

static void hand(void)
{
    float rx[ANGLES], ry[ANGLES];
    for (int a = 0; a < ANGLES; a++)
        rx[a] = cosf((float)a * 3.14159265f / ANGLES), ry[a] = sinf((float)a * 3.14159265f / ANGLES);
#pragma omp parallel for
    for (int y = 0; y < SIDE; y++) {
        float sum[SIDE] = { 0 };
        for (int a = 0; a < ANGLES; a++)
            for (int x = 0; x < SIDE; x++) {
                const float at = ((float)x - 0.5f * (SIDE - 1)) * rx[a] + ((float)y - 0.5f * (SIDE - 1)) * ry[a] + 0.5f * (DETECTORS - 1);
                const int left = (int)floorf(at);
                const float part = at - (float)left;
                if (left >= 0 && left + 1 < DETECTORS)
                    sum[x] += views[a * DETECTORS + left] * (1.0f - part) + views[a * DETECTORS + left + 1] * part;
            }
        for (int x = 0; x < SIDE; x++)
            slice[y * SIDE + x] = sum[x] / ANGLES;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "aim", DIM(1, 1), DIM(64, 1), BUFFER(ray), VALUE(angles));
    LAUNCH(r, "backproject", DIM((SIDE + 31) / 32, (SIDE + 7) / 8), DIM(32, 8), BUFFER(ray), BUFFER(views), BUFFER(slice), VALUE(side), VALUE(angles), VALUE(detectors));
}

const Bench bench = { "slices", make, hand, launch };
