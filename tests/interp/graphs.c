/* graphs.c: writes kernels whose control flow is a random graph.
 *
 *   graphs SEED FILE.ptx [COUNT]      COUNT (20) kernels k0, k1, ...; the same seed gives the same file
 *
 * A graph is flat (blocks that branch anywhere, so that loops have several entries and exits) or grown from ifs, loops and
 * switches with gotos among them, or both in one another.  Branches are uniform, divergent or what analysis must find out.
 * Every cycle counts.  Where all threads of a CTA are surely together there may be barriers and collectives: where they
 * part, nothing jumps beyond the place where they meet. */
#include "generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VARS = 8, PREDS = 6, UNIFORM = 4, SLOTS = 8, MAX = 400 };

static int labels, counters, temps, tests, budget;
static bool barriers, warps, parted, exits, in_function, has_function, has_local;
static int number_of_kernel;

static void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(to, "    ");
    vfprintf(to, fmt, ap);
    fprintf(to, "\n");
    va_end(ap);
}

static void label(int l) { fprintf(to, "L%d:\n", l); }

/* ---- straight code ------------------------------------------------------------------------------------------------------- */

/* A register of 32 bits that holds something: mostly one of the variables. */
static const char *value(void)
{
    static char text[4][16];
    static int which;
    char *s = text[which++ & 3];
    const uint32_t k = below(10);
    if (k < 6)
        snprintf(s, sizeof text[0], "%%r%d", (int)below(VARS));
    else if (k < 8)
        snprintf(s, sizeof text[0], "%%u%d", (int)below(UNIFORM));
    else
        snprintf(s, sizeof text[0], "%d", (int)below(100) - 20);
    return s;
}

static const char *guard(void)
{
    static char text[16];
    *text = 0;
    if (chance(20)) {
        const bool not = chance(50);
        snprintf(text, sizeof text, "@%s%%p%d ", not ? "!" : "", (int)below(PREDS));
    }
    return text;
}

/* What a thread alone does.  All is drawn first, one after the other: the order of arguments is the compiler's. */
static void straight(void)
{
    static const char *const ops[] = {"add.u32", "sub.u32", "xor.b32", "mul.lo.u32", "and.b32", "or.b32", "max.s32", "min.u32"};
    static const char *const compares[] = {"lt.s32", "ge.u32", "eq.u32", "ne.s32", "gt.u32", "le.s32"};
    static const char *const joins[] = {"and", "or", "xor"};
    const uint32_t what = below(16);
    const bool uniform = chance(10), other = chance(50);
    const int t = temps++, v = (int)below(VARS), w = (int)below(VARS), q = (int)below(PREDS), q2 = (int)below(PREDS);
    const int slot = (int)below(SLOTS), small = (int)below(32), number = (int)below(1000);
    const char *g = guard(), *a = value(), *b = value(), *op = ONE_OF(ops), *compare = ONE_OF(compares), *join = ONE_OF(joins);
    char d[16];
    snprintf(d, sizeof d, uniform ? "%%u%d" : "%%r%d", uniform ? w % UNIFORM : w);
    switch (what) {
    case 0: case 1: case 2: p("%s%s %s, %s, %s;", g, op, d, d, a); break;
    case 3: case 4: p("%smad.lo.u32 %s, %s, %d, %d;", g, d, d, 2 * number + 1, number_of_kernel + small); break;
    case 5: p("%ssetp.%s %%p%d, %%r%d, %s;", g, compare, q, v, a); break;
    case 6: p("setp.%s.%s.s32 %%p%d, %%r%d, %s, %s%%p%d;", other ? "lt" : "ne", join, q, v, a, uniform ? "!" : "", q2); break;
    case 7: p("selp.b32 %s, %s, %s, %%p%d;", d, a, b, q); break;
    case 8:
        p("and.b32 %%t%d, %s, 1023;", t, a);
        p("mul.wide.u32 %%x%d, %%t%d, 4;", t, t);
        p("add.u64 %%x%d, %%x%d, %%in;", t, t);
        p("%sld.global.u32 %s, [%%x%d];", g, d, t);
        break;
    case 9:
        if (!in_function)
            p("%sst.global.u32 [%%out+%d], %s;", g, 4 * slot, a);
        break;
    case 10:
        if (!in_function)
            p("%sld.global.u32 %s, [%%out+%d];", g, d, 4 * slot);
        break;
    case 11:
        if (!in_function)
            p("%sred.global.add.u32 [%%acc+%d], %s;", g, 4 * small, a);
        break;
    case 12:
        if (!has_local)
            break;
        p("and.b32 %%t%d, %s, 7;", t, a);
        p("mul.wide.u32 %%x%d, %%t%d, 4;", t, t);
        p("mov.u64 %%y%d, array;", t);
        p("add.u64 %%x%d, %%x%d, %%y%d;", t, t, t);
        if (other)
            p("%sst.local.u32 [%%x%d], %s;", g, t, b);
        else
            p("%sld.local.u32 %s, [%%x%d];", g, d, t);
        break;
    case 13: p("shf.%c.wrap.b32 %s, %s, %s, %d;", other ? 'l' : 'r', d, a, b, small); break;
    case 14:
        p("mul.wide.s32 %%x%d, %%r%d, %d;", t, v, number - 500);
        p("shr.s64 %%x%d, %%x%d, %d;", t, t, small);
        p("cvt.u32.u64 %s, %%x%d;", d, t);
        break;
    default:
        if (!has_function || in_function || number < 700)
            break;
        p("call (%%t%d), f%d, (%%r%d, %s, %%in);", t, number_of_kernel, v, a);
        p("xor.b32 %s, %s, %%t%d;", d, d, t);
    }
}

static void some(uint32_t n)
{
    for (uint32_t k = below(n + 1); k > 0; k--)
        straight();
}

/* ---- conditions ---------------------------------------------------------------------------------------------------------- */

typedef enum Sort { SURE, MAYBE, LANES } Sort; /* the same for all threads, perhaps the same, not the same */

static Sort sort(void) { return below(3) == 0 ? SURE : below(2) == 0 ? MAYBE : LANES; }

/* A register that is zero now and then; %g0 and %g1 are never changed. */
static int bits(Sort s)
{
    const int t = temps++, from = (int)below(s == SURE ? 2 : s == MAYBE ? UNIFORM : VARS);
    const int down = (int)below(s == SURE ? 28 : 12), mask = 1 + (int)below(3);
    p("shr.u32 %%t%d, %%%c%d, %d;", t, s == SURE ? 'g' : s == MAYBE ? 'u' : 'r', from, down);
    p("and.b32 %%t%d, %%t%d, %d;", t, t, mask);
    return t;
}

static const char *condition(Sort s)
{
    static char text[24];
    const bool not = chance(40), zero = chance(50);
    if (s == LANES && chance(30)) {
        snprintf(text, sizeof text, "%s%%p%d", not ? "!" : "", (int)below(PREDS));
        return text;
    }
    const int t = bits(s), q = tests++;
    p("setp.%s.u32 %%q%d, %%t%d, 0;", zero ? "eq" : "ne", q, t);
    snprintf(text, sizeof text, "%s%%q%d", not ? "!" : "", q);
    return text;
}

/* @%qN: one more time round; a counter or what is left of all loops' rounds. */
static int again(int counter, int most)
{
    const int q = tests++;
    if (counter < 0) {
        p("sub.u32 %%fuel, %%fuel, 1;");
        p("setp.gt.s32 %%q%d, %%fuel, 0;", q);
    } else {
        p("add.u32 %%c%d, %%c%d, 1;", counter, counter);
        p("setp.lt.u32 %%q%d, %%c%d, %d;", q, counter, most);
    }
    return q;
}

/* ---- flat graphs --------------------------------------------------------------------------------------------------------- */

static int branch_lists;

static void gen_brx(Sort s, const int *target, int n)
{
    const int l = branch_lists++, t = bits(s), i = temps++;
    fprintf(to, "T%d: .branchtargets", l);
    for (int k = 0; k < n; k++)
        fprintf(to, "%s L%d", k ? "," : "", target[k]);
    fprintf(to, ";\n");
    p("rem.u32 %%t%d, %%t%d, %d;", i, t, n);
    p("brx.idx %%t%d, T%d;", i, l);
}

static void leave(void)
{
    if (in_function || !exits)
        return;
    const char *c = condition(chance(70) ? LANES : MAYBE);
    p("@%s %s;", c, chance(50) ? "ret" : "exit");
}

/* A goto that waits for a label further down: one that only some threads take, or all. */
static struct Goto { int label; bool together; } gotos[MAX];
static int ngotos;

static void land(bool all)
{
    for (int k = 0; k < ngotos; k++)
        if (all || chance(25)) {
            label(gotos[k].label);
            gotos[k--] = gotos[--ngotos];
        }
}

/* Those that only some threads take must land before the threads meet. */
static void land_apart(void)
{
    for (int k = 0; k < ngotos; k++)
        if (!gotos[k].together) {
            label(gotos[k].label);
            gotos[k--] = gotos[--ngotos];
        }
}

/* n blocks: base is the first one's label, base + n the end. */
static void flat(bool apart)
{
    const int n = 3 + (int)below(10), base = labels, near = chance(50) ? 3 : n;
    const bool fuel = chance(50);
    labels += n + 1;
    budget -= n / 2;
    for (int k = 0; k < n; k++) {
        int target[5];
        label(base + k);
        land(false);
        some(4);
        for (int j = 0; j < 5; j++) {
            int at = k + 1 + (int)below((uint32_t)(2 * near + 1)) - near;
            target[j] = at < 0 ? 0 : at > n ? n : at;
        }
        const int forward = base + (chance(70) ? k + 1 : k + 1 + (int)below((uint32_t)(n - k)));
        const Sort s = apart ? sort() : SURE;
        switch (below(12)) {
        case 0: break;
        case 1:
            leave();
            break;
        case 2: { /* many ways, also back */
            const int many = 2 + (int)below(4);
            int low = n;
            for (int j = 0; j < many; j++)
                low = target[j] < low ? target[j] : low;
            if (low <= k) {
                const int q = again(fuel ? -1 : counters++, 2 + (int)below(4));
                p("@!%%q%d bra L%d;", q, forward);
            }
            for (int j = 0; j < many; j++)
                target[j] += base;
            gen_brx(s, target, many);
            break;
        }
        case 3:
            p("bra L%d;", forward);
            break;
        default:
            if (target[0] > k) {
                p("@%s bra L%d;", condition(s), base + target[0]);
            } else {
                const int q = again(fuel ? -1 : counters++, 2 + (int)below(5));
                if (chance(50)) {
                    const int c = tests++, t = bits(s);
                    p("setp.ne.and.u32 %%q%d, %%t%d, 0, %%q%d;", c, t, q);
                    p("@%%q%d bra L%d;", c, base + target[0]);
                } else {
                    p("@!%%q%d bra L%d;", q, forward);
                    p("@%s bra L%d;", condition(s), base + target[0]);
                }
            }
            if (chance(30))
                p("bra%s L%d;", chance(30) && s == SURE && !apart ? ".uni" : "", forward);
        }
    }
    label(base + n);
}

/* ---- grown graphs -------------------------------------------------------------------------------------------------------- */

typedef struct Loop { int label; bool together; } Loop;
static Loop loop[16];
static int depth;

static void sequence(bool together);

/* A loop that goes round some times, as one does that waits for others, for one thread or for all. */
static void wait_some(void)
{
    const int here = labels++, on = labels++, one = chance(60), rounds = 1 + (int)below(4), t = temps++, v = (int)below(VARS);
    p("bar.sync 0;");
    p("st.shared.u32 [polls], 0;");
    p("bar.sync 0;");
    if (one) {
        p("setp.ne.u32 %%waits, %%lin, %d;", (int)below(3));
        p("@%%waits bra L%d;", on);
    }
    const char of = chance(70) ? 'u' : 'r';
    const int x = (int)below(UNIFORM), by = 3 + (int)below(9);
    p("mad.lo.u32 %%t%d, %%%c%d, %d, 77;", t, of, x, by); /* what is kept while the others have their turn */
    label(here);
    p("red.shared.add.u32 [polls], 1;");
    p("ld.volatile.shared.u32 %%polled, [polls];");
    p("setp.lt.u32 %%waits, %%polled, %d;", one ? rounds : 20 * rounds);
    p("@%%waits bra L%d;", here);
    p("xor.b32 %%r%d, %%r%d, %%t%d;", v, v, t);
    p("mad.lo.u32 %%r%d, %%r%d, 3, %%t%d;", v, v, t);
    label(on);
    p("bar.sync 0;");
}

static void meet(void)
{
    const int t = temps++, v = (int)below(VARS), w = (int)below(VARS), q = (int)below(PREDS), by = 1 + (int)below(16);
    if (warps && chance(50)) {
        switch (below(5)) {
        case 0: p("vote.sync.ballot.b32 %%t%d, %%p%d, %%all;", t, q); break;
        case 1: p("shfl.sync.up.b32 %%t%d, %%r%d, %d, 0, %%all;", t, v, by); break;
        case 2: p("shfl.sync.idx.b32 %%t%d, %%r%d, 0, 31, %%all;", t, v); break;
        case 3: p("match.any.sync.b32 %%t%d, %%r%d, %%all;", t, v); break;
        default: p("redux.sync.%s.u32 %%t%d, %%r%d, %%all;", by & 1 ? "add" : "min", t, v);
        }
        p("xor.b32 %%r%d, %%r%d, %%t%d;", v, v, t);
    } else if (barriers) {
        if (chance(20)) {
            p("bar.red.popc.u32 %%t%d, 0, %%p%d;", t, q);
            p("add.u32 %%r%d, %%r%d, %%t%d;", v, w, t);
            return;
        }
        if (chance(30))
            wait_some();
        p("bar.sync 0;");
        p("st.shared.u32 [%%mine], %%r%d;", v);
        p("bar.sync 0;");
        if (chance(60))
            p("ld.shared.u32 %%r%d, [%%other];", w);
    }
}

/* Lanes that are there, whichever these are, each with itself. */
static void meet_itself(void)
{
    const int there = temps++, mine = temps++, v = (int)below(VARS);
    p("activemask.b32 %%t%d;", there);
    p("mov.u32 %%t%d, %%laneid;", mine);
    p("shfl.sync.idx.b32 %%t%d, %%r%d, %%t%d, 31, %%t%d;", mine, v, mine, there);
    p("xor.b32 %%r%d, %%r%d, %%t%d;", (v + 1) % VARS, (v + 1) % VARS, mine);
}

static void gen_if(bool together, Sort s)
{
    const int other = labels++, end = labels++;
    const bool both = chance(60), within = together && s == SURE;
    p("@%s bra L%d;", condition(s), other);
    sequence(within);
    if (both)
        p("bra L%d;", end);
    label(other);
    if (both) {
        land(false);
        sequence(within);
        label(end);
    }
}

static void gen_switch(bool together, Sort s)
{
    const int n = 2 + (int)below(4), first = labels, end = first + n;
    int target[6];
    labels += n + 1;
    for (int k = 0; k < n; k++)
        target[k] = first + (chance(80) ? k : (int)below((uint32_t)n));
    gen_brx(s, target, n);
    for (int k = 0; k < n; k++) {
        label(first + k);
        land(false);
        sequence(together && s == SURE);
        if (chance(60))
            p("bra L%d;", end);
    }
    label(end);
}

static void gen_loop(bool together, Sort s)
{
    const int top = labels++, next_round = labels++, end = labels++, c = counters++, most = 1 + (int)below(4);
    const bool within = together && s == SURE, test_first = chance(40);
    p("mov.u32 %%c%d, 0;", c);
    if (chance(20)) /* in at the middle */
        p("@%s bra L%d;", condition(s), next_round);
    label(top);
    if (test_first && !within)
        p("@%s bra L%d;", condition(s), end);
    loop[depth++] = (Loop){end, within};
    land(false);
    sequence(within);
    label(next_round);
    if (chance(40))
        some(2);
    depth--;
    const int q = again(c, most);
    if (chance(50)) {
        p("@%%q%d bra L%d;", q, top);
    } else {
        p("@!%%q%d bra L%d;", q, end);
        p("@%s bra L%d;", condition(s), top);
    }
    label(end);
}

/* Out of any of the loops around, or down to a label that comes. */
static void jump(bool together)
{
    const Sort s = together ? SURE : sort();
    if (depth && chance(50)) {
        int k = depth - 1 - (int)below((uint32_t)depth);
        while (!together && loop[k].together && k + 1 < depth)
            k++;
        if (together || !loop[k].together) {
            p("@%s bra L%d;", condition(s), loop[k].label);
            return;
        }
    }
    if (ngotos == MAX)
        return;
    gotos[ngotos++] = (struct Goto){labels++, together};
    p("@%s bra L%d;", condition(s), gotos[ngotos - 1].label);
}

static void item(bool together)
{
    const bool all = together && (barriers || warps); /* there is something to keep them together for */
    Sort s = sort();
    const uint32_t k = below(100);
    budget--;
    if (budget < 0 || depth > 4 || k < 35) {
        some(4);
        if (all && chance(40))
            meet();
        if (parted && !together && chance(30))
            meet_itself();
        return;
    }
    const bool parts = all && s != SURE;
    if (k < 53)
        gen_if(together, s);
    else if (k < 70)
        gen_loop(together, s);
    else if (k < 77)
        gen_switch(together, s);
    else if (k < 83)
        flat(s != SURE || !all);
    else if (k < 95)
        jump(all), s = SURE;
    else
        leave();
    if (parts)
        land_apart();
}

static void sequence(bool together)
{
    for (uint32_t n = 1 + below(4); n > 0; n--) {
        item(together);
        land(false);
    }
}

/* ---- kernels ------------------------------------------------------------------------------------------------------------- */

static void variables(const char *a, const char *b)
{
    for (int k = 0; k < VARS; k++) {
        const unsigned factor = rnd() | 1, more = rnd();
        p("mad.lo.u32 %%r%d, %s, %u, %u;", k, k % 3 == 2 ? b : a, factor, more);
        if (chance(60))
            p("shr.u32 %%r%d, %%r%d, %d;", k, k, (int)below(28));
    }
    for (int k = 0; k < UNIFORM; k++)
        p("shr.u32 %%u%d, %%g%d, %d;", k, k & 1, (int)below(20));
    for (int k = 0; k < PREDS; k++) {
        const int v = (int)below(VARS);
        p("setp.lt.s32 %%p%d, %%r%d, %d;", k, v, (int)below(100));
    }
    p("mov.u32 %%fuel, %d;", 4 + (int)below(20));
    if (has_local)
        for (int k = 0; k < 8; k++)
            p("st.local.u32 [array+%d], %%r%d;", 4 * k, k);
}

static void body(void)
{
    ngotos = depth = 0;
    budget = in_function ? 6 : 8 + (int)below(18);
    if (chance(35) && !(barriers || warps)) {
        flat(true);
    } else {
        const int n = in_function ? 2 : 3;
        for (int k = 0; k < n; k++)
            sequence(true);
    }
    land(true);
}

/* Writes what was collected, the declarations of what it uses first. */
static void end(FILE *f, FILE *out)
{
    fprintf(out, "    .reg .b32 %%r<%d>, %%u<%d>, %%g<2>, %%t<%d>, %%c<%d>, %%fuel, %%all, %%mine, %%other, %%lin, %%n, %%polled;\n", VARS,
            UNIFORM, temps + 1, counters + 1);
    fprintf(out, "    .reg .b64 %%x<%d>, %%y<%d>, %%in, %%out, %%acc;\n    .reg .pred %%p<%d>, %%q<%d>, %%waits;\n", temps + 1, temps + 1,
            PREDS, tests + 1);
    if (has_local)
        fprintf(out, "    .local .align 4 .b8 array[32];\n");
    for (int k = 0; k < counters; k++)
        fprintf(out, "    mov.u32 %%c%d, 0;\n", k);
    rewind(f);
    for (int c; (c = getc(f)) != EOF;)
        putc(c, out);
    fclose(f);
    fprintf(out, "}\n\n");
}

static FILE *begin(void)
{
    FILE *out = to;
    to = tmpfile();
    if (!to)
        exit(1);
    labels = counters = temps = tests = branch_lists = 0;
    return out;
}

static void fold(const char *into)
{
    p("mov.u32 %s, %%r0;", into);
    for (int k = 1; k < VARS; k++)
        p("mad.lo.u32 %s, %s, 31, %%r%d;", into, into, k);
}

static void gen_function(void)
{
    fprintf(to, ".func (.reg .b32 result) f%d(.reg .b32 a, .reg .b32 b, .reg .b64 input)\n{\n", number_of_kernel);
    in_function = true;
    FILE *out = begin();
    p("mov.b32 %%g0, a;");
    p("mov.b32 %%g1, b;");
    p("mov.b64 %%in, input;");
    variables("a", "b");
    body();
    fold("result");
    p("ret;");
    end(to, out);
    to = out;
    in_function = false;
}

static void prologue(void)
{
    p("ld.param.u64 %%out, [out];");
    p("ld.param.u64 %%in, [in];");
    p("ld.param.u64 %%acc, [acc];");
    p("ld.param.u32 %%n, [n];");
    p("mov.u32 %%t0, %%tid.z;");
    p("mov.u32 %%t1, %%ntid.y;");
    p("mov.u32 %%t2, %%tid.y;");
    p("mad.lo.u32 %%t0, %%t0, %%t1, %%t2;");
    p("mov.u32 %%t2, %%ntid.x;");
    p("mov.u32 %%t3, %%tid.x;");
    p("mad.lo.u32 %%lin, %%t0, %%t2, %%t3;");
    p("mul.lo.u32 %%t1, %%t1, %%t2;");
    p("mov.u32 %%t2, %%ntid.z;");
    p("mul.lo.u32 %%t1, %%t1, %%t2;");
    p("mov.u32 %%t2, %%ctaid.x;");
    p("mad.lo.u32 %%t4, %%t2, %%t1, %%lin;");
    p("mul.wide.u32 %%x0, %%t4, 64;");
    p("add.u64 %%out, %%out, %%x0;");
    p("mul.lo.u32 %%g0, %%n, %u;", (unsigned)(rnd() | 1));
    p("add.u32 %%g1, %%t2, %%n;");
    p("mul.lo.u32 %%g1, %%g1, %u;", (unsigned)(rnd() | 1));
    if (barriers) {
        p("mov.u32 %%t5, tile;");
        p("mad.lo.u32 %%mine, %%lin, 4, %%t5;");
        p("add.u32 %%t6, %%lin, %d;", 1 + (int)below(40));
        p("rem.u32 %%t6, %%t6, %%t1;");
        p("mad.lo.u32 %%other, %%t6, 4, %%t5;");
        p("st.shared.u32 [%%mine], %%t4;");
    }
    if (warps) { /* the lanes that the warp has */
        p("mov.u32 %%t5, %%laneid;");
        p("sub.u32 %%t6, %%t1, %%lin;");
        p("add.u32 %%t6, %%t6, %%t5;");
        p("shl.b32 %%t5, 1, %%t6;");
        p("sub.u32 %%all, %%t5, 1;");
    }
    temps = 8;
    variables("%t4", "%n");
}

static void gen_kernel(int k)
{
    number_of_kernel = k;
    barriers = chance(25);
    warps = chance(20);
    parted = !barriers && chance(20);
    exits = !warps && chance(40);
    has_local = chance(30);
    has_function = chance(15);
    if (has_function) {
        const bool b = barriers, w = warps;
        barriers = warps = false;
        gen_function();
        barriers = b;
        warps = w;
    }
    fprintf(to, ".visible .entry k%d(.param .u64 out, .param .u64 in, .param .u64 acc, .param .u32 n)\n{\n", k);
    if (barriers)
        fprintf(to, "    .shared .align 4 .b8 tile[1024];\n    .shared .align 4 .b32 polls;\n");
    FILE *out = begin();
    prologue();
    body();
    fold("%t0");
    p("st.global.u32 [%%out+32], %%t0;");
    p("ret;");
    end(to, out);
    to = out;
}

int main(int argc, char **argv) { return write_kernels(argc, argv, ".version 7.0\n.target sm_80\n.address_size 64\n\n"); }
