/* branch_inversion.c: a branch over a jump becomes one branch.
 *
 * nvcc writes `if (c) X` as `@p bra X; bra end; X:`, too: a side of the branch that holds nothing but a jump.  Here it
 * becomes `@!p bra end; X:`, which later passes know as what has one side.
 *
 * In: matched instructions.  Breaks everything cfg.c fills. */
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

void branch_invert(Arena *a, Fn *fn)
{
    Arena tmp = {0};
    bool *labelled = NEWN(&tmp, bool, fn->ins.n + 1);
    int *place = NEWN(&tmp, int, fn->ins.n + 1), n = 0;
    for (int i = 0; i < fn->labels.n; i++)
        labelled[fn->labels.at[i]->index] = true;
    for (int i = 0; i < fn->ins.n; i++) {
        Ins ins = fn->ins.at[i];
        place[i] = n;
        if (is_over(fn, i) && !labelled[i + 1]) {
            invert(a, &ins, target(&fn->ins.at[i + 1]));
            place[++i] = n;
        }
        fn->ins.at[n++] = ins;
    }
    place[fn->ins.n] = n;
    fn->ins.n = n;
    fn_set_code(fn, fn->ins, place);
    arena_reset(&tmp);
}
