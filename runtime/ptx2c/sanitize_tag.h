/* sanitize_tag.h: the tags of accesses, and which of them and of the lists nobody has any more.  For generated code. */
#ifndef PTX2C_SANITIZE_TAG_H
#define PTX2C_SANITIZE_TAG_H

#include "sanitize_place.h"

#if PTX2C_CHECK & PTX2C_CHECK_RACE
/* ---- what is in use ---------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_list_mark(uint32_t list)
{
    for (uint32_t i = list; i && !(ptx2c_links.at[i].chain & PTX2C_LINK_MARK); i = ptx2c_links.at[i].next & PTX2C_TAG_NUMBER) {
        ptx2c_links.at[i].chain |= PTX2C_LINK_MARK;
        ptx2c_tags.at[ptx2c_links.at[i].tag & PTX2C_TAG_NUMBER].marked = true;
    }
}

static PTX2C_NOINLINE void ptx2c_cells_mark(ptx2c_cell x, size_t n)
{
    uint32_t last = 0;
    for (size_t i = 0; i < n; i++) {
        const ptx2c_cell y = {x.list + i, x.store + i, x.lanes + i, x.load + i};
        if (!ptx2c_cell_has_list(y)) {
            ptx2c_tags.at[*y.store & PTX2C_TAG_NUMBER].marked = true;
            ptx2c_tags.at[*y.load & PTX2C_TAG_NUMBER].marked = true;
        } else if (ptx2c_cell_list(y) != last) {
            ptx2c_list_mark(last = ptx2c_cell_list(y));
        }
    }
}

PTX2C_INLINE void ptx2c_page_mark(const ptx2c_page *p)
{
    for (uint32_t i = 0; p->log && i < p->log->n; i++)
        ptx2c_tags.at[p->log->at[i].tag].marked = true;
    for (uint32_t k = 0; p->sheets && k < p->sheets->n; k++)
        for (uint32_t i = 0; i < PTX2C_PAGE_CELLS; i++)
            ptx2c_tags.at[p->sheets->of[k].half->cell[1][i] & PTX2C_TAG_NUMBER].marked = true;
    if (p->half[PTX2C_STORES] != &ptx2c_half_none || p->half[PTX2C_LOADS] != &ptx2c_half_none)
        ptx2c_cells_mark(ptx2c_cell_in_page(p, 0), PTX2C_PAGE_CELLS);
}

/* A warp may be about to use it. */
PTX2C_INLINE bool ptx2c_tag_is_now(const ptx2c_tag *t)
{
    for (const ptx2c_check_cta *a = ptx2c_now.all; a; a = a->next)
        if (a->id == t->cta)
            return t->clock == *ptx2c_clock_at(a, t->warp, ptx2c_doer_in(a, ptx2c_doer_of(t->site, t->clock)));
    return false;
}

static PTX2C_NOINLINE uint32_t ptx2c_tags_free(void)
{
    ptx2c_tag_table *t = &ptx2c_tags;
    uint32_t live = 0;
    t->spare = 0;
    for (uint32_t i = t->n; i-- > 1;) {
        live += t->at[i].marked;
        if (t->at[i].marked)
            continue;
        t->at[i].site = NULL;
        t->at[i].cta = t->spare;
        t->spare = i;
    }
    return live;
}

static PTX2C_NOINLINE uint32_t ptx2c_links_free(void)
{
    ptx2c_link_table *t = &ptx2c_links;
    uint32_t live = 0;
    if (t->heads)
        memset(t->head, 0, t->heads * sizeof *t->head);
    t->spare = 0;
    for (uint32_t i = t->n; i-- > 1;) {
        ptx2c_link *l = &t->at[i];
        const bool marked = l->tag && l->chain & PTX2C_LINK_MARK;
        live += marked;
        if (marked && l->chain & PTX2C_LINK_OWN) {
            l->chain = PTX2C_LINK_OWN;
            continue;
        }
        uint32_t *const head = marked ? &t->head[ptx2c_link_hash(l->tag, l->lanes, l->next) & (t->heads - 1)] : &t->spare;
        l->tag = marked ? l->tag : 0;
        l->chain = *head;
        *head = i;
    }
    return live;
}

/* So many are not worth looking for; so many more for each page. */
enum { PTX2C_FEW_NUMBERS = 1024, PTX2C_PAGE_NUMBERS = 64 };

/* Tags and links that no cell has any more are free. */
static PTX2C_NOINLINE void ptx2c_numbers_tidy(void)
{
    ptx2c_tag_table *t = &ptx2c_tags;
    for (uint32_t i = 0; i < t->n; i++)
        t->at[i].marked = t->at[i].site && ptx2c_tag_is_now(&t->at[i]);
    for (uint32_t i = 0; i < ptx2c_pages.room; i++)
        if (ptx2c_pages.at[i])
            ptx2c_page_mark(ptx2c_pages.at[i]);
    for (const ptx2c_check_cta *a = ptx2c_now.all; a; a = a->next)
        ptx2c_cells_mark(ptx2c_cell_in(a->cell, a->cells, 0), a->cells);
    const uint32_t tags = ptx2c_tags_free(), links = ptx2c_links_free();
    t->limit = PTX2C_FEW_NUMBERS + tags + tags / 4 + PTX2C_PAGE_NUMBERS * ptx2c_pages.n;
    ptx2c_links.limit = PTX2C_FEW_NUMBERS + links + links / 4 + PTX2C_PAGE_NUMBERS * ptx2c_pages.n;
    ptx2c_numbers_forget();
}

/* There is room for more links, for a while. */
PTX2C_INLINE void ptx2c_numbers_room(void)
{
    if (!ptx2c_links.spare && ptx2c_links.n >= PTX2C_FEW_NUMBERS && ptx2c_links.n >= ptx2c_links.limit &&
        ptx2c_links.n >= PTX2C_PAGE_NUMBERS * ptx2c_pages.n)
        ptx2c_numbers_tidy();
}

/* ---- tags -------------------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE uint32_t ptx2c_tag_new(const ptx2c_site *s, const ptx2c_check_cta *a, uint32_t w, uint32_t clock)
{
    ptx2c_tag_table *t = &ptx2c_tags;
    if (!t->spare && t->n >= PTX2C_FEW_NUMBERS && t->n >= t->limit && t->n >= PTX2C_PAGE_NUMBERS * ptx2c_pages.n)
        ptx2c_numbers_tidy();
    uint32_t i = t->spare;
    if (i) {
        t->spare = t->at[i].cta;
    } else {
        if (t->n == t->room) {
            const uint32_t room = t->room + t->room / 8 + 256;
            ptx2c_tag *more = room <= PTX2C_TAG_NUMBER ? (ptx2c_tag *)realloc(t->at, room * sizeof *more) : NULL;
            if (!more) {
                fputs("ptx2c: no memory for checks\n", stderr);
                abort();
            }
            t->at = more;
            t->room = room;
            t->n += !t->n;
            t->at[0] = (ptx2c_tag){NULL, 0, 0, 0, 0, false};
        }
        i = t->n++;
    }
    t->at[i] = (ptx2c_tag){s, a->id, clock, a->phase, (uint16_t)w, false};
    return i;
}

/* Of the site's accesses by that warp at that clock. */
PTX2C_INLINE uint32_t ptx2c_tag_of(const ptx2c_site *s, const ptx2c_check_cta *a, uint32_t w, uint32_t clock)
{
    ptx2c_last_tag *const k = &ptx2c_tags_last.at[(uintptr_t)s / sizeof *s % PTX2C_LAST_TAGS];
    if (k->site != s || k->clock != clock || k->warp != w || k->cta != a->id) {
        const uint32_t tag = ptx2c_tag_new(s, a, w, clock);
        *k = (ptx2c_last_tag){s, a->id, w, clock, tag};
    }
    return k->tag;
}

/* The same by the warp that runs. */
PTX2C_INLINE uint32_t ptx2c_tag_now(const ptx2c_site *s)
{
    const ptx2c_check_cta *a = ptx2c_now.a;
    const uint32_t w = a->c->sched->index;
    return ptx2c_tag_of(s, a, w, a->clock[w]);
}

/* An access to a CTA's shared memory, which has that window, is about to be noted. */
PTX2C_INLINE void ptx2c_window_comes(ptx2c_check_cta *a, const uint32_t *window, const ptx2c_site *s)
{
    if (!window || window != a->cell)
        return;
    ptx2c_later_ends(a);
    if (s->flags & PTX2C_SITE_WRITE)
        a->stored = a->phase + 1;
}

/* An access to n bytes at x->at; window: cells, the first for start; NULL: by address. */
PTX2C_INLINE void ptx2c_race_access(ptx2c_now_access *x, uint32_t *window, uintptr_t start, uint32_t n)
{
    ptx2c_check_cta *const a = x->a;
    ptx2c_window_comes(a, window, x->site);
    const uint32_t w = x->u / 32, odd = PTX2C_SITE_ASYNC | PTX2C_SITE_STRONG | PTX2C_SITE_RELEASE | PTX2C_SITE_ACQUIRE;
    const uint32_t tag = ptx2c_tag_of(x->site, a, w, ptx2c_clock_now(a, w, x->site));
    const bool logs = (PTX2C_CHECK & PTX2C_CHECK_COARSE) != 0 && !window && !(x->site->flags & (odd | PTX2C_SITE_WRITE | PTX2C_SITE_ATOMIC));
    while (n) {
        const uint32_t from = x->at & 3, len = n < 4 - from ? n : 4 - from, bytes = ((1u << len) - 1) << from;
        ptx2c_numbers_room();
        if (!logs || bytes != 15 || !ptx2c_log_takes(x->at, tag, 1u << x->u % 32, 0)) {
            const ptx2c_cell cell = window ? ptx2c_cell_in(window, a->cells, (x->at - start) / 4) : ptx2c_cell_of(x->at, x->site);
            if ((x->site->flags & odd) || !ptx2c_cell_says(a, x->u, x->site, cell, bytes, tag, window && a->c->cluster->n == 1))
                ptx2c_cell_access(a, x->u, 1u << x->u % 32, x->site, cell, bytes, tag, x);
        }
        x->at += len;
        x->offset += len;
        n -= len;
    }
}
#endif

#endif
