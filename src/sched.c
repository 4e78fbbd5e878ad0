/* sched.c: kernels whose threads diverge around barriers and collectives, or wait for each other in loops.
 *
 * The function is cut into regions: single entry, no barrier or collective but at its start, no way round a waiting
 * loop.  Each region becomes a case of a switch that runs it for the lanes which are there; runtime/sched.h chooses. */
#include "emit_fn.h"

/* bar.sync, bar.red of all threads; one whose number is in a register may differ from warp to warp. */
bool plain_barrier(const Ins *ins)
{
    int a = isa_arg(ins, "a"), b = isa_arg(ins, "b");
    return !isa_has_word(ins, "arrive") && !isa_has_word(ins, "wait") && (b < 0 || ins->arg[b].kind == O_NONE) &&
           (a < 0 || ins->arg[a].kind == O_NONE || ins->arg[a].kind == O_IMM);
}

bool loops_waiting(Fn *fn)
{
    Arena tmp = {0};
    const bool *waits = wait_loops(&tmp, fn);
    bool any = false;
    for (int i = 0; i < fn->nblk; i++)
        any |= waits[i];
    arena_reset(&tmp);
    return any;
}

static int sync_of(const Fn *fn, const Blk *x)
{
    const Ins *ins = &fn->ins.at[x->first];
    return x->first < x->end && (isa_is_warp(ins) || isa_is_cta(ins)) ? x->first : -1;
}

/* What makes a block begin a region: a barrier or collective at its start; a loop that waits, its body, and where it is
 * left; a loop around such a start. */
static void find_leaders(Back *b, bool *leader)
{
    Fn *fn = b->fn;
    b->waiting = wait_loops(b->a, fn);
    for (int i = 0; i < fn->nblk; i++) {
        Blk *x = fn->blk[i];
        leader[i] |= i == 0 || sync_of(fn, x) >= 0 || b->waiting[i];
        for (int k = 0; k < blk_nsucc(x); k++) {
            Blk *y = blk_succ(x, k);
            if (b->waiting[i] && y != x) /* the body is entered anew in each round */
                leader[y->id] = true;
            for (Blk *h = x->loop; h; h = h->loop_up)
                if (b->waiting[h->id] && !loop_holds(h, y))
                    leader[y->id] = true;
        }
    }
    for (int i = 0; i < fn->nblk; i++)
        for (Blk *h = leader[i] ? fn->blk[i]->loop : NULL; h; h = h->loop_up)
            leader[h->id] = true;
}

/* Gives each block its region. */
static int cut_regions(Back *b, const bool *leader, int *region)
{
    int n = 0;
    for (int i = 0; i < b->fn->nblk; i++) {
        Blk *x = b->fn->blk[i];
        int r = -1;
        bool own = leader[i];
        for (int k = 0; k < x->npred && !own; k++) {
            Blk *p = x->pred[k];
            if (p->id >= x->id) {
                own = !(x->is_header && cfg_dominates(x, p));
                continue;
            }
            own = r >= 0 && region[p->id] != r;
            r = region[p->id];
        }
        region[i] = own || r < 0 ? n++ : r;
    }
    return n;
}

/* A way back into the middle of a region from another, as from one that begins where a loop has two entries, makes that
 * place the start of a region.  False: there is none. */
static bool find_ways_back(const Fn *fn, const int *region, bool *leader)
{
    bool found = false;
    for (int i = 1; i < fn->nblk; i++) {
        const Blk *x = fn->blk[i];
        for (int k = 0; k < x->npred && !leader[i]; k++)
            if (x->pred[k]->id >= i && region[x->pred[k]->id] != region[i])
                leader[i] = found = true;
    }
    return found;
}

/* What else happens when a lane goes from one region to another. */
typedef enum Leave { LEAVE_PLAIN, LEAVE_YIELDS, LEAVE_MOVES } Leave;

static Leave leave_kind(const Back *b, const Blk *from, const Blk *to)
{
    if (b->waiting[to->id] && to->id <= from->id)
        return LEAVE_YIELDS;
    for (const Blk *h = from->loop; h; h = h->loop_up)
        if (b->waiting[h->id] && !loop_holds(h, to))
            return LEAVE_MOVES;
    return LEAVE_PLAIN;
}

/* Where lanes leave a region. */
typedef struct Ends {
    bool exits, plain; /* some exit; all others only go on elsewhere */
    const Blk *to;     /* where to, if it is one place */
    int leaves;
} Ends;

static void find_ends(const Back *b, const Part *r, const Items *list, Ends *e)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        e->exits |= it->kind == I_EXIT;
        if (it->kind == I_LEAVE) {
            e->plain &= leave_kind(b, r->entry, it->node->blk) == LEAVE_PLAIN;
            e->to = e->leaves++ && e->to != it->node->blk ? NULL : it->node->blk;
        }
        for (int k = 0; k < it->nkid; k++)
            find_ends(b, r, &it->kid[k], e);
    }
}

/* Where lanes go on in the next region, and no others do, nothing needs to be chosen. */
static void find_flows(Back *b)
{
    for (int i = 0; i < b->nregions; i++) {
        Part *r = &b->regions[i];
        const Blk *next = i + 1 < b->nregions ? r[1].entry : NULL;
        Ends e = {.exits = falls_off(&r->group->kid[0]), .plain = true};
        find_ends(b, r, &r->group->kid[0], &e);
        r->group->serial |= !e.plain;
        r->exits = e.exits;
        r->flows = next && !e.exits && e.plain && e.to == next && next->npred == 1;
    }
}

Back *sched_prepare(Arena *a, Module *m, Fn *fn, bool literal)
{
    Back *b = NEW(a, Back);
    *b = (Back){.a = a, .m = m, .fn = fn, .mode = MODE_SCHED, .width = 32, .literal = literal, .has_state = true};
    param_to_regs(m, fn);
    texture_descriptors(m, fn);
    fn->flow_made = NULL;
    cfg_build(a, fn, true);
    live_build(a, fn, false);
    if (!literal)
        webs_build(a, m, fn, true);
    bool *leader = NEWN(a, bool, fn->nblk);
    b->region_of = NEWN(a, int, fn->nblk);
    find_leaders(b, leader);
    do
        b->nregions = cut_regions(b, leader, b->region_of);
    while (find_ways_back(fn, b->region_of, leader));
    b->regions = NEWN(a, Part, b->nregions);
    for (int i = fn->nblk; i-- > 0;)
        b->regions[b->region_of[i]].entry = fn->blk[i];
    Bits *sets = NEWN(a, Bits, b->nregions);
    for (int i = 0; i < b->nregions; i++)
        sets[i] = bits_new(a, fn->nblk);
    for (int i = 0; i < fn->nblk; i++)
        bits_add(sets[b->region_of[i]], i);
    Node **trees = NEWN(a, Node *, b->nregions);
    for (int i = 0, gotos = 0; i < b->nregions; i++) {
        b->regions[i].sync = sync_of(fn, b->regions[i].entry);
        if (b->regions[i].sync >= 0 || b->waiting[b->regions[i].entry->id])
            bits_del(sets[i], b->regions[i].entry->id); /* a way back to its start leaves the region */
        trees[i] = b->regions[i].tree = struct_build(a, fn, b->regions[i].entry, &sets[i], &gotos);
    }
    uniform_prepare(b, trees, b->nregions);
    b->ok = region_build(b);
    find_flows(b);
    name_all(b);
    return b;
}

/* The lane goes on in another region. */
void emit_leave(Writer *w, Item *it)
{
    Back *b = w->b;
    const Part *r = &b->regions[w->region];
    const Blk *to = it->node->blk;
    if (b->regions[b->region_of[to->id]].entry != to)
        ice("a way into the middle of region %d", b->region_of[to->id]);
    if (!r->flows) {
        Leave kind = leave_kind(b, r->entry, to);
        line(w, "s->at.pc[l] = %d;", 2 * b->region_of[to->id]);
        if (kind == LEAVE_YIELDS)
            line(w, "s->at.yielded |= 1u << l;");
        else if (kind == LEAVE_MOVES)
            line(w, "run->moved = true;");
    }
    if (!it->node->tail || w->end_exits)
        emit_lane_end(w);
}

/* Lanes arrive at the barrier; behind it they go on in the region's second part. */
static void arrive(Writer *w, const Ins *ins, int next)
{
    int a = isa_arg(ins, "a"), n = isa_arg(ins, "b"), p = isa_arg(ins, "c");
    bool cluster = isa_has_word(ins, "cluster");
    bool waits = !isa_has_word(ins, "arrive");
    bool alike = opnd_is_number(w->b, ins, a) && opnd_is_number(w->b, ins, n);
    w->lane = true;
    const char *id = a >= 0 && ins->arg[a].kind != O_NONE ? lower_arg(w, ins, a, 0).s : "0";
    const char *count = n >= 0 && ins->arg[n].kind != O_NONE ? lower_arg(w, ins, n, 0).s : "0";
    if (alike && !cluster && ins->guard < 0 && (p < 0 || ins->arg[p].kind == O_NONE)) {
        w->lane = false;
        line(w, "ptx2c_bar_arrive(run, m, %d, %s, %s, %s);", next, id, count, waits ? "true" : "false");
        line(w, "break;");
        return;
    }
    line(w, "PTX2C_MASKED(m) {");
    w->indent++;
    line(w, "s->at.pc[l] = %d;", next);
    if (ins->guard >= 0)
        line(w, "if (%s)", lower_cond(w, ins->guard, ins->guard_neg));
    const char *in = ins->guard >= 0 ? "    " : "";
    if (cluster)
        line(w, "%sptx2c_cluster_%s(run, l);", in, waits ? "wait" : "arrive");
    else
        line(w, "%sptx2c_bar_put(run, l, %s, %s, %s, %s);", in, id, count,
             p >= 0 && ins->arg[p].kind != O_NONE ? lower_arg(w, ins, p, 0).s : "false", waits ? "true" : "false");
    w->indent--;
    line(w, "}");
    line(w, "break;");
    w->lane = false;
}

/* Lanes put their values and wait for their members (members: that operand; -1: all of the warp); then they take the results in the region's second part. */
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
    if (!alike || !collective_is_bare(ins)) {
        line(w, "PTX2C_SIMD_MASKED(%s) {", m);
        w->indent++;
        if (!collective_is_bare(ins))
            emit_put(w, ins);
        if (!alike)
            line(w, "s->at.member[l] = %s;", named);
        w->indent--;
        line(w, "}");
    }
    w->lane = false;
    if (alike)
        line(w, "if (!ptx2c_meet_all(run, %s, %s, %d))", m, named, next);
    else
        line(w, "if (!ptx2c_meet(run, %s, %d))", m, next);
    line(w, "    break;");
}

static void barrier_result(Writer *w, const Ins *ins)
{
    int d = isa_arg(ins, "d");
    if (d < 0 || !isa_has_word(ins, "red") || (ins->arg[d].kind == O_REG && !w->b->reg[ins->arg[d].reg].wanted))
        return;
    const char *e = isa_has_word(ins, "popc")  ? "s->at.result[l] & 0xffff"
                    : isa_has_word(ins, "and") ? "(s->at.result[l] & 0xffff) == s->at.result[l] >> 16"
                                               : "(s->at.result[l] & 0xffff) != 0";
    line(w, "PTX2C_MASKED(m) {");
    w->indent++;
    w->lane = true;
    lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
    w->lane = false;
    w->indent--;
    line(w, "}");
}

static void emit_region(Writer *w, int i)
{
    Back *b = w->b;
    Part *r = &b->regions[i];
    w->region = i;
    line(w, "case %d: {", 2 * i);
    w->indent++;
    if (r->sync >= 0) {
        const Ins *ins = &b->fn->ins.at[r->sync];
        int members = isa_is_warp(ins) ? isa_arg(ins, "m") : -1;
        if (members >= 0 && ins->arg[members].kind == O_NONE) /* of lockstep.c */
            members = -1;
        bool cta = isa_is_cta(ins), meets = members >= 0 || isa_is_whole(ins);
        note_ins(w, ins);
        if (cta)
            arrive(w, ins, 2 * i + 1);
        else if (meets)
            meet(w, ins, members, 2 * i + 1);
        else
            emit_collective(w, ins);
        if (cta || meets) {
            w->indent--;
            line(w, "}");
            if (!cta)
                line(w, "/* fall through */");
            line(w, "case %d: {", 2 * i + 1);
            w->indent++;
        }
        if (cta)
            barrier_result(w, ins);
        else if (meets) {
            if (ins->sides->all && ins->guard >= 0)
                line(w, "if (run->got)");
            emit_all(w, ins);
            emit_get(w, ins, ins->guard >= 0 ? "m & run->got" : "m");
        }
    }
    emit_lane_group(w, r->group);
    if (r->exits)
        line(w, "ptx2c_sched_exits(run, m);");
    bool takes = r->sync >= 0 && !isa_is_cta(&b->fn->ins.at[r->sync]); /* others may have to take their results first */
    if (r->flows && takes)
        line(w, "if (!ptx2c_go_on(run, m, %d))", 2 * (i + 1));
    if (!r->flows || takes)
        line(w, r->flows ? "    break;" : "break;");
    w->indent--;
    line(w, "}");
    if (r->flows)
        line(w, "/* fall through */");
}

static void emit_sched_state(Kernel *k, const Back *b)
{
    uint64_t local = local_bytes(k->fn);
    str_add(k->out, "/* What a warp keeps from region to region. */\ntypedef struct {\n    ptx2c_at at;\n");
    for (int r = 0; r < b->nreg; r++)
        if (b->reg[r].store == ST_STATE)
            str_printf(k->out, "    %s %s[32];\n", reg_ctype(b, r), b->reg[r].name);
    if (b->cc_lanes)
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
    for (int i = 0; i < b->nregions; i++) {
        const Blk *x = b->regions[i].entry;
        const int at = x->first < b->fn->ins.n ? x->first : b->fn->ins.n - 1;
        int line = 0, column;
        if (at >= 0)
            diag_line_col(b->fn->ins.at[at].loc, &line, &column);
        str_printf(k->out, "%s%d,", i % 16 == 0 ? "\n    " : " ", line);
    }
    str_add(k->out, "\n};\n");
}

void emit_scheduled(Kernel *k)
{
    Back *b = sched_prepare(k->a, k->m, k->fn, k->o->no_analysis);
    k->state_name = arena_printf(k->a, "%s_state", k->name);
    emit_sched_state(k, b);
    str_add(k->out, "/* Runs a CTA whose threads go their own ways. */\n");
    run_begin(k);
    str_add(k->out, "    (void)ctas;\n");
    const size_t start = k->out->n;
    Str head_text = {0};
    Writer w = {.b = b, .out = k->out, .o = k->o, .indent = 2};
    line(&w, "switch (run->region) {");
    for (int i = 0; i < b->nregions; i++)
        emit_region(&w, i);
    line(&w, "}");
    Writer head = {.b = b, .out = &head_text, .o = k->o, .indent = 1};
    const char *s = k->out->s + start;
    emit_param_pointer(&head, k, s);
    emit_shared_offsets(&head, s);
    line(&head, "ptx2c_sched *const run = c->sched;");
    line(&head, "while (ptx2c_sched_next(run)) {");
    head.indent = 2;
    if (text_has(s, "s"))
        line(&head, "%s *const s = (%s *)c->state + run->index;", k->state_name, k->state_name);
    line(&head, "const uint32_t m = run->mask;");
    if (text_has(s, "k"))
        line(&head, "const ptx2c_chunk k = ptx2c_warp_at(c, run->index);");
    if (text_has(s, "w"))
        line(&head, "ptx2c_warp *const w = &s->at.warp;");
    str_insert(k->out, start, &head_text);
    str_free(&head_text);
    str_add(k->out, "    }\n");
    run_end(k);
    emit_lines(k, b);
    emit_descriptor(k, k->state_name, 32, true);
}
