/* emit_parts.c: a loop over lanes that became several (loop_distribution.c), for processors without vectors, too.
 *
 * What lives from one to the next is kept by lane: an array.  Without vectors that is nothing but stores and loads, so there each
 * lane does all of them before the next one begins (PTX2C_PARTS), and C compilers see that it reads what it has just stored.
 *
 * In: the list that holds the loops, which stand one behind the other (Item.parts).  Out: their text. */
#include "emit/emit_fn.h"

int parts_count(Writer *w, const Items *list, int first)
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
    return n < 2 ? 0 : n;
}
