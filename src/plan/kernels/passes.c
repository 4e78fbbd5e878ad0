/* passes.c: the passes that a function goes through, in their order, from its matched instructions to a plan that is
 * printed; kernel_mode.c says which of the ways to run a kernel is taken.  Before it come parse_module, check_module,
 * param_addresses, pair_addresses, indirect_branch_share, library_powers, constants_fold, lockstep_insert, inline_calls and data_layout,
 * behind it emit_kernel or emit_device. */
#include "plan/passes.h"
#include "analysis/uniform.h"

enum { WEB_ROUNDS = 3, SPECIAL_ROUNDS = 4 };
enum { REWRITE_ROUNDS = 32, REWRITE_WORK = 6000 }; /* passes in one function at most; instructions looked at */

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
    {"guard-release", .run = guard_release},
    {"induction-split", .run = induction_split},
    {"sign-test", .run = sign_test_split},
    {"short-divisions", .run = division_shorten},
    {"local-offsets", .run = local_offsets},
    {"if-conversion", .run = if_convert},
    {"remaking", .run = remake},
    {"match-ranks", .run = match_rank},
    {"warp-collectives", .run = warp_collective, .uneven = true},
    {"clamps", .run = clamp_form},
    {"condition-split", .run = condition_split},
    {"hoist-addresses", .run = hoist_addresses},
    {"branch-interchange", .run = branch_interchange},
    {"reroll", .run = reroll_one},
    {"thread-tables", .run = thread_tables},
    {"late-stores", .run = store_late},
    {"versioning", .run = version_one},
    {"counter-split", .run = counter_split},
    {"loop-masking", .run = loop_mask_one, .failed = loop_mask_failed, .wants = loop_mask_scatters, .help = version_one},
    {"neutral-steps", .run = neutral_step},
    {"hoist-from-lanes", .run = hoist_from_lanes},
    {"sinking", .run = sink_moves},
    {"edge-loads", .run = edge_loads},
    {"shared-ahead", .run = shared_ahead},
    {"flag-stores", .run = flag_store},
    {"load-combining", .run = load_combine},
    {"shared-offsets", .run = shared_offsets},
};
enum { PASSES = sizeof passes / sizeof *passes, PASSES_ONCE = 12 };
_Static_assert(FIRST + PASSES <= PASSES_MOST, "bits of Module.fired");

static const char *const first_passes[FIRST] = {"inlining", "parameters", "textures", "branches", "narrowing", "rounds", "ranges", "floats", "copies",
                                                "special-cases", "webs", "booleans", "ballots", "ways", "divisions", "subnormals", "waits"};

const char *pass_name(int i) { return i < FIRST ? first_passes[i] : i < FIRST + PASSES ? passes[i - FIRST].name : NULL; }

bool pass_runs(const Module *m, int which) { return !m->passes || which < m->passes; }

/* ---- a function as all ways to run it want it ---------------------------------------------------------------------- */

void passes_verify(const Passes *p, const char *after)
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

/* A pass over a function whose values are not known; true: it has blocks, and behind them live registers, made anew. */
typedef struct Normalization {
    int id;
    bool (*run)(Arena *a, Module *m, Fn *fn);
    int again;   /* so often more, while it finds something */
    bool copies; /* it leaves some */
} Normalization;

static const Normalization normalizations[] = {
    {BRANCHES, .run = branch_invert},
    {BRANCHES, .run = moves_unite},
    {BRANCHES, .run = moves_hoist},
    {NARROWING, .run = numbers_narrow},
    {ROUNDS, .run = rounds_unroll},
    {RANGES, .run = ranges_fold},
    {FLOATS, .run = float_promote},
    {COPIES, .run = carry_copies, .again = 1},
    {SPECIAL_CASES, .run = special_cases, .again = SPECIAL_ROUNDS - 1, .copies = true},
    {.run = NULL},
}, live_normalizations[] = { /* that need live registers */
    {BRANCHES, .run = constants_hoist},
    {BRANCHES, .run = places_hoist},
    {WEBS, .run = rename_webs},
    {BRANCHES, .run = latches_turn},
    {BOOLEANS, .run = boolean_promote, .copies = true},
    {BALLOTS, .run = ballots_match},
    {WAYS, .run = ways_share},
    {DIVISIONS, .run = strides_count},
    {DIVISIONS, .run = division_find},
    {SUBNORMALS, .run = subnormal_build},
    {.run = NULL},
};

/* Whether the last of them found something. */
static bool normalize(const Passes *p, const Normalization *n, bool live)
{
    bool any = false;
    for (; n->run && !p->literal; n++) {
        any = false;
        for (int i = 0; i <= n->again && pass_runs(p->m, n->id) && n->run(p->a, p->m, p->fn); i++) {
            any = true;
            cfg_build(p->a, p->fn, false);
            if (n->copies)
                copy_values(p->m, p->fn);
            if (live)
                live_build(p->a, p->fn, false);
        }
        passes_verify(p, pass_name(n->id));
    }
    return any;
}

Passes passes_begin(Arena *a, Module *m, Fn *fn, bool literal)
{
    Passes p = {.a = a, .m = m, .fn = fn, .literal = literal, .flow = FLOW_FRESH};
    param_to_regs(m, fn);
    if (fn->is_entry)
        data_layout_dynamic(m, fn);
    if (pass_runs(m, TEXTURES))
        texture_descriptors(m, fn);
    cfg_build(a, fn, false);
    passes_verify(&p, "parameters and textures");
    normalize(&p, normalizations, false);
    live_build(a, fn, false);
    p.daz = normalize(&p, live_normalizations, true);
    p.first = passes_keep(&p);
    return p;
}

void passes_fold(Passes *p)
{
    cfg_build(p->a, p->fn, false);
    for (int i = 0; i < 2; i++) /* what has become a copy may show a constant */
        normalize(p, normalizations, false);
    p->flow = FLOW_REWRITTEN;
    passes_make_flow(p);
}

void passes_make_flow(Passes *p)
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

Back *passes_analyse_as(const Passes *p, Back as)
{
    Back *b = NEW(p->a, Back);
    *b = as;
    b->tree = struct_build(p->a, b->fn, b->fn->blk[0], NULL, &b->gotos);
    b->ok = uniform_analyse(b);
    return b;
}

Back *passes_analyse(Passes *p, Mode mode, bool rows, int width)
{
    Back as = {.a = p->a, .m = p->m, .fn = p->fn, .mode = mode, .width = width, .rows = rows, .literal = p->literal,
               .by_quotients = p->by_quotients, .by_ranges = p->by_ranges && mode == MODE_LANES, .inner = p->inner && mode == MODE_CTA, .inside = p->inside && mode == MODE_LANES, .walks = p->walks};
    passes_make_flow(p);
    if (!p->fn->nblk)
        return NULL;
    Back *b = passes_analyse_as(p, as);
    if (b->ok || p->literal || !info(b->tree)->has_cta)
        return b;
    as.cta_loads = true;
    Back *again = passes_analyse_as(p, as);
    return again->ok ? again : b;
}

static Back *analyse_again(Passes *p, const Back *b)
{
    const Mode mode = b->mode;
    const bool rows = b->rows;
    const int width = b->width;
    passes_reset(p);
    return passes_analyse(p, mode, rows, width);
}

static void analyse_anew(Passes *p, const char *after, Back **b)
{
    p->flow = FLOW_REWRITTEN;
    passes_verify(p, after);
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
    for (int i = 0; i < ROUNDS && pass_runs(p->m, FIRST) && *b && !(*b)->ok && run_pass(p, 0, b); i++) {}
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
    for (int i = 0; any && i < REWRITE_ROUNDS && left > 0 && back_goes_on(*b); i++) {
        any = false;
        for (int k = PASSES_ONCE; k < PASSES && pass_runs(p->m, FIRST + k) && !any; k++)
            any = run_pass(p, k, b);
        left -= p->fn->ins.n;
    }
}

static void rewrite_once(Passes *p, Back **b, const char *name, bool (*run)(Back *b))
{
    if (back_goes_on(*b) && run(*b))
        analyse_anew(p, name, b);
}

static bool use_borders(Back *b) { return border_fold(b) || border_leave(b); }

static void rewrite(Passes *p, Back **b)
{
    if (back_goes_on(*b) && ((*b)->inside || (*b)->inner))
        rewrite_once(p, b, "sign-test", sign_test_split);
    if (back_goes_on(*b) && (*b)->inside)
        rewrite_once(p, b, "hoist-addresses", hoist_addresses);
    rewrite_once(p, b, "border-hoisting", border_hoist);
    rewrite_once(p, b, "border folding", use_borders);
    for (int i = 1; i < PASSES_ONCE && pass_runs(p->m, FIRST + i) && back_goes_on(*b); i++)
        run_pass(p, i, b);
    run_rounds(p, b);
    rewrite_once(p, b, "unneeded versions", version_drop);
}

static void rewrite_uneven(Passes *p, Back **b)
{
    for (int i = 1; i < PASSES && pass_runs(p->m, FIRST + i) && back_goes_on(*b); i++)
        if (passes[i].uneven)
            run_pass(p, i, b);
}

static Back *run_width(Passes *p, Mode mode, bool rows, int width)
{
    Back *b = passes_analyse(p, mode, rows, width);
    if (mode == MODE_WARP && !p->literal)
        unite(p, &b);
    if (rows && !p->literal)
        rewrite(p, &b);
    else if (!p->literal)
        rewrite_uneven(p, &b);
    if (back_goes_on(b) && (b->ok = region_build(b))) {
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
    register_sign_find(b);
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
    Back *x = passes_analyse(other, b->mode, true, width);
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
    if (chosen && back_goes_on(b))
        b = choose_width(p, b, &first, &walks);
    if (back_goes_on(b))
        finish(b);
    if (walks)
        cost_mark_walks(b);
    if (chosen && back_goes_on(b))
        cost_mark_branches(b);
    return b;
}
