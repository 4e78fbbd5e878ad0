/* sched.c: kernels whose threads diverge around barriers and collectives, or wait for each other in loops.
 *
 * The function is cut into regions: single entry, no barrier or collective but at its start, no way round a waiting
 * loop.  Each region becomes a case of a switch that runs it for the lanes which are there; runtime/sched.h chooses. */
#include "emit_fn.h"

bool plain_barrier(const Ins *ins)
{
    int b = isa_arg(ins, "b");
    return !isa_has_word(ins, "arrive") && !isa_has_word(ins, "wait") && (b < 0 || ins->arg[b].kind == O_NONE);
}

/* Reads what another thread may be about to write. */
static bool waits_for_others(const Ins *ins)
{
    if (isa_emit(ins) == EMIT_LD)
        return ins_dirty(ins);
    if (isa_has_word(ins, "test_wait") || isa_has_word(ins, "try_wait"))
        return true;
    return isa_mem(ins) == MEM_RW && (isa_has_word(ins, "cas") || isa_has_word(ins, "exch"));
}

bool loops_waiting(const Fn *fn)
{
    for (int i = 0; i < fn->nblk; i++)
        for (int j = fn->blk[i]->first; fn->blk[i]->loop && j < fn->blk[i]->end; j++)
            if (waits_for_others(&fn->ins.at[j]))
                return true;
    return false;
}

static int sync_of(const Fn *fn, const Blk *x)
{
    const Ins *ins = &fn->ins.at[x->first];
    return x->first < x->end && (isa_is_warp(ins) || isa_is_cta(ins)) ? x->first : -1;
}

static void find_leaders(Back *b, bool *leader)
{
    Fn *fn = b->fn;
    b->waiting = NEWN(b->a, bool, fn->nblk);
    for (int i = 0; i < fn->nblk; i++) {
        Blk *x = fn->blk[i];
        leader[i] |= i == 0 || sync_of(fn, x) >= 0;
        for (int j = x->first; j < x->end && x->loop; j++)
            if (waits_for_others(&fn->ins.at[j]))
                for (Blk *h = x->loop; h; h = h->loop_up)
                    b->waiting[h->id] = leader[h->id] = true;
    }
    for (int i = 0; i < fn->nblk; i++) { /* a waiting loop's body is entered anew in each round */
        Blk *x = fn->blk[i];
        for (int k = 0; b->waiting[i] && k < blk_nsucc(x); k++)
            if (blk_succ(x, k) != x)
                leader[blk_succ(x, k)->id] = true;
    }
    for (int i = 0; i < fn->nblk; i++) /* so is one that holds a region's start */
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

Back *sched_prepare(Arena *a, Module *m, Fn *fn, bool literal)
{
    Back *b = NEW(a, Back);
    *b = (Back){.a = a, .m = m, .fn = fn, .mode = MODE_SCHED, .literal = literal, .has_state = true};
    param_to_regs(m, fn);
    fn->flow_made = NULL;
    cfg_build(a, fn, true);
    live_build(a, fn, false);
    if (!literal && !fn->webs && web_split(m->arena, fn))
        live_build(a, fn, false);
    bool *leader = NEWN(a, bool, fn->nblk);
    b->region_of = NEWN(a, int, fn->nblk);
    find_leaders(b, leader);
    b->nregions = cut_regions(b, leader, b->region_of);
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
    name_all(b);
    return b;
}

/* The lane goes on in another region. */
void emit_leave(Writer *w, Item *it)
{
    int to = it->node->blk->id;
    line(w, "s->at.pc[l] = %d;", 2 * w->b->region_of[to]);
    if (w->b->waiting[to])
        line(w, "s->at.yielded |= 1u << l;");
    if (!it->node->tail || w->end_exits)
        emit_lane_end(w);
}

/* Lanes arrive at the barrier; behind it they go on in the region's second part. */
static void arrive(Writer *w, const Ins *ins, int next)
{
    int a = isa_arg(ins, "a"), n = isa_arg(ins, "b"), p = isa_arg(ins, "c");
    bool cluster = strncmp(ins->word[0], "barrier.cluster", 15) == 0 || isa_has_word(ins, "cluster");
    bool waits = !isa_has_word(ins, "arrive");
    w->lane = true;
    line(w, "PTX2C_MASKED(m) {");
    w->indent++;
    line(w, "s->at.pc[l] = %d;", next);
    if (cluster && !waits) { /* of one CTA: its threads meet at the wait, at a barrier of its own */
        w->indent--;
        line(w, "}");
        line(w, "break;");
        w->lane = false;
        return;
    }
    if (ins->guard >= 0)
        line(w, "if (%s)", lower_cond(w, ins->guard, ins->guard_neg));
    line(w, "%sptx2c_bar_put(&run, l, %s, %s, %s, %s);", ins->guard >= 0 ? "    " : "",
         a >= 0 && ins->arg[a].kind != O_NONE ? lower_arg(w, ins, a, 0).s : cluster ? "16" : "0",
         n >= 0 && ins->arg[n].kind != O_NONE ? lower_arg(w, ins, n, 0).s : "0",
         p >= 0 && ins->arg[p].kind != O_NONE ? lower_arg(w, ins, p, 0).s : "false", waits ? "true" : "false");
    w->indent--;
    line(w, "}");
    line(w, "break;");
    w->lane = false;
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
    line(w, "case %d: {", 2 * i);
    w->indent++;
    if (r->sync >= 0) {
        const Ins *ins = &b->fn->ins.at[r->sync];
        note_ins(w, ins);
        if (isa_is_cta(ins)) {
            arrive(w, ins, 2 * i + 1);
            w->indent--;
            line(w, "}");
            line(w, "case %d: {", 2 * i + 1);
            w->indent++;
            barrier_result(w, ins);
        } else {
            emit_collective(w, ins);
        }
    }
    emit_lane_group(w, r->group);
    line(w, "break;");
    w->indent--;
    line(w, "}");
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

void emit_scheduled(Kernel *k)
{
    Back *b = sched_prepare(k->a, k->m, k->fn, k->o->no_analysis);
    k->state_name = arena_printf(k->a, "%s_state", k->name);
    emit_sched_state(k, b);
    Str text = {0};
    Writer w = {.b = b, .out = &text, .o = k->o, .indent = 2};
    line(&w, "switch (run.region) {");
    for (int i = 0; i < b->nregions; i++)
        emit_region(&w, i);
    line(&w, "}");
    str_add(k->out, "/* Runs a CTA whose threads go their own ways. */\n");
    str_printf(k->out, "PTX2C_CLONES static void %s_run(ptx2c_cta *c)\n{\n", k->name);
    Writer head = {.b = b, .out = k->out, .o = k->o, .indent = 1};
    const char *s = text.s;
    emit_param_pointer(&head, k, s);
    if (text_has(s, "w"))
        line(&head, "ptx2c_warp warp = {0}, *const w = &warp;");
    emit_shared_offsets(&head, s);
    line(&head, "ptx2c_sched run;");
    line(&head, "ptx2c_sched_begin(&run, c, sizeof(%s));", k->state_name);
    line(&head, "while (ptx2c_sched_next(&run)) {");
    head.indent = 2;
    line(&head, "%s *const s = (%s *)c->state + run.index;", k->state_name, k->state_name);
    line(&head, "const uint32_t m = run.mask;");
    if (text_has(s, "k"))
        line(&head, "const ptx2c_chunk k = ptx2c_warp_at(c, run.index);");
    if (text_has(s, "w"))
        line(&head, "w->index = run.index;");
    str_add(k->out, s);
    str_add(k->out, "    }\n}\n\n");
    str_free(&text);
    emit_descriptor(k, k->state_name, 32, true);
}
