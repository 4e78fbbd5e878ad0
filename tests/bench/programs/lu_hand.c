/* lu_hand.c: a matrix as a product of two triangles, in blocks. */
#include "bench.h"

enum { N = 192, B = 16 };
static int size = N;
static float *m;

static void make(void)
{
    m = bench_out(N * N, KIND_F32, 1e-3, 0);
    bench_fill(m, N * N, 0, 1);
    for (int i = 0; i < N; i++)
        m[i * N + i] += N;
}

static void hand(void)
{
    for (int o = 0; o < N; o += B) {
        for (int k = o; k < o + B; k++)
            for (int i = k + 1; i < o + B; i++) {
                m[i * N + k] /= m[k * N + k];
                for (int j = k + 1; j < o + B; j++)
                    m[i * N + j] -= m[i * N + k] * m[k * N + j];
            }
        const int rest = (N - o) / B - 1;
#pragma omp parallel for
        for (int block = 1; block <= rest; block++) {
            const int c = o + block * B;
            for (int i = 1; i < B; i++)
                for (int j = 0; j < i; j++)
                    for (int x = 0; x < B; x++)
                        m[(o + i) * N + c + x] -= m[(o + i) * N + o + j] * m[(o + j) * N + c + x];
            for (int y = c; y < c + B; y++)
                for (int i = 0; i < B; i++) {
                    float sum = m[y * N + o + i];
                    for (int j = 0; j < i; j++)
                        sum -= m[y * N + o + j] * m[(o + j) * N + o + i];
                    m[y * N + o + i] = sum / m[(o + i) * N + o + i];
                }
        }
#pragma omp parallel for
        for (int y = o + B; y < N; y++)
            for (int x = o + B; x < N; x += B) {
                float sum[B] = { 0 };
                for (int i = 0; i < B; i++)
                    for (int k = 0; k < B; k++)
                        sum[k] += m[y * N + o + i] * m[(o + i) * N + x + k];
                for (int k = 0; k < B; k++)
                    m[y * N + x + k] -= sum[k];
            }
    }
}

static void launch(Run *r)
{
    for (int o = 0; o < N; o += B) {
        const uint32_t rest = (uint32_t)((N - o) / B - 1);
        LAUNCH(r, "diagonal", DIM(1, 1), DIM(B, 1), BUFFER(m), VALUE(size), VALUE(o));
        if (!rest)
            break;
        LAUNCH(r, "perimeter", DIM(rest, 1), DIM(2 * B, 1), BUFFER(m), VALUE(size), VALUE(o));
        LAUNCH(r, "internal", DIM(rest, rest), DIM(B, B), BUFFER(m), VALUE(size), VALUE(o));
    }
}

const Bench bench = { "lu", make, hand, launch };
