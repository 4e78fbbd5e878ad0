/* masked_side.c: what masked code computes for the lanes of one mask alone stands together in a block, which processors without vectors
 * pass over for a lane that is not among them (PTX2C_MASKED_SIDE).
 *
 * loop_masking.c makes straight code of ifs: what a side computes is computed for all lanes and blended into what others still need. A
 * run of such code is a side of mask m if, for a lane whose m is 0, nothing behind it can tell whether it was done: it writes, by
 * blends and guards, only under m and masks that are m narrowed further, and else only registers that are read in the run alone. Nothing in it
 * writes m. Variables that are declared in it are mentioned nowhere else.
 *
 * Requires: the items of region.c, with scopes.  Provides: Item.side.  Invalidates: nothing.  Cost: linear in the items, times the depth
 * of the masks. */
#include "plan/plan.h"

enum { WORTH = 3 }; /* items that are worth a jump past them */

typedef struct Search {
    Back *b;
    Items *list;
    int *reads, *writes; /* by register: in the run */
} Search;

/* The mask under which a register is kept by a selection; -1: it is no such. */
static int blend_mask(const Ins *ins)
{
    return ins->masked && ins->mnemonic == INS_SELP && ins->argtype[3] == T_B32 && ins->guard < 0 ? ins->arg[3].reg : -1;
}

/* The mask of which the instruction leaves the lanes for which a predicate holds; -1: it is no such. */
static int narrowed_mask(const Ins *ins)
{
    if (!ins->masked || ins->mnemonic != INS_SELP || ins->argtype[3] != T_PRED || ins->guard >= 0)
        return -1;
    const Opnd *a = &ins->arg[1], *b = &ins->arg[2], *mask = a->kind == O_REG ? a : b, *none = a->kind == O_REG ? b : a;
    return mask->kind == O_REG && none->kind == O_IMM && none->imm == 0 ? mask->reg : -1;
}

/* The mask that this one is a part of; -1: of none that is known. */
static int outer_mask(const Back *b, int mask)
{
    const int outer = b->reg[mask].def >= 0 ? narrowed_mask(&b->fn->ins.at[b->reg[mask].def]) : -1;
    return outer >= 0 && b->reg[outer].ndef == 1 ? outer : -1;
}

static bool is_part(const Back *b, int part, int mask)
{
    for (int depth = 0; part >= 0 && depth < SIDES_MOST; depth++, part = outer_mask(b, part))
        if (part == mask)
            return true;
    return false;
}

/* The mask that a predicate asks of, whether its lane is in it; -1: it is no such. */
static int asked_mask(const Back *b, int pred)
{
    const Ins *test = b->reg[pred].def >= 0 ? &b->fn->ins.at[b->reg[pred].def] : NULL;
    if (!test || !test->masked || test->mnemonic != INS_SETP || test->pseudo != PSEUDO_NONE || test->guard >= 0)
        return -1;
    const Opnd *mask = isa_opnd(test, ARG_A), *zero = isa_opnd(test, ARG_B);
    return mask->kind == O_REG && zero->kind == O_IMM && zero->imm == 0 && b->reg[mask->reg].ndef == 1 ? mask->reg : -1;
}

/* The mask whose lanes an access's guard lets through; -1: it is no such. */
static int guard_mask(const Back *b, const Ins *ins)
{
    return ins->guard >= 0 && !ins->guard_neg && isa_is_ld_st(ins) ? asked_mask(b, ins->guard) : -1;
}

static bool read_in_run(const Search *s, int reg) { return s->reads[reg] == s->b->reg[reg].nuse && s->writes[reg] == s->b->reg[reg].ndef; }

static void count(Search *s, const Ins *ins, int by)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        (ref.write ? s->writes : s->reads)[ref.reg] += by;
}

/* Whether nothing but the registers that it writes can tell whether it was done. */
static bool is_pure(const Ins *ins)
{
    if (substitution_fits(ins))
        return true;
    const Opnd *from = isa_emit(ins) == EMIT_MOV && ins->guard < 0 && ins->pseudo == PSEUDO_NONE ? isa_opnd(ins, ARG_A) : NULL;
    return from && (from->kind == O_VEC || isa_opnd(ins, ARG_D)->kind == O_VEC) && !opnd_varies(from) && !isa_asks_lanes(ins);
}

/* Whether the lanes that are not in the mask may do without the item, of whose successors that is so. Its references have been counted. */
static bool may_miss(const Search *s, const Item *it, int mask)
{
    const Back *b = s->b;
    const Ins *ins = item_ins(b, it);
    const int under = blend_mask(ins) >= 0 ? blend_mask(ins) : guard_mask(b, ins);
    if (b->spec[it->ins] || ins_mentions(ins, mask).writes || (under < 0 ? !is_pure(ins) : !is_part(b, under, mask)))
        return false;
    for (Refs ref = ins_refs(ins); writes_next(&ref);) {
        const bool folded = b->reg[ref.reg].plan->store == ST_FOLD; /* is computed where it is read, from what is declared here */
        if ((under < 0 || folded) && !read_in_run(s, ref.reg) && !(folded && substitution_is_constant(b, ins)))
            return false;
    }
    for (int i = 0; i < it->decls.n; i++)
        if (!read_in_run(s, it->decls.at[i]))
            return false;
    return true;
}

static bool is_seen(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    return !substitution_fits(ins) || !substitution_is_constant(b, ins);
}

/* The first item of the longest run that ends with item last and is a side of the mask; *n: so many of its items are worth something. */
static int run_start(Search *s, int from, int last, int mask, int *n)
{
    int i = last + 1, begin = last + 1;
    for (*n = 0; i > from; i--) {
        const Item *it = s->list->at[i - 1];
        if (it->kind != I_INS)
            break;
        count(s, item_ins(s->b, it), 1);
        if (!may_miss(s, it, mask)) {
            count(s, item_ins(s->b, it), -1);
            break;
        }
        if (is_seen(s->b, it)) {
            ++*n;
            begin = i - 1;
        }
    }
    for (; i <= last; i++)
        count(s, item_ins(s->b, s->list->at[i]), -1);
    return begin;
}

static void add_side(Search *s, int at, int n, int mask)
{
    Side *side = NEW(s->b->a, Side), **to = &s->list->at[at]->side;
    while (*to)
        to = &(*to)->inner;
    *side = (Side){.mask = mask, .n = n};
    *to = side;
}

/* Finds sides of masks that are parts of mask (-1: of any) among items from to end - 1. */
static void find_sides(Search *s, int from, int end, int mask)
{
    for (int last = end - 1; last >= from; last--) {
        const Ins *ins = item_ins(s->b, s->list->at[last]);
        int at[SIDES_MOST], depth = 0;
        for (int m = ins ? blend_mask(ins) : -1; m >= 0 && m != mask && !s->b->reg[m].val.cst && depth < SIDES_MOST; m = outer_mask(s->b, m))
            at[depth++] = m;
        int inner_n = 0, first = last;
        if (depth)
            run_start(s, from, last, at[0], &inner_n);
        for (bool found = false; depth > 0 && !found; depth--) { /* the outermost first, if it has more */
            int n;
            first = run_start(s, from, last, at[depth - 1], &n);
            found = n >= WORTH && (depth == 1 || n > inner_n + 1);
            if (!found)
                continue;
            add_side(s, first, last + 1 - first, at[depth - 1]);
            find_sides(s, first, last + 1, at[depth - 1]);
            last = first;
        }
    }
}

static void walk(Search *s, Items *list, bool lanes)
{
    for (EACH(const Item, it, *list)) {
        const bool group = it->kind == I_GROUP && it->level == LV_LANE;
        for (int k = 0; k < it->nkid && !it->rows && !it->period; k++)
            walk(s, &it->kid[k], lanes || group);
    }
    s->list = list;
    if (lanes)
        find_sides(s, 0, list->n, -1);
}

void masked_sides_find(Back *b)
{
    bool any = false;
    for (int i = 0; i < b->fn->ins.n && !any; i++)
        any = b->fn->ins.at[i].masked;
    if (b->literal || !any)
        return;
    Search s = {.b = b, .reads = NEWN(b->a, int, b->nreg + 1), .writes = NEWN(b->a, int, b->nreg + 1)};
    walk(&s, &b->plan->root, false);
}
