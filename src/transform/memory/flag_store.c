/* flag_store.c: flags that lanes set, where what is stored is the same for all, and so is where; and what they read at one place.
 *
 *   if (v < d[i]) { d[i] = v; *changed = 1; }      near = v < d[i];  if (near) d[i] = v;  if (near in any lane) *changed = 1;
 *
 * It is stored once, where the condition holds for some lane: behind what else stands under the condition, or in front of it, as its place was.
 * So what decides about it is computed for vectors, and the loop over lanes has no branch but for what is theirs.  Nobody can tell how many lanes
 * store, nor which.  Likewise what lanes load at one place under a condition: C compilers make no vectors of a branch with such a load in it.
 *
 *   if (v < limit) r = table[v * *scale];      near = v < limit;  if (near in any lane) s = *scale;  if (near) r = table[v * s];
 *
 * Requires: a function as uniform.c has analysed it.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at
 * each block that ends with a branch.  Fires on loops that are repeated until nothing changes, on searches (tests/run/flag_stores) and on look-ups in
 * tables whose size stands beside them (tests/run/scale_in_use, tests/bench/programs/moc); does nothing where the condition is known from a lane's number, lanes store what is their own, or at places here and there. */
#include "analysis/uniform.h"
#include "transform/transform.h"

typedef struct Flag {
    Back *b;
    const Blk *x, *side; /* the block that ends with the branch; the one that stores */
    int branch;
    bool *flag;          /* by number in side: stores the flag, or loads it, or makes what only such instructions read */
    bool first;          /* they stand in front of what else accesses memory */
    bool loads;          /* they are loads: the branch stays as it is */
    bool jumps;          /* the branch jumps to side */
    bool rest;           /* there is something else */
    Sym *none, *behind;  /* behind the stores; behind the rest */
} Flag;

/* Nobody reads it outside of the block, which writes it. */
static bool is_own(const Back *b, int reg, const Blk *in)
{
    return !fn_mentions(b->fn, reg, 0, in->first) && !fn_mentions(b->fn, reg, in->end, b->fn->ins.n);
}

/* The same for all lanes, or made of such in the block. */
static bool is_alike(const Flag *f, const Opnd *o, int depth)
{
    enum { DEPTH = 8 };
    for (uint32_t i = 0; o->kind == O_VEC && i < o->nsub; i++)
        if (!is_alike(f, &o->sub[i], depth))
            return false;
    const bool place = opnd_has_base(o);
    if (o->kind == O_VEC || (o->kind == O_MEM && !place))
        return true;
    if (!place && !opnd_is_reg(o))
        return uniform_opnd(f->b, o).kind == VAL_UNI;
    if (f->b->reg[o->reg].val.kind == VAL_UNI)
        return true;
    const Ins *ins = back_def(f->b, o->reg);
    if (!ins || depth == DEPTH || f->b->blk_of[ins - f->b->fn->ins.at] != f->side)
        return false;
    for (int i = -1; isa_next_input(ins, &i);)
        if (!is_alike(f, &ins->arg[i], depth + 1))
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

/* Reads or stores what lies side by side for neighbouring lanes. */
static bool is_lanes_access(const Back *b, const Ins *ins)
{
    const Opnd *a = isa_address(ins);
    return opnd_has_base(a) && b->reg[a->reg].val.kind == VAL_AFF && !isa_is_strong(ins);
}

/* Marks what makes values that only marked instructions behind it read. */
static void mark_makers(const Flag *f)
{
    for (int i = f->side->end - 1; i >= f->side->first; i--) {
        const Ins *ins = &f->b->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        bool only = ins_is_pure(ins) && d.n == 1 && f->b->reg[d.reg].ndef == 1 && is_own(f->b, d.reg, f->side);
        for (int k = i + 1; k < f->side->end && only; k++)
            only = f->flag[k - f->side->first] || !ins_mentions(&f->b->fn->ins.at[k], d.reg).reads;
        f->flag[i - f->side->first] |= only;
    }
}

/* A marked instruction reads the register. */
static bool is_for_flags(const Flag *f, int reg)
{
    bool any = false;
    for (int i = f->side->first; i < f->side->end && !any; i++)
        any = f->flag[i - f->side->first] && ins_mentions(&f->b->fn->ins.at[i], reg).reads;
    return any;
}

static bool makes_for_flags(const Flag *f, const Ins *ins)
{
    bool makes = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        makes |= ref.write && is_for_flags(f, ref.reg);
    return makes;
}

/* Finds the flags' stores; false: there is none, or they stand between other accesses, or need what else is made there. */
static bool find_flags(Flag *f)
{
    int low = f->side->end, high = -1, before = 0, behind = 0;
    f->flag = NEWN(f->b->a, bool, f->side->end - f->side->first + 1);
    for (int i = f->side->first; i < f->side->end; i++)
        if (is_flag_store(f, &f->b->fn->ins.at[i])) {
            f->flag[i - f->side->first] = true;
            low = (int)lesser(low, i);
            high = i;
        }
    mark_makers(f);
    for (int i = f->side->first; i < f->side->end; i++) {
        const Ins *ins = &f->b->fn->ins.at[i];
        const bool access = is_lanes_access(f->b, ins);
        if (f->flag[i - f->side->first] || i == f->side->term)
            continue;
        if ((!access && !ins_is_pure(ins)) || makes_for_flags(f, ins))
            return false;
        f->rest = true;
        before += access && i < high;
        behind += access && i > low;
    }
    f->first = behind > 0;
    return high >= 0 && !(before && behind);
}

static bool is_flag_load(const Flag *f, const Ins *ins)
{
    const Space space = isa_emit(ins) == EMIT_LD ? isa_space(ins) : SP_LOCAL;
    const Dest d = ins_dest(ins);
    return (space == SP_GLOBAL || space == SP_SHARED) && ins->guard < 0 && !ins->pseudo && !isa_is_strong(ins) && !ins_dirty(ins) && d.n == 1 &&
           f->b->reg[d.reg].ndef == 1 && is_alike(f, isa_opnd(ins, ARG_A), 0);
}

/* Finds loads at one place for all lanes, in front of whatever is stored; false: there is none, or they need what else is made there, or what
 * else there is would have no vectors anyway. */
static bool find_loads(Flag *f)
{
    const Fn *fn = f->b->fn;
    bool any = false, stored = false;
    f->flag = NEWN(f->b->a, bool, f->side->end - f->side->first + 1);
    for (int i = f->side->first; i < f->side->end && !stored; i++) {
        stored = ins_dirty(&fn->ins.at[i]);
        f->flag[i - f->side->first] = is_flag_load(f, &fn->ins.at[i]);
        any |= f->flag[i - f->side->first];
    }
    mark_makers(f);
    for (int i = f->side->first; i < f->side->end && any; i++) {
        const Ins *ins = &fn->ins.at[i];
        if (f->flag[i - f->side->first] || i == f->side->term)
            continue;
        const bool loads = isa_emit(ins) == EMIT_LD && !isa_is_strong(ins) && ins->guard < 0;
        if ((!loads && !ins_is_pure(ins) && !is_lanes_access(f->b, ins)) || makes_for_flags(f, ins))
            return false;
    }
    f->first = f->rest = f->loads = true;
    return any;
}

/* Which lanes go there is known from their numbers. */
static bool is_for_range(const Back *b, int guard)
{
    const Ins *test = back_def(b, guard);
    return !test || test->mnemonic != INS_SETP || (uniform_arg(b, test, ARG_A).kind != VAL_VAR && uniform_arg(b, test, ARG_B).kind != VAL_VAR);
}

/* What only those come to who go the branch's way number k, behind mere jumps; or NULL. */
static const Blk *way_of(const Blk *x, int k)
{
    const Blk *y = blk_succ(x, k);
    while (y->npred == 1 && y->term == y->first && blk_nsucc(y) == 1)
        y = blk_succ(y, 0);
    return y->npred == 1 ? y : NULL;
}

/* Lanes that come to the block together take both ways behind it, as each says for itself. */
static bool parts_lanes(const Back *b, const Blk *x)
{
    const Ins *br = blk_conditional(b->fn, x);
    return br && isa_emit(br) == EMIT_BRA && b->reg[br->guard].val.kind == VAL_VAR && !is_for_range(b, br->guard) &&
           node_level(b, b->node_of[x->id]) < LV_LANE && !node_masked_around(b->node_of[x->id]);
}

static bool find(Back *b, const Blk *x, Flag *f)
{
    if (!parts_lanes(b, x))
        return false;
    const Blk *side = blk_succ(x, 0), *meet = blk_succ(x, 1);
    *f = (Flag){.b = b, .x = x, .side = side, .branch = x->branch};
    if (side != meet && side->first == x->end && side->npred == 1 && side->term < 0 && meet->first == side->end && find_flags(f))
        return true;
    for (int k = 0; k < 2; k++) {
        f->side = way_of(x, k);
        f->jumps = k;
        meet = cfg_real_target(b->fn, blk_succ(x, !k));
        if (f->side && blk_nsucc(f->side) == 1 && f->side != meet && cfg_real_target(b->fn, blk_succ(f->side, 0)) == meet && find_loads(f))
            return true;
    }
    return false;
}

/* The stores, for those chunks in which the number near is not 0 in some lane. */
static void add_stores(Flag *f, InsList *out, Opnd near)
{
    Fn *fn = f->b->fn;
    Arena *a = f->b->m->code;
    const Ins *branch = &fn->ins.at[f->branch];
    const Opnd any = opnd_reg(fn_new_reg(a, fn, "any", T_PRED));
    ins_add(f->b->m, fn, out, branch, "setp.ne.u32", (Opnd[]){any, near, opnd_number(0, T_U32)}, 3)->pseudo = PSEUDO_ANY;
    ins_add_branch(f->b->m, fn, out, branch, f->none, any.reg, true)->made = branch->made;
    for (int i = f->side->first; i < f->side->end; i++)
        if (f->flag[i - f->side->first]) {
            Ins ins = fn->ins.at[i];
            ins.pseudo = isa_emit(&ins) == EMIT_ST ? PSEUDO_FLAG : ins.pseudo;
            array_add(a, out, ins);
        }
    f->none->index = out->n;
}

/* In front of the branch, or in its place. */
static void add_branch(Flag *f, InsList *out, Opnd near)
{
    Fn *fn = f->b->fn;
    const Ins *branch = &fn->ins.at[f->branch];
    const bool not = branch->guard_neg ^ f->jumps;
    const Opnd holds[] = {near, opnd_number(not, T_U32), opnd_number(!not, T_U32), opnd_reg(branch->guard)};
    ins_add(f->b->m, fn, out, branch, "selp.u32", holds, 4);
    if (f->first)
        add_stores(f, out, near);
    if (f->loads)
        array_add(f->b->m->code, out, *branch);
    if (!f->loads && f->rest)
        ins_add_branch(f->b->m, fn, out, branch, f->behind, branch->guard, branch->guard_neg)->made = branch->made;
}

static void rewrite(Flag *f)
{
    Fn *fn = f->b->fn;
    Arena *a = f->b->m->code;
    const Opnd near = opnd_reg(fn_new_reg(a, fn, "near", T_U32));
    f->none = fn_new_label(a, fn, "$L__none", fn->ins.at[f->branch].loc);
    f->behind = f->loads ? NULL : fn_new_label(a, fn, "$L__behind", fn->ins.at[f->branch].loc);
    for (Rewrite w = rewrite_begin(f->b->m, fn, NULL); rewrite_next(&w);) {
        if (w.i == f->side->end && f->behind) {
            f->behind->index = w.out->n;
            if (!f->first)
                add_stores(f, w.out, near);
            rewrite_labels(&w);
        }
        if (w.i == f->branch)
            add_branch(f, w.out, near);
        else if (f->b->blk_of[w.i] != f->side || !f->flag[w.i - f->side->first])
            rewrite_keep(&w);
    }
    fn_end_code(f->b->m, fn, &fn->ins);
    fn_put_label(a, fn, f->none);
    if (f->rest && f->behind)
        fn_put_label(a, fn, f->behind);
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
