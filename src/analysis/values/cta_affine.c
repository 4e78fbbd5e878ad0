/* cta_affine.c: integers of 32 bits that grow evenly over the CTA: thread (x, y) has base + row * y + step * x, modulo 2^32,
 * with base and row the CTA's own.  Whether any of them wraps between neighbours of a row is asked once for the CTA,
 * instead of by each chunk: then no chunk has to stop for the answer of the others before it may write.  Likewise whether a minimum
 * or maximum is the same number for all: then it grows as evenly; and whether a comparison holds for all.
 *
 * In: the results of uniform.c, the place of a check (region.c).  Out: whether it can stand in front of the loop over
 * chunks, the registers that it then reads, and its terms. */
#include "analysis/uniform.h"

enum { PLANE_DEPTH = 8 };

typedef struct Plane {
    const Back *b;
    int leaf[PLANE_LEAVES], leaves;
    bool falls;   /* something is taken away */
    bool rows_only; /* what differs by %tid.y and %tid.x is of interest, nothing else */
} Plane;

typedef struct Even { const CtaTerm *base, *row; } Even; /* NULL: 0 */

static const CtaTerm *new_term(const Plane *p, CtaTerm t)
{
    CtaTerm *to = NEW(p->b->a, CtaTerm);
    *to = t;
    return to;
}

static const CtaTerm *number(const Plane *p, uint32_t c)
{
    return c ? new_term(p, (CtaTerm){.kind = CTA_NUMBER, .number = c}) : NULL;
}

static const CtaTerm *sum(const Plane *p, const CtaTerm *a, const CtaTerm *b, bool minus)
{
    return !b ? a : !a && !minus ? b : new_term(p, (CtaTerm){.kind = minus ? CTA_MINUS : CTA_PLUS, .a = a, .b = b});
}

static bool is_one(const CtaTerm *t) { return t->kind == CTA_NUMBER && t->number == 1; }

static const CtaTerm *product(const Plane *p, const CtaTerm *a, const CtaTerm *b)
{
    return !a || !b ? NULL : is_one(a) ? b : is_one(b) ? a : new_term(p, (CtaTerm){.kind = CTA_TIMES, .a = a, .b = b});
}

/* A number that is the same for the CTA, wherever in it a chunk comes to it. */
static bool add_leaf(Plane *p, const Opnd *o, Even *e)
{
    const Back *b = p->b;
    if (o->kind == O_IMM || (o->kind == O_REG && b->reg[o->reg].val.cst)) {
        const uint32_t c = (uint32_t)(o->kind == O_IMM ? o->imm : b->reg[o->reg].val.c);
        p->falls |= c > INT32_MAX;
        e->base = number(p, c);
        return true;
    }
    if (p->leaves == PLANE_LEAVES)
        return false;
    if (o->kind == O_REG) {
        const int def = b->reg[o->reg].def;
        if (def >= 0 && isa_emit(&b->fn->ins.at[def]) == EMIT_LD && isa_space(&b->fn->ins.at[def]) != SP_PARAM)
            return false;
        p->leaf[p->leaves++] = o->reg;
    }
    e->base = new_term(p, (CtaTerm){.kind = CTA_OPND, .o = o});
    return true;
}

static bool even(Plane *p, const Opnd *o, int user, int depth, Even *e);

/* The operand of a minimum, maximum or comparison that differs within the CTA, or -1: the other is not the CTA's own. */
static int differing(const Back *b, const Ins *ins)
{
    const int x = isa_arg(ins, ARG_A), y = isa_arg(ins, ARG_B);
    const Val v = uniform_opnd(b, &ins->arg[x]), u = uniform_opnd(b, &ins->arg[y]);
    const bool first = val_is_cta(v), second = val_is_cta(u);
    return first == second ? -1 : first ? y : x;
}

static bool is_clamp(const Back *b, int at) { return b->inner && spec_kind(b->spec[at]) == SPEC_CLAMP && !(b->spec[at] & SPEC_LOCAL); }

/* x times y, of which one is the CTA's. */
static Even multiplied(const Plane *p, Even x, Even y, bool second)
{
    return (Even){product(p, x.base, y.base), second ? product(p, x.row, y.base) : product(p, x.base, y.row)};
}

/* What an instruction makes of such numbers, if that is one again. */
static bool made(Plane *p, const Ins *ins, int at, int depth, Even *e)
{
    LinearForm f;
    Even y = {0}, z = {0};
    if (is_clamp(p->b, at))
        return even(p, &ins->arg[differing(p->b, ins)], at, depth, e);
    if (!linear_form(ins, &f) || isa_emit(ins) == EMIT_CVTA || f.sign[0] < 0 || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32 ||
        isa_has_word(ins, MOD_WIDE))
        return false;
    const Val by = f.by ? uniform_opnd(p->b, f.by) : (Val){0};
    const bool second = f.by && val_is_cta(by);
    if ((f.shifts && (!by.cst || by.c > 30)) || (f.by && !second && !val_is_cta(uniform_opnd(p->b, f.x))) || !even(p, f.x, at, depth, e) ||
        (f.by && !f.shifts && !even(p, f.by, at, depth, &y)) || (f.more && !even(p, f.more, at, depth, &z)))
        return false;
    const bool minus = f.sign[1] < 0;
    p->falls |= minus;
    y.base = f.shifts ? number(p, 1u << by.c) : y.base;
    *e = f.by ? multiplied(p, *e, y, second) : *e;
    *e = (Even){sum(p, e->base, z.base, minus), sum(p, e->row, z.row, minus)};
    return true;
}

static bool is_word(const Sym *s) { return type_info[s->type].bits == 32 && type_info[s->type].kind != 'f' && s->vec <= 1; }

static bool even_sreg(Plane *p, const Opnd *o, Even *e)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    if (s->shape != SHAPE_TID)
        return !sreg_differs(s) && s->shape != SHAPE_WARP && add_leaf(p, o, e);
    e->row = o->comp == 1 ? number(p, 1) : NULL;
    return (unsigned)o->comp <= 1 || p->rows_only;
}

/* Whether operand o of instruction number user is one; as what. */
static bool even(Plane *p, const Opnd *o, int user, int depth, Even *e)
{
    const Back *b = p->b;
    if (o->kind == O_SREG)
        return even_sreg(p, o, e);
    if (o->kind == O_IMM)
        return add_leaf(p, o, e);
    if (!opnd_is_reg(o) || depth == PLANE_DEPTH)
        return o->kind == O_SYM && p->rows_only;
    const RegInfo *g = &b->reg[o->reg];
    if (!is_word(b->fn->regs.at[o->reg]))
        return false;
    const bool cta = val_is_cta(g->val);
    const Ins *def = back_only_def(b, o);
    if (g->ndef && (!def || !back_comes_before(b, g->def, user))) /* its only value: that which it has where it is made now, too */
        return false;
    return cta ? add_leaf(p, o, e) : def && made(p, def, g->def, depth + 1, e);
}

/* The operand that the check is about, or -1: none, or several. */
static int checked(const Back *b, const Ins *ins)
{
    int found = -1;
    if (is_clamp(b, (int)(ins - b->fn->ins.at)) || ins->pseudo == PSEUDO_INSIDE)
        return differing(b, ins);
    for (int i = -1; isa_next_input(ins, &i);) {
        if (uniform_opnd(b, &ins->arg[i]).kind != VAL_AFF || isa_arg_name(ins, i) == ARG_C)
            continue;
        if (found >= 0 || type_info[ins->argtype[i]].bits != 32)
            return -1;
        found = i;
    }
    return found;
}

/* What the check of an instruction is about, as it is in front of another; false: not such numbers. */
static bool plane_before(Plane *p, int at, int user, int operand, CtaAffine *x)
{
    const Ins *ins = &p->b->fn->ins.at[at];
    Even e = {0}, other = {0};
    const bool two = isa_is_clamp(ins) || ins->mnemonic == INS_SETP;
    if (operand < 0 || !even(p, &ins->arg[operand], user, 0, &e) ||
        (two && !even(p, &ins->arg[isa_arg(ins, ARG_A) + isa_arg(ins, ARG_B) - operand], user, 0, &other)))
        return false;
    *x = (CtaAffine){.operand = operand, .base = e.base, .row = e.row, .other = other.base, .step = uniform_opnd(p->b, &ins->arg[operand]).step};
    return !other.row;
}

static bool plane_of(Plane *p, int at, int operand, CtaAffine *x) { return plane_before(p, at, at, operand, x); }

bool cta_affine_clamps(const Back *b, int at)
{
    Plane p = {.b = b};
    CtaAffine x;
    return plane_of(&p, at, differing(b, &b->fn->ins.at[at]), &x);
}

bool cta_affine_compares(const Back *b, int at, int user)
{
    const Ins *ins = &b->fn->ins.at[at];
    const unsigned compare = ins->guard < 0 && isa_is_plain_test(ins) ? isa_compare(ins) : CMP_NONE;
    const Type t = compare ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    if (ins->pseudo || !compare || (t != T_S32 && t != T_U32 && t != T_B32))
        return false;
    Plane p = {.b = b};
    CtaAffine x;
    const int differs = differing(b, ins);
    return differs >= 0 && uniform_opnd(b, &ins->arg[differs]).grid && plane_before(&p, at, user, differs, &x) && ins->arg[differs].kind == O_REG;
}

bool cta_affine_checks(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Spec spec = (Spec)b->spec[at];
    Plane p = {.b = b};
    CtaAffine x;
    if ((!spec_is_steps(spec) && !is_clamp(b, at)) || !plane_of(&p, at, checked(b, ins), &x) || ins->arg[x.operand].kind != O_REG)
        return false;
    /* unsigned numbers below 0 may be those of whole chunks that have no use for them */
    return spec != SPEC_STEPS_U || (!p.falls && x.step > 0);
}

int cta_affine_inputs(const Back *b, int at, int reg[PLANE_LEAVES])
{
    Plane p = {.b = b};
    CtaAffine x;
    plane_of(&p, at, checked(b, &b->fn->ins.at[at]), &x);
    memcpy(reg, p.leaf, sizeof p.leaf);
    return p.leaves;
}

CtaAffine cta_affine_of(const Back *b, int at)
{
    Plane p = {.b = b};
    CtaAffine x = {0};
    plane_of(&p, at, checked(b, &b->fn->ins.at[at]), &x);
    return x;
}

/* The number that a term is; -1: it hangs on the launch. */
static int64_t number_of(const CtaTerm *t)
{
    enum { MOST = 1 << 24 };
    if (!t || t->kind == CTA_NUMBER)
        return t ? t->number : 0;
    const bool known = t->kind == CTA_TIMES || t->kind == CTA_PLUS;
    const int64_t x = known ? number_of(t->a) : -1, y = known ? number_of(t->b) : -1;
    return x < 0 || y < 0 || x > MOST || y > MOST ? -1 : t->kind == CTA_TIMES ? x * y : x + y;
}

int64_t cta_affine_row(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    if (!b->blk_of[at] || !isa_is_ld_st(ins) || isa_space(ins) != SP_SHARED || ins->guard >= 0)
        return -1;
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)], reg = {.kind = O_REG, .reg = o->reg, .comp = -1};
    const Val v = uniform_opnd(b, o);
    Plane p = {.b = b, .rows_only = true};
    Even e = {0};
    if (o->kind != O_MEM || o->reg < 0 || v.kind != VAL_AFF || v.step <= 0 || !even(&p, &reg, at, 0, &e))
        return -1;
    return number_of(e.row);
}

int cta_affine_pitch(const Back *b, int at)
{
    const Node *n = b->blk_of[at] ? b->node_of[b->blk_of[at]->id] : NULL;
    const bool all = n && isa_emit(&b->fn->ins.at[at]) == EMIT_ST && node_level(b, n) != LV_LANE && !node_masked_around(n);
    const int64_t row = all ? cta_affine_row(b, at) : -1;
    const int64_t step = row < 0 ? 1 : uniform_opnd(b, isa_address(&b->fn->ins.at[at])).step;
    return row < step ? 0 : (int)lesser_u((uint64_t)(row / step), CHUNK_LANES);
}
