/* shared_ahead.c: what lanes load at a fixed place of shared or constant memory under conditions of their own is loaded in front of these.
 *
 *   if (mine < n) { d = x - origin[0]; if (d < far) s = d * scale[1]; }      o = origin[0]; c = scale[1]; if (mine < n) { d = x - o; if (d < far) s = d * c; }
 *
 * It is then loaded once for the chunk or the CTA, and what is left under the conditions is arithmetic, of which C compilers make vectors: under
 * a condition that differs between lanes they take no load at one place.  A place in a variable of known size can be loaded
 * by anybody.  What was loaded is the same: on the way from there to the load nothing is stored and nobody is waited for, and no way but that
 * leads to it; constants are the same all along, whatever ways there are.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at
 * each load.  Fires on tests/run/shared_ahead, samples/scan (what the last thread of a warp left for the others) and tests/bench/programs/fluid (directions); does nothing with loads behind a store or a barrier, of places that are computed,
 * of memory of unknown size, that others may change meanwhile, or whose register is written elsewhere, too. */
#include "analysis/uniform.h"
#include "transform/transform.h"

static bool is_plain(const Ins *ins)
{
    const Space space = isa_space(ins);
    return isa_emit(ins) == EMIT_LD && (space == SP_SHARED || space == SP_CONST) && ins->guard < 0 && !ins->pseudo && !isa_is_strong(ins) && !ins_dirty(ins) &&
           !isa_uses_cluster(ins);
}

/* It loads, whatever lanes come to it, a place that is there. */
static bool is_fixed(const Back *b, const Ins *ins)
{
    const Opnd *at = is_plain(ins) ? isa_address(ins) : NULL;
    if (!at || opnd_has_base(at) || !at->sym)
        return false;
    int words = 0;
    for (Refs ref = ins_refs(ins); refs_next(&ref); words += ref.write)
        if (ref.write && b->reg[ref.reg].ndef != 1)
            return false;
    const uint64_t bytes = (uint64_t)words * (uint64_t)type_bytes(isa_slot_type(ins, SLOT_TYPE));
    return words && at->imm <= at->sym->bytes && bytes <= at->sym->bytes - at->imm;
}

static bool is_masked(const Back *b, const Blk *x) { return node_masked_around(b->node_of[x->id]) || node_level(b, b->node_of[x->id]) >= LV_LANE; }

/* The block, one that chunks come to as a whole, to whose end the load can move; or NULL. */
static const Blk *place_of_load(const Back *b, int at)
{
    const bool constant = isa_space(&b->fn->ins.at[at]) == SP_CONST;
    const Blk *x = b->blk_of[at];
    bool quiet = is_masked(b, x) && (constant || !ins_some(b->fn, x->first, at, ins_dirty));
    while (quiet && x->idom && (constant || x->npred == 1)) {
        x = x->idom;
        if (!is_masked(b, x))
            return x->branch >= 0 && blk_nsucc(x) == 2 && b->reg[b->fn->ins.at[x->branch].guard].val.kind == VAL_VAR ? x : NULL;
        quiet = constant || !ins_some(b->fn, x->first, x->end, ins_dirty);
    }
    return NULL;
}

/* Both load the same into a register of the same type. */
static bool load_alike(const Fn *fn, const Ins *x, const Ins *y)
{
    const Opnd *from = isa_address(x), *as = isa_address(y), *d = isa_opnd(x, ARG_D), *e = isa_opnd(y, ARG_D);
    return ins_same_words(x, y) && from->sym == as->sym && from->imm == as->imm && opnd_is_reg(d) && opnd_is_reg(e) &&
           fn->regs.at[d->reg]->type == fn->regs.at[e->reg]->type;
}

/* By load: the branch in front of which it comes, or -1; their number. */
static int find(const Back *b, int *to)
{
    int n = 0;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Blk *x = b->blk_of[i] && is_fixed(b, &b->fn->ins.at[i]) ? place_of_load(b, i) : NULL;
        to[i] = x ? x->branch : -1;
        n += x != NULL;
    }
    return n;
}

bool shared_ahead(Back *b)
{
    Fn *fn = b->fn;
    int *to = NEWN(b->a, int, fn->ins.n + 1), *name = NEWN(b->a, int, fn->regs.n); /* by register: in which an earlier load has the same */
    for (int r = 0; r < fn->regs.n; r++)
        name[r] = r;
    if (b->m->checked || !find(b, to))
        return false;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);) {
        const int begin = w.out->n;
        for (int i = w.i + 1; w.ins->guard >= 0 && i < fn->ins.n; i++) {
            int like = to[i] == w.i ? begin : w.out->n + 1;
            while (like < w.out->n && !load_alike(fn, &w.out->at[like], &fn->ins.at[i]))
                like++;
            if (like == w.out->n)
                rewrite_add(&w, fn->ins.at[i]);
            else if (like < w.out->n)
                name[isa_opnd(&fn->ins.at[i], ARG_D)->reg] = isa_opnd(&w.out->at[like], ARG_D)->reg;
        }
        if (to[w.i] < 0)
            rewrite_keep(&w);
    }
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        ins_rename_all(b->m->code, ins, name);
    return true;
}
