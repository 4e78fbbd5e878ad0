/* meet.c: barriers, and what the lanes of a warp do together. */
#include "interp.h"

/* The thread waits; meet_all lets it go on. */
static void wait_lanes(Thread *t, const Insn *i, int mask)
{
    t->state = MEETS;
    t->at = i;
    t->mask = get(t, i, &i->o[mask], (Type){'b', 32});
    if (!(t->mask >> (t->index & 31) & 1))
        stop(t, i, "the mask does not name the thread itself");
}

static void vote(Thread *t, const Insn *i) { wait_lanes(t, i, 2); }
static void match(Thread *t, const Insn *i) { wait_lanes(t, i, 2); }
static void redux(Thread *t, const Insn *i) { wait_lanes(t, i, 2); }
static void shfl(Thread *t, const Insn *i) { wait_lanes(t, i, 4); }

/* Which lanes are there with it is the machine's own affair: none but the thread itself. */
static void activemask(Thread *t, const Insn *i) { set(t, i, &i->o[0], (Type){'b', 32}, UINT64_C(1) << (t->index & 31)); }

static void bar(Thread *t, const Insn *i)
{
    if (i->mode == W_WARP) {
        wait_lanes(t, i, 0);
        return;
    }
    const bool reduces = i->mode == W_RED;
    if (i->mode && !reduces)
        stop(t, i, "which barrier?");
    if (i->n > (reduces ? 3 : 2))
        stop(t, i, "the number of operands");
    t->bar = get(t, i, &i->o[reduces], (Type){'b', 32});
    t->expected = !reduces && i->n == 2 ? get(t, i, &i->o[1], (Type){'b', 32}) : 0;
    if (t->bar >= BARRIERS)
        stop(t, i, "the barrier's number");
    t->state = AT_BARRIER;
    t->at = i;
}

void wait_warp(Thread *t, const Insn *i)
{
    t->state = MEETS;
    t->at = i;
    t->mask = 0xffffffff;
}

typedef struct Lanes { Thread *of[32]; uint32_t all; } Lanes; /* those that take part: a bit in all for each */

static void do_vote(const Lanes *l, const Insn *i)
{
    uint32_t yes = 0;
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1 && is_true(l->of[k], i, 1))
            yes |= 1u << k;
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1) {
            Thread *t = l->of[k];
            if (i->mode == W_BALLOT)
                out(t, i, yes);
            else if (i->mode == W_ALL || i->mode == W_ANY || i->mode == W_UNI)
                out(t, i, i->mode == W_ALL ? yes == l->all : i->mode == W_ANY ? yes != 0 : yes == 0 || yes == l->all);
            else
                stop(t, i, "votes how?");
        }
}

static void do_match(const Lanes *l, const Insn *i)
{
    uint64_t v[32] = {0};
    uint32_t same[32] = {0};
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1)
            v[k] = in(l->of[k], i, 1);
    for (int k = 0; k < 32; k++)
        for (int j = 0; j < 32; j++)
            if (l->all >> k & 1 && l->all >> j & 1 && v[j] == v[k])
                same[k] |= 1u << j;
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1) {
            const bool all = same[k] == l->all;
            set(l->of[k], i, &i->o[0], (Type){'b', 32}, i->mode == W_ANY || all ? same[k] : 0);
            if (i->o[0].pair)
                set(l->of[k], i, i->o[0].pair, (Type){'p', 1}, all);
        }
}

static void do_redux(const Lanes *l, const Insn *i)
{
    uint64_t r = 0;
    bool any = false;
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1) {
            const uint64_t v = in(l->of[k], i, 1);
            r = (any ? combined(l->of[k], i, r, v) : v) & 0xffffffff;
            any = true;
        }
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1)
            out(l->of[k], i, r);
}

static void do_shfl(const Lanes *l, const Insn *i)
{
    uint64_t v[32] = {0}, r[32];
    bool within[32];
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1)
            v[k] = in(l->of[k], i, 1);
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1) {
            const int b = (int)(get(l->of[k], i, &i->o[2], (Type){'b', 32}) & 31);
            const int c = (int)(get(l->of[k], i, &i->o[3], (Type){'b', 32}));
            const int segment = c >> 8 & 31, last = (k & segment) | (c & 31 & ~segment), first = k & segment;
            int from = 0;
            switch (i->mode) {
            case W_UP: from = k - b; within[k] = from >= last; break;
            case W_DOWN: from = k + b; within[k] = from <= last; break;
            case W_BFLY: from = k ^ b; within[k] = from <= last; break;
            case W_IDX: from = first | (b & ~segment); within[k] = from <= last; break;
            default: stop(l->of[k], i, "shuffles how?");
            }
            from = within[k] ? from : k;
            if (!(l->all >> from & 1))
                stop(l->of[k], i, "reads a lane that does not take part");
            r[k] = v[from];
        }
    for (int k = 0; k < 32; k++)
        if (l->all >> k & 1) {
            out(l->of[k], i, r[k]);
            if (i->o[0].pair)
                set(l->of[k], i, i->o[0].pair, (Type){'p', 1}, within[k]);
        }
}

static void go_on(Thread *t) { t->state = RUNS; }

/* The lanes of the warp of thread first that wait for each other there, if all that the mask names have come. */
static bool meet_lanes(Cta *cta, uint32_t first)
{
    const Thread *t = &cta->thread[first];
    const uint32_t warp = first & ~31u;
    Lanes l = {.all = 0};
    for (uint32_t k = 0; k < 32; k++) {
        if (!(t->mask >> k & 1) || warp + k >= cta_threads)
            continue;
        Thread *other = &cta->thread[warp + k];
        if (other->state == EXITED)
            continue;
        if (other->state != MEETS || other->at != t->at || other->mask != t->mask)
            return false;
        l.of[k] = other;
        l.all |= 1u << k;
    }
    const Insn *i = t->at;
    if (i->run == vote)
        do_vote(&l, i);
    else if (i->run == match)
        do_match(&l, i);
    else if (i->run == redux)
        do_redux(&l, i);
    else if (i->run == shfl)
        do_shfl(&l, i);
    else
        (void)matrix_meet(l.of, l.all, i);
    for (uint32_t k = 0; k < 32; k++)
        if (l.all >> k & 1)
            go_on(l.of[k]);
    return true;
}

/* What bar.red gives: of the predicates of all that came. */
static void do_bar_red(Thread **came, uint32_t n)
{
    uint32_t yes = 0;
    for (uint32_t k = 0; k < n; k++)
        if (came[k]->at->mode != W_RED)
            stop(came[k], came[k]->at, "not all reduce");
        else
            yes += is_true(came[k], came[k]->at, 2);
    for (uint32_t k = 0; k < n; k++) {
        const Insn *i = came[k]->at;
        if (i->oper == W_POPC)
            out(came[k], i, yes);
        else if (i->oper == W_AND || i->oper == W_OR)
            out(came[k], i, i->oper == W_AND ? yes == n : yes != 0);
        else
            stop(came[k], i, "reduces how?");
    }
}

static bool meet_barrier(Cta *cta, uint64_t bar)
{
    static Thread *came[1024];
    uint32_t n = 0, alive = 0;
    for (uint32_t k = 0; k < cta_threads; k++) {
        Thread *t = &cta->thread[k];
        alive += t->state != EXITED;
        if (t->state == AT_BARRIER && t->bar == bar)
            came[n++] = t;
    }
    if (n == 0)
        return false;
    const uint64_t expected = came[0]->expected;
    for (uint32_t k = 0; k < n; k++)
        if (came[k]->expected != expected)
            stop(came[k], came[k]->at, "the number of threads differs");
    if (n != (expected ? expected : alive))
        return false;
    bool reduces = false;
    for (uint32_t k = 0; k < n; k++)
        reduces |= came[k]->at->mode == W_RED;
    if (reduces)
        do_bar_red(came, n);
    for (uint32_t k = 0; k < n; k++)
        go_on(came[k]);
    return true;
}

bool meet_all(Cta *cta)
{
    bool any = false;
    for (uint32_t k = 0; k < cta_threads; k++)
        if (cta->thread[k].state == MEETS)
            any |= meet_lanes(cta, k);
    for (uint64_t b = 0; b < BARRIERS && !any; b++)
        any |= meet_barrier(cta, b);
    return any;
}

const Row meet_rows[] = {
    {"bar", bar, SYNC | MODE | OPER | ORDER, 1, 4}, {"barrier", bar, SYNC | MODE | OPER | ORDER, 1, 4},
    {"vote", vote, SYNC | MODE, 3, 3}, {"match", match, SYNC | MODE, 3, 3}, {"redux", redux, SYNC | OPER, 3, 3},
    {"shfl", shfl, SYNC | MODE, 5, 5}, {"activemask", activemask, 0, 1, 1}, {0},
};
