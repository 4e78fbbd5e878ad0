/* flow.c: what orders the work of streams, and accesses to memory that nothing orders (--sanitize=race).
 *
 * Each stream has a flow, which counts its tasks.  A task knows of each flow how many of its tasks come before it: those its own stream was
 * given, with what they knew; what those waited for, events and the default stream's order; what the host had waited for when it gave
 * the task; and, if it is a kernel, what those of others came to whose releases it acquires.  All threads of the host are one here, as what
 * they tell each other is not seen; and what functions of the host, other processes or the host's words in memory may have told is taken to
 * be known.  A flow remembers of each byte its last access of each kind: whoever does not know that, and accesses the byte so that it matters,
 * races with it.  A graph is one task of its stream; within it, its nodes are dealt out to chains of nodes, each an edge behind the one before,
 * which stand for flows.
 *
 * Memory is what range.c knows; the program's own is left out. */
#include "graph.h"

#include <ptx2c/sanitize_report.h>

/* How many tasks of each flow, by number. */
typedef struct Known {
    uint32_t n;
    uint64_t *of;
} Known;

/* A piece of memory, and who has accessed it last in one way. */
typedef struct Span {
    uintptr_t begin, end;
    uint64_t count;              /* of the flow: the task */
    const char *what;            /* a kernel's name, or what else the task is */
    const ptx2c_site *site;      /* of a kernel; NULL */
    bool orders;                 /* of a strong access: by it, or by fences beside it, others may learn of what came before, and it of others' */
} Span;

typedef struct Spans {
    Span *at;
    size_t n, room;
} Spans;

struct Flow {
    uint32_t number;
    uint64_t count, begun;       /* tasks that the stream was given; the last one that has begun */
    Known known;                 /* by the next one */
    Known late;                  /* known besides to what runs from now on */
    Known released;              /* to those that have learnt of one of its releases */
    uint64_t stream;             /* its number; 0: the default stream */
    bool ended;                  /* no stream has it */
    Spans last[PTX2C_ACCESSES];
};

struct FlowTask {
    Flow *flow;
    uint64_t count;
    Known known;
};

/* A graph that runs, with its nodes by their places. */
typedef struct FlowGraph {
    struct FlowGraph *up;        /* of which it is a node */
    uint32_t chains, node;       /* node: that runs */
    uint32_t *chain, *at;        /* of each node; its place there, from 1 on */
    uint32_t *known;             /* of each node: how many of each chain come before it */
    Spans (*last)[PTX2C_ACCESSES]; /* of each chain */
} FlowGraph;

/* Accesses that nothing orders, told when no kernel runs. */
typedef struct Clash {
    Span by, other;              /* other: the one before */
    ptx2c_access_kind how, other_how;
    const Flow *flow, *other_flow;
    uint64_t stream, other_stream;
    uintptr_t at;
    bool in_graph;
} Clash;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Flow **flows;
static uint32_t nflows;
static Known host;
static uint64_t pending;         /* tasks that are not done */
static Clash *clash;
static size_t clashes, clash_room;
static Spans piece[PTX2C_ACCESSES]; /* what the kernel has accessed that ends; one kernel runs at a time */
static _Thread_local FlowTask *now;
static _Thread_local FlowGraph *graph;

static void known_raise(Known *k, uint32_t number, uint64_t count)
{
    if (number >= k->n) {
        uint64_t *more = realloc(k->of, (number + 1) * sizeof *more);
        if (!more)
            return;
        memset(more + k->n, 0, (number + 1 - k->n) * sizeof *more);
        k->of = more;
        k->n = number + 1;
    }
    if (k->of[number] < count)
        k->of[number] = count;
}

static void known_join(Known *k, const Known *other)
{
    for (uint32_t i = other->n; i--;)
        if (other->of[i])
            known_raise(k, i, other->of[i]);
}

static uint64_t known_of(const Known *k, uint32_t number) { return number < k->n ? k->of[number] : 0; }

static bool wanted(void)
{
    static atomic_int known = -1;
    int v = atomic_load_explicit(&known, memory_order_relaxed);
    if (v < 0)
        atomic_store(&known, v = strstr(checks_wanted(), "race") || strstr(checks_wanted(), "all"));
    return v;
}

/* ---- flows ------------------------------------------------------------------------------------------------------------ */

/* One of a stream that is no more, if the host has waited for all of it; else a new one. */
static Flow *flow_get(void)
{
    for (uint32_t i = 0; i < nflows; i++)
        if (flows[i]->ended && known_of(&host, i) >= flows[i]->count)
            return flows[i];
    Flow **more = realloc(flows, (nflows + 1) * sizeof *more), *f = calloc(1, sizeof *f);
    if (more)
        flows = more;
    if (!more || !f) {
        free(f);
        return NULL;
    }
    f->number = nflows;
    return flows[nflows++] = f;
}

void flow_begin(CUstream s)
{
    if (!wanted())
        return;
    pthread_mutex_lock(&lock);
    Flow *f = s->flow = flow_get();
    if (f) {
        f->ended = false;
        f->stream = s->ctx->legacy ? s->id : 0; /* a context's first stream is the default one */
    }
    pthread_mutex_unlock(&lock);
}

void flow_end(CUstream s)
{
    if (!s->flow)
        return;
    pthread_mutex_lock(&lock);
    s->flow->ended = true;
    pthread_mutex_unlock(&lock);
}

/* What everybody who comes from now on knows is forgotten. */
static void forget(void)
{
    for (uint32_t i = 0; i < nflows && !pending; i++)
        if (known_of(&host, i) >= flows[i]->count)
            for (int how = 0; how < PTX2C_ACCESSES; how++)
                flows[i]->last[how].n = 0;
}

void flow_given(CUstream s, Task *t)
{
    Flow *f = s->flow;
    FlowTask *x = f ? calloc(1, sizeof *x) : NULL;
    if (!x)
        return;
    pthread_mutex_lock(&lock);
    forget();
    known_join(&f->known, &host);
    known_raise(&f->known, f->number, ++f->count);
    x->flow = f;
    x->count = f->count;
    known_join(&x->known, &f->known);
    pending++;
    pthread_mutex_unlock(&lock);
    t->flow = x;
}

void flow_task_free(Task *t)
{
    if (!t->flow)
        return;
    pthread_mutex_lock(&lock);
    pending--;
    pthread_mutex_unlock(&lock);
    free(t->flow->known.of);
    free(t->flow);
}

/* ---- what orders them ------------------------------------------------------------------------------------------------- */

void flow_after(CUstream s, CUstream other)
{
    if (!s->flow || !other->flow)
        return;
    pthread_mutex_lock(&lock);
    known_join(&s->flow->known, &other->flow->known);
    pthread_mutex_unlock(&lock);
}

void flow_recorded(Record *r)
{
    Flow *f = r->stream->flow;
    Known *k = f ? calloc(1, sizeof *k) : NULL;
    if (!k)
        return;
    pthread_mutex_lock(&lock);
    known_join(k, &f->known);
    r->known = k;
    pthread_mutex_unlock(&lock);
}

void flow_record_free(Record *r)
{
    if (r->known)
        free(r->known->of);
    free(r->known);
}

void flow_waits(CUstream s, const Record *r)
{
    if (!s->flow || !r->known)
        return;
    pthread_mutex_lock(&lock);
    known_join(&s->flow->known, r->known);
    pthread_mutex_unlock(&lock);
}

void flow_host_waits(const Record *r)
{
    if (!r->known)
        return;
    pthread_mutex_lock(&lock);
    known_join(&host, r->known);
    pthread_mutex_unlock(&lock);
}

void flow_host_finishes(CUstream s)
{
    if (!s->flow)
        return;
    pthread_mutex_lock(&lock);
    known_join(&host, &s->flow->known);
    pthread_mutex_unlock(&lock);
}

FlowTask *flow_task_begins(FlowTask *t)
{
    FlowTask *was = now;
    now = t;
    if (t) {
        pthread_mutex_lock(&lock);
        t->flow->begun = t->count;
        pthread_mutex_unlock(&lock);
    }
    return was;
}

void flow_task_ends(FlowTask *was) { now = was; }

void flow_host_knows(void)
{
    if (!now)
        return;
    pthread_mutex_lock(&lock);
    known_join(&host, &now->known);
    pthread_mutex_unlock(&lock);
}

void flow_may_know(void)
{
    if (!now)
        return;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < nflows; i++)
        known_raise(&now->flow->late, i, flows[i]->begun);
    pthread_mutex_unlock(&lock);
}

/* ---- accesses --------------------------------------------------------------------------------------------------------- */

static bool spans_put(Spans *s, const Span *x)
{
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 64;
        Span *more = realloc(s->at, room * sizeof *more);
        if (!more)
            return false;
        s->at = more;
        s->room = room;
    }
    s->at[s->n++] = *x;
    return true;
}

/* The first that ends behind a. */
static size_t spans_from(const Spans *s, uintptr_t a)
{
    size_t from = 0, to = s->n;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (s->at[mid].end > a)
            to = mid;
        else
            from = mid + 1;
    }
    return from;
}

/* n others stand in the place of those from number from on, up to but without number to. */
static void spans_replace(Spans *s, size_t from, size_t to, const Span *by, size_t n)
{
    const size_t was = s->n;
    if (!n && from == to)
        return;
    for (size_t i = to - from; i < n; i++)
        if (!spans_put(s, &by[0]))
            return;
    memmove(s->at + from + n, s->at + to, (was - to) * sizeof *s->at);
    memcpy(s->at + from, by, n * sizeof *by);
    s->n = was - (to - from) + n;
}

/* It begins where the other ends, and is the same access. */
static bool goes_on(const Span *x, const Span *before)
{
    return before->end == x->begin && before->count == x->count && before->site == x->site && before->orders == x->orders;
}

/* x, or nothing where by is false, stands in the place of what was there. */
static void spans_set(Spans *s, const Span *x, bool by)
{
    const size_t from = spans_from(s, x->begin);
    Span part[3];
    size_t n = 0, to = from;
    if (from < s->n && s->at[from].begin < x->begin) {
        part[n] = s->at[from];
        part[n++].end = x->begin;
    }
    const bool longer = by && !n && from && goes_on(x, &s->at[from - 1]);
    if (longer)
        s->at[from - 1].end = x->end;
    else if (by)
        part[n++] = *x;
    while (to < s->n && s->at[to].begin < x->end)
        to++;
    if (to > from && s->at[to - 1].end > x->end) {
        part[n] = s->at[to - 1];
        part[n++].begin = x->end;
    }
    spans_replace(s, from, to, part, n);
}

static bool matter(unsigned a, unsigned b)
{
    return ((a | b) & PTX2C_ACCESS_WRITE) && !(a & b & PTX2C_ACCESS_STRONG);
}

static void clash_note(const Clash *c)
{
    for (size_t i = 0; i < clashes; i++)
        if (clash[i].by.site == c->by.site && clash[i].other.site == c->other.site && clash[i].flow == c->flow && clash[i].other_flow == c->other_flow)
            return;
    if (clashes == clash_room) {
        const size_t room = clash_room ? 2 * clash_room : 16;
        Clash *more = realloc(clash, room * sizeof *more);
        if (!more)
            return;
        clash = more;
        clash_room = room;
    }
    clash[clashes++] = *c;
}

static void look(const FlowTask *t, const Span *x, ptx2c_access_kind how)
{
    for (uint32_t i = 0; i < nflows; i++) {
        const Flow *f = flows[i];
        const uint64_t a = known_of(&t->known, i), b = known_of(&t->flow->late, i), known = a > b ? a : b;
        for (unsigned other = 0; f != t->flow && other < PTX2C_ACCESSES; other++) {
            const Spans *s = &f->last[other];
            for (size_t k = matter(how, other) ? spans_from(s, x->begin) : s->n; k < s->n && s->at[k].begin < x->end; k++)
                if (s->at[k].count > known) {
                    clash_note(&(Clash){*x, s->at[k], how, (ptx2c_access_kind)other, t->flow, f, t->flow->stream, f->stream,
                                        x->begin > s->at[k].begin ? x->begin : s->at[k].begin, false});
                    break;
                }
        }
    }
}

/* The same of the node that runs, and other chains of its graph. */
static void look_in_graph(const FlowTask *t, const FlowGraph *g, const Span *x, ptx2c_access_kind how)
{
    for (uint32_t c = 0; c < g->chains; c++)
        for (unsigned other = 0; c != g->chain[g->node] && other < PTX2C_ACCESSES; other++) {
            const Spans *s = &g->last[c][other];
            for (size_t k = matter(how, other) ? spans_from(s, x->begin) : s->n; k < s->n && s->at[k].begin < x->end; k++)
                if (s->at[k].count > g->known[(size_t)g->node * g->chains + c]) {
                    clash_note(&(Clash){*x, s->at[k], how, (ptx2c_access_kind)other, t->flow, t->flow, t->flow->stream, t->flow->stream,
                                        x->begin > s->at[k].begin ? x->begin : s->at[k].begin, true});
                    break;
                }
        }
}

/* The task accesses what is known of that memory. */
static void touch(const Span *all, ptx2c_access_kind how)
{
    FlowTask *t = now;
    for (uintptr_t at = all->begin; at < all->end;) {
        Range r;
        if (!range_find((const void *)at, &r)) {
            at = (at | 4095) + 1 < all->end ? (at | 4095) + 1 : all->end;
            continue;
        }
        Span x = *all;
        x.begin = at;
        x.end = r.begin + r.size < all->end ? r.begin + r.size : all->end;
        x.count = t->count;
        pthread_mutex_lock(&lock);
        look(t, &x, how);
        spans_set(&t->flow->last[how], &x, true);
        for (const FlowGraph *g = graph; g && g->chains; g = g->up) {
            x.count = g->at[g->node];
            look_in_graph(t, g, &x, how);
            spans_set(&g->last[g->chain[g->node]][how], &x, true);
        }
        pthread_mutex_unlock(&lock);
        at = x.end;
    }
}

void flow_reads(const void *p, size_t bytes, const char *what)
{
    if (now && bytes)
        touch(&(Span){.begin = (uintptr_t)p, .end = (uintptr_t)p + bytes, .what = what}, PTX2C_ACCESS_READ);
}

void flow_writes(const void *p, size_t bytes, const char *what)
{
    if (now && bytes)
        touch(&(Span){.begin = (uintptr_t)p, .end = (uintptr_t)p + bytes, .what = what}, PTX2C_ACCESS_WRITE);
}

bool flow_is_of_host(const void *p)
{
    Range r;
    return !range_find(p, &r) || (r.kind == RANGE_HOST || r.kind == RANGE_REGISTERED || r.kind == RANGE_MANAGED || range_is_managed(&r));
}

static void accessed(uintptr_t at, size_t bytes, ptx2c_access_kind how, const ptx2c_site *site, void *kernel)
{
    spans_put(&piece[how], &(Span){.begin = at, .end = at + bytes, .what = kernel, .site = site});
}

void flow_kernel_begins(const char *name)
{
    ptx2c_checks.accessed = now ? accessed : NULL;
    ptx2c_checks.accessed_user = (void *)(uintptr_t)name;
    ptx2c_checks.fenced = false;
}

/* The kernel has told the host something while it ran: what has been given since, or is now, may come behind what it did. */
static void told_host(void)
{
    flow_host_knows();
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < nflows; i++) {
        known_raise(&flows[i]->late, now->flow->number, now->count);
        known_raise(&now->known, i, flows[i]->count);
    }
    pthread_mutex_unlock(&lock);
}

/* Whether fences or the access itself order what is beside it. */
static bool orders(unsigned how, const ptx2c_site *site)
{
    return how & PTX2C_ACCESS_STRONG && (ptx2c_checks.fenced || site->flags & (PTX2C_SITE_ACQUIRE | PTX2C_SITE_RELEASE));
}

/* The kernel reads, perhaps in a loop that waits for that, what another one has written to tell of what it did: all that came
 * before, for it and for what comes behind it. */
static void learn(const Span *x)
{
    Flow *mine = now->flow;
    for (uint32_t i = 0; i < nflows; i++) {
        const Spans *s = &flows[i]->last[PTX2C_ACCESS_STRONG | PTX2C_ACCESS_WRITE];
        for (size_t k = flows[i] != mine ? spans_from(s, x->begin) : s->n; k < s->n && s->at[k].begin < x->end; k++)
            if (s->at[k].orders) {
                known_raise(&mine->late, i, s->at[k].count);
                known_join(&mine->late, &flows[i]->released);
            }
    }
}

/* The kernel's strong accesses first: what it has learnt comes before the rest, as nobody knows in which order they were. */
static void learn_all(void)
{
    pthread_mutex_lock(&lock);
    for (unsigned how = PTX2C_ACCESS_STRONG; how < PTX2C_ACCESSES; how++)
        for (size_t i = 0; i < piece[how].n; i++)
            if ((piece[how].at[i].orders = orders(how, piece[how].at[i].site)))
                learn(&piece[how].at[i]);
    for (size_t i = 0; i < piece[PTX2C_ACCESS_STRONG | PTX2C_ACCESS_WRITE].n; i++)
        if (piece[PTX2C_ACCESS_STRONG | PTX2C_ACCESS_WRITE].at[i].orders) {
            known_join(&now->flow->released, &now->known);
            known_join(&now->flow->released, &now->flow->late);
            break;
        }
    pthread_mutex_unlock(&lock);
}

void flow_kernel_stops(void)
{
    const Spans *told = &piece[PTX2C_ACCESS_STRONG | PTX2C_ACCESS_WRITE];
    for (size_t i = 0; now && i < told->n; i++)
        if (flow_is_of_host((const void *)told->at[i].begin)) {
            told_host();
            break;
        }
    if (now)
        learn_all();
    for (int how = 0; how < PTX2C_ACCESSES; how++) {
        for (size_t i = 0; now && i < piece[how].n; i++)
            touch(&piece[how].at[i], (ptx2c_access_kind)how);
        piece[how].n = 0;
    }
}

/* ---- graphs ----------------------------------------------------------------------------------------------------------- */

static void graph_free(FlowGraph *g)
{
    for (uint32_t c = 0; g->last && c < g->chains; c++)
        for (int how = 0; how < PTX2C_ACCESSES; how++)
            free(g->last[c][how].at);
    free(g->last);
    free(g->known);
    free(g->chain);
    free(g->at);
    free(g);
}

/* Deals the nodes out: each behind the first of those that it waits for which is the last of its chain as yet, or in a chain of its own. */
static void deal(FlowGraph *f, CUgraph g)
{
    bool *longer = calloc((size_t)g->n, sizeof *longer); /* some node is behind it in its chain */
    for (int i = 0; longer && i < g->n; i++) {
        const CUgraphNode node = g->nodes[i];
        int k = 0;
        node->place = (uint32_t)i;
        while (k < node->nafter && longer[node->after[k].on->place])
            k++;
        const uint32_t before = k < node->nafter ? node->after[k].on->place : 0;
        if (k < node->nafter)
            longer[before] = true;
        f->chain[i] = k < node->nafter ? f->chain[before] : f->chains++;
        f->at[i] = k < node->nafter ? f->at[before] + 1 : 1;
    }
    free(longer);
}

static void know(const FlowGraph *f, CUgraph g)
{
    for (int i = 0; i < g->n; i++) {
        uint32_t *const mine = f->known + (size_t)i * f->chains;
        for (int k = 0; k < g->nodes[i]->nafter; k++) {
            const uint32_t before = g->nodes[i]->after[k].on->place, *const its = f->known + (size_t)before * f->chains;
            for (uint32_t c = 0; c < f->chains; c++)
                mine[c] = its[c] > mine[c] ? its[c] : mine[c];
            if (mine[f->chain[before]] < f->at[before])
                mine[f->chain[before]] = f->at[before];
        }
    }
}

bool flow_graph_begins(CUgraph g)
{
    FlowGraph *f = now && g->n ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return false;
    f->chain = calloc((size_t)g->n, sizeof *f->chain);
    f->at = calloc((size_t)g->n, sizeof *f->at);
    if (f->chain && f->at)
        deal(f, g);
    f->known = f->chains ? calloc((size_t)g->n * f->chains, sizeof *f->known) : NULL;
    f->last = f->chains ? calloc(f->chains, sizeof *f->last) : NULL;
    if (!f->known || !f->last) {
        cuda_say("no memory to look for races between a graph's nodes");
        f->chains = 0;
    }
    if (f->chains)
        know(f, g);
    f->up = graph;
    graph = f;
    return true;
}

void flow_graph_node(int i) { graph->node = (uint32_t)i; }

void flow_graph_ends(void)
{
    FlowGraph *f = graph;
    graph = f->up;
    graph_free(f);
}

void flow_memory_ends(uintptr_t at, size_t bytes)
{
    if (!wanted())
        return;
    const Span x = {.begin = at, .end = at + bytes};
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < nflows; i++)
        for (int how = 0; how < PTX2C_ACCESSES; how++)
            spans_set(&flows[i]->last[how], &x, false);
    pthread_mutex_unlock(&lock);
}

/* ---- what is told ----------------------------------------------------------------------------------------------------- */

static void name_access(ptx2c_notes *t, const Span *x, ptx2c_access_kind how, uint64_t stream)
{
    if (x->site)
        ptx2c_note(t, "%s of kernel '%s'", x->site->text, x->what);
    else
        ptx2c_note(t, "%s that %s", x->what, how & PTX2C_ACCESS_WRITE ? "writes" : "reads");
    if (stream)
        ptx2c_note(t, " in stream %llu", (unsigned long long)stream);
    else
        ptx2c_note(t, " in the default stream");
}

/* The declared piece of memory there, or none. */
static const ptx2c_extent *extent_at(uintptr_t a)
{
    const size_t i = ptx2c_extents_to(a);
    const ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    return e && a - e->at < e->bytes ? e : NULL;
}

static void note_both(ptx2c_notes *notes, const Clash *c, const ptx2c_site *site, const char *object, int64_t offset)
{
    if (c->by.site)
        ptx2c_note_source(notes, site);
    if (*object) {
        ptx2c_note_at(notes, site);
        ptx2c_note(notes, "at byte %lld of '%s'\n", (long long)offset, object);
    }
    if (c->other.site) {
        ptx2c_note_at(notes, c->other.site);
        ptx2c_note(notes, "the other one: %s\n", c->other.site->text);
        ptx2c_note_source(notes, c->other.site);
    }
    ptx2c_note_at(notes, site);
    ptx2c_note(notes, c->in_graph ? "no edge of the graph leads from one node to the other\n"
                                  : "neither an event nor the host makes one stream wait for the other\n");
}

static void tell(Clash *c)
{
    static const ptx2c_site nowhere = {.file = "ptx2c", .text = ""};
    if (!c->by.site && c->other.site) /* a kernel's place is where it is told */
        *c = (Clash){c->other, c->by, c->other_how, c->how, c->other_flow, c->flow, c->other_stream, c->stream, c->at, c->in_graph};
    const ptx2c_site *site = c->by.site ? c->by.site : &nowhere;
    const ptx2c_extent *e = extent_at(c->at);
    const char *object = e ? e->name : "";
    const int64_t offset = e ? (int64_t)(c->at - e->at) : 0;
    if (ptx2c_suppressed("race-streams", site, c->other.site))
        return;
    ptx2c_checks.total++;
    if (!ptx2c_fault_is_new("race-streams", site, c->other.site, object) || ptx2c_checks.faults > ptx2c_check_limit())
        return;
    ptx2c_notes message = {0, ""}, notes = {0, ""};
    name_access(&message, &c->by, c->how, c->stream);
    ptx2c_note(&message, " and ");
    name_access(&message, &c->other, c->other_how, c->other_stream);
    ptx2c_note(&message, " race");
    if (e)
        ptx2c_note(&message, " on '%s'", object);
    note_both(&notes, c, site, object, offset);
    const ptx2c_fault f = {.kind = "race-streams", .message = message.s, .notes = notes.s, .site = site, .other = c->other.site,
                           .kernel = c->by.site ? c->by.what : "", .object = object, .offset = offset};
    ptx2c_json_fault(&f);
    if (ptx2c_checks.call)
        ptx2c_checks.call(&f, ptx2c_checks.user);
    else
        ptx2c_print_fault(&f);
}

void flow_tell(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < clashes; i++)
        tell(&clash[i]);
    clashes = 0;
    pthread_mutex_unlock(&lock);
}
