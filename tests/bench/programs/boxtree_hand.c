/* boxtree_hand.c: rays through a tree of boxes. */
#include "bench.h"
#include <math.h>

enum { LEVELS = 7, LEAVES = 1 << LEVELS, EACH = 4, RAYS = 2000 };
typedef struct Node { float low[3]; int left; float high[3]; int count; } Node;
static Node *nodes;
static float *balls, *rays, *hit;
static int n = RAYS;

static void make(void)
{
    nodes = bench_in(2 * LEAVES, sizeof *nodes);
    balls = bench_in(LEAVES * EACH * 4, 4);
    rays = bench_in(RAYS * 6, 4);
    hit = bench_out(RAYS, KIND_F32, 1e-3, 1e-2);
    for (int i = 0; i < LEAVES * EACH; i++) {
        const int leaf = i / EACH;
        float *b = balls + 4 * i;
        for (int k = 0; k < 3; k++) {
            int at = 0;
            for (int bit = k, to = 0; bit < LEVELS; bit += 3)
                at |= (leaf >> bit & 1) << to++;
            b[k] = (float)at + bench_uniform(0, 1);
        }
        b[3] = bench_uniform(0.05f, 0.2f);
    }
    /* node i has children 2 i + 1 and 2 i + 2; leaves are the last */
    for (int i = 2 * LEAVES - 2; i >= 0; i--) {
        Node *x = &nodes[i];
        for (int k = 0; k < 3; k++) {
            x->low[k] = 1e30f;
            x->high[k] = -1e30f;
        }
        const bool leaf = i >= LEAVES - 1;
        x->left = leaf ? (i - (LEAVES - 1)) * EACH : 2 * i + 1;
        x->count = leaf ? EACH : 0;
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < (leaf ? EACH : 2); c++) {
                const float *b = balls + 4 * (x->left + c);
                const float low = leaf ? b[k] - b[3] : nodes[x->left + c].low[k], high = leaf ? b[k] + b[3] : nodes[x->left + c].high[k];
                x->low[k] = low < x->low[k] ? low : x->low[k];
                x->high[k] = high > x->high[k] ? high : x->high[k];
            }
    }
    for (int i = 0; i < RAYS; i++) {
        float d[3] = {bench_uniform(-1, 1), bench_uniform(-1, 1), bench_uniform(0.2f, 1)};
        const float len = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; k++) {
            rays[6 * i + k] = k < 2 ? bench_uniform(0, 5) : -1;
            rays[6 * i + 3 + k] = d[k] / len;
        }
    }
}

static float larger(float x, float y) { return x > y ? x : y; }
static float smaller(float x, float y) { return x < y ? x : y; }

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < RAYS; i++) {
        const float *o = rays + 6 * i, *d = o + 3, inverse[3] = {1 / d[0], 1 / d[1], 1 / d[2]};
        float best = 1e30f;
        int stack[32], top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const Node *x = &nodes[stack[--top]];
            float t0 = 0, t1 = best;
            for (int k = 0; k < 3; k++) {
                const float a = (x->low[k] - o[k]) * inverse[k], b = (x->high[k] - o[k]) * inverse[k];
                t0 = larger(t0, smaller(a, b));
                t1 = smaller(t1, larger(a, b));
            }
            if (t0 > t1)
                continue;
            if (x->count == 0) {
                stack[top++] = x->left;
                stack[top++] = x->left + 1;
                continue;
            }
            for (int k = 0; k < x->count; k++) {
                const float *s = balls + 4 * (x->left + k), cx = s[0] - o[0], cy = s[1] - o[1], cz = s[2] - o[2];
                const float along = cx * d[0] + cy * d[1] + cz * d[2], off = cx * cx + cy * cy + cz * cz - along * along;
                if (off < s[3] * s[3]) {
                    const float t = along - sqrtf(s[3] * s[3] - off);
                    if (t > 0 && t < best)
                        best = t;
                }
            }
        }
        hit[i] = best;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "boxtree", DIM((RAYS + 127) / 128, 1), DIM(128, 1), BUFFER(nodes), BUFFER(balls), BUFFER(rays), BUFFER(hit), VALUE(n));
}

const Bench bench = {"boxtree", make, hand, launch};
