/* copy_propagation.c: copies, and what they leave over.
 *
 * A copy of a constant is that constant: compilers that give each value a register of its own copy one zero to all that
 * begin with it.  If the first of these registers later differs between lanes, so would, to the analysis, all of them.
 * And they move a float into a .b32 register before they shuffle it, though it can be shuffled where it is, and what comes out from one: that would be
 * one more array of all lanes, and, if another shuffle follows, a loop over them.  Only copies in the same block are looked at: no more is needed.  And they make a
 * counter of 32 bits longer for an address, and what they add to is that, made short again: it is the counter.
 *
 * A register that is written once, with another that is written once, is that other: pointers that cvta.to.global gives a
 * second name, predicates that xor.pred combines with false.  What a selection has given a register need not be moved to it again behind a branch
 * by which it has been that: where the rounds that an unrolled loop leaves over stand under a condition of each thread's own, compilers
 * select the counter for both ways, and move it on one.  And a register that holds a constant on all ways to a move of the same one into it needs no such move:
 * compilers write one on each way into a loop.
 *
 * In: matched instructions, blocks.  Out: operands, fewer instructions. */
#include "normalize/normalize.h"

/* What the walk of a block has met: blocks are not walked in the order of their instructions. */
typedef struct Last {
    int *at;        /* by register: the instruction that wrote it last, + 1; it may stand in another block */
    int first, ins; /* the block's first instruction; the one looked at */
} Last;

/* The instruction of the block, in front of the one looked at, that wrote a register last, or -1. */
static int written(const Last *l, int reg)
{
    const int at = l->at[reg] - 1;
    return at >= l->first && at < l->ins ? at : -1;
}

/* The source of a plain move of a scalar, or NULL. */
static Opnd *moved(const Ins *ins)
{
    int d = isa_arg(ins, ARG_D), a = isa_arg(ins, ARG_A);
    if (isa_emit(ins) != EMIT_MOV || ins->guard >= 0 || d < 0 || a < 0 || ins->arg[d].kind != O_REG ||
        ins->arg[d].comp >= 0 || ins->nop != 2)
        return NULL;
    return &ins->arg[a];
}

/* The register whose value operand o has because it was moved there in the same block; or NULL. */
static const Opnd *moved_from(const Fn *fn, const Last *last, const Opnd *o)
{
    const int at = opnd_is_reg(o) ? written(last, o->reg) : -1;
    const Opnd *from = at >= 0 ? moved(&fn->ins.at[at]) : NULL;
    if (!opnd_is_reg(from) || written(last, from->reg) >= at)
        return NULL;
    const Sym *x = fn->regs.at[from->reg], *y = fn->regs.at[o->reg];
    return type_info[x->type].bits == 32 && type_info[y->type].bits == 32 && x->vec <= 1 ? from : NULL;
}

/* Gives operand number k another value: the instruction has its operands for itself from then on.  A register that is its first operand is what it
 * writes, which a copy of a register to itself reads, too; memory that is, as of a store, is what it accesses. */
static void replace(Arena *a, Ins *ins, int k, Opnd value)
{
    const Opnd was = ins->arg[k];
    ins_part(a, ins);
    for (int i = was.kind == O_MEM ? 0 : 1; i < ins->nop; i++)
        if (ins->op[i].kind == was.kind && ins->op[i].reg == was.reg && ins->op[i].loc.at == was.loc.at)
            ins->op[i] = value;
    ins->arg[k] = value;
}

/* Gives an operand of the instruction, which has its operands for itself from then on, another register. */
static void set_register(Arena *a, Ins *ins, int k, int reg)
{
    ins_part(a, ins);
    ins->arg[k].reg = reg;
    ins_agree(a, ins);
}

/* Whether one register is of 32 bits and no float, and the other one a float of as many. */
static bool are_bits_of_float(const Fn *fn, int bits, int f)
{
    const Sym *x = fn->regs.at[bits], *y = fn->regs.at[f];
    return x->vec <= 1 && y->vec <= 1 && type_info[x->type].bits == 32 && x->type != T_F32 && y->type == T_F32;
}

/* What a shuffle in the same block gave is moved to a float.  If nothing from the shuffle on has mentioned that one, nor its
 * result, it gives it to that register, of which the other one becomes the copy: what has been done so stays when that is looked at again. */
static void give_to_copy(Arena *a, Fn *fn, const Last *last)
{
    Ins *move = &fn->ins.at[last->ins];
    const Opnd *r = moved(move);
    const int at = opnd_is_reg(r) ? written(last, r->reg) : -1;
    Ins *shuffle = at >= 0 ? &fn->ins.at[at] : NULL;
    if (!shuffle || shuffle->mnemonic != INS_SHFL || shuffle->guard >= 0 || !opnd_reg_is(isa_opnd(shuffle, ARG_D), r->reg))
        return;
    const int from = r->reg, to = isa_opnd(move, ARG_D)->reg;
    const RegMentions m = ins_mentions(shuffle, from);
    if (m.reads || m.writes > 1 || !are_bits_of_float(fn, from, to) || fn_mentions(fn, to, at, last->ins) || fn_mentions(fn, from, at + 1, last->ins))
        return;
    set_register(a, shuffle, isa_arg(shuffle, ARG_D), to);
    set_register(a, move, isa_arg(move, ARG_D), from);
    set_register(a, move, isa_arg(move, ARG_A), to);
}

/* Whether a constant that one of the moves has may be that of the other. */
static bool moves_alike(const Ins *one, const Ins *other)
{
    const Type x = isa_slot_type(one, SLOT_TYPE), y = isa_slot_type(other, SLOT_TYPE);
    return x == y || (type_is_i32(x) && type_is_i32(y));
}

void copy_constants(Arena *a, Fn *fn)
{
    Last last = {.at = NEWN(a, int, fn->regs.n + 1)};
    for (int i = 0; i < fn->nblk; i++) {
        last.first = fn->blk[i]->first;
        for (last.ins = last.first; last.ins < fn->blk[i]->end; last.ins++) {
            Ins *ins = &fn->ins.at[last.ins];
            const int k = isa_arg(ins, ARG_A);
            const Opnd *from = moved(ins);
            int at = opnd_is_reg(from) ? written(&last, from->reg) : -1;
            const Ins *def = at >= 0 ? &fn->ins.at[at] : NULL;
            const Opnd *value = def ? moved(def) : NULL;
            if (value && opnd_is_literal(value) && ins->pseudo != PSEUDO_CHECK && moves_alike(def, ins))
                replace(a, ins, k, *value);
            if (ins->mnemonic == INS_SHFL && (value = moved_from(fn, &last, &ins->arg[k])))
                replace(a, ins, k, *value);
            give_to_copy(a, fn, &last);
            for (Refs ref = ins_refs(ins); writes_next(&ref);)
                last.at[ref.reg] = last.ins + 1;
        }
    }
}

/* ---- numbers made longer and short again ---------------------------------------------------------------------------- */

typedef struct Shortening {
    Arena tmp;
    const Fn *fn;
    const int *writer; /* only_writers */
    Blk **blk;         /* by instruction; NULL: none comes there */
} Shortening;

/* Whether the instruction, which always does it, converts integers of so many bits. */
static bool converts(const Ins *ins, int from, int to)
{
    if (ins->mnemonic != INS_CVT || ins->guard >= 0 || !isa_is_modular(ins) || !opnd_is_reg(isa_opnd(ins, ARG_D)) || !opnd_is_reg(isa_opnd(ins, ARG_A)))
        return false;
    const Type d = isa_slot_type(ins, SLOT_DTYPE), a = isa_slot_type(ins, SLOT_ATYPE);
    return type_is_int(d) && type_is_int(a) && type_info[d].bits == to && type_info[a].bits == from;
}

static bool is_word(const Sym *s) { return type_is_i32(s->type) && s->vec <= 1; }

/* The register of 32 bits that was made longer for what the instruction makes short again, and still is what it was; or NULL. */
static const Opnd *shortened_from(const Shortening *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    if (!s->blk[at] || !converts(ins, 64, 32))
        return NULL;
    const int def = s->writer[isa_opnd(ins, ARG_A)->reg] - 1;
    if (def < 0 || !converts(&s->fn->ins.at[def], 32, 64) || !cfg_comes_before(s->blk, def, at))
        return NULL;
    const Opnd *from = isa_opnd(&s->fn->ins.at[def], ARG_A), *d = isa_opnd(ins, ARG_D);
    if (s->blk[def] != s->blk[at] && s->writer[from->reg] > 0)
        return NULL; /* no counter: it would have to be kept beside the longer one */
    return is_word(s->fn->regs.at[from->reg]) && is_word(s->fn->regs.at[d->reg]) && !fn_written_between(s->fn, from->reg, s->blk[def], def, s->blk[at], at) ? from : NULL;
}

/* What is added to the copy that instruction at makes, while its block has neither changed, is added to what it copies. */
static void add_to_original(const Shortening *s, Arena *a, int at, Opnd copy, Opnd from)
{
    for (int i = at + 1; i < s->blk[at]->end; i++) {
        Ins *ins = &s->fn->ins.at[i];
        const int k = ins->mnemonic == INS_ADD ? isa_arg(ins, ARG_A) : -1;
        if (k >= 0 && opnd_reg_is(&ins->arg[k], copy.reg))
            replace(a, ins, k, from);
        if (fn_last_write(s->fn, copy.reg, i, i + 1) >= 0 || fn_last_write(s->fn, from.reg, i, i + 1) >= 0)
            break;
    }
}

void copy_shortened(Module *m, Fn *fn)
{
    Shortening s = {.fn = fn};
    s.writer = only_writers(&s.tmp, fn);
    s.blk = cfg_blocks(&s.tmp, fn);
    for (int i = 0; i < fn->ins.n; i++) {
        const Opnd *from = shortened_from(&s, i);
        if (!from)
            continue;
        const Opnd copy = *isa_opnd(&fn->ins.at[i], ARG_D);
        add_to_original(&s, m->code, i, copy, *from);
        fn->ins.at[i] = ins_new(m, fn, m->code, &fn->ins.at[i], "mov.b32", (Opnd[]){copy, *from}, 2);
    }
    arena_reset(&s.tmp);
}

/* ---- other names of a value ------------------------------------------------------------------------------------------ */

typedef struct Names {
    Arena tmp;
    Fn *fn;
    int *writes, *def; /* by register: how many; the only one's instruction, or -1: it comes with the call */
    Blk **at;          /* by register: the block of its definition */
    int *of;           /* by register: what it is a copy of, or -1 */
    Blk *blk;          /* what is looked at */
    int ins;
} Names;

static void count_write(Names *n, int reg, bool write)
{
    if (write && !n->writes[reg]++) {
        n->def[reg] = n->ins;
        n->at[reg] = n->blk;
    }
}

/* Whether what is written once at its definition is there at the instruction looked at. */
static bool reaches(const Names *n, int reg)
{
    return n->def[reg] < 0 || (n->at[reg] == n->blk ? n->def[reg] < n->ins : cfg_dominates(n->at[reg], n->blk));
}

static void each(Names *n, void (*f)(Names *n, int reg, bool write))
{
    for (int i = 0; i < n->fn->nblk; i++) {
        n->blk = n->fn->blk[i];
        for (n->ins = n->blk->first; n->ins < n->blk->end; n->ins++)
            for (Refs ref = ins_refs(&n->fn->ins.at[n->ins]); refs_next(&ref);)
                f(n, ref.reg, ref.write);
    }
}

static bool is_false(const Names *n, const Opnd *o)
{
    if (opnd_is_reg(o) && n->writes[o->reg] == 1 && n->def[o->reg] >= 0 && reaches(n, o->reg))
        o = moved(&n->fn->ins.at[n->def[o->reg]]);
    return o && o->kind == O_IMM && o->imm == 0;
}

/* What xor.pred with false leaves as it is, or NULL. */
static const Opnd *kept(const Names *n, const Ins *ins)
{
    if (ins->mnemonic != INS_XOR || isa_slot_type(ins, SLOT_TYPE) != T_PRED || ins->guard >= 0)
        return NULL;
    const Opnd *a = isa_opnd(ins, ARG_A), *b = isa_opnd(ins, ARG_B);
    return is_false(n, b) ? a : is_false(n, a) ? b : NULL;
}

/* The register that an instruction gives a second name, or -1. */
static int renamed(const Names *n, const Ins *ins, int *as)
{
    const bool address = isa_emit(ins) == EMIT_CVTA && isa_space(ins) == SP_GLOBAL && ins->guard < 0;
    const Opnd *from = address ? isa_opnd(ins, ARG_A) : moved(ins);
    if (!from)
        from = kept(n, ins);
    const Opnd *d = isa_opnd(ins, ARG_D);
    if (!opnd_is_reg(from) || d->kind != O_REG)
        return -1;
    const Sym *x = n->fn->regs.at[from->reg], *y = n->fn->regs.at[*as = d->reg];
    const bool ints = type_is_int(x->type) && type_is_int(y->type);
    const bool same = x->vec == y->vec && (x->type == y->type || (ints && type_info[x->type].bits == type_info[y->type].bits));
    return same && n->writes[*as] == 1 && n->writes[from->reg] == 1 && reaches(n, from->reg) ? from->reg : -1;
}

static void find_names(Names *n)
{
    for (int i = 0; i < n->fn->nblk; i++) {
        n->blk = n->fn->blk[i];
        for (n->ins = n->blk->first; n->ins < n->blk->end; n->ins++) {
            int as, of = renamed(n, &n->fn->ins.at[n->ins], &as);
            if (of >= 0)
                n->of[as] = of;
        }
    }
}

/* A use that the copy does not dominate may see an older one. */
static void check_use(Names *n, int reg, bool write)
{
    if (!write && n->of[reg] >= 0 && !reaches(n, reg))
        n->of[reg] = -1;
}

/* An access by a register that holds a variable's address is one of the variable. */
static void name_variable(const Names *n, Arena *a, Ins *ins)
{
    for (int k = 0; k < ins->narg; k++) {
        const Opnd *o = &ins->arg[k];
        if (o->kind != O_MEM || o->reg < 0 || o->base || n->writes[o->reg] != 1 || n->def[o->reg] < 0 || !reaches(n, o->reg))
            continue;
        const Opnd *from = moved(&n->fn->ins.at[n->def[o->reg]]);
        if (!from || from->kind != O_SYM || from->sym->kind != SYM_VAR || from->sym->space != SP_GLOBAL || isa_space(ins) != SP_GLOBAL)
            continue;
        Opnd variable = *o;
        variable.reg = -1;
        variable.sym = from->sym;
        variable.imm += from->imm;
        replace(a, ins, k, variable);
    }
}

/* What the register is a copy of in the end; what it is a copy of on the way is told so too. */
static int first_name(Names *n, int reg)
{
    int first = reg;
    while (n->of[first] >= 0)
        first = n->of[first];
    for (int next; n->of[reg] >= 0 && n->of[reg] != first; reg = next) {
        next = n->of[reg];
        n->of[reg] = first;
    }
    return first;
}

void copy_values(Module *m, Fn *fn)
{
    const int regs = fn->regs.n + 1;
    Names n = {.fn = fn, .ins = -1};
    n.writes = NEWN(&n.tmp, int, regs);
    n.def = NEWN(&n.tmp, int, regs);
    n.of = NEWN(&n.tmp, int, regs);
    n.at = NEWN(&n.tmp, Blk *, regs);
    for (int i = 0; i < regs; i++)
        n.of[i] = -1;
    for (int i = 0; i < fn->params.n + fn->rets.n; i++) {
        const Sym *s = fn_formal(fn, i);
        if (s->kind == SYM_REG)
            count_write(&n, s->index, true);
    }
    each(&n, count_write);
    find_names(&n);
    each(&n, check_use);
    for (int i = 0; i < fn->nblk; i++)
        for (int k = fn->blk[i]->first; k < fn->blk[i]->end; k++) {
            bool changed = false;
            n.blk = fn->blk[i];
            n.ins = k;
            name_variable(&n, m->arena, &fn->ins.at[k]);
            for (Refs ref = ins_refs(&fn->ins.at[k]); places_next(&ref);)
                if (ref.role == REG_READ && n.of[*ref.place] >= 0) {
                    *ref.place = first_name(&n, *ref.place);
                    changed = true;
                }
            if (changed)
                ins_agree(&n.tmp, &fn->ins.at[k]);
        }
    arena_reset(&n.tmp);
}

/* ---- values that are there already ------------------------------------------------------------------------------------ */

enum { HELD_WORK = 1 << 20 }; /* registers by blocks that are looked at, at most */

typedef struct Held {
    Arena tmp;
    Fn *fn;
    int *place, n;   /* by register: its number among those that get several steady values, from 1; how many these are */
    bool *input;     /* by register: some steady value is made from it */
    const Ins **now; /* by number - 1: what has made the value that is there; NULL: not walked yet; or &unknown */
} Held;

static const Ins unknown;

/* The register to which an instruction gives a value that depends on constants and on other registers alone, or -1. */
static int steady_to(const Ins *ins)
{
    const Opnd *from = moved(ins);
    const Dest d = ins_dest(ins);
    if (ins->pseudo == PSEUDO_CHECK || ins->guard >= 0)
        return -1;
    if (from && opnd_is_literal(from))
        return ins->arg[isa_arg(ins, ARG_D)].reg;
    if (d.n != 1 || ins->pseudo || !ins_is_pure(ins) || ins_mentions(ins, d.reg).reads)
        return -1;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        const bool plain = o->kind == O_NONE || opnd_is_literal(o) || (o->kind == O_REG && o->comp < 0);
        if (!plain)
            return -1;
    }
    return d.reg;
}

static bool same_value(const Ins *x, const Ins *y)
{
    if (!x || !y || x == &unknown || y == &unknown)
        return x == y;
    const Opnd *a = moved(x), *b = moved(y);
    if (a && b)
        return isa_slot_type(x, SLOT_TYPE) == isa_slot_type(y, SLOT_TYPE) && a->type == b->type && opnd_same(a, b);
    bool same = x->nword == y->nword && x->narg == y->narg && !memcmp(x->word, y->word, sizeof *x->word * x->nword);
    for (int i = 0; same && i < x->narg; i++)
        same = x->arg[i].type == y->arg[i].type && opnd_same(&x->arg[i], &y->arg[i]);
    return same;
}

/* What is made from the register is to be made anew. */
static void forget_from(Held *h, int reg)
{
    for (int i = 0; i < h->n; i++)
        if (h->now[i] && h->now[i] != &unknown && ins_mentions(h->now[i], reg).reads)
            h->now[i] = &unknown;
}

/* Goes over an instruction; whether it makes what is there. */
static bool pass(Held *h, const Ins *ins)
{
    const int reg = steady_to(ins), to = reg < 0 ? 0 : h->place[reg];
    const Ins *before = to ? h->now[to - 1] : NULL;
    const bool again = to && same_value(before, ins);
    for (Refs ref = ins_refs(ins); refs_next(&ref) && !again;) {
        if (ref.write && h->place[ref.reg])
            h->now[h->place[ref.reg] - 1] = &unknown;
        if (ref.write && h->input[ref.reg])
            forget_from(h, ref.reg);
    }
    if (to)
        h->now[to - 1] = ins;
    return again;
}

/* Whether one way into a block changed what is known at its head. */
static bool meet(const Held *h, const Ins **head)
{
    bool changed = false;
    for (int i = 0; i < h->n; i++)
        if (head[i] != &unknown && !same_value(head[i], h->now[i])) {
            head[i] = head[i] ? &unknown : h->now[i];
            changed = true;
        }
    return changed;
}

/* Numbers the registers that get several such values. */
static void number_targets(Held *h)
{
    const Fn *fn = h->fn;
    int *times = NEWN(&h->tmp, int, fn->regs.n + 1);
    for (int i = 0; i < fn->ins.n; i++)
        times[steady_to(&fn->ins.at[i]) + 1]++;
    for (int reg = 0; reg < fn->regs.n; reg++)
        h->place[reg] = times[reg + 1] > 1 ? ++h->n : 0;
    for (int i = 0; i < fn->ins.n; i++) {
        const int to = steady_to(&fn->ins.at[i]);
        for (Refs ref = ins_refs(&fn->ins.at[i]); to >= 0 && h->place[to] && refs_next(&ref);)
            h->input[ref.reg] |= !ref.write;
    }
}

static bool remove_ins(Fn *fn, const bool *gone)
{
    int n = 0, label = 0;
    for (int i = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++)
            fn->labels.at[label]->index = n;
        if (i < fn->ins.n && !gone[i])
            fn->ins.at[n++] = fn->ins.at[i];
    }
    bool any = n < fn->ins.n;
    fn->ins.n = n;
    return any;
}

/* ---- what a selection has given ---------------------------------------------------------------------------------------- */

enum { BRANCHES_BACK = 3 }; /* from the move to the selection */

typedef struct Chosen {
    Arena tmp;
    const Fn *fn;
    const int *writer; /* only_writers */
    Blk **blk;         /* by instruction */
    bool *selected;    /* by register: some selection gives it a value */
    int *written;      /* by register: 1 + the instruction that wrote it last, of those walked */
} Chosen;

/* What a predicate is at a branch whose guard is this: 1, 0; -1: either.  Both have their values from their only writes, the guard's behind the
 * other's. */
static int implied(const Chosen *c, int pred, const Ins *branch, bool holds)
{
    const int at = c->writer[branch->guard] - 1, from = c->writer[pred] - 1;
    if (branch->guard == pred)
        return holds;
    if (at < 0 || from < 0 || !cfg_comes_before(c->blk, from, at) || !cfg_comes_before(c->blk, at, (int)(branch - c->fn->ins.at)))
        return -1;
    const Ins *ins = &c->fn->ins.at[at];
    const bool is_or = ins->mnemonic == INS_OR, joins = (is_or || ins->mnemonic == INS_AND) && ins->guard < 0 && isa_slot_type(ins, SLOT_TYPE) == T_PRED;
    const bool one = joins && (opnd_reg_is(isa_opnd(ins, ARG_A), pred) || opnd_reg_is(isa_opnd(ins, ARG_B), pred));
    return one && holds != is_or ? holds : -1;
}

/* Whether the register has, where a move of another one or of a constant to it stands, that value already: a selection has given it, by the branch
 * that follows, and since then nothing has changed either. */
static bool is_chosen(const Chosen *c, int at)
{
    const Fn *fn = c->fn;
    const Opnd *from = moved(&fn->ins.at[at]), *to = from ? isa_opnd(&fn->ins.at[at], ARG_D) : NULL;
    const Blk *x = c->blk[at];
    const Ins *branch = NULL;
    bool holds = false;
    const int reg = opnd_is_reg(from) ? from->reg : -1; /* -1: none writes a constant */
    if (!from || (reg < 0 && !opnd_is_literal(from)) || !x || !c->selected[to->reg] || c->written[to->reg] > x->first)
        return false;
    for (int n = 0, end = at; fn_last_write(fn, to->reg, x->first, end) < 0; n++) {
        const Blk *before = x->npred == 1 && n < BRANCHES_BACK && fn_last_write(fn, reg, x->first, end) < 0 ? x->pred[0] : NULL;
        branch = before ? blk_conditional(fn, before) : NULL;
        if (!branch || before->succ[0] == before->succ[1])
            return false;
        holds = (x == before->succ[1]) != branch->guard_neg;
        x = before;
        end = x->end;
    }
    const int given = branch ? fn_last_write(fn, to->reg, x->first, x->end) : -1;
    const Ins *choice = given >= 0 ? &fn->ins.at[given] : NULL;
    const Opnd *pred = choice && choice->mnemonic == INS_SELP && choice->guard < 0 ? isa_opnd(choice, ARG_C) : NULL;
    if (!opnd_is_reg(pred) || fn_last_write(fn, reg, given, x->end) >= 0 || fn_last_write(fn, pred->reg, given, x->end) >= 0)
        return false;
    const int is = implied(c, pred->reg, branch, holds);
    return is >= 0 && opnd_same(isa_opnd(choice, is ? ARG_A : ARG_B), from);
}

bool copy_chosen(Fn *fn)
{
    Chosen c = {.fn = fn};
    bool any = false;
    c.writer = only_writers(&c.tmp, fn);
    c.blk = cfg_blocks(&c.tmp, fn);
    c.selected = NEWN(&c.tmp, bool, fn->regs.n + 1);
    c.written = NEWN(&c.tmp, int, fn->regs.n + 1);
    for (int i = 0; i < fn->ins.n; i++)
        if (fn->ins.at[i].mnemonic == INS_SELP && opnd_is_reg(isa_opnd(&fn->ins.at[i], ARG_D)))
            c.selected[isa_opnd(&fn->ins.at[i], ARG_D)->reg] = true;
    bool *gone = NEWN(&c.tmp, bool, fn->ins.n + 1);
    for (int i = 0; i < fn->ins.n; i++) {
        any |= gone[i] = is_chosen(&c, i);
        for (Refs ref = ins_refs(&fn->ins.at[i]); writes_next(&ref);)
            c.written[ref.reg] = i + 1;
    }
    any = any && remove_ins(fn, gone);
    arena_reset(&c.tmp);
    return any;
}

bool copy_again(Fn *fn)
{
    Held h = {.fn = fn};
    h.place = NEWN(&h.tmp, int, fn->regs.n + 1);
    h.input = NEWN(&h.tmp, bool, fn->regs.n + 1);
    number_targets(&h);
    bool any = false;
    if (h.n && h.n <= HELD_WORK / fn->nblk) {
        const Ins **heads = NEWN(&h.tmp, const Ins *, h.n * fn->nblk);
        bool *gone = NEWN(&h.tmp, bool, fn->ins.n + 1);
        h.now = NEWN(&h.tmp, const Ins *, h.n);
        for (int i = 0; i < h.n; i++)
            heads[i] = &unknown;
        for (AGAIN(changed))
            for (int b = 0; b < fn->nblk; b++) {
                const Blk *blk = fn->blk[b];
                memcpy(h.now, heads + (size_t)b * (size_t)h.n, sizeof *h.now * (size_t)h.n);
                for (int i = blk->first; i < blk->end; i++)
                    gone[i] = pass(&h, &fn->ins.at[i]);
                for (int k = 0; k < blk_nsucc(blk); k++)
                    changed |= meet(&h, heads + (size_t)blk_succ(blk, k)->id * (size_t)h.n);
            }
        any = remove_ins(fn, gone);
    }
    arena_reset(&h.tmp);
    return any;
}
