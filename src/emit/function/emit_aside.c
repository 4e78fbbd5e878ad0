/* emit_aside.c: a kernel's functions once more, for CTAs of which more is known than of all, in whichever mode can.
 *
 * In: its instructions as all ways to run it want them, or as these CTAs want them.  Out: the functions; Kernel.apart; the code is as it was. */
#include "emit/emit_fn.h"

const char *way_in_some_mode(Kernel *k, EmitWay *emit_way, const char *way, const char **state)
{
    const char *why, *how = NULL;
    const Code was = passes_keep(&k->passes), began = k->passes.first;
    const size_t begin = k->out->n;
    k->passes.flow = FLOW_REWRITTEN;
    k->passes.first = was; /* which the modes go back to */
    k->way = way;
    cfg_build(k->a, k->fn, false);
    for (Mode mode = kernel_mode_apart(k->fn, &why); !how && mode != MODE_SCHED; mode = kernel_mode_behind(mode)) {
        passes_restore(&k->passes, &was);
        k->out->n = begin;
        how = emit_way(k, mode, state);
    }
    if (!how) {
        k->out->n = begin;
        k->out->s[begin] = 0;
    }
    k->passes.first = began;
    how = how ? arena_printf(k->m->code, "%s", how) : NULL; /* what k->a has goes when the function is as it was */
    *state = how && *state ? arena_printf(k->m->code, "%s", *state) : NULL;
    k->way = "";
    k->rows = NULL;
    k->exits = k->uneven = k->cta_loads = false;
    return how;
}

void emit_apart(Kernel *k, EmitWay *emit_way, const Code *was)
{
    Str text = {0}, *const out = k->out;
    k->apart.rows = k->o->checks || k->o->debug || k->passes.literal ? 0 : lockstep_drop(k->m, k->fn);
    if (!k->apart.rows)
        return;
    k->out = &text;
    str_add(&text, "");
    k->apart.how = way_in_some_mode(k, emit_way, "_apart", &k->apart.state);
    k->apart.text = text;
    k->out = out;
    passes_restore(&k->passes, was);
    passes_reset(&k->passes);
    passes_make_flow(&k->passes);
}
