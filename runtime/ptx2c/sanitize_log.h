/* sanitize_log.h: pages of which nothing is known but loads: a log of these, until there is more to it.  For generated code.
 *
 * What many places load stays unwritten mostly, and then nobody asks who has loaded it.  A page begins with a log; where that gets long it
 * has sheets instead, one for each place.  Cells are worked out of these before anything but a plain load of whole words comes there: as if
 * each had been noted at once. */
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

/* ---- sheets ------------------------------------------------------------------------------------------------------ */

static PTX2C_NOINLINE ptx2c_half *ptx2c_sheet_new(ptx2c_page *p, const ptx2c_site *s)
{
    const uint32_t n = p->sheets ? p->sheets->n : 0;
    ptx2c_sheets *g = p->sheets;
    if (!(n & (n - 1))) { /* there is room for a power of 2 */
        g = (ptx2c_sheets *)realloc(p->sheets, sizeof *g + (n ? 2 * n : 1) * sizeof g->of[0]);
        if (!g) {
            fputs("ptx2c: no memory for checks\n", stderr);
            abort();
        }
        if (!n)
            memset(g, 0, sizeof *g);
        p->sheets = g;
    }
    for (uint32_t i = 0; i < n; i++)
        g->several |= g->of[i].site == s;
    g->n++;
    g->of[n] = (ptx2c_sheet){s, ptx2c_half_get()};
    return g->of[n].half;
}

/* A load that the page knows is later than all others of the cell: what records there become one, or are left out, as in ptx2c_list_work. */
static PTX2C_NOINLINE void ptx2c_sheets_load(ptx2c_page *p, uint32_t cell, uint32_t tag, uint32_t lanes)
{
    const uint32_t clean = PTX2C_TAG_OF(PTX2C_RECORD_CLEAN), many = PTX2C_TAG_OF(PTX2C_RECORD_MANY), warps = PTX2C_TAG_OF(PTX2C_RECORD_WARPS);
    const ptx2c_tag *const t = &ptx2c_tags.at[tag];
    ptx2c_half *to = NULL; /* where it may stand */
    bool stands = false;
    for (uint32_t i = 0; p->sheets && i < p->sheets->n; i++) {
        ptx2c_half *const h = p->sheets->of[i].half;
        uint32_t *const by = &h->cell[0][cell], *const load = &h->cell[1][cell], old = *load & PTX2C_TAG_NUMBER;
        const ptx2c_tag *const r = &ptx2c_tags.at[old];
        if (p->sheets->of[i].site != t->site)
            continue;
        if (!old || stands || (!(*load & many) && r->cta == t->cta && r->phase != t->phase)) {
            *load = *by = 0;
        } else if (*load & many || r->cta != t->cta) {
            *load = old | many | clean;
            stands = true;
        } else if (*load & warps || r->warp != t->warp) {
            *load |= warps;
            stands = true;
        } else if (old == tag) {
            *by |= lanes;
            return;
        } else {
            *by &= ~lanes;
            *load = *by ? *load : 0;
        }
        to = *load || to ? to : h;
    }
    if (stands)
        return;
    to = to ? to : ptx2c_sheet_new(p, t->site);
    to->cell[0][cell] = lanes;
    to->cell[1][cell] = tag | clean;
}

/* A page that would have more of them is better off with cells. */
enum { PTX2C_SHEETS = 16 };

/* A place's sheet; NULL: it has none, or some place has several. */
PTX2C_INLINE ptx2c_half *ptx2c_sheet_of(ptx2c_sheets *g, const ptx2c_site *s)
{
    if (!g || g->several)
        return NULL;
    uint8_t *const last = &g->last[(uintptr_t)s / sizeof *s % sizeof g->last];
    for (uint32_t i = 0; i < g->n && g->of[*last].site != s; i++)
        *last = (uint8_t)i;
    return g->of[*last].site == s ? g->of[*last].half : NULL;
}

/* Loads as the log has them. */
static PTX2C_NOINLINE void ptx2c_sheets_take(ptx2c_page *p, const ptx2c_logged *e)
{
    const uint32_t clean = PTX2C_TAG_OF(PTX2C_RECORD_CLEAN), many = PTX2C_TAG_OF(PTX2C_RECORD_MANY);
    const ptx2c_site *const s = ptx2c_tags.at[e->tag].site;
    ptx2c_half *h = ptx2c_sheet_of(p->sheets, s);
    uint32_t cell = (uint32_t)e->cell;
    for (uint32_t l = ptx2c_lowest(e->lanes), left = e->lanes >> l; left; left = e->by ? left >> 1 : 0, l++, cell += (uint32_t)e->by) {
        const uint32_t lanes = e->by ? UINT32_C(1) << l : e->lanes;
        if (!(left & 1))
            continue;
        const uint32_t load = h ? h->cell[1][cell] : 0;
        if (h && (!load || load == (e->tag | clean))) {
            h->cell[0][cell] |= lanes;
            h->cell[1][cell] = e->tag | clean;
        } else if (!(load & many)) {
            ptx2c_sheets_load(p, cell, e->tag, lanes);
            h = ptx2c_sheet_of(p->sheets, s);
        }
    }
}

/* The page's log becomes sheets. */
static PTX2C_NOINLINE void ptx2c_log_unfold(ptx2c_page *p)
{
    for (uint32_t i = 0; p->log && i < p->log->n; i++)
        ptx2c_sheets_take(p, &p->log->at[i]);
    free(p->log);
    p->log = NULL;
}

/* Plain loads of words by these lanes, the first one at a, the next ones each by so many words behind it, in one page.  False: it has cells. */
PTX2C_INLINE bool ptx2c_log_takes(uintptr_t a, uint32_t tag, uint32_t lanes, int32_t by)
{
    ptx2c_page *const p = ptx2c_page_of(a);
    const int32_t cell = (int32_t)(a >> 2 & (PTX2C_PAGE_CELLS - 1));
    ptx2c_log *g = p->log;
    if (p->half[PTX2C_LOADS] != &ptx2c_half_none || p->half[PTX2C_STORES] != &ptx2c_half_none)
        return false;
    if (p->sheets && p->sheets->n > PTX2C_SHEETS)
        return false;
    const ptx2c_logged e = {tag, lanes, (int16_t)cell, (int16_t)by};
    const uint32_t n = g ? g->n : 0;
    for (uint32_t i = n > PTX2C_LOG_LOOKS ? n - PTX2C_LOG_LOOKS : 0; i < n; i++)
        if (ptx2c_logged_has(&g->at[i], tag, lanes, cell, by))
            return true;
    if (n && ptx2c_logged_takes(&g->at[n - 1], tag, lanes, cell))
        return true;
    if (n == PTX2C_LOG_MOST)
        ptx2c_log_unfold(p);
    if (p->sheets) {
        ptx2c_sheets_take(p, &e);
        return true;
    }
    if (!g || n == g->room)
        g = ptx2c_log_more(p);
    g->at[g->n++] = e;
    return true;
}

/* ---- and what cells are to know of it ---------------------------------------------------------------------------- */

/* A further sheet's record of a cell comes to those that it has. */
static PTX2C_NOINLINE void ptx2c_sheet_adds(const ptx2c_page *p, const ptx2c_half *h, uint32_t i)
{
    const ptx2c_cell x = ptx2c_cell_in_page(p, i);
    uint32_t list = ptx2c_cell_has_list(x) ? ptx2c_cell_list(x) : ptx2c_cell_as_list(x, false);
    list = ptx2c_link_of(h->cell[1][i], ptx2c_lanes_turned(h->cell[0][i], ptx2c_cell_turn(x)), list | PTX2C_WHOLE_CELL, false);
    ptx2c_cell_put(x, list);
}

/* The first sheet is the page's half of loads; cells that others have, too, get lists. */
static PTX2C_NOINLINE void ptx2c_log_ends(ptx2c_page *p)
{
    ptx2c_log_unfold(p);
    ptx2c_sheets *const g = p->sheets;
    p->sheets = NULL;
    p->half[PTX2C_LOADS] = g->of[0].half;
    for (uint32_t k = 1; k < g->n; k++)
        for (uint32_t i = 0; i < PTX2C_PAGE_CELLS; i++)
            if (g->of[k].half->cell[1][i])
                ptx2c_sheet_adds(p, g->of[k].half, i);
    ptx2c_sheets_drop(g, 1);
}

#endif
