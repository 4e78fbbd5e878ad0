/* call_graph.c: which functions a call may run, and the graph of all calls.
 *
 * In: matched instructions.  A call by name runs that function; a call through a register one of its .calltargets, or
 * any function of the module whose address is used as a value and whose parameters are the prototype's. */
#include "ir/ir.h"

#define uthash_fatal(msg) ice("%s", msg)
#include <uthash.h>

const Fn *call_target(const Ins *ins)
{
    if (isa_emit(ins) != EMIT_CALL)
        return NULL;
    const Opnd *f = &ins->arg[isa_arg(ins, ARG_F)];
    const Sym *s = f->kind == O_REG ? NULL : sym_meant(f->sym);
    return s && s->kind == SYM_FUNC && s->fn && !s->fn->is_proto ? s->fn : NULL;
}

static bool is_indirect(const Ins *ins) { return isa_emit(ins) == EMIT_CALL && ins->arg[isa_arg(ins, ARG_F)].kind == O_REG; }

/* ---- addresses ----------------------------------------------------------------------------------------------------- */

static void take(Sym *s)
{
    s = sym_meant(s);
    if (s && s->kind == SYM_FUNC && s->fn)
        s->fn->address_taken = true;
}

static void take_operand(const Opnd *o)
{
    take(o->sym);
    for (uint32_t i = 0; i < o->nsub; i++)
        take_operand(&o->sub[i]);
}

static void take_init(const Sym *s)
{
    for (int i = 0; s->kind == SYM_VAR && i < s->init.n; i++)
        take(s->init.at[i].sym);
}

void call_find_addresses(Module *m)
{
    for (int i = 0; i < m->syms.n; i++)
        take_init(m->syms.at[i]);
    for (EACH(Fn, fn, m->fns)) {
        fn->noreturn |= syscall_is(fn->sym, CALL_ENDS);
        for (int j = 0; j < fn->vars.n; j++)
            take_init(fn->vars.at[j]);
        for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
            int f = isa_emit(ins) == EMIT_CALL ? isa_arg(ins, ARG_F) : -1;
            for (int k = 0; k < ins->narg; k++)
                if (k != f)
                    take_operand(&ins->arg[k]);
        }
    }
}

/* ---- the graph of calls ---------------------------------------------------------------------------------------------- */

/* What calls through registers may run, with its name: a table of functions, or the sizes of a prototype. */
typedef struct Group {
    const char *name;
    int node;
    UT_hash_handle hh;
} Group;

typedef struct Edge { int from, to; } Edge;

typedef struct Maker {
    Arena tmp;
    Module *m;
    Group *groups;
    Array(Edge) edges;
    Array(const Sym *) of; /* by group: a table or prototype of it */
} Maker;

static void add_bytes(Str *s, Sym *const *list, int n)
{
    for (int i = 0; i < n; i++)
        str_printf(s, " %llu", (unsigned long long)sym_passed_bytes(list[i]));
    str_addc(s, ';');
}

static int group_named(Maker *k, const char *name, const Sym *of)
{
    Group *g;
    HASH_FIND_STR(k->groups, name, g);
    if (!g && of) {
        g = NEW(&k->tmp, Group);
        g->name = arena_printf(&k->tmp, "%s", name);
        g->node = k->m->fns.n + k->of.n;
        HASH_ADD_KEYPTR(hh, k->groups, g->name, strlen(g->name), g);
        array_add(&k->tmp, &k->of, of);
    }
    return g ? g->node : -1;
}

/* A table is its own group, known by the place where it is declared. */
static int group_of_table(Maker *k, const Sym *table)
{
    return group_named(k, arena_printf(&k->tmp, "table %u", (unsigned)table->loc.at), table);
}

/* The group of functions with those parameters and results; -1: nothing calls it. */
static int group_of_sizes(Maker *k, Sym *const *rets, int nrets, Sym *const *params, int nparams, const Sym *of)
{
    Str s = {0};
    add_bytes(&s, rets, nrets);
    add_bytes(&s, params, nparams);
    const int node = group_named(k, s.s, of);
    str_free(&s);
    return node;
}

static void add_edge(Maker *k, int from, int to) { array_add(&k->tmp, &k->edges, ((Edge){from, to})); }

static void add_calls(Maker *k, int from)
{
    const Fn *fn = k->m->fns.at[from];
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        const Fn *callee = call_target(ins);
        if (callee)
            add_edge(k, from, callee->number);
        if (!is_indirect(ins))
            continue;
        Sym *s = ins->arg[isa_arg(ins, ARG_PROTO)].sym;
        if (!s || (s->kind != SYM_TARGETS && s->kind != SYM_PROTO))
            continue;
        s->index = s->kind == SYM_TARGETS ? group_of_table(k, s)
                                          : group_of_sizes(k, s->rets.at, s->rets.n, s->params.at, s->params.n, s);
        add_edge(k, from, s->index);
    }
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* A table's functions, each once, in the order of the module. */
static void add_table(Maker *k, int node, const Sym *table)
{
    Array(int) list = {0};
    for (int i = 0; i < table->targets.n; i++) {
        const Fn *fn = sym_meant(table->targets.at[i])->fn;
        if (fn && !fn->is_entry)
            array_add(&k->tmp, &list, fn->number);
    }
    if (list.n)
        qsort(list.at, (size_t)list.n, sizeof *list.at, by_number);
    for (int i = 0; i < list.n; i++)
        if (i == 0 || list.at[i] != list.at[i - 1])
            add_edge(k, node, list.at[i]);
}

/* The functions of each group. */
static void add_members(Maker *k)
{
    for (int i = 0; i < k->of.n; i++)
        if (k->of.at[i]->kind == SYM_TARGETS)
            add_table(k, k->m->fns.n + i, k->of.at[i]);
    for (int i = 0; i < k->m->fns.n; i++) {
        const Fn *fn = k->m->fns.at[i];
        if (fn->is_entry || !fn->address_taken)
            continue;
        const int node = group_of_sizes(k, fn->rets.at, fn->rets.n, fn->params.at, fn->params.n, NULL);
        if (node >= 0)
            add_edge(k, node, i);
    }
}

const CallGraph *call_graph(Module *m)
{
    if (m->calls)
        return m->calls;
    Maker k = {.m = m};
    CallGraph *g = m->calls = NEW(m->arena, CallGraph);
    for (int i = 0; i < m->fns.n; i++)
        m->fns.at[i]->number = i;
    for (int i = 0; i < m->fns.n; i++)
        add_calls(&k, i);
    add_members(&k);
    g->n = m->fns.n + k.of.n;
    g->at = NEWN(m->arena, int, g->n + 2);
    g->to = NEWN(m->arena, int, k.edges.n + 1);
    g->circle = NEWN(m->arena, int, g->n + 1);
    g->recursive = NEWN(m->arena, bool, g->n + 1);
    for (int i = 0; i < k.edges.n; i++)
        g->at[k.edges.at[i].from + 2]++;
    for (int v = 0; v < g->n; v++)
        g->at[v + 2] += g->at[v + 1];
    for (int i = 0; i < k.edges.n; i++)
        g->to[g->at[k.edges.at[i].from + 1]++] = k.edges.at[i].to;
    g->ncircles = graph_circles(&k.tmp, g->n, g->at, g->to, g->circle, g->recursive);
    HASH_CLEAR(hh, k.groups);
    arena_reset(&k.tmp);
    return g;
}

int call_group(Module *m, const Ins *ins)
{
    call_graph(m);
    const Sym *s = is_indirect(ins) ? ins->arg[isa_arg(ins, ARG_PROTO)].sym : NULL;
    return s && (s->kind == SYM_TARGETS || s->kind == SYM_PROTO) ? s->index : -1;
}

bool call_is_recursive(Module *m, const Fn *fn)
{
    const CallGraph *g = call_graph(m);
    return g->recursive[fn->number];
}

bool *call_reaching(Arena *a, Module *m, const bool *own)
{
    const CallGraph *g = call_graph(m);
    int *order = NEWN(a, int, g->n + 1), *at = NEWN(a, int, g->ncircles + 2);
    bool *circle = NEWN(a, bool, g->ncircles + 1), *reaches = NEWN(a, bool, g->n + 1);
    for (int v = 0; v < g->n; v++)
        at[g->circle[v] + 1]++;
    for (int c = 0; c < g->ncircles; c++)
        at[c + 1] += at[c];
    for (int v = 0; v < g->n; v++)
        order[at[g->circle[v]]++] = v;
    for (int i = 0; i < g->n; i++) { /* callees first */
        const int v = order[i];
        circle[g->circle[v]] |= v < m->fns.n && own[v];
        for (int e = g->at[v]; e < g->at[v + 1]; e++)
            circle[g->circle[v]] |= circle[g->circle[g->to[e]]];
    }
    for (int v = 0; v < g->n; v++)
        reaches[v] = circle[g->circle[v]];
    return reaches;
}

bool *call_reaching_some(Module *m, bool (*is)(const Ins *ins))
{
    bool *own = NEWN(m->arena, bool, m->fns.n + 1);
    for (int i = 0; i < m->fns.n; i++)
        own[i] = fn_some(m->fns.at[i], is);
    return call_reaching(m->arena, m, own);
}

/* ---- which functions may end their thread ----------------------------------------------------------------------------- */

const Sym *call_callee(const Ins *ins, int *at)
{
    for (int i = 0; i < ins->nop; i++)
        if (ins->op[i].kind == O_SYM || ins->op[i].kind == O_REG || ins->op[i].kind == O_LABEL) {
            *at = i;
            return sym_meant(ins->op[i].sym);
        }
    return NULL;
}

/* The function that an instruction calls by name, whether the module has its body or not. */
static const Sym *named_callee(const Ins *ins)
{
    int at;
    const Sym *s = isa_emit(ins) == EMIT_CALL ? call_callee(ins, &at) : NULL;
    return s && s->kind == SYM_FUNC ? s : NULL;
}

static bool proto_may_exit(const Sym *s) { return s->fn && s->fn->is_proto && !syscall_find(s); }

static bool takes_stack(const Ins *ins) { return isa_emit(ins) == EMIT_STACK; }

bool uses_stack(const Fn *fn) { return fn_some(fn, takes_stack); }

bool stack_is_narrow(Fn *fn)
{
    bool narrow = false;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins) && !fn->narrow_stack && !narrow; ins++) {
        const int d = isa_emit(ins) == EMIT_STACK ? isa_arg(ins, ARG_D) : -1;
        narrow = d >= 0 && isa_arg(ins, ARG_SIZE) >= 0 && type_info[ins->argtype[d]].bits == 32;
    }
    if (!fn->narrow_stack)
        fn->narrow_stack = narrow ? 2 : 1;
    return fn->narrow_stack == 2;
}

/* By itself, or by what another module has. */
static bool fn_ends_thread(Module *m, const Fn *fn)
{
    bool yes = call_is_recursive(m, fn) || uses_stack(fn) || proto_may_exit(fn->sym);
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins) && !yes; ins++) {
        const Emit e = isa_emit(ins);
        const Sym *s = named_callee(ins);
        yes = e == EMIT_EXIT || e == EMIT_TRAP || (s && (proto_may_exit(s) || syscall_is(s, CALL_ENDS)));
    }
    return yes;
}

/* By node of the graph of calls. */
static const bool *find_exiting(Module *m)
{
    if (m->exiting)
        return m->exiting;
    Arena tmp = {0};
    bool *own = NEWN(&tmp, bool, m->fns.n + 1);
    for (int i = 0; i < m->fns.n; i++)
        own[i] = !m->fns.at[i]->is_entry && fn_ends_thread(m, m->fns.at[i]);
    m->exiting = call_reaching(m->arena, m, own);
    for (int i = 0; i < m->fns.n; i++)
        m->any_exiting |= !m->fns.at[i]->is_entry && m->exiting[i];
    arena_reset(&tmp);
    return m->exiting;
}

bool call_may_exit(Module *m, const Ins *ins)
{
    const bool *exiting = find_exiting(m);
    const Sym *s = named_callee(ins);
    if (s)
        return proto_may_exit(s) || (s->fn && exiting[s->fn->number]);
    return m->any_exiting; /* the address may come from anywhere */
}
