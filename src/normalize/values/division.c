/* division.c: divisions by a number that the PTX's compiler has made products with a reciprocal, as divisions again.
 *
 * x / 36 comes as (x * 954437177 >> 35) + (x < 0).  A person sees no division there, and what is known of one (that neighbouring
 * threads have the same quotient, say) is not known of it.  C compilers make the product again.
 *
 *   signed    mul.hi t, x, m; [add t, t, x;] shr.s32 s, t, k; shr.u32 n, t, 31; add q, s, n
 *   unsigned  mul.hi t, x, m; shr.u32 q, t, k       x may be y >> p, and then q is y / (2^p d)
 *   and       mul.hi t, x, m; sub s, x, t; shr.u32 s, s, 1; add s, s, t; shr.u32 q, s, k
 *
 * Before a division of 64 bits they ask whether 32 would do: whether a bit of the upper half is set in x | y.  Neighbouring threads'
 * numbers have no such sum; that both are below 2^32 can be known of them.
 *
 * and mul.wide.u32, shr.u64 by 32 + k, cvt.u32 for mul.hi.u32 and a shift; the unsigned ones also with 16 bits for 32.  It is a
 * division if m d = 2^(32 + k) + e with so small an e that e x / 2^(32 + k) < 1 for all x there are.
 *
 * Of x / 36 * 64 they make (x * 954437177 >> 32) << 3 & -64, which is a quotient, shifted.
 *
 * Of x / 32 * 16 they make x >> 1 & 0x7ffffff0.  That neighbours have the same is seen of (x & 0xffffffe0) >> 1.
 *
 * In: matched instructions, blocks.  Out: the last instruction of each such group is a division.  Cost: a look at each
 * instruction.  Fires on records of 36 numbers (tests/bench/programs/records) and tests/run/quotients. */
#include "normalize/normalize.h"

typedef struct Defs {
    Fn *fn;
    const int *writer; /* only_writers */
    RegIndex reads;
    Blk **blk_of;
    const Blk *blk;    /* of the instruction looked at */
    int ins;
} Defs;

/* x * m >> bits + shift, where x has as many bits as the type; it is there since instruction from. */
typedef struct High { const Opnd *x; uint64_t m; int shift, from; Type type; } High;

static const Opnd *arg(const Ins *ins, ArgName name) { return &ins->arg[isa_arg(ins, name)]; }

/* The instruction, unguarded and of so many words, that alone makes a register, if it is that. */
static const Ins *made_by(const Defs *s, const Opnd *o, Mnemonic op, Type t, int words)
{
    const Ins *ins = only_writer(s->fn, s->writer, o);
    const int at = ins ? s->writer[o->reg] - 1 : -1;
    const Type made = at >= 0 && ins->mnemonic == op ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    const bool fits = made == t || ((op == INS_ADD || op == INS_SUB) && made <= T_F64 && type_info[made].kind != 'f' && type_info[made].bits == type_info[t].bits);
    return fits && (at == s->ins || cfg_comes_before(s->blk_of, at, s->ins)) && ins->guard < 0 && ins->nword == words ? ins : NULL;
}

/* A shift to the right by a number: what is shifted, and by how much. */
static const Opnd *shifted(const Defs *s, const Opnd *o, Type t, int *by)
{
    const Ins *ins = made_by(s, o, INS_SHR, t, 2);
    if (!ins || arg(ins, ARG_B)->kind != O_IMM || arg(ins, ARG_B)->imm >= (uint64_t)type_info[t].bits)
        return NULL;
    *by = (int)arg(ins, ARG_B)->imm;
    return arg(ins, ARG_A);
}

static bool same_reg(const Opnd *a, const Opnd *b) { return a->kind == O_REG && b->kind == O_REG && a->comp < 0 && b->comp < 0 && a->reg == b->reg; }

static bool product(const Defs *s, const Ins *ins, High *h)
{
    const Opnd *x = arg(ins, ARG_A), *m = arg(ins, ARG_B);
    if (m->kind != O_IMM || !opnd_is_reg(x))
        return false;
    *h = (High){x, m->imm & UINT64_MAX >> (64 - type_info[isa_slot_type(ins, SLOT_TYPE)].bits), 0, (int)(ins - s->fn->ins.at), isa_slot_type(ins, SLOT_TYPE)};
    return true;
}

static bool high_signed(const Defs *s, const Opnd *o, High *h)
{
    const Ins *mul = made_by(s, o, INS_MUL, T_S32, 3);
    if (mul)
        return isa_has_word(mul, MOD_HI) && product(s, mul, h) && h->m <= INT32_MAX;
    const Ins *add = made_by(s, o, INS_ADD, T_S32, 2);
    for (int i = 0; add && i < 2; i++) {
        mul = made_by(s, arg(add, i ? ARG_A : ARG_B), INS_MUL, T_S32, 3);
        if (mul && isa_has_word(mul, MOD_HI) && product(s, mul, h))
            return h->m > INT32_MAX && same_reg(h->x, arg(add, i ? ARG_B : ARG_A));
    }
    return false;
}

static bool high_unsigned(const Defs *s, const Opnd *o, Type t, High *h)
{
    int by;
    const Ins *mul = made_by(s, o, INS_MUL, t, 3);
    if (mul)
        return isa_has_word(mul, MOD_HI) && product(s, mul, h);
    const Ins *cvt = only_writer(s->fn, s->writer, o);
    if (t != T_U32 || !cvt || cvt->mnemonic != INS_CVT || cvt->guard >= 0 || cvt->nword != 3 || isa_slot_type(cvt, SLOT_DTYPE) != T_U32 || isa_slot_type(cvt, SLOT_ATYPE) != T_U64)
        return false;
    const Opnd *wide = shifted(s, arg(cvt, ARG_A), T_U64, &by);
    mul = wide && by >= 32 ? made_by(s, wide, INS_MUL, T_U32, 3) : NULL;
    if (!mul || !isa_has_word(mul, MOD_WIDE) || !product(s, mul, h))
        return false;
    h->shift = by - 32;
    return true;
}

/* Whether x still is what it was where the product was made. */
static bool is_kept(const Defs *s, const Opnd *x, int from)
{
    return s->writer[x->reg] >= 0 || (from >= s->blk->first && fn_last_write(s->fn, x->reg, from, s->ins) < 0);
}

/* The d below 2^bits for which x * m >> shift is x / d, rounded down, for all x below 2^bits; 0: there is none. */
static uint64_t divisor_of(uint64_t m, int shift, int bits)
{
    if (!m || shift > 63)
        return 0;
    const uint64_t power = UINT64_C(1) << shift, d = power / m + 1;
    const uint64_t e = m * d - power; /* below m + 1 */
    return d >= 2 && !(d >> bits) && bits <= shift && e <= power >> bits && d <= INT32_MAX ? d : 0;
}

static uint64_t find_signed(const Defs *s, const Ins *ins, High *h)
{
    for (int i = 0; i < 2; i++) {
        int sign = 0, by = 0;
        const Opnd *of = shifted(s, arg(ins, i ? ARG_A : ARG_B), T_U32, &sign), *high = arg(ins, i ? ARG_B : ARG_A);
        const Opnd *from = shifted(s, high, T_S32, &by);
        high = from ? from : high;
        if (of && sign == 31 && same_reg(of, high) && high_signed(s, high, h))
            return divisor_of(h->m, 32 + by, 31);
    }
    return 0;
}

/* (x - t >> 1) + t */
static bool find_mean(const Defs *s, const Opnd *o, Type t, High *h)
{
    int by = 0;
    const Ins *add = made_by(s, o, INS_ADD, t, 2);
    for (int i = 0; add && i < 2; i++) {
        const Opnd *high = arg(add, i ? ARG_A : ARG_B), *half = shifted(s, arg(add, i ? ARG_B : ARG_A), t, &by);
        const Ins *sub = half && by == 1 ? made_by(s, half, INS_SUB, t, 2) : NULL;
        if (sub && same_reg(arg(sub, ARG_B), high) && high_unsigned(s, high, t, h) && !h->shift && same_reg(arg(sub, ARG_A), h->x))
            return true;
    }
    return false;
}

static uint64_t find_unsigned(const Defs *s, const Opnd *last, Type t, int shift, High *h)
{
    const int bits = type_info[t].bits;
    if (t != T_U32 && t != T_U16)
        return 0;
    if (find_mean(s, last, t, h))
        return shift <= bits - 2 ? divisor_of(h->m + (UINT64_C(1) << bits), bits + 1 + shift, bits) : 0;
    if (!high_unsigned(s, last, t, h))
        return 0;
    int early = 0;
    const Opnd *x = shifted(s, h->x, t, &early);
    if (!opnd_is_reg(x))
        return divisor_of(h->m, bits + h->shift + shift, bits);
    const uint64_t d = divisor_of(h->m, bits + h->shift + shift, bits - early) << early;
    h->from = s->writer[h->x->reg] - 1;
    h->x = x;
    return d >> (bits - 1) ? 0 : d;
}

/* The divisor, if the instruction is the last of such a group; 0 if not. */
static uint64_t find(const Defs *s, const Ins *ins, High *h)
{
    const int d = isa_arg(ins, ARG_D);
    if (ins->guard >= 0 || d < 0)
        return 0;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    switch (ins->mnemonic) {
    case INS_ADD:
        return ins->nword == 2 && (t == T_S32 || t == T_U32) ? find_signed(s, ins, h) : 0;
    case INS_SHR:
        return arg(ins, ARG_B)->kind == O_IMM && arg(ins, ARG_B)->imm < (uint64_t)type_info[t].bits ? find_unsigned(s, arg(ins, ARG_A), t, (int)arg(ins, ARG_B)->imm, h) : 0;
    case INS_MUL:
    case INS_CVT:
        return find_unsigned(s, &ins->arg[d], ins->mnemonic == INS_MUL ? t : T_U32, 0, h);
    default:
        return 0;
    }
}

/* u == 0 or u != 0 of 64 bits: u; else NULL. */
static const Opnd *tested_for_zero(const Ins *ins)
{
    if (!isa_is_plain_test(ins) || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 64)
        return NULL;
    const Opnd *zero = arg(ins, ARG_B);
    const unsigned cmp = isa_compare(ins);
    return zero->kind == O_IMM && !zero->imm && (cmp == CMP_EQUAL || cmp == CMP_OTHER) ? arg(ins, ARG_A) : NULL;
}

/* Whether a mask leaves of the two numbers, as large as they can be, all bits from number 32 on. */
static bool is_high(const Defs *s, const Opnd *mask, const Ins *both, const Opnd *one)
{
    const Opnd *x = both ? arg(both, ARG_A) : one, *y = both ? arg(both, ARG_B) : one;
    const uint64_t bits = mask->imm | UINT32_MAX;
    return mask->kind == O_IMM && !(mask->imm & UINT32_MAX) && mask->imm >> 32 & 1 && !(bits & (bits + 1)) && integer_most(s->fn, s->writer, x) <= bits && integer_most(s->fn, s->writer, y) <= bits;
}

/* (x | y) & 0xffffffff00000000 == 0: x < 2^32 && y < 2^32, in the place of these three instructions, so that y, read later, has one value; or of one number. */
static bool split_halves(Module *m, Defs *s, Ins *ins)
{
    const uint64_t half = UINT64_C(1) << 32;
    const Opnd *u = tested_for_zero(ins);
    Ins *high = u ? (Ins *)made_by(s, u, INS_AND, T_B64, 2) : NULL, *both = high ? (Ins *)made_by(s, arg(high, ARG_A), INS_OR, T_B64, 2) : NULL;
    const Opnd *one = high ? arg(high, ARG_A) : NULL;
    if (!high || index_count(&s->reads, u->reg) != 1 || !is_high(s, arg(high, ARG_B), both, one))
        return false;
    const bool below = isa_compare(ins) == CMP_EQUAL;
    const char *const test = below ? "setp.lt.u64" : "setp.ge.u64";
    if (!both && only_writer(s->fn, s->writer, one)) {
        *ins = ins_new(m, s->fn, m->code, ins, test, (Opnd[]){ins->arg[isa_arg(ins, ARG_P)], *one, opnd_number(half, T_U64)}, 3);
        return true;
    }
    if (!both || index_count(&s->reads, one->reg) != 1 || !opnd_is_reg(arg(both, ARG_A)) || !only_writer(s->fn, s->writer, arg(both, ARG_B)))
        return false;
    const Opnd x = *arg(both, ARG_A), y = *arg(both, ARG_B);
    const Opnd p = opnd_reg(fn_new_reg(m->code, s->fn, "short", T_PRED)), q = opnd_reg(fn_new_reg(m->code, s->fn, "short", T_PRED));
    *both = ins_new(m, s->fn, m->code, both, test, (Opnd[]){p, x, opnd_number(half, T_U64)}, 3);
    *high = ins_new(m, s->fn, m->code, high, test, (Opnd[]){q, y, opnd_number(half, T_U64)}, 3);
    *ins = ins_new(m, s->fn, m->code, ins, below ? "and.pred" : "or.pred", (Opnd[]){ins->arg[isa_arg(ins, ARG_P)], p, q}, 3);
    return true;
}

/* Of the bits of a mask of what only the instruction, an and, reads: what shifts that by a number, to the left or right; or NULL. */
static Ins *shift_masked(const Defs *s, const Ins *ins, Mnemonic op)
{
    if (ins->mnemonic != INS_AND || isa_slot_type(ins, SLOT_TYPE) != T_B32 || ins->guard >= 0 || arg(ins, ARG_B)->kind != O_IMM)
        return NULL;
    const Opnd *a = arg(ins, ARG_A);
    Ins *shift = (Ins *)made_by(s, a, op, op == INS_SHL ? T_B32 : T_U32, 2);
    return shift && index_count(&s->reads, a->reg) == 1 && arg(shift, ARG_B)->kind == O_IMM && arg(shift, ARG_B)->imm <= 31 ? shift : NULL;
}

/* x >> k & mask, where the lowest bits of the mask are 0: the mask comes first. */
static bool mask_first(Module *m, Defs *s, Ins *ins)
{
    Ins *shr = shift_masked(s, ins, INS_SHR);
    if (!shr || arg(shr, ARG_A)->kind != O_REG)
        return false;
    const Opnd t = *arg(ins, ARG_A);
    const uint32_t mask = (uint32_t)arg(ins, ARG_B)->imm;
    const int by = (int)arg(shr, ARG_B)->imm;
    if (!by || !mask || (mask & 1) || mask << by >> by != mask)
        return false;
    *shr = ins_new(m, s->fn, m->code, shr, "and.b32", (Opnd[]){t, *arg(shr, ARG_A), opnd_number(mask << by, T_U32)}, 3);
    *ins = ins_new(m, s->fn, m->code, ins, "shr.u32", (Opnd[]){ins->arg[isa_arg(ins, ARG_D)], t, opnd_number((uint64_t)by, T_U32)}, 3);
    return true;
}

/* x * m >> 32, shifted to either side, without the lowest bits: x / d, shifted to the left by the number of these. */
static bool scaled_quotient(Module *m, Defs *s, Ins *ins)
{
    High h;
    Ins *shl = shift_masked(s, ins, INS_SHL), *shift = shl ? shl : shift_masked(s, ins, INS_SHR);
    if (!shift)
        return false;
    const Opnd t = *arg(ins, ARG_A);
    const uint32_t mask = (uint32_t)arg(ins, ARG_B)->imm;
    const int low = field_zeros(mask), right = low + (shl ? -1 : 1) * (int)arg(shift, ARG_B)->imm;
    const uint64_t d = low >= 1 && low <= 31 && right >= 0 ? find_unsigned(s, arg(shift, ARG_A), T_U32, right, &h) : 0;
    const bool all = d && (mask == UINT32_MAX << low || ((uint64_t)(UINT32_MAX / d) << low <= mask && is_power_of_2((uint64_t)(mask >> low) + 1)));
    if (!all || !is_kept(s, h.x, h.from))
        return false;
    *shift = ins_new(m, s->fn, m->code, shift, "div.u32", (Opnd[]){t, *h.x, opnd_number(d, T_U32)}, 3);
    *ins = ins_new(m, s->fn, m->code, ins, "shl.b32", (Opnd[]){ins->arg[isa_arg(ins, ARG_D)], t, opnd_number((uint64_t)low, T_U32)}, 3);
    return true;
}

static void look_at(Module *m, Defs *s)
{
    Ins *ins = &s->fn->ins.at[s->ins];
    High h;
    if (split_halves(m, s, ins) || scaled_quotient(m, s, ins) || mask_first(m, s, ins))
        return;
    const uint64_t d = find(s, ins, &h);
    if (!d || !is_kept(s, h.x, h.from))
        return;
    const bool is_signed = ins->mnemonic == INS_ADD;
    const Opnd op[] = {ins->arg[isa_arg(ins, ARG_D)], *h.x, opnd_number(d, h.type)};
    *ins = ins_new(m, s->fn, m->code, ins, is_signed ? "div.s32" : h.type == T_U16 ? "div.u16" : "div.u32", op, 3);
}

bool division_find(Arena *a, Module *m, Fn *fn)
{
    Defs s = {.fn = fn, .writer = only_writers(a, fn), .blk_of = cfg_blocks(a, fn)};
    s.reads = fn_index(a, fn, false, (const Blk *const *)s.blk_of);
    for (int b = 0; b < fn->nblk; b++) {
        s.blk = fn->blk[b];
        for (s.ins = s.blk->first; s.ins < s.blk->end; s.ins++)
            look_at(m, &s);
    }
    return false;
}
