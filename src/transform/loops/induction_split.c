/* induction_split.c: numbers that all threads of a CTA advance by the same.
 *
 * Loops with a barrier go on in their arrays by pointers of each thread: p += step.  Each chunk would keep its p from
 * barrier to barrier, and write it anew in a loop over chunks that does nothing else.  But where all threads come to
 * p += step alike, p is what it began with and a sum that is the CTA's; only the sum changes.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions; blocks to be made anew. */
#include "transform/transform.h"

typedef struct Advance {
    Back *b;
    Fn *fn;
    int *sum;       /* by register: the register of what has been added to it, or -1 */
    Array(Blk *) barriers; /* blocks that hold one */
    InsList out;
} Advance;

/* Whether the instruction adds to the register what is the same for the CTA. */
static bool advances(const Back *b, const Ins *ins, int reg)
{
    const Opnd *by = linear_step(ins, reg);
    return by && (by->kind == O_IMM || opnd_is_reg(by)) && val_is_cta(uniform_opnd(b, by));
}

/* Whether all threads of the CTA come to the instruction alike. */
static bool for_all(const Back *b, int at)
{
    const Blk *x = b->blk_of[at];
    for (const Node *n = x ? b->node_of[x->id] : NULL; n; n = n->up)
        if (info(n)->lane || info(n)->masked)
            return false;
    return x != NULL;
}

/* Whether it stands in a loop with a barrier, and in none inside that. */
static bool meets(const Advance *a, int at)
{
    const Blk *loop = a->b->blk_of[at]->loop;
    for (int i = 0; i < a->barriers.n && loop; i++)
        if (loop_holds(loop, a->barriers.at[i]))
            return true;
    return false;
}

static bool is_candidate(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const Sym *s = b->fn->regs.at[reg];
    if (!s || s->kind != SYM_REG || s->vec > 1 || g->ndef < 2 || g->ndef > 4 || c_float(s->type) || s->type == T_PRED ||
        (type_info[s->type].bits != 32 && type_info[s->type].bits != 64) || live_has(b->fn->blk[0]->live_in, reg))
        return false;
    return g->val.kind == VAL_AFF || g->val.kind == VAL_VAR || (g->val.kind == VAL_UNI && g->val.level == LV_CHUNK);
}

static void find_barriers(Advance *a)
{
    for (int i = 0; i < a->fn->ins.n; i++)
        if (a->b->blk_of[i] && isa_is_cta(&a->fn->ins.at[i]))
            array_add(a->b->a, &a->barriers, a->b->blk_of[i]);
}

/* The registers that are written once, and then only advanced. */
static bool find(Advance *a)
{
    Back *b = a->b;
    const int n = b->nreg;
    int *begins = NEWN(b->a, int, n + 1), *steps = NEWN(b->a, int, n + 1);
    bool any = false;
    find_barriers(a);
    for (int i = 0; i < a->fn->ins.n; i++) {
        const Ins *ins = &a->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        const bool one = b->blk_of[i] && d.n == 1 && ins->guard < 0 && is_candidate(b, d.reg) && for_all(b, i);
        if (one && advances(b, ins, d.reg) && meets(a, i))
            steps[d.reg]++;
        else if (one)
            begins[d.reg]++;
    }
    for (int r = 0; r < n; r++) {
        a->sum[r] = -1;
        if (begins[r] != 1 || !steps[r] || begins[r] + steps[r] != b->reg[r].ndef)
            continue;
        a->sum[r] = fn_copy_reg(b->m->code, a->fn, r);
        any = true;
    }
    return any;
}

static void add_ins(Advance *a, const Ins *like, const char *op, int to, Opnd x, const Opnd *y)
{
    const char *words = arena_printf(a->b->a, "%s.%s", op, type_info[a->fn->regs.at[to]->type].bits == 64 ? "u64" : "u32");
    ins_add(a->b->m, a->fn, &a->out, like, words, (Opnd[]){opnd_reg(to), x, y ? *y : x}, y ? 3 : 2);
}

/* A register that the instruction reads and that is to be replaced there, or -1. */
static int next_use(const Advance *a, const Ins *ins)
{
    int use = -1;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write && ref.reg < a->b->nreg && a->sum[ref.reg] >= 0)
            use = ref.reg;
    return use;
}

static void rewrite(Advance *a, int at)
{
    Arena *m = a->b->m->code;
    Ins ins = a->fn->ins.at[at];
    const Dest d = ins_dest(&ins);
    const int sum = a->b->blk_of[at] && d.n == 1 ? a->sum[d.reg] : -1;
    const Opnd zero = {.kind = O_IMM, .comp = -1, .reg = -1, .type = T_S64};
    if (sum >= 0 && advances(a->b, &ins, d.reg)) {
        add_ins(a, &ins, "add", sum, opnd_reg(sum), linear_step(&ins, d.reg));
        return;
    }
    for (int reg; a->b->blk_of[at] && (reg = next_use(a, &ins)) >= 0;) { /* the value at this place */
        const int now = fn_copy_reg(m, a->fn, reg);
        const Opnd by = opnd_reg(a->sum[reg]);
        add_ins(a, &ins, "add", now, opnd_reg(reg), &by);
        ins_rename(m, &ins, reg, now);
    }
    array_add(m, &a->out, ins);
    if (sum >= 0)
        add_ins(a, &ins, "mov", sum, zero, NULL);
}

bool induction_split(Back *b)
{
    Advance a = {.b = b, .fn = b->fn, .sum = NEWN(b->a, int, b->nreg + 1)};
    if ((b->mode != MODE_CTA && b->mode != MODE_WARP) || !info(b->tree)->has_cta || !find(&a))
        return false;
    for (Rewrite w = rewrite_begin(b->m, b->fn, &a.out); rewrite_next(&w);)
        rewrite(&a, w.i);
    return true;
}
