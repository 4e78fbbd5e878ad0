/* column.h: columns of a tile in shared memory, of which each row of threads reads one, and the next row the next, for generated code.
 *
 *   ptx2c_columns t;                        for all rows of threads, between two barriers; t.rows = 0 at first
 *   ptx2c_column_b32(&t, c, k, at, step, n) ld.b32 x, [at + step * l] for each lane l < n of chunk k: where they are
 *   PTX2C_COLUMN(step)                      from one to the next there
 *
 * Where there are vectors, what several rows of threads read is loaded at once and turned.  Nobody writes to the tile meanwhile.  Elsewhere each lane
 * loads its own. */
#ifndef PTX2C_COLUMN_H
#define PTX2C_COLUMN_H

#include "cta.h"
#include "gather.h"
#include "run_chunks.h"

#if PTX2C_TURNED && !defined __clang__ /* which makes vectors of such loads, not slower ones */
enum { PTX2C_COLUMNS = 8, PTX2C_COLUMN_LANES = 32, PTX2C_COLUMN_WORDS = 512 /* of a chunk by itself: its lanes, at most */ };
_Static_assert(PTX2C_COLUMN_WORDS >= PTX2C_ONE_ROW, "a chunk's column has room");
#define PTX2C_COLUMN(step) 4

/* Columns of n words of the rows of threads from y on, the first of which begins at `at`. */
typedef struct {
    const unsigned char *at;
    uint32_t y, n, rows;
    uint32_t word[PTX2C_COLUMN_WORDS];
} ptx2c_columns;

/* How many rows of threads, from y on, are whole chunks whose columns lie in the window. */
PTX2C_INLINE uint32_t ptx2c_column_rows(const ptx2c_cta *c, uint32_t y, uint32_t lanes, const unsigned char *at, ptrdiff_t step, uint32_t n)
{
    const uint32_t left = c->ntid.y - y, rows = left < PTX2C_COLUMNS ? left & ~3u : PTX2C_COLUMNS;
    const uintptr_t off = (uintptr_t)at - (uintptr_t)c->shared;
    if (lanes != c->ntid.x || n > PTX2C_COLUMN_LANES || !n || !rows)
        return 1;
    return off < c->shared_bytes && off + (uintptr_t)step * (n - 1) + 4 * rows <= c->shared_bytes ? rows : 1;
}

PTX2C_ALWAYS_INLINE const unsigned char *ptx2c_column_of(ptx2c_columns *t, const ptx2c_cta *c, uint32_t y, uint32_t lanes, const unsigned char *at, ptrdiff_t step, uint32_t n)
{
    enum { L = PTX2C_COLUMN_LANES };
    const uint32_t behind = y - t->y;
    if (behind < t->rows && n <= t->n && at == t->at + 4 * behind)
        return (const unsigned char *)(t->word + L * behind);
    t->at = at;
    t->y = y;
    t->n = n;
    t->rows = ptx2c_column_rows(c, y, lanes, at, step, n);
    for (uint32_t r = 0; r + 4 <= t->rows; r += 4) {
        uint32_t *const w = t->word + L * r;
        ptx2c_gather_rows_here_b32(at + 4 * r, step, n, w, w + L, w + 2 * L, w + 3 * L);
    }
    for (uint32_t l = 0; l < n && t->rows == 1; l++)
        t->word[l] = ptx2c_ld_u32(at + step * (ptrdiff_t)l);
    return (const unsigned char *)t->word;
}
#define ptx2c_column_b32(t, c, chunk, at, step, lanes) ptx2c_column_of(t, c, (chunk).y, (chunk).n, at, step, lanes)
#else
#define PTX2C_COLUMN(step) (step)
typedef struct { uint32_t rows; } ptx2c_columns;
#define ptx2c_column_b32(t, c, chunk, at, step, lanes) ((void)(t), (at))
#endif

#endif
