/* loop_masking_access.c: what loops that loop_masking.c is to turn do to memory.
 *
 * Each lane that is there does an access for itself.  Where these are to memory in a row from lane to lane that is done at once, in step
 * with the loop; through memory that is scattered a lane had better go by itself, to the end.  In a search, as by halves, what has been read
 * decides where to read next: no processor foresees that of a lane, which waits each time, but vectors read for several at once.  Likewise where
 * what has been read is the next place, or a part of it, as in trees and automata, if a round waits for several loads one behind the other: then
 * each lane's round stands under an if, and others' fill the time.  (Those of lists are over so soon that lanes had better go alone.)
 * Arrays of the lanes' own (.local) are in a row where all that are there come to one place in theirs at once: an index that the loop counts.
 * What only some of them do with arrays (reducing the argument of a sine that is large) is done by few, and seldom.
 *
 * In: what is the same, or may grow evenly, for all lanes (loop_masking_uniform.c); later the analysis of the new code. */
#include "transform/branches/loop_masking.h"

bool masked_is_access(const Ins *ins)
{
    const Space space = isa_space(ins);
    const Opnd *a = isa_address(ins);
    return a && a->kind == O_MEM && space != SP_PARAM && !isa_is_strong(ins);
}

bool masked_at_same(const Masked *w, const Ins *ins)
{
    const int reg = ins->arg[isa_arg(ins, ARG_A)].reg;
    return reg < 0 || w->same[reg];
}

static bool at_steps(const Masked *w, const Ins *ins)
{
    const int reg = ins->arg[isa_arg(ins, ARG_A)].reg;
    return reg < 0 || w->steps[reg];
}

/* What loops with masks do to memory: how many accesses of words and of less than words, for which few processors have masks; whether
 * none had better be left to each lane. */
enum { WORD = 4 }; /* bytes */

typedef struct Accesses { int words, narrow; bool fit; Wait wait; } Accesses;

/* steps: its address may grow evenly from lane to lane; same: or not at all.  What is at one place of the memory of each lane lies in a row. */
static void count_access(Accesses *c, const Ins *ins, bool steps, bool same)
{
    const bool narrow = type_bytes(isa_slot_type(ins, SLOT_TYPE)) < WORD;
    if (isa_space(ins) == SP_LOCAL) {
        steps = same;
        same = false;
    }
    c->narrow += !same && narrow;
    c->words += !same && !narrow;
    c->fit &= steps && (!same || isa_emit(ins) == EMIT_LD);
}

static bool accesses_fit(const Accesses *c) { return c->fit && c->wait != WAIT_SHORT && c->narrow <= c->words / 2; }

/* ---- searches ------------------------------------------------------------------------------------------------------------ */

enum { LOADS_MOST = 32 }; /* that are looked at in a loop */

/* What follows from a load in a loop: by register.  choices: also by way of what it compares with; parts: some branch goes by it. */
typedef struct Follow { const Masked *w; const Blk *header; const uint8_t *in; bool *from, choices, parts; } Follow;

/* Marks what an instruction of block x makes of registers that are marked; true: some are so only now. */
static bool follow_ins(Follow *f, const Blk *x, const Ins *ins)
{
    bool marked = f->parts && !loop_comes_by(f->header, x), anew = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        marked |= !ref.write && f->from[ref.reg];
    if (marked && x->branch >= 0 && ins == &f->w->fn->ins.at[x->branch] && !f->parts)
        f->parts = anew = true;
    for (Refs ref = ins_refs(ins); refs_next(&ref) && marked;)
        if (ref.write && !f->from[ref.reg] && (f->choices || f->w->fn->regs.at[ref.reg]->type != T_PRED))
            f->from[ref.reg] = anew = true;
    return anew;
}

/* Whether where the load reads follows from what it has read in a round before. */
static bool follows(const Masked *w, const Blk *header, const uint8_t *in, const Ins *load, bool choices)
{
    Follow f = {.w = w, .header = header, .in = in, .from = NEWN(w->b->a, bool, w->b->nreg + 1), .choices = choices};
    for (Refs ref = ins_refs(load); refs_next(&ref);)
        f.from[ref.reg] |= ref.write;
    for (AGAIN(anew))
        for (int i = 0; i < w->fn->nblk; i++)
            for (int k = w->fn->blk[i]->first; in[i] && k < w->fn->blk[i]->end; k++)
                anew |= follow_ins(&f, w->fn->blk[i], &w->fn->ins.at[k]);
    return f.from[load->arg[isa_arg(load, ARG_A)].reg];
}

bool masked_searches(const Masked *w, const Node *loop)
{
    uint8_t *in = NEWN(w->b->a, uint8_t, w->fn->nblk + 1);
    bool found = false;
    int loads = 0;
    masked_mark(loop, in, 1);
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; in[i] && k < w->fn->blk[i]->end; k++) {
            const Ins *ins = &w->fn->ins.at[k];
            if (!masked_is_access(ins) || ins->arg[isa_arg(ins, ARG_A)].reg < 0)
                continue;
            if (isa_emit(ins) == EMIT_ST || ++loads > LOADS_MOST || ins->arg[isa_arg(ins, ARG_D)].kind != O_REG ||
                type_bytes(isa_slot_type(ins, SLOT_TYPE)) < WORD)
                return false;
            if (follows(w, loop->blk, in, ins, false))
                return false;
            found = found || follows(w, loop->blk, in, ins, true);
        }
    return found;
}

/* ---- waits --------------------------------------------------------------------------------------------------------------- */

enum { WAITS = 3, WAITS_VECTORS = 2 }; /* loads of a round that wait for each other; of words, which vectors read */

static int most(int x, int y) { return x > y ? x : y; }

/* How many loads, each of which waits for the one before it, a round has from the register's old number to its new one; 0: none, or it tells
 * of no place. */
static int chain_of(const Masked *w, const uint8_t *in, int reg)
{
    int *after = NEWN(w->b->a, int, w->b->nreg + 1); /* by register: 1 + how many loads lie between it and the old number */
    bool tells = false;
    after[reg] = 1;
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; in[i] && k < w->fn->blk[i]->end; k++) {
            const Ins *ins = &w->fn->ins.at[k];
            int now = 0;
            for (Refs ref = ins_refs(ins); refs_next(&ref);)
                now = most(now, ref.write ? 0 : after[ref.reg]);
            const bool reads = now && isa_emit(ins) == EMIT_LD && masked_is_access(ins);
            tells |= reads;
            for (Refs ref = ins_refs(ins); refs_next(&ref);)
                if (ref.write)
                    after[ref.reg] = most(after[ref.reg], now + reads);
        }
    return tells ? after[reg] - 1 : 0;
}

Wait masked_wait(const Masked *w, const Node *loop)
{
    uint8_t *in = NEWN(w->b->a, uint8_t, w->fn->nblk + 1);
    bool vectors = true;
    int loads = 0, chain = 0;
    if (node_holds(loop->kid[0], N_LOOP))
        return WAIT_NOT;
    masked_mark(loop, in, 1);
    for (int i = 0; i < w->fn->nblk; i++)
        for (int k = w->fn->blk[i]->first; in[i] && k < w->fn->blk[i]->end; k++) {
            const Ins *ins = &w->fn->ins.at[k];
            if (masked_is_access(ins)) {
                vectors &= isa_emit(ins) == EMIT_LD && type_bytes(isa_slot_type(ins, SLOT_TYPE)) >= WORD;
                loads++;
            }
            for (Refs ref = ins_refs(ins); refs_next(&ref) && loads <= LOADS_MOST;)
                if (ref.write && live_has(loop->blk->live_in, ref.reg))
                    chain = most(chain, chain_of(w, in, ref.reg));
        }
    if (!chain || loads > LOADS_MOST)
        return WAIT_NOT;
    return chain >= (vectors ? WAITS_VECTORS : WAITS) ? WAIT_LONG : WAIT_SHORT;
}

/* ---- whether accesses fit ------------------------------------------------------------------------------------------------- */

/* What suits rounds of all lanes in turns, whatever it reads. */
static Wait wait_of(const Masked *w, const Node *n)
{
    return n->kind != N_LOOP ? WAIT_NOT : masked_searches(w, n) ? WAIT_LONG : masked_wait(w, n);
}

/* Where an access stands in what is turned.  all: in a loop that lanes leave at different times, and all that are in its round come there. */
typedef struct Around { bool loop, masked, all; } Around;

static void find_accesses(const Masked *w, const Node *n, Around in, Accesses *c)
{
    for (int i = in.loop && n->kind == N_BLOCK ? n->blk->first : 0; in.loop && n->kind == N_BLOCK && i < n->blk->end; i++) {
        const Ins *ins = &w->fn->ins.at[i];
        if (masked_is_access(ins) && (in.masked || !masked_is_load(w->b, ins)))
            count_access(c, ins, at_steps(w, ins), masked_at_same(w, ins));
        c->fit &= in.all || !masked_is_access(ins) || isa_space(ins) != SP_LOCAL;
    }
    const Wait wait = wait_of(w, n);
    const bool parts = n->kind == N_LOOP && !masked_loop_is_even(w, n);
    c->wait = most(wait, c->wait);
    in.loop |= n->kind == N_LOOP;
    in.masked |= parts;
    in.all = parts || (in.all && (n->kind != N_IF || masked_if_is_even(w, n)));
    for (int i = 0; i < n->nkid && !wait; i++)
        if (n->kid[i])
            find_accesses(w, n->kid[i], in, c);
}

bool masked_accesses_fit(const Masked *w, const Node *n)
{
    Accesses c = {.fit = true};
    find_accesses(w, n, (Around){0}, &c);
    return accesses_fit(&c);
}

bool loop_mask_scatters(const Back *b)
{
    enum { ROW_BYTES = 16 }; /* from lane to lane */
    Accesses c = {.fit = true};
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (!ins->beside || ins->slow || !b->blk_of[i])
            continue;
        const Val v = uniform_arg(b, ins, ARG_A);
        count_access(&c, ins, v.kind == VAL_UNI || (v.kind == VAL_AFF && v.step >= -ROW_BYTES && v.step <= ROW_BYTES), v.kind == VAL_UNI);
    }
    return !accesses_fit(&c);
}
