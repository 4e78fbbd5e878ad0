/* lane_transposition.c: a kernel with x and y in each other's place.
 *
 * The lanes of a chunk are threads along x, as in a GPU's warps.  Some programs give each thread along x a row of a matrix
 * and each along y a column: neighbouring lanes then read lines of memory that lie far apart.  Threads that tell each other
 * nothing may run in any order, so the same kernel is made with x for y and y for x, and the grid is run turned likewise.
 *
 * Requires: a kernel that cta_merge.c knows to be made of threads that do not notice where they run.  Out: its instructions. */
#include "transform/transform.h"

static bool is_place(const Opnd *o)
{
    return opnd_is_sreg(o, SREG_TID) || opnd_is_sreg(o, SREG_NTID) || opnd_is_sreg(o, SREG_CTAID) || opnd_is_sreg(o, SREG_NCTAID);
}

/* How many of the operands name the thread's place, in the component or in any (-1). */
static int places(const Opnd *o, int n, int comp)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += is_place(&o[i]) && (comp < 0 || o[i].comp == comp);
    return found;
}

bool transposition_applies(const Fn *fn)
{
    int found = 0;
    for (int i = 0; i < fn->ins.n; i++)
        found += places(fn->ins.at[i].op, fn->ins.at[i].nop, 1);
    return found > 0;
}

static Opnd *transposed(Arena *a, const Opnd *o, int n)
{
    Opnd *to = NEWN(a, Opnd, n);
    for (int i = 0; i < n; i++) {
        to[i] = o[i];
        if (is_place(&o[i]) && o[i].comp >= 0 && o[i].comp < 2)
            to[i].comp = !o[i].comp;
    }
    return to;
}

static void swap(uint32_t *extent)
{
    const uint32_t x = extent[0];
    if (x) {
        extent[0] = extent[1] ? extent[1] : 1;
        extent[1] = x;
    }
}

void transpose_extents(Fn *fn)
{
    swap(fn->reqntid);
    swap(fn->maxntid);
}

void transpose_lanes(Module *m, Fn *fn)
{
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        Ins ins = *w.ins;
        const bool same = ins.arg == ins.op;
        if (places(ins.op, ins.nop, -1))
            ins.op = transposed(m->code, ins.op, ins.nop);
        if (same)
            ins.arg = ins.op;
        else if (places(ins.arg, ins.narg, -1))
            ins.arg = transposed(m->code, ins.arg, ins.narg);
        rewrite_add(&w, ins);
    }
}
