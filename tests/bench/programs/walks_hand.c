/* walks_hand.c: random walks over a graph. */
#include "bench.h"

enum { N = 4096, MOST = 24 };
static int n = N, longest = 20;
static float stop = 0.05f;
static int *row, *edge, *visits, *path;
static float *sum;

static void make(void)
{
    row = bench_in(N + 1, 4);
    edge = bench_in(N * MOST, 4);
    sum = bench_in(N * MOST, 4);
    visits = bench_out(N, KIND_U32, 0, 0);
    path = bench_out(N, KIND_U32, 0, 0);
    int used = 0;
    for (int i = 0; i < N; i++) {
        row[i] = used;
        const int degree = (int)((bench_random() >> 8) % MOST);
        float all = 0;
        for (int k = 0; k < degree; k++) {
            edge[used] = (int)((bench_random() >> 8) % N);
            sum[used++] = all += bench_uniform(0.1f, 1);
        }
    }
    row[N] = used;
}

static inline float chance(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(uint32_t)(*state >> 40) / 16777216.0f;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int id = 0; id < N; id++) {
        uint64_t state = (uint64_t)id * 2862933555777941757u + 3037000493u;
        int at = id;
        for (int s = 0; s < longest && row[at] < row[at + 1]; s++) {
            int low = row[at], high = row[at + 1] - 1;
            const float want = chance(&state) * sum[high];
            while (low < high) {
                const int middle = (low + high) / 2;
                if (sum[middle] > want)
                    high = middle;
                else
                    low = middle + 1;
            }
            at = edge[low];
#pragma omp atomic
            visits[at]++;
            if (chance(&state) < stop)
                break;
        }
        path[id] = at;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "walks", DIM(N / 256, 1), DIM(256, 1), BUFFER(row), BUFFER(edge), BUFFER(sum), BUFFER(visits), BUFFER(path),
           VALUE(n), VALUE(longest), VALUE(stop));
}

const Bench bench = { "walks", make, hand, launch };
