/* sanitize_cell.h: accesses as cells have them: without a list, a cell for itself or neighbours side by side.  For generated code. */
#ifndef PTX2C_SANITIZE_CELL_H
#define PTX2C_SANITIZE_CELL_H

#include "sanitize_race.h"

/* ---- cells without a list ---------------------------------------------------------------------------------------- */

PTX2C_INLINE bool ptx2c_tag_is_past(const ptx2c_check_cta *a, uint32_t tag)
{
    const ptx2c_tag *t = &ptx2c_tags.at[tag & PTX2C_TAG_NUMBER];
    const uint32_t kind = tag >> PTX2C_TAG_KIND;
    if (t->cta != a->id || (kind & PTX2C_RECORD_MANY))
        return false;
    return kind & PTX2C_RECORD_WARPS ? t->phase < a->phase : t->clock <= a->base[t->warp];
}

PTX2C_INLINE bool ptx2c_tag_is_own(const ptx2c_check_cta *a, uint32_t tag, uint32_t lanes, uint32_t u)
{
    const ptx2c_tag *t = &ptx2c_tags.at[tag & PTX2C_TAG_NUMBER];
    return t->cta == a->id && t->warp == u / 32 && lanes == 1u << u % 32 && !(tag >> PTX2C_TAG_KIND & ~(uint32_t)PTX2C_RECORD_CLEAN);
}

/* A plain store to the whole cell.  False: it can't be said in the cell, or must be told.  alone: no other CTA knows this memory. */
PTX2C_INLINE bool ptx2c_cell_stores(const ptx2c_check_cta *a, uint32_t u, ptx2c_cell x, uint32_t tag, bool alone)
{
    const uint32_t bit = 1u << u % 32;
    const bool load = *x.load && !ptx2c_tag_is_past(a, *x.load), again = *x.store == tag && *x.list == bit;
    if (load && !ptx2c_tag_is_own(a, *x.load, *x.lanes, u))
        return false;
    if (*x.store && !again && (!ptx2c_tag_is_past(a, *x.store) || (load && !alone)))
        return false;
    *x.store = tag;
    *x.list = bit;
    *x.load = load ? *x.load & ~PTX2C_TAG_OF(PTX2C_RECORD_CLEAN) : 0;
    *x.lanes = load ? *x.lanes : 0;
    return true;
}

/* The same of a load by thread u, and others of its warp with these bits, where what is in the cell is not its like. */
static PTX2C_NOINLINE bool ptx2c_cell_loads_other(const ptx2c_check_cta *a, uint32_t u, uint32_t bits, const ptx2c_site *s, ptx2c_cell x,
                                                  uint32_t tag, bool alone)
{
    const uint32_t load = *x.load, kind = load >> PTX2C_TAG_KIND & ~(uint32_t)PTX2C_RECORD_CLEAN;
    const bool coarse = PTX2C_CHECK & PTX2C_CHECK_COARSE, past = *x.store && ptx2c_tag_is_past(a, *x.store);
    const uint32_t clean = !*x.store || past ? PTX2C_TAG_OF(PTX2C_RECORD_CLEAN) : 0;
    if (!clean && ((bits & (bits - 1)) || !ptx2c_tag_is_own(a, *x.store, *x.list, u)))
        return false;
    const ptx2c_tag *t = &ptx2c_tags.at[load & PTX2C_TAG_NUMBER];
    const bool is_past = load && ptx2c_tag_is_past(a, load);
    if (!load || (is_past && (t->site == s || alone))) {
        *x.load = tag | clean;
        *x.lanes = bits;
    } else if ((load & PTX2C_TAG_NUMBER) == tag && !kind) {
        *x.load = tag | clean;
        *x.lanes |= bits;
    } else if (t->site == s && coarse && (t->cta != a->id || (kind & PTX2C_RECORD_MANY))) { /* nothing orders CTAs */
        *x.load = (load & PTX2C_TAG_NUMBER) | PTX2C_TAG_OF(PTX2C_RECORD_MANY) | (*x.store ? 0 : clean);
    } else if (t->site == s && coarse && (kind || t->warp != u / 32)) {
        *x.load = (load & PTX2C_TAG_NUMBER) | PTX2C_TAG_OF(PTX2C_RECORD_WARPS) | clean;
    } else {
        return false;
    }
    return true;
}

PTX2C_INLINE bool ptx2c_cell_loads(const ptx2c_check_cta *a, uint32_t u, uint32_t bits, const ptx2c_site *s, ptx2c_cell x, uint32_t tag,
                                   bool alone)
{
    if (PTX2C_LIKELY(*x.load == (tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN)))) {
        *x.lanes |= bits;
        return true;
    }
    if (!*x.load && !*x.store) {
        *x.load = tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN);
        *x.lanes = bits;
        return true;
    }
    const ptx2c_tag *t = &ptx2c_tags.at[*x.load & PTX2C_TAG_NUMBER];
    if (*x.load >> PTX2C_TAG_KIND == (PTX2C_RECORD_CLEAN | PTX2C_RECORD_MANY) && t->site == s)
        return true;
    if (*x.load >> PTX2C_TAG_KIND == (PTX2C_RECORD_CLEAN | PTX2C_RECORD_WARPS) && t->site == s && t->cta == a->id && t->phase == a->phase)
        return true;
    return ptx2c_cell_loads_other(a, u, bits, s, x, tag, alone);
}

/* What n neighbouring cells, the first of which lane l of the warp accesses, have in common. */
typedef struct ptx2c_alike {
    bool same;              /* the tags of all are the first one's */
    bool own_store, own_load; /* each one's lane alone did it */
} ptx2c_alike;

PTX2C_INLINE ptx2c_alike ptx2c_cells_alike(ptx2c_cell x, uint32_t l, uint32_t n)
{
    const uint32_t store = *x.store, load = *x.load;
    uint32_t differ = 0, stores = 0, loads = 0;
    for (uint32_t i = 0; i < n; i++) {
        differ |= (x.store[i] ^ store) | (x.load[i] ^ load);
        stores |= x.list[i] ^ 1u << (l + i);
        loads |= x.lanes[i] ^ 1u << (l + i);
    }
    return (ptx2c_alike){!differ && store != PTX2C_IN_LIST, !stores, !loads};
}

/* Stores to n neighbouring cells by as many lanes, from thread u on.  False: nothing is noted. */
PTX2C_INLINE bool ptx2c_cells_store(const ptx2c_check_cta *a, uint32_t u, uint32_t n, ptx2c_cell x, uint32_t tag, bool alone)
{
    const uint32_t l = u % 32, store = *x.store;
    const ptx2c_alike all = ptx2c_cells_alike(x, l, n);
    if (!all.same)
        return false;
    const bool load = *x.load && !ptx2c_tag_is_past(a, *x.load), again = store == tag && all.own_store;
    if (load && !(all.own_load && ptx2c_tag_is_own(a, *x.load, *x.lanes, u)))
        return false;
    if (store && !again && (!ptx2c_tag_is_past(a, store) || (load && !alone)))
        return false;
    const uint32_t loads = load ? *x.load & ~PTX2C_TAG_OF(PTX2C_RECORD_CLEAN) : 0, keep = load ? UINT32_MAX : 0;
    for (uint32_t i = 0; i < n; i++) {
        x.store[i] = tag;
        x.list[i] = 1u << (l + i);
        x.load[i] = loads;
        x.lanes[i] &= keep;
    }
    return true;
}

/* The same of loads. */
PTX2C_INLINE bool ptx2c_cells_load(const ptx2c_check_cta *a, uint32_t u, uint32_t n, const ptx2c_site *s, ptx2c_cell x, uint32_t tag,
                                   bool alone)
{
    const uint32_t l = u % 32, load = *x.load, store = *x.store;
    const ptx2c_alike all = ptx2c_cells_alike(x, l, n);
    if (!all.same)
        return false;
    const bool clean = !store || ptx2c_tag_is_past(a, store);
    if (!clean && !(all.own_store && ptx2c_tag_is_own(a, store, *x.list, u)))
        return false;
    const uint32_t number = load & PTX2C_TAG_NUMBER, kind = load >> PTX2C_TAG_KIND & ~(uint32_t)PTX2C_RECORD_CLEAN;
    const uint32_t is_clean = clean ? PTX2C_TAG_OF(PTX2C_RECORD_CLEAN) : 0;
    const bool again = number == tag && !kind, past = load && ptx2c_tag_is_past(a, load);
    const ptx2c_tag *t = &ptx2c_tags.at[number];
    if (!load || again || (past && (t->site == s || alone))) {
        const uint32_t keep = again ? UINT32_MAX : 0;
        for (uint32_t i = 0; i < n; i++) {
            x.load[i] = tag | is_clean;
            x.lanes[i] = (x.lanes[i] & keep) | 1u << (l + i);
        }
        return true;
    }
    if (t->site != s || !(PTX2C_CHECK & PTX2C_CHECK_COARSE))
        return false;
    uint32_t many; /* of many threads: as ptx2c_cell_loads_other */
    if (t->cta != a->id || (kind & PTX2C_RECORD_MANY))
        many = number | PTX2C_TAG_OF(PTX2C_RECORD_MANY) | (store ? 0 : is_clean);
    else if (kind || t->warp != u / 32)
        many = number | PTX2C_TAG_OF(PTX2C_RECORD_WARPS) | is_clean;
    else
        return false;
    for (uint32_t i = 0; i < n && many != load; i++)
        x.load[i] = many;
    return true;
}

/* A plain access to these bytes of a cell; false: ptx2c_cell_access must do it.  tag: of the access, or 0; alone as in ptx2c_cell_stores. */
PTX2C_INLINE bool ptx2c_cell_quick(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, ptx2c_cell x, uint32_t bytes, uint32_t tag,
                                   bool alone)
{
    if (bytes == 15 && tag && *x.store != PTX2C_IN_LIST && !(s->flags & PTX2C_SITE_ATOMIC) &&
        (s->flags & PTX2C_SITE_WRITE ? ptx2c_cell_stores(a, u, x, tag, alone) : ptx2c_cell_loads(a, u, 1u << u % 32, s, x, tag, alone)))
        return true;
    uint32_t *cell = ptx2c_cell_list(x);
    if (s->flags & PTX2C_SITE_WRITE)
        return bytes == 15 && (s->flags & PTX2C_SITE_ATOMIC ? ptx2c_cell_atomic(a, u, s, cell) : ptx2c_cell_store(a, u, s, cell));
    return ptx2c_cell_loaded(a, u, s, cell, bytes) || ptx2c_cell_load(a, u, s, cell, bytes);
}

/* An access to n bytes at x->at, whose cells are cell(at / 4) on. */
PTX2C_INLINE void ptx2c_race_access(ptx2c_now_access *x, uint32_t *window, uintptr_t start, uint32_t n)
{
    while (n) {
        const uint32_t from = x->at & 3, len = n < 4 - from ? n : 4 - from;
        ptx2c_cell_access(x, ptx2c_cell_list(window ? ptx2c_cell_in(window, x->a->cells, (x->at - start) / 4) : ptx2c_cell_of(x->at)), ((1u << len) - 1) << from);
        x->at += len;
        x->offset += len;
        n -= len;
    }
}

#endif
