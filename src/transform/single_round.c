/* single_round.c: loops over all the grid's work, of which each thread mostly does one piece, without the way back.
 *
 *   for (i = thread; i < n; i += threads) …
 *
 * Programs write that so that any grid does, and launch one that is large enough for a single round.  Then nothing in the loop comes
 * behind what an earlier round stored, and chunks may end where it suits them (Back.by_quotients).  The loop's last test, which sends
 * threads back, moves to its head, where a chunk for which it holds is left to the other version.
 *
 * Requires: a flow graph.  Invalidates: blocks and analyses.  Cost: a look at each loop's end.  Fires on loops around the work of
 * neural networks (tests/bench/programs/im2col, pool) and tests/run/quotients. */
#include "back.h"

typedef struct Round {
    Fn *fn;
    const Blk *head, *last;
    const Ins *test, *step; /* what sends threads back, and what counts for it */
} Round;

static bool plain(const Opnd *o) { return o->kind == O_REG && o->comp < 0 && !o->neg; }

/* The loop's only write of a register, or NULL: none, or several (*n). */
static const Ins *write_in(const Round *r, int reg, int *n)
{
    const Ins *found = NULL;
    *n = 0;
    for (int k = 0; k < r->fn->nblk; k++)
        for (int i = r->fn->blk[k]->first; loop_holds(r->head, r->fn->blk[k]) && i < r->fn->blk[k]->end; i++)
            if (ins_mentions(&r->fn->ins.at[i], reg).writes) {
                found = &r->fn->ins.at[i];
                ++*n;
            }
    return *n == 1 ? found : NULL;
}

static bool is_fixed(const Round *r, const Opnd *o)
{
    int n;
    return o->kind == O_IMM || (plain(o) && !write_in(r, o->reg, &n) && !n);
}

/* The block that leads back to the head, if it is one that ends with a test. */
static bool find_last(Round *r)
{
    int backs = 0;
    for (int k = 0; k < r->head->npred; k++)
        if (loop_holds(r->head, r->head->pred[k])) {
            r->last = r->head->pred[k];
            backs++;
        }
    if (backs != 1 || r->last->branch < 0 || r->last->branch != r->last->end - 1 || r->last->targets)
        return false;
    const Ins *br = &r->fn->ins.at[r->last->branch];
    return isa_emit(br) == EMIT_BRA && br->guard >= 0 && !br->guard_neg && r->last->succ[1] == r->head && r->last->succ[0] != r->head;
}

/* Whether it compares a number that grows by the same in each round with one that does not change. */
static bool find_test(Round *r)
{
    int n;
    r->test = write_in(r, r->fn->ins.at[r->last->branch].guard, &n);
    if (!r->test || r->test->mnemonic != INS_SETP || r->test->guard >= 0 || r->test->nword != 3 || r->test->nop != 3 ||
        type_info[isa_slot_type(r->test, SLOT_TYPE)].bits != 32 || type_info[isa_slot_type(r->test, SLOT_TYPE)].kind == 'f')
        return false;
    const Opnd *i = &r->test->arg[isa_arg(r->test, ARG_A)], *limit = &r->test->arg[isa_arg(r->test, ARG_B)];
    r->step = plain(i) ? write_in(r, i->reg, &n) : NULL;
    if (!r->step || r->step->mnemonic != INS_ADD || r->step->guard >= 0 || r->step->nword != 2 || !is_fixed(r, limit))
        return false;
    const Opnd *a = &r->step->arg[isa_arg(r->step, ARG_A)], *b = &r->step->arg[isa_arg(r->step, ARG_B)];
    return plain(a) && a->reg == i->reg ? is_fixed(r, b) : plain(b) && b->reg == i->reg && is_fixed(r, a);
}

static void rewrite(Module *m, const Round *r)
{
    Fn *fn = r->fn;
    InsList out = fn_new_code(m, fn);
    int *place = NEWN(m->code, int, fn->ins.n + 1);
    for (int k = 0; k <= fn->ins.n; k++) {
        place[k] = out.n;
        if (k == r->head->first) {
            const int i = r->test->arg[isa_arg(r->test, ARG_A)].reg, next = fn_copy_reg(m->code, fn, i);
            const int again = fn_copy_reg(m->code, fn, fn->ins.at[r->last->branch].guard);
            const Opnd *op = r->step->op;
            Str words = {0};
            str_printf(&words, "%s.%s", r->step->word[0], r->step->word[1]);
            array_add(m->code, &out, ins_new(m, fn, m->code, r->step, words.s, (Opnd[]){opnd_reg(next), op[1], op[2]}, 3));
            str_clear(&words);
            str_printf(&words, "%s.%s.%s", r->test->word[0], r->test->word[1], r->test->word[2]);
            Ins test = ins_new(m, fn, m->code, r->test, words.s, (Opnd[]){opnd_reg(again), opnd_reg(next), r->test->op[2]}, 3);
            test.pseudo = PSEUDO_ONCE;
            array_add(m->code, &out, test);
            str_free(&words);
        }
        if (k < fn->ins.n && k != r->last->branch)
            array_add(m->code, &out, fn->ins.at[k]);
    }
    fn_set_code(fn, out, place);
}

bool single_round(Module *m, Fn *fn, const bool *alike)
{
    for (int k = 0; k < fn->nblk; k++) {
        Round r = {.fn = fn, .head = fn->blk[k]};
        if (!r.head->is_header || r.head->loop_up || !find_last(&r) || !find_test(&r) || alike[r.test->arg[isa_arg(r.test, ARG_A)].reg])
            continue;
        rewrite(m, &r);
        return true;
    }
    return false;
}

/* Whether all lanes leave at once when the first and the last do, and nothing has been done before. */
static bool can_leave(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Val x = uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_A)]), y = uniform_opnd(b, &ins->arg[isa_arg(ins, ARG_B)]);
    const unsigned cmp = isa_compare(ins);
    for (int i = b->blk_of[at]->first; i < at; i++)
        if (ins_dirty(&b->fn->ins.at[i]))
            return false;
    return (x.kind == VAL_AFF || x.kind == VAL_UNI) && y.kind == VAL_UNI && cmp != CMP_EQUAL && cmp != (CMP_LESS | CMP_MORE) && !b->dirty_in[b->blk_of[at]->id] &&
           node_level(b, b->node_of[b->blk_of[at]->id]) == LV_CHUNK;
}

bool single_round_holds(const Back *b)
{
    bool holds = true;
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->fn->ins.at[i].pseudo == PSEUDO_ONCE && b->blk_of[i])
            holds &= can_leave(b, i);
    return holds;
}
