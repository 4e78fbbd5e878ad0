/* try_loop.c: loops that try atom.cas again until it succeeds, and wait for nobody.
 *
 * A loop that goes on only where a try has failed does not wait when that means that another thread has done something in between:
 * - what the try expected was read in this round, from the same variable, or is what the last try returned.  A thread that
 *   runs alone finds there what it has read (the usual way to make atomics that the machine lacks; sets that are joined).
 * - it looks for a free place, as in a hash table: what the try expects is always the mark of one, the address another one in each round.
 *   Nothing in the kernel frees places: but for such tries, all writes are elsewhere, or before a barrier.  Then what is not
 *   free stays as it is for good, and a thread that runs alone sees in each round what it would see if others ran, too, or
 *   finds the place still free, and leaves.  Where a place is freed again, as a lock is, threads may wait.
 *
 * In: blocks, loops, live registers. */
#include "analysis/lanes/lane_sum.h"

typedef struct Tries {
    Arena *a;
    Fn *fn;
    Blk *loop;
    Accesses out;
    Lanes *lanes;
    const Ins **def; /* by register: its only definition, or NULL */
    Blk **blk;       /* by instruction */
    bool *again;     /* by instruction: a try of the first kind */
    bool *claims;    /* of the second */
    int *asked;      /* by register: reads_anew: the number of the question to which it said yes, or minus that */
    int question;
} Tries;

static void find_defs(Tries *c)
{
    int *n = NEWN(c->a, int, c->fn->regs.n + 1);
    c->def = NEWN(c->a, const Ins *, c->fn->regs.n + 1);
    c->asked = NEWN(c->a, int, c->fn->regs.n + 1);
    c->blk = cfg_blocks(c->a, c->fn);
    c->again = NEWN(c->a, bool, c->fn->ins.n + 1);
    c->claims = NEWN(c->a, bool, c->fn->ins.n + 1);
    for (int i = 0; i < c->fn->ins.n; i++)
        for (Refs ref = ins_refs(&c->fn->ins.at[i]); c->blk[i] && writes_next(&ref);)
            c->def[ref.reg] = n[ref.reg]++ ? NULL : &c->fn->ins.at[i];
}

static int place_in(const Tries *c, const Ins *ins) { return (int)(ins - c->fn->ins.at); }
static const Ins *def_of(const Tries *c, const Opnd *o) { return opnd_is_reg(o) ? c->def[o->reg] : NULL; }

/* What moves give the operand, maybe of another type; it, where there is none. */
static const Opnd *moved(const Tries *c, const Opnd *o)
{
    for (const Ins *mov = def_of(c, o); mov && isa_emit(mov) == EMIT_MOV && mov->guard < 0; mov = def_of(c, o)) {
        const Opnd *from = &mov->arg[isa_arg(mov, ARG_A)];
        if ((from->kind != O_REG && from->kind != O_IMM) || (from->kind == O_REG && from->comp >= 0))
            break;
        o = from;
    }
    return o;
}

static bool is_try(const Tries *c, const Ins *ins)
{
    return ins->mnemonic == INS_ATOM && isa_has_word(ins, MOD_CAS) && ins->guard < 0 && c->blk[place_in(c, ins)] &&
           def_of(c, &ins->arg[isa_arg(ins, ARG_D)]) == ins;
}

static const Opnd *expected(const Tries *c, const Ins *try) { return moved(c, &try->arg[isa_arg(try, ARG_B)]); }

/* ---- what a try expects ------------------------------------------------------------------------------------------------ */

static int root_of(const Tries *c, const Ins *ins)
{
    for (int i = 0; i < c->out.n; i++)
        if (c->out.at[i].ins == place_in(c, ins))
            return c->out.at[i].root;
    return -1;
}

static bool reads_anew(Tries *c, int reg, const Ins *try);

/* The instruction, which is in the loop, makes something of what the try has returned, or of what is read where it writes. */
static bool makes_anew(Tries *c, const Ins *ins, const Ins *try)
{
    if (ins == try)
        return true;
    if (isa_emit(ins) == EMIT_LD || ins->mnemonic == INS_ATOM)
        return root_of(c, ins) >= 0 && root_of(c, ins) == root_of(c, try);
    for (Refs ref = ins_refs(ins); reads_next(&ref);)
        if (reads_anew(c, ref.reg, try))
            return true;
    return false;
}

/* All that the loop does to the register, and something, is that. */
static bool reads_anew(Tries *c, int reg, const Ins *try)
{
    bool any = false, all = true;
    if (c->asked[reg] == c->question || c->asked[reg] == -c->question)
        return c->asked[reg] > 0;
    c->asked[reg] = c->question; /* what comes from itself alone does not fail */
    for (int i = 0; i < c->fn->nblk; i++)
        for (int j = c->fn->blk[i]->first; all && loop_holds(c->loop, c->fn->blk[i]) && j < c->fn->blk[i]->end; j++)
            if (ins_mentions(&c->fn->ins.at[j], reg).writes) {
                all = makes_anew(c, &c->fn->ins.at[j], try);
                any = true;
            }
    c->asked[reg] = any && all ? c->question : -c->question;
    return any && all;
}

static void find_tries(Tries *c)
{
    for (int i = 0; i < c->fn->ins.n; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        if (!ins->form || !c->blk[i] || !loop_holds(c->loop, c->blk[i]) || !is_try(c, ins))
            continue;
        const Opnd *b = &ins->arg[isa_arg(ins, ARG_B)];
        c->question++;
        c->claims[i] = expected(c, ins)->kind == O_IMM;
        c->again[i] = opnd_is_reg(b) && !c->claims[i] && reads_anew(c, b->reg, ins);
    }
}

/* ---- where a try has failed --------------------------------------------------------------------------------------------- */

/* The register is the same at both instructions, of which the first dominates the second: it is written once, or they are in one block. */
static bool stays(const Tries *c, int reg, const Ins *first, const Ins *second)
{
    const int from = place_in(c, first), to = place_in(c, second);
    return c->def[reg] || (c->blk[from] == c->blk[to] && fn_last_write(c->fn, reg, from, to) < 0);
}

/* The comparison is of what the try returned with what it expected. */
static bool asks_try(const Tries *c, const Ins *ins, const Ins *try)
{
    const Opnd *x = moved(c, &ins->arg[isa_arg(ins, ARG_A)]), *y = moved(c, &ins->arg[isa_arg(ins, ARG_B)]), *b = expected(c, try);
    const int d = try->arg[isa_arg(try, ARG_D)].reg;
    if (type_info[isa_slot_type(ins, SLOT_TYPE)].bits != type_info[isa_slot_type(try, SLOT_TYPE)].bits)
        return false;
    if (x->kind != O_REG || x->reg != d) {
        const Opnd *swap = x;
        x = y;
        y = swap;
    }
    if (x->kind != O_REG || x->reg != d || y->kind != b->kind)
        return false;
    return y->kind == O_IMM ? y->imm == b->imm : y->kind == O_REG && y->reg == b->reg && y->comp < 0 && stays(c, y->reg, try, ins);
}

enum { DEEP = 8 };

/* Whether the comparison comes out so only where the try has failed. */
static bool test_implies_failed(const Tries *c, const Ins *test, bool value, const Ins *try)
{
    static const Modifier equal[] = {MOD_EQ, MOD_NONE}, differs[] = {MOD_NE, MOD_NEU, MOD_NONE};
    return isa_is_test(test) && isa_has_any(test, value ? differs : equal) && asks_try(c, test, try);
}

/* Whether the predicate has that value only where the try has failed. */
static bool implies_failed(const Tries *c, const Opnd *p, bool value, const Ins *try, int deep)
{
    const Ins *ins = def_of(c, p);
    value ^= p->neg;
    if (!ins || ins->guard >= 0 || deep > DEEP)
        return false;
    if (ins->mnemonic == INS_SETP)
        return test_implies_failed(c, ins, value, try);
    if (!ins_is_any(ins, (Mnemonic[]){INS_OR, INS_AND, INS_NOT, INS_MOV, INS_NONE}) || isa_slot_type(ins, SLOT_TYPE) != T_PRED)
        return false;
    const Opnd *y = isa_opnd(ins, ARG_B);
    const bool a = implies_failed(c, isa_opnd(ins, ARG_A), value ^ (ins->mnemonic == INS_NOT), try, deep + 1);
    const bool b = y && implies_failed(c, y, value, try, deep + 1);
    return !y ? a : (ins->mnemonic == INS_AND) == value ? a || b : a && b;
}

/* Threads go on from the block to its successor number k only where a try of the kind has failed. */
static bool failed_before(const Tries *c, const Blk *x, int k, const bool *kind)
{
    const Ins *br = blk_conditional(c->fn, x);
    if (!br)
        return false;
    const Opnd p = {.kind = O_REG, .reg = br->guard, .comp = -1};
    for (int i = 0; i < c->fn->ins.n; i++)
        if (kind[i] && cfg_dominates(c->blk[i], x) && implies_failed(c, &p, (k == 1) ^ br->guard_neg, &c->fn->ins.at[i], 0))
            return true;
    return false;
}

/* A thread may come from the block to the loop's header with no such failure. */
static bool goes_round(const Tries *c, const Blk *x, const bool *kind, bool *seen)
{
    for (int k = 0; k < blk_nsucc(x); k++) {
        const Blk *y = blk_succ(x, k);
        if (!loop_holds(c->loop, y) || (k < 2 && failed_before(c, x, k, kind)))
            continue;
        if (y == c->loop)
            return true;
        if (!seen[y->id]) {
            seen[y->id] = true;
            if (goes_round(c, y, kind, seen))
                return true;
        }
    }
    return false;
}

static bool goes_on_failed(const Tries *c, const bool *kind) { return !goes_round(c, c->loop, kind, NEWN(c->a, bool, c->fn->nblk)); }

/* ---- places that nobody frees ------------------------------------------------------------------------------------------- */

/* The largest power of two by which places that the access may have, of whichever thread, are apart. */
static int64_t raster(const Access *x)
{
    Sum s = x->at;
    int64_t of = 1 << 20;
    s.c = 0;
    for (int i = 0; i < s.n; i++)
        s.term[i].by -= s.term[i].atom == x->root && s.term[i].by == 1;
    of = sum_factor(&s, of);
    return of & -of;
}

/* No thread's access x touches what any thread's y does. */
static bool elsewhere(const Tries *c, const Access *x, const Access *y)
{
    if (x->unknown || y->unknown || x->root < 0 || y->root < 0)
        return x->space != y->space;
    if (x->root != y->root) {
        const Sym *a = c->lanes->atoms.at[x->root].sym, *b = c->lanes->atoms.at[y->root].sym;
        return x->space != y->space || !(a->linkage == LINK_EXTERN && b->linkage == LINK_EXTERN && x->space == SP_SHARED);
    }
    const int64_t step = raster(x) < raster(y) ? raster(x) : raster(y), off = (y->at.c - x->at.c) & (step - 1);
    return off >= x->bytes && step - off >= y->bytes;
}

/* The access of shared memory is done when all threads of the CTA have come to a barrier in front of the loop. */
static bool done_before(const Tries *c, const Access *x)
{
    for (int i = 0; i < c->fn->ins.n && x->space == SP_SHARED; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        if (!c->blk[i] || !ins->form || !isa_is_cta(ins) || !plain_barrier(ins) || ins->guard >= 0 || !cfg_dominates(c->blk[i], c->loop))
            continue;
        if (!reach_leads(c->a, c->fn, c->blk[i], x->blk, NULL) && (x->blk != c->blk[i] || x->ins < i))
            return true;
    }
    return false;
}

/* Nothing but tries with the same mark writes what the try does. */
static bool stays_taken(const Tries *c, const Access *try)
{
    const Opnd *free = expected(c, &c->fn->ins.at[try->ins]);
    for (const Access *x = c->out.at; array_has(c->out, x); x++) {
        const Ins *ins = &c->fn->ins.at[x->ins];
        const Opnd *other = is_try(c, ins) && x->bytes == try->bytes ? expected(c, ins) : NULL;
        if (x->writes && !(other && other->kind == O_IMM && other->imm == free->imm) && !elsewhere(c, try, x) && !done_before(c, x))
            return false;
    }
    return true;
}

/* All that the loop looks at is whether places are free, and they stay taken. */
static bool only_claims(const Tries *c)
{
    static const Mnemonic updates[] = {INS_ATOM, INS_RED, INS_NONE}, fences[] = {INS_MEMBAR, INS_FENCE, INS_NONE};
    for (int i = 0; i < c->fn->ins.n; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        if (!ins->form || !c->blk[i])
            continue;
        const bool known = isa_emit(ins) == EMIT_ST || ins_is_any(ins, updates);
        if (isa_emit(ins) == EMIT_CALL || ((isa_mem(ins) & MEM_W) && !known))
            return false;
        if (loop_holds(c->loop, c->blk[i]) && (ins_is_any(ins, fences) || (ins_polls(ins) && !c->claims[i])))
            return false;
    }
    for (int i = 0; i < c->out.n; i++)
        if (c->claims[c->out.at[i].ins] && !stays_taken(c, &c->out.at[i]))
            return false;
    return true;
}

bool loop_tries(Arena *a, Fn *fn, Blk *header)
{
    Tries c = {.a = a, .fn = fn, .loop = header};
    bool any = false;
    find_defs(&c);
    for (int i = 0; i < fn->ins.n && !any; i++)
        any = fn->ins.at[i].form && c.blk[i] && loop_holds(header, c.blk[i]) && is_try(&c, &fn->ins.at[i]);
    if (!any)
        return false;
    c.lanes = lane_analyse(a, fn, 32, &c.out);
    find_tries(&c);
    return goes_on_failed(&c, c.again) || (goes_on_failed(&c, c.claims) && only_claims(&c));
}
