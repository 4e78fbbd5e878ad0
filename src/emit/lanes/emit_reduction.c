/* emit_reduction.c: what lanes join to words of memory for all of them at once (plan/lanes/lane_reduction.c).
 *
 * In: a loop over lanes with such operations.  Out: the arrays of terms around it, what stands in it for the operations, and what is made of
 * the terms behind it.  Where some lanes alone add floats a second array says which do. */
#include "emit/emit_fn.h"

static const char *numbered(const Writer *w, const char *name, int k) { return k ? arena_printf(w->b->a, "%s_%d", name, k + 1) : name; }
static const char *terms(const Writer *w, int k) { return numbered(w, "ptx2c_each", k); }
static const char *which(const Writer *w, int k) { return numbered(w, "ptx2c_which", k); }
static bool is_float(const Reduction *r) { return type_info[r->op->type].kind == 'f'; }
static bool names_lanes(const Reduction *r) { return is_float(r) && r->some; }

void emit_reductions_begin(Writer *w, const Item *it)
{
    w->reductions = it->reductions;
    block(w, "{");
    for (int k = 0; k < w->reductions->n; k++) {
        const Reduction *r = &w->reductions->at[k];
        line(w, "%s %s[%d];", r->op->ctype, terms(w, k), w->b->width);
        if (names_lanes(r))
            line(w, "uint32_t %s[%d];", which(w, k), w->b->width);
    }
}

void emit_reductions_none(Writer *w)
{
    for (int k = 0; w->reductions && k < w->reductions->n; k++) {
        const Reduction *r = &w->reductions->at[k];
        if (r->some)
            line(w, "%s[l] = %s;", terms(w, k), r->op->none);
        if (names_lanes(r))
            line(w, "%s[l] = 0;", which(w, k));
    }
}

bool emit_reduction_term(Writer *w, const Ins *ins)
{
    int k = 0;
    while (w->reductions && k < w->reductions->n && w->reductions->at[k].ins != ins)
        k++;
    if (!w->reductions || k == w->reductions->n)
        return false;
    const Reduction *r = &w->reductions->at[k];
    const char *term = lower_arg(w, ins, isa_arg(ins, ARG_B), is_float(r) ? 0 : 'u').s;
    const char *cond = ins->guard >= 0 ? lower_paren(w->b->a, ex(lower_cond(w, ins->guard, ins->guard_neg), false)) : NULL;
    if (cond)
        line(w, "%s[l] = %s ? %s : %s;", terms(w, k), cond, term, r->op->none);
    else
        line(w, "%s[l] = %s;", terms(w, k), term);
    if (names_lanes(r))
        line(w, "%s[l] = %s;", which(w, k), cond ? cond : "1");
    return true;
}

void emit_reductions_end(Writer *w)
{
    const Reductions *all = w->reductions;
    w->reductions = NULL;
    for (int k = 0; k < all->n; k++) {
        const Reduction *r = &all->at[k];
        const bool shared = isa_space(r->ins) == SP_SHARED;
        const char *pointer = lower_pointer(w, r->ins, &r->ins->arg[isa_arg(r->ins, ARG_A)]).s;
        const char *lanes = names_lanes(r) ? arena_printf(w->b->a, "%s, %s", terms(w, k), which(w, k)) : terms(w, k);
        line(w, "%s_%s_%s_%s%s(%s%s, %s, n);", shared ? "ptx2c_shared_atom" : "ptx2c_atom", r->op->name,
             r->row ? "lanes" : names_lanes(r) ? "some" : "all", shared && r->op->type == T_F32 ? "noftz_" : "", r->op->of,
             shared ? "c, " : "", pointer, lanes);
    }
    block_end(w);
}
