/* lane_part.c: where lanes that have parted at a branch meet again, and which loops they leave at different times (lane.h).
 *
 * In: Lanes.spread, the blocks at whose branches they part; Lanes.meeting.  Out: Lanes.parts, Lanes.leaves.  Cost: the blocks that branches
 * dominate times those to which several ways lead, up to a limit. */
#include "analysis/lanes/lane_sum.h"

void lane_part_leaves(Lanes *w, const Blk *x)
{
    for (int k = 0; k < blk_nsucc(x); k++)
        for (const Blk *h = x->loop; h && !loop_holds(h, blk_succ(x, k)); h = h->loop_up)
            w->leaves[h->id] = true;
}

/* Where several ways lead to a block: forward, or back. */
static bool several_ways(const Blk *y, bool back)
{
    int ways = 0;
    for (int p = 0; p < y->npred && ways < 2; p++)
        ways += (y->pred[p]->id >= y->id) == back;
    return ways > 1;
}

/* Of two post-dominators of a block, or exits: the one behind the other. */
static int farther(const Fn *fn, int a, int b)
{
    const bool first = a == fn->nblk || b < 0 || (a >= 0 && b < fn->nblk && cfg_postdominates(fn->blk[a], fn->blk[b]));
    return first ? a : b;
}

/* Lanes that have parted at a branch come to y, whose until becomes that or, if that is the farther one, stays. */
static void come_parted(Lanes *w, const Blk *y, bool back, int *until, int to)
{
    w->parts[y->id] = w->parts[y->id] || several_ways(y, back);
    if (!back && y->id != to)
        until[y->id] = farther(w->fn, until[y->id], to);
}

/* Where the blocks that y dominates lead to, but for these: those who come to y alone by one way of a branch are together before. */
static void leave_arm(Lanes *w, const Blk *y, int *until, int to)
{
    for (int i = 0; i < w->meetings; i++) {
        const Blk *z = w->fn->blk[w->meeting[i]];
        const bool inside = z != y && cfg_dominates(y, z);
        for (int k = 0; k < z->npred && !inside; k++)
            if (cfg_dominates(y, z->pred[k]))
                come_parted(w, z, z->id <= z->pred[k]->id, until, to);
    }
}

/* Where lanes that have parted may meet, before all do, which is at the immediate post-dominator of the branch where they
 * part.  A block on the way there is post-dominated by it, too, so of all those branches one counts, whose post-dominator
 * is the farthest. */
void lane_find_parts(Lanes *w)
{
    enum { MOST = 2000000 };
    const Fn *fn = w->fn;
    Arena tmp = {0};
    int *until = NEWN(&tmp, int, fn->nblk + 1); /* that one's number; the exit's is nblk; -1: lanes have not parted */
    for (int b = 0; b < fn->nblk; b++)
        until[b] = -1;
    for (int b = 0, looked = 0; b < fn->nblk; b++) {
        const Blk *x = fn->blk[b];
        const int meet = x->ipdom ? x->ipdom->id : fn->nblk;
        for (int k = 0; until[b] >= 0 && k < blk_nsucc(x); k++)
            come_parted(w, blk_succ(x, k), blk_succ(x, k)->id <= b, until, until[b]);
        for (int k = 0; w->spread[b] && k < blk_nsucc(x); k++) {
            const Blk *y = blk_succ(x, k);
            if (y->npred == 1 && y->id != meet && looked < MOST)
                leave_arm(w, y, until, meet);
            else
                come_parted(w, y, y->id <= b, until, meet);
            looked += w->meetings;
        }
    }
    arena_reset(&tmp);
}
