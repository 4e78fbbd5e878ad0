/* emit_group.c: loops over chunks and over the lanes of one: their heads, what is looked at before them, their parts. */
#include "emit/emit_fn.h"

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
    w->list(w, (Items *)list);
    state_store(w);
    if (w->end_exits && !w->needed)
        line(w, "s->at.pc[l] = PTX2C_EXITED;");
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    Str head = {0}, *out = divert(w, &head);
    lane_prologue(w, &it->kid[0], out->s + start);
    insert_diverted(w, out, start);
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
        w->list(w, &(Items){.at = it->kid[0].at, .n = it->kid[0].n - 1}); /* nothing but what stands for something is noted */
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
    w->moves = it->size <= 2;
    w->reads = serial ? NULL : reads_here_and_there(w, &it->kid[0]);
    const bool padded = !serial && !it->narrow && padding_fits(w, it);
    const Trial trial = serial || padded ? TRIAL_NONE : trial_begin(w, it);
    if (padded)
        padding_begin(w);
    else
        lanes_header(w, mask_name(w, it->mask), lanes_order(w, it, serial), it->first);
    if (!lane_body(w, it, &it->kid[0], serial))
        w->out->s[w->out->n = before] = 0;
    trial_end(w, it, trial);
}

/* Item.period: whole periods, and the lanes around them. */
static void period_loop(Writer *w, Item *it)
{
    const size_t from = period_begin(w, it);
    lane_body(w, it, &it->kid[0], it->period > 2);
    if (period_lane(w, 1))
        lane_body(w, it, &it->kid[0], false);
    period_else(w, it, from);
    lane_body(w, it, &it->kid[0], true);
    block_end(w);
    block_end(w);
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
    insert_diverted(w, out, at);
}

/* The end of a loop over the CTA's warps, whose body is written from at on. */
static void warps_end(Writer *w, size_t at)
{
    if (text_has(w->out->s + at, "k")) {
        Str head = {0}, *out = divert(w, &head);
        line(w, "const ptx2c_chunk k = ptx2c_warp_at(c, Qwarp);");
        insert_diverted(w, out, at);
    }
    block_end(w);
    line(w, "c->sched->index = 0;");
}

/* The look ahead of a group where somebody asks what comes before what: it notes the accesses, too.  all: for all warps of the CTA. */
static void look_and_note(Writer *w, Item *it, const bool *needed, bool all)
{
    w->needed = needed;
    w->lanes = LANES_PROBED;
    if (all)
        block(w, "for (uint32_t Qwarp = 0; Qwarp < c->threads / 32 && !Qbad; Qwarp++) {");
    const size_t begin = w->out->n;
    if (all)
        line(w, "c->sched->index = Qwarp;");
    const size_t before = checks_group_begin(w, it), at = w->out->n;
    lane_loop(w, it, true);
    check_lanes(w, at);
    checks_group_end(w, before);
    if (all)
        warps_end(w, begin);
    block_end(w);
    w->needed = NULL;
    w->lanes = LANES_CHECKED;
}

/* The look ahead of a group, and behind it the notes of what is stored, unless marked is NULL. */
static void look_ahead(Writer *w, Item *it, const bool *needed, const bool *marked)
{
    if (checks_order(w)) {
        look_and_note(w, it, needed, false);
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
        look_and_note(w, it, needed, true);
        line(w, "return !Qbad;");
    }
    w->mask = was;
    return needed;
}

/* A warp's lanes that have exited in the item are no longer in the mask. */
void emit_leave_exited(Writer *w, const Item *it, int mask)
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
    emit_leave_exited(w, it, it->mask);
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

void emit_chunk_group(Writer *w, Item *it)
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
        w->list(w, &it->kid[0]);
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
    insert_diverted(w, out, inside);
    str_free(&state);
    block_end(w);
    if (w->phases && has_exit(&it->kid[0]) && may_return(w, it))
        emit_return_if_gone(w);
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
void emit_scattering(Writer *w, Items *list, int first, int n)
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
void emit_parts(Writer *w, Items *list, int first, int n)
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
