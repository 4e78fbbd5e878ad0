/* shock_hand.c: a step of a gas in a plane. */
#include "bench.h"
#include <math.h>

enum { W = 120, H = 90 };
typedef struct Cell { float r, u, v, e; } Cell;
static Cell *in, *out;
static int w = W, h = H;
static float k = 0.1f;

static void make(void)
{
    in = bench_in(W * H, sizeof *in);
    out = bench_out(W * H * 4, KIND_F32, 1e-4, 0);
    for (int i = 0; i < W * H; i++)
        in[i] = (Cell){bench_uniform(0.5f, 1.5f), bench_uniform(-0.5f, 1.5f), bench_uniform(-1, 1), bench_uniform(3, 5)};
}

static inline Cell across(Cell l, Cell r)
{
    const float gamma = 1.4f;
    const float ul = l.u / l.r, ur = r.u / r.r, vl = l.v / l.r, vr = r.v / r.r;
    const float pl = (gamma - 1) * (l.e - 0.5f * l.r * (ul * ul + vl * vl)), pr = (gamma - 1) * (r.e - 0.5f * r.r * (ur * ur + vr * vr));
    const float cl = sqrtf(gamma * pl / l.r), cr = sqrtf(gamma * pr / r.r);
    const float sl = fminf(ul - cl, ur - cr), sr = fmaxf(ul + cl, ur + cr);
    const Cell fl = {l.u, l.u * ul + pl, l.v * ul, (l.e + pl) * ul}, fr = {r.u, r.u * ur + pr, r.v * ur, (r.e + pr) * ur};
    if (sl >= 0)
        return fl;
    if (sr <= 0)
        return fr;
    const float d = 1 / (sr - sl), m = sl * sr;
    return (Cell){(sr * fl.r - sl * fr.r + m * (r.r - l.r)) * d, (sr * fl.u - sl * fr.u + m * (r.u - l.u)) * d,
                  (sr * fl.v - sl * fr.v + m * (r.v - l.v)) * d, (sr * fl.e - sl * fr.e + m * (r.e - l.e)) * d};
}

static inline Cell turn(Cell c) { return (Cell){c.r, c.v, c.u, c.e}; }

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++) {
        Cell fw = across(in[y * W], in[y * W]);
        for (int x = 0; x < W; x++) {
            const Cell c = in[y * W + x], east = in[y * W + (x + 1 < W ? x + 1 : W - 1)], south = in[(y > 0 ? y - 1 : 0) * W + x],
                       north = in[(y + 1 < H ? y + 1 : H - 1) * W + x];
            const Cell fe = across(c, east), fs = across(turn(south), turn(c)), fn = across(turn(c), turn(north));
            out[y * W + x] = (Cell){c.r - k * (fe.r - fw.r + fn.r - fs.r), c.u - k * (fe.u - fw.u + fn.v - fs.v),
                                    c.v - k * (fe.v - fw.v + fn.u - fs.u), c.e - k * (fe.e - fw.e + fn.e - fs.e)};
            fw = fe;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "shock", DIM((W + 31) / 32, (H + 7) / 8), DIM(32, 8), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h), VALUE(k));
}

const Bench bench = {"shock", make, hand, launch};
