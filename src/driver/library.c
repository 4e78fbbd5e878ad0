/* library.c: the translator for programs that have it inside. */
#include "library.h"
#include "options.h"

typedef void Writing(Module *m, const EmitOptions *o, Str *out);

static const char *write_module(Writing *f, const char *text, size_t len, const char *name, const char *const *entries, bool alone, size_t *bytes)
{
    static Arena arena;
    static Str out;
    const Source src = {.path = "<module>", .text = text, .len = len};
    Options o = {.action = ACT_C, .input = src.path, .diag = {.max_errors = 20, .no_warnings = true},
                 .emit = {.module_name = name, .module_given = true, .source_name = name, .standalone = true,
                          .only_module = alone, .ptx_path = "", .entries = entries, .elsewhere = entries}};
    o.diag.off[WARN_NEWER] = true; /* a newer .version is no error */
    Module *m = front_module(&arena, &src, &o);
    if (!m)
        return NULL;
    f(m, &o.emit, &out);
    *bytes = out.n;
    return diag_errors() ? NULL : out.s;
}

const char *library_translate(const char *text, size_t len, const char *name, const char *const *entries, bool alone, size_t *bytes)
{
    return write_module(emit_module, text, len, name, entries, alone, bytes);
}

const char *library_describe(const char *text, size_t len, size_t *bytes)
{
    return write_module(module_describe, text, len, "m", NULL, true, bytes);
}
