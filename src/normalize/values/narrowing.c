/* narrowing.c: numbers of 64 bits of which only the lower 32 are asked for, and signs that are extended by two shifts.
 *
 *   for (int i = grid.thread_rank(); i < n; i += grid.size())      // which are of 64 bits
 *
 * Compilers compute such an i in 64 bits and take the lower half where it is needed: by cvt.u32.u64, or, for an index, by
 * `shl.b64 t, i, 32; shr.s64 x, t, 30` (4 * i).  Nothing of what is known of numbers that grow from thread to thread survives that.  Here sums,
 * products and the like of which nobody reads the upper half become those of 32 bits; the shifts mul.wide.s32 and cvt.s64.s32.
 *
 * Addresses of shared memory have 32 bits.  LLVM computes them in 64 like any others, so that the place in front of a thread's own, for those that
 * have one, is 4 * (tid - 1) with no upper half, which grows evenly from thread to thread only if the first has none either.
 *
 * In: matched instructions.  Out: others, if it returns true; blocks are to be made anew.  Cost: a few sweeps over the instructions.  Fires on
 * loops over a grid with cooperative groups (tests/run/grid_waits), on int indices that are computed from size_t (tests/run/lower_half) and on clang's
 * shared memory (tests/run/shared_before). */
#include "normalize/normalize.h"

enum { SWEEPS = 16 }; /* over all instructions, until none changes anything; else nothing is narrow */

typedef struct Narrowing {
    Arena *a;
    Module *m;
    Fn *fn;
    int old;      /* registers before the new ones */
    bool *low;    /* by register: only its lower half is asked for */
    int *as;      /* by register: that, or -1: not made yet; of one of which all is asked for: that is written beside it */
    const int *writer; /* only_writers */
    int *high;    /* by register: what it holds in its upper half, while its lower is 0; or -1: nobody asks for that */
    int *reads;   /* by register: how often it is read, but for where its upper half is read instead */
    InsList out;
    const Ins *at;
} Narrowing;

static int new_word(Narrowing *n, int of) { return fn_new_reg(n->m->code, n->fn, n->fn->regs.at[of]->name, T_U32); }

static bool is_long(Type t) { return type_is_int(t) && type_info[t].bits == 64; }

static bool is_low(const Narrowing *n, const Opnd *o) { return opnd_is_reg(o) && o->reg < n->old && n->low[o->reg]; }

static bool converts(const Ins *ins, SlotName is_long_one, SlotName word)
{
    return ins->mnemonic == INS_CVT && isa_is_modular(ins) && is_long(isa_slot_type(ins, is_long_one)) && type_is_i32(isa_slot_type(ins, word));
}

static bool to_word(const Ins *ins) { return converts(ins, SLOT_ATYPE, SLOT_DTYPE); }

static bool from_word(const Ins *ins) { return converts(ins, SLOT_DTYPE, SLOT_ATYPE); }

static bool is_shared_name(const Opnd *o) { return o->kind == O_SYM && o->sym->space == SP_SHARED; }

/* x & 0xffffffff */
static bool clears_high(const Ins *ins)
{
    const Opnd *y = isa_opnd(ins, ARG_B);
    return ins->mnemonic == INS_AND && is_long(isa_slot_type(ins, SLOT_TYPE)) && y->kind == O_IMM && y->imm == UINT32_MAX && opnd_is_reg(isa_opnd(ins, ARG_A));
}

/* It multiplies words. */
static bool is_wide(const Ins *ins)
{
    return (ins->mnemonic == INS_MUL || ins->mnemonic == INS_MAD) && isa_has_word(ins, MOD_WIDE) && type_is_i32(isa_slot_type(ins, SLOT_TYPE));
}

/* The lower half of its result comes of those of what it reads. */
static bool stays_low(const Ins *ins)
{
    static const Mnemonic ops[] = {INS_ADD, INS_SUB, INS_AND, INS_OR, INS_XOR, INS_NOT, INS_NEG, INS_SELP, INS_MUL, INS_MAD, INS_SHL, INS_MOV};
    const Mnemonic op = ins->mnemonic;
    bool any = false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        any |= op == ops[i];
    if (is_wide(ins))
        return true;
    if (!any || !is_long(isa_slot_type(ins, SLOT_TYPE)) || !isa_is_modular(ins))
        return false;
    if (op == INS_MOV)
        return opnd_is_reg(isa_opnd(ins, ARG_A)) || isa_opnd(ins, ARG_A)->kind == O_IMM || is_shared_name(isa_opnd(ins, ARG_A));
    if (op == INS_SHL)
        return isa_opnd(ins, ARG_B)->kind == O_IMM && isa_opnd(ins, ARG_B)->imm < 32;
    return (op != INS_MUL && op != INS_MAD) || isa_has_word(ins, MOD_LO);
}

static bool is_shift(const Ins *ins) { return ins->mnemonic == INS_SHL && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 64 && isa_opnd(ins, ARG_B)->kind == O_IMM; }

/* A whole register of integers or bits. */
static bool holds_int(const Narrowing *n, const Opnd *o) { return opnd_is_reg(o) && type_is_int((Type)n->fn->regs.at[o->reg]->type); }

/* Numbers and whole registers, none of them floats, of which bits may be taken, too. */
static bool plain_args(const Narrowing *n, const Ins *ins)
{
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        if (opnd_is_reg(o) ? type_info[n->fn->regs.at[o->reg]->type].kind == 'f' : o->kind != O_IMM && o->kind != O_NONE && !is_shared_name(o))
            return false;
    }
    return true;
}

/* ---- which registers ------------------------------------------------------------------------------------------------ */

/* Of what it reads the instruction, whatever it gives, asks for the lower half. */
static bool asks_low(const Narrowing *n, const Ins *ins)
{
    const Opnd *d = isa_opnd(ins, ARG_D);
    return holds_int(n, d) && (from_word(ins) || clears_high(ins) || (to_word(ins) && type_info[n->fn->regs.at[d->reg]->type].bits == 32) ||
                               (is_shift(ins) && isa_opnd(ins, ARG_B)->imm >= 32));
}

/* That register of the instruction's is the address of shared memory, of which --sanitize sees all. */
static bool is_shared_address(const Narrowing *n, const Ins *ins, const int32_t *place)
{
    const Opnd *o = ins->arg;
    while (o < ins->arg + ins->narg && &o->reg != place)
        o++;
    return o < ins->arg + ins->narg && o->kind == O_MEM && isa_opnd_space(ins, o) == SP_SHARED && !isa_uses_cluster(ins) && !n->m->checked;
}

/* What it makes of lower halves is one. */
static bool carries_low(const Narrowing *n, const Ins *ins)
{
    const Opnd *d = isa_opnd(ins, ARG_D);
    return d && is_low(n, d) && stays_low(ins) && plain_args(n, ins);
}

/* Takes those that the instruction asks more of, or writes otherwise, out. */
static bool judge(Narrowing *n, const Ins *ins)
{
    const Opnd *d = isa_opnd(ins, ARG_D);
    const bool carries = carries_low(n, ins), asks = asks_low(n, ins);
    bool changed = false;
    for (Refs r = ins_refs(ins); refs_next(&r);) {
        const bool fits = carries || (r.write ? opnd_reg_is(d, r.reg) && ins->guard < 0 : (asks && opnd_reg_is(isa_opnd(ins, ARG_A), r.reg)) || (is_shared_address(n, ins, r.place) && !opnd_reg_is(d, r.reg)));
        if (fits || r.reg >= n->old || !n->low[r.reg])
            continue;
        n->low[r.reg] = false;
        changed = true;
    }
    return changed;
}

/* Those that arithmetic computes, or that it is computed from. */
static void keep_computed(Narrowing *n)
{
    bool *computed = NEWN(n->a, bool, n->old + 1);
    for (AGAIN(changed))
        for (const Ins *ins = n->fn->ins.at; array_has(n->fn->ins, ins); ins++) {
            const Opnd *d = isa_opnd(ins, ARG_D);
            if (!d || !is_low(n, d) || !stays_low(ins) || (isa_emit(ins) == EMIT_MOV && !computed[d->reg] && !(is_low(n, isa_opnd(ins, ARG_A)) && computed[isa_opnd(ins, ARG_A)->reg])))
                continue;
            for (Refs r = ins_refs(ins); refs_next(&r);)
                if (r.reg < n->old && n->low[r.reg] && !computed[r.reg])
                    computed[r.reg] = changed = true;
        }
    for (int r = 0; r < n->old; r++)
        n->low[r] &= computed[r];
}

/* Gives words that are extended, and products of words, a register for their lower half, too, where that is all that something low needs of them. */
static void find_beside(Narrowing *n)
{
    for (const Ins *ins = n->fn->ins.at; array_has(n->fn->ins, ins); ins++) {
        if (!carries_low(n, ins))
            continue;
        for (Refs r = ins_refs(ins); reads_next(&r);) {
            const Ins *w = r.reg < n->old && !n->low[r.reg] && n->writer[r.reg] > 0 ? &n->fn->ins.at[n->writer[r.reg] - 1] : NULL;
            if (w && w->guard < 0 && n->as[r.reg] < 0 && plain_args(n, w) && (from_word(w) || (is_wide(w) && w->mnemonic == INS_MUL)))
                n->as[r.reg] = new_word(n, r.reg);
        }
    }
}

static bool find_low(Narrowing *n)
{
    const Fn *fn = n->fn;
    bool changed = true, any = false;
    for (int r = 0; r < n->old; r++)
        n->low[r] = fn->regs.at[r] && fn->regs.at[r]->vec <= 1 && is_long(fn->regs.at[r]->type);
    for (int i = 0; i < fn->params.n + fn->rets.n; i++) {
        const Sym *s = fn_formal(fn, i);
        if (s->kind == SYM_REG)
            n->low[s->index] = false;
    }
    for (int sweep = 0; changed && sweep < SWEEPS; sweep++) {
        changed = false;
        for (int i = 0; i < fn->ins.n; i++) { /* there and back */
            const Ins *ins = &fn->ins.at[sweep % 2 ? i : fn->ins.n - 1 - i];
            changed |= ins_mentions_any(ins, n->low, n->old) && judge(n, ins);
        }
    }
    if (changed)
        memset(n->low, 0, (size_t)n->old * sizeof *n->low);
    keep_computed(n);
    for (int r = 0; r < n->old; r++)
        any |= n->low[r];
    find_beside(n);
    return any;
}

/* ---- signs ------------------------------------------------------------------------------------------------------------ */

/* The instruction puts a number into the upper half and 0 into the lower. */
static bool makes_high(const Narrowing *n, int i)
{
    const Ins *ins = &n->fn->ins.at[i];
    const Opnd *d = isa_opnd(ins, ARG_D), *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
    if (ins->guard >= 0 || !holds_int(n, d) || n->writer[d->reg] != i + 1 || !holds_int(n, x))
        return false;
    if (is_shift(ins))
        return y->imm == 32;
    return (ins->mnemonic == INS_ADD || ins->mnemonic == INS_SUB) && is_long(isa_slot_type(ins, SLOT_TYPE)) && isa_is_modular(ins) && y->kind == O_IMM &&
           !(uint32_t)y->imm && n->high[x->reg] >= 0;
}

/* It makes one such number of another. */
static bool shares_high(const Narrowing *n, int i) { return makes_high(n, i) && !is_shift(&n->fn->ins.at[i]); }

/* A shift of such a number down again, by at most 32 bits but not so few that its factor is not one of 32 bits. */
static bool takes_high(const Narrowing *n, const Ins *ins)
{
    const Opnd *x = ins->mnemonic == INS_SHR ? isa_opnd(ins, ARG_A) : NULL, *y = x ? isa_opnd(ins, ARG_B) : NULL;
    return x && is_long(isa_slot_type(ins, SLOT_TYPE)) && opnd_is_reg(x) && x->reg < n->old && n->high[x->reg] >= 0 && y->kind == O_IMM && y->imm > 2 && y->imm <= 32;
}

/* By register: its upper half is taken, or that of what it is made of. */
static bool *find_taken(Narrowing *n)
{
    bool *taken = NEWN(n->a, bool, n->old + 1);
    for (const Ins *ins = n->fn->ins.at; array_has(n->fn->ins, ins); ins++) {
        const bool takes = takes_high(n, ins);
        if (takes)
            taken[isa_opnd(ins, ARG_A)->reg] = true;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            n->reads[r.reg] += !r.write && !takes;
    }
    for (AGAIN(changed))
        for (int i = n->fn->ins.n - 1; i >= 0; i--)
            if (shares_high(n, i) && taken[isa_opnd(&n->fn->ins.at[i], ARG_D)->reg] && !taken[isa_opnd(&n->fn->ins.at[i], ARG_A)->reg])
                changed = taken[isa_opnd(&n->fn->ins.at[i], ARG_A)->reg] = true;
    return taken;
}

/* Makes registers for those upper halves.  False: none is taken. */
static bool need_high(Narrowing *n)
{
    const bool *taken = find_taken(n);
    bool any = false;
    for (int r = 0; r < n->old; r++) {
        any |= taken[r];
        n->high[r] = taken[r] ? fn_new_reg(n->m->code, n->fn, n->fn->regs.at[r]->name, T_U32) : -1;
    }
    for (int i = n->fn->ins.n - 1; i >= 0; i--) { /* what is only read to make others that are not read */
        const Ins *ins = &n->fn->ins.at[i];
        if (shares_high(n, i) && taken[isa_opnd(ins, ARG_D)->reg] && !n->reads[isa_opnd(ins, ARG_D)->reg])
            n->reads[isa_opnd(ins, ARG_A)->reg]--;
    }
    return any;
}

static bool find_high(Narrowing *n)
{
    Fn *fn = n->fn;
    for (int r = 0; r < n->old; r++)
        n->high[r] = n->as[r] = -1;
    for (AGAIN(changed))
        for (int i = 0; i < fn->ins.n; i++)
            if (makes_high(n, i) && n->high[isa_opnd(&fn->ins.at[i], ARG_D)->reg] < 0)
                changed = (n->high[isa_opnd(&fn->ins.at[i], ARG_D)->reg] = 1) > 0;
    return need_high(n);
}

/* ---- the new instructions --------------------------------------------------------------------------------------------- */

static Ins *add(Narrowing *n, const char *words, const Opnd *op, int nop)
{
    return ins_under(ins_add(n->m, n->fn, &n->out, n->at, words, op, nop), n->at->guard, n->at->guard_neg);
}

/* The lower half of an operand. */
static Opnd half(Narrowing *n, const Opnd *o)
{
    if (o->kind == O_IMM)
        return opnd_number((uint32_t)o->imm, T_U32);
    if (o->kind == O_SYM || n->fn->regs.at[o->reg]->type == T_PRED || type_info[n->fn->regs.at[o->reg]->type].bits == 32)
        return *o;
    if (!is_low(n, o) && n->as[o->reg] < 0) {
        const int t = new_word(n, o->reg);
        add(n, "cvt.u32.u64", (Opnd[]){opnd_reg(t), *o}, 2);
        return opnd_reg(t);
    }
    if (n->as[o->reg] < 0)
        n->as[o->reg] = new_word(n, o->reg);
    return opnd_reg(n->as[o->reg]);
}

/* The same instruction for halves. */
static void write_half(Narrowing *n, const Ins *ins)
{
    static const struct { Mnemonic op; const char *words; } as[] = {
        {INS_ADD, "add.u32"}, {INS_SUB, "sub.u32"}, {INS_AND, "and.b32"}, {INS_OR, "or.b32"}, {INS_XOR, "xor.b32"}, {INS_NOT, "not.b32"}, {INS_NEG, "neg.s32"},
        {INS_SELP, "selp.b32"}, {INS_MUL, "mul.lo.u32"}, {INS_MAD, "mad.lo.u32"}, {INS_SHL, "shl.b32"}, {INS_MOV, "mov.u32"},
    };
    Opnd op[4];
    int nop = 0;
    size_t k = 0;
    while (k + 1 < sizeof as / sizeof *as && as[k].op != ins->mnemonic)
        k++;
    for (int i = 0; i < ins->narg && nop < 4; i++)
        if (ins->arg[i].kind != O_NONE)
            op[nop++] = half(n, &ins->arg[i]);
    add(n, as[k].words, op, nop);
}

/* An instruction of another kind whose result's upper half is not read. */
static void write_cut(Narrowing *n, const Ins *ins)
{
    const Opnd d = half(n, isa_opnd(ins, ARG_D));
    if (from_word(ins) && opnd_is_reg(isa_opnd(ins, ARG_A))) {
        add(n, "mov.u32", (Opnd[]){d, half(n, isa_opnd(ins, ARG_A))}, 2);
        return;
    }
    array_add(n->m->code, &n->out, *ins);
    add(n, "cvt.u32.u64", (Opnd[]){d, opnd_reg(isa_opnd(ins, ARG_D)->reg)}, 2);
}

/* Something of 64 bits made of a low register: what it reads is that, extended. */
static void write_extended(Narrowing *n, const Ins *ins)
{
    const int t = fn_new_reg(n->m->code, n->fn, n->fn->regs.at[isa_opnd(ins, ARG_A)->reg]->name, T_U64);
    const Opnd x = half(n, isa_opnd(ins, ARG_A));
    if (from_word(ins)) {
        add(n, type_info[isa_slot_type(ins, SLOT_ATYPE)].kind == 's' ? "cvt.s64.s32" : "cvt.u64.u32", (Opnd[]){*isa_opnd(ins, ARG_D), x}, 2);
    } else if (to_word(ins)) {
        add(n, "mov.u32", (Opnd[]){*isa_opnd(ins, ARG_D), x}, 2);
    } else if (clears_high(ins)) {
        add(n, "cvt.u64.u32", (Opnd[]){*isa_opnd(ins, ARG_D), x}, 2);
    } else {
        add(n, "cvt.u64.u32", (Opnd[]){opnd_reg(t), x}, 2);
        add(n, "shl.b64", (Opnd[]){*isa_opnd(ins, ARG_D), opnd_reg(t), *isa_opnd(ins, ARG_B)}, 3);
    }
}

static void write_taken(Narrowing *n, const Ins *ins)
{
    const Opnd *d = isa_opnd(ins, ARG_D), x = opnd_reg(n->high[isa_opnd(ins, ARG_A)->reg]);
    const bool is_signed = type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 's';
    const int by = 32 - (int)isa_opnd(ins, ARG_B)->imm;
    if (is_low(n, d) && by)
        add(n, "shl.b32", (Opnd[]){half(n, d), x, opnd_number((uint64_t)by, T_U32)}, 3);
    else if (is_low(n, d))
        add(n, "mov.u32", (Opnd[]){half(n, d), x}, 2);
    else if (!by)
        add(n, is_signed ? "cvt.s64.s32" : "cvt.u64.u32", (Opnd[]){*d, x}, 2);
    else
        add(n, is_signed ? "mul.wide.s32" : "mul.wide.u32", (Opnd[]){*d, x, opnd_number(UINT64_C(1) << by, T_U32)}, 3);
}

/* The upper half of what makes_high says; the number itself is not written where nothing else reads it. */
static bool write_high(Narrowing *n, const Ins *ins)
{
    const Opnd *x = isa_opnd(ins, ARG_A), high = opnd_reg(n->high[isa_opnd(ins, ARG_D)->reg]);
    if (is_shift(ins))
        add(n, is_low(n, x) ? "mov.u32" : "cvt.u32.u64", (Opnd[]){high, is_low(n, x) ? half(n, x) : *x}, 2);
    else
        add(n, ins->mnemonic == INS_ADD ? "add.s32" : "sub.s32",
            (Opnd[]){high, opnd_reg(n->high[x->reg]), opnd_number((uint32_t)(isa_opnd(ins, ARG_B)->imm >> 32), T_U32)}, 3);
    return !n->reads[isa_opnd(ins, ARG_D)->reg];
}

/* A low register that the instruction takes for an address of shared memory, or -1. */
static int shared_low(const Narrowing *n, const Ins *ins)
{
    for (Refs r = ins_refs(ins); reads_next(&r);)
        if (r.reg < n->old && n->low[r.reg] && is_shared_address(n, ins, r.place))
            return r.reg;
    return -1;
}

static void write_result(Narrowing *n, const Ins *ins)
{
    const Opnd *d = isa_opnd(ins, ARG_D);
    if (takes_high(n, ins))
        write_taken(n, ins);
    else if (carries_low(n, ins))
        write_half(n, ins);
    else if (d && is_low(n, d))
        write_cut(n, ins);
    else if (ins_mentions_any(ins, n->low, n->old))
        write_extended(n, ins);
    else
        array_add(n->m->code, &n->out, *ins);
}

static void write(Narrowing *n, int i)
{
    Ins ins = n->fn->ins.at[i];
    const Opnd *d = isa_opnd(&ins, ARG_D);
    const int to = d && opnd_is_reg(d) && d->reg < n->old ? d->reg : -1;
    n->at = &n->fn->ins.at[i];
    if (to >= 0 && n->high[to] >= 0 && makes_high(n, i) && write_high(n, &ins))
        return;
    for (int reg; (reg = shared_low(n, &ins)) >= 0;)
        ins_rename(n->m->code, &ins, reg, half(n, (Opnd[]){opnd_reg(reg)}).reg);
    write_result(n, &ins);
    if (to >= 0 && !n->low[to] && n->as[to] >= 0 && n->writer[to] == i + 1) /* find_beside */
        (is_wide(&ins) ? write_half : write_cut)(n, &ins);
}

bool numbers_narrow(Arena *a, Module *m, Fn *fn)
{
    Narrowing n = {.a = a, .m = m, .fn = fn, .old = fn->regs.n, .writer = only_writers(a, fn)};
    n.low = NEWN(a, bool, n.old + 1);
    n.as = NEWN(a, int, n.old + 1);
    n.high = NEWN(a, int, n.old + 1);
    n.reads = NEWN(a, int, n.old + 1);
    const bool high = find_high(&n), low = find_low(&n);
    if (high || low)
        for (Rewrite w = rewrite_begin(m, fn, &n.out); rewrite_next(&w);)
            write(&n, w.i);
    return high || low;
}
