/* sanitize_cell.h: accesses as cells have them: without a list, a cell for itself or neighbours side by side.  For generated code. */
#ifndef PTX2C_SANITIZE_CELL_H
#define PTX2C_SANITIZE_CELL_H

#include "sanitize_log.h"

/* ---- cells without a list ---------------------------------------------------------------------------------------- */

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

/* The same of an atomic operation, behind what is past or its like. */
PTX2C_INLINE bool ptx2c_cell_changes(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, ptx2c_cell x, uint32_t tag)
{
    const uint32_t store = *x.store, kind = store >> PTX2C_TAG_KIND, bit = 1u << u % 32;
    const ptx2c_tag *t = &ptx2c_tags.at[store & PTX2C_TAG_NUMBER];
    if (!(PTX2C_CHECK & PTX2C_CHECK_COARSE) || (*x.load && !ptx2c_tag_is_past(a, *x.load)))
        return false;
    if (store == tag) {
        *x.list |= bit;
    } else if (store && t->site == s && t->cta == a->id && t->phase == a->phase && (kind || t->warp != u / 32)) {
        *x.store |= PTX2C_TAG_OF(PTX2C_RECORD_WARPS);
    } else if (!store || ptx2c_tag_is_past(a, store)) {
        *x.store = tag;
        *x.list = bit;
        *x.load = *x.lanes = 0;
    } else {
        return false;
    }
    return true;
}

/* Loads of all of the cell's parts at that place, by several CTAs or by warps in this phase, with which no store races. */
PTX2C_INLINE bool ptx2c_cell_has_part(const ptx2c_check_cta *a, const ptx2c_site *s, uint32_t load)
{
    const ptx2c_tag *t = &ptx2c_tags.at[load & PTX2C_TAG_NUMBER];
    const uint32_t kind = load >> PTX2C_TAG_KIND;
    return t->site == s && kind & PTX2C_RECORD_CLEAN &&
           (kind & PTX2C_RECORD_MANY || (kind & PTX2C_RECORD_WARPS && t->cta == a->id && t->phase == a->phase));
}

/* A plain access by thread u to a part of the cell that nobody else has done anything to, or that its like was done to.  False: nothing is
 * noted. */
static PTX2C_NOINLINE bool ptx2c_cell_part(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, ptx2c_cell x, uint32_t bytes,
                                           uint32_t tag, bool alone)
{
    const uint32_t load = *x.load, store = *x.store, bit = 1u << u % 32, part = u % (4 / s->bytes);
    if (!(PTX2C_CHECK & PTX2C_CHECK_COARSE) || bytes != ((1u << s->bytes) - 1) << part * s->bytes)
        return false;
    const bool no_load = !load || (alone && ptx2c_tag_is_past(a, load)), no_store = !store || (alone && ptx2c_tag_is_past(a, store));
    if (!(s->flags & PTX2C_SITE_WRITE)) {
        if (ptx2c_cell_has_part(a, s, load))
            return true;
        if (!(!store || ptx2c_tag_is_past(a, store)) || !(no_load || load == (tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN))))
            return false;
        *x.load = tag | PTX2C_TAG_OF(PTX2C_RECORD_CLEAN);
        *x.lanes = no_load ? bit : *x.lanes | bit;
        return true;
    }
    if (!no_load || !(no_store || (store == tag && !(ptx2c_lanes_of_part(*x.list, 4 / s->bytes, part) & ~bit))))
        return false;
    *x.store = tag;
    *x.list = no_store ? bit : *x.list | bit;
    *x.load = *x.lanes = 0;
    return true;
}

/* Lanes that access a part of the word each access all of it. */
PTX2C_INLINE bool ptx2c_lanes_make_up(uint32_t lanes, uint32_t parts)
{
    bool all = true;
    for (uint32_t i = 0; i < parts; i++)
        all &= ptx2c_lanes_of_part(lanes, parts, i) != 0;
    return all;
}

/* Plain accesses to all of the cell by lanes with these bits, to the part of its number each.  False: nothing is noted. */
static PTX2C_NOINLINE bool ptx2c_cell_parts(const ptx2c_check_cta *a, uint32_t w, uint32_t bits, const ptx2c_site *s, ptx2c_cell x,
                                            uint32_t tag, bool alone)
{
    const uint32_t load = *x.load, store = *x.store, kind = load >> PTX2C_TAG_KIND & ~(uint32_t)PTX2C_RECORD_CLEAN;
    const uint32_t clean = PTX2C_TAG_OF(PTX2C_RECORD_CLEAN);
    const ptx2c_tag *t = &ptx2c_tags.at[load & PTX2C_TAG_NUMBER];
    if (ptx2c_cell_has_list(x))
        return false;
    const bool past = !load || ptx2c_tag_is_past(a, load), again = store == tag && *x.list == bits;
    if (store && !(again && s->flags & PTX2C_SITE_WRITE) && !ptx2c_tag_is_past(a, store))
        return false;
    if (s->flags & PTX2C_SITE_WRITE) {
        if (!past)
            return false;
        *x.store = tag;
        *x.list = bits;
        *x.load = *x.lanes = 0;
    } else if (!load || (past && (t->site == s || alone))) {
        *x.load = tag | clean;
        *x.lanes = bits;
    } else if (t->site != s || !(kind || ptx2c_lanes_make_up(*x.lanes, 4 / s->bytes))) {
        return false;
    } else if (t->cta != a->id || (kind & PTX2C_RECORD_MANY)) {
        *x.load = (load & PTX2C_TAG_NUMBER) | PTX2C_TAG_OF(PTX2C_RECORD_MANY) | (store ? 0 : clean);
    } else if (kind || t->warp != w) {
        *x.load = (load & PTX2C_TAG_NUMBER) | PTX2C_TAG_OF(PTX2C_RECORD_WARPS) | clean;
    } else {
        return (load & PTX2C_TAG_NUMBER) == tag && *x.lanes == bits;
    }
    return true;
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
    return (ptx2c_alike){!differ && !ptx2c_cell_has_list(x), !stores, !loads};
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

/* A plain access to these bytes of a cell that is said in the cell.  False: nothing is noted.  alone as in ptx2c_cell_stores. */
PTX2C_INLINE bool ptx2c_cell_says(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, ptx2c_cell x, uint32_t bytes, uint32_t tag,
                                  bool alone)
{
    if (ptx2c_cell_has_list(x))
        return false;
    if (ptx2c_site_is_part(s) && !(s->flags & PTX2C_SITE_ATOMIC))
        return ptx2c_cell_part(a, u, s, x, bytes, tag, alone);
    if (bytes != 15)
        return false;
    return s->flags & PTX2C_SITE_ATOMIC ? ptx2c_cell_changes(a, u, s, x, tag)
         : s->flags & PTX2C_SITE_WRITE  ? ptx2c_cell_stores(a, u, x, tag, alone)
                                        : ptx2c_cell_loads(a, u, 1u << u % 32, s, x, tag, alone);
}

/* Accesses to n neighbouring cells by as many lanes, from thread u on.  False: some may be noted. */
static PTX2C_NOINLINE bool ptx2c_cells_access(const ptx2c_check_cta *a, uint32_t u, uint32_t n, const ptx2c_site *s, ptx2c_cell x,
                                              uint32_t tag, bool alone)
{
    if (!(PTX2C_CHECK & PTX2C_CHECK_COARSE) || a->told)
        return false;
    for (uint32_t from = 0, len; from < n; from += len) {
        const ptx2c_cell y = {x.list + from, x.store + from, x.lanes + from, x.load + from};
        len = 1;
        if (ptx2c_cell_says(a, u + from, s, y, 15, tag, alone))
            continue;
        len = ptx2c_cells_with_list(y, n - from);
        const bool has_list = ptx2c_cell_has_list(y);
        const uint32_t list = has_list ? ptx2c_cell_list(y) : ptx2c_cell_as_list(y, len == 1);
        ptx2c_list_access z = ptx2c_list_access_of(a, u + from, 1u << (u + from) % 32, s, 15, tag, len == 1);
        const uint32_t after = ptx2c_list_after(&z, list, ptx2c_cell_turn(y), NULL);
        if (after == PTX2C_IN_LIST)
            return false;
        for (uint32_t i = 0; i < len && !(has_list && after == list); i++)
            ptx2c_cell_put((ptx2c_cell){y.list + i, y.store + i, y.lanes + i, y.load + i}, after);
    }
    return true;
}

/* A plain access to these bytes of a cell; false: there is something to tell.  alone as in ptx2c_cell_stores. */
PTX2C_INLINE bool ptx2c_cell_quick(const ptx2c_check_cta *a, uint32_t u, const ptx2c_site *s, ptx2c_cell x, uint32_t bytes, uint32_t tag,
                                   bool alone)
{
    return ptx2c_cell_says(a, u, s, x, bytes, tag, alone) || ptx2c_cell_access(a, u, 1u << u % 32, s, x, bytes, tag, NULL);
}

#endif
