/* branch_inversion.c: a branch over a jump becomes one branch, one to what follows none.
 *
 * nvcc writes `if (c) X` as `@p bra X; bra end; X:`, too: a side of the branch that holds nothing but a jump.  Here it
 * becomes `@!p bra end; X:`, which later passes know as what has one side.  Where X is the head of the loop that the branch is
 * in, as in loops that clang lays out with their last block first, that stays a branch back.
 * clang writes `@!p bra end; bra X; X:`, whose jump leads nowhere: without it what other passes put behind the branch is of X's block.
 *
 * Requires: blocks.  Invalidates: blocks, labels' places.  Cost: a look at each branch.  Fires on most kernels with branches
 * (tests/bench/raymarch, samples/hello). */
#include "normalize/normalize.h"

static bool is_jump(const Ins *ins) { return isa_emit(ins) == EMIT_BRA && ins->guard < 0; }

static Sym *target(const Ins *ins) { return ins->arg[isa_arg(ins, ARG_TGT)].sym; }

/* A branch over the jump behind it, which leads elsewhere. */
static bool is_over(const Fn *fn, int i)
{
    const Ins *ins = &fn->ins.at[i], *next = ins + 1;
    return isa_emit(ins) == EMIT_BRA && ins->guard >= 0 && i + 1 < fn->ins.n && is_jump(next) && target(ins)->index == i + 2 &&
           target(next)->index != i + 2;
}

/* A branch to where its block goes on without it, too. */
static bool leads_on(const Fn *fn, int i)
{
    const int to = isa_emit(&fn->ins.at[i]) == EMIT_BRA ? target(&fn->ins.at[i])->index : -1;
    int k = i + 1;
    while (k < to && is_jump(&fn->ins.at[k]) && target(&fn->ins.at[k])->index == to)
        k++;
    return k == to;
}

/* To the other target, where the condition does not hold. */
static void invert(Arena *a, Ins *ins, Sym *other)
{
    Opnd *op = NEWN(a, Opnd, ins->nop);
    for (int i = 0; i < ins->nop; i++)
        op[i] = ins->op[i];
    op[0].sym = other;
    ins->op = op;
    ins->arg[isa_arg(ins, ARG_TGT)].sym = other;
    ins->guard_neg = !ins->guard_neg;
}

/* Whether instruction i is in the loop that begins behind the jump that follows it. */
static bool is_latch(const Fn *fn, Blk *const *blk_of, int i)
{
    const Blk *from = blk_of[i], *to = i + 2 < fn->ins.n ? blk_of[i + 2] : NULL;
    return from && to && to->is_header && loop_holds(to, from);
}

bool branch_invert(Arena *a, Module *m, Fn *fn)
{
    (void)a;
    Arena tmp = {0};
    Blk **blk_of = cfg_blocks(&tmp, fn);
    bool *labelled = NEWN(&tmp, bool, fn->ins.n + 1);
    int *place = NEWN(&tmp, int, fn->ins.n + 1), n = 0;
    for (int i = 0; i < fn->labels.n; i++)
        labelled[fn->labels.at[i]->index] = true;
    for (int i = 0; i < fn->ins.n; i++) {
        Ins ins = fn->ins.at[i];
        place[i] = n;
        if (leads_on(fn, i))
            continue;
        if (is_over(fn, i) && !labelled[i + 1] && !is_latch(fn, blk_of, i)) {
            invert(m->code, &ins, target(&fn->ins.at[i + 1]));
            place[++i] = n;
        }
        fn->ins.at[n++] = ins;
    }
    const bool any = n < fn->ins.n;
    place[fn->ins.n] = n;
    fn->ins.n = n;
    if (any)
        fn_set_code(fn, fn->ins, place);
    arena_reset(&tmp);
    return any;
}
