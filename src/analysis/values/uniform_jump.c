/* uniform_jump.c: jumps in the control-flow tree and what they make of the nodes between them and where they lead.
 *
 * A jump and its label must be printed in one and the same loop over lanes and loop over chunks: C can jump into the
 * middle of such a loop, or out of it, but then it is not the lanes that take part that go on.  So where one of both
 * runs lane by lane, both do, with all between them; and where one is printed for the CTA, both are.
 * So are ifs without barriers that write what the rounds of a barrier hang on: what each chunk writes could differ.
 *
 * In: the tree, marked by uniform.c.  Out: Back.jumps, NodeInfo.to, around, left, entered; has_cta and lane rise. */
#include "analysis/uniform.h"

static void add_jump(Back *b, Node *n, Node *to)
{
    NodeInfo *x = info(n);
    if (!to)
        ice("a jump that leads nowhere");
    x->to = to;
    x->around = n->kind == N_GOTO ? node_common(to, n) : to;
    for (Node *p = n; p != x->around; p = p->up)
        info(p)->left = true;
    for (Node *p = to; p != x->around; p = p->up)
        info(p)->entered = true;
    array_add(b->a, &b->jumps, n);
}

void jump_find(Back *b, Node *tree)
{
    for (Node *n = tree; n; n = node_next(n, tree))
        if (n->kind == N_GOTO)
            add_jump(b, n, n->to);
        else if (n->kind == N_BREAK || n->kind == N_CONTINUE)
            add_jump(b, n, node_loop_around(n));
}

/* Whether what stands directly in n is printed for the CTA, unless lanes part. */
static bool is_for_cta(const Back *b, const Node *n)
{
    bool cta = info(b->tree)->has_cta;
    for (; n && cta; n = n->up)
        cta = n->kind == N_SEQ || info(n)->has_cta;
    return cta;
}

static bool pin(Node *n, const Node *around)
{
    bool changed = false;
    for (; n != around; n = n->up) {
        changed |= !info(n)->has_cta;
        info(n)->has_cta = true;
    }
    return changed;
}

void jump_pin(Back *b)
{
    for (AGAIN(changed))
        for (EACH(Node, n, b->jumps)) {
            const NodeInfo *x = info(n);
            if (is_for_cta(b, x->around)) {
                changed |= pin(n, x->around);
                changed |= pin(x->to, x->around);
            }
        }
}

void jump_pin_deciders(Back *b)
{
    bool *deciding = NEWN(b->a, bool, b->nreg + 1);
    for (AGAIN(changed)) {
        for (const Node *n = b->tree; n; n = node_next(n, b->tree))
            if (n->kind == N_IF && info(n)->has_cta && b->fn->ins.at[n->blk->term].guard >= 0)
                deciding[b->fn->ins.at[n->blk->term].guard] = true;
        for (int i = b->fn->ins.n - 1; i >= 0; i--) {
            Node *n = b->blk_of[i] && ins_marks_inputs(&b->fn->ins.at[i], deciding) ? b->node_of[b->blk_of[i]->id] : NULL;
            if (n && (!node_loop_around(n) || info(node_loop_around(n))->has_cta))
                changed |= pin(n->up, node_loop_around(n));
        }
    }
}

static bool is_by_lane(const Node *n)
{
    for (; n; n = n->up)
        if (info(n)->lane)
            return true;
    return false;
}

/* The kid of around that holds n. */
static int kid_of(const Node *around, const Node *n)
{
    while (n->up != around)
        n = n->up;
    return n->place;
}

static bool make_lanes(Back *b, Node *n, bool *changed)
{
    Node *around = info(n)->around, *to = info(n)->to;
    if (around->kind != N_SEQ)
        return node_make_lane(b, around, changed);
    const int from = kid_of(around, n), at = kid_of(around, to);
    for (int i = from < at ? from : at; i <= from || i <= at; i++)
        if (around->kid[i] && !node_make_lane(b, around->kid[i], changed))
            return false;
    return true;
}

bool jump_level(Back *b, bool *changed)
{
    for (EACH(Node, n, b->jumps)) {
        const NodeInfo *x = info(n);
        if ((is_by_lane(n) || is_by_lane(x->to)) && !is_by_lane(x->around) && !make_lanes(b, n, changed))
            return false;
    }
    return true;
}
