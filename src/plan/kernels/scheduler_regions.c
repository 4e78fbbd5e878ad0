/* scheduler_regions.c: kernels whose threads diverge around barriers and collectives, or wait for each other in loops.
 *
 * The function is cut into regions: single entry, no barrier or collective but at its start, no way round a waiting
 * loop.  Each region is run for the lanes which are there: emit_sched.c; runtime/sched.h chooses. */
#include "plan/plan.h"

bool loops_waiting(Fn *fn)
{
    Arena tmp = {0};
    const bool *waits = spin_loops(&tmp, fn);
    bool any = false;
    for (int i = 0; i < fn->nblk; i++)
        any |= waits[i];
    arena_reset(&tmp);
    return any;
}

static int sync_of(const Fn *fn, const Blk *x)
{
    const Ins *ins = &fn->ins.at[x->first];
    return x->first < x->end && isa_meets(ins) ? x->first : -1;
}

/* What makes a block begin a region: a barrier or collective at its start; a loop that waits, its body, and where it is
 * left; a loop around such a start. */
static void find_leaders(Back *b, bool *leader)
{
    Fn *fn = b->fn;
    b->plan->waiting = spin_loops(b->a, fn);
    for (int i = 0; i < fn->nblk; i++) {
        Blk *x = fn->blk[i];
        leader[i] |= i == 0 || sync_of(fn, x) >= 0 || b->plan->waiting[i];
        for (int k = 0; k < blk_nsucc(x); k++) {
            Blk *y = blk_succ(x, k);
            if (b->plan->waiting[i] && y != x) /* the body is entered anew in each round */
                leader[y->id] = true;
            for (Blk *h = x->loop; h; h = h->loop_up)
                if (b->plan->waiting[h->id] && !loop_holds(h, y))
                    leader[y->id] = true;
        }
    }
    for (int i = 0; i < fn->nblk; i++)
        for (Blk *h = leader[i] ? fn->blk[i]->loop : NULL; h; h = h->loop_up)
            leader[h->id] = true;
}

/* Gives each block its region. */
static int cut_regions(Back *b, const bool *leader, int *region)
{
    int n = 0;
    for (int i = 0; i < b->fn->nblk; i++) {
        Blk *x = b->fn->blk[i];
        int r = -1;
        bool own = leader[i];
        for (int k = 0; k < x->npred && !own; k++) {
            Blk *p = x->pred[k];
            if (p->id >= x->id) {
                own = !(x->is_header && cfg_dominates(x, p));
                continue;
            }
            own = r >= 0 && region[p->id] != r;
            r = region[p->id];
        }
        region[i] = own || r < 0 ? n++ : r;
    }
    return n;
}

/* A way back into the middle of a region from another, as from one that begins where a loop has two entries, makes that
 * place the start of a region.  False: there is none. */
static bool find_ways_back(const Fn *fn, const int *region, bool *leader)
{
    bool found = false;
    for (int i = 1; i < fn->nblk; i++) {
        const Blk *x = fn->blk[i];
        for (int k = 0; k < x->npred && !leader[i]; k++)
            if (x->pred[k]->id >= i && region[x->pred[k]->id] != region[i])
                leader[i] = found = true;
    }
    return found;
}

Leave leave_kind(const Back *b, const Blk *from, const Blk *to)
{
    if (b->plan->waiting[to->id] && to->id <= from->id)
        return LEAVE_YIELDS;
    for (const Blk *h = from->loop; h; h = h->loop_up)
        if (b->plan->waiting[h->id] && !loop_holds(h, to))
            return LEAVE_MOVES;
    return LEAVE_PLAIN;
}

/* Where lanes leave a region. */
typedef struct Ends {
    bool exits, plain; /* some exit; all others only go on elsewhere */
    const Blk *to;     /* where to, if it is one place */
    int leaves;
} Ends;

static void find_ends(const Back *b, const Part *r, const Items *list, Ends *e)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        e->exits |= it->kind == I_EXIT;
        if (it->kind == I_LEAVE) {
            e->plain &= leave_kind(b, r->entry, it->node->blk) == LEAVE_PLAIN;
            e->to = e->leaves++ && e->to != it->node->blk ? NULL : it->node->blk;
        }
    }
}

/* Where lanes go on in the next region, and no others do, nothing needs to be chosen. */
static void find_flows(Back *b)
{
    for (int i = 0; i < b->plan->nregions; i++) {
        Part *r = &b->plan->regions[i];
        const Blk *next = i + 1 < b->plan->nregions ? r[1].entry : NULL;
        Ends e = {.exits = falls_off(&r->group->kid[0]), .plain = true};
        find_ends(b, r, &r->group->kid[0], &e);
        r->group->serial |= !e.plain;
        r->group->singly = cost_has_narrow(b, &r->group->kid[0], true) ? SINGLY_NARROW : TOGETHER;
        r->exits = e.exits;
        r->flows = next && !e.exits && e.plain && e.to == next && next->npred == 1;
    }
}

Back *sched_prepare(Arena *a, Module *m, Fn *fn, bool literal)
{
    Back *b = NEW_OF(a, Back, .a = a, .m = m, .fn = fn, .mode = MODE_SCHED, .width = 32, .literal = literal, .plan = NEW(a, Plan));
    b->plan->has_state = true;
    cfg_build(a, fn, true);
    live_build(a, fn, false);
    bool *leader = NEWN(a, bool, fn->nblk);
    b->plan->region_of = NEWN(a, int, fn->nblk);
    find_leaders(b, leader);
    do
        b->plan->nregions = cut_regions(b, leader, b->plan->region_of);
    while (find_ways_back(fn, b->plan->region_of, leader));
    b->plan->regions = NEWN(a, Part, b->plan->nregions);
    for (int i = fn->nblk; i-- > 0;)
        b->plan->regions[b->plan->region_of[i]].entry = fn->blk[i];
    Bits *sets = NEWN(a, Bits, b->plan->nregions);
    for (int i = 0; i < b->plan->nregions; i++)
        sets[i] = bits_new(a, fn->nblk);
    for (int i = 0; i < fn->nblk; i++)
        bits_add(sets[b->plan->region_of[i]], i);
    Node **trees = NEWN(a, Node *, b->plan->nregions);
    for (int i = 0, gotos = 0; i < b->plan->nregions; i++) {
        b->plan->regions[i].sync = sync_of(fn, b->plan->regions[i].entry);
        if (b->plan->regions[i].sync >= 0 || b->plan->waiting[b->plan->regions[i].entry->id])
            bits_del(sets[i], b->plan->regions[i].entry->id); /* a way back to its start leaves the region */
        trees[i] = b->plan->regions[i].tree = struct_build(a, fn, b->plan->regions[i].entry, &sets[i], &gotos);
    }
    uniform_prepare(b, trees, b->plan->nregions);
    b->ok = region_build(b);
    find_flows(b);
    name_all(b);
    scope_addressed(b);
    slot_coloring_share(b);
    return b;
}
