/* sanitize_pause.h: what is known of a checked launch is put away while another one runs.  For generated code.
 *
 * Launches run one at a time.  One whose threads all wait in loops may wait for what another one stores: where the host has others that
 * wait for their turn (ptx2c_check_table.others), the launch pauses at the end of a turn of its CTAs, and goes on when these have ended, or
 * pause, too. */
#ifndef PTX2C_SANITIZE_PAUSE_H
#define PTX2C_SANITIZE_PAUSE_H

#include "sanitize_memory.h"
#include "sanitize_trace.h"

/* What orders threads, and what they have accessed. */
typedef struct ptx2c_put_away {
    ptx2c_location *locations[PTX2C_LOCATIONS];
    bool any_location, any_told_copy;
    ptx2c_link_table links;
    ptx2c_page_table pages;
    ptx2c_tag_table tags;
    ptx2c_check_cta *all, *a, *spare;
    const ptx2c_check_kernel *k;
} ptx2c_put_away;

/* Nothing is known from now on. */
static PTX2C_NOINLINE void ptx2c_check_put_away(ptx2c_put_away *to)
{
    memcpy(to->locations, ptx2c_location_of, sizeof to->locations);
    memset(ptx2c_location_of, 0, sizeof ptx2c_location_of);
    to->any_location = ptx2c_any_location;
    to->any_told_copy = ptx2c_any_told_copy;
    to->links = ptx2c_links;
    to->pages = ptx2c_pages;
    to->tags = ptx2c_tags;
    memset(&ptx2c_links, 0, sizeof ptx2c_links);
    memset(&ptx2c_pages, 0, sizeof ptx2c_pages);
    memset(&ptx2c_tags, 0, sizeof ptx2c_tags);
    ptx2c_numbers_forget();
    to->all = ptx2c_now.all;
    to->a = ptx2c_now.a;
    to->spare = ptx2c_now.spare;
    to->k = ptx2c_now.k;
    ptx2c_now.all = ptx2c_now.spare = NULL;
    ptx2c_cache_clear();
}

/* The CTA that was interrupted, if there is one, goes on. */
static PTX2C_NOINLINE void ptx2c_check_resume(ptx2c_check_cta *a, const ptx2c_check_kernel *k)
{
    ptx2c_now.a = a;
    ptx2c_now.k = k;
    ptx2c_cache_clear();
    for (const ptx2c_check_cta *x = ptx2c_now.all; x; x = x->next)
        if (x == a)
            ptx2c_check_tids(a->c);
}

/* What was known is so again; what has been since is forgotten already. */
static PTX2C_NOINLINE void ptx2c_check_take_back(const ptx2c_put_away *from)
{
    free(ptx2c_tags.at);
    free(ptx2c_links.at);
    free(ptx2c_links.head);
    ptx2c_links = from->links;
    ptx2c_tags = from->tags;
    ptx2c_pages = from->pages;
    memcpy(ptx2c_location_of, from->locations, sizeof from->locations);
    ptx2c_any_location = from->any_location;
    ptx2c_any_told_copy = from->any_told_copy;
    ptx2c_now.all = from->all;
    ptx2c_now.spare = from->spare;
    ptx2c_check_resume(from->a, from->k);
}

/* A whole launch. */
typedef struct ptx2c_paused {
    ptx2c_put_away known;
    ptx2c_check_now now;
    ptx2c_undecided_list same;
    ptx2c_unwritten_loads unwritten;
    void (*accessed)(uintptr_t at, size_t bytes, ptx2c_access_kind how, const ptx2c_site *site, void *user);
    void *accessed_user;
    uint64_t random;
    bool fenced;
} ptx2c_paused;

/* All that it has found so far has been told; memory that the next one uses again stays where it is. */
static PTX2C_NOINLINE void ptx2c_check_pause_begins(ptx2c_paused *p)
{
    const ptx2c_check_table *t = &ptx2c_checks;
    const ptx2c_look_memory shared = ptx2c_now.look_shared, state = ptx2c_now.look_state;
    ptx2c_trace_launch();
    p->accessed = t->accessed;
    p->accessed_user = t->accessed_user;
    p->random = t->random;
    p->fenced = t->fenced;
    p->same = ptx2c_same;
    p->unwritten = ptx2c_unwritten_found;
    memset(&ptx2c_same, 0, sizeof ptx2c_same);
    memset(&ptx2c_unwritten_found, 0, sizeof ptx2c_unwritten_found);
    ptx2c_check_put_away(&p->known);
    p->now = ptx2c_now;
    memset(&ptx2c_now, 0, sizeof ptx2c_now);
    ptx2c_now.look_shared = shared;
    ptx2c_now.look_state = state;
}

static PTX2C_NOINLINE void ptx2c_check_pause_ends(const ptx2c_paused *p)
{
    ptx2c_check_table *t = &ptx2c_checks;
    const ptx2c_look_memory shared = ptx2c_now.look_shared, state = ptx2c_now.look_state;
    free(ptx2c_same.at);
    free(ptx2c_now.windows);
    ptx2c_now = p->now;
    ptx2c_now.look_shared = shared;
    ptx2c_now.look_state = state;
    ptx2c_same = p->same;
    ptx2c_unwritten_found = p->unwritten;
    memset(ptx2c_race_pairs, 0, sizeof ptx2c_race_pairs);
    t->accessed = p->accessed;
    t->accessed_user = p->accessed_user;
    t->random = p->random;
    t->fenced = p->fenced;
    ptx2c_check_take_back(&p->known);
}

/* What the launch has found since the last time. */
static PTX2C_NOINLINE void ptx2c_check_sum_up(void)
{
    ptx2c_check_sum(ptx2c_now.launched, ptx2c_now.summed);
    ptx2c_now.found |= ptx2c_checks.total != ptx2c_now.summed;
}

/* No thread of the grid has moved in its CTAs' last turns. */
static PTX2C_NOINLINE void ptx2c_check_waits(void)
{
    ptx2c_check_table *t = &ptx2c_checks;
    if (!t->others || !t->others())
        return;
    ptx2c_paused *p = (ptx2c_paused *)ptx2c_check_get(1, sizeof *p);
    if (ptx2c_undecided_races.n)
        ptx2c_races_decide();
    ptx2c_check_sum_up();
    ptx2c_check_pause_begins(p);
    PTX2C_UNLOCK(&t->running);
    t->pass_on();
    while (!PTX2C_TRY_LOCK(&t->running)) {}
    ptx2c_check_pause_ends(p);
    ptx2c_now.summed = t->total;
    free(p);
}

#endif
