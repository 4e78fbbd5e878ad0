/* sanitize_trace.h: what a launch has accessed, for a host that knows which launches nothing orders.  For generated code. */
#ifndef PTX2C_SANITIZE_TRACE_H
#define PTX2C_SANITIZE_TRACE_H

#include "sanitize_log.h"

enum { PTX2C_TRACE_NEAR = 64 }; /* accesses so close to where a piece begins are told as of one place */

/* Memory that is told of at once, from its first byte up to that behind its last one, by how it is accessed; site: NULL: none yet. */
typedef struct ptx2c_trace {
    struct { uintptr_t from, to; const ptx2c_site *site; } piece[PTX2C_ACCESSES];
} ptx2c_trace;

PTX2C_INLINE uint32_t ptx2c_trace_how(const ptx2c_site *s)
{
    const uint32_t strong = s->flags & PTX2C_SITE_STRONG && ptx2c_beyond_cta(s->flags) ? PTX2C_ACCESS_STRONG : 0;
    return strong | (s->flags & PTX2C_SITE_WRITE ? PTX2C_ACCESS_WRITE : PTX2C_ACCESS_READ);
}

static PTX2C_NOINLINE void ptx2c_trace_end(ptx2c_trace *t, uint32_t how)
{
    if (t->piece[how].site)
        ptx2c_checks.accessed(t->piece[how].from, t->piece[how].to - t->piece[how].from, (ptx2c_access_kind)how, t->piece[how].site,
                              ptx2c_checks.accessed_user);
    t->piece[how].site = NULL;
}

static PTX2C_NOINLINE void ptx2c_trace_add(ptx2c_trace *t, uint32_t how, uintptr_t at, size_t n, const ptx2c_site *s)
{
    const bool near = s == t->piece[how].site || t->piece[how].to - t->piece[how].from < PTX2C_TRACE_NEAR;
    if (!t->piece[how].site || at != t->piece[how].to || !near) {
        ptx2c_trace_end(t, how);
        t->piece[how].from = t->piece[how].to = at;
        t->piece[how].site = s;
    }
    t->piece[how].to += n;
}

/* Some bytes of the word at a. */
PTX2C_INLINE void ptx2c_trace_bytes(ptx2c_trace *t, uint32_t how, uintptr_t a, uint32_t bytes, const ptx2c_site *s)
{
    for (uint32_t k = 0; k < 4 && bytes != 15; k++)
        if (bytes >> k & 1)
            ptx2c_trace_add(t, how, a + k, 1, s);
    if (bytes == 15)
        ptx2c_trace_add(t, how, a, 4, s);
}

/* What stands in the cell itself is of all of its bytes. */
PTX2C_INLINE bool ptx2c_trace_is_whole(uint32_t tag)
{
    return !tag || tag >> PTX2C_TAG_KIND & (PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS) ||
           !ptx2c_site_is_part(ptx2c_tags.at[tag & PTX2C_TAG_NUMBER].site);
}

/* The same of n cells one behind the other: a record, or none where tag is 0. */
static PTX2C_NOINLINE void ptx2c_trace_own(ptx2c_trace *t, uintptr_t a, size_t n, uint32_t tag, uint32_t lanes)
{
    if (!tag)
        return;
    const ptx2c_site *s = ptx2c_tags.at[tag & PTX2C_TAG_NUMBER].site;
    const uint32_t how = ptx2c_trace_how(s);
    if (ptx2c_trace_is_whole(tag)) {
        ptx2c_trace_add(t, how, a, 4 * n, s);
        return;
    }
    for (uint32_t i = 0; i < 4 / s->bytes; i++)
        if (ptx2c_lanes_of_part(lanes, 4 / s->bytes, i))
            ptx2c_trace_add(t, how, a + i * s->bytes, s->bytes, s);
}

static PTX2C_NOINLINE void ptx2c_trace_list(ptx2c_trace *t, uintptr_t a, uint32_t list)
{
    uint32_t bytes[PTX2C_ACCESSES] = {0};
    const ptx2c_site *site[PTX2C_ACCESSES] = {NULL};
    for (uint32_t n = list; n; n = ptx2c_links.at[n].next & PTX2C_TAG_NUMBER) {
        const ptx2c_site *s = ptx2c_tags.at[ptx2c_links.at[n].tag & PTX2C_TAG_NUMBER].site;
        bytes[ptx2c_trace_how(s)] |= ptx2c_links.at[n].next >> PTX2C_TAG_KIND;
        site[ptx2c_trace_how(s)] = s;
    }
    for (uint32_t how = 0; how < PTX2C_ACCESSES; how++)
        ptx2c_trace_bytes(t, how, a, bytes[how], site[how]);
}

/* By how many cells of the page from number i on it has told. */
static PTX2C_NOINLINE size_t ptx2c_trace_cells(ptx2c_trace *t, const ptx2c_page *p, size_t i)
{
    const ptx2c_cell x = ptx2c_cell_in_page(p, i);
    const uintptr_t a = (p->number << 12) + 4 * i;
    size_t n = 1;
    if (ptx2c_cell_has_list(x)) {
        ptx2c_trace_list(t, a, ptx2c_cell_list(x));
        return 1;
    }
    if (ptx2c_trace_is_whole(*x.store) && ptx2c_trace_is_whole(*x.load))
        while (i + n < PTX2C_PAGE_CELLS && x.store[n] == *x.store && x.load[n] == *x.load)
            n++;
    ptx2c_trace_own(t, a, n, *x.store, *x.list);
    ptx2c_trace_own(t, a, n, *x.load, *x.lanes);
    return n;
}

static PTX2C_NOINLINE void ptx2c_trace_log(ptx2c_trace *t, uintptr_t page, const ptx2c_logged *e)
{
    const ptx2c_site *s = ptx2c_tags.at[e->tag].site;
    const uint32_t first = e->lanes & (0 - e->lanes), how = ptx2c_trace_how(s);
    if (e->by == 1 && !(e->lanes & (e->lanes + first))) { /* lanes in a row */
        const uint32_t after = (uint32_t)(e->lanes + first) ? ptx2c_lowest(e->lanes + first) : 32;
        ptx2c_trace_add(t, how, page + 4 * (uintptr_t)e->cell, 4 * (after - ptx2c_lowest(first)), s);
        return;
    }
    for (uint32_t m = e->lanes; m; m &= m - 1) {
        const int32_t cell = ptx2c_logged_cell(e, ptx2c_lowest(m));
        ptx2c_trace_add(t, how, page + 4 * (uintptr_t)cell, 4, s);
        if (!e->by)
            break;
    }
}

/* Tells the host's function of all memory that the launch has accessed. */
static PTX2C_NOINLINE void ptx2c_trace_launch(void)
{
    ptx2c_trace t;
    memset(&t, 0, sizeof t);
    for (uint32_t i = 0; ptx2c_checks.accessed && i < ptx2c_pages.room; i++) {
        ptx2c_page *p = ptx2c_pages.at[i];
        if (p && p->sheets)
            ptx2c_log_ends(p);
        for (uint32_t k = 0; p && p->log && k < p->log->n; k++)
            ptx2c_trace_log(&t, p->number << 12, &p->log->at[k]);
        for (size_t k = 0; p && !p->log && k < PTX2C_PAGE_CELLS;)
            k += ptx2c_trace_cells(&t, p, k);
    }
    for (uint32_t how = 0; how < PTX2C_ACCESSES; how++)
        ptx2c_trace_end(&t, how);
}

#endif
