/* gen.c: writes random kernels whose threads go different ways and meet, as PTX that machine.c can run.
 *
 *   gen SEED K.ptx            the same seed gives the same program
 *
 * The programs are legal, free of races and end: member masks name lanes that come to the place or have exited, a thread
 * reads another's word only behind a barrier or a flag, sums that threads add to in any order are not looked at, loops
 * have counts.  Where lanes part, each side knows its lanes by a vote; where they join, the mask from before holds again. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *ptx;
static uint64_t state;

static uint32_t rnd(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = state ^ state >> 33;
    return (uint32_t)(x * 0x9e3779b97f4a7c15u >> 32);
}

static uint32_t below(uint32_t n) { return (uint32_t)((uint64_t)rnd() * n >> 32); }
static bool chance(uint32_t percent) { return below(100) < percent; }
#define ONE_OF(a) ((a)[below(sizeof(a) / sizeof *(a))])

static void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ptx);
    vfprintf(ptx, fmt, ap);
    fputs(";\n", ptx);
    va_end(ap);
}

static void at_label(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(ptx, fmt, ap);
    fputs(":\n", ptx);
    va_end(ap);
}

/* ---- registers -------------------------------------------------------------------------------------------------- */

enum { R, D, P, TYPES };
static int nregs[TYPES], labels, budget;

/* Writes an instruction whose result, at the tilde, is a new register. */
static int def(int type, const char *fmt, ...)
{
    char text[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    char *at = strchr(text, '~');
    *at = 0;
    fprintf(ptx, "    %s%%%c%d%s;\n", text, "rdp"[type], nregs[type], at + 1);
    return nregs[type]++;
}

enum { VARS = 6 };

/* What all code of the kernel or function can use. */
static struct {
    int in, out, acc, scratch;                   /* pointers */
    int lin, lane, warp, warps, threads, gid, cta; /* lin: number in the CTA, warps: how many there are */
    int own_tile, warp_tile, own_flag, warp_flag, own_word, warp_word; /* addresses: the thread's, that of its warp's first */
    int epoch, always;                           /* always: a predicate that is true */
    int all;                                     /* the lanes of the warp at the beginning */
    int var[VARS];
} K;
static bool has_bar, has_warp, has_named, has_spin, has_exits, in_func;
static int functions, grid_sites;

/* Who comes to a place. */
typedef struct Ctx {
    int mask;     /* register: the lanes of the warp that do, or -1 */
    bool exact;   /* none of them has exited */
    bool warp, cta, grid; /* all that have not exited: of the warp, the CTA, the grid */
    int depth, loop; /* loop: number of the innermost one, when the code stands directly in it */
    bool loop_warp, loop_cta; /* what warp, cta are around the loop's body */
} Ctx;

static void block(Ctx *x, int n);

static int var(void) { return ONE_OF(K.var); }

static void arith(void)
{
    static const char *const ops[] = {"add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "and.b32", "or.b32", "min.u32", "max.s32"};
    static const uint32_t numbers[] = {1, 3, 5, 7, 31, 0x55, 0x10001, 0x9e3779b9, 0xffff};
    int d = var();
    switch (below(6)) {
    case 0: p("%s %%r%d, %%r%d, %u", ONE_OF(ops), d, var(), (unsigned)ONE_OF(numbers)); return;
    case 1: p("mad.lo.u32 %%r%d, %%r%d, %u, %%r%d", d, var(), (unsigned)ONE_OF(numbers), K.lane); return;
    case 2: p("shr.u32 %%r%d, %%r%d, %u", d, var(), (unsigned)below(9)); return;
    default: p("%s %%r%d, %%r%d, %%r%d", ONE_OF(ops), d, var(), var()); return;
    }
}

static void fold(int value)
{
    int d = var();
    if (chance(50))
        p("mad.lo.u32 %%r%d, %%r%d, 5, %%r%d", d, d, value);
    else
        p("xor.b32 %%r%d, %%r%d, %%r%d", d, var(), value);
}

static void fold_pred(int q)
{
    fold(def(R, "selp.b32 ~, %%r%d, %u, %%p%d", var(), (unsigned)below(100), q));
}

static int input(int index) /* a word that nobody knows before the kernel runs */
{
    int i = def(R, "and.b32 ~, %%r%d, 1023", index);
    int a = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", i, K.in);
    return def(R, "ld.global%s.u32 ~, [%%d%d]", chance(20) ? ".volatile" : "", a);
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

static int lane_cond(void)
{
    int a;
    switch (below(5)) {
    case 0: return def(P, "setp.%s.u32 ~, %%r%d, %u", chance(50) ? "lt" : "ge", K.lane, (unsigned)below(33));
    case 1:
        a = def(R, "and.b32 ~, %%r%d, %u", K.lane, 1u << below(5));
        return def(P, "setp.%s.u32 ~, %%r%d, 0", chance(50) ? "eq" : "ne", a);
    case 2: return def(P, "setp.lt.s32 ~, %%r%d, %%r%d", var(), var());
    default:
        a = def(R, "and.b32 ~, %%r%d, 7", var());
        return def(P, "setp.%s.u32 ~, %%r%d, %u", chance(50) ? "lt" : "ge", a, (unsigned)(1 + below(7)));
    }
}

static int bit_of(int value, const char *cmp)
{
    int a = def(R, "and.b32 ~, %%r%d, %u", value, (unsigned)(1 + below(3)));
    return def(P, "setp.%s.u32 ~, %%r%d, 0", cmp, a);
}

static int cta_value(void)
{
    return input(def(R, "mad.lo.u32 ~, %%r%d, %u, %u", K.cta, (unsigned)(1 + below(9)), (unsigned)below(900)));
}

static int warp_value(void)
{
    return input(def(R, "mad.lo.u32 ~, %%r%d, %u, %u", K.warp, (unsigned)(1 + below(9)), (unsigned)below(900)));
}

/* The same for all threads of the CTA that are here. */
static int cta_cond(const Ctx *x)
{
    if (has_bar && x->cta && chance(15))
        return def(P, "bar.red.%s.pred ~, 0, %%p%d", chance(50) ? "or" : "and", lane_cond());
    if (chance(15))
        return bit_of(K.cta, "eq");
    return bit_of(cta_value(), chance(50) ? "eq" : "ne");
}

/* The same for all lanes that are here. */
static int warp_cond(const Ctx *x)
{
    static const char *const modes[] = {"any", "all", "uni"};
    if (has_warp && x->mask >= 0 && chance(60))
        return def(P, "vote.sync.%s.pred ~, %%p%d, %%r%d", ONE_OF(modes), lane_cond(), x->mask);
    return in_func ? -1 : bit_of(warp_value(), "ne");
}

/* ---- masks ------------------------------------------------------------------------------------------------------- */

static int ballot(int q, bool neg, int mask)
{
    if (neg)
        q = def(P, "not.pred ~, %%p%d", q);
    return def(R, "vote.sync.ballot.b32 ~, %%p%d, %%r%d", q, mask);
}

/* The mask without lanes that have exited. */
static int exact(Ctx *x)
{
    if (x->exact)
        return x->mask;
    return ballot(K.always, false, x->mask);
}

/* Lanes of the mask that do a collective with each other: all, tiles, those with the same value. */
static int part(int mask)
{
    int size = 2 << below(4), a;
    switch (below(6)) {
    case 0:
        a = def(R, "and.b32 ~, %%r%d, %d", K.lane, 32 - size);
        a = def(R, "shl.b32 ~, %u, %%r%d", (unsigned)((1ull << size) - 1), a);
        return def(R, "and.b32 ~, %%r%d, %%r%d", mask, a);
    case 1:
        a = def(R, "and.b32 ~, %%r%d, %u", chance(50) ? K.lane : var(), (unsigned)(1 + below(3)));
        return def(R, "match.any.sync.b32 ~, %%r%d, %%r%d", a, mask);
    default:
        return mask;
    }
}

static int lowest(int mask)
{
    int a = def(R, "sub.u32 ~, 0, %%r%d", mask);
    a = def(R, "and.b32 ~, %%r%d, %%r%d", a, mask);
    a = def(R, "clz.b32 ~, %%r%d", a);
    return def(R, "sub.u32 ~, 31, %%r%d", a);
}

/* A random lane of the mask, for each lane another. */
static int some_lane(int mask)
{
    int a = def(R, "and.b32 ~, %%r%d, 31", var());
    int s = def(R, "shr.u32 ~, %%r%d, %%r%d", mask, a);
    s = def(R, "and.b32 ~, %%r%d, 1", s);
    int q = def(P, "setp.ne.u32 ~, %%r%d, 0", s);
    return def(R, "selp.b32 ~, %%r%d, %%r%d, %%p%d", a, chance(30) ? lowest(mask) : K.lane, q);
}

/* ---- collectives ------------------------------------------------------------------------------------------------- */

typedef enum Collective { SHFL_IDX, SHFL_BY, BALLOT, VOTE, MATCH, MATCH64, MATCH_ALL, REDUX, SYNC, KINDS } Collective;

/* The instruction of a kind, each time with the same words, d its result; guard: "" or "@%p1 ". */
typedef struct Choice { Collective kind; const char *op; int by; } Choice;

static Choice choose(void)
{
    static const char *const by[] = {"up", "down", "bfly"}, *const votes[] = {"any", "all", "uni"},
                            *const red[] = {"add.u32", "add.s32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32",
                                            "xor.b32"};
    Choice c = {(Collective)below(KINDS), "", 1 << below(5)};
    c.op = c.kind == SHFL_BY ? ONE_OF(by) : c.kind == VOTE ? ONE_OF(votes) : ONE_OF(red);
    return c;
}

static void collective(const Choice *c, int m, const char *guard)
{
    int d = nregs[R]++, q = nregs[P]++, a, s;
    p("mov.u32 %%r%d, %u", d, (unsigned)below(100));
    p("setp.ne.u32 %%p%d, %%r%d, 0", q, K.lane);
    switch (c->kind) {
    case SHFL_IDX:
        s = some_lane(m);
        p("%sshfl.sync.idx.b32 %%r%d|%%p%d, %%r%d, %%r%d, 31, %%r%d", guard, d, q, var(), s, m);
        break;
    case SHFL_BY: /* by nothing where the other lane is not there */
        a = def(R, "%s.%s ~, %%r%d, %d", c->op[0] == 'u' ? "sub" : c->op[0] == 'd' ? "add" : "xor", c->op[0] == 'b' ? "b32" : "u32",
                K.lane, c->by);
        a = def(R, "and.b32 ~, %%r%d, 31", a);
        s = def(R, "shr.u32 ~, %%r%d, %%r%d", m, a);
        s = def(R, "and.b32 ~, %%r%d, 1", s);
        s = def(R, "mul.lo.u32 ~, %%r%d, %d", s, c->by);
        p("%sshfl.sync.%s.b32 %%r%d%s, %%r%d, %%r%d, %d, %%r%d", guard, c->op, d, c->by < 4 ? "" : "|%p0", var(), s,
          c->op[0] == 'u' ? 0 : 31, m);
        break;
    case BALLOT: p("%svote.sync.ballot.b32 %%r%d, %%p%d, %%r%d", guard, d, lane_cond(), m); break;
    case VOTE:
        a = lane_cond();
        p("%svote.sync.%s.pred %%p%d, %%p%d, %%r%d", guard, c->op, q, a, m);
        break;
    case MATCH:
        a = def(R, "and.b32 ~, %%r%d, 3", var());
        p("%smatch.any.sync.b32 %%r%d, %%r%d, %%r%d", guard, d, a, m);
        break;
    case MATCH64:
        a = def(R, "and.b32 ~, %%r%d, 3", var());
        a = def(D, "mul.wide.u32 ~, %%r%d, 0x40000001", a);
        p("%smatch.any.sync.b64 %%r%d, %%d%d, %%r%d", guard, d, a, m);
        break;
    case MATCH_ALL:
        a = def(R, "and.b32 ~, %%r%d, 1", var());
        p("%smatch.all.sync.b32 %%r%d|%%p%d, %%r%d, %%r%d", guard, d, q, a, m);
        break;
    case REDUX: p("%sredux.sync.%s %%r%d, %%r%d, %%r%d", guard, c->op, d, var(), m); break;
    default: p("%sbar.warp.sync %%r%d", guard, m); break;
    }
    fold(d);
    if (c->kind == SHFL_IDX || c->kind == VOTE || c->kind == MATCH_ALL)
        fold_pred(q);
}

static void gen_elect(int m)
{
    int q = nregs[P]++, d = nregs[R]++;
    p("elect.sync %%r%d|%%p%d, %%r%d", d, q, m);
    int b = ballot(q, false, m), one = def(R, "shl.b32 ~, 1, %%r%d", d);
    q = def(P, "setp.eq.u32 ~, %%r%d, %%r%d", b, one);
    fold_pred(q);
}

/* Which other lanes run at the same time nobody says. */
static void gen_active(void)
{
    int a = def(R, "activemask.b32 ~"), self = def(R, "shl.b32 ~, 1, %%r%d", K.lane);
    int b = def(R, "and.b32 ~, %%r%d, %%r%d", a, self);
    fold_pred(def(P, "setp.eq.u32 ~, %%r%d, %%r%d", b, self));
}

static void gen_collective(Ctx *x)
{
    Choice c = choose();
    char guard[16] = "";
    bool shfl = c.kind == SHFL_IDX || c.kind == SHFL_BY;
    int m = shfl ? exact(x) : x->mask;
    if (x->warp && !shfl && c.kind != REDUX && chance(25)) { /* also lanes that never were */
        m = def(R, "mov.b32 ~, -1");
    } else {
        m = part(m);
        if (chance(15)) {
            int q = lane_cond();
            m = ballot(q, false, m);
            snprintf(guard, sizeof guard, "@%%p%d ", q);
        }
    }
    if (!*guard && chance(8))
        gen_elect(m);
    else if (!*guard && chance(8))
        gen_active();
    else
        collective(&c, m, guard);
}

/* The lanes of the mask meet although some stand elsewhere. */
static void gen_apart(Ctx *x)
{
    Choice c = choose();
    int m = exact(x), l = ++labels, q = lane_cond();
    p("@%%p%d bra L%d_other", q, l);
    for (int side = 0; side < 2; side++) {
        if (side)
            at_label("L%d_other", l);
        for (int n = (int)below(3); n-- > 0;)
            arith();
        collective(&c, m, "");
        for (int n = (int)below(2); n-- > 0;)
            arith();
        if (!side)
            p("bra L%d_end", l);
    }
    at_label("L%d_end", l);
}

/* Lanes read each other's words. */
static void gen_exchange(Ctx *x)
{
    int m = part(exact(x)), from = some_lane(m);
    const bool shared = chance(60);
    p("bar.warp.sync %%r%d", m);
    if (shared) {
        p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, var());
        p("bar.warp.sync %%r%d", m);
        fold(def(R, "ld.shared.u32 ~, [%%r%d]", def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", from, K.warp_tile)));
    } else {
        p("st.global.u32 [%%d%d], %%r%d", K.own_word, var());
        p("bar.warp.sync %%r%d", m);
        fold(def(R, "ld.global.u32 ~, [%%d%d]", def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", from, K.warp_word)));
    }
    p("bar.warp.sync %%r%d", m);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

static void bar_sync(bool apart)
{
    if (apart)
        p("barrier.sync 0");
    else if (chance(20))
        p("barrier.sync.aligned %u", (unsigned)below(2));
    else if (has_named && chance(30))
        p("bar.sync %%r%d", def(R, "and.b32 ~, %%r%d, 7", cta_value()));
    else
        p("bar.sync %u", chance(70) ? 0 : (unsigned)below(16));
}

static void gen_barrier(void)
{
    switch (below(5)) {
    case 0: fold(def(R, "bar.red.popc.u32 ~, 0, %%p%d", lane_cond())); return;
    case 1: fold_pred(def(P, "bar.red.%s.pred ~, %u, %%p%d", chance(50) ? "and" : "or", (unsigned)below(4), lane_cond())); return;
    default: {
        int i = def(R, "add.u32 ~, %%r%d, %u", K.lin, (unsigned)below(70));
        i = def(R, "rem.u32 ~, %%r%d, %%r%d", i, K.threads);
        int back = def(R, "sub.u32 ~, %%r%d, %%r%d", i, K.lin);
        int a = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", back, K.own_tile);
        bar_sync(false);
        p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, var());
        bar_sync(false);
        fold(def(R, "ld.shared.u32 ~, [%%r%d]", a));
        bar_sync(false);
    }
    }
}

/* Warps below a number that memory holds, and those from it on: apart at barriers of their own, or one side makes what
 * the other takes. */
static void gen_groups(void)
{
    int l = ++labels, n = cta_value(), q;
    int split = def(R, "rem.u32 ~, %%r%d, %%r%d", n, K.warps);
    q = def(P, "setp.lt.u32 ~, %%r%d, %%r%d", K.warp, split);
    int first = def(R, "shl.b32 ~, %%r%d, 5", split), all = def(R, "shl.b32 ~, %%r%d, 5", K.warps);
    int rest = def(R, "sub.u32 ~, %%r%d, %%r%d", all, first);
    int from = def(R, "rem.u32 ~, %%r%d, %%r%d", var(), K.threads);
    int low = def(R, "min.u32 ~, %%r%d, %%r%d", from, def(R, "sub.u32 ~, %%r%d, 1", first));
    int c = def(R, "and.b32 ~, %%r%d, 3", cta_value()), base = def(R, "mad.lo.u32 ~, %%r%d, -4, %%r%d", K.lin, K.own_tile);
    int a = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", low, base), some = def(P, "setp.eq.u32 ~, %%r%d, 0", split);
    bool pipeline = chance(60);
    p("bar.sync 0");
    if (pipeline) { /* where somebody makes something */
        p("@%%p%d bra L%d_end", some, l);
        p("@!%%p%d bra L%d_take", q, l);
        at_label("W%d_make", l);
        p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, var());
        p("bar%s.arrive 3, %%r%d", chance(50) ? "" : "rier", all);
        arith();
        p("bar.sync 4, %%r%d", all);
        p("sub.u32 %%r%d, %%r%d, 1", c, c);
        q = def(P, "setp.gt.s32 ~, %%r%d, 0", c);
        p("@%%p%d bra W%d_make", q, l);
        p("bra L%d_end", l);
        at_label("L%d_take", l);
        p("barrier.sync 3, %%r%d", all);
        fold(def(R, "ld.shared.u32 ~, [%%r%d]", a));
        p("bar.arrive 4, %%r%d", all);
        arith();
        p("sub.u32 %%r%d, %%r%d, 1", c, c);
        q = def(P, "setp.gt.s32 ~, %%r%d, 0", c);
        p("@%%p%d bra L%d_take", q, l);
    } else {
        p("@!%%p%d bra L%d_take", q, l);
        p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, var());
        p("barrier.sync 1, %%r%d", first);
        fold(def(R, "ld.shared.u32 ~, [%%r%d]", a));
        p("bra L%d_end", l);
        at_label("L%d_take", l);
        fold(def(R, "barrier.red.popc.u32 ~, 2, %%r%d, %%p%d", rest, lane_cond()));
    }
    at_label("L%d_end", l);
    p("bar.sync 0");
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

static void wait_for(const char *space, char letter, int address, int tag, const char *until)
{
    int l = ++labels;
    static const char *const loads[] = {"ld.volatile%s.u32 ~, [%%%c%d]", "ld.acquire.gpu%s.u32 ~, [%%%c%d]",
                                        "ld.relaxed.gpu%s.u32 ~, [%%%c%d]", "atom%s.or.b32 ~, [%%%c%d], 0"};
    at_label("S%d", l);
    int k = (int)below(3), v = def(R, loads[k], space, letter, address);
    if (chance(20))
        p("nanosleep.u32 %u", (unsigned)below(50));
    p("@%%p%d bra S%d", def(P, "setp.%s.u32 ~, %%r%d, %%r%d", until, v, tag), l);
    p("fence.acq_rel.%s", strcmp(space, ".shared") == 0 ? "cta" : "gpu");
}

static void tell(const char *space, char letter, int address, int tag)
{
    p("fence.acq_rel.gpu");
    if (chance(50))
        p("st.release.gpu%s.u32 [%%%c%d], %%r%d", space, letter, address, tag);
    else
        p("st.volatile%s.u32 [%%%c%d], %%r%d", space, letter, address, tag);
}

/* A critical section; what it counts is known at the kernel's end only. */
static void gen_lock(void)
{
    int l = ++labels, k = (int)below(4), q = nregs[P]++, o = nregs[R]++;
    if (chance(50)) {
        at_label("S%d", l);
        p("atom.global%s.cas.b32 %%r%d, [%%d%d+%d], 0, 1", chance(50) ? "" : ".acquire.gpu", o, K.scratch, 4 * k);
        p("setp.ne.u32 %%p%d, %%r%d, 0", q, o);
        p("@%%p%d bra S%d", q, l);
    } else {
        at_label("S%d", l);
        p("atom.global.exch.b32 %%r%d, [%%d%d+%d], 1", o, K.scratch, 4 * k);
        p("setp.eq.u32 %%p%d, %%r%d, 0", q, o);
        p("@!%%p%d bra S%d", q, l);
    }
    p("fence.acq_rel.gpu");
    int c = def(R, "ld.volatile.global.u32 ~, [%%d%d+%d]", K.acc, 4 * k);
    int v = def(R, "add.u32 ~, %%r%d, %%r%d", c, var());
    p("st.volatile.global.u32 [%%d%d+%d], %%r%d", K.acc, 4 * k, v);
    p("fence.acq_rel.gpu");
    p("atom.global.exch.b32 %%r%d, [%%d%d+%d], 0", o, K.scratch, 4 * k);
}

/* A lock whose loop holds the critical section. */
static void gen_lock_inside(void)
{
    int l = ++labels, k = (int)below(4), o = nregs[R]++, done = nregs[P]++, q = nregs[P]++;
    p("setp.ne.u32 %%p%d, %%r%d, %%r%d", done, K.lane, K.lane);
    at_label("S%d", l);
    p("atom.global.cas.b32 %%r%d, [%%d%d+%d], 0, 1", o, K.scratch, 4 * k);
    p("setp.ne.u32 %%p%d, %%r%d, 0", q, o);
    p("@%%p%d bra S%d_next", q, l);
    p("fence.acq_rel.gpu");
    int c = def(R, "ld.volatile.global.u32 ~, [%%d%d+%d]", K.acc, 4 * k);
    int v = def(R, "xor.b32 ~, %%r%d, %%r%d", c, var());
    v = def(R, "sub.u32 ~, %%r%d, %%r%d", v, c); /* so that the order does not matter */
    p("red.global.add.u32 [%%d%d+%d], 1", K.acc, 4 * k + 64);
    v = def(R, "and.b32 ~, %%r%d, 0", v);
    v = def(R, "add.u32 ~, %%r%d, %%r%d", v, c);
    v = def(R, "add.u32 ~, %%r%d, 7", v);
    p("st.volatile.global.u32 [%%d%d+%d], %%r%d", K.acc, 4 * k, v);
    p("fence.acq_rel.gpu");
    p("st.volatile.global.u32 [%%d%d+%d], 0", K.scratch, 4 * k);
    p("setp.eq.u32 %%p%d, %%r%d, %%r%d", done, K.lane, K.lane);
    at_label("S%d_next", l);
    p("@!%%p%d bra S%d", done, l);
}

/* A number that no other visit of any place has: the leader's, given to all. */
static int new_tag(int m, int leader)
{
    int l = ++labels, q = def(P, "setp.ne.u32 ~, %%r%d, %%r%d", K.lane, leader), t = def(R, "mov.u32 ~, 0");
    p("@%%p%d bra L%d", q, l);
    p("atom.global.add.u32 %%r%d, [%%d%d+%d], 1", t, K.scratch, 32);
    p("add.u32 %%r%d, %%r%d, 1", t, t);
    at_label("L%d", l);
    return def(R, "shfl.sync.idx.b32 ~, %%r%d, %%r%d, 31, %%r%d", t, leader, m);
}

/* Each lane of the mask waits for the one below it. */
static void gen_chain(Ctx *x)
{
    int l = ++labels, m = exact(x), tag = new_tag(m, lowest(m)), v = def(R, "mov.u32 ~, %%r%d", var());
    bool shared = has_bar && chance(50);
    int one = def(R, "shl.b32 ~, 1, %%r%d", K.lane), under = def(R, "sub.u32 ~, %%r%d, 1", one);
    under = def(R, "and.b32 ~, %%r%d, %%r%d", under, m);
    int q = def(P, "setp.eq.u32 ~, %%r%d, 0", under), prev = def(R, "clz.b32 ~, %%r%d", under);
    prev = def(R, "sub.u32 ~, 31, %%r%d", prev);
    p("@%%p%d bra L%d", q, l);
    if (shared) {
        wait_for(".shared", 'r', def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", prev, K.warp_flag), tag, "ne");
    } else {
        wait_for(".global", 'd', def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", prev, def(D, "add.u64 ~, %%d%d, 2048", K.warp_word)), tag,
                 "ne");
    }
    int a = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", prev, K.warp_word);
    a = def(R, "ld.global.u32 ~, [%%d%d]", a);
    p("mad.lo.u32 %%r%d, %%r%d, 3, %%r%d", v, a, v);
    at_label("L%d", l);
    p("st.global.u32 [%%d%d], %%r%d", K.own_word, v);
    if (shared)
        tell(".shared", 'r', K.own_flag, tag);
    else
        tell(".global", 'd', def(D, "add.u64 ~, %%d%d, 2048", K.own_word), tag);
    p("bar.warp.sync %%r%d", m);
    fold(v);
}

/* The lanes of the mask wait for one of them, which takes another way. */
static void gen_leader(Ctx *x)
{
    int l = ++labels, m = exact(x), leader = chance(50) ? lowest(m) : def(R, "sub.u32 ~, 31, %%r%d", def(R, "clz.b32 ~, %%r%d", m));
    int tag = new_tag(m, leader), q = def(P, "setp.eq.u32 ~, %%r%d, %%r%d", K.lane, leader), v = def(R, "mov.u32 ~, 1");
    bool first = chance(50);
    for (int side = 0; side < 2; side++) {
        if (!side)
            p("@%s%%p%d bra L%d_other", first ? "!" : "", q, l);
        else
            at_label("L%d_other", l);
        int w = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", leader, K.warp_word);
        if ((side == 0) == first) {
            arith();
            p("st.global.u32 [%%d%d], %%r%d", w, var());
            tell(".global", 'd', def(D, "add.u64 ~, %%d%d, 2048", w), tag);
        } else {
            wait_for(".global", 'd', def(D, "add.u64 ~, %%d%d, 2048", w), tag, "ne");
            p("ld.global.u32 %%r%d, [%%d%d]", v, w);
        }
        if (!side)
            p("bra L%d_end", l);
    }
    at_label("L%d_end", l);
    p("bar.warp.sync %%r%d", m);
    fold(v);
}

/* Each warp waits for the one below it. */
static void gen_warps(void)
{
    int l = ++labels, a = def(R, "add.u32 ~, %%r%d, -128", K.warp_flag), q = def(P, "setp.ne.u32 ~, %%r%d, 0", K.lane);
    p("bar.sync 0");
    p("add.u32 %%r%d, %%r%d, 1", K.epoch, K.epoch);
    int tag = def(R, "or.b32 ~, %%r%d, 0x80000000", K.epoch), v = def(R, "mov.u32 ~, %%r%d", var());
    p("@%%p%d bra L%d_end", q, l);
    q = def(P, "setp.eq.u32 ~, %%r%d, 0", K.warp);
    p("@%%p%d bra L%d_first", q, l);
    wait_for(".shared", 'r', a, tag, "ne");
    a = def(R, "ld.shared.u32 ~, [%%r%d]", def(R, "add.u32 ~, %%r%d, -128", K.warp_tile));
    p("mad.lo.u32 %%r%d, %%r%d, 3, %%r%d", v, a, v);
    at_label("L%d_first", l);
    p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, v);
    tell(".shared", 'r', K.own_flag, tag);
    at_label("L%d_end", l);
    fold(v);
    p("bar.sync 0");
}

/* Each CTA waits for the one below it, or all for all. */
static void gen_ctas(void)
{
    if (grid_sites == 16)
        return;
    int l = ++labels, site = 16 + grid_sites++, q = def(P, "setp.ne.u32 ~, %%r%d, 0", K.lin);
    if (chance(50)) {
        p("@%%p%d bra L%d", q, l);
        wait_for(".global", 'd', def(D, "add.u64 ~, %%d%d, %d", K.scratch, 4 * site), K.cta, "ne");
        int n = def(R, "add.u32 ~, %%r%d, 1", K.cta);
        tell(".global", 'd', def(D, "add.u64 ~, %%d%d, %d", K.scratch, 4 * site), n);
        at_label("L%d", l);
    } else {
        p("bar.sync 0");
        p("@%%p%d bra L%d", q, l);
        p("fence.acq_rel.gpu");
        p("red.global.add.u32 [%%d%d+%d], 1", K.scratch, 4 * site);
        int n = def(R, "mov.u32 ~, %%nctaid.x");
        wait_for(".global", 'd', def(D, "add.u64 ~, %%d%d, %d", K.scratch, 4 * site), n, "ne");
        at_label("L%d", l);
        p("bar.sync 0");
    }
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

typedef enum Reach { LANE, WARP, CTA } Reach;

/* A condition that keeps together what can be kept; *reach: for whom it is the same. */
static int condition(const Ctx *x, Reach *reach)
{
    int q = -1;
    *reach = LANE;
    if (!in_func && chance(25)) {
        *reach = CTA;
        q = cta_cond(x);
    } else if (chance(25)) {
        *reach = WARP;
        q = warp_cond(x);
    }
    if (q < 0) {
        *reach = LANE;
        q = lane_cond();
    }
    return q;
}

static Ctx inside(const Ctx *x, Reach reach)
{
    Ctx y = *x;
    y.depth++;
    y.loop = -1;
    y.grid = false;
    y.cta &= reach == CTA;
    y.warp &= reach >= WARP;
    y.exact &= !has_exits;
    return y;
}

static void gen_if(Ctx *x)
{
    Reach reach;
    bool apart = x->cta && has_bar && !has_exits && chance(30); /* a barrier in each side */
    int q = condition(x, &reach), l = ++labels, m[2] = {x->mask, x->mask};
    bool other = apart || chance(60), flip = chance(50), swap = chance(30);
    if (reach == LANE && x->mask >= 0) {
        m[0] = ballot(q, false, x->mask);
        m[1] = other && chance(50) ? ballot(q, true, x->mask) : -1;
    }
    if (m[1] < 0 && x->mask >= 0 && reach == LANE) {
        m[1] = def(R, "not.b32 ~, %%r%d", m[0]);
        m[1] = def(R, "and.b32 ~, %%r%d, %%r%d", m[1], x->mask);
    }
    int first = other && flip ? 1 : 0; /* the side that stands first */
    if (swap)
        p("@%s%%p%d bra L%d_in", first ? "!" : "", q, l), p("bra L%d_%s", l, other ? "other" : "end"), at_label("L%d_in", l);
    else
        p("@%s%%p%d bra L%d_%s", first ? "" : "!", q, l, other ? "other" : "end");
    for (int k = 0; k < (other ? 2 : 1); k++) {
        Ctx y = inside(x, reach);
        y.mask = m[k ^ first];
        if (k)
            at_label("L%d_other", l);
        block(&y, 1 + (int)below(4));
        if (apart) {
            bar_sync(true);
            block(&y, (int)below(2));
        }
        if (other && !k)
            p("bra L%d_end", l);
    }
    at_label("L%d_end", l);
    x->exact &= !has_exits;
}

static void gen_switch(Ctx *x)
{
    int l = ++labels, n = 2 + (int)below(3);
    bool uni = !in_func && chance(25);
    int s = def(R, "rem.u32 ~, %%r%d, %d", uni ? cta_value() : var(), n);
    Ctx y = inside(x, uni ? CTA : LANE);
    if (!uni && x->mask >= 0)
        y.mask = def(R, "match.any.sync.b32 ~, %%r%d, %%r%d", s, x->mask);
    fprintf(ptx, "T%d: .branchtargets", l);
    for (int i = 0; i < n; i++)
        fprintf(ptx, "%s L%d_%d", i ? "," : "", l, i);
    fprintf(ptx, ";\n");
    p("brx.idx %%r%d, T%d", s, l);
    for (int i = 0; i < n; i++) {
        Ctx z = y;
        at_label("L%d_%d", l, i);
        block(&z, 1 + (int)below(3));
        if (i + 1 < n)
            p("bra L%d_end", l);
    }
    at_label("L%d_end", l);
    x->exact &= !has_exits;
}

static void gen_loop(Ctx *x)
{
    Reach reach = !in_func && chance(30) ? CTA : !in_func && chance(20) ? WARP : LANE;
    int l = ++labels, from = reach == CTA ? cta_value() : reach == WARP ? warp_value() : var(), q = nregs[P]++, ml = x->mask;
    int c = def(R, "and.b32 ~, %%r%d, %d", from, x->depth < 2 ? 3 : 1);
    bool top = chance(50), two = reach == LANE && chance(20), masks = x->mask >= 0;
    int mid = -1;
    Ctx y = inside(x, reach);
    y.loop = l;
    y.loop_warp = y.warp;
    y.loop_cta = y.cta;
    if (masks) {
        ml = def(R, "mov.u32 ~, %%r%d", x->mask);
        y.mask = ml;
    }
    if (two) { /* some come in at the middle */
        int in = lane_cond();
        top = false;
        y.loop = -1;
        if (masks)
            mid = ballot(in, true, ml);
        p("@%%p%d bra W%d_mid", in, l);
    }
    at_label("W%d_top", l);
    if (top) {
        p("setp.gt.s32 %%p%d, %%r%d, 0", q, c);
        if (masks && reach == LANE)
            p("vote.sync.ballot.b32 %%r%d, %%p%d, %%r%d", ml, q, ml);
        p("@!%%p%d bra W%d_end", q, l);
    }
    if (two) {
        Ctx z = y;
        z.mask = mid;
        block(&z, 1 + (int)below(2));
        at_label("W%d_mid", l);
    }
    block(&y, 1 + (int)below(4));
    if (masks && y.mask != ml)
        p("mov.u32 %%r%d, %%r%d", ml, y.mask);
    p("sub.u32 %%r%d, %%r%d, 1", c, c);
    if (top) {
        p("bra W%d_top", l);
    } else {
        p("setp.gt.s32 %%p%d, %%r%d, 0", q, c);
        if (masks && reach == LANE)
            p("vote.sync.ballot.b32 %%r%d, %%p%d, %%r%d", ml, q, ml);
        if (mid >= 0)
            p("mov.u32 %%r%d, %%r%d", mid, ml);
        p("@%%p%d bra W%d_top", q, l);
    }
    at_label("W%d_end", l);
    x->exact &= !has_exits;
}

/* As long as one of the lanes wants, all go on. */
static void gen_together(Ctx *x)
{
    int l = ++labels, c = def(R, "and.b32 ~, %%r%d, 3", var());
    Ctx y = inside(x, WARP);
    at_label("W%d_top", l);
    block(&y, 1 + (int)below(3));
    p("sub.u32 %%r%d, %%r%d, 1", c, c);
    int q = def(P, "setp.gt.s32 ~, %%r%d, 0", c);
    if (chance(50)) {
        q = def(P, "vote.sync.any.pred ~, %%p%d, %%r%d", q, x->mask);
    } else {
        int m = ballot(q, false, x->mask);
        q = def(P, "setp.ne.u32 ~, %%r%d, 0", m);
    }
    p("@%%p%d bra W%d_top", q, l);
    x->exact &= !has_exits;
}

static void gen_break(Ctx *x)
{
    if (x->loop < 0)
        return;
    int q = x->loop_cta ? cta_cond(x) : x->loop_warp ? warp_cond(x) : lane_cond();
    if (x->mask >= 0 && !x->loop_cta && !x->loop_warp)
        x->mask = ballot(q, true, x->mask);
    p("@%%p%d bra W%d_end", q, x->loop);
}

static void gen_exit(Ctx *x)
{
    int q = lane_cond(), k = def(P, "setp.ne.u32 ~, %%r%d, 0", K.lane), l = ++labels;
    if (has_named || has_spin || chance(50)) /* no warp is gone altogether */
        q = def(P, "and.pred ~, %%p%d, %%p%d", q, k);
    if (x->mask >= 0 && chance(50))
        x->mask = ballot(q, true, x->mask);
    if (chance(50)) {
        p("@%%p%d %s", q, in_func || chance(50) ? "exit" : "ret");
    } else {
        p("@!%%p%d bra L%d", q, l);
        p("st.global.u32 [%%d%d+60], %%r%d", K.out, var());
        p("exit");
        at_label("L%d", l);
    }
    x->exact = false;
}

static void gen_call(Ctx *x)
{
    int d = nregs[R]++;
    if (functions < 2)
        return;
    p("call (%%r%d), f%u, (%%r%d, %%r%d)", d, (unsigned)below((uint32_t)functions), var(), exact(x));
    fold(d);
}

static void gen_sum(void)
{
    const bool max = chance(30);
    p("red.global.%s.u32 [%%d%d+%u], %%r%d", max ? "max" : "add", K.acc, 160 + 16 * (unsigned)max, var());
}

static void stmt(Ctx *x)
{
    uint32_t k = below(100);
    bool masks = has_warp && x->mask >= 0;
    budget--;
    if (x->depth < 4 && budget > 0 && k < 26) {
        if (k < 12)
            gen_if(x);
        else if (k < 20)
            gen_loop(x);
        else if (k < 22)
            gen_switch(x);
        else if (masks)
            gen_together(x);
        return;
    }
    if (k < 32)
        gen_break(x);
    else if (k < 48 && masks)
        gen_collective(x);
    else if (k < 52 && masks)
        gen_apart(x);
    else if (k < 56 && masks && !in_func)
        gen_exchange(x);
    else if (k < 59 && masks && !in_func)
        gen_call(x);
    else if (k < 63 && has_bar && x->cta)
        gen_barrier();
    else if (k < 66 && has_named && x->cta)
        gen_groups();
    else if (k < 69 && has_spin)
        chance(50) ? gen_lock() : gen_lock_inside();
    else if (k < 72 && has_spin && masks)
        chance(50) ? gen_chain(x) : gen_leader(x);
    else if (k < 74 && has_spin && has_bar && x->cta)
        gen_warps();
    else if (k < 75 && has_spin && has_bar && x->grid)
        gen_ctas();
    else if (k < 77 && has_exits && !in_func)
        gen_exit(x);
    else if (k < 79 && !in_func)
        gen_sum();
    else
        arith();
}

static void block(Ctx *x, int n)
{
    for (int i = 0; i < n; i++)
        stmt(x);
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

/* Writes what was collected, with the registers' declarations in front. */
static void end(FILE *f, FILE *to)
{
    fprintf(to, "    .reg .b32 %%r<%d>;\n    .reg .b64 %%d<%d>;\n    .reg .pred %%p<%d>;\n", nregs[R] + 1, nregs[D] + 1,
            nregs[P] + 1);
    rewind(f);
    for (int ch; (ch = getc(f)) != EOF;)
        putc(ch, to);
    fclose(f);
    fprintf(to, "}\n\n");
}

static FILE *begin(void)
{
    FILE *to = ptx;
    ptx = tmpfile();
    if (!ptx)
        exit(1);
    labels = 0;
    nregs[R] = in_func ? 10 : 0;
    nregs[D] = 0;
    nregs[P] = 1; /* %p0: results that nobody reads */
    return to;
}

static void variables(int seed)
{
    for (int i = 0; i < VARS; i++) {
        K.var[i] = def(R, "mad.lo.u32 ~, %%r%d, %u, %u", seed, (unsigned)rnd() | 1, (unsigned)rnd());
        if (chance(50))
            p("shr.u32 %%r%d, %%r%d, %u", K.var[i], K.var[i], (unsigned)below(20));
    }
}

static void gen_func(int k)
{
    fprintf(ptx, ".func (.reg .b32 out) f%d(.reg .b32 a0, .reg .b32 a1)\n{\n", k);
    in_func = true;
    has_bar = has_named = has_spin = has_exits = false;
    has_warp = true;
    FILE *to = begin();
    Ctx x = {.exact = true, .loop = -1, .depth = 2};
    int seed = def(R, "mov.b32 ~, a0");
    x.mask = def(R, "mov.b32 ~, a1");
    K.lane = def(R, "mov.u32 ~, %%laneid");
    K.always = def(P, "setp.eq.u32 ~, %%r%d, %%r%d", K.lane, K.lane);
    variables(seed);
    budget = 12;
    block(&x, 6);
    p("mov.b32 out, %%r%d", var());
    p("ret");
    end(ptx, to);
    ptx = to;
    in_func = false;
}

static void prologue(void)
{
    static const char *const params[] = {"in", "out", "acc", "scratch"};
    int *const pointer[] = {&K.in, &K.out, &K.acc, &K.scratch}, t[3], n[3];
    for (int i = 0; i < 4; i++)
        *pointer[i] = def(D, "ld.param.u64 ~, [%s]", params[i]);
    for (int i = 0; i < 3; i++) {
        t[i] = def(R, "mov.u32 ~, %%tid.%c", 'x' + i);
        n[i] = def(R, "mov.u32 ~, %%ntid.%c", 'x' + i);
    }
    K.cta = def(R, "mov.u32 ~, %%ctaid.x");
    int a = def(R, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", t[2], n[1], t[1]);
    K.lin = def(R, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", a, n[0], t[0]);
    a = def(R, "mul.lo.u32 ~, %%r%d, %%r%d", n[0], n[1]);
    K.threads = def(R, "mul.lo.u32 ~, %%r%d, %%r%d", a, n[2]);
    K.lane = chance(50) ? def(R, "mov.u32 ~, %%laneid") : def(R, "and.b32 ~, %%r%d, 31", K.lin);
    K.warp = def(R, "shr.u32 ~, %%r%d, 5", K.lin);
    a = def(R, "add.u32 ~, %%r%d, 31", K.threads);
    K.warps = def(R, "shr.u32 ~, %%r%d, 5", a);
    K.gid = def(R, "mad.lo.u32 ~, %%r%d, %%r%d, %%r%d", K.cta, K.threads, K.lin);
    K.always = def(P, "setp.eq.u32 ~, %%r%d, %%r%d", K.lin, K.lin);
    K.epoch = def(R, "mov.u32 ~, 0");
    K.out = def(D, "mad.wide.u32 ~, %%r%d, 64, %%d%d", K.gid, K.out);
    a = def(D, "add.u64 ~, %%d%d, 256", K.scratch);
    K.own_word = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", K.gid, a);
    int first = def(R, "sub.u32 ~, %%r%d, %%r%d", K.gid, K.lane);
    K.warp_word = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", first, a);
    /* the lanes that there are */
    first = def(R, "sub.u32 ~, %%r%d, %%r%d", K.lin, K.lane);
    a = def(R, "sub.u32 ~, %%r%d, %%r%d", K.threads, first);
    a = def(R, "shl.b32 ~, 1, %%r%d", a);
    K.all = def(R, "sub.u32 ~, %%r%d, 1", a);
    if (!has_bar && !has_warp)
        return;
    int tile = def(R, "mov.u32 ~, tile"), flags = def(R, "mov.u32 ~, flags");
    K.own_tile = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", K.lin, tile);
    K.warp_tile = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", first, tile);
    K.own_flag = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", K.lin, flags);
    K.warp_flag = def(R, "mad.lo.u32 ~, %%r%d, 4, %%r%d", first, flags);
    p("st.shared.u32 [%%r%d], %%r%d", K.own_tile, K.gid);
    p("st.shared.u32 [%%r%d], 0", K.own_flag);
}

static void gen_kernel(int k)
{
    static const struct { bool bar, warp, named, spin; } kinds[] = {{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0},
                                                                    {1, 1, 1, 0}, {0, 1, 0, 1}, {1, 1, 1, 1}};
    has_bar = kinds[k % 6].bar;
    has_warp = kinds[k % 6].warp;
    has_named = kinds[k % 6].named;
    has_spin = kinds[k % 6].spin;
    has_exits = chance(50);
    grid_sites = 0;
    fprintf(ptx, ".visible .entry k%d(.param .u64 in, .param .u64 out, .param .u64 acc, .param .u64 scratch)\n{\n", k);
    FILE *to = begin();
    prologue();
    variables(K.gid);
    if (has_bar)
        p("bar.sync 0");
    Ctx x = {.mask = has_warp ? K.all : -1, .exact = true, .warp = true, .cta = true, .grid = true, .loop = -1};
    budget = 30;
    block(&x, 8 + (int)below(12));
    for (int i = 0; i < VARS; i++)
        p("st.global.u32 [%%d%d+%d], %%r%d", K.out, 4 * i, K.var[i]);
    p("ret");
    end(ptx, to);
    ptx = to;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    state = (uint64_t)strtoull(argv[1], NULL, 0) * 0x9e3779b97f4a7c15u + 54321;
    for (int i = 0; i < 8; i++)
        rnd();
    ptx = fopen(argv[2], "w");
    if (!ptx)
        return 1;
    fprintf(ptx, "// seed %s\n.version 8.0\n.target sm_90\n.address_size 64\n\n", argv[1]);
    fprintf(ptx, ".shared .align 8 .b8 tile[512];\n.shared .align 8 .b8 flags[512];\n\n");
    gen_func(0);
    functions = 1;
    gen_func(1);
    functions = 2;
    for (int k = 0; k < 6; k++)
        gen_kernel(k);
    return fclose(ptx);
}
