/* inline_copy.c: what bodies of functions are copied with: new registers, labels, variables and instructions. */
#include "normalize/calls/inline.h"

void inline_map_sym(Copy *c, Sym *from, Sym *to)
{
    Map *x = NEW(&c->in->tmp, Map);
    x->from = from;
    x->to = to;
    HASH_ADD_PTR(c->map, from, x);
}

static Sym *clone_sym(Inliner *in, const Sym *s)
{
    Sym *n = NEW(in->m->arena, Sym);
    *n = *s;
    n->fn = in->fn;
    n->user = NULL;
    return n;
}

static int new_reg(Inliner *in, const Sym *like)
{
    Sym *r = clone_sym(in, like);
    r->kind = SYM_REG;
    r->space = SP_REG;
    r->index = in->fn->regs.n;
    array_add(in->m->arena, &in->fn->regs, r);
    return r->index;
}

int inline_reg(Inliner *in, const char *name, Type t, Loc loc)
{
    return new_reg(in, &(Sym){.kind = SYM_REG, .name = name, .loc = loc, .type = t, .vec = 1,
                              .bytes = (uint64_t)type_bytes(t)});
}

static Sym *new_var(Inliner *in, const Sym *like)
{
    Sym *v = clone_sym(in, like);
    array_add(in->m->arena, &in->fn->vars, v);
    return v;
}

void inline_put_label(Inliner *in, Sym *label)
{
    label->index = in->ins.n;
    array_add(in->m->arena, &in->labels, label);
}

int inline_copy_reg(Copy *c, int reg)
{
    if (c->top || reg < 0)
        return reg;
    if (!c->reg[reg])
        c->reg[reg] = new_reg(c->in, c->from->regs.at[reg]) + 1;
    return c->reg[reg] - 1;
}

static void keep_shared(Inliner *in, Sym *s)
{
    for (int i = 0; i < in->fn->vars.n; i++)
        if (in->fn->vars.at[i] == s)
            return;
    array_add(in->m->arena, &in->fn->vars, s);
}

static Sym *copy_targets(Copy *c, const Sym *s)
{
    Sym *n = clone_sym(c->in, s);
    n->targets.at = NULL;
    n->targets.n = n->targets.cap = 0;
    for (int i = 0; s->kind == SYM_TARGETS && i < s->targets.n; i++)
        array_add(c->in->m->arena, &n->targets, inline_copy_sym(c, s->targets.at[i]));
    return n;
}

/* Each copy of the function has a label, variable or table of labels like this of its own. */
static bool has_own(const Sym *s)
{
    switch (s->kind) {
    case SYM_LABEL: return true;
    case SYM_TARGETS: return !s->call_targets;
    case SYM_VAR: return s->space == SP_LOCAL || s->space == SP_PARAM;
    default: return false;
    }
}

Sym *inline_copy_sym(Copy *c, Sym *s)
{
    if (c->top || !s || s->fn != c->from)
        return s;
    if (c->frame && recurse_has(c->frame, s))
        return s;
    if (s->kind == SYM_VAR && s->space == SP_SHARED)
        keep_shared(c->in, s);
    if (!has_own(s))
        return s;
    Map *x;
    HASH_FIND_PTR(c->map, &s, x);
    if (x)
        return x->to;
    Sym *n = s->kind == SYM_LABEL ? fn_new_label(c->in->m->arena, c->in->fn, s->name, s->loc)
             : s->kind == SYM_TARGETS ? copy_targets(c, s) : new_var(c->in, s);
    inline_map_sym(c, s, n);
    return n;
}

Opnd inline_copy_operand(Copy *c, const Opnd *o)
{
    Opnd n = *o;
    if (o->kind == O_REG || o->kind == O_MEM) /* absent ones are all zero */
        n.reg = inline_copy_reg(c, o->reg);
    n.sym = inline_copy_sym(c, o->sym);
    if (o->nsub) {
        n.sub = NEWN(c->in->m->arena, Opnd, o->nsub);
        for (uint32_t i = 0; i < o->nsub; i++)
            n.sub[i] = inline_copy_operand(c, &o->sub[i]);
    }
    return n;
}

Opnd *inline_copy_operands(Copy *c, const Opnd *o, int n)
{
    Opnd *list = NEWN(c->in->m->arena, Opnd, n ? n : 1);
    for (int i = 0; i < n; i++)
        list[i] = inline_copy_operand(c, &o[i]);
    return list;
}

Opnd inline_opnd_sym(OpndKind kind, Sym *sym, Loc loc)
{
    return (Opnd){.kind = (uint8_t)kind, .comp = -1, .reg = -1, .sym = sym, .loc = loc};
}

Ins *inline_add(Copy *c, const char *words, const Opnd *op, int n)
{
    Inliner *in = c->in;
    Arena *arena = in->m->arena;
    Module newest = *in->m; /* what the C needs, whatever the module's version has */
    newest.version = 91;
    newest.target = 121;
    const Ins like = {.loc = c->loc};
    Ins x;
    if (!ins_try(&newest, in->fn, arena, &like, words, op, n, &x))
        error_at(c->loc, "cannot pass this parameter");
    array_add(arena, &in->ins, x);
    return &in->ins.at[in->ins.n - 1];
}

void inline_branch(Copy *c, Sym *label, int guard, bool negate)
{
    ins_under(inline_add(c, "bra", (Opnd[]){opnd_label(label)}, 1), guard, negate);
}

static Opnd where_opnd(const Copy *c, Where x)
{
    Opnd o = x.sym ? inline_opnd_sym(O_MEM, x.sym, c->loc) : opnd_reg(x.reg);
    o.kind = O_MEM;
    o.imm = x.at;
    return o;
}

void inline_access(Copy *c, bool load, Where at, const char *type, Opnd v)
{
    char words[40];
    const Opnd memory = where_opnd(c, at);
    snprintf(words, sizeof words, "%s.%s.%s", load ? "ld" : "st", at.space, type);
    inline_add(c, words, (Opnd[]){load ? v : memory, load ? memory : v}, 2);
}

void inline_load(Copy *c, int reg, const char *type, Where from) { inline_access(c, true, from, type, opnd_reg(reg)); }

void inline_store(Copy *c, Where to, const char *type, Opnd value) { inline_access(c, false, to, type, value); }

const char *inline_value_type(const Inliner *in, const Sym *param, const Opnd *value)
{
    static const char *const bits[] = {"b8", "b16", "b32", "b64", "b128"};
    Type t = param->type;
    if (t == T_PRED || value->kind != O_REG || type_info[in->fn->regs.at[value->reg]->type].bits != type_info[t].bits)
        return type_info[t].name;
    int i = 0;
    while (i < 4 && 8 << i < type_info[t].bits)
        i++;
    return bits[i];
}

void inline_add_move(Copy *c, const Sym *param, Opnd to, Opnd from)
{
    const char *type = inline_value_type(c->in, param, from.kind == O_REG ? &from : &to);
    char words[20];
    snprintf(words, sizeof words, "mov.%s", type);
    inline_add(c, words, (Opnd[]){to, from}, 2);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

bool inline_is_param_var(const Opnd *o)
{
    return o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM && o->imm == 0;
}

/* What a body copy can bind: as many values as parameters, and no array that is passed as a value. */
static bool can_bind(Sym *const *param, int nparam, const Opnd *value, int n)
{
    if (nparam != n)
        return false;
    for (int i = 0; i < n; i++) {
        const Sym *p = param[i];
        bool plain = !p->is_array && p->vec <= 1;
        if (p->kind == SYM_REG ? !plain || inline_is_param_var(&value[i]) : !plain && !inline_is_param_var(&value[i]))
            return false;
    }
    return true;
}

bool inline_read_call(Copy *c, const Ins *ins, const Fn *callee, Call *k)
{
    *k = (Call){.ins = ins, .callee = callee};
    bool before = true;
    for (int i = 0; i < ins->nop; i++) {
        const Opnd *o = &ins->op[i];
        if (o->kind != O_LIST) {
            before = false;
            continue;
        }
        Opnd *list = inline_copy_operands(c, o->sub, (int)o->nsub);
        *(before ? &k->ret : &k->arg) = list;
        *(before ? &k->nret : &k->narg) = (int)o->nsub;
    }
    if (can_bind(callee->params.at, callee->params.n, k->arg, k->narg) &&
        can_bind(callee->rets.at, callee->rets.n, k->ret, k->nret))
        return true;
    return error_at(ins->loc, "this way to call '%s', which has barriers or warp operations, is not translated yet",
                    callee->sym->name);
}

/* Copies memory piece by piece. */
void inline_copy_bytes(Copy *c, Where to, Where from, uint64_t bytes)
{
    static const struct {
        const char *type;
        Type reg;
        uint32_t bytes;
    } piece[] = {{"b64", T_B64, 8}, {"b32", T_B32, 4}, {"b16", T_B16, 2}, {"b8", T_B16, 1}};
    uint32_t align = from.align < to.align ? from.align : to.align;
    uint64_t at = 0;
    for (int i = 0; at < bytes; i++) {
        if (piece[i].bytes > align)
            continue;
        for (; at + piece[i].bytes <= bytes; at += piece[i].bytes) {
            int reg = inline_reg(c->in, from.sym ? from.sym->name : "part", piece[i].reg, c->loc);
            inline_load(c, reg, piece[i].type, from);
            inline_store(c, to, piece[i].type, opnd_reg(reg));
            from.at += piece[i].bytes;
            to.at += piece[i].bytes;
        }
    }
}

const FramePart *recurse_find_part(const Frame *f, const Sym *s)
{
    FramePart *p = NULL;
    if (f && s)
        HASH_FIND_PTR(f->parts, &s, p);
    return p;
}

bool recurse_has(const Frame *f, const Sym *var) { return var && var->kind == SYM_VAR && recurse_find_part(f, var) != NULL; }
