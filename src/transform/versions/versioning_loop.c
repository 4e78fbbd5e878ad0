/* versioning_loop.c: which loops versioning.c can run for a whole chunk while all lanes go on.
 *
 * A loop is left where its header tests, or it is what compilers make of such a one: a test in front, the same test at the
 * end.  In: a region that is a loop, with what would be known of its counters.  Out: Split.front, guard and latch. */
#include "transform/versions/versioning.h"

/* The comparison of the guard of a block's branch, and whether the branch's other way is meant; NULL: none. */
static const Ins *comparison(const Split *s, const Blk *x)
{
    const Ins *br = x->branch >= 0 ? &s->fn->ins.at[x->branch] : NULL;
    int def = br && br->guard >= 0 ? s->b->reg[br->guard].def : -1;
    const Ins *c = def >= 0 ? &s->fn->ins.at[def] : NULL;
    return c && c->mnemonic == INS_SETP && c->guard < 0 && isa_arg(c, ARG_C) < 0 ? c : NULL;
}

typedef struct Test { int op; uint64_t c; const Opnd *a, *b; } Test; /* op: 0 eq, 1 ne, 2 lt, 3 ge; c added to b */

/* What the comparison says when its result is (not) value, with <= and > as < and >= of the next number. */
static bool read_test(const Split *s, const Ins *c, bool value, Test *t)
{
    const unsigned cmp = isa_compare(c);
    const int op = cmp == CMP_EQUAL ? 0 : cmp == CMP_OTHER ? 1 : cmp & CMP_LESS ? 2 : 3;
    const bool plus = cmp == (CMP_LESS | CMP_EQUAL) || cmp == CMP_MORE;
    if (!cmp || !type_is_int(isa_slot_type(c, SLOT_TYPE)))
        return false;
    *t = (Test){op ^ !value, plus, isa_opnd(c, ARG_A), isa_opnd(c, ARG_B)};
    if (t->a->kind != O_REG)
        return false;
    if (t->b->kind == O_IMM) {
        t->c += t->b->imm;
        return !plus || (t->b->imm < INT32_MAX - 1 || (int64_t)t->b->imm < -1);
    }
    return t->b->kind == O_REG && !s->defs[t->b->reg];
}

/* The whole register that an instruction copies, if nothing else writes that; or NULL. */
static const Opnd *copied(const Split *s, const Ins *ins)
{
    const Opnd *of = isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_A) : NULL;
    return of && of->kind == O_REG && s->b->reg[of->reg].ndef == 1 ? of : NULL;
}

/* The register that a copy in block x comes from, over others in the same rounds: each of them is made in the round that reads it. */
static int copied_first(const Split *s, const Blk *x, int reg)
{
    for (int def = s->b->reg[reg].def; def >= 0 && s->b->blk_of[def]->loop == x->loop; def = s->b->reg[reg].def) {
        const Opnd *of = copied(s, &s->fn->ins.at[def]);
        const int from = of ? s->b->reg[of->reg].def : -1;
        const Blk *around = from >= 0 ? s->b->blk_of[from]->loop : NULL;
        if (from < 0 || (around && !loop_holds(around, s->b->blk_of[def])))
            break;
        reg = of->reg;
    }
    return reg;
}

enum { STARTS_ANYHOW = -1, STARTS_NOT = -2 };
/* The register that reg is a copy of where the loop begins, by its only write before, in block *in. */
static int starts_as(const Split *s, int reg, const Blk **in)
{
    int from = STARTS_NOT;
    for (int i = s->writes.of[reg]; i < s->writes.of[reg + 1]; i++) {
        const int j = s->writes.ins[i];
        const Ins *ins = &s->fn->ins.at[j];
        if (holds(s, s->b->blk_of[j], j))
            continue;
        const Opnd *of = copied(s, ins);
        from = from == STARTS_NOT && of ? of->reg : STARTS_ANYHOW;
        *in = s->b->blk_of[j];
    }
    return from;
}

bool split_starts_as(const Split *s, int reg, int value)
{
    const Blk *in = NULL;
    const int from = starts_as(s, reg, &in);
    return from == value || (from >= 0 && copied_first(s, in, from) == value) || (reg == value && from != STARTS_NOT);
}

/* A sum of 32 bits, or an or, which is one where no bit is in both. */
static bool adds_words(const Ins *ins)
{
    return (ins->mnemonic == INS_ADD || ins->mnemonic == INS_OR) && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32 && !isa_has_word(ins, MOD_SAT);
}

/* Whether the counter begins with what value, a small number, and by come to, which is also to be below it. */
static bool starts_off(const Split *s, int counter, int value, int64_t by)
{
    const Blk *in;
    const int from = starts_as(s, counter, &in);
    const Opnd start = opnd_reg(from < 0 ? counter : from);
    const Ins *ins = back_only_def(s->b, &start);
    if (!ins || !adds_words(ins) || !opnd_reg_is(isa_opnd(ins, ARG_A), value))
        return false;
    const Opnd *add = isa_opnd(ins, ARG_B), low = opnd_reg(value);
    const Ins *shl = back_only_def(s->b, &low);
    const Opnd *zeros = shl && shl->mnemonic == INS_SHL ? isa_opnd(shl, ARG_B) : NULL;
    const bool apart = zeros && zeros->kind == O_IMM && zeros->imm < 32 && (uint64_t)by < (uint64_t)1 << zeros->imm; /* with or, no bit is in both */
    return add->kind == O_IMM && (uint32_t)add->imm == (uint32_t)by && (ins->mnemonic == INS_ADD || apart) &&
           (int64_t)lesser_u(uniform_opnd(s->b, &low).max, UINT32_MAX) + (by > 0 ? by : 0) <= INT32_MAX;
}

/* Whether the test in front of a loop says what the one of its counter would say there. */
static bool tests_alike(const Split *s, const Test *front, const Test *again, bool is_signed)
{
    if (front->op != again->op || front->b->kind != again->b->kind)
        return false;
    if (front->b->kind == O_REG)
        return front->c == again->c && front->b->reg == again->b->reg && split_starts_as(s, again->a->reg, front->a->reg);
    if (front->c == again->c)
        return split_starts_as(s, again->a->reg, front->a->reg);
    const int64_t by = (int64_t)(again->c - front->c), to = (int64_t)again->c;
    return by > (is_signed ? INT32_MIN : 0) && by < INT32_MAX && to <= INT32_MAX && starts_off(s, again->a->reg, front->a->reg, by);
}

static bool is_load(const Ins *ins) { return isa_emit(ins) == EMIT_LD && ins->guard < 0 && !ins_dirty(ins); }

bool split_wants_lane(const Ins *ins) { return is_load(ins) && isa_space(ins) != SP_PARAM && isa_space(ins) != SP_CONST; }

/* The blocks between the guard and the loop hold nothing that may not be done when any lane goes into the loop. */
static bool harmless(Split *s, const Blk *x)
{
    for (int j = x->first; j < x->end; j++) {
        const Ins *ins = &s->fn->ins.at[j];
        if (j != x->branch && !ins_is_pure(ins) && !is_load(ins))
            return false;
        s->lead_loads |= j != x->branch && split_wants_lane(ins);
    }
    return true;
}

bool split_leads_in(const Split *s, const Blk *x)
{
    return s->loop && x != s->front && !inside(s, x) && cfg_dominates(s->front, x) && cfg_dominates(x, s->entry);
}

/* Finds the block before a loop, over those that lead only to it.  False when there are several ways in, or the loop is
 * one of the lanes' own for other reasons than its test. */
bool split_find_front(Split *s)
{
    Blk *p = loop_only_pred(s->entry, false);
    if (!p)
        return false;
    s->lead_loads = false;
    while (p->npred == 1 && !p->succ[1] && !p->targets && harmless(s, p))
        p = p->pred[0];
    s->front = p;
    return node_level(s->b, s->b->node_of[p->id]) != LV_LANE;
}

/* The number that the instruction puts into a register; or NULL. */
static const Opnd *number_moved(const Split *s, const Ins *ins)
{
    const Opnd *o = isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_A) : NULL;
    const Ins *def = o ? back_only_def(s->b, o) : NULL;
    return def ? number_moved(s, def) : o && (o->kind == O_IMM || o->kind == O_FIMM) ? o : NULL;
}

/* Whether what the instruction writes is in the register anyway, since the block in front of it and the loop. */
static bool is_same_again(const Split *s, const Ins *ins, int reg)
{
    const int at = fn_last_write(s->fn, reg, s->front->first, s->front->end);
    const Opnd *now = number_moved(s, ins), *was = at >= 0 ? number_moved(s, &s->fn->ins.at[at]) : NULL;
    return now && was && now->kind == was->kind && now->imm == was->imm && now->neg == was->neg && now->type == was->type;
}

/* Whether a block between the guard and the loop gives a register a value, where those who don't go into the loop keep another. */
static bool is_kept(const Split *s, const Blk *lead, const Blk *out)
{
    for (int j = lead->first; j < lead->end; j++)
        for (Refs r = ins_refs(&s->fn->ins.at[j]); refs_next(&r);) {
            if (!r.write || !live_has(out->live_in, r.reg) || is_same_again(s, &s->fn->ins.at[j], r.reg))
                continue;
            for (int i = s->writes.of[r.reg]; i < s->writes.of[r.reg + 1]; i++) {
                const Blk *x = s->b->blk_of[s->writes.ins[i]];
                if (!inside(s, x) && !split_leads_in(s, x))
                    return true;
            }
        }
    return false;
}

Blk *split_find_latch(const Split *s)
{
    Blk *const latch = loop_only_pred(s->entry, true);
    if (!latch || !latch->succ[1])
        return NULL;
    for (int i = 0; i < s->nin; i++) /* it is the only way out */
        for (int k = 0; s->in[i] != latch && k < blk_nsucc(s->in[i]); k++)
            if (!inside(s, blk_succ(s->in[i], k)))
                return NULL;
    return latch;
}

/* Where a way leads to over blocks that make nothing which is read. */
static const Blk *leads_to(const Split *s, const Blk *x)
{
    for (int j = x->first; j < x->end; j++) {
        const Dest d = ins_dest(&s->fn->ins.at[j]);
        if (j != x->branch && (!ins_is_pure(&s->fn->ins.at[j]) || d.n != 1 || s->b->reg[d.reg].nuse))
            return x;
    }
    return x->succ[0] && !x->succ[1] && !x->targets && x->succ[0]->id > x->id ? leads_to(s, x->succ[0]) : x;
}

/* Whether both compare numbers in one order: without a sign the first one's have none. */
static bool same_order(const Split *s, const Ins *first, const Ins *again)
{
    const Type t = isa_slot_type(first, SLOT_TYPE), u = isa_slot_type(again, SLOT_TYPE);
    const Opnd *a = isa_opnd(first, ARG_A), *b = isa_opnd(first, ARG_B);
    return t == u || (t == T_U32 && u == T_S32 && a->kind == O_REG && s->was[a->reg].max <= INT32_MAX && b->kind == O_IMM && b->imm <= INT32_MAX);
}

/* A guarded loop that is tested at its end, by the same test. */
bool split_is_rotated(Split *s)
{
    Fn *fn = s->fn;
    Blk *const latch = split_find_latch(s), *const guard = s->front;
    if (!latch || !guard->succ[1])
        return false;
    int on = latch->succ[0] == s->entry ? 0 : 1;
    const Blk *out = leads_to(s, latch->succ[!on]);
    int skip = leads_to(s, guard->succ[0]) == out ? 0 : leads_to(s, guard->succ[1]) == out ? 1 : -1;
    const bool stays = skip < 0 && s->was[fn->ins.at[guard->branch].guard].kind == VAL_UNI; /* all go into the loop, or none */
    if (stays)
        skip = cfg_dominates(guard->succ[0], s->entry);
    const Ins *first = comparison(s, guard), *again = comparison(s, latch);
    for (const Blk *x = s->entry; x != guard && !stays;) {
        x = x == s->entry ? loop_only_pred(x, false) : x->pred[0];
        if (x != guard && is_kept(s, x, out))
            return false;
    }
    if (skip < 0 || !first || !again || !inside(s, s->b->blk_of[s->b->reg[fn->ins.at[latch->branch].guard].def]) ||
        !same_order(s, first, again))
        return false;
    Test x, y; /* both as: go on */
    bool taken[2] = {fn->ins.at[guard->branch].guard_neg, fn->ins.at[latch->branch].guard_neg};
    if (!read_test(s, first, (skip == 0) != taken[0], &x) || !read_test(s, again, (on == 1) != taken[1], &y))
        return false;
    if (!s->carried[y.a->reg] || (y.b->kind == O_REG && s->b->reg[y.b->reg].val.kind != VAL_UNI) || !tests_alike(s, &x, &y, isa_slot_type(again, SLOT_TYPE) == T_S32))
        return false;
    if (s->lead_loads && s->b->reg[fn->ins.at[guard->branch].guard].ndef != 1)
        return false;
    s->guard = stays ? NULL : guard;
    s->latch = latch;
    return true;
}

/* A loop that is left only where its header tests. */
bool split_is_while(Split *s)
{
    Blk *h = s->entry;
    if (s->front->succ[1] || h->branch < 0 || s->fn->ins.at[h->branch].guard < 0)
        return false;
    for (int i = 0; i < s->nin; i++)
        for (int k = 0; s->in[i] != h && k < blk_nsucc(s->in[i]); k++)
            if (!inside(s, blk_succ(s->in[i], k)))
                return false;
    int def = s->b->reg[s->fn->ins.at[h->branch].guard].def;
    for (int j = h->first; j < h->branch; j++) /* a round that stops there has done nothing */
        if (ins_dirty(&s->fn->ins.at[j]))
            return false;
    bool read = false; /* nor written anything that is read behind the loop */
    for (int j = h->first; j < h->branch; j++)
        for (Refs ref = ins_refs(&s->fn->ins.at[j]); refs_next(&ref);)
            read |= ref.write && split_live_after(s, ref.reg);
    return !read && def >= 0 && s->moved[def];
}

/* Whether the register may be read behind the region.  The sets of live registers leave out some that are written once. */
bool split_live_after(const Split *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    const Blk *last = s->tail < 0 ? NULL : s->b->blk_of[s->tail];
    bool live = !last && live_has(s->exit->live_in, reg);
    for (int k = 0; last && k < blk_nsucc(last) && !live; k++)
        live = live_has(blk_succ(last, k)->live_in, reg);
    return live || (g->ndef == 1 && s->uses[reg] < g->ndef + g->nuse);
}
