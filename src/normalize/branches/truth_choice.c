/* truth_choice.c: truths that a branch chooses become arithmetic of truths.
 *
 *   if (side > 0) { p = a > 0; q = b < 0; } else { p = a < 0; q = b > 0; }        setp of both sides; p = side & … | !side & …
 *
 * Compilers of late choose between comparisons, and what is to be chosen by them comes behind.  Of such a branch C compilers make no vectors.
 * A side may be missing: then the predicate keeps what it was.
 *
 * Requires: blocks, the branch in front of its sides and these one behind the other.  Invalidates: all that cfg.c fills.  Cost: linear.  Fires
 * on steps of level sets that nvcc compiles for sm_100 and on limited slopes (tests/run/chosen_truths); does nothing where a side does more than to compare. */
#include "normalize/normalize.h"

enum { TRUTHS_MOST = 8 }; /* comparisons of a side */

typedef struct Choice {
    Module *m;
    Fn *fn;
    InsList *out;
    const Ins *like;
    int sides[2]; /* predicates that hold where the one side is gone, and the other */
} Choice;

/* Nothing but comparisons that read nothing the block writes. */
static bool only_compares(const Fn *fn, const Blk *x, int end, int guard)
{
    if (end <= x->first || end - x->first > TRUTHS_MOST)
        return false;
    for (int i = x->first; i < end; i++) {
        const Ins *ins = &fn->ins.at[i];
        if (!isa_is_test(ins) || ins->guard >= 0 || ins->pseudo || ins_dest(ins).n != 1 || ins_dest(ins).reg == guard)
            return false;
        for (int k = x->first; k < i; k++)
            if (ins_mentions(ins, ins_dest(&fn->ins.at[k]).reg).reads || ins_dest(&fn->ins.at[k]).reg == ins_dest(ins).reg)
                return false;
    }
    return true;
}

static bool is_jump(const Fn *fn, const Blk *x)
{
    return x->branch == x->end - 1 && isa_emit(&fn->ins.at[x->branch]) == EMIT_BRA && fn->ins.at[x->branch].guard < 0;
}

/* The block behind it all; NULL: the branch at the block's end is no such choice.  other: its second side, or the end itself. */
static const Blk *find_end(const Fn *fn, int at, const Blk **other)
{
    const Blk *x = fn->blk[at], *near = at + 1 < fn->nblk ? fn->blk[at + 1] : NULL, *far = x->succ[1];
    if (!near || !far || x->branch != x->end - 1 || x->targets || isa_emit(&fn->ins.at[x->branch]) != EMIT_BRA || x->succ[0] != near || near->npred != 1 ||
        near->first != x->end || near->loop != x->loop || blk_nsucc(near) != 1)
        return NULL;
    const int guard = fn->ins.at[x->branch].guard;
    const Blk *end = blk_succ(near, 0);
    *other = far;
    if (guard < 0 || !only_compares(fn, near, near->end - is_jump(fn, near), guard))
        return NULL;
    if (far == end)
        return end->first == near->end ? end : NULL;
    const bool fits = far->first == near->end && far->npred == 1 && far->loop == x->loop && blk_nsucc(far) == 1 && blk_succ(far, 0) == end &&
                      only_compares(fn, far, far->end - is_jump(fn, far), guard);
    return fits && end->first == far->end ? end : NULL;
}

static void add(const Choice *c, const char *words, Opnd d, Opnd x, Opnd y)
{
    Ins *ins = ins_add_made(c->m, c->fn, c->out, c->like, words, (Opnd[]){d, x, y}, y.kind == O_NONE ? 2 : 3);
    ins->guard = -1;
    ins->guard_neg = false;
}

static Opnd logic(const Choice *c, const char *words, Opnd x, Opnd y)
{
    const Opnd d = opnd_reg(fn_new_reg(c->m->code, c->fn, "truth", T_PRED));
    add(c, words, d, x, y);
    return d;
}

/* Does a side's comparisons; made: the predicate that each writes now. */
static int compare(const Choice *c, const Blk *side, int was[TRUTHS_MOST], int made[TRUTHS_MOST])
{
    int n = 0;
    for (int i = side->first; i < side->end && isa_is_test(&c->fn->ins.at[i]); i++, n++) {
        Ins ins = c->fn->ins.at[i];
        was[n] = ins_dest(&ins).reg;
        made[n] = fn_copy_reg(c->m->code, c->fn, was[n]);
        ins_part(c->m->code, &ins);
        ins_rename(c->m->code, &ins, was[n], made[n]);
        array_add(c->m->code, c->out, ins);
    }
    return n;
}

/* Each predicate of the first side, and those that only the second writes, by what the sides have made of it. */
static void choose(const Choice *c, const int *was[2], const int *made[2], const int n[2])
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < n[side]; i++) {
            int other = was[side][i], twin = 0;
            while (twin < n[!side] && was[!side][twin] != was[side][i])
                twin++;
            if (twin < n[!side] && side)
                continue;
            other = twin < n[!side] ? made[!side][twin] : other;
            const Opnd x = logic(c, "and.pred", opnd_reg(c->sides[side]), opnd_reg(made[side][i]));
            const Opnd y = logic(c, "and.pred", opnd_reg(c->sides[!side]), opnd_reg(other));
            add(c, "or.pred", opnd_reg(was[side][i]), x, y);
        }
}

static void write_choice(Choice *c, const Blk *x, const Blk *near, const Blk *far, const Blk *end)
{
    int was[2][TRUTHS_MOST], made[2][TRUTHS_MOST];
    c->like = &c->fn->ins.at[x->branch];
    const int n[2] = {compare(c, near, was[0], made[0]), far == end ? 0 : compare(c, far, was[1], made[1])};
    const int guard = c->like->guard, negated = logic(c, "not.pred", opnd_reg(guard), (Opnd){0}).reg;
    c->sides[0] = c->like->guard_neg ? guard : negated;
    c->sides[1] = c->like->guard_neg ? negated : guard;
    choose(c, (const int *[]){was[0], was[1]}, (const int *[]){made[0], made[1]}, n);
}

bool truths_choose(Arena *a, Module *m, Fn *fn)
{
    InsList out = fn_new_code(m, fn);
    Choice c = {.m = m, .fn = fn, .out = &out};
    int *place = NEWN(a, int, fn->ins.n + 1), from = 0;
    bool any = false;
    for (int b = 0; b < fn->nblk; b++) {
        const Blk *x = fn->blk[b], *far, *end = find_end(fn, b, &far);
        if (!end)
            continue;
        for (; from < x->branch; from++) {
            place[from] = out.n;
            array_add(m->code, &out, fn->ins.at[from]);
        }
        write_choice(&c, x, fn->blk[b + 1], far, end);
        for (; from < end->first; from++)
            place[from] = out.n;
        any = true;
    }
    for (; from <= fn->ins.n; from++) {
        place[from] = out.n;
        if (from < fn->ins.n)
            array_add(m->code, &out, fn->ins.at[from]);
    }
    if (!any)
        return false;
    fn_set_code(fn, out, place);
    return true;
}
