/* uninitialized.c: warns of registers that are read before anything is written to them.
 *
 * Requires matched instructions; builds blocks and liveness for itself and leaves nothing behind.
 *
 * Registers live into the entry are the candidates.  One is surely read too early where the read dominates each write of
 * it: then the first time, whatever the way there, nothing is in it (-Wuninitialized).  It may be where some way leads to a
 * read past all writes (-Wmaybe-uninitialized); a write under a guard is taken for one that happens, since its reads
 * mostly stand under the same condition.
 *
 * A plain move reads nothing for good: compilers copy what a variable holds that has no value yet, and write of such a
 * register "// implicit-def: %r1"; what comes from there is excused, and so is what may be padding. */
#include "analysis/analysis.h"

typedef struct Places { int *at, n, cap; } Places; /* numbers of instructions */

typedef struct Cand {
    int reg;
    bool real;    /* something but a copy of a register without a value writes it */
    bool excused;
    bool said;
    Places reads, writes;
} Cand;

typedef struct Move { int from, to, at; } Move; /* candidates by number; from -1: of any other register */

typedef struct Uninit {
    Arena a;
    Module *m;
    Fn *fn;
    int *number;  /* by register: which candidate it is, + 1 */
    Array(Cand) cand;
    Array(Move) moves;
    Blk **blk_of; /* by instruction; NULL: unreachable */
    int at;       /* the instruction being looked at */
} Uninit;

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static void add_candidate(Uninit *u, int reg)
{
    if (u->number[reg])
        return;
    Cand c = {.reg = reg};
    array_add(&u->a, &u->cand, c);
    u->number[reg] = u->cand.n;
}

/* mov of a whole register to another. */
static bool is_move(const Ins *ins)
{
    return isa_emit(ins) == EMIT_MOV && ins->narg == 2 && ins->arg[0].kind == O_REG && ins->arg[1].kind == O_REG &&
           ins->arg[0].comp < 0 && ins->arg[1].comp < 0 && !ins->arg[1].neg;
}

static void find_candidates(Uninit *u)
{
    Fn *fn = u->fn;
    u->number = NEWN(&u->a, int, fn->regs.n + 1);
    for (int i = 0; i < fn->blk[0]->live_in.n; i++) {
        int reg = fn->blk[0]->live_in.reg[i];
        if (!fn_has_param(fn, fn->regs.at[reg]))
            add_candidate(u, reg);
    }
    for (bool more = u->cand.n > 0; more;) { /* copies of them */
        more = false;
        for (int i = 0; i < fn->ins.n; i++) {
            const Ins *ins = &fn->ins.at[i];
            if (u->blk_of[i] && is_move(ins) && u->number[ins->arg[1].reg] && !u->number[ins->arg[0].reg]) {
                add_candidate(u, ins->arg[0].reg);
                more = true;
            }
        }
    }
}

/* What is stored may be a structure's padding, for which compilers take a register without a value: bytes, elements of a
 * vector, and all that is passed to a function, since that copies whole structures. */
static bool is_padding(const Ins *ins, const int32_t *reg)
{
    bool store = isa_emit(ins) == EMIT_ST;
    bool any = store && (isa_space(ins) == SP_PARAM || type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 8);
    if (isa_emit(ins) != EMIT_MOV && !store && !isa_has_word(ins, MOD_ST))
        return false;
    for (int i = 0; i < ins->narg; i++) {
        if (any && ins->arg[i].kind == O_REG && &ins->arg[i].reg == reg)
            return true;
        for (uint32_t k = 0; ins->arg[i].kind == O_VEC && k < ins->arg[i].nsub; k++)
            if (&ins->arg[i].sub[k].reg == reg)
                return true;
    }
    return false;
}

static void note_place(Uninit *u, int32_t *reg, RegRole role)
{
    if (!u->number[*reg] || (role == REG_READ && is_padding(&u->fn->ins.at[u->at], reg)))
        return;
    Cand *c = &u->cand.at[u->number[*reg] - 1];
    Places *p = role == REG_READ ? &c->reads : &c->writes;
    if (!p->n || p->at[p->n - 1] != u->at)
        array_add(&u->a, p, u->at);
}

static void note_places(Uninit *u)
{
    for (u->at = 0; u->at < u->fn->ins.n; u->at++) {
        Ins *ins = &u->fn->ins.at[u->at];
        if (!u->blk_of[u->at])
            continue;
        if (!is_move(ins)) {
            for (Refs ref = ins_refs(ins); places_next(&ref);)
                note_place(u, ref.place, ref.role);
            continue;
        }
        Move m = {u->number[ins->arg[1].reg] - 1, u->number[ins->arg[0].reg] - 1, u->at};
        if (m.to >= 0)
            array_add(&u->a, &u->moves, m);
    }
}

/* ---- what they hold ---------------------------------------------------------------------------------------------- */

/* Does the compiler say in the function's text that this register has no value? */
static bool is_implicit(const Module *m, const Fn *fn, const char *name)
{
    static const char mark[] = "implicit-def: ";
    const char *s = m->src.text + fn->sym->loc.at, *end = m->src.text + fn->end.at;
    size_t n = strlen(name), k = sizeof mark - 1;
    for (; s < end && (s = memchr(s, 'i', (size_t)(end - s))); s++)
        if ((size_t)(end - s) > k + n && memcmp(s, mark, k) == 0 && memcmp(s + k, name, n) == 0 &&
            !(s[k + n] >= '0' && s[k + n] <= '9'))
            return true;
    return false;
}

bool uninit_is_excused(const Module *m, const Fn *fn, int reg)
{
    return fn_has_param(fn, fn->regs.at[reg]) || is_implicit(m, fn, reg_name(fn, reg));
}

/* Follows the moves until nothing changes: which registers get a value from somewhere, which are excused. */
static void follow_moves(Uninit *u)
{
    for (int i = 0; i < u->cand.n; i++) {
        u->cand.at[i].real = u->cand.at[i].writes.n > 0;
        u->cand.at[i].excused = is_implicit(u->m, u->fn, u->fn->regs.at[u->cand.at[i].reg]->name);
    }
    for (AGAIN(more))
        for (int i = 0; i < u->moves.n; i++) {
            Move m = u->moves.at[i];
            Cand *to = &u->cand.at[m.to];
            bool real = m.from < 0 || u->cand.at[m.from].real, excused = m.from >= 0 && u->cand.at[m.from].excused;
            more |= (real && !to->real) || (excused && !to->excused);
            to->real |= real;
            to->excused |= excused;
        }
    for (int i = 0; i < u->moves.n; i++) /* a move of a value is a write */
        if (u->moves.at[i].from < 0 || u->cand.at[u->moves.at[i].from].real)
            array_add(&u->a, &u->cand.at[u->moves.at[i].to].writes, u->moves.at[i].at);
}

/* ---- surely ------------------------------------------------------------------------------------------------------ */

static bool comes_first(const Uninit *u, int read, int write)
{
    const Blk *r = u->blk_of[read], *w = u->blk_of[write];
    return r == w ? read <= write : cfg_dominates(r, w);
}

static void say(Uninit *u, Cand *c, Warning kind, int at)
{
    const Ins *ins = &u->fn->ins.at[at];
    Loc loc = ins->loc;
    for (int i = 0; i < ins->nop; i++) { /* the operand itself, where it is one */
        const Opnd *o = &ins->op[i];
        if (o->reg == c->reg && (o->kind == O_MEM || (o->kind == O_REG && !(i < ins->narg && isa_arg_is_dest(ins, i)))))
            loc = o->loc;
    }
    c->said = true;
    warn_at(kind, loc, kind == WARN_MAYBE ? "'%s' is read here, but on some way to here nothing has been written to it"
                       : c->real          ? "'%s' is read here before anything is written to it"
                                          : "'%s' is read here, but nothing is ever written to it",
            reg_name(u->fn, c->reg));
}

static void say_sure(Uninit *u, Cand *c)
{
    for (int i = 0; i < c->reads.n && !c->said; i++) {
        bool first = true;
        for (int k = 0; k < c->writes.n && first; k++)
            first = comes_first(u, c->reads.at[i], c->writes.at[k]);
        if (first)
            say(u, c, WARN_UNINITIALIZED, c->reads.at[i]);
    }
}

/* ---- perhaps ----------------------------------------------------------------------------------------------------- */

/* Walks from the entry as long as nothing is written to the register, and says what reads it there. */
static void say_perhaps(Uninit *u, Cand *c)
{
    Fn *fn = u->fn;
    int first = -1;
    int *write = NEWN(&u->a, int, fn->nblk);
    Reach r = reach_begin(&u->a, fn);
    for (int i = 0; i < fn->nblk; i++)
        write[i] = fn->blk[i]->end;
    for (int i = 0; i < c->writes.n; i++) {
        int b = u->blk_of[c->writes.at[i]]->id;
        write[b] = c->writes.at[i] < write[b] ? c->writes.at[i] : write[b];
    }
    r.seen[0] = true;
    for (const Blk *b = fn->blk[0]; b; b = reach_next(&r))
        if (write[b->id] == b->end)
            reach_add(&r, b);
    for (int i = 0; i < c->reads.n; i++) {
        int at = c->reads.at[i], b = u->blk_of[at]->id;
        if (r.seen[b] && at <= write[b] && (first < 0 || at < first))
            first = at;
    }
    if (first >= 0)
        say(u, c, WARN_MAYBE, first);
}

void uninit_check(Module *m, Fn *fn)
{
    enum { LOOKED_AT = 1 << 26 }; /* blocks, for all registers that may be: a warning may not take seconds */
    Uninit u = {.m = m, .fn = fn};
    if (fn->is_proto || !fn->ins.n)
        return;
    cfg_build(&u.a, fn, false);
    live_build(&u.a, fn, false);
    u.blk_of = cfg_blocks(&u.a, fn);
    find_candidates(&u);
    note_places(&u);
    follow_moves(&u);
    for (int i = 0; i < u.cand.n; i++) {
        Cand *c = &u.cand.at[i];
        if (!c->excused)
            say_sure(&u, c);
        if (!c->excused && !c->said && warn_on(WARN_MAYBE) && (int64_t)(i + 1) * fn->nblk < LOOKED_AT)
            say_perhaps(&u, c);
    }
    cfg_end(&u.a, fn);
}
