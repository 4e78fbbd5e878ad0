/* range_value.c: what instructions make of integers between bounds (range_folding.c), and of what they are to another register. */
#include "normalize/values/range_folding.h"

static bool is_apart(Relation x) { return x.by_low == x.by_high; } /* by a constant */

/* What is known between those bounds, with a relation unless that says nothing. */
static KnownRange related(KnownRange k, Relation to)
{
    k.to = to;
    return to.tight || is_apart(to) ? k : range(k.low, k.high);
}

/* How many threads a block has at most along x, y or z; a launch with others fails. */
static int64_t most_threads(const Fn *fn, int dim)
{
    const int64_t ever = dim < 2 ? 1024 : 64, all = fn->is_entry ? (int64_t)fn_threads(fn) : 0;
    const int64_t most = all && fn->reqntid[0] ? greater(fn->reqntid[dim], 1) : all ? all : ever;
    return most < ever ? most : ever;
}

static KnownRange of_sreg(const Fn *fn, const Opnd *o)
{
    const bool sizes = opnd_is_sreg(o, SREG_NCTAID);
    if (opnd_is_sreg(o, SREG_LANEID))
        return range(0, 31);
    if (o->comp < 0 || o->comp > 2)
        return any;
    const int64_t threads = most_threads(fn, o->comp);
    if (opnd_is_sreg(o, SREG_TID))
        return range(0, threads - 1);
    if (opnd_is_sreg(o, SREG_NTID))
        return range(fn->is_entry && fn->reqntid[o->comp] ? threads : 1, threads);
    return sizes || opnd_is_sreg(o, SREG_CTAID) ? range(sizes, (int64_t)sreg_most(o)) : any;
}

KnownRange range_of_reg(const Ranges *r, int reg)
{
    const Type t = r->fn->regs.at[reg]->type;
    if ((!is_word(t) && t != T_PRED) || r->fn->regs.at[reg]->vec > 1)
        return any;
    return r->place[reg] ? r->now[r->place[reg] - 1] : r->writer[reg] > 0 ? r->known[reg] : any;
}

KnownRange range_of(const Ranges *r, const Opnd *o)
{
    if (o->kind == O_IMM && !o->neg)
        return number((uint32_t)o->imm);
    if (o->kind == O_SREG)
        return of_sreg(r->fn, o);
    return opnd_is_reg(o) ? range_of_reg(r, o->reg) : any;
}

static KnownRange negative(KnownRange k)
{
    const KnownRange n = range(-k.high, -k.low);
    return related(n, (Relation){k.to.root, -k.to.factor, k.to.tight && n.low > least, -k.to.by_high, -k.to.by_low});
}

static KnownRange sum(KnownRange a, KnownRange b)
{
    const bool fits = a.low + b.low >= least && a.high + b.high <= greatest;
    const bool apart = a.to.root >= 0 && a.to.root == b.to.root && a.to.factor + b.to.factor == 0;
    if (is_number(a) && is_number(b))
        return number((uint32_t)(a.low + b.low));
    if (apart && is_apart(a.to) && is_apart(b.to))
        return number((uint32_t)(a.to.by_low + b.to.by_low));
    if (apart && a.to.tight && b.to.tight)
        return range(a.to.by_low + b.to.by_low, a.to.by_high + b.to.by_high);
    const KnownRange k = range(a.low + b.low, a.high + b.high), of = is_number(b) ? a : b, add = is_number(b) ? b : a;
    if (!is_number(add) || of.to.root < 0)
        return k;
    return related(k, (Relation){of.to.root, of.to.factor, of.to.tight && fits, of.to.by_low + add.low, of.to.by_high + add.low});
}

static KnownRange product(KnownRange a, KnownRange b)
{
    if (is_number(a) && is_number(b))
        return number((uint32_t)a.low * (uint32_t)b.low);
    return a.low >= 0 && b.low >= 0 && (b.high == 0 || a.high <= greatest / b.high) ? range(a.low * b.low, a.high * b.high) : any;
}

static KnownRange shifted(KnownRange a, KnownRange by, bool left, bool sign)
{
    if (!is_number(by) || by.low < 0 || by.low > 31)
        return any;
    const int n = (int)by.low;
    if (left)
        return product(a, number(UINT32_C(1) << n));
    if (a.low >= 0)
        return range(a.low >> n, a.high >> n);
    return sign || !n ? any : is_number(a) ? number((uint32_t)a.low >> n) : range(0, UINT32_MAX >> n);
}

static KnownRange masked(KnownRange a, KnownRange b)
{
    if (is_number(a) && is_number(b))
        return number((uint32_t)a.low & (uint32_t)b.low);
    if (a.low < 0 && b.low < 0)
        return any;
    return range(0, a.low < 0 ? b.high : b.low < 0 ? a.high : a.high < b.high ? a.high : b.high);
}

static KnownRange inverse(KnownRange a) { return sum(negative(a), number(UINT32_MAX)); }

/* Whether a is always what is chosen of a and b. */
bool range_wins(KnownRange a, KnownRange b, bool larger) { return larger ? a.low >= b.high : a.high <= b.low; }

/* The lesser or larger of numbers, each in its bounds. */
static void choose_bounds(int64_t low[2], int64_t high[2], bool larger, int64_t *to_low, int64_t *to_high)
{
    const int l = larger == (low[0] < low[1]), h = larger == (high[0] < high[1]);
    *to_low = low[l];
    *to_high = high[h];
}

/* Of numbers with a sign, or that could as well have one. */
static KnownRange chosen(const Ranges *r, KnownRange a, KnownRange b, bool larger)
{
    if (range_wins(a, b, larger) || range_wins(b, a, larger))
        return range_wins(a, b, larger) ? a : b;
    KnownRange k = {.to.root = -1};
    choose_bounds((int64_t[]){a.low, b.low}, (int64_t[]){a.high, b.high}, larger, &k.low, &k.high);
    const bool first = a.to.root >= 0 && a.to.tight && a.to.factor > 0;
    const KnownRange one = first ? a : b, other = first ? b : a;
    const Relation of = one.to, by = other.to;
    if (of.root < 0 || !of.tight || of.factor < 0)
        return k;
    const KnownRange root = r->known[of.root];
    const bool both = by.root == of.root && by.tight && by.factor > 0;
    k.to = (Relation){.root = of.root, .factor = 1, .tight = true};
    choose_bounds((int64_t[]){of.by_low, both ? by.by_low : other.low - root.high},
                  (int64_t[]){of.by_high, both ? by.by_high : other.high - root.low}, larger, &k.to.by_low, &k.to.by_high);
    return k;
}

KnownRange range_joined(KnownRange a, KnownRange b)
{
    if (is_nothing(a) || is_nothing(b))
        return is_nothing(a) ? b : a;
    const KnownRange k = range(lesser(a.low, b.low), greater(a.high, b.high));
    const Relation x = a.to, y = b.to;
    if (x.root < 0 || x.root != y.root || x.factor != y.factor)
        return k;
    return related(k, (Relation){x.root, x.factor, x.tight && y.tight, lesser(x.by_low, y.by_low), greater(x.by_high, y.by_high)});
}

/* The words an instruction of integers may have: its name, its type, .lo. */
bool range_is_plain(const Ins *ins, int args)
{
    if (ins->guard >= 0 || ins->pseudo || ins->narg != args || !is_word(isa_slot_type(ins, SLOT_TYPE)) || isa_uses_carry(ins))
        return false;
    return !isa_has_word(ins, MOD_SAT) && !isa_has_word(ins, MOD_HI) && !isa_has_word(ins, MOD_WIDE) && !isa_has_word(ins, MOD_RELU);
}

/* Whether no bit is set in both numbers, of which b is a constant, but no sign: their sum has the bits of either. */
bool range_is_disjoint(KnownRange a, KnownRange b) { return is_number(b) && b.low > 0 && a.low >= 0 && a.low <= a.high && a.high < (b.low & -b.low); }

/* Whether the numbers are in the same order with a sign and without. */
bool range_is_ordered(const Ins *ins, KnownRange a, KnownRange b) { return isa_slot_type(ins, SLOT_TYPE) == T_S32 || (a.low >= 0 && b.low >= 0); }

/* Whether both operands are one register, or copies of it. */
static bool is_same(const Ranges *r, const Ins *ins)
{
    const Opnd *x = copy_origin(r->fn, r->writer, &ins->arg[1]);
    return opnd_is_reg(x) && r->writer[x->reg] > 0 && opnd_same(x, copy_origin(r->fn, r->writer, &ins->arg[2]));
}

static KnownRange arithmetic(const Ranges *r, const Ins *ins)
{
    const bool three = ins->mnemonic == INS_MAD || ins->mnemonic == INS_SELP;
    const bool one = isa_emit(ins) == EMIT_MOV || ins->mnemonic == INS_NOT || ins->mnemonic == INS_NEG;
    if (!range_is_plain(ins, one ? 2 : three ? 4 : 3))
        return any;
    const KnownRange a = range_of(r, &ins->arg[1]), b = one ? a : range_of(r, &ins->arg[2]), c = three ? range_of(r, &ins->arg[3]) : a;
    const bool sign = isa_slot_type(ins, SLOT_TYPE) == T_S32;
    if (is_nothing(a) || is_nothing(b) || is_nothing(c))
        return nothing;
    switch (ins->mnemonic) {
    case INS_MOV: return a;
    case INS_NOT: return inverse(a);
    case INS_NEG: return negative(a);
    case INS_XOR: return is_same(r, ins) ? number(0) : is_number(b) && b.low == -1 ? inverse(a) : any;
    case INS_ADD: return sum(a, b);
    case INS_OR: return range_is_disjoint(a, b) ? sum(a, b) : any;
    case INS_SUB: return is_same(r, ins) ? number(0) : sum(a, negative(b));
    case INS_MUL: return product(a, b);
    case INS_REM: return is_number(b) && b.low == 1 ? number(0) : any;
    case INS_MAD: return sum(product(a, b), c);
    case INS_SELP: return is_number(c) ? c.low ? a : b : range_joined(a, b);
    case INS_SHL: return shifted(a, b, true, false);
    case INS_SHR: return shifted(a, b, false, sign);
    case INS_AND: return masked(a, b);
    case INS_MIN: case INS_MAX: return range_is_ordered(ins, a, b) ? chosen(r, a, b, ins->mnemonic == INS_MAX) : any;
    default: return any;
    }
}

/* What a comparison may be: 0, 1 or both. */
static KnownRange comparison(const Ranges *r, const Ins *ins)
{
    const KnownRange both = range(0, 1);
    const unsigned holds = ins->nop == 3 ? isa_compare(ins) : CMP_NONE;
    if (holds == CMP_NONE || !range_is_plain(ins, ins->narg))
        return both;
    const KnownRange a = range_of(r, &ins->arg[isa_arg(ins, ARG_A)]), b = range_of(r, &ins->arg[isa_arg(ins, ARG_B)]);
    if (is_nothing(a) || is_nothing(b))
        return nothing;
    if (!range_is_ordered(ins, a, b))
        return both;
    const unsigned less = a.low < b.high ? CMP_LESS : 0, equal = a.low <= b.high && b.low <= a.high ? CMP_EQUAL : 0;
    const unsigned may = less | equal | (a.high > b.low ? CMP_MORE : 0);
    return !(may & holds) ? number(0) : (may & holds) == may ? number(1) : both;
}

bool range_is_logic(const Ins *ins)
{
    const bool two = ins->mnemonic == INS_AND || ins->mnemonic == INS_OR;
    return (two || ins->mnemonic == INS_NOT) && ins->narg == (two ? 3 : 2) && isa_slot_type(ins, SLOT_TYPE) == T_PRED;
}

/* What two predicates, or the opposite of one, may be together. */
static KnownRange logic(const Ranges *r, const Ins *ins)
{
    const KnownRange a = range_of(r, &ins->arg[1]), b = ins->narg == 3 ? range_of(r, &ins->arg[2]) : a;
    if (is_nothing(a) || is_nothing(b))
        return nothing;
    if (a.low < 0 || a.high > 1 || b.low < 0 || b.high > 1)
        return range(0, 1);
    if (ins->mnemonic == INS_NOT)
        return range(1 - a.high, 1 - a.low);
    const bool all = ins->mnemonic == INS_AND;
    return range(all ? a.low & b.low : a.low | b.low, all ? a.high & b.high : a.high | b.high);
}

/* What the instruction gives its one result. */
KnownRange range_result(const Ranges *r, const Ins *ins, int reg)
{
    if (r->fn->regs.at[reg]->type != T_PRED)
        return is_word(r->fn->regs.at[reg]->type) ? arithmetic(r, ins) : any;
    const bool one = ins->arg[0].kind == O_REG && ins->guard < 0 && !ins->pseudo;
    if (one && ins->mnemonic == INS_SETP)
        return comparison(r, ins);
    if (one && range_is_logic(ins))
        return logic(r, ins);
    const KnownRange k = one && isa_emit(ins) == EMIT_MOV && ins->narg == 2 ? range_of(r, &ins->arg[1]) : any;
    return is_nothing(k) || (k.low >= 0 && k.high <= 1) ? k : range(0, 1);
}
