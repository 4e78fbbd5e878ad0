/* lower_known.c: rows that have a shorter C, `known` in templates/isa, where more is known of operands than their types.
 *
 *   div, rem   of lanes side by side, by what is the same for all of them and no constant; rem of sums and quotients, once for all
 *   cvt        of whole numbers of 64 bits in lanes side by side, for which few processors have an instruction; of numbers to integers
 *              that they fit; of unsigned integers that could as well have a sign, for which more processors have one; of numbers of half
 *              precision to what only arithmetic reads, which does not tell whether a NaN is quiet
 *   sqrt, rsqrt  of which only arithmetic reads the result, for which one NaN is as good as another
 *   selp       by what is the same for all lanes: of ?: by that gcc makes no vectors, and where it asks for elements of arrays a branch;
 *              by whether it is a certain lane: they would make a branch to code of its own for that; of places at which lanes store,
 *              each its own, by what is kept for each lane: there are no vectors, and they would make a branch, which nobody could foretell
 *   selp       of floats by which of them is larger: processors have that as one instruction, compilers see it in no other form; others in
 *              loops of which processors without gathers have no vectors
 *   min, max, selp  likewise with a constant, of which what is made is compared and meets other conditions: no choice at all, which gcc would make
 *              one between truths, for which it has no vectors
 *   setp       of the lowest bit with 0 or 1, in loops for vectors: gcc takes the bit itself for the truth, and then makes none where that meets
 *              other comparisons
 *   min, max   with a number, no NaN: a constant, or what is never one (and clang takes zeros that it knows for equal: the row's own C
 *              would choose wrongly), unless a lane has a loop by itself; max with +0 or more
 *   shl, shr   of unsigned numbers by a constant that C shifts by, too
 *   fma.rm     of what .sat has made (0 to 1) by a number, to one whose last place is 1: the whole number below, as in CUDA's expf
 *
 * In: an instruction with its row, what is known of registers.  Out: the text. */
#include "emit/lower.h"

#include <math.h>

/* The operand is a floating-point constant of that type. */
static bool is_number(const Back *b, const Opnd *o, Type t, double *x)
{
    const Ins *def = back_only_def(b, o);
    if (def && isa_emit(def) == EMIT_MOV && def->narg == 2)
        o = &def->arg[isa_arg(def, ARG_A)];
    if (o->kind != O_FIMM || (o->type != t && t == T_F64))
        return false;
    *x = type_float((Type)o->type, o->imm);
    return o->type != T_F64 || t == T_F64 || *x == (double)(float)*x;
}

static bool is_last_alike(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    const Opnd *last = &ins->arg[ins->narg - 1];
    const Val by = uniform_opnd(b, last);
    return d.n == 1 && b->reg[d.reg].val.kind == VAL_VAR && last->kind == O_REG && by.kind == VAL_UNI && !by.cst && !lower_in_own_loop(b, ins);
}

/* One of the two numbers is for a certain lane, or for all others. */
static bool picks_one(const Back *b, const Ins *ins)
{
    const Opnd *by = &ins->arg[ins->narg - 1];
    return opnd_is_reg(by) && uniform_opnd(b, by).kind != VAL_UNI && !lower_in_own_loop(b, ins) &&
           (single_lane_holds(b, by->reg, true) || single_lane_holds(b, by->reg, false));
}

/* All that it reads beside the register are numbers. */
static bool reads_numbers(const Back *b, const Ins *ins, int reg)
{
    double x;
    bool numbers = true;
    for (int i = -1; numbers && isa_next_input(ins, &i);)
        numbers = opnd_reg_is(&ins->arg[i], reg) || is_number(b, &ins->arg[i], (Type)ins->argtype[i], &x);
    return numbers;
}

static bool stores_at(const Back *b, const Ins *ins, int reg)
{
    return isa_emit(ins) == EMIT_ST && opnd_has_base(isa_opnd(ins, ARG_A)) && isa_opnd(ins, ARG_A)->reg == reg && b->reg[reg].val.kind == VAL_VAR;
}

static bool meets_others(const Back *b, const Ins *ins, int reg) { return b->reg[reg].val.kind != VAL_UNI && isa_is_logic(ins); }

/* What comes of the result, by numbers alone where that is asked, is what some instruction in front of end does that with. */
static bool leads_to(const Back *b, const Ins *ins, const Ins *end, bool numbers, bool (*does)(const Back *, const Ins *, int))
{
    enum { FOLLOWED = 8 }; /* values, as far as they are looked at */
    int made[FOLLOWED] = {ins_dest(ins).reg}, n = 1;
    for (const Ins *of = ins + 1; of < end; of++)
        for (int k = n - 1; k >= 0; k--) {
            if (!ins_mentions(of, made[k]).reads)
                continue;
            if (does(b, of, made[k]))
                return true;
            if (isa_emit(of) == EMIT_TEXT && ins_dest(of).n == 1 && n < FOLLOWED && (!numbers || reads_numbers(b, of, made[k])))
                made[n++] = ins_dest(of).reg;
        }
    return false;
}

/* The value, chosen by what is kept, becomes the place, each lane's own, of something that the block stores. */
static bool is_place(const Back *b, const Ins *ins)
{
    const Opnd *by = &ins->arg[ins->narg - 1];
    return opnd_is_reg(by) && b->reg[by->reg].plan->store >= ST_LANES && b->reg[by->reg].val.kind == VAL_VAR &&
           leads_to(b, ins, b->fn->ins.at + b->blk_of[ins - b->fn->ins.at]->end, false, stores_at);
}

/* One of the two is a number; what comes of the result, by numbers alone, is compared with one, and the answer meets other conditions. */
static bool is_tested(const Back *b, const Ins *ins)
{
    double x;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return (is_number(b, isa_opnd(ins, ARG_A), t, &x) || is_number(b, isa_opnd(ins, ARG_B), t, &x)) &&
           leads_to(b, ins, b->fn->ins.at + b->fn->ins.n, true, meets_others);
}

/* The operand is no NaN.  In loops that lanes have for themselves only of constants: their row has a branch, which is as good. */
static bool is_bound(const Back *b, const Ins *ins, ArgName arg)
{
    double x;
    return (b->plan->numbers && never_nan_opnd(b->plan->numbers, isa_opnd(ins, arg)) && !lower_in_own_loop(b, ins)) ||
           (is_number(b, isa_opnd(ins, arg), isa_slot_type(ins, SLOT_TYPE), &x) && x == x);
}

static bool is_whole_below(const Back *b, const Ins *ins)
{
    double by, to;
    const Ins *a = back_only_def(b, &ins->arg[isa_arg(ins, ARG_A)]);
    return a && isa_has_word(a, MOD_SAT) && isa_slot_type(a, SLOT_TYPE) != T_F64 && is_number(b, &ins->arg[isa_arg(ins, ARG_B)], T_F32, &by) &&
           is_number(b, &ins->arg[isa_arg(ins, ARG_C)], T_F32, &to) && by >= 0 && by <= 0x1p21 && fabs(to) >= 0x1.4p23 && fabs(to) <= 0x1.cp23;
}

/* Nothing tells which NaN the result is. */
static bool is_for_arithmetic(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return d.n == 1 && b->plan->quiet && b->plan->quiet[d.reg];
}

/* From half precision, to what only arithmetic reads; a number that fits the integer, an integer below the sign's bit, or 64 bits in vectors, for which few processors have an instruction. */
static bool converts_plainly(const Writer *w, const Ins *ins)
{
    const Opnd *from = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = (Type)ins->argtype[isa_arg(ins, ARG_A)], to = (Type)ins->argtype[isa_arg(ins, ARG_D)];
    if (t == T_F16)
        return to == T_F32 && is_for_arithmetic(w->b, ins);
    if (type_info[t].kind == 'f')
        return float_range_within(w->b, from, t, to == T_U32 ? -1 : -0x1p31 - 1, 0x1p31);
    if (type_info[t].bits == 32)
        return float_range_most(w->b, from, t) <= INT32_MAX;
    return w->lane && w->vectors;
}

/* The text with one word for another. */
static const char *replaced(Arena *a, const char *text, const char *word, const char *by)
{
    const char *at = strstr(text, word);
    return arena_printf(a, "%.*s%s%s", (int)(at - text), text, by, at + strlen(word));
}

/* The remainder, once for all lanes, by what is no constant, of a sum, as of a place and 1, that then may be one behind the last, or of a
 * quotient, as the last of several dimensions. */
static bool is_near(const Writer *w, const Ins *ins)
{
    const Ins *of = ins->mnemonic == INS_REM && !w->lane ? back_only_def(w->b, isa_opnd(ins, ARG_A)) : NULL;
    const Opnd *by = isa_opnd(ins, ARG_B);
    return of && (of->mnemonic == INS_ADD || of->mnemonic == INS_SUB || of->mnemonic == INS_DIV) && opnd_is_reg(by) && !uniform_opnd(w->b, by).cst;
}

/* The text with ptx2c_max_amount (or ptx2c_min_amount, if the other operand has no sign, either) in the place of ptx2c_max_number, if the
 * operand is one that is +0 or more, and no constant, for which compilers see that; or NULL. */
static const char *beside_amount(Writer *w, const Ins *ins, ArgName arg, const char *text)
{
    double x;
    const Plan *p = w->b->plan;
    const Opnd *o = isa_opnd(ins, arg), *other = isa_opnd(ins, arg == ARG_A ? ARG_B : ARG_A);
    const bool is = p->numbers && never_nan_opnd(p->numbers, o) && never_signed_opnd(p->signless, o) &&
                    (ins->mnemonic == INS_MAX || never_signed_opnd(p->signless, other));
    return is && !is_number(w->b, o, isa_slot_type(ins, SLOT_TYPE), &x) ? replaced(A(w), text, "number", "amount") : NULL;
}

/* The text with $a for $b and $b for $a. */
static const char *turned(Arena *a, const char *text)
{
    char *s = arena_printf(a, "%s", text);
    for (char *p = s; (p = strchr(p, '$')); p++)
        if (p[1] == 'a' || p[1] == 'b')
            p[1] ^= 'a' ^ 'b';
    return s;
}

static bool same_value(const Opnd *x, const Opnd *y)
{
    if (x->kind == O_REG)
        return y->kind == O_REG && x->reg == y->reg && x->comp < 0 && y->comp < 0 && !x->neg && !y->neg;
    return x->kind == O_FIMM && y->kind == O_FIMM && x->type == y->type && x->imm == y->imm;
}

/* Between two instructions of a block nothing writes what the operand is. */
static bool keeps(const Back *b, const Opnd *o, int from, int to)
{
    return o->kind != O_REG || fn_last_write(b->fn, o->reg, from + 1, to) < 0;
}

static bool picks_float(const Ins *ins) { return ins->mnemonic == INS_SELP && c_float(isa_slot_type(ins, SLOT_TYPE)); }

/* The predicate is no variable; or one that some other instruction behind the one that makes it reads, where the choice is one of a chain:
 * of what stays in its place compilers make a branch with all that goes by the predicate. */
static bool is_aside(const Back *b, const Ins *ins, int pred)
{
    const int def = b->reg[pred].def, to = ins_dest(ins).reg;
    const bool chain = ins_dest(ins).n == 1 && !ins_mentions(ins, to).reads;
    bool aside = b->reg[pred].plan->store == ST_FOLD;
    for (int i = def + 1; chain && !aside && i < b->blk_of[def]->end; i++)
        aside = !picks_float(&b->fn->ins.at[i]) && !b->dead[i] && ins_mentions(&b->fn->ins.at[i], pred).reads;
    return aside;
}

static bool are_same(const Ins *x, const Ins *y, ArgName first, ArgName second)
{
    return same_value(&x->arg[isa_arg(x, ARG_A)], &y->arg[isa_arg(y, first)]) && same_value(&x->arg[isa_arg(x, ARG_B)], &y->arg[isa_arg(y, second)]);
}

/* The comparison in the same block that a choice between floats goes by, of just these; NULL: it goes by something else. */
static const Ins *comparison_of(const Back *b, const Ins *ins)
{
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)], *p = &ins->arg[isa_arg(ins, ARG_C)];
    const Ins *def = back_only_def(b, p);
    const int at = (int)(ins - b->fn->ins.at), from = def ? (int)(def - b->fn->ins.at) : at;
    if (from >= at || def->mnemonic != INS_SETP || def->nop != 3 || ins_dest(def).n != 1 || isa_has_word(def, MOD_FTZ) ||
        b->blk_of[from] != b->blk_of[at] || isa_slot_type(def, SLOT_TYPE) != isa_slot_type(ins, SLOT_TYPE))
        return NULL;
    const bool fits = are_same(def, ins, ARG_A, ARG_B) || are_same(def, ins, ARG_B, ARG_A);
    return fits && keeps(b, x, from, at) && keeps(b, y, from, at) && is_aside(b, ins, p->reg) ? def : NULL;
}

/* The text for above, below or either turned, as a comparison says; of equal numbers, or what is none, the second is taken. */
static const char *larger_or_smaller(Writer *w, const Ins *ins, const char *above)
{
    const Ins *t = w->b->literal || !picks_float(ins) || lower_in_own_loop(w->b, ins) ? NULL : comparison_of(w->b, ins);
    const Modifier how = t ? isa_slot(t, SLOT_CMP) : MOD_NONE;
    const bool greater = how == MOD_GT || how == MOD_LEU, less = how == MOD_LT || how == MOD_GEU, opposite = how == MOD_LEU || how == MOD_GEU;
    if ((!greater && !less) || (w->vectors && is_tested(w->b, ins)))
        return NULL;
    /* first > second, where it, or its opposite, chooses operand a */
    const bool a_first = same_value(&t->arg[isa_arg(t, ARG_A)], &ins->arg[isa_arg(ins, ARG_A)]) == greater;
    const char *text = a_first != opposite ? above : replaced(A(w), above, "above", "below");
    return opposite ? turned(A(w), text) : text;
}

/* Whether what the row's text for what is known asks holds, of instructions that have no bound. */
static bool is_known(Writer *w, const Ins *ins)
{
    const Back *b = w->b;
    switch (ins->mnemonic) {
    case INS_SELP: return picks_one(b, ins) || is_place(b, ins) || (w->vectors && is_last_alike(b, ins));
    case INS_DIV: case INS_REM: return is_last_alike(b, ins);
    case INS_CVT: return converts_plainly(w, ins);
    case INS_SQRT: case INS_RSQRT: return is_for_arithmetic(b, ins);
    default: return is_whole_below(b, ins);
    }
}

/* A minimum or maximum with what is no NaN, as its second operand. */
static const char *larger_of_known(Writer *w, const Ins *ins, const char *text)
{
    for (int k = 0; k < 2; k++) {
        const ArgName arg = k ? ARG_A : ARG_B;
        const char *amount = beside_amount(w, ins, arg, text), *found = amount ? amount : is_bound(w->b, ins, arg) ? text : NULL;
        if (found && w->vectors && is_tested(w->b, ins))
            found = replaced(A(w), text, "number", "tested");
        if (found)
            return k ? turned(A(w), found) : found;
    }
    return NULL;
}

static bool is_lowest_bit(const Ins *ins)
{
    bool one = false;
    for (int i = 0; i < ins->narg && ins->mnemonic == INS_AND; i++)
        one |= ins->arg[i].kind == O_IMM && ins->arg[i].imm == 1;
    return one;
}

/* The text that asks for a lowest bit, or whether there is none, if the comparison does. */
static const char *odd_or_even(Writer *w, const Ins *ins, const char *odd)
{
    const Opnd *to = &ins->arg[isa_arg(ins, ARG_B)];
    const Ins *bit = back_only_def(w->b, &ins->arg[isa_arg(ins, ARG_A)]);
    const Dest d = ins_dest(ins);
    if (w->b->literal || !w->lane || !w->vectors || d.n != 1 || w->b->reg[d.reg].val.kind != VAL_VAR || lower_in_own_loop(w->b, ins) ||
        to->kind != O_IMM || to->imm > 1 || !bit || bit->guard >= 0 || !is_lowest_bit(bit))
        return NULL;
    return isa_has_word(ins, MOD_EQ) == (to->imm == 1) ? odd : arena_printf(A(w), "$p = !%s", odd + strlen("$p = "));
}

/* C has that shift for the operand's C type, which for an address has 32 bits on some machines. */
static bool shifts_plainly(const Ins *ins)
{
    const Opnd *by = isa_opnd(ins, ARG_B);
    return by->kind == O_IMM && by->imm < 32;
}

const char *lower_known(Writer *w, const Ins *ins)
{
    const char *text = ins->sides->known;
    if (!text)
        return NULL;
    static const Mnemonic shifts[] = {INS_SHL, INS_SHR, INS_NONE};
    if (ins_is_any(ins, shifts))
        return shifts_plainly(ins) ? text : NULL;
    static const Mnemonic of_one[] = {INS_SELP, INS_DIV, INS_REM, INS_CVT, INS_FMA, INS_MAD, INS_SQRT, INS_RSQRT, INS_NONE};
    if (!ins_is_any(ins, of_one))
        return ins->mnemonic == INS_SETP ? odd_or_even(w, ins, text) : larger_of_known(w, ins, text);
    if (picks_float(ins)) {
        const char *larger = larger_or_smaller(w, ins, text);
        return larger || !w->apart || !strstr(ins->lower, "ptx2c_select_") ? larger : replaced(A(w), ins->lower, "ptx2c_select_", "ptx2c_select_apart_");
    }
    if (!w->b->literal && is_near(w, ins))
        return replaced(A(w), text, "rem_by", "rem_near");
    return !w->b->literal && is_known(w, ins) ? text : NULL;
}
