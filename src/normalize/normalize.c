/* normalize.c: a function's rewriting that all ways to run it want, in its order; its blocks and live registers. */
#include "back.h"

enum { WEB_ROUNDS = 3 };

void webs_build(Arena *a, Module *m, Fn *fn, bool split_sync)
{
    bool copies = !fn->webs;
    for (int i = 0; copies && i < WEB_ROUNDS && web_rename(m, fn, &copies); i++) {
        cfg_build(a, fn, split_sync);
        live_build(a, fn, false);
    }
    fn->webs = true;
}

void flow_build(Arena *a, Module *m, Fn *fn, bool literal)
{
    if (fn->flow_made == a)
        return;
    fn->flow_made = a;
    param_to_regs(m, fn);
    texture_descriptors(m, fn);
    cfg_build(a, fn, false);
    if (!literal) {
        copy_constants(m->code, fn);
        if (!fn->webs) {
            copy_values(fn);
            if (copy_again(fn))
                cfg_build(a, fn, false);
        }
    }
    live_build(a, fn, false);
    if (!literal)
        webs_build(a, m, fn, false);
}
