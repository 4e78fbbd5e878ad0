/* facility_hand.c: what a new centre would save. */
#include "bench.h"

enum { N = 8192, DIMS = 32, CENTRES = 10 };
typedef struct Point { float weight, cost; int64_t assign; } Point;
static int num = N, dims = DIMS, k = CENTRES, stride = CENTRES + 1;
static int64_t x = 17;
static Point *p;
static float *coord, *work;
static int *table;
static uint8_t *change;

static void make(void)
{
    p = bench_in(N, sizeof *p);
    coord = bench_in(N * DIMS, sizeof *coord);
    work = bench_out(N * (CENTRES + 2), KIND_F32, 1e-4, 1e-3);
    table = bench_in(N, sizeof *table);
    change = bench_out(N, KIND_U8, 0, 1e-3);
    bench_fill(coord, N * DIMS, 0, 1);
    for (int i = 0; i < N; i++) {
        p[i] = (Point){ 1, bench_uniform(3, 7), (int64_t)(i % CENTRES) * 800 };
        table[i] = i / 800;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int d = 0; d < DIMS; d++) {
            const float apart = coord[d * N + i] - coord[d * N + x];
            sum += apart * apart;
        }
        const float cost = sum * p[i].weight;
        if (cost < p[i].cost) {
            change[i] = 1;
            work[N * stride + i] = cost - p[i].cost;
        } else
            work[i * stride + table[p[i].assign]] += p[i].cost - cost;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "gains", DIM(N / 512, 1), DIM(512, 1), VALUE(num), VALUE(dims), VALUE(x), BUFFER(p), VALUE(k), VALUE(stride),
           BUFFER(coord), BUFFER(work), BUFFER(table), BUFFER(change));
}

const Bench bench = { "facility", make, hand, launch };
