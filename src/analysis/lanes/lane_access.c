/* lane_access.c: the accesses of memory that lanes of a warp may see of each other (lane.h), as lane.c comes to them. */
#include "analysis/lanes/lane_sum.h"

bool lane_varies(const Lanes *w, int atom, const Blk *at)
{
    const Atom *x = &w->atoms.at[atom];
    if (x->varies)
        return true;
    for (const Blk *h = x->blk ? x->blk->loop : NULL; h; h = h->loop_up)
        if (w->leaves[h->id] && !loop_holds(h, at))
            return true;
    return false;
}

int lane_root(const Lanes *w, const Sum *s)
{
    int sym = -1, param = -1, params = 0;
    for (int i = 0; i < s->n; i++) {
        const Atom *x = &w->atoms.at[s->term[i].atom];
        if (s->term[i].by != 1)
            continue;
        if (x->key.kind == ATOM_SYM)
            sym = s->term[i].atom;
        else if (x->key.kind == ATOM_PARAM && ++params)
            param = s->term[i].atom;
    }
    return sym >= 0 ? sym : params == 1 ? param : -1;
}

/* Atoms that may say which memory the address is in, and values where ways meet that were looked at for them. */
typedef struct Roots { int *at, n, seen[2 * ROOTS_MOST], nseen; } Roots;

static bool add_root(Roots *r, int root)
{
    if (ints_have(r->at, r->n, root))
        return true;
    if (r->n == ROOTS_MOST)
        return false;
    r->at[r->n++] = root;
    return true;
}

int lane_meets_as(const Lanes *w, int atom)
{
    const Atom *x = &w->atoms.at[atom];
    if (x->key.kind != ATOM_VALUE || x->key.a < w->fn->regs.n || x->key.a >= w->first_write || !x->blk)
        return -1;
    const int64_t i = x->key.a - w->slot[x->blk->id];
    return i >= 0 && i < x->blk->live_in.n && x->blk->npred > 1 ? (int)i : -1;
}

/* Finds all that may say so of a sum, which ways may have brought.  False: something else may. */
static bool find_roots(const Lanes *w, const Sum *s, Roots *r)
{
    const int root = lane_root(w, s);
    int met = -1;
    if (root >= 0)
        return add_root(r, root);
    for (int i = 0; i < s->n; i++) {
        const int number = s->term[i].by == 1 ? lane_meets_as(w, s->term[i].atom) : -1;
        if (number >= 0 && met >= 0)
            return false;
        met = number >= 0 ? s->term[i].atom : met;
    }
    for (int i = 0; i < r->nseen; i++)
        if (r->seen[i] == met)
            return met >= 0;
    if (met < 0 || r->nseen == 2 * ROOTS_MOST)
        return false;
    r->seen[r->nseen++] = met;
    const Blk *x = w->atoms.at[met].blk;
    const int number = lane_meets_as(w, met);
    for (int k = 0; k < x->npred; k++) {
        const int from = lane_comes(w, x, k, number);
        if (from < 0 || !w->value[from].done || !find_roots(w, &w->value[from].sum, r))
            return false;
    }
    return r->n > 0;
}

/* Whether other lanes may see what the instruction does in memory, or it what they do; which of its operands says where. */
static int shared_operand(const Ins *ins)
{
    const bool atomic = ins->mnemonic == INS_ATOM || ins->mnemonic == INS_RED;
    if (!(isa_is_ld_st(ins) || atomic) || isa_meets(ins) || isa_has_word(ins, MOD_ASYNC) ||
        isa_has_word(ins, MOD_NC) || ins->mnemonic == INS_LDU)
        return -1;
    const int a = isa_arg(ins, ARG_A);
    const Space s = a < 0 || ins->arg[a].kind != O_MEM ? SP_REG : isa_opnd_space(ins, &ins->arg[a]);
    return s == SP_SHARED || s == SP_GLOBAL || s == SP_GENERIC ? a : -1;
}

/* Where the operand is. */
static void set_place(Lanes *w, Access *x, const Opnd *o)
{
    const int v = o->reg >= 0 && !w->blind ? lane_value(w, o->reg) : -1;
    if (v >= 0 && o->comp < 0) {
        x->at = w->value[v].sum;
    } else if (o->sym) {
        x->at = sum_atom(atom_no(w, ATOM_SYM, (int64_t)(intptr_t)o->sym, 0));
        w->atoms.at[x->at.term[0].atom].sym = o->sym;
    } else {
        x->unknown = o->reg >= 0;
    }
    x->at.c = plus(x->at.c, (int64_t)o->imm);
    x->unknown |= o->base != NULL; /* a number that stands for a variable's place */
}

/* Only lanes for which the predicate, a value, is so do it. */
static void add_guard(Lanes *w, Access *x, int guard, bool holds)
{
    if (guard < 0)
        return;
    x->mask &= w->value[guard].may[holds];
    if (w->value[guard].only[holds])
        x->only = &w->value[guard].sum;
    x->facts = facts_join(w, x->facts, w->value[guard].holds[holds]);
}

void lane_note_access(Lanes *w, int at, const Blk *blk)
{
    const Ins *ins = &w->fn->ins.at[at];
    const int a = shared_operand(ins);
    if (a < 0)
        return;
    const Emit e = isa_emit(ins);
    const Opnd *o = &ins->arg[a];
    Access x = {.ins = at, .blk = blk, .root = -1, .mask = w->mask[blk->id],
                .only = w->only[blk->id] >= 0 ? &w->value[w->only[blk->id]].sum : NULL,
                .facts = w->facts[blk->id], .is_volatile = isa_has_word(ins, MOD_VOLATILE), .atomic = !isa_is_ld_st(ins)};
    x.reads = e != EMIT_ST;
    x.writes = e != EMIT_LD;
    x.space = isa_opnd_space(ins, o) == SP_SHARED ? SP_SHARED : SP_GLOBAL;
    const int value = x.atomic ? -1 : isa_arg(ins, e == EMIT_ST ? ARG_B : ARG_D);
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    x.bytes = (t ? type_bytes(t) : 16) * (value >= 0 && ins->arg[value].kind == O_VEC ? (int)ins->arg[value].nsub : 1);
    set_place(w, &x, o);
    x.root = lane_root(w, &x.at);
    Roots roots = {.at = x.roots};
    if (x.root < 0 && !x.unknown && find_roots(w, &x.at, &roots))
        x.nroots = roots.n;
    for (int i = 0; i < x.at.n; i++)
        x.data |= w->atoms.at[x.at.term[i].atom].data;
    const Sym *root = x.root >= 0 ? w->atoms.at[x.root].sym : NULL;
    if (root && w->atoms.at[x.root].key.kind == ATOM_SYM) {
        if (root->space == SP_LOCAL || root->space == SP_CONST || root->space == SP_PARAM)
            return;
        x.space = root->space == SP_SHARED ? SP_SHARED : x.space;
    }
    if (ins->guard >= 0 && !w->blind)
        add_guard(w, &x, lane_value(w, ins->guard), !ins->guard_neg);
    array_add(w->a, w->out, x);
}

bool lane_holds_still(const Lanes *w, int atom, const Access *a, const Access *b, bool again)
{
    const Atom *x = &w->atoms.at[atom];
    if (lane_varies(w, atom, a->blk) || lane_varies(w, atom, b->blk))
        return false;
    for (const Blk *h = again && x->blk ? x->blk->loop : NULL; h; h = h->loop_up)
        if (w->round[h->id] && loop_holds(h, a->blk) && loop_holds(h, b->blk))
            return false;
    return true;
}

/* ---- tries ------------------------------------------------------------------------------------------------------- */

/* Something writes to the register what the load gives, maybe by some moves. */
static bool hands_on(const Fn *fn, int reg, int load, int moves)
{
    enum { MOVES_MOST = 3 };
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[i];
        const Dest d = ins_dest(ins);
        if (d.n > 1 ? !ins_mentions(ins, reg).writes : d.reg != reg)
            continue;
        const Opnd *from = isa_emit(ins) == EMIT_MOV ? isa_opnd(ins, ARG_A) : NULL;
        if (i == load || (opnd_is_reg(from) && from->reg != reg && moves < MOVES_MOST && hands_on(fn, from->reg, load, moves + 1)))
            return true;
    }
    return false;
}

/* A load of what a compare-and-swap at the same place then expects is a part of it: the swap finds out whether another came between. */
void lane_find_guesses(Lanes *w)
{
    for (const Access *try = w->out->at; array_has(*w->out, try); try++) {
        const Ins *ins = &w->fn->ins.at[try->ins];
        const Opnd *expected = ins->mnemonic == INS_ATOM && isa_has_word(ins, MOD_CAS) ? isa_opnd(ins, ARG_B) : NULL;
        for (int i = 0; i < w->out->n && opnd_is_reg(expected) && !try->unknown; i++) {
            Access *x = &w->out->at[i];
            if (!x->writes && !x->is_volatile && !x->unknown && x->space == try->space && sum_same(&x->at, &try->at))
                x->atomic |= hands_on(w->fn, expected->reg, x->ins, 0);
        }
    }
}
