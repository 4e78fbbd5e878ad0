/* split.c: two versions of code that runs after a store: a fast one for chunks whose lanes agree, and the lanes' own.
 *
 * At the head of a chunk's work the analysis may take for granted that no index wraps and that a comparison comes out
 * the same for all lanes: a check says so, and when it fails the chunk is run again lane by lane.  After a store or a
 * barrier nothing can be run again.  There, what would gain by such a check gets both versions:
 *
 *   once   if (check) { copy } else { original }
 *   loop   while (check && condition) copy; if (!check) original, which goes on where the copy stopped
 *
 * All the checks stand at the copy's head (of each round): the integer arithmetic that they test, and what depends on
 * it, moves there.  A guarded do-while loop, which is how compilers write a while loop, is turned back first.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions rewritten; blocks and analyses to be made anew. */
#include "emit_fn.h"

enum { SPLIT_MAX = 400 }; /* instructions of a region */

typedef struct Split {
    Back *b;
    Fn *fn;
    Arena *a;      /* for what stays in the function */
    Blk **in;      /* the region's blocks, by id, and how many; their instructions */
    int nin, size;
    int *stamp, now; /* by Blk.id: now, where it is one of them */
    int *write_at, *write; /* by register: the instructions that write it, in all the function */
    Blk *entry;
    bool loop;     /* all of a loop whose header is entry */
    Blk *exit;     /* where all its ways out go */
    /* a loop that is tested at its end: the block before it that tests first, and what continues */
    Blk *guard, *latch;
    Blk *front;    /* of a loop: the block before it and what leads only to it */
    int *defs;     /* by register: its writes in the region */
    int *uses;     /* by register: its reads and writes in the region */
    bool *before;  /* by instruction of the entry: stays in front of both versions */
    bool *moved;   /* by instruction: goes to the copy's head */
    bool *carried; /* by register: a loop's integer whose steps are known */
    Val *was;      /* by register: what is known without a check */
    int *copy;     /* by register: its number in the copy */
    int *slow;     /* by register: its number in the original, where a counter that ends there is another */
    Sym **label_at; /* by old instruction: a label before it */
    Array(Ins) ins;
    Array(Sym *) labels;
    Sym **of_copy; /* by block: its label in the copy */
    Sym *out;      /* at the copy's end */
} Split;

/* ---- regions ------------------------------------------------------------------------------------------------------ */

static void add_blocks(Split *s, const Node *n)
{
    if (s->size > SPLIT_MAX)
        return;
    if (n->kind == N_BLOCK) {
        s->stamp[n->blk->id] = s->now;
        s->in[s->nin++] = n->blk;
        s->size += n->blk->end - n->blk->first;
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i])
            add_blocks(s, n->kid[i]);
}

static int by_id(const void *a, const void *b)
{
    const Blk *const *x = a, *const *y = b;
    return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static bool inside(const Split *s, const Blk *x) { return s->stamp[x->id] == s->now; }

/* Whether instruction j of block x, if any, belongs to the region. */
static bool holds(const Split *s, const Blk *x, int j) { return x && inside(s, x) && !s->before[j]; }

/* Whether an edge of the region's block to x stays in it. */
static bool internal(const Split *s, const Blk *x) { return inside(s, x) && (s->loop || x != s->entry); }

static bool can_copy(const Ins *ins)
{
    Emit e = isa_emit(ins);
    return e != EMIT_CALL && e != EMIT_BRX && e != EMIT_RET && e != EMIT_EXIT && e != EMIT_TRAP && e != EMIT_BAR &&
           !isa_is_warp(ins) && !isa_is_cta(ins) && !ins->check && !ins->slow;
}

/* Empty blocks on the way change nothing. */
static Blk *real_target(const Fn *fn, Blk *x)
{
    for (int n = 0; n < fn->nblk && x->first == x->end && x->succ[0] && !x->succ[1] && !x->targets; n++)
        x = x->succ[0];
    return x;
}

/* One way in, one way out, nothing that can't stand twice. */
static bool closed(Split *s)
{
    s->exit = NULL;
    for (int i = 0; i < s->nin; i++) {
        Blk *x = s->in[i];
        if (x->exits || x->targets)
            return false;
        for (int k = 0; k < x->npred; k++)
            if (!inside(s, x->pred[k]) && x != s->entry)
                return false;
        for (int k = 0; k < blk_nsucc(x); k++) {
            Blk *to = blk_succ(x, k);
            if (internal(s, to))
                continue;
            if (s->exit && s->exit != to)
                return false;
            s->exit = to;
        }
        for (int j = x->first; j < x->end; j++)
            if (!can_copy(&s->fn->ins.at[j]))
                return false;
    }
    return s->exit && s->size && s->size <= SPLIT_MAX;
}

/* ---- what could be known ------------------------------------------------------------------------------------------ */

static void count_refs(void *ctx, int reg, bool write)
{
    Split *s = ctx;
    s->defs[reg] += write;
    s->uses[reg]++;
}

static bool is_int(const Fn *fn, int reg)
{
    Type t = fn->regs.at[reg]->type;
    char k = type_info[t].kind;
    return t == T_PRED || ((k == 'u' || k == 's' || k == 'b') && type_info[t].bits >= 16 && type_info[t].bits <= 64);
}

typedef struct Reads { Split *s; const Blk *x; int at; bool ok; int dest, writes; } Reads;

/* Whether no write of reg comes before instruction at in a round of the loop. */
static bool before_writes(const Split *s, int reg, const Blk *x, int at)
{
    if (x->loop != s->entry)
        return false;
    for (int i = s->write_at[reg]; i < s->write_at[reg + 1]; i++) {
        const Blk *y = s->b->blk_of[s->write[i]];
        if (inside(s, y) && y->id <= x->id && (y != x || s->write[i] < at))
            return false;
    }
    return true;
}

static void test_read(void *ctx, int reg, bool write)
{
    Reads *r = ctx;
    Split *s = r->s;
    if (write) {
        r->dest = reg;
        r->writes++;
        return;
    }
    const Val *v = &s->b->reg[reg].val;
    bool known = v->kind == VAL_UNI || v->kind == VAL_AFF;
    int def = s->b->reg[reg].def;
    bool stable = !s->defs[reg] || (def >= 0 && s->moved[def]) ||
                  (s->carried[reg] && before_writes(s, reg, r->x, r->at));
    r->ok &= known && stable;
}

static bool has_place(const Opnd *o)
{
    if (o->kind == O_MEM || o->kind == O_VEC || o->kind == O_LIST || o->comp >= 4)
        return true;
    return o->kind == O_SREG && isa_sregs[o->sym->index].vary;
}

/* Arithmetic that can be done at the copy's head, whichever way the copy goes. */
static bool is_pure(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (ins->guard >= 0 || !isa_is_uniform(ins) || isa_mem(ins) != MEM_NONE ||
        (e != EMIT_TEXT && e != EMIT_MOV && e != EMIT_CVTA) || (e == EMIT_TEXT && (!ins->lower || strstr(ins->lower, "cc"))))
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (has_place(&ins->arg[i]))
            return false;
    return true;
}

/* The value of an instruction of the region as far as its inputs are known at the head; VAL_VAR: not there. */
static Val value_at_head(Split *s, const Blk *x, int at, bool stable)
{
    const Val var = {.kind = VAL_VAR};
    const Ins *ins = &s->fn->ins.at[at];
    Reads r = {s, x, at, true, -1, 0};
    if (!is_pure(ins))
        return var;
    ins_regs(s->fn, ins, test_read, &r);
    if ((stable && !r.ok) || r.writes != 1 || !is_int(s->fn, r.dest))
        return var;
    return uniform_guess(s->b, at, true);
}

/* Blocks between the loop and the one before it: they stay in front, and so are no longer under the guard. */
static bool leads_in(const Split *s, const Blk *x)
{
    return s->loop && x != s->front && !inside(s, x) && cfg_dominates(s->front, x) && cfg_dominates(x, s->entry);
}

/* What they compute is no longer a lane's own; or take that back. */
static void value_leads(Split *s, bool know)
{
    Blk *x = NULL;
    for (int k = 0; k < s->entry->npred; k++)
        if (!inside(s, s->entry->pred[k]))
            x = s->entry->pred[k];
    int n = 0;
    for (const Blk *p = x; p && p != s->front; p = p->pred[0])
        n++;
    for (; n > 0; n--) { /* from the front on */
        const Blk *p = x;
        for (int i = 1; i < n; i++)
            p = p->pred[0];
        for (int j = p->first; j < p->end; j++) {
            Writes1 d = dest_of(s->b, &s->fn->ins.at[j]);
            if (d.n == 1 && s->b->reg[d.reg].ndef == 1)
                s->b->reg[d.reg].val = know ? uniform_guess(s->b, j, false) : s->was[d.reg];
        }
    }
}

/* What the loop's counters are before it. */
static Val value_before(Split *s, int reg)
{
    Val v = {0};
    for (int i = s->write_at[reg]; i < s->write_at[reg + 1]; i++) {
        int j = s->write[i];
        const Blk *x = s->b->blk_of[j];
        if (holds(s, x, j))
            continue;
        bool lane = (!leads_in(s, x) && node_level(s->b, s->b->node_of[x->id]) == LV_LANE) || s->fn->ins.at[j].guard >= 0;
        v = uniform_join(v, lane ? (Val){.kind = VAL_VAR} : uniform_guess(s->b, j, s->b->spec[j] != SPEC_NONE));
    }
    return v.kind == VAL_NONE ? (Val){.kind = VAL_VAR} : v;
}

/* Assumes that the counters keep their shape, then takes back what proves wrong, until nothing does. */
static bool assume_counters(Split *s)
{
    bool stable = true;
    for (int i = 0; i < s->nin; i++) {
        const Blk *x = s->in[i];
        for (int j = x->first; j < x->end; j++) {
            if (!holds(s, x, j))
                continue;
            Reads r = {s, x, j, true, -1, 0};
            ins_regs(s->fn, &s->fn->ins.at[j], test_read, &r);
            if (r.writes != 1 || !s->carried[r.dest])
                continue;
            const Val *was = &s->b->reg[r.dest].val;
            Val v = value_at_head(s, x, j, false);
            if (v.kind == was->kind && v.step == was->step)
                continue;
            s->carried[r.dest] = stable = false;
            s->b->reg[r.dest].val = s->was[r.dest];
        }
    }
    return stable;
}

/* Nothing outside the region refers to the register, nor does it keep its value from one run to the next. */
static bool is_own(const Split *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    return s->uses[reg] == g->ndef + g->nuse && !live_has(s->entry->live_in, reg);
}

/* Whether the register may be read behind the region.  The sets of live registers leave out some that are written once. */
static bool live_after(const Split *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    return live_has(s->exit->live_in, reg) || (g->ndef == 1 && s->uses[reg] < g->ndef + g->nuse);
}

/* Moves what it can to the copy's head.  True when a check there helps some access or branch. */
static bool plan_head(Split *s)
{
    Fn *fn = s->fn;
    Back *b = s->b;
    int checks = 0;
    bool helps = false;
    for (int i = 0; i < s->nin; i++) {
        const Blk *x = s->in[i];
        for (int j = x->first; j < x->end; j++) {
            Writes1 d = dest_of(b, &fn->ins.at[j]);
            s->moved[j] = false;
            if (!holds(s, x, j) || d.n != 1 || b->reg[d.reg].ndef != 1)
                continue;
            b->reg[d.reg].val = s->was[d.reg];
            if (s->loop && !is_own(s, d.reg))
                continue; /* the round that does not come about must not write it */
            Val v = value_at_head(s, x, j, true);
            if (v.kind != VAL_UNI && v.kind != VAL_AFF)
                continue;
            s->moved[j] = true;
            b->reg[d.reg].val = v;
            checks += uniform_needs_check(b, j);
        }
    }
    for (int i = 0; i < s->nin && checks; i++) {
        const Blk *x = s->in[i];
        for (int j = x->first; j < x->end; j++) {
            const Ins *ins = &fn->ins.at[j];
            if (ins->guard >= 0)
                helps |= s->was[ins->guard].kind == VAL_VAR && b->reg[ins->guard].val.kind == VAL_UNI;
            for (int k = 0; k < ins->narg; k++) {
                int r = ins->arg[k].kind == O_MEM ? ins->arg[k].reg : -1;
                helps |= r >= 0 && s->was[r].kind == VAL_VAR && b->reg[r].val.kind != VAL_VAR;
            }
        }
    }
    return helps;
}

static void forget_ref(void *ctx, int reg, bool write)
{
    Split *s = ctx;
    (void)write;
    s->defs[reg] = s->uses[reg] = 0;
    s->carried[reg] = false;
    s->b->reg[reg].val = s->was[reg];
}

/* Takes back what gains() noted, for the next region. */
static void forget(Split *s)
{
    if (s->loop)
        value_leads(s, false);
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++) {
            ins_regs(s->fn, &s->fn->ins.at[j], forget_ref, s);
            s->moved[j] = s->before[j] = false;
        }
}

/* ---- loops --------------------------------------------------------------------------------------------------------- */

/* The comparison of the guard of a block's branch, and whether the branch's other way is meant; NULL: none. */
static const Ins *comparison(const Split *s, const Blk *x)
{
    const Ins *br = x->branch >= 0 ? &s->fn->ins.at[x->branch] : NULL;
    int def = br && br->guard >= 0 ? s->b->reg[br->guard].def : -1;
    const Ins *c = def >= 0 ? &s->fn->ins.at[def] : NULL;
    return c && strcmp(c->word[0], "setp") == 0 && c->guard < 0 && isa_arg(c, "c") < 0 ? c : NULL;
}

typedef struct Test { int op; uint64_t c; const Opnd *a, *b; } Test; /* op: 0 eq, 1 ne, 2 lt, 3 ge; c added to b */

/* What the comparison says when its result is (not) value, with <= and > as < and >= of the next number. */
static bool read_test(const Split *s, const Ins *c, bool value, Test *t)
{
    static const struct { const char *name; int op, plus; } ops[] = {
        {"eq", 0, 0}, {"ne", 1, 0}, {"lt", 2, 0}, {"ge", 3, 0}, {"le", 2, 1}, {"gt", 3, 1},
        {"lo", 2, 0}, {"hs", 3, 0}, {"ls", 2, 1}, {"hi", 3, 1},
    };
    const char *name = isa_slot(c, "cmp");
    int ia = isa_arg(c, "a"), ib = isa_arg(c, "b");
    Type type = isa_slot_type(c, "type");
    char kind = type_info[type].kind;
    if (!name || ia < 0 || ib < 0 || (kind != 'u' && kind != 's' && kind != 'b'))
        return false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(name, ops[i].name) != 0)
            continue;
        *t = (Test){ops[i].op ^ !value, (uint64_t)ops[i].plus, &c->arg[ia], &c->arg[ib]};
        if (t->a->kind != O_REG)
            return false;
        if (t->b->kind == O_IMM) {
            t->c += t->b->imm;
            return !ops[i].plus || (t->b->imm < INT32_MAX - 1 || (int64_t)t->b->imm < -1);
        }
        return t->b->kind == O_REG && !s->defs[t->b->reg];
    }
    return false;
}

static bool same_operand(const Opnd *x, const Opnd *y)
{
    return x->kind == y->kind && (x->kind == O_IMM || x->reg == y->reg);
}

/* Whether reg is value's copy where the loop begins, by its only write before. */
static bool starts_as(const Split *s, int reg, int value)
{
    int found = 0;
    for (int i = s->write_at[reg]; i < s->write_at[reg + 1]; i++) {
        int j = s->write[i];
        const Ins *ins = &s->fn->ins.at[j];
        if (holds(s, s->b->blk_of[j], j))
            continue;
        bool copies = isa_emit(ins) == EMIT_MOV && ins->guard < 0 && ins->arg[isa_arg(ins, "a")].kind == O_REG &&
                      ins->arg[isa_arg(ins, "a")].reg == value && s->b->reg[value].ndef == 1;
        found += copies ? 1 : 2;
    }
    return found == 1 || (reg == value && found);
}

/* The blocks between the guard and the loop hold nothing that may not be done for nothing. */
static bool harmless(const Split *s, const Blk *x)
{
    for (int j = x->first; j < x->end; j++) {
        const Ins *ins = &s->fn->ins.at[j];
        bool param = isa_emit(ins) == EMIT_LD && ins->guard < 0 &&
                     (isa_space(ins) == SP_PARAM || isa_space(ins) == SP_CONST);
        if (j != x->branch && !is_pure(ins) && !param)
            return false;
    }
    return true;
}

/* Finds the block before a loop, over those that lead only to it.  False when there are several ways in, or the loop is
 * one of the lanes' own for other reasons than its test. */
static bool find_front(Split *s)
{
    Blk *p = NULL;
    int ways = 0;
    for (int k = 0; k < s->entry->npred; k++)
        if (!inside(s, s->entry->pred[k])) {
            p = s->entry->pred[k];
            ways++;
        }
    if (ways != 1)
        return false;
    while (p->npred == 1 && !p->succ[1] && !p->targets && harmless(s, p))
        p = p->pred[0];
    s->front = p;
    return node_level(s->b, s->b->node_of[p->id]) != LV_LANE;
}

/* A guarded loop that is tested at its end, by the same test. */
static bool is_rotated(Split *s)
{
    Fn *fn = s->fn;
    Blk *latch = NULL;
    int backs = 0;
    for (int k = 0; k < s->entry->npred; k++)
        if (inside(s, s->entry->pred[k])) {
            latch = s->entry->pred[k];
            backs++;
        }
    if (backs != 1 || !latch->succ[0] || !latch->succ[1] || latch->targets)
        return false;
    Blk *guard = s->front;
    if (!guard->succ[0] || !guard->succ[1] || guard->targets)
        return false;
    for (int i = 0; i < s->nin; i++) /* the latch is the only way out */
        for (int k = 0; s->in[i] != latch && k < blk_nsucc(s->in[i]); k++)
            if (!inside(s, blk_succ(s->in[i], k)))
                return false;
    int on = latch->succ[0] == s->entry ? 0 : 1;
    Blk *out = real_target(fn, latch->succ[!on]);
    int skip = real_target(fn, guard->succ[0]) == out ? 0 : real_target(fn, guard->succ[1]) == out ? 1 : -1;
    const Ins *first = comparison(s, guard), *again = comparison(s, latch);
    if (skip < 0 || !first || !again || !inside(s, s->b->blk_of[s->b->reg[fn->ins.at[latch->branch].guard].def]) ||
        isa_slot_type(first, "type") != isa_slot_type(again, "type"))
        return false;
    Test x, y; /* both as: go on */
    bool taken[2] = {fn->ins.at[guard->branch].guard_neg, fn->ins.at[latch->branch].guard_neg};
    if (!read_test(s, first, (skip == 0) != taken[0], &x) || !read_test(s, again, (on == 1) != taken[1], &y))
        return false;
    if (x.op != y.op || x.c != y.c || (x.b->kind == O_REG ? !same_operand(x.b, y.b) : y.b->kind != O_IMM) ||
        !s->carried[y.a->reg] || (y.b->kind == O_REG && s->b->reg[y.b->reg].val.kind != VAL_UNI) ||
        !starts_as(s, y.a->reg, x.a->reg))
        return false;
    s->guard = guard;
    s->latch = latch;
    return true;
}

typedef struct LiveTest { const Split *s; bool *read; } LiveTest;

static void test_live(void *ctx, int reg, bool write)
{
    const LiveTest *t = ctx;
    *t->read |= write && live_after(t->s, reg);
}

/* A loop that is left only where its header tests. */
static bool is_while(Split *s)
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
        ins_regs(s->fn, &s->fn->ins.at[j], test_live, &(LiveTest){s, &read});
    if (read)
        return false;
    return def >= 0 && s->moved[def];
}

typedef struct Inputs { const Split *s; bool outside, known; int writes; } Inputs;

static void test_outside(void *ctx, int reg, bool write)
{
    Inputs *t = ctx;
    t->writes += write;
    t->outside &= write ? t->s->b->reg[reg].ndef == 1 : !t->s->defs[reg];
    t->known &= !write || t->s->was[reg].kind == VAL_UNI || t->s->was[reg].kind == VAL_AFF;
}

static void uncount(void *ctx, int reg, bool write)
{
    Split *s = ctx;
    s->defs[reg] -= write;
    s->uses[reg]--;
}

/* What the region's first block computes from values of before, the same way in both versions, stays in front. */
static void find_before(Split *s)
{
    const Blk *x = s->entry;
    for (int j = x->first; j < x->end; j++) {
        const Ins *ins = &s->fn->ins.at[j];
        bool param = isa_emit(ins) == EMIT_LD && ins->guard < 0 && isa_space(ins) == SP_PARAM;
        Inputs t = {s, true, true, 0};
        ins_regs(s->fn, ins, test_outside, &t);
        if (j == x->branch || (!param && !is_pure(ins)) || !t.outside || !t.known || !t.writes)
            continue;
        s->before[j] = true;
        ins_regs(s->fn, ins, uncount, s);
    }
}

typedef struct LevelTest { const Split *s; bool loses; } LevelTest;

static void test_level(void *ctx, int reg, bool write)
{
    LevelTest *t = ctx;
    const Val *v = &t->s->was[reg];
    t->loses |= write && v->kind == VAL_UNI && v->level == LV_CTA && !is_own(t->s, reg);
}

/* Whether some value that is the CTA's would become each chunk's own by being computed under the check. */
static bool loses_level(const Split *s)
{
    LevelTest t = {s, false};
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (holds(s, s->in[i], j))
                ins_regs(s->fn, &s->fn->ins.at[j], test_level, &t);
    return t.loses && s->b->mode != MODE_LANES;
}

/* Whether the region gains by a check at its head. */
static bool gains(Split *s)
{
    Fn *fn = s->fn;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            ins_regs(fn, &fn->ins.at[j], count_refs, s);
    if (s->loop)
        value_leads(s, true);
    for (int i = 0; i < s->entry->live_in.n && s->loop; i++) {
        int r = s->entry->live_in.reg[i];
        Val v = s->defs[r] && is_int(fn, r) ? value_before(s, r) : (Val){.kind = VAL_VAR};
        s->carried[r] = v.kind == VAL_UNI || v.kind == VAL_AFF;
        if (s->carried[r])
            s->b->reg[r].val = v;
    }
    if (!s->loop) {
        find_before(s);
        if (loses_level(s))
            return false;
    }
    bool helps;
    do
        helps = plan_head(s);
    while (!assume_counters(s));
    if (!s->loop)
        return helps;
    return is_while(s) || is_rotated(s);
}

/* ---- rewriting ------------------------------------------------------------------------------------------------------ */

static Sym *new_label(Split *s, Loc loc)
{
    Sym *l = NEW(s->a, Sym);
    *l = (Sym){.kind = SYM_LABEL, .name = intern("$L__split"), .loc = loc, .fn = s->fn, .index = -1};
    return l;
}

static void put_label(Split *s, Sym *l)
{
    l->index = s->ins.n;
    array_add(s->a, &s->labels, l);
}

/* A label at the start of one of the function's own blocks. */
static Sym *label_of(Split *s, const Blk *x)
{
    if (!s->label_at[x->first])
        s->label_at[x->first] = new_label(s, (Loc){0, 0});
    return s->label_at[x->first];
}

static int new_reg(Split *s, int like)
{
    Sym *r = NEW(s->a, Sym);
    *r = *s->fn->regs.at[like];
    r->index = s->fn->regs.n;
    r->user = NULL;
    array_add(s->a, &s->fn->regs, r);
    return r->index;
}

static int new_pred(Split *s)
{
    Sym *r = NEW(s->a, Sym);
    *r = (Sym){.kind = SYM_REG, .name = intern("all"), .space = SP_REG, .type = T_PRED, .vec = 1, .bytes = 1,
               .fn = s->fn, .index = s->fn->regs.n};
    array_add(s->a, &s->fn->regs, r);
    return r->index;
}

static const Opnd none = {.kind = O_NONE};

static Ins *add_ins(Split *s, Loc loc, const char *op, const char *type, Opnd a, Opnd b, Opnd c)
{
    const char **word = NEWN(s->a, const char *, 2);
    Ins n = {.loc = loc, .guard = -1, .word = word, .op = NEWN(s->a, Opnd, 3)};
    word[n.nword++] = intern(op);
    if (type)
        word[n.nword++] = intern(type);
    if (a.kind != O_NONE)
        n.op[n.nop++] = a;
    if (b.kind != O_NONE)
        n.op[n.nop++] = b;
    if (c.kind != O_NONE)
        n.op[n.nop++] = c;
    if (!isa_match(s->b->m, s->fn, &n))
        ice("split: no '%s'", op);
    array_add(s->a, &s->ins, n);
    return &s->ins.at[s->ins.n - 1];
}

static void add_branch(Split *s, Sym *to, int guard, bool negate)
{
    Opnd o = {.kind = O_LABEL, .comp = -1, .reg = -1, .sym = to};
    Ins *n = add_ins(s, (Loc){0, 0}, "bra", NULL, o, none, none);
    n->guard = guard;
    n->guard_neg = negate;
}

static void add_move(Split *s, int to, int from)
{
    static const char *const bits[] = {"b16", "b32", "b64"};
    Type t = s->fn->regs.at[to]->type;
    int n = type_info[t].bits;
    Opnd d = {.kind = O_REG, .comp = -1, .reg = to}, a = {.kind = O_REG, .comp = -1, .reg = from};
    add_ins(s, (Loc){0, 0}, "mov", t == T_PRED ? "pred" : bits[n <= 16 ? 0 : n <= 32 ? 1 : 2], d, a, none);
}

static void rename_operands(Split *s, const int *to, Opnd **list, int n)
{
    Opnd *copy = NEWN(s->a, Opnd, n ? n : 1);
    for (int i = 0; i < n; i++) {
        copy[i] = (*list)[i];
        if ((copy[i].kind == O_REG || copy[i].kind == O_MEM) && copy[i].reg >= 0)
            copy[i].reg = to[copy[i].reg];
        if (copy[i].nsub)
            rename_operands(s, to, &copy[i].sub, (int)copy[i].nsub);
    }
    *list = copy;
}

static Ins renamed(Split *s, const int *to, int at)
{
    Ins n = s->fn->ins.at[at];
    if (n.guard >= 0)
        n.guard = to[n.guard];
    rename_operands(s, to, &n.op, n.nop);
    rename_operands(s, to, &n.arg, n.narg);
    return n;
}

static void copy_ins(Split *s, int at)
{
    Ins n = renamed(s, s->copy, at);
    array_add(s->a, &s->ins, n);
}

/* Registers of the copy's own: those that nothing outside refers to, what moves to the head, and a loop's counters. */
static void name_copies(Split *s)
{
    int n = s->fn->regs.n;
    s->copy = NEWN(s->b->a, int, n + 1);
    s->slow = NEWN(s->b->a, int, n + 1);
    for (int r = 0; r < n; r++) {
        int def = s->b->reg[r].def;
        bool own = s->defs[r] && (s->carried[r] || is_own(s, r) || (def >= 0 && s->moved[def]));
        s->copy[r] = own ? new_reg(s, r) : r;
        s->slow[r] = s->carried[r] && !live_after(s, r) ? new_reg(s, r) : r;
    }
}

/* Where an edge of the copy goes. */
static Sym *copy_target(Split *s, const Blk *to, Sym *head)
{
    if (s->loop && to == s->entry)
        return head;
    return internal(s, to) ? s->of_copy[to->id] : s->out;
}

/* The branch at a block's end; a guarded one falls to the next. */
static void copy_branch(Split *s, const Blk *x, Sym *head)
{
    bool tests = x == s->latch || (s->loop && !s->latch && x == s->entry); /* the loop's test stands at its head */
    if (tests) {
        for (int k = 0; k < 2; k++)
            if (x->succ[k] && internal(s, x->succ[k]))
                add_branch(s, copy_target(s, x->succ[k], head), -1, false);
        return;
    }
    if (x->succ[1]) {
        const Ins *br = &s->fn->ins.at[x->branch];
        add_branch(s, copy_target(s, x->succ[1], head), s->copy[br->guard], br->guard_neg);
    }
    if (x->succ[0])
        add_branch(s, copy_target(s, x->succ[0], head), -1, false);
}

/* The instruction of the loop's test. */
static const Blk *tester(const Split *s) { return s->latch ? s->latch : s->entry; }

/* The test of a loop that was tested at its end, on its counter as it is; returns its new register. */
static int add_test(Split *s, int *names)
{
    int guard = s->fn->ins.at[s->latch->branch].guard, was = names[guard], r = new_reg(s, guard);
    names[guard] = r;
    Ins n = renamed(s, names, s->b->reg[guard].def);
    names[guard] = was;
    array_add(s->a, &s->ins, n);
    return r;
}

/* The guard that goes on with the loop is negated: the branch out of it is not taken. */
static bool leaves_when_false(const Split *s)
{
    const Blk *x = tester(s);
    const Ins *br = &s->fn->ins.at[x->branch];
    bool taken_stays = x->succ[1] && internal(s, x->succ[1]);
    return taken_stays != br->guard_neg;
}

/* The copy, behind everything else. */
static void add_copy(Split *s, Sym *fast, Sym *slow, int all)
{
    Fn *fn = s->fn;
    Sym *head = new_label(s, (Loc){0, 0});
    s->out = new_label(s, (Loc){0, 0});
    put_label(s, fast);
    for (int r = 0; r < fn->regs.n && s->loop; r++)
        if (r < s->b->nreg && s->carried[r])
            add_move(s, s->copy[r], r);
    if (s->loop)
        put_label(s, head);
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (s->moved[j])
                copy_ins(s, j);
    int test = !s->loop ? -1 : s->latch ? add_test(s, s->copy) : s->copy[fn->ins.at[s->entry->branch].guard];
    Ins *check = add_ins(s, fn->ins.at[s->entry->first].loc, "mov", "pred", (Opnd){.kind = O_REG, .comp = -1, .reg = all},
                         (Opnd){.kind = O_IMM, .comp = -1, .reg = -1, .imm = 1, .type = T_U32}, none);
    check->check = true;
    if (s->loop && leaves_when_false(s)) { /* one branch for both */
        Opnd d = {.kind = O_REG, .comp = -1, .reg = new_pred(s)}, x = d, y = d;
        x.reg = all;
        y.reg = test;
        add_ins(s, (Loc){0, 0}, "and", "pred", d, x, y);
        add_branch(s, s->out, d.reg, true);
    } else {
        if (s->loop)
            add_branch(s, s->out, test, false);
        add_branch(s, s->loop ? s->out : slow, all, true);
    }
    for (int i = 0; i < fn->nblk; i++) {
        const Blk *x = fn->blk[i];
        if (!inside(s, x))
            continue;
        put_label(s, s->of_copy[i]);
        for (int j = x->first; j < x->end; j++)
            if (holds(s, x, j) && !s->moved[j] && j != x->branch)
                copy_ins(s, j);
        copy_branch(s, x, head);
    }
    put_label(s, s->out);
    if (!s->loop) {
        for (int r = 0; r < s->b->nreg; r++)
            if (s->copy[r] != r && live_after(s, r))
                add_move(s, r, s->copy[r]);
        add_branch(s, label_of(s, s->exit), -1, false);
        return;
    }
    for (int pass = 0; pass < 2; pass++) { /* what the code behind reads, then what only the slow loop reads */
        for (int r = 0; r < s->b->nreg; r++)
            if (s->carried[r] && live_after(s, r) == !pass)
                add_move(s, s->slow[r], s->copy[r]);
        if (!pass)
            add_branch(s, label_of(s, s->exit), all, false);
    }
    add_branch(s, slow, -1, false);
}

/* An edge of the original inside the loop must not go to the copy. */
static void copy_original(Split *s, int at, const Blk *x, Sym *slow)
{
    Ins n = holds(s, x, at) ? renamed(s, s->slow, at) : s->fn->ins.at[at];
    n.slow |= holds(s, x, at);
    if (s->loop && x == s->latch && at == x->branch) {
        add_branch(s, slow, -1, false);
        return;
    }
    if (s->guard && at == s->guard->branch) {
        const Blk *out = real_target(s->fn, s->exit);
        bool first = real_target(s->fn, s->guard->succ[0]) == out;
        add_branch(s, label_of(s, s->guard->succ[first ? 1 : 0]), -1, false);
        return;
    }
    if (x && inside(s, x) && s->loop && x->branch == at)
        for (int i = 0; i < n.nop; i++)
            if (n.op[i].kind == O_LABEL && n.op[i].sym->index == s->entry->first) {
                n.op = memcpy(NEWN(s->a, Opnd, n.nop), n.op, sizeof *n.op * n.nop);
                n.op[i].sym = slow;
                if (n.narg == n.nop)
                    n.arg = n.op;
            }
    array_add(s->a, &s->ins, n);
}

static bool falls_through(const Fn *fn)
{
    const Ins *last = fn->ins.n ? &fn->ins.at[fn->ins.n - 1] : NULL;
    return !last || last->guard >= 0 || !isa_is_term(last);
}

/* Its new place; the old one is still looked at. */
static void keep_label(Split *s, Sym *l)
{
    l->mark = s->ins.n;
    array_add(s->a, &s->labels, l);
}

static void rewrite(Split *s)
{
    Fn *fn = s->fn;
    int n = fn->ins.n, label = 0, all = new_pred(s);
    Sym *fast = new_label(s, (Loc){0, 0}), *slow = new_label(s, (Loc){0, 0});
    name_copies(s);
    s->of_copy = NEWN(s->b->a, Sym *, fn->nblk);
    for (int i = 0; i < fn->nblk; i++)
        s->of_copy[i] = new_label(s, (Loc){0, 0});
    label_of(s, s->exit);
    for (int i = 0; i < fn->nblk; i++)
        for (int k = 0; inside(s, fn->blk[i]) && k < blk_nsucc(fn->blk[i]); k++)
            if (!internal(s, blk_succ(fn->blk[i], k)))
                label_of(s, blk_succ(fn->blk[i], k));
    if (s->guard) {
        label_of(s, s->guard->succ[0]);
        label_of(s, s->guard->succ[1]);
    }
    for (int i = 0; i <= n; i++) {
        const Blk *x = i < n ? s->b->blk_of[i] : NULL, *before = i > 0 ? s->b->blk_of[i - 1] : NULL;
        if (i == s->entry->first && s->loop && before && inside(s, before) && before->succ[0] == s->entry)
            add_branch(s, slow, -1, false);
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++)
            keep_label(s, fn->labels.at[label]);
        if (s->label_at[i])
            keep_label(s, s->label_at[i]);
        if (i == s->entry->first) {
            for (int j = i; j < s->entry->end; j++)
                if (s->before[j])
                    array_add(s->a, &s->ins, fn->ins.at[j]);
            add_branch(s, fast, -1, false);
            keep_label(s, slow);
            if (s->latch)
                add_branch(s, s->label_at[s->exit->first], add_test(s, s->slow), leaves_when_false(s));
        }
        if (i < n && !s->before[i])
            copy_original(s, i, x, slow);
    }
    if (falls_through(fn))
        add_ins(s, (Loc){0, 0}, "ret", NULL, none, none, none);
    int own = s->labels.n;
    add_copy(s, fast, slow, all);
    for (int i = 0; i < own; i++)
        s->labels.at[i]->index = s->labels.at[i]->mark;
    fn->ins.at = s->ins.at;
    fn->ins.n = s->ins.n;
    fn->ins.cap = s->ins.cap;
    fn->labels.at = s->labels.at;
    fn->labels.n = s->labels.n;
    fn->labels.cap = s->labels.cap;
    fn->flow_made = NULL;
}

/* ---- the search ----------------------------------------------------------------------------------------------------- */

static bool try_region(Split *s, Node *const *kid, int n, bool loop)
{
    s->now++;
    s->nin = s->size = 0;
    s->guard = s->latch = NULL;
    s->loop = loop;
    for (int i = 0; i < n; i++)
        add_blocks(s, kid[i]);
    if (!s->nin || s->size > SPLIT_MAX)
        return false;
    qsort(s->in, (size_t)s->nin, sizeof *s->in, by_id);
    s->entry = s->in[0];
    s->front = NULL;
    if ((!loop && kid[0]->kind == N_LOOP) || !closed(s) || (loop && !find_front(s)))
        return false;
    if (gains(s)) {
        rewrite(s);
        return true;
    }
    forget(s);
    return false;
}

static bool has_lane_code(const Back *b, Node *const *kid, int n)
{
    for (int i = 0; i < n; i++) {
        if (info(kid[i])->lane)
            return true;
        for (int j = kid[i]->kind == N_BLOCK ? kid[i]->blk->first : 0; kid[i]->kind == N_BLOCK && j < kid[i]->blk->end; j++)
            if (isa_mem(&b->fn->ins.at[j]) != MEM_NONE || isa_emit(&b->fn->ins.at[j]) == EMIT_ST ||
                isa_emit(&b->fn->ins.at[j]) == EMIT_LD)
                return true;
    }
    return false;
}

/* The only loop that a lane node holds, if all else in it is straight. */
static Node *loop_in(Node *n)
{
    if (n->kind == N_LOOP)
        return n;
    if (n->kind == N_IF)
        return n->kid[0] && !n->kid[1] ? loop_in(n->kid[0]) : n->kid[1] && !n->kid[0] ? loop_in(n->kid[1]) : NULL;
    if (n->kind != N_SEQ)
        return NULL;
    Node *found = NULL;
    for (int i = 0; i < n->nkid; i++) {
        if (n->kid[i]->kind == N_BLOCK)
            continue;
        if (n->kid[i]->kind != N_LOOP || found)
            return NULL;
        found = n->kid[i];
    }
    return found;
}

static bool is_copied(const Back *b, const Node *n)
{
    if (n->kind == N_BLOCK && n->blk->first < n->blk->end)
        return b->fn->ins.at[n->blk->first].slow || b->fn->ins.at[n->blk->end - 1].slow;
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && is_copied(b, n->kid[i]))
            return true;
    return false;
}

static bool in_run(const Back *b, const Node *n)
{
    if (info(n)->has_cta || info(n)->has_warp || is_copied(b, n))
        return false;
    return n->kind == N_BLOCK || (info(n)->lane && (n->kind == N_IF || n->kind == N_LOOP || n->kind == N_SWITCH));
}

static bool search(Split *s, Node *n, bool loops)
{
    if (info(n)->lane || info(n)->masked)
        return false;
    Node *one[1] = {n}, *const *kid = n->kind == N_SEQ ? n->kid : one;
    int nkid = n->kind == N_SEQ ? n->nkid : n->kind == N_BLOCK ? 1 : 0;
    for (int i = 0; i < n->nkid && loops; i++) {
        Node *l = n->kid[i] && info(n->kid[i])->lane ? loop_in(n->kid[i]) : NULL;
        if (l && try_region(s, &l, 1, true))
            return true;
    }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && search(s, n->kid[i], loops))
            return true;
    for (int from = 0, to; from < nkid && !loops; from = to + 1) {
        for (to = from; to < nkid && in_run(s->b, kid[to]); to++)
            ;
        for (int end = to; end > from; end--) { /* the longest run that is closed */
            if (!has_lane_code(s->b, kid + from, end - from))
                break;
            if (try_region(s, kid + from, end - from, false))
                return true;
        }
    }
    return false;
}

static void count_write(void *ctx, int reg, bool write)
{
    Split *s = ctx;
    s->write_at[reg + 2] += write;
}

typedef struct AddWrite { Split *s; int at; } AddWrite;

static void add_write(void *ctx, int reg, bool write)
{
    const AddWrite *x = ctx;
    if (write)
        x->s->write[x->s->write_at[reg + 1]++] = x->at;
}

static void find_writes(Split *s)
{
    const Fn *fn = s->fn;
    s->write_at = NEWN(s->b->a, int, fn->regs.n + 3);
    for (int i = 0; i < fn->ins.n; i++)
        if (s->b->blk_of[i])
            ins_regs(fn, &fn->ins.at[i], count_write, s);
    for (int r = 0; r < fn->regs.n; r++)
        s->write_at[r + 2] += s->write_at[r + 1];
    s->write = NEWN(s->b->a, int, s->write_at[fn->regs.n + 1] + 1);
    for (int i = 0; i < fn->ins.n; i++)
        if (s->b->blk_of[i])
            ins_regs(fn, &fn->ins.at[i], add_write, &(AddWrite){s, i});
}

bool split_one(Back *b)
{
    Fn *fn = b->fn;
    Split s = {.b = b, .fn = fn, .a = b->m->arena};
    s.in = NEWN(b->a, Blk *, fn->nblk);
    s.stamp = NEWN(b->a, int, fn->nblk);
    s.defs = NEWN(b->a, int, fn->regs.n + 1);
    s.uses = NEWN(b->a, int, fn->regs.n + 1);
    s.before = NEWN(b->a, bool, fn->ins.n + 1);
    s.moved = NEWN(b->a, bool, fn->ins.n + 1);
    s.carried = NEWN(b->a, bool, fn->regs.n + 1);
    s.was = NEWN(b->a, Val, fn->regs.n + 1);
    s.label_at = NEWN(b->a, Sym *, fn->ins.n + 1);
    for (int r = 0; r < b->nreg; r++)
        s.was[r] = b->reg[r].val;
    find_writes(&s);
    return search(&s, b->tree, true) || search(&s, b->tree, false);
}
