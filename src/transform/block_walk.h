/* block_walk.h: all threads of a block on their way through shared memory, each with what it knows. */
#ifndef PTX2C_BLOCK_WALK_H
#define PTX2C_BLOCK_WALK_H

#include "transform/collective_op.h"

typedef enum CellKind {
    CELL_NOT_YET,
    CELL_ANY,     /* nothing is known */
    CELL_NUMBER,  /* at */
    CELL_ADDRESS, /* sym + at, in shared memory */
    CELL_PART,    /* what n elements of shared memory, sym + at, + step, …, had at the beginning, combined by op */
} CellKind;

typedef struct Cell {
    uint8_t kind, bytes;    /* of a part: 4 or 8 */
    bool halved;            /* each second element first, and then those between them */
    const CollectiveOp *op; /* of a part of several */
    const Ins *by;          /* an instruction that combines so */
    const Sym *sym;
    uint32_t at, step, n;
} Cell;

/* An element of shared memory.  reader, writer: 1 + the thread since the last barrier; SEVERAL_THREADS. */
enum { SEVERAL_THREADS = -1 };
typedef struct Element { Cell cell; bool stored; int reader, writer, phase; } Element;

typedef struct Area { const Sym *sym; uint32_t n, bytes; /* an element */ Element *at; } Area;

typedef Array(Area) AreaList;

typedef struct Walk {
    const Back *b;
    Arena *a; /* for the walk alone */
    uint32_t threads;
    int begin;      /* instruction behind the barrier at which it begins */
    const Blk *loop; /* the innermost loop around that; NULL: none */
    int at;         /* where all threads are */
    int phase;      /* barriers that they have met at */
    int steps;      /* instructions that they may yet do */
    bool combined;  /* some elements */
    int *pc;        /* by thread */
    Cell **reg;     /* by register and thread; NULL: nobody has asked for it */
    int *origin;    /* by register: the instruction that has written it before begin, ORIGIN_UNKNOWN, ORIGIN_NONE */
    bool *wrote;    /* by register: on the way */
    AreaList areas;
} Walk;

bool block_walk_meets(const Ins *ins); /* a barrier of the whole block, that does nothing else */
Walk block_walk_begin(Arena *a, const Back *b, int barrier, uint32_t threads);
/* On to where all threads meet again: behind a barrier, or, once they have, where the loops are left that begin has not been in.
 * False: nowhere is known. */
bool block_walk_on(Walk *w);
/* A register as a thread has it there. */
Cell block_walk_value(Walk *w, int reg, int thread);
/* The address of a load or store at instruction at, wherever on its way, of a thread; of kind CELL_ANY: not known. */
Cell block_walk_address(Walk *w, int at, int thread);
Element *block_walk_element(Walk *w, const Sym *sym, uint32_t at); /* NULL: it has not been touched */

#endif
