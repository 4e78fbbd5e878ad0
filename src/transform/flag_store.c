/* flag_store.c: flags that lanes set: what is stored is the same for all, and so is where.
 *
 *   if (fabsf(v - a[i]) > eps) *changed = 1;  b[i] = v;      near = fabsf(v - a[i]) > eps;  if (near in any lane) *changed = 1;  b[i] = v;
 *
 * It is stored once, where the condition holds for some lane.  So what decides about it is computed for vectors, and the loop over lanes has no
 * branch.  Nobody can tell how many lanes store, nor which.
 *
 * Requires: a function as uniform.c has analysed it.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at
 * each block that ends with a branch.  Fires on loops that are repeated until nothing changes, and on searches (tests/run/flag_stores); does
 * nothing where the condition is known from a lane's number, or lanes store what is their own. */
#include "analysis/uniform.h"
#include "transform/transform.h"

typedef struct Flag {
    Back *b;
    const Blk *x, *side; /* the block that ends with the branch; the one that stores */
    int branch;
} Flag;

/* Nobody reads it outside of the block, which writes it. */
static bool is_own(const Back *b, int reg, const Blk *in)
{
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->blk_of[i] && b->blk_of[i] != in && (ins_mentions(&b->fn->ins.at[i], reg).reads || ins_mentions(&b->fn->ins.at[i], reg).writes))
            return false;
    return true;
}

/* The same for all lanes, or made of such in the block. */
static bool is_alike(const Flag *f, const Opnd *o, int depth)
{
    enum { DEPTH = 8 };
    if (o->kind == O_IMM)
        return true;
    for (uint32_t i = 0; o->kind == O_VEC && i < o->nsub; i++)
        if (!is_alike(f, &o->sub[i], depth))
            return false;
    const bool place = o->kind == O_MEM && o->reg >= 0;
    if (o->kind == O_VEC || (o->kind == O_MEM && !place))
        return true;
    if (!place && !opnd_is_reg(o))
        return uniform_opnd(f->b, o).kind == VAL_UNI;
    if (f->b->reg[o->reg].val.kind == VAL_UNI)
        return true;
    const Ins *ins = back_def(f->b, o->reg);
    if (!ins || depth == DEPTH || f->b->blk_of[ins - f->b->fn->ins.at] != f->side)
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (!isa_arg_is_dest(ins, i) && !is_alike(f, &ins->arg[i], depth + 1))
            return false;
    return true;
}

static bool is_flag_store(const Flag *f, const Ins *ins)
{
    static const Modifier ordered[] = {MOD_RELEASE, MOD_MMIO, MOD_NONE};
    const Space space = isa_emit(ins) == EMIT_ST ? isa_space(ins) : SP_LOCAL;
    return (space == SP_GLOBAL || space == SP_SHARED) && ins->guard < 0 && !ins->pseudo && !isa_has_any(ins, ordered) &&
           is_alike(f, isa_opnd(ins, ARG_A), 0) && is_alike(f, isa_opnd(ins, ARG_B), 0);
}

/* Makes a value for what stands in the block alone. */
static bool is_own_value(const Flag *f, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    return ins_is_pure(ins) && d.n == 1 && f->b->reg[d.reg].ndef == 1 && is_own(f->b, d.reg, f->side);
}

/* Stores, and what makes values for them: nothing else. */
static bool only_stores(const Flag *f)
{
    bool any = false;
    for (int i = f->side->first; i < f->side->end; i++) {
        const Ins *ins = &f->b->fn->ins.at[i];
        const bool stores = is_flag_store(f, ins);
        if (!stores && i != f->side->term && !is_own_value(f, ins))
            return false;
        any |= stores;
    }
    return any;
}

/* Which lanes go there is known from their numbers. */
static bool is_for_range(const Back *b, int guard)
{
    const Ins *test = back_def(b, guard);
    return !test || test->mnemonic != INS_SETP || (uniform_arg(b, test, ARG_A).kind != VAL_VAR && uniform_arg(b, test, ARG_B).kind != VAL_VAR);
}

static bool find(Back *b, const Blk *x, Flag *f)
{
    const Ins *br = x->term >= 0 ? &b->fn->ins.at[x->term] : NULL;
    if (!br || br->guard < 0 || isa_emit(br) != EMIT_BRA || blk_nsucc(x) != 2 || b->reg[br->guard].val.kind != VAL_VAR || is_for_range(b, br->guard))
        return false;
    const Blk *side = blk_succ(x, 0), *meet = blk_succ(x, 1);
    *f = (Flag){.b = b, .x = x, .side = side, .branch = x->term};
    const Node *n = b->node_of[x->id];
    return side != meet && side->first == x->end && side->npred == 1 && blk_nsucc(side) == 1 && blk_succ(side, 0) == meet &&
           node_level(b, n) < LV_LANE && !node_masked_around(n) && only_stores(f);
}

static void rewrite(const Flag *f)
{
    Back *b = f->b;
    Fn *fn = b->fn;
    Arena *a = b->m->code;
    InsList out = fn_new_code(b->m, fn);
    int *place = NEWN(b->a, int, fn->ins.n + 1);
    for (int i = 0; i < fn->ins.n; i++) {
        Ins ins = fn->ins.at[i];
        place[i] = out.n;
        if (i == f->branch) {
            const Opnd near = opnd_reg(fn_new_reg(a, fn, "near", T_U32)), any = opnd_reg(fn_new_reg(a, fn, "any", T_PRED));
            const Opnd given[] = {near, opnd_number(ins.guard_neg, T_U32), opnd_number(!ins.guard_neg, T_U32), opnd_reg(ins.guard)};
            array_add(a, &out, ins_new(b->m, fn, a, &ins, "selp.u32", given, 4));
            array_add(a, &out, ins_new(b->m, fn, a, &ins, "setp.ne.u32", (Opnd[]){any, near, opnd_number(0, T_U32)}, 3));
            out.at[out.n - 1].pseudo = PSEUDO_ANY;
            ins.guard = any.reg;
            ins.guard_neg = true;
        }
        if (b->blk_of[i] == f->side && isa_emit(&ins) == EMIT_ST)
            ins.pseudo = PSEUDO_FLAG;
        array_add(a, &out, ins);
    }
    place[fn->ins.n] = out.n;
    fn_end_code(b->m, fn, &out);
    fn_set_code(fn, out, place);
}

bool flag_store(Back *b)
{
    Flag f;
    for (int i = 0; !b->m->checked && i < b->fn->nblk; i++)
        if (find(b, b->fn->blk[i], &f)) {
            rewrite(&f);
            return true;
        }
    return false;
}
