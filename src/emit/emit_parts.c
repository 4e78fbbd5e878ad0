/* emit_parts.c: a loop over lanes that became several (loop_distribution.c), for processors without vectors, too.
 *
 * What lives from one to the next is kept by lane: an array.  Without vectors that is nothing but stores and loads, so there each
 * lane does all of them before the next one begins (PTX2C_PARTS), and C compilers see that it reads what it has just stored.
 *
 * In: the list that holds the loops, which stand one behind the other (Item.parts).  Out: their text. */
#include "emit/emit_fn.h"

/* How many loops from this one on are parts of one and go over the same lanes, each by itself. */
static int count_parts(Writer *w, const Items *list, int first)
{
    const Item *it = list->at[first];
    int n = 0;
    if (!it->parts || (w->b->mode != MODE_LANES && w->b->mode != MODE_CTA) || lane_range_of_mask(w, it->mask).one)
        return 0;
    for (; first + n < list->n && list->at[first + n]->parts == it->parts; n++) {
        const Item *part = list->at[first + n];
        const int was = w->mask;
        w->mask = part->mask;
        const bool own = part->mask != it->mask || part->stride || part->period || sum_of_lanes(w->b, part) || padding_fits(w, part);
        w->mask = was;
        if (own)
            break;
    }
    return n;
}

int emit_parts(Writer *w, Items *list, int first)
{
    const int n = count_parts(w, list, first);
    if (n < 2)
        return 0;
    for (int i = first; i < first + n; i++) {
        emit_declarations(w, list->at[i]);
        read_ahead(w, list->at[i]);
    }
    const Range r = lane_range_of_mask(w, list->at[first]->mask);
    line(w, "PTX2C_PARTS(%s, %s) {", r.from, r.to);
    w->indent++;
    w->parts = true;
    for (int i = first; i < first + n; i++)
        emit_lane_group(w, list->at[i]);
    w->parts = false;
    w->indent--;
    line(w, "}");
    return n;
}
