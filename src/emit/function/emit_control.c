/* emit_control.c: a function's items as C: control flow, loops over chunks and lanes. */
#include "emit/emit_fn.h"

static const char *condition(Writer *w, const Item *it, bool negate)
{
    const Ins *br = &w->b->fn->ins.at[it->ins];
    return lower_cond(w, br->guard, br->guard_neg ^ it->negate ^ negate);
}

static void emit_item(Writer *w, Item *it);
static void emit_item_notes(Writer *w, Item *it);

static void body(Writer *w, Items *list)
{
    bool was = w->straight;
    w->straight = false;
    w->indent++;
    emit_list(w, list);
    w->indent--;
    w->straight = was;
}

/* Whether the text of a register can be printed behind the loop's closing brace. */
static bool leaf_outside(const Back *b, int reg, const Items *loop_body)
{
    const RegInfo *g = &b->reg[reg];
    if (g->plan->store == ST_FOLD) {
        if (g->def < 0)
            return false;
        for (Refs ref = ins_refs(&b->fn->ins.at[g->def]); refs_next(&ref);)
            if (!ref.write && !leaf_outside(b, ref.reg, loop_body))
                return false;
        return true;
    }
    if (g->plan->store == ST_STATE || g->plan->store == ST_STATE_SCALAR || g->plan->param)
        return true;
    for (const Items *l = g->plan->list; l; l = l->owner ? l->owner->in : NULL)
        if (l == loop_body)
            return false;
    return true;
}

static bool is_folded(const Back *b, const Item *it)
{
    return it->kind == I_INS && ins_folds(b, &b->fn->ins.at[it->ins]) && !it->decls.n;
}

static bool is_rolled(const Writer *w, const Item *loop) { return w->lane && w->b->fn->ins.at[loop->node->blk->first].rolled; }

static void loop_body(Writer *w, Items *list, bool in_order)
{
    if (in_order)
        line(w, "    PTX2C_IN_ORDER;");
    body(w, list);
}

/* What is done in each round of a counted loop, with or without its test. */
static void rounds_of(Writer *w, const CountedLoop *h, bool tested)
{
    for (int i = 0; i < h->in->n; i++)
        if (tested || i < h->test || i >= h->test + 4)
            emit_list(w, &(Items){.at = &h->in->at[i], .n = 1});
}

static const char *name_of_type(const CountedLoop *h) { return type_info[isa_slot_type(h->compare, SLOT_TYPE)].name; }

/* The runtime's function of that name and the loop's type, of the counter, its growth and what it goes on below. */
static const char *rounds_call(Writer *w, const char *name, const CountedLoop *h)
{
    const Opnd counter = opnd_reg(h->counter), *bound = isa_opnd(h->compare, ARG_B);
    return arena_printf(w->b->a, "ptx2c_%s_%s(%s, %lld, n, %s, %s)", name, name_of_type(h), lower_value(w, &counter, T_U32, 'u').s,
                        (long long)w->b->reg[h->counter].val.step, lower_value(w, h->by, T_U32, 'u').s, lower_value(w, bound, T_U32, 'u').s);
}

static void counted_rounds(Writer *w, const CountedLoop *h)
{
    emit_notes(w);
    for (int i = h->test; i < h->test + 4; i++)
        if (h->in->at[i]->ins >= 0)
            trace_header(w, h->in->at[i]->ins);
    block(w, "for (uint32_t rounds = %s; rounds; rounds--) {", rounds_call(w, "rounds", h));
    rounds_of(w, h, false);
    block_end(w);
}

/* What follows the rounds of all lanes. */
static void last_rounds(Writer *w, const CountedLoop *h)
{
    const Type t = isa_slot_type(h->compare, SLOT_TYPE);
    const char how = t == T_S32 ? 's' : 'u';
    const Opnd counter = opnd_reg(h->counter);
    if (h->leaves_in_order) {
        Fence f = {FENCE_LOOP, -1, w->breaks};
        w->breaks = &f;
        block(w, "for (uint32_t still; (still = %s) != 0;) { /* the last lanes are through */", rounds_call(w, "still", h));
        line(w, "const uint32_t n = still;");
        rounds_of(w, h, !h->counted);
        block_end(w);
        w->breaks = f.up;
    }
    /* the first lane is through, and so are those above it */
    line(w, "%s = %s >= %s && ptx2c_steps_%s(%s, %lld, n);", lower_reg(w, ins_dest(&w->b->fn->ins.at[h->in->at[h->test + 1]->ins]).reg).s,
         lower_value(w, &counter, t, how).s, lower_value(w, isa_opnd(h->compare, ARG_B), t, how).s, name_of_type(h),
         lower_value(w, &counter, T_U32, 'u').s, (long long)w->b->reg[h->counter].val.step);
}

static void list_part(Writer *w, const Items *in, int first, int end)
{
    Items part = *in;
    part.at += first;
    part.n = end - first;
    emit_list(w, &part);
}

static void break_if(Writer *w, const char *not, const char *text)
{
    block(w, "if (%s%s) {", not, text);
    line(w, "break;");
    block_end(w);
}

/* A loop with a choice between versions, item at, as emit_rotation.c has it. */
static void rotated_loop(Writer *w, Items *in, int at)
{
    Item *it = in->at[at];
    const int guard = w->b->fn->ins.at[it->ins].guard, proved = w->proved.n;
    const bool was = w->straight;
    Fence f = {FENCE_LOOP, -1, w->breaks};
    w->breaks = &f;
    w->straight = false;
    block(w, "for (;;) {");
    list_part(w, in, 0, at);
    emit_item_notes(w, it);
    const char *all = lower_reg(w, guard).s;
    block(w, "if (%s) {", all);
    block(w, "for (;;) { /* the lanes are as checked */");
    emit_list(w, &it->kid[0]);
    list_part(w, in, at + 1, in->n);
    w->proved.n = proved; /* in each round anew */
    for (int i = 0; i < at; i++)
        if (in->at[i]->kind == I_INS)
            emit_instruction_again(w, in->at[i]);
        else
            list_part(w, in, i, i + 1);
    break_if(w, "!", all);
    block_end(w);
    break_if(w, "", all);
    block_end(w);
    line(w, "/* whatever the lanes are like */");
    emit_list(w, &it->kid[1]);
    list_part(w, in, at + 1, in->n);
    block_end(w);
    w->straight = was;
    w->breaks = f.up;
}

static void loop_rounds(Writer *w, Item *it)
{
    Items *in = &it->kid[0], rest = *in;
    const bool in_order = adds_in_order(w, in);
    Fence f = {FENCE_LOOP, -1, w->breaks};
    w->breaks = &f;
    int head = 0; /* what is printed as part of the condition */
    while (head < in->n && is_folded(w->b, in->at[head]))
        head++;
    Item *first = head < in->n ? in->at[head] : NULL, *last = items_last(in);
    const Ins *br = last && last->ins >= 0 ? &w->b->fn->ins.at[last->ins] : NULL;
    const char *rolled = is_rolled(w, it) ? "PTX2C_ROLLED " : "";
    if (only_leaves(first)) {
        for (int i = 0; i < head; i++)
            emit_item(w, in->at[i]);
        emit_notes(w);
        trace_header(w, first->ins);
        line(w, "%swhile (%s) {", rolled, condition(w, first, true));
        rest.at += head + 1;
        rest.n -= head + 1;
        loop_body(w, &rest, in_order);
        line(w, "}");
    } else if (only_leaves(last) && leaf_outside(w->b, br->guard, in) && !items_hold(in, I_CONTINUE, I_LOOP)) {
        line(w, "%sdo {", rolled);
        rest.n--;
        loop_body(w, &rest, in_order);
        trace_header(w, last->ins);
        line(w, "} while (%s);", condition(w, last, true));
    } else {
        line(w, "for (;;) {");
        loop_body(w, in, in_order);
        line(w, "}");
    }
    w->breaks = f.up;
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
}

static void loop(Writer *w, Item *it)
{
    CountedLoop h = {0};
    const bool of_chunk = !w->lane && !w->rows, found = of_chunk && trip_count_find(w->b, it, &h);
    const int choice = of_chunk && !found && !adds_in_order(w, &it->kid[0]) ? rotation_find(w, &it->kid[0]) : -1;
    if (found && h.counted)
        counted_rounds(w, &h);
    else if (choice >= 0)
        rotated_loop(w, &it->kid[0], choice);
    else
        loop_rounds(w, it);
    if (found)
        last_rounds(w, &h);
}

static void jump(Writer *w, bool again)
{
    Fence *f = w->breaks;
    bool through = false;
    for (; f && f->kind != FENCE_LOOP; f = f->up)
        through |= f->kind == FENCE_SWITCH;
    if (!f)
        ice("a break outside of loops");
    if (through && !again)
        emit_goto_end(w, f);
    else
        line(w, again ? "continue;" : "break;");
}

static void emit_switch(Writer *w, Item *it)
{
    const Ins *br = &w->b->fn->ins.at[it->ins];
    int i = isa_arg(br, ARG_A);
    Fence f = {FENCE_SWITCH, -1, w->breaks};
    w->breaks = &f;
    line(w, "switch (%s) {", lower_arg(w, br, i, 'u').s);
    for (int k = 0; k < it->nkid; k++) {
        if (k + 1 == it->nkid) {
            line(w, "default: {");
        } else {
            for (int *v = it->node->values[k]; *v >= 0; v++)
                line(w, v[1] >= 0 ? "case %d:" : "case %d: {", *v);
        }
        body(w, &it->kid[k]);
        w->indent++;
        line(w, "break;");
        block_end(w);
    }
    line(w, "}");
    w->breaks = f.up;
}

/* A head, which holds only what the text behind it needs, is written last and inserted. */
static Str *divert(Writer *w, Str *to)
{
    Str *was = w->out;
    w->out = to;
    return was;
}

/* Something in the list is done under a condition. */
static bool has_guards(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->kind == I_IF || (list->at[i]->kind == I_INS && b->fn->ins.at[list->at[i]->ins].guard >= 0))
            return true;
    return false;
}

/* What stands in the loop, and its end.  False: that is nothing. */
static bool lane_body(Writer *w, Item *it, const Items *list, bool serial)
{
    Fence f = {FENCE_LANES, -1, w->breaks};
    const size_t start = w->out->n;
    w->breaks = &f;
    w->indent++;
    w->lane = true;
    w->vectors = !serial;
    w->apart = !serial && item_any(w->b, it, lanes_read_apart);
    w->alike = !serial && lanes_hide_alike(w->b, it);
    w->seldom = !serial && has_guards(w->b, list) && strcmp(lane_range_of_mask(w, w->mask).from, "0") != 0;
    state_promote(w, it);
    emit_gather_own(w, it);
    emit_reductions_none(w);
    emit_list(w, (Items *)list);
    state_store(w);
    if (w->end_exits && !w->needed)
        line(w, "s->at.pc[l] = PTX2C_EXITED;");
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    Str head = {0}, *out = divert(w, &head);
    lane_prologue(w, &it->kid[0], out->s + start);
    w->out = out;
    str_insert(out, start, &head);
    w->lane = w->vectors = w->apart = w->seldom = w->alike = false;
    w->part = NULL;
    w->indent--;
    w->breaks = f.up;
    if (w->out->n == start && !w->needed) /* nothing but values that others print */
        return false;
    line(w, "}");
    return true;
}

/* Item.stride: the loop in steps, and the one over the lanes between.  False: it does not suit the mask. */
static bool steps_loops(Writer *w, Item *it, bool serial)
{
    const Items *all = &it->kid[0], *sides = it->stride_sure ? all->at[all->n - 1]->kid : all;
    for (int i = 0; i <= it->stride_sure && sides[i].n; i++) {
        const size_t before = w->out->n;
        if (!lanes_steps_header(w, it, serial, i))
            return false;
        if (!lane_body(w, it, &sides[i], serial || !it->stride_ends))
            w->out->s[w->out->n = before] = 0;
    }
    return true;
}

/* Item.chosen: the loop over the lanes that take the branch. */
static void chosen_loop(Writer *w, Item *it, const Item *branch)
{
    const Items *side = &branch->kid[!branch->kid[0].n];
    const char *lanes = lanes_chosen(w, it, branch);
    if (it->strews) {
        const char *taken = arena_printf(w->b->a, "taken%d", w->labels++);
        line(w, "const uint32_t %s = %s;", taken, lanes);
        block(w, "if (ptx2c_are_few(%s)) {", taken);
        lanes = taken;
    }
    line(w, "PTX2C_SOME_LANES(%s) {", lanes);
    lane_body(w, it, side, true);
    if (it->strews) {
        block(w, "} else {");
        line(w, "PTX2C_SIMD_MASKED(%s) {", lanes);
        lane_body(w, it, side, false);
        block_end(w);
    }
}

/* Which compilers would fill vectors element by element with what lanes load: Writer.reads. */
static const char *reads_here_and_there(Writer *w, const Items *list)
{
    enum { SOON = 3 }; /* loads, behind which what the next loop reads as vectors is not yet stored where it was read for each lane */
    const bool narrow = cost_picks(w->b, list) > (w->parts ? SOON : 0), words = !w->parts && cost_spreads(w->b, list);
    return narrow ? "PICKED" : words ? "SPREAD" : NULL;
}

/* The loop itself. */
static void lane_loop(Writer *w, Item *it, bool serial)
{
    const size_t before = w->out->n;
    const Item *branch = lanes_choice(w, it);
    if (branch) {
        w->lane = true;
        emit_list(w, &(Items){.at = it->kid[0].at, .n = it->kid[0].n - 1}); /* nothing but what stands for something is noted */
        w->lane = false;
        w->ins = &w->b->fn->ins.at[branch->ins];
        emit_annotation(w, w->ins);
        chosen_loop(w, it, branch);
        return;
    }
    const Items *marked = lanes_marked_begin(w, it);
    if (marked) {
        lane_body(w, it, marked, true);
        return;
    }
    if (it->stride && steps_loops(w, it, serial))
        return;
    w->keeps = filling_stalls(w, it);
    w->reads = serial ? NULL : reads_here_and_there(w, &it->kid[0]);
    if (!serial && !it->narrow && padding_fits(w, it))
        padding_begin(w);
    else
        lanes_header(w, mask_name(w, it->mask), lanes_order(w, it, serial), it->first);
    if (!lane_body(w, it, &it->kid[0], serial))
        w->out->s[w->out->n = before] = 0;
}

/* Item.period: whole periods, and the lanes around them. */
static void period_loop(Writer *w, Item *it)
{
    const size_t from = period_begin(w, it);
    lane_body(w, it, &it->kid[0], true);
    period_else(w, it, from);
    lane_body(w, it, &it->kid[0], true);
    for (int i = 0; i < 2; i++) {
        block_end(w);
    }
}

/* At that place of the output: the loop for warps whose lanes are neighbours along x, which may access neighbouring memory. */
static void one_row(Writer *w, Item *it, size_t at)
{
    Str text = {0}, *out = divert(w, &text);
    line(w, "} else if (Qntid.x %% 32 == 0) {");
    w->indent++;
    w->one_row = true;
    lane_loop(w, it, false);
    w->one_row = false;
    w->indent--;
    w->out = out;
    str_insert(out, at, &text);
}

/* Around a look ahead: for all warps of the CTA, if loop is its head.  Where in the output it begins. */
static size_t warps_begin(Writer *w, const char *loop)
{
    if (loop) {
        block(w, "%s", loop);
    }
    return w->out->n;
}

static void warps_end(Writer *w, const char *loop, size_t at)
{
    Str head = {0}, *out = w->out;
    if (!loop)
        return;
    if (text_has(out->s + at, "k")) {
        w->out = &head;
        line(w, "const ptx2c_chunk k = ptx2c_warp_at(c, Qwarp);");
        w->out = out;
        str_insert(out, at, &head);
    }
    block_end(w);
}

/* The look ahead of a group where somebody asks what comes before what: it notes the accesses, too. */
static void look_and_note(Writer *w, Item *it, const bool *needed, const char *loop)
{
    w->needed = needed;
    w->lanes = LANES_PROBED;
    const size_t begin = warps_begin(w, loop);
    if (loop)
        line(w, "c->sched->index = Qwarp;");
    const size_t before = checks_group_begin(w, it), at = w->out->n;
    lane_loop(w, it, true);
    check_lanes(w, at);
    checks_group_end(w, before);
    warps_end(w, loop, begin);
    if (loop)
        line(w, "c->sched->index = 0;");
    block_end(w);
    w->needed = NULL;
    w->lanes = LANES_CHECKED;
}

/* The look ahead of a group, and behind it the notes of what is stored, unless marked is NULL. */
static void look_ahead(Writer *w, Item *it, const bool *needed, const bool *marked)
{
    if (checks_order(w)) {
        look_and_note(w, it, needed, NULL);
        return;
    }
    w->needed = needed;
    w->marks = marked;
    w->lanes = LANES_PROBED;
    size_t before = checks_group_begin(w, it);
    line(w, "PTX2C_SIMD_OR(Qbad)");
    lane_loop(w, it, true);
    checks_group_end(w, before);
    block_end(w);
    w->needed = marked;
    w->lanes = LANES_MARKED;
    if (marked) {
        block(w, "if (!Qbad) {");
        before = checks_group_begin(w, it);
        const size_t at = w->out->n;
        lane_loop(w, it, true);
        line(w, "}");
        check_marks(w, at);
        checks_group_end(w, before);
        block_end(w);
    }
    w->needed = NULL;
    w->lanes = LANES_CHECKED;
}

/* --sanitize: first what looks ahead, then the loop with checks and without.  In a block: another such loop may be beside it. */
static void probed_loop(Writer *w, Item *it, const bool *needed)
{
    const char *m = mask_name(w, it->mask);
    block(w, "{");
    line(w, "uint32_t Qbad = !PTX2C_IS_WHOLE(%s)%s;", m, check_unset_before(w->b->fn, it) ? " || ptx2c_now.a->unset" : "");
    block(w, "if (!Qbad) {");
    look_ahead(w, it, needed, probe_needs(w, it, LANES_MARKED));
    block(w, "if (Qbad) {");
    size_t before = checks_group_begin(w, it);
    lane_loop(w, it, true);
    checks_group_end(w, before);
    w->lanes = LANES_SURE;
    const bool serial = it->serial || it->singly || check_serial(w, &it->kid[0]);
    const size_t otherwise = w->out->n;
    block(w, "} else {");
    before = checks_group_begin(w, it);
    lane_loop(w, it, serial);
    checks_group_end(w, before);
    block_end(w);
    if (!serial && text_has(w->out->s + otherwise, "ptx2c_check_tid"))
        one_row(w, it, otherwise);
    block_end(w);
    w->lanes = LANES_CHECKED;
}

bool emit_look_ahead(Writer *w, Item *it)
{
    const int was = w->mask;
    w->mask = it->mask;
    w->end_exits = falls_off(&it->kid[0]);
    const bool *needed = probe_sees_all(w, it) ? probe_needs(w, it, LANES_PROBED) : NULL;
    if (needed) {
        line(w, "uint32_t Qbad = 0;");
        block(w, "{");
        look_and_note(w, it, needed, "for (uint32_t Qwarp = 0; Qwarp < c->threads / 32 && !Qbad; Qwarp++) {");
        line(w, "return !Qbad;");
    }
    w->mask = was;
    return needed;
}

/* A warp's lanes that have exited in the item are no longer in the mask. */
static void leave_exited(Writer *w, const Item *it, int mask)
{
    if (mask && w->b->mode == MODE_WARP && has_exit(&it->kid[0]))
        emit_leave_mask(w, it, mask, false);
}

static void reductions_loop(Writer *w, Item *it)
{
    lanes_read_ahead(w, it);
    emit_reductions_begin(w, it);
    lanes_header(w, mask_name(w, 0), it->singly ? ORDER_SERIAL : ORDER_NONE, 0);
    lane_body(w, it, &it->kid[0], it->singly);
    emit_reductions_end(w);
}

/* In front of a loop over lanes, all or the first of them, where the columns lie that it loads. */
static bool columns_emit(Writer *w, const Items *list)
{
    const int *column = w->b->plan->column;
    const Range r = column ? lane_range_of_mask(w, w->mask) : (Range){0};
    bool any = false;
    for (int i = 0; column && !w->parts && !w->joins && !r.one && strcmp(r.from, "0") == 0 && i < list->n; i++) {
        const int at = list->at[i]->kind == I_INS ? list->at[i]->ins : -1;
        if (at < 0 || !column[at])
            continue;
        const Opnd *a = isa_address(&w->b->fn->ins.at[at]);
        line(w, "const unsigned char *const C%d = ptx2c_column_b32(&T%d, c, k, %s, %lld, %s);", column[at], column[at],
             lower_pointer(w, &w->b->fn->ins.at[at], a).s, (long long)w->b->reg[a->reg].val.step, r.to);
        any = true;
    }
    return any;
}

/* Whether one lane goes through the loop after the other. */
static bool lanes_go_in_turn(const Writer *w, const Item *it)
{
    return it->serial || it->singly || has_exit(&it->kid[0]) || check_serial(w, &it->kid[0]);
}

/* In front of the loop over chunks, what these share of columns. */
static void columns_begin(Writer *w, const Items *list)
{
    for (const Item *it = w->b->plan->column ? items_first(list) : NULL; it; it = items_next(it, list)) {
        const int column = it->kind == I_INS ? w->b->plan->column[it->ins] : 0;
        if (column) {
            line(w, "ptx2c_columns T%d;", column);
            line(w, "T%d.rows = 0;", column);
        }
    }
}

void emit_lane_group(Writer *w, Item *it)
{
    if (it->reductions) {
        reductions_loop(w, it);
        return;
    }
    if (!w->parts && !w->joins)
        lanes_read_ahead(w, it);
    int was = w->mask;
    w->mask = it->mask;
    w->end_exits = w->b->mode == MODE_SCHED && it != w->b->plan->regions[w->region].head && falls_off(&it->kid[0]);
    const bool skips = lanes_skip_begin(w, it), *needed = probe_needs(w, it, LANES_PROBED);
    w->columns = columns_emit(w, &it->kid[0]);
    if (needed) {
        probed_loop(w, it, needed);
    } else if (it->period) {
        period_loop(w, it);
    } else {
        const size_t before = checks_group_begin(w, it);
        lane_loop(w, it, lanes_go_in_turn(w, it));
        checks_group_end(w, before);
    }
    w->columns = false;
    if (skips)
        block_end(w);
    if (w->b->mode == MODE_WARP && has_exit(&it->kid[0]))
        emit_end_if_alone(w);
    leave_exited(w, it, it->mask);
    w->mask = was;
}

/* What is done for the CTA may come by here again: a loop that ends only because its threads do would go on without them. */
static bool may_return(const Writer *w, const Item *it)
{
    for (const Items *l = it->in; l->owner; l = l->owner->in)
        if (l->owner->kind == I_LOOP)
            return true;
    return w->b->gotos > 0;
}

static void chunk_group(Writer *w, Item *it)
{
    const size_t start = w->out->n;
    columns_begin(w, &it->kid[0]);
    line(w, w->b->mode == MODE_WARP ? "PTX2C_FOR_WARPS(k, c) {"
            : it->rows              ? "PTX2C_FOR_ROWS(k, c, R) {"
            : w->b->plan->has_rows        ? "PTX2C_FOR_ROWS(k, c, 1) {"
                                    : "PTX2C_FOR_CHUNKS(k, c) {");
    Fence f = {FENCE_CHUNKS, -1, w->breaks};
    const size_t inside = w->out->n;
    w->breaks = &f;
    w->indent++;
    w->straight = true;
    if (it->rows)
        unroll_jam_emit(w, it);
    else
        emit_list(w, &it->kid[0]);
    w->straight = false;
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    if (w->out->n > inside)
        last_chunk_emit(w, it);
    w->breaks = f.up;
    Str head = {0}, *out = w->out, state = cached_state(w, out->s + inside, out);
    if (out->n == inside) { /* nothing but values that others print */
        out->s[out->n = start] = 0;
        w->indent--;
        return;
    }
    divert(w, &head);
    chunk_prologue(w, out->s + inside, state.s);
    str_add(&head, state.s ? state.s : "");
    w->out = out;
    str_insert(out, inside, &head);
    str_free(&state);
    block_end(w);
    if (w->phases && has_exit(&it->kid[0]) && may_return(w, it))
        emit_return_if_gone(w);
}

/* A range of lanes of which a part is all that does something: the part's own test is enough. */
static bool holds_a_part(const Items *in)
{
    return in->n == 2 && in->at[0]->kind == I_MASK && in->at[1]->kind == I_IF && in->at[1]->mask == in->at[0]->mask &&
           info(in->at[1]->node)->ranged;
}

/* The if that is all that another in a loop over lanes holds, where each is for a range of them: as one they are vectors. */
static Item *range_within(const Writer *w, const Item *it)
{
    const Items *in = &it->kid[0];
    Item *next = in->n == 1 ? in->at[0] : NULL;
    if (it->level != LV_LANE || !next || next->kind != I_IF || next->decls.n || it->kid[1].n || next->kid[1].n)
        return NULL;
    const Ins *outer = &w->b->fn->ins.at[it->ins], *inner = &w->b->fn->ins.at[next->ins];
    return w->b->reg[outer->guard].val.border && w->b->reg[inner->guard].val.border ? next : NULL;
}

/* What lanes do that a mask has, or a range of them. */
static void emit_masked(Writer *w, const Item *it)
{
    const int was = w->mask;
    w->mask = it->mask;
    const bool ranged = info(it->node)->ranged;
    if (ranged && (lane_range_in_loop(w, it) || (w->b->mode != MODE_WARP && holds_a_part(&it->kid[0])))) {
        emit_list(w, &it->kid[0]);
        w->mask = was;
        return;
    }
    line(w, "if (%s) {", ranged ? lane_range_of_mask(w, it->mask).some : mask_name(w, it->mask));
    Fence f = {FENCE_MASK, -1, w->breaks};
    w->breaks = &f;
    body(w, &it->kid[0]);
    w->breaks = f.up;
    w->mask = was;
    line(w, "}");
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    leave_exited(w, it, was);
}

/* Why there are two versions, where an if is between those: what is said of the one where a check of all lanes holds, or of the other. */
static const char *version_note(const Back *b, const Item *it, bool other)
{
    const Ins *br = &b->fn->ins.at[it->ins];
    const int def = br->guard < 0 ? -1 : b->reg[br->guard].def;
    if (def < 0 || b->fn->ins.at[def].pseudo != PSEUDO_CHECK)
        return "";
    return br->guard_neg ^ it->negate ^ other ? " /* whatever the lanes are like */" : " /* the lanes are as checked */";
}

/* Whether what an if holds ends the loop that a lane goes round by itself, with something left behind. */
static bool leaves_loop(const Item *it)
{
    const Items *side = &it->kid[0];
    return it->level == LV_LANE && !it->kid[1].n && side->n > 1 && side->at[side->n - 1]->kind == I_BREAK;
}

static void emit_if(Writer *w, Item *it)
{
    if (it->node->kind == N_IF && info(it->node)->masked && it->mask) {
        emit_masked(w, it);
        return;
    }
    const bool other = !it->kid[0].n && it->kid[1].n; /* the only side */
    const char *cond = condition(w, it, other);
    for (Item *next; (next = range_within(w, it)); it = next)
        cond = arena_printf(w->b->a, "(%s) & (%s)", cond, condition(w, next, false));
    const bool alike = w->alike && it->level == LV_LANE && w->b->reg[w->b->fn->ins.at[it->ins].guard].val.kind == VAL_UNI;
    const bool updates = !w->updates && update_is_branchless(w->b, it);
    line(w, updates ? "PTX2C_UPDATE(%s) {%s" : alike ? "if (PTX2C_ALIKE(%s)) {%s" : leaves_loop(it) ? "if (PTX2C_LEAVES(%s)) {%s" : "if (%s) {%s", cond,
         version_note(w->b, it, other));
    w->updates |= updates;
    body(w, &it->kid[other]);
    w->updates &= !updates;
    if (it->kid[0].n && it->kid[1].n) {
        line(w, "} else {%s", version_note(w->b, it, true));
        body(w, &it->kid[1]);
    }
    line(w, "}");
}

/* The lanes that take a branch. */
static void emit_mask(Writer *w, Item *it)
{
    if (info(it->node)->ranged) {
        lane_range_mask(w, it);
        return;
    }
    const Ins *br = &w->b->fn->ins.at[it->ins];
    if (w->b->reg[br->guard].val.border && lane_range_splits(w->b, it->node) && lane_range_side_of(w->b, br, it->negate) != BORDER_BUT) {
        Range r = lane_range_side(w, it);
        line(w, "uint32_t M%d = %s & ptx2c_lane_range(%s, %s);", it->mask, mask_name(w, it->outer), r.from, r.to);
        return;
    }
    const char *array = warp_predicate(w, br->guard);
    if (array) {
        const bool negate = br->guard_neg ^ it->negate;
        const char *outer = mask_name(w, it->outer), *not = negate ? arena_printf(w->b->a, "%s & ~", outer) : "";
        line(w, "uint32_t M%d = %sptx2c_ballot(%s, %s);", it->mask, not, outer, array);
        return;
    }
    line(w, "uint32_t M%d = 0;", it->mask);
    w->lane = true;
    line(w, "PTX2C_SIMD_OR(M%d) PTX2C_MASKED(%s) M%d |= (uint32_t)(%s) << l;", it->mask, mask_name(w, it->outer),
         it->mask, condition(w, it, false));
    w->lane = false;
}

static void emit_end(Writer *w, Item *it)
{
    if (w->needed)
        emit_lane_end(w);
    else if (it->kind == I_EXIT)
        emit_thread_end(w, it);
    else
        emit_leave(w, it);
}

static void emit_cta_check(Writer *w, const Item *it)
{
    if (it->id >= 0)
        emit_check_cta(w, it->id);
    else
        line(w, "if (!ptx2c_cta_all(c, ok))\n%*sreturn false;", 4 * (w->indent + 1), "");
}

static void emit_group(Writer *w, Item *it)
{
    if (it->level == LV_CHUNK)
        chunk_group(w, it);
    else
        emit_lane_group(w, it);
}

/* What stands before it. */
static void emit_item_notes(Writer *w, Item *it)
{
    check_probes_part(w, NULL);
    emit_declarations(w, it);
    if (it->ins >= 0) {
        w->ins = &w->b->fn->ins.at[it->ins];
        if (it->kind != I_MASK || w->o->trace)
            emit_annotation(w, w->ins);
    }
    emit_notes(w);
}

static void emit_item(Writer *w, Item *it)
{
    if (probe_skips(w, it)) {
        emit_declarations(w, it);
        return;
    }
    if (it->kind == I_INS) {
        emit_instruction(w, it);
        check_probes_part(w, &w->b->fn->ins.at[it->ins]);
        return;
    }
    emit_item_notes(w, it);
    switch (it->kind) {
    case I_IF: emit_if(w, it); break;
    case I_LOOP: loop(w, it); break;
    case I_SWITCH: emit_switch(w, it); break;
    case I_BREAK: jump(w, false); break;
    case I_CONTINUE: jump(w, true); break;
    case I_GOTO: line(w, "goto label_%d;", it->node->label); break;
    case I_LABEL: line(w, "label_%d:;", it->node->label); break;
    case I_EXIT: case I_LEAVE: emit_end(w, it); break;
    case I_CHECK: emit_cta_check(w, it); break;
    case I_MASK: emit_mask(w, it); break;
    case I_GROUP: emit_group(w, it); break;
    default: ice("item %d", it->kind);
    }
    check_probes_part(w, NULL);
}

/* Whether vectors of those parts that do not store here and there need masks. */
static bool parts_need_masks(const Items *list, int first, int n)
{
    bool any = false;
    for (int i = first; i < first + n; i++)
        for (const Item *it = items_first(&list->at[i]->kid[0]); it && !list->at[i]->scatters; it = items_next(it, &list->at[i]->kid[0]))
            any |= it->kind == I_IF;
    return any;
}

/* n loops over lanes from that item on, as parts of the one that they are for some processors. */
static void emit_scattering(Writer *w, Items *list, int first, int n)
{
    const Item *whole = list->at[first]->whole;
    const bool masks = parts_need_masks(list, first, n);
    const int was = w->mask;
    w->mask = whole->mask;
    w->keeps = filling_stalls(w, whole);
    w->form = masks ? "SCATTERING_MASKED" : "SCATTERING";
    lanes_header(w, mask_name(w, whole->mask), lanes_order(w, whole, lanes_go_in_turn(w, whole)), 0);
    w->mask = was;
    w->indent++;
    w->parts = true;
    w->form = masks ? "SCATTER_PART_MASKED" : "SCATTER_PART";
    for (int i = first; i < first + n; i++)
        emit_lane_group(w, list->at[i]);
    w->form = NULL;
    w->parts = false;
    block_end(w);
}

/* n loops over lanes from that item on, as parts of one. */
static void emit_parts(Writer *w, Items *list, int first, int n)
{
    for (int i = first; i < first + n; i++) {
        emit_declarations(w, list->at[i]);
        lanes_read_ahead(w, list->at[i]);
    }
    if (list->at[first]->whole) {
        emit_scattering(w, list, first, n);
        return;
    }
    const Range r = lane_range_of_mask(w, list->at[first]->mask);
    block(w, "PTX2C_PARTS(%s, %s) {", r.from, r.to);
    w->parts = true;
    for (int i = first; i < first + n; i++)
        emit_lane_group(w, list->at[i]);
    w->parts = false;
    block_end(w);
}

/* n items from that one on, loops over lanes and branches, as parts of one loop, and in front of it what stands between them. */
static void emit_join(Writer *w, Items *list, int first, int n)
{
    for (int i = first; i < first + n; i++) {
        Item *it = list->at[i];
        if (join_precedes(w->b, it)) {
            emit_item(w, it);
            continue;
        }
        emit_declarations(w, it);
        if (it->kind == I_GROUP)
            lanes_read_ahead(w, it);
    }
    block(w, "PTX2C_JOINS(n) {");
    w->joins = true;
    for (int i = first, parts; i < first + n; i += parts) {
        parts = list->at[i]->whole ? parts_count(w, list, i) : 0;
        if (parts)
            emit_scattering(w, list, i, parts);
        else if (list->at[i]->kind == I_GROUP)
            emit_lane_group(w, list->at[i]);
        else if (list->at[i]->kind == I_IF)
            emit_if(w, list->at[i]);
        parts = parts ? parts : 1;
    }
    w->joins = false;
    block_end(w);
}

/* n items from that one on, which each lane may do by itself. */
static void emit_search(Writer *w, Items *list, int first, int n)
{
    for (int i = first; i < first + n; i++)
        emit_declarations(w, list->at[i]);
    block(w, "PTX2C_SEARCHES(n) {");
    w->searches = true;
    for (int i = first; i < first + n; i++)
        if (list->at[i]->kind == I_LOOP) {
            w->search_mask = search_mask(w, list->at[i]);
            loop(w, list->at[i]);
            w->search_mask = NULL;
        } else {
            emit_lane_group(w, list->at[i]);
        }
    w->searches = false;
    block_end(w);
}

/* Opens the blocks of those sides that begin with item i and are whole in the list; ends: where they end, the last that is open at *n - 1. */
static void begin_sides(Writer *w, const Items *list, int i, int ends[SIDES_MOST], int *n)
{
    for (const Side *side = w->lane ? list->at[i]->side : NULL; side && *n < SIDES_MOST; side = side->inner)
        if (i + side->n <= list->n) {
            block(w, "PTX2C_MASKED_SIDE(%s, %s) {", back_has_chunks(w->b) ? "n" : "32", lower_reg(w, side->mask).s);
            ends[(*n)++] = i + side->n;
        }
}

void emit_list(Writer *w, Items *list)
{
    int ends[SIDES_MOST], open = 0;
    for (int i = 0, n; i < list->n; i += n) {
        for (; open && ends[open - 1] == i; open--)
            block_end(w);
        begin_sides(w, list, i, ends, &open);
        if ((n = w->parts || w->joins ? 0 : parts_count(w, list, i)))
            emit_parts(w, list, i, n);
        else if ((n = w->searches || w->joins ? 0 : search_count(w, list, i)))
            emit_search(w, list, i, n);
        else if ((n = join_count(w, list, i)))
            emit_join(w, list, i, n);
        else {
            emit_item(w, list->at[i]);
            n = 1;
        }
    }
    for (; open; open--)
        block_end(w);
}
