/* Scans and reductions of warps, against each shuffle and what follows it done one after the other. */
#include "host.h"

#include <math.h>

extern const ptx2c_module collectives;

enum { RESULTS = 32, MOST = 256, UP, DOWN, BFLY, IDX };
typedef enum { ADD, MUL, MIN, MAX, MINS, MAXS, AND, OR, XOR, ADDF, MULF, MAXF, THERE } Op;

static uint32_t in[MOST], out[MOST][RESULTS];
static int threads, wrong;

/* A warp's values, and which of its lanes have one that is defined. */
typedef struct { uint32_t v[32]; bool ok[32]; } Warp;

static float real(uint32_t x) { float f; memcpy(&f, &x, sizeof f); return f; }
static uint32_t bits(float f) { uint32_t x; memcpy(&x, &f, sizeof x); return x; }

static uint32_t apply(Op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case ADD: return a + b;
    case MUL: return a * b;
    case MIN: return a < b ? a : b;
    case MAX: return a > b ? a : b;
    case MINS: return (int32_t)a < (int32_t)b ? a : b;
    case MAXS: return (int32_t)a > (int32_t)b ? a : b;
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case ADDF: return bits(real(a) + real(b));
    case THERE: return b;
    case MULF: return bits(real(a) * real(b));
    default: return bits(real(a) > real(b) ? real(a) : real(b));
    }
}

/* A shuffle (manual 9.7.9.6), after which lanes of groups of w from lane number `from` of their group on combine. */
static void step(Warp *x, int mode, int k, int w, Op op, int from, uint32_t more)
{
    const Warp was = *x;
    for (int l = 0; l < 32; l++) {
        const int least = l / w * w, j = mode == UP ? l - k : mode == DOWN ? l + k : mode == BFLY ? l ^ k : least + k;
        const int s = j >= least && j < least + w ? j : l;
        if (mode == IDX) {
            x->v[l] = was.v[s];
            x->ok[l] = was.ok[l] && was.ok[s];
        } else if (l % w >= from) {
            x->v[l] = apply(op, was.v[l], was.v[s]) + more;
            x->ok[l] = was.ok[l] && was.ok[s];
        }
    }
}

static Warp scan(Warp x, int w, Op op)
{
    for (int k = 1; k < w; k *= 2)
        step(&x, UP, k, w, op, k, 0);
    return x;
}

static Warp fall(Warp x, int mode, int from, int w, Op op)
{
    for (int k = from; k; k /= 2)
        step(&x, mode, k, w, op, 0, 0);
    return x;
}

static void expect(const char *kernel, int first, const Warp *x, int k, uint32_t lanes)
{
    for (int l = 0; l < 32 && first + l < threads; l++)
        if (x->ok[l] && lanes >> l & 1 && out[first + l][k] != x->v[l] && wrong++ < 20)
            printf("%s, %d threads: thread %d has %#x as result %d, not %#x\n", kernel, threads, first + l, (unsigned)out[first + l][k], k,
                   (unsigned)x->v[l]);
}

static Warp values(int first, uint32_t set)
{
    Warp x;
    for (int l = 0; l < 32; l++) {
        x.ok[l] = first + l < threads;
        x.v[l] = x.ok[l] ? in[first + l] | set : 0;
    }
    return x;
}

static void check_scans(int first)
{
    static const Op of[] = {ADD, MUL, MIN, MAX, MINS, MAXS, AND, OR, XOR};
    const Warp x = values(first, 0), odd = values(first, 1);
    Warp y;
    for (int k = 0; k < 9; k++) {
        y = scan(k == 1 ? odd : x, 32, of[k]);
        expect("scans", first, &y, k, UINT32_MAX);
    }
    static const struct { int w; Op op; } parts[] = {{16, ADD}, {8, MAX}, {4, ADD}, {32, ADD}};
    for (int k = 0; k < 4; k++) {
        y = scan(x, parts[k].w, parts[k].op);
        expect("scans", first, &y, 9 + k, UINT32_MAX);
    }
    y = x;
    for (int k = 1; k < 8; k *= 2)
        step(&y, UP, k, 32, ADD, k, 0);
    expect("scans", first, &y, 13, UINT32_MAX);
    expect("scans", first, &y, 16, UINT32_MAX);
    y = x;
    for (int k = 1; k < 32; k *= 2)
        step(&y, UP, k, 32, ADD, 0, 0);
    expect("scans", first, &y, 14, UINT32_MAX);
    y = scan(x, 32, ADD);
    expect("scans", first, &y, 15, UINT32_MAX);
    y = x;
    for (int k = 1; k < 32; k *= 2)
        step(&y, UP, k, 32, ADD, k == 4 ? 5 : k, 0);
    expect("scans", first, &y, 17, UINT32_MAX);
    y = x;
    for (int k = 1; k < 32; k *= 2)
        step(&y, UP, k, 32, ADD, k, k == 16);
    expect("scans", first, &y, 18, UINT32_MAX);
    y = x;
    for (int k = 1; k < 32; k *= 2)
        step(&y, UP, k, 32, THERE, 0, 0);
    expect("scans", first, &y, 19, UINT32_MAX);
}

static void check_reductions(int first)
{
    static const struct { int w; Op op; } across[] = {{32, ADD}, {32, MUL}, {32, MIN}, {32, MAXS}, {32, AND}, {32, XOR}, {8, ADD}, {16, MINS}};
    const Warp x = values(first, 0), odd = values(first, 1);
    Warp f = x, y;
    for (int l = 0; l < 32; l++)
        f.v[l] = bits(fmaf((float)(x.v[l] % 1000), 0.37f, 0.01f));
    for (int k = 0; k < 8; k++) {
        y = fall(k == 1 ? odd : x, BFLY, across[k].w / 2, 32, across[k].op);
        expect("reductions", first, &y, k, UINT32_MAX);
    }
    y = fall(f, BFLY, 16, 32, ADDF);
    expect("reductions", first, &y, 8, UINT32_MAX);
    y = fall(f, BFLY, 8, 32, ADDF);
    expect("reductions", first, &y, 9, UINT32_MAX);
    y = fall(f, BFLY, 16, 32, MAXF);
    expect("reductions", first, &y, 10, UINT32_MAX);
    y = f;
    for (int k = 1; k < 32; k *= 2)
        step(&y, BFLY, k, 32, ADDF, 0, 0);
    expect("reductions", first, &y, 11, UINT32_MAX);
    y = f;
    for (int k = 4; k < 4 + 5; k++)
        step(&y, BFLY, 1 << k % 5, 32, ADDF, 0, 0);
    expect("reductions", first, &y, 12, UINT32_MAX);
    const Warp sum = fall(x, DOWN, 16, 32, ADD);
    const Warp total = fall(f, DOWN, 16, 32, ADDF);
    expect("reductions", first, &sum, 13, 1);
    expect("reductions", first, &total, 15, UINT32_MAX);
    expect("reductions", first, &total, 19, 1);
    expect("reductions", first, &sum, 20, 3);
    y = total;
    y.v[0] = bits(real(y.v[0]) * 0.03125f);
    expect("reductions", first, &y, 14, 1);
    y = fall(x, DOWN, 4, 8, MAX);
    expect("reductions", first, &y, 16, 0x01010101);
    for (int k = 0; k < 2; k++) {
        y = sum;
        step(&y, IDX, k, 32, ADD, 0, 0);
        expect("reductions", first, &y, 17 + k, UINT32_MAX);
    }
    y = f;
    for (int k = 16; k; k /= 2)
        step(&y, BFLY, k, 32, k == 4 ? MULF : ADDF, 0, 0);
    expect("reductions", first, &y, 21, UINT32_MAX);
    y = x;
    for (int k = 16; k; k /= 2)
        step(&y, BFLY, k == 2 ? 4 : k, 32, ADD, 0, 0);
    expect("reductions", first, &y, 22, UINT32_MAX);
    y = fall(x, BFLY, 16, 32, MAX);
    expect("reductions", first, &y, 23, first ? 0 : 1);
}

int main(void)
{
    static const int sizes[] = {32, 96, 256, 1, 40, 100};
    uint32_t x = 12345;
    for (int i = 0; i < MOST; i++)
        in[i] = x = x * 1664525u + 1013904223u;
    for (int k = 0; k < 6; k++) {
        void *i = in, *o = out;
        threads = sizes[k];
        memset(out, 0, sizeof out);
        run(&collectives, "scans", 1, (uint32_t)threads, (void *[]){&i, &o});
        for (int first = 0; first < threads; first += 32)
            check_scans(first);
        memset(out, 0, sizeof out);
        run(&collectives, "reductions", 1, (uint32_t)threads, (void *[]){&i, &o});
        for (int first = 0; first < threads; first += 32)
            check_reductions(first);
    }
    printf("%d wrong\n", wrong);
}
