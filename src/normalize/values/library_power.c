/* library_power.c: pow(x, 2), powf(x, 0.5f) and their like, of CUDA's library, as products and roots.
 *
 * C compilers know pow by its name and make x * x of pow(x, 2).  nvcc does not: it calls __internal_accurate_pow, a logarithm and an
 * exponential function of a hundred and fifty instructions, with the absolute value, and sees to signs and what is no number around
 * the call.  Products and roots are nearer to the exact result: rounded once to three times, where the library promises 2 units in the
 * last place and gets squares of small whole numbers wrong by one.  The last bits are not those of the library's code: --exact-library
 * keeps it.  powf nvcc puts where it is called: from the power of the absolute value, which a comparison with 152 ends, the way back leads
 * through the library's constants to what it is of.
 *
 * In: matched instructions, no blocks.  Out: such a call, or the selection that ends the power, is one to three instructions; what they are for is left for nobody to read.
 * Cost: a look at each instruction.  Fires on tests/bench/programs/particles, tests/run/library_power, tests/run/float_powers. */
#include "normalize/normalize.h"

#define NAME "__internal_accurate_pow"

enum { NEAR = 24 /* instructions between the call and what belongs to it */ };

/* What makes a power: of a product p and a base b, both x at first.  No step leaves the range of numbers where the power does not. */
static const struct Formula {
    double exponent;
    const char *steps; /* s: p = p * p, x: p = p * b, q: p = sqrt(b), r: p = 1 / p, b: p = b = 1 / b */
} formulas[] = {{2, "s"}, {3, "sx"}, {4, "ss"}, {0.5, "q"}, {1.5, "qx"}, {2.5, "qxx"}, {-1, "r"}, {-2, "bs"}, {-0.5, "qr"}, {-1.5, "bqx"}};

typedef struct Power {
    Module *m;
    Fn *fn;
    int *writer; /* only_writers */
} Power;

static bool is_constant(const Fn *fn, const int *writer, const Opnd *o, double *x)
{
    const Opnd *number = float_constant(fn, writer, o, T_F64);
    if (number)
        memcpy(x, &number->imm, sizeof *x);
    return number;
}

/* The exponent that the compiler has put into the function: its halves are looked at, as of no other constant. */
static bool own_exponent(Arena *a, const Fn *fn, double *y)
{
    const int *writer = only_writers(a, fn);
    int found = 0;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        double x;
        if (isa_emit(ins) != EMIT_MOV || ins->narg != 2 || ins->arg[isa_arg(ins, ARG_D)].kind != O_VEC ||
            !is_constant(fn, writer, &ins->arg[isa_arg(ins, ARG_A)], &x))
            continue;
        if (found && x != *y)
            return false;
        *y = x;
        found++;
    }
    return found > 0;
}

/* Whether a jump may come to an instruction behind the first of two, up to the second. */
static bool is_joined(const Fn *fn, int a, int b)
{
    const int from = a < b ? a : b, to = a < b ? b : a;
    for (int i = 0; i < fn->labels.n; i++)
        if (fn->labels.at[i]->index > from && fn->labels.at[i]->index <= to)
            return true;
    return false;
}

/* The instruction, before or behind the call, that passes 64 bits by that variable (NULL: -1); -1: none near by. */
static int passes_by(const Fn *fn, int call, const Sym *by, Emit how)
{
    const int step = how == EMIT_ST ? -1 : 1;
    for (int i = call + step; by && i >= 0 && i < fn->ins.n && (i - call) * step <= NEAR; i += step) {
        const Ins *ins = &fn->ins.at[i];
        const Emit e = isa_emit(ins);
        if (e == EMIT_CALL || e == EMIT_BRA || isa_is_term(ins))
            return -1;
        const Opnd *at = e == how && isa_space(ins) == SP_PARAM ? isa_opnd(ins, ARG_A) : NULL;
        if (!at || at->sym != by || at->reg >= 0 || at->imm)
            continue;
        const int value = isa_arg(ins, how == EMIT_ST ? ARG_B : ARG_D);
        const bool whole = ins->arg[value].kind != O_VEC && type_info[ins->argtype[value]].bits == 64;
        return whole && ins->guard < 0 && !is_joined(fn, i, call) ? i : -1;
    }
    return -1;
}

/* Element k of the list of n variables before the callee, or behind it; NULL: that is another list. */
static const Sym *passed(const Ins *call, bool behind, int n, int k)
{
    int f = 0;
    call_callee(call, &f);
    for (int i = behind ? f + 1 : 0; i < (behind ? call->nop : f); i++)
        if (call->op[i].kind == O_LIST)
            return (int)call->op[i].nsub == n && call->op[i].sub[k].kind == O_SYM ? call->op[i].sub[k].sym : NULL;
    return NULL;
}

/* Argument k of n of the call, as it is stored for it; *at: where; NULL: not near by. */
static const Opnd *argument(const Fn *fn, int call, int n, int k, int *at)
{
    *at = passes_by(fn, call, passed(&fn->ins.at[call], true, n, k), EMIT_ST);
    return *at < 0 ? NULL : isa_opnd(&fn->ins.at[*at], ARG_B);
}

static const char *steps_to(double y)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (formulas[i].exponent == y)
            return formulas[i].steps;
    return NULL;
}

/* The steps in the place of a call of the function with such an exponent, *x: what it is of, *taken: the instruction that takes the
 * result; NULL: it is none. */
static const char *steps_of(const Power *p, int at, const Opnd **x, int *taken)
{
    const Fn *fn = p->fn, *pow = call_target(&fn->ins.at[at]);
    const Ins *call = &fn->ins.at[at];
    if (!pow || strcmp(pow->sym->name, NAME) != 0 || call->guard >= 0 || pow->params.n > 2 || pow->rets.n != 1)
        return NULL;
    int from, passes;
    *x = argument(fn, at, pow->params.n, 0, &from);
    *taken = passes_by(fn, at, passed(call, false, 1, 0), EMIT_LD);
    if (!opnd_is_reg(*x) || *taken < 0 || fn_last_write(fn, (*x)->reg, from, at) >= 0)
        return NULL;
    double y = 0;
    const Opnd *exponent = pow->params.n == 2 ? argument(fn, at, 2, 1, &passes) : NULL;
    if (exponent ? !is_constant(fn, p->writer, exponent, &y) : pow->params.n == 2 || !own_exponent(p->m->arena, pow, &y))
        return NULL;
    return steps_to(y);
}

/* A step on the way from what selects the result of powf, which stands in its place: from an instruction to what writes an argument; what
 * another one must be (bits; 0: anything). */
typedef struct Link { int mnemonic; ArgName to, at; uint32_t is; } Link;

/* By the condition to the product of logarithm and exponent; from there to the logarithm's first instruction, which chooses between the absolute
 * value and its multiple; from the selection to the polynomial that makes the power. */
enum { SELP_LINK, MUL_LINK = 4, POWER_LINK = 13 };
static const Link links[] = {
    {INS_SELP, ARG_C, ARG_D, 0}, {INS_SETP, ARG_A, ARG_B, 0x43180000}, {INS_ABS, ARG_A, ARG_D, 0}, {.mnemonic = 0},
    {INS_MUL, ARG_A, ARG_D, 0}, {INS_ADD, ARG_A, ARG_D, 0}, {INS_FMA, ARG_C, ARG_B, 0x3fb8aa3b}, {INS_FMA, ARG_A, ARG_B, 0x34000000},
    {INS_CVT, ARG_A, ARG_D, 0}, {INS_AND, ARG_A, ARG_B, 0xff800000}, {INS_ADD, ARG_A, ARG_B, 0xc0cafb0d}, {INS_MOV, ARG_A, ARG_D, 0}, {.mnemonic = 0},
    {INS_SELP, ARG_B, ARG_D, 0}, {INS_MUL, ARG_A, ARG_D, 0}, {INS_MUL, ARG_A, ARG_D, 0}, {INS_FMA, ARG_A, ARG_D, 0}, {INS_FMA, ARG_A, ARG_C, 0x3f317218}, {.mnemonic = 0},
};

/* The last instruction on the way, or NULL: that is another one. */
static const Ins *follow(const Power *p, const Ins *ins, const Link *l)
{
    for (; ins && l->mnemonic; l++) {
        const Opnd *o = l->is ? isa_opnd(ins, l->at) : NULL, *number = o && o->kind != O_IMM ? float_constant(p->fn, p->writer, o, T_F32) : o;
        if (ins->mnemonic != l->mnemonic || ins->guard >= 0 || isa_has_word(ins, MOD_FTZ) || (l->is && (!number || (uint32_t)number->imm != l->is)))
            return NULL;
        ins = only_writer(p->fn, p->writer, isa_opnd(ins, l->to));
    }
    return ins;
}

/* The steps in the place of a selection, *x: the absolute value that the power is of. */
static const char *float_steps(const Power *p, const Ins *ins, const Opnd **x)
{
    const Ins *product = follow(p, ins, links + SELP_LINK), *first = product ? follow(p, product, links + MUL_LINK) : NULL;
    if (!first || first->mnemonic != INS_SELP || first > ins || is_joined(p->fn, (int)(first - p->fn->ins.at), (int)(ins - p->fn->ins.at)))
        return NULL;
    *x = isa_opnd(first, ARG_B);
    const Ins *base = only_writer(p->fn, p->writer, *x);
    const Opnd *y = float_constant(p->fn, p->writer, isa_opnd(product, ARG_B), T_F32);
    return base && base->mnemonic == INS_ABS && y && follow(p, ins, links + POWER_LINK) ? steps_to(type_float(T_F32, y->imm)) : NULL;
}

/* The register with the power of x, which the steps make in the place of an instruction. */
static int make_power(const Power *p, InsList *out, const Ins *from, const char *steps, Opnd x, Type t)
{
    Opnd product = x;
    for (; *steps; steps++) {
        const Opnd next = opnd_reg(fn_new_reg(p->m->arena, p->fn, "power", t));
        const bool two = *steps == 's' || *steps == 'x';
        const char *name = arena_printf(p->m->arena, "%s.rn.%s", two ? "mul" : *steps == 'q' ? "sqrt" : "rcp", type_info[t].name);
        const Opnd of = *steps == 'q' || *steps == 'b' ? x : product;
        Ins step = ins_new(p->m, p->fn, p->m->arena, from, name, (Opnd[]){next, of, *steps == 'x' ? x : of}, two ? 3 : 2);
        step.power = true;
        array_add(p->m->arena, out, step);
        product = next;
        if (*steps == 'b')
            x = next;
    }
    return product.reg;
}

static void rewrite(Power *p)
{
    Module *m = p->m;
    Fn *fn = p->fn;
    int *result = NEWN(m->arena, int, fn->ins.n + 1); /* 1 + the register that is taken */
    fn_end_code(m, fn, &fn->ins);
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        const Ins *ins = w.ins;
        const Opnd *x = NULL;
        int taken;
        const char *steps = isa_emit(ins) == EMIT_CALL ? steps_of(p, w.i, &x, &taken) : NULL, *floats = float_steps(p, ins, &x);
        if (floats) {
            const int power = make_power(p, w.out, ins, floats, *x, T_F32);
            rewrite_add(&w, ins_new(m, fn, m->arena, ins, "mov.f32", (Opnd[]){*isa_opnd(ins, ARG_D), opnd_reg(power)}, 2));
        } else if (result[w.i]) {
            const Opnd d = ins->arg[isa_arg(ins, ARG_D)];
            const char *mov = d.kind == O_REG && fn->regs.at[d.reg]->type == T_F64 ? "mov.f64" : "mov.b64";
            rewrite_add(&w, ins_new(m, fn, m->arena, ins, mov, (Opnd[]){d, opnd_reg(result[w.i] - 1)}, 2));
        } else if (steps) {
            result[taken] = 1 + make_power(p, w.out, ins, steps, *x, T_F64);
        } else {
            rewrite_keep(&w);
        }
    }
}

void library_powers(Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        Power p = {.m = m, .fn = m->fns.at[i]};
        bool any = false;
        for (int k = 0; k < p.fn->ins.n && !any; k++) {
            const Ins *ins = &p.fn->ins.at[k];
            const Fn *f = call_target(ins);
            any = f ? strcmp(f->sym->name, NAME) == 0 : ins->mnemonic == INS_SELP;
        }
        if (any) {
            p.writer = only_writers(m->arena, p.fn);
            rewrite(&p);
        }
    }
}
