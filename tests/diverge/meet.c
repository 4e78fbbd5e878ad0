/* meet.c: the machine's instructions for which threads wait for each other: collectives and barriers. */
#include "thread.h"

#include <string.h>

/* ---- collectives ---------------------------------------------------------------------------------------------------- */

static Thread *lane(const Thread *t, uint32_t l)
{
    uint32_t n = t->index / 32 * 32 + l;
    return n < per_cta ? &t->cta->thread[n] : NULL;
}

static bool there(const Thread *t, uint32_t l) { return lane(t, l) && lane(t, l)->state != EXITED; }

static void result(Thread *t, const Operand *o, uint64_t v)
{
    if (o->kind != NAME) /* _ */
        set(t, o, v);
}

static void shuffle(Thread *t, const Insn *i, uint32_t from)
{
    uint32_t l = t->index % 32, b = get32(t, &i->o[i->n - 3]) & 31, c = get32(t, &i->o[i->n - 2]), seg = c >> 8 & 31;
    int max = (int)((l & seg) | (c & 31 & ~seg)), min = (int)(l & seg), j;
    bool ok;
    if (strstr(i->op, ".up")) {
        j = (int)l - (int)b;
        ok = j >= max;
    } else if (strstr(i->op, ".down")) {
        j = (int)(l + b);
        ok = j <= max;
    } else if (strstr(i->op, ".bfly")) {
        j = (int)(l ^ b);
        ok = j <= max;
    } else {
        j = (int)((uint32_t)min | (b & ~seg));
        ok = j <= max;
    }
    if (!ok)
        j = (int)l;
    if (!(from >> j & 1))
        blame("line %d: shfl from lane %d, which is not there", i->line, j);
    else
        set(t, &i->o[0], lane(t, (uint32_t)j)->value);
    if (i->o[0].pair)
        set(t, &i->o[1], ok);
}

static void match(Thread *t, const Insn *i, uint32_t with)
{
    uint32_t same = 0;
    for (uint32_t k = 0; k < 32; k++)
        if (with >> k & 1 && lane(t, k)->value == t->value)
            same |= 1u << k;
    if (strstr(i->op, ".all") && same != with)
        same = 0;
    set(t, &i->o[0], same);
    if (i->o[0].pair)
        set(t, &i->o[1], same != 0);
}

static void redux(Thread *t, const Insn *i, uint32_t with)
{
    uint32_t r = 0;
    bool first = true;
    for (uint32_t k = 0; k < 32; k++) {
        if (!(with >> k & 1))
            continue;
        uint32_t a = (uint32_t)lane(t, k)->value;
        bool is_signed = strstr(i->op, ".s32"), less = is_signed ? (int32_t)a < (int32_t)r : a < r;
        if (first)
            r = a;
        else if (strstr(i->op, ".add"))
            r += a;
        else if (strstr(i->op, ".and"))
            r &= a;
        else if (strstr(i->op, ".xor"))
            r ^= a;
        else if (strstr(i->op, ".or"))
            r |= a;
        else if (less == (strstr(i->op, ".min") != NULL))
            r = a;
        first = false;
    }
    set(t, &i->o[0], r);
}

static void vote(Thread *t, const Insn *i, uint32_t with)
{
    uint32_t yes = 0;
    for (uint32_t k = 0; k < 32; k++)
        if (with >> k & 1 && lane(t, k)->pred)
            yes |= 1u << k;
    set(t, &i->o[0], strstr(i->op, ".ballot") ? yes : strstr(i->op, ".any") ? yes != 0 : strstr(i->op, ".all") ? yes == with
                                                                                     : yes == with || !yes);
}

/* Any lane of the mask may be elected, if always the same: here the highest. */
static void elect(Thread *t, const Insn *i, uint32_t with)
{
    uint32_t high = 31;
    while (!(with >> high & 1))
        high--;
    result(t, &i->o[0], high);
    set(t, &i->o[1], high == t->index % 32);
}

static void finish(Thread *t, uint32_t with)
{
    const Insn *i = t->at;
    if (strncmp(i->op, "shfl", 4) == 0)
        shuffle(t, i, with);
    else if (strncmp(i->op, "match", 5) == 0)
        match(t, i, with);
    else if (strncmp(i->op, "redux", 5) == 0)
        redux(t, i, with);
    else if (strncmp(i->op, "vote", 4) == 0)
        vote(t, i, with);
    else if (strncmp(i->op, "elect", 5) == 0)
        elect(t, i, with);
}

/* When all members of t's collective are there, they have their results and go on. */
static void meet(Thread *t)
{
    uint32_t with = 0;
    for (uint32_t l = 0; l < 32; l++) {
        const Thread *x = lane(t, l);
        if (!(t->mask >> l & 1) || !there(t, l))
            continue;
        if (x->state != MEETS || strcmp(x->at->op, t->at->op) != 0 || x->mask != t->mask)
            return;
        with |= 1u << l;
    }
    for (uint32_t l = 0; l < 32; l++)
        if (with >> l & 1)
            finish(lane(t, l), with);
    for (uint32_t l = 0; l < 32; l++)
        if (with >> l & 1) {
            lane(t, l)->state = RUNS;
            top(lane(t, l))->pc++;
        }
}

static void op_collective(Thread *t, const Insn *i)
{
    const Operand *m = &i->o[i->n - 1];
    t->at = i;
    t->mask = get32(t, m);
    t->state = MEETS;
    top(t)->pc--; /* it goes on when all are there */
    if (!(t->mask >> t->index % 32 & 1))
        blame("line %d: lane %u is no member of its mask", i->line, (unsigned)t->index % 32);
    if (strncmp(i->op, "vote", 4) == 0)
        t->pred = getp(t, &i->o[1]);
    else if (strncmp(i->op, "shfl", 4) == 0)
        t->value = get32(t, &i->o[i->n - 4]);
    else if (strncmp(i->op, "match", 5) == 0 || strncmp(i->op, "redux", 5) == 0)
        t->value = get(t, &i->o[i->n - 2]);
    meet(t);
}

/* Some lanes at the same place, but always the thread itself. */
static void op_activemask(Thread *t, const Insn *i)
{
    uint32_t m = 1u << t->index % 32, some = rnd();
    for (uint32_t l = 0; l < 32; l++)
        if (there(t, l) && some >> l & 1 && lane(t, l)->state == RUNS && top(lane(t, l))->f == top(t)->f &&
            top(lane(t, l))->pc == top(t)->pc && lane(t, l)->depth == t->depth)
            m |= 1u << l;
    set(t, &i->o[0], m);
}

/* ---- barriers ------------------------------------------------------------------------------------------------------- */

static void bar_result(Thread *t, const Bar *b)
{
    const char *op = t->at->op;
    if (strstr(op, ".red."))
        set(t, &t->at->o[0], strstr(op, ".popc") ? b->yes : strstr(op, ".and") ? b->yes == b->all : b->yes != 0);
}

static void go_on(Thread *t)
{
    t->state = RUNS;
    top(t)->pc++;
}

static void bar_check(Cta *c, uint32_t id)
{
    Bar *b = &c->bar[id];
    uint32_t live = 0;
    for (uint32_t w = 0; w < per_cta; w += 32) {
        bool any = false;
        for (uint32_t k = w; k < w + 32 && k < per_cta; k++)
            any |= c->thread[k].state != EXITED;
        live += any;
    }
    if (!b->warps || b->warps < (b->expected ? b->expected : live))
        return;
    if (b->expected && b->warps > b->expected)
        blame("too many warps at barrier %u", (unsigned)id);
    for (uint32_t k = 0; k < per_cta; k++) {
        Thread *t = &c->thread[k];
        if (t->state == AT_BARRIER && t->bar == id && t->arrived) {
            bar_result(t, b);
            go_on(t);
        }
    }
    *b = (Bar){0, 0, 0, 0};
}

/* A warp arrives when all its lanes are at the barrier. */
static void bar_came(Thread *t, uint32_t id)
{
    bool any = false;
    for (uint32_t l = 0; l < 32; l++) {
        const Thread *x = lane(t, l);
        if (!there(t, l))
            continue;
        if (x->state != AT_BARRIER || x->bar != id || x->arrived)
            return;
        any = true;
    }
    if (!any)
        return;
    t->cta->bar[id].warps++;
    for (uint32_t l = 0; l < 32; l++) {
        if (!there(t, l))
            continue;
        lane(t, l)->arrived = true;
        if (!lane(t, l)->waits)
            go_on(lane(t, l));
    }
    bar_check(t->cta, id);
}

/* bar.sync a{, b}; bar.arrive a, b; bar.red.op d, a{, b}, p */
static void op_bar(Thread *t, const Insn *i)
{
    bool red = strstr(i->op, ".red."), counted = i->n == (red ? 4 : 2);
    uint32_t id = get32(t, &i->o[red]), count = counted ? get32(t, &i->o[red + 1]) : 0;
    Bar *b = &t->cta->bar[id % BARRIERS];
    t->at = i;
    t->state = AT_BARRIER;
    t->bar = id % BARRIERS;
    t->arrived = false;
    t->waits = !strstr(i->op, ".arrive");
    if (id >= BARRIERS || count % 32)
        blame("line %d: barrier %u of %u", i->line, (unsigned)id, (unsigned)count);
    if (b->all && b->expected != count / 32)
        blame("line %d: another number of threads", i->line);
    b->expected = count / 32;
    b->all++;
    b->yes += red && getp(t, &i->o[i->n - 1]);
    top(t)->pc--;
    bar_came(t, t->bar);
}

void checks(Thread *t)
{
    for (uint32_t l = 0; l < 32; l++)
        if (there(t, l) && lane(t, l)->state == MEETS)
            meet(lane(t, l));
    for (uint32_t id = 0; id < BARRIERS; id++) {
        bar_came(t, id);
        bar_check(t->cta, id);
    }
}

const Named meeting[] = {
    {"bar.warp.sync", op_collective}, {"shfl.sync.", op_collective}, {"vote.sync.", op_collective},
    {"match.", op_collective}, {"redux.", op_collective}, {"elect.sync", op_collective},
    {"activemask.b32", op_activemask}, {"bar.", op_bar}, {"barrier.", op_bar}, {NULL, NULL},
};
