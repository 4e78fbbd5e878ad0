/* run_chunks.h: runs a kernel's functions for chunks, warps or CTAs over a CTA, in the widths that have code of their own. */
#ifndef PTX2C_RUN_CHUNKS_H
#define PTX2C_RUN_CHUNKS_H

#include "lane_check.h"

/* Does what follows for so many CTAs, those of a row and then of the next, of which c is the first: for that one even when another thread of its
 * team has failed, which waits at its barriers. */
#if defined PTX2C_STATIC /* which runs row by row */
#define PTX2C_FOR_CTAS(c, ctas)                                                                                        \
    for (uint32_t left_ = (ctas); left_; left_ = ptx2c_status((c)->grid) ? 0 : left_ - 1, ptx2c_cta_next(c))
#else
#define PTX2C_FOR_CTAS(c, ctas)                                                                                        \
    for (uint32_t all_ = (ctas), left_; (left_ = ptx2c_cta_row(c, &all_));)                                            \
        for (; left_; left_ = ptx2c_status((c)->grid) ? (all_ = 0) : left_ - 1, ptx2c_cta_next(c))
#endif

/* Lanes, of which there are known to be no more: so that the compiler knows it. */
PTX2C_INLINE uint32_t ptx2c_at_most(uint32_t n, uint32_t most)
{
#if defined __GNUC__
    if (n > most)
        __builtin_unreachable();
#else
    (void)most;
#endif
    return n;
}

/* Behind a chunk function: it for pieces of at most so many lanes, apart where it is long. */
#define PTX2C_PIECE(f, most) f(c, k, ptx2c_at_most(k->n, most), true)
#define PTX2C_PIECES(f, most) PTX2C_INLINE uint32_t f##_pieces(ptx2c_cta *c, const ptx2c_chunk *k) { return PTX2C_PIECE(f, most); }
#define PTX2C_PIECES_APART(f, most) PTX2C_APART(f##_pieces, uint32_t, (ptx2c_cta *c, const ptx2c_chunk *k), (c, k), PTX2C_PIECE(f, most))
/* The same where lanes keep floats, with code of its own for rows of 16, in which these stay in registers. */
#define PTX2C_SHORT_PIECE(f, most) (!PTX2C_SINGLE && k->n == 16 && f(c, k, 16, false) ? 16 : PTX2C_PIECE(f, most))
#define PTX2C_SHORT_PIECES(f, most) PTX2C_INLINE uint32_t f##_pieces(ptx2c_cta *c, const ptx2c_chunk *k) { return PTX2C_SHORT_PIECE(f, most); }
#define PTX2C_SHORT_PIECES_APART(f, most) PTX2C_APART(f##_pieces, uint32_t, (ptx2c_cta *c, const ptx2c_chunk *k), (c, k), PTX2C_SHORT_PIECE(f, most))

/* Runs a chunk that could not be run at once, cut where its lanes differ, and into pieces of at most so many lanes. */
#define PTX2C_RUN_PIECES(c, f, k) PTX2C_RUN_PIECES_OF(c, f, k, (k).n)
#define PTX2C_RUN_PIECES_OF(c, f, k, most) PTX2C_RUN_PIECES_BY(k, most, PTX2C_RUN_PIECE(c, f))
#define PTX2C_RUN_PIECE(c, f) (any_width ? f((c), &piece_, piece_.n, true) : f##_pieces((c), &piece_))
#define PTX2C_RUN_PIECES_BY(k, most, run)                                                                              \
    for (uint32_t done_ = 0; done_ < (k).n;) {                                                                         \
        const uint32_t more_ = (k).n - done_;                                                                          \
        const ptx2c_chunk piece_ = {(k).index, (k).x + done_, (k).y, (k).z, more_ < (most) ? more_ : (most)};          \
        done_ += (run);                                                                                                \
    }

/* Runs a chunk function over the CTA in chunks of up to whole lanes.  Constants are what makes its code fast: chunks of
 * whole or of part lanes (0: none) get code of their own, others that for any number.  Without vectors those of straight code have 128 lanes,
 * since compilers unroll only loops whose end they know; and short chunks, which are those with loops under masks, have one, which goes
 * round by itself.  Vectors of 16 bytes have half as many in such loops. */
#define PTX2C_BY_ONE(whole, part) (((PTX2C_SINGLE && (whole) <= 64) || (whole) == 1) && (whole) != (part))
#define PTX2C_WIDTH(whole)                                                                                             \
    (PTX2C_SHORT && (whole) == 16 ? 8 : PTX2C_SINGLE && !PTX2C_SCALAR && (whole) == 1024 ? 128 : (whole))

/* As whole and as part: chunks of so many lanes, which keep something from one loop over them to the next, or share what is done once for a
 * chunk.  Where floats have no vectors, of eight, which keep it in registers: compilers unroll loops that are so short. */
#define PTX2C_SHARING(n) (PTX2C_SINGLE && !PTX2C_SCALAR ? 8 : (n))

/* As part, of a whole of n lanes that share what is done once but keep nothing: without vectors, too, these are not one by one (PTX2C_BY_ONE). */
#define PTX2C_SHARING_ALL(n, part) (PTX2C_SINGLE && !PTX2C_SCALAR ? (n) : (part))

/* As whole: chunks of so many lanes that do little which vectors of 16 bytes can. */
#define PTX2C_LONE(n) (PTX2C_SHORT ? 1 : (n))

#define PTX2C_RUN_CHUNKS(c, f, whole, part) PTX2C_RUN_CHUNKS_OR(c, f, whole, f, whole, part)

/* The same with another function, for at most so many lanes, for what can't be run at once. */
#define PTX2C_RUN_CHUNKS_OR(c, pieces, most, f, whole, part)                                                           \
    PTX2C_RUN_CHUNKS_OF(c, most, f, whole, f((c), &k_, whole_, false), part, f((c), &k_, (part), false),               \
                        PTX2C_RUN_PIECE(c, pieces))
/* The same with one more function, for chunks that are inside and pieces of them; for others it returns 0 before it touches memory. */
#define PTX2C_RUN_CHUNKS_INSIDE(c, inside, pieces, most, f, whole, part)                                               \
    do {                                                                                                               \
        uint32_t ran_;                                                                                                 \
        PTX2C_RUN_CHUNKS_OF(c, most, f, whole, inside((c), &k_, whole_, false) || f((c), &k_, whole_, false),          \
                            part, inside((c), &k_, (part), false) || f((c), &k_, (part), false),                       \
                            (ran_ = PTX2C_RUN_PIECE(c, inside)) ? ran_ : PTX2C_RUN_PIECE(c, pieces));                  \
    } while (0)
#define PTX2C_RUN_CHUNKS_OF(c, most, f, whole, run_whole, part, run_part, run_piece)                                   \
    do {                                                                                                               \
        if (PTX2C_BY_ONE(whole, part)) {                                                                               \
            PTX2C_FOR_THREADS(k_, (c)) f((c), &k_, 1, true);                                                           \
            break;                                                                                                     \
        }                                                                                                              \
        const uint32_t whole_ = PTX2C_WIDTH(whole);                                                                    \
        ptx2c_set_lanes((c), whole_);                                                                                  \
        PTX2C_FOR_CHUNKS(k_, (c))                                                                                      \
        {                                                                                                              \
            if (PTX2C_SCALAR || any_width ||                                                                           \
                !(k_.n == whole_ ? (run_whole) : (part) && (part) != whole_ && k_.n == (part) ? (run_part) : 0))       \
                PTX2C_RUN_PIECES_BY(k_, (most), run_piece)                                                             \
        }                                                                                                              \
    } while (0)

/* The CTA, whose rows are known to be n threads wide, none behind the other, and no other OpenMP thread's: so that the compiler
 * knows that each chunk is a whole row. */
PTX2C_INLINE ptx2c_cta ptx2c_rows_of(const ptx2c_cta *c, uint32_t n)
{
    ptx2c_cta rows = *c;
    rows.row = rows.ntid.x = rows.lanes = n;
    rows.ntid.z = rows.team = rows.down = 1;
    rows.line = rows.ntid.y;
    rows.across = rows.rank = 0;
    rows.alone = true;
    return rows;
}

/* The same, with rows that may stand behind each other, too. */
PTX2C_INLINE ptx2c_cta ptx2c_short_rows_of(const ptx2c_cta *c, uint32_t n)
{
    ptx2c_cta rows = ptx2c_rows_of(c, n);
    rows.ntid.z = c->ntid.z;
    rows.line = c->ntid.z == 1 ? c->ntid.y : 0;
    return rows;
}

/* The CTA, which is known to be one row of n threads that no other OpenMP thread shares: so that the compiler knows it. */
PTX2C_INLINE ptx2c_cta ptx2c_one_row(const ptx2c_cta *c, uint32_t n)
{
    ptx2c_cta one = ptx2c_rows_of(c, n);
    one.threads = n;
    one.ntid.y = one.line = 1;
    return one;
}

/* The CTA in chunks of so many lanes. */
PTX2C_INLINE ptx2c_cta ptx2c_chunks_of(const ptx2c_cta *c, uint32_t lanes)
{
    ptx2c_cta own = *c;
    ptx2c_set_lanes(&own, lanes);
    return own;
}

/* What a copy of the CTA has taken from malloc, the CTA has. */
PTX2C_INLINE bool ptx2c_cta_took(ptx2c_cta *c, const ptx2c_cta *copy, bool done)
{
    c->far = copy->far;
    c->errors = copy->errors;
    c->release = copy->release;
    return done;
}

/* Behind a CTA function, which is inlined: functions that run a CTA by it, for one width each, and rows, as their names say: of those that nobody calls
 * compilers make nothing.  Each has a copy of the CTA, which no store can change, as far as they see. */
#define PTX2C_CTA_BY(f, way, copy, ...)                                                                                \
    PTX2C_INLINE bool f##_by_##way(ptx2c_cta *c)                                                                       \
    {                                                                                                                  \
        ptx2c_cta own = copy;                                                                                          \
        return ptx2c_cta_took(c, &own, f(&own, __VA_ARGS__));                                                          \
    }                                                                                                                  \
    PTX2C_APART_BEST(f##_##way, bool, (ptx2c_cta *c), (c), f##_by_##way(c))
/* That for others has none where it is apart: gcc would make all that follows a barrier twice, for CTAs that threads share and for those they don't.
 * The function between, as the one above, is for clang 14 with -O1: it unrolls loops over rows only behind its search for arrays that could be
 * registers, of which it makes the next when a function becomes part of another; and lanes would share an array in memory. */
#if PTX2C_SCALAR || defined PTX2C_STATIC
#define PTX2C_CTA_OTHERS(f, ...) PTX2C_CTA_BY(f, others, *c, __VA_ARGS__)
#else
#define PTX2C_CTA_OTHERS(f, ...)                                                                                       \
    PTX2C_INLINE bool f##_by_others(ptx2c_cta *c)                                                                      \
    {                                                                                                                  \
        ptx2c_cta own = *c;                                                                                            \
        return ptx2c_cta_took(c, &own, f(&own, __VA_ARGS__));                                                          \
    }                                                                                                                  \
    PTX2C_INLINE bool f##_as_others(ptx2c_cta *c) { return f(c, __VA_ARGS__); }                                        \
    PTX2C_APART(f##_others, bool, (ptx2c_cta *c), (c), f##_as_others(c))
#endif
#define PTX2C_CTA_WIDTHS(f)                                                                                            \
    PTX2C_CTA_OTHERS(f, 0)                                                                                             \
    PTX2C_CTA_BY(f, 8, ptx2c_chunks_of(c, 8), 8)                                                                       \
    PTX2C_CTA_BY(f, 16, ptx2c_chunks_of(c, 16), 16)                                                                    \
    PTX2C_CTA_BY(f, 32, ptx2c_chunks_of(c, 32), 32)                                                                    \
    PTX2C_CTA_BY(f, 128, ptx2c_chunks_of(c, 128), 128)                                                                 \
    PTX2C_CTA_BY(f, rows_4, ptx2c_short_rows_of(c, 4), 4)                                                              \
    PTX2C_CTA_BY(f, rows_8, ptx2c_short_rows_of(c, 8), 8)                                                              \
    PTX2C_CTA_BY(f, rows_16, ptx2c_rows_of(c, 16), 16)                                                                 \
    PTX2C_CTA_BY(f, rows_32, ptx2c_rows_of(c, 32), 32)                                                                 \
    PTX2C_CTA_BY(f, row_256, ptx2c_one_row(c, 256), 256)                                                               \
    PTX2C_CTA_BY(f, row, ptx2c_one_row(c, c->threads & (2 * PTX2C_ONE_ROW - 32)), own.threads)
/* The same of one that does so many rows at once. */
#define PTX2C_CTA_ROW_WIDTHS(f)                                                                                        \
    PTX2C_CTA_OTHERS(f, 0, 1)                                                                                          \
    PTX2C_CTA_BY(f, 32, ptx2c_chunks_of(c, 32), 32, 1)                                                                 \
    PTX2C_CTA_BY(f, rows_4, ptx2c_short_rows_of(c, 4), 4, 1)                                                           \
    PTX2C_CTA_BY(f, rows_8, ptx2c_short_rows_of(c, 8), 8, 1)                                                           \
    PTX2C_CTA_BY(f, rows_16, ptx2c_rows_of(c, 16), 16, 1)                                                              \
    PTX2C_CTA_BY(f, groups_16, ptx2c_rows_of(c, 16), 16, PTX2C_ROWS)                                                   \
    PTX2C_CTA_BY(f, groups_32, ptx2c_rows_of(c, 32), 32, PTX2C_ROWS / 2)

/* any_width, a constant of the functions around these macros: code that is there but once and takes chunks of any width, for processors
 * that the module is not tuned for. */
#define PTX2C_RUN_OTHERS(c, f) (any_width ? f##_by_others(c) : f##_others(c))

/* Runs a CTA function, call, in chunks of up to so many lanes; again in narrow ones when it returns false (before it touched memory), which a
 * border of the grid's work need not part, at last with one lane a chunk. */
#define PTX2C_NARROW 8
#define PTX2C_RUN_CTA_ANY(c, most, call)                                                                               \
    do {                                                                                                               \
        ptx2c_set_lanes((c), (most));                                                                                  \
        while (!(call))                                                                                                \
            ptx2c_set_lanes((c), (c)->lanes > PTX2C_NARROW ? PTX2C_NARROW : 1);                                        \
    } while (0)

/* Runs a CTA function with barriers: with chunks of 32 lanes where rows divide so, with rows of `least` (4, 8 or 16) threads, else with chunks of
 * any width; least: 32 where no code is wanted for short rows, as those of kernels with threads in a line are hardly ever. */
#if PTX2C_SCALAR
#define PTX2C_RUN_CTA(c, f, least) do { (void)any_width; PTX2C_RUN_CTA_ANY((c), 32, PTX2C_RUN_OTHERS(c, f)); } while (0)
#define PTX2C_RUN_CTA_ROWS(c, f) do { (void)any_width; PTX2C_RUN_CTA_ANY((c), 32, PTX2C_RUN_OTHERS(c, f)); } while (0)
#define PTX2C_RUN_CTA_TILES(c, f) PTX2C_RUN_CTA_ROWS(c, f)
#define PTX2C_RUN_CTA_WIDE(c, f, least) PTX2C_RUN_CTA(c, f, least)
#define PTX2C_RUN_CTA_NARROW(c, f, most) do { (void)any_width; PTX2C_RUN_CTA_ANY((c), (most), PTX2C_RUN_OTHERS(c, f)); } while (0)
#else
#define PTX2C_RUN_CTA(c, f, least)                                                                                     \
    do {                                                                                                               \
        if (any_width) {                                                                                               \
            PTX2C_RUN_CTA_ANY((c), 32, PTX2C_RUN_OTHERS(c, f));                                                        \
            break;                                                                                                     \
        }                                                                                                              \
        if ((least) < 32 && (c)->ntid.x == (least) && ((c)->ntid.z == 1 || (least) < 16) && (c)->alone &&              \
            f##_rows_##least(c))                                                                                       \
            break;                                                                                                     \
        if ((c)->ntid.x % 32 == 0 && f##_32(c))                                                                        \
            break;                                                                                                     \
        PTX2C_RUN_CTA_ANY((c), (c)->ntid.x % 32 ? 32 : PTX2C_NARROW, f##_others(c));                                   \
    } while (0)

/* The same in chunks of so many lanes, 8, 16 or 32, and no more. */
#define PTX2C_RUN_CTA_NARROW(c, f, most)                                                                               \
    do {                                                                                                               \
        if (any_width) {                                                                                               \
            PTX2C_RUN_CTA_ANY((c), (most), PTX2C_RUN_OTHERS(c, f));                                                    \
            break;                                                                                                     \
        }                                                                                                              \
        if ((c)->ntid.x % (most) == 0 && ((most) != 16 || (c)->alone) && f##_##most(c))                                \
            break;                                                                                                     \
        PTX2C_RUN_CTA_ANY((c), (c)->ntid.x % (most) ? (most) : (most) > PTX2C_NARROW ? PTX2C_NARROW : 1, f##_others(c)); \
    } while (0)

/* The same with PTX2C_ROWS rows of 16 threads or half as many of 32 at once where the CTA has such. */
#define PTX2C_RUN_CTA_ROWS(c, f)                                                                                       \
    do {                                                                                                               \
        if (any_width) {                                                                                               \
            PTX2C_RUN_CTA_ANY((c), 32, PTX2C_RUN_OTHERS(c, f));                                                        \
            break;                                                                                                     \
        }                                                                                                              \
        const bool rows_ = (c)->ntid.z == 1 && (c)->alone;                                                             \
        if (rows_ && (c)->ntid.x == 32 && (c)->ntid.y % (PTX2C_ROWS / 2) == 0 && f##_groups_32(c))                     \
            break;                                                                                                     \
        if (rows_ && (c)->ntid.x == 16 && (c)->ntid.y % PTX2C_ROWS == 0 && f##_groups_16(c))                           \
            break;                                                                                                     \
        if ((c)->ntid.x % 32 == 0 && f##_32(c))                                                                        \
            break;                                                                                                     \
        PTX2C_RUN_CTA_ANY((c), (c)->ntid.x % 32 ? 32 : PTX2C_NARROW, f##_others(c));                                   \
    } while (0)

/* The same with less code: rows of 16 at once, chunks of 32, or of any width. */
#define PTX2C_RUN_CTA_TILES(c, f)                                                                                      \
    do {                                                                                                               \
        if (!any_width && (c)->ntid.x == 16 && (c)->ntid.z == 1 && (c)->alone && (c)->ntid.y % PTX2C_ROWS == 0 &&      \
            f##_groups_16(c))                                                                                          \
            break;                                                                                                     \
        if (!any_width && (c)->ntid.x % 32 == 0 && f##_32(c))                                                          \
            break;                                                                                                     \
        PTX2C_RUN_CTA_ANY((c), any_width || (c)->ntid.x % 32 ? 32 : PTX2C_NARROW, PTX2C_RUN_OTHERS(c, f));             \
    } while (0)

/* The same in chunks of 128 threads where rows divide so and no other OpenMP thread shares the CTA; for code that allocates
 * nothing.  A CTA of 256 is a single chunk, with no loop over chunks. */
#define PTX2C_RUN_CTA_WIDE(c, f, least)                                                                                \
    do {                                                                                                               \
        if (!any_width && (c)->threads == 256 && (c)->ntid.x == 256 && (c)->alone && f##_row_256(c))                   \
            break;                                                                                                     \
        if (any_width || (c)->ntid.x % 128 || !(c)->alone || !f##_128(c))                                              \
            PTX2C_RUN_CTA((c), f, least);                                                                              \
    } while (0)

#endif

/* The same for a CTA that is one row of some whole warps, shared with no other OpenMP thread: it is a single chunk, so that what is done once
 * for a chunk between two of many barriers is done once for all.  n_ is no constant: the function is there once for all such CTAs; that
 * no vector is cut off compilers see. */
#if PTX2C_SCALAR || PTX2C_SINGLE || defined PTX2C_STATIC
#define PTX2C_ONE_ROW 32 /* lanes of a chunk's state: threads of the largest such CTA */
#define PTX2C_RUN_CTA_ONE(c, f, least) PTX2C_RUN_CTA(c, f, least)
#else
#define PTX2C_ONE_ROW 256u
#define PTX2C_RUN_CTA_ONE(c, f, least)                                                                                 \
    do {                                                                                                               \
        const uint32_t n_ = (c)->threads & (2 * PTX2C_ONE_ROW - 32);                                                   \
        if (!any_width && n_ > 32 && n_ <= PTX2C_ONE_ROW && (c)->threads == n_ && (c)->ntid.x == n_ && (c)->alone &&   \
            f##_row(c))                                                                                                \
            break;                                                                                                     \
        PTX2C_RUN_CTA((c), f, least);                                                                                  \
    } while (0)
#endif

/* The same of chunks that keep floats from one loop over lanes to the next. */
#if PTX2C_SINGLE && !PTX2C_SCALAR
#define PTX2C_RUN_CTA_KEPT(c, f, least) PTX2C_RUN_CTA_NARROW(c, f, 8)
#else
#define PTX2C_RUN_CTA_KEPT(c, f, least) PTX2C_RUN_CTA_WIDE(c, f, least)
#endif

/* Ends a CTA's function once all chunks, or warps, are gone, or the launch has failed: what it does for all of them might go on for ever. */
#define PTX2C_RETURN_IF_GONE(c, each, type, gone)                                                                      \
    do {                                                                                                               \
        bool none_ = true;                                                                                             \
        PTX2C_FOR_##each(k_, (c)) none_ &= ((const type *)(c)->state + k_.index)->gone;                                \
        if (ptx2c_cta_all((c), none_ || ptx2c_status((c)->grid)))                                                      \
            return true;                                                                                               \
    } while (0)

/* Whether each warp of the CTA lies in one row. */
PTX2C_INLINE bool ptx2c_rows(const ptx2c_cta *c)
{
    return c->ntid.x % 32 == 0 || (c->ntid.y == 1 && c->ntid.z == 1);
}

/* Whether its warps lie in such rows: bits of 1, in one; 2, in two of 16 threads; 4, in four of 8; 8 and 16: of 16 threads, 8, there are no others. */
PTX2C_INLINE bool ptx2c_rows_among(const ptx2c_cta *c, uint32_t which)
{
    return (which & 1 && ptx2c_rows(c)) || (which & 2 && c->ntid.x == 16 && (c->ntid.z == 1 || c->ntid.y % 2 == 0)) ||
           (which & 4 && c->ntid.x == 8 && (c->ntid.z == 1 || c->ntid.y % 4 == 0)) || (which & 8 && c->threads <= 16) ||
           (which & 16 && c->threads <= 8);
}

/* Runs CTAs in whose warps no lane gets in another one's way, for they lie in such rows, by a way that others can't go. */
#define PTX2C_RUN_APART(c, rows, way, how)                                                                             \
    do {                                                                                                               \
        if (!PTX2C_SCALAR && !any_width && ptx2c_rows_among(c, rows)) {                                                \
            way;                                                                                                       \
        } else {                                                                                                       \
            how;                                                                                                       \
        }                                                                                                              \
    } while (0)

/* Runs a warp function over the CTA; any is its version for CTAs whose warps span rows, and for warps that rows can't
 * run: it returned false before it touched memory, or they have fewer than 32 threads.  They are inlined as often as they occur here: _ONE
 * where both are the same, _FULL for kernels whose CTAs have no warp with fewer than 32 threads. */
#if PTX2C_SCALAR
#define PTX2C_FULL_OR_REST(full, part, ...) ((void)any_width, part(__VA_ARGS__, false))
#define PTX2C_IF_FULL(full, part, ...) part(__VA_ARGS__, false)
#else
#define PTX2C_FULL_OR_REST(full, part, ...)                                                                            \
    (any_width ? part(__VA_ARGS__, false) : (full) ? part(__VA_ARGS__, true) : part##_rest(__VA_ARGS__))
#define PTX2C_IF_FULL(full, part, ...) ((full) && part(__VA_ARGS__, true))
#endif
/* Behind the version for any, or for all: it apart, for what rows can't run; inlined where it is short. */
#define PTX2C_ANY_WARP_APART(f, full) PTX2C_APART(f##_rest, bool, (ptx2c_cta *c, const ptx2c_chunk *k), (c, k), f(c, k, full))
#define PTX2C_ANY_WARP(f, full) PTX2C_INLINE bool f##_rest(ptx2c_cta *c, const ptx2c_chunk *k) { return f(c, k, full); }
#define PTX2C_ANY_CTA_APART(f, full) PTX2C_APART(f##_rest, bool, (ptx2c_cta *c), (c), f(c, full))
#define PTX2C_ANY_CTA(f, full) PTX2C_INLINE bool f##_rest(ptx2c_cta *c) { return f(c, full); }
#define PTX2C_RUN_WARPS(c, rows, any)                                                                                  \
    do {                                                                                                               \
        const bool in_rows_ = !any_width && ptx2c_rows(c);                                                             \
        PTX2C_FOR_WARPS(k_, (c))                                                                                       \
        {                                                                                                              \
            if (!in_rows_ || !PTX2C_IF_FULL(k_.n == 32, rows, (c), &k_))                                               \
                (void)(any_width ? any((c), &k_, false) : any##_rest((c), &k_));                                       \
        }                                                                                                              \
    } while (0)
#define PTX2C_RUN_WARPS_FULL(c, rows, any)                                                                             \
    do {                                                                                                               \
        const bool in_rows_ = !any_width && ptx2c_rows(c);                                                             \
        PTX2C_FOR_WARPS(k_, (c))                                                                                       \
        {                                                                                                              \
            if (!in_rows_ || !rows((c), &k_, true))                                                                    \
                (void)(any_width ? any((c), &k_, true) : any##_rest((c), &k_));                                        \
        }                                                                                                              \
    } while (0)
#define PTX2C_RUN_WARPS_ONE(c, part) PTX2C_FOR_WARPS(k_, (c)) (void)PTX2C_FULL_OR_REST(k_.n == 32, part, (c), &k_)
#define PTX2C_RUN_WARPS_ONE_FULL(c, part) PTX2C_FOR_WARPS(k_, (c)) (void)any_width, part((c), &k_, true)

/* Where no warp waits for another: those of a CTA that begins are first run by rows(c, &chunk, full) to their end, if they lie in rows
 * of the CTA; the scheduler has the others, and those that rows refuses before it does anything, with false. */
#define PTX2C_SCHED_ROWS(c, r, rows)                                                                                    \
    do {                                                                                                               \
        if (ptx2c_sched_starts(r) && ptx2c_rows(c))                                                                     \
            for (uint32_t w_ = 0; w_ < (r)->warps; w_++) {                                                             \
                const ptx2c_chunk k_ = ptx2c_warp_at((c), w_);                                                         \
                if (PTX2C_FULL_OR_REST(k_.n == 32, rows, (c), &k_))                                                    \
                    ptx2c_sched_ran((r), w_);                                                                          \
            }                                                                                                          \
    } while (0)

/* The same for a CTA function with barriers. */
#define PTX2C_RUN_WARP_CTA(c, rows, any)                                                                               \
    do {                                                                                                               \
        if (any_width || !(ptx2c_rows(c) && PTX2C_IF_FULL((c)->threads % 32 == 0, rows, (c))))                         \
            (void)(any_width ? any((c), false) : any##_rest(c));                                                       \
    } while (0)
#define PTX2C_RUN_WARP_CTA_FULL(c, rows, any)                                                                          \
    do {                                                                                                               \
        if (any_width || !(ptx2c_rows(c) && rows((c), true)))                                                          \
            (void)(any_width ? any((c), true) : any##_rest(c));                                                        \
    } while (0)
#define PTX2C_RUN_WARP_CTA_ONE(c, part) (void)PTX2C_FULL_OR_REST((c)->threads % 32 == 0, part, (c))
#define PTX2C_RUN_WARP_CTA_ONE_FULL(c, part) (void)any_width, part((c), true)

#endif
