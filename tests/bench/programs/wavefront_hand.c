/* wavefront_hand.c: the best alignment of two sequences, row by row in blocks along the diagonals. */
#include "bench.h"

enum { SIDE = 16 };
static int blocks = 20, columns = 321, penalty = 10;
static int *match, *score;

static void make(void)
{
    const size_t count = (size_t)columns * (size_t)columns;
    match = bench_in(count, sizeof *match);
    score = bench_out(count, KIND_U32, 0, 0);
    for (size_t i = 0; i < count; i++)
        match[i] = (int)(i * 2654435761u >> 28) - 8;
    for (int i = 1; i < columns; i++) {
        score[i] = -i * penalty;
        score[i * columns] = -i * penalty;
    }
}

static void block(int bx, int by)
{
    for (int y = by * SIDE + 1; y <= by * SIDE + SIDE; y++)
        for (int x = bx * SIDE + 1; x <= bx * SIDE + SIDE; x++) {
            int *s = score + y * columns + x;
            int best = s[-columns - 1] + match[y * columns + x];
            best = best > s[-1] - penalty ? best : s[-1] - penalty;
            *s = best > s[-columns] - penalty ? best : s[-columns] - penalty;
        }
}

static void hand(void)
{
    for (int d = 0; d < 2 * blocks - 1; d++) {
        const int low = d < blocks ? 0 : d - blocks + 1, high = d < blocks ? d : blocks - 1;
#pragma omp parallel for
        for (int bx = low; bx <= high; bx++)
            block(bx, d - bx);
    }
}

static void launch(Run *r)
{
    for (int d = 0; d < 2 * blocks - 1; d++) {
        const int low = d < blocks ? 0 : d - blocks + 1, high = d < blocks ? d : blocks - 1;
        LAUNCH(r, "align", DIM((uint32_t)(high - low + 1), 1), DIM(SIDE, 1), BUFFER(match), BUFFER(score), VALUE(columns),
               VALUE(penalty), VALUE(d), VALUE(blocks), VALUE(low));
    }
}

const Bench bench = { "wavefront", make, hand, launch };
