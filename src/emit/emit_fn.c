/* emit_fn.c: a function's analyses in their order; its declarations and instructions as C. */
#include "emit/emit_fn.h"

static Back *try_analyse(Arena *a, Back as)
{
    Back *b = NEW(a, Back);
    *b = as;
    b->tree = struct_build(a, b->fn, b->fn->blk[0], NULL, &b->gotos);
    b->ok = uniform_analyse(b);
    return b;
}

Back *back_analyse(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, int width, bool literal)
{
    Back as = {.a = a, .m = m, .fn = fn, .mode = mode, .width = width, .rows = rows, .literal = literal};
    flow_build(a, m, fn, literal);
    if (!fn->nblk)
        return NULL;
    Back *b = try_analyse(a, as);
    if (b->ok || literal || !info(b->tree)->has_cta)
        return b;
    as.cta_loads = true;
    Back *again = try_analyse(a, as);
    return again->ok ? again : b;
}

void back_finish(Back *b)
{
    b->ok = b->ok && region_build(b);
    if (b->ok) {
        name_all(b);
        local_layout_choose(b);
        array_sharing_build(b);
    }
}

Back *back_prepare(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, bool literal)
{
    Back *b = back_analyse(a, m, fn, mode, rows, CHUNK_LANES, literal);
    if (b)
        back_finish(b);
    return b;
}

/* ---- declarations -------------------------------------------------------------------------------------------------------- */

enum { DECLARED_COLUMNS = 100 }; /* of a line with several variables */

typedef struct DefTest { int reg; bool writes, reads; } DefTest;

/* How often an instruction whose results come one by one (lower_ld, lower_parts) names a register among them. */
static int times_written(const Ins *ins, int reg)
{
    int n = 0;
    bool parts = isa_emit(ins) == EMIT_LD || (ins->lower && strchr(ins->lower, '@'));
    for (int i = 0; parts && i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        for (uint32_t k = 0; isa_arg_is_dest(ins, i) && k < (o->nsub ? o->nsub : 1); k++)
            n += (o->nsub ? &o->sub[k] : o)->kind == O_REG && (o->nsub ? &o->sub[k] : o)->reg == reg;
    }
    return n;
}

static void test_def(void *ctx, int reg, bool write)
{
    DefTest *t = ctx;
    if (reg == t->reg)
        *(write ? &t->writes : &t->reads) = true;
}

/* Declares a variable, with those before where they have its type and there is room; column: where that line ends. */
static void join_declaration(Writer *w, const char **before, size_t *column, const char *type, const char *what)
{
    if (*before && strcmp(*before, type) == 0 && type[0] != 's' && *column + strlen(what) + 2 <= DECLARED_COLUMNS) {
        w->out->n -= 2; /* ";\n" */
        str_printf(w->out, ", %s;\n", what);
        *column += strlen(what) + 2;
        return;
    }
    *before = type;
    *column = (size_t)(4 * w->indent) + strlen(type) + strlen(what) + 2;
    line(w, "%s %s;", type, what);
}

/* Declares the registers whose scope begins at this item; those that the item itself defines get their type there. */
void emit_declarations(Writer *w, Item *it)
{
    Back *b = w->b;
    const char *before = NULL;
    size_t column = 0;
    for (int i = 0; i < it->decls.n; i++) {
        int reg = it->decls.at[i];
        RegInfo *g = &b->reg[reg];
        if (!g->wanted || b->fn->regs.at[reg]->kind != SYM_REG || g->param || (w->rows && g->row == ROW_EACH))
            continue;
        DefTest t = {reg, false, false};
        const Ins *ins = it->ins >= 0 ? &b->fn->ins.at[it->ins] : NULL;
        if (ins)
            ins_regs(b->fn, ins, test_def, &t);
        bool multi = b->fn->regs.at[reg]->vec > 1;
        if (it->kind == I_INS && t.writes && !t.reads && ins->guard < 0 && (!isa_is_warp(ins) || collective_alike(ins)) &&
            !isa_is_cta(ins) && (ins_dest(ins).n == 1 || times_written(ins, reg) == 1) && g->store != ST_LANES && !multi) {
            g->declared = it->ins;
            continue;
        }
        bool zero = g->entry_live || g->ndef == 0 || (g->ndef > 1 && g->store != ST_LANES);
        /* predicates as wide as numbers: compilers make no vectors of loops with both */
        bool lanes = g->store == ST_LANES, pred = b->fn->regs.at[reg]->type == T_PRED && b->mode == MODE_LANES;
        const char *type = lanes && pred ? "uint32_t" : reg_ctype(b, reg);
        const char *what = lanes ? arena_printf(b->a, "%s[%d]%s", g->name, b->width, zero ? " = {0}" : "")
                                 : arena_printf(b->a, "%s%s", g->name,
                                                !zero                                    ? ""
                                                : multi                                  ? " = {{0}}"
                                                : b->fn->regs.at[reg]->type == T_B128 ? " = {0, 0}"
                                                                                         : " = 0");
        join_declaration(w, &before, &column, type, what);
    }
}

/* ---- instructions ---------------------------------------------------------------------------------------------------------- */

void emit_annotation(Writer *w, const Ins *ins)
{
    if (w->o->trace && !ins->made)
        trace_mark(w->o->trace, &w->notes, ins->loc);
    if (!w->o->annotate || ins->made)
        return;
    const Source *src = &w->b->m->src;
    uint32_t from = ins->loc.at, to = from;
    while (to < src->len && src->text[to] != ';' && src->text[to] != '\n')
        to++;
    str_add(&w->notes, w->notes.n ? "; " : "");
    for (; from < to; from++) {
        char ch = src->text[from];
        bool space = ch == '\t' || ch == ' ' || ch == '\r';
        if (space && w->notes.n && w->notes.s[w->notes.n - 1] == ' ')
            continue;
        if ((ch == '/' && w->notes.n && w->notes.s[w->notes.n - 1] == '*') || ch == '\\' || ch == '?' ||
            (ch == '*' && w->notes.n && w->notes.s[w->notes.n - 1] == '/'))
            str_addc(&w->notes, ' '); /* nothing may end the comment */
        str_addc(&w->notes, space ? ' ' : (unsigned char)ch < 32 || (unsigned char)ch > 126 ? '.' : ch);
    }
}

void emit_notes(Writer *w)
{
    if (w->notes.n && w->o->trace)
        trace_statement(w->out, &w->notes);
    else if (w->notes.n)
        line(w, "/* %s */", w->notes.s);
    str_clear(&w->notes);
}

void trace_header(Writer *w, int ins)
{
    if (!w->o->trace)
        return;
    w->ins = &w->b->fn->ins.at[ins];
    if (!w->ins->made)
        trace_mark(w->o->trace, &w->notes, w->ins->loc);
    emit_notes(w);
}

static void line_directive(Writer *w, const Ins *ins)
{
    int l, col;
    if (w->o->line == 1) {
        diag_line_col(ins->loc, &l, &col);
        str_printf(w->out, "#line %d ", l);
        str_c_string(w->out, w->o->ptx_path);
        str_addc(w->out, '\n');
    } else if (w->o->line == 2 && ins->line) {
        for (int i = 0; i < w->b->m->files.n; i++)
            if (w->b->m->files.at[i].number == ins->line_file) {
                str_printf(w->out, "#line %d ", (int)ins->line);
                str_c_string(w->out, w->b->m->files.at[i].name);
                str_addc(w->out, '\n');
            }
    }
}

/* The loop over the lanes that are to run; few: with little to do for each. */
void lanes_header(Writer *w, const char *mask, bool serial, bool few)
{
    Back *b = w->b;
    Range r = b->mode == MODE_CTA || b->mode == MODE_WARP ? lane_range_of_mask(w, w->mask) : (Range){.from = "0", .to = "n"};
    if (b->mode == MODE_WARP && r.one)
        line(w, "PTX2C_MASKED_ONE(%s, %s) {", r.mask, r.one);
    else if (b->mode == MODE_WARP && !lane_range_is_all(w, &r))
        line(w, serial ? "PTX2C_MASKED_FROM(%s, %s, %s) {" : "PTX2C_SIMD_MASKED_FROM(%s, %s, %s) {", r.mask, r.from,
             r.to);
    else if (strcmp(r.from, "0") != 0)
        line(w, serial ? "PTX2C_EACH_LANE_FROM(%s, %s) {" : "PTX2C_LANES_FROM(%s, %s) {", r.from, r.to);
    else if (b->mode == MODE_WARP || b->mode == MODE_SCHED)
        line(w, serial ? "PTX2C_MASKED(%s) {" : "PTX2C_SIMD_MASKED(%s) {", mask);
    else
        line(w, serial ? few ? "PTX2C_EACH_LANE_FEW(%s) {" : "PTX2C_EACH_LANE(%s) {" : "PTX2C_LANES(%s) {", r.to);
}

const char *mask_name(Writer *w, int mask)
{
    return mask ? arena_printf(w->b->a, "M%d", mask) : "m";
}

/* Calls f for what the value of a scalar that is made anew comes from. */
void remade_inputs(Writer *w, int reg, void f(void *ctx, int reg, bool write))
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[b->reg[reg].def];
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        if (isa_arg_is_dest(ins, i) || o->kind != O_REG)
            continue;
        if (b->reg[o->reg].store == ST_FOLD && b->reg[o->reg].def >= 0)
            remade_inputs(w, o->reg, f);
        else
            f(w, o->reg, false);
    }
}

/* The value of a scalar that is made anew, with the sums of its own lanes left out. */
const char *remade_text(Writer *w, int reg)
{
    Back *b = w->b;
    const bool lane = w->lane;
    const Ins *ins = &b->fn->ins.at[b->reg[reg].def];
    Ex e = {0};
    w->lane = false;
    for (int i = 0; i < ins->narg; i++) { /* what is part of it, for this row or these */
        const Opnd *o = &ins->arg[i];
        if (!isa_arg_is_dest(ins, i) && o->kind == O_REG && b->reg[o->reg].store == ST_FOLD && b->reg[o->reg].fold)
            b->reg[o->reg].fold = remade_text(w, o->reg);
    }
    lower_ins(w, ins, &e);
    w->lane = lane;
    return e.s;
}

/* The variables of scalars that live across barriers: their declarations; what changed is written back behind text. */
Str cached_state(Writer *w, Str *text)
{
    Str head = {0}, *out = w->out;
    for (int i = 0; i < w->cached.n; i++) {
        int reg = w->cached.at[i];
        RegInfo *g = &w->b->reg[reg];
        w->out = &head;
        if (g->remade) {
            const char *value = remade_text(w, reg);
            trace_header(w, g->def);
            line(w, "%s %s = %s;", reg_ctype(w->b, reg), g->name, value);
        }
        else if (g->cached == CACHE_LOADED)
            line(w, "%s %s = s->%s;", reg_ctype(w->b, reg), g->name, g->name);
        w->out = text;
        if (g->changed)
            line(w, "s->%s = %s;", g->name, g->name);
        g->cached = CACHE_NONE;
    }
    w->cached.n = 0;
    w->out = out;
    return head;
}

static void cta_barrier(Writer *w, const Ins *ins)
{
    if (!isa_has_word(ins, "red")) {
        line(w, "ptx2c_cta_barrier(c);");
        return;
    }
    int id = isa_arg(ins, "d"), ic = isa_arg(ins, "c");
    const char *op = isa_has_word(ins, "popc") ? "popc" : isa_has_word(ins, "and") ? "and" : "or";
    bool warps = w->b->mode == MODE_WARP;
    line(w, "ptx2c_red_begin(c);");
    line(w, warps ? "PTX2C_FOR_WARPS(k, c) {" : "PTX2C_FOR_CHUNKS(k, c) {");
    w->indent++;
    w->lane = true;
    const char *p = lower_arg(w, ins, ic, 0).s;
    w->lane = false;
    Str none = {0}, state = cached_state(w, &none);
    chunk_prologue(w, arena_printf(w->b->a, "%s %s", warps ? "m" : "n", p), state.s);
    str_add(w->out, state.s ? state.s : "");
    str_free(&state);
    lanes_header(w, "m", true, false);
    line(w, "    ptx2c_red_put(c, %s);", p);
    line(w, "}");
    w->indent--;
    line(w, "}");
    line(w, "ptx2c_cta_barrier(c);");
    const char *result = arena_printf(w->b->a, "ptx2c_red_%s(c)", op);
    const Opnd *d = &ins->arg[id];
    if (d->kind != O_REG || w->b->reg[d->reg].val.kind != VAL_VAR) {
        lower_assign(w, ins, d, ins->argtype[id], result, NULL);
        return;
    }
    line(w, warps ? "PTX2C_FOR_WARPS(k, c) {" : "PTX2C_FOR_CHUNKS(k, c) {");
    w->indent++;
    w->lane = true;
    chunk_prologue(w, warps ? "m s" : "n s", NULL);
    lanes_header(w, "m", true, false);
    w->indent++;
    lower_assign(w, ins, d, ins->argtype[id], result, NULL);
    w->indent--;
    line(w, "}");
    w->lane = false;
    w->indent--;
    line(w, "}");
}

void note_ins(Writer *w, const Ins *ins)
{
    emit_annotation(w, ins);
    emit_notes(w);
    line_directive(w, ins);
}

static bool folds_sreg(const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, "a")];
    return a->kind == O_SREG && isa_sregs[a->sym->index].shape == SHAPE_TID;
}

/* Whether others may see that the instruction was done.  Attempts with cas and exch that fail leave memory as it was. */
static bool others_see(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_ST)
        return isa_space(ins) != SP_LOCAL && isa_space(ins) != SP_PARAM;
    if (e == EMIT_CALL)
        return true;
    const int b = isa_arg(ins, "b");
    const bool atom = strcmp(ins->word[0], "atom") == 0, none = b >= 0 && ins->arg[b].kind == O_IMM && !ins->arg[b].imm;
    if (atom && (isa_has_word(ins, "cas") || isa_has_word(ins, "exch") || (none && !isa_has_word(ins, "and"))))
        return false;
    return isa_mem(ins) & MEM_W;
}

/* A round of a loop that waits for others did something for them: the grid is not stuck. */
static void note_write(Writer *w, const Item *it, const Ins *ins)
{
    const Back *b = w->b;
    bool waits = b->fn->irreducible;
    for (const Blk *h = b->blk_of[it->ins]->loop; h; h = h->loop_up)
        waits |= b->waiting[h->id];
    if (waits && others_see(ins))
        line(w, "%srun->wrote = true;", ins->guard < 0 ? "" : arena_printf(b->a, "if (%s) ", lower_cond(w, ins->guard, ins->guard_neg)));
}

static void emit_statement(Writer *w, Item *it);

void emit_instruction(Writer *w, Item *it)
{
    const Trace *trace = w->o->trace;
    const Ins *ins = &w->b->fn->ins.at[it->ins];
    const Dest d = ins_dest(ins);
    bool folds = d.n == 1 && (w->b->reg[d.reg].store == ST_FOLD || w->b->reg[d.reg].remade);
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

/* What comes behind its annotation and declarations. */
static void emit_statement(Writer *w, Item *it)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    Dest d = ins_dest(ins);
    if (d.n == 1 && b->reg[d.reg].store == ST_FOLD) {
        RegInfo *g = &b->reg[d.reg];
        w->ins = ins;
        if (g->again || substitution_is_constant(b, ins) || (isa_emit(ins) == EMIT_MOV && folds_sreg(ins)))
            return; /* its uses print it */
        Ex e = {0};
        lower_ins(w, ins, &e);
        g->fold = e.s;
        g->fold_primary = e.prim;
        g->fold_not = lower_opposite(b->a, ins, e.s);
        return;
    }
    if (d.n == 1 && b->reg[d.reg].remade)
        return;
    emit_notes(w);
    line_directive(w, ins);
    if (ins->check)
        emit_checks_of_head(w, ins);
    else if (isa_is_warp(ins))
        emit_collective(w, ins);
    else if (isa_is_cta(ins))
        cta_barrier(w, ins);
    else if (isa_emit(ins) == EMIT_CALL)
        emit_call(w, ins);
    else if (it->level == LV_CHUNK && isa_mem(ins) == MEM_TEX && texels_at_once(b, ins))
        emit_texels(w, ins);
    else if (isa_emit(ins) == EMIT_STACK)
        emit_stack(w, ins);
    else if (d.n == 1 && b->reg[d.reg].val.border)
        lower_assign(w, ins, &ins->arg[isa_arg(ins, "p")], T_PRED, lane_range_text(w, ins), NULL);
    else {
        Spec spec = b->spec && !(b->spec[it->ins] & (SPEC_LOCAL | SPEC_PLANE)) ? (Spec)b->spec[it->ins] : SPEC_NONE;
        if (spec == SPEC_STEPS_S || spec == SPEC_STEPS_U || spec == SPEC_SPAN)
            emit_check(w, ins, spec);
        lower_ins(w, ins, NULL);
        if (spec == SPEC_COMPARE)
            emit_check(w, ins, spec);
    }
    if (b->mode == MODE_SCHED)
        note_write(w, it, ins);
}
