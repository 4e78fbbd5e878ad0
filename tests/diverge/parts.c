/* parts.c: what random kernels are made of: arithmetic, conditions, collectives, barriers, waits. */
#include "gen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

FILE *ptx;
uint64_t state;

void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ptx);
    vfprintf(ptx, fmt, ap);
    fputs(";\n", ptx);
    va_end(ap);
}

void at_label(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(ptx, fmt, ap);
    fputs(":\n", ptx);
    va_end(ap);
}

/* ---- registers -------------------------------------------------------------------------------------------------- */

int nregs[TYPES], labels;

/* Writes an instruction whose result, at the tilde, is a new register. */
int def(int type, const char *fmt, ...)
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

struct Known K;
bool has_bar, has_warp, has_named, has_spin, has_exits, in_func, plain;
int grid_sites;

int var(void) { return ONE_OF(K.var); }

void arith(void)
{
    static const char *const ops[] = {"add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "and.b32", "or.b32", "min.u32", "max.s32"};
    static const uint32_t numbers[] = {1, 3, 5, 7, 31, 0x55, 0x10001, 0x9e3779b9, 0xffff};
    const char *op = ONE_OF(ops);
    unsigned n = ONE_OF(numbers), by = below(9);
    int d = var(), a = var(), b = var();
    switch (below(6)) {
    case 0: p("%s %%r%d, %%r%d, %u", op, d, a, n); return;
    case 1: p("mad.lo.u32 %%r%d, %%r%d, %u, %%r%d", d, a, n, K.lane); return;
    case 2: p("shr.u32 %%r%d, %%r%d, %u", d, a, by); return;
    default: p("%s %%r%d, %%r%d, %%r%d", op, d, a, b); return;
    }
}

void fold(int value)
{
    int d = var();
    if (chance(50))
        p("mad.lo.u32 %%r%d, %%r%d, 5, %%r%d", d, d, value);
    else
        p("xor.b32 %%r%d, %%r%d, %%r%d", d, var(), value);
}

static void fold_pred(int q)
{
    int a = var();
    fold(def(R, "selp.b32 ~, %%r%d, %u, %%p%d", a, (unsigned)below(100), q));
}

static int input(int index) /* a word that nobody knows before the kernel runs */
{
    int i = def(R, "and.b32 ~, %%r%d, 1023", index);
    int a = def(D, "mad.wide.u32 ~, %%r%d, 4, %%d%d", i, K.in);
    return def(R, "ld.global%s.u32 ~, [%%d%d]", !plain && chance(20) ? ".volatile" : "", a);
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

int lane_cond(void)
{
    int a, b;
    bool less = chance(50);
    switch (below(5)) {
    case 0: return def(P, "setp.%s.u32 ~, %%r%d, %u", less ? "lt" : "ge", K.lane, (unsigned)below(33));
    case 1:
        a = def(R, "and.b32 ~, %%r%d, %u", K.lane, 1u << below(5));
        return def(P, "setp.%s.u32 ~, %%r%d, 0", less ? "eq" : "ne", a);
    case 2:
        a = var();
        b = var();
        return def(P, "setp.lt.s32 ~, %%r%d, %%r%d", a, b);
    default:
        a = def(R, "and.b32 ~, %%r%d, 7", var());
        return def(P, "setp.%s.u32 ~, %%r%d, %u", less ? "lt" : "ge", a, (unsigned)(1 + below(7)));
    }
}

static int bit_of(int value, const char *cmp)
{
    int a = def(R, "and.b32 ~, %%r%d, %u", value, (unsigned)(1 + below(3)));
    return def(P, "setp.%s.u32 ~, %%r%d, 0", cmp, a);
}

static int value_for(int number)
{
    unsigned factor = 1 + below(9), plus = below(900);
    return input(def(R, "mad.lo.u32 ~, %%r%d, %u, %u", number, factor, plus));
}

int cta_value(void) { return value_for(K.cta); }
int warp_value(void) { return value_for(K.warp); }

/* The same for all threads of the CTA that are here. */
int cta_cond(const Ctx *x)
{
    if (has_bar && x->cta && chance(15)) {
        int q = lane_cond();
        return def(P, "bar.red.%s.pred ~, 0, %%p%d", chance(50) ? "or" : "and", q);
    }
    if (chance(15))
        return bit_of(K.cta, "eq");
    int v = cta_value();
    return bit_of(v, chance(50) ? "eq" : "ne");
}

/* The same for all lanes that are here. */
int warp_cond(const Ctx *x)
{
    static const char *const modes[] = {"any", "all", "uni"};
    if (has_warp && x->mask >= 0 && chance(60)) {
        int q = lane_cond();
        return def(P, "vote.sync.%s.pred ~, %%p%d, %%r%d", ONE_OF(modes), q, x->mask);
    }
    return in_func ? -1 : bit_of(warp_value(), "ne");
}

/* ---- masks ------------------------------------------------------------------------------------------------------- */

int ballot(int q, bool neg, int mask)
{
    if (neg)
        q = def(P, "not.pred ~, %%p%d", q);
    return def(R, "vote.sync.ballot.b32 ~, %%p%d, %%r%d", q, mask);
}

/* The mask without lanes that have exited. */
int exact(Ctx *x)
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
        a = chance(50) ? K.lane : var();
        a = def(R, "and.b32 ~, %%r%d, %u", a, (unsigned)(1 + below(3)));
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
    Choice c = {.kind = (Collective)below(KINDS)};
    c.by = 1 << below(5);
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

void gen_collective(Ctx *x)
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
void gen_apart(Ctx *x)
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
void gen_exchange(Ctx *x)
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

void bar_sync(bool apart)
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

void gen_barrier(void)
{
    switch (below(5)) {
    case 0: fold(def(R, "bar.red.popc.u32 ~, 0, %%p%d", lane_cond())); return;
    case 1: {
        const char *op = chance(50) ? "and" : "or";
        unsigned number = below(4);
        fold_pred(def(P, "bar.red.%s.pred ~, %u, %%p%d", op, number, lane_cond()));
        return;
    }
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
void gen_groups(void)
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
    int v = def(R, ONE_OF(loads), space, letter, address);
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

/* Tries to take a lock: a predicate that says that this failed, or with *neg that it did not. */
static int try_lock(int k, bool *neg)
{
    int o;
    *neg = chance(50);
    if (chance(50))
        o = def(R, "atom.global%s.cas.b32 ~, [%%d%d+%d], 0, 1", chance(50) ? "" : ".acquire.gpu", K.scratch, 4 * k);
    else
        o = def(R, "atom.global.exch.b32 ~, [%%d%d+%d], 1", K.scratch, 4 * k);
    return def(P, "setp.%s.u32 ~, %%r%d, 0", *neg ? "eq" : "ne", o);
}

/* What the lock's owner does: the sum is known at the kernel's end only. */
static void locked_work(int k)
{
    p("fence.acq_rel.gpu");
    int c = def(R, "ld.volatile.global.u32 ~, [%%d%d+%d]", K.acc, 4 * k);
    int v = def(R, "add.u32 ~, %%r%d, %%r%d", c, var());
    p("st.volatile.global.u32 [%%d%d+%d], %%r%d", K.acc, 4 * k, v);
    p("fence.acq_rel.gpu");
    if (chance(50))
        def(R, "atom.global.exch.b32 ~, [%%d%d+%d], 0", K.scratch, 4 * k);
    else
        p("st.volatile.global.u32 [%%d%d+%d], 0", K.scratch, 4 * k);
}

/* A critical section behind the loop that waits for the lock. */
void gen_lock(void)
{
    int l = ++labels, k = (int)below(4);
    bool neg;
    at_label("S%d", l);
    int q = try_lock(k, &neg);
    p("@%s%%p%d bra S%d", neg ? "!" : "", q, l);
    locked_work(k);
}

/* A lock whose loop holds the critical section. */
void gen_lock_inside(void)
{
    int l = ++labels, k = (int)below(4), done = def(P, "setp.ne.u32 ~, %%r%d, %%r%d", K.lane, K.lane);
    bool neg;
    at_label("S%d", l);
    int q = try_lock(k, &neg);
    p("@%s%%p%d bra S%d_next", neg ? "!" : "", q, l);
    locked_work(k);
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
void gen_chain(Ctx *x)
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
void gen_leader(Ctx *x)
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
void gen_warps(void)
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
void gen_ctas(void)
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
