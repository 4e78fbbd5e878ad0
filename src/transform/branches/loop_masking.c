/* loop_masking.c: loops that lanes leave at different times, run for all lanes of a chunk at once.
 *
 * A loop whose condition differs between lanes would stand inside the loop over lanes, where no C compiler makes vectors
 * of it.  When its body is arithmetic alone, it is turned inside out:
 *
 *   do { for each lane { body } } while (any lane's mask is set)
 *
 * A mask is a register of 32 bits, all of them set in lanes that are still in the loop, in this side of an if, in this
 * round.  Branches in the body become masks, too.  What is computed where a mask is clear harms nobody; only registers
 * that such a lane reads later keep their value there: those live where the lanes that are out go on.
 *
 * An if around such a loop is done likewise; its instructions outside of loops may do anything, under a guard.  So are ifs of
 * arithmetic in ifs, and of loads of words side by side: C compilers leave such nests as branches, or make switches of them, and then no
 * vectors.  So is an if that gives a predicate from which the condition of another one is made: they make ways of their own for what follows
 * from the one for the other.  What stores at one place for all lanes stays an if, to which one lane comes, or none.
 *
 * A load in a loop from one address for all lanes must not be done when no lane is there to do it: a test comes first where that
 * is not sure.  Others, and stores, are done by each lane that is there: they must be to memory in a row from lane to lane, as
 * a lane by itself had better go through memory that is scattered anyway, which only the analysis of the new code tells.
 *
 * Other is a loop of which each round waits for several loads, one behind the other, that begin with what the round before has read
 * (loop_masking_access.c): it is turned likewise, but each lane that is there does its round by itself, as it was, and while it waits the
 * processor does those of others.  A lane's accesses keep their order; those of several lanes have none but where the lanes meet.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions rewritten as in versioning.c: the original is jumped
 * over, the new code stands at the function's end; blocks and analyses are to be made anew. */
#include "analysis/uniform.h"
#include "transform/branches/loop_masking.h"

enum { MASKED_MAX = 8000, /* instructions of a loop that is turned */
       NEST_MAX = 1200,  /* of ifs */
       NESTED_MIN = 2,   /* ifs in each other without any loop that are worth it */
       BODY_MIN = 3,     /* instructions of all loops together that are worth it */
       EFFECTS_MAX = 8 }; /* instructions under guards, but for loads of global memory from one place for all */

/* ---- what can be turned ------------------------------------------------------------------------------------------- */

/* What can be done under a guard. */
static bool can_guard(const Ins *ins)
{
    return (isa_is_ld_st(ins) || isa_computes(ins)) && !isa_meets(ins) && ins->pseudo != PSEUDO_CHECK && isa_space(ins) != SP_PARAM;
}

/* A block of what is turned may end so. */
static bool can_end(const Ins *ins, bool in_loop)
{
    const Emit e = isa_emit(ins);
    return e == EMIT_BRA || (!in_loop && ins->guard < 0 && (e == EMIT_RET || e == EMIT_EXIT));
}

/* A plain store to one place for all lanes: no more than one comes to it, or they store the same. */
static bool stores_for_one(const Back *b, const Ins *ins)
{
    return isa_emit(ins) == EMIT_ST && can_guard(ins) && !isa_is_strong(ins) && isa_space(ins) != SP_LOCAL && uniform_arg(b, ins, ARG_A).kind == VAL_UNI;
}

static bool can_turn_block(Masked *w, const Blk *x, bool in_loop)
{
    w->in[x->id] = 1;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &w->fn->ins.at[i];
        const bool loads = in_loop && (masked_is_load(w->b, ins) || (!w->straight && masked_is_access(ins)));
        const bool easy = loads || masked_is_easy(w->b, ins);
        if (ins->slow)
            return false;
        w->loads |= loads;
        if (i == x->term)
            return can_end(ins, in_loop);
        if (!easy && !(w->straight ? stores_for_one(w->b, ins) : !in_loop && can_guard(ins)))
            return false;
        w->body += in_loop && isa_emit(ins) != EMIT_MOV;
        w->effects += !easy && !(masked_is_load(w->b, ins) && isa_space(ins) == SP_GLOBAL && uniform_arg(w->b, ins, ARG_A).kind == VAL_UNI);
    }
    return true;
}

static bool can_turn(Masked *w, const Node *n, bool in_loop)
{
    switch (n->kind) {
    case N_BLOCK:
        return can_turn_block(w, n->blk, in_loop);
    case N_IF:
        if (w->fn->ins.at[n->blk->term].guard < 0)
            return false;
        break;
    case N_LOOP:
        in_loop = true;
        break;
    case N_SEQ:
        break;
    case N_BREAK: case N_CONTINUE:
        return in_loop;
    default:
        return false;
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && !can_turn(w, n->kid[i], in_loop))
            return false;
    return true;
}

/* All ways out go to one place. */
static bool find_exit(Masked *w, const Node *root)
{
    bool ends = false;
    w->exit = NULL;
    for (int i = 0; i < w->fn->nblk; i++) {
        const Blk *x = w->fn->blk[i];
        bool branch = root->kind == N_IF && x == root->blk;
        if (!w->in[i] && !branch)
            continue;
        ends |= x->exits;
        for (int k = 0; k < blk_nsucc(x); k++) {
            Blk *to = blk_succ(x, k);
            if (w->in[to->id])
                continue;
            if (w->exit && w->exit != to)
                return false;
            w->exit = to;
        }
    }
    if (!ends || !w->exit)
        return true;
    const Blk *x = w->exit; /* a return, here and there */
    return x->first + 1 == x->end && isa_emit(&w->fn->ins.at[x->first]) == EMIT_RET && w->fn->ins.at[x->first].guard < 0;
}

/* ---- the search ------------------------------------------------------------------------------------------------------- */

/* Looks at a root: what it consists of; whether it can be turned. */
static bool look(Masked *w, const Node *n)
{
    memset(w->in, 0, (size_t)w->fn->nblk);
    w->body = w->effects = 0;
    w->loads = false;
    return can_turn(w, n, w->straight);
}

static int try_node(Masked *w, const Node *n)
{
    if (w->fn->ins.at[masked_start(n)].alone)
        return -1;
    if (!node_holds(n, N_LOOP) || masked_size(n) > MASKED_MAX || !look(w, n) || w->body < BODY_MIN ||
        w->effects > EFFECTS_MAX || !find_exit(w, n))
        return -1;
    masked_find_same(w, n);
    w->frame = NULL;
    if (!masked_accesses_fit(w, n)) {
        w->fn->ins.at[masked_start(n)].alone = true;
        return -1;
    }
    MaskedRoot root = {.node = n, .exit = w->exit};
    masked_write(w, &root, 1);
    return masked_start(n);
}

/* One lane at most comes to the if's only side: it had better do that alone. */
static bool is_for_one(const Back *b, const Node *n)
{
    const Ins *br = n->kind == N_IF ? &b->fn->ins.at[n->blk->term] : NULL;
    const int side = br && node_else(n);
    return br && br->guard >= 0 && !(side && n->kid[0]) && single_lane_holds(b, br->guard, br->guard_neg == (n->negate != side));
}

static int search(Masked *w)
{
    const Node *const root = w->b->tree;
    int found = -1;
    for (const Node *n = root; n && found < 0;) {
        const bool past = info(n)->masked || is_for_one(w->b, n);
        if (!past && info(n)->lane && (n->kind == N_IF || n->kind == N_LOOP))
            found = try_node(w, n);
        n = past || info(n)->lane ? node_past(n, root) : node_next(n, root);
    }
    return found;
}

bool loop_mask_failed(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (ins->pseudo == PSEUDO_ANY && b->blk_of[i] && node_level(b, b->node_of[b->blk_of[i]->id]) == LV_LANE)
            return true;
        if (ins->masked && b->blk_of[i] && ins->guard < 0 && isa_emit(ins) == EMIT_LD &&
            uniform_arg(b, ins, ARG_A).kind != VAL_UNI)
            return true;
    }
    return false;
}

static bool is_any(const Ins *ins) { return ins->pseudo == PSEUDO_ANY; }

bool loop_mask_has(const Fn *fn) { return fn_some(fn, is_any); }

bool loop_mask_one(Back *b)
{
    Masked w = {.b = b, .fn = b->fn, .a = b->m->code, .in = NEWN(b->a, uint8_t, b->fn->nblk + 1)};
    b->rewritten_at = search(&w);
    return b->rewritten_at >= 0;
}

/* ---- ifs without loops -------------------------------------------------------------------------------------------------- */

/* How deep ifs stand in each other. */
static int depth_of(const Node *n)
{
    int most = 0;
    for (int i = 0; i < n->nkid; i++) {
        const int d = n->kid[i] ? depth_of(n->kid[i]) : 0;
        most = d > most ? d : most;
    }
    return most + (n->kind == N_IF);
}

/* What one instruction makes of numbers is what it makes where all lanes are there. */
static void suppose_all_there(const Masked *w, int at)
{
    const Ins *ins = &w->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    if (d.n == 1 && ins->guard < 0 && isa_computes(ins) && w->b->reg[d.reg].ndef == 1)
        w->b->reg[d.reg].val = uniform_guess(w->b, at, true);
}

/* All that it loads are words side by side from lane to lane: vectors have masks for that. */
static bool loads_lie_in_row(const Masked *w)
{
    Val *was = NEWN(w->b->a, Val, w->b->nreg + 1);
    bool fit = true;
    for (int r = 0; r < w->b->nreg; r++)
        was[r] = w->b->reg[r].val;
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; w->in[i] && k < w->fn->blk[i]->end; k++) {
            const Ins *ins = &w->fn->ins.at[k];
            const int bytes = type_bytes(isa_slot_type(ins, SLOT_TYPE));
            suppose_all_there(w, k);
            const Val v = masked_is_load(w->b, ins) ? uniform_arg(w->b, ins, ARG_A) : (Val){0};
            fit = fit && (v.kind == VAL_NONE || (v.kind == VAL_AFF && v.step == bytes && bytes >= 4));
        }
    for (int r = 0; r < w->b->nreg; r++)
        w->b->reg[r].val = was[r];
    return fit;
}

typedef struct Roots { MaskedRoot *at; int n; } Roots;

/* By register: it has to do with what decides a branch. */
static const bool *find_deciding(const Back *b)
{
    bool *deciding = NEWN(b->a, bool, b->nreg + 1);
    for (int i = b->fn->ins.n - 1; i >= 0; i--) {
        if (isa_emit(&b->fn->ins.at[i]) == EMIT_BRA && b->fn->ins.at[i].guard >= 0)
            deciding[b->fn->ins.at[i].guard] = true;
        ins_marks_inputs(&b->fn->ins.at[i], deciding);
    }
    return deciding;
}

/* Whether some predicate that has to do with what decides a branch is written in one side. */
static bool decides_others(const Masked *w, const Node *n, const bool *deciding)
{
    for (const Node *x = n; x; x = node_next(x, n))
        for (int i = x->kind == N_BLOCK ? x->blk->first : 0; x->kind == N_BLOCK && i < x->blk->end; i++)
            for (Refs ref = ins_refs(&w->fn->ins.at[i]); refs_next(&ref);)
                if (ref.write && deciding[ref.reg] && w->fn->regs.at[ref.reg]->type == T_PRED && !node_inside(w->b->reg[ref.reg].scope, n))
                    return true;
    return false;
}

static bool is_nest(Masked *w, const Node *n, const bool *deciding)
{
    return n->kind == N_IF && (depth_of(n) >= NESTED_MIN || decides_others(w, n, deciding)) && !node_holds(n, N_LOOP) && !masked_has_jump(n) &&
           masked_size(n) <= NEST_MAX && look(w, n) && (!w->loads || loads_lie_in_row(w)) && find_exit(w, n) && w->exit;
}

static void find_nests(Masked *w, Roots *roots)
{
    const Node *const tree = w->b->tree;
    const bool *const deciding = find_deciding(w->b);
    for (const Node *n = tree; n; n = info(n)->masked || info(n)->lane ? node_past(n, tree) : node_next(n, tree))
        if (info(n)->lane && !info(n)->masked && is_nest(w, n, deciding))
            roots->at[roots->n++] = (MaskedRoot){.node = n, .exit = w->exit};
}

/* An atomic operation at one place for all lanes: that has a loop of its own, behind what decides about it.  Where lanes go one by one for
 * other things, they had better skip what is not theirs. */
static bool is_counter(const Back *b, const Ins *ins)
{
    return isa_mem(ins) == MEM_RW && isa_arg(ins, ARG_A) >= 0 && uniform_arg(b, ins, ARG_A).kind == VAL_UNI;
}

bool if_convert(Back *b)
{
    Masked w = {.b = b, .fn = b->fn, .a = b->m->code, .in = NEWN(b->a, uint8_t, b->fn->nblk + 1), .straight = true};
    Roots roots = {.at = NEWN(b->a, MaskedRoot, b->fn->nblk + 1)};
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->blk_of[i] && node_level(b, b->node_of[b->blk_of[i]->id]) == LV_LANE && ins_order_matters(&b->fn->ins.at[i]) &&
            !is_counter(b, &b->fn->ins.at[i]))
            return false;
    find_nests(&w, &roots);
    if (roots.n)
        masked_write(&w, roots.at, roots.n);
    return roots.n > 0;
}
