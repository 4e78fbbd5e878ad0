/* jump_check.c: trees of items that C would take, and that lead into the middle of something or nowhere, are refused with
 * an internal error; those next to them, which are right, are not. */
#include "../../src/plan/plan.h"
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

/* A tree in the making. */
typedef struct Tree {
    Arena a;
    Sym sym;
    Fn fn;
    Back b;
    Plan plan;
    Node label[3]; /* by number; their jumps have the number, too */
    Node none;
} Tree;

static Item *add(Tree *t, Items *list, ItemKind kind, int kids)
{
    Item *it = NEW(&t->a, Item);
    *it = (Item){.kind = (uint8_t)kind, .level = (uint8_t)list->level, .ins = -1, .nkid = kids, .in = list, .pos = list->n};
    it->node = &t->none;
    it->kid = NEWN(&t->a, Items, kids ? kids : 1);
    for (int i = 0; i < kids; i++)
        it->kid[i] = (Items){.owner = it, .level = list->level, .depth = list->depth + 1};
    array_add(&t->a, list, it);
    return it;
}

static Items *body(Tree *t, Items *list, ItemKind kind)
{
    return &add(t, list, kind, 1)->kid[0];
}

/* A loop over chunks or lanes. */
static Items *loop_over(Tree *t, Items *list, Level level)
{
    Item *it = add(t, list, I_GROUP, 1);
    it->level = (uint8_t)level;
    it->kid[0].level = level;
    return &it->kid[0];
}

static void jump(Tree *t, Items *list, int label)
{
    add(t, list, I_GOTO, 0)->node = &t->label[label];
}

static void label(Tree *t, Items *list, int number)
{
    add(t, list, I_LABEL, 0)->node = &t->label[number];
}

static void statement(Tree *t, Items *list, bool declares)
{
    Item *it = add(t, list, I_INS, 0);
    if (declares)
        array_add(&t->a, &it->decls, 0);
}

static Tree *begin(void)
{
    Tree *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->sym = (Sym){.kind = SYM_FUNC, .name = "k", .fn = &t->fn};
    t->fn.sym = &t->sym;
    t->plan = (Plan){.nmasks = 2};
    t->b = (Back){.a = &t->a, .fn = &t->fn, .mode = MODE_LANES, .plan = &t->plan};
    t->plan.root.level = LV_CHUNK;
    for (int i = 0; i < 3; i++)
        t->label[i] = (Node){.kind = N_LABEL, .label = i, .user = NEW(&t->a, NodeInfo)};
    t->none = (Node){.kind = N_BLOCK, .label = -1, .user = NEW(&t->a, NodeInfo)};
    return t;
}

/* What the check of the tree says in another process, whose end it may be; "" where it takes it. */
static const char *said(Tree *t)
{
    static char text[4096];
    int ends[2], status = 0;
    size_t n = 0;
    fflush(NULL);
    if (pipe(ends))
        abort();
    const pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        dup2(ends[1], 2);
        jump_check(&t->b);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; n < sizeof text - 1 && (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    close(ends[0]);
    text[n] = 0;
    waitpid(child, &status, 0);
    const int want = n ? 70 : 0; /* ice's status; nothing else may be heard of it */
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == want);
    arena_reset(&t->a);
    free(t);
    return text;
}

static void expect(Tree *t, const char *what, int line)
{
    const char *text = said(t);
    if (*what ? !strstr(text, what) : *text) {
        fprintf(stderr, "line %d: expected \"%s\", got \"%s\"\n", line, what, text);
        failed++;
    }
}

#define TAKEN(t) expect(t, "", __LINE__)
#define REFUSED(t, what) expect(t, what, __LINE__)

/* Forward, out of and into loops of the function, within a loop over lanes. */
static void test_good(void)
{
    Tree *t = begin();
    statement(t, &t->plan.root, true);
    jump(t, body(t, body(t, &t->plan.root, I_LOOP), I_IF), 0);
    statement(t, &t->plan.root, false);
    Items *loop = body(t, &t->plan.root, I_LOOP);
    label(t, loop, 0);
    statement(t, loop, false);
    add(t, body(t, loop, I_IF), I_BREAK, 0);
    Items *lanes = loop_over(t, &t->plan.root, LV_LANE);
    statement(t, lanes, true);
    jump(t, body(t, lanes, I_IF), 1);
    add(t, body(t, lanes, I_LOOP), I_CONTINUE, 0);
    label(t, lanes, 1);
    statement(t, lanes, true);
    jump(t, lanes, 1); /* back, over a declaration: it is made again */
    TAKEN(t);
}

static void test_lanes(void)
{
    for (int k = 0; k < 4; k++) { /* into a loop over lanes, out of it, from one to the next, and into one in a loop */
        Tree *t = begin();
        Items *root = &t->plan.root;
        jump(t, k == 1 || k == 2 ? loop_over(t, root, LV_LANE) : root, 0);
        label(t, k == 1 ? root : k == 3 ? loop_over(t, body(t, root, I_LOOP), LV_LANE) : loop_over(t, root, LV_LANE), 0);
        REFUSED(t, "a jump into or out of a loop over lanes");
    }
    for (int k = 0; k < 2; k++) { /* a branch under a mask, and one that ends threads, are the same as a loop over lanes */
        Tree *t = begin();
        NodeInfo *special = NEW(&t->a, NodeInfo);
        *special = (NodeInfo){.masked = k == 0, .exit_guard = k == 1};
        jump(t, &t->plan.root, 0);
        Item *branch = add(t, &t->plan.root, I_IF, 1);
        Node *n = NEW(&t->a, Node);
        *n = (Node){.kind = N_IF, .label = -1, .user = special};
        branch->node = n;
        label(t, &branch->kid[0], 0);
        REFUSED(t, "a jump into or out of a loop over lanes");
    }
}

static void test_chunks(void)
{
    Tree *t = begin();
    t->plan.root.level = LV_CTA;
    Items *chunk = loop_over(t, &t->plan.root, LV_CHUNK);
    jump(t, chunk, 0);
    label(t, chunk, 0);
    REFUSED(t, "a label among what a chunk does in order");
}

static void test_breaks(void)
{
    for (int k = 0; k < 2; k++) {
        Tree *t = begin();
        add(t, loop_over(t, body(t, &t->plan.root, I_LOOP), LV_LANE), k ? I_CONTINUE : I_BREAK, 0);
        REFUSED(t, "a break out of a loop over lanes");
        t = begin();
        add(t, body(t, &t->plan.root, I_IF), k ? I_CONTINUE : I_BREAK, 0);
        REFUSED(t, "a break outside of loops");
    }
}

static void test_declarations(void)
{
    for (int k = 0; k < 3; k++) { /* beside the label, beside the loop around it, in the loop */
        Tree *t = begin();
        Items *root = &t->plan.root;
        jump(t, body(t, root, I_IF), 0);
        statement(t, root, k < 2);
        Items *at = k ? body(t, root, I_LOOP) : root;
        statement(t, at, k == 2);
        label(t, at, 0);
        REFUSED(t, "a jump past a declaration");
    }
    Tree *t = begin(); /* declared before the jump, behind the label, or in a loop that ends before it */
    statement(t, &t->plan.root, true);
    jump(t, &t->plan.root, 0);
    statement(t, body(t, &t->plan.root, I_LOOP), true);
    label(t, &t->plan.root, 0);
    statement(t, &t->plan.root, true);
    TAKEN(t);
}

static void test_labels(void)
{
    Tree *t = begin();
    label(t, &t->plan.root, 0);
    label(t, body(t, &t->plan.root, I_IF), 0);
    REFUSED(t, "a label that stands in two places");
    t = begin();
    label(t, &t->plan.root, 1);
    jump(t, &t->plan.root, 0);
    REFUSED(t, "a jump that leads nowhere");
    t = begin();
    label(t, &t->plan.root, 1);
    jump(t, &t->plan.root, 2);
    REFUSED(t, "a jump that leads nowhere");
    t = begin();
    t->label[0].label = -1;
    label(t, &t->plan.root, 0);
    REFUSED(t, "a label without a number");
}

/* A mask is made anew between a label and what runs under it: who comes by the label has made it as well. */
static void test_masks(void)
{
    for (int k = 0; k < 2; k++) {
        Tree *t = begin();
        Items *root = &t->plan.root;
        jump(t, root, 0);
        if (k)
            label(t, root, 0);
        add(t, root, I_MASK, 0)->mask = 1;
        if (!k)
            label(t, root, 0);
        Item *branch = add(t, root, I_IF, 1);
        branch->mask = 1;
        Node *n = NEW(&t->a, Node);
        NodeInfo *masked = NEW(&t->a, NodeInfo);
        masked->masked = true;
        *n = (Node){.kind = N_IF, .label = -1, .user = masked};
        branch->node = n;
        statement(t, &branch->kid[0], false);
        expect(t, k ? "" : "a label between a mask and the branch that runs under it", __LINE__);
    }
}

int main(void)
{
    test_good();
    test_lanes();
    test_chunks();
    test_breaks();
    test_declarations();
    test_labels();
    test_masks();
    return failed != 0;
}
