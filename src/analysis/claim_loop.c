/* claim_loop.c: loops in which threads claim places that are free.
 *
 * The search for a place in a hash table tries atom.cas with the mark of a free place, and with another address in each round; it goes
 * on only where the place was not free.  Nothing in the kernel frees places: but for such tries, all writes are elsewhere, or before a barrier.  Then what is not free
 * stays as it is for good, and a thread that runs alone sees in each round what it would see if others ran, too, or finds
 * the place still free, and leaves: it waits for nobody.  Where a place is freed again, as a lock is, threads may wait.
 *
 * In: blocks, loops, live registers. */
#include "analysis/lane_sum.h"

typedef struct Claims {
    Fn *fn;
    Blk *loop;
    Accesses out;
    Lanes *lanes;
    const Ins **def; /* by register: its only definition, or NULL */
    Blk **blk;       /* by instruction */
} Claims;

static void find_defs(Arena *a, Claims *c)
{
    int *n = NEWN(a, int, c->fn->regs.n + 1);
    c->def = NEWN(a, const Ins *, c->fn->regs.n + 1);
    c->blk = NEWN(a, Blk *, c->fn->ins.n + 1);
    for (int i = 0; i < c->fn->nblk; i++)
        for (int j = c->fn->blk[i]->first; j < c->fn->blk[i]->end; j++) {
            c->blk[j] = c->fn->blk[i];
            for (Refs ref = ins_refs(&c->fn->ins.at[j]); refs_next(&ref);)
                if (ref.write)
                    c->def[ref.reg] = n[ref.reg]++ ? NULL : &c->fn->ins.at[j];
        }
}

static const Ins *def_of(const Claims *c, const Opnd *o) { return o->kind == O_REG && o->comp < 0 ? c->def[o->reg] : NULL; }

static bool is_try(const Claims *c, const Ins *ins)
{
    return ins->mnemonic == INS_ATOM && isa_has_word(ins, MOD_CAS) && ins->guard < 0 &&
           def_of(c, &ins->arg[isa_arg(ins, ARG_D)]) == ins;
}

/* The operand is a number, which one. */
static bool number_of(const Claims *c, const Opnd *o, uint64_t *number)
{
    const Ins *mov = def_of(c, o);
    o = mov && isa_emit(mov) == EMIT_MOV && mov->guard < 0 ? &mov->arg[isa_arg(mov, ARG_A)] : o;
    *number = o->imm;
    return o->kind == O_IMM;
}

static bool expects(const Claims *c, const Ins *try, uint64_t *free)
{
    return number_of(c, &try->arg[isa_arg(try, ARG_B)], free);
}

/* The comparison gives !equal only for what was not free. */
static bool tells_taken(const Claims *c, const Ins *ins, const Ins *try, bool equal)
{
    uint64_t free, with;
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    if (!isa_has_word(ins, equal ? MOD_EQ : MOD_NE) || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != type_info[isa_slot_type(try, SLOT_TYPE)].bits)
        return false;
    if (def_of(c, x) != try) {
        const Opnd *swap = x;
        x = y;
        y = swap;
    }
    return def_of(c, x) == try && number_of(c, y, &with) && expects(c, try, &free) && with == free;
}

enum { DEEP = 8 };

/* Whether the predicate has that value only where the place of the try was not free. */
static bool implies_taken(const Claims *c, const Opnd *p, bool value, const Ins *try, int deep)
{
    const Ins *ins = def_of(c, p);
    value ^= p->neg;
    if (!ins || ins->guard >= 0 || deep > DEEP)
        return false;
    if (ins->mnemonic == INS_SETP) {
        const int with = isa_arg(ins, ARG_C), q = isa_arg(ins, ARG_Q);
        const bool both = with >= 0 && ins->arg[with].kind != O_NONE;
        return !both && (q < 0 || ins->arg[q].kind != O_REG) && tells_taken(c, ins, try, !value);
    }
    const bool any = ins->mnemonic == INS_OR, all = ins->mnemonic == INS_AND;
    if (!(any || all || ins->mnemonic == INS_NOT || ins->mnemonic == INS_MOV) || isa_slot_type(ins, SLOT_TYPE) != T_PRED)
        return false;
    const bool a = implies_taken(c, &ins->arg[isa_arg(ins, ARG_A)], value ^ (ins->mnemonic == INS_NOT), try, deep + 1);
    const bool b = (any || all) && implies_taken(c, &ins->arg[isa_arg(ins, ARG_B)], value, try, deep + 1);
    return all ? (value ? a || b : a && b) : any ? (value ? a && b : a || b) : a;
}

/* Threads that come by the block's branch stay in the loop only where the place was not free. */
static bool leaves_with_place(const Claims *c, const Blk *x, const Ins *try)
{
    const Ins *br = x->branch >= 0 ? &c->fn->ins.at[x->branch] : NULL;
    if (!br || br->guard < 0 || blk_nsucc(x) != 2 || !cfg_dominates(c->blk[try - c->fn->ins.at], x))
        return false;
    const bool taken = loop_holds(c->loop, x->succ[1]), passed = loop_holds(c->loop, x->succ[0]);
    const Opnd p = {.kind = O_REG, .reg = br->guard, .comp = -1};
    return taken != passed && implies_taken(c, &p, taken ^ br->guard_neg, try, 0);
}

static bool goes_on_taken(const Claims *c, const Ins *try)
{
    for (int i = 0; i < c->loop->npred; i++) {
        const Blk *latch = c->loop->pred[i];
        bool ends = !loop_holds(c->loop, latch);
        for (int k = 0; k < c->fn->nblk && !ends; k++)
            ends = loop_holds(c->loop, c->fn->blk[k]) && cfg_dominates(c->fn->blk[k], latch) && leaves_with_place(c, c->fn->blk[k], try);
        if (!ends)
            return false;
    }
    return true;
}

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
static bool elsewhere(const Claims *c, const Access *x, const Access *y)
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

static bool writes_unknown(const Claims *c, const Ins *ins)
{
    const bool known = isa_emit(ins) == EMIT_ST || ins->mnemonic == INS_ATOM || ins->mnemonic == INS_RED;
    return isa_emit(ins) == EMIT_CALL || ((isa_mem(ins) & MEM_W) && !known && c->blk[ins - c->fn->ins.at]);
}

static void reach(const Blk *x, bool *seen)
{
    for (int k = 0; k < blk_nsucc(x); k++)
        if (!seen[blk_succ(x, k)->id]) {
            seen[blk_succ(x, k)->id] = true;
            reach(blk_succ(x, k), seen);
        }
}

/* The access of shared memory is done when all threads of the CTA have come to a barrier in front of the loop. */
static bool done_before(Arena *a, const Claims *c, const Access *x)
{
    for (int i = 0; i < c->fn->ins.n && x->space == SP_SHARED; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        if (!c->blk[i] || !ins->form || !isa_is_cta(ins) || !plain_barrier(ins) || ins->guard >= 0 || !cfg_dominates(c->blk[i], c->loop))
            continue;
        bool *seen = NEWN(a, bool, c->fn->nblk);
        reach(c->blk[i], seen);
        if (!seen[x->blk->id] && (x->blk != c->blk[i] || x->ins < i))
            return true;
    }
    return false;
}

/* Nothing but tries with the same mark writes what the try does. */
static bool stays_taken(Arena *a, const Claims *c, const Access *try)
{
    uint64_t free, other;
    for (int i = 0; i < c->out.n; i++) {
        const Access *x = &c->out.at[i];
        const Ins *ins = &c->fn->ins.at[x->ins];
        const bool claims = is_try(c, ins) && expects(c, ins, &other) && expects(c, &c->fn->ins.at[try->ins], &free) && other == free &&
                            x->bytes == try->bytes;
        if (x->writes && !claims && !elsewhere(c, try, x) && !done_before(a, c, x))
            return false;
    }
    return true;
}

bool loop_claims(Arena *a, Fn *fn, Blk *header)
{
    Claims c = {.fn = fn, .loop = header};
    int tries = 0;
    find_defs(a, &c);
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        uint64_t free;
        if (!ins->form || !c.blk[i])
            continue;
        if (writes_unknown(&c, ins))
            return false;
        if (!loop_holds(header, c.blk[i]) || !ins_polls(ins))
            continue;
        if (!is_try(&c, ins) || !expects(&c, ins, &free) || !goes_on_taken(&c, ins))
            return false;
        tries++;
    }
    if (!tries)
        return false;
    c.lanes = lane_analyse(a, fn, 32, &c.out);
    for (int i = 0; i < c.out.n; i++) {
        const Access *x = &c.out.at[i];
        if (loop_holds(header, x->blk) && x->atomic && ins_polls(&fn->ins.at[x->ins]) && !stays_taken(a, &c, x))
            return false;
    }
    return true;
}
