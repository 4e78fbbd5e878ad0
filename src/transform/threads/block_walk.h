/* block_walk.h: all threads of a block on their way through shared memory, each with what it knows. */
#ifndef PTX2C_BLOCK_WALK_H
#define PTX2C_BLOCK_WALK_H

#include "transform/threads/collective_op.h"

typedef enum CellKind {
    CELL_NOT_YET,
    CELL_ANY,     /* nothing is known */
    CELL_NUMBER,  /* at */
    CELL_ADDRESS, /* sym + at, in shared memory */
    CELL_PART,    /* what n elements of shared memory, sym + at, + step, …, had at the beginning, combined by op */
} CellKind;

/* Behind each so many elements of a part that many bytes are left out, as against conflicts of banks; every: 0: none are. */
typedef struct Gaps { uint32_t every, skip; } Gaps;

typedef struct Cell {
    uint8_t kind, bytes;    /* of a part: 4 or 8 */
    bool halved;            /* each second element first, and then those between them */
    const CollectiveOp *op; /* of a part of several */
    const Ins *by;          /* an instruction that combines so */
    const Sym *sym;
    uint32_t at, step, n;
    Gaps gaps;
} Cell;

/* The place of element r of such a row. */
static inline uint32_t block_walk_place(uint32_t at, uint32_t step, Gaps gaps, uint32_t r)
{
    return at + r * step + (gaps.every ? r / gaps.every * gaps.skip : 0);
}

/* An element of shared memory.  reader, writer: 1 + the thread since the last barrier; SEVERAL_THREADS. */
enum { SEVERAL_THREADS = -1 };
typedef struct Element { Cell cell; bool stored; int reader, writer, phase; } Element;

typedef struct Area { const Sym *sym; uint32_t n, bytes; /* an element */ Element *at; } Area;

typedef Array(Area) AreaList;

/* A store to global memory, at a place that is the same for all threads, of a part; thread: the last one that has done it; guard: a predicate that is the same for all, and not known, on
 * which it hangs; -1: on none. */
typedef struct Sent { int at, thread, guard; bool guard_neg; Cell cell; } Sent;

typedef Array(Sent) SentList;

typedef struct Walk {
    const Back *b;
    Arena *a; /* for the walk alone */
    uint32_t threads;
    int begin;      /* instruction at which it begins */
    int behind;     /* the barrier in front of it; or, if there is none, begin itself */
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
    int stores; /* to shared memory */
    SentList sent;
    const Blk *aside; /* the block that the thread at hand goes through if a predicate holds that is not known; NULL: none, and */
    int aside_guard;  /* that predicate */
    bool aside_neg;
} Walk;

/* Where a walk may begin: behind a barrier, or with what is last done in front of a loop that begins with one. */
bool block_walk_begins(const Back *b, int at);
Walk block_walk_begin(Arena *a, const Back *b, int begin, uint32_t threads);
/* On to where all threads meet again: behind a barrier, or, once they have, where the loops are left that begin has not been in.
 * False: nowhere is known. */
bool block_walk_on(Walk *w);
/* A register as a thread has it there. */
Cell block_walk_value(Walk *w, int reg, int thread);
/* The address of a load or store at instruction at, wherever on its way, of a thread; of kind CELL_ANY: not known. */
Cell block_walk_address(Walk *w, int at, int thread);
Element *block_walk_element(Walk *w, const Sym *sym, uint32_t at); /* NULL: it has not been touched */

#endif
