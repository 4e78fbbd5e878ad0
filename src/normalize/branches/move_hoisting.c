/* move_hoisting.c: constants that registers get on both ways of a branch, one of which is for nothing else, are moved before it; and
 * those that they get in a loop for what stands behind it, before the loop.
 *
 * `sum = 0; for (i = thread; i < n; i += threads) sum += …` comes from nvcc as `if (thread < n) { sum = 0; do … } else sum = 0;`.
 * Then nothing stands on the other way, and the loop is one that is tested at its head.
 *
 * A 0 that clang needs in a loop it takes from there as the first value of what a later loop counts.  Where lanes go round the former
 * each by itself, the count would differ between them.  The register is not live at the loop's head, so each read in the loop and
 * behind it comes after a write of it in the loop; these all are the same constant.
 *
 * In: matched instructions, blocks; for loops live registers, too.  Breaks everything cfg.c fills.  Cost: a look at each branch and, of
 * registers that are mentioned a few times, at the loops around each constant.  Fires on sums of blocks
 * (tests/bench/programs/density) and on tests/run/strided_sums; on tests/run/loop_constants. */
#include "normalize/normalize.h"

/* The constant that an instruction moves to a whole register, or NULL. */
static const Opnd *constant(const Ins *ins)
{
    if (ins->mnemonic != INS_MOV || ins->guard >= 0 || ins->nop != 2 || ins->pseudo || !opnd_is_reg(&ins->arg[0]))
        return NULL;
    return opnd_is_literal(&ins->arg[1]) ? &ins->arg[1] : NULL;
}

/* Or the address of a variable, which is none less. */
static bool is_constant(const Ins *ins)
{
    if (constant(ins))
        return true;
    return ins->mnemonic == INS_MOV && ins->guard < 0 && ins->nop == 2 && !ins->pseudo && opnd_is_reg(&ins->arg[0]) &&
           ins->arg[1].kind == O_SYM && ins->arg[1].sym->kind == SYM_VAR;
}

/* Both move one constant to one register. */
static bool same_constant(const Ins *x, const Ins *y)
{
    const Opnd *c = constant(x), *d = constant(y);
    return c && d && x->arg[0].reg == y->arg[0].reg && c->kind == d->kind && c->imm == d->imm && c->type == d->type &&
           isa_slot_type(x, SLOT_TYPE) == isa_slot_type(y, SLOT_TYPE);
}

/* The place in the block where the same constant is moved to the register before it is read or written; -1: there is none. */
static int place_of_move(const Fn *fn, const Blk *x, const Ins *move)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &fn->ins.at[i];
        const RegMentions m = ins_mentions(ins, move->arg[0].reg);
        if (same_constant(ins, move))
            return i;
        if (m.reads || m.writes)
            return -1;
    }
    return -1;
}

/* By place, all + 1, 0: none: the moves that go before a branch, as a list; and those that are left out. */
typedef struct Moves { int *first, *next; bool *gone; } Moves;

/* Notes the moves in both blocks, if one holds no more than these. */
static bool find(const Fn *fn, const Blk *x, const Blk *only, const Blk *other, const Moves *to)
{
    enum { MOST = 64 }; /* instructions of a block that holds nothing else */
    bool any = false;
    if (only->end - only->first > MOST || only->npred != 1 || other->npred != 1 || only == other)
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = only->first; i < only->end; i++) {
            const Ins *ins = &fn->ins.at[i];
            if (isa_emit(ins) == EMIT_BRA && ins->guard < 0)
                continue;
            const int at = constant(ins) && ins->arg[0].reg != fn->ins.at[x->branch].guard ? place_of_move(fn, other, ins) : -1;
            if (at < 0)
                return false;
            if (pass) {
                to->next[i] = to->first[x->branch];
                to->first[x->branch] = i + 1;
                to->gone[i] = to->gone[at] = true;
            }
            any = true;
        }
    return any;
}

bool moves_hoist(Arena *a, Module *m, Fn *fn)
{
    const Moves to = {NEWN(a, int, fn->ins.n + 1), NEWN(a, int, fn->ins.n + 1), NEWN(a, bool, fn->ins.n + 1)};
    bool any = false;
    for (int k = 0; k < fn->nblk; k++) {
        const Blk *x = fn->blk[k];
        if (x->succ[1])
            any |= find(fn, x, x->succ[0], x->succ[1], &to) || find(fn, x, x->succ[1], x->succ[0], &to);
    }
    if (!any)
        return false;
    InsList out;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        for (int k = to.first[w.i]; k; k = to.next[k - 1])
            rewrite_add(&w, fn->ins.at[k - 1]);
        if (!to.gone[w.i])
            rewrite_keep(&w);
    }
    return true;
}

/* ---- out of loops ------------------------------------------------------------------------------------------------------ */

enum { MENTIONS_MOST = 24, LOOPS_MOST = 8 }; /* of a register that is looked at; around each other */

/* The mentions of each register, by register from first to the next one's first; of those mentioned too often, none. */
typedef struct Places { int *first, *at; } Places;

static Places find_places(Arena *a, const Fn *fn)
{
    Places p = {.first = NEWN(a, int, fn->regs.n + 2)};
    int *n = NEWN(a, int, fn->regs.n + 1);
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
            n[ref.reg]++;
    for (int r = 0; r < fn->regs.n; r++) {
        n[r] = n[r] > MENTIONS_MOST ? 0 : n[r];
        p.first[r + 1] = p.first[r] + n[r];
    }
    p.at = NEWN(a, int, p.first[fn->regs.n] + 1);
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
            if (n[ref.reg])
                p.at[p.first[ref.reg + 1] - n[ref.reg]--] = i;
    return p;
}

/* The block before the loop, at whose end the register may be written: nothing reads what it has there. */
static const Blk *place_before(const Fn *fn, const Blk *header, int reg)
{
    const Blk *x = loop_only_pred(header, false);
    bool free = x && x->end > x->first && !ins_mentions(&fn->ins.at[x->end - 1], reg).reads && !live_has(header->live_in, reg);
    for (int k = 0; free && k < blk_nsucc(x); k++)
        free = !live_has(blk_succ(x, k)->live_in, reg);
    return free ? x : NULL;
}

/* All writes in the loop are that of move, and something outside mentions the register. */
static bool writes_alone(const Fn *fn, const Places *p, Blk *const *blk_of, const Blk *header, const Ins *move)
{
    const int reg = move->arg[0].reg;
    bool outside = false;
    for (int k = p->first[reg]; k < p->first[reg + 1]; k++) {
        const Ins *ins = &fn->ins.at[p->at[k]];
        const Blk *x = blk_of[p->at[k]];
        const bool in = x && loop_holds(header, x);
        outside |= x && !in;
        if (in && ins_mentions(ins, reg).writes && !same_constant(ins, move) && ins != move)
            return false;
    }
    return outside;
}

bool constants_hoist(Arena *a, Module *m, Fn *fn)
{
    const Places p = find_places(a, fn);
    Blk **blk_of = NEWN(a, Blk *, fn->ins.n + 1);
    int *first = NEWN(a, int, fn->nblk + 1), *next = NEWN(a, int, fn->ins.n + 1); /* + 1: what goes to a block's end, as a list */
    bool *gone = NEWN(a, bool, fn->ins.n + 1), any = false;
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end; i++)
            blk_of[i] = fn->blk[k];
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        const Blk *before = NULL, *loop = NULL;
        const int reg = blk_of[i] && !gone[i] && is_constant(ins) ? ins->arg[0].reg : -1;
        const Blk *h = reg >= 0 && p.first[reg] < p.first[reg + 1] ? blk_of[i]->loop : NULL;
        for (int n = 0; h && n < LOOPS_MOST; h = h->loop_up, n++) {
            const Blk *x = writes_alone(fn, &p, blk_of, h, ins) ? place_before(fn, h, reg) : NULL;
            if (!x)
                break;
            before = x;
            loop = h;
        }
        if (!before)
            continue;
        next[i] = first[before->id];
        first[before->id] = i + 1;
        for (int k = p.first[reg]; k < p.first[reg + 1]; k++)
            gone[p.at[k]] |= blk_of[p.at[k]] && loop_holds(loop, blk_of[p.at[k]]) && ins_mentions(&fn->ins.at[p.at[k]], reg).writes;
        any = true;
    }
    if (!any)
        return false;
    InsList out;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        const Blk *x = blk_of[w.i];
        const bool branch = x && x->end == w.i + 1 && x->term == w.i;
        for (int k = branch ? first[x->id] : 0; k; k = next[k - 1])
            rewrite_add(&w, fn->ins.at[k - 1]);
        if (!gone[w.i])
            rewrite_keep(&w);
        for (int k = !branch && x && x->end == w.i + 1 ? first[x->id] : 0; k; k = next[k - 1])
            rewrite_add(&w, fn->ins.at[k - 1]);
    }
    return true;
}
