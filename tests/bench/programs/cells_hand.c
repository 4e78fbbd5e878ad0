/* cells_hand.c: forces between particles in boxes and their neighbours' boxes. */
#include "bench.h"

enum { SIDE = 2, BOXES = SIDE * SIDE * SIDE, PER_BOX = 100, COUNT = BOXES * PER_BOX };
typedef struct Neighbour { int x, y, z, number; int64_t offset; } Neighbour;
typedef struct Box { int x, y, z, number; int64_t offset; int neighbours; Neighbour n[26]; } Box;
typedef struct Four { double v, x, y, z; } Four;

static int boxes = BOXES;
static double alpha = 0.5, *qv;
static Box *box;
static Four *rv;
static double *fv;

static void make(void)
{
    box = bench_in(BOXES, sizeof *box);
    rv = bench_in(COUNT, sizeof *rv);
    qv = bench_in(COUNT, sizeof *qv);
    fv = bench_out(COUNT * 4, KIND_F64, 1e-9, 0);
    for (int i = 0; i < BOXES; i++) {
        Box *b = &box[i];
        b->x = i % SIDE, b->y = i / SIDE % SIDE, b->z = i / SIDE / SIDE;
        b->number = i;
        b->offset = i * PER_BOX;
        for (int k = 0; k < 27; k++) {
            const int x = b->x + k % 3 - 1, y = b->y + k / 3 % 3 - 1, z = b->z + k / 9 - 1;
            if (k == 13 || x < 0 || y < 0 || z < 0 || x >= SIDE || y >= SIDE || z >= SIDE)
                continue;
            const int number = (z * SIDE + y) * SIDE + x;
            b->n[b->neighbours++] = (Neighbour){ x, y, z, number, number * PER_BOX };
        }
    }
    for (int i = 0; i < COUNT; i++) {
        rv[i] = (Four){ (double)bench_uniform(0.1f, 1), (double)bench_uniform(0.1f, 1), (double)bench_uniform(0.1f, 1),
                        (double)bench_uniform(0.1f, 1) };
        qv[i] = (double)bench_uniform(0.1f, 1);
    }
}

static void hand(void)
{
    const double a2 = 2 * alpha * alpha;
#pragma omp parallel for
    for (int i = 0; i < BOXES; i++)
        for (int k = 0; k <= box[i].neighbours; k++) {
            const int64_t other = box[k == 0 ? i : box[i].n[k - 1].number].offset;
            for (int64_t p = box[i].offset; p < box[i].offset + PER_BOX; p++) {
                double v = 0, x = 0, y = 0, z = 0;
                for (int64_t j = other; j < other + PER_BOX; j++) {
                    const double r2 = rv[p].v + rv[j].v - (rv[p].x * rv[j].x + rv[p].y * rv[j].y + rv[p].z * rv[j].z);
                    const double vij = 1.0 / (1.0 + a2 * r2 + a2 * a2 * r2 * r2), fs = 2 * vij;
                    v += qv[j] * vij;
                    x += qv[j] * fs * (rv[p].x - rv[j].x);
                    y += qv[j] * fs * (rv[p].y - rv[j].y);
                    z += qv[j] * fs * (rv[p].z - rv[j].z);
                }
                fv[4 * p] += v;
                fv[4 * p + 1] += x;
                fv[4 * p + 2] += y;
                fv[4 * p + 3] += z;
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "forces", DIM(BOXES, 1), DIM(128, 1), VALUE(alpha), VALUE(boxes), BUFFER(box), BUFFER(rv), BUFFER(qv), BUFFER(fv));
}

const Bench bench = { "cells", make, hand, launch };
