/* single_lane.c: predicates that hold for one lane of a chunk at most.
 *
 * A number that grows from lane to lane equals one that is the same for all: `threadIdx.x == 0`, alone or together with other conditions.
 *
 * In: uniform.c's values. */
#include "analysis/analysis.h"

/* depth: so many instructions that combine predicates are looked through. */
static bool holds_for_one(const Back *b, int pred, bool holds, int depth)
{
    static const ArgName sides[] = {ARG_A, ARG_B};
    const Ins *ins = back_def(b, pred);
    if (!ins || ins->guard >= 0)
        return false;
    if (ins->mnemonic == INS_SETP) {
        const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
        return lane_range_compares(ins, x, y).border == (holds ? BORDER_AT : BORDER_BUT);
    }
    for (int i = 0; i < 2 && depth > 0 && ins->mnemonic == (holds ? INS_AND : INS_OR); i++) {
        const Opnd *o = &ins->arg[isa_arg(ins, sides[i])];
        if (o->kind == O_REG && o->comp < 0 && holds_for_one(b, o->reg, holds != o->neg, depth - 1))
            return true;
    }
    return false;
}

bool single_lane_holds(const Back *b, int pred, bool holds)
{
    enum { COMBINED_MOST = 8 };
    return holds_for_one(b, pred, holds, COMBINED_MOST);
}
