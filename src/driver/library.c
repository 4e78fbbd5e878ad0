/* library.c: the translator for programs that have it inside. */
#include "library.h"
#include "options.h"

typedef Array(const Sym *) Functions;

/* A function that an instruction names. */
static void add_named(Arena *a, Scope *seen, Functions *list, const Opnd *o)
{
    Sym *s = o->kind == O_SYM ? o->sym : NULL;
    s = s && s->alias_of ? s->alias_of : s;
    if (!s || s->kind != SYM_FUNC || scope_find(seen, s->name))
        return;
    scope_add(seen, s);
    array_add(a, list, s);
}

/* What kernels come to must be somewhere; what they do not need not be. */
void library_resolved(const Module *m)
{
    Arena tmp = {0};
    Scope *seen = scope_new(&tmp, &tmp, NULL);
    Functions list = {0};
    for (int i = 0; i < m->fns.n; i++)
        if (m->fns.at[i]->is_entry)
            array_add(&tmp, &list, m->fns.at[i]->sym);
    for (int i = 0; i < list.n; i++) {
        const Fn *fn = list.at[i]->fn;
        if (fn->is_proto && !syscall_find(list.at[i]))
            error_at(list.at[i]->loc, "unresolved extern function '%s': nothing that is linked defines it", list.at[i]->name);
        for (int k = 0; k < fn->ins.n; k++)
            for (int n = 0; n < fn->ins.at[k].nop; n++)
                add_named(&tmp, seen, &list, &fn->ins.at[k].op[n]);
    }
    arena_reset(&tmp);
}

typedef void Writing(Module *m, const EmitOptions *o, Str *out);

static const char *write_module(Writing *f, const char *text, size_t len, const char *name, const char *checks, const char *const *entries,
                                bool rows, size_t *bytes)
{
    static Arena arena;
    static Str out;
    const Source src = {.path = "<module>", .text = text, .len = len, .linked = true};
    Options o = {.action = ACT_C, .input = src.path, .diag = {.max_errors = 20, .no_warnings = true},
                 .emit = {.module_name = name, .module_given = true, .source_name = name, .standalone = true,
                          .only_module = true, .ptx_path = *checks ? "module.ptx" : "", .entries = entries, .elsewhere = entries, .rows = rows,
                          .sanitize = *checks ? options_checks(checks) : 0}};
    o.diag.off[WARN_NEWER] = true; /* a newer .version is no error */
    Module *m = front_module(&arena, &src, &o);
    if (!m)
        return NULL;
    library_resolved(m);
    if (diag_errors())
        return NULL;
    f(m, &o.emit, &out);
    *bytes = out.n;
    return diag_errors() ? NULL : out.s;
}

const char *library_translate(const char *text, size_t len, const char *name, const char *checks, const char *const *entries, bool rows,
                              size_t *bytes)
{
    return write_module(emit_module, text, len, name, checks, entries, rows, bytes);
}

const char *library_describe(const char *text, size_t len, const char *checks, size_t *bytes)
{
    return write_module(module_describe, text, len, "m", checks, NULL, false, bytes);
}
