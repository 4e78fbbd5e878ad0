/* gen.c: writes random kernels whose threads go different ways and meet, as PTX that machine.c can run.
 *
 *   gen SEED K.ptx [GRAPHS]   the same seed gives the same program: no expression has two calls that change what there is;
 *                             GRAPHS: so many kernels of control-flow graphs instead (graph.c)
 *
 * The programs are legal, free of races and end: member masks name lanes that come to the place or have exited, a thread
 * reads another's word only behind a barrier or a flag, sums that threads add to in any order are not looked at, loops
 * have counts.  Where lanes part, each side knows its lanes by a vote; where they join, the mask from before holds again. */
#include "gen.h"

#include <stdlib.h>

static int budget, functions;

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
    bool apart = x->cta && has_bar && !has_exits && !plain && chance(30); /* a barrier in each side */
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
    if (plain && reach == LANE)
        m[1] = -1;
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
        gen_block(&y, 1 + (int)below(4));
        if (apart) {
            bar_sync(true);
            gen_block(&y, (int)below(2));
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
    if (!uni && plain)
        y.mask = -1;
    else if (!uni && x->mask >= 0)
        y.mask = def(R, "match.any.sync.b32 ~, %%r%d, %%r%d", s, x->mask);
    fprintf(ptx, "T%d: .branchtargets", l);
    for (int i = 0; i < n; i++)
        fprintf(ptx, "%s L%d_%d", i ? "," : "", l, i);
    fprintf(ptx, ";\n");
    p("brx.idx %%r%d, T%d", s, l);
    for (int i = 0; i < n; i++) {
        Ctx z = y;
        at_label("L%d_%d", l, i);
        gen_block(&z, 1 + (int)below(3));
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
    bool top = chance(50), two = reach == LANE && chance(20) && !plain, masks = x->mask >= 0 && !(plain && reach == LANE);
    int mid = -1;
    Ctx y = inside(x, reach);
    y.loop = l;
    y.loop_warp = y.warp;
    y.loop_cta = y.cta;
    if (!masks)
        y.mask = -1;
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
        gen_block(&z, 1 + (int)below(2));
        at_label("W%d_mid", l);
    }
    gen_block(&y, 1 + (int)below(4));
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
    gen_block(&y, 1 + (int)below(3));
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
    int f = (int)below((uint32_t)functions), a = var(), m = exact(x);
    p("call (%%r%d), f%d, (%%r%d, %%r%d)", d, f, a, m);
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
        if (graphs && chance(40))
            gen_graph(x);
        else if (k < 12)
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
    else if (k < 52 && masks && !plain)
        gen_apart(x);
    else if (k < 56 && masks && !in_func)
        gen_exchange(x);
    else if (k < 59 && masks && !in_func && !plain)
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

void gen_block(Ctx *x, int n)
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
        unsigned factor = rnd() | 1, plus = rnd();
        K.var[i] = def(R, "mad.lo.u32 ~, %%r%d, %u, %u", seed, factor, plus);
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
    gen_block(&x, 6);
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

static void gen_body(const char *name, int stmts)
{
    grid_sites = 0;
    fprintf(ptx, ".visible .entry %s(.param .u64 in, .param .u64 out, .param .u64 acc, .param .u64 scratch)\n{\n", name);
    FILE *to = begin();
    prologue();
    variables(K.gid);
    if (has_bar)
        p("bar.sync 0");
    Ctx x = {.mask = has_warp ? K.all : -1, .exact = true, .warp = true, .cta = true, .grid = true, .loop = -1};
    if (graphs) {
        gen_block(&x, stmts / 2);
        gen_graph(&x);
    }
    gen_block(&x, stmts);
    for (int i = 0; i < VARS; i++)
        p("st.global.u32 [%%d%d+%d], %%r%d", K.out, 4 * i, K.var[i]);
    p("ret");
    end(ptx, to);
    ptx = to;
}

static void gen_kernel(int k)
{
    static const struct { bool bar, warp, named, spin; } kinds[] = {{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0},
                                                                    {1, 1, 1, 0}, {0, 1, 0, 1}, {1, 1, 1, 1}};
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    has_bar = kinds[k % 6].bar;
    has_warp = kinds[k % 6].warp;
    has_named = kinds[k % 6].named;
    has_spin = kinds[k % 6].spin;
    plain = !has_named && !has_spin && chance(60);
    has_exits = chance(plain && has_bar ? 20 : 50);
    graphs = false;
    budget = 30;
    gen_body(name, 8 + (int)below(12));
}

/* A kernel around a graph or some, with and without what threads meet for. */
static void gen_graph_kernel(int k)
{
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    has_bar = k % 4 == 1 || k % 4 == 3;
    has_warp = k % 4 >= 2;
    has_named = has_spin = false;
    plain = chance(60);
    has_exits = chance(30);
    graphs = true;
    budget = 4 + (int)below(8);
    gen_body(name, (int)below(4));
}

int main(int argc, char **argv)
{
    const int count = argc == 4 ? atoi(argv[3]) : 0;
    if (argc != 3 && argc != 4)
        return 2;
    draw_from(argv[1]);
    ptx = fopen(argv[2], "w");
    if (!ptx)
        return 1;
    fprintf(ptx, "// seed %s\n.version 8.0\n.target sm_90\n.address_size 64\n\n", argv[1]);
    fprintf(ptx, ".shared .align 8 .b8 tile[512];\n.shared .align 8 .b8 flags[512];\n\n");
    gen_func(0);
    functions = 1;
    gen_func(1);
    functions = 2;
    for (int k = 0; k < (count ? count : 6); k++)
        count ? gen_graph_kernel(k) : gen_kernel(k);
    return fclose(ptx);
}
