/* lane_same.c: the values of registers where ways meet that are always one and the same other value (lane.h).
 *
 * Such a value has no other inputs but that one and itself.  When one is found, those to which it comes are looked at again.
 *
 * In: where values come from.  Out: Value.same. */
#include "analysis/lanes/lane_sum.h"

int lane_same_as(const Lanes *w, int v)
{
    int is = v;
    while (is >= 0 && w->value[is].same >= 0)
        is = w->value[is].same;
    while (v != is) {
        const int next = w->value[v].same;
        w->value[v].same = is;
        v = next;
    }
    return is;
}

int lane_comes(const Lanes *w, const Blk *x, int k, int i)
{
    return lane_same_as(w, w->from[w->edge[x->id] + k * x->live_in.n + i]);
}

/* Values where ways meet, to be looked at, and for each value those to which it comes. */
typedef struct Meets {
    Arena tmp;
    Blk **blk;          /* by slot: where it is, if ways meet there */
    int *first, *last;  /* by value: of next and by; -1: none */
    int *next, *by;
    int *queue, head, n, slots;
    bool *queued;       /* by slot */
} Meets;

static void look_at(const Lanes *w, Meets *m, int v)
{
    const int slot = v - w->fn->regs.n;
    if (m->queued[slot] || w->value[v].same >= 0)
        return;
    m->queued[slot] = true;
    m->queue[(m->head + m->n++) % m->slots] = v;
}

/* Takes down where the value comes from. */
static void note_uses(const Lanes *w, Meets *m, int v, int *uses)
{
    const Blk *x = m->blk[v - w->fn->regs.n];
    for (int k = 0; k < x->npred; k++) {
        const int f = lane_comes(w, x, k, v - w->slot[x->id]);
        if (f < 0)
            continue;
        m->by[*uses] = v;
        m->next[*uses] = m->first[f];
        m->last[f] = m->first[f] < 0 ? *uses : m->last[f];
        m->first[f] = (*uses)++;
    }
}

/* The one value that comes to v, but for itself; -1: there is none. */
static int only_one(const Lanes *w, const Blk *x, int v)
{
    int only = -1;
    for (int k = 0; k < x->npred; k++) {
        const int f = lane_comes(w, x, k, v - w->slot[x->id]);
        if (f < 0 || (f != v && only >= 0 && f != only))
            return -1;
        only = f != v ? f : only;
    }
    return only;
}

/* What v comes to, is comes to from now on. */
static void replace(Lanes *w, Meets *m, int v, int is)
{
    w->value[v].same = is;
    for (int u = m->first[v]; u >= 0; u = m->next[u])
        look_at(w, m, m->by[u]);
    if (m->first[v] < 0)
        return;
    m->next[m->last[v]] = m->first[is];
    m->last[is] = m->first[is] < 0 ? m->last[v] : m->last[is];
    m->first[is] = m->first[v];
}

/* Finds the values where ways meet that are always another one. */
void lane_find_same(Lanes *w)
{
    const Fn *fn = w->fn;
    Meets m = {.slots = w->first_write - fn->regs.n};
    int uses = 0;
    m.blk = NEWN(&m.tmp, Blk *, m.slots + 1);
    m.queue = NEWN(&m.tmp, int, m.slots + 1);
    m.queued = NEWN(&m.tmp, bool, m.slots + 1);
    m.first = NEWN(&m.tmp, int, w->nvalue + 1);
    m.last = NEWN(&m.tmp, int, w->nvalue + 1);
    m.next = NEWN(&m.tmp, int, w->edges + 1);
    m.by = NEWN(&m.tmp, int, w->edges + 1);
    for (int v = 0; v < w->nvalue; v++)
        m.first[v] = m.last[v] = -1;
    for (int b = 0; b < fn->nblk; b++)
        for (int i = 0; fn->blk[b]->npred > 1 && i < fn->blk[b]->live_in.n; i++) {
            const int v = w->slot[b] + i;
            m.blk[v - fn->regs.n] = fn->blk[b];
            if (!w->several[fn->blk[b]->live_in.reg[i]])
                continue;
            note_uses(w, &m, v, &uses);
            look_at(w, &m, v);
        }
    while (m.n) {
        const int v = m.queue[m.head], slot = v - fn->regs.n;
        m.head = (m.head + 1) % m.slots;
        m.n--;
        m.queued[slot] = false;
        const int is = only_one(w, m.blk[slot], v);
        if (is >= 0)
            replace(w, &m, v, is);
    }
    arena_reset(&m.tmp);
}
