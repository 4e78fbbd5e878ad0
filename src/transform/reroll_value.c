/* reroll_value.c: what a block computes, in symbols.
 *
 * A number is a term and a constant that is added to it; equal terms have one number, so two values are surely equal when
 * both parts are.  Loads are terms, too: nothing that is looked at stores. */
#include "transform/reroll.h"

static bool same_words(const Ins *a, const Ins *b)
{
    return a->nword == b->nword && a->lower == b->lower && !memcmp(a->word, b->word, sizeof *a->word * a->nword);
}

static int number_of(Reroll *r, Term t)
{
    for (int k = 1; k < r->term.n; k++) {
        const Term *u = &r->term.at[k];
        bool same = u->kind == t.kind && u->bits == t.bits && u->n == t.n && u->id == t.id && u->number == t.number &&
                    (t.kind != TERM_INS || same_words(u->ins, t.ins));
        for (int i = 0; same && i < t.n; i++)
            same = reroll_same_sum(u->arg[i], t.arg[i]);
        if (same)
            return k;
    }
    array_add(&r->tmp, &r->term, t);
    return r->term.n - 1;
}

Sum reroll_leaf(Reroll *r, int reg)
{
    return (Sum){number_of(r, (Term){.kind = TERM_REG, .bits = reroll_reg_bits(r, reg), .number = (uint64_t)reg}), 0};
}

Reg *reroll_find_reg(const State *s, int reg)
{
    for (int k = s->n; k-- > 0;)
        if (s->at[k].reg == reg)
            return &s->at[k];
    return NULL;
}

Sum reroll_value_of(Reroll *r, const State *s, int reg)
{
    const Reg *g = reroll_find_reg(s, reg);
    return g ? g->v : reroll_leaf(r, reg);
}

void reroll_set(Reroll *r, State *s, int reg, Sum v)
{
    Reg *g = reroll_find_reg(s, reg);
    v.off = reroll_cut(v.off, reroll_reg_bits(r, reg));
    if (g)
        g->v = v;
    else
        array_add(&r->tmp, s, ((Reg){reg, v}));
}

Sum reroll_operand(Reroll *r, const State *s, const Opnd *o, Type slot)
{
    Sum v = {0, 0};
    if (o->neg)
        r->ok = false;
    switch (o->kind) {
    case O_REG:
        r->ok &= o->comp < 0;
        return reroll_value_of(r, s, o->reg);
    case O_IMM:
        return (Sum){0, reroll_cut(o->imm, type_info[slot].bits)};
    case O_FIMM:
        v.base = number_of(r, (Term){.kind = TERM_FLOAT, .bits = o->type, .number = o->imm});
        return v;
    case O_SREG:
        r->ok &= !isa_sregs[o->sym->index].vary;
        v.base = number_of(r, (Term){.kind = TERM_SREG, .id = o->sym, .number = (uint64_t)(o->comp + 1)});
        return v;
    case O_SYM: case O_MEM:
        if (o->sym)
            v.base = number_of(r, (Term){.kind = TERM_SYM, .id = o->sym});
        else if (o->kind == O_MEM && o->reg >= 0)
            v = reroll_value_of(r, s, o->reg);
        v.off += o->imm;
        return v;
    default:
        r->ok = false;
        return v;
    }
}

/* a + b, in a form that does not depend on their order. */
static Sum sum_of(Reroll *r, Sum a, Sum b, int bits)
{
    const uint64_t off = reroll_cut(a.off + b.off, bits);
    if (!a.base || !b.base)
        return (Sum){a.base + b.base, off};
    Term t = {.kind = TERM_ADD, .bits = bits, .n = 2, .arg = {{a.base, 0}, {b.base, 0}}};
    if (a.base > b.base) {
        t.arg[0].base = b.base;
        t.arg[1].base = a.base;
    }
    return (Sum){number_of(r, t), off};
}

/* Whether it is the plain instruction of that name on integers, of two words. */
bool reroll_is_plain(const Ins *ins, Mnemonic op)
{
    if (ins->nword != 2 || ins->mnemonic != op)
        return false;
    const Type t = type_by_name(ins->word[1]);
    return strchr("usb", type_info[t].kind) && type_info[t].bits >= 32;
}

static void run_ins(Reroll *r, State *s, const Ins *ins)
{
    const bool load = masked_is_load(r->b, ins);
    const Dest d = ins_dest(ins);
    Term t = {.kind = TERM_INS, .ins = ins};
    if (isa_emit(ins) == EMIT_NOP)
        return;
    if ((!load && !ins_is_pure(ins)) || d.n != 1 || r->fn->regs.at[d.reg]->vec > 1) {
        r->ok = false;
        return;
    }
    t.bits = reroll_reg_bits(r, d.reg);
    for (int i = 0; i < ins->narg && r->ok; i++) {
        const Opnd *o = &ins->arg[i];
        if (isa_arg_is_dest(ins, i))
            r->ok &= o->kind == O_NONE || (o->kind == O_REG && o->comp < 0 && !o->neg);
        else if (t.n == REROLL_ARGS)
            r->ok = false;
        else if (o->kind != O_NONE)
            t.arg[t.n++] = reroll_operand(r, s, o, ins->argtype[i]);
        else
            t.arg[t.n++] = (Sum){0, 0};
    }
    if (!r->ok)
        return;
    if (isa_emit(ins) == EMIT_MOV && t.n == 1 && ins->nword == 2)
        reroll_set(r, s, d.reg, t.arg[0]);
    else if (reroll_is_plain(ins, INS_ADD))
        reroll_set(r, s, d.reg, sum_of(r, t.arg[0], t.arg[1], t.bits));
    else if (reroll_is_plain(ins, INS_SUB) && !t.arg[1].base)
        reroll_set(r, s, d.reg, (Sum){t.arg[0].base, t.arg[0].off - t.arg[1].off});
    else
        reroll_set(r, s, d.reg, (Sum){number_of(r, t), 0});
}

void reroll_run_block(Reroll *r, State *s, const Blk *x)
{
    for (int i = x->first; i < x->end && r->ok; i++)
        if (i != x->term)
            run_ins(r, s, &r->fn->ins.at[i]);
}

/* The block before, in which anything may be done. */
void reroll_run_head(Reroll *r, State *s)
{
    for (int i = r->head->first; i < r->head->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (i != r->head->term)
            run_ins(r, s, ins);
        for (Refs ref = ins_refs(ins); !r->ok && refs_next(&ref);) {
            const Term t = {.kind = TERM_SYM, .id = ins, .number = (uint64_t)ref.reg + 1};
            if (ref.write)
                reroll_set(r, s, ref.reg, (Sum){number_of(r, t), 0});
        }
        r->ok = true;
    }
}

State reroll_copy_state(Reroll *r, const State *s)
{
    State c = {0};
    for (int i = 0; i < s->n; i++)
        array_add(&r->tmp, &c, s->at[i]);
    return c;
}
