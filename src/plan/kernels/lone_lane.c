/* lone_lane.c: whether lanes are better done one by one than by chunks on processors whose vectors have 16 bytes.
 *
 * A chunk saves what is done once for all of its lanes, and vectors do four floats at a time, or two doubles.  But loops over lanes that read here and
 * there, or where a condition says so, are none of vectors there, and what lanes keep from one loop to the next is stored and loaded; a lane
 * alone has all of that in registers.  What is done in loops decides, or where there is none, all.
 *
 * Lanes that each walk through memory of their own stay together: what they read is turned in registers for all of them (emit_gather.c).
 *
 * In: a kernel's items, where registers are kept.  Out: a choice that the runtime has a macro for (PTX2C_LONE).  Cost: each item once. */
#include "plan/plan.h"

enum { UNIT = 16, VECTOR_BYTES = 16 }; /* in parts of one instruction */
enum { WORTH = 5, WORTH_OF = 4 }; /* what a chunk takes must be that much more: that a lane alone lacks registers is not counted */
enum { ROUNDS = 8, ENDLESS = 1 << 24 };
enum { LANES_LOOP = 3, TEST = 2, LONG = 6, HEAD = 20 }; /* instructions: to the next lane; of a condition; of what PTX has one for; to the next thread */

/* What both ways take for each lane. */
typedef struct Work { int64_t chunk, alone; } Work;

static int bytes_of(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return t && type_bytes(t) > 4 ? 8 : 4;
}

static int length_of(const Ins *ins)
{
    static const Mnemonic longer[] = {INS_DIV, INS_REM, INS_SQRT, INS_RSQRT, INS_RCP, INS_EX2, INS_LG2, INS_SIN, INS_COS, INS_TANH, INS_NONE};
    return UNIT * (ins_is_any(ins, longer) ? LONG : 1);
}

/* Of such an instruction there are no vectors of 16 bytes. */
static bool is_scalar(const Back *b, const Ins *ins)
{
    const Opnd *o = gather_operand(ins);
    const bool divides = (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f';
    return divides || (o && isa_space(ins) != SP_PARAM && (ins->guard >= 0 || (o->reg >= 0 && b->reg[o->reg].val.kind == VAL_VAR)));
}

static bool has_vectors(const Back *b, const Item *group)
{
    const Items *in = &group->kid[0];
    bool vectors = !group->serial && !group->narrow && !cost_picks(b, in);
    for (int i = 0; i < in->n && vectors; i++)
        vectors = in->at[i]->kind == I_INS && !is_scalar(b, &b->fn->ins.at[in->at[i]->ins]);
    return vectors;
}

static void count_lane(const Back *b, const Ins *ins, int64_t weight, bool vectors, Work *work)
{
    const int64_t length = cost_is_free(b, ins) ? 0 : length_of(ins), test = ins->guard >= 0 && gather_operand(ins) ? UNIT * TEST : 0;
    const int64_t chunk = length + UNIT * (kept_in_lanes(b, ins, false) + kept_in_lanes(b, ins, true));
    work->alone += weight * (length + test);
    work->chunk += weight * (test + (vectors ? chunk * bytes_of(ins) / VECTOR_BYTES : chunk));
}

/* weight: how often it is done; lanes: in a loop over them. */
static void count(const Back *b, const Items *list, int64_t weight, bool lanes, bool vectors, Work *work)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = item_ins(b, it);
        const bool group = it->kind == I_GROUP && it->level == LV_LANE, in = group ? has_vectors(b, it) : vectors;
        if (ins && (lanes || it->level == LV_LANE)) {
            count_lane(b, ins, weight, vectors, work);
        } else if (ins) {
            work->chunk += weight * UNIT / b->width;
            work->alone += weight * UNIT;
        }
        if (group)
            work->chunk += weight * UNIT * LANES_LOOP / (in ? VECTOR_BYTES / 4 : 1);
        const int64_t more = it->kind == I_LOOP && weight < ENDLESS ? weight * ROUNDS : weight;
        for (int k = 0; k < it->nkid; k++)
            count(b, &it->kid[k], more, lanes || group, in, work);
    }
}

bool lone_lane_suits(const Back *b)
{
    Work work = {.alone = UNIT * HEAD};
    if (b->walks)
        return false;
    count(b, &b->plan->root, 1, false, false, &work);
    return WORTH_OF * work.chunk > WORTH * work.alone;
}
