/* kernel_plan.c: the passes of a function's translation in their order, from its blocks to the storage of its registers, and
 * which of the ways to run a kernel is taken. */
#include "emit/emit_fn.h"

static Back *try_analyse(Arena *a, Back as)
{
    Back *b = NEW(a, Back);
    *b = as;
    b->tree = struct_build(a, b->fn, b->fn->blk[0], NULL, &b->gotos);
    b->ok = uniform_analyse(b);
    return b;
}

Back *back_analyse(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, int width, bool literal)
{
    Back as = {.a = a, .m = m, .fn = fn, .mode = mode, .width = width, .rows = rows, .literal = literal};
    flow_build(a, m, fn, literal);
    if (!fn->nblk)
        return NULL;
    Back *b = try_analyse(a, as);
    if (b->ok || literal || !info(b->tree)->has_cta)
        return b;
    as.cta_loads = true;
    Back *again = try_analyse(a, as);
    return again->ok ? again : b;
}

void back_finish(Back *b)
{
    b->ok = b->ok && region_build(b);
    if (b->ok) {
        name_all(b);
        local_layout_choose(b);
        array_sharing_build(b);
    }
}

Back *back_prepare(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, bool literal)
{
    Back *b = back_analyse(a, m, fn, mode, rows, CHUNK_LANES, literal);
    if (b)
        back_finish(b);
    return b;
}
