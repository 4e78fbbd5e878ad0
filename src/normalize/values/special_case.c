/* special_case.c: branches for special numbers whose results are what stands there without them.
 *
 * Around the power itself, nvcc's pow asks whether x is 0, below 0, infinite, no number, 1: for a logarithm these are cases of their own.
 * Where the power has become a product or a root (library_power.c), most of them give what that gives anyway: 0 * 0 is 0, the root of
 * infinity is infinity.  A branch per case is what is left of the kernel then, and loops over lanes do each under a mask.
 *
 * For a number x of 64 bits that a branch asks about, the code from where x is written on is gone through once for each kind of number
 * that x may be (NaN, the infinities, the zeros, 1, those above 0 and below), with what is known of each register then, along all ways
 * that are not known not to be taken.  Blocks between a branch and where its ways meet again, of arithmetic that writes one register
 * which is read behind, go if that register holds the same before and behind for each kind; so does one of a branch's two ways
 * where the other gives the same; a selp is a move if both operands are the
 * same where it may take the one that the branch says.  Which NaN the power of a NaN is nobody says: it is any.
 *
 * In: blocks, ranges folded.  Out: branches without a guard, moves; true: blocks are to be made anew.  Cost: a look at each instruction;
 * where comparisons of numbers of 64 bits with constants stand behind a power, a walk of at most STEPS instructions for each branch and
 * selp.  Fires on tests/run/power_cases, tests/run/library_power and tests/bench/programs/minkowski. */
#include "normalize/normalize.h"

#include <math.h>

typedef enum Kind {
    ANY,      /* what is the same has the same number */
    EXACT,    /* these bits */
    NOT_A_NUMBER, /* free: nobody says which */
    FINITE,   /* a number of 64 bits, not infinite; with a sign (1, -1) it is not 0 */
    HIGH,     /* the upper word of one of the two above */
    EXPONENT  /* that of a finite one where all else is cleared: less than INFINITE */
} Kind;

typedef struct Value {
    Kind kind;
    bool free;
    int sign;
    bool nan;     /* HIGH */
    bool related; /* ANY: of the number that is asked about */
    uint64_t bits; /* of EXACT; else a number of its own */
} Value;

enum { STEPS = 400, WAYS = 24, HELD = 192, DEPTH = 8, MEETINGS = 4 /* places where ways of a branch meet, from the next on */ };
static const uint32_t INFINITE = 0x7ff00000;

typedef struct Held { int reg; Value v; } Held;

typedef struct Cases {
    Module *m;
    Fn *fn;
    const int *writer;
    Blk **block;       /* by instruction: its own */
    bool *gone;        /* by block: it is between a branch and where that goes now */
    /* what a walk knows */
    int x;             /* of which it knows what kind it is */
    bool is_one;
    Held held[HELD];
    int nheld, steps, ways;
    uint64_t numbers;
    bool failed;
    /* what it is for: the blocks between two, and the register that they write; or a selp, and the operand that may stand for the other */
    const Blk *last, *to; /* last: that begins them, or holds the selp; to: NULL */
    int target;
    int only;          /* the side that the first of the blocks is to go to for all; -1: neither */
    Value before;      /* what the register holds then */
    Value result;      /* of the way to there */
    bool collects, met;
    const Ins *choice;
} Cases;

static double number_of(uint64_t bits) { return type_float(T_F64, bits); }

static Value unknown(Cases *c) { return (Value){.kind = ANY, .bits = ++c->numbers}; }
static Value exact(uint64_t bits) { return (Value){.kind = EXACT, .bits = bits}; }
static Value finite(Cases *c, int sign) { return (Value){.kind = FINITE, .sign = sign, .bits = ++c->numbers}; }
static Value no_number(Cases *c, bool is_free) { return (Value){.kind = NOT_A_NUMBER, .free = is_free, .bits = ++c->numbers}; }
static bool is_exact(Value v) { return v.kind == EXACT; }
static bool is_nan(Value v) { return v.kind == NOT_A_NUMBER || (is_exact(v) && isnan(number_of(v.bits))); }

/* Whether what is now may stand for what was. */
static bool stands_for(Value now, Value was)
{
    return (now.kind == was.kind && now.bits == was.bits) || (now.kind == NOT_A_NUMBER && now.free && is_nan(was));
}

static Value of_register(Cases *c, int reg)
{
    for (int i = c->nheld - 1; i >= 0; i--)
        if (c->held[i].reg == reg)
            return c->held[i].v;
    const Ins *mov = c->writer[reg] > 0 ? &c->fn->ins.at[c->writer[reg] - 1] : NULL;
    if (mov && mov->mnemonic == INS_MOV && mov->guard < 0 && mov->narg == 2 && opnd_is_literal(&mov->arg[1]))
        return exact(mov->arg[1].imm);
    return unknown(c);
}

static Value of(Cases *c, const Opnd *o)
{
    if (o->neg)
        return unknown(c);
    if (opnd_is_reg(o))
        return of_register(c, o->reg);
    return opnd_is_literal(o) ? exact(o->imm) : unknown(c);
}

static void hold(Cases *c, int reg, Value v)
{
    if (c->nheld == HELD)
        c->failed = true;
    else
        c->held[c->nheld++] = (Held){reg, v};
}

/* ---- what instructions make of it --------------------------------------------------------------------------------------- */

static bool rounds_to_nearest(const Ins *ins) { return isa_slot(ins, SLOT_RND) == MOD_RN || isa_slot(ins, SLOT_RND) == MOD_NONE; }

/* A sum, product, quotient or root of n numbers of 64 bits. */
static Value arithmetic(Cases *c, const Ins *ins, const Value *a, int n)
{
    bool nan = false, all = true;
    for (int i = 0; i < n; i++) {
        nan |= is_nan(a[i]);
        all &= is_exact(a[i]);
    }
    if (nan)
        return no_number(c, ins->power || a[0].free || (n > 1 && a[1].free));
    if (!rounds_to_nearest(ins))
        return unknown(c);
    const double x = number_of(a[0].bits), y = n > 1 ? number_of(a[1].bits) : 0;
    if (!all) { /* a small constant takes no finite number beyond the greatest */
        const bool small = n == 2 && a[0].kind == FINITE && is_exact(a[1]) && fabs(y) < 0x1p900;
        return small && (ins->mnemonic == INS_ADD || ins->mnemonic == INS_SUB) ? finite(c, 0) : unknown(c);
    }
    double r;
    switch (ins->mnemonic) {
    case INS_ADD: r = x + y; break;
    case INS_SUB: r = x - y; break;
    case INS_MUL: r = x * y; break;
    case INS_DIV: r = x / y; break;
    case INS_RCP: r = 1 / x; break;
    case INS_SQRT: r = sqrt(x); break;
    default: return unknown(c);
    }
    return isnan(r) ? no_number(c, ins->power) : exact((union { double r; uint64_t bits; }){.r = r}.bits);
}

static Value with_sign(Cases *c, Mnemonic what, Value a)
{
    const uint64_t sign = (uint64_t)1 << 63;
    if (is_exact(a))
        return exact(what == INS_ABS ? a.bits & ~sign : a.bits ^ sign);
    if (a.kind == NOT_A_NUMBER)
        return no_number(c, a.free);
    return a.kind == FINITE && a.sign ? finite(c, what == INS_ABS ? 1 : -a.sign) : a.kind == FINITE ? finite(c, 0) : unknown(c);
}

static Value truth(bool holds) { return exact(holds); }

/* A comparison whose result is not known. */
static Value undecided(Cases *c, Value a) { return (Value){.kind = ANY, .related = a.kind != ANY, .bits = ++c->numbers}; }

/* A comparison of numbers of 64 bits. */
static Value compare_numbers(Cases *c, const Ins *ins, Value a, Value b)
{
    const unsigned holds = isa_compare_floats(ins), numbers = holds & CMP_ALL;
    const bool asks_nan = numbers == CMP_NONE || numbers == CMP_ALL;
    unsigned order; /* of a to b */
    if (asks_nan && (a.kind == ANY || b.kind == ANY))
        return undecided(c, a);
    if (is_nan(a) || is_nan(b))
        return truth(holds & CMP_UNORDERED);
    if (asks_nan)
        return truth(numbers);
    if (!is_exact(b))
        return undecided(c, a);
    const double y = number_of(b.bits);
    if (is_exact(a))
        order = number_of(a.bits) < y ? CMP_LESS : number_of(a.bits) > y ? CMP_MORE : CMP_EQUAL;
    else if (a.kind == FINITE && isinf(y))
        order = y < 0 ? CMP_MORE : CMP_LESS;
    else if (a.kind == FINITE && a.sign && (y == 0 || (y < 0) == (a.sign > 0)))
        order = a.sign < 0 ? CMP_LESS : CMP_MORE;
    else if (opnd_reg_is(isa_opnd(ins, ARG_A), c->x) && y == 1 && !c->is_one && (numbers == CMP_EQUAL || numbers == CMP_OTHER))
        order = CMP_OTHER;
    else
        return undecided(c, a);
    return truth(numbers & order);
}

/* A comparison of words, with a sign. */
static Value compare_words(Cases *c, const Ins *ins, Type t, Value a, Value b)
{
    const unsigned holds = isa_compare(ins);
    if (!is_exact(b) || holds == CMP_NONE || t == T_U32)
        return undecided(c, a);
    const int32_t y = (int32_t)(uint32_t)b.bits;
    if (is_exact(a))
        return truth(compare_holds(holds, T_S32, a.bits, b.bits));
    if (a.kind == EXPONENT && y == (int32_t)INFINITE)
        return truth(holds & CMP_LESS);
    const unsigned zero = y == 0 ? holds : y == -1 ? holds ^ CMP_EQUAL : CMP_NONE; /* what it asks of 0: x > -1 is x >= 0 */
    const bool signs = zero == CMP_LESS || zero == (CMP_MORE | CMP_EQUAL);
    return a.kind == HIGH && a.sign && signs ? truth((holds & CMP_LESS ? -1 : 1) == a.sign) : undecided(c, a);
}

static Value logic(Cases *c, const Ins *ins, Value a, Value b)
{
    if (is_exact(a) && is_exact(b))
        return exact(ins->mnemonic == INS_AND ? a.bits & b.bits : ins->mnemonic == INS_OR ? a.bits | b.bits : a.bits ^ b.bits);
    const Value known = is_exact(a) ? a : b, other = is_exact(a) ? b : a;
    if (!is_exact(known) || ins->mnemonic == INS_XOR)
        return unknown(c);
    if (ins->argtype[1] == T_PRED)
        return (known.bits & 1) == (ins->mnemonic == INS_AND) ? other : known;
    const bool exponent = other.kind == HIGH && ins->mnemonic == INS_AND && (uint32_t)known.bits == INFINITE;
    return !exponent ? unknown(c) : other.nan ? exact(INFINITE) : (Value){.kind = EXPONENT, .bits = ++c->numbers};
}

/* The upper word of a number. */
static Value high_word(Cases *c, Value a)
{
    if (is_exact(a))
        return exact(a.bits >> 32);
    if (a.kind != FINITE && a.kind != NOT_A_NUMBER)
        return unknown(c);
    return (Value){.kind = HIGH, .sign = a.kind == FINITE ? a.sign : 0, .nan = a.kind == NOT_A_NUMBER, .bits = ++c->numbers};
}

static Value low_word(Cases *c, Value a) { return is_exact(a) ? exact((uint32_t)a.bits) : unknown(c); }

/* A mov: of what it is, to two words, or of two words; true: that is all that it writes. */
static bool move(Cases *c, const Ins *ins)
{
    const Opnd *d = &ins->arg[0], *a = &ins->arg[1];
    if (opnd_is_reg(d) && a->kind != O_VEC) {
        hold(c, d->reg, of(c, a));
        return true;
    }
    if (d->kind == O_VEC && d->nsub == 2 && type_info[ins->argtype[1]].bits == 64) {
        const Value v = of(c, a);
        for (int i = 0; i < 2; i++)
            if (opnd_is_reg(&d->sub[i]))
                hold(c, d->sub[i].reg, i ? high_word(c, v) : low_word(c, v));
        return true;
    }
    if (!opnd_is_reg(d) || a->kind != O_VEC || a->nsub != 2 || type_info[ins->argtype[0]].bits != 64)
        return false;
    const Value low = of(c, &a->sub[0]), high = of(c, &a->sub[1]);
    const bool known = is_exact(low) && is_exact(high);
    hold(c, d->reg, known ? exact((uint64_t)(uint32_t)high.bits << 32 | (uint32_t)low.bits) : unknown(c));
    return true;
}

static Value of_numbers(Cases *c, const Ins *ins, const Value *a)
{
    switch (ins->mnemonic) {
    case INS_ABS: case INS_NEG: return with_sign(c, (Mnemonic)ins->mnemonic, a[0]);
    case INS_ADD: case INS_SUB: case INS_MUL: case INS_DIV: return arithmetic(c, ins, a, 2);
    case INS_SQRT: case INS_RCP: return rounds_to_nearest(ins) && !isa_has_word(ins, MOD_APPROX) ? arithmetic(c, ins, a, 1) : unknown(c);
    case INS_SETP: return compare_numbers(c, ins, a[0], a[1]);
    default: return unknown(c);
    }
}

static Value of_words(Cases *c, const Ins *ins, Type t, const Value *a)
{
    switch (ins->mnemonic) {
    case INS_SETP: return type_is_i32(t) ? compare_words(c, ins, t, a[0], a[1]) : unknown(c);
    case INS_AND: case INS_OR: case INS_XOR: return t == T_PRED || t == T_B32 ? logic(c, ins, a[0], a[1]) : unknown(c);
    case INS_NOT: return t == T_PRED && is_exact(a[0]) ? truth(!(a[0].bits & 1)) : unknown(c);
    default: return unknown(c);
    }
}

static Value result(Cases *c, const Ins *ins)
{
    Value a[3];
    const int first = isa_arg(ins, ARG_A), n = ins->mnemonic == INS_SETP ? 2 : ins->narg - 1;
    if (first < 0 || n < 1 || n > 3 || ins->pseudo || (ins->mnemonic == INS_SETP && !isa_is_plain_test(ins)))
        return unknown(c);
    for (int i = 0; i < n; i++)
        a[i] = of(c, &ins->arg[first + i]);
    if (ins->mnemonic == INS_SELP)
        return is_exact(a[2]) ? a[a[2].bits & 1 ? 0 : 1] : unknown(c);
    const Type t = (Type)ins->argtype[first];
    return t == T_F64 ? of_numbers(c, ins, a) : of_words(c, ins, t, a);
}

enum { UNKNOWN = -1, UNRELATED = -2 }; /* to what is asked about */

static int taken(Cases *c, const Ins *ins)
{
    if (ins->guard < 0)
        return 1;
    const Value v = of_register(c, ins->guard);
    return is_exact(v) ? (v.bits & 1) != ins->guard_neg : v.related ? UNKNOWN : UNRELATED;
}

static void step(Cases *c, const Ins *ins)
{
    const int on = taken(c, ins);
    if (on == 0)
        return;
    if (on > 0 && ins->mnemonic == INS_MOV && !ins->pseudo && ins->narg == 2 && move(c, ins))
        return;
    const Dest d = ins_dest(ins);
    const Value v = on > 0 && d.n == 1 && opnd_reg_is(&ins->arg[0], d.reg) ? result(c, ins) : unknown(c);
    for (Refs r = ins_refs(ins); writes_next(&r);)
        hold(c, r.reg, r.reg == d.reg ? v : unknown(c));
}

/* ---- the walk ----------------------------------------------------------------------------------------------------------- */

static void walk_on(Cases *c, const Blk *x, const Blk *next, bool inside);
static void walk(Cases *c, const Blk *x, int at, bool inside);

/* Whether the operand of the selp stands for the other, where that is taken. */
static bool choice_is_same(Cases *c)
{
    const Value by = of(c, &c->choice->arg[3]);
    const int other = c->target == 1 ? 2 : 1;
    if (is_exact(by) && (other == 1) != (by.bits & 1))
        return true;
    return stands_for(of(c, &c->choice->arg[c->target]), of(c, &c->choice->arg[other]));
}

/* Where the ways meet the register holds what it is to. */
static void meet(Cases *c, Value v)
{
    c->failed |= c->collects ? c->met && !(stands_for(c->result, v) && stands_for(v, c->result)) : !stands_for(c->before, v);
    if (c->collects)
        c->result = v;
    c->met = true;
}

/* From a branch: what the one way gives that is to be for all, then that the other gives the same. */
static void compare_ways(Cases *c, const Blk *x)
{
    c->collects = true;
    c->met = false;
    walk_on(c, x, x->succ[c->only], true);
    c->collects = false;
    c->before = c->result;
    if (!c->failed && c->met)
        walk_on(c, x, x->succ[!c->only], true);
    c->failed |= !c->met;
}

/* Along a way out of a block.  Another round of a loop begins with another x, as does what comes behind the loop; loops within are not
 * gone through. */
static void walk_on(Cases *c, const Blk *x, const Blk *next, bool inside)
{
    if (inside && next == c->to)
        meet(c, of_register(c, c->target));
    else if (next->id > x->id && next->loop == c->last->loop && (inside || next->id <= c->last->id))
        walk(c, next, next->first, inside);
    else
        c->failed |= inside || (next->id > x->id && next->id < c->last->id);
}

/* Behind a branch that asks about something else, where its ways have met again before the question is: false: they do not. */
static bool pass_by(Cases *c, const Blk *x)
{
    const Blk *to = x->ipdom;
    if (!to || to->id <= x->id || to->id > c->last->id || to->loop != x->loop)
        return false;
    for (int i = x->id + 1; i < to->id; i++) {
        const Blk *y = c->fn->blk[i];
        if (!cfg_dominates(x, y) || y->loop != x->loop)
            return false;
        for (int k = y->first; k < y->end; k++)
            for (Refs r = ins_refs(&c->fn->ins.at[k]); writes_next(&r);)
                hold(c, r.reg, unknown(c));
        c->failed |= ++c->steps > STEPS;
    }
    walk(c, to, to->first, false);
    return true;
}

/* From an instruction of a block to where the question is, and behind it; it fails where an answer is no. */
static void walk(Cases *c, const Blk *x, int at, bool inside)
{
    const int nheld = c->nheld;
    const Value before = c->before;
    c->failed |= ++c->ways > WAYS;
    for (; at < x->end && !c->failed && at != x->branch; at++) {
        if (&c->fn->ins.at[at] == c->choice) {
            c->failed |= !choice_is_same(c);
            c->nheld = nheld;
            return;
        }
        c->failed |= ++c->steps > STEPS;
        step(c, &c->fn->ins.at[at]);
    }
    if (c->to && x == c->last) {
        inside = true;
        c->before = of_register(c, c->target);
        hold(c, c->target, c->before); /* under one number from here on */
    }
    const int way = !x->succ[1] ? 0 : taken(c, &c->fn->ins.at[x->branch]);
    if (c->to && x == c->last && c->only >= 0) {
        if (way != c->only)
            compare_ways(c, x);
        c->nheld = nheld;
        c->before = before;
        return;
    }
    const bool passed = way == UNRELATED && !inside && x->id < c->last->id && pass_by(c, x);
    for (int k = 0; k < 2 && !c->failed && !passed; k++)
        if (x->succ[k] && (way < 0 || way == k))
            walk_on(c, x, x->succ[k], inside);
    c->failed |= x->targets != NULL;
    c->nheld = nheld;
    c->before = before;
}

static bool never_below(const Cases *c, const Opnd *o, int depth);

static bool none_below(const Cases *c, const Ins *ins, int from, int n, int depth)
{
    bool none = true;
    for (int i = from; i < n && none; i++)
        none = never_below(c, &ins->arg[i], depth);
    return none;
}

/* A product of a number with itself, perhaps with something added. */
static bool is_square(const Ins *ins)
{
    return (ins->mnemonic == INS_MUL || ins->mnemonic == INS_FMA) && opnd_is_reg(&ins->arg[1]) && opnd_reg_is(&ins->arg[2], ins->arg[1].reg);
}

/* Whether the register of 64 bits never holds a number below 0, -0 or minus infinity. */
static bool never_below(const Cases *c, const Opnd *o, int depth)
{
    if (o->kind == O_FIMM && !o->neg)
        return o->imm >> 63 == 0;
    const Ins *ins = depth ? only_writer(c->fn, c->writer, o) : NULL;
    if (!ins || ins->guard >= 0 || ins->pseudo || ins->narg < 2 || ins->arg[1].kind == O_VEC || ins->argtype[1] != T_F64)
        return false;
    static const Mnemonic of_such[] = {INS_MOV, INS_SQRT, INS_MUL, INS_FMA, INS_ADD, INS_SELP, INS_NONE};
    const int n = ins->mnemonic == INS_SELP ? 3 : ins->narg;
    return ins->mnemonic == INS_ABS || (ins_is_any(ins, of_such) && none_below(c, ins, is_square(ins) ? 3 : 1, n, depth - 1));
}

/* Whether the answer is yes for each kind of number that the register may hold. */
static bool holds_for_all(Cases *c, int x)
{
    const bool positive = never_below(c, &(Opnd){.kind = O_REG, .reg = x, .comp = -1}, DEPTH);
    const uint64_t infinity = (uint64_t)INFINITE << 32, one = (uint64_t)0x3ff00000 << 32, sign = (uint64_t)1 << 63;
    const Value kinds[] = {no_number(c, false), exact(0), exact(one), exact(infinity), finite(c, 1),
                           exact(sign), exact(sign | infinity), finite(c, -1)};
    const int at = c->writer[x];
    c->x = x;
    c->failed = false;
    for (size_t i = 0; i < (positive ? 5 : sizeof kinds / sizeof *kinds) && !c->failed; i++) {
        c->is_one = i == 2;
        c->nheld = c->steps = c->ways = 0;
        hold(c, x, kinds[i]);
        walk(c, c->block[at - 1], at, false);
    }
    return !c->failed;
}

/* ---- what is asked ------------------------------------------------------------------------------------------------------ */

/* The register with a number of 64 bits that a condition comes from, by its upper word, or that of a sum with a constant, too; -1: it does
 * not, or the number is another in each round of a loop that the block is in and the number is not. */
static int asked_of(const Cases *c, int reg, const Blk *where)
{
    for (int depth = DEPTH; depth && c->writer[reg] > 0; depth--) {
        const Ins *ins = &c->fn->ins.at[c->writer[reg] - 1];
        const Blk *x = c->block[c->writer[reg] - 1];
        const bool number = c->fn->regs.at[reg]->type == T_F64;
        const bool sum = ins->mnemonic == INS_ADD && ins->narg == 3 && ins->arg[2].kind == O_FIMM;
        if (number && !(sum && only_writer(c->fn, c->writer, &ins->arg[1])))
            return x && x->loop == where->loop && cfg_dominates(x, where) ? reg : -1;
        static const Mnemonic asks[] = {INS_SETP, INS_AND, INS_MOV, INS_NONE};
        const Opnd *a = isa_opnd(ins, ARG_A);
        if ((!number && !ins_is_any(ins, asks)) || !opnd_is_reg(a))
            return -1;
        reg = a->reg;
    }
    return -1;
}

/* The register of 64 bits that is written between a block and another that all ways go to, and read behind; false: there are several, other
 * ways, or more than arithmetic. */
static bool writes_one(const Cases *c, const Blk *from, const Blk *to, int *target)
{
    *target = -1;
    for (int i = from->id + 1; i < to->id; i++) {
        const Blk *x = c->fn->blk[i];
        if (!cfg_dominates(from, x) || !cfg_postdominates(to, x) || x->is_header)
            return false;
        for (int k = x->first; k < x->end; k++) {
            const Ins *ins = &c->fn->ins.at[k];
            if (isa_emit(ins) == EMIT_BRA)
                continue;
            if (!ins_is_pure(ins) && isa_emit(ins) != EMIT_MOV)
                return false;
            for (Refs r = ins_refs(ins); writes_next(&r);) {
                if (!live_has(to->live_in, r.reg))
                    continue;
                if (*target >= 0 && *target != r.reg)
                    return false;
                *target = r.reg;
            }
        }
    }
    return *target >= 0 && c->fn->regs.at[*target]->type == T_F64;
}

/* Where a branch may go instead: behind the farthest of the places where its ways meet, or one of its ways; NULL: nowhere. */
static const Blk *jumps_to(Cases *c, const Blk *from)
{
    const Ins *bra = &c->fn->ins.at[from->branch];
    const int x = asked_of(c, bra->guard, from);
    if (x < 0)
        return NULL;
    const Blk *best = NULL, *to = from->ipdom;
    c->last = from;
    c->choice = NULL;
    for (int i = 0; i < MEETINGS && to && to->id > from->id && to->loop == from->loop; i++, to = to->ipdom) {
        if (!writes_one(c, from, to, &c->target))
            continue;
        c->to = to;
        for (c->only = -1; c->only < 2; c->only++)
            if ((c->only < 0 || !best) && holds_for_all(c, x))
                best = c->only < 0 ? to : from->succ[c->only];
    }
    return best;
}

/* The operand of a selp that stands for the other; NULL: none does. */
static const Opnd *stands(Cases *c, const Ins *ins)
{
    if (ins->mnemonic != INS_SELP || ins->guard >= 0 || ins->argtype[1] != T_F64 || !opnd_is_reg(&ins->arg[3]))
        return NULL;
    const Blk *where = c->block[ins - c->fn->ins.at];
    const int x = asked_of(c, ins->arg[3].reg, where);
    if (x < 0)
        return NULL;
    c->last = where;
    c->to = NULL;
    c->choice = ins;
    for (c->target = 1; c->target < 3; c->target++)
        if (opnd_is_reg(&ins->arg[c->target]) && holds_for_all(c, x))
            return &ins->arg[c->target];
    return NULL;
}

/* Whether there is a power that a pass has made. */
static bool has_power(const Fn *fn)
{
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        if (ins->power)
            return true;
    return false;
}

bool special_cases(Arena *a, Module *m, Fn *fn)
{
    if (!has_power(fn))
        return false;
    Cases c = {.m = m, .fn = fn, .writer = only_writers(a, fn), .block = cfg_blocks(a, fn), .gone = NEWN(a, bool, fn->nblk + 1)};
    live_build(a, fn, true);
    int nto = 0, *goes = NEWN(a, int, fn->nblk + 1); /* by block: that which its branch goes to, + 1 */
    bool any = false;
    for (int i = 0; i < fn->nblk; i++) {
        const Blk *x = fn->blk[i];
        if (c.gone[i])
            continue;
        for (int k = x->first; k < x->end; k++) {
            const Opnd *same = stands(&c, &fn->ins.at[k]);
            if (same)
                fn->ins.at[k] = ins_new(m, fn, m->code, &fn->ins.at[k], "mov.f64", (Opnd[]){fn->ins.at[k].arg[0], *same}, 2);
            any |= same != NULL;
        }
        const Blk *to = x->succ[1] ? jumps_to(&c, x) : NULL;
        for (int k = i + 1; to && cfg_postdominates(to, x) && k < to->id; k++)
            c.gone[k] = true;
        goes[i] = to ? to->id + 1 : 0;
        nto += to != NULL;
    }
    for (int i = 0; i < fn->nblk && nto; i++)
        if (goes[i]) {
            Ins *bra = &fn->ins.at[fn->blk[i]->branch];
            Sym *label = fn_new_label(m->code, fn, "same", bra->loc);
            label->index = fn->blk[goes[i] - 1]->first;
            fn_put_label(m->code, fn, label);
            *bra = ins_new(m, fn, m->code, bra, "bra", (Opnd[]){opnd_label(label)}, 1);
        }
    return any || nto;
}
