/* reroll.c: loops that the compiler has unrolled for a number of rounds known only when it runs, as one loop again.
 *
 * Such a loop is two: one does the rounds that are left over, the other (unrolled) some at a time.  With S, a power of two:
 *
 *   i = first; rest = ((n - first - 1) / S + 1) % 4;
 *   if (rest) do { round; i += S; } while (--rest);
 *   if (n - first - 1 >= 3 * S) do { round; round; round; round; i += 4 * S; } while (i < n);
 *
 * Where the lanes of a chunk go round different numbers of times, each lane runs both by itself, and a processor guesses
 * wrong where either ends.  The first loop alone, with the test i < n at its end, does the same: that is
 *   - its rounds are those of the other: both are computed in symbols and compared; what only the other one counts differs
 *     from something that the first one counts by a constant (and goes on from it, where i does not wrap);
 *   - first < n where they begin, so that i, growing by S towards n, does not wrap before it is there; behind n it would only if n
 *     were among the last S numbers, and then the loop in C, with i < n, would have no end either;
 *   - the number of rounds is that one, in the rest and in the test between the two.
 * Loads and plain stores may be in a round, in the same order in both, but nothing else that has to do with memory.
 *
 * In: a kernel as uniform.c has analysed it.  Out: its instructions without the second loop; blocks are to be made anew. */
#include "transform/reroll.h"

enum { REROLL_MAX = 200, /* instructions of both loops */
       STEP_MAX = 1 << 16,
       TIMES_MAX = 8,    /* rounds of the second one's */
       FACTS = 4 };      /* tests before, at most, of which one may say that there is a round */

static bool has(const int *at, int n, int x)
{
    for (int i = 0; i < n; i++)
        if (at[i] == x)
            return true;
    return false;
}

#define WRITES(list, reg) has((list).at, (list).n, reg)

static bool has_memory(const Reroll *r, const Blk *x)
{
    for (int i = x->first; i < x->end; i++)
        if (isa_emit(&r->fn->ins.at[i]) == EMIT_LD || isa_emit(&r->fn->ins.at[i]) == EMIT_ST)
            return true;
    return false;
}

/* ---- the blocks ---------------------------------------------------------------------------------------------------- */

static bool conditional(const Reroll *r, const Blk *x)
{
    return x->term >= 0 && x->branch == x->term && !x->targets && x->succ[0] && x->succ[1] && x->succ[0] != x->succ[1] &&
           r->fn->ins.at[x->term].guard >= 0;
}

/* x is a loop of one block, entered from *front alone; where it goes to. */
static Blk *self_loop(const Reroll *r, Blk *x, Blk **front)
{
    if (!conditional(r, x) || x->npred != 2 || x->succ[1] != x)
        return NULL;
    *front = x->pred[x->pred[0] == x];
    return *front != x && (*front)->npred == 1 && (*front)->succ[0] == x && !(*front)->succ[1] && !(*front)->targets
               ? x->succ[0]
               : NULL;
}

static bool find_blocks(Reroll *r, Blk *few)
{
    r->few = few;
    r->mid = self_loop(r, few, &r->front);
    r->head = r->mid ? r->front->pred[0] : NULL;
    if (!r->mid || !conditional(r, r->head) || r->head->succ[0] != r->front || r->head->succ[1] != r->mid ||
        r->mid->npred != 2 || !conditional(r, r->mid))
        return false;
    r->end = r->mid->succ[1];
    Blk *front2 = r->mid->succ[0];
    r->many = front2->succ[0];
    return front2->npred == 1 && r->many && self_loop(r, r->many, &r->front2) == r->end && r->front2 == front2 &&
           (few->end - few->first) + (r->many->end - r->many->first) <= REROLL_MAX;
}

static void collect_writes(Reroll *r, const Ins *ins, Ints *to)
{
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (ref.write && !has(to->at, to->n, ref.reg))
            array_add(&r->tmp, to, ref.reg);
}

static void find_writes(Reroll *r, const Blk *x, Ints *to)
{
    for (int i = x->first; i < x->end; i++)
        collect_writes(r, &r->fn->ins.at[i], to);
}

static bool is_shared(const Reroll *r, int reg) { return WRITES(r->few_writes, reg) && WRITES(r->many_writes, reg); }

/* What the use of a register outside of a loop, before and between the loops must not be. */
static void test_use(Reroll *r, const Blk *x, const Ints *made, int reg, bool write)
{
    const bool few = WRITES(r->few_writes, reg), many = WRITES(r->many_writes, reg), late = WRITES(r->late_writes, reg);
    const bool front = WRITES(r->front_writes, reg), shared = few && many;
    if (write) {
        r->ok &= !shared || (x != r->mid && x != r->front2);
        r->ok &= x != r->front || !many || few;
    } else if (x == r->few) {
        r->ok &= !late && (!many || few);
    } else if (x == r->many) {
        r->ok &= !few || many;
    } else if ((x == r->head || x == r->front) && has(made->at, made->n, reg)) {
        ;
    } else if (x == r->mid || x == r->front2) {
        r->ok &= shared || (!few && !front && (late || !many));
    } else {
        r->ok &= shared || (!few && !many && !late && !front);
    }
}

/* Nobody else reads what only one of the loops, or what is done for it alone, writes; before the loops, only what was
 * written there. */
static bool find_uses(Reroll *r)
{
    Ints made = {0};
    for (int b = 0; b < r->fn->nblk && r->ok; b++) {
        const Blk *x = r->fn->blk[b];
        for (int i = x->first; i < x->end; i++) {
            for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
                test_use(r, x, &made, ref.reg, ref.write);
            if (x == r->head || x == r->front)
                collect_writes(r, &r->fn->ins.at[i], &made);
        }
    }
    return r->ok;
}

/* The instruction that writes the register once for all, in no loop, or NULL. */
static const Ins *once(const Reroll *r, int reg)
{
    const RegInfo *g = &r->b->reg[reg];
    return g->ndef == 1 && g->def >= 0 && !r->b->blk_of[g->def]->loop ? &r->fn->ins.at[g->def] : NULL;
}

/* What a register that is written once is made from, as far as it is made from register from (*by_it), else itself. */
static Sum made_once(Reroll *r, int reg, int from, int depth, bool *by_it)
{
    const Ins *def = reg == from || !depth ? NULL : once(r, reg);
    State s = {0};
    *by_it = reg == from;
    if (!def || !ins_is_pure(def) || def->guard >= 0)
        return reroll_leaf(r, reg);
    for (Refs ref = ins_refs(def); refs_next(&ref);) {
        bool by = false;
        if (ref.write)
            continue;
        if (!once(r, ref.reg))
            return reroll_leaf(r, reg);
        const Sum v = made_once(r, ref.reg, from, depth - 1, &by);
        if (by)
            reroll_set(r, &s, ref.reg, v);
        *by_it |= by;
    }
    const bool was = r->ok;
    if (*by_it)
        reroll_run_ins(r, &s, def);
    *by_it &= r->ok && reroll_find_reg(&s, reg);
    r->ok = was;
    return *by_it ? reroll_find_reg(&s, reg)->v : reroll_leaf(r, reg);
}

/* What the first loop counts beside i may begin as something that was made from what i begins as. */
static void make_from_first(Reroll *r, State *zero)
{
    const Term *first = &r->term.at[r->first.base];
    if (!r->first.base || first->kind != TERM_REG || !once(r, (int)first->number))
        return;
    const int from = (int)first->number;
    for (int k = 0; k < r->few_writes.n; k++) {
        const int p = r->few_writes.at[k];
        Reg *g = is_shared(r, p) ? NULL : reroll_find_reg(zero, p);
        bool by_it = false;
        if (!g || !g->v.base || r->term.at[g->v.base].kind != TERM_REG)
            continue;
        const uint64_t off = g->v.off;
        const Sum v = made_once(r, (int)r->term.at[g->v.base].number, from, 3, &by_it);
        if (by_it)
            reroll_set(r, zero, p, (Sum){v.base, v.off + off});
    }
}

/* ---- tests --------------------------------------------------------------------------------------------------------- */

/* The comparison that a block's branch asks for: whether it holds when the branch is taken. */
static const Ins *test_of(const Reroll *r, const Blk *x, bool *taken)
{
    const Ins *br = &r->fn->ins.at[x->term];
    for (int i = x->term; i-- > x->first;) {
        const Ins *ins = &r->fn->ins.at[i];
        if (!ins_mentions(ins, br->guard).writes)
            continue;
        *taken = !br->guard_neg;
        const int ia = isa_arg(ins, ARG_A), ib = isa_arg(ins, ARG_B);
        if (ins->guard >= 0 || ins->nword != 3 || ins->mnemonic != INS_SETP || ia < 0 || ib < 0)
            return NULL;
        for (int k = i + 1; k < x->term; k++) /* it compares what is there at the block's end */
            for (int j = 0; j < 2; j++) {
                const Opnd *o = &ins->arg[j ? ib : ia];
                if (o->kind != O_IMM && (o->kind != O_REG || ins_mentions(&r->fn->ins.at[k], o->reg).writes))
                    return NULL;
            }
        return ins;
    }
    return NULL;
}

/* Whether the branch is taken exactly when a CMP b, with its operands as of the state at the block's end. */
static bool asks(Reroll *r, const State *s, const Blk *x, unsigned cmp, Type type, Sum *a, Sum *b)
{
    bool taken;
    const Ins *c = test_of(r, x, &taken);
    if (!c || !taken || isa_compare(c) != cmp || (type && isa_slot_type(c, SLOT_TYPE) != type))
        return false;
    const int ia = isa_arg(c, ARG_A), ib = isa_arg(c, ARG_B);
    *a = reroll_operand(r, s, &c->arg[ia], c->argtype[ia]);
    *b = reroll_operand(r, s, &c->arg[ib], c->argtype[ib]);
    return r->ok;
}

/* Between instruction at of the block x, which leads to the head alone, and the head nothing writes the register. */
static bool unwritten(const Reroll *r, int reg, const Blk *x, int at)
{
    for (const Blk *y = r->head; y != x;) {
        y = y->pred[0];
        for (int i = y == x ? at + 1 : y->first; i < y->end; i++)
            if (ins_mentions(&r->fn->ins.at[i], reg).writes)
                return false;
    }
    return true;
}

/* What the operand of instruction at of block x is made from there, of registers that keep their values until the head; else itself. */
static Sum made_from(Reroll *r, const Blk *x, int at, const Opnd *o, Type slot)
{
    State none = {0}, made = {0};
    const Sum plain = reroll_operand(r, &none, o, slot);
    for (int i = at; o->kind == O_REG && i-- > x->first;) {
        const Ins *ins = &r->fn->ins.at[i];
        if (!ins_mentions(ins, o->reg).writes)
            continue;
        const bool was = r->ok;
        bool kept = ins_is_pure(ins) && ins->guard < 0;
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            kept &= ref.write || unwritten(r, ref.reg, x, i);
        if (kept)
            reroll_run_ins(r, &made, ins);
        kept &= r->ok && made.n == 1;
        r->ok = was;
        return kept ? made.at[0].v : plain;
    }
    return plain;
}

/* Whether first < limit follows from the outcome of instruction c of block x: limit <= first, or limit < first + 1 (a number), is not so. */
static bool says_less(Reroll *r, const Blk *x, const Ins *c, bool holds)
{
    const unsigned op = isa_compare(c) ^ (holds ? 0 : CMP_ALL), back = compare_swapped(op);
    const State none = {0};
    const int ia = isa_arg(c, ARG_A), ib = isa_arg(c, ARG_B), at = (int)(c - r->fn->ins.at);
    if (isa_slot_type(c, SLOT_TYPE) != r->type)
        return false;
    const Sum a = reroll_operand(r, &none, &c->arg[ia], c->argtype[ia]);
    const Sum b = reroll_operand(r, &none, &c->arg[ib], c->argtype[ib]);
    const Sum next = {r->first.base, r->first.off + 1};
    const bool number = !r->first.base && r->first.off < INT32_MAX;
    if (reroll_same_sum(b, r->limit) && op == CMP_LESS &&
        (reroll_same_sum(a, r->first) || reroll_same_sum(made_from(r, x, at, &c->arg[ia], c->argtype[ia]), r->first)))
        return true;
    if (reroll_same_sum(a, r->limit) && back == CMP_LESS &&
        (reroll_same_sum(b, r->first) || reroll_same_sum(made_from(r, x, at, &c->arg[ib], c->argtype[ib]), r->first)))
        return true;
    if (number && reroll_same_sum(a, next) && reroll_same_sum(b, r->limit) && op == (CMP_LESS | CMP_EQUAL))
        return true;
    return number && reroll_same_sum(b, next) && reroll_same_sum(a, r->limit) && back == (CMP_LESS | CMP_EQUAL);
}

/* Whether the comparison's operands are the same at the head's beginning, x being the first block behind it. */
static bool kept_since(const Reroll *r, const Ins *c, const Blk *x)
{
    for (const Blk *y = r->head; y != x;) {
        y = y->pred[0];
        for (int i = y->first; i < y->end; i++)
            for (int k = 0; k < 2; k++) {
                const Opnd *o = &c->arg[isa_arg(c, k ? ARG_B : ARG_A)];
                if (o->kind == O_REG && ins_mentions(&r->fn->ins.at[i], o->reg).writes)
                    return false;
            }
    }
    return true;
}

/* Whether some test whose result is there since longer says so, of registers that are written once. */
static bool says_since(Reroll *r, const Blk *from, bool taken)
{
    const Ins *br = &r->fn->ins.at[from->term];
    const Ins *c = once(r, br->guard);
    if (!c || c->guard >= 0 || c->mnemonic != INS_SETP || c->nword != 3 || isa_slot_type(c, SLOT_TYPE) != r->type)
        return false;
    const Opnd *x = &c->arg[isa_arg(c, ARG_A)], *y = &c->arg[isa_arg(c, ARG_B)];
    const unsigned op = isa_compare(c) ^ (taken != br->guard_neg ? 0 : CMP_ALL);
    return op == CMP_LESS && x->kind == O_REG && y->kind == O_REG && once(r, x->reg) && once(r, y->reg) &&
           reroll_same_sum(reroll_leaf(r, x->reg), r->first) && reroll_same_sum(reroll_leaf(r, y->reg), r->limit);
}

/* Whether some test on the only way to the loops says so. */
static bool starts_below(Reroll *r)
{
    const Blk *x = r->head;
    for (int k = 0; k < FACTS && x->npred == 1; k++) {
        const Blk *from = x->pred[0];
        bool taken;
        const Ins *c = conditional(r, from) ? test_of(r, from, &taken) : NULL;
        if (c && says_less(r, from, c, taken == (from->succ[1] == x)) && kept_since(r, c, x))
            return r->ok;
        if (conditional(r, from) && says_since(r, from, from->succ[1] == x))
            return r->ok;
        x = from;
    }
    return false;
}

/* ---- proofs -------------------------------------------------------------------------------------------------------- */

/* A number of 32 bits as part[0] * a[0] + part[1] * a[1] + limit.base * b + c; first is the sum of the parts and a number. */
typedef struct Linear { uint32_t a[2], b, c; bool ok; } Linear;

/* The sum of two registers, which keep their values until the head, that was written to the register last before it; or NULL. */
static const Ins *sum_before(const Reroll *r, int reg)
{
    const Blk *x = r->head;
    for (int k = 0; k < FACTS && x->npred == 1; k++) {
        x = x->pred[0];
        for (int i = x->end; i-- > x->first;) {
            const Ins *ins = &r->fn->ins.at[i];
            if (!ins_mentions(ins, reg).writes)
                continue;
            const int ia = isa_arg(ins, ARG_A), ib = isa_arg(ins, ARG_B);
            if (ins->guard >= 0 || !reroll_is_plain(ins, INS_ADD) || ins->arg[ia].kind != O_REG || ins->arg[ib].kind != O_REG ||
                ins->arg[ia].reg == reg || ins->arg[ib].reg == reg || !unwritten(r, ins->arg[ia].reg, x, i) ||
                !unwritten(r, ins->arg[ib].reg, x, i))
                return NULL;
            return ins;
        }
    }
    return NULL;
}

static void split_first(Reroll *r)
{
    const Term *t = &r->term.at[r->first.base];
    r->part[0] = r->first.base;
    r->part[1] = 0;
    if (t->kind == TERM_ADD && t->n == 2) {
        r->part[0] = t->arg[0].base;
        r->part[1] = t->arg[1].base;
    }
    const Ins *sum = t->kind == TERM_REG ? sum_before(r, (int)t->number) : NULL;
    if (sum) {
        r->part[0] = reroll_leaf(r, sum->arg[isa_arg(sum, ARG_A)].reg).base;
        r->part[1] = reroll_leaf(r, sum->arg[isa_arg(sum, ARG_B)].reg).base;
    }
}

/* x + y * by + more */
static Linear linear_sum(Linear x, Linear y, uint32_t by, uint32_t more)
{
    return (Linear){{x.a[0] + y.a[0] * by, x.a[1] + y.a[1] * by}, x.b + y.b * by, x.c + y.c * by + more, x.ok && y.ok};
}

/* The greater of n + by and first + by + 1, which is not above it, or first + by + S, which counts as many rounds. */
static Linear linear_of_max(const Reroll *r, const Term *t, uint32_t off)
{
    const int k = t->arg[0].base == r->first.base ? 0 : 1;
    const uint32_t by = (uint32_t)(t->arg[1 - k].off - r->limit.off), ahead = (uint32_t)(t->arg[k].off - r->first.off) - by;
    const bool ok = t->n == 2 && t->ins->nword == 2 && isa_slot_type(t->ins, SLOT_TYPE) == r->type && t->arg[k].base == r->first.base &&
                    t->arg[1 - k].base == r->limit.base && (ahead == 1 || ahead == r->step);
    return (Linear){{0, 0}, r->limit.base != 0, (uint32_t)r->limit.off + by + off, ok};
}

static Linear linear_of(const Reroll *r, Sum v, int depth)
{
    const Term *t = &r->term.at[v.base];
    const uint32_t off = (uint32_t)v.off;
    const Linear zero = {{0, 0}, 0, 0, true}, unknown = {.ok = false};
    if (!v.base)
        return (Linear){{0, 0}, 0, off, true};
    if (v.base == r->limit.base)
        return (Linear){{0, 0}, 1, off, true};
    if (v.base == r->first.base)
        return (Linear){{1, r->part[1] != 0}, 0, off, true};
    if (v.base == r->part[0] || v.base == r->part[1])
        return (Linear){{v.base == r->part[0], v.base == r->part[1]}, 0, off, true};
    if (!depth || t->bits != 32 || (t->kind != TERM_ADD && t->kind != TERM_INS))
        return unknown;
    if (t->kind == TERM_INS && t->ins->mnemonic == INS_MAX)
        return linear_of_max(r, t, off);
    const Linear x = linear_of(r, t->arg[0], depth - 1);
    if (t->kind == TERM_INS && t->n == 1 && t->ins->nword == 2 && (t->ins->mnemonic == INS_NOT || t->ins->mnemonic == INS_NEG))
        return linear_sum(zero, x, UINT32_MAX, off - (t->ins->mnemonic == INS_NOT));
    const bool minus = t->kind == TERM_INS && reroll_is_plain(t->ins, INS_SUB);
    if (t->n != 2 || (t->kind != TERM_ADD && !minus))
        return unknown;
    return linear_sum(x, linear_of(r, t->arg[1], depth - 1), minus ? UINT32_MAX : 1, off);
}

/* Whether v is limit - first + more. */
static bool is_count(const Reroll *r, Sum v, uint32_t more)
{
    const Linear x = linear_of(r, v, 8);
    return x.ok && x.a[0] == (r->part[0] ? UINT32_MAX : 0) && x.a[1] == (r->part[1] ? UINT32_MAX : 0) &&
           x.b == (r->limit.base != 0) && x.c == (uint32_t)(r->limit.off - r->first.off) + more;
}

/* Whether v is the number of rounds, or differs from it by a multiple of 2^32 / S. */
static bool is_rounds(const Reroll *r, Sum v)
{
    if (r->step == 1)
        return is_count(r, v, 0);
    const Term *t = &r->term.at[v.base];
    if (t->kind != TERM_INS || t->ins->mnemonic != INS_SHR || t->ins->nword != 2 || isa_slot_type(t->ins, SLOT_TYPE) != T_U32 || t->n != 2 ||
        t->arg[1].base || t->arg[1].off > 31 || UINT32_C(1) << t->arg[1].off != r->step)
        return false;
    return (v.off == 1 && is_count(r, t->arg[0], UINT32_MAX)) || (v.off == 0 && is_count(r, t->arg[0], r->step - 1));
}

/* By how much an instruction's result of 32 bits grows when what its operands depend on i by grows so much.  Clears ok where that is
 * not known. */
static uint64_t slope_narrow(Reroll *r, const Term *t, const uint64_t *by)
{
    const Ins *ins = t->ins;
    const bool low = ins->nword == 3 && isa_has_word(ins, MOD_LO);
    if (ins->mnemonic == INS_MAD && low && !by[0] && !by[1])
        return by[2];
    if (reroll_is_plain(ins, INS_SUB))
        return by[0] - by[1];
    if (((ins->mnemonic == INS_MUL && low) || (ins->mnemonic == INS_MAD && low && !by[2])) && !t->arg[1].base)
        return by[0] * t->arg[1].off;
    if (ins->mnemonic == INS_SHL && ins->nword == 2 && !t->arg[1].base && t->arg[1].off < 32)
        return by[0] << t->arg[1].off;
    r->ok = false;
    return 0;
}

/* By how much the term grows when register i, which does not wrap, grows by 1.  Clears ok where that is not known.
 * That numbers of 32 bits do not wrap either where they become parts of addresses is taken for granted: on both sides of such a place
 * the loop would read memory that lies gigabytes apart. */
static uint64_t slope(Reroll *r, int base, int depth)
{
    const Term *t = &r->term.at[base];
    if (!base || (t->kind != TERM_REG && t->kind != TERM_ADD && t->kind != TERM_INS))
        return 0;
    if (t->kind == TERM_REG) {
        const int reg = (int)t->number;
        r->ok &= reg == r->i || !WRITES(r->few_writes, reg);
        return reg == r->i;
    }
    uint64_t by[REROLL_ARGS], any = 0;
    for (int k = 0; k < t->n; k++)
        any |= by[k] = depth ? slope(r, r->term.at[base].arg[k].base, depth - 1) : (r->ok = false);
    t = &r->term.at[base];
    if (t->kind == TERM_ADD)
        return reroll_cut(by[0] + by[1], t->bits);
    if (!any || !r->ok)
        return 0;
    if (t->bits == 32)
        return reroll_cut(slope_narrow(r, t, by), 32);
    const Ins *ins = t->ins;
    const uint64_t narrow = (uint64_t)(int64_t)(int32_t)by[0];
    if (t->bits == 64 && ins->nword == 3 && ins->mnemonic == INS_MUL && isa_has_word(ins, MOD_WIDE) && !t->arg[1].base)
        return narrow * (ins->word[2][0] == 's' ? (uint64_t)(int64_t)(int32_t)t->arg[1].off : t->arg[1].off);
    if (t->bits == 64 && ins->nword == 3 && ins->mnemonic == INS_CVT && t->n == 1)
        return narrow;
    if (t->bits == 64 && ins->nword == 2 && ins->mnemonic == INS_SHL && !t->arg[1].base && t->arg[1].off < 64)
        return by[0] << t->arg[1].off;
    r->ok = false;
    return 0;
}

static bool writes_in(const Reroll *r, const Blk *x, int reg)
{
    for (int i = x->first; i < x->end; i++)
        if (ins_mentions(&r->fn->ins.at[i], reg).writes)
            return true;
    return false;
}

/* The register that the second loop's test compares, and what with: i += times, then i < limit goes on. */
static bool find_counter(Reroll *r)
{
    bool taken;
    const Ins *c = test_of(r, r->many, &taken);
    const int ia = c ? isa_arg(c, ARG_A) : -1, ib = c ? isa_arg(c, ARG_B) : -1;
    State s = {0};
    r->type = c ? isa_slot_type(c, SLOT_TYPE) : T_NONE;
    if (!c || !taken || isa_compare(c) != CMP_LESS || (r->type != T_S32 && r->type != T_U32) || c->arg[ia].kind != O_REG ||
        !is_shared(r, c->arg[ia].reg))
        return false;
    const Blk *const blocks[] = {r->head, r->front, r->few, r->mid, r->front2, r->many};
    for (size_t k = 0; c->arg[ib].kind == O_REG && k < sizeof blocks / sizeof *blocks; k++)
        if (writes_in(r, blocks[k], c->arg[ib].reg))
            return false;
    r->i = c->arg[ia].reg;
    r->limit = reroll_operand(r, &s, &c->arg[ib], c->argtype[ib]);
    reroll_run_block(r, &s, r->few);
    const Sum next = reroll_value_of(r, &s, r->i);
    r->step = (uint32_t)next.off;
    return r->ok && next.base == reroll_leaf(r, r->i).base && r->step > 0 && r->step <= STEP_MAX && (r->step & (r->step - 1)) == 0;
}

/* The register written between the loops to which the second adds what it counts alone, m, wherever it reads either; -1: there is none. */
static int addend_of(const Reroll *r, int m)
{
    int found = -1, reads = 0, adds = 0;
    for (int i = r->many->first; i < r->many->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const RegMentions of = ins_mentions(ins, m);
        if (!of.reads)
            continue;
        reads++;
        if (!reroll_is_plain(ins, INS_ADD) || ins->guard >= 0)
            return -1;
        const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
        const Opnd *other = x->kind == O_REG && x->reg == m ? y : x;
        adds += of.writes && other->kind == O_IMM;
        if (!of.writes && other->kind == O_REG && WRITES(r->late_writes, other->reg) && !WRITES(r->many_writes, other->reg))
            found = other->reg;
    }
    for (int i = r->many->first, n = 0; found >= 0 && i < r->many->end; i++)
        if (ins_mentions(&r->fn->ins.at[i], found).reads && n++)
            return -1;
    return reads == 2 && adds == 1 ? found : -1;
}

/* The register in which a value is when the loops begin, and which they do not write, as a term; 0: none. */
static int kept_as(Reroll *r, const State *zero, int base)
{
    for (int k = 0; k < zero->n; k++) {
        const int reg = zero->at[k].reg;
        if (zero->at[k].v.base == base && !zero->at[k].v.off && !WRITES(r->few_writes, reg) && !WRITES(r->many_writes, reg))
            return reroll_leaf(r, reg).base;
    }
    const Term *t = &r->term.at[base];
    return t->kind == TERM_REG && !WRITES(r->few_writes, (int)t->number) && !WRITES(r->many_writes, (int)t->number) ? base : 0;
}

/* What the first loop counts beside i, as far as it is i and something that holds still, as that: the second may have it so. */
static State in_terms_of_i(Reroll *r, const State *zero, const State *round)
{
    State s = {0};
    const Sum i = reroll_leaf(r, r->i);
    for (int k = 0; k < r->few_writes.n; k++) {
        const int p = r->few_writes.at[k];
        const Reg *g = reroll_find_reg(zero, p);
        const Sum step = reroll_value_of(r, round, p);
        if (is_shared(r, p) || !g || !r->first.base || reroll_reg_bits(r, p) != 32 || step.base != reroll_leaf(r, p).base || step.off != r->step)
            continue;
        const Term *t = &r->term.at[g->v.base];
        const int which = t->kind == TERM_ADD && t->n == 2 ? t->arg[0].base == r->first.base ? 1 : t->arg[1].base == r->first.base ? 0 : -1 : -1;
        const uint64_t off = g->v.off - r->first.off;
        const int other = which < 0 ? 0 : kept_as(r, zero, t->arg[which].base);
        if (other)
            reroll_set(r, &s, p, reroll_sum(r, (Sum){i.base, off}, (Sum){other, 0}, 32));
    }
    return s;
}

/* Finds what the first loop counts that is m, or its sum with late (>= 0), but for a constant.  few: what that begins with. */
static bool relate_one(Reroll *r, const State *zero, const State *later, const State *few, const State *round, State *s, int m, int late)
{
    const Sum none = {0, 0};
    const int bits = reroll_reg_bits(r, m);
    const Sum was = reroll_sum(r, reroll_value_of(r, zero, m), late < 0 ? none : reroll_value_of(r, zero, late), bits);
    const Sum at = reroll_sum(r, reroll_value_of(r, later, m), late < 0 ? none : reroll_value_of(r, later, late), bits);
    for (int j = 0; j < r->few_writes.n; j++) {
        const int p = r->few_writes.at[j];
        const Reg *g = reroll_find_reg(zero, p);
        if (is_shared(r, p) || !g || g->v.base != was.base || reroll_reg_bits(r, p) != bits || bits < 32)
            continue;
        const uint64_t off = g->v.off;
        const Sum begin = reroll_value_of(r, few, p), step = reroll_value_of(r, round, p);
        const uint64_t by = slope(r, at.base, 8);
        if (!r->ok || step.base != begin.base || reroll_cut(step.off - begin.off, bits) != reroll_cut(by * r->step, bits))
            return false;
        reroll_set(r, s, m, (Sum){begin.base, begin.off + was.off - off});
        if (late >= 0)
            reroll_set(r, s, late, none);
        array_add(&r->tmp, &r->pairs, ((Pair){m, p}));
        return true;
    }
    return false;
}

/* The state in which the second loop's round is that of times of the first, as far as what it counts alone goes. */
static bool relate(Reroll *r, const State *zero, const State *later, const State *few, const State *round, State *s)
{
    for (int k = 0; k < r->many_writes.n; k++) {
        const int m = r->many_writes.at[k];
        if (is_shared(r, m) || !reroll_find_reg(zero, m) || relate_one(r, zero, later, few, round, s, m, -1))
            continue;
        const int late = r->ok ? addend_of(r, m) : -1;
        if (late < 0 || !relate_one(r, zero, later, few, round, s, m, late))
            return false;
    }
    return true;
}

/* The second loop's round against times of the first. */
static bool same_rounds(Reroll *r, const State *zero, const State *later)
{
    State plain = {0}, many = {0};
    reroll_run_block(r, &plain, r->few);
    const State few = in_terms_of_i(r, zero, &plain);
    State one = reroll_copy_state(r, &few), all = reroll_copy_state(r, &few);
    reroll_run_block(r, &one, r->few);
    if (!r->ok || !relate(r, zero, later, &few, &one, &many))
        return false;
    const State start = reroll_copy_state(r, &many);
    r->stores.n = 0;
    reroll_run_block(r, &many, r->many);
    const Stores stored = r->stores;
    r->stores = (Stores){0};
    const Sum i = reroll_value_of(r, &many, r->i);
    r->times = (int)(i.off / r->step);
    if (!r->ok || i.base != reroll_leaf(r, r->i).base || i.off % r->step || r->times < 2 || r->times > TIMES_MAX ||
        (r->times & (r->times - 1)))
        return false;
    for (int k = 0; k < r->times; k++)
        reroll_run_block(r, &all, r->few);
    r->ok &= reroll_same_stores(&stored, &r->stores);
    for (int k = 0; k < r->many_writes.n && r->ok; k++) {
        const int m = r->many_writes.at[k];
        if (is_shared(r, m))
            r->ok = reroll_same_sum(reroll_value_of(r, &many, m), reroll_value_of(r, &all, m));
    }
    for (int k = 0; k < r->pairs.n && r->ok; k++) { /* what it counts alone still differs by as much */
        const Pair x = r->pairs.at[k];
        const Sum from = reroll_value_of(r, &start, x.many), to = reroll_value_of(r, &many, x.many);
        const Sum begin = reroll_value_of(r, &few, x.few), end = reroll_value_of(r, &all, x.few);
        r->ok = to.base == from.base && end.base == begin.base &&
                !reroll_cut((to.off - from.off) - (end.off - begin.off), reroll_reg_bits(r, x.many));
    }
    return r->ok;
}

/* The rest is what is left of the number of rounds; the first loop counts it down; the second begins where there are
 * more. */
static bool counts(Reroll *r, const State *zero)
{
    State round = {0};
    Sum a, b, rest;
    if (!asks(r, zero, r->head, CMP_EQUAL, T_NONE, &rest, &b) || b.base || b.off)
        return false;
    const Term *t = &r->term.at[rest.base];
    if (t->kind != TERM_INS || rest.off || t->ins->mnemonic != INS_AND || t->n != 2 || t->arg[1].base ||
        t->arg[1].off != (uint64_t)(r->times - 1) || !is_rounds(r, t->arg[0]))
        return false;
    reroll_run_block(r, &round, r->few);
    if (!r->ok || !asks(r, &round, r->few, CMP_LESS | CMP_MORE, T_NONE, &a, &b) || b.base || b.off || a.off != UINT32_MAX ||
        r->term.at[a.base].kind != TERM_REG)
        return false;
    if (!reroll_same_sum(reroll_value_of(r, zero, (int)r->term.at[a.base].number), rest))
        return false;
    return asks(r, zero, r->mid, CMP_LESS, T_U32, &a, &b) && !b.base && b.off == (uint64_t)(r->times - 1) * r->step &&
           is_count(r, a, UINT32_MAX);
}

static bool can_reroll(Reroll *r)
{
    State zero = {0};
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    find_writes(r, r->few, &r->few_writes);
    find_writes(r, r->many, &r->many_writes);
    find_writes(r, r->front, &r->front_writes);
    find_writes(r, r->mid, &r->late_writes);
    find_writes(r, r->front2, &r->late_writes);
    if (has_memory(r, r->front) || has_memory(r, r->mid) || has_memory(r, r->front2) || !find_counter(r))
        return false;
    reroll_run_head(r, &zero);
    const State skipped = reroll_copy_state(r, &zero);
    reroll_run_block(r, &zero, r->front);
    for (int k = 0; k < r->many_writes.n; k++) {
        const int m = r->many_writes.at[k];
        if (is_shared(r, m) && !reroll_same_sum(reroll_value_of(r, &skipped, m), reroll_value_of(r, &zero, m)))
            return false;
    }
    r->first = reroll_value_of(r, &zero, r->i);
    split_first(r);
    make_from_first(r, &zero);
    State later = reroll_copy_state(r, &zero);
    for (int k = 0; k < r->few_writes.n; k++)
        if (is_shared(r, r->few_writes.at[k]))
            reroll_set(r, &later, r->few_writes.at[k], reroll_leaf(r, r->few_writes.at[k]));
    reroll_run_block(r, &zero, r->mid);
    reroll_run_block(r, &zero, r->front2);
    reroll_run_block(r, &later, r->mid);
    reroll_run_block(r, &later, r->front2);
    return r->ok && same_rounds(r, &zero, &later) && starts_below(r) && counts(r, &zero) && find_uses(r);
}

/* ---- the new code -------------------------------------------------------------------------------------------------- */

/* A move in front of the first loop that was needed only since front might be left out. */
static bool is_again(const Reroll *r, int at)
{
    const Ins *ins = &r->fn->ins.at[at];
    const int d = isa_emit(ins) == EMIT_MOV ? ins_dest(ins).reg : -1;
    if (at < r->front->first || at >= r->front->end || d < 0 || !is_shared(r, d))
        return false;
    for (int i = r->front->first; i < r->front->end; i++)
        if (i != at && ins_mentions(&r->fn->ins.at[i], d).writes)
            return false;
    return true;
}

static void rewrite(Reroll *r)
{
    Fn *fn = r->fn;
    Arena *a = r->b->m->code;
    InsList out = fn_new_code(r->b->m, fn);
    bool taken;
    const Ins *test = test_of(r, r->many, &taken);
    int *place = NEWN(&r->tmp, int, fn->ins.n + 1);
    for (int i = 0; i <= fn->ins.n; i++) {
        place[i] = out.n;
        if (i == r->few->term)
            array_add(a, &out, *test);
        const bool between = i >= r->mid->first && i < r->mid->term; /* for the second loop alone */
        if (i == fn->ins.n || i == r->head->term || between || is_again(r, i))
            continue;
        array_add(a, &out, fn->ins.at[i]);
        Ins *ins = &out.at[out.n - 1];
        ins->rolled |= i == r->few->first;
        if (i == r->few->term || i == r->mid->term)
            ins->guard = i == r->mid->term ? -1 : fn->ins.at[r->many->term].guard;
    }
    fn_set_code(fn, out, place);
}

bool reroll_one(Back *b)
{
    Reroll r = {.b = b, .fn = b->fn};
    bool done = false;
    for (int i = 0; i < b->fn->nblk && !done; i++) {
        Blk *x = b->fn->blk[i];
        if (!x->is_header || node_level(b, b->node_of[i]) != LV_LANE || !find_blocks(&r, x))
            continue;
        done = can_reroll(&r);
        if (done)
            rewrite(&r);
        arena_reset(&r.tmp);
        r = (Reroll){.b = b, .fn = b->fn, .tmp = r.tmp};
    }
    arena_reset(&r.tmp);
    return done;
}
