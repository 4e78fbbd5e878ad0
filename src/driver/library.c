/* library.c: the translator for programs that have it inside. */
#include "library.h"
#include "options.h"

const char *library_translate(const char *text, size_t len, const char *name, bool alone, size_t *bytes)
{
    static Arena arena;
    static Str c;
    const Source src = {.path = "<module>", .text = text, .len = len};
    Options o = {.action = ACT_C, .input = src.path, .diag = {.max_errors = 20, .no_warnings = true},
                 .emit = {.module_name = name, .module_given = true, .source_name = name, .standalone = true,
                          .only_module = alone, .ptx_path = ""}};
    o.diag.off[WARN_NEWER] = true; /* a newer .version is no error */
    Module *m = front_module(&arena, &src, &o);
    if (!m)
        return NULL;
    emit_module(m, &o.emit, &c);
    *bytes = c.n;
    return diag_errors() ? NULL : c.s;
}
