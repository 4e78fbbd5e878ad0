/* register_scope.c: where registers are declared: in the innermost list of items that holds all that refers to them, outside of
 * loops that they live through.
 *
 * In: the items of region.c, forward_substitution.c's choices.  Out: RegInfo.list, at, store, again and remade; what
 * Back says of the carry flag. */
#include "plan/plan.h"

#include <ctype.h>

void scope_number(Items *list, int depth)
{
    list->depth = depth;
    for (int i = 0; i < list->n; i++)
        for (int k = 0; k < list->at[i]->nkid; k++)
            scope_number(&list->at[i]->kid[k], depth + 1);
}

/* Raises the register's scope so that it holds this item too; again: it is for what is made anew there. */
static void scope_ref(Back *b, Item *item, bool again, int reg, bool write)
{
    RegInfo *g = &b->reg[reg];
    Items *x = item->in;
    int pos = item->pos;
    if ((g->plan->again || g->plan->remade || (again && g->plan->store == ST_FOLD && g->def >= 0)) && !write)
        for (Refs ref = ins_refs(&b->fn->ins.at[g->def]); refs_next(&ref);)
            scope_ref(b, item, true, ref.reg, ref.write);
    if (!g->plan->list) {
        g->plan->list = x;
        g->plan->at = pos;
        return;
    }
    if (g->plan->store == ST_FOLD)
        return;
    while (g->plan->list != x) {
        if (g->plan->list->depth >= x->depth) {
            g->plan->at = g->plan->list->owner->pos;
            g->plan->list = g->plan->list->owner->in;
        } else {
            pos = x->owner->pos;
            x = x->owner->in;
        }
    }
    g->plan->at = lesser(g->plan->at, pos);
}

static Item *group_of(const Items *list, Level level)
{
    for (; list && list->owner; list = list->owner->in)
        if (list->owner->kind == I_GROUP && list->owner->level == level)
            return list->owner;
    return NULL;
}

/* Whether the item may take all lanes' predicates at once, not that of the lane that it is done for. */
static bool takes_whole(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    const Item *lanes = group_of(it->in, LV_LANE);
    return !lanes || (ins ? isa_is_warp(ins) : lanes == it->in->owner && it->in->n == 1);
}

static void scope_items(Back *b)
{
    const Items *list = &b->plan->root;
    for (Item *it = items_first(list); it; it = items_next(it, list)) {
        int input[PLANE_LEAVES];
        const Item *branch = it->kind == I_GROUP ? marked_branch(b, it) : NULL;
        if (branch)
            b->reg[b->fn->ins.at[branch->ins].guard].plan->marks = true;
        for (Refs ref = item_refs(b, it); refs_next(&ref);) {
            scope_ref(b, it, false, ref.reg, ref.write);
            b->reg[ref.reg].plan->whole |= b->fn->regs.at[ref.reg]->type == T_PRED && takes_whole(b, it);
        }
        for (int k = it->kind == I_CHECK && it->id >= 0 ? cta_affine_inputs(b, it->id, input) : 0; k > 0; k--)
            scope_ref(b, it, false, input[k - 1], false);
    }
}

/* A label in the list, where jumps come with a value of the register; reg -1: or without. */
static bool has_label(const Items *list, int reg)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->kind == I_LABEL && (reg < 0 || live_has(list->at[i]->node->blk->live_in, reg)))
            return true;
    return false;
}

/* Where a register is kept that is declared in the list. */
static Store store_in(const Back *b, int reg, const Items *list)
{
    const RegInfo *g = &b->reg[reg];
    const bool phases = b->mode == MODE_CTA || (b->mode == MODE_WARP && info(b->tree)->has_cta);
    const Item *lanes = group_of(list, LV_LANE);
    const bool in_lane = b->mode == MODE_FUNC || (lanes && !(lanes->entry && live_has(lanes->entry->live_in, reg)));
    const bool in_chunk = b->mode != MODE_SCHED && (!phases || group_of(list, LV_CHUNK));
    if (b->m->stepping && b->mode == MODE_SCHED)
        return ST_STATE;
    if (g->val.kind == VAL_VAR)
        return in_lane ? ST_LOCAL : in_chunk ? ST_LANES : ST_STATE;
    return g->val.level == LV_CTA || in_chunk ? ST_SCALAR : ST_STATE_SCALAR;
}

static void place(Back *b, int reg)
{
    RegInfo *g = &b->reg[reg];
    Items *cur = g->plan->list;
    int at = g->plan->at;
    for (Items *l = g->plan->list; l->owner; l = l->owner->in)
        if (l->owner->kind == I_LOOP && live_has(l->owner->node->blk->live_in, reg)) {
            cur = l->owner->in;
            at = l->owner->pos;
        }
    /* in front of all labels of its list, or a jump would pass its declaration, and of those further out that it lives through */
    const Items *const own = cur;
    for (Items *l = cur; l; l = l->owner ? l->owner->in : NULL)
        if (has_label(l, l == own ? -1 : reg)) {
            cur = l;
            at = 0;
        }
    g->plan->list = cur;
    g->plan->at = at;
    g->plan->store = store_in(b, reg, cur);
    g->plan->remade &= g->plan->store == ST_STATE_SCALAR;
    if (g->plan->store == ST_STATE || g->plan->store == ST_STATE_SCALAR)
        b->plan->has_state |= !g->plan->remade;
    else
        array_add(b->a, &g->plan->list->at[g->plan->at]->decls, reg);
}

static bool is_stored(const RegInfo *g) { return g->plan->list && g->plan->store != ST_FOLD && g->val.kind == VAL_VAR; }

static bool compares_numbers(const Ins *ins)
{
    return ins->mnemonic == INS_SETP && ins_dest(ins).n == 1 && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f';
}

/* Whether a predicate is a comparison of scalars that have the same values wherever it is read. */
static bool is_again(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const Ins *ins = back_def(b, reg);
    if (b->literal || !back_one_value(b, reg) || !is_stored(g) || b->dead[g->def] || !compares_numbers(ins) || !substitution_allows(b, ins))
        return false;
    bool known = true;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        Val v = uniform_opnd(b, o);
        if (!val_is_even(v) || (o->kind == O_REG && (b->reg[o->reg].ndef != 1 || o->neg)))
            return false;
        known &= v.known && !v.warp;
    }
    return known || !group_of(g->plan->list, LV_LANE);
}

enum { REMADE_MOST = 6 }; /* instructions that are made anew sooner than their result is kept */

/* What an instruction reads that is not the same for the whole CTA and, in turn, is to be made anew. */
static bool is_inner(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    return !g->known && (g->plan->store == ST_FOLD || !val_is_cta(g->val));
}

static bool is_steady(const Back *b, const Ins *ins, int *left);

/* Whether the register is worth the same wherever in the CTA a chunk makes it anew, by *left instructions. */
static bool can_remake(const Back *b, int reg, int *left)
{
    const RegInfo *g = &b->reg[reg];
    if (!back_one_value(b, reg))
        return false;
    if (!is_inner(b, reg))
        return true;
    const bool of_chunk = g->val.kind == VAL_AFF || (g->val.kind == VAL_UNI && g->val.level == LV_CHUNK);
    return (g->plan->store == ST_FOLD || of_chunk) && !g->val.border && !b->dead[g->def] && is_steady(b, &b->fn->ins.at[g->def], left);
}

/* Whether an instruction gives the same wherever in the CTA a chunk comes to it, from what is at hand there. */
static bool is_steady(const Back *b, const Ins *ins, int *left)
{
    const Emit e = isa_emit(ins);
    const uint8_t spec = b->spec[ins - b->fn->ins.at];
    *left -= e != EMIT_MOV;
    if (*left < 0 || !substitution_fits(ins) || (spec && !(spec & SPEC_PLANE)) || (e != EMIT_TEXT && e != EMIT_MOV))
        return false;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        if (opnd_is_constant(o))
            continue;
        if (o->kind != O_REG || o->comp >= 0 || (!b->reg[o->reg].known && !can_remake(b, o->reg, left)))
            return false;
    }
    return true;
}

static bool is_remade(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    int left = REMADE_MOST;
    return g->plan->list && g->plan->store != ST_FOLD && !b->literal && info(b->tree)->has_cta && !group_of(g->plan->list, LV_CHUNK) &&
           is_inner(b, reg) && can_remake(b, reg, &left);
}

/* The register and what it comes from. */
static void set_remade(Back *b, int reg)
{
    RegInfo *g = &b->reg[reg];
    g->plan->remade = g->plan->store != ST_FOLD;
    for (Refs ref = ins_refs(&b->fn->ins.at[g->def]); reads_next(&ref);)
        if (is_inner(b, ref.reg) && !b->reg[ref.reg].plan->remade)
            set_remade(b, ref.reg);
}

/* MODE_SCHED: whether a register's value is at hand everywhere: a parameter, an address, the lane's number. */
static bool is_given(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const Ins *ins = back_def(b, reg);
    if (!back_one_value(b, reg) || !g->plan->list || g->plan->store == ST_FOLD || b->literal || b->dead[g->def] || !substitution_allows(b, ins))
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    if (isa_emit(ins) == EMIT_LD)
        return isa_space(ins) == SP_PARAM && a->kind == O_MEM && a->reg < 0;
    return isa_emit(ins) == EMIT_MOV &&
           (a->kind == O_SYM || (a->kind == O_SREG && isa_sregs[a->sym->index].shape != SHAPE_TID));
}

/* Chooses these; what they compare is referred to wherever they are. */
static void find_again(Back *b)
{
    bool any = false;
    for (int r = 0; r < b->nreg && (b->mode == MODE_CTA || b->mode == MODE_WARP); r++)
        if (!b->reg[r].plan->remade && is_remade(b, r)) {
            set_remade(b, r);
            any = true;
        }
    for (int r = 0; r < b->nreg; r++)
        if (b->mode == MODE_SCHED ? is_given(b, r) : b->mode != MODE_FUNC && is_again(b, r)) {
            b->reg[r].plan->store = ST_FOLD;
            b->reg[r].plan->again = any = true;
        }
    if (any)
        scope_items(b);
}

/* Whether the carry flag is read at all, and whether in another loop over lanes than it is set in. */
void scope_carry(Back *b)
{
    const Item *set_in = NULL;
    const Items *list = &b->plan->root;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        if (!ins || !isa_uses_carry(ins))
            continue;
        const Item *group = group_of(it->in, LV_LANE);
        const bool reads = isa_reads_carry(ins);
        b->plan->cc_read |= reads;
        b->plan->cc_lanes |= reads && group && group != set_in;
        if (isa_sets_carry(ins))
            set_in = group;
    }
}

void scope_addressed(Back *b)
{
    for (const Ins *ins = b->fn->ins.at; array_has(b->fn->ins, ins); ins++) {
        const int p = isa_arg(ins, ARG_P);
        if (p >= 0 && ins->arg[p].kind == O_REG && isa_takes_address(ins))
            b->reg[ins->arg[p].reg].plan->by_address = true;
    }
}

void scope_registers(Back *b)
{
    scope_addressed(b);
    scope_items(b);
    find_again(b);
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].plan->list && b->reg[r].plan->store != ST_FOLD) {
            b->reg[r].plan->entry_live = b->fn->nblk && live_has(b->fn->blk[0]->live_in, r);
            place(b, r);
        }
}

const char *reg_ctype(const Back *b, int reg)
{
    const Sym *s = b->fn->regs.at[reg];
    if (b->reg[reg].val.border || s->blended)
        return "uint32_t";
    if (s->vec > 1)
        return arena_printf(b->a, "struct { %s e[%d]; }", c_type(s->type), s->vec);
    return b->reg[reg].plan->walks ? "ptrdiff_t" : b->reg[reg].plan->address ? "uintptr_t" :
           b->reg[reg].plan->is_signed ? "int32_t" : c_type(s->type);
}

const char *lanes_ctype(const Back *b, int reg)
{
    if (b->fn->regs.at[reg]->type != T_PRED || b->reg[reg].plan->by_address || b->reg[reg].val.border)
        return reg_ctype(b, reg);
    if (b->mode != MODE_CTA && b->mode != MODE_WARP && !b->reg[reg].plan->marks)
        return "uint32_t";
    return b->reg[reg].plan->store == ST_LANES && !b->reg[reg].plan->whole ? "ptx2c_flag" : "uint8_t";
}
