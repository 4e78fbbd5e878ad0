/* unroll_jam.c: loops over lanes that are done for several rows of a CTA at once.
 *
 * The rows of a tile in shared memory all read the same of another tile: sum += a[y][k] * b[k][x].  Row by row each
 * element of b is loaded again for every row, and a row's sum is one long chain.  Where nothing but what chunks keep is
 * written, rows don't notice each other; then the loop over lanes holds loops over R rows, which compilers unroll: one for
 * each statement, so that what rows share is still in a register for the next row, or where that would keep too many values
 * at once, one for all.
 *
 * In: the items and storage of region.c.  Out: Item.rows of such groups, RegInfo.row, Back.has_rows; and their C. */
#include "plan/plan.h"

/* Instructions of a loop over lanes for which that is done; scalar arithmetic in front of it, which compilers do for each
 * row alone. */
enum { LEAST = 4, MOST = 80, SCALARS = 20 };
/* Values of a lane between two statements, beside what chunks keep, up to which rows take turns by statement. */
enum { NARROW = 2 };

typedef struct Rows {
    Back *b;
    uint8_t *differs; /* by register: 0 not looked at, 1 no, 2 yes */
    bool ok, keeps, shares;
    int scalars;
    bool in_lanes, in_remade;
} Rows;

static bool differs(Rows *r, int reg);

static bool operand_differs(Rows *r, const Opnd *o)
{
    if ((o->kind == O_REG || o->kind == O_MEM) && o->reg >= 0 && differs(r, o->reg))
        return true;
    for (uint32_t i = 0; i < o->nsub; i++)
        if (operand_differs(r, &o->sub[i]))
            return true;
    if (o->kind != O_SREG)
        return false;
    const Sreg *s = &isa_sregs[o->sym->index];
    bool tid = opnd_is_sreg(o, SREG_TID) && o->comp == 0;
    return s->vary || (!tid && s->shape != SHAPE_CTA && s->shape != SHAPE_GRID);
}

/* Whether the instruction makes the same of the same, and gets that. */
static bool makes_same(Rows *r, const Ins *ins)
{
    if (isa_is_cta(ins)) /* what a barrier counts */
        return true;
    bool same = isa_loads_constant(ins) || (isa_is_arithmetic(ins) && isa_is_uniform(ins));
    same &= ins->guard < 0 && !isa_is_warp(ins);
    for (int i = -1; same && isa_next_input(ins, &i);)
        same = !operand_differs(r, &ins->arg[i]);
    return same;
}

/* Whether a scalar of a chunk may differ between chunks that begin at the same %tid.x. */
static bool differs(Rows *r, int reg)
{
    const RegInfo *g = &r->b->reg[reg];
    if (!r->differs[reg]) {
        r->differs[reg] = 2; /* while it is looked at: it may be made of itself */
        if (val_is_cta(g->val) || (g->def >= 0 && g->val.kind != VAL_VAR && makes_same(r, &r->b->fn->ins.at[g->def])))
            r->differs[reg] = 1;
    }
    return r->differs[reg] == 2;
}

static bool row_step(Rows *r, const Opnd *o, int depth, int64_t *step);

static bool stays(Rows *r, const Ins *ins, ArgName name, int depth)
{
    int64_t step;
    return row_step(r, isa_opnd(ins, name), depth, &step) && !step;
}

/* By how much a 32-bit scalar of a chunk grows from a row to the next. */
static bool reg_step(Rows *r, int reg, int depth, int64_t *step)
{
    *step = 0;
    if (!differs(r, reg))
        return true;
    const Ins *ins = back_def(r->b, reg);
    LinearSum f;
    int64_t x;
    if (!ins || depth > 6 || ins->guard >= 0 || type_info[r->b->fn->regs.at[reg]->type].bits != 32 || isa_has_word(ins, MOD_WIDE))
        return false;
    if (ins->mnemonic == INS_MAD && isa_has_word(ins, MOD_LO) && stays(r, ins, ARG_A, depth + 1) && stays(r, ins, ARG_B, depth + 1))
        return row_step(r, isa_opnd(ins, ARG_C), depth + 1, step);
    if (!uniform_sum(r->b, ins, &f))
        return false;
    for (int i = 0; i < f.n; *step += x * f.by[i++])
        if (!row_step(r, f.of[i], depth + 1, &x))
            return false;
    return true;
}

static bool row_step(Rows *r, const Opnd *o, int depth, int64_t *step)
{
    *step = 0;
    if (o->kind == O_IMM)
        return true;
    if (o->kind == O_SREG && operand_differs(r, o)) {
        *step = o->comp == 1; /* rows done at once have the same %tid.z */
        return opnd_is_sreg(o, SREG_TID) && o->comp >= 0;
    }
    return o->kind == O_SREG || (opnd_is_reg(o) && reg_step(r, o->reg, depth, step));
}

static void test_ins(Rows *r, const Ins *ins)
{
    Emit e = isa_emit(ins);
    r->ok &= (e == EMIT_LD || isa_computes(ins)) && !ins_dirty(ins) && !isa_meets(ins) && (e == EMIT_LD || isa_mem(ins) == MEM_NONE) &&
             isa_space(ins) != SP_LOCAL && /* each row has its own */
             !isa_uses_carry(ins);
    r->scalars += !r->in_lanes && e == EMIT_TEXT;
    if (r->in_lanes && e == EMIT_LD) {
        const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
        r->shares |= a->reg >= 0 && r->b->reg[a->reg].val.kind != VAL_VAR && !differs(r, a->reg);
    }
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        const RegInfo *g = &r->b->reg[ref.reg];
        bool state = g->plan->store == ST_STATE, scalar = g->plan->store == ST_STATE_SCALAR;
        r->ok &= g->plan->store != ST_LANES && !g->val.border && !g->known && !g->plan->again && r->b->fn->regs.at[ref.reg]->vec <= 1 &&
                 !(scalar && ref.write) && !(state && !r->in_lanes) && (!ref.write || r->in_lanes || g->ndef == 1);
        r->keeps |= state && ref.write;
    }
}

static void test_all(Rows *r, const Items *in, int n)
{
    for (int i = 0; i < n && r->ok; i++)
        if ((r->ok = in->at[i]->kind == I_INS))
            test_ins(r, &r->b->fn->ins.at[in->at[i]->ins]);
}

/* Scalars, then one loop over lanes. */
static bool test_group(Rows *r, const Item *group)
{
    const Items *in = &group->kid[0];
    const Item *lanes = items_last(in);
    if (group->dirty || group->spec || group->mask || !lanes || lanes->kind != I_GROUP || lanes->decls.n ||
        lanes->serial || lanes->spec || lanes->mask)
        return false;
    r->ok = true;
    r->keeps = r->shares = r->in_lanes = false;
    r->scalars = 0;
    test_all(r, in, in->n - 1);
    const Items *body = &lanes->kid[0];
    r->in_lanes = true;
    r->ok &= body->n >= LEAST && body->n <= MOST;
    test_all(r, body, body->n);
    return r->ok && r->keeps && r->shares && r->scalars <= SCALARS;
}

/* Registers of the scalars that the loop over lanes reads. */
static void mark_read(Rows *r, int reg, bool write)
{
    RegInfo *g = &r->b->reg[reg];
    if (!write && (g->plan->remade || (r->in_remade && g->plan->store == ST_FOLD))) {
        const bool was = r->in_remade;
        r->in_remade = true;
        for (Refs ref = ins_refs(&r->b->fn->ins.at[g->def]); refs_next(&ref);)
            mark_read(r, ref.reg, ref.write);
        r->in_remade = was;
    }
    if (g->val.kind == VAL_VAR || !differs(r, reg))
        return;
    int64_t step;
    if (g->plan->store == ST_STATE_SCALAR && reg_step(r, reg, 0, &step) && step > 0 && step < 1 << 24)
        g->plan->row_step = (int32_t)step;
    else
        g->plan->row = (Row)greater(g->plan->row, !write && r->in_lanes && g->plan->store == ST_SCALAR ? ROW_EACH : ROW_OWN);
}

/* A row's own element that is read once stands where it is used: many arrays of them would not fit the registers. */
static void fold_load(Back *b, const Item *it)
{
    const Ins *ins = &b->fn->ins.at[it->ins];
    const Dest d = ins_dest(ins);
    RegInfo *g = d.n == 1 ? &b->reg[d.reg] : NULL;
    if (g && g->plan->row == ROW_EACH && g->plan->store == ST_SCALAR && g->nuse == 1 && isa_emit(ins) == EMIT_LD && ins->guard < 0)
        g->plan->store = ST_FOLD;
}

/* Whether a lane's value has a variable in the loop over lanes, if each statement has its own. */
static bool is_value(const Back *b, const Item *it, int *reg)
{
    const Ins *ins = &b->fn->ins.at[it->ins];
    const Dest d = ins_dest(ins);
    const RegInfo *g = &b->reg[*reg = d.reg];
    return d.n == 1 && g->val.kind == VAL_VAR &&
           (g->plan->store == ST_LOCAL || (g->plan->store == ST_FOLD && !g->plan->again && !g->known && isa_emit(ins) == EMIT_TEXT));
}

static bool reads_behind(const Back *b, const Items *body, int at, int reg)
{
    for (int i = at + 1; i < body->n; i++)
        if (ins_mentions(&b->fn->ins.at[body->at[i]->ins], reg).reads)
            return true;
    return false;
}

/* Few values live from a statement to the next: a row's are not in the next row's way. */
static bool is_narrow(const Back *b, const Items *body)
{
    for (int at = 0; at < body->n; at++) {
        int live = 0, reg;
        for (int i = 0; i <= at; i++) {
            if (ins_dest(&b->fn->ins.at[body->at[i]->ins]).n > 1)
                return false;
            live += is_value(b, body->at[i], &reg) && reads_behind(b, body, at, reg);
        }
        if (live > NARROW)
            return false;
    }
    return true;
}

typedef struct Inputs { Rows *r; bool differ; } Inputs;

static void note_input(Inputs *in, int reg, bool write)
{
    const RegInfo *g = &in->r->b->reg[reg];
    if (write)
        return;
    if (g->val.kind != VAL_VAR)
        in->differ |= differs(in->r, reg);
    else if (g->plan->store == ST_FOLD && g->def >= 0) /* a part of the expression */
        for (Refs ref = ins_refs(&in->r->b->fn->ins.at[g->def]); refs_next(&ref);)
            note_input(in, ref.reg, ref.write);
    else
        in->differ |= g->plan->store != ST_LOCAL || g->plan->row != ROW_SAME;
}

/* What a statement leaves to another is the same for all rows, or each row has a place for it. */
static void by_statement(Rows *r, Item *lanes)
{
    Back *b = r->b;
    const Items *body = &lanes->kid[0];
    lanes->rows = true;
    for (int i = 0, reg; i < body->n; i++)
        if (is_value(b, body->at[i], &reg)) {
            Inputs in = {r, b->reg[reg].ndef != 1 || b->fn->ins.at[body->at[i]->ins].guard >= 0};
            for (Refs ref = ins_refs(&b->fn->ins.at[body->at[i]->ins]); refs_next(&ref);)
                note_input(&in, ref.reg, ref.write);
            b->reg[reg].plan->store = ST_LOCAL;
            b->reg[reg].plan->row = in.differ ? ROW_EACH : ROW_SAME;
        }
}

static void visit(Rows *r, Items *list)
{
    for (EACH(Item, it, *list)) {
        for (int k = 0; k < it->nkid; k++)
            visit(r, &it->kid[k]);
        if (it->kind != I_GROUP || it->level != LV_CHUNK || !test_group(r, it))
            continue;
        it->rows = r->b->plan->has_rows = true;
        const Items *in = &it->kid[0], *body = &in->at[in->n - 1]->kid[0];
        r->in_lanes = false;
        for (int k = 0; k + 1 < in->n; k++)
            for (Refs ref = ins_refs(&r->b->fn->ins.at[in->at[k]->ins]); refs_next(&ref);)
                mark_read(r, ref.reg, ref.write);
        r->in_lanes = true;
        for (int k = 0; k < body->n; k++)
            for (Refs ref = ins_refs(&r->b->fn->ins.at[body->at[k]->ins]); refs_next(&ref);)
                mark_read(r, ref.reg, ref.write);
        for (int k = 0; k + 1 < in->n; k++)
            fold_load(r->b, in->at[k]);
        if (is_narrow(r->b, body))
            by_statement(r, in->at[in->n - 1]);
    }
}

void unroll_jam_build(Back *b)
{
    Rows r = {.b = b, .differs = NEWN(b->a, uint8_t, b->nreg + 1)};
    if (b->mode == MODE_CTA && b->width == CHUNK_LANES && info(b->tree)->has_cta && !has_exit(&b->plan->root) && !b->literal)
        visit(&r, &b->plan->root);
}
