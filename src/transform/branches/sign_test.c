/* sign_test.c: the sign of several numbers at once, whether all are 0, or whether the greatest is below another, tested for each.
 *
 * Compilers ask whether u >= 0 && v >= 0 by the sign of u | v.  Where u grows from lane to lane and v is the same for all,
 * nothing is known of u | v, but that u is negative changes at one lane, and that v is differs between none: with a test for
 * each, lanes can agree on the branch.  Likewise `threadIdx.x == 0 && blockIdx.x == 0`, which is u | v == 0, and `x < n && y < n`, which is
 * max(x, y) < n, as max(max(x, y), z) < n is for three.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions; blocks to be made anew. */
#include "transform/transform.h"

enum { SIGNS_MAX = 4, NEAR = 64 }; /* numbers in one test; instructions from one of its parts to the next */

/* A register's own test, and where it stands. */
typedef struct Known { int pred; const Blk *blk; } Known;

typedef struct Signs {
    Back *b;
    Fn *fn;
    InsList out;
    Known *known[2];      /* of signs, of zeros, by register; blk is NULL where there is none */
    int of[SIGNS_MAX], n; /* the numbers of the test at hand */
    bool wide;            /* they have 64 bits */
    bool zero;            /* whether they are 0 is asked */
    bool gains;           /* one of them grows from lane to lane and depends on the CTA's place; or (zero) is the same for all */
} Signs;

/* The instruction that made what the one at a place reads in the register: near, in its block, or the only one, in front of it on all ways; -1:
 * neither is known. */
static int writer(const Signs *s, int reg, int at)
{
    const Back *b = s->b;
    const int def = fn_last_write(s->fn, reg, (int)greater(at - NEAR, b->blk_of[at]->first), at), only = b->reg[reg].ndef == 1 ? b->reg[reg].def : -1;
    return def < 0 && only >= 0 && b->blk_of[only] && b->blk_of[only] != b->blk_of[at] && cfg_dominates(b->blk_of[only], b->blk_of[at]) ? only : def;
}

/* Whether the register, which the instruction at a place reads, may hold something else at the test behind it.  Of what is written once, by what is
 * in front of both on all ways, it can't: whatever leads from there to the test leads over the place. */
static bool changes(const Signs *s, int reg, int at, int test)
{
    return s->b->blk_of[at] == s->b->blk_of[test] ? fn_last_write(s->fn, reg, at, test) >= 0 : s->b->reg[reg].ndef != 1;
}

static bool is_or(const Signs *s, const Ins *ins)
{
    return ins->mnemonic == INS_OR && isa_slot_type(ins, SLOT_TYPE) == (s->wide ? T_B64 : T_B32) && ins->guard < 0;
}

/* Collects what the register at instruction at is the or of; false when that is not known, or has changed since. */
static bool collect(Signs *s, int reg, int at, int test)
{
    const Val v = s->b->reg[reg].val;
    const int def = writer(s, reg, at);
    const Ins *ins = def >= 0 ? &s->fn->ins.at[def] : NULL;
    if (v.kind == VAL_VAR && ins && is_or(s, ins)) {
        const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
        return opnd_is_reg(x) && opnd_is_reg(y) && collect(s, x->reg, def, test) && collect(s, y->reg, def, test);
    }
    if (!val_is_even(v) || v.border || s->n == SIGNS_MAX || changes(s, reg, at, test) || s->fn->regs.at[reg]->vec > 1)
        return false;
    s->gains |= s->zero ? v.kind == VAL_UNI : v.kind == VAL_AFF && v.grid;
    s->of[s->n++] = reg;
    return true;
}

/* What the instruction asks of such a number: 'n' whether it is negative, 'p' whether not, 'z' whether it is 0, 'o' whether not; or 0. */
static char finds(Signs *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Type t = isa_is_test(ins) ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    if (!t || ins->guard >= 0 || type_info[t].kind == 'f' || type_info[t].bits < 32)
        return 0;
    s->wide = type_info[t].bits == 64;
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
    if (!opnd_is_reg(x) || y->kind != O_IMM)
        return 0;
    const int64_t with = s->wide ? (int64_t)y->imm : (int32_t)y->imm;
    const unsigned cmp = with == 0 || with == -1 ? isa_compare(ins) : CMP_NONE, equal = with == 0 ? 0 : CMP_EQUAL;
    char how = with == 0 && cmp == CMP_EQUAL ? 'z' : with == 0 && cmp == CMP_OTHER ? 'o' : 0;
    s->zero = how;
    if (!how && type_info[t].kind == 's')
        how = cmp == (CMP_LESS | equal) ? 'n' : cmp == (CMP_MORE | (CMP_EQUAL ^ equal)) ? 'p' : 0;
    s->n = 0;
    s->gains = false;
    return how && (s->zero || s->b->mode != MODE_WARP) && collect(s, x->reg, at, at) && s->n > 1 && s->gains ? how : 0;
}

/* The greater or lesser of two numbers, of that type. */
static bool is_extreme(const Ins *ins, Type t) { return isa_is_clamp(ins) && ins->guard < 0 && ins->nword == 2 && isa_slot_type(ins, SLOT_TYPE) == t; }

/* Notes the places in the grid that the instruction chooses from, by others like it, too; kinds: of their values.  False: from something else, or too many. */
static bool find_places(Signs *s, const Ins *of, int at, unsigned *kinds)
{
    const int def = (int)(of - s->fn->ins.at);
    for (int i = 1; i < 3; i++) {
        const Opnd *x = &of->op[i];
        const Val v = opnd_is_reg(x) ? s->b->reg[x->reg].val : (Val){0};
        const int inner = opnd_is_reg(x) && v.kind == VAL_VAR ? writer(s, x->reg, def) : -1;
        if (inner >= 0 && s->fn->ins.at[inner].mnemonic == of->mnemonic && is_extreme(&s->fn->ins.at[inner], isa_slot_type(of, SLOT_TYPE))) {
            if (!find_places(s, &s->fn->ins.at[inner], at, kinds))
                return false;
            continue;
        }
        if (!opnd_is_reg(x) || v.kind == VAL_VAR || !(v.grid || s->b->mode == MODE_CTA) || s->n == SIGNS_MAX || changes(s, x->reg, def, at))
            return false;
        s->of[s->n++] = x->reg;
        *kinds |= 1u << v.kind;
    }
    return true;
}

/* Whether the number that is compared with one that is the same for all lanes is the greatest or least of several places, of which one grows from lane to lane
 * and another is the same for all: these are noted.  *all: the comparison holds where it holds for all of them, or else for one. */
static bool finds_extreme(Signs *s, int at, bool *all)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Opnd *x = (s->b->mode == MODE_LANES || s->b->mode == MODE_CTA) && isa_is_plain_test(ins) ? &ins->op[1] : NULL;
    const int def = opnd_is_reg(x) && s->b->reg[x->reg].val.kind == VAL_VAR && uniform_opnd(s->b, &ins->op[2]).kind == VAL_UNI ? writer(s, x->reg, at) : -1;
    const Ins *of = def >= 0 ? &s->fn->ins.at[def] : NULL;
    const unsigned cmp = isa_compare(ins) & CMP_OTHER;
    unsigned kinds = 0;
    s->n = 0;
    if (!of || !is_extreme(of, isa_slot_type(ins, SLOT_TYPE)) || (cmp != CMP_LESS && cmp != CMP_MORE))
        return false;
    *all = (of->mnemonic == INS_MAX) == (cmp == CMP_LESS);
    return find_places(s, of, at, &kinds) && kinds == (1 << VAL_UNI | 1 << VAL_AFF);
}

/* What makes the number that falls from lane to lane, c - x, and is compared with one that is the same for all, operand *k: y < c - x where x < c - y, and of
 * c - y the nearest number that there is. */
static const Ins *finds_falling(const Signs *s, int at, int *k)
{
    const Ins *ins = &s->fn->ins.at[at];
    for (*k = 1; isa_is_plain_test(ins) && isa_slot_type(ins, SLOT_TYPE) == T_S32 && *k < 3; ++*k) {
        const Opnd *d = &ins->op[3 - *k];
        const int def = opnd_is_reg(d) && uniform_opnd(s->b, &ins->op[*k]).kind == VAL_UNI ? writer(s, d->reg, at) : -1;
        const Ins *sub = def >= 0 ? &s->fn->ins.at[def] : NULL;
        if (!sub || sub->mnemonic != INS_SUB || sub->guard >= 0 || !isa_is_modular(sub) || !type_is_i32(isa_slot_type(sub, SLOT_TYPE)))
            continue;
        const Opnd *x = isa_opnd(sub, ARG_B);
        const Val c = uniform_arg(s->b, sub, ARG_A), v = opnd_is_reg(x) ? s->b->reg[x->reg].val : (Val){0};
        if (c.cst && (int32_t)c.c >= 0 && v.kind == VAL_AFF && v.step > 0 && v.max < INT32_MAX && !changes(s, x->reg, def, at))
            return sub;
    }
    return NULL;
}

/* An instruction in the place of another. */
static void add_ins(Signs *s, const Ins *like, const char *words, Opnd d, const Opnd *a, const Opnd *b)
{
    ins_add(s->b->m, s->fn, &s->out, like, words, (Opnd[]){d, *a, b ? *b : *a}, b ? 3 : 2);
}

/* The predicate that says whether the register is negative, or not 0; of registers that are written once, made once. */
static int test(Signs *s, const Ins *like, int reg, const Blk *blk)
{
    const bool once = s->b->reg[reg].ndef == 1;
    Known *k = &s->known[s->zero][reg];
    if (once && k->blk && cfg_dominates(k->blk, blk))
        return k->pred;
    const Opnd a = opnd_reg(reg), zero = {.kind = O_IMM, .comp = -1, .reg = -1, .type = T_S64};
    const int p = fn_new_reg(s->b->m->code, s->fn, s->zero ? "some" : "neg", T_PRED);
    add_ins(s, like, arena_printf(s->b->a, "setp.%s.s%d", s->zero ? "ne" : "lt", s->wide ? 64 : 32), opnd_reg(p), &a, &zero);
    if (once)
        *k = (Known){p, blk};
    return p;
}

static void replace(Signs *s, int at, char how)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Opnd d = ins->arg[isa_arg(ins, ARG_P)];
    const bool as_is = how == 'n' || how == 'o';
    int any = test(s, ins, s->of[0], s->b->blk_of[at]);
    for (int i = 1; i < s->n; i++) {
        const Opnd x = opnd_reg(any), y = opnd_reg(test(s, ins, s->of[i], s->b->blk_of[at]));
        any = i + 1 == s->n && as_is ? d.reg : fn_new_reg(s->b->m->code, s->fn, "any", T_PRED);
        add_ins(s, ins, "or.pred", opnd_reg(any), &x, &y);
    }
    const Opnd x = opnd_reg(any);
    if (!as_is)
        add_ins(s, ins, "not.pred", d, &x, NULL);
}

static void replace_extreme(Signs *s, const Ins *ins, bool all)
{
    Opnd so_far;
    for (int i = 0; i < s->n; i++) {
        const Opnd x = opnd_reg(s->of[i]), each = opnd_reg(fn_new_reg(s->b->m->code, s->fn, "each", T_PRED));
        const Opnd both = !i ? each : i + 1 == s->n ? ins->op[0] : opnd_reg(fn_new_reg(s->b->m->code, s->fn, "both", T_PRED));
        add_ins(s, ins, ins_words(s->b->m->code, ins), each, &x, &ins->op[2]);
        if (i)
            add_ins(s, ins, all ? "and.pred" : "or.pred", both, &so_far, &each);
        so_far = both;
    }
}

static void replace_falling(Signs *s, const Ins *ins, const Ins *sub, int k)
{
    const Opnd rest = opnd_reg(fn_new_reg(s->b->m->code, s->fn, "rest", T_S32));
    const Opnd c = opnd_number((uint32_t)uniform_arg(s->b, sub, ARG_A).c, T_S32);
    add_ins(s, ins, "sub.sat.s32", rest, &c, &ins->op[k]);
    const Opnd *x = isa_opnd(sub, ARG_B);
    add_ins(s, ins, ins_words(s->b->m->code, ins), ins->op[0], k == 1 ? x : &rest, k == 1 ? &rest : x);
}

static void rewrite(Signs *s)
{
    bool all;
    int k;
    for (k = 0; k < 2; k++)
        s->known[k] = NEWN(s->b->a, Known, s->fn->regs.n + 1);
    for (Rewrite w = rewrite_begin(s->b->m, s->fn, &s->out); rewrite_next(&w);) {
        const char how = s->b->blk_of[w.i] ? finds(s, w.i) : 0;
        const bool extreme = !how && s->b->blk_of[w.i] && finds_extreme(s, w.i, &all);
        const Ins *sub = how || extreme || !s->b->blk_of[w.i] ? NULL : finds_falling(s, w.i, &k);
        if (how)
            replace(s, w.i, how);
        else if (extreme)
            replace_extreme(s, w.ins, all);
        else if (sub)
            replace_falling(s, w.ins, sub, k);
        else
            rewrite_keep(&w);
    }
}

bool sign_test_split(Back *b)
{
    Signs s = {.b = b, .fn = b->fn};
    bool all;
    int k;
    if (b->mode == MODE_FUNC || b->mode == MODE_SCHED || !b->rows)
        return false;
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->blk_of[i] && (finds(&s, i) || finds_extreme(&s, i, &all) || finds_falling(&s, i, &k))) {
            rewrite(&s);
            return true;
        }
    return false;
}
