/* sanitize_trace.h: what a launch has accessed, for a host that knows which launches nothing orders.  For generated code. */
#ifndef PTX2C_SANITIZE_TRACE_H
#define PTX2C_SANITIZE_TRACE_H

#include "sanitize_log.h"

enum { PTX2C_TRACE_NEAR = 64 }; /* accesses so close to where a piece begins are told as of one place */

/* Of a page: which bytes of each cell are accessed in each way of ptx2c_accessed, and where that was last. */
typedef struct ptx2c_trace {
    uint8_t bytes[PTX2C_ACCESSES][PTX2C_PAGE_CELLS];
    const ptx2c_site *site[PTX2C_ACCESSES][PTX2C_PAGE_CELLS];
    bool any[PTX2C_ACCESSES];
} ptx2c_trace;

PTX2C_INLINE void ptx2c_trace_note(ptx2c_trace *t, size_t cell, const ptx2c_site *s, uint32_t bytes)
{
    const uint32_t strong = s->flags & PTX2C_SITE_STRONG && ptx2c_beyond_cta(s->flags) ? PTX2C_ACCESS_STRONG : 0;
    const uint32_t how = strong | (s->flags & PTX2C_SITE_WRITE ? PTX2C_ACCESS_WRITE : PTX2C_ACCESS_READ);
    t->bytes[how][cell] |= (uint8_t)bytes;
    t->site[how][cell] = s;
    t->any[how] = true;
}

/* A record that stands in the cell itself, or none. */
static PTX2C_NOINLINE void ptx2c_trace_own(ptx2c_trace *t, size_t cell, uint32_t tag, uint32_t lanes)
{
    if (!tag)
        return;
    const ptx2c_site *s = ptx2c_tags.at[tag & PTX2C_TAG_NUMBER].site;
    uint32_t bytes = 0;
    if (ptx2c_site_is_part(s) && !(tag >> PTX2C_TAG_KIND & (PTX2C_RECORD_MANY | PTX2C_RECORD_WARPS)))
        for (uint32_t i = 0; i < 4 / s->bytes; i++)
            bytes |= ptx2c_lanes_of_part(lanes, 4 / s->bytes, i) ? ((1u << s->bytes) - 1) << i * s->bytes : 0;
    ptx2c_trace_note(t, cell, s, bytes ? bytes : 15);
}

static PTX2C_NOINLINE void ptx2c_trace_cell(ptx2c_trace *t, size_t i, ptx2c_cell x)
{
    if (!ptx2c_cell_has_list(x)) {
        ptx2c_trace_own(t, i, *x.store, *x.list);
        ptx2c_trace_own(t, i, *x.load, *x.lanes);
        return;
    }
    for (uint32_t n = ptx2c_cell_list(x); n; n = ptx2c_links.at[n].next & PTX2C_TAG_NUMBER) {
        const ptx2c_link *l = &ptx2c_links.at[n];
        ptx2c_trace_note(t, i, ptx2c_tags.at[l->tag & PTX2C_TAG_NUMBER].site, l->next >> PTX2C_TAG_KIND);
    }
}

static PTX2C_NOINLINE void ptx2c_trace_log(ptx2c_trace *t, const ptx2c_log *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t m = g->at[i].lanes; m; m &= m - 1) {
            const int32_t cell = ptx2c_logged_cell(&g->at[i], ptx2c_lowest(m));
            if (cell >= 0 && cell < PTX2C_PAGE_CELLS)
                ptx2c_trace_note(t, (size_t)cell, ptx2c_tags.at[g->at[i].tag].site, 15);
        }
}

/* Memory that is told of at once, from its first byte up to that behind its last one; site: NULL: none yet. */
typedef struct ptx2c_trace_piece {
    uintptr_t from, to;
    const ptx2c_site *site;
} ptx2c_trace_piece;

PTX2C_INLINE void ptx2c_trace_end(const ptx2c_trace_piece *x, uint32_t how)
{
    if (x->site)
        ptx2c_checks.accessed(x->from, x->to - x->from, (ptx2c_access_kind)how, x->site, ptx2c_checks.accessed_user);
}

PTX2C_INLINE void ptx2c_trace_add(ptx2c_trace_piece *x, uint32_t how, uintptr_t at, uint32_t n, const ptx2c_site *s)
{
    if (!(x->site && at == x->to && (s == x->site || x->to - x->from < PTX2C_TRACE_NEAR))) {
        ptx2c_trace_end(x, how);
        *x = (ptx2c_trace_piece){at, at, s};
    }
    x->to += n;
}

/* Tells of what was accessed in one way. */
static PTX2C_NOINLINE void ptx2c_trace_tell(const ptx2c_trace *t, uint32_t how, uintptr_t page)
{
    ptx2c_trace_piece x = {0, 0, NULL};
    for (size_t i = 0; i < PTX2C_PAGE_CELLS; i++) {
        const uint32_t bytes = t->bytes[how][i];
        for (uint32_t k = 0, n; bytes && k < 4; k += n) {
            n = bytes == 15 ? 4 : 1;
            if (bytes >> k & 1)
                ptx2c_trace_add(&x, how, page + 4 * i + k, n, t->site[how][i]);
        }
    }
    ptx2c_trace_end(&x, how);
}

/* Tells the host's function of all memory that the launch has accessed. */
static PTX2C_NOINLINE void ptx2c_trace_launch(void)
{
    ptx2c_trace *t = ptx2c_checks.accessed ? (ptx2c_trace *)ptx2c_check_get(1, sizeof *t) : NULL;
    for (uint32_t i = 0; t && i < ptx2c_pages.room; i++) {
        const ptx2c_page *p = ptx2c_pages.at[i];
        if (!p)
            continue;
        if (p->log)
            ptx2c_trace_log(t, p->log);
        for (size_t k = 0; k < PTX2C_PAGE_CELLS && !p->log; k++)
            ptx2c_trace_cell(t, k, ptx2c_cell_in_page(p, k));
        for (uint32_t how = 0; how < PTX2C_ACCESSES; how++) {
            if (!t->any[how])
                continue;
            ptx2c_trace_tell(t, how, p->number << 12);
            memset(t->bytes[how], 0, sizeof t->bytes[how]);
            t->any[how] = false;
        }
    }
    free(t);
}

#endif
