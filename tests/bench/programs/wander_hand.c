/* wander_hand.c: how many ways of a given length on a lattice never meet themselves. */
#include "bench.h"

enum { SIZE = 32, STEPS = 7, BEGIN = 5, COUNT = 284 };
typedef struct Start { uint32_t rows[SIZE]; int x, y; } Start;
static Start *starts;
static uint32_t *ways, *ends;
static int count;

static void begin(const Start *s, int depth)
{
    if (depth == BEGIN) {
        starts[count++] = *s;
        return;
    }
    for (int k = 0; k < 4; k++) {
        Start t = *s;
        t.x += (k == 0) - (k == 1);
        t.y += (k == 2) - (k == 3);
        if (t.rows[t.y] >> t.x & 1)
            continue;
        t.rows[t.y] |= 1u << t.x;
        begin(&t, depth + 1);
    }
}

static void make(void)
{
    starts = bench_in(COUNT, sizeof *starts);
    ways = bench_out(COUNT, KIND_U32, 0, 0);
    ends = bench_out(COUNT, KIND_U32, 0, 0);
    Start s = { .x = SIZE / 2, .y = SIZE / 2 };
    s.rows[s.y] = 1u << s.x;
    count = 0;
    begin(&s, 0);
}

static uint32_t go(uint32_t *rows, int x, int y, int left, uint32_t *distance)
{
    if (!left) {
        *distance += (uint32_t)((x - SIZE / 2) * (x - SIZE / 2) + (y - SIZE / 2) * (y - SIZE / 2));
        return 1;
    }
    uint32_t n = 0;
    for (int k = 0; k < 4; k++) {
        const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
        if (rows[ny] >> nx & 1)
            continue;
        rows[ny] |= 1u << nx;
        n += go(rows, nx, ny, left - 1, distance);
        rows[ny] &= ~(1u << nx);
    }
    return n;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < count; i++) {
        Start s = starts[i];
        uint32_t distance = 0;
        ways[i] = go(s.rows, s.x, s.y, STEPS, &distance);
        ends[i] = distance;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "wander", DIM((COUNT + 63) / 64, 1), DIM(64, 1), BUFFER(starts), BUFFER(ways), BUFFER(ends), VALUE(count));
}

const Bench bench = { "wander", make, hand, launch };
