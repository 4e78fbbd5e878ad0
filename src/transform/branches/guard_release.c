/* guard_release.c: what a guard that never holds again keeps from going on goes on.
 *
 * if (t < rest) { …; rest >>= 1; width >>= 1; }, between barriers: a transform whose half of the threads is busy in the next round.  The
 * threads that are left out keep an old rest, so that it differs between lanes, and with it whom the guard lets pass and all that
 * is computed of it.  But to them it is nothing: t < rest does not hold for a smaller rest either, and rest and width are read under that
 * guard alone.  So all lanes may go on with them: behind the place where the ways meet, where they are then the same for all.
 *
 * What is released is written alike by all that pass: by arithmetic, once on each way through the guard's side and not read there again,
 * of what is the same for all; what is made of that on the side, and read there, is made once more.  The guard's bound can only sink, by
 * shifts to the right or masks, and is not set anew behind a guard; a signed one counts as such only
 * where the lane's number is not below 0.  Behind the guard the lanes that passed have all they had before, and the others nothing.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: nothing that others need.  Invalidates: blocks and analyses.
 * Cost: a look at all instructions for each guard of that form.  Fires on wavelets (tests/bench/programs/haar), on
 * tests/run/halves and tests/run/narrowing. */
#include "transform/transform.h"

enum { BLOCKS_MOST = 1000, DEPTH_MOST = 8 }; /* of functions that are searched; of arithmetic that makes one number */

/* A branch around some blocks that lanes come to whose number is below a bound. */
typedef struct Guard {
    const Blk *at, *side, *meet; /* ends with the branch; the first block behind it; where the ways meet */
    int test;                    /* the comparison */
    int lane, bound;             /* registers */
    bool sign, equal;            /* the numbers have one; the guard lets those pass that are equal */
} Guard;

typedef struct Release {
    Back *b;
    Fn *fn;
    Array(Guard) guards;
    const Guard **in;   /* by block: the guard of the family at hand whose side it stands on */
    bool *goes;         /* by register: may be released */
    const Blk **to;     /* by instruction: the block at whose head it may stand, or NULL */
    const Blk **all;    /* likewise, of all families: where it goes */
    bool *copied;       /* by instruction: and stays */
    int *copy;          /* by register: 1 + that which its copy is made in; 0: not made */
} Release;

/* All lanes of the chunk come to the block together. */
static bool is_for_all(const Back *b, const Blk *x) { return node_level(b, b->node_of[x->id]) != LV_LANE; }

/* ---- guards ---------------------------------------------------------------------------------------------------------- */

/* Whether x comes from the branch by the guard's side alone. */
static bool on_side(const Guard *g, const Blk *x) { return cfg_dominates(g->side, x) && x->id < g->meet->id; }

/* The blocks between the branch and where the ways meet: nothing else leads into them or there. */
static bool find_side(const Back *b, Guard *g, const Blk *x, const Ins *br, bool taken)
{
    g->at = x;
    g->side = x->succ[taken];
    g->meet = x->succ[!taken];
    if (g->side == g->meet || g->side->npred != 1 || g->meet->id <= g->side->id || g->meet != x->ipdom || !is_for_all(b, x) ||
        isa_emit(br) != EMIT_BRA)
        return false;
    for (int i = 0; i < g->meet->npred; i++)
        if (g->meet->pred[i] != x && !on_side(g, g->meet->pred[i]))
            return false;
    return true;
}

/* Between a comparison and the branch that it guards nothing writes the register; blocks of a loop stand together. */
static bool stays(const Back *b, int test, const Blk *at, int reg)
{
    const Blk *from = b->blk_of[test];
    if (!from || !cfg_dominates(from, at) || from->loop != at->loop)
        return false;
    for (int k = from->id; k <= at->id; k++)
        if (fn_last_write(b->fn, reg, k == from->id ? test : b->fn->blk[k]->first, b->fn->blk[k]->end) >= 0)
            return false;
    return true;
}

/* The guard is lane < bound, or lane <= bound. */
static bool find_test(const Back *b, Guard *g, const Ins *br, bool holds)
{
    const RegInfo *p = &b->reg[br->guard];
    if (p->def < 0)
        return false;
    const Ins *t = &b->fn->ins.at[g->test = p->def];
    if (!isa_is_plain_test(t))
        return false;
    const Opnd *x = &t->arg[isa_arg(t, ARG_A)], *y = &t->arg[isa_arg(t, ARG_B)];
    unsigned compare = isa_compare(t) ^ (holds ? 0 : CMP_ALL);
    const Type type = isa_slot_type(t, SLOT_TYPE);
    if (!opnd_is_reg(x) || !opnd_is_reg(y) || !type_is_i32(type))
        return false;
    if (compare & CMP_MORE) {
        const Opnd *const left = x;
        compare = compare_swapped(compare);
        x = y;
        y = left;
    }
    g->lane = x->reg;
    g->bound = y->reg;
    g->sign = c_signed(type);
    g->equal = compare & CMP_EQUAL;
    const RegInfo *l = &b->reg[g->lane];
    return (compare | CMP_EQUAL) == (CMP_LESS | CMP_EQUAL) && l->def >= 0 && !b->blk_of[l->def]->loop &&
           cfg_dominates(b->blk_of[l->def], g->at) && stays(b, g->test, g->at, g->bound) && (!g->sign || l->val.max <= INT32_MAX) && b->reg[g->bound].ndef > 1;
}

static void find_guards(Release *s)
{
    const Back *b = s->b;
    for (int k = 0; k < s->fn->nblk; k++) {
        const Blk *x = s->fn->blk[k];
        const Ins *br = blk_conditional(s->fn, x);
        Guard g = {0};
        bool inside = false; /* of another */
        for (int i = 0; i < s->guards.n; i++)
            inside |= on_side(&s->guards.at[i], x);
        for (int taken = 0; !inside && br && b->node_of[k] && taken < 2; taken++)
            if (find_side(b, &g, x, br, taken) && find_test(b, &g, br, (bool)taken != br->guard_neg))
                array_add(b->a, &s->guards, g);
    }
}

static bool same_family(const Guard *g, const Guard *of)
{
    return g->lane == of->lane && g->bound == of->bound && g->sign == of->sign && g->equal == of->equal;
}

/* ---- what goes on ----------------------------------------------------------------------------------------------------- */

/* What defines the register that an operand is, once, on the guard's side; NULL: something else. */
static const Ins *definition(const Release *s, const Guard *g, const Opnd *o)
{
    const RegInfo *r = opnd_is_reg(o) ? &s->b->reg[o->reg] : NULL;
    const bool here = r && r->def >= 0 && on_side(g, s->b->blk_of[r->def]);
    return here && ins_is_pure(&s->fn->ins.at[r->def]) ? &s->fn->ins.at[r->def] : NULL;
}

/* What the instruction makes of the bound is none above it, or below 0 as that was.  Of a negative number a shift without sign, or a mask,
 * makes a large one. */
static bool sinks(const Release *s, const Guard *g, const Ins *ins, int depth)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (type_info[t].bits != 32 || (ins->mnemonic == INS_SHR ? c_signed(t) != g->sign : g->sign || ins->mnemonic != INS_AND))
        return false;
    for (int i = 0; i < 1 + (ins->mnemonic == INS_AND); i++) {
        const Opnd *o = isa_opnd(ins, i ? ARG_B : ARG_A);
        const Ins *def = depth > 0 ? definition(s, g, o) : NULL;
        if (opnd_reg_is(o, g->bound) || (def && sinks(s, g, def, depth - 1)))
            return true;
    }
    return false;
}

/* Whether lanes that come to the side come to its block x, once. */
static bool is_once(const Guard *g, const Blk *x) { return cfg_postdominates(x, g->side) && x->loop == g->at->loop; }

/* The instruction goes on with a register that is released. */
static bool is_released(const Release *s, int at) { return s->to[at] && s->goes[ins_dest(&s->fn->ins.at[at]).reg]; }

/* Whether something on the guard's side may read or write the register behind the instruction. */
static bool is_met_again(const Release *s, const Guard *g, int at, int reg)
{
    const Blk *x = s->b->blk_of[at];
    for (int k = x->id; k < g->meet->id; k++)
        for (int i = k == x->id ? at + 1 : s->fn->blk[k]->first; on_side(g, s->fn->blk[k]) && i < s->fn->blk[k]->end; i++) {
            const RegMentions m = ins_mentions(&s->fn->ins.at[i], reg);
            if ((m.reads && !is_released(s, i)) || m.writes)
                return true;
        }
    return false;
}

/* A register of one write, in front of the end of block x, is the same for all lanes. */
static bool is_before(const Release *s, int reg, const Blk *x)
{
    const RegInfo *g = &s->b->reg[reg];
    return g->val.kind == VAL_UNI && g->def >= 0 && cfg_dominates(s->b->blk_of[g->def], x);
}

/* Of two instructions that each way passes once, the first comes before the second. */
static bool is_earlier(const Back *b, int first, int second)
{
    return b->blk_of[first] == b->blk_of[second] ? first < second : b->blk_of[first]->id < b->blk_of[second]->id;
}

/* What the instruction reads is the same for all lanes, also where the ways meet: released, known before block x, or made of such on
 * the same side. */
static bool reads_same(const Release *s, int at, const Blk *x, int depth)
{
    const Back *b = s->b;
    for (Refs r = ins_refs(&s->fn->ins.at[at]); refs_next(&r);) {
        const RegInfo *g = &b->reg[r.reg];
        if (r.write || s->goes[r.reg])
            continue;
        if (g->def < 0)
            return false;
        if (!is_before(s, r.reg, x) && (!depth || !s->to[at] || s->to[g->def] != s->to[at] || !is_earlier(b, g->def, at) || !reads_same(s, g->def, x, depth - 1)))
            return false;
    }
    return true;
}

static bool is_written_alike(const Release *s, int at, int reg)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Blk *x = s->b->blk_of[at];
    if (!s->in[x->id])
        return is_for_all(s->b, x) && ins_is_pure(ins) && ins_dest(ins).n == 1 && reads_same(s, at, x, 0);
    return s->to[at] && reads_same(s, at, s->in[x->id]->at, DEPTH_MOST) && !is_met_again(s, s->in[x->id], at, reg);
}

/* Whether an instruction that reads the register is on some guard's side, goes on itself or is the guard. */
static bool may_read(const Release *s, int at, int reg)
{
    const Guard *g = s->in[s->b->blk_of[at]->id];
    if (g)
        return true;
    for (int i = 0; i < s->guards.n; i++)
        if (s->guards.at[i].test == at && s->guards.at[i].bound == reg && s->in[s->guards.at[i].side->id] == &s->guards.at[i])
            return true;
    return false;
}

/* Takes back what an instruction says can't go; true: something. */
static bool take_back(Release *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    bool any = false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (s->goes[r.reg] && (r.role == REG_UPDATE || !(r.write ? is_written_alike(s, at, r.reg) : may_read(s, at, r.reg)))) {
            s->goes[r.reg] = false;
            any = true;
        }
    return any;
}

/* A variable that differs between lanes, and has no value at first. */
static bool may_go(const Release *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    return g->ndef > 1 && g->val.kind != VAL_UNI && s->fn->regs.at[reg]->vec <= 1 && !live_has(s->fn->blk[0]->live_in, reg);
}

/* The guards that ask for the same number and bound, in Release.in, and what arithmetic on their sides may go on. */
static void begin_family(Release *s, const Guard *of)
{
    for (int k = 0; k < s->fn->nblk; k++) {
        s->in[k] = NULL;
        for (const Guard *g = s->guards.at; array_has(s->guards, g); g++)
            if (same_family(g, of) && on_side(g, s->fn->blk[k]))
                s->in[k] = g;
    }
    memset(s->goes, 0, (size_t)s->b->nreg * sizeof *s->goes);
    for (int i = 0; i < s->fn->ins.n; i++) {
        const Ins *ins = &s->fn->ins.at[i];
        const Blk *x = s->b->blk_of[i];
        const Guard *g = x ? s->in[x->id] : NULL;
        const Dest d = ins_dest(ins);
        s->to[i] = g && ins_is_pure(ins) && d.n == 1 && is_once(g, x) && (d.reg != of->bound || sinks(s, g, ins, DEPTH_MOST)) ? g->meet : NULL;
        if (s->to[i])
            s->goes[d.reg] |= may_go(s, d.reg);
    }
}

/* Nothing sets the register anew behind a guard. */
static bool is_set_before(const Release *s, const Guard *of, int reg)
{
    for (int i = 0; i < s->fn->ins.n; i++) {
        const Blk *x = s->b->blk_of[i];
        if (x && !s->in[x->id] && ins_mentions(&s->fn->ins.at[i], reg).writes)
            for (const Guard *g = s->guards.at; array_has(s->guards, g); g++)
                if (same_family(g, of) && reach_leads(s->b->a, s->fn, g->at, x, NULL))
                    return false;
    }
    return true;
}

/* A released instruction, or one whose result such a one wants, which then is made once more, goes where the ways meet. */
static void add_wanted(Release *s, int at, const Blk *x)
{
    s->all[at] = s->to[at];
    s->copied[at] = !is_released(s, at);
    for (Refs r = ins_refs(&s->fn->ins.at[at]); refs_next(&r);)
        if (!r.write && !s->goes[r.reg] && !is_before(s, r.reg, x))
            add_wanted(s, s->b->reg[r.reg].def, x);
}

/* What of the guard's family goes on is in Release.all; false: nothing. */
static bool find_family(Release *s, const Guard *of)
{
    begin_family(s, of);
    for (bool anew = true; anew && s->goes[of->bound];) {
        anew = false;
        for (int i = 0; i < s->fn->ins.n; i++)
            anew |= s->b->blk_of[i] && take_back(s, i);
    }
    if (!s->goes[of->bound] || !is_set_before(s, of, of->bound))
        return false;
    for (int i = 0; i < s->fn->ins.n; i++)
        if (is_released(s, i))
            add_wanted(s, i, s->in[s->b->blk_of[i]->id]->at);
    return true;
}

/* Adds an instruction that goes to a block's head: itself, or a copy, which gives its result to a register of its own. */
static void add_moved(Release *s, InsList *out, int at)
{
    Arena *a = s->b->m->code;
    Ins ins = s->fn->ins.at[at];
    for (Refs r = ins_refs(&s->fn->ins.at[at]); refs_next(&r);) {
        const int def = s->b->reg[r.reg].def;
        if (def >= 0 && s->copied[def] && (r.write || !s->copy[r.reg]))
            s->copy[r.reg] = 1 + fn_copy_reg(a, s->fn, r.reg);
        if (def >= 0 && s->copied[def])
            ins_rename(a, &ins, r.reg, s->copy[r.reg] - 1);
    }
    array_add(a, out, ins);
}

static void rewrite(Release *s)
{
    Fn *fn = s->fn;
    for (Rewrite w = rewrite_begin(s->b->m, fn, NULL); rewrite_next(&w);) {
        const Blk *x = s->b->blk_of[w.i];
        for (int k = 0; x && w.i == x->first && k < x->id; k++) /* as they are come by */
            for (int j = fn->blk[k]->first; j < fn->blk[k]->end; j++)
                if (s->all[j] == x)
                    add_moved(s, w.out, j);
        if (!s->all[w.i] || s->copied[w.i])
            rewrite_keep(&w);
    }
}

/* No guard before this one is of its family. */
static bool is_first(const Release *s, int guard)
{
    for (int i = 0; i < guard; i++)
        if (same_family(&s->guards.at[i], &s->guards.at[guard]))
            return false;
    return true;
}

bool guard_release(Back *b)
{
    Release s = {.b = b, .fn = b->fn};
    if (b->mode == MODE_SCHED || b->mode == MODE_FUNC || b->m->checked || b->fn->nblk > BLOCKS_MOST)
        return false;
    find_guards(&s);
    s.in = NEWN(b->a, const Guard *, b->fn->nblk + 1);
    s.to = NEWN(b->a, const Blk *, b->fn->ins.n + 1);
    s.goes = NEWN(b->a, bool, b->nreg + 1);
    s.all = NEWN(b->a, const Blk *, b->fn->ins.n + 1);
    s.copied = NEWN(b->a, bool, b->fn->ins.n + 1);
    s.copy = NEWN(b->a, int, b->nreg + 1);
    bool any = false;
    for (int i = 0; i < s.guards.n; i++)
        any |= is_first(&s, i) && find_family(&s, &s.guards.at[i]);
    if (any)
        rewrite(&s);
    return any;
}
