/* library.c: the translator for programs that have it inside. */
#include "library.h"
#include "options.h"

/* What main.c does before the C is written.  NULL: the PTX was refused. */
static Module *prepare(Arena *a, Source src, EmitOptions *o)
{
    Module *m = parse_module(a, src);
    if (!diag_full())
        check_module(m);
    if (diag_errors())
        return NULL;
    if (o->only_module)
        c_make_static(m);
    o->module_name = c_choose_module(m, o->module_name, o->module_given);
    if (diag_errors())
        return NULL;
    indirect_branch_share(m);
    lockstep_insert(m, o->warp_sync);
    return m;
}

const char *library_translate(const char *text, size_t len, const char *name, bool alone, size_t *bytes)
{
    static Arena arena;
    static Str c;
    const Source src = {.path = "<module>", .text = text, .len = len};
    EmitOptions o = {.module_name = name, .module_given = true, .source_name = name, .standalone = true,
                     .only_module = alone, .ptx_path = ""};
    DiagOptions d = {.max_errors = 20, .no_warnings = true};
    d.off[WARN_NEWER] = true; /* a newer .version is no error */
    diag_begin(&src, d);
    Module *m = prepare(&arena, src, &o);
    if (!m)
        return NULL;
    emit_module(m, &o, &c);
    *bytes = c.n;
    return diag_errors() ? NULL : c.s;
}
