/* unit_step.c: numbers that come with the data and do nothing but scale others, as the distance of neighbours in an array that is passed.
 *
 * In one of two versions such a step is one element (SPEC_UNIT): then lanes' addresses, x * step, lie side by side.
 * Requires: RegInfo of registers.  Provides: nothing that is kept.  Cost: a look at what follows the product. */
#include "analysis/uniform.h"

/* Whether the number is read from memory, or from a structure that is passed. */
static bool is_described(const Ins *def)
{
    const Opnd *a = isa_emit(def) == EMIT_LD ? &def->arg[isa_arg(def, ARG_A)] : NULL;
    return a && (isa_space(def) != SP_PARAM || (a->sym && a->sym->bytes > sizeof(uint64_t)));
}

static bool reads(const Ins *ins, int reg)
{
    for (int i = -1; isa_next_input(ins, &i);)
        if (ins->arg[i].kind == O_REG && ins->arg[i].reg == reg)
            return true;
    return false;
}

/* Whether the number is read by conversions only, which follow where it is made. */
static bool only_widened(const Back *b, int reg)
{
    int found = 0;
    for (int i = b->reg[reg].def + 1; i < b->fn->ins.n && found < b->reg[reg].nuse; i++) {
        if (!b->blk_of[i] || !reads(&b->fn->ins.at[i], reg))
            continue;
        if (b->fn->ins.at[i].mnemonic != INS_CVT)
            return false;
        found++;
    }
    return found > 0;
}

/* Whether the number comes with the data, and does nothing but to scale others: a step, and not a size as well. */
bool unit_step_scales(const Back *b, const Opnd *o)
{
    const RegInfo *g = opnd_is_reg(o) ? &b->reg[o->reg] : NULL;
    const Ins *def = g && g->def >= 0 && g->nscale == g->nuse ? &b->fn->ins.at[g->def] : NULL;
    if (def && def->mnemonic == INS_CVT && def->guard < 0) { /* made wider */
        const Opnd *from = isa_opnd(def, ARG_A);
        g = opnd_is_reg(from) ? &b->reg[from->reg] : NULL;
        def = g && g->def >= 0 && only_widened(b, from->reg) ? &b->fn->ins.at[g->def] : NULL;
    }
    return def && is_described(def);
}

/* How far it reads or writes from where the register points; 0: it does not. */
static int64_t bytes_behind(const Ins *ins, int reg)
{
    int64_t bytes = 0;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        const Type t = o->kind == O_MEM && o->reg == reg ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
        if (t != T_NONE && (int64_t)o->imm >= 0)
            bytes = greater(bytes, (int64_t)o->imm + type_bytes(t));
    }
    return bytes;
}

/* The bytes that are read and written from where a pointer points that the number is added to, an element; 1 where it isn't added to one. */
uint32_t unit_step_bytes(const Back *b, const Ins *ins, int64_t most)
{
    enum { LOOK_MOST = 200 }; /* instructions behind it that are looked at, and behind each sum */
    const InsList *all = &b->fn->ins;
    const Dest d = ins_dest(ins);
    const int from = (int)(ins - all->at) + 1;
    int64_t bytes = 1;
    for (int i = from; i < all->n && i < from + LOOK_MOST && d.n == 1; i++) {
        const Ins *add = &all->at[i];
        const Dest to = add->mnemonic == INS_ADD && b->blk_of[i] && reads(add, d.reg) ? ins_dest(add) : (Dest){0};
        for (int k = i + 1; k < all->n && k < i + LOOK_MOST && to.n == 1; k++)
            bytes = greater(bytes, bytes_behind(&all->at[k], to.reg));
    }
    return bytes <= most ? (uint32_t)bytes : 1;
}
