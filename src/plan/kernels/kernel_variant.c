/* kernel_variant.c: what some of a kernel's chunks or CTAs may run instead of what all can (Variant): whether a plan has use for it, and whether the
 * kernel made for it takes less. */
#include "plan/passes.h"
#include "analysis/uniform.h"

enum { TWICE_MOST = 2000 }; /* instructions of a kernel that is made twice */

Back *passes_run_anew(Passes *p, const Code *was, Mode mode, bool rows)
{
    passes_restore(p, was);
    passes_reset(p);
    return passes_run(p, mode, rows);
}

/* A minimum or maximum of a number that grows from lane to lane, by which a loop is left. */
static bool is_bound(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    bool grows = false;
    if (!isa_is_clamp(ins) || d.n != 1 || !b->reg[d.reg].bound || b->reg[d.reg].val.kind != VAL_VAR)
        return false;
    for (Refs ref = ins_refs(ins); reads_next(&ref);)
        grows |= b->reg[ref.reg].val.kind == VAL_AFF && b->reg[ref.reg].val.grid;
    return grows;
}

static bool finds_quotients(const Back *b)
{
    bool any = false;
    if (b->fn->ins.n > TWICE_MOST)
        return false;
    for (int i = 0; i < b->fn->ins.n && !any && !b->literal; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        any = (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM || ins->mnemonic == INS_AND || ins->mnemonic == INS_XOR) && b->blk_of[i] &&
              ins_dest(ins).n == 1 && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f' &&
              b->reg[ins_dest(ins).reg].val.kind == VAL_VAR;
        any |= b->blk_of[i] && is_bound(b, ins);
    }
    return any;
}

static bool finds_ranges(const Back *b)
{
    enum { ENOUGH = 3 }; /* comparisons that may cut, those in loops twice; of one at the head nothing is to be gained */
    int n = 0;
    for (int i = 0; i < b->fn->ins.n && b->fn->ins.n <= TWICE_MOST && !b->literal; i++)
        if (spec_kind(b->spec[i]) == SPEC_COMPARE && !(b->spec[i] & SPEC_LOCAL))
            n += node_loop_around(b->node_of[b->blk_of[i]->id]) ? 2 : 1;
    return n >= ENOUGH;
}

/* With one of p's flags set; NULL: it can't be run so. */
static Back *run_with(Passes *p, bool *flag, const Code *was, Mode mode)
{
    *flag = true;
    Back *b = passes_run_anew(p, was, mode, true);
    *flag = false;
    return back_goes_on(b) ? b : NULL;
}

static Back *run_by_ranges(Passes *p, const Code *was, const Back *other)
{
    (void)other;
    Back *b = run_with(p, &p->by_ranges, was, MODE_LANES);
    return b && condition_parts(b) ? b : NULL;
}

static bool finds_borders(const Back *b)
{
    bool any = false;
    if (kernel_gives_way(b->fn))
        return false; /* two functions could not tell whose state is kept */
    for (int i = 0; i < b->fn->ins.n && b->fn->ins.n <= TWICE_MOST && !b->literal && !any; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        any |= b->blk_of[i] && cta_affine_compares(b, i, i);
        if (isa_is_clamp(ins) && b->blk_of[i] && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f')
            for (Refs ref = ins_refs(ins); reads_next(&ref);)
                any |= b->reg[ref.reg].val.kind == VAL_AFF && b->reg[ref.reg].val.grid;
    }
    return any;
}

/* Some comparison, minimum or maximum is asked once for the CTA, and all that are asked are. */
static bool is_asked_once(const Back *b)
{
    bool any = false;
    for (int i = 0; i < b->fn->ins.n; i++)
        if (!(b->spec[i] & SPEC_LOCAL) && spec_kind(b->spec[i]) == SPEC_CLAMP && !b->dead[i]) {
            any = true;
            if (!(b->spec[i] & SPEC_PLANE))
                return false;
        } else if (b->fn->ins.at[i].pseudo == PSEUDO_INSIDE) {
            any = true;
        }
    return any;
}

static Back *run_inner(Passes *p, const Code *was, const Back *other)
{
    const int64_t cost = cost_of(other);
    Back *b = run_with(p, &p->inner, was, MODE_CTA);
    if (!b || b->narrow || !is_asked_once(b))
        return NULL;
    const int64_t less = cost_of(b);
    return less < cost - cost / 8 || (less < cost && kernel_has_rows(p->fn)) ? b : NULL;
}

static Back *run_inside(Passes *p, const Code *was, const Back *other)
{
    const int64_t cost = cost_of(other);
    const int pieces = cost_pieces(other);
    Back *b = run_with(p, &p->inside, was, MODE_LANES);
    return b && !b->narrow && cost_of(b) <= cost && cost_pieces(b) <= pieces / 2 - 1 ? b : NULL;
}

/* For chunks that end where a quotient changes; unit: of which arguments are taken to be 1, or NULL. */
static Back *run_cut(Passes *p, const Code *was, const bool *unit)
{
    passes_restore(p, was);
    passes_reset(p);
    passes_make_flow(p);
    if (unit) {
        unit_divisors_assume(p->m, p->fn, unit);
        passes_fold(p);
    }
    const Code began = p->first;
    p->by_quotients = p->by_ranges = true;
    Back *b = passes_analyse(p, MODE_LANES, true, CHUNK_LANES);
    if (back_goes_on(b) && single_round(b)) {
        p->flow = FLOW_REWRITTEN;
        passes_reset(p);
        b = passes_analyse(p, MODE_LANES, true, CHUNK_LANES);
    }
    p->first = passes_keep(p); /* which other widths go back to */
    if (back_goes_on(b))
        b = cost_cuts_quotients(b) ? passes_run(p, MODE_LANES, true) : NULL;
    p->by_quotients = p->by_ranges = false;
    p->first = began;
    return back_goes_on(b) && single_round_holds(b) && cost_cuts_quotients(b) ? b : NULL;
}

static Back *run_by_quotients(Passes *p, const Code *was, const Back *other)
{
    const int64_t cost = cost_of_quotients(other), bytes = cost_memory(other);
    const bool *unit = unit_divisors(p->m->code, other);
    Back *b = NULL;
    for (int units = unit != NULL; units >= 0; units--) {
        b = run_cut(p, was, units ? unit : NULL);
        if (b && cost_of_quotients(b) < (cost_memory(b) < bytes ? cost : cost / 2))
            return b;
    }
    return NULL;
}

static Back *run_transposed(Passes *p, const Code *was, const Back *other)
{
    const int64_t bytes = cost_memory(other);
    passes_restore(p, was);
    if (!bytes)
        return NULL;
    passes_reset(p);
    transpose_lanes(p->m, p->fn);
    transpose_extents(p->fn);
    p->flow = FLOW_REWRITTEN;
    const Code began = p->first;
    p->first = passes_keep(p); /* which other widths go back to */
    Back *b = kernel_merges(p->a, p->fn) ? passes_run(p, MODE_LANES, true) : NULL;
    p->first = began;
    transpose_extents(p->fn);
    return back_goes_on(b) && cost_memory(b) <= bytes / 2 ? b : NULL;
}

static bool finds_columns(const Back *b) { return transposition_applies(b->fn) && kernel_merges(b->a, b->fn); }

const VariantKind kernel_variants[VARIANTS] = {
    [BY_QUOTIENTS] = {MODE_LANES, finds_quotients, run_by_quotients, false, "neighbouring threads whose quotients agree"},
    [BY_RANGES] = {MODE_LANES, finds_ranges, run_by_ranges, true, "chunks that a condition cuts, which part of their lanes meet instead"},
    [INNER] = {MODE_CTA, finds_borders, run_inner, false, "CTAs that are away from the borders at which places are clamped or compared"},
    [INSIDE] = {MODE_LANES, border_has_edges, run_inside, false, "chunks that are away from the edges with which places are compared"},
    [TRANSPOSED] = {MODE_LANES, finds_columns, run_transposed, false, "grids with long rows along y, whose neighbours read memory together"},
};

bool passes_finds(Variant v, const Back *b) { return b->mode == kernel_variants[v].mode && kernel_variants[v].finds(b); }
