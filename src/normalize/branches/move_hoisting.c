/* move_hoisting.c: constants that registers get on both ways of a branch, one of which is for nothing else, are moved before it;
 * those that they get in a loop for what stands behind it, before the loop; and comparisons of a thread's place in the grid to the begin.
 *
 * `sum = 0; for (i = thread; i < n; i += threads) sum += …` comes from nvcc as `if (thread < n) { sum = 0; do … } else sum = 0;`.
 * Then nothing stands on the other way, and the loop is one that is tested at its head.
 *
 * A 0 that clang needs in a loop it takes from there as the first value of what a later loop counts.  Where lanes go round the former
 * each by itself, the count would differ between them.  The register is not live at the loop's head, so each read in the loop and
 * behind it comes after a write of it in the loop; these all are the same constant.
 *
 * What LLVM needs on both ways, such as %ntid.y, it reads again on each, into one register: for lanes that part there it would be a number of
 * their own.  A register that gets nothing but one and the same value has it from the begin.
 *
 * `fill a table; barrier; x = block * threads + thread; if (x >= n) return; …`: that x does not wrap from thread to thread, and so at which
 * the comparison parts them, can be checked for the whole CTA as long as nothing is stored, with another way to go if it fails.  So what such
 * a comparison is made of, of numbers that are known at the begin, stands in front of the first store, barrier or branch, if it is one of several
 * that decide together: alone it had better be the same for all lanes.  Left as they are: warps, which have masks, and bytes, of which few lanes,
 * where it is not known how many, make no vector.
 *
 * In: matched instructions, blocks; for loops live registers, too.  Breaks everything cfg.c fills.  Cost: a look at each branch and, of
 * registers that are mentioned a few times, at the loops around each constant.  Fires on sums of blocks
 * (tests/bench/programs/density) and on tests/run/strided_sums; on tests/run/loop_constants; on tests/run/shared_before; on
 * tests/bench/programs/direct and twocolumns. */
#include "normalize/normalize.h"

/* It moves to a whole register what is the same wherever it stands: a number, a special register, the address of a variable. */
static bool is_constant(const Ins *ins)
{
    const Opnd *o = ins->mnemonic == INS_MOV && ins->guard < 0 && ins->nop == 2 && !ins->pseudo && opnd_is_reg(&ins->arg[0]) ? &ins->arg[1] : NULL;
    return o && (opnd_is_constant(o) || (o->kind == O_SYM && o->sym->kind == SYM_VAR));
}

/* Both move one constant to one register. */
static bool same_constant(const Ins *x, const Ins *y)
{
    return is_constant(x) && is_constant(y) && x->arg[0].reg == y->arg[0].reg && opnd_same(&x->arg[1], &y->arg[1]) && x->arg[1].sym == y->arg[1].sym &&
           x->arg[1].type == y->arg[1].type && isa_slot_type(x, SLOT_TYPE) == isa_slot_type(y, SLOT_TYPE);
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

/* By place, all + 1, 0: none: the moves that go there, in front of a branch and else behind, as a list; and those that are left out. */
typedef struct Moves { int *first, *next; bool *gone; } Moves;

static Moves no_moves(Arena *a, const Fn *fn)
{
    const int n = fn->ins.n + 1;
    return (Moves){NEWN(a, int, n), NEWN(a, int, n), NEWN(a, bool, n)};
}

static void add_move(const Moves *to, int place, int move)
{
    to->next[move] = to->first[place];
    to->first[place] = move + 1;
    to->gone[move] = true;
}

static void write_moves(Module *m, Fn *fn, const Moves *to, Blk *const *blk_of)
{
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        const bool branch = blk_of[w.i] && blk_of[w.i]->term == w.i;
        if (!branch && !to->gone[w.i])
            rewrite_keep(&w);
        for (int k = to->first[w.i]; k; k = to->next[k - 1])
            rewrite_add(&w, fn->ins.at[k - 1]);
        if (branch && !to->gone[w.i])
            rewrite_keep(&w);
    }
}

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
            const int at = is_constant(ins) && ins->arg[0].reg != fn->ins.at[x->branch].guard ? place_of_move(fn, other, ins) : -1;
            if (at < 0)
                return false;
            if (pass) {
                add_move(to, x->branch, i);
                to->gone[at] = true;
            }
            any = true;
        }
    return any;
}

bool moves_hoist(Arena *a, Module *m, Fn *fn)
{
    const Moves to = no_moves(a, fn);
    bool any = false;
    for (EACH_OF(const Blk, x, fn->blk, fn->nblk))
        if (x->succ[1])
            any |= find(fn, x, x->succ[0], x->succ[1], &to) || find(fn, x, x->succ[1], x->succ[0], &to);
    if (any)
        write_moves(m, fn, &to, cfg_blocks(a, fn));
    return any;
}

/* ---- to the begin ------------------------------------------------------------------------------------------------------ */

bool moves_unite(Arena *a, Module *m, Fn *fn)
{
    const Moves to = no_moves(a, fn);
    bool *other = NEWN(a, bool, fn->regs.n + 1), any = false;
    int *first = NEWN(a, int, fn->regs.n + 1); /* write + 1 */
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs r = ins_refs(&fn->ins.at[i]); writes_next(&r);) {
            other[r.reg] |= first[r.reg] ? !same_constant(&fn->ins.at[i], &fn->ins.at[first[r.reg] - 1]) : !is_constant(&fn->ins.at[i]);
            first[r.reg] = first[r.reg] ? first[r.reg] : i + 1;
        }
    for (int i = 0; i < fn->ins.n; i++) {
        const int reg = is_constant(&fn->ins.at[i]) ? fn->ins.at[i].arg[0].reg : -1;
        if (reg < 0 || other[reg] || first[reg] == i + 1)
            continue;
        if (!to.gone[first[reg] - 1])
            add_move(&to, 0, first[reg] - 1);
        any = to.gone[i] = true;
    }
    if (any)
        write_moves(m, fn, &to, cfg_blocks(a, fn));
    return any;
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

/* The outermost of the loops around a move, from the innermost on, that it may be moved out of; *before: the block in front.  NULL: none. */
static const Blk *loop_to_leave(const Fn *fn, const Places *p, Blk *const *blk_of, int move, const Blk **before)
{
    const int reg = fn->ins.at[move].arg[0].reg;
    const Blk *loop = NULL, *h = p->first[reg] < p->first[reg + 1] ? blk_of[move]->loop : NULL;
    for (int n = 0; h && n < LOOPS_MOST; h = h->loop_up, n++) {
        const Blk *x = writes_alone(fn, p, blk_of, h, &fn->ins.at[move]) ? place_before(fn, h, reg) : NULL;
        if (!x)
            break;
        *before = x;
        loop = h;
    }
    return loop;
}

bool constants_hoist(Arena *a, Module *m, Fn *fn)
{
    const Places p = find_places(a, fn);
    Blk **blk_of = cfg_blocks(a, fn);
    const Moves to = no_moves(a, fn);
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        const Blk *before, *loop = blk_of[i] && !to.gone[i] && is_constant(ins) ? loop_to_leave(fn, &p, blk_of, i, &before) : NULL;
        if (!loop)
            continue;
        const int reg = ins->arg[0].reg;
        add_move(&to, before->end - 1, i);
        for (int k = p.first[reg]; k < p.first[reg + 1]; k++)
            to.gone[p.at[k]] |= blk_of[p.at[k]] && loop_holds(loop, blk_of[p.at[k]]) && ins_mentions(&fn->ins.at[p.at[k]], reg).writes;
        any = true;
    }
    if (any)
        write_moves(m, fn, &to, blk_of);
    return any;
}

/* ---- comparisons of places in the grid --------------------------------------------------------------------------------- */

enum { OF_THREAD = 1, OF_BLOCK = 2, OF_BOTH = 3 };

/* By instruction: it could stand at the begin, behind place; it is to; of what numbers its result is made. */
typedef struct Begin { const Fn *fn; const int *writer; int place; bool *could, *wanted; uint8_t *of; } Begin;

/* Warps have masks for what lanes do not do; of bytes there are no vectors as short as a row's end. */
static bool wants_no_ranges(const Ins *ins)
{
    enum { WORD = 4 };
    return isa_is_warp(ins) || (isa_is_ld_st(ins) && type_bytes(isa_slot_type(ins, SLOT_TYPE)) < WORD);
}

/* The last instruction of the first block in front of what stores, waits or leads away; -1: there is none. */
static int find_place(const Fn *fn)
{
    int i = 0;
    while (i < fn->blk[0]->end && !ins_dirty(&fn->ins.at[i]) && i != fn->blk[0]->term)
        i++;
    return i - 1;
}

static int numbers_of(const Opnd *o)
{
    return opnd_is_sreg(o, SREG_TID) && o->comp == 0 ? OF_THREAD : opnd_is_sreg(o, SREG_CTAID) ? OF_BLOCK : 0;
}

/* Wanted are comparisons of such a place that only conditions of several are made of: a thread's number in its block does not wrap. */
static void note_begin(const Begin *b, int i)
{
    static const Mnemonic joins[] = {INS_AND, INS_OR, INS_NONE};
    const Ins *ins = &b->fn->ins.at[i];
    const Dest d = ins_dest(ins);
    bool both = false;
    b->could[i] = i <= b->place || (d.n == 1 && b->writer[d.reg] > 0 && ins_is_pure(ins));
    for (Refs r = ins_refs(ins); refs_next(&r);) {
        const int def = !r.write && b->writer[r.reg] <= i ? b->writer[r.reg] - 1 : -1;
        b->could[i] &= i <= b->place || r.write || (def >= 0 && b->could[def]);
        if (def < 0)
            continue;
        both |= b->of[def] == OF_BOTH;
        b->of[i] |= isa_mem(ins) == MEM_NONE ? b->of[def] : 0;
        b->wanted[def] &= ins_is_any(ins, joins);
    }
    for (int k = 0; k < ins->narg; k++)
        b->of[i] |= numbers_of(&ins->arg[k]);
    b->wanted[i] = b->could[i] && ins->mnemonic == INS_SETP && both;
}

bool places_hoist(Arena *a, Module *m, Fn *fn)
{
    const int n = fn->ins.n, place = fn->is_entry && fn_some(fn, isa_is_cta) && !fn_some(fn, wants_no_ranges) ? find_place(fn) : -1;
    const Begin b = {fn, only_writers(a, fn), place, NEWN(a, bool, n + 1), NEWN(a, bool, n + 1), NEWN(a, uint8_t, n + 1)};
    const Moves to = no_moves(a, fn);
    bool any = false;
    for (int i = 0; place >= 0 && i < n; i++)
        note_begin(&b, i);
    for (int i = n - 1; i > place; i--) {
        if (!b.wanted[i])
            continue;
        add_move(&to, place, i);
        any = true;
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (!r.write)
                b.wanted[b.writer[r.reg] - 1] = true;
    }
    if (any)
        write_moves(m, fn, &to, cfg_blocks(a, fn));
    return any;
}
