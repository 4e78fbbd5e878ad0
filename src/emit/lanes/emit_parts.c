/* emit_parts.c: a loop over lanes that became several (loop_distribution.c), several with branches that all lanes take alike, or searches, for
 * processors without vectors, too.
 *
 * What lives from one to the next is kept by lane: an array.  Without vectors that is nothing but stores and loads, so there each
 * lane does all of them before the next one begins (PTX2C_PARTS, PTX2C_JOINS), and C compilers see that it reads what it has just stored.  Where lanes meet, or
 * may see each other, a kernel runs by warps, of which nothing is joined.
 *
 * In: the list that holds the loops, which stand one behind the other (Item.parts), or with such branches between them.  Out: their text. */
#include "emit/emit_fn.h"

/* The loop over lanes has a form of its own. */
static bool has_own_form(Writer *w, const Item *part)
{
    const int was = w->mask;
    w->mask = part->mask;
    const bool own = part->stride || part->period || part->reductions || padding_fits(w, part);
    w->mask = was;
    return own;
}

int parts_count(Writer *w, const Items *list, int first)
{
    const Item *it = list->at[first];
    int n = 0;
    if (!it->parts || !back_has_chunks(w->b) || lane_range_of_mask(w, it->mask).one)
        return 0;
    while (first + n < list->n && list->at[first + n]->parts == it->parts && list->at[first + n]->mask == it->mask && !has_own_form(w, list->at[first + n]))
        n++;
    return n < 2 ? 0 : n;
}

/* ---- branches that all lanes of a chunk take alike, and loops over lanes in them and beside them -------------------------- */

static bool is_plain_group(Writer *w, const Item *it)
{
    return it->kind == I_GROUP && it->level == LV_LANE && !it->mask && !has_exit(&it->kid[0]) && !has_own_form(w, it);
}

static bool can_join(Writer *w, const Item *it);

/* What may be done again, and earlier, where what it reads is there. */
static bool can_do_again(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    const Dest d = ins ? ins_dest(ins) : (Dest){0};
    return ins && ins_is_pure(ins) && b->spec[it->ins] == SPEC_NONE && d.n == 1 && b->reg[d.reg].ndef == 1;
}

/* Nothing but what each lane may do again for itself. */
static bool can_join_all(Writer *w, const Items *in)
{
    for (int i = 0; i < in->n; i++)
        if (!can_do_again(w->b, in->at[i]) && !can_join(w, in->at[i]))
            return false;
    return true;
}

static bool can_join(Writer *w, const Item *it)
{
    if (it->kind == I_GROUP)
        return is_plain_group(w, it) && !it->rows && !it->skips;
    return it->kind == I_IF && it->level != LV_LANE && it->node->kind == N_IF && !info(it->node)->masked && !it->mask &&
           can_join_all(w, &it->kid[0]) && can_join_all(w, &it->kid[1]);
}

enum { CARRIED = 2 }; /* registers kept by lane for each branch that are worth it: a few lanes in a row have constant addresses */

/* What passes from item to item of a list. */
typedef struct Carry {
    Writer *w;
    int *writer;      /* by register: the last item, from 1 on, that wrote it for all lanes, or read it since */
    int item;         /* the current one */
    int carried, ifs; /* registers that one keeps by lane for another; branches in all of them */
} Carry;

static void look_at(Carry *x, const Item *whole)
{
    const bool always = whole->kind == I_GROUP || (whole->kid[0].n && whole->kid[1].n);
    for (const Item *it = whole; it; it = item_next(it, whole)) {
        x->ifs += it->kind == I_IF && it->level != LV_LANE;
        for (Refs ref = item_refs(x->w->b, it); refs_next(&ref);) {
            int *const writer = &x->writer[ref.reg];
            if (ref.write && always) {
                *writer = x->item;
            } else if (!ref.write && *writer && *writer != x->item && lane_array(x->w, &x->w->b->reg[ref.reg])) {
                x->carried++;
                *writer = x->item;
            }
        }
    }
}

enum { READ = 1, WRITTEN = 2 };

static void touch(const Back *b, const Item *whole, unsigned char *touched)
{
    for (const Item *it = whole; it; it = item_next(it, whole))
        for (Refs ref = item_refs(b, it); refs_next(&ref);)
            touched[ref.reg] |= ref.write ? WRITTEN : READ;
}

bool join_precedes(const Back *b, const Item *it) { return it->level < LV_LANE && can_do_again(b, it); }

/* What is done once for the chunk between them can as well be done in front of them. */
static bool can_precede(const Back *b, const Item *it, const unsigned char *touched)
{
    if (!join_precedes(b, it))
        return false;
    for (Refs ref = item_refs(b, it); refs_next(&ref);)
        if (touched[ref.reg] & (ref.write ? READ | WRITTEN : WRITTEN))
            return false;
    return true;
}

static bool may_join(const Writer *w)
{
    const bool inside = w->lane || w->parts || w->joins || w->searches || w->rows;
    return !inside && !w->needed && !w->o->sanitize && back_has_chunks(w->b);
}

/* Whether what follows an item that can be joined may be joined to it, or stand in front of it. */
static bool leads_on(Writer *w, const Items *list, int first)
{
    return first + 1 < list->n && (can_join(w, list->at[first + 1]) || join_precedes(w->b, list->at[first + 1]));
}

int join_count(Writer *w, const Items *list, int first)
{
    const Back *b = w->b;
    if (!may_join(w) || !can_join(w, list->at[first]) || !leads_on(w, list, first))
        return 0;
    Arena tmp = {0};
    unsigned char *const touched = NEWN(&tmp, unsigned char, b->nreg + 1);
    Carry x = {.w = w, .writer = NEWN(&tmp, int, b->nreg + 1)};
    int n = 0, ifs = 0;
    for (int i = first; i < list->n; i++) {
        const bool join = can_join(w, list->at[i]);
        if (!join && !can_precede(b, list->at[i], touched))
            break;
        if (!join)
            continue;
        n = i + 1 - first;
        ifs += list->at[i]->kind == I_IF;
        touch(b, list->at[i], touched);
        x.item++;
        look_at(&x, list->at[i]);
    }
    arena_reset(&tmp);
    return ifs && n >= 2 && x.carried >= CARRIED * x.ifs ? n : 0;
}

/* ---- searches: loops that lanes go round together until none goes on, reading here and there --------------------------- */

bool lanes_read_apart(const Back *b, const Ins *ins)
{
    const Opnd *a = isa_emit(ins) == EMIT_LD ? isa_opnd(ins, ARG_A) : NULL;
    return opnd_has_base(a) && b->reg[a->reg].val.kind == VAL_VAR;
}

/* The array that says which lanes go on. */
const char *search_mask(Writer *w, const Item *loop)
{
    for (EACH(const Item, x, loop->kid[0])) {
        const Ins *ins = item_ins(w->b, x);
        if (ins && ins->pseudo == PSEUDO_ANY)
            return lane_array(w, &w->b->reg[ins->arg[isa_arg(ins, ARG_A)].reg]);
    }
    return NULL;
}

/* What is read in bytes and half words each lane reads for itself anyway, and other lanes' loads fill the time that it waits. */
static bool can_search(Writer *w, const Item *it) { return is_plain_group(w, it) && !it->narrow; }

/* Nothing but loops over lanes, until none goes on. */
static bool is_search(Writer *w, const Item *loop)
{
    const Back *b = w->b;
    const Items *in = &loop->kid[0];
    int goes = -1;
    for (int i = 0; i + 1 < in->n; i++) {
        const Item *x = in->at[i];
        const bool asks = x->kind == I_INS && b->fn->ins.at[x->ins].pseudo == PSEUDO_ANY && goes < 0;
        if (asks)
            goes = ins_dest(&b->fn->ins.at[x->ins]).reg;
        else if (!can_search(w, x) || !item_any(b, x, lanes_read_apart))
            return false;
    }
    const Item *last = items_last(in);
    return goes >= 0 && b->reg[goes].nuse == 1 && only_leaves(last) && b->fn->ins.at[last->ins].guard == goes;
}

/* All lanes of a chunk are there, each of which may go on alone. */
static bool lanes_may_search(const Writer *w)
{
    const bool lanes = w->b->mode == MODE_LANES && !lanes_end_at_clamps(w->b);
    const Range r = lane_range_of_mask(w, w->mask);
    return !(w->lane || w->parts || w->needed || w->o->sanitize) && (lanes || w->b->mode == MODE_CTA) && lane_range_is_all(w, &r);
}

int search_count(Writer *w, const Items *list, int first)
{
    int n = 0;
    if (!lanes_may_search(w))
        return 0;
    while (first + n < list->n && can_search(w, list->at[first + n]))
        n++;
    if (first + n == list->n || list->at[first + n]->kind != I_LOOP || !is_search(w, list->at[first + n]))
        return 0;
    for (n++; first + n < list->n && can_search(w, list->at[first + n]); n++) {}
    return n;
}
