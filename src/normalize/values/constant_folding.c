/* constant_folding.c: conversions, halves and comparisons of known floating-point numbers.
 *
 * nvcc makes a constant of __powf(2, i) where it knows i, but only after it has folded constants: what is made of that by cvt.rzi is a
 * number that only the processor sees.  Strides of trees of sums are such numbers, and which lanes see each other depends on them: this
 * comes before lockstep.c.  Around pow(x, 0.5) it asks of 0.5 whether it is whole, odd or below 0, by assembler text whose numbers it
 * doesn't look into: what of that no exponent needs is gone when range_folding.c has seen the answers.
 *
 * In: matched instructions, no blocks.  Out: such a cvt is a mov, such a mov to two halves one to each, such a setp one of two zeros.
 * Cost: a look at each instruction.  Fires on tests/run/tree_powers, tests/run/library_power. */
#include "normalize/normalize.h"

#include <float.h>
#include <math.h>

const Opnd *float_constant(const Fn *fn, const int *writer, const Opnd *o, Type t)
{
    const Ins *mov = only_writer(fn, writer, o);
    if (mov) {
        const int a = isa_emit(mov) == EMIT_MOV && mov->guard < 0 && mov->nop == 2 ? isa_arg(mov, ARG_A) : -1;
        return a >= 0 && mov->arg[a].kind == O_FIMM && mov->arg[a].type == t ? &mov->arg[a] : NULL;
    }
    return o->kind == O_FIMM && o->type == t ? o : NULL;
}

typedef struct Fold {
    Module *m;
    Fn *fn;
    const int *writer; /* only_writers */
} Fold;

/* What argument name is, where it is a known number of that type. */
static bool is_known(const Fold *f, const Ins *ins, ArgName name, Type t, double *x)
{
    const Opnd *a = isa_opnd(ins, name);
    const Opnd *number = a && (t == T_F32 || t == T_F64) ? float_constant(f->fn, f->writer, a, t) : NULL;
    if (number)
        *x = type_float(t, number->imm);
    return number;
}

static Ins new_mov(const Fold *f, const Ins *from, const char *name, Opnd d, Opnd a)
{
    return ins_new(f->m, f->fn, f->m->arena, from, name, (Opnd[]){d, a}, 2);
}

/* Rounded as the cvt does; of one that doesn't round, to a number that is not whole, NaN. */
static double rounded(const Ins *cvt, double x)
{
    switch (isa_slot(cvt, SLOT_IRND)) {
    case MOD_RNI: return nearbyint(x);
    case MOD_RZI: return trunc(x);
    case MOD_RMI: return floor(x);
    case MOD_RPI: return ceil(x);
    default: return x == trunc(x) ? x : NAN;
    }
}

/* A cvt to a whole number of the same type, or to an integer of 32 bits that both types of them have. */
static void fold_cvt(const Fold *f, Ins *cvt)
{
    const int d = isa_arg(cvt, ARG_D), a = isa_arg(cvt, ARG_A);
    if (!opnd_is_reg(&cvt->arg[d]))
        return;
    const Type from = cvt->argtype[a], to = cvt->argtype[d];
    double x;
    if (!is_known(f, cvt, ARG_A, from, &x))
        return;
    x = rounded(cvt, isa_has_word(cvt, MOD_FTZ) && from == T_F32 && fabs(x) < FLT_MIN ? copysign(0, x) : x);
    if (to == from && !isa_has_word(cvt, MOD_SAT) && fabs(x) <= 0x1p31) {
        const float single = (float)x;
        Opnd number = {.kind = O_FIMM, .type = to, .reg = -1};
        memcpy(&number.imm, to == T_F64 ? (const void *)&x : &single, type_info[to].bits / 8);
        *cvt = new_mov(f, cvt, to == T_F64 ? "mov.f64" : "mov.f32", cvt->arg[d], number);
    } else if ((to == T_S32 || to == T_U32) && x >= 0 && x < 0x1p31)
        *cvt = new_mov(f, cvt, "mov.b32", cvt->arg[d], opnd_number((uint64_t)x, T_U32));
}

/* A comparison of known numbers is one of integers with the same outcome, which range_folding.c sees through. */
static void fold_setp(const Fold *f, Ins *setp)
{
    const unsigned holds = setp->nop == 3 ? isa_compare(setp) : CMP_NONE;
    const Type t = isa_slot_type(setp, SLOT_TYPE);
    double a, b;
    if (holds == CMP_NONE || isa_has_word(setp, MOD_FTZ) || !is_known(f, setp, ARG_A, t, &a) || !is_known(f, setp, ARG_B, t, &b))
        return;
    const unsigned is = a < b ? CMP_LESS : a == b ? CMP_EQUAL : a > b ? CMP_MORE : CMP_NONE;
    const Opnd zero = opnd_number(0, T_U32);
    *setp = ins_new(f->m, f->fn, f->m->arena, setp, holds & is ? "setp.eq.u32" : "setp.ne.u32", (Opnd[]){setp->op[0], zero, zero}, 3);
}

/* The number whose halves the mov takes apart; NULL: none that is known. */
static const Opnd *halves_of(const Fold *f, const Ins *mov)
{
    if (isa_emit(mov) != EMIT_MOV || mov->guard >= 0)
        return NULL;
    const Opnd *d = isa_opnd(mov, ARG_D), *a = isa_opnd(mov, ARG_A);
    return d && a && d->kind == O_VEC && d->nsub == 2 ? float_constant(f->fn, f->writer, a, T_F64) : NULL;
}

/* A mov of each half that is taken. */
static void split_halves(const Fold *f)
{
    fn_end_code(f->m, f->fn, &f->fn->ins);
    for (Rewrite w = rewrite_begin(f->m, f->fn, NULL); rewrite_next(&w);) {
        const Ins *ins = w.ins;
        const Opnd *number = ins->form ? halves_of(f, ins) : NULL, *d = number ? isa_opnd(ins, ARG_D) : NULL;
        if (!number)
            rewrite_keep(&w);
        for (int k = 0; number && k < 2; k++)
            if (d->sub[k].kind == O_REG)
                rewrite_add(&w, new_mov(f, ins, "mov.b32", d->sub[k], opnd_number((uint32_t)(number->imm >> 32 * k), T_U32)));
    }
}

static void fold(Module *m, Fn *fn)
{
    Arena tmp = {0};
    const Fold f = {.m = m, .fn = fn, .writer = only_writers(&tmp, fn)};
    bool halves = false;
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        if (!ins->form || ins->guard >= 0)
            continue;
        if (ins->mnemonic == INS_CVT)
            fold_cvt(&f, ins);
        else if (ins->mnemonic == INS_SETP)
            fold_setp(&f, ins);
        else
            halves |= halves_of(&f, ins) != NULL;
    }
    if (halves)
        split_halves(&f);
    arena_reset(&tmp);
}

void constants_fold(Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_proto)
            fold(m, m->fns.at[i]);
}
