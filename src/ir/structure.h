/* structure.h: what structure_place.c decides and structure.c builds from. */
#ifndef PTX2C_STRUCT_H
#define PTX2C_STRUCT_H

#include "ir/ir.h"

/* Ways out of a block. */
typedef enum ArmKind { ARM_NONE, ARM_BLOCK, ARM_LEAVE, ARM_EXIT } ArmKind;

typedef struct Arm {
    ArmKind kind;
    int to;      /* ARM_BLOCK: node */
    Blk *blk;    /* ARM_LEAVE: where to; ARM_EXIT: the block that exits */
} Arm;

/* A block of the set, by its number in the graph.  Each block but the entry is either placed inline, at the only
 * edge that leads to it, or follows another block: it comes after all that is inline there.  What is jumped to from
 * inside a loop but is no part of it follows the loop. */
typedef struct BlockPlace {
    Blk *b;
    Arm arm[2];      /* [0] fall-through or the only one, [1] taken branch */
    Arm *table;      /* of a brx: its distinct targets */
    int ntable;
    bool inline_;    /* placed at its only predecessor, up */
    int up;          /* the block it is inline at or follows; -1 of the entry */
    bool after;      /* follows the loop of header up, not the block up */
    int first_in;    /* first block that follows it, and next ones by BlockPlace.next; -1 */
    int first_after; /* of a header: first block that follows its loop */
    int next;
    int around;      /* header of the innermost loop that the block will stand in; not its own; -1 */
    int in, out;     /* intervals in the tree of around: a loop's blocks are numbered contiguously */
    int size;        /* instructions and blocks of its dominator subtree */
    int blocks, loops;
    int escapes;     /* least depth in the dominator tree that an edge from its subtree comes up to */
    int depth;
} BlockPlace;

typedef struct Plan {
    Arena *a; /* for the time of one struct_build */
    Fn *fn;
    const Bits *set; /* NULL: the whole function */
    Graph g;
    BlockPlace *at;
    int *by_in; /* the block of each number in */
} Plan;

void plan_make(Plan *p, Blk *entry);
/* Where to go after the loop of h when no block follows it: the place that most edges leave it for, or next (a node
 * or a negative mark) if any edge goes there.  -1 when none leaves it for a block. */
int plan_exit_of(const Plan *p, int h, int next);

#endif
