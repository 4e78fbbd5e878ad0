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

/* The same place for all lanes. */
static bool is_one(const Back *b, const Opnd *a) { return a->kind == O_MEM && (a->reg < 0 || b->reg[a->reg].val.kind == VAL_UNI); }

/* Whether the addition, which maybe only some lanes do, can be made for all of them behind the loop. */
static bool fits(const Back *b, const Ins *ins, bool some)
{
    if (!is_relaxed_sum(ins))
        return false;
    const Dest d = ins_dest(ins);
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const Val v = opnd_has_base(a) ? b->reg[a->reg].val : (Val){0};
    const bool row = v.kind == VAL_AFF && v.step == 4 && !some && t != T_U64 && isa_space(ins) == SP_GLOBAL;
    return (d.n == 0 || !b->reg[d.reg].wanted) && (is_one(b, a) ? !some || t != T_F32 : row);
}

/* All that the items do with memory but to read it, and that before: sums, of lanes for which conditions hold (some), or not.  One of floats at
 * most, which are added in the lanes' order. */
static bool find_in(const Back *b, const Items *in, bool some, Sums *s)
{
    for (int i = 0; i < in->n; i++) {
        const Item *it = in->at[i];
        if (it->kind == I_IF && !it->mask) {
            if (!find_in(b, &it->kid[0], true, s) || !find_in(b, &it->kid[1], true, s))
                return false;
            continue;
        }
        const Ins *ins = it->kind == I_INS ? &b->fn->ins.at[it->ins] : NULL;
        if (!ins)
            return false;
        if (!ins_dirty(ins)) {
            if (s->n && isa_accesses(ins) && !isa_has_word(ins, MOD_NC))
                return false;
            continue;
        }
        const bool conditional = some || ins->guard >= 0, is_float = isa_slot_type(ins, SLOT_TYPE) == T_F32;
        if (s->n == SUMS_MOST || !fits(b, ins, conditional) || (is_float && s->has_float))
            return false;
        s->has_float |= is_float;
        s->some[s->n] = conditional;
        s->ins[s->n++] = ins;
    }
    return true;
}

/* The sums that a loop over lanes ends with. */
static Sums find_sums(const Back *b, const Item *it)
{
    Sums s = {0};
    if (!back_has_chunks(b) || b->literal || it->mask || !it->serial || !find_in(b, &it->kid[0], false, &s))
        s.n = 0;
    return s;
}

const Ins *sum_of_lanes(const Back *b, const Item *it)
{
    const Sums s = find_sums(b, it);
    return s.n ? s.ins[0] : NULL;
}

static const char *name_of(const Writer *w, int k) { return k ? arena_printf(w->b->a, "ptx2c_sums_%d", k + 1) : "ptx2c_sums"; }

bool emit_sum_term(Writer *w, const Ins *ins)
{
    int k = 0;
    while (k < w->sums.n && w->sums.ins[k] != ins)
        k++;
    if (k == w->sums.n)
        return false;
    const char *term = lower_arg(w, ins, isa_arg(ins, ARG_B), isa_slot_type(ins, SLOT_TYPE) == T_F32 ? 0 : 'u').s;
    if (ins->guard >= 0)
        line(w, "%s[l] = %s ? %s : 0;", name_of(w, k), lower_paren(w->b->a, (Ex){lower_cond(w, ins->guard, ins->guard_neg), false}), term);
    else
        line(w, "%s[l] = %s;", name_of(w, k), term);
    return true;
}

static Type type_of(const Ins *ins) { return isa_slot_type(ins, SLOT_TYPE); }

bool emit_sum_begin(Writer *w, const Item *it)
{
    w->sums = find_sums(w->b, it);
    if (!w->sums.n)
        return false;
    block(w, "{");
    for (int k = 0; k < w->sums.n; k++) {
        const Type t = type_of(w->sums.ins[k]);
        line(w, "%s %s[%d];", t == T_F32 ? "float" : t == T_U64 ? "uint64_t" : "uint32_t", name_of(w, k), w->b->width);
    }
    block(w, "PTX2C_LANES(n) {");
    w->lane = true;
    for (int k = 0; k < w->sums.n; k++)
        if (w->sums.some[k])
            line(w, "%s[l] = 0;", name_of(w, k));
    return true;
}

void emit_sum_end(Writer *w)
{
    const Sums s = w->sums;
    w->sums.n = 0;
    w->lane = false;
    block_end(w);
    for (int k = 0; k < s.n; k++) {
        const Ins *ins = s.ins[k];
        const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
        const Type t = type_of(ins);
        const bool shared = isa_space(ins) == SP_SHARED;
        line(w, "%s_add_%s_%s(%s%s, %s, n);", shared ? "ptx2c_shared_atom" : "ptx2c_atom", is_one(w->b, a) ? "all" : "lanes",
             t == T_F32 ? "f32" : t == T_U64 ? "u64" : "u32", shared ? "c, " : "", lower_pointer(w, ins, a).s, name_of(w, k));
    }
    block_end(w);
}
