/* local_offset.c: what is added to the address of a thread's own or of shared memory, as the offset that the access has anyway.
 *
 * Compilers add the place of an array in the frame, or of a shared variable, and an index up in a register of its own for each array.  That place
 * is a number that is known here, so of the two only the index is left: arrays that are indexed alike share it, and the array's place is
 * a constant in the access, for which all processors have room in the instruction.  As addresses of both have 32 bits and wrap, the
 * place is the same whatever the index; which variable it is of stays known (Opnd.base).
 *
 * Requires: what is a constant (uniform.c), where variables lie (layout.c).  Provides: accesses through fewer registers.  Invalidates: blocks
 * and analyses.  Cost: one look at each operand.  Fires on kernels with several arrays of a thread's own (tests/bench/queens), or shared
 * ones (tests/bench/programs/moments). */
#include "transform/transform.h"

/* Of each register, what it is besides a constant, or -1; that constant; the variable that begins there, or NULL. */
typedef struct Offsets {
    const Back *b;
    Space space;
    int *of;
    int64_t *more;
    Sym **base;
} Offsets;

/* The address of an access of such memory, or NULL. */
static const Opnd *address(const Offsets *f, const Ins *ins)
{
    const Opnd *o = isa_address(ins);
    const bool known = f->space == SP_LOCAL || (isa_is_ld_st(ins) && !isa_uses_cluster(ins) && o && !o->base && opnd_has_base(o) &&
                                                type_info[f->b->fn->regs.at[o->reg]->type].bits == 32);
    return opnd_has_base(o) && !o->sym && isa_opnd_space(ins, o) == f->space && known ? o : NULL;
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

/* Where a shared variable lies, or near it. */
static bool is_variable(const Back *b, const Opnd *x, int64_t *is, Sym **base)
{
    const Ins *ins = x->kind == O_REG ? back_def(b, x->reg) : NULL;
    const Opnd *o = ins && isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_A) : NULL;
    if (!o || o->kind != O_SYM || o->sym->kind != SYM_VAR || o->sym->space != SP_SHARED || !o->sym->bytes)
        return false;
    if (is) {
        *is = (int64_t)(place_of(o->sym)->offset + o->imm);
        *base = o->sym;
    }
    return true;
}

static bool is_known(const Offsets *f, const Opnd *x, int64_t *is, Sym **base)
{
    return f->space == SP_LOCAL ? is_constant(uniform_opnd(f->b, x), is) : is_variable(f->b, x, is, base);
}

static bool is_like(const Back *b, const Opnd *x, int reg)
{
    const Sym *r = b->fn->regs.at[reg], *s = x->kind == O_REG && x->comp < 0 && !x->neg ? b->fn->regs.at[x->reg] : NULL;
    return s && s->vec <= 1 && type_info[s->type].bits == type_info[r->type].bits && type_info[s->type].kind != 'f';
}

/* A register that is another one and a constant: that one, or -1. */
static int sum_of(const Offsets *f, int reg)
{
    const Back *b = f->b;
    const Ins *ins = back_def(b, reg);
    if (!ins || ins->mnemonic != INS_ADD || ins->guard >= 0 || isa_uses_carry(ins) || isa_has_word(ins, MOD_SAT) || type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f' ||
        type_info[isa_slot_type(ins, SLOT_TYPE)].bits != type_info[b->fn->regs.at[reg]->type].bits)
        return -1;
    for (int i = 0; i < 2; i++) {
        const Opnd *x = &ins->arg[isa_arg(ins, i ? ARG_B : ARG_A)];
        if (is_known(f, &ins->arg[isa_arg(ins, i ? ARG_A : ARG_B)], &f->more[reg], &f->base[reg]) && !is_known(f, x, NULL, NULL) &&
            is_like(b, x, reg) && is_there(b, x->reg, b->reg[reg].def))
            return x->reg;
    }
    return -1;
}

/* Finds what only such accesses read, all behind its definition. */
static bool find_sums(Offsets *f)
{
    const Fn *fn = f->b->fn;
    bool any = false;
    for (int r = 0; r < fn->regs.n; r++)
        f->of[r] = -1;
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(f, &fn->ins.at[i]);
        if (o && f->of[o->reg] < 0)
            f->of[o->reg] = sum_of(f, o->reg);
    }
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(f, &fn->ins.at[i]);
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (!r.write && !(o && r.place == &o->reg && is_there(f->b, r.reg, i)))
                f->of[r.reg] = -1;
    }
    for (int r = 0; r < fn->regs.n; r++)
        any |= f->of[r] >= 0;
    return any;
}

/* The operands with the sum's parts in the address's place. */
static Opnd *part(const Offsets *f, const Opnd *list, int n, const Opnd *was)
{
    Opnd *parted = memcpy(NEWN(f->b->m->code, Opnd, n + 1), list, sizeof *list * n);
    for (int i = 0; i < n; i++)
        if (parted[i].kind == O_MEM && parted[i].reg == was->reg && parted[i].imm == was->imm) {
            parted[i].reg = f->of[was->reg];
            parted[i].imm += (uint64_t)f->more[was->reg];
            parted[i].base = f->base[was->reg];
        }
    return parted;
}

static bool offsets_find(Back *b, Space space)
{
    Fn *fn = b->fn;
    const int n = fn->regs.n + 1;
    Offsets f = {.b = b, .space = space, .of = NEWN(b->a, int, n), .more = NEWN(b->a, int64_t, n), .base = NEWN(b->a, Sym *, n)};
    if (!find_sums(&f))
        return false;
    InsList out;
    for (Rewrite w = rewrite_begin(b->m, fn, &out); rewrite_next(&w);) {
        Ins ins = *w.ins;
        const Opnd *o = address(&f, &ins);
        if (o && f.of[o->reg] >= 0) {
            const Opnd was = *o;
            const bool one = ins.op == ins.arg;
            ins.op = part(&f, ins.op, ins.nop, &was);
            ins.arg = one ? ins.op : part(&f, ins.arg, ins.narg, &was);
        }
        rewrite_add(&w, ins);
    }
    return true;
}

bool local_offsets(Back *b) { return offsets_find(b, SP_LOCAL); }

bool shared_offsets(Back *b) { return b->fn->is_entry && !b->m->checked && offsets_find(b, SP_SHARED); }
