/* passes_code.c: a function's instructions on their way through the passes, as they are and as they were.
 *
 * A function is analysed in several ways: for chunks of several widths, for variants.  What it was before is a list of instructions, to
 * which it goes back; what one way has made of it, with blocks and all that is known, stays in its arena while another one is tried
 * in another (passes_aside), and is the function's again (passes_back) or gives way (passes_replace). */
#include "plan/passes.h"

Code passes_keep(const Passes *p)
{
    const Fn *fn = p->fn;
    Code c = {fn->ins, fn->labels, NEWN(p->m->code, int, fn->labels.n + 1)};
    for (int i = 0; i < fn->labels.n; i++)
        c.label[i] = fn->labels.at[i]->index;
    return c;
}

void passes_drop(const Passes *p, InsList old)
{
    if (old.at == p->fn->ins.at || old.at == p->first.ins.at || old.at == p->apart.ins.at || old.at == p->warps.ins.at)
        return;
    for (const Passes *x = p->aside; x; x = x->aside)
        if (old.at == x->made.ins.at || old.at == x->first.ins.at)
            return;
    fn_free_code(p->m, old);
}

static void take_code(Fn *fn, const Code *c)
{
    fn->ins = c->ins;
    fn->labels = c->labels;
    for (int i = 0; i < fn->labels.n; i++)
        fn->labels.at[i]->index = c->label[i];
}

void passes_restore(Passes *p, const Code *c)
{
    const InsList rewritten = p->fn->ins;
    if (rewritten.at == c->ins.at)
        return;
    take_code(p->fn, c);
    p->flow = FLOW_REWRITTEN;
    passes_drop(p, rewritten);
}

void passes_settle(Passes *p)
{
    if (p->first.ins.at != p->fn->ins.at)
        fn_free_code(p->m, p->first.ins);
    p->first = passes_keep(p);
}

void passes_reset(Passes *p)
{
    arena_reset(p->a);
    if (p->flow == FLOW_FRESH)
        p->flow = FLOW_GONE;
}

Passes passes_aside(Passes *p, Arena *a)
{
    const Fn *fn = p->fn;
    p->made = passes_keep(p);
    p->made.labels.at = NEWN(p->m->code, Sym *, fn->labels.n + 1); /* others are added behind those that it began with */
    p->made.labels.cap = fn->labels.n;
    for (int i = 0; i < fn->labels.n; i++)
        p->made.labels.at[i] = fn->labels.at[i];
    p->blk = fn->blk;
    p->nblk = fn->nblk;
    p->vars = NEWN(p->a, Place, fn->vars.n + 1);
    for (int i = 0; i < fn->vars.n; i++)
        p->vars[i] = *place_of(fn->vars.at[i]);
    Passes other = *p;
    other.a = a;
    other.aside = p;
    other.flow = p->flow == FLOW_FRESH ? FLOW_GONE : p->flow;
    return other;
}

void passes_back(Passes *p, Passes *other)
{
    Fn *fn = p->fn;
    const InsList made = fn->ins;
    take_code(fn, &p->made);
    fn->blk = p->blk;
    fn->nblk = p->nblk;
    for (int i = 0; i < fn->vars.n; i++)
        *place_of(fn->vars.at[i]) = p->vars[i];
    other->first = p->first;
    passes_drop(other, made);
    arena_reset(other->a);
}

void passes_replace(Passes *p, Passes *other, Back *b)
{
    passes_drop(p, p->made.ins);
    arena_reset(p->a);
    *p->a = *other->a;
    *other->a = (Arena){0};
    b->a = p->a;
    p->flow = other->flow;
}

void passes_end(Passes *p)
{
    Fn *fn = p->fn;
    fn_free_code(p->m, fn->ins);
    memset(&fn->ins, 0, sizeof fn->ins);
    memset(&fn->labels, 0, sizeof fn->labels);
    memset(&fn->regs, 0, sizeof fn->regs);
    fn->blk = NULL;
    fn->nblk = 0;
}

