/* link.c: several modules that are read as one, as the linker puts them together.
 *
 * What is .extern in one is the function or variable that another defines; of several .weak ones the first is taken, unless there is
 * one that is not.  What has no linkage belongs to its own module: names that another has too are changed at the end. */
#include "ptx/parse.h"

/* What each module begins with, again. */
void link_begin(Parser *p, uint32_t at)
{
    Module *m = p->m;
    p->part = at;
    p->part_syms = m->syms.n;
    p->scope = m->scope = scope_new(p->a, p->a, p->linked);
    p->said_no_target = p->target_seen_code = p->has_address_size = false;
    m->has_version = m->has_target = false;
    m->version = NO_VERSION;
    m->target = NO_TARGET;
    m->target_suffix = 0;
    p->file_base = 0;
    for (int i = 0; i < m->files.n; i++)
        if (m->files.at[i].number >= p->file_base)
            p->file_base = m->files.at[i].number + 1;
}

/* What others can see goes where they look.  The whole is as new as the newest. */
void link_end(Parser *p, Linked *all)
{
    Module *m = p->m;
    for (int i = p->part_syms; i < m->syms.n; i++)
        if (m->syms.at[i]->linkage != LINK_NONE && !scope_find(p->linked, m->syms.at[i]->name))
            scope_add(p->linked, m->syms.at[i]);
    all->version = greater(all->version, m->version);
    if (m->target > all->target || (m->target == all->target && m->target_suffix > all->suffix)) {
        all->target = m->target;
        all->suffix = m->target_suffix;
    }
}

/* A caller may have been told of a result that the function does not give (as numba tells of void functions): nobody reads it. */
static void drop_results(Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        for (Ins *ins = m->fns.at[i]->ins.at; array_has(m->fns.at[i]->ins, ins); ins++) {
            if (strcmp(ins->word[0], "call") != 0 || ins->nop < 2 || ins->op[0].kind != O_LIST || ins->op[1].kind != O_SYM)
                continue;
            const Sym *s = ins->op[1].sym;
            if (s->kind == SYM_FUNC && s->fn && !s->fn->is_proto && !s->fn->rets.n) {
                ins->op++;
                ins->nop--;
            }
        }
}

void link_finish(Parser *p, const Linked *all)
{
    Module *m = p->m;
    drop_results(m);
    Scope *taken = scope_new(p->a, p->a, NULL);
    m->version = all->version;
    m->target = all->target;
    m->target_suffix = all->suffix;
    for (int i = 0; i < m->syms.n; i++)
        if (m->syms.at[i]->linkage != LINK_NONE && !scope_find(taken, m->syms.at[i]->name))
            scope_add(taken, m->syms.at[i]);
    for (EACH(Sym, s, m->syms)) {
        if (s->linkage != LINK_NONE)
            continue;
        const char *name = s->name;
        for (int n = 2; scope_find(taken, s->name); n++)
            s->name = intern(arena_printf(p->a, "%s_%d", name, n));
        scope_add(taken, s);
    }
}

bool link_other(const Parser *p, const Sym *old) { return p->m->src.linked && old->loc.at < p->part; }

static void forget_function(Module *m, const Fn *fn)
{
    int n = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (m->fns.at[i] != fn)
            m->fns.at[n++] = m->fns.at[i];
    m->fns.n = n;
}

LinkChoice link_function(Parser *p, Sym *old, Linkage now, bool body)
{
    if (!body)
        return old->fn->is_proto ? LINK_BOTH : LINK_OLD;
    if (old->fn->is_proto) {
        old->linkage = now;
        return LINK_BOTH;
    }
    if (now == LINK_WEAK)
        return LINK_OLD;
    if (old->linkage != LINK_WEAK)
        return LINK_CLASH;
    forget_function(p->m, old->fn);
    old->linkage = now;
    old->fn->is_proto = true;
    return LINK_BOTH;
}

LinkChoice link_variable(const Sym *old, const Sym *now)
{
    const bool weak = now->linkage == LINK_WEAK || now->linkage == LINK_COMMON;
    return weak ? LINK_OLD : old->linkage == LINK_WEAK || old->linkage == LINK_COMMON ? LINK_BOTH : LINK_CLASH;
}
