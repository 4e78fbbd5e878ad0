/* emit_sched.c: a kernel of MODE_SCHED as C.
 *
 * Regions of which one leads to the next only are a function: where lanes may have to wait in it, or are let go on, it has
 * places to begin at.  Whole warps run it from its head, without masks and places; what is less than a warp, or comes to
 * a place in between, runs a version apart. */
#include "emit/emit_fn.h"

/* The operand's text; other: where it is not given. */
static const char *given_or(Writer *w, const Ins *ins, ArgName name, const char *other)
{
    return isa_opnd(ins, name) ? lower_arg(w, ins, isa_arg(ins, name), 0).s : other;
}

/* How many threads the barrier waits for; with checks, these first see who arrives. */
static const char *counted(Writer *w, const Ins *ins, const char *lanes, const char *id, const char *count, const char *waits)
{
    return checks_order(w) ? arena_printf(w->b->a, "ptx2c_check_arrive(run, %s, %s, %s, %s, %s)", check_site(w, ins), lanes, id, count, waits)
                           : count;
}

/* wgmma.wait_group, of these lanes. */
static void check_products(Writer *w, const Ins *ins, const char *lanes)
{
    if (checks_order(w) && isa_has_word(ins, MOD_WAIT_GROUP))
        line(w, "ptx2c_check_wait_products(run, %s, %u);", lanes, (unsigned)ins->arg[isa_arg(ins, ARG_N)].imm);
}

/* A lane is about to arrive at its cluster's barrier, or to wait there. */
static void check_cluster(Writer *w, const Ins *ins, const char *in)
{
    const bool relaxed = isa_has_word(ins, MOD_RELAXED);
    const bool waits = array_has(w->b->fn->ins, ins + 1) && isa_has_word(ins + 1, MOD_CLUSTER) && isa_has_word(ins + 1, MOD_WAIT);
    if (isa_has_word(ins, MOD_ARRIVE))
        line(w, "%sptx2c_check_at_cluster(run, %s, l, %s, %s);", in, check_site(w, ins), waits && !relaxed ? "false" : "true", relaxed ? "true" : "false");
    else
        line(w, "%sptx2c_check_cluster_wait(run, %s, l);", in, check_site(w, ins));
}

/* What a lane that arrives does, behind its guard. */
static void arrive_lane(Writer *w, const Ins *ins, const char *id, const char *count, const char *waits)
{
    const char *in = ins->guard >= 0 ? "    " : "";
    if (isa_has_word(ins, MOD_CLUSTER)) {
        if (checks_order(w))
            check_cluster(w, ins, in);
        line(w, "%sptx2c_cluster_%s(run, l);", in, isa_has_word(ins, MOD_ARRIVE) ? "arrive" : "wait");
        return;
    }
    check_products(w, ins, "1u << l");
    count = counted(w, ins, "1u << l", id, count, waits);
    line(w, "%sptx2c_bar_put(run, l, %s, %s, %s, %s);", in, id, count, given_or(w, ins, ARG_C, "false"), waits);
}

/* Lanes arrive at the barrier; behind it they go on in the region's second part. */
static void arrive(Writer *w, const Ins *ins, int next)
{
    const bool cluster = isa_has_word(ins, MOD_CLUSTER), group = isa_has_word(ins, MOD_WAIT_GROUP), checks = checks_order(w);
    const bool alike = opnd_is_number(w->b, ins, isa_arg(ins, ARG_A)) && opnd_is_number(w->b, ins, isa_arg(ins, ARG_B));
    const char *waits = isa_has_word(ins, MOD_ARRIVE) ? "false" : "true";
    w->lane = true;
    const char *id = group ? "ptx2c_warpgroup(run)" : given_or(w, ins, ARG_A, "0");
    const char *count = group ? "ptx2c_warpgroup_threads(run)" : given_or(w, ins, ARG_B, "0");
    if (alike && !cluster && ins->guard < 0 && !isa_opnd(ins, ARG_C)) {
        w->lane = false;
        check_products(w, ins, "m");
        line(w, "ptx2c_bar_arrive(run, m, %d, %s, %s, %s);", next, id, counted(w, ins, "m", id, count, waits), waits);
    } else {
        const bool braces = checks && ins->guard >= 0;
        block(w, "PTX2C_MASKED(m) {");
        line(w, "s->at.pc[l] = %d;", next);
        if (ins->guard >= 0)
            line(w, "if (%s)%s", lower_cond(w, ins->guard, ins->guard_neg), braces ? " {" : "");
        arrive_lane(w, ins, id, count, waits);
        if (braces)
            line(w, "}");
        block_end(w);
    }
    if (checks && !cluster)
        line(w, "ptx2c_check_opened(run);");
    w->lane = false;
}

/* Lanes put their values and wait for their members (members: that operand; -1: all of the warp); then they take the
 * results in the region's second part. */
static void meet(Writer *w, const Ins *ins, int members, int next)
{
    const char *m = "m";
    w->lane = true;
    if (ins->guard >= 0) {
        m = arena_printf(w->b->a, "Q%d", w->labels++);
        line(w, "uint32_t %s = 0;", m);
        line(w, "PTX2C_MASKED(m) %s |= (uint32_t)(%s) << l;", m, lower_cond(w, ins->guard, ins->guard_neg));
        line(w, "PTX2C_MASKED(m & ~%s) s->at.pc[l] = %d;", m, next);
    }
    bool alike = opnd_is_number(w->b, ins, members);
    const char *named = members >= 0 ? lower_arg(w, ins, members, 0).s : "0xffffffffu";
    const bool checks = checks_order(w) && !ins->made;
    if (!alike || !collective_is_bare(ins) || checks) {
        block(w, checks ? "PTX2C_MASKED(%s) {" : "PTX2C_SIMD_MASKED(%s) {", m);
        if (checks)
            check_meets(w, ins, named);
        if (!collective_is_bare(ins))
            emit_put(w, ins);
        if (!alike)
            line(w, "s->at.member[l] = %s;", named);
        block_end(w);
    }
    w->lane = false;
    if (alike)
        line(w, "if (!ptx2c_meet_all(run, &s->at, %s, %s, %d))", m, named, next);
    else
        line(w, "if (!ptx2c_meet(run, &s->at, %s, %d))", m, next);
    line(w, "    return;");
}

static void barrier_result(Writer *w, const Ins *ins)
{
    int d = isa_arg(ins, ARG_D);
    if (d < 0 || !isa_has_word(ins, MOD_RED) || (ins->arg[d].kind == O_REG && !w->b->reg[ins->arg[d].reg].wanted))
        return;
    const char *e = isa_has_word(ins, MOD_POPC)  ? "s->at.result[l] & 0xffff"
                    : isa_has_word(ins, MOD_AND) ? "(s->at.result[l] & 0xffff) == s->at.result[l] >> 16"
                                               : "(s->at.result[l] & 0xffff) != 0";
    block(w, "PTX2C_MASKED(m) {");
    w->lane = true;
    lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
    w->lane = false;
    block_end(w);
}

/* ---- regions as functions ----------------------------------------------------------------------------------------------- */

/* Region number r is 2 * r, what comes behind its barrier or collective 2 * r + 1, if lanes may wait there. */
static bool has_place(const Back *b, int place)
{
    const Part *r = &b->plan->regions[place / 2];
    const Ins *ins = r->sync >= 0 ? &b->fn->ins.at[r->sync] : NULL;
    if (place % 2 == 0 || !ins)
        return place % 2 == 0;
    return isa_is_cta(ins) || isa_is_whole(ins) || isa_opnd(ins, ARG_M);
}

/* Whether a function begins there: lanes don't come from the place before without the scheduler. */
static bool is_head(const Back *b, int place)
{
    if (place % 2 == 0)
        return place == 0 || !b->plan->regions[place / 2 - 1].flows;
    return isa_is_cta(&b->fn->ins.at[b->plan->regions[place / 2].sync]);
}

static int next_place(const Back *b, int place)
{
    do
        place++;
    while (place < 2 * b->plan->nregions && !has_place(b, place));
    return place;
}

/* Whether the function that begins at this place has others. */
static bool has_more(const Back *b, int head)
{
    const int next = next_place(b, head);
    return next < 2 * b->plan->nregions && !is_head(b, next);
}

/* The content of a region up to where its lanes wait. */
static void emit_first_part(Writer *w, int i)
{
    Back *b = w->b;
    const Part *r = &b->plan->regions[i];
    const Ins *ins = r->sync >= 0 ? &b->fn->ins.at[r->sync] : NULL;
    w->region = i;
    if (!ins)
        return;
    note_ins(w, ins);
    if (isa_is_cta(ins))
        arrive(w, ins, 2 * i + 1);
    else if (has_place(b, 2 * i + 1)) {
        const int members = isa_is_whole(ins) ? -1 : isa_arg(ins, ARG_M);
        meet(w, ins, members >= 0 && ins->arg[members].kind == O_NONE ? -1 : members, 2 * i + 1); /* of lockstep.c */
    } else {
        emit_collective(w, ins, 0);
    }
}

/* What lanes that have met take from each other. */
static void take_results(Writer *w, const Ins *ins)
{
    if (checks_order(w) && !ins->made)
        line(w, "ptx2c_check_met(run, m);");
    if (ins->sides->all && ins->guard >= 0)
        line(w, "if (run->got)");
    emit_all(w, ins);
    emit_get(w, ins, ins->guard >= 0 ? "m & run->got" : "m");
}

static void emit_second_part(Writer *w, int i)
{
    Back *b = w->b;
    const Part *r = &b->plan->regions[i];
    const Ins *ins = r->sync >= 0 ? &b->fn->ins.at[r->sync] : NULL;
    w->region = i;
    if (ins && isa_is_cta(ins))
        barrier_result(w, ins);
    else if (ins && has_place(b, 2 * i + 1))
        take_results(w, ins);
    if (r->head)
        emit_lane_group(w, r->head);
    emit_lane_group(w, r->group);
    if (r->exits)
        line(w, "ptx2c_sched_exits(run, m);");
    if (r->exits && checks_order(w))
        line(w, "ptx2c_check_exits(run);");
    if (r->flows && ins && !isa_is_cta(ins)) { /* others may have to take their results first */
        line(w, "if (!ptx2c_go_on(run, m, %d))", 2 * (i + 1));
        line(w, "    return;");
    }
}

/* --debug: what comes next belongs to no line of PTX. */
static void leave_ptx(const Kernel *k)
{
    if (k->m->stepping && k->o->line)
        str_printf(k->out, "#line 1 \"%s.c\"\n", k->o->module_name);
}

/* At the head of a function's text, which begins at start: what it uses. */
static void emit_stretch_head(Kernel *k, Back *b, size_t start)
{
    static const char *const params[] = {"c", "run", "m"};
    Str head = {0};
    Writer of = writer_of(b, &head, k->o, k);
    const char *s = k->out->s + start;
    if (k->o->checks)
        check_keep(&of, k, s);
    else
        emit_param_pointer(&of, k, s);
    emit_shared_offsets(&of, s);
    if (text_has(s, "s") || text_has(s, "w"))
        line(&of, "%s *const s = (%s *)c->state + run->index;", k->state_name, k->state_name);
    if (text_has(s, "k"))
        line(&of, "const ptx2c_chunk k = ptx2c_warp_at(c, run->index);");
    if (text_has(s, "w"))
        line(&of, "ptx2c_warp *const w = &s->at.warp;");
    for (int i = 0; i < 3; i++)
        if (!text_has(s, params[i]) && !(head.s && text_has(head.s, params[i])))
            line(&of, "(void)%s;", params[i]);
    str_insert(k->out, start, &head);
}

/* Regions from which on each function is compiled by itself.  C compilers take the more time for each instruction the longer a
 * function is; as many as these are seldom what takes the time, as where a library for threads is linked with what calls it. */
enum { REGIONS_APART = 500 };

/* The function that begins at a place.  The next one's. */
static int emit_stretch(Kernel *k, Writer *w, const int head)
{
    Back *b = w->b;
    const bool more = has_more(b, head);
    w->at_line = 0;
    leave_ptx(k);
    str_printf(k->out, "%s void %s_from_%d(ptx2c_cta *c, ptx2c_sched *run, const uint32_t m%s)\n{\n",
               k->m->stepping || b->plan->nregions >= REGIONS_APART ? "PTX2C_NOINLINE static" : "PTX2C_INLINE", k->name, head,
               more ? ", const uint32_t ptx2c_place" : "");
    const size_t start = k->out->n;
    if (more)
        line(w, "switch (ptx2c_place) {");
    int place = head;
    do {
        if (more) {
            block(w, "case %d: {", place);
        }
        const int next = next_place(b, place);
        if (place % 2 == 0)
            emit_first_part(w, place / 2);
        if (place % 2 != 0 || next != place + 1)
            emit_second_part(w, place / 2);
        place = next;
        if (more) {
            block_end(w);
            if (place < 2 * b->plan->nregions && !is_head(b, place))
                line(w, "/* fall through */");
        }
    } while (place < 2 * b->plan->nregions && !is_head(b, place));
    if (more)
        line(w, "}");
    emit_stretch_head(k, b, start);
    str_add(k->out, "}\n\n");
    return place;
}

static void emit_sched_state(Kernel *k, const Back *b)
{
    uint64_t local = local_bytes(k->fn);
    str_add(k->out, "/* What a warp keeps from region to region. */\ntypedef struct {\n    ptx2c_at at;\n");
    slot_coloring_emit(&(Writer){.b = (Back *)b, .out = k->out, .indent = 1});
    if (b->plan->cc_lanes)
        str_add(k->out, "    bool cc[32];\n");
    if (local)
        str_printf(k->out, "    _Alignas(16) unsigned char local[32][%s];\n", local_size(k->fn, k->a));
    emit_spread(&(Writer){.b = (Back *)b, .out = k->out, .indent = 1});
    str_printf(k->out, "} %s;\n\n", k->state_name);
}

/* Where each region begins in the PTX, for messages. */
static void emit_lines(Kernel *k, const Back *b)
{
    str_printf(k->out, "static const uint32_t %s_lines[] = {", k->name);
    for (int i = 0; i < b->plan->nregions; i++) {
        const Blk *x = b->plan->regions[i].entry;
        const int at = x->first < b->fn->ins.n ? x->first : b->fn->ins.n - 1;
        str_printf(k->out, "%s%d,", i % 16 == 0 ? "\n    " : " ", at >= 0 ? diag_line(b->fn->ins.at[at].loc) : 0);
    }
    str_add(k->out, "\n};\n");
}

enum { SOME_ONCE = 500 }; /* instructions of a kernel whose warps in parts one piece of code runs on all processors */

/* Whether the code for some lanes is there once: it is seldom what takes the time, but the C compiler's. */
static bool some_once(const Kernel *k) { return k->m->large || k->m->product || k->fn->ins.n > SOME_ONCE; }

/* Calls them for a whole warp; for less. */
static void emit_choices(Kernel *k, const Back *b, const int *head, int n)
{
    leave_ptx(k);
    str_printf(k->out,
               "/* Runs a whole warp, where one of these begins.  False: elsewhere. */\n"
               "PTX2C_INLINE bool %s_whole(ptx2c_cta *c, ptx2c_sched *run)\n{\n    switch (run->region) {\n", k->name);
    for (int i = 0; i < n; i++)
        str_printf(k->out, "    case %d: %s_from_%d(c, run, PTX2C_WHOLE%s); return true;\n", head[i], k->name, head[i],
                   has_more(b, head[i]) ? arena_printf(k->a, ", %d", head[i]) : "");
    str_printf(k->out,
               "    default: return false;\n    }\n}\n\n"
               "/* Runs some lanes of a warp from where they are. */\n"
               "%s void %s_some(ptx2c_cta *c, ptx2c_sched *run)\n{\n"
               "    const uint32_t m = run->mask;\n",
               some_once(k) ? "PTX2C_IN_PARTS static" : "PTX2C_INLINE", k->name);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            str_printf(k->out, "    %sif (run->region < %d)\n    ", i ? "else " : "", head[i + 1]);
        else if (n > 1)
            str_add(k->out, "    else\n    ");
        str_printf(k->out, "    %s_from_%d(c, run, m%s);\n", k->name, head[i], has_more(b, head[i]) ? ", run->region" : "");
    }
    str_add(k->out, "}\n");
    if (!some_once(k))
        str_printf(k->out, "PTX2C_FOR_PROCESSORS_OF(%s_some, void, , (ptx2c_cta *c, ptx2c_sched *run), (c, run))\n", k->name);
    str_add(k->out, "\n");
}

/* NAME_is_sure: whether all that the CTA's threads access is known to be right, which is noted where they store.  False: there is
 * no telling beforehand, and none of the version without checks. */
static bool emit_is_sure(Kernel *k, Back *b)
{
    Str text = {0};
    Writer w = writer_of(b, &text, k->o, k);
    const Part *r = &b->plan->regions[0];
    if (k->looked) /* sanitize_look.c has made it */
        return true;
    bool is = k->sure != k->sure_end && b->plan->nregions == 1 && !r->head && r->sync < 0 && emit_look_ahead(&w, r->group);
    is = is && !text_has(text.s, "s") && !text_has(text.s, "run");
    if (is) {
        str_printf(k->out, "/* Whether all that the CTA's threads access is known to be right. */\n"
                           "PTX2C_INLINE bool %s_is_sure(ptx2c_cta *c)\n{\n    const uint32_t m = PTX2C_WHOLE;\n", k->name);
        w.out = k->out;
        check_keep(&w, k, text.s);
        emit_shared_offsets(&w, text.s);
        str_printf(k->out, "%s}\n\n", text.s);
    } else {
        memmove(k->out->s + k->sure, k->out->s + k->sure_end, k->out->n - k->sure_end + 1);
        k->out->n -= k->sure_end - k->sure;
    }
    str_free(&text);
    return is;
}

void emit_scheduled(Kernel *k)
{
    Back *b = sched_prepare(k->a, k->m, k->fn, k->o->no_analysis);
    k->state_name = arena_printf(k->a, "%s_state", k->name);
    emit_sched_state(k, b);
    Writer w = writer_of(b, k->out, k->o, k);
    int *head = NEWN(k->a, int, 2 * b->plan->nregions + 1), n = 0;
    str_add(k->out, "/* Each of these runs the lanes of m of a warp from a place on, until they may part. */\n");
    for (int place = 0; place < 2 * b->plan->nregions; place = emit_stretch(k, &w, place))
        head[n++] = place;
    emit_choices(k, b, head, n);
    const bool sure = k->o->checks && emit_is_sure(k, b);
    if (k->o->checks)
        checks_emit_kernel(k);
    str_add(k->out, "/* Runs a CTA whose threads go their own ways. */\n");
    run_begin(k);
    if (k->o->checks)
        str_printf(k->out, "    ptx2c_check_begin(c, &%s_checks);\n", k->name);
    if (sure)
        str_printf(k->out, "    if (ptx2c_check_starts(c) && %s_is_sure(c)) {\n        %s_run_sure(c);\n"
                           "        ptx2c_check_through(c->sched);\n        return;\n    }\n", k->name, k->name);
    str_printf(k->out,
               "    (void)ctas, (void)any_width;\n"
               "    ptx2c_sched *const run = c->sched;\n"
               "%s%s"
               "        if (run->mask != PTX2C_WHOLE || !%s_whole(c, run))\n            %s_some%s(c, run);\n",
               k->rows ? arena_printf(k->a, "    PTX2C_SCHED_ROWS(c, run, %s);\n", k->rows) : "",
               k->o->checks ? check_loop(k->fn) : "    while (ptx2c_sched_next(run))\n", k->name, k->name,
               some_once(k) ? "" : "_best");
    if (k->o->checks)
        str_add(k->out, "        ptx2c_check_turn(run);\n    }\n    ptx2c_check_end(run);\n");
    run_end(k);
    emit_lines(k, b);
    emit_descriptor(k, k->state_name, 32, true);
}
