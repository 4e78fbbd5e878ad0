/* captions_hand.c: how likely labels are (CTC). */
#include "bench.h"

#include <math.h>

enum { BATCH = 16, KINDS = 30, LONGEST = 60, MOST = 20, STRIDE = 2 * MOST + 1 };
static float *logp, *alpha, *loss;
static int *labels, *lengths, *times, batch = BATCH, kinds = KINDS, longest = LONGEST, most = MOST;

static void make(void)
{
    logp = bench_in(LONGEST * BATCH * KINDS, 4);
    alpha = bench_in(BATCH * LONGEST * STRIDE, 4);
    labels = bench_in(BATCH * MOST, 4);
    lengths = bench_in(BATCH, 4);
    times = bench_in(BATCH, 4);
    loss = bench_out(BATCH, KIND_F32, 1e-4, 0);
    bench_fill(logp, LONGEST * BATCH * KINDS, -6, -1);
    for (int b = 0; b < BATCH; b++) {
        lengths[b] = MOST - (int)(bench_random() % 6);
        times[b] = LONGEST - (int)(bench_random() % 10);
        for (int i = 0; i < MOST; i++)
            labels[b * MOST + i] = 1 + (int)(bench_random() % (KINDS - 1));
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < BATCH; b++) {
        float buffer[2][STRIDE + 2], *a = buffer[0] + 2, *next = buffer[1] + 2;
        int now[STRIDE], three[STRIDE];
        const int n = lengths[b], places = 2 * n + 1, *l = labels + b * MOST;
        a[-1] = a[-2] = next[-1] = next[-2] = -INFINITY;
        for (int s = 0; s < places; s++) {
            now[s] = s % 2 ? l[s / 2] : 0;
            three[s] = s % 2 && s > 1 && l[s / 2 - 1] != l[s / 2];
            a[s] = s < 2 ? logp[b * KINDS + now[s]] : -INFINITY;
        }
        for (int t = 1; t < times[b]; t++) {
            const float *p = logp + (t * BATCH + b) * KINDS;
            for (int s = 0; s < places; s++) {
                const float x = a[s], y = a[s - 1], z = three[s] ? a[s - 2] : -INFINITY;
                float m = x > y ? x : y;
                m = m > z ? m : z;
                m = m == -INFINITY ? 0 : m;
                next[s] = logf(expf(x - m) + expf(y - m) + expf(z - m)) + m + p[now[s]];
            }
            float *swap = a;
            a = next;
            next = swap;
        }
        const float x = a[2 * n], y = a[2 * n - 1];
        float m = x > y ? x : y;
        m = m == -INFINITY ? 0 : m;
        loss[b] = -(logf(expf(x - m) + expf(y - m)) + m);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "captions", DIM(BATCH, 1), DIM(64, 1), BUFFER(logp), BUFFER(alpha), BUFFER(loss), BUFFER(labels), BUFFER(lengths),
           BUFFER(times), VALUE(batch), VALUE(kinds), VALUE(longest), VALUE(most));
}

const Bench bench = { "captions", make, hand, launch };
