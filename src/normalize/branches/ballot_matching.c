/* ballot_matching.c: lanes that find bit by bit which of them hold the same number ask for it at once.
 *
 *   peers = ~0; for (bit = 1; bit < 256; bit <<= 1) { b = ballot(v & bit); peers &= v & bit ? b : ~b; }      match.any(v & 255)
 *
 * So sorts and histograms rank what a warp's lanes have read, by digits.  Eight times each lane gives a bit, all meet, and each takes a mask;
 * of a processor that is many times the work of comparing 32 numbers with each other.
 *
 * A ballot has no bits of lanes that are not there, or not in its mask: turned round, all of them.  Those whose number is 0 in these bits
 * so see them among their peers in the end, others don't; a ballot of all that are there gives the same.
 *
 * The votes, which stand in one block and name the same lanes, become one match and that ballot where the last of them is: between the first
 * and the last stands arithmetic only, so that nobody sees when lanes meet.  What is made of a vote is read there and nowhere else, the
 * bits are tested in the same block, behind where the number is written.
 *
 * Requires: blocks, registers as web_rename leaves them.  Invalidates: all that cfg.c fills, liveness.  Cost: a look at each instruction.
 * Fires on CUB's radix sort and tests/run/ballot_digits (its kernels ranks and turned); does nothing with fewer than FEWEST votes, with votes
 * whose results somebody looks at, or of which one is on another number. */
#include "normalize/normalize.h"

enum { FEWEST = 7, /* votes, which as vectors take as long as a match with a ballot */ MOST = 32 };

/* A predicate that says whether a bit of a register is set, or whether it is not. */
typedef struct Bit { int reg, bit, from; bool set; } Bit; /* from: the first of the instructions that find it */

/* What one vote gives: lanes with the same bit. */
typedef struct Term { Bit bit; int vote, gone; } Term; /* gone: what else is for nothing but that */

struct Peers;

typedef struct Ballots {
    Module *m;
    Fn *fn;
    const int *by;   /* only_writers */
    RegIndex reads, writes;
    const Blk *blk;  /* where it is looked */
    bool *gone;      /* by instruction */
    struct Peers **found;  /* by instruction: it is their last vote, or their root */
} Ballots;

/* What is joined by and: some terms, some others. */
typedef struct Peers {
    Term term[MOST];
    int n, other[MOST], nother, inner[MOST], ninner;
    int last, root; /* the last of the votes; the and that joins all */
    int same, absent; /* registers of the new code */
} Peers;

/* The instruction in the block that alone writes the register, or -1. */
static int writer(const Ballots *b, const Opnd *o)
{
    const int at = opnd_is_reg(o) ? b->by[o->reg] - 1 : -1;
    return at >= b->blk->first && at < b->blk->end && b->fn->ins.at[at].guard < 0 ? at : -1;
}

static bool is_number(const Ballots *b, const Opnd *o, uint32_t *v)
{
    const Ins *mov = o->kind == O_IMM ? NULL : only_writer(b->fn, b->by, o);
    const Opnd *from = o->kind == O_IMM ? o : mov && isa_emit(mov) == EMIT_MOV && mov->guard < 0 ? isa_opnd(mov, ARG_A) : NULL;
    if (!from || from->kind != O_IMM)
        return false;
    *v = (uint32_t)from->imm;
    return true;
}

/* The instruction is that, of 32 bits, for a register and a number. */
static const Opnd *with_number(const Ballots *b, int at, Mnemonic what, uint32_t *v)
{
    const Ins *ins = at >= 0 ? &b->fn->ins.at[at] : NULL;
    if (!ins || ins->mnemonic != what || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32)
        return NULL;
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B);
    if (what == INS_AND && is_number(b, x, v))
        return opnd_is_reg(y) ? y : NULL;
    return opnd_is_reg(x) && is_number(b, y, v) ? x : NULL;
}

/* A bit of a register, at its place in it or moved down. */
static bool finds_masked(const Ballots *b, int and, uint32_t *mask, Bit *found)
{
    uint32_t by;
    const Opnd *of = with_number(b, and, INS_AND, mask);
    if (!of || !*mask || (*mask & (*mask - 1)))
        return false;
    *found = (Bit){.reg = of->reg, .from = and, .set = true};
    for (uint32_t m = *mask; m >>= 1;)
        found->bit++;
    for (const Opnd *next; (next = with_number(b, writer(b, of), INS_SHR, &by)) && by + (uint32_t)found->bit < 32; of = next) {
        found->from = writer(b, of);
        found->bit += (int)by;
        found->reg = next->reg;
    }
    return true;
}

static bool finds_bit(const Ballots *b, const Opnd *pred, Bit *found)
{
    const int at = writer(b, pred);
    uint32_t with, mask;
    const Opnd *x = at >= 0 && isa_is_plain_test(&b->fn->ins.at[at]) ? with_number(b, at, INS_SETP, &with) : NULL;
    const unsigned cmp = x ? isa_compare(&b->fn->ins.at[at]) : CMP_NONE;
    if (!x || (cmp != CMP_EQUAL && cmp != CMP_OTHER) || !finds_masked(b, writer(b, x), &mask, found) || (with && with != mask))
        return false;
    found->set = (cmp == CMP_OTHER) == (with == 0);
    return true;
}

static bool same_bit(const Bit *x, const Bit *y) { return x->reg == y->reg && x->bit == y->bit; }

/* A ballot with a mask whose result is read so often: *bit is what it is about. */
static bool is_ballot(const Ballots *b, int at, Bit *bit)
{
    const Ins *ins = at >= 0 ? &b->fn->ins.at[at] : NULL;
    if (!ins || ins->mnemonic != INS_VOTE || !isa_has_word(ins, MOD_BALLOT) || ins->guard >= 0)
        return false;
    const Opnd *m = isa_opnd(ins, ARG_M);
    uint32_t v;
    return m && is_number(b, m, &v) && finds_bit(b, isa_opnd(ins, ARG_A), bit) && bit->set;
}

/* b = ballot(p); @!p not b, b */
static bool is_turned(const Ballots *b, const Opnd *o, int user, Term *t)
{
    const int not = fn_last_write(b->fn, o->reg, b->blk->first, user), at = not < 0 ? -1 : fn_last_write(b->fn, o->reg, b->blk->first, not);
    const Ins *ins = not < 0 ? NULL : &b->fn->ins.at[not];
    const bool plain = at >= 0 && index_count(&b->writes, o->reg) == 2 && index_count(&b->reads, o->reg) == 3; /* by not; what it keeps; as the term */
    if (!plain || ins->mnemonic != INS_NOT || !ins->guard_neg || !is_ballot(b, at, &t->bit))
        return false;
    *t = (Term){.bit = t->bit, .vote = at, .gone = not};
    return opnd_reg_is(isa_opnd(ins, ARG_A), o->reg) && opnd_reg_is(isa_opnd(&b->fn->ins.at[at], ARG_A), ins->guard);
}

/* bit ? 0 : -1, by a choice or as bit - 1 */
static bool is_cleared(const Ballots *b, int at, Bit *bit)
{
    uint32_t set, clear, mask;
    const Opnd *x = with_number(b, at, INS_ADD, &clear);
    if (x)
        return clear == UINT32_MAX && finds_masked(b, writer(b, x), &mask, bit) && mask == 1;
    const Ins *ins = at >= 0 && b->fn->ins.at[at].mnemonic == INS_SELP ? &b->fn->ins.at[at] : NULL;
    return ins && finds_bit(b, isa_opnd(ins, ARG_C), bit) && is_number(b, isa_opnd(ins, bit->set ? ARG_A : ARG_B), &set) &&
           is_number(b, isa_opnd(ins, bit->set ? ARG_B : ARG_A), &clear) && set == 0 && clear == UINT32_MAX;
}

/* ballot ^ (bit ? 0 : -1) */
static bool is_flipped(const Ballots *b, int at, Term *t)
{
    const Ins *ins = at >= 0 && b->fn->ins.at[at].mnemonic == INS_XOR ? &b->fn->ins.at[at] : NULL;
    for (int k = 0; ins && k < 2; k++) {
        const Opnd *x = isa_opnd(ins, k ? ARG_B : ARG_A), *y = isa_opnd(ins, k ? ARG_A : ARG_B);
        const int vote = writer(b, x);
        Bit own;
        if (!is_ballot(b, vote, &t->bit) || index_count(&b->reads, x->reg) != 1 || !is_cleared(b, writer(b, y), &own) || !same_bit(&own, &t->bit))
            continue;
        *t = (Term){.bit = t->bit, .vote = vote, .gone = at};
        t->bit.from = own.from < t->bit.from ? own.from : t->bit.from;
        return true;
    }
    return false;
}

static bool is_term(const Ballots *b, const Opnd *o, int user, Term *t)
{
    const int at = writer(b, o);
    return is_turned(b, o, user, t) || (at >= 0 && index_count(&b->reads, o->reg) == 1 && is_flipped(b, at, t));
}

/* ---- what is joined --------------------------------------------------------------------------------------------------- */

static bool is_and(const Ballots *b, int at)
{
    const Ins *ins = at >= 0 ? &b->fn->ins.at[at] : NULL;
    return ins && ins->mnemonic == INS_AND && ins->guard < 0 && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32 &&
           opnd_is_reg(isa_opnd(ins, ARG_A)) && opnd_is_reg(isa_opnd(ins, ARG_B));
}

static bool fits(const Ballots *b, const Peers *p, const Term *t)
{
    const Ins *like = p->n ? &b->fn->ins.at[p->term[0].vote] : NULL;
    uint32_t own, first;
    for (int i = 0; i < p->n; i++)
        if (p->term[i].bit.reg != t->bit.reg || p->term[i].bit.bit == t->bit.bit)
            return false;
    return !like || (is_number(b, isa_opnd(like, ARG_M), &first) && is_number(b, isa_opnd(&b->fn->ins.at[t->vote], ARG_M), &own) && own == first);
}

/* Takes the and at that place apart; false: there is too much. */
static bool collect(const Ballots *b, int at, Peers *p)
{
    for (int k = 0; k < 2; k++) {
        const Opnd *o = isa_opnd(&b->fn->ins.at[at], k ? ARG_B : ARG_A);
        const int inner = writer(b, o);
        Term t;
        if (p->n == MOST || p->nother == MOST || p->ninner == MOST)
            return false;
        if (is_and(b, inner) && index_count(&b->reads, o->reg) == 1) {
            p->inner[p->ninner++] = inner;
            if (!collect(b, inner, p))
                return false;
        } else if (is_term(b, o, at, &t) && fits(b, p, &t)) {
            p->term[p->n++] = t;
        } else {
            p->other[p->nother++] = o->reg;
        }
    }
    return true;
}

static bool is_of(const Peers *p, int at)
{
    bool any = false;
    for (int i = 0; i < p->n; i++)
        any |= at == p->term[i].vote || at == p->term[i].gone;
    return any;
}

/* The last of the votes, if all may be there; or -1. */
static int last_vote(const Ballots *b, const Peers *p)
{
    int first = p->term[0].vote, last = first, from = first;
    for (int i = 0; i < p->n; i++) {
        const Term *t = &p->term[i];
        first = t->vote < first ? t->vote : first;
        last = t->vote > last ? t->vote : last;
        from = t->bit.from < from ? t->bit.from : from;
    }
    bool quiet = fn_last_write(b->fn, p->term[0].bit.reg, from, last) < 0;
    for (int i = first; quiet && i < last; i++)
        quiet = is_of(p, i) || ins_is_pure(&b->fn->ins.at[i]) || isa_emit(&b->fn->ins.at[i]) == EMIT_NOP;
    return quiet ? last : -1;
}

/* ---- the new code ------------------------------------------------------------------------------------------------------- */

static int new_reg(Ballots *b, const char *name, Type t) { return fn_new_reg(b->m->code, b->fn, name, t); }

/* In place of the last vote: the number's bits, those with the same ones, and those that are not there if they are all 0. */
static void add_match(Ballots *b, InsList *out, Peers *p, const Ins *vote)
{
    const Opnd mask = *isa_opnd(vote, ARG_M);
    const int digit = new_reg(b, "digit", T_B32), there = new_reg(b, "there", T_B32), others = new_reg(b, "others", T_B32);
    const int zero = new_reg(b, "zero", T_PRED);
    uint32_t bits = 0;
    p->same = new_reg(b, "same", T_B32), p->absent = new_reg(b, "absent", T_B32);
    for (int i = 0; i < p->n; i++)
        bits |= (uint32_t)1 << p->term[i].bit.bit;
    ins_add(b->m, b->fn, out, vote, "and.b32", (Opnd[]){opnd_reg(digit), opnd_reg(p->term[0].bit.reg), opnd_number(bits, T_U32)}, 3);
    ins_add(b->m, b->fn, out, vote, "match.any.sync.b32", (Opnd[]){opnd_reg(p->same), opnd_reg(digit), mask}, 3);
    ins_add(b->m, b->fn, out, vote, "vote.sync.ballot.b32", (Opnd[]){opnd_reg(there), opnd_number(1, T_U32), mask}, 3);
    ins_add(b->m, b->fn, out, vote, "setp.eq.u32", (Opnd[]){opnd_reg(zero), opnd_reg(digit), opnd_number(0, T_U32)}, 3);
    ins_add(b->m, b->fn, out, vote, "not.b32", (Opnd[]){opnd_reg(others), opnd_reg(there)}, 2);
    ins_add(b->m, b->fn, out, vote, "selp.b32", (Opnd[]){opnd_reg(p->absent), opnd_reg(others), opnd_number(0, T_U32), opnd_reg(zero)}, 4);
}

/* In place of the and that joins all. */
static void add_peers(Ballots *b, InsList *out, const Peers *p, const Ins *root)
{
    const int to = ins_dest(root).reg;
    int peers = p->nother ? new_reg(b, "peers", T_B32) : to;
    ins_add(b->m, b->fn, out, root, "or.b32", (Opnd[]){opnd_reg(peers), opnd_reg(p->same), opnd_reg(p->absent)}, 3);
    for (int i = 0; i < p->nother; i++) {
        const int next = i + 1 < p->nother ? new_reg(b, "peers", T_B32) : to;
        ins_add(b->m, b->fn, out, root, "and.b32", (Opnd[]){opnd_reg(next), opnd_reg(peers), opnd_reg(p->other[i])}, 3);
        peers = next;
    }
}

static void rewrite(Ballots *b)
{
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);) {
        Peers *p = b->found[w.i];
        if (p && w.i == p->last)
            add_match(b, w.out, p, w.ins);
        else if (p)
            add_peers(b, w.out, p, w.ins);
        else if (!b->gone[w.i])
            rewrite_keep(&w);
    }
}

/* Looks at the and at that place. */
static bool find(Ballots *b, Arena *a, int at)
{
    Peers p = {.root = at};
    if (b->gone[at] || !is_and(b, at) || !collect(b, at, &p) || p.n < FEWEST || (p.last = last_vote(b, &p)) < 0)
        return false;
    for (int i = b->blk->first; i < at; i++)
        b->gone[i] |= is_of(&p, i);
    for (int i = 0; i < p.ninner; i++)
        b->gone[p.inner[i]] = true;
    b->found[p.last] = b->found[at] = NEW(a, Peers);
    *b->found[at] = p;
    return true;
}

bool ballots_match(Arena *a, Module *m, Fn *fn)
{
    Ballots b = {.m = m, .fn = fn};
    int votes = 0;
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++)
        votes += fn->ins.at[i].mnemonic == INS_VOTE;
    if (votes < FEWEST || m->checked || m->target < 70) /* before, lanes match no numbers */
        return false;
    b.by = only_writers(a, fn);
    b.reads = fn_index(a, fn, false, NULL);
    b.writes = fn_index(a, fn, true, NULL);
    b.gone = NEWN(a, bool, fn->ins.n + 1);
    b.found = NEWN(a, Peers *, fn->ins.n + 1);
    for (int k = 0; k < fn->nblk; k++) {
        b.blk = fn->blk[k];
        for (int i = b.blk->end - 1; i >= b.blk->first; i--)
            any |= find(&b, a, i);
    }
    if (any)
        rewrite(&b);
    return any;
}
