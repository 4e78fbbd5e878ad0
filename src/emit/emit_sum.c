/* emit_sum.c: sums that lanes add to one word of memory, or neighbours to neighbouring words.
 *
 * A block adds what it has counted to everybody's counts: an atomic addition for each lane, of which each takes as long as
 * many plain ones.  Nobody asks for the old values or for an order, so that they can be made for some lanes at once; to one word all
 * lanes add in their order, as floats need it to give the same bits, and that is written once.  Integers may be added by some lanes alone.
 *
 * In: a loop over lanes that ends in such an addition.  Out: its text. */
#include "emit/emit_fn.h"

/* An atomic addition to memory of all, or of integers to shared memory, that orders nothing else. */
static bool is_relaxed_sum(const Ins *ins)
{
    const Modifier sem = isa_slot(ins, SLOT_SEM);
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if ((ins->mnemonic != INS_ATOM && ins->mnemonic != INS_RED) || isa_slot(ins, SLOT_OP) != MOD_ADD || isa_slot(ins, SLOT_VEC))
        return false;
    if (isa_space(ins) == SP_SHARED)
        return (t == T_U32 || t == T_S32 || t == T_U64) && (!sem || sem == MOD_RELAXED);
    return (t == T_U32 || t == T_S32 || t == T_F32 || t == T_U64) && isa_space(ins) == SP_GLOBAL && (!sem || sem == MOD_RELAXED) &&
           isa_slot(ins, SLOT_SCOPE) != MOD_CTA;
}

/* What a list of nothing but instructions, and maybe a condition for more of them at its end, ends with, of which only this one does more than
 * give a register its value; some: under that condition, or its own; else NULL. */
static const Ins *last_of(const Back *b, const Items *in, bool *some)
{
    const Ins *ins = NULL;
    for (int i = 0; i < in->n; i++) {
        const Item *it = in->at[i];
        const bool last = i == in->n - 1, under = last && it->kind == I_IF && !it->mask && !it->kid[1].n;
        if ((ins && ins_dirty(ins)) || (it->kind != I_INS && !under))
            return NULL;
        ins = under ? last_of(b, &it->kid[0], some) : &b->fn->ins.at[it->ins];
        *some |= under || (ins && last && ins->guard >= 0);
    }
    return ins;
}

/* The same place for all lanes. */
static bool is_one(const Back *b, const Opnd *a) { return a->kind == O_MEM && (a->reg < 0 || b->reg[a->reg].val.kind == VAL_UNI); }

/* The sum that a loop over lanes ends with; some: of lanes for which a condition holds. */
static const Ins *find_sum(const Back *b, const Item *it, bool *some)
{
    *some = false;
    if (!back_has_chunks(b) || b->literal || it->mask || !it->serial)
        return NULL;
    const Ins *ins = last_of(b, &it->kid[0], some);
    if (!ins || !is_relaxed_sum(ins))
        return NULL;
    const Dest d = ins_dest(ins);
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const bool one = is_one(b, a);
    const Val v = opnd_has_base(a) ? b->reg[a->reg].val : (Val){0};
    const bool fits = one ? !*some || t != T_F32 : v.kind == VAL_AFF && v.step == 4 && !*some && t != T_U64 && isa_space(ins) == SP_GLOBAL;
    return (d.n == 0 || !b->reg[d.reg].wanted) && fits ? ins : NULL;
}

const Ins *sum_of_lanes(const Back *b, const Item *it)
{
    bool some;
    return find_sum(b, it, &some);
}

void emit_sum_term(Writer *w, const Ins *ins)
{
    const bool is_float = isa_slot_type(ins, SLOT_TYPE) == T_F32;
    const char *term = lower_arg(w, ins, isa_arg(ins, ARG_B), is_float ? 0 : 'u').s;
    if (ins->guard >= 0)
        line(w, "ptx2c_sums[l] = %s ? %s : 0;", lower_paren(w->b->a, (Ex){lower_cond(w, ins->guard, ins->guard_neg), false}), term);
    else
        line(w, "ptx2c_sums[l] = %s;", term);
}

bool emit_sum_begin(Writer *w, const Item *it)
{
    bool some;
    w->sum = find_sum(w->b, it, &some);
    if (!w->sum)
        return false;
    const Type t = isa_slot_type(w->sum, SLOT_TYPE);
    block(w, "{");
    line(w, "%s ptx2c_sums[%d];", t == T_F32 ? "float" : t == T_U64 ? "uint64_t" : "uint32_t", w->b->width);
    block(w, "PTX2C_LANES(n) {");
    w->lane = true;
    if (some && w->sum->guard < 0)
        line(w, "ptx2c_sums[l] = 0;");
    return true;
}

void emit_sum_end(Writer *w)
{
    const Ins *ins = w->sum;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    w->sum = NULL;
    w->lane = false;
    block_end(w);
    line(w, "%s_add_%s_%s(%s%s, ptx2c_sums, n);", isa_space(ins) == SP_SHARED ? "ptx2c_shared_atom" : "ptx2c_atom", is_one(w->b, a) ? "all" : "lanes",
         t == T_F32 ? "f32" : t == T_U64 ? "u64" : "u32", isa_space(ins) == SP_SHARED ? "c, " : "", lower_pointer(w, ins, a).s);
    block_end(w);
}
