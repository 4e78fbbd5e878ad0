/* lower_arg.c: operands of instructions as C expressions, and conditions. */
#include "emit/lower.h"

/* Element k of a vector operand. */
const Opnd *lower_element(Writer *w, const Opnd *o, int k)
{
    if (o->kind == O_VEC)
        return &o->sub[k];
    Opnd *e = NEW(A(w), Opnd);
    *e = *o;
    e->comp = (int8_t)k;
    return e;
}

/* [a] where that is no address of memory that C knows, but a number of 32 bits. */
static Ex lower_place(Writer *w, const Opnd *o)
{
    const uint32_t off = (uint32_t)o->imm;
    if (o->reg < 0)
        return ex(arena_printf(A(w), "%uu", (unsigned)off), true);
    const Ex base = lower_convert(w, lower_reg(w, o->reg), w->b->fn->regs.at[o->reg]->type, T_B32, 'u');
    return off ? ex(arena_printf(A(w), "%s + %uu", lower_paren(A(w), base), (unsigned)off), false) : base;
}

Ex lower_arg_element(Writer *w, const Ins *ins, int i, int k)
{
    Type type[8];
    const int n = isa_arg_elements(ins, i, type);
    return lower_value(w, lower_element(w, &ins->arg[i], k), k < n ? type[k] : (Type)ins->argtype[i], 0);
}

bool lower_in_own_loop(const Back *b, const Ins *ins)
{
    const Blk *x = b->blk_of[ins - b->fn->ins.at];
    for (const Node *n = x ? b->node_of[x->id] : NULL; n; n = n->up)
        if (n->kind == N_LOOP && node_level(b, n) == LV_LANE)
            return true;
    return false;
}

/* The register of 32 bits whose equality with a constant decides about a branch, once for each lane at most; -1: none. */
static int compared_reg(const Back *b, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP || !(isa_has_word(ins, MOD_EQ) || isa_has_word(ins, MOD_NE)) ||
        type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32 || c_float(isa_slot_type(ins, SLOT_TYPE)))
        return -1;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Dest d = ins_dest(ins);
    const bool fits = ins->arg[isa_arg(ins, ARG_B)].kind == O_IMM && opnd_is_reg(a) &&
        b->reg[a->reg].val.kind == VAL_VAR && d.n == 1 && b->reg[d.reg].guards && !lower_in_own_loop(b, ins);
    return fits ? a->reg : -1;
}

/* Whether a comparison is one of a few with constants that lanes branch on.  clang makes a switch of those, and of a loop with a
 * switch no vectors. */
static bool makes_switch(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    const int reg = w->vectors && w->lane ? compared_reg(b, ins) : -1;
    if (reg >= 0 && !b->plan->compared) {
        b->plan->compared = NEWN(A(w), Compared, b->nreg + 1);
        for (const Ins *x = b->fn->ins.at; array_has(b->fn->ins, x); x++) {
            const int r = compared_reg(b, x);
            if (r < 0)
                continue;
            const uint32_t with = (uint32_t)x->arg[isa_arg(x, ARG_B)].imm;
            Compared *c = &b->plan->compared[r];
            int k = 0;
            while (k < c->n && k < COMPARED_FEW && c->with[k] != with)
                k++;
            if (k == c->n && k < COMPARED_FEW)
                c->with[k] = with;
            c->n += k == c->n;
        }
    }
    return reg >= 0 && b->plan->compared[reg].n > 1 && b->plan->compared[reg].n <= COMPARED_FEW;
}

Ex lower_arg(Writer *w, const Ins *ins, int i, char how)
{
    if (i == isa_arg(ins, ARG_B) && makes_switch(w, ins)) {
        const Opnd *with = isa_opnd(ins, ARG_A);
        const bool is_signed = opnd_is_reg(with) && w->b->reg[with->reg].plan->is_signed;
        return ex(arena_printf(A(w), is_signed ? "(int32_t)%s" : "%s", lower_hidden(w, 'N', (uint32_t)ins->arg[i].imm)), true);
    }
    if (isa_arg_opaque(ins, i)) /* texture.c left a register there */
        return lower_reg(w, ins->arg[i].reg);
    if (isa_arg_is_mem(ins, i))
        return isa_arg_is_addr(ins, i) ? lower_pointer(w, ins, &ins->arg[i]) : lower_place(w, &ins->arg[i]);
    if (isdigit((unsigned char)how))
        return lower_arg_element(w, ins, i, how - '0');
    return lower_value(w, &ins->arg[i], ins->argtype[i], how);
}

/* The parenthesis that closes the one at p; NULL: none. */
static const char *closing_paren(const char *p)
{
    for (int depth = 0; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0)
            return p;
    }
    return NULL;
}

const char *lower_cond(Writer *w, int reg, bool negate)
{
    const RegInfo *g = &w->b->reg[reg];
    if (w->lane && g->val.border && g->plan->store != ST_LOCAL)
        return lane_range_test(w, reg, negate);
    Ex e = lower_reg(w, reg);
    if (!negate)
        return e.s;
    if (w->b->reg[reg].plan->store == ST_FOLD && w->b->reg[reg].plan->fold_not)
        return w->b->reg[reg].plan->fold_not;
    size_t n = strlen(e.s);
    if (e.s[0] == '!' && (e.prim || strcspn(e.s + 1, " (!") == n - 1)) /* of a name, an element or a member */
        return e.s + 1;
    if (n > 2 && strncmp(e.s, "!(", 2) == 0 && closing_paren(e.s + 1) == e.s + n - 1)
        return arena_printf(A(w), "%.*s", (int)n - 3, e.s + 2);
    return arena_printf(A(w), "!%s", lower_paren(A(w), e));
}
