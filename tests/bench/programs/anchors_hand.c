/* anchors_hand.c: places where a read matches a genome are put into chains. */
#include "bench.h"

enum { READS = 24, EACH = 260, ALL = READS * EACH };
typedef struct Anchor {
    int x, y, w, tag;
} Anchor;
static Anchor *all;
static int *starts, *scores, *parents, max_dist = 500, bw = 100;

static void make(void)
{
    all = bench_in(ALL, sizeof *all);
    starts = bench_in(READS + 1, 4);
    scores = bench_out(ALL, KIND_U32, 0, 0);
    parents = bench_out(ALL, KIND_U32, 0, 0);
    for (int r = 0; r < READS; r++) {
        starts[r + 1] = starts[r] + EACH - r * 3;
        int x = 0, y = 0;
        for (int i = starts[r]; i < starts[r + 1]; i++) {
            x += 1 + (int)(bench_random() % 20), y += (int)(bench_random() % 24);
            all[i] = (Anchor){ x, y, 15 + (int)(bench_random() % 3), bench_random() % 8 == 0 };
        }
    }
}

static inline int link(const Anchor *a, const Anchor *b)
{
    const int dx = b->x - a->x, dy = b->y - a->y, dd = dx > dy ? dx - dy : dy - dx;
    if (dx <= 0 || dx > max_dist || dy <= 0 || dy > max_dist || dd > bw || a->tag != b->tag)
        return -1000000;
    const int least = dx < dy ? dx : dy, score = least > b->w ? b->w : least;
    return score - ((int)((float)dd * 0.01f * (float)b->w) + ((dd ? 31 - __builtin_clz((unsigned)dd) : 0) >> 1));
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int r = 0; r < READS; r++) {
        const Anchor *a = all + starts[r];
        const int n = starts[r + 1] - starts[r];
        int *f = scores + starts[r], *p = parents + starts[r];
        for (int j = 0; j < n; j++) {
            int score = a[j].w, parent = -1;
            for (int i = j < 64 ? 0 : j - 64 + 0; i < j; i++) {
                const int s = f[i] + link(a + i, a + j);
                if (s >= score)
                    score = s, parent = i;
            }
            f[j] = score, p[j] = parent;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "anchors", DIM(READS, 1), DIM(64, 1), BUFFER(all), BUFFER(starts), BUFFER(scores), BUFFER(parents), VALUE(max_dist), VALUE(bw));
}

const Bench bench = { "anchors", make, hand, launch };
