/* emit_sum.c: sums that lanes add to one word of memory, or neighbours to neighbouring words.
 *
 * A block adds what it has counted to everybody's counts: an atomic addition for each lane, of which each takes as long as
 * many plain ones.  Nobody asks for the old values or for an order, so that they can be made for some lanes at once; to one word all
 * lanes add in their order, as floats need it to give the same bits, and that is written once.
 *
 * In: a loop over lanes that ends in such an addition.  Out: its text. */
#include "emit/emit_fn.h"

/* An atomic addition of 32 bits to global memory that orders nothing else. */
static bool is_relaxed_sum(const Ins *ins)
{
    const Modifier sem = isa_slot(ins, SLOT_SEM);
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if ((ins->mnemonic != INS_ATOM && ins->mnemonic != INS_RED) || isa_slot(ins, SLOT_OP) != MOD_ADD || isa_slot(ins, SLOT_VEC))
        return false;
    return (t == T_U32 || t == T_S32 || t == T_F32) && isa_space(ins) == SP_GLOBAL && (!sem || sem == MOD_RELAXED) &&
           isa_slot(ins, SLOT_SCOPE) != MOD_CTA;
}

/* What a list of nothing but instructions ends with, of which only this one does more than give a register its value; else NULL. */
static const Ins *last_of(const Back *b, const Items *in)
{
    const Ins *ins = NULL;
    for (int i = 0; i < in->n; i++) {
        if (in->at[i]->kind != I_INS || (ins && ins_dirty(ins)))
            return NULL;
        ins = &b->fn->ins.at[in->at[i]->ins];
    }
    return ins;
}

const Ins *sum_of_lanes(const Back *b, const Item *it)
{
    if (!back_has_chunks(b) || b->literal || it->mask || !it->serial)
        return NULL;
    const Ins *ins = last_of(b, &it->kid[0]);
    if (!ins || ins->guard >= 0 || !is_relaxed_sum(ins))
        return NULL;
    const Dest d = ins_dest(ins);
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Val v = opnd_has_base(a) ? b->reg[a->reg].val : (Val){0};
    const bool fits = v.kind == VAL_UNI || (v.kind == VAL_AFF && v.step == 4);
    return (d.n == 0 || !b->reg[d.reg].wanted) && fits ? ins : NULL;
}

bool emit_sum(Writer *w, Item *it)
{
    Back *b = w->b;
    const Ins *ins = sum_of_lanes(b, it);
    if (!ins)
        return false;
    const Items *in = &it->kid[0];
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const bool is_float = isa_slot_type(ins, SLOT_TYPE) == T_F32;
    block(w, "{");
    line(w, "%s ptx2c_sums[%d];", is_float ? "float" : "uint32_t", b->width);
    block(w, "PTX2C_LANES(n) {");
    w->lane = true;
    for (int i = 0; i + 1 < in->n; i++)
        emit_instruction(w, in->at[i]);
    note_ins(w, ins);
    line(w, "ptx2c_sums[l] = %s;", lower_arg(w, ins, isa_arg(ins, ARG_B), is_float ? 0 : 'u').s);
    w->lane = false;
    block_end(w);
    line(w, "ptx2c_atom_add_%s_%s(%s, ptx2c_sums, n);", b->reg[a->reg].val.kind == VAL_UNI ? "all" : "lanes", is_float ? "f32" : "u32",
         lower_pointer(w, ins, a).s);
    block_end(w);
    return true;
}
