/* sanitize_log.h: pages of which nothing is known but loads: a log of these, until there is more to it.  For generated code.
 *
 * What many places load stays unwritten mostly, and then nobody asks who has loaded it.  A page begins with a log; cells are worked out
 * of that before anything but a plain load of whole words comes there, or where the log gets long: as if each had been noted at once. */
#ifndef PTX2C_SANITIZE_LOG_H
#define PTX2C_SANITIZE_LOG_H

#include "sanitize_list.h"

/* ---- what is logged ---------------------------------------------------------------------------------------------- */

/* Loads by lanes of a warp, with this tag: the first of them of a cell of the page, each further one of the cell that is by so many behind
 * it for each lane between. */
typedef struct ptx2c_logged {
    uint32_t tag, lanes;
    int16_t cell, by;
} ptx2c_logged;

enum { PTX2C_LOG_FIRST = 16, PTX2C_LOG_MOST = 1024, PTX2C_LOG_LOOKS = 4 };

typedef struct ptx2c_log {
    uint32_t n, room;
    ptx2c_logged at[];
} ptx2c_log;

PTX2C_INLINE int32_t ptx2c_logged_cell(const ptx2c_logged *e, uint32_t lane)
{
    return e->cell + ((int32_t)lane - (int32_t)ptx2c_lowest(e->lanes)) * e->by;
}

/* It has these loads, */
PTX2C_INLINE bool ptx2c_logged_has(const ptx2c_logged *e, uint32_t tag, uint32_t lanes, int32_t cell, int32_t by)
{
    return e->tag == tag && !(lanes & ~e->lanes) && (e->by == by || !(lanes & (lanes - 1))) && ptx2c_logged_cell(e, ptx2c_lowest(lanes)) == cell;
}

/* or takes that of the lane behind its last one, as it goes on where those have been. */
PTX2C_INLINE bool ptx2c_logged_takes(ptx2c_logged *e, uint32_t tag, uint32_t lanes, int32_t cell)
{
    if (e->tag != tag || (lanes & (lanes - 1)) || lanes <= e->lanes)
        return false;
    if (e->lanes << 1 == lanes && !(e->lanes & (e->lanes - 1)))
        e->by = (int16_t)(cell - e->cell);
    else if (!(e->lanes & (e->lanes - 1)) || ptx2c_logged_cell(e, ptx2c_lowest(lanes)) != cell)
        return false;
    e->lanes |= lanes;
    return true;
}

static PTX2C_NOINLINE ptx2c_log *ptx2c_log_more(ptx2c_page *p)
{
    const uint32_t n = p->log ? p->log->n : 0, room = n ? 2 * n : PTX2C_LOG_FIRST;
    ptx2c_log *more = (ptx2c_log *)realloc(p->log, sizeof *more + room * sizeof more->at[0]);
    if (!more) {
        fputs("ptx2c: no memory for checks\n", stderr);
        abort();
    }
    more->n = n;
    more->room = room;
    return p->log = more;
}

/* Plain loads of words by these lanes, the first one at a, the next ones each by so many words behind it, in one page.  False: it has cells. */
PTX2C_INLINE bool ptx2c_log_takes(uintptr_t a, uint32_t tag, uint32_t lanes, int32_t by)
{
    ptx2c_page *const p = ptx2c_page_of(a);
    const int32_t cell = (int32_t)(a >> 2 & (PTX2C_PAGE_CELLS - 1));
    ptx2c_log *g = p->log;
    if (p->half[PTX2C_LOADS] != &ptx2c_half_none || p->half[PTX2C_STORES] != &ptx2c_half_none)
        return false;
    const uint32_t n = g ? g->n : 0;
    for (uint32_t i = n > PTX2C_LOG_LOOKS ? n - PTX2C_LOG_LOOKS : 0; i < n; i++)
        if (ptx2c_logged_has(&g->at[i], tag, lanes, cell, by))
            return true;
    if (n && ptx2c_logged_takes(&g->at[n - 1], tag, lanes, cell))
        return true;
    if (n == PTX2C_LOG_MOST)
        return false;
    if (!g || n == g->room)
        g = ptx2c_log_more(p);
    g->at[g->n++] = (ptx2c_logged){tag, lanes, (int16_t)cell, (int16_t)by};
    return true;
}

/* ---- and what cells are to know of it ---------------------------------------------------------------------------- */

/* Which lanes have loaded that cell. */
PTX2C_INLINE uint32_t ptx2c_logged_lanes(const ptx2c_logged *e, int32_t cell)
{
    const int32_t off = cell - e->cell;
    if (!e->by || !off)
        return off ? 0 : e->by ? e->lanes & (0 - e->lanes) : e->lanes;
    const int32_t lane = off % e->by ? -1 : (int32_t)ptx2c_lowest(e->lanes) + off / e->by;
    return lane >= 0 && lane < 32 ? e->lanes & UINT32_C(1) << lane : 0;
}

/* Some may have loaded cells from that number on, up to as many as lanes. */
PTX2C_INLINE bool ptx2c_logged_is_near(const ptx2c_logged *e, int32_t from)
{
    const int32_t last = ptx2c_logged_cell(e, 31);
    const int32_t least = e->cell < last ? e->cell : last, most = e->cell < last ? last : e->cell;
    return least < from + 32 && most >= from;
}

/* Adds loads to the records of a cell that knows only loads, none of which is later. */
static PTX2C_NOINLINE void ptx2c_records_load(uint32_t tag, uint32_t lanes)
{
    const ptx2c_tag *t = &ptx2c_tags.at[tag];
    ptx2c_record *of = NULL; /* where others of its site have gone to */
    for (uint32_t i = 0; i < ptx2c_records.n; i++) {
        ptx2c_record *r = &ptx2c_records.at[i];
        const bool many = r->kind & PTX2C_RECORD_MANY;
        if (r->site != t->site || !r->bytes)
            continue;
        if (of) {
            r->bytes = 0;
        } else if (many || r->cta != t->cta) {
            r->kind = PTX2C_RECORD_MANY | PTX2C_RECORD_CLEAN;
            of = r;
        } else if (r->clock != t->phase) {
            r->bytes = 0;
        } else if (r->kind & PTX2C_RECORD_WARPS || r->warp != t->warp) {
            r->kind |= PTX2C_RECORD_WARPS;
            of = r;
        } else if (r->tag == tag) {
            r->lanes |= lanes;
            return;
        } else {
            r->lanes &= ~lanes;
            r->bytes = r->lanes ? r->bytes : 0;
        }
    }
    if (!of)
        *ptx2c_record_new() = (ptx2c_record){t->site, tag, t->cta, t->phase, lanes, t->warp, 15, PTX2C_RECORD_CLEAN, 0};
}

/* The cell that has these; it has nothing yet. */
static PTX2C_NOINLINE void ptx2c_cell_begin(ptx2c_cell x)
{
    const uint32_t turn = ptx2c_cell_turn(x);
    uint32_t list = 0;
    for (uint32_t i = 0; i < ptx2c_records.n; i++) {
        const ptx2c_record *r = &ptx2c_records.at[i];
        if (r->bytes)
            list = ptx2c_link_of(r->tag | PTX2C_TAG_OF(r->kind), ptx2c_lanes_turned(r->lanes, turn), list | PTX2C_WHOLE_CELL, false);
    }
    if (list)
        ptx2c_cell_put(x, list);
}

static PTX2C_NOINLINE void ptx2c_log_ends(ptx2c_page *p)
{
    uint16_t near[PTX2C_LOG_MOST];
    ptx2c_log *const g = p->log;
    p->log = NULL;
    ptx2c_half_new(p, PTX2C_LOADS);
    for (int32_t from = 0; from < PTX2C_PAGE_CELLS; from += 32) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < g->n; i++)
            if (ptx2c_logged_is_near(&g->at[i], from))
                near[n++] = (uint16_t)i;
        for (int32_t cell = from; n && cell < from + 32; cell++) {
            ptx2c_records.n = 0;
            for (uint32_t i = 0; i < n; i++) {
                const uint32_t lanes = ptx2c_logged_lanes(&g->at[near[i]], cell);
                if (lanes)
                    ptx2c_records_load(g->at[near[i]].tag, lanes);
            }
            ptx2c_cell_begin(ptx2c_cell_in_page(p, (size_t)cell));
        }
    }
    free(g);
}

#endif
