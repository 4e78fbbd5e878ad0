/* range_folding.c: integer arithmetic whose result the ranges of threads' numbers leave no choice for.
 *
 * Of `for (i = threadIdx.x; i < 100; i += 128)` nvcc makes a loop of max(i, -28) + 127 - i by 128 and one rounds: it doesn't know that a
 * thread's number is never below 0, by which that is one round for all threads.  So a maximum with what is always less is its other
 * operand, the difference of two numbers that are apart by a constant is that, and what such constants make is one, too: down to
 * comparisons, and branches that are always taken or never.
 *
 * Half of low + high, which are between 0 and 20 in all rounds, is a shift, without the sign that compilers add for sums below 0.
 *
 * lane | 32, as compilers write sums without carries, is lane + 32 again: of sums other passes know more.
 *
 * What of a condition is known, and says nothing of the rest, goes, too.
 *
 * Of integers of 32 bits and predicates, along the ways that may be taken (conditional constant propagation, with ranges): a loop whose
 * first round is its last has no way back.  For unrolling.c, the rounds of a loop are gone through one by one.
 *
 * In: blocks.  Out: instructions that are moves or sums, branches without a guard or gone; true: blocks are to be made anew.  Cost: a few walks,
 * memory of blocks times registers that are written more than once.  Fires on tests/run/one_round, tests/run/halving,
 * tests/run/row_lengths and tests/bench/programs/automaton, bitfields. */
#include "normalize/values/range_folding.h"

enum { SWEEPS = 18, SWEEPS_EXACT = 3, /* then what still changes ends at one of the function's NUMBERS, */
       SWEEPS_NUMBERS = 8,            /* then it is not known */
       MEMORY = 1 << 19 };            /* blocks times registers; more of the latter are not known */

static bool is_same(KnownRange a, KnownRange b)
{
    const Relation x = a.to, y = b.to;
    return a.low == b.low && a.high == b.high && x.root == y.root && x.factor == y.factor && x.tight == y.tight && x.by_low == y.by_low &&
           x.by_high == y.by_high;
}

/* The function's number from k on, or down to it. */
static int64_t number_beyond(const Ranges *r, int64_t k, bool up)
{
    int i = up ? 0 : r->numbers - 1;
    while (up ? r->number[i] < k : r->number[i] > k)
        i += up ? 1 : -1;
    return r->number[i];
}

/* Lets what was known become that, too; in later sweeps at once so little that it seldom changes again.  What is written once follows from
 * the others, which end at numbers. */
static void widen(Ranges *r, KnownRange *was, KnownRange by, bool once)
{
    KnownRange k = range_joined(*was, by);
    if (is_same(k, *was))
        return;
    const bool to_number = r->sweep < SWEEPS_NUMBERS;
    if (r->sweep >= SWEEPS_EXACT && !is_nothing(*was) && !(once && to_number))
        k = range(k.low == was->low ? k.low : to_number ? number_beyond(r, k.low, false) : least,
                  k.high == was->high ? k.high : to_number ? number_beyond(r, k.high, true) : greatest);
    *was = k;
    r->changed = true;
}

static void write(Ranges *r, const Ins *ins, const Blk *x, int reg, bool alone)
{
    KnownRange k = alone ? range_result(r, ins, reg) : any;
    if (r->place[reg]) {
        KnownRange *now = &r->now[r->place[reg] - 1];
        *now = ins->guard >= 0 ? range_joined(*now, k) : k;
    } else if (r->writer[reg] > 0) {
        if (!is_nothing(k) && !is_number(k) && k.to.root < 0 && !x->loop && r->related)
            k.to = (Relation){.root = reg, .factor = 1, .tight = true};
        widen(r, &r->known[reg], k, true);
    }
}

static void write_results(Ranges *r, const Ins *ins, const Blk *x)
{
    const Dest d = ins_dest(ins);
    const bool alone = d.n == 1 && ins->narg > 0 && ins->arg[0].kind == O_REG && ins->arg[0].reg == d.reg && ins->arg[0].comp < 0;
    for (Refs ref = ins_refs(ins); writes_next(&ref);)
        write(r, ins, x, ref.reg, alone);
}

/* What the guard of a branch is: 0, 1 or both, as far as the branch is concerned. */
static KnownRange taken(const Ranges *r, const Ins *bra)
{
    const KnownRange k = bra->guard < 0 ? number(1) : range_of_reg(r, bra->guard);
    return is_nothing(k) || k.low != k.high || k.low < 0 || k.low > 1 ? (is_nothing(k) ? nothing : any) : number(k.low != bra->guard_neg);
}

static void flow_to(Ranges *r, const Blk *to, const KnownRange *now)
{
    if (!r->in[to->id]) {
        r->in[to->id] = NEWN(r->a, KnownRange, r->nplace + 1);
        memcpy(r->in[to->id], now, sizeof *now * (size_t)r->nplace);
        r->changed = true;
        return;
    }
    for (int i = 0; i < r->nplace; i++)
        widen(r, &r->in[to->id][i], now[i], false);
}

/* The comparison of the block that makes the guard at its end, of a register that is not written behind it; or NULL. */
static const Ins *comparison_of(const Ranges *r, const Blk *x)
{
    const int guard = r->fn->ins.at[x->branch].guard;
    const int at = fn_last_write(r->fn, guard, x->first, x->branch);
    const Ins *ins = at >= 0 ? &r->fn->ins.at[at] : NULL;
    const bool plain = ins && isa_is_test(ins) && ins->nop == 3 && range_is_plain(ins, ins->narg);
    const Opnd *a = plain && isa_compare(ins) != CMP_NONE ? isa_opnd(ins, ARG_A) : NULL;
    return opnd_is_reg(a) && r->place[a->reg] && fn_last_write(r->fn, a->reg, at + 1, x->branch) < 0 ? ins : NULL;
}

/* What is known of a where its comparison with b may have come out in one of these ways: less, equal, more. */
static KnownRange narrowed(const Ins *test, KnownRange a, KnownRange b, unsigned may)
{
    const int64_t most = b.high - !(may & CMP_EQUAL), begin = b.low + !(may & CMP_EQUAL);
    const bool below = !(may & CMP_MORE), above = !(may & CMP_LESS);
    if (is_nothing(a) || is_nothing(b) || (!range_is_ordered(test, a, b) && (b.low < 0 || !below)))
        return a;
    if (!range_is_ordered(test, a, b) && a.low < 0) /* without a sign */
        a.low = 0;
    a.high = below && a.high > most ? most : a.high;
    a.low = above && a.low < begin ? begin : a.low;
    return a;
}

/* Along the way number k out of a block with a branch. */
static void flow_along(Ranges *r, const Blk *x, int k)
{
    const Ins *bra = &r->fn->ins.at[x->branch], *test = bra->guard >= 0 ? comparison_of(r, x) : NULL;
    if (!test) {
        flow_to(r, x->succ[k], r->now);
        return;
    }
    const unsigned holds = isa_compare(test), may = (k == 1) != bra->guard_neg ? holds : CMP_ALL & ~holds;
    KnownRange *a = &r->now[r->place[test->arg[isa_arg(test, ARG_A)].reg] - 1], was = *a;
    const KnownRange b = range_of(r, &test->arg[isa_arg(test, ARG_B)]);
    *a = narrowed(test, was, b, may);
    if (!is_nothing(*a) || is_nothing(was))
        flow_to(r, x->succ[k], r->now);
    *a = was;
}

static void walk_block(Ranges *r, const Blk *x)
{
    memcpy(r->now, r->in[x->id], sizeof *r->now * (size_t)r->nplace);
    for (int j = x->first; j < x->end; j++)
        write_results(r, &r->fn->ins.at[j], x);
    if (!x->succ[1]) {
        for (int k = 0; k < blk_nsucc(x); k++)
            if (blk_succ(x, k))
                flow_to(r, blk_succ(x, k), r->now);
        return;
    }
    const KnownRange on = taken(r, &r->fn->ins.at[x->branch]);
    for (int k = 0; k < 2; k++)
        if (!is_nothing(on) && on.low <= k && on.high >= k) {
            r->went[x->id] |= (uint8_t)(1 << k);
            flow_along(r, x, k);
        }
}

/* ---- what comes of it ------------------------------------------------------------------------------------------------------- */

/* The operand that selp, min or max always chooses, to which a sum adds nothing, which is multiplied or divided by 1, or to which another
 * predicate says nothing; NULL: either, or it is none of them. */
static const Opnd *always_chosen(const Ranges *r, const Ins *ins)
{
    const KnownRange by = ins->mnemonic == INS_SELP && ins->narg == 4 ? range_of(r, &ins->arg[3]) : any;
    if (is_number(by) && ins->arg[3].kind == O_REG)
        return &ins->arg[by.low ? 1 : 2];
    const bool logic = ins->narg == 3 && range_is_logic(ins), plain = range_is_plain(ins, 3);
    const bool choice = plain && (ins->mnemonic == INS_MIN || ins->mnemonic == INS_MAX);
    for (int i = 1; i < 3 && (logic || plain); i++) {
        const KnownRange a = range_of(r, &ins->arg[i]), b = range_of(r, &ins->arg[3 - i]);
        const bool adds = ins->mnemonic == INS_ADD || (ins->mnemonic == INS_SUB && i == 1);
        const bool scales = ins->mnemonic == INS_MUL || (ins->mnemonic == INS_DIV && i == 1);
        const bool neutral = (logic || adds || scales) && opnd_is_reg(&ins->arg[i]) && is_number(b) &&
                             b.low == (scales || (logic && ins->mnemonic == INS_AND));
        if (neutral || (choice && range_is_ordered(ins, a, b) && range_wins(a, b, ins->mnemonic == INS_MAX)))
            return &ins->arg[i];
    }
    return NULL;
}

/* What a compiler writes for the sum of a number and a constant with no bit of it, as that sum. */
static bool fold_or(Ranges *r, Ins *ins)
{
    if (ins->mnemonic != INS_OR || !range_is_plain(ins, 3) || !range_is_disjoint(range_of(r, &ins->arg[1]), range_of(r, &ins->arg[2])))
        return false;
    *ins = ins_new(r->m, r->fn, r->m->code, ins, "add.u32", (Opnd[]){ins->arg[0], ins->arg[1], ins->arg[2]}, 3);
    return true;
}

/* The instruction as a move of what it is: a constant, or a register that is the same. */
static bool fold(Ranges *r, Ins *ins)
{
    const Dest d = ins_dest(ins);
    if (d.n != 1 || r->kept[d.reg] || ins->guard >= 0 || ins->pseudo || isa_emit(ins) == EMIT_MOV || !opnd_reg_is(&ins->arg[0], d.reg))
        return false;
    const KnownRange k = range_result(r, ins, d.reg);
    const Opnd number = opnd_number((uint32_t)k.low, T_U32), *from = is_number(k) ? &number : always_chosen(r, ins);
    if (!from)
        return fold_or(r, ins);
    const bool condition = r->fn->regs.at[d.reg]->type == T_PRED;
    const Type t = ins->mnemonic == INS_SELP ? isa_slot_type(ins, SLOT_TYPE) : T_B32;
    const char *mov = condition ? "mov.pred" : arena_printf(r->a, "mov.%s", type_info[t].name);
    *ins = ins_new(r->m, r->fn, r->m->code, ins, mov, (Opnd[]){ins->arg[0], *from}, 2);
    return true;
}

/* Whether a way that is gone leads into a loop that remains one: what is asked in front of that, as a rule what each round asks, other
 * passes make use of. */
static bool leads_to_loop(const Ranges *r, const Blk *x, const Blk *to)
{
    while (!to->is_header && to->succ[0] && blk_nsucc(to) == 1 && to->id > x->id)
        to = to->succ[0];
    if (!to->is_header || cfg_dominates(to, x))
        return false;
    for (int i = 0; i < to->npred; i++) {
        const Blk *p = to->pred[i];
        const bool asks = p->succ[1];
        const int ways = asks ? (p->succ[0] == to) + 2 * (p->succ[1] == to) : 0;
        if (cfg_dominates(to, p) && r->in[p->id] && (!asks || r->went[p->id] & ways))
            return true;
    }
    return false;
}

static bool is_constant(const Ranges *r, const Opnd *o)
{
    return o && (o->kind == O_IMM || (opnd_is_reg(o) && !r->place[o->reg] && is_number(range_of(r, o))));
}

/* Whether a predicate compares two constants: nothing but its outcome is to be learnt from it. */
static bool compares_constants(const Ranges *r, int predicate)
{
    const Ins *setp = r->writer[predicate] > 0 ? &r->fn->ins.at[r->writer[predicate] - 1] : NULL;
    return setp && setp->mnemonic == INS_SETP && is_constant(r, isa_opnd(setp, ARG_A)) && is_constant(r, isa_opnd(setp, ARG_B));
}

/* Notes the guard in front of a loop, which stays as it is. */
static void keep_guard(Ranges *r, const Blk *x)
{
    if (!x->succ[1] || r->fn->ins.at[x->branch].guard < 0 ||
            compares_constants(r, r->fn->ins.at[x->branch].guard))
        return;
    for (int k = 0; k < 2; k++)
        if (r->went[x->id] == 1 << k && leads_to_loop(r, x, x->succ[k]))
            r->kept[r->fn->ins.at[x->branch].guard] = true;
}

/* A block's instructions; gone: branches that are never taken. */
static bool fold_block(Ranges *r, const Blk *x, bool *gone)
{
    bool folds = false;
    memcpy(r->now, r->in[x->id], sizeof *r->now * (size_t)r->nplace);
    for (int j = x->first; j < x->end; j++) {
        Ins *ins = &r->fn->ins.at[j];
        const KnownRange on = j == x->branch && x->succ[1] ? taken(r, ins) : any;
        if (is_number(on) && ins->guard >= 0 && !r->kept[ins->guard]) {
            gone[j] = !on.low;
            ins->guard = on.low ? -1 : ins->guard;
            folds = true;
            continue;
        }
        const Ins was = *ins;
        folds |= fold(r, ins);
        write_results(r, &was, x);
    }
    return folds;
}

static void leave_out(Ranges *r, const bool *gone)
{
    InsList kept;
    for (Rewrite w = rewrite_begin(r->m, r->fn, &kept); rewrite_next(&w);)
        if (!gone[w.i])
            rewrite_keep(&w);
}

/* What is written once, but read where that may not have been done, holds anything there. */
static void find_unset(Ranges *r)
{
    Blk *const *blk_of = cfg_blocks(r->a, r->fn);
    for (int i = 0; i < r->fn->ins.n; i++)
        for (Refs ref = ins_refs(&r->fn->ins.at[i]); blk_of[i] && reads_next(&ref);)
            if (r->writer[ref.reg] > 0 && !cfg_comes_before(blk_of, r->writer[ref.reg] - 1, i))
                r->writer[ref.reg] = -1;
}

static void number_registers(Ranges *r)
{
    for (int i = 0; i < r->fn->regs.n; i++) {
        const Sym *s = r->fn->regs.at[i];
        r->known[i] = nothing;
        if (r->writer[i] < 0 && (is_word(s->type) || s->type == T_PRED) && s->vec <= 1)
            r->place[i] = ++r->nplace;
    }
    for (int i = 0; i < r->fn->params.n; i++) /* the function's callers write it */
        if (r->fn->params.at[i]->kind == SYM_REG)
            r->known[r->fn->params.at[i]->index] = any;
    if ((int64_t)r->nplace * r->fn->nblk <= MEMORY)
        return;
    memset(r->place, 0, sizeof *r->place * (size_t)r->fn->regs.n);
    r->nplace = 0;
}

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void add_number(Ranges *r, int64_t k)
{
    for (int i = 0; i < r->numbers; i++)
        if (r->number[i] == k)
            return;
    r->number[r->numbers++] = k;
}

static void collect_numbers(Ranges *r)
{
    add_number(r, least);
    for (const Ins *ins = r->fn->ins.at; array_has(r->fn->ins, ins); ins++)
        for (int k = 0; k < ins->narg && r->numbers <= NUMBERS; k++)
            if (ins->arg[k].kind == O_IMM && !ins->arg[k].neg && is_word(isa_slot_type(ins, SLOT_TYPE)))
                add_number(r, number((uint32_t)ins->arg[k].imm).low);
    add_number(r, greatest);
    qsort(r->number, (size_t)r->numbers, sizeof *r->number, by_size);
}

/* Whether all loops are natural ones. */
static bool is_reducible(const Fn *fn)
{
    for (int i = 0; i < fn->nblk; i++)
        for (int k = 0; k < blk_nsucc(fn->blk[i]); k++)
            if (blk_succ(fn->blk[i], k)->id <= i && !cfg_dominates(blk_succ(fn->blk[i], k), fn->blk[i]))
                return false;
    return true;
}

/* Finds what is known where each block begins; false: that takes too long. */
static bool find_ranges(Ranges *r)
{
    const Fn *fn = r->fn;
    r->writer = only_writers(r->a, fn);
    r->related = is_reducible(fn);
    r->known = NEWN(r->a, KnownRange, fn->regs.n + 1);
    r->place = NEWN(r->a, int, fn->regs.n + 1);
    r->in = NEWN(r->a, KnownRange *, fn->nblk + 1);
    r->went = NEWN(r->a, uint8_t, fn->nblk + 1);
    find_unset(r);
    number_registers(r);
    collect_numbers(r);
    r->now = NEWN(r->a, KnownRange, r->nplace + 1);
    r->in[0] = NEWN(r->a, KnownRange, r->nplace + 1);
    for (int i = 0; i < r->nplace; i++)
        r->in[0][i] = any;
    for (r->changed = true; r->changed && r->sweep < SWEEPS; r->sweep++) {
        r->changed = false;
        for (int i = 0; i < fn->nblk; i++)
            if (r->in[i])
                walk_block(r, fn->blk[i]);
    }
    return !r->changed;
}

bool ranges_fold(Arena *a, Module *m, Fn *fn)
{
    Ranges r = {.a = a, .m = m, .fn = fn};
    if (!find_ranges(&r))
        return false;
    bool folds = false, *gone = NEWN(a, bool, fn->ins.n + 1);
    r.kept = NEWN(a, bool, fn->regs.n + 1);
    for (int i = 0; i < fn->nblk; i++)
        if (r.in[i])
            keep_guard(&r, fn->blk[i]);
    for (int i = 0; i < fn->nblk; i++)
        if (r.in[i])
            folds |= fold_block(&r, fn->blk[i], gone);
    if (folds)
        leave_out(&r, gone);
    return folds;
}

/* ---- rounds of loops ---------------------------------------------------------------------------------------------------- */

/* An instruction of the round that is gone through: what is written once in the function is then what it is in this round. */
static void write_in_round(Ranges *r, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    for (Refs ref = ins_refs(ins); writes_next(&ref);) {
        const bool alone = d.n == 1 && opnd_reg_is(&ins->arg[0], ref.reg);
        KnownRange *now = r->place[ref.reg] ? &r->now[r->place[ref.reg] - 1] : &r->known[ref.reg];
        *now = !alone || ins->guard >= 0 ? any : range_result(r, ins, ref.reg);
    }
}

/* Goes through the rounds of the loop that the block is, from what is known in front of it. */
static int rounds_of(Ranges *r, const Blk *x, int most)
{
    KnownRange *known = r->known;
    r->known = NEWN(r->a, KnownRange, r->fn->regs.n + 1);
    memcpy(r->known, known, sizeof *known * (size_t)r->fn->regs.n);
    r->in[x->id] = NULL;
    for (int i = 0; i < x->npred; i++)
        if (x->pred[i] != x && r->in[x->pred[i]->id])
            walk_block(r, x->pred[i]);
    int n = 0;
    if (r->in[x->id]) {
        memcpy(r->now, r->in[x->id], sizeof *r->now * (size_t)r->nplace);
        for (KnownRange on = number(1); is_number(on) && on.low;) {
            for (int j = x->first; j < x->branch; j++)
                write_in_round(r, &r->fn->ins.at[j]);
            on = taken(r, &r->fn->ins.at[x->branch]);
            n = is_number(on) && n < most ? n + 1 : 0;
            if (!n)
                break;
        }
    }
    r->known = known;
    return n;
}

void rounds_count(Arena *a, Module *m, Fn *fn, int *rounds)
{
    Ranges r = {.a = a, .m = m, .fn = fn};
    const bool found = find_ranges(&r);
    for (int i = 0; i < fn->nblk; i++)
        if (rounds[i]) {
            KnownRange *in = r.in[i];
            rounds[i] = found && in ? rounds_of(&r, fn->blk[i], rounds[i]) : 0;
            r.in[i] = in;
        }
}
