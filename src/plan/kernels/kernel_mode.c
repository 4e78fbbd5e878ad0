/* kernel_mode.c: in which mode a kernel is run, and which variants of it are made beside. */
#include "plan/passes.h"

enum { ALONE_LIMIT = 10000 }; /* larger kernels are made in one version alone: C compilers take minutes for them */

static Mode mode_of(const Fn *fn, const char **why)
{
    bool cta = false, warp = fn_reads_shape(fn, SHAPE_LANE, SHAPE_WARP);
    *why = *why ? *why : uses_stack(fn) ? "threads take memory from their stacks" : NULL;
    for (int k = 0; k < fn->nblk; k++) /* what can't be reached asks for nothing */
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end; i++) {
            const Ins *ins = &fn->ins.at[i];
            cta |= isa_is_cta(ins);
            warp |= isa_is_warp(ins);
            if (isa_uses_cluster(ins))
                *why = "it reaches other CTAs of its cluster";
            if (isa_is_cta(ins) && !plain_barrier(ins))
                *why = "not all threads of the CTA meet at some barrier";
        }
    return *why ? MODE_SCHED : warp ? MODE_WARP : cta ? MODE_CTA : MODE_LANES;
}

/* Lanes of a warp may come out of loops that wait by themselves, and meet again. */
static Back *analyse_waits(Passes *p, Mode mode)
{
    Back *b = passes_analyse(p, mode, true, CHUNK_LANES);
    if (!b || b->ok || mode != MODE_WARP)
        return b;
    const Back as = {.a = p->a, .m = p->m, .fn = p->fn, .mode = mode, .width = CHUNK_LANES, .rows = true, .parts_warps = true};
    passes_reset(p);
    passes_make_flow(p);
    return passes_analyse_as(p, as);
}

/* Loops that wait for other CTAs become places at which the CTA waits, all or none. */
static void unite_waits(Passes *p, Mode mode)
{
    const Code apart = passes_keep(p);
    Back *b = analyse_waits(p, mode == MODE_LANES ? MODE_CTA : mode);
    if (!back_goes_on(b) || !wait_unite(b))
        return;
    p->flow = FLOW_REWRITTEN;
    passes_verify(p, "uniting waits");
    passes_make_flow(p);
    if (loops_waiting(p->fn)) {
        passes_restore(p, &apart);
    } else {
        p->apart = apart;
        p->first = passes_keep(p);
        p->m->fired |= UINT64_C(1) << WAITS;
    }
    passes_make_flow(p);
}

Mode kernel_mode_apart(Fn *fn, const char **why)
{
    *why = loops_waiting(fn) ? "a loop waits for other threads" : NULL;
    return mode_of(fn, why);
}

/* Where only the order of a warp's lanes makes them meet, and %laneid tells nothing, the whole CTA may: phases know each row of it,
 * however long, and warps only those of 32. */
static bool unite_warps(Passes *p)
{
    const Code warps = passes_keep(p);
    if (p->literal || fn_reads_shape(p->fn, SHAPE_LANE, SHAPE_WARP) || !lockstep_widen(p->m, p->fn))
        return false;
    p->warps = warps;
    p->first = passes_keep(p);
    p->flow = FLOW_REWRITTEN;
    passes_make_flow(p);
    return true;
}

Mode kernel_mode(Passes *p, const char **why)
{
    *why = NULL;
    Mode mode = mode_of(p->fn, why);
    if (mode == MODE_SCHED)
        return mode;
    if (!loops_waiting(p->fn))
        return mode == MODE_WARP && unite_warps(p) ? MODE_CTA : mode;
    if (!p->literal && pass_runs(p->m, WAITS))
        unite_waits(p, mode);
    *why = p->apart.ins.at ? NULL : "a loop waits for other threads";
    return *why ? MODE_SCHED : mode == MODE_LANES ? MODE_CTA : mode;
}

Mode kernel_mode_behind(Mode failed) { return failed == MODE_CTA ? MODE_WARP : MODE_SCHED; }

Mode kernel_next_mode(Passes *p, const Code *was, Mode failed)
{
    const Mode next = kernel_mode_behind(failed);
    passes_restore(p, p->warps.ins.at ? &p->warps : next == MODE_SCHED && p->apart.ins.at ? &p->apart : was);
    return next;
}

/* Warps of some CTAs may not lie in rows. */
static bool has_uneven_rows(const Fn *fn)
{
    return fn_reads_shape(fn, SHAPE_TID, SHAPE_TID) && (!fn->reqntid[0] || fn->reqntid[0] % 32);
}

bool kernel_is_alone(const Fn *fn) { return fn->ins.n > ALONE_LIMIT; }

bool kernel_rows_run_first(const Fn *fn) { return !kernel_is_alone(fn) && !local_bytes(fn) && !fn_calls(fn); }

bool kernel_needs_any(const Fn *fn, const Back *rows)
{
    if (!rows)
        return has_uneven_rows(fn) && !kernel_is_alone(fn);
    for (int i = 0; i < rows->fn->ins.n; i++)
        if (rows->spec[i] != SPEC_NONE && !(rows->spec[i] & SPEC_LOCAL))
            return true;
    return false;
}

/* What the version of MODE_WARP for warps of any shape is for; NULL: the other one can run all. */
static const char *other_warps(Passes *p, const Code *code, bool rows)
{
    if (kernel_needs_any(p->fn, NULL))
        return "warps that do not lie in a row of the CTA";
    const Back *b = passes_run(p, MODE_WARP, rows);
    const bool fails = b->ok && kernel_needs_any(p->fn, b);
    passes_restore(p, code);
    return fails ? "warps for which a check fails" : NULL;
}

/* The kernel for warps of any shape, which it must be fit for unless those that lie in rows may run first; NULL: it is. */
static Back *fails_for_any(Passes *p, const Code *code, bool rows, Tried *tried)
{
    const Back *first = rows && kernel_rows_run_first(p->fn) ? passes_run(p, MODE_WARP, true) : NULL;
    tried->first = back_goes_on(first) && !info(first->tree)->has_cta;
    if (first)
        passes_restore(p, code);
    Back *any = passes_run(p, MODE_WARP, false);
    tried->first = tried->first && !any->ok;
    passes_restore(p, code);
    return any->ok ? NULL : any;
}

/* The kernel as it is in that mode; NULL when it can't be, which tried tells more of. */
static Back *try_mode(Passes *p, Mode mode, Tried *tried)
{
    const Code code = passes_keep(p);
    const bool rows = mode != MODE_WARP || !kernel_is_alone(p->fn);
    tried->any = mode == MODE_WARP ? other_warps(p, &code, rows) : NULL;
    Back *failed = tried->any ? fails_for_any(p, &code, rows, tried) : NULL;
    Back *b = failed ? failed : passes_run(p, mode, rows);
    for (Variant v = 0; v < VARIANTS; v++)
        if (b->ok && !(kernel_variants[v].only && tried->any) && passes_finds(v, b)) {
            if (kernel_variants[v].run(p, &code, b))
                tried->any = kernel_variants[v].what;
            b = passes_run_anew(p, &code, mode, rows);
        }
    if (b->ok)
        return b;
    if (!tried->stopped) {
        tried->failed = mode;
        tried->stopped = b->why;
        tried->at = p->fn->ins.at[b->why_ins];
        tried->at.made = false;
    }
    tried->any = NULL;
    passes_restore(p, &code);
    return NULL;
}

/* The kernel in some mode, from that one on, or NULL. */
static Back *analyse_from(Passes *p, Mode mode, Tried *tried)
{
    const Code was = passes_keep(p);
    Back *b = NULL;
    while (!b && mode != MODE_SCHED) {
        b = try_mode(p, mode, tried);
        mode = b ? mode : kernel_next_mode(p, &was, mode);
    }
    return b;
}

Back *kernel_analyse(Arena *a, Module *m, Fn *fn, Tried *tried)
{
    Passes p = passes_begin(a, m, fn, false);
    const Code own = passes_keep(&p);
    Back *b = NULL;
    if (lockstep_drop(m, fn)) {
        p.flow = FLOW_REWRITTEN;
        passes_make_flow(&p);
        p.first = passes_keep(&p);
        b = analyse_from(&p, kernel_mode_apart(fn, &tried->why), tried);
        *tried = b ? *tried : (Tried){0};
        tried->any = b ? "CTAs with rows of other lengths, in whose warps lanes may meet" : NULL;
        p.first = own;
    }
    if (!b) {
        passes_restore(&p, &own);
        passes_make_flow(&p);
        b = analyse_from(&p, kernel_mode(&p, &tried->why), tried);
    }
    return b ? b : passes_run(&p, MODE_SCHED, false);
}

void passes_only(Arena *a, Module *m, Fn *fn)
{
    Tried tried = {0};
    if (fn->is_entry && pass_runs(m, WAITS))
        kernel_analyse(a, m, fn, &tried);
    else if (pass_runs(m, PARAMETERS))
        passes_begin(a, m, fn, false);
}
