/* turned_hand.c: the nearest of some centres for each point. */
#include "bench.h"

enum { POINTS = 6000, NF = 18, NC = 5 };
static int points = POINTS, nf = NF, nc = NC;
static float *in, *turned, *centres;
static int *member, *changed;

static void make(void)
{
    in = bench_in(POINTS * NF, 4);
    centres = bench_in(NC * NF, 4);
    turned = bench_out(POINTS * NF, KIND_F32, 1, 1);
    member = bench_out(POINTS, KIND_U32, 0, 0.001);
    changed = bench_out(1, KIND_U32, 0.01, 0);
    bench_fill(in, POINTS * NF, 0, 1);
    bench_fill(centres, NC * NF, 0, 1);
}

static void hand(void)
{
    int n = 0;
#pragma omp parallel for reduction(+ : n)
    for (int p = 0; p < points; p++) {
        float least = 3.4e38f;
        int index = -1;
        for (int c = 0; c < nc; c++) {
            float d = 0;
            for (int j = 0; j < nf; j++)
                d += (in[p * nf + j] - centres[c * nf + j]) * (in[p * nf + j] - centres[c * nf + j]);
            if (d < least) {
                least = d;
                index = c;
            }
        }
        n += member[p] != index;
        member[p] = index;
    }
    *changed += n;
}

static void launch(Run *r)
{
    LAUNCH(r, "turn", DIM((POINTS + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(turned), VALUE(points), VALUE(nf));
    LAUNCH(r, "nearest", DIM((POINTS + 255) / 256, 1), DIM(256, 1), BUFFER(turned), BUFFER(centres), BUFFER(member),
           BUFFER(changed), VALUE(points), VALUE(nf), VALUE(nc));
}

const Bench bench = {"turned", make, hand, launch};
