/* block_scan.h: what block_scan.c finds and block_scan_write.c writes. */
#ifndef PTX2C_BLOCK_SCAN_H
#define PTX2C_BLOCK_SCAN_H

#include "transform/threads/block_walk.h"

enum { SCANS_MOST = 4, KEPT_MOST = 48 };

/* Elements in a row, whose sums go to another, or the same; only_before: without the element itself.  total: that of all, to one place.  whole: the
 * sum of all is wanted in a register, too. */
typedef struct ScanRow { uint32_t at, step; Gaps gaps; } ScanRow;
typedef struct Scan {
    const Sym *sym, *to_sym;
    const Ins *by;
    ScanRow from, to;
    uint32_t n, per; /* per: of them for each thread of the block, if so many */
    bool only_before, total, whole;
} Scan;

/* A store to global memory of the sum of all of a scan: block_walk.h. */
typedef struct ScanTold { int store, guard, scan; bool guard_neg; } ScanTold;

/* What a register has behind: a + b * thread; of elements, it is read from there. */
typedef struct ScanKept { int reg; const Sym *sym; uint32_t a, b; bool loads; } ScanKept;

typedef struct Plot {
    int begin, at; /* the instructions that it is instead of */
    bool meets;    /* there is no barrier in front of it */
    Scan scan[SCANS_MOST];
    ScanKept kept[KEPT_MOST];
    int moved[KEPT_MOST]; /* instructions that are done in front of both instead, in their order */
    ScanTold told[SCANS_MOST];
    int nscan, nkept, nmoved, ntold;
    uint32_t least, most; /* threads of blocks that it is for; of those, powers of two */
    bool by_size;         /* as many elements for each thread in all of them */
} Plot;

typedef Array(Plot) PlotList;

static inline uint32_t row_place(ScanRow row, uint32_t r) { return block_walk_place(row.at, row.step, row.gaps, r); }
static inline bool same_gaps(Gaps x, Gaps y) { return x.every == y.every && x.skip == y.skip; }
static inline bool same_row(ScanRow x, ScanRow y) { return x.at == y.at && x.step == y.step && same_gaps(x.gaps, y.gaps); }

/* block_scan_write.c */
void block_scan_write(Back *b, const PlotList *plots);

#endif
