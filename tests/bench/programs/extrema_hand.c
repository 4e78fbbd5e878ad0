/* extrema_hand.c: which elements of a table are greater than all within a distance along rows or columns. */
#include "bench.h"

enum { X = 300, Y = 200, ORDER = 3 };
static float *in;
static uint8_t *down, *along, yes = 1, no = 0;
static int in_x = X, in_y = Y, order = ORDER, zero = 0, one = 1;

static void make(void)
{
    in = bench_in(X * Y, 4);
    bench_fill(in, X * Y, 0, 1);
    down = bench_out(X * Y, KIND_U8, 0, 0);
    along = bench_out(X * Y, KIND_U8, 0, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < Y; y++) {
        for (int x = 0; x < X; x++) {
            uint8_t good = 1;
            for (int o = 1; o <= ORDER; o++) {
                const int plus = y + o >= Y ? Y - 1 : y + o, minus = y - o < 0 ? 0 : y - o;
                good &= (in[y * X + x] > in[plus * X + x]) & (in[y * X + x] >= in[minus * X + x]);
            }
            down[y * X + x] = good;
        }
        const float *row = in + y * X;
        for (int x = 0; x < X; x++) {
            uint8_t good = 1;
            if (x >= ORDER && x < X - ORDER)
                for (int o = 1; o <= ORDER; o++)
                    good &= (row[x] > row[x + o]) & (row[x] >= row[x - o]);
            else
                for (int o = 1; o <= ORDER; o++)
                    good &= (row[x] > row[x + o >= X ? x + o - X : x + o]) & (row[x] >= row[x - o < 0 ? x - o + X : x - o]);
            along[y * X + x] = good;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "extrema", DIM((X + 15) / 16, (Y + 15) / 16), DIM(16, 16), VALUE(in_x), VALUE(in_y), VALUE(order), VALUE(yes), VALUE(zero), BUFFER(in),
           BUFFER(down));
    LAUNCH(r, "extrema", DIM((X + 15) / 16, (Y + 15) / 16), DIM(16, 16), VALUE(in_x), VALUE(in_y), VALUE(order), VALUE(no), VALUE(one), BUFFER(in),
           BUFFER(along));
}

const Bench bench = { "extrema", make, hand, launch };
