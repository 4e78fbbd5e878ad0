/* qubit_hand.c: gates on a register of qubits. */
#include "bench.h"
#include <math.h>

enum { QUBITS = 16, N = 1 << QUBITS, BITS = 4, FIRST = 5 };
typedef struct Complex { float re, im; } Complex;
static Complex *state;
static float *chance;
static const float h = 0.70710678f;

static void make(void)
{
    state = bench_out(N * 2, KIND_F32, 1e-4, 0);
    chance = bench_out(1 << BITS, KIND_F32, 1e-3, 0);
    bench_fill((float *)state, N * 2, -0.01f, 0.01f);
}

static Complex times(Complex a, Complex b) { return (Complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re }; }

static void gate(int target, Complex g00, Complex g01, Complex g10, Complex g11)
{
    const int step = 1 << target;
#pragma omp parallel for
    for (int block = 0; block < N / 2 / step; block++) {
        Complex *zero = state + (size_t)block * 2 * (size_t)step, *one = zero + step;
#pragma omp simd
        for (int j = 0; j < step; j++) {
            const Complex a = zero[j], b = one[j];
            const Complex p = times(g00, a), q = times(g01, b), r = times(g10, a), s = times(g11, b);
            zero[j] = (Complex){ p.re + q.re, p.im + q.im };
            one[j] = (Complex){ r.re + s.re, r.im + s.im };
        }
    }
}

static void controlled(int control, int target, float angle)
{
    const Complex turn = { cosf(angle), sinf(angle) };
    const int both = 1 << control | 1 << target;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        if ((i & both) == both)
            state[i] = times(state[i], turn);
}

static void hand(void)
{
    for (int q = 0; q < QUBITS; q++) {
        gate(q, (Complex){ h, 0 }, (Complex){ h, 0 }, (Complex){ h, 0 }, (Complex){ -h, 0 });
        for (int c = q + 1; c < QUBITS && c < q + 3; c++)
            controlled(c, q, 3.14159265f / (float)(1 << (c - q)));
    }
    float sums[1 << BITS] = { 0 };
#pragma omp parallel for reduction(+ : sums)
    for (int i = 0; i < N; i++)
        sums[i >> FIRST & ((1 << BITS) - 1)] += state[i].re * state[i].re + state[i].im * state[i].im;
    for (int v = 0; v < 1 << BITS; v++)
        chance[v] += sums[v];
}

static void launch(Run *r)
{
    const uint32_t pairs = N / 2, count = N;
    const int first = FIRST, bits = BITS;
    const Complex g = { h, 0 }, minus = { -h, 0 };
    for (int q = 0; q < QUBITS; q++) {
        LAUNCH(r, "gate", DIM(64, 1), DIM(256, 1), BUFFER(state), VALUE(q), VALUE(g), VALUE(g), VALUE(g), VALUE(minus), VALUE(pairs));
        for (int c = q + 1; c < QUBITS && c < q + 3; c++) {
            const float angle = 3.14159265f / (float)(1 << (c - q));
            LAUNCH(r, "controlled", DIM(N / 2 / 256, 1), DIM(256, 1), BUFFER(state), VALUE(c), VALUE(q), VALUE(angle), VALUE(pairs));
        }
    }
    LAUNCH(r, "chances", DIM(32, 1), DIM(256, 1), BUFFER(state), BUFFER(chance), VALUE(first), VALUE(bits), VALUE(count));
}

const Bench bench = { "qubit", make, hand, launch };
