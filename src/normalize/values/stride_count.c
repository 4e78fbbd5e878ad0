/* stride_count.c: how often a loop with a stride goes round, without the maximum by which compilers find it.
 *
 *   a = start + stride;  more = a < n;  q = (max(n, a) - (a + more)) / stride;  rounds = q + more
 *
 * is (n - a - 1) / stride + 1 where more holds, and else 0.  Of that maximum nothing is known: chunks of threads lie on either side of n,
 * mostly whole.  Of the choice by `more` it is: most chunks have one quotient.  Where more does not hold, the difference becomes any number:
 * nothing else may depend on it, but in which of two ways it is divided.
 *
 * Where it is known that start + stride does not wrap, and a branch has asked whether start < n, it is (n - start - 1) / stride either way:
 * so it is for the threads of one block, between which a tile's end lies.
 *
 *   more is setp.lt a, n, or setp.ne max - a, 0; it is added as selp 1, 0, more, to a, or to max - a as selp -1, 0, more
 *
 * In: blocks, registers as webs.  Out: a difference, a sum, a selp; true: blocks are to be made anew.  Cost: a look at each instruction.
 * Fires on what nvcc makes of loops over a grid and over a tile for sm_100: tests/run/stride_counts, tests/run/grid_counts. */
#include "normalize/normalize.h"

enum { DEPTH = 6 };

typedef struct Count {
    Fn *fn;
    const int *writer; /* only_writers */
    RegIndex reads, writes;
    Blk **blk_of;
    /* of the sum that is looked at */
    int sum, q, more;  /* q + more: a register, a predicate */
    int diff;          /* the difference that is divided; max(n, a) */
    const Ins *max;
    const Opnd *a, *n;
    const Opnd *start; /* a less the stride, if it is all the same whether more holds */
} Count;

static const Ins *ins_at(const Count *c, int at) { return &c->fn->ins.at[at]; }

/* The instruction in front of number at that alone makes a register; or -1. */
static int made(const Count *c, const Opnd *o, Mnemonic op, int at)
{
    const Ins *ins = only_writer(c->fn, c->writer, o);
    const int def = ins ? (int)(ins - c->fn->ins.at) : -1;
    return ins && ins->mnemonic == op && ins->guard < 0 && cfg_comes_before(c->blk_of, def, at) ? def : -1;
}

/* The predicate where a sum adds `one` if that holds, else 0; or -1.  *to: what to. */
static int adds_one(const Count *c, int sum, uint64_t one, const Opnd **to)
{
    const Ins *ins = ins_at(c, sum);
    const uint64_t all = type_max(isa_slot_type(ins, SLOT_TYPE));
    for (int i = 1; i < 3 && isa_is_modular(ins) && ins->guard < 0; i++) {
        const int by = made(c, &ins->op[i], INS_SELP, sum);
        const Opnd *op = by >= 0 ? ins_at(c, by)->op : NULL;
        *to = &ins->op[3 - i];
        if (op && op[1].kind == O_IMM && op[2].kind == O_IMM && (op[1].imm & all) == (one & all) && !op[2].imm && opnd_is_reg(&op[3]))
            return op[3].reg;
    }
    return -1;
}

/* Whether the operand is a maximum with a, and of what. */
static bool finds_max(Count *c, const Opnd *o, int at)
{
    const int max = made(c, o, INS_MAX, at);
    if (max < 0 || ins_at(c, max)->nword != 2)
        return false;
    c->max = ins_at(c, max);
    const int i = opnd_same(&c->max->op[1], c->a) ? 1 : 2;
    c->n = &c->max->op[3 - i];
    return opnd_is_reg(c->a) && opnd_same(&c->max->op[i], c->a) && (c->n->kind == O_IMM || (opnd_is_reg(c->n) && c->writer[c->n->reg] >= 0));
}

/* max - (a + more), or (max - a) - more, in front of instruction at. */
static bool finds_difference(Count *c, const Opnd *o, int at)
{
    c->diff = made(c, o, INS_SUB, at);
    const int to = c->diff >= 0 ? made(c, &ins_at(c, c->diff)->op[2], INS_ADD, c->diff) : -1;
    if (to >= 0)
        return adds_one(c, to, 1, &c->a) == c->more && finds_max(c, &ins_at(c, c->diff)->op[1], c->diff);
    const Opnd *v = NULL;
    c->diff = made(c, o, INS_ADD, at);
    const int sub = c->diff >= 0 && adds_one(c, c->diff, UINT64_MAX, &v) == c->more ? made(c, v, INS_SUB, c->diff) : -1;
    c->a = sub >= 0 ? &ins_at(c, sub)->op[2] : NULL;
    return sub >= 0 && finds_max(c, &ins_at(c, sub)->op[1], sub);
}

/* Whether the operand is max(n, a) - a. */
static bool is_excess(const Count *c, const Opnd *o, int at)
{
    const int sub = made(c, o, INS_SUB, at);
    return sub >= 0 && only_writer(c->fn, c->writer, &ins_at(c, sub)->op[1]) == c->max && opnd_same(&ins_at(c, sub)->op[2], c->a);
}

/* Whether low < high is that of start, or a, and n; or low <= high that of a number and the one before n. */
static bool is_below(const Count *c, const Opnd *low, unsigned cmp, const Opnd *high, const Opnd *a)
{
    return opnd_same(low, a) && (cmp == CMP_LESS ? opnd_same(high, c->n)
                                                 : cmp == (CMP_LESS | CMP_EQUAL) && high->kind == O_IMM && c->n->kind == O_IMM && high->imm < INT32_MAX && high->imm + 1 == c->n->imm);
}

/* Whether a comparison, or its opposite, says a < n, in the order of numbers with a sign or without. */
static bool says_below(const Count *c, const Ins *test, bool holds, const Opnd *a)
{
    const unsigned cmp = holds ? isa_compare(test) : CMP_ALL & ~isa_compare(test);
    return is_below(c, &test->op[1], cmp, &test->op[2], a) || is_below(c, &test->op[2], compare_swapped(cmp), &test->op[1], a);
}

static const Ins *plain_test(const Count *c, const Opnd *p)
{
    const Ins *test = only_writer(c->fn, c->writer, p);
    return test && isa_is_plain_test(test) && type_info[isa_slot_type(test, SLOT_TYPE)].bits == type_info[isa_slot_type(c->max, SLOT_TYPE)].bits ? test : NULL;
}

/* Whether more is a < n, or says that of the difference; it is made by *test. */
static bool finds_test(const Count *c, int *test)
{
    const Opnd p = opnd_reg(c->more);
    const Ins *ins = plain_test(c, &p);
    *test = made(c, &p, INS_SETP, c->sum);
    if (!ins || *test < 0)
        return false;
    const bool differs = isa_compare(ins) == CMP_OTHER && ins->op[2].kind == O_IMM && !ins->op[2].imm;
    return differs ? is_excess(c, &ins->op[1], *test) : isa_slot_type(ins, SLOT_TYPE) == isa_slot_type(c->max, SLOT_TYPE) && says_below(c, ins, true, c->a);
}

/* Whether a branch chooses between two blocks that do nothing but compute the quotient. */
static bool is_fork(const Count *c, int branch)
{
    const Blk *x = c->blk_of[branch];
    for (int k = 0; k < 2; k++) {
        const Blk *y = x && x->branch == branch && blk_conditional(c->fn, x) ? x->succ[k] : NULL;
        if (!y || y->npred != 1)
            return false;
        for (int i = y->first; i < y->end; i++) {
            const Dest d = ins_dest(ins_at(c, i));
            if (isa_emit(ins_at(c, i)) != EMIT_BRA && (!ins_is_pure(ins_at(c, i)) || d.n != 1 || (d.reg != c->q && c->writer[d.reg] < 0)))
                return false;
        }
    }
    return true;
}

/* Whether what a register holds is of use for nothing but the quotient. */
static bool serves_quotient(const Count *c, int reg, int depth)
{
    for (int i = c->reads.of[reg]; i < c->reads.of[reg + 1]; i++) {
        const int at = c->reads.ins[i];
        const Ins *ins = ins_at(c, at);
        const Dest d = ins_dest(ins);
        if (at == c->sum || (reg != c->q && isa_emit(ins) == EMIT_BRA && is_fork(c, at)))
            continue;
        if (reg == c->q || depth == DEPTH || !ins_is_pure(ins) || d.n != 1 || (d.reg != c->q && (c->writer[d.reg] < 0 || !serves_quotient(c, d.reg, depth + 1))))
            return false;
    }
    return true;
}

/* Whether the sum is made only where start < n, as numbers of the maximum's type; positive: start is one, with a sign or without. */
static bool is_asked(const Count *c, const Opnd *start, bool positive)
{
    const bool has_sign = type_info[isa_slot_type(c->max, SLOT_TYPE)].kind == 's';
    for (const Blk *x = c->blk_of[c->sum]; x->idom; x = x->idom) {
        const Ins *br = x->npred == 1 && x->pred[0]->succ[0] != x->pred[0]->succ[1] ? blk_conditional(c->fn, x->pred[0]) : NULL;
        const Opnd p = br ? opnd_reg(br->guard) : *c->n;
        const Ins *test = br ? plain_test(c, &p) : NULL;
        if (test && says_below(c, test, (x->pred[0]->succ[1] == x) != br->guard_neg, start) &&
                ((type_info[isa_slot_type(test, SLOT_TYPE)].kind == 's') == has_sign || (positive && !has_sign)))
            return true;
    }
    return false;
}

/* Of what the stride is added to, where that never wraps and is below n: that; else NULL. */
static const Opnd *find_start(const Count *c, const Ins *div)
{
    const Type t = isa_slot_type(c->max, SLOT_TYPE);
    const Ins *add = only_writer(c->fn, c->writer, c->a);
    const uint64_t limit = type_max(t) >> (type_info[t].kind == 's');
    for (int i = 1; i < 3 && add->mnemonic == INS_ADD && add->nop == 3; i++) {
        const Opnd *start = &add->op[i], *by = &add->op[3 - i];
        const uint64_t begin = integer_most(c->fn, c->writer, start), step = integer_most(c->fn, c->writer, by);
        if (opnd_same(by, &div->op[2]) && opnd_is_reg(start) && c->writer[start->reg] > 0 && begin <= limit && step <= limit - begin &&
                is_asked(c, start, begin <= type_max(t) >> 1))
            return start;
    }
    return NULL;
}

/* Whether instruction number sum adds more to such a quotient. */
static bool finds_count(Count *c, int sum, int *test)
{
    const Opnd *q = NULL;
    const Ins *add = ins_at(c, sum);
    c->sum = sum;
    c->more = add->mnemonic == INS_ADD && add->nop == 3 ? adds_one(c, sum, 1, &q) : -1;
    if (c->more < 0 || !opnd_is_reg(q))
        return false;
    c->q = q->reg;
    for (int i = c->writes.of[c->q]; i < c->writes.of[c->q + 1]; i++) {
        const int at = c->writes.ins[i];
        const Ins *div = ins_at(c, at);
        const Type t = isa_slot_type(div, SLOT_TYPE);
        if (div->mnemonic == INS_DIV && (t == T_U32 || t == T_U64) && finds_difference(c, &div->op[1], at)) {
            c->start = find_start(c, div);
            return type_info[t].bits == type_info[isa_slot_type(c->max, SLOT_TYPE)].bits && finds_test(c, test) &&
                   serves_quotient(c, c->q, 0) && serves_quotient(c, ins_at(c, c->diff)->op[0].reg, 0);
        }
    }
    return false;
}

/* Notes what is to be written instead: of more a comparison, of the difference n - a - 1, of the sum a choice. */
static void rewrite(Module *m, const Count *c, int test, InsList *now)
{
    const Type t = isa_slot_type(c->max, SLOT_TYPE), word = type_info[t].bits == 64 ? T_B64 : T_B32;
    const char *add = word == T_B64 ? "add.s64" : "add.s32", *sub = word == T_B64 ? "sub.s64" : "sub.s32";
    const Opnd rest = opnd_reg(fn_new_reg(m->code, c->fn, "rest", word)), all = opnd_reg(fn_new_reg(m->code, c->fn, "rounds", word));
    const Ins *x = ins_at(c, test), *diff = ins_at(c, c->diff), *sum = ins_at(c, c->sum);
    if (!now[test].n)
        ins_add(m, c->fn, &now[test], x, t == T_S32 ? "setp.lt.s32" : t == T_S64 ? "setp.lt.s64" : t == T_U64 ? "setp.lt.u64" : "setp.lt.u32",
                (Opnd[]){x->op[0], *c->a, *c->n}, 3);
    ins_add(m, c->fn, &now[c->diff], diff, sub, (Opnd[]){rest, *c->n, c->start ? *c->start : *c->a}, 3);
    ins_add(m, c->fn, &now[c->diff], diff, add, (Opnd[]){diff->op[0], rest, opnd_number(UINT64_MAX, t)}, 3);
    if (c->start) {
        ins_add(m, c->fn, &now[c->sum], sum, word == T_B64 ? "mov.b64" : "mov.b32", (Opnd[]){sum->op[0], opnd_reg(c->q)}, 2);
        return;
    }
    ins_add(m, c->fn, &now[c->sum], sum, add, (Opnd[]){all, opnd_reg(c->q), opnd_number(1, t)}, 3);
    ins_add(m, c->fn, &now[c->sum], sum, word == T_B64 ? "selp.b64" : "selp.b32", (Opnd[]){sum->op[0], all, opnd_number(0, t), opnd_reg(c->more)}, 4);
}

bool strides_count(Arena *a, Module *m, Fn *fn)
{
    Count c = {.fn = fn, .writer = only_writers(a, fn), .blk_of = cfg_blocks(a, fn)};
    InsList *now = NEWN(a, InsList, fn->ins.n + 1), out;
    bool found = false;
    c.reads = fn_index(a, fn, false, NULL);
    c.writes = fn_index(a, fn, true, NULL);
    for (int i = 0, test; i < fn->ins.n; i++)
        if (fn->ins.at[i].mnemonic == INS_ADD && c.blk_of[i] && finds_count(&c, i, &test)) {
            rewrite(m, &c, test, now);
            found = true;
        }
    if (!found)
        return false;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        for (int k = 0; k < now[w.i].n; k++)
            rewrite_add(&w, now[w.i].at[k]);
        if (!now[w.i].n)
            rewrite_keep(&w);
    }
    return true;
}
