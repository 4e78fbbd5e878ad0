/* shadow.c: predicates that say of registers, or words, that they have no value, and what is made of them.
 *
 * In: a function that is written anew.  Out: instructions behind what is written so far.  Cost: none but those. */
#include "transform/checks/shadow.h"

int shadow_give(Shadows *s, const char *name) { return fn_new_reg(s->m->code, s->fn, arena_printf(s->m->code, "%s_unset", name), T_PRED); }

bool shadow_join(Shadows *s, int reg, bool plain, bool loaded)
{
    const bool more = (plain && !s->plain[reg]) || (loaded && !s->loaded[reg]);
    if (more && s->of[reg] < 0)
        s->of[reg] = shadow_give(s, reg_name(s->fn, reg));
    s->plain[reg] |= plain;
    s->loaded[reg] |= loaded;
    return more;
}

Ins *shadow_add(Shadows *s, const char *words, const Opnd *op, int n)
{
    return ins_add_made(s->m, s->fn, &s->out, s->at, words, op, n);
}

Ins *shadow_beside(Shadows *s, const Ins *ins, const char *words, const Opnd *op, int n)
{
    return ins_under(shadow_add(s, words, op, n), ins ? ins->guard : -1, ins && ins->guard_neg);
}

int shadow_both(Shadows *s, const char *words, Opnd x, Opnd y)
{
    const int d = fn_new_reg(s->m->code, s->fn, "unset", T_PRED);
    shadow_add(s, words, (Opnd[]){opnd_reg(d), x, y}, 3);
    return d;
}

int shadow_either(Shadows *s, int x, int y)
{
    return x == SHADOW_NEVER || x == y ? y : y == SHADOW_NEVER ? x : shadow_both(s, "or.pred", opnd_reg(x), opnd_reg(y));
}

static int opposite(Shadows *s, int x)
{
    const int d = fn_new_reg(s->m->code, s->fn, "unset", T_PRED);
    shadow_add(s, "not.pred", (Opnd[]){opnd_reg(d), opnd_reg(x)}, 2);
    return d;
}

int shadow_if(Shadows *s, int x, int predicate, bool value)
{
    return x == SHADOW_NEVER ? SHADOW_NEVER : shadow_both(s, "and.pred", opnd_reg(x), opnd_reg(value ? predicate : opposite(s, predicate)));
}

int shadow_where(Shadows *s, int x, const Ins *ins) { return ins->guard < 0 ? x : shadow_if(s, x, ins->guard, !ins->guard_neg); }

void shadow_set(Shadows *s, int to, int unset, const Ins *ins)
{
    shadow_beside(s, ins, "mov.pred", (Opnd[]){opnd_reg(to), unset == SHADOW_NEVER ? opnd_number(0, T_U32) : opnd_reg(unset)}, 2);
}
