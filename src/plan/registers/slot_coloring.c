/* slot_coloring.c: what a warp keeps from region to region: registers of which no lane needs two at once share a place.
 *
 * A long kernel has hundreds of values that live from one region to the next only: side by side they would fill the caches
 * of the machine.  In: the regions of scheduler_regions.c, storage chosen.  Out: RegInfo.place_next, place_taken. */
#include "plan/plan.h"

/* Regions that lie on ways back: from .. to, by number; another such range around it, or -1. */
typedef struct Round { int from, to, up; } Round;

typedef struct Slots {
    Back *b;
    Arena tmp;
    int *from, *to;     /* by register: the regions from its first to its last mention; from > to: none */
    int region;         /* of the mentions that are being noted */
    int *end;           /* by region: the last one from which a way leads back to it; itself where there is none */
    Array(Round) rounds;
    int *round;         /* by region: the innermost range that holds it, or -1 */
} Slots;

enum { KINDS = 7 };

/* Registers of one C type; -1: of one that is rare. */
static int kind_of(const Back *b, int reg)
{
    static const char *const types[KINDS] = {"uint32_t", "uint64_t", "float", "double", "uint16_t", "bool", "ptx2c_b128"};
    int k = KINDS - 1;
    while (k >= 0 && strcmp(types[k], lanes_ctype(b, reg)) != 0)
        k--;
    return k;
}

static bool can_share(const Back *b, int reg)
{
    return !b->m->stepping && b->reg[reg].plan->store == ST_STATE && b->fn->regs.at[reg]->vec <= 1 && kind_of(b, reg) >= 0;
}

/* What is folded into an expression is read where that stands. */
static void mention(Slots *s, int reg, bool write)
{
    for (Refs ref = folded_refs(s->b, reg, write); refs_next(&ref);)
        mention(s, ref.reg, ref.write);
    s->from[reg] = lesser(s->from[reg], s->region);
    if (s->region > s->to[reg])
        s->to[reg] = s->region;
}

static void find_mentions(Slots *s)
{
    const Back *b = s->b;
    for (int r = 0; r < b->nreg; r++) {
        s->from[r] = b->plan->nregions;
        s->to[r] = -1;
    }
    for (int i = 0; i < b->fn->nblk; i++) {
        const Blk *x = b->fn->blk[i];
        s->region = b->plan->region_of[i];
        for (int k = x->first; k < x->end; k++)
            for (Refs ref = ins_refs(&b->fn->ins.at[k]); refs_next(&ref);)
                mention(s, ref.reg, ref.write);
    }
    s->region = 0;
    const RegSet first = b->fn->blk[0]->live_in;
    for (int i = 0; i < first.n; i++)
        mention(s, first.reg[i], true);
}

/* Finds the ranges; one that reaches into another and beyond makes that one larger, so that they are nested. */
static void find_rounds(Slots *s)
{
    const Back *b = s->b;
    for (int i = 0; i < b->plan->nregions; i++)
        s->end[i] = i;
    for (int i = 0; i < b->fn->nblk; i++)
        for (int k = 0; k < blk_nsucc(b->fn->blk[i]); k++) {
            const int from = b->plan->region_of[i], to = b->plan->region_of[blk_succ(b->fn->blk[i], k)->id];
            if (to < from && from > s->end[to])
                s->end[to] = from;
        }
    int open = -1;
    for (int i = 0; i < b->plan->nregions; i++) {
        while (open >= 0 && s->rounds.at[open].to < i)
            open = s->rounds.at[open].up;
        if (s->end[i] > i) {
            const Round r = {i, s->end[i], open};
            for (int k = open; k >= 0; k = s->rounds.at[k].up)
                s->rounds.at[k].to = greater(s->rounds.at[k].to, r.to);
            array_add(&s->tmp, &s->rounds, r);
            open = s->rounds.n - 1;
        }
        s->round[i] = open;
    }
}

/* A register that is needed both in and outside of a range, or from one round to the next, is kept in all of it. */
static void widen(Slots *s, int reg)
{
    int *from = &s->from[reg], *to = &s->to[reg];
    for (int k = s->round[*from]; k >= 0; k = s->rounds.at[k].up) {
        const Round *r = &s->rounds.at[k];
        const bool inside = *from >= r->from && *to <= r->to;
        if (inside && !live_has(s->b->plan->regions[r->from].entry->live_in, reg))
            continue;
        *from = r->from;
        *to = *to > r->to ? *to : r->to;
    }
    for (int k = s->round[*to]; k >= 0; k = s->rounds.at[k].up)
        if (*from < s->rounds.at[k].from)
            *to = s->rounds.at[k].to;
}

/* Gives out places in the order of the regions: first those that have just become free. */
static void give_out(Slots *s)
{
    Back *b = s->b;
    Regs *begins = NEWN(&s->tmp, Regs, b->plan->nregions + 1), *ends = NEWN(&s->tmp, Regs, b->plan->nregions + 1);
    Regs spare[KINDS] = {{0}}; /* the last register of each free place */
    for (int r = 0; r < b->nreg; r++)
        if (can_share(b, r) && s->from[r] <= s->to[r]) {
            array_add(&s->tmp, &begins[s->from[r]], r);
            array_add(&s->tmp, &ends[s->to[r]], r);
        }
    for (int i = 0; i < b->plan->nregions; i++) {
        for (int k = 0; i > 0 && k < ends[i - 1].n; k++)
            array_add(&s->tmp, &spare[kind_of(b, ends[i - 1].at[k])], ends[i - 1].at[k]);
        for (int k = 0; k < begins[i].n; k++) {
            const int reg = begins[i].at[k];
            Regs *of = &spare[kind_of(b, reg)];
            if (!of->n)
                continue;
            b->reg[of->at[--of->n]].plan->place_next = reg;
            b->reg[reg].plan->place_taken = true;
        }
    }
}

void slot_coloring_share(Back *b)
{
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].plan->place_next = -1;
    if (b->literal || b->fn->irreducible)
        return;
    Slots s = {.b = b};
    s.from = NEWN(&s.tmp, int, b->nreg + 1);
    s.to = NEWN(&s.tmp, int, b->nreg + 1);
    s.end = NEWN(&s.tmp, int, b->plan->nregions + 1);
    s.round = NEWN(&s.tmp, int, b->plan->nregions + 1);
    find_mentions(&s);
    find_rounds(&s);
    for (int r = 0; r < b->nreg; r++)
        if (can_share(b, r) && s.from[r] <= s.to[r])
            widen(&s, r);
    give_out(&s);
    arena_reset(&s.tmp);
}

/* Whether the operand's text is a number, or there is none. */
bool opnd_is_number(const Back *b, const Ins *ins, int arg)
{
    const Opnd *o = arg < 0 ? NULL : &ins->arg[arg];
    if (!o || o->kind == O_NONE || o->kind == O_IMM)
        return true;
    const RegInfo *g = o->kind == O_REG ? &b->reg[o->reg] : NULL;
    return g && g->plan->store == ST_FOLD && g->def >= 0 && substitution_is_constant(b, &b->fn->ins.at[g->def]);
}
