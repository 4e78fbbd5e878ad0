/* track_hand.c: how alike a small image around each point is to the larger one around it. */
#include "bench.h"

static int frame_rows = 300, size = 9, area = 41, points = 20;
static int *point, *best;
static float *frame, *pattern, *score;

static void make(void)
{
    const int around = area - size + 1;
    frame = bench_in((size_t)(frame_rows * 300), 4);
    bench_fill(frame, (size_t)(frame_rows * 300), 0, 1);
    pattern = bench_in((size_t)(points * size * size), 4);
    bench_fill(pattern, (size_t)(points * size * size), 0, 1);
    point = bench_in((size_t)points, 4);
    for (int i = 0; i < points; i++)
        point[i] = (int)(bench_random() % 250) * frame_rows + (int)(bench_random() % 250);
    score = bench_out((size_t)(points * around * around), KIND_F32, 1e-4, 1e-4);
    best = bench_out((size_t)points, KIND_U32, 0, 0);
}

static void hand(void)
{
    const int around = area - size + 1;
#pragma omp parallel for
    for (int b = 0; b < points; b++) {
        const float *from = frame + point[b], *with = pattern + b * size * size;
        float most = -1e30f;
        int at = 0;
        for (int col = 0; col < around; col++) {
            float sum[64] = {0};
            for (int x = 0; x < size; x++)
                for (int y = 0; y < size; y++)
                    for (int row = 0; row < around; row++)
                        sum[row] += from[(col + x) * frame_rows + row + y] * with[x * size + y];
            for (int row = 0; row < around; row++) {
                score[b * around * around + col * around + row] = sum[row];
                if (sum[row] > most) {
                    most = sum[row];
                    at = col * around + row;
                }
            }
        }
        best[b] = at;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "track", DIM((uint32_t)points, 1), DIM(128, 1), BUFFER(frame), BUFFER(pattern), BUFFER(point), BUFFER(score), BUFFER(best),
           VALUE(frame_rows), VALUE(size), VALUE(area));
}

const Bench bench = {"track", make, hand, launch};
