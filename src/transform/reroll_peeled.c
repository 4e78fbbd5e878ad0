/* reroll_peeled.c: the rounds that are left over of a loop that was unrolled (reroll.c), which the compiler wrote one behind the other, as the
 * loop that they are.
 *
 * In a loop around it such a loop begins, for 4 rounds at a time, with
 *
 *   if (rest != 0) { round 1; if (rest != 1) { round 2; if (rest != 2) round 3; } }
 *
 * where each round's places and counters are those of the one before and a constant.  That is one round in a loop of so many, if what the
 * first few make, computed in symbols, is what those make.
 *
 * In: a kernel as uniform.c has analysed it.  Out: its instructions with a loop in the place of the rounds; blocks are to be made anew. */
#include "transform/reroll.h"

enum { PARTS_MOST = 7, ACCESSES = 8, ROUND_MAX = 60 };

/* Memory at a register that holds still and a constant, by a step more in each round. */
typedef struct Walk { int base, reg; int64_t step; } Walk;

typedef struct Counter { int reg; uint64_t step; } Counter;

typedef struct Peeled {
    Reroll *r;
    Blk *part[PARTS_MOST]; /* the rounds */
    int n;
    int rest, left;        /* how many rounds there are; and still */
    Ints later;            /* written in the second round, or behind it */
    Array(Walk) walks;
    Array(Counter) counters;
    InsList front, round;
} Peeled;

static bool is_conditional(const Reroll *r, const Blk *x)
{
    const Ins *br = blk_conditional(r->fn, x);
    return br && !br->guard_neg;
}

/* The register that the block's branch is taken for being k; -1: it asks something else. */
static int asks_for(const Reroll *r, const Blk *x, uint64_t k)
{
    const Ins *br = &r->fn->ins.at[x->term];
    const int def = r->b->reg[br->guard].def;
    const Ins *c = def >= x->first && def < x->term ? &r->fn->ins.at[def] : NULL;
    if (!c || c->mnemonic != INS_SETP || c->guard >= 0 || c->nword != 3 || isa_compare(c) != CMP_EQUAL || isa_arg(c, ARG_C) >= 0)
        return -1;
    const Opnd *a = &c->arg[isa_arg(c, ARG_A)], *b = &c->arg[isa_arg(c, ARG_B)];
    return opnd_is_reg(a) && b->kind == O_IMM && b->imm == k && type_info[isa_slot_type(c, SLOT_TYPE)].bits == 32 ? a->reg : -1;
}

/* Whether y is the next round, and what it asks at its end whether there is another one. */
static bool add_part(Peeled *p, Blk *y, const Blk *last)
{
    const Reroll *r = p->r;
    if (p->n == PARTS_MOST || y->npred != 1 || y->first != last->end || y->end - y->first > ROUND_MAX || y->targets)
        return false;
    p->part[p->n++] = y;
    return !y->succ[1] || (is_conditional(r, y) && y->succ[1] == r->mid && asks_for(r, y, (uint64_t)p->n) == p->rest);
}

/* The blocks, if x is the first round's, one behind the other in the code. */
static bool find_parts(Peeled *p, Blk *x)
{
    Reroll *r = p->r;
    r->head = x->npred == 1 ? x->pred[0] : NULL;
    if (!r->head || !is_conditional(r, r->head) || r->head->succ[0] != x || (p->rest = asks_for(r, r->head, 0)) < 0)
        return false;
    r->mid = r->head->succ[1];
    if (!add_part(p, x, r->head))
        return false;
    const Blk *last = x;
    for (; last->succ[1]; last = last->succ[0])
        if (!add_part(p, last->succ[0], last))
            return false;
    return (p->n == 3 || p->n == 7) && last->succ[0] == r->mid && r->mid->first == last->end && r->mid->npred == p->n + 1 && last->term < 0;
}

/* Behind them: the loop for several rounds, if there are so many. */
static bool find_many(Reroll *r)
{
    Blk *front = r->mid->succ[0];
    const bool asks = is_conditional(r, r->mid) && !front->targets;
    r->many = !asks ? NULL : front->npred == 1 && !front->succ[1] ? front->succ[0] : front;
    return r->many && is_conditional(r, r->many) && r->many->npred == 2 && r->many->succ[1] == r->many && r->many->succ[0] == r->mid->succ[1];
}

static void collect(Reroll *r, const Blk *x, Ints *to)
{
    for (int i = x->first; i < x->end; i++)
        for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
            if (ref.write && !ints_have(to->at, to->n, ref.reg))
                array_add(&r->tmp, to, ref.reg);
}

/* The value, with a register that is another one and a constant, both written once for all, as that. */
static Sum plain_value(Reroll *r, Sum v)
{
    enum { DEPTH = 4 };
    for (int i = 0; i < DEPTH; i++) {
        const Term *t = &r->term.at[v.base];
        const Ins *def = v.base && t->kind == TERM_REG ? reroll_once(r, (int)t->number) : NULL;
        if (!def || def->guard >= 0 || !reroll_is_plain(def, INS_ADD))
            break;
        const Opnd *a = &def->arg[isa_arg(def, ARG_A)], *b = &def->arg[isa_arg(def, ARG_B)];
        if (!opnd_is_reg(a) || b->kind != O_IMM || !reroll_once(r, a->reg))
            break;
        v = (Sum){reroll_leaf(r, a->reg).base, reroll_cut(v.off + b->imm, t->bits)};
    }
    return v;
}

/* ---- the round ------------------------------------------------------------------------------------------------------ */

/* By how much, if it is a constant, the register grows from was to v; 0: it is none. */
static uint64_t growth(const Reroll *r, int reg, Sum was, Sum v)
{
    return v.base == was.base && v.base ? reroll_cut(v.off - was.off, reroll_reg_bits(r, reg)) : 0;
}

static bool may_count(const Reroll *r, int reg)
{
    const Sym *s = r->fn->regs.at[reg];
    return s->type != T_PRED && type_info[s->type].bits >= 32 && s->vec <= 1;
}

/* Whether the register grows by a constant from round to round, as the rounds are: its values behind them, and before. */
static bool grows(const Reroll *r, int reg, const Sum *v, int rounds, uint64_t *step)
{
    *step = growth(r, reg, v[0], v[1]);
    bool even = *step && may_count(r, reg);
    for (int k = 1; k < rounds; k++)
        even &= growth(r, reg, v[k], v[k + 1]) == *step;
    return even;
}

static bool find_counters(Peeled *p, const State *zero)
{
    Reroll *r = p->r;
    State s[PARTS_MOST + 1] = {reroll_copy_state(r, zero)};
    for (int k = 0; k < p->n; k++) {
        s[k + 1] = reroll_copy_state(r, &s[k]);
        reroll_run_block(r, &s[k + 1], p->part[k]);
    }
    for (int i = 0; i < p->later.n && r->ok; i++) {
        Counter c = {p->later.at[i], 0};
        Sum v[PARTS_MOST + 1];
        for (int k = 0; k <= p->n; k++)
            v[k] = plain_value(r, reroll_value_of(r, &s[k], c.reg));
        if (grows(r, c.reg, v, p->n, &c.step))
            array_add(&r->tmp, &p->counters, c);
    }
    return r->ok && p->counters.n;
}

static bool is_counter(const Peeled *p, int reg)
{
    for (int i = 0; i < p->counters.n; i++)
        if (p->counters.at[i].reg == reg)
            return true;
    return false;
}

/* The access number k of the round, or NULL. */
static const Opnd *place_of_access(const Reroll *r, const Blk *x, int k)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (isa_is_ld_st(ins) && k-- == 0)
            return &ins->arg[isa_arg(ins, ARG_A)];
    }
    return NULL;
}

/* Access number k goes on by the same from round to round, at one register; how far.  0: it does not. */
static int64_t step_of_access(const Peeled *p, int k, int *base)
{
    const Opnd *at[PARTS_MOST] = {0};
    bool even = true;
    for (int i = 0; i < p->n && even; i++) {
        at[i] = place_of_access(p->r, p->part[i], k);
        even = at[i] && at[i]->kind == O_MEM && at[i]->reg >= 0 && !at[i]->sym && at[i]->reg == at[0]->reg;
        even &= i < 2 || !even || at[i]->imm - at[i - 1]->imm == at[1]->imm - at[0]->imm;
    }
    *base = even ? at[0]->reg : -1;
    return even ? (int64_t)(at[1]->imm - at[0]->imm) : 0;
}

/* What walks along with it; NULL: nothing can. */
static const Walk *find_walk(Peeled *p, int k)
{
    Reroll *r = p->r;
    int base;
    const int64_t step = step_of_access(p, k, &base);
    if (!step || ints_have(p->later.at, p->later.n, base) || reroll_reg_bits(r, base) < 32)
        return NULL;
    for (int i = 0; i < p->walks.n; i++)
        if (p->walks.at[i].base == base)
            return p->walks.at[i].step == step ? &p->walks.at[i] : NULL;
    array_add(&r->tmp, &p->walks, ((Walk){base, fn_copy_reg(r->b->m->code, r->fn, base), step}));
    return &p->walks.at[p->walks.n - 1];
}

/* The second round's access, by the register that walks. */
static bool add_access(Peeled *p, const Ins *ins, int k)
{
    Reroll *r = p->r;
    const Walk *w = k < ACCESSES ? find_walk(p, k) : NULL;
    if (!w)
        return false;
    Ins n = *ins;
    const Opnd *first = place_of_access(r, p->part[0], k);
    ins_rename(r->b->m->code, &n, w->base, w->reg);
    for (int i = 0; i < n.narg; i++)
        if (n.arg[i].kind == O_MEM && n.arg[i].reg == w->reg)
            n.arg[i].imm = first->imm;
    for (int i = 0; i < n.nop; i++)
        if (n.op[i].kind == O_MEM && n.op[i].reg == w->reg)
            n.op[i].imm = first->imm;
    array_add(&r->tmp, &p->round, n);
    return true;
}

/* Whether the instruction counts, or asks whether there is another round: the loop does so by itself. */
static bool is_loops_own(const Peeled *p, const Blk *x, int at)
{
    const Dest d = ins_dest(&p->r->fn->ins.at[at]);
    return at == x->term || (d.n == 1 && (is_counter(p, d.reg) || d.reg == p->r->fn->ins.at[x->term].guard));
}

static bool is_access(const Ins *ins) { return isa_is_ld_st(ins); }

/* Of the second round what is not the loop's own. */
static bool make_round(Peeled *p)
{
    Reroll *r = p->r;
    const Blk *x = p->part[1];
    for (int i = x->first, k = 0; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (is_loops_own(p, x, i))
            continue;
        if (is_access(ins) ? !add_access(p, ins, k++) : !ins_is_pure(ins))
            return false;
        if (!is_access(ins))
            array_add(&r->tmp, &p->round, *ins);
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            if (!ref.write && (is_counter(p, ref.reg) || ref.reg == p->rest))
                return false;
    }
    return !place_of_access(r, p->part[0], ACCESSES) && p->round.n > 0;
}

/* What the first round makes for all of them stays in front. */
static void make_front(Peeled *p)
{
    Reroll *r = p->r;
    const Blk *x = p->part[0];
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        if (i != x->term && d.n == 1 && ins_is_pure(ins) && !ints_have(p->later.at, p->later.n, d.reg) &&
            r->fn->regs.at[d.reg]->type != T_PRED)
            array_add(&r->tmp, &p->front, *ins);
    }
}

/* ---- the proof ------------------------------------------------------------------------------------------------------ */

static bool in_parts(const Peeled *p, const Blk *x)
{
    for (int i = 0; i < p->n; i++)
        if (p->part[i] == x)
            return true;
    return false;
}

/* The registers that the rounds write and somebody else reads. */
static void find_seen(Peeled *p, const Ints *writes, Ints *seen)
{
    Reroll *r = p->r;
    for (int b = 0; b < r->fn->nblk; b++) {
        const Blk *x = r->fn->blk[b];
        for (int i = x->first; i < x->end && !in_parts(p, x); i++)
            for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
                if (!ref.write && ints_have(writes->at, writes->n, ref.reg) && !ints_have(seen->at, seen->n, ref.reg))
                    array_add(&r->tmp, seen, ref.reg);
    }
}

static void run_list(Reroll *r, State *s, const InsList *list)
{
    for (int i = 0; i < list->n && r->ok; i++)
        reroll_run_ins(r, s, &list->at[i]);
}

/* Behind each of the rounds, everything that is read elsewhere is as it is behind so many of the loop's. */
static bool same_rounds(Peeled *p, const State *zero, const Ints *seen)
{
    Reroll *r = p->r;
    State parts = reroll_copy_state(r, zero), loop = reroll_copy_state(r, zero);
    Stores by_parts = {0}, by_loop = {0};
    r->stores = (Stores){0};
    run_list(r, &loop, &p->front);
    for (int i = 0; i < p->walks.n; i++)
        reroll_set(r, &loop, p->walks.at[i].reg, reroll_value_of(r, &loop, p->walks.at[i].base));
    for (int k = 0; k < p->n && r->ok; k++) {
        r->stores = by_parts;
        reroll_run_block(r, &parts, p->part[k]);
        by_parts = r->stores;
        r->stores = by_loop;
        run_list(r, &loop, &p->round);
        by_loop = r->stores;
        for (int i = 0; i < p->counters.n; i++) {
            const Sum v = reroll_value_of(r, &loop, p->counters.at[i].reg);
            reroll_set(r, &loop, p->counters.at[i].reg, (Sum){v.base, v.off + p->counters.at[i].step});
        }
        for (int i = 0; i < p->walks.n; i++) {
            const Sum v = reroll_value_of(r, &loop, p->walks.at[i].reg);
            reroll_set(r, &loop, p->walks.at[i].reg, (Sum){v.base, v.off + (uint64_t)p->walks.at[i].step});
        }
        for (int i = 0; i < seen->n && r->ok; i++)
            r->ok = reroll_same_sum(plain_value(r, reroll_value_of(r, &parts, seen->at[i])), plain_value(r, reroll_value_of(r, &loop, seen->at[i])));
        r->ok &= reroll_same_stores(&by_parts, &by_loop);
    }
    r->stores = (Stores){0};
    return r->ok;
}

/* ---- the new code --------------------------------------------------------------------------------------------------- */

static void add_new(Peeled *p, InsList *out, const Ins *like, const char *words, const Opnd *op, int n)
{
    ins_add_made(p->r->b->m, p->r->fn, out, like, words, op, n);
}

static void add_step(Peeled *p, InsList *out, const Ins *like, int reg, uint64_t step)
{
    const bool wide = reroll_reg_bits(p->r, reg) == 64;
    add_new(p, out, like, wide ? "add.s64" : "add.s32", (Opnd[]){opnd_reg(reg), opnd_reg(reg), opnd_number(step, wide ? T_S64 : T_S32)}, 3);
}

/* The loop, and its label behind what is in front of it. */
static void add_loop(Peeled *p, InsList *out, Sym *label)
{
    Reroll *r = p->r;
    Arena *a = r->b->m->code;
    const Ins *like = &r->fn->ins.at[p->part[0]->first];
    for (int i = 0; i < p->front.n; i++)
        array_add(a, out, p->front.at[i]);
    for (int i = 0; i < p->walks.n; i++)
        ins_add_copy(r->b->m, r->fn, out, like, p->walks.at[i].reg, p->walks.at[i].base);
    ins_add_copy(r->b->m, r->fn, out, like, p->left, p->rest);
    label->index = out->n;
    for (int i = 0; i < p->round.n; i++)
        array_add(a, out, p->round.at[i]);
    for (int i = 0; i < p->counters.n; i++)
        add_step(p, out, like, p->counters.at[i].reg, p->counters.at[i].step);
    for (int i = 0; i < p->walks.n; i++)
        add_step(p, out, like, p->walks.at[i].reg, (uint64_t)p->walks.at[i].step);
    add_step(p, out, like, p->left, UINT32_MAX);
    const int more = fn_new_reg(a, r->fn, "%more", T_PRED);
    add_new(p, out, like, "setp.ne.s32", (Opnd[]){opnd_reg(more), opnd_reg(p->left), opnd_number(0, T_S32)}, 3);
    ins_add_branch(r->b->m, r->fn, out, like, label, more, false);
}

static void rewrite(Peeled *p)
{
    Reroll *r = p->r;
    Fn *fn = r->fn;
    InsList out;
    Sym *label = fn_new_label(r->b->m->code, fn, "$L__peeled", fn->ins.at[p->part[0]->first].loc);
    p->left = fn_new_reg(r->b->m->code, fn, "%left", T_B32);
    for (Rewrite w = rewrite_begin(r->b->m, fn, &out); rewrite_next(&w);) {
        if (w.i == p->part[0]->first)
            add_loop(p, &out, label);
        if (w.i < p->part[0]->first || w.i >= r->mid->first)
            rewrite_keep(&w);
    }
    fn_put_label(r->b->m->code, fn, label);
}

bool reroll_peeled(Reroll *r, Blk *x)
{
    Peeled p = {.r = r};
    Ints writes = {0}, seen = {0};
    State zero = {0};
    if (!find_parts(&p, x) || !find_many(r))
        return false;
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    for (int i = 0; i < p.n; i++) {
        collect(r, p.part[i], &writes);
        if (i)
            collect(r, p.part[i], &p.later);
    }
    if (ints_have(writes.at, writes.n, p.rest))
        return false;
    zero = reroll_known_before(r, (const Blk *const *)p.part, p.n);
    reroll_run_head(r, &zero);
    if (!find_counters(&p, &zero) || !make_round(&p))
        return false;
    make_front(&p);
    find_seen(&p, &writes, &seen);
    if (!same_rounds(&p, &zero, &seen))
        return false;
    rewrite(&p);
    return true;
}
