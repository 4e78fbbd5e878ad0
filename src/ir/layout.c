/* layout.c: where variables lie in their windows: shared and local memory, kernels' parameters. */
#include "ir/ir.h"

/* RESERVED: bytes in front of the variables in .shared that %reserved_smem_offset_* tell of, as on targets from sm_80 on.
 * RED_ZONE: between a checked kernel's own ones and what a launch adds, which begins at a multiple of 1024 all the same if it would. */
enum { RESERVED = 1024, RED_ZONE = 1024 };

static Arena place_arena;

static Place *place_from(Arena *a, Sym *sym)
{
    if (!sym->user) {
        Place *p = sym->user = NEW(a, Place);
        p->array = sym->is_array || sym->vec > 1;
    }
    return sym->user;
}

Place *place_of(Sym *sym) { return place_from(&place_arena, sym); }

static uint64_t align_up(uint64_t n, uint64_t a) { return a ? (n + a - 1) / a * a : n; }

static void lay_at(Sym *s, uint64_t *at, uint64_t align)
{
    *at = align_up(*at, align);
    place_of(s)->offset = *at;
    *at += s->bytes;
}

static void lay(Sym *s, uint64_t *at) { lay_at(s, at, s->align ? s->align : 1); }

uint32_t place_align(const Sym *s) { return s->bytes >= 8 && s->align >= 4 && s->align < 8 ? 8 : s->align ? s->align : 1; }

static void lay_in_window(Sym *s, uint64_t *at) { lay_at(s, at, place_align(s)); }

static bool dynamic_shared(const Sym *s)
{
    return s->kind == SYM_VAR && s->space == SP_SHARED && (s->linkage == LINK_EXTERN || s->open_array) && !s->bytes;
}

static void lay_shared(Layout *l, Sym *s, uint64_t *at)
{
    if (s->kind != SYM_VAR || s->space != SP_SHARED)
        return;
    if (dynamic_shared(s))
        l->has_dynamic = true;
    else
        lay_in_window(s, at);
}

static uint64_t reserved_bytes(const Module *m)
{
    for (int f = 0; f < m->fns.n; f++)
        for (int i = 0; i < m->fns.at[f]->ins.n; i++)
            for (int k = 0; k < m->fns.at[f]->ins.at[i].nop; k++) {
                const Opnd *o = &m->fns.at[f]->ins.at[i].op[k];
                if (o->kind == O_SREG && strncmp(o->sym->name, "%reserved_smem_", 15) == 0)
                    return RESERVED;
            }
    return 0;
}

/* Makes a generic address that may be that of another CTA's shared memory: mapa, cvta.shared::cluster. */
static bool makes_remote(const Ins *ins)
{
    return ins->mnemonic == INS_MAPA ? !isa_has_word(ins, MOD_SHARED__CLUSTER)
                                     : isa_emit(ins) == EMIT_CVTA && isa_uses_cluster(ins) && !isa_has_word(ins, MOD_TO);
}

/* The end of what the kernel has of its own. */
static uint64_t lay_own_shared(Layout *l, const Fn *fn)
{
    uint64_t at = l->shared;
    for (int i = 0; i < fn->vars.n; i++)
        if (fn->vars.at[i]->fn == fn) /* not those of inlined functions: they are everybody's */
            lay_shared(l, fn->vars.at[i], &at);
    return at;
}

/* Whether an operand reads all of a scalar parameter at once, or part of an array. */
static bool reads_whole(const Ins *ins, const Opnd *o)
{
    const Sym *s = o->sym;
    if (s->is_array || s->vec > 1 || s->bytes > 8)
        return o->kind != O_MEM || (uint64_t)o->imm < s->bytes;
    const int d = isa_arg(ins, ARG_D);
    return o->kind == O_MEM && !o->imm && d >= 0 && ins->arg[d].kind != O_VEC &&
           type_bytes(ins->argtype[d]) == type_bytes(s->type);
}

/* A kernel some of whose scalar parameters are not read as their fields reads none so: addresses lead from one to the next. */
static void find_params_in_memory(const Fn *fn)
{
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++) {
            const Opnd *o = &fn->ins.at[i].op[k];
            any |= o->sym && o->sym->kind == SYM_VAR && place_of(o->sym)->kernel_param && !reads_whole(&fn->ins.at[i], o);
        }
    for (int j = 0; j < fn->params.n; j++)
        place_of(fn->params.at[j])->in_memory = any;
}

static bool is_module_local(const Sym *s) { return s->kind == SYM_VAR && s->space == SP_LOCAL && !s->fn; }

static bool names(const Opnd *o, bool (*is)(const Sym *))
{
    bool any = o->sym && is(o->sym);
    for (uint32_t i = 0; i < o->nsub; i++)
        any |= names(&o->sub[i], is);
    return any;
}

static bool fn_names(const Fn *fn, bool (*is)(const Sym *))
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++)
            if (names(&fn->ins.at[i].op[k], is))
                return true;
    return false;
}

/* Where what the launch adds may begin: at a multiple of 16, and of what the variables want that name it; fn: those of a function, too. */
static uint64_t dynamic_align(const Module *m, const Fn *fn)
{
    uint64_t most = 16;
    for (int i = 0; i < m->syms.n; i++)
        if (dynamic_shared(m->syms.at[i]) && m->syms.at[i]->align > most)
            most = m->syms.at[i]->align;
    for (int i = 0; fn && i < fn->vars.n; i++)
        if (dynamic_shared(fn->vars.at[i]) && fn->vars.at[i]->align > most)
            most = fn->vars.at[i]->align;
    return most;
}

uint64_t data_shared_bytes(const Module *m, const Fn *fn)
{
    Layout l = m->layout;
    const uint64_t own = lay_own_shared(&l, fn), align = fn_names(fn, dynamic_shared) ? dynamic_align(m, fn) : 16;
    const uint64_t apart = align > RED_ZONE ? align : RED_ZONE;
    if (!l.has_dynamic || l.dynamic_alike)
        return l.has_dynamic ? l.dynamic_at : own;
    return align_up(own, align) + (m->checked && own ? apart : 0); /* who leaves the kernel's own is not to come to what the launch adds */
}

/* .local variables of the module (up to .version 2.3) are a thread's, whichever function names them: they come first in the
 * windows of all kernels from which they may be named.  Functions find them there by their thread. */
static void lay_module_locals(Module *m)
{
    m->layout.local = 0;
    for (int i = 0; i < m->syms.n; i++)
        if (is_module_local(m->syms.at[i]))
            lay_in_window(m->syms.at[i], &m->layout.local);
    if (!m->layout.local)
        return;
    Arena tmp = {0};
    bool *own = NEWN(&tmp, bool, m->fns.n + 1);
    for (int i = 0; i < m->fns.n; i++)
        own[i] = fn_names(m->fns.at[i], is_module_local);
    const bool *named = call_reaching(&tmp, m, own);
    for (int i = 0; i < m->fns.n; i++)
        for (int k = 0; k < m->syms.n && m->fns.at[i]->is_entry && named[m->fns.at[i]->number]; k++)
            if (is_module_local(m->syms.at[k]))
                array_add(m->arena, &m->fns.at[i]->vars, m->syms.at[k]);
    arena_reset(&tmp);
}

static void name_symbols(Module *m)
{
    for (int i = 0; i < m->syms.n; i++) {
        const Sym *s = m->syms.at[i];
        Place *p = place_from(m->arena, m->syms.at[i]);
        if (!p->name && (s->kind == SYM_FUNC || s->space == SP_GLOBAL || s->space == SP_CONST || s->space == SP_SHARED))
            p->name = s->kind == SYM_FUNC && s->fn && s->fn->is_entry ? c_name(s->name) : c_symbol_name(m, s->name);
    }
}

/* Shared windows start with what is reserved, then come what all kernels see: the module's variables and those of device functions.  What the
 * launch adds (extern .shared x[]) begins behind the kernel's own variables, or, where a function names it, which may be called by
 * all of them, behind the largest kernel's. */
void data_layout(Module *m)
{
    name_symbols(m);
    Layout *l = &m->layout;
    l->shared = l->dynamic_at = l->reserved = reserved_bytes(m);
    l->has_dynamic = l->dynamic_alike = false;
    l->has_remote = module_some(m, makes_remote);
    for (int i = 0; i < m->syms.n; i++)
        lay_shared(l, m->syms.at[i], &l->shared);
    lay_module_locals(m);
    for (EACH(Fn, fn, m->fns)) {
        uint64_t local = fn->is_entry ? l->local : 0, param = 0;
        for (int j = 0; j < fn->vars.n; j++) {
            if (is_module_local(fn->vars.at[j]))
                continue;
            if (fn->vars.at[j]->space == SP_LOCAL)
                lay_in_window(fn->vars.at[j], &local);
            else if (!fn->is_entry)
                lay_shared(l, fn->vars.at[j], &l->shared);
        }
        for (int j = 0; j < fn->params.n && fn->is_entry; j++) {
            lay(fn->params.at[j], &param);
            place_of(fn->params.at[j])->kernel_param = true;
        }
        if (fn->is_entry)
            find_params_in_memory(fn);
    }
    uint64_t most = l->shared;
    for (EACH(Fn, fn, m->fns)) {
        const uint64_t end = fn->is_entry ? lay_own_shared(l, fn) : 0;
        most = end > most ? end : most;
        l->dynamic_alike |= !fn->is_entry && fn_names(fn, dynamic_shared);
    }
    l->dynamic_at = align_up(most, dynamic_align(m, NULL));
    data_layout_dynamic(m, NULL);
}

void data_layout_dynamic(Module *m, const Fn *kernel)
{
    const uint64_t at = kernel ? data_shared_bytes(m, kernel) : m->layout.dynamic_at;
    for (int i = 0; i < m->syms.n; i++)
        if (dynamic_shared(m->syms.at[i]))
            place_of(m->syms.at[i])->offset = align_up(at, m->syms.at[i]->align);
    for (int i = 0; i < m->fns.n; i++)
        for (int j = 0; j < m->fns.at[i]->vars.n; j++)
            if (dynamic_shared(m->fns.at[i]->vars.at[j]))
                place_of(m->fns.at[i]->vars.at[j])->offset = align_up(at, m->fns.at[i]->vars.at[j]->align);
}

uint64_t local_declared(const Fn *fn)
{
    uint64_t n = 0;
    for (int i = 0; i < fn->vars.n; i++)
        if (fn->vars.at[i]->space == SP_LOCAL && place_of(fn->vars.at[i])->offset + fn->vars.at[i]->bytes > n)
            n = place_of(fn->vars.at[i])->offset + fn->vars.at[i]->bytes;
    return n;
}

uint64_t local_bytes(const Fn *fn)
{
    uint64_t n = local_declared(fn);
    for (int i = 0; i < fn->ins.n && !n; i++)
        n = isa_space(&fn->ins.at[i]) == SP_LOCAL || isa_emit(&fn->ins.at[i]) == EMIT_STACK; /* named without any variable: there is a window all the same */
    return (n + 15) / 16 * 16;
}
