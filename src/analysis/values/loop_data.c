/* loop_data.c: numbers that loops find in memory.
 *
 * A loop that chooses by how a lane's number compares with what it has loaded, or with what it counts by comparing floats, is a
 * search: sooner or later all lanes part there, so that checks which end the chunk before the first that parts leave chunks
 * of few lanes.  That is right where lanes which part read memory each for itself, as in a search by halves.  What counts
 * rounds, or was known before the loop, tells borders, which few chunks meet.
 *
 * In: a tree of nodes.  Out: RegInfo.found, Back.searches. */
#include "analysis/uniform.h"

static bool finds(const Ins *ins)
{
    const Emit emit = isa_emit(ins);
    const Space s = emit == EMIT_LD ? isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]) : SP_PARAM;
    return s != SP_PARAM || (ins->mnemonic == INS_SETP && type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f');
}

/* True when a register that it writes is found only now. */
static bool look_at(Back *b, const Ins *ins)
{
    bool found = finds(ins), anew = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref) && !found;)
        found = !ref.write && b->reg[ref.reg].found;
    for (Refs ref = ins_refs(ins); refs_next(&ref) && found;)
        if (ref.write && !b->reg[ref.reg].found)
            anew = b->reg[ref.reg].found = true;
    return anew;
}

/* The loops that read memory where what they have found says: by Blk.id of their headers. */
static bool *walks_find(const Back *b, const Node *const *loop)
{
    bool *walks = NEWN(b->a, bool, b->fn->nblk + 1);
    for (int i = 0; i < b->fn->nblk; i++)
        for (int j = b->fn->blk[i]->first; loop[i] && j < b->fn->blk[i]->end; j++) {
            const Ins *ins = &b->fn->ins.at[j];
            const Opnd *a = isa_emit(ins) == EMIT_LD ? &ins->arg[isa_arg(ins, ARG_A)] : NULL;
            if (a && a->reg >= 0 && b->reg[a->reg].found)
                for (const Node *n = loop[i]; n && !walks[n->blk->id]; n = node_loop_around(n))
                    walks[n->blk->id] = true;
        }
    return walks;
}

/* (Where the result guards a branch, a range of lanes may take that: Back.by_ranges.) */
static bool searches(const Back *b, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP)
        return false;
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)], *p = &ins->arg[isa_arg(ins, ARG_P)];
    return p->kind == O_REG && !b->reg[p->reg].guards &&
           ((x->kind == O_REG && b->reg[x->reg].found) || (y->kind == O_REG && b->reg[y->reg].found));
}

void loop_data_find(Back *b)
{
    const Node **loop = NEWN(b->a, const Node *, b->fn->nblk + 1);
    for (int i = 0; i < b->fn->nblk; i++)
        loop[i] = b->node_of[i] ? node_loop_around(b->node_of[i]) : NULL;
    for (AGAIN(anew))
        for (int i = 0; i < b->fn->nblk; i++)
            for (int j = b->fn->blk[i]->first; loop[i] && j < b->fn->blk[i]->end; j++)
                anew |= look_at(b, &b->fn->ins.at[j]);
    const bool *walks = walks_find(b, loop);
    b->searches = NEWN(b->a, bool, b->fn->ins.n + 1);
    for (int i = 0; i < b->fn->nblk; i++)
        for (int j = b->fn->blk[i]->first; loop[i] && !walks[loop[i]->blk->id] && j < b->fn->blk[i]->end; j++)
            b->searches[j] = searches(b, &b->fn->ins.at[j]);
}
