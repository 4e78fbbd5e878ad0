/* cta_affine.c: integers of 32 bits that grow evenly over the CTA: thread (x, y) has base + row * y + step * x, modulo 2^32,
 * with base and row the CTA's own.  Whether any of them wraps between neighbours of a row is asked once for the CTA,
 * instead of by each chunk: then no chunk has to stop for the answer of the others before it may write.
 *
 * In: the results of uniform.c, the place of a check (region.c).  Out: whether it can stand in front of the loop over
 * chunks, the registers that it then reads, its text. */
#include "emit/emit_fn.h"

enum { PLANE_DEPTH = 8, PLANE_LEAVES = 6 }; /* longer ones are no gain to read */

/* With w NULL only what the number is made of is looked at. */
typedef struct Plane {
    const Back *b;
    Writer *w;
    int at;       /* the instruction that is to be checked */
    int leaf[PLANE_LEAVES], leaves;
    bool falls;   /* something is taken away */
} Plane;

typedef struct Even { const char *base, *row; } Even; /* NULL: 0; fit for a sum */

static const char *paren(const Plane *p, const char *s)
{
    return strpbrk(s, " ") ? arena_printf(p->b->a, "(%s)", s) : s;
}

static const char *sum(const Plane *p, const char *a, const char *b, bool minus)
{
    if (!p->w)
        return NULL;
    return !b ? a : !a && !minus ? b : arena_printf(p->b->a, "%s %c %s", a ? a : "0u", minus ? '-' : '+', minus ? paren(p, b) : b);
}

static const char *product(const Plane *p, const char *a, const char *b)
{
    if (!p->w || !a || !b)
        return NULL;
    return strcmp(a, "1") == 0 ? b : strcmp(b, "1") == 0 ? a : arena_printf(p->b->a, "%s * %s", paren(p, a), paren(p, b));
}

/* A number that is the same for the CTA, wherever in it a chunk comes to it. */
static bool add_leaf(Plane *p, const Opnd *o, Even *e)
{
    const Back *b = p->b;
    if (o->kind == O_IMM || (o->kind == O_REG && b->reg[o->reg].val.cst)) {
        const uint32_t c = (uint32_t)(o->kind == O_IMM ? o->imm : b->reg[o->reg].val.c);
        p->falls |= c > INT32_MAX;
        e->base = c ? arena_printf(b->a, c > INT32_MAX ? "%uu" : "%u", c) : NULL;
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
    if (p->w)
        e->base = paren(p, lower_value(p->w, o, T_U32, 'u').s);
    return true;
}

static bool even(Plane *p, const Opnd *o, int user, int depth, Even *e);

static bool operands(Plane *p, const Ins *ins, int user, int depth, Even *a, Even *b)
{
    return even(p, &ins->arg[isa_arg(ins, "a")], user, depth, a) && even(p, &ins->arg[isa_arg(ins, "b")], user, depth, b);
}

/* What an instruction makes of such numbers, if that is one again. */
static bool made(Plane *p, const Ins *ins, int at, int depth, Even *e)
{
    const char *op = ins->word[0];
    Even x = {0}, y = {0}, z = {0};
    if (isa_emit(ins) == EMIT_MOV)
        return even(p, &ins->arg[isa_arg(ins, "a")], at, depth, e);
    const Type t = isa_slot_type(ins, "type");
    if (isa_emit(ins) != EMIT_TEXT || type_info[t].bits != 32 || isa_has_word(ins, "sat") || isa_has_word(ins, "cc") ||
        isa_has_word(ins, "wide") || isa_has_word(ins, "hi") || type_info[t].kind == 'f')
        return false;
    const bool minus = strcmp(op, "sub") == 0, times = strcmp(op, "mul") == 0 || strcmp(op, "mad") == 0;
    if (minus || strcmp(op, "add") == 0) {
        if (!operands(p, ins, at, depth, &x, &y))
            return false;
        p->falls |= minus;
        *e = (Even){sum(p, x.base, y.base, minus), sum(p, x.row, y.row, minus)};
        return true;
    }
    if (strcmp(op, "shl") == 0) {
        const Val by = uniform_opnd(p->b, &ins->arg[isa_arg(ins, "b")]);
        if (!by.cst || by.c > 30 || !even(p, &ins->arg[isa_arg(ins, "a")], at, depth, &x))
            return false;
        const char *size = arena_printf(p->b->a, "%u", 1u << by.c);
        *e = (Even){product(p, x.base, size), product(p, x.row, size)};
        return true;
    }
    if (!times || !operands(p, ins, at, depth, &x, &y))
        return false;
    const Val k = uniform_opnd(p->b, &ins->arg[isa_arg(ins, "b")]), other = uniform_opnd(p->b, &ins->arg[isa_arg(ins, "a")]);
    const bool second = k.kind == VAL_UNI && k.level == LV_CTA;
    if (!second && (other.kind != VAL_UNI || other.level != LV_CTA))
        return false;
    if (strcmp(op, "mad") == 0 && !even(p, &ins->arg[isa_arg(ins, "c")], at, depth, &z))
        return false;
    const char *row = second ? product(p, x.row, y.base) : product(p, x.base, y.row);
    *e = (Even){sum(p, product(p, x.base, y.base), z.base, false), sum(p, row, z.row, false)};
    return true;
}

/* Whether operand o of instruction number user is one; as what. */
static bool even(Plane *p, const Opnd *o, int user, int depth, Even *e)
{
    const Back *b = p->b;
    if (o->kind == O_SREG) {
        const Sreg *s = &isa_sregs[o->sym->index];
        if (s->vary || s->shape == SHAPE_WARP || s->shape == SHAPE_LANE)
            return false;
        if (s->shape != SHAPE_TID)
            return add_leaf(p, o, e);
        e->row = o->comp == 1 && p->w ? "1" : NULL;
        return o->comp == 0 || o->comp == 1;
    }
    if (o->kind == O_IMM)
        return add_leaf(p, o, e);
    if (o->kind != O_REG || o->comp >= 0 || o->neg || depth == PLANE_DEPTH)
        return false;
    const RegInfo *g = &b->reg[o->reg];
    const Sym *s = b->fn->regs.at[o->reg];
    if (type_info[s->type].bits != 32 || type_info[s->type].kind == 'f' || s->vec > 1)
        return false;
    const bool cta = g->val.kind == VAL_UNI && g->val.level == LV_CTA;
    if (!g->ndef)
        return cta && add_leaf(p, o, e);
    /* its only value: that which it has where it is made now, too */
    if (g->ndef != 1 || g->def < 0 || b->fn->ins.at[g->def].guard >= 0)
        return false;
    const Blk *from = b->blk_of[g->def], *to = b->blk_of[user];
    if (!from || !to || (from == to ? g->def >= user : !cfg_dominates(from, to)))
        return false;
    return cta ? add_leaf(p, o, e) : made(p, &b->fn->ins.at[g->def], g->def, depth + 1, e);
}

/* The operand that the check is about, or -1: none, or several. */
static int checked(const Back *b, const Ins *ins)
{
    int found = -1;
    for (int i = 0; i < ins->narg; i++) {
        const Val v = isa_arg_is_dest(ins, i) ? (Val){0} : uniform_opnd(b, &ins->arg[i]);
        if (v.kind != VAL_AFF || strcmp(isa_arg_name(ins, i), "c") == 0)
            continue;
        if (found >= 0 || type_info[ins->argtype[i]].bits != 32)
            return -1;
        found = i;
    }
    return found;
}

bool cta_affine_checks(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Spec spec = (Spec)b->spec[at];
    const int i = spec == SPEC_STEPS_S || spec == SPEC_STEPS_U ? checked(b, ins) : -1;
    Plane p = {.b = b, .at = at};
    Even e = {0};
    if (i < 0 || ins->arg[i].kind != O_REG || !even(&p, &ins->arg[i], at, 0, &e))
        return false;
    /* unsigned numbers below 0 may be those of whole chunks that have no use for them */
    return spec == SPEC_STEPS_S || (!p.falls && uniform_opnd(b, &ins->arg[i]).step > 0);
}

void cta_affine_inputs(const Back *b, int at, void f(void *ctx, int reg, bool write), void *ctx)
{
    const Ins *ins = &b->fn->ins.at[at];
    Plane p = {.b = b, .at = at};
    Even e = {0};
    even(&p, &ins->arg[checked(b, ins)], at, 0, &e);
    for (int i = 0; i < p.leaves; i++)
        f(ctx, p.leaf[i], false);
}

const char *cta_affine_text(Writer *w, int at, int *operand)
{
    const Ins *ins = &w->b->fn->ins.at[at];
    Plane p = {.b = w->b, .w = w, .at = at};
    Even e = {0};
    *operand = checked(w->b, ins);
    even(&p, &ins->arg[*operand], at, 0, &e);
    return arena_printf(w->b->a, "%s, %s, %lld", e.base ? e.base : "0", e.row ? e.row : "0",
                        (long long)uniform_opnd(w->b, &ins->arg[*operand]).step);
}
