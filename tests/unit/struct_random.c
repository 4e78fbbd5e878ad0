/* Random control flow is run as a graph and as the tree that structure.c makes of it, with the same decisions: both
 * must visit the same blocks and end in the same way.  Whole functions and sets of blocks, reducible and
 * irreducible. */
#include "flow_graphs.h"
#include <time.h>

enum { STEPS = 300 };

/* What one run did: blocks by id, then how it ended. */
typedef struct Trace {
    int n, blk[STEPS];
    NodeKind end; /* N_EXIT, N_LEAVE, or N_BLOCK: stopped after STEPS */
    const Blk *end_blk;
} Trace;

enum { ONE_BRANCH = 1000 }; /* run ONE_BRANCH + n takes the n-th branch only */

/* Bit 0 is the guard, the others choose a case.  Some runs hardly ever or nearly always take branches, to come far
 * down. */
static unsigned decide(uint64_t run, int step)
{
    uint64_t x = (run * 1000003 + (uint64_t)step) * 0x9E3779B97F4A7C15u;
    unsigned d = (unsigned)((x ^ x >> 29) * 0xBF58476D1CE4E5B9u >> 33), rare = d % 32 == 0;
    if (run >= ONE_BRANCH)
        return (d & ~1u) | (run - ONE_BRANCH == (uint64_t)step);
    return (d & ~1u) | (run == 0 ? 0 : run == 1 ? rare : run == 2 ? !rare : d & 1);
}

static void run_graph(Blk *b, const Bits *set, uint64_t run, Trace *t)
{
    t->n = 0;
    t->end = N_BLOCK;
    t->end_blk = NULL;
    while (t->n < STEPS) {
        t->blk[t->n++] = b->id;
        unsigned d = decide(run, t->n);
        bool guard = d & 1;
        Blk *next = b->succ[0];
        if (b->exits && (!next || guard)) {
            t->end = N_EXIT;
            t->end_blk = b;
            return;
        }
        if (b->targets && (!next || guard))
            next = b->targets[(d >> 1) % (unsigned)b->ntargets];
        else if (b->succ[1] && guard)
            next = b->succ[1];
        if (set && !bits_has(*set, next->id)) {
            t->end = N_LEAVE;
            t->end_blk = next;
            return;
        }
        b = next;
    }
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

static Node *labels[10000];

/* The statement that runs after n has ended normally; NULL at the tree's end. */
static Node *after(Node *n)
{
    for (; n->up; n = n->up) {
        Node *up = n->up;
        if (up->kind == N_LOOP)
            return up;
        if (up->kind != N_SEQ)
            continue;
        for (int i = 0; i < up->nkid - 1; i++)
            if (up->kid[i] == n)
                return up->kid[i + 1];
    }
    return NULL;
}

static Node *loop_around(Node *n)
{
    while (n && n->kind != N_LOOP)
        n = n->up;
    CHECK(n);
    return n;
}

static int switch_kid(const Node *n, int index)
{
    for (int i = 0; i < n->nkid; i++)
        for (const int *v = n->values[i]; *v >= 0; v++)
            if (*v == index)
                return i;
    CHECK(!"a table index without a case");
    return 0;
}

static void run_tree(Node *n, uint64_t run, Trace *t)
{
    const Node *tail = NULL;
    t->n = 0;
    t->end = N_BLOCK;
    t->end_blk = NULL;
    while (n) {
        unsigned d = decide(run, t->n);
        Node *next = NULL;
        CHECK(!tail || n->kind == N_SEQ);
        switch (n->kind) {
        case N_BLOCK:
            if (t->n == STEPS)
                return;
            t->blk[t->n++] = n->blk->id;
            break;
        case N_SEQ:
            CHECK(n->nkid > 0 || n->up->kind == N_SWITCH);
            next = n->nkid ? n->kid[0] : NULL;
            break;
        case N_IF: next = n->kid[((d & 1) != 0) == n->negate]; break;
        case N_LOOP: next = n->kid[0]; break;
        case N_SWITCH: next = n->kid[switch_kid(n, (int)((d >> 1) % (unsigned)n->blk->ntargets))]; break;
        case N_BREAK: n = loop_around(n); break;
        case N_CONTINUE: next = loop_around(n); break;
        case N_GOTO: n = labels[n->label]; break;
        case N_LABEL: break;
        case N_EXIT:
        case N_LEAVE:
            t->end = n->kind;
            t->end_blk = n->blk;
            if (!n->tail)
                return;
            tail = n;
            break;
        }
        n = next ? next : after(n);
    }
    if (!tail)
        t->end = N_EXIT; /* of a block that same_end looks at */
}

static bool same_end(const Fn *fn, const Bits *set, const Trace *g, const Trace *t)
{
    if (g->end != t->end)
        return false;
    if (t->end_blk || g->end != N_EXIT)
        return g->end_blk == t->end_blk;
    int term = g->end_blk->term;
    Emit emit = term < 0 ? EMIT_RET : isa_emit(&fn->ins.at[term]);
    return !set && (emit == EMIT_RET || (emit == EMIT_EXIT && fn->is_entry));
}

typedef struct Count {
    int kind[N_LEAVE + 1];
    int *blocks;
    int depth;
} Count;

static void count_nodes(Node *n, Count *c, int depth)
{
    c->kind[n->kind]++;
    if (depth > c->depth)
        c->depth = depth;
    if (n->kind == N_BLOCK)
        c->blocks[n->blk->id]++;
    if (n->kind == N_LABEL) {
        CHECK(n->label >= 0 && n->label < 10000 && !labels[n->label]);
        labels[n->label] = n;
    }
    CHECK(n->kind != N_IF || (n->nkid == 2 && n->kid[0]));
    CHECK(n->kind != N_SEQ || n->nkid != 1);
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i]) {
            CHECK(n->kid[i]->up == n);
            CHECK(n->kind != N_SEQ || n->kid[i]->kind != N_SEQ);
            count_nodes(n->kid[i], c, depth + 1);
        }
}

/* Each reachable block of the set exactly once. */
static void check_blocks(Arena *a, const Fn *fn, Blk *entry, const Bits *set, const Count *c)
{
    bool *seen = NEWN(a, bool, fn->nblk);
    Blk **stack = NEWN(a, Blk *, fn->nblk);
    int top = 0;
    stack[top++] = entry;
    seen[entry->id] = true;
    while (top) {
        const Blk *b = stack[--top];
        for (int k = 0; k < blk_nsucc(b); k++) {
            Blk *s = blk_succ(b, k);
            if (!seen[s->id] && (!set || bits_has(*set, s->id))) {
                seen[s->id] = true;
                stack[top++] = s;
            }
        }
    }
    for (int i = 0; i < fn->nblk; i++)
        CHECK(c->blocks[i] == seen[i]);
}

static void compare_run(const Fn *fn, Blk *entry, const Bits *set, Node *root, uint64_t run)
{
    Trace g, t;
    run_graph(entry, set, run, &g);
    run_tree(root, run, &t);
    CHECK(g.n == t.n && memcmp(g.blk, t.blk, sizeof *g.blk * (size_t)g.n) == 0);
    CHECK(same_end(fn, set, &g, &t));
}

static int check_tree(Arena *a, Fn *fn, Blk *entry, const Bits *set)
{
    int gotos = 0;
    Node *root = struct_build(a, fn, entry, set, &gotos);
    Count c = {.blocks = NEWN(a, int, fn->nblk)};
    memset(labels, 0, sizeof labels);
    count_nodes(root, &c, 0);
    CHECK(c.kind[N_GOTO] == gotos);
    CHECK(c.kind[N_LABEL] <= gotos);
    CHECK(!root->up);
    CHECK(c.depth < 200);
    check_blocks(a, fn, entry, set, &c);
    for (uint64_t run = 0; run < 12; run++)
        compare_run(fn, entry, set, root, run);
    for (uint64_t run = 0; fn->nblk > 100 && run < (uint64_t)fn->nblk; run++)
        compare_run(fn, entry, set, root, ONE_BRANCH + run);
    return gotos;
}

/* A set that entry reaches as a whole. */
static void check_sets(Arena *a, Fn *fn)
{
    for (int i = 0; i < 3; i++) {
        Bits some = bits_new(a, fn->nblk), set = bits_new(a, fn->nblk);
        Blk **stack = NEWN(a, Blk *, fn->nblk), *entry = fn->blk[below(fn->nblk)];
        int top = 0;
        for (int k = 0; k < fn->nblk; k++)
            if (below(i ? 100 : 8))
                bits_add(some, k);
        bits_add(set, entry->id);
        stack[top++] = entry;
        while (top) {
            const Blk *b = stack[--top];
            for (int k = 0; k < blk_nsucc(b); k++) {
                Blk *s = blk_succ(b, k);
                if (bits_has(some, s->id) && !bits_has(set, s->id)) {
                    bits_add(set, s->id);
                    stack[top++] = s;
                }
            }
        }
        check_tree(a, fn, entry, &set);
    }
}

static void test_random_graphs(void)
{
    for (int i = 0; i < 3000 && failed < 10; i++) {
        Arena a = {0};
        Fn fn = {.is_entry = i & 1};
        random_graph(&a, &fn, 2 + below(i % 10 ? 12 : 60), (i % 3) * 10);
        cfg_build(&a, &fn, false);
        check_tree(&a, &fn, fn.blk[0], NULL);
        check_sets(&a, &fn);
        arena_reset(&a);
    }
}

/* jumps: percent of statements that are break, continue or return.  Without those, and without goto in the source,
 * the tree needs no goto either. */
static int test_programs(int count, int jumps)
{
    int gotos = 0;
    for (int i = 0; i < count && failed < 10; i++) {
        Arena a = {0};
        Fn fn = {.is_entry = true};
        random_program(&a, &fn, jumps);
        cfg_build(&a, &fn, false);
        CHECK(!fn.irreducible);
        gotos += check_tree(&a, &fn, fn.blk[0], NULL);
        check_sets(&a, &fn);
        arena_reset(&a);
    }
    return gotos;
}

/* ---- large functions: time and depth ----------------------------------------------------------------------------- */

static void chain_of_exits(Arena *a, Fn *fn, int n)
{
    Sym *end = new_label(a, fn);
    for (int i = 0; i < n; i++) {
        add_ins(a, fn, EMIT_TEXT);
        add_branch(a, fn, 1, end);
    }
    put_label(fn, end);
    add_ins(a, fn, EMIT_RET);
}

static void chain_to_two(Arena *a, Fn *fn, int n)
{
    Sym *end[2] = {new_label(a, fn), new_label(a, fn)};
    for (int i = 0; i < n; i++) {
        add_ins(a, fn, EMIT_TEXT);
        add_branch(a, fn, 1, end[i & 1]);
    }
    for (int i = 0; i < 2; i++) {
        put_label(fn, end[i]);
        add_ins(a, fn, EMIT_RET);
    }
}

static void nested_ifs(Arena *a, Fn *fn, int n)
{
    for (int i = 0; i < n; i++) {
        add_ins(a, fn, EMIT_TEXT);
        add_branch(a, fn, 1, new_label(a, fn));
    }
    for (int i = n - 1; i >= 0; i--) {
        put_label(fn, fn->labels.at[i]);
        add_ins(a, fn, EMIT_TEXT);
    }
}

static void nested_loops(Arena *a, Fn *fn, int n)
{
    for (int i = 0; i < n; i++) {
        put_label(fn, new_label(a, fn));
        add_ins(a, fn, EMIT_TEXT);
    }
    for (int i = n - 1; i >= 0; i--) {
        add_ins(a, fn, EMIT_TEXT);
        add_branch(a, fn, 1, fn->labels.at[i]);
    }
}

static void many_loops(Arena *a, Fn *fn, int n)
{
    for (int i = 0; i < n; i++) {
        Sym *head = new_label(a, fn);
        put_label(fn, head);
        add_ins(a, fn, EMIT_TEXT);
        add_branch(a, fn, 1, head);
    }
}

static void wild(Arena *a, Fn *fn, int n)
{
    seed = 3; /* with this one a third of the blocks is reachable */
    random_graph(a, fn, n, 10);
}

static const struct {
    const char *name;
    void (*make)(Arena *a, Fn *fn, int n);
    int large; /* size to measure */
} shapes[] = {{"chain of exits", chain_of_exits, 100000}, {"chain to two", chain_to_two, 100000},
              {"nested ifs", nested_ifs, 100000}, {"nested loops", nested_loops, 10000},
              {"many loops", many_loops, 100000}, {"wild", wild, 50000}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Deeper than statements nest. */
static void test_deep(void)
{
    for (int i = 0; i < SHAPES; i++) {
        Arena a = {0};
        Fn fn = {.is_entry = true};
        shapes[i].make(&a, &fn, 120);
        cfg_build(&a, &fn, false);
        check_tree(&a, &fn, fn.blk[0], NULL);
        Bits stays = bits_new(&a, fn.nblk); /* all but the ends */
        for (int k = 0; k < fn.nblk; k++)
            if (!fn.blk[k]->exits)
                bits_add(stays, k);
        check_tree(&a, &fn, fn.blk[0], &stays);
        for (int k = 0; k < 10; k++)
            check_sets(&a, &fn);
        arena_reset(&a);
    }
}

static void test_large(void)
{
    for (int i = 0; i < SHAPES; i++) {
        Arena a = {0};
        Fn fn = {.is_entry = true};
        int gotos = 0;
        shapes[i].make(&a, &fn, shapes[i].large);
        clock_t start = clock();
        cfg_build(&a, &fn, false);
        clock_t middle = clock();
        CHECK(struct_build(&a, &fn, fn.blk[0], NULL, &gotos));
        double cfg = (double)(middle - start) / CLOCKS_PER_SEC, tree = (double)(clock() - middle) / CLOCKS_PER_SEC;
        if (getenv("VERBOSE"))
            printf("%s: %d blocks, cfg %.3f s, tree %.3f s, %d gotos\n", shapes[i].name, fn.nblk, cfg, tree, gotos);
        if (cfg + tree > 5) { /* some ten times what it takes with sanitizers, and what is quadratic takes more */
            fprintf(stderr, "%s: took %.1f s\n", shapes[i].name, cfg + tree);
            failed++;
        }
        arena_reset(&a);
    }
}

int main(void)
{
    test_random_graphs();
    int plain = test_programs(800, 0), jumps = test_programs(800, 15);
    CHECK(plain == 0);
    if (getenv("VERBOSE"))
        printf("gotos in programs: %d without, %d with break, continue and return\n", plain, jumps);
    test_deep();
    test_large();
    return failed != 0;
}
