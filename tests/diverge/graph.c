/* graph.c: random control-flow graphs, irreducible ones among them: branches and tables of branches to anywhere, whose
 * conditions are the same for the CTA, for a warp or for none, mixed; entries at several blocks, returns from within.
 *
 * Edges to blocks of higher number and to the graph's end are free; each other one costs fuel, of which a thread has
 * a few, so all threads come to the end. */
#include "gen.h"

bool graphs;

enum { BLOCKS = 10, GIVEN = 4, FUEL = 9 };

typedef struct Graph {
    int id, n, mix, fuel;      /* mix: of 100 conditions, how many differ between lanes */
    bool tables;               /* branches are mostly by table */
    int number[3];             /* registers: the same for the CTA as long as its threads are together */
    int given[GIVEN];          /* predicates from before */
    int next[BLOCKS];          /* the block that stands behind each; n: the end */
} Graph;

static int unlike(const Graph *g)
{
    return g->mix && chance((uint32_t)g->mix);
}

static int number(const Graph *g) { return ONE_OF(g->number); }

static int condition(const Graph *g)
{
    if (unlike(g))
        return lane_cond();
    if (chance(10) && g->mix)
        return warp_cond(&(Ctx){.mask = -1});
    const unsigned bits = 1 + below(7), with = 1 + below(6);
    const char *cmp = chance(50) ? "lt" : "ne";
    const int a = def(R, "and.b32 ~, %%r%d, %u", number(g), bits);
    return def(P, "setp.%s.u32 ~, %%r%d, %u", cmp, a, with);
}

static int a_condition(const Graph *g)
{
    return chance(25) ? ONE_OF(g->given) : condition(g);
}

static int forward(const Graph *g, int i)
{
    const int far = g->n - i; /* the end is the farthest */
    const bool near = chance(60) && far > 3;
    return i + 1 + (int)below(near ? 3 : (uint32_t)far);
}

static int anywhere(const Graph *g, int i)
{
    return chance(60) ? forward(g, i) : (int)below((uint32_t)g->n);
}

static void go(const Graph *g, const char *guard, int to)
{
    if (to == g->n)
        p("%sbra G%d_end", guard, g->id);
    else
        p("%sbra%s G%d_%d", guard, !*guard && chance(30) ? ".uni" : "", g->id, to);
}

/* A thread has fuel for another edge back. */
static int fuel_left(const Graph *g)
{
    p("sub.u32 %%r%d, %%r%d, 1", g->fuel, g->fuel);
    return def(P, "setp.gt.s32 ~, %%r%d, 0", g->fuel);
}

static void rest(const Graph *g, int i)
{
    const int to = chance(60) && g->next[i] > i ? g->next[i] : forward(g, i);
    if (to != g->next[i])
        go(g, "", to);
}

static void branch(const Graph *g, int i)
{
    const int to = anywhere(g, i);
    int q = a_condition(g);
    char guard[16];
    if (to <= i) {
        const int left = fuel_left(g);
        q = def(P, "and.pred ~, %%p%d, %%p%d", q, left);
    }
    snprintf(guard, sizeof guard, "@%s%%p%d ", to > i && chance(40) ? "!" : "", q);
    go(g, guard, to);
    rest(g, i);
}

static void table(const Graph *g, int i)
{
    const int n = 2 + (int)below(5), of = unlike(g) ? var() : number(g), t = ++labels;
    int to[8] = {forward(g, i)}, at = def(R, "rem.u32 ~, %%r%d, %d", of, n);
    bool back = false;
    for (int k = 1; k < n; k++) {
        to[k] = anywhere(g, i);
        back |= to[k] <= i;
    }
    if (back) {
        const int left = fuel_left(g);
        at = def(R, "selp.b32 ~, %%r%d, 0, %%p%d", at, left);
    }
    fprintf(ptx, "T%d: .branchtargets", t);
    for (int k = 0; k < n; k++)
        if (to[k] == g->n)
            fprintf(ptx, "%s G%d_end", k ? "," : "", g->id);
        else
            fprintf(ptx, "%s G%d_%d", k ? "," : "", g->id, to[k]);
    fprintf(ptx, ";\n");
    p("brx.idx %%r%d, T%d", at, t);
}

static void leave(const Graph *g, int i)
{
    const char *how = chance(50) ? "ret" : "exit";
    if (chance(70))
        p("@%%p%d %s", a_condition(g), how);
    else
        p("%s", how);
    rest(g, i);
}

static void body(const Graph *g, const Ctx *x, int i)
{
    Ctx y = *x;
    const int h = K.var[0], n = number(g);
    const unsigned plus = 1 + below(99);
    if (chance(80))
        p("mad.lo.u32 %%r%d, %%r%d, 5, %d", h, h, 100 * g->id + i);
    if (chance(30))
        p("%s %%r%d, %%r%d, %u", plus & 1 ? "add.u32" : "xor.b32", n, n, plus);
    if (chance(10)) {
        const int q = a_condition(g);
        p("@%%p%d mov.u32 %%r%d, %u", q, var(), plus);
    }
    gen_block(&y, (int)below(3));
}

static void order(Graph *g, int *first)
{
    int at[BLOCKS];
    for (int i = 0; i < g->n; i++)
        at[i] = i;
    for (int i = chance(30) ? g->n - 1 : 0; i > 0; i--) {
        const int k = (int)below((uint32_t)i + 1), was = at[i];
        at[i] = at[k];
        at[k] = was;
    }
    *first = at[0];
    for (int i = 0; i < g->n; i++)
        g->next[at[i]] = i + 1 < g->n ? at[i + 1] : g->n;
}

void gen_graph(Ctx *x)
{
    static const int mixes[] = {10, 25, 50, 80};
    const bool together = chance(40);
    Graph g = {.id = ++labels};
    int first;
    Ctx y = *x;
    g.n = 3 + (int)below(x->depth ? 4 : BLOCKS - 2);
    g.tables = chance(25);
    g.mix = ONE_OF(mixes);
    y.depth++;
    y.loop = -1;
    y.grid = false;
    y.exact &= !has_exits;
    if (together) {
        g.mix = 0;
    } else {
        y.cta = y.warp = false;
        y.mask = -1;
    }
    const unsigned factor = 1 + below(99), plus = 1 + below(9);
    g.number[0] = def(R, "mad.lo.u32 ~, %%r%d, %u, %u", K.cta, factor, plus);
    g.number[1] = cta_value();
    g.number[2] = def(R, "mov.u32 ~, %u", (unsigned)below(99));
    for (int i = 0; i < GIVEN; i++)
        g.given[i] = condition(&g);
    g.fuel = def(R, "mov.u32 ~, %u", (unsigned)(1 + below(FUEL)));
    order(&g, &first);
    if (chance(30)) {
        const int q = a_condition(&g);
        p("@%%p%d bra G%d_%d", q, g.id, (int)below((uint32_t)g.n));
    }
    if (first)
        go(&g, "", 0);
    for (int k = 0, i = first; k < g.n; k++, i = g.next[i]) {
        at_label("G%d_%d", g.id, i);
        body(&g, &y, i);
        if (has_exits && chance(6))
            leave(&g, i);
        else if (chance(g.tables ? 60 : 12))
            table(&g, i);
        else if (chance(80))
            branch(&g, i);
        else
            rest(&g, i);
    }
    at_label("G%d_end", g.id);
    x->exact &= !has_exits;
}
