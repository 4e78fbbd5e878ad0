/* halo_hand.c: sums of the seven neighbours on both sides. */
#include "bench.h"

enum { N = 1 << 18, R = 7 };
static int n = N - 100, *in, *out;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        in[i] = (int)(bench_random() % 100);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < N; b += 4096) {
        const int end = b + 4096 < n - R ? b + 4096 : n - R;
        for (int i = b < R ? R : b; i < end; i++) {
            int sum = 0;
            for (int o = -R; o <= R; o++)
                sum += in[i + o];
            out[i] = sum;
        }
    }
    for (int k = 0; k < 2 * R; k++) {
        const int i = k < R ? k : n - 2 * R + k;
        int sum = 0;
        for (int o = -R; o <= R; o++)
            sum += i + o >= 0 && i + o < n ? in[i + o] : 0;
        out[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "halo", DIM(N / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(n));
}

const Bench bench = { "halo", make, hand, launch };
