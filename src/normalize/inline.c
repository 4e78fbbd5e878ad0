/* inline.c: puts the bodies of called functions into their callers.
 *
 * Functions with a barrier or a warp collective can't be called by one thread after another, so they go into the kernel
 * before it is cut into regions.  Requires matched instructions; what is added is matched here, too.  Breaks everything
 * cfg.c fills.
 *
 * A copy has its own registers, labels and local variables, under their PTX names.  Parameters in .param space become
 * the variables that the call names; those in registers are moved.  A .shared variable of the callee exists once,
 * however often the body is copied: the caller's list of variables gets the symbol itself.  Functions that call
 * themselves have one copy: inline_recursive.c. */
#include "normalize/inline.h"

bool inline_reaches(Module *m, const Fn *fn, bool (*want)(Module *m, const Fn *callee))
{
    if (!m->inlined) {
        Arena tmp = {0};
        bool *own = NEWN(&tmp, bool, m->fns.n + 1);
        for (int i = 0; i < m->fns.n; i++)
            own[i] = want(m, m->fns.at[i]);
        m->inlined = call_reaching(m->arena, m, own);
        arena_reset(&tmp);
    }
    return m->inlined[fn->number];
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static bool wanted(const Inliner *in, const Fn *callee)
{
    return callee != in->fn && in->m->inlined[callee->number];
}

static void map_sym(Copy *c, Sym *from, Sym *to)
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

Sym *inline_label(Inliner *in, const char *name, Loc loc)
{
    Sym *l = NEW(in->m->arena, Sym);
    *l = (Sym){.kind = SYM_LABEL, .name = intern(name), .loc = loc, .fn = in->fn, .index = -1};
    return l;
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

static Sym *copy_sym(Copy *c, Sym *s);

static Sym *copy_targets(Copy *c, const Sym *s)
{
    Sym *n = clone_sym(c->in, s);
    n->targets.at = NULL;
    n->targets.n = n->targets.cap = 0;
    for (int i = 0; s->kind == SYM_TARGETS && i < s->targets.n; i++)
        array_add(c->in->m->arena, &n->targets, copy_sym(c, s->targets.at[i]));
    return n;
}

static Sym *copy_sym(Copy *c, Sym *s)
{
    if (c->top || !s || s->fn != c->from)
        return s;
    if (c->frame && recurse_has(c->frame, s))
        return s;
    bool own = s->kind == SYM_LABEL || (s->kind == SYM_TARGETS && !s->call_targets) ||
               (s->kind == SYM_VAR && (s->space == SP_LOCAL || s->space == SP_PARAM));
    if (s->kind == SYM_VAR && s->space == SP_SHARED)
        keep_shared(c->in, s);
    if (!own)
        return s;
    Map *x;
    HASH_FIND_PTR(c->map, &s, x);
    if (x)
        return x->to;
    Sym *n = s->kind == SYM_LABEL ? inline_label(c->in, s->name, s->loc)
             : s->kind == SYM_TARGETS ? copy_targets(c, s) : new_var(c->in, s);
    map_sym(c, s, n);
    return n;
}

static Opnd copy_operand(Copy *c, const Opnd *o)
{
    Opnd n = *o;
    if (o->kind == O_REG || o->kind == O_MEM) /* absent ones are all zero */
        n.reg = inline_copy_reg(c, o->reg);
    n.sym = copy_sym(c, o->sym);
    if (o->nsub) {
        n.sub = NEWN(c->in->m->arena, Opnd, o->nsub);
        for (uint32_t i = 0; i < o->nsub; i++)
            n.sub[i] = copy_operand(c, &o->sub[i]);
    }
    return n;
}

Opnd *inline_copy_operands(Copy *c, const Opnd *o, int n)
{
    Opnd *list = NEWN(c->in->m->arena, Opnd, n ? n : 1);
    for (int i = 0; i < n; i++)
        list[i] = copy_operand(c, &o[i]);
    return list;
}

static void copy_ins(Copy *c, const Ins *ins)
{
    Ins n = *ins;
    if (c->frame && recurse_ins(c, ins))
        return;
    if (!c->top) {
        n.guard = inline_copy_reg(c, ins->guard);
        n.op = inline_copy_operands(c, ins->op, ins->nop);
        n.arg = ins->arg == ins->op ? n.op : inline_copy_operands(c, ins->arg, ins->narg);
        for (int i = 0; n.arg != n.op && i < n.narg; i++) /* lists stand in both, and passes change them there */
            for (int k = 0; k < n.nop; k++)
                if (n.arg[i].nsub && ins->arg[i].sub == ins->op[k].sub)
                    n.arg[i].sub = n.op[k].sub;
    }
    array_add(c->in->m->arena, &c->in->ins, n);
}

/* ---- new instructions -------------------------------------------------------------------------------------------- */

Opnd inline_opnd_reg(int reg, Loc loc)
{
    return (Opnd){.kind = O_REG, .comp = -1, .reg = reg, .loc = loc};
}

Opnd inline_opnd_sym(OpndKind kind, Sym *sym, Loc loc)
{
    return (Opnd){.kind = (uint8_t)kind, .comp = -1, .reg = -1, .sym = sym, .loc = loc};
}

Opnd inline_opnd_imm(uint64_t v, Loc loc)
{
    return (Opnd){.kind = O_IMM, .comp = -1, .reg = -1, .type = T_S64, .imm = v, .loc = loc};
}

Ins *inline_add(Copy *c, const char *words, const Opnd *op, int n)
{
    enum { MOST = 4 };
    Inliner *in = c->in;
    Arena *arena = in->m->arena;
    Module newest = *in->m; /* what the C needs, whatever the module's version has */
    newest.version = 91;
    newest.target = 121;
    const char **word = NEWN(arena, const char *, MOST);
    Ins x = {.loc = c->loc, .guard = -1, .word = word, .op = NEWN(arena, Opnd, n ? n : 1), .nop = (uint8_t)n};
    while (*words) {
        size_t len = strcspn(words, ".");
        word[x.nword++] = intern_n(words, len);
        words += len + (words[len] == '.');
    }
    if (n)
        memcpy(x.op, op, (size_t)n * sizeof *op);
    if (!isa_match(&newest, in->fn, &x))
        error_at(c->loc, "cannot pass this parameter");
    array_add(arena, &in->ins, x);
    return &in->ins.at[in->ins.n - 1];
}

void inline_branch(Copy *c, Sym *label, int guard, bool negate)
{
    Ins *n = inline_add(c, "bra", (Opnd[]){inline_opnd_sym(O_LABEL, label, c->loc)}, 1);
    n->guard = guard;
    n->guard_neg = negate;
}

static Opnd where_opnd(const Copy *c, Where x)
{
    Opnd o = x.sym ? inline_opnd_sym(O_MEM, x.sym, c->loc) : inline_opnd_reg(x.reg, c->loc);
    o.kind = O_MEM;
    o.imm = x.at;
    return o;
}

void inline_load(Copy *c, int reg, const char *type, Where from)
{
    char words[40];
    snprintf(words, sizeof words, "ld.%s.%s", from.space, type);
    inline_add(c, words, (Opnd[]){inline_opnd_reg(reg, c->loc), where_opnd(c, from)}, 2);
}

void inline_store(Copy *c, Where to, const char *type, Opnd value)
{
    char words[40];
    snprintf(words, sizeof words, "st.%s.%s", to.space, type);
    inline_add(c, words, (Opnd[]){where_opnd(c, to), value}, 2);
}

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

static void add_move(Copy *c, const Sym *param, Opnd to, Opnd from)
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
    error_at(ins->loc, "this way to call '%s', which has barriers or warp operations, is not translated yet",
             callee->sym->name);
    return false;
}

/* A variable that is both argument and result must be two in the body. */
static bool is_result(const Call *k, const Sym *var)
{
    for (int i = 0; i < k->nret; i++)
        if (k->ret[i].sym == var)
            return true;
    return false;
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
            inline_store(c, to, piece[i].type, inline_opnd_reg(reg, c->loc));
            from.at += piece[i].bytes;
            to.at += piece[i].bytes;
        }
    }
}

static Where param_var(Sym *s)
{
    return (Where){.space = "param", .sym = s, .align = s->align};
}

/* Gives a parameter its value at the head of the copy. */
static void bind_argument(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->params.at[i];
    Opnd value = k->arg[i];
    if (p->kind == SYM_REG) {
        if (p->index < 0) /* never used */
            return;
        add_move(c, p, inline_opnd_reg(inline_copy_reg(c, p->index), c->loc), value);
    } else if (!inline_is_param_var(&value)) {
        Sym *var = copy_sym(c, p);
        inline_store(c, param_var(var), inline_value_type(c->in, p, &value), value);
    } else if (is_result(k, value.sym)) {
        inline_copy_bytes(c, param_var(copy_sym(c, p)), param_var(value.sym), p->bytes);
    } else {
        map_sym(c, p, value.sym);
    }
}

static void bind_result(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->rets.at[i];
    if (p->kind != SYM_REG && inline_is_param_var(&k->ret[i]))
        map_sym(c, p, k->ret[i].sym);
}

/* Takes a result that is no .param variable of the caller, behind the copy. */
static void take_result(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->rets.at[i];
    Opnd to = k->ret[i];
    if (to.kind != O_REG || (p->kind == SYM_REG && p->index < 0))
        return;
    if (p->kind == SYM_REG)
        add_move(c, p, to, inline_opnd_reg(inline_copy_reg(c, p->index), c->loc));
    else
        inline_load(c, to.reg, inline_value_type(c->in, p, &to), param_var(copy_sym(c, p)));
}


static void expand_body(Copy *c, const Ins *ins, const Fn *callee)
{
    Inliner *in = c->in;
    Call k;
    if (!inline_read_call(c, ins, callee, &k))
        return;
    bool stack = uses_stack(callee);
    Opnd top = stack ? inline_opnd_reg(inline_reg(in, "stack", T_B64, ins->loc), ins->loc) : (Opnd){0};
    Sym *skip = inline_label(in, "$L__skip", ins->loc);
    Copy body = {.in = in, .from = callee, .reg = NEWN(&in->tmp, int, callee->regs.n + 1),
                 .end = inline_label(in, "$L__return", ins->loc), .loc = ins->loc};
    if (ins->guard >= 0)
        inline_branch(&body, skip, inline_copy_reg(c, ins->guard), !ins->guard_neg);
    for (int i = 0; i < k.nret; i++)
        bind_result(&body, &k, i);
    for (int i = 0; i < k.narg; i++)
        bind_argument(&body, &k, i);
    if (stack)
        inline_add(&body, "stacksave.u64", &top, 1);
    inline_copy_body(&body);
    inline_put_label(in, body.end);
    if (stack)
        inline_add(&body, "stackrestore.u64", &top, 1);
    for (int i = 0; i < k.nret; i++)
        take_result(&body, &k, i);
    inline_put_label(in, skip);
    HASH_CLEAR(hh, body.map);
}

static void expand(Copy *c, const Ins *ins, const Fn *callee)
{
    if (c->in->framed[callee->number])
        recurse_call(c, ins, callee);
    else
        expand_body(c, ins, callee);
}

/* A call through a register of what must be inlined: the address is compared with that of each such function, whose
 * body follows; any other function is called. */
static bool expand_indirect(Copy *c, const Ins *ins)
{
    Inliner *in = c->in;
    Sym *end = NULL;
    const CallGraph *g = call_graph(in->m);
    const int group = call_group(in->m, ins);
    for (int e = group < 0 ? 0 : g->at[group]; group >= 0 && e < g->at[group + 1]; e++) {
        const Fn *callee = in->m->fns.at[g->to[e]];
        if (!wanted(in, callee))
            continue;
        if (!end)
            end = inline_label(in, "$L__called", ins->loc);
        const Opnd *f = &ins->arg[isa_arg(ins, "f")];
        Opnd a = inline_opnd_reg(inline_reg(in, "callee", T_B64, ins->loc), ins->loc);
        Opnd p = inline_opnd_reg(inline_reg(in, "other", T_PRED, ins->loc), ins->loc);
        Sym *next = inline_label(in, "$L__other", ins->loc);
        Copy here = *c;
        here.loc = ins->loc;
        inline_add(&here, "mov.u64", (Opnd[]){a, inline_opnd_sym(O_SYM, callee->sym, ins->loc)}, 2);
        inline_add(&here, "setp.ne.b64", (Opnd[]){p, copy_operand(c, f), a}, 3);
        inline_branch(&here, next, p.reg, false);
        expand(c, ins, callee);
        inline_branch(&here, end, -1, false);
        inline_put_label(in, next);
    }
    if (!end)
        return false;
    copy_ins(c, ins);
    inline_put_label(in, end);
    return true;
}

static bool expand_call(Copy *c, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_CALL)
        return false;
    const Fn *callee = call_target(ins);
    if (!callee)
        return expand_indirect(c, ins);
    if (!wanted(c->in, callee))
        return false;
    expand(c, ins, callee);
    return true;
}

/* The instructions of c->from in order, each with the labels before it. */
void inline_copy_body(Copy *c)
{
    const Fn *from = c->from;
    int n = from->ins.n, label = 0;
    for (int i = 0; i <= n; i++) {
        for (; label < from->labels.n && from->labels.at[label]->index <= i; label++)
            inline_put_label(c->in, copy_sym(c, from->labels.at[label]));
        if (i == n)
            break;
        const Ins *ins = &from->ins.at[i];
        if (expand_call(c, ins))
            continue;
        if (c->top || isa_emit(ins) != EMIT_RET)
            copy_ins(c, ins);
        else if (i < n - 1 || ins->guard >= 0)
            inline_branch(c, c->end, inline_copy_reg(c, ins->guard), ins->guard_neg);
    }
}

/* Whether the instruction may call what is to be inlined. */
static bool calls_wanted(const Inliner *in, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_CALL)
        return false;
    const Fn *callee = call_target(ins);
    const int group = callee ? -1 : call_group(in->m, ins);
    return callee ? wanted(in, callee) : group >= 0 && in->m->inlined[group];
}

void inline_calls(Module *m, Fn *fn, bool (*want)(Module *m, const Fn *callee))
{
    Inliner in = {.m = m, .fn = fn};
    bool any = false;
    inline_reaches(m, fn, want);
    for (int i = 0; i < fn->ins.n && !any; i++)
        any = calls_wanted(&in, &fn->ins.at[i]);
    if (any && inline_plan(&in)) {
        Copy c = {.in = &in, .from = fn, .top = true};
        inline_copy_body(&c);
        if (in.frames.n)
            recurse_bodies(&in);
        fn->ins = in.ins;
        fn->labels = in.labels;
        fn->blk = NULL;
        fn->nblk = 0;
    }
    arena_reset(&in.tmp);
}
