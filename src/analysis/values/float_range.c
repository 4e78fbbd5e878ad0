/* float_range.c: between which numbers a floating-point value lies, whatever is computed.
 *
 * Programs clamp what they turn into integers: by .sat, by a minimum and a maximum with constants, or because it came from a byte.  Within
 * an integer's range the conversion is a processor's own instruction; beyond it, and for NaN, PTX says what C leaves open.
 *
 * What is asked for is looked for backwards, through registers that are written once; the results of arithmetic are taken a little wider
 * than they are, by more than any rounding or approximation and by what .ftz flushes.
 *
 * In: an operand, a function's instructions.  Out: the bounds, which may be infinite.  Asked by src/emit/lower/lower_known.c: pictures' bytes
 * (tests/bench/programs/recursive), quantised weights (tests/run/bytes_of_floats). */
#include "analysis/analysis.h"

#include <math.h>

enum { DEPTH = 6 };

typedef struct Range { double low, high; } Range;

static bool find(const Back *b, const Opnd *o, Type t, int depth, Range *r);

static bool is_finite(Range r) { return r.low > -INFINITY && r.high < INFINITY; }

/* Rounded in whatever way, approximated, flushed; false where it may overflow. */
static bool rounded(Type t, Range *r)
{
    const double more = t == T_F64 ? 0x1p-45 : 0x1p-18, least = t == T_F64 ? 0x1p-1020 : 0x1p-125, most = t == T_F64 ? 0x1p1000 : 0x1p127;
    r->low -= fabs(r->low) * more + least;
    r->high += fabs(r->high) * more + least;
    return r->low > -most && r->high < most;
}

static bool constant(const Opnd *o, Range *r)
{
    r->low = r->high = type_float((Type)o->type, o->imm);
    return r->low == r->low;
}

static bool find_arg(const Back *b, const Ins *ins, ArgName name, Type t, int depth, Range *r)
{
    const int i = isa_arg(ins, name);
    return i >= 0 && ins->argtype[i] == t && find(b, &ins->arg[i], t, depth - 1, r);
}

static void product(Range x, Range y, Range *r)
{
    const double p[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
    *r = (Range){p[0], p[0]};
    for (int i = 1; i < 4; i++) {
        r->low = fmin(r->low, p[i]);
        r->high = fmax(r->high, p[i]);
    }
}

/* x + y, x - y, x * y, x * y + z of finite numbers. */
static bool arithmetic(const Back *b, const Ins *ins, Type t, int depth, Range *r)
{
    Range x, y, z = {0, 0};
    const bool three = ins->mnemonic == INS_FMA || ins->mnemonic == INS_MAD, adds = ins->mnemonic == INS_ADD || ins->mnemonic == INS_SUB;
    if (!find_arg(b, ins, ARG_A, t, depth, &x) || !find_arg(b, ins, ARG_B, t, depth, &y) || (three && !find_arg(b, ins, ARG_C, t, depth, &z)))
        return false;
    if (!is_finite(x) || !is_finite(y) || !is_finite(z))
        return false;
    if (ins->mnemonic == INS_SUB)
        y = (Range){-y.high, -y.low};
    if (adds)
        *r = (Range){x.low + y.low, x.high + y.high};
    else
        product(x, y, r);
    r->low += z.low;
    r->high += z.high;
    return rounded(t, r);
}

static bool quotient(const Back *b, const Ins *ins, Type t, int depth, Range *r)
{
    Range x, y;
    if (!find_arg(b, ins, ARG_A, t, depth, &x) || !find_arg(b, ins, ARG_B, t, depth, &y) || !is_finite(x) || !is_finite(y) ||
        (y.low <= 0x1p-100 && y.high >= -0x1p-100))
        return false;
    product(x, (Range){1 / y.high, 1 / y.low}, r);
    return rounded(t, r);
}

/* A minimum or maximum is a number where one of the two is. */
static bool bound(const Back *b, const Ins *ins, Type t, int depth, Range *r)
{
    Range x, y;
    if (ins->narg != 3 || isa_has_word(ins, MOD_NaN_) || isa_has_word(ins, MOD_XORSIGN))
        return false;
    const bool known = find_arg(b, ins, ARG_A, t, depth, &x), known_too = find_arg(b, ins, ARG_B, t, depth, &y);
    if (!known && !known_too)
        return false;
    if (!known || !known_too) { /* the other one may be NaN: then this one is it */
        const Range one = known ? x : y;
        *r = ins->mnemonic == INS_MIN ? (Range){-INFINITY, one.high} : (Range){one.low, INFINITY};
    } else if (ins->mnemonic == INS_MIN) {
        *r = (Range){fmin(x.low, y.low), fmin(x.high, y.high)};
    } else {
        *r = (Range){fmax(x.low, y.low), fmax(x.high, y.high)};
    }
    return true;
}

static uint64_t most_of(const Back *b, const Opnd *o, int bits)
{
    const uint64_t all = bits_below((uint64_t)bits);
    const Ins *def = back_only_def(b, o);
    if (!def || ins_dest(def).n != 1)
        return all;
    const Opnd *by = &def->arg[def->narg - 1];
    if (def->mnemonic == INS_AND && by->kind == O_IMM)
        return by->imm & all;
    if (def->mnemonic == INS_SHR && by->kind == O_IMM && by->imm < 64 && type_info[isa_slot_type(def, SLOT_TYPE)].kind != 's')
        return all >> by->imm;
    const int source = def->mnemonic == INS_CVT ? isa_arg(def, ARG_A) : isa_emit(def) == EMIT_LD ? isa_arg(def, ARG_D) : -1;
    const Type from = source < 0 ? T_NONE : (Type)def->argtype[source];
    return type_info[from].kind == 'u' && type_info[from].bits < bits ? type_max(from) : all;
}

uint64_t float_range_most(const Back *b, const Opnd *o, Type t) { return most_of(b, o, type_info[t].bits); }

/* From an integer. */
static bool conversion(const Back *b, const Ins *ins, Type t, Range *r)
{
    const int i = isa_arg(ins, ARG_A);
    const Type from = (Type)ins->argtype[i];
    const char kind = type_info[from].kind;
    if (kind != 'u' && kind != 's')
        return false;
    const uint64_t most = most_of(b, &ins->arg[i], type_info[from].bits), half = (uint64_t)1 << (type_info[from].bits - 1);
    const bool negative = kind == 's' && most >= half;
    *r = (Range){negative ? -(double)half : 0, (double)(negative ? half : most)};
    return rounded(t, r);
}

static bool result(const Back *b, const Ins *ins, Type t, int depth, Range *r)
{
    if (isa_has_word(ins, MOD_SAT)) {
        *r = (Range){0, 1};
        return true;
    }
    switch (ins->mnemonic) {
    case INS_MOV: return find_arg(b, ins, ARG_A, t, depth, r);
    case INS_ABS:
        if (!find_arg(b, ins, ARG_A, t, depth, r))
            return false;
        *r = (Range){fmax(0, fmax(r->low, -r->high)), fmax(-r->low, r->high)};
        r->low = fmax(0, r->low - 0x1p-125); /* .ftz */
        return true;
    case INS_MIN: case INS_MAX: return bound(b, ins, t, depth, r);
    case INS_ADD: case INS_SUB: case INS_MUL: case INS_FMA: case INS_MAD: return arithmetic(b, ins, t, depth, r);
    case INS_DIV: return quotient(b, ins, t, depth, r);
    case INS_CVT: return conversion(b, ins, t, r);
    default: return false;
    }
}

static bool find(const Back *b, const Opnd *o, Type t, int depth, Range *r)
{
    if (o->kind == O_FIMM && (o->type == T_F64) == (t == T_F64))
        return constant(o, r);
    const Ins *def = depth > 0 && o->kind == O_REG ? back_only_def(b, o) : NULL;
    const int d = def && !def->pseudo ? isa_arg(def, ARG_D) : -1;
    return d >= 0 && def->argtype[d] == t && ins_dest(def).n == 1 && result(b, def, t, depth, r);
}

bool float_range_within(const Back *b, const Opnd *o, Type t, double low, double high)
{
    Range r;
    return find(b, o, t, DEPTH, &r) && r.low > low && r.high < high;
}
