/* unrolling.c: loops of a few rounds, in each of which a warp shuffles by another distance.
 *
 *   for (int d = warpSize / 2; d > 0; d /= 2) x += __shfl_down_sync(all, x, d);
 *
 * nvcc does not know how large a warp is, and clang unrolls nothing where it is not told to.  A shuffle by a constant is known lane by lane
 * to C compilers, and trees of them are sums that lanes one by one make without them (warp_collective.c); by what a register holds each
 * lane looks up another.
 *
 * Only where the ranges of what goes on from round to round leave no doubt how many there are (range_folding.c): the test is gone, which
 * would have sent all threads back or none.
 *
 * In: blocks.  Out: copies of the loop's instructions instead of the way back, whose numbers range_folding.c then folds; true: blocks are to
 * be made anew.  Cost: a look at each instruction; where there is such a loop, the walks of range_folding.c.  Fires on
 * tests/run/distances and tests/bench/programs/warpsize. */
#include "normalize/normalize.h"

enum { ROUNDS_MOST = 6, UNROLLED_MOST = 200 }; /* halves of 32 down to 1; instructions */

/* Whether the block is a loop, tested at its end, with a shuffle by what it writes itself. */
static bool is_worth(const Fn *fn, const Blk *x)
{
    if (!x->is_header || x->targets || x->branch < 0 || x->branch != x->end - 1 || x->succ[1] != x || x->succ[0] == x)
        return false;
    for (int i = x->first; i < x->branch; i++) {
        const Opnd *by = fn->ins.at[i].mnemonic == INS_SHFL ? isa_opnd(&fn->ins.at[i], ARG_B) : NULL;
        if (opnd_is_reg(by) && fn_last_write(fn, by->reg, x->first, x->branch) >= 0)
            return true;
    }
    return false;
}

/* One more round. */
static void add_round(Module *m, const Fn *fn, const Blk *x, InsList *out)
{
    for (int i = x->first; i < x->branch; i++) {
        Ins ins = fn->ins.at[i];
        ins_part(m->code, &ins);
        array_add(m->code, out, ins);
    }
}

/* begins: by instruction, the block that is unrolled from there. */
static void write_out(Module *m, Fn *fn, const int *rounds, Blk *const *begins, int *place)
{
    InsList out = fn_new_code(m, fn);
    for (int i = 0; i < fn->ins.n;) {
        const Blk *x = begins[i];
        place[i] = out.n;
        for (int k = 1; x && k < rounds[x->id]; k++)
            add_round(m, fn, x, &out);
        for (const int end = x ? x->branch : i + 1; i < end; i++) {
            array_add(m->code, &out, fn->ins.at[i]);
            place[i + 1] = out.n;
        }
        i += x != NULL;
    }
    place[fn->ins.n] = out.n;
    fn_set_code(fn, out, place);
}

bool rounds_unroll(Arena *a, Module *m, Fn *fn)
{
    int *rounds = NULL;
    Blk **begins = NULL;
    for (int i = 0; i < fn->nblk; i++)
        if (is_worth(fn, fn->blk[i])) {
            rounds = rounds ? rounds : NEWN(a, int, fn->nblk);
            rounds[i] = lesser(ROUNDS_MOST, UNROLLED_MOST / (fn->blk[i]->end - fn->blk[i]->first));
        }
    if (!rounds)
        return false;
    rounds_count(a, m, fn, rounds);
    for (int i = 0; i < fn->nblk; i++)
        if (rounds[i]) {
            begins = begins ? begins : NEWN(a, Blk *, fn->ins.n);
            begins[fn->blk[i]->first] = fn->blk[i];
        }
    if (begins)
        write_out(m, fn, rounds, begins, NEWN(a, int, fn->ins.n + 1));
    return begins;
}
