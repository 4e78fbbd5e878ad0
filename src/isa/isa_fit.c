/* isa_fit.c: whether the operands of an instruction fit a form: vectors, lists and pairs, and which operand stands for which; isa_opnd.c is about each. */
#include "isa/table.h"

/* Elements of operand f, 0 = scalar, -1 = may not be given; *spec: a letter for each, or NULL. */
static int elements(const IsaMatch *m, const IsaOpnd *f, const char **spec)
{
    *spec = NULL;
    if (f->count >= 0)
        return f->count;
    if (f->count == COUNT_TOK)
        return m->cand->word[f->vec] ? isa_word_number(m->cand->word[f->vec]) : 0;
    if (f->count == COUNT_N) {
        const char *n = strchr(isa_words[m->cand->word[f->vec]], 'n');
        return n ? atoi(n + 1) / f->div : 0;
    }
    const IsaVec *v = &isa_vecs[m->cand->form->vec + f->vec];
    for (int i = 0; i < v->n; i++) {
        const IsaVecRow *r = &isa_vec_rows[v->first + i];
        if (r->word != m->cand->word[v->tok])
            continue;
        if (r->spec[0] >= '0' && r->spec[0] <= '9')
            return atoi(r->spec);
        *spec = r->spec;
        return (int)strlen(r->spec);
    }
    return -1;
}

/* Textures and surfaces take four coordinates in any geometry and ignore those that it lacks (manual 9.7.10.3, Notes). */
static bool takes_four(const IsaMatch *m, const IsaOpnd *f)
{
    for (int i = 0; i < m->cand->form->nopnd && f->in == IN_LIST; i++)
        if (isa_formal(m, i)->pos == f->pos && (isa_formal(m, i)->kind == OK_TEX || isa_formal(m, i)->kind == OK_SURF))
            return true;
    return false;
}

static Type element_type(Type t, const char *spec, int i)
{
    switch (spec ? spec[i] : 'x') {
    case 'u': return T_U32;
    case 's': return T_S32;
    case 'f': return T_F32;
    case 'b': return T_B32;
    default: return t;
    }
}

/* Whether the assembler takes {%r1} for a pair, for the scales or for the metadata of a matrix. */
static bool takes_braces(const IsaMatch *m, Type t, const Opnd *one)
{
    const int op = m->cand->form->mnemonic;
    return t == T_BF16X2 || t == T_F16X2 || ((op == INS_MMA || op == INS_WGMMA) && t == T_B32 && one->kind == O_REG);
}

/* A register of a vector's type. */
static bool fit_vector_register(IsaMatch *m, const IsaOpnd *f, Type t, int n, const Opnd *o)
{
    const int has = isa_reg_vec(m, o);
    Opnd e = *o;
    e.comp = 0;
    if (f->in == IN_LIST ? has < n : has != n)
        return isa_refuse(m, o->loc, "'%s' has %d elements; '%s' wants %d", reg_name(m->fn, o->reg), has, opnd_name(f), n);
    return isa_fit_scalar(m, f, t, &e);
}

/* The sizes of a tensor that stand for those of its map: registers of 8 or of 16 bits, and constants.  Halves go with .b16. */
static bool fit_sizes(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    bool halves = false, bare = false, others = false;
    for (uint32_t i = 0; i < o->nsub; i++) {
        const Opnd *e = &o->sub[i];
        const Type t = e->kind == O_REG ? isa_reg_type(m, e) : T_NONE;
        if (t == T_PRED || type_info[t].bits > 16)
            return isa_refuse(m, e->loc, "'%s' is .%s; operand '%s' has elements of 8 or 16 bits", reg_name(m->fn, e->reg), type_info[t].name,
                      opnd_name(f));
        halves |= t == T_F16;
        bare |= t == T_B16;
        others |= e->kind != O_REG || (t != T_F16 && t != T_B16);
    }
    return !halves || (bare && !others) || isa_refuse(m, o->loc, "operand '%s' has integers as elements", opnd_name(f));
}

/* The type that the assembler gives a vector of registers: bits where one of them is untyped, for then the others have any type
 * of that size; integers of a size go together; T_NONE: other types differ. */
static Type vector_type(const IsaMatch *m, const Opnd *o)
{
    Type all = T_NONE;
    for (uint32_t i = 0; i < o->nsub; i++) {
        const Opnd *e = &o->sub[i];
        const Type r = e->kind == O_REG ? isa_reg_type(m, e) : T_NONE;
        if (r == T_NONE || r == T_PRED || r == all)
            continue;
        if (type_info[r].kind == 'b')
            return r;
        if (all != T_NONE && !(isa_is_integer(all) && isa_is_integer(r)))
            return T_NONE;
        all = r;
    }
    return all;
}

/* Whether the assembler takes a predicate beside untyped registers: then it is 1 or 0. */
static bool takes_predicate(const IsaMatch *m, Type t)
{
    const int op = m->cand->form->mnemonic;
    const bool array = op == INS_TCGEN05 || op == INS_SPCOMPRESS || op == INS_SPDECOMPRESS ||
                       (op == INS_WMMA && strcmp(m->cand->form->name, "wmma.mma") != 0);
    return type_info[t].bits == 32 && !array;
}

/* An element of a vector of registers of type all. */
static bool fit_element(IsaMatch *m, const IsaOpnd *f, Type t, Type all, const Opnd *e)
{
    if (e->kind == O_SYM && e->sym->kind == SYM_FUNC)
        return isa_refuse(m, e->loc, "an element of a vector must be a register or a constant, not an address");
    const Type r = e->kind == O_REG ? isa_reg_type(m, e) : T_NONE;
    if (r == T_PRED && all == T_B32 && f->kind == OK_TYPED && !e->neg && takes_predicate(m, t))
        return true;
    if (f->kind != OK_TYPED || type_info[all].kind != 'b' || r == T_PRED || type_info[r].bits != type_info[all].bits)
        return isa_fit_scalar(m, f, t, e);
    return isa_reg_fits(t, all, m->cand->form->flags & FORM_RELAX) || isa_fit_scalar(m, f, t, e);
}

/* { }: the elements of n; what is more is ignored. */
static bool fit_elements(IsaMatch *m, int k, int n, const char *spec, const Opnd *o)
{
    const IsaOpnd *f = isa_formal(m, k);
    const Type all = f->in == IN_LIST ? T_B32 : vector_type(m, o);
    int bits = 0;
    if (f->kind == OK_ANY && !fit_sizes(m, f, o))
        return false;
    for (int i = 0; i < n; i++) {
        const Opnd *e = &o->sub[i];
        if (e->kind == O_REG && all == T_NONE && isa_reg_type(m, e) != T_PRED)
            return isa_refuse(m, e->loc, "the elements of operand '%s' have different types", opnd_name(f));
        if (!(e->kind == O_SINK && f->dest) && !fit_element(m, f, element_type((Type)m->cand->type[k], spec, i), f->in == IN_LIST ? T_NONE : all, e))
            return false;
        if (e->kind != O_REG || isa_reg_type(m, e) == T_PRED || (f->in == IN_LIST && f->kind != OK_ANY))
            continue;
        const int own = type_info[isa_reg_type(m, e)].bits;
        if (bits && own != bits)
            return isa_refuse(m, e->loc, "'%s' has %d bits; the elements before have %d", reg_name(m->fn, e->reg), own, bits);
        bits = own;
    }
    return true;
}

static bool fit_vector(IsaMatch *m, int k, int n, const char *spec, const Opnd *o)
{
    const IsaOpnd *f = isa_formal(m, k);
    const char *name = m->cand->form->name;
    if (n == 0)
        return isa_refuse(m, o->loc, "operand '%s' of '%s' is no vector", opnd_name(f), name);
    if (o->kind == O_REG && isa_reg_vec(m, o) > 1)
        return fit_vector_register(m, f, element_type((Type)m->cand->type[k], spec, 0), n, o);
    if (o->kind != O_VEC)
        return isa_refuse(m, o->loc, "operand '%s' of '%s' is a vector of %d elements, not %s", opnd_name(f), name, n, isa_describe(o));
    if ((int)o->nsub != n && !(o->nsub == 4 && n < 4 && takes_four(m, f)))
        return isa_refuse(m, o->loc, "operand '%s' of '%s' has %d elements, not %u", opnd_name(f), name, n, (unsigned)o->nsub);
    return fit_elements(m, k, n, spec, o);
}

/* Whether the operand stands for one value: n says how many the instruction wants, 0 for no vector. */
static bool is_one(const IsaMatch *m, const IsaOpnd *f, int n, const Opnd *o)
{
    return f->kind == OK_MOV || (n <= (f->kind != OK_ANY) && o->kind != O_VEC && !(n == 1 && o->kind == O_REG && isa_reg_vec(m, o) > 1));
}

static bool fit_one(IsaMatch *m, int k, const Opnd *o)
{
    const IsaOpnd *f = isa_formal(m, k);
    const Type t = (Type)m->cand->type[k];
    const char *spec;
    const int n = elements(m, f, &spec);
    IsaAvail miss;
    if (n < 0)
        return isa_refuse(m, o->loc, "operand '%s' cannot be given here", opnd_name(f));
    if (n == 0 && o->kind == O_VEC && o->nsub == 1 && takes_braces(m, t, &o->sub[0]))
        return fit_one(m, k, &o->sub[0]);
    if (is_one(m, f, n, o) ? !isa_fit_scalar(m, f, element_type(t, spec, 0), o) : !fit_vector(m, k, n, spec, o))
        return false;
    if (!isa_available(m->m, f->avail, &miss))
        return isa_refuse(m, o->loc, "operand '%s' needs .version %d.%d%s", opnd_name(f), miss.ptx / 10, miss.ptx % 10,
                  m->m->target < miss.sm ? " and a later .target" : "");
    m->arg[k] = *o;
    if (f->kind == OK_ADDR && isa_without_brackets(m, f, o)) {
        m->arg[k].kind = O_MEM;
        if (o->kind == O_REG)
            m->arg[k].sym = NULL;
    }
    m->now++;
    return true;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* The members k..end of [ , ], from sub i on. */
static bool fit_list(IsaMatch *m, int k, int end, const Opnd *sub, uint32_t nsub, uint32_t i)
{
    if (k == end)
        return i == nsub || isa_refuse(m, sub[i].loc, "'%s' has no place for this in [ ]", m->cand->form->name);
    int now = m->now;
    bool soft = m->soft;
    m->soft |= isa_formal(m, k)->group != 0;
    bool fits = i < nsub && fit_one(m, k, &sub[i]);
    m->soft = soft;
    if (fits && fit_list(m, k + 1, end, sub, nsub, i + 1))
        return true;
    m->now = now;
    m->arg[k] = (Opnd){0};
    if (isa_formal(m, k)->group)
        return fit_list(m, k + 1, end, sub, nsub, i);
    return false;
}

/* d|p, of which one may be left out. */
static bool fit_pair(IsaMatch *m, int k, const Opnd *o)
{
    const IsaOpnd *f = isa_formal(m, k), *second = isa_formal(m, k + 1);
    if (o->kind != O_PAIR) {
        m->arg[k + 1] = (Opnd){0};
        return (second->group && fit_one(m, k, o)) ||
               isa_refuse(m, o->loc, "'%s' wants two results here: %s|%s", m->cand->form->name, opnd_name(f), opnd_name(second));
    }
    const bool one = o->sub[1].kind == O_SINK && second->dest;
    if (!one && o->sub[0].kind == O_SINK && f->dest && !f->sink && f->kind == OK_TYPED && m->cand->type[k] == T_PRED)
        m->arg[k] = o->sub[0];
    else if (!fit_one(m, k, &o->sub[0]))
        return false;
    if (!one)
        return fit_one(m, k + 1, &o->sub[1]);
    m->arg[k + 1] = o->sub[1];
    return true;
}

/* The operands k..end, which share a place. */
static bool fit_place(IsaMatch *m, int k, int end, const Opnd *o)
{
    if (isa_formal(m, k)->in == IN_LIST) {
        if (o->kind == O_TEX)
            return fit_list(m, k, end, o->sub, o->nsub, 0);
        if (o->kind == O_MEM)
            return fit_list(m, k, end, o, 1, 0);
        return isa_refuse(m, o->loc, "expected an address in [ ]");
    }
    if (end - k > 1)
        return fit_pair(m, k, o);
    return (o->kind == O_PAIR && isa_refuse(m, o->loc, "'%s' has no second result here", m->cand->form->name)) || fit_one(m, k, o);
}

/* Formal operands from k on, written ones from w on; must: the { } group that was begun. */
static bool fit_from(IsaMatch *m, int k, int w, int must)
{
    const Form *f = m->cand->form;
    const Ins *ins = m->ins;
    if (k == f->nopnd)
        return w == ins->nop || isa_refuse(m, ins->op[w].loc, "'%s' has no operand %d here; it takes %s", f->name, w + 1,
                                  m->say ? isa_operands(f, m->m->arena) : "");
    int end = k + 1, group = isa_formal(m, k)->group;
    const bool optional = group && group != must;
    while (end < f->nopnd && isa_formal(m, end)->pos == isa_formal(m, k)->pos)
        end++;
    int now = m->now;
    m->soft = optional;
    bool fits = w < ins->nop && fit_place(m, k, end, &ins->op[w]);
    m->soft = false;
    if (fits && fit_from(m, end, w + 1, group))
        return true;
    m->now = now;
    if (optional) {
        for (; k < f->nopnd && isa_formal(m, k)->group == group; k++)
            m->arg[k] = (Opnd){0};
        return fit_from(m, k, w, 0);
    }
    if (w >= ins->nop)
        return isa_refuse(m, ins->loc, "'%s' lacks operand '%s'; it takes %s", f->name, opnd_name(isa_formal(m, k)),
                  m->say ? isa_operands(f, m->m->arena) : "");
    return false;
}

bool isa_fit(IsaMatch *m, const IsaCand *c)
{
    m->cand = c;
    m->now = 0;
    return fit_from(m, 0, 0, 0);
}
