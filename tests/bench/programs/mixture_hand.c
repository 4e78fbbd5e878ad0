/* mixture_hand.c: the E step of a mixture of Gaussians. */
#include "bench.h"

#include <math.h>

enum { D = 6, K = 12, EVENTS = 4000, BLOCKS = 8 };
typedef struct Clusters { float constant[K], pi[K], means[K * D], inverse[K * D * D]; } Clusters;
static float *data, *share, *total;
static Clusters *clusters;
static int dims = D, events = EVENTS, many = K;

static void make(void)
{
    data = bench_in(D * EVENTS, 4);
    bench_fill(data, D * EVENTS, -3, 3);
    clusters = bench_in(1, sizeof *clusters);
    share = bench_out(K * EVENTS, KIND_F32, 1e-3, 1e-3);
    total = bench_out(BLOCKS, KIND_F32, 1e-3, 0);
    for (int c = 0; c < K; c++) {
        clusters->constant[c] = bench_uniform(-3, -2);
        clusters->pi[c] = 1.0f / K;
        for (int i = 0; i < D; i++) {
            clusters->means[c * D + i] = bench_uniform(-2, 2);
            for (int j = 0; j <= i; j++)
                clusters->inverse[(c * D + i) * D + j] = clusters->inverse[(c * D + j) * D + i] = i == j ? bench_uniform(0.8f, 1.6f) : bench_uniform(-0.1f, 0.1f);
        }
    }
}

static void hand(void)
{
    const int each = EVENTS / BLOCKS / 16 * 16;
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        const int end = b == BLOCKS - 1 ? EVENTS : (b + 1) * each;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int e = b * each; e < end; e++) {
            float x[D], most = -1e30f, all = 0;
            for (int c = 0; c < K; c++) {
                float like = 0;
                for (int i = 0; i < D; i++)
                    x[i] = data[i * EVENTS + e] - clusters->means[c * D + i];
                for (int i = 0; i < D; i++)
                    for (int j = 0; j < D; j++)
                        like += x[i] * x[j] * clusters->inverse[(c * D + i) * D + j];
                const float p = -0.5f * like + clusters->constant[c] + logf(clusters->pi[c]);
                share[c * EVENTS + e] = p;
                most = p > most ? p : most;
            }
            for (int c = 0; c < K; c++)
                all += expf(share[c * EVENTS + e] - most);
            const float t = most + logf(all);
            sum += t;
            for (int c = 0; c < K; c++)
                share[c * EVENTS + e] = expf(share[c * EVENTS + e] - t);
        }
        total[b] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "estep1", DIM(BLOCKS, K), DIM(128, 1), BUFFER(data), BUFFER(clusters), BUFFER(share), VALUE(dims), VALUE(events));
    LAUNCH(r, "estep2", DIM(BLOCKS, 1), DIM(128, 1), BUFFER(share), VALUE(many), VALUE(events), BUFFER(total));
}

const Bench bench = { "mixture", make, hand, launch };
