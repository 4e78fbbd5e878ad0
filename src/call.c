/* call.c: which functions a call may run.
 *
 * In: matched instructions.  A call by name runs that function; a call through a register one of its .calltargets, or
 * any function of the module whose address is used as a value and whose parameters are the prototype's. */
#include "compiler.h"

#define uthash_fatal(msg) ice("%s", msg)
#include <uthash.h>

static Sym *plain_sym(Sym *s)
{
    while (s && s->alias_of)
        s = s->alias_of;
    return s;
}

const Fn *call_target(const Ins *ins)
{
    if (isa_emit(ins) != EMIT_CALL)
        return NULL;
    const Opnd *f = &ins->arg[isa_arg(ins, "f")];
    const Sym *s = f->kind == O_REG ? NULL : plain_sym(f->sym);
    return s && s->kind == SYM_FUNC && s->fn && !s->fn->is_proto ? s->fn : NULL;
}

static bool is_indirect(const Ins *ins)
{
    return isa_emit(ins) == EMIT_CALL && ins->arg[isa_arg(ins, "f")].kind == O_REG;
}

/* ---- addresses ----------------------------------------------------------------------------------------------------- */

static void take(Sym *s)
{
    s = plain_sym(s);
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
    for (int i = 0; i < m->fns.n; i++) {
        Fn *fn = m->fns.at[i];
        fn->noreturn |= syscall_ends(fn->sym);
        for (int j = 0; j < fn->vars.n; j++)
            take_init(fn->vars.at[j]);
        for (int j = 0; j < fn->ins.n; j++) {
            const Ins *ins = &fn->ins.at[j];
            int f = isa_emit(ins) == EMIT_CALL ? isa_arg(ins, "f") : -1;
            for (int k = 0; k < ins->narg; k++)
                if (k != f)
                    take_operand(&ins->arg[k]);
        }
    }
}

/* ---- calls through registers ---------------------------------------------------------------------------------------- */

static uint64_t passed_bytes(const Sym *s)
{
    return s->kind == SYM_REG ? (uint64_t)type_bytes(s->type) * s->vec : s->open_array ? 0 : s->bytes;
}

static bool same_bytes(Sym *const *a, int na, Sym *const *b, int nb)
{
    bool same = na == nb;
    for (int i = 0; i < na && same; i++)
        same = passed_bytes(a[i]) == passed_bytes(b[i]);
    return same;
}

bool call_may_run(const Ins *ins, const Fn *fn)
{
    if (!is_indirect(ins) || fn->is_entry || fn->is_proto)
        return false;
    const Sym *s = ins->arg[isa_arg(ins, "proto")].sym;
    if (s && s->kind == SYM_TARGETS) {
        for (int i = 0; i < s->targets.n; i++)
            if (plain_sym(s->targets.at[i])->fn == fn)
                return true;
        return false;
    }
    return fn->address_taken && s && same_bytes(s->rets.at, s->rets.n, fn->rets.at, fn->rets.n) &&
           same_bytes(s->params.at, s->params.n, fn->params.at, fn->params.n);
}

/* ---- what functions reach by calls --------------------------------------------------------------------------------- */

typedef struct Seen {
    const Fn *fn;
    UT_hash_handle hh;
} Seen;

typedef struct Walk {
    Arena tmp;
    Seen *seen;
    Array(const Fn *) list;
} Walk;

static void walk_add(Walk *w, const Fn *fn)
{
    Seen *s;
    HASH_FIND_PTR(w->seen, &fn, s);
    if (s)
        return;
    s = NEW(&w->tmp, Seen);
    s->fn = fn;
    HASH_ADD_PTR(w->seen, fn, s);
    array_add(&w->tmp, &w->list, fn);
}

static void walk_call(Walk *w, const Module *m, const Ins *ins)
{
    const Fn *callee = call_target(ins);
    if (callee)
        walk_add(w, callee);
    for (int i = 0; is_indirect(ins) && i < m->fns.n; i++)
        if (call_may_run(ins, m->fns.at[i]))
            walk_add(w, m->fns.at[i]);
}

bool call_reaches(const Module *m, const Fn *fn, const Fn *target, bool (*want)(const Fn *callee))
{
    Walk w = {0};
    bool found = false;
    for (int i = 0; i < fn->ins.n; i++)
        walk_call(&w, m, &fn->ins.at[i]);
    for (int i = 0; i < w.list.n && !found; i++) {
        const Fn *f = w.list.at[i];
        found = f == target || (want && want(f));
        for (int k = 0; k < f->ins.n && !found; k++)
            walk_call(&w, m, &f->ins.at[k]);
    }
    HASH_CLEAR(hh, w.seen);
    arena_reset(&w.tmp);
    return found;
}

bool call_is_recursive(const Module *m, const Fn *fn)
{
    return call_reaches(m, fn, fn, NULL);
}
