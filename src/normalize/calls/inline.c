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
#include "normalize/calls/inline.h"

enum { SMALL_MOST = 256,       /* instructions of a function that is copied where it is called, with those that it calls */
       COPIES_MOST = 8000,     /* of all such copies in a kernel, */
       COPIES_MODULE = 20000 };/* in a module */

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

static bool wanted(const Inliner *in, const Fn *callee) { return callee != in->fn && in->m->inlined[callee->number]; }

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

/* A variable that is both argument and result must be two in the body. */
static bool is_result(const Call *k, const Sym *var)
{
    for (int i = 0; i < k->nret; i++)
        if (k->ret[i].sym == var)
            return true;
    return false;
}

static Where param_var(Sym *s) { return (Where){.space = "param", .sym = s, .align = s->align}; }

/* Gives a parameter its value at the head of the copy. */
static void bind_argument(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->params.at[i];
    Opnd value = k->arg[i];
    if (p->kind == SYM_REG) {
        if (p->index < 0) /* never used */
            return;
        inline_add_move(c, p, opnd_reg(inline_copy_reg(c, p->index)), value);
    } else if (!inline_is_param_var(&value)) {
        Sym *var = inline_copy_sym(c, p);
        inline_store(c, param_var(var), inline_value_type(c->in, p, &value), value);
    } else if (is_result(k, value.sym)) {
        inline_copy_bytes(c, param_var(inline_copy_sym(c, p)), param_var(value.sym), p->bytes);
    } else {
        inline_map_sym(c, p, value.sym);
    }
}

static void bind_result(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->rets.at[i];
    if (p->kind != SYM_REG && inline_is_param_var(&k->ret[i]))
        inline_map_sym(c, p, k->ret[i].sym);
}

/* Takes a result that is no .param variable of the caller, behind the copy. */
static void take_result(Copy *c, const Call *k, int i)
{
    Sym *p = k->callee->rets.at[i];
    Opnd to = k->ret[i];
    if (to.kind != O_REG || (p->kind == SYM_REG && p->index < 0))
        return;
    if (p->kind == SYM_REG)
        inline_add_move(c, p, to, opnd_reg(inline_copy_reg(c, p->index)));
    else
        inline_load(c, to.reg, inline_value_type(c->in, p, &to), param_var(inline_copy_sym(c, p)));
}

static void copy_body(Copy *c);

static void expand_body(Copy *c, const Ins *ins, const Fn *callee)
{
    Inliner *in = c->in;
    Call k;
    if (!inline_read_call(c, ins, callee, &k))
        return;
    bool stack = uses_stack(callee);
    Opnd top = stack ? opnd_reg(inline_reg(in, "stack", T_B64, ins->loc)) : (Opnd){0};
    Sym *skip = fn_new_label(in->m->arena, in->fn, "$L__skip", ins->loc);
    Copy body = {.in = in, .from = callee, .reg = NEWN(&in->tmp, int, callee->regs.n + 1),
                 .end = fn_new_label(in->m->arena, in->fn, "$L__return", ins->loc), .loc = ins->loc};
    if (ins->guard >= 0)
        inline_branch(&body, skip, inline_copy_reg(c, ins->guard), !ins->guard_neg);
    for (int i = 0; i < k.nret; i++)
        bind_result(&body, &k, i);
    for (int i = 0; i < k.narg; i++)
        bind_argument(&body, &k, i);
    if (stack)
        inline_add(&body, "stacksave.u64", &top, 1);
    copy_body(&body);
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
        if (!wanted(in, callee) || !callee->address_taken)
            continue;
        if (!end)
            end = fn_new_label(in->m->arena, in->fn, "$L__called", ins->loc);
        const Opnd *f = &ins->arg[isa_arg(ins, ARG_F)];
        Opnd a = opnd_reg(inline_reg(in, "callee", T_B64, ins->loc));
        Opnd p = opnd_reg(inline_reg(in, "other", T_PRED, ins->loc));
        Sym *next = fn_new_label(in->m->arena, in->fn, "$L__other", ins->loc);
        Copy here = *c;
        here.loc = ins->loc;
        inline_add(&here, "mov.u64", (Opnd[]){a, inline_opnd_sym(O_SYM, callee->sym, ins->loc)}, 2);
        inline_add(&here, "setp.ne.b64", (Opnd[]){p, inline_copy_operand(c, f), a}, 3);
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
static void copy_body(Copy *c)
{
    const Fn *from = c->from;
    int n = from->ins.n, label = 0;
    for (int i = 0; i <= n; i++) {
        for (; label < from->labels.n && from->labels.at[label]->index <= i; label++)
            inline_put_label(c->in, inline_copy_sym(c, from->labels.at[label]));
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

/* Behind the kernel's own code: each function that recurse_call found. */
static void copy_framed_bodies(Inliner *in)
{
    Copy top = {.in = in, .from = in->fn, .top = true, .loc = in->frames.at[0]->loc};
    inline_add(&top, "exit", NULL, 0);
    for (int i = 0; i < in->frames.n; i++) { /* a body may find more */
        Copy body;
        recurse_enter(in, in->frames.at[i], &body);
        copy_body(&body);
        recurse_leave(in, &body);
    }
    recurse_end(in);
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

static bool calls_any(const Inliner *in)
{
    for (int i = 0; i < in->fn->ins.n; i++)
        if (calls_wanted(in, &in->fn->ins.at[i]))
            return true;
    return false;
}

static void rewrite(Inliner *in)
{
    Fn *fn = in->fn;
    Copy c = {.in = in, .from = fn, .top = true};
    copy_body(&c);
    if (in->frames.n)
        copy_framed_bodies(in);
    fn->ins = in->ins;
    fn->labels = in->labels;
    fn->blk = NULL;
    fn->nblk = 0;
}

void inline_calls(Module *m, Fn *fn, bool (*want)(Module *m, const Fn *callee))
{
    Inliner in = {.m = m, .fn = fn};
    inline_reaches(m, fn, want);
    if (calls_any(&in) && inline_plan(&in))
        rewrite(&in);
    arena_reset(&in.tmp);
}

/* ---- small functions ------------------------------------------------------------------------------------------------- */

static bool passes_memory(const SymList *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->kind != SYM_VAR || !list->at[i]->bytes)
            return false;
    return true;
}

/* A call stays where the function is the library's for what hardly any lane needs: the others are better off with a branch. */
static bool may_be_copied(const Fn *fn)
{
    return !fn->is_entry && !fn->is_proto && fn->sym->linkage != LINK_WEAK && fn->ins.n && passes_memory(&fn->params) && passes_memory(&fn->rets) &&
           !strstr(fn->sym->name, "_slowpath");
}

/* Instructions that a call of each function becomes, by its number, when it and those that it calls are copied; 0: the call stays. */
static const int *copied_sizes(Module *m)
{
    if (m->copied_size)
        return m->copied_size;
    const CallGraph *g = call_graph(m);
    int *size = m->copied_size = NEWN(m->arena, int, m->fns.n + 1), *of = NEWN(m->arena, int, g->ncircles + 1);
    for (int i = 0; i < m->fns.n; i++)
        of[g->circle[i]] = i + 1;
    for (int c = 0; c < g->ncircles; c++) { /* callees first */
        const Fn *fn = of[c] ? m->fns.at[of[c] - 1] : NULL;
        if (!fn || !may_be_copied(fn) || g->recursive[fn->number])
            continue;
        int n = fn->ins.n;
        for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins) && n <= SMALL_MOST; ins++)
            n += call_target(ins) ? size[call_target(ins)->number] : 0;
        size[fn->number] = n <= SMALL_MOST ? n : 0;
    }
    return size;
}

void inline_small(Module *m, Fn *fn)
{
    Inliner in = {.m = m, .fn = fn};
    bool *const others = m->inlined;
    const int *size = copied_sizes(m);
    int more = 0;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins) && more <= COPIES_MOST; ins++)
        more += call_target(ins) ? size[call_target(ins)->number] : 0;
    if (more && more <= COPIES_MOST && m->small_copied + more <= COPIES_MODULE) {
        m->small_copied += more;
        m->inlined = NEWN(&in.tmp, bool, call_graph(m)->n + 1);
        for (int i = 0; i < m->fns.n; i++)
            m->inlined[i] = size[i] > 0;
        in.framed = NEWN(&in.tmp, bool, m->fns.n + 1);
        rewrite(&in);
    }
    m->inlined = others;
    arena_reset(&in.tmp);
}
