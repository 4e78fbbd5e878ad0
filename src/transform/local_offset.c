/* local_offset.c: what is added to the address of a thread's own memory, as the offset that the access has anyway.
 *
 * Compilers add the place of an array in the frame and an index up in a register of its own for each array.  The frame begins at a
 * number that is known here, so of the two only the index is left: arrays that are indexed alike share it, and the array's place is
 * a constant in the access, for which all processors have room in the instruction.
 *
 * Requires: what is a constant (uniform.c).  Provides: accesses through fewer registers.  Invalidates: blocks and analyses.  Cost: one
 * look at each operand.  Fires on kernels with several arrays of a thread's own (tests/bench/queens). */
#include "transform/transform.h"

/* The address of an access of memory of a thread's own, or NULL. */
static const Opnd *address(const Ins *ins)
{
    const Opnd *o = isa_address(ins);
    return opnd_has_base(o) && !o->sym && isa_opnd_space(ins, o) == SP_LOCAL ? o : NULL;
}

/* The register is written once, on all ways to the instruction. */
static bool is_there(const Back *b, int reg, int at)
{
    const int def = b->reg[reg].ndef == 1 ? b->reg[reg].def : -1;
    if (def < 0 || !b->blk_of[def] || !b->blk_of[at])
        return false;
    return b->blk_of[def] == b->blk_of[at] ? def < at : cfg_dominates(b->blk_of[def], b->blk_of[at]);
}

/* A number of the frame's size, as uniform.c knows it. */
static bool is_constant(Val v, int64_t *is)
{
    const bool known = v.known && v.kind == VAL_UNI && !v.warp && v.base >= 0 && v.base <= INT32_MAX;
    if (known && is)
        *is = v.base;
    return known;
}

static bool is_like(const Back *b, const Opnd *x, int reg)
{
    const Sym *r = b->fn->regs.at[reg], *s = x->kind == O_REG && x->comp < 0 && !x->neg ? b->fn->regs.at[x->reg] : NULL;
    return s && s->vec <= 1 && type_info[s->type].bits == type_info[r->type].bits && type_info[s->type].kind != 'f';
}

/* A register that is another one and a constant: that one, or -1. */
static int sum_of(const Back *b, int reg, int64_t *more)
{
    const Ins *ins = back_def(b, reg);
    if (!ins || ins->mnemonic != INS_ADD || ins->guard >= 0 || isa_uses_carry(ins) || isa_has_word(ins, MOD_SAT) || type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f' ||
        type_info[isa_slot_type(ins, SLOT_TYPE)].bits != type_info[b->fn->regs.at[reg]->type].bits)
        return -1;
    for (int i = 0; i < 2; i++) {
        const Opnd *x = &ins->arg[isa_arg(ins, i ? ARG_B : ARG_A)];
        if (is_constant(uniform_opnd(b, &ins->arg[isa_arg(ins, i ? ARG_A : ARG_B)]), more) && !is_constant(uniform_opnd(b, x), NULL) &&
            is_like(b, x, reg) && is_there(b, x->reg, b->reg[reg].def))
            return x->reg;
    }
    return -1;
}

/* By register: what it is and a constant, where only such accesses read it, all behind its definition; else -1. */
static bool find_sums(const Back *b, int *of, int64_t *more)
{
    const Fn *fn = b->fn;
    bool any = false;
    for (int r = 0; r < fn->regs.n; r++)
        of[r] = -1;
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(&fn->ins.at[i]);
        if (o && of[o->reg] < 0)
            of[o->reg] = sum_of(b, o->reg, &more[o->reg]);
    }
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(&fn->ins.at[i]);
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (!r.write && !(o && r.place == &o->reg && is_there(b, r.reg, i)))
                of[r.reg] = -1;
    }
    for (int r = 0; r < fn->regs.n; r++)
        any |= of[r] >= 0;
    return any;
}

/* The operands with the sum's parts in the address's place. */
static Opnd *part(Arena *a, const Opnd *list, int n, const Opnd *was, int reg, int64_t more)
{
    Opnd *parted = memcpy(NEWN(a, Opnd, n + 1), list, sizeof *list * n);
    for (int i = 0; i < n; i++)
        if (parted[i].kind == O_MEM && parted[i].reg == was->reg && parted[i].imm == was->imm) {
            parted[i].reg = reg;
            parted[i].imm += (uint64_t)more;
        }
    return parted;
}

bool local_offsets(Back *b)
{
    Fn *fn = b->fn;
    int *of = NEWN(b->a, int, fn->regs.n + 1);
    int64_t *more = NEWN(b->a, int64_t, fn->regs.n + 1);
    if (!find_sums(b, of, more))
        return false;
    InsList out;
    for (Rewrite w = rewrite_begin(b->m, fn, &out); rewrite_next(&w);) {
        Ins ins = *w.ins;
        const Opnd *o = address(&ins);
        if (o && of[o->reg] >= 0) {
            const bool one = ins.op == ins.arg;
            ins.op = part(b->m->code, ins.op, ins.nop, o, of[o->reg], more[o->reg]);
            ins.arg = one ? ins.op : part(b->m->code, ins.arg, ins.narg, o, of[o->reg], more[o->reg]);
        }
        rewrite_add(&w, ins);
    }
    return true;
}
