#include "host.h"

extern const ptx2c_module rare_parts;

enum { READS = 5, MOST = 150, ALL = READS * MOST };
typedef struct Anchor {
    int32_t x, y, w, tag;
} Anchor;
static Anchor all[ALL];
static int32_t starts[READS + 1], scores[ALL], parents[ALL];

static int lesser(int a, int b) { return a < b ? a : b; }

static int weight(const Anchor *c, const Anchor *my, int far, int wide)
{
    const int dx = my->x - c->x, dy = my->y - c->y, dd = dx > dy ? dx - dy : dy - dx;
    if (dx <= 0 || dx > far || dy <= 0 || dy > far || dd > wide || c->tag != my->tag)
        return -100000;
    int bits = 0;
    while (dd >> bits > 1)
        bits++;
    return lesser(lesser(dx, dy), my->w) - (int)((float)dd * 0.25f) - (bits >> 1);
}

static int compare(int block, int far, int wide)
{
    static int32_t score[MOST], parent[MOST];
    int wrong = 0;
    for (int r = 0; r < READS; r++) {
        const Anchor *a = all + starts[r];
        const int n = starts[r + 1] - starts[r];
        for (int j = 0; j < n; j++) { /* a thread has anchor j from when it hands on the one before */
            score[j] = a[j].w, parent[j] = -1;
            for (int i = j < block ? 0 : j - block; i < j; i++) {
                const int s = score[i] + weight(a + i, a + j, far, wide);
                if (s >= score[j])
                    score[j] = s, parent[j] = i;
            }
            wrong += scores[starts[r] + j] != score[j] || parents[starts[r] + j] != parent[j];
        }
    }
    return wrong;
}

int main(void)
{
    uint32_t random = 1;
    for (int r = 0; r < READS; r++) {
        starts[r + 1] = starts[r] + MOST - r * 37;
        for (int i = starts[r], x = 0, y = 0; i < starts[r + 1]; i++) {
            random = random * 1664525 + 1013904223;
            x += 1 + (int)(random >> 28), y += (int)(random >> 20 & 15);
            all[i] = (Anchor){x, y, 9 + (int)(random >> 12 & 3), (random >> 8 & 7) == 0};
        }
    }
    const Anchor *a = all;
    int32_t *s = starts, *f = scores, *p = parents;
    for (int block = 1; block <= 96; block += 19)
        for (int32_t far = 20; far < 200; far *= 3) {
            int32_t wide = far / 3;
            run(&rare_parts, "handed", READS, (uint32_t)block, (void *[]){&a, &s, &f, &p, &far, &wide});
            const int wrong = compare(block, far, wide);
            if (wrong)
                printf("%d threads, %d: %d wrong\n", block, (int)far, wrong);
        }
    puts("done");
    return 0;
}
