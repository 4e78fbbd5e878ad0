/* boolean_promotion.c: registers that only ever say yes or no are predicates.
 *
 * PTX has no predicates in memory, parameters or C's types, so compilers keep a bool in an integer register: 0 or 1 is moved
 * there, and later compared with 0.  What a predicate comes from is known (that it parts the lanes of a chunk at one lane, say),
 * of such a number nothing is.  Registers that get nothing but 0, 1, each other and what and, or, xor make of these, and of
 * which nothing is asked but whether they are 0 or 1, become predicates.
 *
 * Then `q = 0; if (c) { ...; q = 1 }`, also of what was a predicate before, is q = c, and q is c wherever nothing else can have been written to it since;
 * `q = 0; if (c) { if (d) { ...; q = 1 } }` is q = c & d, where d comes of integers' arithmetic, which moves in front of the first branch, and
 * there is one branch on q if nothing else stands between the two.
 *
 * In: matched instructions, blocks.  Out: others, if it returns true; blocks are to be made anew. */
#include "normalize/normalize.h"

enum { SWEEPS = 16 }; /* over all instructions, until none changes anything; else there are no such registers */

/* What a branch has to do with a predicate. */
typedef struct Part {
    bool sets, inner;  /* it sets one to its condition; it is taken behind another condition of one */
    bool holds, all;   /* to the condition, or to its opposite; to what holds for all conditions, or for one */
    int q, condition;  /* which; the predicate that is nothing but that */
    const Blk *next;   /* the next condition's block, or NULL */
    bool one;          /* one branch does for all */
} Part;

typedef struct Bools {
    Arena *a;
    Module *m;
    Fn *fn;
    const int *writer; /* only_writers */
    bool *is;    /* by register: it may be one */
    int *as;     /* by register: the predicate it becomes, or -1 */
    int old;     /* registers before the new ones */
    bool *gone;  /* by instruction: a move that is no longer needed */
    bool *early; /* likewise: what an inner condition comes of, and moves in front of the first one's branch */
    struct Part *part; /* likewise */
} Bools;

static bool is_bit(const Opnd *o) { return o->kind == O_IMM && o->imm <= 1; }

static bool is_flag(const Bools *b, const Opnd *o) { return opnd_is_reg(o) && o->reg < b->old && b->is[o->reg]; }

/* ---- which registers ------------------------------------------------------------------------------------------------ */

/* Whether a comparison is for being 1 (*one) or 0, and nothing else. */
static bool asks(const Ins *ins, bool *one)
{
    const unsigned cmp = isa_compare(ins);
    const Opnd *y = isa_opnd(ins, ARG_B);
    if (!isa_is_test(ins) || !is_bit(y) || (cmp != CMP_EQUAL && cmp != CMP_OTHER))
        return false;
    *one = (y->imm == 1) == (cmp == CMP_EQUAL);
    return true;
}

/* What an operand is: such a register, 0 or 1, some number. */
enum { FLAG = 1, BIT = 2, NUMBER = 4 };
static int kinds_of(const Bools *b, const Opnd *o) { return o ? FLAG * is_flag(b, o) | BIT * is_bit(o) | NUMBER * (o->kind == O_IMM) : 0; }

/* Whether the instruction, which reads or writes some of them, is one that they allow. */
static bool conforms(const Bools *b, const Ins *ins)
{
    static const struct { Mnemonic op; int x, y; } allowed[] = {
        {INS_MOV, FLAG | BIT, 0}, {INS_CVT, FLAG, 0}, {INS_SELP, BIT, BIT}, {INS_AND, FLAG, FLAG | NUMBER}, {INS_OR, FLAG, FLAG | BIT}, {INS_XOR, FLAG, FLAG | BIT},
    };
    bool one;
    const int x = kinds_of(b, isa_opnd(ins, ARG_A)), y = kinds_of(b, isa_opnd(ins, ARG_B));
    if (ins->mnemonic == INS_SETP)
        return (x & FLAG) && asks(ins, &one);
    if (!(kinds_of(b, isa_opnd(ins, ARG_D)) & FLAG) || ins->pseudo == PSEUDO_CHECK ||
        (ins->mnemonic == INS_CVT && !(type_is_i16_to_64(isa_slot_type(ins, SLOT_DTYPE)) && type_is_i16_to_64(isa_slot_type(ins, SLOT_ATYPE)))))
        return false;
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
        if (allowed[k].op == ins->mnemonic)
            return (x & allowed[k].x) && (!allowed[k].y || (y & allowed[k].y));
    return false;
}

/* Goes over the instructions, there or back: what is none of them spreads to results and sources, and to uses.  Whether it did. */
static bool sweep(Bools *b, bool back)
{
    const Fn *fn = b->fn;
    bool changed = false;
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = &fn->ins.at[back ? fn->ins.n - 1 - i : i];
        if (!ins_mentions_any(ins, b->is, b->old) || conforms(b, ins))
            continue;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            if (r.reg < b->old)
                b->is[r.reg] = false;
        changed = true;
    }
    return changed;
}

static void find_flags(Bools *b)
{
    Fn *fn = b->fn;
    for (int r = 0; r < b->old; r++)
        b->is[r] = fn->regs.at[r] && fn->regs.at[r]->vec <= 1 && type_is_i16_to_64(fn->regs.at[r]->type);
    for (int i = 0; i < fn->params.n + fn->rets.n; i++)
        if (fn_formal(fn, i)->kind == SYM_REG)
            b->is[fn_formal(fn, i)->index] = false;
    bool changed = true;
    for (int n = 0; changed && n < SWEEPS; n++)
        changed = sweep(b, n % 2);
    for (int r = 0; changed && r < b->old; r++)
        b->is[r] = false;
}

/* ---- their instructions ---------------------------------------------------------------------------------------------- */

static Opnd as_predicate(Bools *b, const Opnd *o)
{
    if (!is_flag(b, o))
        return opnd_is_reg(o) ? opnd_reg(o->reg) : opnd_number(o->imm & 1, T_U32);
    if (b->as[o->reg] < 0)
        b->as[o->reg] = fn_new_reg(b->m->code, b->fn, b->fn->regs.at[o->reg]->name, T_PRED);
    return opnd_reg(b->as[o->reg]);
}

static void become(Bools *b, Ins *ins, const char *words, Opnd d, Opnd x, const Opnd *y)
{
    ins_become(b->m, b->fn, ins, words, (Opnd[]){d, x, y ? *y : x}, y ? 3 : 2);
}

/* and, or, xor with another; with a constant, which decides or leaves it as it is. */
static void become_logic(Bools *b, Ins *ins, Opnd d, Opnd x, Opnd y)
{
    const bool is_and = ins->mnemonic == INS_AND, is_or = ins->mnemonic == INS_OR, set = y.kind == O_IMM && y.imm & 1;
    if (y.kind != O_IMM)
        become(b, ins, is_and ? "and.pred" : is_or ? "or.pred" : "xor.pred", d, x, &y);
    else if (is_and || is_or)
        become(b, ins, "mov.pred", d, set == is_or ? opnd_number(set, T_U32) : x, NULL);
    else
        become(b, ins, set ? "not.pred" : "mov.pred", d, x, NULL);
}

static void rewrite(Bools *b, Ins *ins)
{
    const Opnd x = as_predicate(b, isa_opnd(ins, ARG_A));
    bool one;
    if (ins->mnemonic == INS_SETP) {
        asks(ins, &one);
        become(b, ins, one ? "mov.pred" : "not.pred", opnd_reg(isa_opnd(ins, ARG_P)->reg), x, NULL);
        return;
    }
    const Opnd d = as_predicate(b, isa_opnd(ins, ARG_D));
    if (ins->mnemonic == INS_SELP) {
        const Opnd *y = isa_opnd(ins, ARG_B), p = opnd_reg(isa_opnd(ins, ARG_C)->reg);
        const bool alike = x.imm == y->imm;
        become(b, ins, alike || x.imm ? "mov.pred" : "not.pred", d, alike ? x : p, NULL);
    } else if (ins->mnemonic == INS_MOV || ins->mnemonic == INS_CVT) {
        become(b, ins, "mov.pred", d, x, NULL);
    } else {
        become_logic(b, ins, d, x, as_predicate(b, isa_opnd(ins, ARG_B)));
    }
}

/* ---- q = 0; if (c) { ...; q = 1 } -------------------------------------------------------------------------------------- */

/* The constant that the instruction moves to predicate q, maybe from a register that is nothing else, or -1. */
static int moved_bit(const Bools *b, const Ins *ins, int q)
{
    const Opnd *d = ins->mnemonic == INS_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_D) : NULL;
    const Opnd *x = d ? isa_opnd(ins, ARG_A) : NULL;
    const Ins *from = x && opnd_is_reg(x) && x->reg < b->old ? only_writer(b->fn, b->writer, x) : NULL;
    if (from && from->mnemonic == INS_MOV && from->guard < 0)
        x = isa_opnd(from, ARG_A);
    return x && opnd_is_reg(d) && d->reg == q && x->kind == O_IMM ? x->imm != 0 : -1;
}

/* All that leaves the blocks which block side dominates has passed block by, where instruction then is the only one in them that
 * writes q; none reads it. */
static bool passes_by(const Bools *b, const Blk *side, const Blk *by, int then, int q)
{
    const Fn *fn = b->fn;
    for (EACH_OF(const Blk, x, fn->blk, fn->nblk)) {
        if (!cfg_dominates(side, x))
            continue;
        for (int i = 0; i < blk_nsucc(x); i++)
            if (!cfg_dominates(side, blk_succ(x, i)) && !cfg_dominates(by, x))
                return false;
        for (int i = x->first; i < x->end; i++) {
            const RegMentions m = ins_mentions(&fn->ins.at[i], q);
            if (m.reads || (m.writes && i != then))
                return false;
        }
    }
    return true;
}

/* The block's branch has side as the one way, which nothing else leads to. */
static bool leads_to(const Blk *x, const Blk *side)
{
    return x->succ[1] && (x->succ[0] == side || x->succ[1] == side) && side->npred == 1;
}

/* The register is for nothing but code behind the block's beginning. */
static bool is_within(const Fn *fn, const Blk *z, int reg)
{
    for (int k = 0; k < fn->nblk; k++)
        if (!cfg_dominates(z, fn->blk[k]) && fn_mentions(fn, reg, fn->blk[k]->first, fn->blk[k]->end))
            return false;
    return true;
}

typedef Array(int) Asked; /* registers that conditions are made of, seen from the blocks in front */

/* What the block has to do with registers that are asked, or its branch asks, is arithmetic of integers that can stand in front of the branch which
 * leads there, and is marked as early. */
static bool asks_early(Bools *b, const Blk *z, Asked *asked)
{
    enum { ASKS = 40 };
    const Fn *fn = b->fn;
    bool can = true;
    array_add(b->a, asked, fn->ins.at[z->branch].guard);
    for (int i = z->branch - 1; i >= z->first && can; i--) {
        const Ins *ins = &fn->ins.at[i];
        const Dest d = ins_dest(ins);
        for (int k = 0; k < asked->n && !b->early[i]; k++)
            b->early[i] = ins_mentions(ins, asked->at[k]).writes;
        if (b->early[i])
            can = ins_is_pure(ins) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f' && d.n == 1 && is_within(fn, z, d.reg) &&
                  !fn_mentions(fn, d.reg, z->first, i) && asked->n < ASKS;
        for (Refs r = ins_refs(ins); b->early[i] && refs_next(&r);)
            if (!r.write)
                array_add(b->a, asked, r.reg);
    }
    return can;
}

/* Nothing in the blocks, which were no conditions in the end, is early. */
static void forget(Bools *b, const Blk *const *z, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = z[k]->first; i < z[k]->end; i++)
            b->early[i] = false;
}

/* Instruction then, in block y, moves a constant to q: whether it only tells that a branch has gone this way, or some one behind the other. */
static void find_condition(Bools *b, int then, const Blk *y, int q)
{
    enum { WAY_UP = 8 }; /* blocks around it that are looked at */
    const Fn *fn = b->fn;
    const int is = moved_bit(b, &fn->ins.at[then], q);
    const Blk *way[WAY_UP + 1] = {y}, *core = y; /* behind the last of the conditions, which are way[from + 1] and so on */
    Asked asked = {.n = 0};
    int i = 0, from = 0;
    for (; i < WAY_UP && way[i]->idom; i++) {
        const Blk *x = way[i + 1] = way[i]->idom;
        const bool leads = leads_to(x, way[i]) && x->branch == x->end - 1;
        const int first = leads ? fn_last_write(fn, q, x->first, x->end) : -1;
        const bool open = leads && !b->part[x->branch].sets && !b->part[x->branch].inner && passes_by(b, core, y, then, q);
        if (first >= 0 && open && !b->gone[first] && moved_bit(b, &fn->ins.at[first], q) == !is && !fn_mentions(fn, q, first + 1, x->end)) {
            b->gone[first] = b->gone[then] = true;
            for (int k = from; k <= i; k++) {
                const Blk *z = way[k + 1];
                const bool when_taken = way[k] == z->succ[1]; /* where the branch goes if its guard holds */
                b->part[z->branch] = (Part){k == i, k < i, (when_taken ^ fn->ins.at[z->branch].guard_neg) == is, is, q, -1, k > from ? way[k] : NULL, false};
            }
            return;
        }
        if (first < 0 && open && !fn_mentions(fn, q, x->first, x->end) && fn->ins.at[x->branch].guard >= 0 && asks_early(b, x, &asked))
            continue;
        forget(b, way + from + 1, i - from + open);
        if (first >= 0)
            return;
        core = x;
        from = i + 1;
        asked.n = 0;
    }
    forget(b, way + from + 1, i - from);
}

static bool find_conditions(Bools *b)
{
    const Fn *fn = b->fn;
    bool any = false;
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end; i++) {
            const Dest d = ins_dest(&fn->ins.at[i]);
            if (d.n == 1 && fn->regs.at[d.reg]->type == T_PRED && fn->regs.at[d.reg]->vec <= 1 && !b->gone[i] && moved_bit(b, &fn->ins.at[i], d.reg) >= 0)
                find_condition(b, i, fn->blk[k], d.reg);
            any |= b->gone[i];
        }
    return any;
}

/* Whether q, which block x sets at its end, is still that at instruction at of block y, which x dominates. */
static bool is_still(Bools *b, const Blk *x, const Blk *y, int at, int q)
{
    const Fn *fn = b->fn;
    bool *seen = NEWN(b->a, bool, fn->nblk);
    const Blk **todo = NEWN(b->a, const Blk *, fn->nblk + 1);
    int left = 0;
    for (const Blk *z = y;; z = todo[--left]) {
        for (int i = z == y && at >= 0 ? at - 1 : z->end - 1; i >= z->first; i--)
            if (!b->gone[i] && ins_mentions(&fn->ins.at[i], q).writes)
                return false;
        at = -1;
        for (int i = 0; i < z->npred; i++)
            if (z->pred[i] != x && !seen[z->pred[i]->id]) {
                seen[z->pred[i]->id] = true;
                todo[left++] = z->pred[i];
            }
        if (!left)
            return true;
    }
}

/* Reads of q that see what block x sets it to read that instead. */
static void read_condition(Bools *b, const Blk *x, int q, int condition)
{
    Fn *fn = b->fn;
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end && fn->blk[k] != x && cfg_dominates(x, fn->blk[k]); i++) {
            const RegMentions m = ins_mentions(&fn->ins.at[i], q);
            if (m.reads && !m.writes && is_still(b, x, fn->blk[k], i, q))
                ins_rename(b->m->code, &fn->ins.at[i], q, condition);
        }
}

/* Nothing but what is early stands between a branch that sets one and the conditions behind it, and all lead to one place. */
static bool is_one_branch(const Bools *b, const Blk *x)
{
    const Part *p = &b->part[x->branch];
    for (const Blk *z = p->next; z; z = b->part[z->branch].next) {
        for (int i = z->first; i < z->branch; i++)
            if (!b->early[i])
                return false;
        if (z->succ[1] != x->succ[1])
            return false;
    }
    return p->next;
}

/* Each such q has its condition in a register of its own. */
static void name_conditions(Bools *b)
{
    Fn *fn = b->fn;
    for (EACH_OF(const Blk, x, fn->blk, fn->nblk)) {
        Part *p = x->branch >= 0 && b->part[x->branch].sets ? &b->part[x->branch] : NULL;
        if (!p)
            continue;
        read_condition(b, x, p->q, p->condition = fn_copy_reg(b->m->code, fn, p->q));
        p->one = is_one_branch(b, x);
        for (const Blk *z = p->next; p->one && z; z = b->part[z->branch].next)
            b->gone[z->branch] = true;
    }
}

/* What a branch has to do with it, as a predicate. */
static void add_part(const Bools *b, Rewrite *w, int branch, Opnd d)
{
    const Opnd op[] = {d, opnd_reg(b->fn->ins.at[branch].guard)};
    rewrite_add(w, ins_new(b->m, b->fn, b->m->code, w->ins, b->part[branch].holds ? "mov.pred" : "not.pred", op, 2));
}

/* The moves left out, the conditions kept in front of their branches. */
static void rewrite_conditions(Bools *b)
{
    Fn *fn = b->fn;
    Arena *a = b->m->code;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);) {
        const Part *p = &b->part[w.i];
        if (b->gone[w.i] || b->early[w.i])
            continue;
        if (p->sets) {
            Opnd some = opnd_reg(p->next ? fn_copy_reg(a, fn, p->q) : p->condition); /* of the conditions */
            add_part(b, &w, w.i, some);
            for (const Blk *z = p->next, *next; z; z = next) {
                next = b->part[z->branch].next;
                const Opnd part = opnd_reg(fn_copy_reg(a, fn, p->q)), more = opnd_reg(next ? fn_copy_reg(a, fn, p->q) : p->condition);
                for (int k = z->first; k < z->branch; k++)
                    if (b->early[k])
                        rewrite_add(&w, fn->ins.at[k]);
                add_part(b, &w, z->branch, part);
                rewrite_add(&w, ins_new(b->m, fn, a, w.ins, p->all ? "and.pred" : "or.pred", (Opnd[]){more, some, part}, 3));
                some = more;
            }
            rewrite_add(&w, ins_new(b->m, fn, a, w.ins, "mov.pred", (Opnd[]){opnd_reg(p->q), opnd_reg(p->condition)}, 2));
        }
        rewrite_keep(&w);
        if (p->one)
            ins_under(&w.out->at[w.out->n - 1], p->condition, p->all);
    }
}

bool boolean_promote(Arena *a, Module *m, Fn *fn)
{
    Bools b = {.a = a, .m = m, .fn = fn, .old = fn->regs.n};
    b.is = NEWN(a, bool, b.old + 1);
    b.as = NEWN(a, int, b.old + 1);
    b.gone = NEWN(a, bool, fn->ins.n + 1);
    b.early = NEWN(a, bool, fn->ins.n + 1);
    b.part = NEWN(a, Part, fn->ins.n + 1);
    for (int r = 0; r < b.old; r++)
        b.as[r] = -1;
    find_flags(&b);
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++)
        if (ins_mentions_any(&fn->ins.at[i], b.is, b.old)) {
            rewrite(&b, &fn->ins.at[i]);
            any = true;
        }
    b.writer = only_writers(a, fn);
    const bool conditions = find_conditions(&b);
    if (conditions) {
        name_conditions(&b);
        rewrite_conditions(&b);
    }
    return any || conditions;
}
