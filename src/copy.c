/* copy.c: a copy of a constant is that constant.
 *
 * Compilers that give each value a register of its own copy one zero to all that begin with it.  If the first of these
 * registers later differs between lanes, so would, to the analysis, all of them.  Only copies in the constant's own
 * block are looked at: no more is needed.
 *
 * In: matched instructions, blocks.  Out: operands of mov. */
#include "compiler.h"

typedef struct Last { int *at; int ins; } Last; /* by register: the instruction that wrote it last, + 1 */

static void note_write(void *ctx, int reg, bool write)
{
    const Last *l = ctx;
    if (write)
        l->at[reg] = l->ins + 1;
}

/* The source of a plain move of a scalar, or NULL. */
static Opnd *moved(const Ins *ins)
{
    int d = isa_arg(ins, "d"), a = isa_arg(ins, "a");
    if (isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || d < 0 || a < 0 || ins->arg[d].kind != O_REG ||
        ins->arg[d].comp >= 0 || ins->nop != 2)
        return NULL;
    return &ins->arg[a];
}

void copy_constants(Arena *a, Fn *fn)
{
    Last last = {NEWN(a, int, fn->regs.n + 1), 0};
    for (int i = 0; i < fn->nblk; i++)
        for (last.ins = fn->blk[i]->first; last.ins < fn->blk[i]->end; last.ins++) {
            Ins *ins = &fn->ins.at[last.ins];
            const Opnd *from = moved(ins);
            int at = from && from->kind == O_REG && from->comp < 0 && !from->neg ? last.at[from->reg] - 1 : -1;
            const Ins *def = at >= fn->blk[i]->first ? &fn->ins.at[at] : NULL;
            const Opnd *value = def ? moved(def) : NULL;
            if (value && (value->kind == O_IMM || value->kind == O_FIMM) && !ins->check &&
                isa_slot_type(def, "type") == isa_slot_type(ins, "type")) {
                int k = isa_arg(ins, "a");
                ins->arg = memcpy(NEWN(a, Opnd, ins->narg), ins->arg, sizeof *ins->arg * ins->narg);
                ins->op = memcpy(NEWN(a, Opnd, 2), ins->op, sizeof *ins->op * 2);
                ins->arg[k] = ins->op[1] = *value;
            }
            ins_regs(fn, ins, note_write, &last);
        }
}
