/* local_offset.c: what is added to the address of a thread's own or of shared memory, as the offset that the access has anyway.
 *
 * Compilers add the place of an array in the frame, or of a shared variable, and an index up in a register of its own for each array.  That place
 * is a number that is known here, so of the two only the index is left: arrays that are indexed alike share it, and the array's place is
 * a constant in the access, for which all processors have room in the instruction.  As addresses of both have 32 bits and wrap, the
 * place is the same whatever the index; which variable it is of stays known (Opnd.base).
 *
 * Of rows and columns the compiler adds the variable's place to the row first, and the column to that: where several arrays are indexed alike,
 * row and column are added up once more, without a place, for all of them.
 *
 * Requires: what is a constant (uniform.c), where variables lie (layout.c).  Provides: accesses through fewer registers.  Invalidates: blocks
 * and analyses.  Cost: one look at each operand.  Fires on kernels with several arrays of a thread's own (tests/bench/queens), or shared
 * ones (tests/bench/programs/moments). */
#include "transform/transform.h"

/* What an index is made of: of[0] + of[1], or of[0] * of[1] (+ of[2]); from instruction at on register reg has it, where count addresses want it. */
typedef struct Index {
    Opnd of[3];
    bool product;
    int at, reg, count;
} Index;

/* Of each register, what it is besides a constant, or -1; that constant; the variable that begins there, or NULL; and of shared memory, the index
 * that it is besides, or NULL. */
typedef struct Offsets {
    const Back *b;
    Space space;
    int *of;
    int64_t *more;
    Sym **base;
    Index **index;
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
static bool is_there(const Back *b, int reg, int at) { return b->reg[reg].ndef == 1 && b->reg[reg].def >= 0 && back_comes_before(b, b->reg[reg].def, at); }

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

/* A sum, or the low half of a product and a sum, of 32 bits. */
static bool is_index(const Ins *ins)
{
    return ins && ins->guard < 0 && !isa_uses_carry(ins) && !isa_has_word(ins, MOD_SAT) && type_is_i32_or_64(isa_slot_type(ins, SLOT_TYPE)) &&
           type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32 && (ins->mnemonic == INS_ADD || (ins->mnemonic == INS_MAD && isa_has_word(ins, MOD_LO)));
}

/* The operand is the same wherever all ways have come by instruction at. */
static bool is_settled(const Back *b, const Opnd *x, int reg, int at)
{
    return x->kind == O_IMM || (is_like(b, x, reg) && is_there(b, x->reg, at));
}

/* A shared variable and something else, which is noted; from: the register that knows the variable. */
static bool part_of(const Offsets *f, const Opnd *x, int reg, Index *index, int *from)
{
    const int rest = is_like(f->b, x, reg) ? sum_of(f, x->reg) : -1;
    const Ins *ins = rest < 0 && is_like(f->b, x, reg) ? back_def(f->b, x->reg) : NULL;
    *from = x->kind == O_REG ? x->reg : -1;
    if (rest >= 0)
        *index = (Index){.of = {opnd_reg(rest)}};
    else if (is_index(ins) && ins->mnemonic == INS_MAD && is_variable(f->b, isa_opnd(ins, ARG_C), &f->more[*from], &f->base[*from]))
        *index = (Index){.of = {*isa_opnd(ins, ARG_A), *isa_opnd(ins, ARG_B)}, .product = true};
    else
        return false;
    return true;
}

/* A register that is a shared variable and several other things: these; false: it isn't. */
static bool index_of(const Offsets *f, int reg, Index *index)
{
    const Back *b = f->b;
    const Ins *ins = back_def(b, reg);
    const int at = b->reg[reg].def;
    int from = reg;
    if (!is_index(ins))
        return false;
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B), *z = ins->mnemonic == INS_MAD ? isa_opnd(ins, ARG_C) : NULL;
    if (z && is_variable(b, z, &f->more[reg], &f->base[reg])) {
        *index = (Index){.of = {*x, *y}, .product = true};
    } else if (z) {
        if (!part_of(f, z, reg, index, &from) || index->product)
            return false;
        *index = (Index){.of = {*x, *y, index->of[0]}, .product = true};
    } else {
        const bool first = part_of(f, x, reg, index, &from);
        if (!first && !part_of(f, y, reg, index, &from))
            return false;
        index->of[index->product ? 2 : 1] = first ? *y : *x;
    }
    f->more[reg] = f->more[from];
    f->base[reg] = f->base[from];
    bool settled = true;
    for (int i = 0; i < 3; i++)
        settled &= index->of[i].kind == O_NONE || is_settled(b, &index->of[i], reg, at);
    index->at = at;
    return settled;
}

static bool same_index(const Index *x, const Index *y)
{
    const bool turned = !x->product && opnd_same(&x->of[0], &y->of[1]) && opnd_same(&x->of[1], &y->of[0]);
    return x->product == y->product && opnd_same(&x->of[2], &y->of[2]) &&
           (turned || (opnd_same(&x->of[0], &y->of[0]) && opnd_same(&x->of[1], &y->of[1])));
}

typedef Array(Index *) IndexList;

/* The same index, made before on all ways there, or this one, which is noted. */
static Index *first_like(const Back *b, IndexList *all, Index *own)
{
    Index *first = NULL;
    for (int k = 0; k < all->n && !first; k++) {
        const Blk *x = b->blk_of[all->at[k]->at], *y = b->blk_of[own->at];
        if (same_index(all->at[k], own) && (x == y || cfg_dominates(x, y)))
            first = all->at[k];
    }
    if (!first)
        array_add(b->a, all, first = own);
    first->count++;
    return first;
}

/* Indexes that two addresses or more want, of which the first comes before the others, are made for them. */
static void share_indexes(Offsets *f, IndexList *all)
{
    const Back *b = f->b;
    Fn *fn = b->fn;
    const int nreg = fn->regs.n;
    for (int i = 0; i < fn->ins.n; i++) {
        const Dest d = ins_dest(&fn->ins.at[i]);
        if (d.n == 1 && f->index[d.reg] && f->index[d.reg]->at == i)
            f->index[d.reg] = first_like(b, all, f->index[d.reg]);
    }
    for (int k = 0; k < all->n; k++)
        if (all->at[k]->count > 1)
            all->at[k]->reg = fn_new_reg(b->m->code, fn, "%cell", T_B32);
    for (int r = 0; r < nreg; r++)
        if (f->index[r] && f->index[r]->count > 1)
            f->of[r] = f->index[r]->reg;
}

/* What the register is, besides a place. */
static void look_at(Offsets *f, int reg)
{
    Index index = {0};
    if (f->of[reg] >= 0 || f->index[reg])
        return;
    f->of[reg] = sum_of(f, reg);
    if (f->of[reg] < 0 && f->space == SP_SHARED && index_of(f, reg, &index)) {
        f->index[reg] = NEW(f->b->a, Index);
        *f->index[reg] = index;
    }
}

/* Finds what only such accesses read, all behind its definition. */
static bool find_sums(Offsets *f, IndexList *indexes)
{
    const Fn *fn = f->b->fn;
    const int nreg = fn->regs.n;
    bool any = false;
    for (int r = 0; r < nreg; r++)
        f->of[r] = -1;
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(f, &fn->ins.at[i]);
        if (o)
            look_at(f, o->reg);
    }
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *o = address(f, &fn->ins.at[i]);
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (!r.write && !(o && r.place == &o->reg && is_there(f->b, r.reg, i))) {
                f->of[r.reg] = -1;
                f->index[r.reg] = NULL;
            }
    }
    share_indexes(f, indexes);
    for (int r = 0; r < nreg; r++)
        any |= f->of[r] >= 0;
    return any;
}

/* Behind instruction i, the indexes that are made there. */
static void add_indexes(const Offsets *f, const IndexList *all, InsList *out, int i)
{
    const Back *b = f->b;
    for (EACH(const Index, x, *all)) {
        const bool adds = x->of[2].kind != O_NONE;
        if (x->at == i && x->count > 1)
            ins_add_made(b->m, b->fn, out, &b->fn->ins.at[i], !x->product ? "add.u32" : adds ? "mad.lo.u32" : "mul.lo.u32",
                         (Opnd[]){opnd_reg(x->reg), x->of[0], x->of[1], x->of[2]}, adds ? 4 : 3);
    }
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
    const int n = b->fn->regs.n + 1;
    Offsets f = {.b = b, .space = space, .of = NEWN(b->a, int, n), .more = NEWN(b->a, int64_t, n), .base = NEWN(b->a, Sym *, n),
                 .index = NEWN(b->a, Index *, n)};
    IndexList indexes = {0};
    if (!find_sums(&f, &indexes))
        return false;
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);) {
        Ins ins = *w.ins;
        const Opnd *o = address(&f, &ins);
        if (o && f.of[o->reg] >= 0) {
            const Opnd was = *o;
            const bool one = ins.op == ins.arg;
            ins.op = part(&f, ins.op, ins.nop, &was);
            ins.arg = one ? ins.op : part(&f, ins.arg, ins.narg, &was);
        }
        rewrite_add(&w, ins);
        add_indexes(&f, &indexes, w.out, w.i);
    }
    return true;
}

bool local_offsets(Back *b) { return offsets_find(b, SP_LOCAL); }

bool shared_offsets(Back *b) { return b->fn->is_entry && !b->m->checked && offsets_find(b, SP_SHARED); }
