/* latch_test.c: loops that ask at their end for what their counter was in the round that is over, as loops that ask for what it is now.
 *
 *   for (i = tid; i < 34; i += 32) …       do { …; more = i < 2; i += 32; } while (more);
 *
 * Compilers know that i is 0 or more where the loop begins, and that 2 + 32 does not wrap.  That this is the test in front of the loop, and
 * so how long all lanes of a chunk go on, is seen of i < 34 behind the sum.
 *
 * The counter may be less by a constant than what is asked for (i + 1 < 2).  What that begins as is known to be so small that neither it nor
 * the sum is above INT32_MAX: in later rounds it is below the limit and a step.
 *
 * In: blocks, registers as webs.  Out: comparisons, at the end of their blocks; true: blocks are to be made anew.  Cost: a look at each
 * branch.  Fires on what nvcc makes of loops over tiles with borders for sm_100: tests/run/latch_tests, tests/run/stride_counts. */
#include "normalize/normalize.h"

typedef struct Latch {
    Fn *fn;
    const int *writer; /* only_writers */
    RegIndex reads, writes;
    Blk **blk_of;
    const Blk *x;      /* the block at the loop's end */
    int test;          /* the instruction that compares */
    int i;             /* the counter */
    int64_t step, more; /* of a round; what is added to the counter for the comparison */
    int64_t limit;     /* it goes on below that */
} Latch;

/* register + number, where the instruction is that. */
static bool adds_number(const Ins *ins, int *reg, int64_t *by)
{
    const bool adds = ins && ins->mnemonic == INS_ADD && ins->guard < 0 && ins->nop == 3 && isa_is_modular(ins) && type_is_i32(isa_slot_type(ins, SLOT_TYPE)) &&
                      opnd_is_reg(&ins->op[1]) && ins->op[2].kind == O_IMM;
    *reg = adds ? ins->op[1].reg : -1;
    *by = adds ? (int32_t)ins->op[2].imm : 0;
    return adds;
}

static bool in_loop(const Latch *l, int at) { return l->blk_of[at] && loop_holds(l->x->loop, l->blk_of[at]); }

/* The instruction of each of the loop's rounds that alone makes what instruction at reads. */
static const Ins *made_in_round(const Latch *l, const Opnd *o, int at)
{
    const Ins *ins = only_writer(l->fn, l->writer, o);
    const int def = ins ? (int)(ins - l->fn->ins.at) : at;
    return def != at && cfg_comes_before(l->blk_of, def, at) && l->blk_of[def]->loop == l->x->loop ? ins : NULL;
}

static bool moves(const Ins *ins) { return isa_emit(ins) == EMIT_MOV && ins->guard < 0 && ins->nop == 2; }

/* The most that the counter and `more` may be where the loop begins, by the instruction in front of it; or INT64_MAX. */
static int64_t begins_below(const Latch *l, int at)
{
    const Ins *mov = &l->fn->ins.at[at];
    const Blk *h = l->x->loop;
    if (!moves(mov) || !cfg_comes_before(l->blk_of, at, h->first) || l->blk_of[at]->loop != h->loop_up)
        return INT64_MAX;
    int reg;
    int64_t by;
    const bool sum = adds_number(only_writer(l->fn, l->writer, &mov->op[1]), &reg, &by) && by == -l->more;
    const Opnd of = sum ? opnd_reg(reg) : mov->op[1];
    const uint64_t most = integer_most(l->fn, l->writer, &of);
    return most <= INT32_MAX && (sum || l->more >= 0) ? (int64_t)most + (sum ? 0 : l->more) : INT64_MAX;
}

/* Whether the register is a counter that the last block counts up, behind the test, and that begins small enough. */
static bool counts(Latch *l)
{
    const int *at = l->writes.ins + l->writes.of[l->i], in = index_count(&l->writes, l->i) == 2 && in_loop(l, at[1]), up = at[in];
    int of = -1;
    if (index_count(&l->writes, l->i) != 2 || in_loop(l, at[!in]) || l->blk_of[up] != l->x || up < l->test)
        return false;
    const Ins *ins = &l->fn->ins.at[up];
    if (!adds_number(moves(ins) ? made_in_round(l, &ins->op[1], up) : ins, &of, &l->step) || of != l->i || l->step <= 0 || l->step < l->more || l->step < -l->more)
        return false;
    const int64_t begin = begins_below(l, at[!in]);
    return begin <= INT32_MAX - l->step + l->more && l->limit <= INT32_MAX - 2 * l->step;
}

/* Whether the comparison, where it comes out so, is that a register is below a limit. */
static bool is_below(Latch *l, const Ins *setp, bool holds)
{
    if (!isa_is_plain_test(setp) || !type_is_i32(isa_slot_type(setp, SLOT_TYPE)) || !opnd_is_reg(&setp->op[1]) || setp->op[2].kind != O_IMM || setp->op[2].imm > INT32_MAX)
        return false;
    const unsigned cmp = isa_compare(setp), goes_on = holds ? cmp : CMP_ALL & ~cmp;
    l->limit = (int64_t)setp->op[2].imm + (goes_on == (CMP_LESS | CMP_EQUAL));
    return cmp && (goes_on | CMP_EQUAL) == (CMP_LESS | CMP_EQUAL) && l->limit > 0;
}

/* Whether the block ends a loop by such a test. */
static bool finds_latch(Latch *l, const Blk *x)
{
    const Ins *br = x->loop ? blk_conditional(l->fn, x) : NULL;
    const int on = br && x->succ[1] == x->loop;
    l->test = br ? fn_last_write(l->fn, br->guard, x->first, x->branch) : -1;
    if (l->test < 0 || x->succ[!on] == x->loop || x->succ[on] != x->loop || l->writer[br->guard] < 0 || index_count(&l->reads, br->guard) != 1)
        return false;
    const Ins *setp = &l->fn->ins.at[l->test];
    if (!is_below(l, setp, on != br->guard_neg))
        return false;
    l->x = x;
    l->i = setp->op[1].reg;
    l->more = 0;
    return (l->writer[l->i] < 0 || (adds_number(made_in_round(l, &setp->op[1], l->test), &l->i, &l->more) && l->writer[l->i] < 0)) && counts(l);
}

bool latches_turn(Arena *a, Module *m, Fn *fn)
{
    Latch l = {.fn = fn, .writer = only_writers(a, fn), .blk_of = cfg_blocks(a, fn)};
    int *below = NEWN(a, int, fn->ins.n + 1), *counter = NEWN(a, int, fn->ins.n + 1); /* by branch */
    bool found = false, *gone = NEWN(a, bool, fn->ins.n + 1);
    InsList out;
    l.reads = fn_index(a, fn, false, NULL);
    l.writes = fn_index(a, fn, true, NULL);
    for (int i = 0; i < fn->nblk; i++)
        if (finds_latch(&l, fn->blk[i])) {
            below[l.x->branch] = (int)(l.limit + l.step - l.more);
            counter[l.x->branch] = l.i;
            gone[l.test] = found = true;
        }
    if (!found)
        return false;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        if (below[w.i]) {
            const Blk *x = l.blk_of[w.i];
            const bool goes_on = (x->succ[1] == x->loop) != w.ins->guard_neg;
            ins_add(m, fn, &out, w.ins, goes_on ? "setp.lt.s32" : "setp.ge.s32",
                    (Opnd[]){opnd_reg(w.ins->guard), opnd_reg(counter[w.i]), opnd_number((uint64_t)below[w.i], T_S32)}, 3);
        }
        if (!gone[w.i])
            rewrite_keep(&w);
    }
    return true;
}
