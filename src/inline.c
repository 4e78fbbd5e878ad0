/* inline.c: puts the bodies of called functions into their callers.
 *
 * Functions with a barrier or a warp collective can't be called by one thread after another, so they go into the kernel
 * before it is cut into regions.  Requires matched instructions; what is added is matched here, too.  Breaks everything
 * cfg.c fills.
 *
 * A copy has its own registers, labels and local variables, under their PTX names.  Parameters in .param space become
 * the variables that the call names; those in registers are moved.  A .shared variable of the callee exists once,
 * however often the body is copied: the caller's list of variables gets the symbol itself. */
#include "compiler.h"

#define uthash_fatal(msg) ice("%s", msg)
#include <uthash.h>

typedef bool Want(const Fn *callee);

bool inline_reaches(const Module *m, const Fn *fn, bool (*want)(const Fn *callee))
{
    return want(fn) || call_reaches(m, fn, NULL, want);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

typedef struct Map {
    Sym *from, *to;
    UT_hash_handle hh;
} Map;

typedef struct Verdict {
    const Fn *fn;
    bool yes;
    UT_hash_handle hh;
} Verdict;

typedef struct Inliner {
    Module *m;
    Fn *fn;
    Want *want;
    Arena tmp;
    Array(Ins) ins;
    Array(Sym *) labels;
    Verdict *verdicts;
} Inliner;

/* One copy of a function's body; of the caller itself when top is set: then everything stays as it is. */
typedef struct Copy {
    Inliner *in;
    const Fn *from;
    bool top;
    int *reg;  /* new number of each register, plus 1 */
    Map *map;
    Sym *end;  /* where ret goes */
    Loc loc;   /* of the call */
} Copy;

static bool wanted(Inliner *in, const Fn *callee)
{
    Verdict *v;
    HASH_FIND_PTR(in->verdicts, &callee, v);
    if (!v) {
        v = NEW(&in->tmp, Verdict);
        v->fn = callee;
        v->yes = callee != in->fn && inline_reaches(in->m, callee, in->want);
        if (v->yes && call_is_recursive(in->m, callee)) {
            error_at(callee->sym->loc, "a recursive function with barriers or warp operations is not translated yet");
            v->yes = false;
        }
        HASH_ADD_PTR(in->verdicts, fn, v);
    }
    return v->yes;
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

static Sym *new_var(Inliner *in, const Sym *like)
{
    Sym *v = clone_sym(in, like);
    array_add(in->m->arena, &in->fn->vars, v);
    return v;
}

static Sym *new_label(Inliner *in, const char *name, Loc loc)
{
    Sym *l = NEW(in->m->arena, Sym);
    *l = (Sym){.kind = SYM_LABEL, .name = intern(name), .loc = loc, .fn = in->fn, .index = -1};
    return l;
}

static void put_label(Inliner *in, Sym *label)
{
    label->index = in->ins.n;
    array_add(in->m->arena, &in->labels, label);
}

static int copy_reg(Copy *c, int reg)
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
    for (int i = 0; i < s->targets.n; i++)
        array_add(c->in->m->arena, &n->targets, copy_sym(c, s->targets.at[i]));
    return n;
}

static Sym *copy_sym(Copy *c, Sym *s)
{
    if (c->top || !s || s->fn != c->from)
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
    Sym *n = s->kind == SYM_LABEL ? new_label(c->in, s->name, s->loc)
             : s->kind == SYM_TARGETS ? copy_targets(c, s) : new_var(c->in, s);
    map_sym(c, s, n);
    return n;
}

static Opnd copy_operand(Copy *c, const Opnd *o)
{
    Opnd n = *o;
    if (o->kind == O_REG || o->kind == O_MEM) /* absent ones are all zero */
        n.reg = copy_reg(c, o->reg);
    n.sym = copy_sym(c, o->sym);
    if (o->nsub) {
        n.sub = NEWN(c->in->m->arena, Opnd, o->nsub);
        for (uint32_t i = 0; i < o->nsub; i++)
            n.sub[i] = copy_operand(c, &o->sub[i]);
    }
    return n;
}

static Opnd *copy_operands(Copy *c, const Opnd *o, int n)
{
    Opnd *list = NEWN(c->in->m->arena, Opnd, n ? n : 1);
    for (int i = 0; i < n; i++)
        list[i] = copy_operand(c, &o[i]);
    return list;
}

static void copy_ins(Copy *c, const Ins *ins)
{
    Ins n = *ins;
    if (!c->top) {
        n.guard = copy_reg(c, ins->guard);
        n.op = copy_operands(c, ins->op, ins->nop);
        n.arg = copy_operands(c, ins->arg, ins->narg);
    }
    array_add(c->in->m->arena, &c->in->ins, n);
}

/* ---- new instructions -------------------------------------------------------------------------------------------- */

static Opnd opnd_reg(int reg, Loc loc)
{
    return (Opnd){.kind = O_REG, .comp = -1, .reg = reg, .loc = loc};
}

static Opnd opnd_sym(OpndKind kind, Sym *sym, Loc loc)
{
    return (Opnd){.kind = (uint8_t)kind, .comp = -1, .reg = -1, .sym = sym, .loc = loc};
}

/* Up to three words and two operands, matched like any other instruction. */
static Ins *add_ins(Copy *c, const char *const *words, Opnd a, Opnd b)
{
    Inliner *in = c->in;
    Arena *arena = in->m->arena;
    const char **word = NEWN(arena, const char *, 3);
    Ins n = {.loc = c->loc, .guard = -1, .word = word, .op = NEWN(arena, Opnd, 2)};
    for (; n.nword < 3 && words[n.nword]; n.nword++)
        word[n.nword] = intern(words[n.nword]);
    n.op[n.nop++] = a;
    if (b.kind != O_NONE)
        n.op[n.nop++] = b;
    if (!isa_match(in->m, in->fn, &n))
        error_at(c->loc, "cannot pass this parameter");
    array_add(arena, &in->ins, n);
    return &in->ins.at[in->ins.n - 1];
}

/* p = a != b, 64 bits */
static void add_compare(Copy *c, Opnd p, Opnd a, Opnd b)
{
    Arena *arena = c->in->m->arena;
    const char **word = NEWN(arena, const char *, 3);
    Ins n = {.loc = c->loc, .guard = -1, .word = word, .nword = 3, .op = NEWN(arena, Opnd, 3), .nop = 3};
    word[0] = intern("setp");
    word[1] = intern("ne");
    word[2] = intern("b64");
    n.op[0] = p;
    n.op[1] = a;
    n.op[2] = b;
    if (!isa_match(c->in->m, c->in->fn, &n))
        ice("no comparison of addresses");
    array_add(arena, &c->in->ins, n);
}

static void add_branch(Copy *c, Sym *label, int guard, bool negate)
{
    Ins *n = add_ins(c, (const char *const[]){"bra", NULL}, opnd_sym(O_LABEL, label, c->loc), (Opnd){0});
    n->guard = guard;
    n->guard_neg = negate;
}

/* The type to move a value of a parameter in: its own for constants and where sizes differ, else plain bits. */
static const char *value_type(const Inliner *in, const Sym *param, const Opnd *value)
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
    const char *type = value_type(c->in, param, from.kind == O_REG ? &from : &to);
    add_ins(c, (const char *const[]){"mov", type, NULL}, to, from);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* The parts of a call: (ret, …), callee, (arg, …). */
typedef struct Call {
    const Ins *ins;
    const Fn *callee;
    Opnd *ret, *arg;
    int nret, narg;
} Call;

static bool is_param_var(const Opnd *o)
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
        if (p->kind == SYM_REG ? !plain || is_param_var(&value[i]) : !plain && !is_param_var(&value[i]))
            return false;
    }
    return true;
}

static Call read_call(Copy *c, const Ins *ins, const Fn *callee)
{
    Call k = {.ins = ins, .callee = callee};
    bool before = true;
    for (int i = 0; i < ins->nop; i++) {
        const Opnd *o = &ins->op[i];
        if (o->kind != O_LIST) {
            before = false;
            continue;
        }
        Opnd *list = copy_operands(c, o->sub, (int)o->nsub);
        *(before ? &k.ret : &k.arg) = list;
        *(before ? &k.nret : &k.narg) = (int)o->nsub;
    }
    return k;
}

/* A variable that is both argument and result must be two in the body. */
static bool is_result(const Call *k, const Sym *var)
{
    for (int i = 0; i < k->nret; i++)
        if (k->ret[i].sym == var)
            return true;
    return false;
}

/* Copies a .param variable piece by piece. */
static void copy_var(Copy *c, Sym *to, Sym *from)
{
    static const struct {
        const char *type;
        Type reg;
        uint32_t bytes;
    } piece[] = {{"b64", T_B64, 8}, {"b32", T_B32, 4}, {"b16", T_B16, 2}, {"b8", T_B16, 1}};
    uint32_t align = from->align < to->align ? from->align : to->align;
    uint64_t at = 0;
    for (int i = 0; at < from->bytes; i++) {
        if (piece[i].bytes > align)
            continue;
        for (; at + piece[i].bytes <= from->bytes; at += piece[i].bytes) {
            int reg = new_reg(c->in, &(Sym){.kind = SYM_REG, .name = from->name, .loc = c->loc, .type = piece[i].reg,
                                            .vec = 1, .bytes = (uint64_t)type_bytes(piece[i].reg)});
            Opnd r = opnd_reg(reg, c->loc), x = opnd_sym(O_MEM, from, c->loc), y = opnd_sym(O_MEM, to, c->loc);
            x.imm = y.imm = at;
            add_ins(c, (const char *const[]){"ld", "param", piece[i].type}, r, x);
            add_ins(c, (const char *const[]){"st", "param", piece[i].type}, y, r);
        }
    }
}

/* Gives a parameter its value at the head of the copy. */
static void bind_argument(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->params.at[i];
    Opnd value = k->arg[i];
    if (p->kind == SYM_REG) {
        if (p->index < 0) /* never used */
            return;
        add_move(c, p, opnd_reg(copy_reg(c, p->index), c->loc), value);
    } else if (!is_param_var(&value)) {
        Sym *var = copy_sym(c, p);
        const char *type = value_type(c->in, p, &value);
        add_ins(c, (const char *const[]){"st", "param", type}, opnd_sym(O_MEM, var, c->loc), value);
    } else if (is_result(k, value.sym)) {
        copy_var(c, copy_sym(c, p), value.sym);
    } else {
        map_sym(c, p, value.sym);
    }
}

static void bind_result(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->rets.at[i];
    if (p->kind != SYM_REG && is_param_var(&k->ret[i]))
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
        add_move(c, p, to, opnd_reg(copy_reg(c, p->index), c->loc));
    else
        add_ins(c, (const char *const[]){"ld", "param", value_type(c->in, p, &to)}, to,
                opnd_sym(O_MEM, copy_sym(c, p), c->loc));
}

static void copy_body(Copy *c);

static bool uses_stack(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_emit(&fn->ins.at[i]) == EMIT_STACK)
            return true;
    return false;
}

static Opnd stack_top(const Copy *c, const Ins *ins)
{
    return opnd_reg(new_reg(c->in, &(Sym){.kind = SYM_REG, .name = "stack", .loc = ins->loc, .type = T_B64, .vec = 1,
                                          .bytes = 8}), ins->loc);
}

static bool expand_body(Copy *c, const Ins *ins, const Fn *callee)
{
    Inliner *in = c->in;
    Call k = read_call(c, ins, callee);
    if (!can_bind(callee->params.at, callee->params.n, k.arg, k.narg) ||
        !can_bind(callee->rets.at, callee->rets.n, k.ret, k.nret)) {
        error_at(ins->loc, "this way to call '%s', which has barriers or warp operations, is not translated yet",
                 callee->sym->name);
        return false;
    }
    bool stack = uses_stack(callee);
    Opnd top = stack ? stack_top(c, ins) : (Opnd){0};
    Sym *skip = new_label(in, "$L__skip", ins->loc);
    Copy body = {.in = in, .from = callee, .reg = NEWN(&in->tmp, int, callee->regs.n + 1),
                 .end = new_label(in, "$L__return", ins->loc), .loc = ins->loc};
    if (ins->guard >= 0)
        add_branch(&body, skip, copy_reg(c, ins->guard), !ins->guard_neg);
    for (int i = 0; i < k.nret; i++)
        bind_result(&body, &k, i);
    for (int i = 0; i < k.narg; i++)
        bind_argument(&body, &k, i);
    if (stack)
        add_ins(&body, (const char *const[]){"stacksave", "u64", NULL}, top, (Opnd){0});
    copy_body(&body);
    put_label(in, body.end);
    if (stack)
        add_ins(&body, (const char *const[]){"stackrestore", "u64", NULL}, top, (Opnd){0});
    for (int i = 0; i < k.nret; i++)
        take_result(&body, &k, i);
    put_label(in, skip);
    HASH_CLEAR(hh, body.map);
    return true;
}

/* A call through a register of what must be inlined: the address is compared with that of each such function, whose
 * body follows; any other function is called. */
static bool expand_indirect(Copy *c, const Ins *ins)
{
    Inliner *in = c->in;
    Sym *end = NULL;
    for (int i = 0; i < in->m->fns.n; i++) {
        const Fn *callee = in->m->fns.at[i];
        if (!call_may_run(ins, callee) || !wanted(in, callee))
            continue;
        if (!end)
            end = new_label(in, "$L__called", ins->loc);
        const Sym address = {.kind = SYM_REG, .name = "callee", .loc = ins->loc, .type = T_B64, .vec = 1, .bytes = 8};
        const Sym other = {.kind = SYM_REG, .name = "other", .loc = ins->loc, .type = T_PRED, .vec = 1, .bytes = 1};
        const Opnd *f = &ins->arg[isa_arg(ins, "f")];
        Opnd a = opnd_reg(new_reg(in, &address), ins->loc), p = opnd_reg(new_reg(in, &other), ins->loc);
        Sym *next = new_label(in, "$L__other", ins->loc);
        Copy here = *c;
        here.loc = ins->loc;
        add_ins(&here, (const char *const[]){"mov", "u64", NULL}, a, opnd_sym(O_SYM, callee->sym, ins->loc));
        add_compare(&here, p, copy_operand(c, f), a);
        add_branch(&here, next, p.reg, false);
        if (!expand_body(c, ins, callee))
            return true;
        add_branch(&here, end, -1, false);
        put_label(in, next);
    }
    if (!end)
        return false;
    copy_ins(c, ins);
    put_label(in, end);
    return true;
}

static bool expand_call(Copy *c, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_CALL)
        return false;
    const Fn *callee = call_target(ins);
    if (!callee)
        return expand_indirect(c, ins);
    return wanted(c->in, callee) && expand_body(c, ins, callee);
}

/* The instructions of c->from in order, each with the labels before it. */
static void copy_body(Copy *c)
{
    const Fn *from = c->from;
    int n = from->ins.n, label = 0;
    for (int i = 0; i <= n; i++) {
        for (; label < from->labels.n && from->labels.at[label]->index <= i; label++)
            put_label(c->in, copy_sym(c, from->labels.at[label]));
        if (i == n)
            break;
        const Ins *ins = &from->ins.at[i];
        if (expand_call(c, ins))
            continue;
        if (c->top || isa_emit(ins) != EMIT_RET)
            copy_ins(c, ins);
        else if (i < n - 1 || ins->guard >= 0)
            add_branch(c, c->end, copy_reg(c, ins->guard), ins->guard_neg);
    }
}

void inline_calls(Module *m, Fn *fn, bool (*want)(const Fn *callee))
{
    Inliner in = {.m = m, .fn = fn, .want = want};
    bool any = false;
    for (int i = 0; i < fn->ins.n && !any; i++) {
        const Fn *callee = call_target(&fn->ins.at[i]);
        any = callee && wanted(&in, callee);
        for (int j = 0; j < m->fns.n && !any; j++)
            any = call_may_run(&fn->ins.at[i], m->fns.at[j]) && wanted(&in, m->fns.at[j]);
    }
    if (any) {
        Copy c = {.in = &in, .from = fn, .top = true};
        copy_body(&c);
        fn->ins.at = in.ins.at;
        fn->ins.n = in.ins.n;
        fn->ins.cap = in.ins.cap;
        fn->labels.at = in.labels.at;
        fn->labels.n = in.labels.n;
        fn->labels.cap = in.labels.cap;
        fn->blk = NULL;
        fn->nblk = 0;
    }
    HASH_CLEAR(hh, in.verdicts);
    arena_reset(&in.tmp);
}
