/* passes.c: the passes that a function goes through, in their order, from its matched instructions to a plan that is
 * printed; and which of the ways to run a kernel is taken.  Before it come parse_module, check_module,
 * param_addresses, pair_addresses, indirect_branch_share, library_powers, constants_fold, lockstep_insert, inline_calls and data_layout,
 * behind it emit_kernel or emit_device. */
#include "plan/passes.h"
#include "analysis/uniform.h"

enum { WEB_ROUNDS = 3, SPECIAL_ROUNDS = 4 };
enum { REWRITE_ROUNDS = 32, REWRITE_WORK = 6000 }; /* passes in one function at most; instructions looked at */
enum { ALONE_LIMIT = 10000 }; /* larger kernels are made in one version alone: C compilers take minutes for them */

/* A pass that rewrites one place of an analysed function; true: everything about the function must be made anew. */
typedef struct Pass {
    const char *name;
    bool (*run)(Back *b);
    bool (*failed)(const Back *b); /* the analysis of the new code shows that it should not have been; or NULL */
    bool (*wants)(const Back *b);  /* likewise, unless this pass, which may then run as well, helps: */
    bool (*help)(Back *b);
    bool uneven; /* also for CTAs whose warps do not lie in rows */
} Pass;

/* The first one where a warp's lanes part as they must not, as often as it helps.  The next each once, in this order; of the rest the first that finds something, until none does. */
static const Pass passes[] = {
    {"jump-predication", .run = jump_predicate},
    {"volatile", .run = volatile_weaken},
    {"block-scans", .run = block_scan},
    {"thread-tables", .run = thread_tables},
    {"guard-release", .run = guard_release},
    {"induction-split", .run = induction_split},
    {"sign-test", .run = sign_test_split},
    {"long-division", .run = long_division},
    {"local-offsets", .run = local_offsets},
    {"if-conversion", .run = if_convert},
    {"remaking", .run = remake},
    {"match-ranks", .run = match_rank},
    {"warp-collectives", .run = warp_collective, .uneven = true},
    {"condition-split", .run = condition_split},
    {"hoist-addresses", .run = hoist_addresses},
    {"branch-interchange", .run = branch_interchange},
    {"reroll", .run = reroll_one},
    {"versioning", .run = version_one},
    {"counter-split", .run = counter_split},
    {"loop-masking", .run = loop_mask_one, .failed = loop_mask_failed, .wants = loop_mask_scatters, .help = version_one},
    {"neutral-steps", .run = neutral_step},
    {"hoist-from-lanes", .run = hoist_from_lanes},
    {"sinking", .run = sink_moves},
    {"edge-loads", .run = edge_loads},
    {"late-stores", .run = store_late},
    {"shared-ahead", .run = shared_ahead},
    {"flag-stores", .run = flag_store},
    {"load-combining", .run = load_combine},
    {"shared-offsets", .run = shared_offsets},
};
enum { PASSES = sizeof passes / sizeof *passes, PASSES_ONCE = 12 };
_Static_assert(FIRST + PASSES <= PASSES_MOST, "bits of Module.fired");

static const char *const first_passes[FIRST] = {"inlining", "parameters", "textures", "branches", "narrowing", "rounds", "ranges", "copies",
                                                "special-cases", "webs", "booleans", "ballots", "ways", "divisions", "subnormals", "waits"};

const char *pass_name(int i) { return i < FIRST ? first_passes[i] : i < FIRST + PASSES ? passes[i - FIRST].name : NULL; }

static bool runs(const Module *m, int which) { return !m->passes || which < m->passes; }

static bool goes_on(const Back *b) { return b && b->ok; }

/* ---- a function as all ways to run it want it ---------------------------------------------------------------------- */

static void verify(const Passes *p, const char *after)
{
    if (p->m->verify)
        ir_verify(p->m, p->fn, p->flow == FLOW_FRESH, after);
}

static bool carry_copies(Arena *a, Module *m, Fn *fn)
{
    (void)a;
    copy_shortened(m, fn);
    copy_constants(m->code, fn);
    copy_values(m, fn);
    return copy_chosen(fn) || copy_again(fn);
}

/* Round by round, while copies that it makes may let it find more. */
static bool rename_webs(Arena *a, Module *m, Fn *fn)
{
    bool copies = true;
    for (int i = 0; copies && i < WEB_ROUNDS && web_rename(m, fn, &copies); i++) {
        cfg_build(a, fn, false);
        live_build(a, fn, false);
    }
    return false;
}

static bool find_divisions(Arena *a, Module *m, Fn *fn)
{
    (void)a;
    division_find(m, fn);
    return false;
}

static bool flush_subnormals(Arena *a, Module *m, Fn *fn)
{
    (void)a;
    return fn->is_entry && subnormal_build(m, fn);
}

/* A pass over a function whose values are not known; true: it has blocks, and behind them live registers, made anew. */
typedef struct Normalization {
    int id;
    bool (*run)(Arena *a, Module *m, Fn *fn);
    int again;   /* so often more, while it finds something */
    bool copies; /* it leaves some */
} Normalization;

static const Normalization normalizations[] = {
    {BRANCHES, .run = moves_hoist},
    {NARROWING, .run = numbers_narrow},
    {ROUNDS, .run = rounds_unroll},
    {RANGES, .run = ranges_fold},
    {COPIES, .run = carry_copies, .again = 1},
    {SPECIAL_CASES, .run = special_cases, .again = SPECIAL_ROUNDS - 1, .copies = true},
    {.run = NULL},
}, live_normalizations[] = { /* that need live registers */
    {BRANCHES, .run = constants_hoist},
    {WEBS, .run = rename_webs},
    {BOOLEANS, .run = boolean_promote, .copies = true},
    {BALLOTS, .run = ballots_match},
    {WAYS, .run = ways_share},
    {DIVISIONS, .run = find_divisions},
    {SUBNORMALS, .run = flush_subnormals},
    {.run = NULL},
};

/* Whether the last of them found something. */
static bool normalize(const Passes *p, const Normalization *n, bool live)
{
    bool any = false;
    for (; n->run && !p->literal; n++) {
        any = false;
        for (int i = 0; i <= n->again && runs(p->m, n->id) && n->run(p->a, p->m, p->fn); i++) {
            any = true;
            cfg_build(p->a, p->fn, false);
            if (n->copies)
                copy_values(p->m, p->fn);
            if (live)
                live_build(p->a, p->fn, false);
        }
        verify(p, pass_name(n->id));
    }
    return any;
}

Passes passes_begin(Arena *a, Module *m, Fn *fn, bool literal)
{
    Passes p = {.a = a, .m = m, .fn = fn, .literal = literal, .flow = FLOW_FRESH};
    param_to_regs(m, fn);
    if (fn->is_entry)
        data_layout_dynamic(m, fn);
    if (runs(m, TEXTURES))
        texture_descriptors(m, fn);
    if (!literal && runs(m, BRANCHES))
        branch_invert(m->code, fn);
    cfg_build(a, fn, false);
    verify(&p, "parameters, textures and branches");
    normalize(&p, normalizations, false);
    live_build(a, fn, false);
    p.daz = normalize(&p, live_normalizations, true);
    p.first = passes_keep(&p);
    return p;
}

/* Blocks and live registers, where these are not those of the function as it is now. */
static void make_flow(Passes *p)
{
    if (p->flow != FLOW_FRESH)
        cfg_build(p->a, p->fn, false);
    if (p->flow == FLOW_REWRITTEN && !p->literal)
        copy_constants(p->m->code, p->fn);
    if (p->flow != FLOW_FRESH)
        live_build(p->a, p->fn, false);
    p->flow = FLOW_FRESH;
}

/* ---- analysis and rewriting ------------------------------------------------------------------------------------------ */

static Back *analyse_as(const Passes *p, Back as)
{
    Back *b = NEW(p->a, Back);
    *b = as;
    b->tree = struct_build(p->a, b->fn, b->fn->blk[0], NULL, &b->gotos);
    b->ok = uniform_analyse(b);
    return b;
}

/* The function with what is known of its values; NULL: it has no code. */
static Back *analyse(Passes *p, Mode mode, bool rows, int width)
{
    Back as = {.a = p->a, .m = p->m, .fn = p->fn, .mode = mode, .width = width, .rows = rows, .literal = p->literal,
               .by_quotients = p->by_quotients, .by_ranges = p->by_ranges && mode == MODE_LANES, .inner = p->inner && mode == MODE_CTA, .inside = p->inside && mode == MODE_LANES, .walks = p->walks};
    make_flow(p);
    if (!p->fn->nblk)
        return NULL;
    Back *b = analyse_as(p, as);
    if (b->ok || p->literal || !info(b->tree)->has_cta)
        return b;
    as.cta_loads = true;
    Back *again = analyse_as(p, as);
    return again->ok ? again : b;
}

static Back *analyse_again(Passes *p, const Back *b)
{
    const Mode mode = b->mode;
    const bool rows = b->rows;
    const int width = b->width;
    passes_reset(p);
    return analyse(p, mode, rows, width);
}

static void analyse_anew(Passes *p, const char *after, Back **b)
{
    p->flow = FLOW_REWRITTEN;
    verify(p, after);
    *b = analyse_again(p, *b);
}

/* Whether what a pass has made is not what it should be, also when the pass that may help has. */
static bool has_failed(Passes *p, const Pass *pass, Back **b)
{
    enum { HELP_ROUNDS = 8 };
    for (int i = 0; i < HELP_ROUNDS && *b && pass->wants && !pass->failed(*b) && pass->wants(*b); i++) {
        const InsList before = p->fn->ins;
        if (!pass->help(*b))
            break;
        analyse_anew(p, pass->name, b);
        passes_drop(p, before);
    }
    return *b && ((pass->failed && pass->failed(*b)) || (pass->wants && pass->wants(*b)));
}

/* Runs a pass; *b is the function as it is then.  False: it found nothing. */
static bool run_pass(Passes *p, int which, Back **b)
{
    const Pass *pass = &passes[which];
    const Code before = pass->failed ? passes_keep(p) : (Code){.ins = p->fn->ins};
    if (!pass->run(*b))
        return false;
    const int place = (*b)->rewritten_at;
    p->m->fired |= UINT64_C(1) << (FIRST + which);
    analyse_anew(p, pass->name, b);
    if (has_failed(p, pass, b)) {
        passes_restore(p, &before);
        p->fn->ins.at[place].alone = true;
        *b = analyse_again(p, *b);
    } else
        passes_drop(p, before.ins);
    return true;
}

/* Makes what the lanes of a warp must do together such that they do. */
static void unite(Passes *p, Back **b)
{
    enum { ROUNDS = 8 };
    const Code before = passes_keep(p);
    for (int i = 0; i < ROUNDS && runs(p->m, FIRST) && *b && !(*b)->ok && run_pass(p, 0, b); i++) {}
    if (*b && !(*b)->ok && p->fn->ins.at != before.ins.at) {
        passes_restore(p, &before);
        *b = analyse_again(p, *b);
    }
}

/* Of the passes that are not done once the first that finds something, until none does. */
static void run_rounds(Passes *p, Back **b)
{
    int left = REWRITE_WORK;
    bool any = true;
    for (int i = 0; any && i < REWRITE_ROUNDS && left > 0 && goes_on(*b); i++) {
        any = false;
        for (int k = PASSES_ONCE; k < PASSES && runs(p->m, FIRST + k) && !any; k++)
            any = run_pass(p, k, b);
        left -= p->fn->ins.n;
    }
}

static void rewrite(Passes *p, Back **b)
{
    if (goes_on(*b) && (*b)->inside && sign_test_split(*b))
        analyse_anew(p, "sign-test", b);
    if (goes_on(*b) && (*b)->inside && hoist_addresses(*b))
        analyse_anew(p, "hoist-addresses", b);
    if (goes_on(*b) && (border_fold(*b) || border_leave(*b)))
        analyse_anew(p, "border folding", b);
    for (int i = 1; i < PASSES_ONCE && runs(p->m, FIRST + i) && goes_on(*b); i++)
        run_pass(p, i, b);
    run_rounds(p, b);
    if (goes_on(*b) && version_drop(*b))
        analyse_anew(p, "unneeded versions", b);
}

static void rewrite_uneven(Passes *p, Back **b)
{
    for (int i = 1; i < PASSES && runs(p->m, FIRST + i) && goes_on(*b); i++)
        if (passes[i].uneven)
            run_pass(p, i, b);
}

static Back *run_width(Passes *p, Mode mode, bool rows, int width)
{
    Back *b = analyse(p, mode, rows, width);
    if (mode == MODE_WARP && !p->literal)
        unite(p, &b);
    if (rows && !p->literal)
        rewrite(p, &b);
    else if (!p->literal)
        rewrite_uneven(p, &b);
    if (goes_on(b) && (b->ok = region_build(b))) {
        local_layout_choose(b);
        lane_strides_find(b);
    }
    return b;
}

/* What no cost is told from. */
static void finish(Back *b)
{
    name_all(b);
    products_join(b);
    array_sharing_build(b);
    lane_demand_find(b);
    lane_periods_find(b);
    lane_choices_find(b);
    columns_find(b);
    masked_sides_find(b);
    if (!b->literal) {
        b->plan->numbers = never_nan_find(b);
        b->plan->signless = never_signed_find(b, b->plan->numbers);
        b->plan->quiet = quiet_nan_find(b);
    }
    address_width_find(b);
    state_promotion_begin(b);
}

/* The function as it was, to be analysed again for chunks of so many lanes. */
static Back *run_again(Passes *p, const Code *first, Mode mode, int width)
{
    passes_restore(p, first);
    passes_reset(p);
    return run_width(p, mode, true, width);
}

/* Whether something of what b has made of the function could be told, or checked, for chunks of so many lanes that can't be for more. */
static bool tells_more(Passes *other, Back *b, int width)
{
    Back *x = analyse(other, b->mode, true, width);
    bool more = !x->ok;
    for (int i = 0; i < b->fn->ins.n && !more; i++) {
        const Dest d = b->blk_of[i] ? ins_dest(&b->fn->ins.at[i]) : (Dest){0, -1};
        more = d.n == 1 && b->reg[d.reg].val.kind == VAL_VAR &&
               (x->reg[d.reg].val.kind != VAL_VAR || uniform_guess(x, i, true).kind != uniform_guess(b, i, true).kind);
    }
    return more;
}

/* For chunks of as many lanes as are likely to take least: of each half as many while fields of bits may be told from that.  Nothing is
 * cut for quotients that are not found. */
static Back *choose_fields(Passes *p, Back *b, const Code *first)
{
    const int64_t wide = cost_of(b);
    int64_t least = wide;
    bool fields = cost_wants_fields(b) && (!p->by_quotients || cost_cuts_quotients(b));
    for (int width = CHUNK_LANES / 2; fields && width >= cost_near_lines(); width /= 2) {
        Arena tmp = {0};
        Passes other = passes_aside(p, &tmp);
        Back *x = tells_more(&other, b, width) ? run_again(&other, first, b->mode, width) : NULL;
        fields = !x || (x->ok && cost_wants_fields(x));
        if (!x || !x->ok || cost_of(x) >= least - least / 16) {
            passes_back(p, &other);
            continue;
        }
        least = cost_of(x);
        passes_replace(p, &other, x);
        b = x;
    }
    b->narrow = b->width < CHUNK_LANES ? b->width : 0;
    if (b->narrow)
        b->weighed = arena_printf(p->a, "a thread's work is estimated at %lld with chunks of %d threads, with those of %d at %lld",
                                  (long long)least, b->width, CHUNK_LANES, (long long)wide);
    return b;
}

/* With chunks of as many lanes as are likely to take least; *walks: each lane walks through memory of its own. */
static Back *choose_width(Passes *p, Back *b, const Code *first, bool *walks)
{
    if (cost_wants_fields(b))
        b = choose_fields(p, b, first);
    *walks = b->width > cost_near_lines() && !b->plan->has_rows && cost_walks(b);
    if (!*walks)
        return b;
    if (load_combine_finds(b)) {
        p->walks = true;
        b = run_again(p, first, b->mode, b->width);
        p->walks = false;
    }
    b->narrow = cost_near_lines();
    b->weighed = arena_printf(p->a, "chunks of %d threads, because each walks through memory of its own", b->narrow);
    return b;
}

Back *passes_run(Passes *p, Mode mode, bool rows)
{
    if (mode == MODE_SCHED)
        return sched_prepare(p->a, p->m, p->fn, p->literal);
    const Code first = passes_keep(p);
    const bool chosen = rows && !p->literal && (mode == MODE_LANES || mode == MODE_CTA);
    bool walks = false;
    Back *b = run_width(p, mode, rows, CHUNK_LANES);
    if (chosen && goes_on(b))
        b = choose_width(p, b, &first, &walks);
    if (goes_on(b))
        finish(b);
    if (walks)
        cost_mark_walks(b);
    if (chosen && goes_on(b))
        cost_mark_branches(b);
    return b;
}

enum { TWICE_MOST = 2000 }; /* instructions of a kernel that is made twice */

/* The function as it was. */
static Back *run_anew(Passes *p, const Code *was, Mode mode, bool rows)
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
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        grows |= !ref.write && b->reg[ref.reg].val.kind == VAL_AFF && b->reg[ref.reg].val.grid;
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

static Back *run_by_ranges(Passes *p, const Code *was, const Back *other)
{
    (void)other;
    p->by_ranges = true;
    Back *b = run_anew(p, was, MODE_LANES, true);
    p->by_ranges = false;
    return goes_on(b) && condition_parts(b) ? b : NULL;
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
            for (Refs ref = ins_refs(ins); refs_next(&ref);)
                any |= !ref.write && b->reg[ref.reg].val.kind == VAL_AFF && b->reg[ref.reg].val.grid;
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
    p->inner = true;
    Back *b = run_anew(p, was, MODE_CTA, true);
    p->inner = false;
    if (!goes_on(b) || b->narrow || !is_asked_once(b))
        return NULL;
    const int64_t less = cost_of(b);
    return less < cost - cost / 8 || (less < cost && kernel_has_rows(p->fn)) ? b : NULL;
}

static Back *run_inside(Passes *p, const Code *was, const Back *other)
{
    const int64_t cost = cost_of(other);
    const int pieces = cost_pieces(other);
    p->inside = true;
    Back *b = run_anew(p, was, MODE_LANES, true);
    p->inside = false;
    return goes_on(b) && !b->narrow && cost_of(b) <= cost && cost_pieces(b) <= pieces / 2 - 1 ? b : NULL;
}

/* By register: whether it is the same for all lanes. */
static const bool *find_alike(const Passes *p, const Back *b)
{
    bool *alike = NEWN(p->m->code, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        alike[r] = b->reg[r].val.kind == VAL_UNI;
    return alike;
}

static Back *run_by_quotients(Passes *p, const Code *was, const Back *other)
{
    const int64_t cost = cost_of(other), bytes = cost_memory(other);
    const bool *alike = find_alike(p, other);
    passes_restore(p, was);
    passes_reset(p);
    make_flow(p);
    while (short_division(p->m, p->fn)) {
        p->flow = FLOW_REWRITTEN;
        make_flow(p);
    }
    if (single_round(p->m, p->fn, alike))
        p->flow = FLOW_REWRITTEN;
    const Code began = p->first;
    p->first = passes_keep(p); /* which other widths go back to */
    p->by_quotients = p->by_ranges = true;
    Back *b = analyse(p, MODE_LANES, true, CHUNK_LANES);
    if (goes_on(b))
        b = cost_cuts_quotients(b) ? passes_run(p, MODE_LANES, true) : NULL;
    p->by_quotients = p->by_ranges = false;
    p->first = began;
    if (!goes_on(b) || !single_round_holds(b))
        return NULL;
    const int64_t now = cost_of_quotients(b);
    return now < (cost_memory(b) < bytes ? cost : cost / 2) ? b : NULL;
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
    return goes_on(b) && cost_memory(b) <= bytes / 2 ? b : NULL;
}

static bool finds_columns(const Back *b) { return transposition_applies(b->fn) && kernel_merges(b->a, b->fn); }

static const struct {
    Mode mode;
    bool (*finds)(const Back *b);
    Back *(*run)(Passes *p, const Code *was, const Back *other);
    bool only; /* where there is no other */
    const char *what;
} variants[VARIANTS] = {
    [BY_QUOTIENTS] = {MODE_LANES, finds_quotients, run_by_quotients, false, "neighbouring threads whose quotients agree"},
    [BY_RANGES] = {MODE_LANES, finds_ranges, run_by_ranges, true, "chunks that a condition cuts, which part of their lanes meet instead"},
    [INNER] = {MODE_CTA, finds_borders, run_inner, false, "CTAs that are away from the borders at which places are clamped or compared"},
    [INSIDE] = {MODE_LANES, border_has_edges, run_inside, false, "chunks that are away from the edges with which places are compared"},
    [TRANSPOSED] = {MODE_LANES, finds_columns, run_transposed, false, "grids with long rows along y, whose neighbours read memory together"},
};

bool passes_finds(Variant v, const Back *b) { return b->mode == variants[v].mode && variants[v].finds(b); }

Back *passes_run_variant(Passes *p, Variant v, const Code *was, const Back *other) { return variants[v].run(p, was, other); }

/* ---- how a kernel is run --------------------------------------------------------------------------------------------- */

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
    Back *b = analyse(p, mode, true, CHUNK_LANES);
    if (!b || b->ok || mode != MODE_WARP)
        return b;
    const Back as = {.a = p->a, .m = p->m, .fn = p->fn, .mode = mode, .width = CHUNK_LANES, .rows = true, .parts_warps = true};
    passes_reset(p);
    make_flow(p);
    return analyse_as(p, as);
}

/* Loops that wait for other CTAs become places at which the CTA waits, all or none. */
static void unite_waits(Passes *p, Mode mode)
{
    const Code apart = passes_keep(p);
    Back *b = analyse_waits(p, mode == MODE_LANES ? MODE_CTA : mode);
    if (!goes_on(b) || !wait_unite(b))
        return;
    p->flow = FLOW_REWRITTEN;
    verify(p, "uniting waits");
    make_flow(p);
    if (loops_waiting(p->fn)) {
        passes_restore(p, &apart);
    } else {
        p->apart = apart;
        p->first = passes_keep(p);
        p->m->fired |= UINT64_C(1) << WAITS;
    }
    make_flow(p);
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
    p->flow = FLOW_REWRITTEN;
    make_flow(p);
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
    if (!p->literal && runs(p->m, WAITS))
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
    tried->first = goes_on(first) && !info(first->tree)->has_cta;
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
        if (b->ok && !(variants[v].only && tried->any) && passes_finds(v, b)) {
            if (passes_run_variant(p, v, &code, b))
                tried->any = variants[v].what;
            b = run_anew(p, &code, mode, rows);
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

Back *kernel_analyse(Arena *a, Module *m, Fn *fn, Tried *tried)
{
    Passes p = passes_begin(a, m, fn, false);
    Mode mode = kernel_mode(&p, &tried->why);
    const Code was = passes_keep(&p);
    Back *b = NULL;
    while (!b && mode != MODE_SCHED) {
        b = try_mode(&p, mode, tried);
        mode = b ? mode : kernel_next_mode(&p, &was, mode);
    }
    return b ? b : passes_run(&p, MODE_SCHED, false);
}

void passes_only(Arena *a, Module *m, Fn *fn)
{
    Tried tried = {0};
    if (fn->is_entry && runs(m, WAITS))
        kernel_analyse(a, m, fn, &tried);
    else if (runs(m, PARAMETERS))
        passes_begin(a, m, fn, false);
}
