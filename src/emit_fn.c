/* emit_fn.c: a function's items as C: control flow, loops over chunks and lanes, declarations. */
#include "emit_fn.h"

enum { WEB_ROUNDS = 3 };

void webs_build(Arena *a, Module *m, Fn *fn, bool split_sync)
{
    bool copies = !fn->webs;
    for (int i = 0; copies && i < WEB_ROUNDS && web_split(m, fn, &copies); i++) {
        cfg_build(a, fn, split_sync);
        live_build(a, fn, false);
    }
    fn->webs = true;
}

void flow_build(Arena *a, Module *m, Fn *fn, bool literal)
{
    if (fn->flow_made == a)
        return;
    fn->flow_made = a;
    param_to_regs(m, fn);
    texture_descriptors(m, fn);
    cfg_build(a, fn, false);
    if (!literal) {
        copy_constants(m->code, fn);
        if (!fn->webs) {
            copy_values(fn);
            if (copy_again(fn))
                cfg_build(a, fn, false);
        }
    }
    live_build(a, fn, false);
    if (!literal)
        webs_build(a, m, fn, false);
}

static Back *try_analyse(Arena *a, Back as)
{
    Back *b = NEW(a, Back);
    *b = as;
    b->tree = struct_build(a, b->fn, b->fn->blk[0], NULL, &b->gotos);
    b->ok = uniform_analyse(b);
    return b;
}

Back *back_analyse(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, bool literal)
{
    Back as = {.a = a, .m = m, .fn = fn, .mode = mode, .width = 32, .rows = rows, .literal = literal};
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
    if (b->ok)
        name_all(b);
}

Back *back_prepare(Arena *a, Module *m, Fn *fn, Mode mode, bool rows, bool literal)
{
    Back *b = back_analyse(a, m, fn, mode, rows, literal);
    if (b)
        back_finish(b);
    return b;
}

/* ---- declarations -------------------------------------------------------------------------------------------------------- */

const char *reg_ctype(const Back *b, int reg)
{
    const Sym *s = b->fn->regs.at[reg];
    if (b->reg[reg].val.border)
        return "uint32_t";
    if (s->vec > 1)
        return arena_printf(b->a, "struct { %s e[%d]; }", c_type(s->type), s->vec);
    return c_type(s->type);
}

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
static void declare(Writer *w, Item *it)
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
        if (it->kind == I_INS && t.writes && !t.reads && ins->guard < 0 && !isa_is_warp(ins) &&
            !isa_is_cta(ins) && (dest_of(b, ins).n == 1 || times_written(ins, reg) == 1) && g->store != ST_LANES && !multi) {
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

static void annotate(Writer *w, const Ins *ins)
{
    if (!w->o->annotate)
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

static void flush_notes(Writer *w)
{
    if (w->notes.n)
        line(w, "/* %s */", w->notes.s);
    str_clear(&w->notes);
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
static void lanes_header(Writer *w, const char *mask, bool serial, bool few)
{
    Back *b = w->b;
    Range r = b->mode == MODE_CTA || b->mode == MODE_WARP ? border_range(w, w->mask) : (Range){.from = "0", .to = "n"};
    if (b->mode == MODE_WARP && r.one)
        line(w, "PTX2C_MASKED_ONE(%s, %s) {", r.mask, r.one);
    else if (b->mode == MODE_WARP && !border_is_all(w, &r))
        line(w, serial ? "PTX2C_MASKED_FROM(%s, %s, %s) {" : "PTX2C_SIMD PTX2C_MASKED_FROM(%s, %s, %s) {", r.mask, r.from,
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
static Str cached_state(Writer *w, Str *text)
{
    Str head = {0}, *out = w->out;
    for (int i = 0; i < w->cached.n; i++) {
        int reg = w->cached.at[i];
        RegInfo *g = &w->b->reg[reg];
        w->out = &head;
        if (g->remade)
            line(w, "%s %s = %s;", reg_ctype(w->b, reg), g->name, remade_text(w, reg));
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
    chunk_prologue(w, arena_printf(w->b->a, "%s %s %s", warps ? "m" : "n", p, state.s ? state.s : ""));
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
    chunk_prologue(w, warps ? "m s" : "n s");
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
    annotate(w, ins);
    flush_notes(w);
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

static void instruction(Writer *w, Item *it)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    annotate(w, ins);
    declare(w, it);
    Writes1 d = dest_of(b, ins);
    if (d.n == 1 && b->reg[d.reg].store == ST_FOLD) {
        RegInfo *g = &b->reg[d.reg];
        if (g->again || fold_is_constant(b, ins) || (isa_emit(ins) == EMIT_MOV && folds_sreg(ins)))
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
    flush_notes(w);
    line_directive(w, ins);
    if (ins->check)
        emit_checks_of_head(w, ins);
    else if (isa_is_warp(ins))
        emit_collective(w, ins);
    else if (isa_is_cta(ins))
        cta_barrier(w, ins);
    else if (isa_emit(ins) == EMIT_CALL)
        emit_call(w, ins);
    else if (isa_emit(ins) == EMIT_STACK)
        emit_stack(w, ins);
    else if (d.n == 1 && b->reg[d.reg].val.border)
        lower_assign(w, ins, &ins->arg[isa_arg(ins, "p")], T_PRED, border_text(w, ins), NULL);
    else {
        Spec spec = b->spec && !(b->spec[it->ins] & SPEC_LOCAL) ? (Spec)b->spec[it->ins] : SPEC_NONE;
        if (spec == SPEC_STEPS_S || spec == SPEC_STEPS_U || spec == SPEC_SPAN)
            emit_check(w, ins, spec);
        lower_ins(w, ins, NULL);
        if (spec == SPEC_COMPARE)
            emit_check(w, ins, spec);
    }
    if (b->mode == MODE_SCHED)
        note_write(w, it, ins);
}

/* ---- control ------------------------------------------------------------------------------------------------------------------ */

static const char *condition(Writer *w, const Item *it, bool negate)
{
    const Ins *br = &w->b->fn->ins.at[it->ins];
    return lower_cond(w, br->guard, br->guard_neg ^ it->negate ^ negate);
}



static void body(Writer *w, Items *list)
{
    bool was = w->straight;
    w->straight = false;
    w->indent++;
    emit_list(w, list);
    w->indent--;
    w->straight = was;
}

static bool leaf_outside(const Back *b, int reg, const Items *loop_body);

typedef struct Leaf { const Back *b; const Items *body; bool bad; } Leaf;

static void leaf(void *ctx, int reg, bool write)
{
    Leaf *x = ctx;
    if (!write && !leaf_outside(x->b, reg, x->body))
        x->bad = true;
}

/* Whether the text of a register can be printed behind the loop's closing brace. */
static bool leaf_outside(const Back *b, int reg, const Items *loop_body)
{
    const RegInfo *g = &b->reg[reg];
    if (g->store == ST_FOLD) {
        if (g->def < 0)
            return false;
        Leaf x = {b, loop_body, false};
        ins_regs(b->fn, &b->fn->ins.at[g->def], leaf, &x);
        return !x.bad;
    }
    if (g->store == ST_STATE || g->store == ST_STATE_SCALAR || g->param)
        return true;
    for (const Items *l = g->list; l; l = l->owner ? l->owner->in : NULL)
        if (l == loop_body)
            return false;
    return true;
}

static bool is_break_if(const Item *it)
{
    return it->kind == I_IF && it->kid[0].n == 1 && it->kid[0].at[0]->kind == I_BREAK && !it->kid[1].n &&
           it->node->kind == N_IF && !info(it->node)->masked;
}

static bool has_continue(const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        if (list->at[i]->kind == I_CONTINUE)
            return true;
        for (int k = 0; k < list->at[i]->nkid && list->at[i]->kind != I_LOOP; k++)
            if (has_continue(&list->at[i]->kid[k]))
                return true;
    }
    return false;
}

static bool is_folded(const Back *b, const Item *it)
{
    Writes1 d = it->kind == I_INS ? dest_of(b, &b->fn->ins.at[it->ins]) : (Writes1){0, -1};
    return d.n == 1 && b->reg[d.reg].store == ST_FOLD && !it->decls.n;
}

static bool is_rolled(const Back *b, const Item *loop)
{
    return b->fn->ins.at[loop->node->blk->first].rolled;
}

static void loop(Writer *w, Item *it)
{
    Items *in = &it->kid[0];
    Fence f = {FENCE_LOOP, -1, w->breaks};
    w->breaks = &f;
    int head = 0; /* what is printed as part of the condition */
    while (head < in->n && is_folded(w->b, in->at[head]))
        head++;
    Item *first = head < in->n ? in->at[head] : NULL, *last = in->n ? in->at[in->n - 1] : NULL;
    const Ins *br = last && last->ins >= 0 ? &w->b->fn->ins.at[last->ins] : NULL;
    if (first && is_break_if(first) && !first->decls.n) {
        for (int i = 0; i < head; i++)
            instruction(w, in->at[i]);
        flush_notes(w);
        line(w, "%swhile (%s) {", is_rolled(w->b, it) ? "PTX2C_ROLLED " : "", condition(w, first, true));
        in->at += head + 1;
        in->n -= head + 1;
        body(w, in);
        in->at -= head + 1;
        in->n += head + 1;
        line(w, "}");
    } else if (last && is_break_if(last) && !last->decls.n && leaf_outside(w->b, br->guard, in) && !has_continue(in)) {
        line(w, is_rolled(w->b, it) ? "PTX2C_ROLLED do {" : "do {");
        in->n--;
        body(w, in);
        in->n++;
        line(w, "} while (%s);", condition(w, last, true));
    } else {
        line(w, is_rolled(w->b, it) ? "PTX2C_ROLLED for (;;) {" : "for (;;) {");
        body(w, in);
        line(w, "}");
    }
    w->breaks = f.up;
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
}

static void jump(Writer *w, bool again)
{
    Fence *f = w->breaks;
    bool through = false;
    for (; f && f->kind != FENCE_LOOP; f = f->up)
        through |= f->kind == FENCE_SWITCH;
    if (!f)
        ice("a break outside of loops");
    if (!through || again) {
        line(w, again ? "continue;" : "break;");
        return;
    }
    if (f->end < 0)
        f->end = w->labels++;
    line(w, "goto end_%d;", f->end);
}

static void emit_switch(Writer *w, Item *it)
{
    const Ins *br = &w->b->fn->ins.at[it->ins];
    int i = isa_arg(br, "a");
    Fence f = {FENCE_SWITCH, -1, w->breaks};
    w->breaks = &f;
    line(w, "switch (%s) {", lower_arg(w, br, i, 'u').s);
    for (int k = 0; k < it->nkid; k++) {
        if (k + 1 == it->nkid) {
            line(w, "default: {");
        } else {
            for (int *v = it->node->values[k]; *v >= 0; v++)
                line(w, v[1] >= 0 ? "case %d:" : "case %d: {", *v);
        }
        body(w, &it->kid[k]);
        w->indent++;
        line(w, "break;");
        w->indent--;
        line(w, "}");
    }
    line(w, "}");
    w->breaks = f.up;
}

/* On to the next lane, or chunk. */
void emit_lane_end(Writer *w)
{
    Fence *f = w->breaks;
    bool deep = false;
    for (; f && f->kind != FENCE_LANES && f->kind != FENCE_CHUNKS; f = f->up)
        deep = true;
    if (!deep) {
        line(w, "continue;");
        return;
    }
    if (f->end < 0)
        f->end = w->labels++;
    line(w, "goto end_%d;", f->end);
}

/* The thread, or the chunk, ends here. */
void emit_thread_end(Writer *w, Item *it)
{
    Back *b = w->b;
    const Ins *term = it->ins >= 0 ? &b->fn->ins.at[it->ins] : NULL;
    if (term)
        line(w, b->mode == MODE_FUNC ? "ptx2c_fail(t->cta, PTX2C_TRAP);" : "ptx2c_fail(c, PTX2C_TRAP);");
    if (b->mode == MODE_FUNC) {
        const Node *x = it->node;
        int at = x && x->blk ? x->blk->term : -1;
        Emit e = at >= 0 ? isa_emit(&b->fn->ins.at[at]) : EMIT_RET;
        if (e == EMIT_EXIT || e == EMIT_TRAP || e == EMIT_CALL)
            line(w, "t->exited = true;");
        emit_return(w);
        return;
    }
    if (b->mode == MODE_SCHED) {
        line(w, "ptx2c_sched_exit(run, l);");
        if (!it->node || !it->node->tail || w->end_exits)
            emit_lane_end(w);
        return;
    }
    if (b->mode == MODE_WARP) {
        const char *who = w->lane ? "1u << l" : mask_name(w, it->mask);
        if (!w->lane && !it->mask) {
            line(w, "m = 0;");
        } else {
            line(w, w->lane ? "m &= ~(%s);" : "m &= ~%s;", who);
            for (Item *p = it->in->owner; p; p = p->in->owner)
                if (p->mask && p->mask != it->mask && (p->kind == I_IF || p->kind == I_GROUP))
                    line(w, w->lane ? "M%d &= ~(%s);" : "M%d &= ~%s;", p->mask, who);
            if (w->lane && it->mask)
                line(w, "M%d &= ~(%s);", it->mask, who);
        }
        if (w->phases)
            line(w, "s->m = m;");
        if (!w->lane && it->mask) {
            if (!w->phases)
                line(w, "if (!m)\n%*sreturn true;", 4 * (w->indent + 1), "");
            return;
        }
    }
    Fence *f = w->breaks;
    for (; f && f->kind != FENCE_LANES && f->kind != FENCE_CHUNKS; f = f->up)
        ;
    if (!f) {
        if (w->phases && b->mode != MODE_WARP)
            ice("exit outside of a chunk");
        line(w, b->mode == MODE_LANES ? "return n;" : "return true;");
        return;
    }
    if (f->kind == FENCE_CHUNKS && b->mode == MODE_CTA)
        line(w, "s->done = true;");
    emit_lane_end(w);
}

/* Text that is written first and placed behind its head, which holds only what the text needs. */
static Str *divert(Writer *w, Str *to)
{
    Str *was = w->out;
    w->out = to;
    return was;
}

/* Whether control may reach the end of the list: the thread's end, in a tree that says all other ways out. */
static bool falls_off(const Items *list)
{
    const Item *last = list->n ? list->at[list->n - 1] : NULL;
    if (!last)
        return true;
    switch (last->kind) {
    case I_LEAVE: case I_EXIT: case I_BREAK: case I_CONTINUE: case I_GOTO:
        return false;
    case I_IF: case I_SWITCH:
        for (int i = 0; i < last->nkid; i++)
            if (falls_off(&last->kid[i]))
                return true;
        return false;
    case I_LOOP:
        return true;
    default:
        return true;
    }
}

/* Whether the loop's rounds lie as far apart as the grid is wide: a counter grows by what depends on %nctaid. */
static bool strides_grid(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        const Ins *ins = it->kind == I_INS ? &b->fn->ins.at[it->ins] : NULL;
        Writes1 d = ins && strcmp(ins->word[0], "add") == 0 ? dest_of(b, ins) : (Writes1){0, -1};
        if (d.n == 1 && b->reg[d.reg].val.kind == VAL_AFF) {
            Val x = uniform_opnd(b, &ins->arg[isa_arg(ins, "a")]), y = uniform_opnd(b, &ins->arg[isa_arg(ins, "b")]);
            if ((x.kind == VAL_UNI && x.across) || (y.kind == VAL_UNI && y.across))
                return true;
        }
    }
    return false;
}

/* In such a loop each round reads what is in no cache, and a chunk of 32 lanes too little of it in a row for the machine
 * to see where that leads: reads ahead what the next chunk will read in the same round.  Wide chunks read more of it; what
 * they do lane by lane is slower than memory. */
static void read_ahead(Writer *w, const Item *it)
{
    Back *b = w->b;
    const Items *in = &it->kid[0];
    if ((b->mode != MODE_LANES && b->mode != MODE_CTA && b->mode != MODE_WARP) || b->width < 32 || b->literal ||
        (b->width > 32 && it->serial) || !it->in->owner || it->in->owner->kind != I_LOOP || !strides_grid(b, it->in))
        return;
    for (int i = 0; i < in->n; i++) {
        const Ins *ins = in->at[i]->kind == I_INS ? &b->fn->ins.at[in->at[i]->ins] : NULL;
        if (!ins || isa_emit(ins) != EMIT_LD || ins_dirty(ins) || b->dead[in->at[i]->ins])
            continue;
        const Opnd *a = &ins->arg[isa_arg(ins, "a")];
        const Val *v = a->kind == O_MEM && a->reg >= 0 ? &b->reg[a->reg].val : NULL;
        bool far = isa_opnd_space(ins, a) == SP_GLOBAL || isa_opnd_space(ins, a) == SP_GENERIC;
        if (!far || !v || v->kind != VAL_AFF || v->step <= 0 || v->step > 16)
            continue;
        const char *bytes = b->width == 32 ? arena_printf(b->a, "%d", 32 * (int)v->step)
                            : v->step == 1 ? "n" : arena_printf(b->a, "%d * n", (int)v->step);
        line(w, "ptx2c_read_ahead(%s + %s, %s);", lower_pointer(w, ins, a).s, bytes, bytes);
    }
}

/* Whether the loop over lanes is short and straight: what a jump to the next lane costs then counts. */
static bool is_short(const Back *b, const Item *it)
{
    enum { SHORT = 8 }; /* instructions */
    const Items *in = &it->kid[0];
    bool few = it->size <= SHORT;
    for (int i = 0; i < in->n && few; i++)
        few = in->at[i]->kind == I_INS && isa_emit(&b->fn->ins.at[in->at[i]->ins]) != EMIT_CALL;
    return few;
}

void emit_lane_group(Writer *w, Item *it)
{
    if (emit_sum(w, it))
        return;
    read_ahead(w, it);
    int was = w->mask;
    w->mask = it->mask;
    lanes_header(w, mask_name(w, it->mask), it->serial || has_exit(&it->kid[0]), is_short(w->b, it));
    Fence f = {FENCE_LANES, -1, w->breaks};
    Str text = {0}, *out = divert(w, &text);
    w->breaks = &f;
    w->indent++;
    w->lane = true;
    w->end_exits = w->b->mode == MODE_SCHED && falls_off(&it->kid[0]);
    emit_list(w, &it->kid[0]);
    if (w->end_exits)
        line(w, "ptx2c_sched_exit(run, l);");
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    w->out = out;
    lane_prologue(w, &it->kid[0], text.s ? text.s : "");
    str_add(w->out, text.s ? text.s : "");
    str_free(&text);
    w->lane = false;
    w->indent--;
    w->breaks = f.up;
    line(w, "}");
    w->mask = was;
}

static void chunk_group(Writer *w, Item *it)
{
    const size_t start = w->out->n;
    line(w, w->b->mode == MODE_WARP ? "PTX2C_FOR_WARPS(k, c) {"
            : it->rows              ? "PTX2C_FOR_ROWS(k, c, R) {"
            : w->b->has_rows        ? "PTX2C_FOR_ROWS(k, c, 1) {"
                                    : "PTX2C_FOR_CHUNKS(k, c) {");
    Fence f = {FENCE_CHUNKS, -1, w->breaks};
    Str text = {0}, *out = divert(w, &text);
    w->breaks = &f;
    w->indent++;
    w->straight = true;
    if (it->rows)
        rows_emit(w, it);
    else
        emit_list(w, &it->kid[0]);
    w->straight = false;
    if (f.end >= 0)
        line(w, "end_%d:;", f.end);
    w->out = out;
    w->breaks = f.up;
    Str state = cached_state(w, &text);
    if (!text.n) { /* nothing but values that others print */
        w->out->s[w->out->n = start] = 0;
        w->indent--;
        return;
    }
    chunk_prologue(w, state.s ? arena_printf(w->b->a, "%s %s", text.s, state.s) : text.s);
    str_add(w->out, state.s ? state.s : "");
    str_add(w->out, text.s);
    str_free(&text);
    str_free(&state);
    w->indent--;
    line(w, "}");
}

static void emit_if(Writer *w, Item *it)
{
    if (it->node->kind == N_IF && info(it->node)->masked && it->mask) {
        int was = w->mask;
        w->mask = it->mask;
        const bool ranged = info(it->node)->ranged;
        if (ranged && border_in_loop(w, it)) {
            emit_list(w, &it->kid[0]);
            w->mask = was;
            return;
        }
        line(w, "if (%s) {", ranged ? border_range(w, it->mask).some : mask_name(w, it->mask));
        body(w, &it->kid[0]);
        w->mask = was;
        line(w, "}");
        return;
    }
    line(w, "if (%s) {", condition(w, it, false));
    body(w, &it->kid[0]);
    if (it->kid[1].n) {
        line(w, "} else {");
        body(w, &it->kid[1]);
    }
    line(w, "}");
}

static void emit_item(Writer *w, Item *it)
{
    if (it->kind == I_INS) {
        instruction(w, it);
        return;
    }
    declare(w, it);
    if (it->ins >= 0 && it->kind != I_MASK)
        annotate(w, &w->b->fn->ins.at[it->ins]);
    flush_notes(w);
    switch (it->kind) {
    case I_IF: emit_if(w, it); break;
    case I_LOOP: loop(w, it); break;
    case I_SWITCH: emit_switch(w, it); break;
    case I_BREAK: jump(w, false); break;
    case I_CONTINUE: jump(w, true); break;
    case I_GOTO: line(w, "goto label_%d;", it->node->label); break;
    case I_LABEL: line(w, "label_%d:;", it->node->label); break;
    case I_EXIT: emit_thread_end(w, it); break;
    case I_LEAVE: emit_leave(w, it); break;
    case I_CHECK: line(w, "if (!ptx2c_cta_all(c, ok))\n%*sreturn false;", 4 * (w->indent + 1), ""); break;
    case I_MASK:
        if (info(it->node)->ranged) {
            border_mask(w, it);
            break;
        }
        if (w->b->reg[w->b->fn->ins.at[it->ins].guard].val.border && border_splits(w->b, it->node)) {
            Range r = border_side(w, it);
            line(w, "uint32_t M%d = %s & ptx2c_lane_range(%s, %s);", it->mask, mask_name(w, it->outer), r.from, r.to);
            break;
        }
        line(w, "uint32_t M%d = 0;", it->mask);
        w->lane = true;
        line(w, "PTX2C_SIMD_OR(M%d) PTX2C_MASKED(%s) M%d |= (uint32_t)(%s) << l;", it->mask, mask_name(w, it->outer),
             it->mask, condition(w, it, false));
        w->lane = false;
        break;
    case I_GROUP:
        if (it->level == LV_CHUNK)
            chunk_group(w, it);
        else
            emit_lane_group(w, it);
        break;
    default: ice("item %d", it->kind);
    }
}

void emit_list(Writer *w, Items *list)
{
    for (int i = 0; i < list->n; i++)
        emit_item(w, list->at[i]);
}

void emit_body(Writer *w, Items *list) { emit_list(w, list); }

static void count_dest(void *ctx, int reg, bool write)
{
    Writes1 *d = ctx;
    if (write) {
        d->n++;
        d->reg = reg;
    }
}

Writes1 dest_of(const Back *b, const Ins *ins)
{
    Writes1 d = {0, -1};
    ins_regs(b->fn, ins, count_dest, &d);
    return d;
}
