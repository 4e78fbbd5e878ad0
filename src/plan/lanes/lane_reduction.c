/* lane_reduction.c: what the lanes of a loop add, or otherwise join, to words of memory and do not look at again.
 *
 * A block adds what it has counted to everybody's counts, or looks for the least of all: an atomic operation for each lane, of which
 * each takes as long as many plain ones, and for whose sake lanes would go one after another.  Nobody asks for the old values, and
 * nothing orders such operations of one thread with what it does elsewhere, or with those of others.  So each lane notes its
 * term, in a loop fit for vectors; behind that all terms are put together, those of floats in the lanes' order, and written once.
 *
 * What else the lanes do with memory stands as it stood: a store in front of a reduction stays in front of it, and behind one
 * nothing is done but in another space, as a thread sees its own operations in order.  The lanes do not go one after another for the
 * sake of anything else: then their other accesses need no order either.
 *
 * Requires: the items of region.c, RegInfo.wanted.  Provides: Item.reductions.  Invalidates: nothing.  Cost: linear.  Fires on
 * tests/run/some_sums and joined. */
#include "plan/plan.h"

static const ReductionOp ops[] = {
    {MOD_ADD, T_U32, "add", "u32", "uint32_t", "0"},       {MOD_ADD, T_S32, "add", "u32", "uint32_t", "0"},
    {MOD_ADD, T_U64, "add", "u64", "uint64_t", "0"},       {MOD_ADD, T_F32, "add", "f32", "float", "0"},
    {MOD_ADD, T_F64, "add", "f64", "double", "0"},      {MOD_AND, T_B32, "and", "b32", "uint32_t", "UINT32_MAX"},
    {MOD_AND, T_B64, "and", "b64", "uint64_t", "UINT64_MAX"}, {MOD_OR, T_B32, "or", "b32", "uint32_t", "0"},
    {MOD_OR, T_B64, "or", "b64", "uint64_t", "0"},         {MOD_XOR, T_B32, "xor", "b32", "uint32_t", "0"},
    {MOD_XOR, T_B64, "xor", "b64", "uint64_t", "0"},       {MOD_MIN, T_U32, "min", "u32", "uint32_t", "UINT32_MAX"},
    {MOD_MIN, T_U64, "min", "u64", "uint64_t", "UINT64_MAX"}, {MOD_MIN, T_S32, "min", "s32", "uint32_t", "INT32_MAX"},
    {MOD_MIN, T_S64, "min", "s64", "uint64_t", "INT64_MAX"}, {MOD_MAX, T_U32, "max", "u32", "uint32_t", "0"},
    {MOD_MAX, T_U64, "max", "u64", "uint64_t", "0"},       {MOD_MAX, T_S32, "max", "s32", "uint32_t", "1u << 31"},
    {MOD_MAX, T_S64, "max", "s64", "uint64_t", "1ull << 63"},
};

/* What the instruction joins to memory, if it is an atomic operation to global or shared memory that orders nothing; or NULL. */
static const ReductionOp *op_of(const Ins *ins)
{
    const Modifier sem = isa_slot(ins, SLOT_SEM);
    const bool global = isa_space(ins) == SP_GLOBAL && isa_slot(ins, SLOT_SCOPE) != MOD_CTA;
    if ((ins->mnemonic != INS_ATOM && ins->mnemonic != INS_RED) || isa_slot(ins, SLOT_VEC) || (sem && sem != MOD_RELAXED) ||
        !(global || isa_space(ins) == SP_SHARED))
        return NULL;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].op == isa_slot(ins, SLOT_OP) && ops[i].type == isa_slot_type(ins, SLOT_TYPE))
            return &ops[i];
    return NULL;
}

/* The instruction as a reduction, of some lanes or of all: each to one word, or all to neighbouring words.  Without op: it is none. */
static Reduction reduction_of(const Back *b, const Ins *ins, bool some)
{
    Reduction r = {.ins = ins, .op = op_of(ins), .some = some};
    if (!r.op)
        return r;
    const Dest d = ins_dest(ins);
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Val v = opnd_has_base(a) ? b->reg[a->reg].val : (Val){.kind = VAL_UNI};
    r.row = v.kind == VAL_AFF;
    const bool fits_row = v.step == 4 && !some && isa_space(ins) == SP_GLOBAL && r.op->op == MOD_ADD && type_info[r.op->type].bits == 32;
    if ((d.n && b->reg[d.reg].wanted) || (v.kind != VAL_UNI && !(r.row && fits_row)))
        r.op = NULL;
    return r;
}

typedef struct Search {
    Back *b;
    Reductions found;
    Places before;   /* of memory, which do not belong to them */
    unsigned spaces; /* those that are reduced to, as bits */
} Search;

/* The instruction does nothing with what has been reduced to. */
static bool stays_behind(const Search *s, const Ins *ins)
{
    const Space space = isa_space(ins);
    return !s->found.n || !isa_accesses(ins) || isa_has_word(ins, MOD_NC) || (space != SP_GENERIC && !(s->spaces >> space & 1));
}

static bool fits_ins(Search *s, int at, bool some, bool may_reduce)
{
    const Back *b = s->b;
    const Ins *ins = &b->fn->ins.at[at];
    const Reduction r = reduction_of(b, ins, some || ins->guard >= 0);
    if (!r.op)
        return !access_orders(b, &s->before, at) && stays_behind(s, ins);
    array_add(b->a, &s->found, r);
    s->spaces |= 1u << isa_space(ins);
    return may_reduce;
}

/* Whether there is nothing in the items but reductions, of which not all lanes may do each (some), and what needs no order. */
static bool fits(Search *s, const Items *in, bool some, bool may_reduce)
{
    for (EACH(const Item, it, *in)) {
        const bool is_if = it->kind == I_IF && !it->mask;
        if (it->kind == I_INS && !fits_ins(s, it->ins, some, may_reduce))
            return false;
        for (int k = 0; k < it->nkid; k++)
            if (!fits(s, &it->kid[k], true, may_reduce && is_if))
                return false;
    }
    return true;
}

static void find(Back *b, Item *group)
{
    Search s = {.b = b};
    if (group->mask || !group->serial || group->reductions || leads_out(&group->kid[0]) || !fits(&s, &group->kid[0], false, true) || !s.found.n)
        return;
    group->reductions = NEW(b->a, Reductions);
    *group->reductions = s.found;
}

void lane_reductions_find(Back *b)
{
    if (back_has_chunks(b) && back_optimizes(b) && !b->plan->nregions)
        lane_groups_each(b, find);
}
