/* structure.c: a control-flow graph -> a tree of C's statements.
 *
 * Requires cfg_build.  structure_place.c decides where each block stands; here the branches become if, break, continue
 * and, where nothing else says it, goto.  A jump to the place that comes next anyway needs nothing, so a tree of ifs
 * and loops with one exit has no jumps at all.
 *
 * Calls nest only as deep as the statements do, at most NEST_MAX: deeper code is laid out flat, by goto.  What
 * stands in one sequence waits on an explicit stack. */
#include "ir/structure.h"

enum { NEST_MAX = 32 };

/* Places that are no blocks. */
enum { NEXT_END = -1 /* the end of the tree */ };

/* Statements under construction, linked through Node.up. */
typedef struct Seq {
    Node *head, *tail;
    bool falls; /* its end is reached */
} Seq;

/* A loop that is being built. */
typedef struct Loop Loop;
struct Loop {
    int header;
    int exit;        /* where break goes; -1 */
    bool breaks;     /* some break was made */
    Node *next_round; /* label at the end of the body */
    Loop *up;
};

/* Where a sequence stands. */
typedef struct Where {
    int next;  /* what comes after it */
    int depth;
    Loop *loop;
} Where;

typedef struct Item {
    int v;
    bool body; /* its label and loop are done */
} Item;

typedef struct Build {
    Plan plan;
    Arena *a; /* of the tree */
    Node **label; /* before each block, made when first asked for */
    int *gotos;
    Array(Item) stack;
} Build;

static Seq build_seq(Build *b, Item first, Where where);

/* ---- nodes and sequences ----------------------------------------------------------------------------------------- */

static Node *node_new(Build *b, NodeKind kind, Blk *blk)
{
    Node *n = NEW(b->a, Node);
    n->kind = kind;
    n->blk = blk;
    n->label = -1;
    return n;
}

static void seq_add(Seq *s, Node *n)
{
    if (s->tail)
        s->tail->up = n;
    else
        s->head = n;
    s->tail = n;
}

static void seq_splice(Seq *s, Seq more)
{
    if (!more.head)
        return;
    seq_add(s, more.head);
    s->tail = more.tail;
}

/* Its one statement, an N_SEQ that still holds its statements as a list (in user), or NULL. */
static Node *seq_node(Build *b, Seq s)
{
    if (s.head == s.tail)
        return s.head;
    Node *n = node_new(b, N_SEQ, NULL);
    n->user = s.head;
    return n;
}

static Node *label_before(Build *b, int v)
{
    if (!b->label[v])
        b->label[v] = node_new(b, N_LABEL, b->plan.at[v].b);
    return b->label[v];
}

static void add_goto(Build *b, Seq *s, Node *label)
{
    Node *n = node_new(b, N_GOTO, NULL);
    label->label = 0; /* wanted; numbers are given at the end */
    n->to = label;
    ++*b->gotos;
    seq_add(s, n);
}

static Node *if_node(Build *b, int v, bool negate, Seq yes, Seq no)
{
    Node *n = node_new(b, N_IF, b->plan.at[v].b);
    n->nkid = 2;
    n->kid = NEWN(b->a, Node *, 2);
    n->kid[0] = seq_node(b, yes);
    n->kid[1] = seq_node(b, no);
    n->negate = negate;
    return n;
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

/* In a whole function the end of the tree says ret: no statement is needed there. */
static bool end_means(const Build *b, const Blk *exit)
{
    if (b->plan.set)
        return false;
    if (exit->term < 0)
        return true;
    Emit emit = isa_emit(&b->plan.fn->ins.at[exit->term]);
    return emit == EMIT_RET || (emit == EMIT_EXIT && b->plan.fn->is_entry);
}

typedef enum Way {
    WAY_NONE,   /* falls: no statement needed */
    WAY_INLINE, /* the block stands here */
    WAY_JUMP,   /* a statement after which nothing comes */
    WAY_TAIL    /* a statement in the last place of a set's tree */
} Way;

static bool stands_here(const Build *b, int v, const Arm *arm)
{
    return arm->kind == ARM_BLOCK && b->plan.at[arm->to].inline_ && b->plan.at[arm->to].up == v;
}

static Way way_of(const Build *b, int v, const Arm *arm, int next)
{
    if (stands_here(b, v, arm))
        return WAY_INLINE;
    if (arm->kind == ARM_BLOCK)
        return arm->to == next ? WAY_NONE : WAY_JUMP;
    if (next != NEXT_END)
        return WAY_JUMP;
    if (arm->kind == ARM_EXIT && end_means(b, arm->blk))
        return WAY_NONE;
    return b->plan.set ? WAY_TAIL : WAY_JUMP;
}

static void jump_to_block(Build *b, Seq *s, int to, Loop *loop)
{
    if (loop && loop->header == to) {
        seq_add(s, node_new(b, N_CONTINUE, NULL));
        return;
    }
    if (loop && loop->exit == to) {
        loop->breaks = true;
        seq_add(s, node_new(b, N_BREAK, NULL));
        return;
    }
    for (Loop *l = loop; l; l = l->up)
        if (l->header == to) {
            add_goto(b, s, l->next_round);
            return;
        }
    add_goto(b, s, label_before(b, to));
}

/* The jump as a sequence of at most one statement. */
static Seq jump(Build *b, const Arm *arm, int next, Loop *loop)
{
    Seq s = {0};
    if (arm->kind == ARM_BLOCK) {
        if (arm->to == next)
            s.falls = true;
        else
            jump_to_block(b, &s, arm->to, loop);
        return s;
    }
    if (next == NEXT_END && arm->kind == ARM_EXIT && end_means(b, arm->blk)) {
        s.falls = true;
        return s;
    }
    Node *n = node_new(b, arm->kind == ARM_EXIT ? N_EXIT : N_LEAVE, arm->blk);
    n->tail = s.falls = b->plan.set && next == NEXT_END;
    seq_add(&s, n);
    return s;
}

/* ---- one sequence ------------------------------------------------------------------------------------------------ */

typedef struct Line {
    Seq seq;
    Where where;
    int base; /* its part of the stack begins here */
} Line;

static int line_next(const Build *b, const Line *l)
{
    return b->stack.n > l->base ? b->stack.at[b->stack.n - 1].v : l->where.next;
}

static void line_push(Build *b, int v) { array_add(b->plan.a, &b->stack, ((Item){v, false})); }

/* Some statement's end was reached: if nothing waits here, that is the end of the sequence. */
static void line_fall(const Build *b, Line *l, bool falls)
{
    if (falls && b->stack.n == l->base)
        l->seq.falls = true;
}

static void line_add(Build *b, Line *l, Seq s)
{
    line_fall(b, l, s.falls);
    seq_splice(&l->seq, s);
}

static void push_followers(Build *b, int first)
{
    const BlockPlace *at = b->plan.at;
    int base = b->stack.n;
    for (int v = first; v >= 0; v = at[v].next)
        line_push(b, v);
    for (int i = base, k = b->stack.n - 1; i < k; i++, k--) {
        Item swap = b->stack.at[i];
        b->stack.at[i] = b->stack.at[k];
        b->stack.at[k] = swap;
    }
}

static bool is_flat(const Line *l) { return l->where.depth >= NEST_MAX; }

static Where deeper(const Build *b, const Line *l) { return (Where){line_next(b, l), l->where.depth + 1, l->where.loop}; }

static Seq build_arm(Build *b, Line *l, int v, const Arm *arm)
{
    Where w = deeper(b, l);
    return stands_here(b, v, arm) ? build_seq(b, (Item){arm->to, false}, w) : jump(b, arm, w.next, w.loop);
}

static void add_if(Build *b, Line *l, int v, bool negate, Seq yes, Seq no)
{
    line_fall(b, l, yes.falls || no.falls);
    seq_add(&l->seq, if_node(b, v, negate, yes, no));
}

/* Both ways are statements that stand here: if/else, or one after the other when one doesn't come back. */
static void add_both(Build *b, Line *l, int v)
{
    const Arm *arm = b->plan.at[v].arm;
    int first = b->plan.at[arm[1].to].size < b->plan.at[arm[0].to].size;
    Seq part[2] = {{0}, {0}};
    part[first] = build_arm(b, l, v, &arm[first]);
    if (!part[first].falls) {
        add_if(b, l, v, first == 0, part[first], (Seq){0});
        line_push(b, arm[!first].to);
        return;
    }
    part[!first] = build_arm(b, l, v, &arm[!first]);
    if (!part[!first].falls) {
        add_if(b, l, v, first != 0, part[!first], (Seq){0});
        line_add(b, l, part[first]);
        return;
    }
    add_if(b, l, v, true, part[0], part[1]);
}

/* A branch in code that is too deep to nest: what stands here comes after, in the same sequence. */
static void add_flat(Build *b, Line *l, int v)
{
    const Arm *arm = b->plan.at[v].arm;
    for (int i = 1; i >= 0; i--)
        if (stands_here(b, v, &arm[i]))
            line_push(b, arm[i].to);
    int next = line_next(b, l);
    Seq part[2];
    for (int i = 0; i < 2; i++)
        part[i] = jump(b, &arm[i], next, l->where.loop);
    int cond = part[1].head ? 1 : 0; /* the side that becomes the if's statement */
    if (part[cond].head && part[cond].falls) { /* leaves a set in the last place */
        add_if(b, l, v, cond == 0, part[cond], part[!cond]);
        return;
    }
    if (part[cond].head)
        add_if(b, l, v, cond == 0, part[cond], (Seq){0});
    line_add(b, l, part[!cond]);
}

static void add_branch(Build *b, Line *l, int v)
{
    const Arm *arm = b->plan.at[v].arm;
    int next = line_next(b, l);
    Way way[2] = {way_of(b, v, &arm[0], next), way_of(b, v, &arm[1], next)};
    if (is_flat(l)) {
        add_flat(b, l, v);
    } else if (way[0] == WAY_INLINE && way[1] == WAY_INLINE) {
        add_both(b, l, v);
    } else if (way[0] == WAY_JUMP || way[1] == WAY_JUMP) {
        int i = way[1] == WAY_JUMP ? 1 : 0;
        bool back = arm[i].kind == ARM_BLOCK && b->plan.g.rank[arm[i].to] <= b->plan.g.rank[v];
        if (back && way[!i] == WAY_JUMP) /* rather if (…) break; continue; than the other way round */
            i = !i;
        add_if(b, l, v, i == 0, build_arm(b, l, v, &arm[i]), (Seq){0});
        if (way[!i] == WAY_INLINE)
            line_push(b, arm[!i].to);
        else
            line_add(b, l, build_arm(b, l, v, &arm[!i]));
    } else {
        Seq part[2];
        for (int i = 0; i < 2; i++)
            part[i] = build_arm(b, l, v, &arm[i]);
        if (way[0] == WAY_NONE)
            add_if(b, l, v, false, part[1], part[0]);
        else
            add_if(b, l, v, true, part[0], part[1]);
    }
}

/* ---- switches ---------------------------------------------------------------------------------------------------- */

/* An entry of a table. */
typedef struct Slot { int blk, at; } Slot;

static int by_block(const void *a, const void *b)
{
    const Slot *x = a, *y = b;
    return x->blk != y->blk ? x->blk - y->blk : x->at - y->at;
}

static Slot *sort_slots(Build *b, const Blk *blk)
{
    Slot *slot = NEWN(b->plan.a, Slot, blk->ntargets + 1);
    for (int i = 0; i < blk->ntargets; i++)
        slot[i] = (Slot){blk->targets[i]->id, i};
    qsort(slot, (size_t)blk->ntargets, sizeof *slot, by_block);
    return slot;
}

static int *switch_values(Build *b, const Slot *slot, int n, const Arm *arm)
{
    int lo = 0, count = 0;
    for (int hi = n; lo < hi;) {
        const int mid = lo + (hi - lo) / 2;
        if (slot[mid].blk < arm->blk->id)
            lo = mid + 1;
        else
            hi = mid;
    }
    while (lo + count < n && slot[lo + count].blk == arm->blk->id)
        count++;
    int *list = NEWN(b->a, int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = slot[lo + i].at;
    list[count] = -1;
    return list;
}

static Seq build_switch(Build *b, Line *l, int v)
{
    const BlockPlace *x = &b->plan.at[v];
    Seq s = {0};
    Node *n = node_new(b, N_SWITCH, x->b);
    n->nkid = x->ntable;
    n->kid = NEWN(b->a, Node *, x->ntable + 1);
    n->values = NEWN(b->a, int *, x->ntable + 1);
    const Slot *slot = sort_slots(b, x->b);
    for (int i = 0; i < x->ntable; i++) {
        Seq part = is_flat(l) ? jump(b, &x->table[i], line_next(b, l), l->where.loop)
                              : build_arm(b, l, v, &x->table[i]);
        s.falls |= part.falls;
        n->kid[i] = part.head ? seq_node(b, part) : node_new(b, N_SEQ, NULL);
        n->values[i] = switch_values(b, slot, x->b->ntargets, &x->table[i]);
    }
    seq_add(&s, n);
    return s;
}

static void add_switch(Build *b, Line *l, int v)
{
    const BlockPlace *x = &b->plan.at[v];
    const Arm *other = &x->arm[0];
    if (is_flat(l)) {
        for (int i = x->ntable - 1; i >= 0; i--)
            if (stands_here(b, v, &x->table[i]))
                line_push(b, x->table[i].to);
        if (other->kind != ARM_NONE && stands_here(b, v, other))
            line_push(b, other->to);
    }
    Seq s = build_switch(b, l, v);
    if (other->kind == ARM_NONE) {
        line_add(b, l, s);
        return;
    }
    Seq no = is_flat(l) ? jump(b, other, line_next(b, l), l->where.loop) : build_arm(b, l, v, other);
    add_if(b, l, v, false, s, no);
}

/* ---- blocks and loops -------------------------------------------------------------------------------------------- */

static void add_body(Build *b, Line *l, int v)
{
    const BlockPlace *x = &b->plan.at[v];
    push_followers(b, x->first_in);
    seq_add(&l->seq, node_new(b, N_BLOCK, x->b));
    if (x->b->targets)
        add_switch(b, l, v);
    else if (x->arm[1].kind != ARM_NONE)
        add_branch(b, l, v);
    else if (stands_here(b, v, &x->arm[0]))
        line_push(b, x->arm[0].to);
    else
        line_add(b, l, jump(b, &x->arm[0], line_next(b, l), l->where.loop));
}

static void add_loop(Build *b, Line *l, int h)
{
    int next = line_next(b, l);
    Loop loop = {.header = h, .next_round = node_new(b, N_LABEL, b->plan.at[h].b), .up = l->where.loop};
    loop.exit = b->plan.at[h].first_after >= 0 ? b->plan.at[h].first_after : plan_exit_of(&b->plan, h, next);
    Seq body = build_seq(b, (Item){h, true}, (Where){h, l->where.depth + 1, &loop});
    seq_add(&body, loop.next_round);
    Node *n = node_new(b, N_LOOP, b->plan.at[h].b);
    n->nkid = 1;
    n->kid = NEWN(b->a, Node *, 1);
    n->kid[0] = seq_node(b, body);
    seq_add(&l->seq, n);
    if (loop.breaks)
        line_add(b, l, jump(b, &(Arm){ARM_BLOCK, loop.exit, NULL}, next, l->where.loop));
}

static void add_block(Build *b, Line *l, Item x)
{
    const BlockPlace *p = &b->plan.at[x.v];
    if (!x.body)
        seq_add(&l->seq, label_before(b, x.v));
    bool header = b->plan.g.loop[x.v] == x.v;
    if (!x.body && header)
        push_followers(b, p->first_after);
    if (!x.body && header && !is_flat(l))
        add_loop(b, l, x.v);
    else
        add_body(b, l, x.v);
}

static Seq build_seq(Build *b, Item first, Where where)
{
    Line l = {{0}, where, b->stack.n};
    array_add(b->plan.a, &b->stack, first);
    while (b->stack.n > l.base)
        add_block(b, &l, b->stack.at[--b->stack.n]);
    return l.seq;
}

/* ---- finish ------------------------------------------------------------------------------------------------------ */

/* Turns lists into arrays, drops labels that no goto wants and numbers the others in order. */
static void finish(Build *b, Node *n, Node *up, int place, int *labels)
{
    n->up = up;
    n->place = place;
    if (n->kind == N_LABEL)
        n->label = (*labels)++;
    if (n->kind == N_SEQ && n->user) {
        int count = 0;
        for (Node *k = n->user; k; k = k->up)
            count += k->kind != N_LABEL || k->label >= 0;
        n->kid = NEWN(b->a, Node *, count + 1);
        for (Node *k = n->user; k; k = k->up)
            if (k->kind != N_LABEL || k->label >= 0)
                n->kid[n->nkid++] = k;
        n->user = NULL;
    }
    for (int i = 0; i < n->nkid; i++) {
        Node *k = n->kid[i];
        if (!k)
            continue;
        finish(b, k, n, i, labels);
        if (k->kind == N_SEQ && k->nkid == 1) { /* only labels fell away around it */
            n->kid[i] = k->kid[0];
            n->kid[i]->up = n;
            n->kid[i]->place = i;
        }
    }
}

Node *struct_build(Arena *a, Fn *fn, Blk *entry, const Bits *set, int *gotos)
{
    Arena tmp = {0};
    int labels = *gotos; /* other trees of the same C function have at most that many */
    Build b = {.plan = {.a = &tmp, .fn = fn, .set = set}, .a = a, .gotos = gotos};
    plan_make(&b.plan, entry);
    b.label = NEWN(&tmp, Node *, b.plan.g.n);
    Node root = {0};
    Node *kid[1] = {seq_node(&b, build_seq(&b, (Item){0, false}, (Where){NEXT_END, 0, NULL}))};
    root.kind = N_SEQ;
    root.kid = kid;
    root.nkid = 1;
    finish(&b, &root, NULL, 0, &labels);
    kid[0]->up = NULL;
    for (Node *x = kid[0]; x; x = node_next(x, kid[0]))
        if (x->kind == N_GOTO)
            x->label = x->to->label;
    arena_reset(&tmp);
    return kid[0];
}

Node *node_past(const Node *x, const Node *root)
{
    for (; x != root; x = x->up)
        for (int i = x->place + 1; i < x->up->nkid; i++)
            if (x->up->kid[i])
                return x->up->kid[i];
    return NULL;
}

Node *node_next(const Node *x, const Node *root)
{
    for (int i = 0; i < x->nkid; i++)
        if (x->kid[i])
            return x->kid[i];
    return node_past(x, root);
}

bool node_holds(const Node *n, NodeKind kind)
{
    const Node *x = n;
    while (x && x->kind != kind)
        x = node_next(x, n);
    return x;
}

void node_mark(const Node *n, bool *in)
{
    for (const Node *x = n; x; x = node_next(x, n))
        if (x->blk)
            in[x->blk->id] = true;
}
