/* float_promotion.c: registers of bits that hold floats are float registers.
 *
 * Compilers of late declare all registers of 32 bits as .b32, and others have always moved floats as bits.  What is computed with is a
 * float all the same, and as bits each of its uses is a pair of conversions in C.  Registers that are moved to each other have one type: that of
 * floats where more of their instructions compute with these than with bits, and none takes them for integers or addresses.  What moves them
 * then moves floats: mov, selp, ld and st.
 *
 * In: matched instructions, copies not yet carried.  Out: other types, words and literals; what it computes is the same.  Cost: linear.  Fires
 * on most kernels with floats that nvcc compiles for sm_100 (samples/julia), and on those of compilers without types of their own (tests/run/triton_softmax). */
#include "normalize/normalize.h"

typedef struct Promotion {
    Module *m;
    Fn *fn;
    int *up;     /* by register: another that it is moved to or from, or itself */
    int *votes;  /* by register, and at last by the first of each set: how many more uses are as a float than as bits */
    bool *never; /* likewise: some use is neither */
    const char **name; /* likewise: of one that was a float's from the start, or NULL */
} Promotion;

static int set_of(const Promotion *p, int reg)
{
    while (p->up[reg] != reg)
        reg = p->up[reg] = p->up[p->up[reg]];
    return reg;
}

static bool is_bits(Type t) { return t == T_B32 || t == T_B64; }

/* Whether it moves values of 32 or 64 bits and does nothing else with them; then the operands that hold them. */
static int moved(const Ins *ins, const Opnd *value[3])
{
    static const ArgName load[] = {ARG_D}, store[] = {ARG_B}, copy[] = {ARG_D, ARG_A}, choice[] = {ARG_D, ARG_A, ARG_B};
    const ArgName *names = isa_emit(ins) == EMIT_LD ? load : isa_emit(ins) == EMIT_ST ? store : ins->mnemonic == INS_MOV ? copy : choice;
    const int n = names == copy ? 2 : names == choice ? 3 : 1;
    if (ins->pseudo || (names == choice && ins->mnemonic != INS_SELP) || !is_bits(isa_slot_type(ins, SLOT_TYPE)))
        return 0;
    for (int i = 0; i < n; i++) {
        value[i] = isa_opnd(ins, names[i]);
        if (!value[i] || (n > 1 && value[i]->kind == O_VEC))
            return 0;
    }
    return n;
}

/* ---- how registers are used --------------------------------------------------------------------------------------------- */

static void vote(Promotion *p, const Opnd *o, Type t, bool part)
{
    if (o->kind == O_MEM && o->reg >= 0)
        p->never[o->reg] = true;
    if (o->kind != O_REG)
        return;
    const bool same = type_info[t].bits == type_info[p->fn->regs.at[o->reg]->type].bits && o->comp < 0;
    p->votes[o->reg] += same && c_float(t) ? 1 : -1;
    p->never[o->reg] |= !part && (!same || !(is_bits(t) || c_float(t))); /* a pair of halves has bits */
}

static void look(Promotion *p, const Ins *ins)
{
    if (ins->pseudo || isa_emit(ins) == EMIT_CALL) {
        for (Refs r = ins_refs(ins); refs_next(&r);)
            p->never[r.reg] = true;
        return;
    }
    for (int i = 0; i < ins->narg; i++) {
        Type type[8];
        const Opnd *o = &ins->arg[i];
        const int n = isa_arg_elements(ins, i, type);
        for (uint32_t k = 0; k < o->nsub; k++)
            vote(p, &o->sub[k], n ? type[k % (uint32_t)n] : ins->argtype[i], ins->mnemonic == INS_MOV);
        vote(p, o, ins->argtype[i], false);
    }
}

static void join(Promotion *p, const Opnd *o, int *first)
{
    for (uint32_t k = 0; k < o->nsub; k++)
        join(p, &o->sub[k], &(int){-1});
    if (!opnd_is_reg(o))
        return;
    p->never[o->reg] |= type_info[p->fn->regs.at[o->reg]->type].bits != 32 && type_info[p->fn->regs.at[o->reg]->type].bits != 64;
    if (*first >= 0)
        p->up[set_of(p, o->reg)] = set_of(p, *first);
    *first = o->reg;
}

static void count(Promotion *p)
{
    const Fn *fn = p->fn;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        const Opnd *value[3];
        const int n = moved(ins, value);
        int first = -1;
        for (int i = 0; i < n; i++)
            join(p, value[i], &first);
        if (!n)
            look(p, ins);
        else if (isa_address(ins))
            vote(p, isa_address(ins), T_NONE, false);
    }
    for (int i = 0; i < fn->params.n + fn->rets.n; i++)
        if (fn_formal(fn, i)->kind == SYM_REG && fn_formal(fn, i)->index >= 0)
            p->never[fn_formal(fn, i)->index] = true;
    for (int r = 0; r < fn->regs.n; r++) {
        const int set = set_of(p, r);
        const Type t = fn->regs.at[r]->type;
        p->never[set] |= p->never[r] || !(is_bits(t) || c_float(t)) || fn->regs.at[r]->vec > 1;
        p->votes[set] += (set == r ? 0 : p->votes[r]) + c_float(t);
        if (c_float(t) && !p->name[set])
            p->name[set] = fn->regs.at[r]->name;
    }
}

/* ---- what moves them ---------------------------------------------------------------------------------------------------- */

static bool holds_float(const Promotion *p, const Opnd *o)
{
    for (uint32_t k = 0; k < o->nsub; k++)
        if (opnd_is_literal(&o->sub[k]) || !holds_float(p, &o->sub[k])) /* a vector with literals stays one of bits */
            return false;
    return o->nsub || (opnd_is_reg(o) ? c_float(p->fn->regs.at[o->reg]->type) : opnd_is_literal(o));
}

static void move_floats(Promotion *p, Ins *ins)
{
    const Opnd *value[3];
    const int n = moved(ins, value);
    const Type type = isa_slot_type(ins, SLOT_TYPE) == T_B32 ? T_F32 : T_F64;
    for (int i = 0; i < n; i++)
        if (!holds_float(p, value[i]))
            return;
    if (!n || opnd_is_literal(value[0]))
        return;
    char *words = arena_printf(p->m->code, "%s", ins_words(p->m->code, ins));
    strrchr(words, 'b')[0] = 'f';
    Opnd *op = memcpy(NEWN(p->m->code, Opnd, ins->nop + 1), ins->op, (size_t)ins->nop * sizeof *op);
    for (int i = 0; i < ins->nop; i++)
        if (op[i].kind == O_IMM && isa_emit(ins) != EMIT_LD)
            op[i] = (Opnd){.kind = O_FIMM, .type = (uint8_t)type, .imm = op[i].imm, .reg = -1, .comp = -1, .loc = op[i].loc};
    ins_become(p->m, p->fn, ins, words, op, ins->nop);
}

bool float_promote(Arena *a, Module *m, Fn *fn)
{
    const int n = fn->regs.n;
    Promotion p = {.m = m, .fn = fn, .up = NEWN(a, int, n + 1), .votes = NEWN(a, int, n + 1), .never = NEWN(a, bool, n + 1)};
    bool any = false;
    p.name = NEWN(a, const char *, n + 1);
    for (int r = 0; r < n; r++)
        p.up[r] = r;
    count(&p);
    for (int r = 0; r < n; r++) {
        Sym *s = fn->regs.at[r];
        const int set = set_of(&p, r);
        if (!is_bits(s->type) || p.votes[set] <= 0 || p.never[set])
            continue;
        s->type = s->type == T_B32 ? T_F32 : T_F64;
        s->name = p.name[set] ? p.name[set] : s->name;
        any = true;
    }
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins) && any; ins++)
        move_floats(&p, ins);
    return false;
}
