/* stride_count.c: how often a loop with a stride goes round, without the maximum by which compilers find it.
 *
 *   a = start + stride;  more = a < n;  q = (max(n, a) - (a + more)) / stride;  rounds = q + more
 *
 * is (n - a - 1) / stride + 1 where more holds, and else 0.  Of that maximum nothing is known: chunks of threads lie on either side of n,
 * mostly whole.  Of the choice by `more` it is: most chunks have one quotient.  Where it is known that start + stride does not wrap, and a branch
 * has asked whether start < n, it is (n - start - 1) / stride either way: so it is for the threads of one block, between which a tile's end lies.
 *
 *   more is setp.lt a, n, or setp.ne max - a, 0; it is added as selp 1, 0, more, to a, or to max - a as selp -1, 0, more
 *
 * In: blocks, registers as webs.  Out: the sum is made of a, n and the stride, and what made it before is of no use; true: blocks are to be made
 * anew.  Cost: a look at each instruction.  Fires on what nvcc makes of loops over a grid and over a tile for sm_100: tests/run/stride_counts,
 * tests/run/grid_counts. */
#include "normalize/normalize.h"

typedef struct Count {
    Fn *fn;
    const int *writer; /* only_writers */
    RegIndex reads, writes;
    Blk **blk_of;
    bool *gone;        /* by instruction: a branch to either way to divide, of which neither is of use any more */
    /* of the sum that is looked at */
    int sum, more;     /* the predicate */
    const Ins *max;    /* max(n, a) */
    const Opnd *a, *n, *by;
    const Opnd *start; /* a less the stride, if it is all the same whether more holds */
} Count;

static const Ins *made(const Count *c, const Opnd *o, Mnemonic op)
{
    const Ins *ins = only_writer(c->fn, c->writer, o);
    return ins && ins->mnemonic == op && ins->guard < 0 && isa_is_modular(ins) ? ins : NULL;
}

/* Whether a number, or a register that is written once, is there where the sum is made. */
static bool is_there(const Count *c, const Opnd *o)
{
    return o->kind == O_IMM || (opnd_is_reg(o) && c->writer[o->reg] > 0 && cfg_comes_before(c->blk_of, c->writer[o->reg] - 1, c->sum));
}

/* The predicate where a sum adds `one` if that holds, else 0; or -1.  *to: what to. */
static int adds_one(const Count *c, const Ins *sum, uint64_t one, const Opnd **to)
{
    const uint64_t all = sum ? type_max(isa_slot_type(sum, SLOT_TYPE)) : 0;
    for (int i = 1; sum && i < 3; i++) {
        const Ins *by = made(c, &sum->op[i], INS_SELP);
        *to = &sum->op[3 - i];
        if (by && by->op[1].kind == O_IMM && by->op[2].kind == O_IMM && (by->op[1].imm & all) == (one & all) && !by->op[2].imm && opnd_is_reg(&by->op[3]))
            return by->op[3].reg;
    }
    return -1;
}

/* Whether the operand is a maximum with a. */
static bool finds_max(Count *c, const Opnd *o)
{
    c->max = made(c, o, INS_MAX);
    if (!c->max || c->max->nword != 2)
        return false;
    const int i = opnd_same(&c->max->op[1], c->a) ? 1 : 2;
    c->n = &c->max->op[3 - i];
    return opnd_same(&c->max->op[i], c->a) && is_there(c, c->a) && is_there(c, c->n);
}

/* max - (a + more), or (max - a) - more. */
static bool finds_difference(Count *c, const Opnd *o)
{
    const Opnd *v = o;
    const Ins *less = made(c, o, INS_SUB), *sub = less;
    if (less && adds_one(c, made(c, &less->op[2], INS_ADD), 1, &c->a) == c->more)
        return finds_max(c, &less->op[1]);
    sub = adds_one(c, made(c, o, INS_ADD), UINT64_MAX, &v) == c->more ? made(c, v, INS_SUB) : NULL;
    c->a = sub ? &sub->op[2] : NULL;
    return sub && finds_max(c, &sub->op[1]);
}

/* Whether low < high is that of start, or a, and n; or low <= high that of a number and the one before n. */
static bool is_below(const Count *c, const Opnd *low, unsigned cmp, const Opnd *high, const Opnd *a)
{
    return opnd_same(low, a) && (cmp == CMP_LESS ? opnd_same(high, c->n)
                                                 : cmp == (CMP_LESS | CMP_EQUAL) && high->kind == O_IMM && c->n->kind == O_IMM && high->imm < INT32_MAX && high->imm + 1 == c->n->imm);
}

/* Whether a predicate, or its opposite, says a < n: in the order of the maximum, or (positive) without a sign for any. */
static bool says_below(const Count *c, int predicate, bool holds, const Opnd *a, bool positive)
{
    const Opnd p = opnd_reg(predicate);
    const Ins *test = only_writer(c->fn, c->writer, &p);
    const Type t = test && isa_is_plain_test(test) ? isa_slot_type(test, SLOT_TYPE) : T_NONE, order = isa_slot_type(c->max, SLOT_TYPE);
    const unsigned cmp = !t ? CMP_NONE : holds ? isa_compare(test) : CMP_ALL & ~isa_compare(test);
    return (t == order || (positive && type_info[order].kind == 'u' && type_info[t].bits == type_info[order].bits)) && is_there(c, &p) &&
           (is_below(c, &test->op[1], cmp, &test->op[2], a) || is_below(c, &test->op[2], compare_swapped(cmp), &test->op[1], a));
}

/* Whether more is a < n, or says that max - a is not 0. */
static bool is_test(const Count *c)
{
    const Opnd p = opnd_reg(c->more);
    const Ins *test = made(c, &p, INS_SETP), *sub = test && isa_is_plain_test(test) && isa_compare(test) == CMP_OTHER ? made(c, &test->op[1], INS_SUB) : NULL;
    if (!sub)
        return says_below(c, c->more, true, c->a, false);
    return test->op[2].kind == O_IMM && !test->op[2].imm && only_writer(c->fn, c->writer, &sub->op[1]) == c->max && opnd_same(&sub->op[2], c->a) &&
           type_info[isa_slot_type(test, SLOT_TYPE)].bits == type_info[isa_slot_type(c->max, SLOT_TYPE)].bits;
}

/* Of what the stride is added to, where that never wraps and the sum is made only where it is below n: that; else NULL. */
static const Opnd *find_start(const Count *c)
{
    const Type t = isa_slot_type(c->max, SLOT_TYPE);
    const Ins *add = made(c, c->a, INS_ADD);
    const uint64_t limit = type_max(t) >> (type_info[t].kind == 's');
    for (int i = 1; i < 3 && add; i++) {
        const Opnd *start = &add->op[i];
        const uint64_t begin = integer_most(c->fn, c->writer, start), step = integer_most(c->fn, c->writer, &add->op[3 - i]);
        if (!opnd_same(&add->op[3 - i], c->by) || !opnd_is_reg(start) || !is_there(c, start) || begin > limit || step > limit - begin)
            continue;
        for (const Blk *x = c->blk_of[c->sum]; x->idom; x = x->idom) {
            const Ins *br = x->npred == 1 && x->pred[0]->succ[0] != x->pred[0]->succ[1] ? blk_conditional(c->fn, x->pred[0]) : NULL;
            if (br && says_below(c, br->guard, (x->pred[0]->succ[1] == x) != br->guard_neg, start, begin <= type_max(t) >> 1))
                return start;
        }
    }
    return NULL;
}

/* Whether a block does nothing but compute the register, and that at its end. */
static bool only_makes(const Count *c, const Blk *x, int reg)
{
    bool only = x->npred == 1;
    for (int i = x->first; i < x->end && only; i++) {
        const Dest d = ins_dest(&c->fn->ins.at[i]);
        only = isa_emit(&c->fn->ins.at[i]) == EMIT_BRA || (ins_is_pure(&c->fn->ins.at[i]) && d.n == 1);
        for (int k = only && d.n && d.reg != reg ? c->reads.of[d.reg] : 0; only && d.n && d.reg != reg && k < c->reads.of[d.reg + 1]; k++)
            only = c->blk_of[c->reads.ins[k]] == x;
    }
    return only;
}

/* Leaves one way of two to a quotient that only the sum has read. */
static void leave_fork(Count *c, int q)
{
    const Blk *y = c->blk_of[c->writes.ins[c->writes.of[q]]], *x = y && y->npred == 1 ? y->pred[0] : NULL;
    if (x && blk_conditional(c->fn, x) && index_count(&c->reads, q) == 1 && only_makes(c, x->succ[0], q) && only_makes(c, x->succ[1], q))
        c->gone[x->branch] = true;
}

/* Whether instruction number sum adds more to such a quotient, which may be made in two ways. */
static bool finds_count(Count *c, int sum)
{
    const Opnd *q = NULL;
    c->sum = sum;
    c->more = c->fn->ins.at[sum].guard < 0 ? adds_one(c, &c->fn->ins.at[sum], 1, &q) : -1;
    if (c->more < 0 || !opnd_is_reg(q))
        return false;
    for (int i = c->writes.of[q->reg]; i < c->writes.of[q->reg + 1]; i++) {
        const Ins *div = &c->fn->ins.at[c->writes.ins[i]];
        const Type t = isa_slot_type(div, SLOT_TYPE);
        if (div->mnemonic != INS_DIV || div->guard >= 0 || (t != T_U32 && t != T_U64) || !finds_difference(c, &div->op[1]))
            continue;
        c->by = &div->op[2];
        c->start = find_start(c);
        if (type_info[t].bits != type_info[isa_slot_type(c->max, SLOT_TYPE)].bits || !is_there(c, c->by) || !is_test(c))
            return false;
        leave_fork(c, q->reg);
        return true;
    }
    return false;
}

static void add_count(Module *m, const Count *c, InsList *out)
{
    const Ins *sum = &c->fn->ins.at[c->sum];
    const Type t = isa_slot_type(c->max, SLOT_TYPE);
    const int bits = type_info[t].bits;
    Opnd d[3];
    for (int i = 0; i < 3; i++)
        d[i] = opnd_reg(fn_new_reg(m->code, c->fn, i ? "rounds" : "rest", bits == 64 ? T_B64 : T_B32));
    const Opnd q = c->start ? sum->op[0] : d[1], p = opnd_reg(fn_new_reg(m->code, c->fn, "more", T_PRED));
    const char *const *const name = bits == 64 ? (const char *[]){"sub.u64", "add.u64", "div.u64", "selp.b64"} : (const char *[]){"sub.u32", "add.u32", "div.u32", "selp.b32"};
    ins_add(m, c->fn, out, sum, name[0], (Opnd[]){d[0], *c->n, c->start ? *c->start : *c->a}, 3);
    ins_add(m, c->fn, out, sum, name[1], (Opnd[]){d[2], d[0], opnd_number(UINT64_MAX, t)}, 3);
    ins_add(m, c->fn, out, sum, name[2], (Opnd[]){q, d[2], *c->by}, 3);
    if (c->start)
        return;
    const Opnd all = opnd_reg(fn_new_reg(m->code, c->fn, "rounds", bits == 64 ? T_B64 : T_B32));
    ins_add(m, c->fn, out, sum, arena_printf(m->code, "setp.lt.%s", type_info[t].name), (Opnd[]){p, *c->a, *c->n}, 3);
    ins_add(m, c->fn, out, sum, name[1], (Opnd[]){all, q, opnd_number(1, t)}, 3);
    ins_add(m, c->fn, out, sum, name[3], (Opnd[]){sum->op[0], all, opnd_number(0, t), p}, 4);
}

bool strides_count(Arena *a, Module *m, Fn *fn)
{
    Count c = {.fn = fn, .writer = only_writers(a, fn), .blk_of = cfg_blocks(a, fn), .gone = NEWN(a, bool, fn->ins.n + 1)};
    InsList *now = NEWN(a, InsList, fn->ins.n + 1), out;
    bool found = false;
    c.reads = fn_index(a, fn, false, NULL);
    c.writes = fn_index(a, fn, true, NULL);
    for (int i = 0; i < fn->ins.n; i++)
        if (fn->ins.at[i].mnemonic == INS_ADD && fn->ins.at[i].nop == 3 && c.blk_of[i] && finds_count(&c, i)) {
            add_count(m, &c, &now[i]);
            found = true;
        }
    for (Rewrite w = found ? rewrite_begin(m, fn, &out) : (Rewrite){0}; found && rewrite_next(&w);) {
        for (int k = 0; k < now[w.i].n; k++)
            rewrite_add(&w, now[w.i].at[k]);
        if (!now[w.i].n && !c.gone[w.i])
            rewrite_keep(&w);
    }
    return found;
}
