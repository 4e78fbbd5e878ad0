/* barrier_skip.c: --sanitize=sync: threads that go past a barrier to which others may come, at a branch.
 *
 * Where barriers of all threads lie on one way from a branch to where its ways meet again, and none on the other, a thread on that says so.
 * If others do come to the barrier, and this one has exited meanwhile, so that it opens, that is told (runtime/ptx2c/sanitize_skip.h).
 * Where nothing but the end of the kernel follows, threads leave it early, as they may.
 *
 * In: matched instructions.  Out: PSEUDO_SKIPS in front of branches, under guards; blocks are stale.  Cost: for each branch, the blocks
 * up to where its ways meet. */
#include "transform/transform.h"

typedef struct Skips {
    Module *m;
    Fn *fn;
    Arena tmp;
    bool *meets, *waits; /* by block: a barrier, or a call, is in it; a barrier of all */
    Reach way;           /* that is looked at */
    int *skips;          /* by instruction: of a branch, 1: who takes it goes past barriers, 2: who does not */
} Skips;

static bool waits_for_all(const Ins *ins) { return isa_is_cta(ins) && plain_barrier(ins); }

static void look_at_block(Skips *s, const Blk *b)
{
    for (int i = b->first; i < b->end; i++) {
        const Ins *ins = &s->fn->ins.at[i];
        s->meets[b->id] |= isa_is_cta(ins) || isa_emit(ins) == EMIT_CALL;
        s->waits[b->id] |= waits_for_all(ins);
    }
}

/* Adds what is on the way from b to to. */
static void look_at_way(Skips *s, const Blk *b, const Blk *to, bool *meets, bool *waits)
{
    memset(s->way.seen, 0, sizeof *s->way.seen * (size_t)s->fn->nblk);
    s->way.seen[b->id] = s->way.seen[to->id] = true;
    for (const Blk *x = b != to ? b : NULL; x; x = reach_next(&s->way)) {
        *meets |= s->meets[x->id];
        *waits |= s->waits[x->id];
        reach_add(&s->way, x);
    }
}

/* Nothing but the end follows. */
static bool is_end(const Skips *s, const Blk *b)
{
    for (int i = b->first; i < b->end; i++)
        if (i != b->term && isa_emit(&s->fn->ins.at[i]) != EMIT_NOP)
            return false;
    return b->exits && !b->succ[0];
}

static bool look_at_branch(Skips *s, const Blk *b)
{
    bool meets[2] = {false, false}, waits[2] = {false, false};
    if (!b->succ[1] || b->targets || b->branch < 0 || !b->ipdom || is_end(s, b->ipdom))
        return false;
    for (int i = 0; i < 2; i++)
        look_at_way(s, b->succ[i], b->ipdom, &meets[i], &waits[i]);
    if (waits[0] && !meets[1])
        s->skips[b->branch] = 1;
    else if (waits[1] && !meets[0])
        s->skips[b->branch] = 2;
    return s->skips[b->branch];
}

static void rewrite(Skips *s)
{
    for (Rewrite w = rewrite_begin(s->m, s->fn, NULL); rewrite_next(&w);) {
        const Ins *ins = w.ins;
        const int how = s->skips[w.i];
        if (how) {
            Ins *x = ins_add_made(s->m, s->fn, w.out, ins, "brkpt", NULL, 0);
            ins_under(x, ins->guard, ins->guard_neg != (how == 2))->pseudo = PSEUDO_SKIPS;
        }
        rewrite_keep(&w);
    }
}

void barriers_skipped(Module *m, Fn *fn)
{
    Skips s = {.m = m, .fn = fn};
    bool any = false;
    if (fn->is_proto || !fn_some(fn, waits_for_all))
        return;
    cfg_build(&s.tmp, fn, false);
    s.meets = NEWN(&s.tmp, bool, fn->nblk);
    s.waits = NEWN(&s.tmp, bool, fn->nblk);
    s.skips = NEWN(&s.tmp, int, fn->ins.n);
    s.way = reach_begin(&s.tmp, fn);
    for (int i = 0; i < fn->nblk; i++)
        look_at_block(&s, fn->blk[i]);
    for (int i = 0; i < fn->nblk; i++)
        any |= look_at_branch(&s, fn->blk[i]);
    if (any)
        rewrite(&s);
    arena_reset(&s.tmp);
}
