/* farthest_hand.c: how far the farthest point of a set is from the nearest of another. */
#include "bench.h"
#include <math.h>
#include <string.h>
enum { FROM = 900, TO = 700 };
static int nfrom = FROM, nto = TO;
static float *from, *to;
static uint32_t *result;

static void make(void)
{
    result = bench_out(1, KIND_U32, 0, 0);
    from = bench_in(2 * FROM, 4), to = bench_in(2 * TO, 4);
    bench_fill(from, 2 * FROM, 0, 1), bench_fill(to, 2 * TO, 0, 1);
}

static void hand(void)
{
    float far = 0;
#pragma omp parallel for reduction(max : far)
    for (int i = 0; i < FROM; i++) {
        float near = 3.402823466e38f;
        const float px = from[2 * i], py = from[2 * i + 1];
#pragma omp simd reduction(min : near)
        for (int k = 0; k < TO; k++) {
            const float x = px - to[2 * k], y = py - to[2 * k + 1], d = fmaf(x, x, y * y);
            near = d < near ? d : near;
        }
        far = near > far ? near : far;
    }
    memcpy(result, &far, 4);
}

static void launch(Run *r)
{
    LAUNCH(r, "farthest", DIM(3, 1), DIM(256, 1), BUFFER(result), BUFFER(from), VALUE(nfrom), BUFFER(to), VALUE(nto));
}

const Bench bench = { "farthest", make, hand, launch };
