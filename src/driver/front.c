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
        for (int i = 0; i < m->fns.n; i++) {
            const Fn *fn = m->fns.at[i];
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

Module *front_module(Arena *a, const Source *src, Options *o)
{
    const bool refused_too = o->action == ACT_COVERAGE; /* what a refused module uses is worth knowing, too */
    diag_begin(src, o->diag);
    Module *m = parse_module(a, *src);
    if (!diag_full())
        check_module(m);
    if (diag_errors() && !refused_too)
        return NULL;
    check_entries(m, o);
    m->link_prefix = o->emit.link_prefix;
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
