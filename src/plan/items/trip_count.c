/* trip_count.c: loops of a chunk that versioning.c has given a check for each round: of a counter that grows by the same in each
 * round it is known beforehand in how many rounds all lanes will take part.  They are counted instead:
 *
 *   for (uint32_t rounds = …; rounds; rounds--) …     instead of     for (;;) { all = check; if (!(all & test)) break; … }
 *
 * In the rounds behind those only the first lanes take part, fewer in each: of a loop that the CTA's threads share, or a warp's, rather than the
 * grid's, they may be as many.  They are run as rounds of a smaller chunk, or under a smaller mask, where nothing tells one from the other and no
 * counter wraps.  Then all lanes are through, or the slow loop does what is left.
 *
 * In: the items of region.c.  Out: which loops are such, and their parts. */
#include "plan/plan.h"

/* An access to a place of each lane's own: in rounds of rounds, lanes do those better alone. */
static bool is_apart(const Back *b, const Ins *ins)
{
    const Opnd *a = isa_address(ins);
    return a && opnd_has_base(a) && b->reg[a->reg].val.kind == VAL_VAR;
}

/* Whether control goes another way than from item to item, into loops over lanes and rounds within these, from that item on; within: in such. */
static bool jumps(const Back *b, const Items *list, int from, bool within)
{
    const unsigned out = 1u << I_GOTO | 1u << I_LABEL | 1u << I_EXIT | 1u << I_LEAVE, jump = within ? out : out | 1u << I_BREAK | 1u << I_CONTINUE;
    for (int i = from; i < list->n; i++) {
        const Item *it = list->at[i];
        if (1u << it->kind & jump || (it->kind == I_LOOP && item_any(b, it, is_apart)))
            return true;
        for (int k = 0; k < it->nkid && it->kind != I_GROUP; k++)
            if (jumps(b, &it->kid[k], 0, within || it->kind == I_LOOP))
                return true;
    }
    return false;
}

/* A number that stays the same while the loop runs. */
static bool is_steady(const Back *b, const Items *in, const Opnd *o)
{
    if (o->kind == O_IMM)
        return true;
    return opnd_is_reg(o) && b->reg[o->reg].val.kind == VAL_UNI && b->reg[o->reg].plan->store != ST_FOLD &&
           !writes_in(b, in, o->reg);
}

static const Ins *ins_at(const Back *b, const Items *in, int i, ItemKind kind)
{
    return i < in->n && in->at[i]->kind == kind && in->at[i]->ins >= 0 ? &b->fn->ins.at[in->at[i]->ins] : NULL;
}

/* The comparison counter < bound, of lanes that count up. */
static bool compares(const Back *b, const Items *in, const Ins *ins, CountedLoop *h)
{
    if (!ins || ins->mnemonic != INS_SETP || ins->guard >= 0 || spec_kind(b->spec[ins - b->fn->ins.at]) != SPEC_COMPARE)
        return false;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)];
    if ((t != T_S32 && t != T_U32) || isa_compare(ins) != CMP_LESS || !opnd_is_reg(x) || !is_steady(b, in, &ins->arg[isa_arg(ins, ARG_B)]))
        return false;
    h->compare = ins;
    h->counter = x->reg;
    return b->reg[x->reg].val.kind == VAL_AFF && b->reg[x->reg].val.step > 0;
}

/* All that is checked at the head is that no lane's counter wraps, and the comparison. */
static bool checks_counter(const Back *b, const CountedLoop *h, const Ins *check)
{
    const int at = (int)(check - b->fn->ins.at);
    for (int i = b->blk_of[at]->first; i < at; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const Spec spec = spec_kind(b->spec[i]);
        if (!(b->spec[i] & SPEC_LOCAL) || b->dead[i] || ins == h->compare)
            continue;
        if (spec != spec_steps(isa_slot_type(h->compare, SLOT_TYPE) == T_S32))
            return false;
        for (int k = -1; isa_next_input(ins, &k);)
            if (uniform_opnd(b, &ins->arg[k]).kind == VAL_AFF &&
                isa_arg_name(ins, k) != ARG_C && (ins->arg[k].kind != O_REG || ins->arg[k].reg != h->counter))
                return false;
    }
    return true;
}

/* Where the counter grows: once a round, by a number that stays the same. */
static bool find_growth(const Back *b, CountedLoop *h)
{
    for (int i = h->test + 4; i < h->in->n; i++) {
        const Ins *ins = ins_at(b, h->in, i, I_INS);
        h->by = ins ? linear_step(ins, h->counter) : NULL;
        if (h->by)
            return type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32 && is_steady(b, h->in, h->by) && writes_in(b, h->in, h->counter) == 1;
    }
    return false;
}

/* What follows the test at h->test: the lanes leave unless both it and the check hold, and nobody else asks for either. */
static bool leaves_unless_both(const Back *b, const CountedLoop *h, const Ins *check, const Ins *both)
{
    Item *const *at = h->in->at + h->test;
    const Item *leave = at[3];
    const int p = ins_dest(h->compare).reg, t = ins_dest(both).reg;
    const Ins *br = ins_at(b, h->in, h->test + 3, I_IF);
    if (!br || br->guard != t || leave->kid[0].n != 1 || leave->kid[0].at[0]->kind != I_BREAK || leave->kid[1].n)
        return false;
    return at[0]->decls.n <= 1 && !at[1]->decls.n && !at[2]->decls.n && !leave->decls.n && b->reg[t].nuse == 1 && b->reg[p].nuse == 1 &&
           both->mnemonic == INS_AND && opnd_reg_is(isa_opnd(both, ARG_A), ins_dest(check).reg) && opnd_reg_is(isa_opnd(both, ARG_B), p);
}

static bool find_head(const Back *b, const Items *in, CountedLoop *h)
{
    const Ins *check = NULL, *both = NULL;
    h->in = in;
    for (h->test = 0; h->test + 3 < in->n; h->test++) {
        check = ins_at(b, in, h->test + 1, I_INS);
        both = ins_at(b, in, h->test + 2, I_INS);
        if (check && check->pseudo == PSEUDO_CHECK && both && compares(b, in, ins_at(b, in, h->test, I_INS), h))
            break;
    }
    if (h->test + 3 >= in->n || !leaves_unless_both(b, h, check, both))
        return false;
    for (int i = 0; i < h->test; i++)
        if (in->at[i]->kind != I_INS || ins_dirty(&b->fn->ins.at[in->at[i]->ins]))
            return false;
    h->counted = checks_counter(b, h, check);
    return !jumps(b, in, h->test + 4, false) && find_growth(b, h);
}

/* Marks the blocks that the instructions of a list are in. */
static void mark_blocks(const Back *b, const Items *list, bool *in)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        if (it->ins >= 0)
            in[b->blk_of[it->ins]->id] = true;
}

static int reads_in(const Back *b, const bool *in, int reg)
{
    int reads = 0;
    for (int x = 0; x < b->fn->nblk; x++)
        for (int i = b->fn->blk[x]->first; in[x] && i < b->fn->blk[x]->end; i++)
            reads += ins_mentions(&b->fn->ins.at[i], reg).reads;
    return reads;
}

/* Whether nothing that is kept for the whole chunk and written here is read elsewhere than in those blocks. */
static bool leaves_nothing(const Back *b, const bool *mine, const Ins *ins)
{
    for (Refs r = ins_refs(ins); refs_next(&r);) {
        const RegInfo *g = &b->reg[r.reg];
        const bool by_lane = g->plan->store == ST_LOCAL || g->plan->store == ST_LANES || g->plan->store == ST_STATE;
        if (r.write && !by_lane && reads_in(b, mine, r.reg) < g->nuse)
            return false;
    }
    return true;
}

/* Marks the blocks of the loop, and of what is done where its check fails, which begins again with the counter. */
static void mark_loop(const Back *b, const Item *loop, const CountedLoop *h, bool *mine)
{
    const Item *next = loop->pos + 1 < loop->in->n ? loop->in->at[loop->pos + 1] : NULL;
    const Ins *br = next && next->kind == I_IF ? &b->fn->ins.at[next->ins] : NULL;
    mark_blocks(b, h->in, mine);
    if (br && br->guard == ins_dest(&b->fn->ins.at[h->in->at[h->test + 1]->ins]).reg)
        mark_blocks(b, &next->kid[br->guard_neg == next->negate], mine);
}

/* Whether the rounds in which only a chunk's first lanes take part are short and for vectors, not few among many, and leave nothing that others
 * would see. */
static bool leaves_in_order(const Back *b, const Item *loop, const CountedLoop *h)
{
    const int longest = b->mode == MODE_WARP ? 96 : 48; /* a warp is cut in no other way */
    const unsigned never = 1u << I_LABEL | 1u << I_EXIT | 1u << I_LEAVE; /* of a label there would be two; the mask stays */
    const Items *in = h->in;
    bool *mine = NEWN(b->a, bool, b->fn->nblk);
    int size = 0, vectors = 0;
    mark_loop(b, loop, h, mine);
    for (const Item *it = items_first(in); it; it = items_next(it, in)) {
        vectors += it->kind == I_GROUP && it->level == LV_LANE && !it->serial && !it->singly;
        const Ins *ins = it->in == in && it->pos >= h->test && it->pos < h->test + 4 ? NULL : item_ins(b, it);
        if (1u << it->kind & never || (ins && (++size > longest || isa_is_warp(ins) || !leaves_nothing(b, mine, ins))))
            return false;
    }
    return vectors > 0 && !uniform_opnd(b, h->by).across;
}

bool trip_count_find(const Back *b, const Item *loop, CountedLoop *h)
{
    const bool found = (back_has_chunks(b) || b->mode == MODE_WARP) && find_head(b, &loop->kid[0], h);
    h->leaves_in_order = found && leaves_in_order(b, loop, h);
    return found && (h->counted || h->leaves_in_order);
}
