/* region.c: the control-flow tree as nested lists of items, each list running at one level: once for the CTA, once for
 * a chunk, once for each lane.  Work of a deeper level is collected in groups, which the emitter prints as loops over
 * chunks and lanes; barriers and collectives end a group.  Then register_scope.c places each register.
 *
 * In: tree, liveness, the results of uniform.c.  Out: Back.root, RegInfo.store and where each register is declared. */
#include "analysis/uniform.h"
#include "plan/plan.h"
#include "analysis/lanes/lane.h"

static bool is_plain_tex(const Ins *ins)
{
    static const Modifier more[] = {MOD_LEVEL, MOD_GRAD, MOD_NONE};
    static const ArgName beside[] = {ARG_S, ARG_E, ARG_F, ARG_P};
    bool plain = ins->mnemonic == INS_TEX && ins->guard < 0 && isa_has_word(ins, MOD_2D) && !isa_has_any(ins, more);
    for (size_t i = 0; plain && i < sizeof beside / sizeof *beside; i++)
        plain = !isa_opnd(ins, beside[i]);
    return plain;
}

/* Whether an instruction that all lanes of a chunk come to is such an access. */
bool texels_at_once(const Back *b, const Ins *ins)
{
    if (b->literal || !back_has_chunks(b) || !is_plain_tex(ins))
        return false;
    const Opnd *t = isa_opnd(ins, ARG_T);
    const Type of = (Type)ins->argtype[isa_arg(ins, ARG_D)];
    const Dest dest = ins_dest(ins);
    return ins->argtype[isa_arg(ins, ARG_C)] == T_F32 && (of == T_F32 || of == T_U32 || of == T_S32) && t->kind == O_REG &&
           b->reg[t->reg].val.kind == VAL_UNI && dest.n && b->reg[dest.reg].val.kind == VAL_VAR;
}

typedef struct Build {
    Back *b;
    int mask;       /* mask that the current code runs under */
    int *stamp[3];  /* by level and register: number of the last group of that level that refers to it */
    int apart;      /* an instruction that stands in front of its region */
    const Item *ordered; /* the group of lanes whose accesses these are: vector_dependence.c */
    Array(int) accesses;
    bool split;     /* the open group of lanes ends here */
} Build;

static Item *new_item(Back *b, ItemKind kind, int ins, Node *node)
{
    Item *it = NEW(b->a, Item);
    it->kind = kind;
    it->ins = ins;
    it->node = node;
    it->id = kind == I_CHECK ? -1 : 0;
    return it;
}

static void new_kids(Back *b, Item *it, int n, Level level)
{
    it->kid = NEWN(b->a, Items, n ? n : 1);
    it->nkid = n;
    for (int i = 0; i < n; i++) {
        it->kid[i].owner = it;
        it->kid[i].level = level;
    }
}

/* Marks the registers of an instruction as used by the groups it stands in. */
static void touch(Build *w, Items *list, int ins)
{
    for (Items *l = list; l; l = l->owner ? l->owner->in : NULL)
        if (l->owner && l->owner->kind == I_GROUP) {
            for (Refs ref = ins_refs(&w->b->fn->ins.at[ins]); refs_next(&ref);)
                w->stamp[l->level][ref.reg] = l->owner->id;
            if (ins_dirty(&w->b->fn->ins.at[ins])) {
                l->owner->dirty = true;
                l->owner->shares |= isa_emit(&w->b->fn->ins.at[ins]) != EMIT_ST || isa_space(&w->b->fn->ins.at[ins]) != SP_LOCAL;
            }
        }
}

/* The group at the end of the list, or NULL. */
static Item *last_group(const Items *list)
{
    Item *last = items_last(list);
    return last && last->kind == I_GROUP ? last : NULL;
}

static void append(Build *w, Items *list, Item *it)
{
    Item *last = last_group(list);
    if (last && last->spec && list->level == LV_CTA) {
        last->spec = false;
        items_add(w->b, list, new_item(w->b, I_CHECK, -1, NULL));
    }
    items_add(w->b, list, it);
}

/* A new item at the list's end, under the current mask. */
static Item *add_item(Build *w, Items *list, ItemKind kind, int ins, Node *node, Level level)
{
    Item *it = new_item(w->b, kind, ins, node);
    it->level = level;
    it->mask = w->mask;
    append(w, list, it);
    return it;
}

/* For the lanes that come to one side of a branch: the number of their mask. */
static int add_mask(Build *w, Items *list, Node *n, bool negate)
{
    Item *m = add_item(w, list, I_MASK, n->blk->term, n, LV_CTA);
    m->negate = negate;
    m->mask = ++w->b->plan->nmasks;
    m->outer = w->mask;
    touch(w, list, m->ins);
    return m->mask;
}

/* Instructions in a loop over lanes, after which it is ended and another begun.  C compilers take more than
 * proportionally longer for long loops, and what lives across fits no registers anyway. */
enum { GROUP_MAX = 600, HOIST_MAX = 100 };

/* The open group at the end of the list, for work one level deeper. */
static Items *group(Build *w, Items *list, bool dirty)
{
    Item *last = last_group(list);
    const bool full = last && last->level == LV_LANE && (last->size >= GROUP_MAX || w->split) && !w->b->gotos;
    if (!last || full || (last->spec && dirty && list->level == LV_CTA)) {
        last = add_item(w, list, I_GROUP, -1, NULL, list->level + 1);
        new_kids(w->b, last, 1, last->level);
        last->id = ++w->b->plan->groups;
    }
    return &last->kid[0];
}

/* The list of the level wanted, at the end of this one. */
static Items *descend(Build *w, Items *list, Level level, bool dirty)
{
    while (list->level < level)
        list = group(w, list, dirty);
    return list;
}

/* A scalar instruction may move in front of the open group when neither notices.  Many loads that do, in front of a long one,
 * leave no registers. */
static bool may_hoist(Build *w, Items *list, int ins)
{
    const Ins *i = &w->b->fn->ins.at[ins];
    const Item *last = last_group(list);
    if (!last || ins_dirty(i) || i->pseudo == PSEUDO_ANY)
        return false;
    if (isa_emit(i) == EMIT_LD && !isa_loads_constant(i) && (last->shares || (last->dirty && last->size > HOIST_MAX)))
        return false;
    if (isa_emit(i) == EMIT_TEXT && isa_mem(i) != MEM_NONE && isa_mem(i) != MEM_TEX)
        return false;
    for (Refs ref = ins_refs(i); writes_next(&ref);)
        if (w->stamp[last->level][ref.reg] == last->id)
            return false;
    return true;
}

/* Likewise a load for all lanes at once, in front of a loop over lanes that then goes on behind it. */
static bool may_gather_before(const Build *w, const Items *list, int at)
{
    const Ins *load = &w->b->fn->ins.at[at];
    const Item *last = last_group(list);
    if (!last || last->level != LV_LANE || !gathers_at_once(w->b, load))
        return false;
    for (int i = 0; i < last->kid[0].n; i++)
        if (last->kid[0].at[i]->kind != I_INS || ins_dirty(&w->b->fn->ins.at[last->kid[0].at[i]->ins]))
            return false;
    for (Refs ref = ins_refs(load); refs_next(&ref);)
        if (w->stamp[last->level][ref.reg] == last->id)
            return false;
    return true;
}

/* A store of what is the same for all that are there, at one place. */
static bool is_flag_store(const Back *b, const Ins *ins)
{
    return ins->pseudo == PSEUDO_FLAG && uniform_arg(b, ins, ARG_A).kind == VAL_UNI && uniform_arg(b, ins, ARG_B).kind == VAL_UNI;
}

static Level ins_level(const Back *b, const Ins *ins, Level here)
{
    if (here == LV_LANE)
        return LV_LANE;
    if (isa_is_cta(ins))
        return here;
    if (isa_is_warp(ins) || is_flag_store(b, ins))
        return LV_CHUNK;
    bool writes = false;
    for (Refs ref = ins_refs(ins); writes_next(&ref);) {
        const Val *v = &b->reg[ref.reg].val;
        const Level l = v->kind == VAL_VAR ? LV_LANE : v->kind == VAL_AFF ? LV_CHUNK : (Level)v->level;
        here = l > here ? l : here;
        writes = true;
    }
    return (ins_dirty(ins) && isa_emit(ins) != EMIT_LD) || !writes || (isa_mem(ins) & MEM_W) ? LV_LANE : here;
}

/* A check for the CTA at the end of its list, in front of a group that stands there. */
static void put_plane_check(Back *b, Items *list, int at)
{
    Item *check = new_item(b, I_CHECK, -1, NULL), *last = last_group(list);
    check->id = at;
    items_add(b, list, check);
    if (last) {
        list->at[list->n - 2] = check;
        list->at[list->n - 1] = last;
        items_number(list, list->n - 2);
    }
}

/* A check that can be made once for the CTA stands in front of its group, which then need not wait for the others. */
static void add_plane_check(Build *w, Items *in_group, int at)
{
    Back *b = w->b;
    Item *group = in_group->owner;
    if (!group || group->kind != I_GROUP || group->in->level != LV_CTA || !cta_affine_checks(b, at))
        return;
    b->spec[at] |= SPEC_PLANE;
    put_plane_check(b, group->in, at);
}

/* Whether an access may not stand behind those of the open loop over lanes. */
static bool breaks_order(const Build *w, const Item *lanes, int at)
{
    return lanes == w->ordered && dependence_breaks(w->b, w->accesses.at, w->accesses.n, at);
}

/* Before an access is added: whether the loop over lanes that it would stand in ends first. */
static bool ends_loop(Build *w, const Items *list, int at)
{
    const Item *last = last_group(list);
    while (last && last->level < LV_LANE)
        last = last_group(&last->kid[0]);
    return last && breaks_order(w, last, at);
}

/* Lanes run the group in order, for the sake of what was added last. */
static void make_serial(Item *group)
{
    if (!group->serial)
        group->serial_from = group->kid[0].n - 1;
    group->serial = true;
}

/* Keeps account of an access in a loop over lanes.  Where such a loop can't end, inside of an if, it runs in order. */
static void keep_order(Build *w, Item *lanes, int at)
{
    if (lanes != w->ordered)
        w->accesses.n = 0;
    else if (!lanes->serial && dependence_breaks(w->b, w->accesses.at, w->accesses.n, at))
        make_serial(lanes);
    w->ordered = lanes;
    array_add(w->b->a, &w->accesses, at);
}

/* Whether the instruction, done for lanes, may as well stand before this scalar one. */
static bool may_pass(const Build *w, int at, const Item *scalar)
{
    const Back *b = w->b;
    if (scalar->kind != I_INS || b->spec[scalar->ins] != SPEC_NONE)
        return false;
    const Ins *x = &b->fn->ins.at[scalar->ins], *y = &b->fn->ins.at[at];
    if (x->pseudo || !ins_is_pure(x) || isa_meets(x))
        return false;
    for (Refs a = ins_refs(x); refs_next(&a);)
        for (Refs r = ins_refs(y); refs_next(&r);)
            if (a.reg == r.reg && (a.write || r.write))
                return false;
    return true;
}

/* Whether the instruction counts a lane's own register on, which is as well done in a loop that is for vectors. */
static bool counts_on(const Ins *ins)
{
    const Dest d = ins_dest(ins);
    bool reads = false, others = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        reads |= !ref.write && d.n == 1 && ref.reg == d.reg;
        others |= !ref.write && !(d.n == 1 && ref.reg == d.reg);
    }
    return reads && !others;
}

/* The CTA may be run anew behind the chunks' loop at the end of the list, in which something is checked: what others see of the instruction, or it
 * itself would see again, must not have been done.  What stands in shared memory when a CTA begins is nothing that it may count on. */
static bool awaits_check(const Items *list, const Ins *ins)
{
    const Item *last = last_group(list);
    const Opnd *at = isa_address(ins);
    const int space = isa_emit(ins) == EMIT_ST && at ? isa_opnd_space(ins, at) : SP_GENERIC;
    return last && last->spec && list->level == LV_CTA && ins_dirty(ins) && space != SP_LOCAL && space != SP_SHARED;
}

/* The items of the chunks' loop at the end of the list from that one on go on in another one, behind the check. */
static void put_behind_check(Build *w, Items *list, int from)
{
    Item *was = last_group(list), *now = add_item(w, list, I_GROUP, -1, NULL, was->level);
    Items *all = &was->kid[0];
    new_kids(w->b, now, 1, all->level);
    now->id = ++w->b->plan->groups;
    now->mask = was->mask;
    now->dirty = was->dirty;
    now->shares = was->shares;
    for (int i = from; i < all->n; i++)
        items_add(w->b, &now->kid[0], all->at[i]);
    all->n = from;
    for (Item *it = items_first(&now->kid[0]); it; it = items_next(it, &now->kid[0]))
        for (Refs ref = item_refs(w->b, it); refs_next(&ref);)
            w->stamp[all->level][ref.reg] = now->id;
}

/* The loop over lanes that an instruction for lanes may still join: only scalars that it may pass stand behind it.  Or NULL. */
static Items *loop_to_join(Build *w, Items *list, int at, bool access)
{
    Items *const all = list;
    if (counts_on(&w->b->fn->ins.at[at]))
        return NULL;
    while (list->level + 1 < LV_LANE && last_group(list))
        list = &last_group(list)->kid[0];
    int i = list->n - 1;
    while (i >= 0 && list->at[i]->kind == I_INS && may_pass(w, at, list->at[i]))
        i--;
    Item *lanes = i >= 0 ? list->at[i] : NULL;
    if (!lanes || lanes->kind != I_GROUP || lanes->level != LV_LANE || lanes->mask != w->mask || lanes->size >= GROUP_MAX)
        return NULL;
    if (access && breaks_order(w, lanes, at))
        return NULL;
    if (awaits_check(all, &w->b->fn->ins.at[at]))
        put_behind_check(w, all, i);
    return &lanes->kid[0];
}

/* Where an instruction of that level goes, from the end of a list on. */
static Items *list_for(Build *w, Items *list, int at, Level level, bool access)
{
    const bool lanes = level == LV_LANE && list->level < LV_LANE;
    w->split = access && lanes && ends_loop(w, list, at);
    Items *to = lanes ? loop_to_join(w, list, at, access) : NULL;
    if (!to)
        to = descend(w, list, level, ins_dirty(&w->b->fn->ins.at[at]));
    w->split = false;
    return to;
}

/* What the instruction is to a group around it. */
static void note_in_group(Build *w, Item *group, int at, bool access)
{
    const Back *b = w->b;
    group->size += group->level == LV_LANE;
    group->spec |= b->spec[at] && !(b->spec[at] & (SPEC_LOCAL | SPEC_PLANE));
    if (ins_order_matters(&b->fn->ins.at[at]))
        make_serial(group);
    if (access && group->level == LV_LANE)
        keep_order(w, group, at);
}

/* Nothing is printed for it. */
static bool is_nothing(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const bool checked = b->m->checked && (isa_orders_aside(ins) || isa_asks_of_cache(ins));
    return !checked && (b->dead[at] || (isa_emit(ins) == EMIT_NOP && !ins->pseudo));
}

/* In front of the item that is last in its list. */
static void put_before_last(Build *w, Items *to, Item *it)
{
    Item *last = to->at[to->n - 1];
    to->at[to->n - 1] = it;
    array_add(w->b->a, to, last);
    items_number(to, to->n - 2);
}

/* What a launch gives all threads is read in front of the loop over lanes: of what lanes store compilers can't tell whether it is that. */
static bool add_given(Build *w, const Items *list, int at, Node *node)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[at];
    Item *lanes = NULL;
    for (Item *around = list->owner; around; around = around->in->owner)
        lanes = around->kind == I_GROUP && around->level == LV_LANE ? around : lanes;
    if (!lanes || b->mode == MODE_SCHED || !ins_loads_kernel_param(ins) || ins->guard >= 0 || b->reg[ins_dest(ins).reg].ndef != 1 || items_last(lanes->in) != lanes)
        return false;
    Item *it = new_item(b, I_INS, at, node);
    it->level = LV_CHUNK;
    b->reg[ins_dest(ins).reg].val = uniform_uni(LV_CHUNK, UINT64_MAX);
    put_before_last(w, lanes->in, it);
    touch(w, lanes->in, at);
    return true;
}

static void add_ins(Build *w, Items *list, int at, Node *node)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[at];
    if (is_nothing(b, at) || at == w->apart || add_given(w, list, at, node))
        return;
    if (ins->pseudo == PSEUDO_INSIDE) {
        put_plane_check(b, list, at);
        return;
    }
    Item *it = new_item(b, I_INS, at, node);
    const bool at_once = list->level < LV_LANE && !w->mask && (texels_at_once(b, ins) || gathers_at_once(b, ins) || scatters_at_once(b, ins));
    const Level level = it->level = at_once ? LV_CHUNK : ins_level(b, ins, list->level);
    const bool access = b->mode != MODE_FUNC && dependence_counts(b, ins);
    Items *to = list_for(w, list, at, level, access);
    if (level < LV_LANE && (at_once ? may_gather_before(w, to, at) : may_hoist(w, to, at))) {
        put_before_last(w, to, it);
    } else {
        append(w, to, it);
    }
    touch(w, to, at);
    add_plane_check(w, to, at);
    for (Item *around = to->owner; around; around = around->in->owner)
        if (around->kind == I_GROUP)
            note_in_group(w, around, at, access);
}

static void add_node(Build *w, Items *list, Node *n);

static void touch_tree(Build *w, Items *list, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (x->kind == N_BLOCK || x->kind == N_IF || x->kind == N_SWITCH)
            for (int i = x->blk->first; i < x->blk->end; i++)
                touch(w, list, i);
}

/* An if under masks: makes a mask for each side, then runs each side that has lanes. */
static void add_masked(Build *w, Items *list, Node *n)
{
    Items *to = descend(w, list, LV_CHUNK, true);
    int mask[2] = {0, 0}, outer = w->mask;
    for (int side = 0; side < 2 && side < n->nkid; side++)
        if (n->kid[side])
            mask[side] = add_mask(w, to, n, n->negate ^ side);
    for (int side = 0; side < 2; side++) {
        if (!(w->mask = mask[side]))
            continue;
        Item *it = add_item(w, to, I_IF, n->blk->term, n, LV_CHUNK);
        new_kids(w->b, it, 2, LV_CHUNK);
        add_node(w, &it->kid[0], n->kid[side]);
    }
    w->mask = outer;
}

/* Threads that take the side without a barrier end there; the others go on in this list. */
static void add_exit_guard(Build *w, Items *list, Node *n)
{
    Back *b = w->b;
    int side = n->kid[0] && info(n->kid[0])->has_cta ? 1 : 0;
    Node *ends = side < n->nkid ? n->kid[side] : NULL, *goes = 1 - side < n->nkid ? n->kid[1 - side] : NULL;
    Items *to = descend(w, list, LV_CHUNK, true);
    const int outer = w->mask;
    if (b->mode == MODE_WARP)
        w->mask = add_mask(w, to, n, n->negate ^ side);
    Item *it = add_item(w, to, I_IF, n->blk->term, n, LV_CHUNK);
    it->negate = n->negate ^ side;
    it->mask = b->mode == MODE_WARP ? w->mask : 0;
    new_kids(b, it, 2, LV_CHUNK);
    touch(w, to, it->ins);
    if (ends)
        add_node(w, &it->kid[0], ends);
    const Item *last = items_last(&it->kid[0]);
    if (!last || last->kind != I_EXIT)
        add_item(w, &it->kid[0], I_EXIT, -1, n, LV_CHUNK);
    w->mask = outer;
    if (goes)
        add_node(w, list, goes);
}

enum { LIGHT_MOST = 6 }; /* instructions of lanes in an if that stays in their loop */

/* The loop over lanes at the end of the list. */
static const Item *open_lanes(const Items *list)
{
    const Item *last = last_group(list);
    return last && last->level == LV_LANE && !last->serial && !last->mask && last->size < GROUP_MAX ? last : NULL;
}

/* Whether an instruction of such an if is a lane's load or arithmetic, or may as well be done once in front. */
static bool is_light(Build *w, Items *list, int at, int *lanes)
{
    const Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    const bool load = isa_emit(ins) == EMIT_LD && !ins_dirty(ins);
    if (b->dead[at])
        return true;
    const bool wraps = b->mode == MODE_LANES && spec_is_steps((Spec)b->spec[at]); /* the chunk may be cut before, too */
    if ((b->spec[at] && !wraps) || d.n != 1 || ins->guard >= 0 || (!ins_is_pure(ins) && !load) || isa_is_warp(ins))
        return false;
    if (ins_level(b, ins, list->level) < LV_LANE)
        return !load && b->reg[d.reg].ndef == 1 && may_hoist(w, list, at);
    ++*lanes;
    return !dependence_counts(b, ins) || !ends_loop(w, list, at);
}

/* Whether a load of such an if, which lanes of a range do, is one that processors do under masks. */
static bool loads_evenly(const Back *b, const Ins *ins)
{
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    const int bytes = type_bytes(isa_slot_type(ins, SLOT_TYPE));
    const Val v = opnd_has_base(o) ? b->reg[o->reg].val : (Val){.kind = VAL_UNI};
    return bytes >= 4 && (v.kind == VAL_UNI || (v.kind == VAL_AFF && v.step == bytes));
}

/* What is known of such an if. */
typedef struct Light {
    const Item *open; /* the loop over lanes */
    int lanes;        /* instructions for lanes */
    bool continues;   /* they write what the loop has written */
    bool ranged;      /* it is one for a range of lanes, or holds such */
} Light;

static bool is_light_block(Build *w, Items *list, const Blk *x, Light *l)
{
    const Back *b = w->b;
    for (int i = x->first; i < x->end; i++) {
        if (i == x->term)
            continue;
        const Ins *ins = &b->fn->ins.at[i];
        if (!is_light(w, list, i, &l->lanes) || (l->ranged && isa_emit(ins) == EMIT_LD && !b->dead[i] && !loads_evenly(b, ins)))
            return false;
        const Dest d = ins_dest(ins);
        l->continues |= d.n == 1 && b->reg[d.reg].ndef > 1 && w->stamp[LV_LANE][d.reg] == l->open->id;
    }
    return true;
}

static bool is_light_tree(Build *w, Items *list, const Node *n, Light *l)
{
    const Back *b = w->b;
    if (n->kind == N_BLOCK)
        return is_light_block(w, list, n->blk, l);
    if (n->kind == N_IF) {
        if (n->blk->term < 0 || !n->nkid || !n->kid[0] || node_else(n))
            return false;
        const Ins *br = &b->fn->ins.at[n->blk->term];
        const Border side = lane_range_side_of(b, br, n->negate);
        if (info(n)->lane || (b->reg[br->guard].val.kind != VAL_UNI && side != BORDER_BELOW && side != BORDER_FROM))
            return false;
        l->ranged |= side != BORDER_NONE;
    } else if (n->kind != N_SEQ)
        return false;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !is_light_tree(w, list, n->kid[i], l))
            return false;
    return true;
}

/* What of such an if is done once stands before the loop over lanes; the rest in it. */
static void add_light_tree(Build *w, Items *list, Items *to, Node *n, bool once)
{
    Back *b = w->b;
    Items *in = to;
    if (n->kind == N_IF && !once) {
        Item *it = add_item(w, to, I_IF, n->blk->term, n, LV_LANE);
        it->negate = n->negate;
        it->mask = 0;
        new_kids(b, it, 2, LV_LANE);
        in = &it->kid[0];
    }
    for (int i = 0; n->kind != N_BLOCK && i < n->nkid; i++)
        if (n->kid[i])
            add_light_tree(w, list, in, n->kid[i], once);
    for (int i = n->blk ? n->blk->first : 0; n->kind == N_BLOCK && i < n->blk->end; i++)
        if (i != n->blk->term && once == (ins_level(b, &b->fn->ins.at[i], list->level) < LV_LANE))
            add_ins(w, once ? list : in, i, n);
}

/* An if behind a loop over lanes that they take alike or that a range of them takes: x = 0; if (row > 0) x = a[i]; sum += x.  It would
 * part the loop in three, which keep what they share in arrays; so it stays in the loop.  C compilers make vectors of it either way. */
static bool add_light(Build *w, Items *list, Node *n)
{
    Light l = {.open = list->level == LV_CHUNK && back_has_chunks(w->b) && back_optimizes(w->b) ? open_lanes(list) : NULL};
    if (!l.open || n->kind != N_IF || !is_light_tree(w, list, n, &l) || !l.continues || l.lanes > LIGHT_MOST ||
        (!l.ranged && n->kid[0]->kind != N_BLOCK))
        return false;
    add_light_tree(w, list, NULL, n, true);
    Items *to = descend(w, list, LV_LANE, false);
    add_light_tree(w, list, to, n, false);
    touch_tree(w, to, n);
    return true;
}

static void add_control(Build *w, Items *list, Node *n)
{
    NodeInfo *x = info(n);
    if (x->exit_guard) {
        add_exit_guard(w, list, n);
        return;
    }
    if (!x->lane && (!x->masked || x->ranged) && add_light(w, list, n))
        return;
    if (x->masked) {
        add_masked(w, list, n);
        return;
    }
    static const ItemKind kinds[] = {[N_IF] = I_IF, [N_LOOP] = I_LOOP, [N_SWITCH] = I_SWITCH};
    Level level = x->lane ? LV_LANE : list->level == LV_CTA && !x->has_cta ? LV_CHUNK : list->level;
    Items *to = descend(w, list, level, true);
    Item *it = add_item(w, to, kinds[n->kind], n->kind == N_LOOP ? -1 : n->blk->term, n, level);
    it->negate = n->negate;
    new_kids(w->b, it, n->kind == N_IF ? 2 : n->nkid, level);
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i])
            add_node(w, &it->kid[i], n->kid[i]);
    touch_tree(w, to, n);
}

static void add_jump(Build *w, Items *list, Node *n, Level level, int ins)
{
    static const ItemKind kinds[] = {[N_BREAK] = I_BREAK, [N_CONTINUE] = I_CONTINUE, [N_GOTO] = I_GOTO,
                                     [N_LABEL] = I_LABEL, [N_EXIT] = I_EXIT, [N_LEAVE] = I_LEAVE};
    add_item(w, descend(w, list, level, true), kinds[n->kind], ins, n, level);
}

static void add_node(Build *w, Items *list, Node *n)
{
    const Ins *ins = w->b->fn->ins.at;
    if (n->kind == N_IF || n->kind == N_LOOP || n->kind == N_SWITCH) {
        add_control(w, list, n);
        return;
    }
    if (info(n)->lane)
        list = descend(w, list, LV_LANE, true);
    if (n->kind == N_SEQ) {
        for (int i = 0; i < n->nkid; i++)
            if (n->kid[i])
                add_node(w, list, n->kid[i]);
    } else if (n->kind == N_BLOCK) {
        for (int i = n->blk->first; i < n->blk->end; i++)
            if (i != n->blk->term || isa_emit(&ins[i]) == EMIT_CALL)
                add_ins(w, list, i, n);
    } else {
        const int trap = n->kind == N_EXIT && n->blk->term >= 0 && isa_emit(&ins[n->blk->term]) == EMIT_TRAP ? n->blk->term : -1;
        const bool cta = list->level == LV_CTA;
        if (cta && trap >= 0) /* if there is a thread left */
            add_jump(w, list, n, LV_CHUNK, trap);
        add_jump(w, list, n, list->level, cta ? -1 : trap);
    }
}

/* Whether lanes may leave one of the first n items for elsewhere. */
static bool has_jump(const Items *list, int n)
{
    for (int i = 0; i < n; i++)
        for (const Item *it = list->at[i]; it; it = item_next(it, list->at[i]))
            if (it->kind != I_INS && it->kind != I_IF)
                return true;
    return false;
}

/* Adds a loop over lanes of a region of MODE_SCHED. */
static Item *region_group(Build *w, const Part *r)
{
    Item *g = add_item(w, &w->b->plan->root, I_GROUP, -1, r->tree, LV_LANE);
    g->entry = r->entry;
    g->id = ++w->b->plan->groups;
    new_kids(w->b, g, 1, LV_LANE);
    return g;
}

/* What a region of MODE_SCHED does before order matters becomes a loop over lanes of its own, of which compilers make vectors. */
static void divide(Build *w, Part *r)
{
    enum { WORTH = 4 }; /* instructions */
    Back *b = w->b;
    Items *all = &r->group->kid[0];
    const int n = r->group->serial ? r->group->serial_from : 0;
    int work = 0;
    for (int i = 0; i < n; i++) {
        const Ins *ins = all->at[i]->ins >= 0 ? &b->fn->ins.at[all->at[i]->ins] : NULL;
        work += all->at[i]->kind == I_INS;
        if (!ins || (all->at[i]->kind != I_INS && all->at[i]->kind != I_IF) || isa_space(ins) == SP_PARAM)
            return;
    }
    if (work < WORTH || b->literal || b->gotos || has_jump(all, n))
        return;
    b->plan->root.n--;
    Item *h = r->head = region_group(w, r);
    for (int i = 0; i < n; i++)
        append(w, &h->kid[0], all->at[i]);
    all->at += n;
    all->n -= n;
    all->cap -= n;
    items_number(all, 0);
    append(w, &b->plan->root, r->group);
}

/* A region of MODE_SCHED: its barrier or collective, then its code for each lane. */
static void add_region(Build *w, Part *r)
{
    if (r->sync >= 0)
        add_item(w, &w->b->plan->root, I_INS, r->sync, NULL, LV_CHUNK);
    r->group = region_group(w, r);
    w->apart = r->sync;
    add_node(w, &r->group->kid[0], r->tree);
    w->apart = -1;
    divide(w, r);
}

static void begin_plan(Back *b)
{
    if (!b->plan) /* MODE_SCHED has one, of its regions */
        b->plan = NEW(b->a, Plan);
    b->plan->reg = NEWN(b->a, RegPlan, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++) {
        b->reg[r].plan = &b->plan->reg[r];
        b->plan->reg[r].store = b->reg[r].known ? ST_FOLD : ST_NONE;
    }
}

bool region_build(Back *b)
{
    Build w = {.b = b, .apart = -1};
    for (int i = 0; i < 3; i++)
        w.stamp[i] = NEWN(b->a, int, b->nreg + 1);
    warp_affine_build(b);
    dead_find(b);
    begin_plan(b);
    b->plan->flat = lane_is_flat(b->fn);
    bool phases = (b->mode == MODE_CTA || b->mode == MODE_WARP) && info(b->tree)->has_cta;
    b->plan->root = (Items){.level = b->mode == MODE_FUNC ? LV_LANE : phases ? LV_CTA : LV_CHUNK};
    for (int i = 0; i < b->plan->nregions; i++)
        add_region(&w, &b->plan->regions[i]);
    if (!b->plan->nregions)
        add_node(&w, &b->plan->root, b->tree);
    const Item *last = last_group(&b->plan->root);
    if (last && last->spec && phases)
        append(&w, &b->plan->root, new_item(b, I_CHECK, -1, NULL));
    lane_reductions_find(b);
    loop_distribute(b);
    lane_reductions_find(b);
    scope_number(&b->plan->root, 0);
    scope_carry(b);
    b->plan->has_state |= b->plan->cc_lanes && (phases || b->mode == MODE_SCHED);
    substitution_build(b);
    scope_registers(b);
    unroll_jam_build(b);
    jump_check(b);
    return true;
}
