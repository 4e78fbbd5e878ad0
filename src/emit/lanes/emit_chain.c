/* emit_chain.c: loops in which a lane, or a chunk, adds floats one after the other.
 *
 * A loop's float that each round adds several numbers to, or that a loop within it adds to, is a sum in order.  Some gcc take
 * the order for that of the numbers in memory: PTX2C_IN_ORDER in lanes.h.
 *
 * In: a loop's items.  Out: whether there is such a sum.  Needs nothing but the instructions. */
#include "emit/emit_fn.h"

/* By register, in the loop being looked at. */
struct Link {
    int loop;   /* which loop that was; all else is of this one only */
    int adds;   /* additions since the round began, if first was there then; more than two count as two */
    bool first; /* it was read before anything wrote it */
    bool linked;
};

typedef struct Chains { Writer *w; bool within, found; } Chains;

static struct Link *link_of(Chains *c, int reg)
{
    struct Link *x = &c->w->links[reg];
    if (x->loop != c->w->loops)
        *x = (struct Link){.loop = c->w->loops};
    return x;
}

/* How many additions lead to an operand from what the round began with; -1: none do. */
static int adds_to(Chains *c, const Opnd *o)
{
    if (o->kind != O_REG || o->reg < 0)
        return -1;
    struct Link *x = link_of(c, o->reg);
    if (!x->linked) {
        x->first = x->linked = true;
        x->adds = 0;
    }
    return x->adds;
}

/* How many additions stand one behind the other up to what the instruction makes; -1: it is none, and no move. */
static int adds_behind(Chains *c, const Ins *ins)
{
    const bool sum = ins->mnemonic == INS_ADD || ins->mnemonic == INS_SUB;
    const Type t = sum || isa_emit(ins) == EMIT_MOV ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    if (sum ? !c_float(t) : type_info[t].bits < 32)
        return -1;
    const int a = adds_to(c, &ins->arg[isa_arg(ins, ARG_A)]), b = sum ? adds_to(c, &ins->arg[isa_arg(ins, ARG_B)]) : -1;
    const int most = a > b ? a : b;
    return sum && most >= 0 ? most + 1 : most;
}

static void follow(Chains *c, const Ins *ins)
{
    const int adds = adds_behind(c, ins);
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write) {
            struct Link *x = link_of(c, ref.reg);
            x->linked = true;
            x->adds = -1;
        }
    const Dest d = ins_dest(ins);
    if (adds < 0 || d.n != 1)
        return;
    struct Link *x = link_of(c, d.reg);
    x->adds = adds < 2 ? adds : 2;
    c->found |= x->first && x->adds >= (c->within ? 1 : 2);
}

static void look(Chains *c, const Items *list)
{
    for (const Item *it = items_first(list); it && !c->found; it = it->kind == I_GROUP ? items_past(it, list) : items_next(it, list))
        if (it->kind == I_INS) /* in lanes' loops they are arrays */
            follow(c, &c->w->b->fn->ins.at[it->ins]);
}

bool adds_in_order(Writer *w, const Items *loop)
{
    if (!w->links)
        w->links = NEWN(w->b->a, struct Link, w->b->nreg + 1);
    w->loops++;
    Chains c = {w, items_hold(loop, I_LOOP, I_GROUP), false};
    look(&c, loop);
    return c.found;
}
