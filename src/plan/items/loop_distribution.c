/* loop_distribution.c: loops over lanes of which a part keeps C compilers from making vectors become several.
 *
 * A sine has a way for huge numbers, with a loop in it, which hardly any lane ever goes.  Where such a loop, a call, an atomic or
 * an access that processors have no vectors for stands among arithmetic that vectors would do in a fraction of the time, that
 * arithmetic gets loops over lanes of its own.  What lives from one to the next is kept by lane, which costs a store and a load.
 * The loop for the huge numbers is passed over where no lane has one.
 *
 * Stores at places of each lane's own are such accesses: of the processors with vectors few have them for those.  Where such stores are all that
 * is in the way, the loop is parted only where processors have none (PTX2C_SCATTERING), and so where less is gained.  What a store needs that
 * stands under the same condition is computed for all lanes, if it is arithmetic that only the condition's side reads: so nothing is kept under a
 * condition.  Lanes of such a loop have no order, and of each lane only arithmetic and loads of constants pass a store.
 *
 * Likewise where lanes would go one by one because few come to most of a loop: what of it is in branches that cost less as vectors has a
 * loop of its own, as the arithmetic in front of what one thread of the CTA then hands on (tests/run/rare_parts).  An if of a warp's that loads
 * bytes here and there amid arithmetic becomes several (tests/run/parted_ifs).
 *
 * In: the items of region.c, whose registers have no places yet.  Out: groups of lanes, each all for vectors or all for lanes.  Cost: linear in the
 * items, times the depth of ifs. */
#include "plan/plan.h"

/* By how many more a register is read. */
typedef struct Reads { int reg, by; } Reads;

typedef struct Distribution {
    Back *b;
    Fusion *fusion;
    int *part_of; /* by register: the part that refers to it, from 1 on; -1: several do */
    int shared;   /* registers to which several do */
    int *group_of; /* by register: the loop over lanes that refers to it, from 1 on; -1: several do, between which it is kept by lane anyway */
    int groups;
    bool parted;   /* its ifs have become several, for loads */
    bool branches; /* the loop that is looked at has branches for which its lanes would go one by one */
    bool scatters; /* all that keeps it from vectors on some processors is that it stores here and there */
    Array(Reads) guards; /* of ifs of which such a loop has several */
    int *reads;    /* by register: how often items of an if's side read it behind where they write it; */
    bool *written; /*   whether they do */
    int divided;  /* groups that became several */
    Places before; /* accesses of a part so far */
    int *jumps, *seen; /* by label: how many items are it or jump there; and of those, in the list that is looked at */
    int open;          /* labels of which the list has some, not all */
} Distribution;

static void note_jumps(Distribution *w, const Item *whole, int *count, int by)
{
    for (const Item *it = whole; it; it = item_next(it, whole))
        if (it->kind == I_GOTO || it->kind == I_LABEL) {
            const int n = it->node->label;
            w->open -= w->seen[n] && w->seen[n] != w->jumps[n];
            count[n] += by;
            w->open += w->seen[n] && w->seen[n] != w->jumps[n];
        }
}

/* Whether all jumps to labels of the list, and all from it, stay in it. */
static bool is_closed(Distribution *w, const Items *list)
{
    for (int i = 0; i < list->n; i++)
        note_jumps(w, list->at[i], w->seen, 1);
    const bool closed = w->open == 0;
    for (int i = 0; i < list->n; i++)
        note_jumps(w, list->at[i], w->seen, -1);
    return closed;
}

/* Where the items end that jumps hold together with the one at `from`. */
static int end_of_jumps(Distribution *w, const Items *all, int from)
{
    int to = from;
    do
        note_jumps(w, all->at[to++], w->seen, 1);
    while (w->open && to < all->n);
    for (int i = from; i < to; i++)
        note_jumps(w, all->at[i], w->seen, -1);
    return to;
}

static bool is_for_vectors(const Back *b, const Item *it)
{
    if (it->kind != I_INS && it->kind != I_IF)
        return false;
    const Ins *ins = &b->fn->ins.at[it->ins];
    if (it->kind == I_INS && (ins_order_matters(ins) || !gather_has_vectors(b, ins)))
        return false;
    for (int i = 0; i < it->nkid; i++)
        for (EACH(const Item, kid, it->kid[i]))
            if (!is_for_vectors(b, kid) || (kid->kind == I_INS && store_is_for_one(b, &b->fn->ins.at[kid->ins])))
                return false;
    return true;
}

/* Which loops over lanes refer to each register. */
static void note_groups(Distribution *w, const Items *list)
{
    for (EACH(const Item, whole, *list)) {
        if (whole->kind == I_GROUP && whole->level == LV_LANE) {
            w->groups++;
            for (const Item *it = whole; it; it = item_next(it, whole))
                for (Refs ref = item_refs(w->b, it); refs_next(&ref);) {
                    int *in = &w->group_of[ref.reg];
                    *in = *in && *in != w->groups ? -1 : w->groups;
                }
        }
        for (int k = 0; k < whole->nkid; k++)
            note_groups(w, &whole->kid[k]);
    }
}

static void refer(Distribution *w, const Item *whole, int part)
{
    for (const Item *it = whole; it; it = item_next(it, whole))
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);) {
            int *in = &w->part_of[ref.reg];
            w->shared += *in > 0 && *in != part && w->b->reg[ref.reg].val.kind == VAL_VAR && (!w->branches || w->group_of[ref.reg] > 0);
            *in = *in && *in != part ? -1 : part;
        }
}

static void forget(Distribution *w, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);)
            w->part_of[ref.reg] = 0;
}

/* Registers whose values more than one of the parts needs; ends: behind the last item of each. */
static int count_shared(Distribution *w, const Items *all, const int *ends, int n)
{
    w->shared = 0;
    for (int i = 0, from = 0; i < n; from = ends[i++])
        for (int k = from; k < ends[i]; k++)
            refer(w, all->at[k], i + 1);
    forget(w, all);
    return w->shared;
}

/* Those of items first to end - 1 that others need, too. */
static int count_own(Distribution *w, const Items *all, int first, int end)
{
    w->shared = 0;
    for (int i = 0; i < all->n; i++)
        refer(w, all->at[i], i >= first && i < end ? 2 : 1);
    forget(w, all);
    return w->shared;
}

/* Whether lanes must do items first to end - 1 one lane after the other, behind the accesses in w->before. */
static bool order_counts(Distribution *w, const Items *list, int first, int end)
{
    for (int i = first; i < end; i++) {
        const Item *it = list->at[i];
        for (int k = 0; k < it->nkid; k++)
            if (order_counts(w, &it->kid[k], 0, it->kid[k].n))
                return true;
        if (it->kind == I_INS && access_orders(w->b, &w->before, it->ins))
            return true;
    }
    return false;
}

/* Fills a list with items first to end - 1 of another. */
static void take_part(const Distribution *w, Items *part, const Items *all, int first, int end)
{
    part->at = NULL;
    part->n = part->cap = 0;
    for (int i = first; i < end; i++)
        items_add(w->b, part, all->at[i]);
}

/* Puts what lies behind each end in a group of its own. */
static void divide(Distribution *w, Items *list, int at, const int *ends, int n)
{
    Back *b = w->b;
    Item *whole = list->at[at];
    const Items all = whole->kid[0];
    const Items old = *list;
    w->divided++;
    *list = (Items){.level = old.level, .depth = old.depth, .owner = old.owner};
    for (int i = 0; i < at; i++)
        array_add(b->a, list, old.at[i]);
    for (int i = 0, from = 0; i < n; from = ends[i++]) {
        Item *part = memcpy(NEW(b->a, Item), whole, sizeof *whole);
        part->kid = NEW_OF(b->a, Items, .level = all.level, .owner = part);
        take_part(w, part->kid, &all, from, ends[i]);
        part->singly = w->branches && cost_is_seldom(b, &all, from, ends[i]) ? SINGLY_SELDOM : whole->singly;
        part->id = ++b->plan->groups;
        part->parts = w->divided;
        w->before.n = 0;
        part->serial = whole->serial && order_counts(w, &all, from, ends[i]);
        part->serial_from = 0;
        array_add(b->a, list, part);
    }
    for (int i = at + 1; i < old.n; i++)
        array_add(b->a, list, old.at[i]);
    items_number(list, at);
}

enum { PARTS = 32, LOOKED = 100, /* at most; likewise of what is no gain */
       REST = 7, RARE = 2, /* halves of what is gained that what is left for lanes may take; and times that, under a condition */
       WORTH = 28,    /* registers whose keeping a part must be worth, beside those that it shares: such loops are harder to read; */
       BESIDE = 10,   /*   beside other parts */
       SELDOM = 4,    /*   beside what hardly any lane does */
       APART = 10 };  /*   in front of stores here and there */

/* Where the parts of a group end: by turns for vectors and not; how many there are.  0: it gains nothing. */
static int find_parts_worth(Distribution *w, const Items *all, int enough, int ends[PARTS])
{
    const Back *b = w->b;
    int n = 0, looked = 0;
    int64_t gain = 0, rest = 0;
    bool vectors = false;
    w->branches = cost_prefers_branches(b, all);
    for (int from = 0, to; from < all->n; from = to) {
        for (to = from; to < all->n && is_for_vectors(b, all->at[to]) && !(w->branches && cost_is_seldom(b, all, to, to + 1)); to++)
            ;
        const int64_t more = to > from ? cost_of_lanes(b, all, from, to) - cost_of_vectors(b, all, from, to) : 0;
        const bool worth = more > cost_of_shared(b, enough) && more > cost_of_shared(b, enough + count_own(w, all, from, to));
        to = to > from ? to : end_of_jumps(w, all, from);
        if (n && !worth && !vectors)
            n--;
        if (n == PARTS || ++looked == LOOKED)
            return 0;
        ends[n++] = to;
        vectors = worth;
        gain += worth ? more : 0;
        const bool alone = to == from + 1 && all->at[from]->kind == I_IF;
        rest += worth || (alone && is_seldom_if(b, all->at[from])) ? 0 : cost_of_lanes(b, all, from, to) / (alone ? RARE : 1);
    }
    return n > 1 && gain > cost_of_shared(b, count_shared(w, all, ends, n)) && gain > 2 * rest / REST ? n : 0;
}

/* All that vectors can't do of a list is to load. */
static bool is_for_vectors_but_loads(const Back *b, const Items *list)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = it->kind == I_INS ? &b->fn->ins.at[it->ins] : NULL;
        const bool fits = ins ? !store_is_for_one(b, ins) && (is_for_vectors(b, it) || (isa_emit(ins) == EMIT_LD && !ins_order_matters(ins))) :
            it->kind == I_IF && is_for_vectors_but_loads(b, &it->kid[0]) && is_for_vectors_but_loads(b, &it->kid[1]);
        if (!fits)
            return false;
    }
    return true;
}

/* A warp's registers are kept by lane from one collective to the next anyway: where bytes that lanes load here and there have made several of
 * ifs, their parts and those beside them need not gain as much. */
static int find_parts(Distribution *w, const Items *all, int ends[PARTS])
{
    if (w->scatters)
        return find_parts_worth(w, all, APART, ends);
    const bool side = w->b->mode == MODE_WARP && all->owner && all->owner->kind == I_IF;
    int enough = w->parted ? BESIDE : WORTH;
    for (int i = 0; i < all->n; i++)
        enough = is_seldom_if(w->b, all->at[i]) ? SELDOM : enough;
    const int n = find_parts_worth(w, all, enough, ends);
    if (!n || enough < WORTH || !side || !is_for_vectors_but_loads(w->b, all))
        return n;
    int more[PARTS];
    const int m = find_parts_worth(w, all, BESIDE, more);
    if (m)
        memcpy(ends, more, sizeof more);
    return m ? m : n;
}

/* Likewise of the list in a better order, which it then has. */
static int find_fused_parts(Distribution *w, Items *all, int ends[PARTS])
{
    if (all->n < 2)
        return 0;
    const size_t bytes = (size_t)all->n * sizeof *all->at;
    Item **was = memcpy(NEWN(w->b->a, Item *, all->n + 1), all->at, bytes);
    items_fuse(w->fusion, all, w->scatters, is_for_vectors);
    const int n = find_parts(w, all, ends);
    if (!n) {
        memcpy(all->at, was, bytes);
        items_number(all, 0);
    }
    return n;
}

/* Whether a lane may end in the list, which then must not come to later parts. */
static bool may_end(const Back *b, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        if (it->kind == I_EXIT || it->kind == I_LEAVE || it->kind == I_SWITCH ||
            (ins && (isa_emit(ins) == EMIT_TRAP || (isa_emit(ins) == EMIT_CALL && call_may_exit(b->m, ins)))))
            return true;
    }
    return false;
}

/* An if of the items first to end - 1 of one side. */
static Item *part_of_if(const Distribution *w, const Item *it, int side, int first, int end)
{
    Item *part = memcpy(NEW(w->b->a, Item), it, sizeof *it);
    part->kid = NEWN(w->b->a, Items, it->nkid);
    for (int k = 0; k < it->nkid; k++)
        part->kid[k] = (Items){.level = it->kid[k].level, .owner = part};
    take_part(w, &part->kid[side], &it->kid[side], first, end);
    return part;
}

/* Counts how often registers are read in an if's side behind where they are written. */
static void count_reads(Distribution *w, const Items *side)
{
    for (const Item *it = items_first(side); it; it = items_next(it, side)) {
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);)
            w->reads[ref.reg] += !ref.write && w->written[ref.reg];
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);)
            w->written[ref.reg] |= ref.write;
    }
}

static void forget_reads(Distribution *w, const Items *side)
{
    for (const Item *it = items_first(side); it; it = items_next(it, side))
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);)
            w->reads[ref.reg] = w->written[ref.reg] = 0;
}

/* What all lanes may as well compute: nobody else reads it. */
static bool is_for_all(const Distribution *w, const Item *it)
{
    const Back *b = w->b;
    const Ins *ins = item_ins(b, it);
    const Dest d = ins ? ins_dest(ins) : (Dest){0};
    if (d.n != 1 || b->reg[d.reg].ndef != 1 || b->spec[it->ins] != SPEC_NONE || w->reads[d.reg] != b->reg[d.reg].nuse)
        return false;
    return ins_is_pure(ins) || (isa_loads_constant(ins) && ins->guard < 0 && !opnd_has_base(isa_address(ins)));
}

/* A store at a place of each lane's own that may as well come behind what other lanes do. */
static bool is_scatter(const Back *b, const Ins *ins)
{
    return isa_emit(ins) == EMIT_ST && !gather_has_vectors(b, ins) && !isa_is_strong(ins) && !ins->pseudo;
}

static bool any_scatters(const Back *b, const Items *list, int first, int end)
{
    while (first < end && !item_any(b, list->at[first], is_scatter))
        first++;
    return first < end;
}

/* Where the parts of an if's side end, likewise.  In front of stores here and there nothing is kept under a condition: all lanes compute what
 * the stores need. */
static int find_parts_of_side(Distribution *w, Items *side, int ends[PARTS])
{
    const int n = find_fused_parts(w, side, ends);
    bool fits = true;
    if (!n || !w->scatters)
        return n;
    count_reads(w, side);
    for (int i = 0, from = 0; i < n; from = ends[i++]) {
        const bool spare = !any_scatters(w->b, side, from, ends[i]);
        for (int k = from; k < ends[i] && spare; k++)
            fits &= is_for_all(w, side->at[k]);
    }
    forget_reads(w, side);
    return fits ? n : 0;
}

/* Adds parts of an if's side to the list that it stands in; how many ifs they are. */
static int add_parts(Distribution *w, Items *parts, const Item *it, int side, const int *ends, int n)
{
    Back *b = w->b;
    const Items *all = &it->kid[side];
    int ifs = 0;
    for (int i = 0, from = 0; i < n; from = ends[i++]) {
        const bool spare = w->scatters && n > 1 && !any_scatters(b, all, from, ends[i]);
        for (int k = from; k < ends[i] && spare; k++)
            array_add(b->a, parts, all->at[k]);
        if (!spare)
            array_add(b->a, parts, part_of_if(w, it, side, from, ends[i]));
        ifs += !spare;
    }
    return ifs;
}

/* Makes several of ifs whose content has parts; the ifs in them first. */
static void divide_ifs(Distribution *w, Items *list)
{
    Back *b = w->b;
    Items parts = {.level = list->level, .depth = list->depth, .owner = list->owner};
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        const bool closed = it->kind == I_IF && is_closed(w, &it->kid[0]) && is_closed(w, &it->kid[1]);
        const int guard = closed ? b->fn->ins.at[it->ins].guard : -1;
        int ends[2][PARTS], n[2] = {0};
        for (int side = 0; side < 2 && guard >= 0 && !is_for_vectors(b, it); side++) {
            if (side == seldom_side(b, it))
                continue;
            divide_ifs(w, &it->kid[side]);
            n[side] = find_parts_of_side(w, &it->kid[side], ends[side]);
        }
        if ((n[0] || n[1]) && !writes_in(b, &it->kid[0], guard) && !writes_in(b, &it->kid[1], guard)) {
            Reads more = {.reg = guard, .by = -1};
            for (int side = 0; side < 2; side++) {
                if (!n[side] && it->kid[side].n)
                    ends[side][n[side]++] = it->kid[side].n;
                more.by += add_parts(w, &parts, it, side, ends[side], n[side]);
            }
            b->reg[guard].nuse += more.by;
            array_add(b->a, &w->guards, more);
            w->parted |= b->mode == MODE_WARP && is_for_vectors_but_loads(b, &it->kid[0]) && is_for_vectors_but_loads(b, &it->kid[1]);
        } else
            array_add(b->a, &parts, list->at[i]);
    }
    list->at = parts.at;
    list->n = parts.n;
    list->cap = parts.cap;
    items_number(list, 0);
}

/* All it holds is a side that hardly any lane goes to. */
static bool is_seldom(const Back *b, const Items *list)
{
    const Item *it = list->n == 1 ? list->at[0] : NULL;
    if (!it || it->kind != I_IF || (it->kid[0].n && it->kid[1].n))
        return false;
    const int side = !it->kid[0].n;
    return seldom_side(b, it) == side || side_for_one(b, it) == side || is_seldom(b, &it->kid[side]);
}

/* ---- stores here and there ------------------------------------------------------------------------------------------------ */

/* Whether a loop over lanes stores here and there, and vectors can do all the rest. */
static bool only_scatters(const Back *b, const Item *group)
{
    bool any = false;
    for (const Item *it = item_next(group, group); it; it = item_next(it, group)) {
        const Ins *ins = item_ins(b, it);
        if (it->kind != I_IF && (!ins || store_is_for_one(b, ins) || (!is_scatter(b, ins) && !is_for_vectors(b, it))))
            return false;
        any |= ins && is_scatter(b, ins);
    }
    const Items *all = &group->kid[0];
    return any && back_has_chunks(b) && !b->m->checked && !b->plan->lanes && !group->serial && !cost_picks(b, all) && !cost_prefers_branches(b, all);
}

/* A list of the same instructions and ifs. */
static void copy_items(Back *b, Items *to, const Items *from)
{
    to->at = NULL;
    to->n = to->cap = 0;
    for (int i = 0; i < from->n; i++) {
        Item *it = memcpy(NEW(b->a, Item), from->at[i], sizeof *it);
        it->kid = NEWN(b->a, Items, it->nkid + 1);
        for (int k = 0; k < it->nkid; k++) {
            it->kid[k] = from->at[i]->kid[k];
            it->kid[k].owner = it;
            copy_items(b, &it->kid[k], &from->at[i]->kid[k]);
        }
        items_add(b, to, it);
    }
}

/* Makes of such a loop what vectors can do and those stores; into how many it is parted. */
static int part_scatters(Distribution *w, Items *list, int at)
{
    Back *b = w->b;
    Item *was = list->at[at];
    Item *whole = memcpy(NEW(b->a, Item), was, sizeof *was);
    int ends[PARTS];
    whole->kid = NEW_OF(b->a, Items, .level = was->kid->level, .depth = was->kid->depth, .owner = whole);
    copy_items(b, whole->kid, was->kid);
    w->guards.n = 0;
    w->scatters = true;
    divide_ifs(w, whole->kid);
    const int n = find_fused_parts(w, whole->kid, ends);
    w->scatters = false;
    if (!n) {
        for (int i = 0; i < w->guards.n; i++)
            b->reg[w->guards.at[i].reg].nuse -= w->guards.at[i].by;
        return 1;
    }
    list->at[at] = whole;
    divide(w, list, at, ends, n);
    for (int i = at; i < at + n; i++) {
        list->at[i]->whole = was;
        list->at[i]->scatters = any_scatters(b, list, i, i + 1);
    }
    return n;
}

/* Makes several of any other loop that is worth it; how many. */
static int part_others(Distribution *w, Items *list, int at)
{
    const Item *it = list->at[at];
    int ends[PARTS];
    w->parted = false;
    divide_ifs(w, &it->kid[0]);
    const int n = find_fused_parts(w, &it->kid[0], ends);
    if (!n)
        return 1;
    divide(w, list, at, ends, n);
    for (int i = at; i < at + n; i++)
        list->at[i]->skips = is_seldom(w->b, &list->at[i]->kid[0]);
    return n;
}

static void distribute(Distribution *w, Items *list)
{
    for (int i = 0, n; i < list->n; i += n) {
        const Item *it = list->at[i];
        const bool group = it->kind == I_GROUP && it->level == LV_LANE;
        n = 1;
        if (group && !it->entry && !it->reductions && !may_end(w->b, &it->kid[0]) && is_closed(w, &it->kid[0]))
            n = only_scatters(w->b, it) && !lane_strides_fit(w->b, it) ? part_scatters(w, list, i) : part_others(w, list, i);
        for (int k = 0; k < it->nkid && !group; k++)
            distribute(w, &it->kid[k]);
    }
}

void loop_distribute(Back *b)
{
    if (!back_optimizes(b) || b->plan->nregions)
        return;
    Distribution w = {.b = b, .fusion = items_fusion(b), .part_of = NEWN(b->a, int, b->nreg + 1), .group_of = NEWN(b->a, int, b->nreg + 1),
                      .reads = NEWN(b->a, int, b->nreg + 1), .written = NEWN(b->a, bool, b->nreg + 1),
                      .jumps = NEWN(b->a, int, b->gotos + 1), .seen = NEWN(b->a, int, b->gotos + 1)};
    b->plan->lanes = b->width > cost_near_lines() && cost_walks(b) ? cost_near_lines() : 0;
    for (int i = 0; i < b->plan->root.n; i++)
        note_jumps(&w, b->plan->root.at[i], w.jumps, 1);
    note_groups(&w, &b->plan->root);
    distribute(&w, &b->plan->root);
}
