/* lower_known.c: rows that have a shorter C, `known` in templates/isa, where more is known of operands than their types.
 *
 *   div, rem   of lanes side by side, by what is the same for all of them and no constant
 *   cvt        of whole numbers of 64 bits in lanes side by side, for which few processors have an instruction
 *   selp       of elements of arrays, by what is the same for all lanes: from ?: compilers make a branch around the load, and no vectors;
 *              by whether it is a certain lane: they would make a branch to code of its own for that
 *   min, max   with a number, no NaN (and clang takes zeros that it knows for equal: the row's own C would choose wrongly)
 *   fma.rm     of what .sat has made (0 to 1) by a number, to one whose last place is 1: the whole number below, as in CUDA's expf
 *
 * In: an instruction with its row, what is known of registers.  Out: the text. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

#include <math.h>

static const Ins *only_def(const Back *b, const Opnd *o)
{
    const int def = o->kind == O_REG && o->comp < 0 && !o->neg && b->reg[o->reg].ndef == 1 ? b->reg[o->reg].def : -1;
    return def >= 0 && b->fn->ins.at[def].guard < 0 ? &b->fn->ins.at[def] : NULL;
}

/* The operand is a floating-point constant of that type. */
static bool is_number(const Back *b, const Opnd *o, Type t, double *x)
{
    const Ins *def = only_def(b, o);
    if (def && isa_emit(def) == EMIT_MOV && def->narg == 2)
        o = &def->arg[isa_arg(def, ARG_A)];
    if (o->kind != O_FIMM || (o->type != t && t == T_F64))
        return false;
    if (o->type == T_F64) {
        memcpy(x, &o->imm, sizeof *x);
        return t == T_F64 || *x == (double)(float)*x;
    }
    const uint32_t bits = (uint32_t)o->imm;
    float f;
    memcpy(&f, &bits, sizeof f);
    *x = f;
    return true;
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
    return by->kind == O_REG && by->comp < 0 && uniform_opnd(b, by).kind != VAL_UNI && !lower_in_own_loop(b, ins) &&
           (single_lane_holds(b, by->reg, true) || single_lane_holds(b, by->reg, false));
}

static bool is_kept(const Back *b, const Ins *ins, ArgName arg)
{
    const Opnd *o = &ins->arg[isa_arg(ins, arg)];
    return o->kind == O_REG && b->reg[o->reg].plan->store == ST_LANES;
}

static bool is_bound(const Back *b, const Ins *ins, ArgName arg)
{
    double x;
    return is_number(b, &ins->arg[isa_arg(ins, arg)], isa_slot_type(ins, SLOT_TYPE), &x) && x == x;
}

static bool is_whole_below(const Back *b, const Ins *ins)
{
    double by, to;
    const Ins *a = only_def(b, &ins->arg[isa_arg(ins, ARG_A)]);
    return a && isa_has_word(a, MOD_SAT) && isa_slot_type(a, SLOT_TYPE) != T_F64 && is_number(b, &ins->arg[isa_arg(ins, ARG_B)], T_F32, &by) &&
           is_number(b, &ins->arg[isa_arg(ins, ARG_C)], T_F32, &to) && by >= 0 && by <= 0x1p21 && fabs(to) >= 0x1.4p23 && fabs(to) <= 0x1.cp23;
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

const char *lower_known(Writer *w, const Ins *ins)
{
    const Back *b = w->b;
    const char *text = ins->sides->known;
    if (!text)
        return NULL;
    switch (ins->mnemonic) {
    case INS_SELP: return !b->literal && (picks_one(b, ins) || (is_last_alike(b, ins) && (is_kept(b, ins, ARG_A) || is_kept(b, ins, ARG_B)))) ? text : NULL;
    case INS_DIV: case INS_REM: return !b->literal && is_last_alike(b, ins) ? text : NULL;
    case INS_CVT: return w->lane && w->vectors && !b->literal ? text : NULL;
    case INS_FMA: case INS_MAD: return !b->literal && is_whole_below(b, ins) ? text : NULL;
    default: return is_bound(b, ins, ARG_B) ? text : is_bound(b, ins, ARG_A) ? turned(A(w), text) : NULL;
    }
}
