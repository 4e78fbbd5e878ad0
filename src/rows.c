/* rows.c: loops over lanes that are done for several rows of a CTA at once.
 *
 * The rows of a tile in shared memory all read the same of another tile: sum += a[y][k] * b[k][x].  Row by row each
 * element of b is loaded again for every row, and a row's sum is one long chain.  Where nothing but what chunks keep is
 * written, rows don't notice each other; then the loop over lanes holds a loop over R rows, which compilers unroll.
 *
 * In: the items and storage of region.c.  Out: Item.rows of such groups, RegInfo.row, Back.has_rows; and their C. */
#include "emit_fn.h"

/* Instructions of a loop over lanes for which that is done; scalar arithmetic in front of it, which compilers do for each
 * row alone. */
enum { LEAST = 4, MOST = 80, SCALARS = 8 };

typedef struct Rows {
    Back *b;
    uint8_t *differs; /* by register: 0 not looked at, 1 no, 2 yes */
    bool ok, keeps, shares;
    int scalars;
    bool in_lanes;
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
    bool tid = strcmp(s->name, "%tid") == 0 && o->comp == 0;
    return s->vary || (!tid && s->shape != SHAPE_CTA && s->shape != SHAPE_GRID);
}

/* Whether a scalar of a chunk may differ between chunks that begin at the same %tid.x. */
static bool differs(Rows *r, int reg)
{
    const RegInfo *g = &r->b->reg[reg];
    if (r->differs[reg])
        return r->differs[reg] == 2;
    r->differs[reg] = 2;
    if (g->val.kind == VAL_UNI && g->val.level == LV_CTA)
        r->differs[reg] = 1;
    if (g->def < 0 || g->ndef != 1 || g->val.kind == VAL_VAR)
        return r->differs[reg] == 2;
    const Ins *ins = &r->b->fn->ins.at[g->def];
    Emit e = isa_emit(ins);
    bool param = e == EMIT_LD && (isa_space(ins) == SP_PARAM || isa_space(ins) == SP_CONST);
    bool text = e == EMIT_TEXT && isa_mem(ins) == MEM_NONE && isa_is_uniform(ins);
    bool pure = param || e == EMIT_MOV || e == EMIT_CVTA || text;
    bool same = pure && ins->guard < 0 && !isa_is_warp(ins);
    for (int i = 0; i < ins->narg && same; i++)
        same = isa_arg_is_dest(ins, i) || !operand_differs(r, &ins->arg[i]);
    if (same)
        r->differs[reg] = 1;
    return !same;
}

static void test_reg(void *ctx, int reg, bool write)
{
    Rows *r = ctx;
    const RegInfo *g = &r->b->reg[reg];
    bool state = g->store == ST_STATE, scalar = g->store == ST_STATE_SCALAR;
    r->ok &= g->store != ST_LANES && !g->val.border && !g->known && !g->again && r->b->fn->regs.at[reg]->vec <= 1 &&
             !(scalar && write) && !(state && !r->in_lanes) && (!write || r->in_lanes || g->ndef == 1);
    r->keeps |= state && write;
}

/* %tid.y or %tid.z: the C text names that of the first row. */
static bool is_row(const Opnd *o)
{
    return o->kind == O_SREG && strcmp(isa_sregs[o->sym->index].name, "%tid") == 0 && o->comp != 0;
}

static void test_ins(Rows *r, const Ins *ins)
{
    Emit e = isa_emit(ins);
    r->ok &= (e == EMIT_TEXT || e == EMIT_LD || e == EMIT_MOV || e == EMIT_CVTA) && !ins_dirty(ins) && !isa_is_warp(ins) &&
             !isa_is_cta(ins) && (e == EMIT_LD || isa_mem(ins) == MEM_NONE) && !(ins->lower && strstr(ins->lower, "cc"));
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        const RegInfo *g = o->reg >= 0 && (o->kind == O_REG || o->kind == O_MEM) ? &r->b->reg[o->reg] : NULL;
        const Ins *def = g && g->store == ST_FOLD && g->def >= 0 ? &r->b->fn->ins.at[g->def] : NULL;
        r->ok &= !is_row(o) && !(def && isa_emit(def) == EMIT_MOV && is_row(&def->arg[isa_arg(def, "a")]));
    }
    r->scalars += !r->in_lanes && e == EMIT_TEXT;
    if (r->in_lanes && e == EMIT_LD) {
        const Opnd *a = &ins->arg[isa_arg(ins, "a")];
        r->shares |= a->reg >= 0 && r->b->reg[a->reg].val.kind != VAL_VAR && !differs(r, a->reg);
    }
    ins_regs(r->b->fn, ins, test_reg, r);
}

/* Scalars, then one loop over lanes. */
static bool test_group(Rows *r, const Item *group)
{
    const Items *in = &group->kid[0];
    const Item *lanes = in->n ? in->at[in->n - 1] : NULL;
    if (group->dirty || group->spec || group->mask || !lanes || lanes->kind != I_GROUP || lanes->decls.n ||
        lanes->serial || lanes->spec || lanes->mask)
        return false;
    r->ok = true;
    r->keeps = r->shares = r->in_lanes = false;
    r->scalars = 0;
    for (int i = 0; i + 1 < in->n && r->ok; i++)
        if ((r->ok = in->at[i]->kind == I_INS))
            test_ins(r, &r->b->fn->ins.at[in->at[i]->ins]);
    const Items *body = &lanes->kid[0];
    r->in_lanes = true;
    r->ok &= body->n >= LEAST && body->n <= MOST;
    for (int i = 0; i < body->n && r->ok; i++)
        if ((r->ok = body->at[i]->kind == I_INS))
            test_ins(r, &r->b->fn->ins.at[body->at[i]->ins]);
    return r->ok && r->keeps && r->shares && r->scalars <= SCALARS;
}

/* Registers of the scalars that the loop over lanes reads. */
static void mark_read(void *ctx, int reg, bool write)
{
    Rows *r = ctx;
    RegInfo *g = &r->b->reg[reg];
    if (g->val.kind == VAL_VAR || !differs(r, reg))
        return;
    g->row = !write && r->in_lanes && g->store == ST_SCALAR ? ROW_EACH : g->row == ROW_SAME ? ROW_OWN : g->row;
}

/* A row's own element that is read once stands where it is used: many arrays of them would not fit the registers. */
static void fold_load(Back *b, const Item *it)
{
    const Ins *ins = &b->fn->ins.at[it->ins];
    const Writes1 d = dest_of(b, ins);
    RegInfo *g = d.n == 1 ? &b->reg[d.reg] : NULL;
    if (g && g->row == ROW_EACH && g->store == ST_SCALAR && g->nuse == 1 && isa_emit(ins) == EMIT_LD && ins->guard < 0)
        g->store = ST_FOLD;
}

static void visit(Rows *r, Items *list)
{
    for (int i = 0; i < list->n; i++) {
        Item *it = list->at[i];
        for (int k = 0; k < it->nkid; k++)
            visit(r, &it->kid[k]);
        if (it->kind != I_GROUP || it->level != LV_CHUNK || !test_group(r, it))
            continue;
        it->rows = r->b->has_rows = true;
        const Items *in = &it->kid[0], *body = &in->at[in->n - 1]->kid[0];
        r->in_lanes = false;
        for (int k = 0; k + 1 < in->n; k++)
            ins_regs(r->b->fn, &r->b->fn->ins.at[in->at[k]->ins], mark_read, r);
        r->in_lanes = true;
        for (int k = 0; k < body->n; k++)
            ins_regs(r->b->fn, &r->b->fn->ins.at[body->at[k]->ins], mark_read, r);
        for (int k = 0; k + 1 < in->n; k++)
            fold_load(r->b, in->at[k]);
    }
}

void rows_build(Back *b)
{
    Rows r = {.b = b, .differs = NEWN(b->a, uint8_t, b->nreg + 1)};
    if (b->mode == MODE_CTA && info(b->tree)->has_cta && !has_exit(&b->root) && !b->literal)
        visit(&r, &b->root);
}

/* ---- C ------------------------------------------------------------------------------------------------------------------ */

typedef struct Kept { Back *b; bool *read, *written; } Kept;

static void note_kept(void *ctx, int reg, bool write)
{
    Kept *k = ctx;
    if (k->b->reg[reg].store != ST_STATE)
        return;
    if (write)
        k->written[reg] = true;
    else
        k->read[reg] |= !k->written[reg];
}

/* What lanes keep is in variables while the loop over rows runs, so that no store stands between the rows. */
static void lanes_of_rows(Writer *w, Items *body)
{
    Back *b = w->b;
    Kept k = {b, NEWN(b->a, bool, b->nreg + 1), NEWN(b->a, bool, b->nreg + 1)};
    for (int i = 0; i < body->n; i++)
        ins_regs(b->fn, &b->fn->ins.at[body->at[i]->ins], note_kept, &k);
    line(w, "PTX2C_LANES(n) {");
    w->indent++;
    for (int r = 0; r < b->nreg; r++)
        if (k.read[r] || k.written[r])
            line(w, "%s %s[PTX2C_ROWS];", reg_ctype(b, r), b->reg[r].name);
    for (int r = 0; r < b->nreg; r++)
        if (k.read[r])
            line(w, "PTX2C_EACH_ROW %s[j] = s[j].%s[l];", b->reg[r].name, b->reg[r].name);
    line(w, "PTX2C_EACH_ROW {");
    w->indent++;
    w->lane = true;
    emit_body(w, body);
    w->lane = false;
    w->indent--;
    line(w, "}");
    for (int r = 0; r < b->nreg; r++)
        if (k.written[r])
            line(w, "PTX2C_EACH_ROW s[j].%s[l] = %s[j];", b->reg[r].name, b->reg[r].name);
    w->indent--;
    line(w, "}");
}

static bool own_of_row(const Back *b, const Item *it)
{
    Writes1 d = dest_of(b, &b->fn->ins.at[it->ins]);
    return b->reg[d.reg].row != ROW_SAME;
}

/* An array for what the loop over lanes reads. */
static void declare_row(void *ctx, int reg, bool write)
{
    Writer *w = ctx;
    const RegInfo *g = &w->b->reg[reg];
    if (write && g->row == ROW_EACH && g->store == ST_SCALAR)
        line(w, "%s %s[PTX2C_ROWS];", reg_ctype(w->b, reg), g->name);
}

void rows_emit(Writer *w, Item *group)
{
    Back *b = w->b;
    Items *in = &group->kid[0], part = {.owner = group, .level = LV_CHUNK};
    w->rows = true;
    for (int own = 0; own < 2; own++) {
        part.n = 0;
        for (int i = 0; i + 1 < in->n; i++)
            if (own_of_row(b, in->at[i]) == (own == 1))
                array_add(b->a, &part, in->at[i]);
        for (int i = 0; i < part.n && own; i++)
            ins_regs(b->fn, &b->fn->ins.at[part.at[i]->ins], declare_row, w);
        Str text = {0}, *out = w->out;
        w->out = &text;
        w->indent += own;
        emit_body(w, &part);
        w->indent -= own;
        w->out = out;
        if (own && text.n)
            line(w, "PTX2C_EACH_ROW {");
        str_add(w->out, text.s ? text.s : "");
        if (own && text.n)
            line(w, "}");
        str_free(&text);
    }
    lanes_of_rows(w, &in->at[in->n - 1]->kid[0]);
    w->rows = false;
}
