/* front.c: from text to a module of which C or a report can be made: the passes before src/emit, in their one order. */
#include "driver/options.h"
#include "driver/driver.h"

#ifndef PTX2C_VERIFY
#define PTX2C_VERIFY 0 /* 1: looks after each pass whether the function is as it must be */
#endif

/* Each --entry must name a kernel. */
static void check_entries(const Module *m, const Options *o)
{
    for (const char *const *e = o->emit.entries; e && *e; e++) {
        const char *near = NULL;
        int best = 3;
        bool found = false;
        for (EACH(const Fn, fn, m->fns)) {
            if (!fn->is_entry)
                continue;
            int d = util_distance(*e, fn->sym->name, best);
            found |= strcmp(*e, fn->sym->name) == 0;
            if (d < best) {
                best = d;
                near = fn->sym->name;
            }
        }
        if (found)
            continue;
        if (near)
            bad_usage("--entry: there is no kernel '%s' in %s; did you mean '%s'?", *e, o->input, near);
        bad_usage("--entry: there is no kernel '%s' in %s", *e, o->input);
    }
}

/* Whether the text calls one of the device runtime's functions for whole grids. */
static bool names_grid(const Source *src)
{
    static const char name[] = "cudaCG";
    const char *at = src->text, *const end = at + src->len;
    while ((at = memchr(at, *name, (size_t)(end - at))) && (size_t)(end - at) >= strlen(name))
        if (memcmp(at++, name, strlen(name)) == 0)
            return true;
    return false;
}

/* With these functions as a module behind it: their barrier is one that all passes know, as are those of cooperative groups. */
static Source with_grid(Arena *a, const Source *src)
{
    const char *const grid = embedded_text("grid.ptx");
    const size_t end = src->len + (!src->linked || !src->len || src->text[src->len - 1]), len = end + strlen(grid) + 1;
    char *const text = arena_alloc(a, len + 1);
    memcpy(text, src->text, src->len);
    memset(text + src->len, 0, len + 1 - src->len);
    memcpy(text + end, grid, strlen(grid));
    return (Source){.path = src->path, .text = text, .len = len, .linked = true};
}

Module *front_module(Arena *a, const Source *given, Options *o)
{
    const bool refused_too = o->action == ACT_COVERAGE; /* what a refused module uses is worth knowing, too */
    const Source src = names_grid(given) ? with_grid(a, given) : *given;
    diag_begin(&src, o->diag);
    Module *m = parse_module(a, src);
    if (!diag_full())
        check_module(m);
    if (diag_errors() && !refused_too)
        return NULL;
    check_entries(m, o);
    if (o->emit.only_module)
        c_make_static(m);
    o->emit.module_name = c_choose_module(m, o->emit.module_name, o->emit.module_given);
    if (diag_errors() && !refused_too)
        return NULL;
    if (o->action == ACT_AST || o->action == ACT_COVERAGE)
        return m;
    if (o->emit.entries)
        emit_drop_kernels(m, &o->emit);
    m->verify = PTX2C_VERIFY;
    m->passes = o->passes;
    param_addresses(m);
    pair_addresses(m);
    indirect_branch_share(m);
    if (!o->exact_library && !o->emit.no_analysis)
        library_powers(m);
    constants_fold(m);
    if (o->action != ACT_CHECK || warn_on(WARN_WARP_SYNC))
        lockstep_insert(m, o->emit.warp_sync);
    return m;
}
