/* load_combining.c: loads of words that lie in a row, at places of each lane's own, are one load of them all.
 *
 *   s += a[i * n + j] * x[j]; s += a[i * n + j + 1] * x[j + 1]; …      ld.v4.f32 {w, x, y, z}, [a + 4 * (i * n + j)]
 *
 * Threads that each go through memory of their own load one word after the other, as loops are unrolled and structures have members.  As
 * vectors of lanes each such word would be gathered by itself: emit_gather.c has a way to do four of each lane at once.  That pays also where
 * lanes' places grow evenly, but by more than compilers load as vectors to turn them: rows of shared memory, records of many members.
 *
 * Between the first of the loads, where all are now done, and each of the others nothing writes memory or waits, and nothing reads or writes
 * what that one loads.
 *
 * Requires: a function as uniform.c has analysed it; that all passes have run for which single loads are easier.  Provides: nothing that others
 * need.  Invalidates: blocks and analyses.  Cost: a look at each block.  Fires on products of a matrix with a row for each thread
 * (tests/bench/programs/summv) and a filter along rows of shared memory (separate); does nothing where lanes' places grow by a few words or a
 * lane goes round a loop by itself. */
#include "analysis/uniform.h"
#include "transform/transform.h"

enum { WORD = 4, LOOK_MOST = 200 };

/* Loads in the order of their places. */
typedef struct Row { int at[GATHER_WORDS], first; } Row;

/* A load of one word into a register of its size. */
static bool is_gathered(const Back *b, const Ins *ins, bool far)
{
    if (!(far ? gather_is_far(b, ins) : gather_is_own(b, ins)) || ins->slow || ins->masked || ins->edge)
        return false;
    const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)];
    return opnd_is_reg(d) && type_bytes(isa_slot_type(ins, SLOT_TYPE)) == WORD && type_bytes(b->fn->regs.at[d->reg]->type) == WORD;
}

static bool is_alike(const Ins *x, const Ins *y)
{
    return isa_address(x)->reg == isa_address(y)->reg && x->nword == y->nword && memcmp(x->word, y->word, x->nword * sizeof *x->word) == 0;
}

/* Whether the load at i could be done at from. */
static bool moves_to(const Back *b, int from, int i)
{
    const Ins *ld = &b->fn->ins.at[i];
    const int reg = ins_dest(ld).reg, by = isa_address(ld)->reg;
    for (int k = from; k < i; k++) {
        const Ins *ins = &b->fn->ins.at[k];
        if (ins_dirty(ins) || ins_mentions(ins, by).writes)
            return false;
    }
    return reg != by && !fn_mentions(b->fn, reg, from, i);
}

/* The load of the block, from the one at first on, of the word that lies so far behind its own; -1: there is none that may be done there. */
static int find_word(const Back *b, const Blk *x, int first, int behind, bool far)
{
    const Ins *like = &b->fn->ins.at[first];
    for (int i = first; i < x->end && i < first + LOOK_MOST; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (is_gathered(b, ins, far) && is_alike(like, ins) && isa_address(ins)->imm == isa_address(like)->imm + (uint64_t)(int64_t)behind)
            return moves_to(b, first, i) ? i : -1;
    }
    return -1;
}

/* The row of which the load at first is the first that is done. */
static bool find_row(const Back *b, const Blk *x, int first, bool far, Row *row)
{
    if (!is_gathered(b, &b->fn->ins.at[first], far))
        return false;
    row->first = first;
    for (int place = 0; place < GATHER_WORDS; place++) { /* of that one in the row */
        int n = 0;
        while (n < GATHER_WORDS && (row->at[n] = find_word(b, x, first, (n - place) * WORD, far)) >= 0)
            n++;
        if (n == GATHER_WORDS)
            return true;
    }
    return false;
}

static Ins combined(const Back *b, const Row *row)
{
    const Ins *like = &b->fn->ins.at[row->first];
    Opnd *to = NEWN(b->m->code, Opnd, GATHER_WORDS);
    for (int k = 0; k < GATHER_WORDS; k++)
        to[k] = opnd_reg(ins_dest(&b->fn->ins.at[row->at[k]]).reg);
    Opnd place = *isa_address(like);
    place.imm = isa_address(&b->fn->ins.at[row->at[0]])->imm;
    const char *words = "ld";
    for (int k = 1; k < like->nword - 1; k++)
        words = arena_printf(b->a, "%s.%s", words, like->word[k]);
    words = arena_printf(b->a, "%s.v4.%s", words, like->word[like->nword - 1]);
    Ins x = ins_new(b->m, b->fn, b->m->code, like, words,
                    (Opnd[]){{.kind = O_VEC, .comp = -1, .reg = -1, .nsub = GATHER_WORDS, .sub = to, .loc = like->loc}, place}, 2);
    x.made = true;
    return x;
}

static void rewrite(Back *b, const Row *row)
{
    Fn *fn = b->fn;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);) {
        bool is_one = false;
        for (int k = 0; k < GATHER_WORDS; k++)
            is_one |= row->at[k] == w.i;
        if (w.i == row->first)
            rewrite_add(&w, combined(b, row));
        else if (!is_one)
            rewrite_keep(&w);
    }
    fn_end_code(b->m, fn, &fn->ins);
}

/* Lanes come to the block together. */
static bool is_shared(const Back *b, const Blk *x)
{
    const Node *node = b->node_of[x->id];
    return node && node_level(b, node) < LV_LANE;
}

bool load_combine_finds(const Back *b)
{
    Row row;
    for (int k = 0; k < b->fn->nblk; k++)
        for (int i = b->fn->blk[k]->first; i < b->fn->blk[k]->end && is_shared(b, b->fn->blk[k]); i++)
            if (gather_is_whole(b, &b->fn->ins.at[i]) || find_row(b, b->fn->blk[k], i, false, &row))
                return true;
    return false;
}

bool load_combine(Back *b)
{
    Row row;
    const bool own = gather_has_chunks(b);
    for (EACH_OF(const Blk, x, b->fn->blk, b->fn->nblk))
        for (int i = x->first; i < x->end && is_shared(b, x); i++)
            if ((own && find_row(b, x, i, false, &row)) || (!node_masked_around(b->node_of[x->id]) && find_row(b, x, i, true, &row))) {
                rewrite(b, &row);
                return true;
            }
    return false;
}
