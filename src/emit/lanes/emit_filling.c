/* emit_filling.c: loops over all lanes of a chunk whose last vector is filled with lanes for which nothing is done.
 *
 * Chunks of a kernel without barriers that are cut, at the border of a picture or where a number wraps, have any number of lanes: 31 are
 * a vector, and 15 lanes one by one.  Where there are masks PTX2C_LANES_FILLED makes that two vectors.  Under masks compilers still make
 * vectors of what reads and writes memory in a row from lane to lane, or gathers words.  What has been stored under a mask is slow to be
 * loaded again: so the loop keeps nothing in arrays for the next.  Masks for each access cost more than they gain where there is little
 * else to do; and so they do where the number of lanes is never known, as the function is not made for each.
 *
 * clang, in a loop that reads some words of records, does not read with the last vector behind the end of memory, but leaves as many lanes as
 * a vector has to be done one by one: of 32 half.  That becomes PTX2C_LANES_APART, where it gathers under masks instead.
 *
 * Fires on tests/bench/programs/lattice, gradient and cube, and on quads (tests/compile.sh). */
#include "emit/emit_fn.h"

/* How far it is in memory from lane to lane. */
typedef enum Way { IN_ROW, APART, ANYWHERE, OTHERWISE } Way;

/* What a lane does: accesses to memory and arrays, all instructions; apart: some may be at even distances, and gaps: some of those loads
 * leave out what lies between. */
typedef struct Work {
    int accesses, all;
    bool apart, gaps;
} Work;

static Way way_of(const Back *b, const Ins *ins, ArgName value)
{
    enum { WORD = 4 };
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *v = &ins->arg[isa_arg(ins, value)];
    const Space space = isa_opnd_space(ins, a);
    const Val *at = opnd_has_base(a) ? &b->reg[a->reg].val : NULL;
    const int bytes = type_bytes(ins->argtype[isa_arg(ins, value)]);
    if (!at || v->kind == O_VEC || space == SP_LOCAL || space == SP_PARAM || isa_is_strong(ins))
        return OTHERWISE;
    if (at->kind == VAL_AFF && (at->step == bytes || bytes < WORD))
        return at->step == bytes ? IN_ROW : OTHERWISE;
    return at->kind == VAL_AFF ? APART : at->kind == VAL_VAR && bytes >= WORD ? ANYWHERE : OTHERWISE;
}

static bool divides(const Ins *ins)
{
    return (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && !c_float(isa_slot_type(ins, SLOT_TYPE));
}

static bool fits(const Back *b, const Ins *ins, bool apart)
{
    if (ins->pseudo || kept_in_lanes(b, ins, true))
        return false;
    const Way way = isa_emit(ins) == EMIT_LD ? way_of(b, ins, ARG_D) : isa_emit(ins) == EMIT_ST ? way_of(b, ins, ARG_B) : OTHERWISE;
    switch (isa_emit(ins)) {
    case EMIT_LD: return way == IN_ROW || way == ANYWHERE || (way == APART && apart);
    case EMIT_ST: return way == IN_ROW || (way == APART && apart);
    default: return isa_mem(ins) == MEM_NONE && isa_is_uniform(ins) && !divides(ins);
    }
}

/* Whether it loads a word of a record of several, of which compilers would load all together, and not as many are loaded as are in some of
 * those: one of them ends with a word that is not. */
static bool has_gap(const Back *b, const Items *list, const Ins *ins)
{
    enum { MOST = 8 }; /* words */
    if (isa_emit(ins) != EMIT_LD || way_of(b, ins, ARG_D) != APART)
        return false;
    const int base = ins->arg[isa_arg(ins, ARG_A)].reg, bytes = type_bytes(ins->argtype[isa_arg(ins, ARG_D)]);
    const int64_t step = b->reg[base].val.step, words = step / bytes;
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        const Ins *other = item_ins(b, list->at[i]);
        n += other && isa_emit(other) == EMIT_LD && other->arg[isa_arg(other, ARG_A)].reg == base;
    }
    return step % bytes == 0 && words > 1 && words <= MOST && n % words;
}

static bool all_fit(const Back *b, const Items *list, Work *work)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        if (!ins && it->kind != I_IF)
            return false;
        if (ins && !fits(b, ins, work->apart))
            return false;
        work->gaps |= ins && has_gap(b, it->in, ins);
        work->all += ins != NULL;
        work->accesses += ins ? isa_is_ld_st(ins) + kept_in_lanes(b, ins, false) : 0;
    }
    return true;
}

/* Whether the lanes of all chunks but those that are cut are known to be so many. */
static bool has_width(const Writer *w)
{
    enum { VECTOR = 16 }; /* words; chunks that are shorter are cut for a reason */
    const Back *b = w->b;
    return b->mode == MODE_LANES && w->k && !kernel_is_apart(w->k) && !b->literal && !b->by_quotients && !b->by_ranges && b->width >= VECTOR;
}

bool filling_fits(const Writer *w, const Item *group)
{
    enum { EACH = 3, EACH_OF_FEW = 2, FEW = 16 }; /* instructions with an access, at least, beside which a mask for it counts little; of so few accesses */
    Work work = {0};
    return has_width(w) && all_fit(w->b, &group->kid[0], &work) && work.accesses &&
           work.all >= (work.accesses <= FEW ? EACH_OF_FEW : EACH) * work.accesses;
}

bool filling_stalls(const Writer *w, const Item *group)
{
    const Back *b = w->b;
    const Items *list = &group->kid[0];
    bool reads = false, writes = false;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        if (ins && isa_emit(ins) == EMIT_LD && way_of(b, ins, ARG_D) == APART)
            return false;
        reads |= ins && kept_in_lanes(b, ins, false);
        writes |= ins && kept_in_lanes(b, ins, true);
    }
    return reads && writes;
}

bool filling_fits_gaps(const Writer *w, const Item *group)
{
    enum { FEW = 32 }; /* lanes, of which those that are done one by one are a large part */
    Work work = {.apart = true};
    return has_width(w) && w->b->width <= FEW && all_fit(w->b, &group->kid[0], &work) && work.gaps;
}
