/* reroll_several.c: loops that go 4 or 8 rounds at a time as loops of single rounds, where a lane writes what lies in a row.
 *
 * What is left over of the rounds a compiler writes behind such a loop, where it stays.  In the loop stand the rounds, each a load and a store
 * of what lies behind that of the one before, and how all of them count:
 *
 *   do { y[i] = f(x[i]); y[i + 1] = f(x[i + 1]); y[i + 2] = …; y[i + 3] = …; i += 4; left -= 4; } while (left != 0);
 *
 * C compilers would make vectors of single rounds, having looked whether x and y lie apart; of these they can't: a load that stands behind
 * another round's store may read what that wrote.
 *
 *   do { y[i] = f(x[i]); i += 1; left -= 1; } while (left != 0);
 *
 * does the same.
 *   - So many rounds of the new loop make in each register that is read elsewhere, or in the next round, what the old one's round makes, with
 *     the same stores in the same order: both are computed in symbols, from any state, and compared.
 *   - It ends where the old one does, and not before: what the test compares with a number grows by a constant, in all rounds the same,
 *     and where the old one tested it differs from that number by a multiple of what it grows by in one of its rounds, which is
 *     a power of 2: so behind no round in between it is that number.
 *
 * Requires: a kernel as uniform.c has analysed it, live registers.  Provides: its instructions with the new loop.  Invalidates: blocks.
 * Cost: the loop's instructions times those of a round.  Fires on tests/run/several and tests/bench/programs/perplexity. */
#include "transform/loops/reroll.h"

enum { SEVERAL_MOST = 200, /* instructions of such a loop */
       DEEP = 4 };         /* definitions that say that a number is a multiple of another one */

typedef struct Several {
    Rounds p;
    Blk *x;
    Blk part[REROLL_ROUNDS];
    int tail;     /* where what counts begins, behind the rounds */
    InsList rest; /* of that, all that does not count */
} Several;

/* The register that the instruction adds a number to, or -1. */
static int steps(const Ins *ins, uint64_t *by)
{
    if (ins->guard >= 0 || !reroll_is_plain(ins, INS_ADD))
        return -1;
    const Dest d = ins_dest(ins);
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *b = &ins->arg[isa_arg(ins, ARG_B)];
    *by = b->imm;
    return d.n == 1 && a->kind == O_REG && a->comp < 0 && a->reg == d.reg && b->kind == O_IMM ? d.reg : -1;
}

/* ---- the rounds ----------------------------------------------------------------------------------------------------- */

static int count_accesses(const Several *v, int from, int to)
{
    int n = 0;
    for (int i = from; i < to; i++)
        n += isa_is_ld_st(&v->p.r->fn->ins.at[i]);
    return n;
}

/* Where the counters are, if behind them there are no accesses; -1: there are none. */
static int find_tail(const Several *v)
{
    const Blk *x = v->x;
    uint64_t by;
    int i = x->term;
    while (i > x->first && !isa_is_ld_st(&v->p.r->fn->ins.at[i - 1]))
        i--;
    while (i < x->term && steps(&v->p.r->fn->ins.at[i], &by) < 0)
        i++;
    return i < x->term ? i : -1;
}

/* Of what stands behind the rounds each counter, which grows by a multiple of n; and the rest, which is arithmetic. */
static bool split_tail(Several *v, int n)
{
    Reroll *r = v->p.r;
    Ints counted = {0};
    v->p.counters.n = v->rest.n = 0;
    for (int i = v->tail; i < v->x->term; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        uint64_t by;
        const int reg = steps(ins, &by);
        const bool counts = reg >= 0 && !ints_have(counted.at, counted.n, reg);
        if (!ins_is_pure(ins) || (counts && by % (uint64_t)n))
            return false;
        if (!counts) {
            array_add(&r->tmp, &v->rest, *ins);
            continue;
        }
        array_add(&r->tmp, &counted, reg);
        array_add(&r->tmp, &v->p.counters, ((Counter){reg, (uint64_t)((int64_t)by / n)}));
    }
    return true;
}

/* Of two instructions the one does what the other does, maybe with other registers. */
static bool alike(const Ins *a, const Ins *b)
{
    return a->form == b->form && a->nword == b->nword && a->guard < 0 && b->guard < 0 && memcmp(a->word, b->word, a->nword * sizeof *a->word) == 0;
}

/* Whether the last n - 1 rounds have so many instructions each. */
static bool cut(Several *v, int n, int size)
{
    const Fn *fn = v->p.r->fn;
    const int first = v->x->first, accesses = count_accesses(v, first, v->tail) / n;
    for (int k = 1; k < n; k++) {
        const int end = v->tail - (n - 1 - k) * size;
        v->part[k] = (Blk){.first = end - size, .end = end, .term = -1};
        if (end - size <= first || count_accesses(v, end - size, end) != accesses)
            return false;
        for (int i = 0; k > 1 && i < size; i++)
            if (!alike(&fn->ins.at[end - size + i], &fn->ins.at[end - 2 * size + i]))
                return false;
    }
    v->part[0] = (Blk){.first = first, .end = v->part[1].first, .term = -1};
    for (int k = 0; k < n; k++)
        v->p.part[k] = &v->part[k];
    v->p.n = n;
    return count_accesses(v, first, v->part[0].end) == accesses;
}

static bool find_rounds(Several *v)
{
    const Blk *x = v->x;
    const int accesses = count_accesses(v, x->first, x->term);
    v->tail = find_tail(v);
    for (int n = REROLL_ROUNDS; v->tail >= 0 && n >= 4; n /= 2)
        for (int size = 1; accesses && accesses % n == 0 && size * n <= v->tail - x->first; size++)
            if (cut(v, n, size))
                return split_tail(v, n);
    return false;
}

/* Lanes that write what lies in a row, and read such: else a compiler gains nothing. */
static bool is_in_rows(const Several *v)
{
    bool stores = false;
    for (int i = 0, k = 0; i < v->p.round.n; i++) {
        const Ins *ins = &v->p.round.at[i];
        if (!isa_is_ld_st(ins))
            continue;
        const Opnd *at = &ins->arg[isa_arg(ins, ARG_A)];
        for (k = 0; k < v->p.walks.n && v->p.walks.at[k].reg != at->reg; k++) {}
        if (k == v->p.walks.n || v->p.walks.at[k].step != type_bytes(isa_slot_type(ins, SLOT_TYPE)))
            return false;
        stores |= isa_emit(ins) == EMIT_ST;
    }
    return stores;
}

/* The register that instruction number i of a part writes; -1: no single one. */
static int written(const Several *v, int k, int i)
{
    const Dest d = ins_dest(&v->p.r->fn->ins.at[v->part[k].first + i]);
    return d.n == 1 ? d.reg : -1;
}

/* What a round gives to the next one is in a register of each round's own: it gets the one in which the last leaves it. */
static bool join_rounds(Several *v)
{
    Reroll *r = v->p.r;
    const int size = v->part[1].end - v->part[1].first, last = v->p.n - 1;
    for (int i = 0; i < size; i++) {
        Refs two = ins_refs(&r->fn->ins.at[v->part[1].first + i]), three = ins_refs(&r->fn->ins.at[v->part[2].first + i]);
        while (refs_next(&two)) {
            if (!refs_next(&three))
                return false;
            int from = size - 1;
            while (from >= 0 && written(v, 1, from) != three.reg)
                from--;
            if (two.write || two.reg == three.reg || from < 0)
                continue;
            const int reg = written(v, last, from);
            for (int k = 0; k < v->p.round.n; k++) {
                ins_rename(r->b->m->code, &v->p.round.at[k], two.reg, reg);
                ins_rename(r->b->m->code, &v->p.round.at[k], three.reg, reg);
            }
        }
    }
    return true;
}

/* ---- the test ------------------------------------------------------------------------------------------------------- */

/* A place in the code: in front of instruction at, in the block x. */
typedef struct Spot { const Blk *x; int at; } Spot;

/* The instruction that last writes the register in front of a place, which all come by; where that is; NULL: not known. */
static const Ins *def_before(const Several *v, int reg, Spot p, Spot *where)
{
    const Back *b = v->p.r->b;
    for (int k = 0; k < DEEP; k++) {
        const int at = fn_last_write(b->fn, reg, p.x->first, p.at);
        if (at >= 0) {
            *where = (Spot){p.x, at};
            return &b->fn->ins.at[at];
        }
        if (p.x->npred != 1)
            break;
        p.x = p.x->pred[0];
        p.at = p.x->end;
    }
    const Ins *only = back_def(b, reg);
    *where = only ? (Spot){b->blk_of[b->reg[reg].def], b->reg[reg].def} : p;
    return only;
}

static bool is_multiple(const Several *v, const Opnd *o, Spot p, uint64_t of, int deep);

/* Whether b is what is left of a when a is divided by it, or by a multiple of it. */
static bool is_rest_of(const Several *v, const Opnd *a, const Opnd *b, Spot p, uint64_t of)
{
    const Ins *and = opnd_is_reg(b) ? def_before(v, b->reg, p, &p) : NULL;
    if (!and || and->guard >= 0 || and->mnemonic != INS_AND || !opnd_is_reg(a) || v->p.r->b->reg[a->reg].ndef > 1)
        return false;
    const Opnd *x = &and->arg[isa_arg(and, ARG_A)], *mask = &and->arg[isa_arg(and, ARG_B)];
    return opnd_is_reg(x) && x->reg == a->reg && mask->kind == O_IMM && (mask->imm & (mask->imm + 1)) == 0 && mask->imm + 1 >= of;
}

/* So is a sum, or a difference. */
static bool adds_to_multiple(const Several *v, const Ins *ins, Spot p, uint64_t of, int deep)
{
    const bool minus = reroll_is_plain(ins, INS_SUB);
    if (!minus && !reroll_is_plain(ins, INS_ADD))
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *b = &ins->arg[isa_arg(ins, ARG_B)];
    return (minus && (is_rest_of(v, a, b, p, of) || is_rest_of(v, b, a, p, of))) ||
           (is_multiple(v, a, p, of, deep) && is_multiple(v, b, p, of, deep));
}

/* What the instruction, which stands at the place, makes is a multiple of a power of 2. */
static bool makes_multiple(const Several *v, const Ins *ins, Spot p, uint64_t of, int deep)
{
    const int ia = isa_arg(ins, ARG_A), ib = isa_arg(ins, ARG_B);
    const Opnd *a = ia >= 0 ? &ins->arg[ia] : NULL, *b = ib >= 0 ? &ins->arg[ib] : NULL;
    if (!a || ins->guard >= 0 || type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f')
        return false;
    if (isa_emit(ins) == EMIT_MOV || ins->mnemonic == INS_NEG)
        return is_multiple(v, a, p, of, deep);
    if (ins->mnemonic == INS_AND)
        return is_multiple(v, a, p, of, deep) || is_multiple(v, b, p, of, deep);
    if (ins->mnemonic == INS_SHL)
        return b->kind == O_IMM && b->imm < 32 && UINT64_C(1) << b->imm >= of;
    return adds_to_multiple(v, ins, p, of, deep);
}

static bool is_multiple(const Several *v, const Opnd *o, Spot p, uint64_t of, int deep)
{
    if (o->kind == O_IMM)
        return o->imm % of == 0;
    const Ins *def = deep && opnd_is_reg(o) ? def_before(v, o->reg, p, &p) : NULL;
    return def && makes_multiple(v, def, p, of, deep - 1);
}

/* So is what the register holds whenever the loop begins a round. */
static bool begins_as_multiple(const Several *v, int reg, uint64_t of)
{
    const Blk *front = v->x->pred[v->x->pred[0] == v->x];
    const Opnd o = opnd_reg(reg);
    bool counts = fn_last_write(v->p.r->fn, reg, v->x->first, v->x->end) < 0;
    for (int k = 0; k < v->p.counters.n; k++)
        counts |= v->p.counters.at[k].reg == reg && v->p.counters.at[k].step * (uint64_t)v->p.n % of == 0;
    return counts && is_multiple(v, &o, (Spot){front, front->end}, of, DEEP);
}

/* Whether what is tested, which is end[0] to end[n - 1] behind each round, is what the loop ends with at the last one at most. */
static bool ends_with_last(Several *v, const Sum *end, Sum limit)
{
    Reroll *r = v->p.r;
    enum { MOST = 4 };
    int part[MOST];
    if (!end[0].base)
        return false;
    const int n = v->p.n, bits = r->term.at[end[0].base].bits, terms = reroll_addends(r, end[0].base, part, MOST);
    const uint64_t step = reroll_cut(end[1].off - end[0].off, bits), size = step >> (bits - 1) ? reroll_cut(-step, bits) : step;
    bool even = !limit.base && terms && size && (size & (size - 1)) == 0 && reroll_cut(end[n - 1].off - limit.off, bits) % (size * (uint64_t)n) == 0;
    for (int k = 1; k < n; k++)
        even &= end[k].base == end[0].base && reroll_cut(end[k].off - end[k - 1].off, bits) == step;
    for (int k = 0; k < terms && even; k++) {
        const Term *t = &r->term.at[part[k]];
        even = t->kind == TERM_REG && begins_as_multiple(v, (int)t->number, size * (uint64_t)n);
    }
    return even;
}

/* ---- the proof ------------------------------------------------------------------------------------------------------ */

/* Somebody reads what the loop leaves in the register, or it does so itself in its next round. */
static bool is_seen(const Several *v, int reg) { return live_has(v->x->live_in, reg) || live_has(v->x->succ[0]->live_in, reg); }

static bool same_seen(Several *v, const State *old, const State *new)
{
    Reroll *r = v->p.r;
    Ints writes = {0};
    reroll_collect_writes(r, v->x, &writes);
    for (int i = 0; i < writes.n; i++)
        if (is_seen(v, writes.at[i]) && !reroll_same_sum(reroll_value_of(r, old, writes.at[i]), reroll_value_of(r, new, writes.at[i])))
            return false;
    return true;
}

/* Walks are, where the next round of the old loop would begin, at the places that it makes then. */
static bool same_walks(Several *v)
{
    Reroll *r = v->p.r;
    State front = {0};
    reroll_run_list(r, &front, &v->p.front);
    bool same = r->ok;
    for (const Walk *w = v->p.walks.at; array_has(v->p.walks, w) && same; w++) {
        const Sum at = reroll_value_of(r, &front, w->base);
        same = reroll_growth(r, at.base, v->p.counters.at, v->p.counters.n, v->x, 8) == reroll_cut((uint64_t)w->step, reroll_reg_bits(r, w->base)) && r->ok;
    }
    return same;
}

static bool is_same(Several *v)
{
    Reroll *r = v->p.r;
    State old = {0}, new = {0};
    Sum end[REROLL_ROUNDS], limit[REROLL_ROUNDS];
    bool asks = true;
    r->stores = (Stores){0};
    reroll_run_block(r, &old, v->x);
    const Stores by_old = r->stores;
    r->stores = (Stores){0};
    reroll_run_list(r, &new, &v->p.front);
    reroll_begin_walks(r, &new, &v->p);
    for (int k = 0; k < v->p.n && asks && r->ok; k++) {
        reroll_run_list(r, &new, &v->p.round);
        reroll_run_steps(r, &new, &v->p);
        reroll_run_list(r, &new, &v->rest);
        asks = reroll_asks(r, &new, v->x, CMP_OTHER, T_NONE, &end[k], &limit[k]) && reroll_same_sum(limit[k], limit[0]);
    }
    const Stores by_new = r->stores;
    r->stores = (Stores){0};
    return asks && r->ok && reroll_same_stores(&by_old, &by_new) && same_seen(v, &old, &new) && same_walks(v) &&
           ends_with_last(v, end, limit[0]) && r->ok;
}

/* ---- the new code --------------------------------------------------------------------------------------------------- */

static void add_list(Arena *a, InsList *out, const InsList *from)
{
    for (int i = 0; i < from->n; i++)
        array_add(a, out, from->at[i]);
}

static void rewrite(Several *v)
{
    Reroll *r = v->p.r;
    Fn *fn = r->fn;
    Arena *a = r->b->m->code;
    InsList out;
    const Ins br = fn->ins.at[v->x->term];
    Sym *label = fn_new_label(a, fn, "$L__single", br.loc);
    for (Rewrite w = rewrite_begin(r->b->m, fn, &out); rewrite_next(&w);) {
        if (w.i == v->x->first) {
            const Ins *like = &fn->ins.at[w.i];
            add_list(a, &out, &v->p.front);
            reroll_add_walks(&v->p, &out, like);
            label->index = out.n;
            add_list(a, &out, &v->p.round);
            reroll_add_steps(&v->p, &out, &br);
            add_list(a, &out, &v->rest);
            ins_add_branch(r->b->m, fn, &out, &br, label, br.guard, br.guard_neg);
        }
        if (w.i < v->x->first || w.i > v->x->term)
            rewrite_keep(&w);
    }
    fn_put_label(a, fn, label);
}

bool reroll_several(Reroll *r, Blk *x)
{
    Several v = {.p = {.r = r, .rest = -1, .left = -1}, .x = x};
    const bool fits = x->npred == 2 && x->succ[1] == x && x->succ[0] && blk_conditional(r->fn, x) && x->end - x->first <= SEVERAL_MOST;
    if (!fits || !find_rounds(&v))
        return false;
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    for (int k = 1; k < v.p.n; k++)
        reroll_collect_writes(r, &v.part[k], &v.p.later);
    if (!reroll_make_round(&v.p) || !is_in_rows(&v) || !join_rounds(&v))
        return false;
    reroll_make_front(&v.p);
    if (!is_same(&v))
        return false;
    rewrite(&v);
    return true;
}
