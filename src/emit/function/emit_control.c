/* emit_control.c: a function's items as C: conditions, loops, switches, jumps, masks, and lists of all these. */
#include "emit/emit_fn.h"

Writer writer_of(Back *b, Str *out, const EmitOptions *o, const Kernel *k)
{
    return (Writer){.b = b, .out = out, .o = o, .k = k, .remake = lower_ins, .list = emit_list, .indent = 1};
}

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
    return arena_printf(w->b->a, "ptx2c_%s_%s(%s, %lld, n, %s, %s)", name, name_of_type(h), ex_argument(lower_value(w, &counter, T_U32, 'u')),
                        (long long)w->b->reg[h->counter].val.step, ex_argument(lower_value(w, h->by, T_U32, 'u')), ex_argument(lower_value(w, bound, T_U32, 'u')));
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

/* The rounds of the first lanes, which are still in it.  Of a warp's, those that are in the mask, which is less inside; of a range of a chunk's lanes,
 * the first, too.  Where nothing is for vectors, lanes keep what rounds in such a round use in registers, if each goes through alone. */
static void still_rounds(Writer *w, const CountedLoop *h)
{
    const bool warp = w->b->mode == MODE_WARP;
    const Range r = lane_range_of_mask(w, w->mask);
    const StillLanes was = w->still;
    Fence f = {FENCE_LOOP, -1, w->breaks};
    const bool all = lane_range_is_all(w, &r);
    if (!all && (warp || r.one || strcmp(r.from, "0") != 0))
        return;
    w->breaks = &f;
    const char *mask = mask_name(w, w->mask), *among = arena_printf(w->b->a, ", among_%d = %s", w->mask, mask);
    const char *call = rounds_call(w, "still", h);
    if (!all)
        call = arena_printf(w->b->a, "ptx2c_min_u32(%s, %s)", r.to, call);
    block(w, "for (uint32_t still%s; (still = %s%s) != 0;) { /* the last lanes are through */", warp ? among : "",
          items_hold(h->in, I_LOOP, I_GROUP) ? "PTX2C_SINGLE ? 0 : " : "", call);
    if (!all)
        w->ranges.at[w->mask].to = "n";
    line(w, "const uint32_t n = still;");
    if (warp) {
        w->still = (StillLanes){w->mask, arena_printf(w->b->a, "among_%d", w->mask)};
        line(w, "const uint32_t %s = %s & ptx2c_lane_range(0, n);", mask, w->still.among);
        line(w, "(void)%s;", mask);
    }
    rounds_of(w, h, !h->counted);
    block_end(w);
    if (!all)
        w->ranges.at[w->mask] = r;
    w->still = was;
    w->breaks = f.up;
}

/* What follows the rounds of all lanes. */
static void last_rounds(Writer *w, const CountedLoop *h)
{
    const Type t = isa_slot_type(h->compare, SLOT_TYPE);
    const char how = t == T_S32 ? 's' : 'u';
    const Opnd counter = opnd_reg(h->counter);
    if (h->leaves_in_order)
        still_rounds(w, h);
    /* the first lane is through, and so are those above it */
    line(w, "%s = %s >= %s && ptx2c_steps_%s(%s, %lld, n);", lower_reg(w, ins_dest(&w->b->fn->ins.at[h->in->at[h->test + 1]->ins]).reg).s,
         lower_value(w, &counter, t, how).s, lower_value(w, isa_opnd(h->compare, ARG_B), t, how).s, name_of_type(h),
         ex_argument(lower_value(w, &counter, T_U32, 'u')), (long long)w->b->reg[h->counter].val.step);
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
    emit_leave_exited(w, it, was);
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
        emit_chunk_group(w, it);
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
