/* machine.c: a plain interpreter of the PTX that gen.c writes, the reference for the translation.
 *
 * All threads of the grid exist at once.  Again and again some thread, chosen at random, does a few instructions.  A
 * collective waits until all lanes of its member mask that have not exited came to one of the same kind with the same
 * mask, wherever it stands; a barrier waits for warps, and a warp arrives when all its lanes that have not exited did
 * (manual 9.7.9.6, 9.7.13.1, 9.7.13.9).  A program whose threads can't go on, or which reaches for memory that is not
 * its own, is wrong. */
#include "state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BARRIERS = 16, MAX_SHARED = 16384, MAX_STEPS = 40000000, MAX_DEPTH = 12 };

typedef struct Frame {
    const Function *f;
    int pc;
    uint64_t *reg[4];
    Operand result;
} Frame;

typedef enum State { RUNS, MEETS, AT_BARRIER, EXITED } State;

typedef struct Bar { uint32_t warps, expected, yes, all; } Bar;

typedef struct Cta {
    Dim id;
    unsigned char shared[MAX_SHARED];
    Bar bar[BARRIERS];
    Thread *thread;
} Cta;

struct Thread {
    Cta *cta;
    Dim tid;
    uint32_t index; /* in its CTA */
    State state;
    const Insn *at; /* the collective or barrier where it waits */
    uint64_t value, mask;
    uint32_t bar;
    bool pred, arrived, waits;
    Frame frame[MAX_DEPTH];
    int depth;
};

static struct { unsigned char *at; size_t bytes; } allowed[16];
static int nallowed;
static Thread *threads;
static uint32_t per_cta, total;
static Dim grid_dim, block_dim;
static const uint64_t *arguments;
static uint64_t random_state;
static char wrong[200];

static void blame(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (!wrong[0])
        vsnprintf(wrong, sizeof wrong, fmt, ap);
    va_end(ap);
}

static uint32_t rnd(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

/* ---- registers and memory --------------------------------------------------------------------------------------- */

static Frame *top(Thread *t) { return &t->frame[t->depth]; }

static uint64_t get(Thread *t, const Operand *o)
{
    if (o->kind == IMM)
        return (uint64_t)o->value;
    if (o->kind == NAME)
        die(0, "no value", o->name);
    return top(t)->reg[o->kind][o->reg] ^ (o->kind == P && o->neg);
}

static uint32_t get32(Thread *t, const Operand *o) { return (uint32_t)get(t, o); }
static bool getp(Thread *t, const Operand *o) { return get(t, o) & 1; }

static void set(Thread *t, const Operand *o, uint64_t v)
{
    top(t)->reg[o->kind][o->reg] = o->kind == R ? (uint32_t)v : o->kind == P ? v & 1 : v;
}

static uint32_t symbol_at(const char *name)
{
    for (int i = 0; i < nsymbols; i++)
        if (strcmp(symbol[i].name, name) == 0)
            return symbol[i].at;
    die(0, "no symbol", name);
    return 0;
}

/* The place of a memory operand of n bytes. */
static unsigned char *place(Thread *t, const Insn *i, const Operand *o, size_t n)
{
    static unsigned char nowhere[16];
    uint64_t a = o->base == NAME ? symbol_at(o->name) : top(t)->reg[o->base][o->reg];
    a += (uint64_t)o->value;
    if (strstr(i->op, ".shared")) {
        if (a + n <= shared_size && a % n == 0)
            return t->cta->shared + a;
    } else {
        for (int k = 0; k < nallowed; k++)
            if (a - (uintptr_t)allowed[k].at <= allowed[k].bytes - n && a % n == 0)
                return (unsigned char *)(uintptr_t)a;
    }
    blame("line %d: no memory", i->line);
    return nowhere;
}

static uint32_t read32(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static void write32(unsigned char *p, uint32_t v) { memcpy(p, &v, 4); }

/* ---- plain instructions ------------------------------------------------------------------------------------------ */

#define OP(name, body)                                                                                                  \
    static void name(Thread *t, const Insn *i)                                                                          \
    {                                                                                                                   \
        uint32_t a = i->n > 1 && i->o[1].kind < MEM ? get32(t, &i->o[1]) : 0;                                           \
        uint32_t b = i->n > 2 && i->o[2].kind < MEM ? get32(t, &i->o[2]) : 0;                                           \
        uint32_t c = i->n > 3 && i->o[3].kind < MEM ? get32(t, &i->o[3]) : 0;                                           \
        (void)a, (void)b, (void)c;                                                                                      \
        set(t, &i->o[0], body);                                                                                         \
    }

OP(op_mov, a)
OP(op_add, a + b)
OP(op_sub, a - b)
OP(op_mul, a * b)
OP(op_mad, a * b + c)
OP(op_and, a & b)
OP(op_or, a | b)
OP(op_xor, a ^ b)
OP(op_not, ~a)
OP(op_shl, b > 31 ? 0 : a << b)
OP(op_shr, b > 31 ? 0 : a >> b)
OP(op_min, a < b ? a : b)
OP(op_max, (int32_t)a > (int32_t)b ? a : b)
OP(op_rem, b ? a % b : 0)
OP(op_div, b ? a / b : 0)
OP(op_selp, c ? a : b)
OP(op_mul_wide, (uint64_t)a * b)
OP(op_mad_wide, (uint64_t)a * b + get(t, &i->o[3]))
OP(op_add64, get(t, &i->o[1]) + get(t, &i->o[2]))
OP(op_mov64, get(t, &i->o[1]))
OP(op_cvt64, a)
OP(op_notp, !a)

static void op_popc(Thread *t, const Insn *i)
{
    uint32_t n = 0;
    for (uint32_t a = get32(t, &i->o[1]); a; a &= a - 1)
        n++;
    set(t, &i->o[0], n);
}

static void op_clz(Thread *t, const Insn *i)
{
    uint32_t n = 0, a = get32(t, &i->o[1]);
    while (n < 32 && !(a >> (31 - n) & 1))
        n++;
    set(t, &i->o[0], n);
}

static void op_setp(Thread *t, const Insn *i)
{
    static const char names[6][3] = {"eq", "ne", "lt", "le", "gt", "ge"};
    uint32_t a = get32(t, &i->o[1]), b = get32(t, &i->o[2]);
    int64_t x = a, y = b;
    if (strstr(i->op, ".s32")) {
        x = (int32_t)a;
        y = (int32_t)b;
    }
    bool r[6] = {x == y, x != y, x < y, x <= y, x > y, x >= y};
    for (int k = 0; k < 6; k++)
        if (strncmp(i->op + 5, names[k], 2) == 0)
            set(t, &i->o[0], r[k]);
}

static void op_sreg(Thread *t, const Insn *i)
{
    const char *s = i->o[1].name;
    const struct { const char *name; uint32_t v; } all[] = {
        {"%tid.x", t->tid.x}, {"%tid.y", t->tid.y}, {"%tid.z", t->tid.z}, {"%laneid", t->index % 32},
        {"%ntid.x", block_dim.x}, {"%ntid.y", block_dim.y}, {"%ntid.z", block_dim.z}, {"%ctaid.x", t->cta->id.x},
        {"%nctaid.x", grid_dim.x},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(all[k].name, s) == 0) {
            set(t, &i->o[0], all[k].v);
            return;
        }
    set(t, &i->o[0], symbol_at(s));
}

static void op_param(Thread *t, const Insn *i)
{
    const Function *f = top(t)->f;
    for (int k = 0; k < f->params; k++)
        if (strcmp(f->param[k], i->o[1].name) == 0)
            set(t, &i->o[0], arguments[k]);
}

static void op_ld(Thread *t, const Insn *i) { set(t, &i->o[0], read32(place(t, i, &i->o[1], 4))); }
static void op_st(Thread *t, const Insn *i) { write32(place(t, i, &i->o[0], 4), get32(t, &i->o[1])); }

static void update(Thread *t, const Insn *i, const Operand *d, int at)
{
    unsigned char *p = place(t, i, &i->o[at], 4);
    uint32_t old = read32(p), b = get32(t, &i->o[at + 1]);
    if (d)
        set(t, d, old);
    if (strstr(i->op, ".add."))
        write32(p, old + b);
    else if (strstr(i->op, ".exch."))
        write32(p, b);
    else if (strstr(i->op, ".max."))
        write32(p, old > b ? old : b);
    else if (strstr(i->op, ".xor."))
        write32(p, old ^ b);
    else if (strstr(i->op, ".cas.") && old == b)
        write32(p, get32(t, &i->o[at + 2]));
}

static void op_atom(Thread *t, const Insn *i) { update(t, i, &i->o[0], 1); }
static void op_red(Thread *t, const Insn *i) { update(t, i, NULL, 0); }
static void op_nothing(Thread *t, const Insn *i) { (void)t, (void)i; }

/* ---- control ----------------------------------------------------------------------------------------------------- */

static const Label *label(const Function *f, const char *name)
{
    for (int k = 0; k < f->labels; k++)
        if (strcmp(f->label[k].name, name) == 0)
            return &f->label[k];
    die(0, "no label", name);
    return NULL;
}

static void op_bra(Thread *t, const Insn *i) { top(t)->pc = label(top(t)->f, i->o[0].name)->at - 1; }

static void op_brx(Thread *t, const Insn *i)
{
    const Function *f = top(t)->f;
    const Label *l = label(f, i->o[1].name);
    uint32_t k = get32(t, &i->o[0]);
    if (k >= (uint32_t)l->targets)
        blame("line %d: no target %u", i->line, (unsigned)k);
    else
        top(t)->pc = f->label[l->target[k]].at - 1;
}

static void enter(Thread *t, const Function *f)
{
    Frame *x = top(t);
    x->f = f;
    x->pc = 0;
    for (int k = R; k <= P; k++) {
        x->reg[k] = calloc((size_t)f->regs[k] + 1, sizeof *x->reg[k]);
        for (int n = 0; n < f->regs[k]; n++) /* what nobody wrote may be anything */
            x->reg[k][n] = k == P ? rnd() & 1 : rnd();
    }
}

static void leave(Thread *t)
{
    for (int k = R; k <= P; k++)
        free(top(t)->reg[k]);
}

/* call (%r), f, (args): the arguments are the function's first registers, its result register 0. */
static void op_call(Thread *t, const Insn *i)
{
    const Function *f = functions;
    while (f && strcmp(f->name, i->o[1].name) != 0)
        f = f->next;
    if (!f || t->depth + 1 == MAX_DEPTH) {
        blame("line %d: no call of %s", i->line, i->o[1].name);
        return;
    }
    uint32_t v[MAX_OPERANDS];
    for (int k = 2; k < i->n; k++)
        v[k] = get32(t, &i->o[k]);
    t->depth++;
    enter(t, f);
    top(t)->result = i->o[0];
    for (int k = 2; k < i->n; k++)
        top(t)->reg[R][k - 2] = v[k];
    top(t)->pc = -1;
}

static void checks(Thread *t);

static void op_exit(Thread *t, const Insn *i)
{
    (void)i;
    t->state = EXITED;
    for (; t->depth >= 0; t->depth--)
        leave(t);
    t->depth = 0;
    checks(t);
}

static void op_ret(Thread *t, const Insn *i)
{
    if (!t->depth) {
        op_exit(t, i);
        return;
    }
    uint64_t v = top(t)->reg[R][0];
    Operand d = top(t)->result;
    leave(t);
    t->depth--;
    set(t, &d, v);
}

/* ---- collectives ------------------------------------------------------------------------------------------------- */

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

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

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

/* Somebody exited, who may be the one that others wait for. */
static void checks(Thread *t)
{
    for (uint32_t l = 0; l < 32; l++)
        if (there(t, l) && lane(t, l)->state == MEETS)
            meet(lane(t, l));
    for (uint32_t id = 0; id < BARRIERS; id++) {
        bar_came(t, id);
        bar_check(t->cta, id);
    }
}

/* ---- their names --------------------------------------------------------------------------------------------------- */

static const struct { const char *name; Do *run; } instructions[] = {
    {"mov.u32", op_mov}, {"mov.b32", op_mov}, {"add.u32", op_add}, {"add.s32", op_add}, {"sub.u32", op_sub},
    {"mul.lo.u32", op_mul}, {"mad.lo.u32", op_mad}, {"and.b32", op_and}, {"or.b32", op_or}, {"xor.b32", op_xor},
    {"not.b32", op_not}, {"shl.b32", op_shl}, {"shr.u32", op_shr}, {"min.u32", op_min}, {"max.s32", op_max},
    {"rem.u32", op_rem}, {"div.u32", op_div}, {"selp.b32", op_selp}, {"mul.wide.u32", op_mul_wide},
    {"mad.wide.u32", op_mad_wide}, {"add.u64", op_add64}, {"mov.u64", op_mov64}, {"cvt.u64.u32", op_cvt64},
    {"not.pred", op_notp}, {"and.pred", op_and}, {"or.pred", op_or}, {"xor.pred", op_xor}, {"popc.b32", op_popc},
    {"clz.b32", op_clz}, {"bra", op_bra}, {"bra.uni", op_bra}, {"brx.idx", op_brx}, {"call", op_call},
    {"call.uni", op_call}, {"ret", op_ret}, {"exit", op_exit}, {"activemask.b32", op_activemask},
    {"membar.cta", op_nothing}, {"membar.gl", op_nothing}, {"fence.acq_rel.gpu", op_nothing},
    {"fence.acq_rel.cta", op_nothing}, {"fence.sc.gpu", op_nothing}, {"nanosleep.u32", op_nothing},
    {"bar.warp.sync", op_collective},
};
static const struct { const char *prefix; Do *run; } families[] = {
    {"setp.", op_setp}, {"ld.param.", op_param}, {"ld.", op_ld}, {"st.", op_st}, {"atom.", op_atom}, {"red.", op_red},
    {"shfl.sync.", op_collective}, {"vote.sync.", op_collective}, {"match.", op_collective}, {"redux.", op_collective},
    {"elect.sync", op_collective}, {"bar.", op_bar}, {"barrier.", op_bar},
};

Do *machine_find(const Insn *i)
{
    for (size_t k = 0; k < sizeof instructions / sizeof *instructions; k++)
        if (strcmp(instructions[k].name, i->op) == 0)
            return strncmp(i->op, "mov.", 4) == 0 && i->o[1].kind == NAME ? op_sreg : instructions[k].run;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        if (strncmp(families[k].prefix, i->op, strlen(families[k].prefix)) == 0)
            return families[k].run;
    die(i->line, "unknown instruction", i->op);
    return NULL;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

void machine_allow(void *at, size_t bytes)
{
    allowed[nallowed].at = at;
    allowed[nallowed++].bytes = bytes;
}

static void step(Thread *t)
{
    Frame *x = top(t);
    if (x->pc >= x->f->n) {
        op_ret(t, NULL);
        return;
    }
    const Insn *i = &x->f->code[x->pc];
    if (!i->guard || (x->reg[P][i->guard_reg] & 1) != i->guard_neg)
        i->run(t, i);
    if (t->state != EXITED)
        top(t)->pc++;
}

static void report(void)
{
    for (uint32_t k = 0; k < total; k++)
        if (threads[k].state == MEETS || threads[k].state == AT_BARRIER) {
            blame("thread %u of CTA %u can't go on at line %d: %s", (unsigned)threads[k].index,
                  (unsigned)threads[k].cta->id.x, threads[k].at->line, threads[k].at->op);
            return;
        }
}

static void run_all(void)
{
    uint64_t steps = 0;
    while (!wrong[0]) {
        uint32_t first = rnd() % total, k = 0;
        while (k < total && threads[(first + k) % total].state != RUNS)
            k++;
        if (k == total) {
            report();
            return;
        }
        Thread *t = &threads[(first + k) % total];
        for (uint32_t burst = 1 + rnd() % 20; burst && t->state == RUNS; burst--, steps++)
            step(t);
        if (steps > MAX_STEPS)
            blame("does not end");
    }
}

const char *machine_run(const char *kernel, Dim grid, Dim block, const uint64_t *args, uint64_t seed)
{
    const Function *f = functions;
    while (f && strcmp(f->name, kernel) != 0)
        f = f->next;
    if (!f)
        die(0, "no kernel", kernel);
    wrong[0] = 0;
    random_state = seed;
    grid_dim = grid;
    block_dim = block;
    arguments = args;
    per_cta = block.x * block.y * block.z;
    total = per_cta * grid.x;
    threads = calloc(total, sizeof *threads);
    Cta *ctas = calloc(grid.x, sizeof *ctas);
    for (uint32_t k = 0; k < total; k++) {
        Thread *t = &threads[k];
        t->cta = &ctas[k / per_cta];
        t->cta->id.x = k / per_cta;
        t->cta->thread = &threads[k / per_cta * per_cta];
        t->index = k % per_cta;
        t->tid = (Dim){t->index % block.x, t->index / block.x % block.y, t->index / block.x / block.y};
        enter(t, f);
    }
    run_all();
    for (uint32_t k = 0; k < total; k++)
        for (; threads[k].state != EXITED && threads[k].depth >= 0; threads[k].depth--)
            leave(&threads[k]);
    free(threads);
    free(ctas);
    return wrong[0] ? wrong : NULL;
}
