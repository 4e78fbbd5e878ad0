/* inline_plan.c: which functions of a kernel are copied to each place that calls them, and which the kernel has once.
 *
 * Copies are the fast form, but functions that call the next twice each would make 2^n of the last.  So copies are counted
 * before they are made: where they would be more than PLAN_MOST instructions, functions that are called most often get one
 * body with frames (inline_recursive.c), as those that call themselves have; so does what would nest too deep.
 *
 * In: the graph of calls.  Out: Inliner.framed. */
#include "normalize/calls/inline.h"

enum {
    PLAN_MOST = 20000,     /* instructions of a kernel with its copies, or PLAN_TIMES as many as its functions have in all */
    PLAN_TIMES = 4,
    PLAN_KERNEL = 200000,  /* more of a kernel (or REFUSED_TIMES as many as its functions have) are refused, */
    PLAN_MODULE = 400000,  /* or of a module */
    REFUSED_TIMES = 40,
    PLAN_DEEP = 200,       /* copies in copies */
    FRAME_COST = 30        /* instructions of a call with a frame */
};

typedef struct Reached {
    int node, circle;
    bool framed;
    double count; /* copies, or calls of the one body; no number of bits holds all that can be asked for */
    int depth;
} Reached;

typedef struct Plan {
    Inliner *in;
    const CallGraph *g;
    Array(Reached) list;
    int *place; /* by node: its place in list, plus 1 */
} Plan;

static const Fn *function(const Plan *p, int node) { return node < p->in->m->fns.n ? p->in->m->fns.at[node] : NULL; }

static int parts(const Plan *p, int node)
{
    const Fn *fn = function(p, node);
    return fn ? fn->params.n + fn->rets.n : 2;
}

static int callers_first(const void *a, const void *b)
{
    const Reached *x = a, *y = b;
    return x->circle != y->circle ? (x->circle < y->circle ? 1 : -1) : x->node < y->node ? -1 : x->node > y->node;
}

static void reach(Plan *p, int node)
{
    if (p->place[node])
        return;
    p->place[node] = 1;
    array_add(&p->in->tmp, &p->list, ((Reached){.node = node, .circle = p->g->circle[node]}));
}

static void find_reached(Plan *p)
{
    reach(p, p->in->fn->number);
    for (int i = 0; i < p->list.n; i++) {
        const int v = p->list.at[i].node;
        for (int e = p->g->at[v]; e < p->g->at[v + 1]; e++)
            if (p->in->m->inlined[p->g->to[e]])
                reach(p, p->g->to[e]);
    }
    qsort(p->list.at, (size_t)p->list.n, sizeof *p->list.at, callers_first);
    for (int i = 0; i < p->list.n; i++)
        p->place[p->list.at[i].node] = i + 1;
}

/* How many instructions come of it when what is called more often than that is not copied. */
static double count_copies(Plan *p, double most)
{
    double total = 0;
    for (int i = 0; i < p->list.n; i++)
        p->list.at[i].count = p->list.at[i].depth = 0;
    p->list.at[0].count = 1;
    for (int i = 0; i < p->list.n; i++) {
        Reached *r = &p->list.at[i];
        const Fn *fn = function(p, r->node);
        r->framed = i > 0 && fn && (p->g->recursive[r->node] || r->count > most || r->depth > PLAN_DEEP);
        const double copies = r->framed ? 1 : r->count;
        total += copies * ((fn ? fn->ins.n : 0) + 4 * parts(p, r->node));
        for (int e = p->g->at[r->node]; e < p->g->at[r->node + 1]; e++) {
            Reached *to = p->place[p->g->to[e]] ? &p->list.at[p->place[p->g->to[e]] - 1] : NULL;
            const int depth = r->framed ? 1 : r->depth + (fn != NULL); /* of what has it in its frame, or around it */
            if (!to)
                continue;
            to->count += copies;
            to->depth = (int)greater(to->depth, depth);
        }
    }
    for (const Reached *r = p->list.at; array_has(p->list, r); r++)
        total += r->framed ? r->count * (FRAME_COST + 4 * parts(p, r->node)) : 0;
    return total;
}

static bool refuse(const Plan *p, double total, const char *what, double limit)
{
    const Sym *s = p->in->fn->sym;
    return error_at(s->loc, "with the bodies of functions with barriers or warp operations where they are called, %s '%s' would have "
                    "%.0f instructions; at most %.0f are translated", what, s->name, total, limit);
}

/* All that the module was before the first copy was made. */
static double module_text(Module *m)
{
    for (int i = 0; i < m->fns.n && !m->copied; i++)
        m->written += m->fns.at[i]->ins.n;
    return m->written;
}

bool inline_plan(Inliner *in)
{
    Module *m = in->m;
    const double written = module_text(m);
    static const double most[] = {1e300, 4, 1};
    Plan p = {.in = in, .g = call_graph(in->m)};
    p.place = NEWN(&in->tmp, int, p.g->n + 1);
    find_reached(&p);
    double text = 0, total = 0;
    for (int i = 0; i < p.list.n; i++)
        text += function(&p, p.list.at[i].node) ? function(&p, p.list.at[i].node)->ins.n : 0;
    for (int i = 0; i < 3 && (i == 0 || total > (text * PLAN_TIMES > PLAN_MOST ? text * PLAN_TIMES : PLAN_MOST)); i++)
        total = count_copies(&p, most[i]);
    in->framed = NEWN(&in->tmp, bool, in->m->fns.n + 1);
    for (int i = 0; i < p.list.n; i++)
        if (p.list.at[i].framed)
            in->framed[p.list.at[i].node] = true;
    const double kernel = text * REFUSED_TIMES > PLAN_KERNEL ? text * REFUSED_TIMES : PLAN_KERNEL;
    const double module = written * REFUSED_TIMES > PLAN_MODULE ? written * REFUSED_TIMES : PLAN_MODULE;
    if (total > kernel)
        return refuse(&p, total, "kernel", kernel);
    const bool refused = m->copied > module;
    m->copied += total;
    if (refused || m->copied <= module)
        return !refused;
    refuse(&p, m->copied, "the kernels up to", module);
    note_at(in->fn->sym->loc, "--entry translates some of them");
    return false;
}
