/* emit_fn.c: a function's analyses in their order; its declarations and instructions as C. */
#include "emit/lower.h"

/* ---- declarations -------------------------------------------------------------------------------------------------------- */

/* How often an instruction whose results come one by one (lower_ld, lower_mov_vec, lower_parts) names a register among them. */
static int times_written(const Ins *ins, int reg)
{
    int n = 0;
    const bool parts = isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_MOV || isa_is_warp(ins) || (ins->lower && strchr(ins->lower, '@'));
    for (int i = 0; parts && i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        for (uint32_t k = 0; isa_arg_is_dest(ins, i) && k < (o->nsub ? o->nsub : 1); k++)
            n += (o->nsub ? &o->sub[k] : o)->kind == O_REG && (o->nsub ? &o->sub[k] : o)->reg == reg;
    }
    return n;
}

/* Whether the instruction, with which the register's scope begins, gives it a value that its declaration may have. */
static bool declares(const Back *b, const Ins *ins, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const RegMentions t = ins_mentions(ins, reg);
    const bool cta = isa_is_cta(ins) && ins->pseudo != PSEUDO_WAIT && ins->pseudo != PSEUDO_MOVED;
    if (!t.writes || t.reads || ins->guard >= 0 || cta || g->plan->store == ST_LANES || b->fn->regs.at[reg]->vec > 1)
        return false;
    const bool alike = !isa_is_warp(ins) || isa_is_alike(ins) || g->val.kind == VAL_UNI;
    return alike && (ins_dest(ins).n == 1 || times_written(ins, reg) == 1);
}

/* What is read before it is written, or written in one place of several. */
static bool begins_as_zero(const RegInfo *g)
{
    return g->plan->entry_live || g->plan->copied_early || g->ndef == 0 || (g->ndef > 1 && g->plan->store != ST_LANES);
}

/* A long number that is loaded where a mask is set and read nowhere else.  Of a constant in its place gcc computes ahead what is made of it,
 * for which numbers of all lengths are then chosen by the mask, and makes no vectors. */
static bool is_loaded_under_mask(const Back *b, int reg)
{
    const Ins *def = b->reg[reg].ndef == 1 ? back_def(b, reg) : NULL;
    return def && def->masked && def->guard >= 0 && isa_emit(def) == EMIT_LD && type_info[b->fn->regs.at[reg]->type].bits == 64;
}

/* A register's name with its length and value. */
static const char *declarator(Writer *w, int reg)
{
    const Back *b = w->b;
    const RegInfo *g = &b->reg[reg];
    const Sym *s = b->fn->regs.at[reg];
    const bool may_be_kept = g->plan->store == ST_SCALAR && kernel_gives_way(b->fn); /* by a CTA that waits, written or not */
    const bool zero = begins_as_zero(g) || may_be_kept;
    if (g->plan->store == ST_LANES)
        return arena_printf(b->a, "%s[%d]%s", g->plan->name, b->width, zero ? " = {0}" : "");
    if (zero && w->lane && is_loaded_under_mask(b, reg))
        return arena_printf(b->a, "%s = %s", g->plan->name, lower_hidden(w, 'S', 0));
    return arena_printf(b->a, "%s%s", g->plan->name, !zero ? "" : s->vec > 1 ? " = {{0}}" : s->type == T_B128 ? " = {0, 0}" : " = 0");
}

/* Declares the registers whose scope begins at this item; those that the item itself defines get their type there. */
void emit_declarations(Writer *w, Item *it)
{
    const Back *b = w->b;
    Declared before = {0};
    for (int i = 0; i < it->decls.n; i++) {
        const int reg = it->decls.at[i];
        RegInfo *g = &b->reg[reg];
        if (!register_is_declared(w, reg))
            continue;
        if (it->kind == I_INS && it->ins >= 0 && declares(b, &b->fn->ins.at[it->ins], reg)) {
            g->plan->declared = it->ins;
            continue;
        }
        declare_joined(w, &before, g->plan->store == ST_LANES ? lanes_ctype(b, reg) : reg_ctype(b, reg), declarator(w, reg));
    }
}

/* ---- instructions ---------------------------------------------------------------------------------------------------------- */

static void cta_barrier(Writer *w, const Ins *ins)
{
    if (!isa_has_word(ins, MOD_RED)) {
        line(w, "ptx2c_cta_barrier(c);");
        return;
    }
    int id = isa_arg(ins, ARG_D), ic = isa_arg(ins, ARG_C);
    const char *op = isa_has_word(ins, MOD_POPC) ? "popc" : isa_has_word(ins, MOD_AND) ? "and" : "or";
    bool warps = w->b->mode == MODE_WARP;
    line(w, "ptx2c_red_begin(c);");
    block(w, warps ? "PTX2C_FOR_WARPS(k, c) {" : "PTX2C_FOR_CHUNKS(k, c) {");
    const char *p = prologue_for(w, ins, ic);
    lanes_header(w, "m", ORDER_SERIAL, 0);
    line(w, "    ptx2c_red_put(c, %s);", p);
    line(w, "}");
    block_end(w);
    line(w, "ptx2c_cta_barrier(c);");
    const char *result = arena_printf(w->b->a, "ptx2c_red_%s(c)", op);
    const Opnd *d = &ins->arg[id];
    if (d->kind != O_REG || w->b->reg[d->reg].val.kind != VAL_VAR) {
        lower_assign(w, ins, d, ins->argtype[id], result, NULL);
        return;
    }
    block(w, warps ? "PTX2C_FOR_WARPS(k, c) {" : "PTX2C_FOR_CHUNKS(k, c) {");
    w->lane = true;
    chunk_prologue(w, warps ? "m s" : "n s", NULL);
    lanes_header(w, "m", ORDER_SERIAL, 0);
    w->indent++;
    lower_assign(w, ins, d, ins->argtype[id], result, NULL);
    block_end(w);
    w->lane = false;
    block_end(w);
}

static bool folds_sreg(const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    return a->kind == O_SREG && isa_sregs[a->sym->index].shape == SHAPE_TID;
}

/* A round of a loop that waits for others did something for them: the grid is not stuck. */
static void note_write(Writer *w, const Item *it, const Ins *ins)
{
    const Back *b = w->b;
    bool waits = b->fn->irreducible;
    for (const Blk *h = b->blk_of[it->ins]->loop; h; h = h->loop_up)
        waits |= b->plan->waiting[h->id];
    if (waits && others_see(ins))
        line(w, "%srun->wrote = true;", ins->guard < 0 ? "" : arena_printf(b->a, "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg)));
}

static void emit_statement(Writer *w, Item *it);

void emit_instruction(Writer *w, Item *it)
{
    const Trace *trace = w->o->trace;
    const Ins *ins = &w->b->fn->ins.at[it->ins];
    const Dest d = ins_dest(ins);
    bool folds = d.n == 1 && (w->b->reg[d.reg].plan->store == ST_FOLD || w->b->reg[d.reg].plan->remade);
    if (!trace || !folds)
        emit_annotation(w, ins);
    emit_declarations(w, it);
    if (trace && !folds) {
        trace_open(w->out, &w->notes);
        str_clear(&w->notes);
    }
    emit_statement(w, it);
    if (trace && !folds)
        trace_close(w->out);
}

void emit_instruction_again(Writer *w, Item *it)
{
    for (int i = 0; i < it->decls.n; i++)
        w->b->reg[it->decls.at[i]].plan->declared = -1;
    emit_statement(w, it);
}

/* The instruction's text; fold: as an expression. */
static void emit_value(Writer *w, const Ins *ins, Ex *fold)
{
    const Opnd *own = check_unclamped(w, ins);
    const Type t = own ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    w->ins = ins;
    if (own)
        lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_D)], t, lower_value(w, own, t, 'u').s, fold);
    else
        lower_ins(w, ins, fold);
}

/* The expression by which a register's uses are printed, unless they print it by themselves. */
static void fold_value(Writer *w, const Ins *ins, RegPlan *p)
{
    Ex e = {0};
    w->ins = ins;
    if (p->again || substitution_is_constant(w->b, ins) || (isa_emit(ins) == EMIT_MOV && folds_sreg(ins)))
        return;
    emit_value(w, ins, &e);
    p->fold = e.s;
    p->fold_primary = e.prim;
    p->fold_not = lower_opposite(w->b->a, ins, e.s);
}

/* A register gets its value, with the check of what was taken for granted: of a comparison behind it. */
static void emit_assignment(Writer *w, const Item *it, const Ins *ins)
{
    const Back *b = w->b;
    const Dest d = ins_dest(ins);
    Spec spec = b->spec && !(b->spec[it->ins] & (SPEC_LOCAL | SPEC_PLANE)) ? (Spec)b->spec[it->ins] : SPEC_NONE;
    if (spec != SPEC_NONE && spec != SPEC_COMPARE)
        emit_check(w, ins, spec);
    if (d.n == 1 && b->reg[d.reg].val.border)
        lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_P)], T_PRED, lane_range_text(w, ins), NULL);
    else
        emit_value(w, ins, NULL);
    if (spec == SPEC_COMPARE)
        emit_check(w, ins, spec);
}

static void (*const pseudo_emit[PSEUDO_ABSENT + 1])(Writer *w, const Ins *ins) = {
    [PSEUDO_CHECK] = emit_checks_of_head, [PSEUDO_ONCE] = emit_single_round, [PSEUDO_AGAIN] = emit_single_round,
    [PSEUDO_UNSET] = check_told, [PSEUDO_UNSET_LOAD] = check_told, [PSEUDO_UNSET_OR_LOAD] = check_told,
    [PSEUDO_KEPT] = check_stores_kept, [PSEUDO_KEPT_LOAD] = check_stores_kept,
    [PSEUDO_PASS] = check_told, [PSEUDO_SKIPS] = check_told, [PSEUDO_PRODUCT] = check_told,
};

static void emit_by_kind(Writer *w, Item *it, const Ins *ins)
{
    if (pseudo_emit[ins->pseudo])
        pseudo_emit[ins->pseudo](w, ins);
    else if (it->joins.n)
        emit_joined(w, it);
    else if (isa_is_warp(ins))
        emit_collective(w, ins, it->first);
    else if (emit_waiting(w, it, ins->pseudo))
        return;
    else if (isa_is_cta(ins))
        cta_barrier(w, ins);
    else if (isa_emit(ins) == EMIT_CALL)
        emit_call(w, ins);
    else if (isa_emit(ins) == EMIT_STACK)
        emit_stack(w, ins);
    else if (it->level == LV_CHUNK && isa_mem(ins) == MEM_TEX && texels_at_once(w->b, ins))
        emit_texels(w, ins);
    else if (it->level == LV_CHUNK && gathers_at_once(w->b, ins))
        emit_gather(w, it);
    else if (it->level == LV_CHUNK && scatters_at_once(w->b, ins))
        emit_scatter(w, ins);
    else
        emit_assignment(w, it, ins);
}

/* What comes behind its annotation and declarations. */
static void emit_statement(Writer *w, Item *it)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    const Dest d = ins_dest(ins);
    RegPlan *p = d.n == 1 ? b->reg[d.reg].plan : NULL;
    if (it->joined)
        return;
    if (w->needed && check_probed(ins)) {
        check_probe(w, ins);
        return;
    }
    if (p && p->store == ST_FOLD) {
        fold_value(w, ins, p);
        return;
    }
    if (p && p->remade)
        return;
    emit_notes(w);
    emit_line_directive(w, ins);
    check_order(w, ins);
    if (!isa_is_warp(ins))
        check_next(w, ins, check_thread(w));
    if (isa_emit(ins) == EMIT_NOP && !ins_checks_unset(ins))
        return;
    if (!emit_reduction_term(w, ins))
        emit_by_kind(w, it, ins);
    check_order_behind(w, ins);
    if (b->mode == MODE_SCHED)
        note_write(w, it, ins);
}
