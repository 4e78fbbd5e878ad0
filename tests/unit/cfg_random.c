/* Blocks, dominators, post-dominators, loops and liveness of random control flow against their definitions, found
 * the slow way: u dominates v when v can't be reached without u. */
#include "flow_graphs.h"

enum { MAX_BLOCKS = 200, REGS = 8 };

/* ---- edges ------------------------------------------------------------------------------------------------------- */

static bool has_pred(const Blk *b, const Blk *p)
{
    int n = 0;
    for (int i = 0; i < b->npred; i++)
        n += b->pred[i] == p;
    CHECK(n <= 1);
    return n > 0;
}

static bool has_succ(const Blk *b, const Blk *s)
{
    for (int i = 0; i < blk_nsucc(b); i++)
        if (blk_succ(b, i) == s)
            return true;
    return false;
}

/* Where control may go from the instruction before place i in the text, told by the instructions alone. */
static void check_edges(const Fn *fn)
{
    bool covered[4 * MAX_BLOCKS] = {false};
    for (int i = 0; i < fn->nblk; i++) {
        const Blk *b = fn->blk[i];
        CHECK(b->id == i && b->first <= b->end);
        for (int k = b->first; k < b->end; k++) {
            CHECK(!covered[k]);
            covered[k] = true;
            Emit emit = isa_emit(&fn->ins.at[k]);
            bool plain = emit == EMIT_TEXT || emit == EMIT_BAR;
            CHECK(plain || k == b->end - 1);
            CHECK(emit != EMIT_BAR || k == b->first);
        }
        for (int k = 0; k < fn->nblk; k++)
            CHECK(has_pred(fn->blk[k], b) == has_succ(b, fn->blk[k]));
        const Ins *last = b->first < b->end ? &fn->ins.at[b->end - 1] : NULL;
        Emit emit = last ? isa_emit(last) : EMIT_TEXT;
        bool leaves = emit == EMIT_RET || emit == EMIT_EXIT || emit == EMIT_TRAP;
        bool jumps = emit == EMIT_BRA || emit == EMIT_BRX;
        bool falls = !(leaves || jumps) || last->guard >= 0;
        /* A branch to the very end makes an empty block there, which others fall into. */
        bool at_end = b->end == fn->ins.n && !leaves && !jumps && !(b->succ[0] && b->succ[0] != b);
        CHECK(b->exits == (leaves || at_end));
        CHECK(b->branch == (jumps ? b->end - 1 : -1));
        CHECK(b->term == (jumps || leaves ? b->end - 1 : -1));
        CHECK(!b->succ[1] || (emit == EMIT_BRA && last->guard >= 0 && b->succ[0]));
        if (falls && !at_end)
            CHECK(b->succ[0] && b->succ[0]->first == b->end);
        if (emit == EMIT_BRA) {
            const Blk *to = b->succ[1] ? b->succ[1] : b->succ[0];
            CHECK(to->first == last->op[0].sym->index);
        }
        for (int k = 0; k < b->ntargets; k++)
            CHECK(b->targets[k]->first == last->op[1].sym->targets.at[k]->index);
    }
}

/* ---- dominators and loops ---------------------------------------------------------------------------------------- */

/* Blocks that b reaches without passing through avoid; forward or backward. */
static void reach(const Fn *fn, const Blk *b, const Blk *avoid, bool back, bool *seen)
{
    const Blk *stack[MAX_BLOCKS];
    int top = 0;
    memset(seen, 0, (size_t)fn->nblk);
    if (b == avoid)
        return;
    seen[b->id] = true;
    stack[top++] = b;
    while (top) {
        b = stack[--top];
        int n = back ? b->npred : blk_nsucc(b);
        for (int i = 0; i < n; i++) {
            const Blk *s = back ? b->pred[i] : blk_succ(b, i);
            if (s != avoid && !seen[s->id]) {
                seen[s->id] = true;
                stack[top++] = s;
            }
        }
    }
}

static void check_dominators(const Fn *fn)
{
    bool seen[MAX_BLOCKS];
    CHECK(!fn->blk[0]->idom);
    for (int u = 0; u < fn->nblk; u++) {
        reach(fn, fn->blk[0], fn->blk[u], false, seen);
        for (int v = 0; v < fn->nblk; v++)
            CHECK(cfg_dominates(fn->blk[u], fn->blk[v]) == !seen[v]);
        const Blk *d = fn->blk[u]->idom;
        CHECK(!d == (u == 0));
        for (int v = 0; d && v < fn->nblk; v++) /* all other dominators dominate the immediate one */
            CHECK(v == u || !cfg_dominates(fn->blk[v], fn->blk[u]) || cfg_dominates(fn->blk[v], d));
    }
}

/* Where every block reaches an exit; for loops without one the definition is ours. */
static bool check_postdominators(const Fn *fn)
{
    bool seen[MAX_BLOCKS], reaches[MAX_BLOCKS] = {false};
    for (int v = 0; v < fn->nblk; v++) {
        reach(fn, fn->blk[v], NULL, false, seen);
        for (int x = 0; x < fn->nblk; x++)
            reaches[v] |= seen[x] && fn->blk[x]->exits;
    }
    for (int v = 0; v < fn->nblk; v++)
        if (!reaches[v])
            return false;
    for (int u = 0; u < fn->nblk; u++)
        for (int v = 0; v < fn->nblk; v++) {
            bool around = false;
            reach(fn, fn->blk[v], fn->blk[u], false, seen);
            for (int x = 0; x < fn->nblk; x++)
                around |= seen[x] && fn->blk[x]->exits;
            CHECK(cfg_postdominates(fn->blk[u], fn->blk[v]) == !around);
        }
    for (int v = 0; v < fn->nblk; v++) {
        const Blk *d = fn->blk[v]->ipdom;
        CHECK(!d || (d != fn->blk[v] && cfg_postdominates(d, fn->blk[v])));
        for (int u = 0; u < fn->nblk; u++)
            CHECK(u == v || !cfg_postdominates(fn->blk[u], fn->blk[v]) || (d && cfg_postdominates(fn->blk[u], d)));
    }
    return true;
}

static bool in_loop(const Blk *b, const Blk *h)
{
    const Blk *l = b->loop;
    while (l && l != h)
        l = l->loop_up;
    return l != NULL;
}

static void check_loops(const Fn *fn)
{
    bool irreducible = false;
    for (int i = 0; i < fn->nblk; i++) {
        Blk *h = fn->blk[i];
        bool member[MAX_BLOCKS] = {false}, seen[MAX_BLOCKS], header = false;
        for (int k = 0; k < h->npred; k++) {
            const Blk *p = h->pred[k];
            irreducible |= p->id >= h->id && !cfg_dominates(h, p);
            if (!cfg_dominates(h, p))
                continue;
            header = true;
            reach(fn, p, h, true, seen);
            for (int v = 0; v < fn->nblk; v++)
                member[v] |= seen[v];
        }
        member[i] |= header;
        CHECK(h->is_header == header);
        int n = 0, last = i;
        for (int v = 0; v < fn->nblk; v++) {
            CHECK(member[v] == in_loop(fn->blk[v], h));
            n += member[v];
            if (member[v])
                last = v;
        }
        CHECK(!header || last == i + n - 1); /* contiguous */
    }
    CHECK(fn->irreducible == irreducible);
    for (int i = 0; i < fn->nblk; i++) /* reverse post-order: only back edges go back */
        for (int k = 0; !irreducible && k < blk_nsucc(fn->blk[i]); k++) {
            const Blk *s = blk_succ(fn->blk[i], k);
            CHECK(s->id > i || cfg_dominates(s, fn->blk[i]));
        }
}

/* ---- liveness ---------------------------------------------------------------------------------------------------- */

/* d, a, [b + 4], {x, y} with random registers, some guarded. */
static void add_operands(Arena *a, Fn *fn)
{
    for (int i = 0; i < REGS; i++)
        array_add(a, &fn->regs, NEW(a, Sym));
    for (int i = 0; i < fn->ins.n; i++) {
        Ins *ins = &fn->ins.at[i];
        if (isa_emit(ins) != EMIT_TEXT)
            continue;
        ins->guard = below(4) ? -1 : below(REGS);
        ins->arg = NEWN(a, Opnd, 4);
        ins->narg = 4;
        for (int k = 0; k < 4; k++)
            ins->arg[k] = (Opnd){.kind = k == 2 ? O_MEM : O_REG, .reg = below(REGS), .comp = -1, .imm = 4};
        ins->arg[3].kind = O_VEC;
        ins->arg[3].reg = -1;
        ins->arg[3].sub = NEWN(a, Opnd, 2);
        ins->arg[3].nsub = 2;
        for (int k = 0; k < 2; k++)
            ins->arg[3].sub[k] = (Opnd){.kind = O_REG, .reg = below(REGS), .comp = -1};
        if (below(3) == 0) { /* a destination that is a vector, or nothing read at all */
            ins->arg[0] = ins->arg[3];
            ins->narg = 1;
        }
    }
}

static bool writes(const Ins *ins, int r)
{
    if (isa_emit(ins) != EMIT_TEXT)
        return false;
    if (ins->narg == 1)
        return ins->arg[0].sub[0].reg == r || ins->arg[0].sub[1].reg == r;
    return ins->arg[0].reg == r;
}

static bool reads(const Ins *ins, int r)
{
    if (ins->guard == r)
        return true;
    if (isa_emit(ins) == EMIT_BRX)
        return ins->op[0].reg == r;
    if (isa_emit(ins) != EMIT_TEXT || ins->narg == 1)
        return false;
    return ins->arg[1].reg == r || ins->arg[2].reg == r || ins->arg[3].sub[0].reg == r || ins->arg[3].sub[1].reg == r;
}

static void check_liveness(const Fn *fn)
{
    for (int r = 0; r < REGS; r++) {
        bool in[MAX_BLOCKS] = {false}, out[MAX_BLOCKS] = {false}, again = true;
        while (again) {
            again = false;
            for (int i = 0; i < fn->nblk; i++) {
                const Blk *b = fn->blk[i];
                for (int k = 0; k < blk_nsucc(b); k++)
                    out[i] |= in[blk_succ(b, k)->id];
                bool live = out[i];
                for (int k = b->end - 1; k >= b->first; k--) {
                    const Ins *ins = &fn->ins.at[k];
                    live = (live && !(writes(ins, r) && ins->guard < 0)) || reads(ins, r) ||
                           (writes(ins, r) && ins->guard >= 0);
                }
                again |= live != in[i];
                in[i] = live;
            }
        }
        for (int i = 0; i < fn->nblk; i++) {
            CHECK(live_has(fn->blk[i]->live_in, r) == in[i]);
            CHECK(live_has(fn->blk[i]->live_out, r) == out[i]);
        }
    }
    for (int i = 0; i < fn->nblk; i++)
        for (int k = 1; k < fn->blk[i]->live_in.n; k++)
            CHECK(fn->blk[i]->live_in.reg[k - 1] < fn->blk[i]->live_in.reg[k]);
}

/* Registers left out by live_build without all: one write, and not live into a block that dominates it. */
static void check_without_simple(Arena *a, Fn *fn, int *left_out)
{
    for (int r = 0; r < REGS; r++) {
        int nwrites = 0;
        const Blk *def = NULL;
        for (int i = 0; i < fn->nblk; i++)
            for (int k = fn->blk[i]->first; k < fn->blk[i]->end; k++)
                if (writes(&fn->ins.at[k], r)) {
                    nwrites++;
                    def = fn->blk[i];
                }
        bool in[MAX_BLOCKS], without[MAX_BLOCKS], same = true, dominated = false;
        live_build(a, fn, true);
        for (int i = 0; i < fn->nblk; i++)
            in[i] = live_has(fn->blk[i]->live_in, r);
        live_build(a, fn, false);
        for (int i = 0; i < fn->nblk; i++) {
            without[i] = live_has(fn->blk[i]->live_in, r);
            same &= in[i] == without[i];
            CHECK(in[i] || !without[i]);
            dominated |= def && in[i] && cfg_dominates(fn->blk[i], def);
        }
        CHECK(same || (nwrites == 1 && !dominated));
        *left_out += !same;
    }
}

int main(void)
{
    int ending = 0, left_out = 0;
    for (int i = 0; i < 3000 && failed < 10; i++) {
        Arena a = {0};
        Fn fn = {0};
        if (i % 3)
            random_graph(&a, &fn, 2 + below(i % 10 ? 12 : 40), (i % 4) * 10);
        else
            random_program(&a, &fn, 15);
        for (int k = 0; k < fn.ins.n; k++)
            if (isa_emit(&fn.ins.at[k]) == EMIT_TEXT && below(12) == 0)
                fn.ins.at[k].emit = EMIT_BAR;
        add_operands(&a, &fn);
        cfg_build(&a, &fn, true);
        if (fn.nblk <= MAX_BLOCKS && fn.ins.n < 4 * MAX_BLOCKS) {
            check_edges(&fn);
            check_dominators(&fn);
            ending += check_postdominators(&fn);
            check_loops(&fn);
            live_build(&a, &fn, true);
            check_liveness(&fn);
            if (i % 4 == 0)
                check_without_simple(&a, &fn, &left_out);
        }
        arena_reset(&a);
    }
    CHECK(ending > 1000);
    CHECK(left_out > 50);
    return failed != 0;
}
