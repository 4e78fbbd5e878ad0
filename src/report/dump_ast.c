/* dump_ast.c: --emit=ast: what the parser understood, a declaration or instruction a line.  For people and for tests;
 * the text is no PTX. */
#include "report/report.h"

static const char *const linkage_name[] = {"", "extern ", "visible ", "weak ", "common "};
static const char *const space_text[] = {"generic", "reg",   "sreg",   "const", "global",
                                         "local",   "param", "shared", "tex"};

static void dump_init(const Sym *s, Str *out)
{
    for (const InitPiece *x = s->init.at; array_has(s->init, x); x++) {
        str_printf(out, "    +%llu: %d bytes ", (unsigned long long)x->at, x->bytes);
        if (x->mask)
            str_printf(out, "mask 0x%llx of ", (unsigned long long)x->mask);
        if (x->sym)
            str_printf(out, "%s%s + %lld", x->generic ? "generic " : "", x->sym->name, (long long)x->value);
        else
            str_printf(out, "0x%llx", (unsigned long long)x->value);
        if (x->minus)
            str_printf(out, " - %s", x->minus->name);
        str_addc(out, '\n');
    }
    for (const char *const *f = s->opaque; f && *f; f += 2)
        str_printf(out, "    %s = %s\n", f[0], f[1]);
}

static void dump_type(const Sym *s, Str *out)
{
    str_printf(out, "%s ", space_text[s->space]);
    if (s->vec > 1)
        str_printf(out, "v%d ", s->vec);
    str_add(out, type_info[s->type].name);
}

static void dump_var(const Sym *s, const char *indent, Str *out)
{
    str_printf(out, "%svar %s%s: ", indent, linkage_name[s->linkage], s->name);
    dump_type(s, out);
    str_printf(out, ", %llu bytes, align %u%s%s%s", (unsigned long long)s->bytes, s->align,
               s->is_array ? ", array" : "", s->open_array ? ", open" : "", s->managed ? ", managed" : "");
    if (s->ptr)
        str_printf(out, ", pointer to %s align %u", space_text[s->ptr_space], s->ptr_align);
    str_addc(out, '\n');
    dump_init(s, out);
}

static void dump_component(const Opnd *o, Str *out)
{
    static const char *const names[] = {"x", "y", "z", "w", "b0", "b1", "b2", "b3", "h0", "h1"};
    if (o->comp >= 10)
        str_printf(out, ".%c%0*x", o->comp == 10 ? 'b' : 'h', (int)(o->imm >> 32), (unsigned)o->imm);
    else if (o->comp >= 0)
        str_printf(out, ".%s", names[o->comp]);
}

void dump_operand(const OpndText *t, const Opnd *o)
{
    static const struct { const char *open, *between, *close; } parts[] = {
        [O_VEC] = {"{", ", ", "}"}, [O_LIST] = {"(", ", ", ")"}, [O_PAIR] = {"", NULL, ""}, [O_TEX] = {"[", ", ", "]"},
        [O_SINK] = {"_", "", ""},
    };
    if (o->neg)
        str_addc(t->out, t->fn->regs.at[o->reg]->type == T_PRED ? '!' : '-');
    if (o->kind == O_REG || o->kind == O_SREG) {
        str_add(t->out, o->kind == O_SREG ? o->sym->name : t->reg(t->ctx, o->reg));
        dump_component(o, t->out);
    } else if (o->kind == O_IMM) {
        str_printf(t->out, o->type == T_U64 ? "%lluU" : "%lld", (unsigned long long)o->imm);
    } else if (o->kind == O_FIMM) {
        str_printf(t->out, o->type == T_F32 ? "0f%08llX" : "0d%016llX", (unsigned long long)o->imm);
    } else if (o->kind < sizeof parts / sizeof *parts && parts[o->kind].open) {
        const char *between = parts[o->kind].between;
        str_add(t->out, parts[o->kind].open);
        for (uint32_t i = 0; i < o->nsub; i++) {
            str_add(t->out, !i ? "" : between ? between : t->between);
            dump_operand(t, &o->sub[i]);
        }
        str_add(t->out, parts[o->kind].close);
    } else {
        t->other(t->ctx, o);
    }
}

typedef struct Ast { const Fn *fn; Str *out; } Ast;

static const char *ast_reg(void *ctx, int reg) { return reg_name(((const Ast *)ctx)->fn, reg); }

/* An address, a label, or what is left out. */
static void ast_other(void *ctx, const Opnd *o)
{
    const Ast *a = ctx;
    const char *base = o->kind == O_NONE ? "nothing" : opnd_has_base(o) ? reg_name(a->fn, o->reg) : o->sym ? o->sym->name : NULL;
    const char *open = o->kind == O_SYM ? "&" : o->kind == O_MEM ? "[" : o->kind == O_LABEL ? "label " : "";
    str_printf(a->out, "%s%s", open, base ? base : o->kind == O_MEM ? "0" : "?");
    if (o->imm && (o->kind == O_SYM || o->kind == O_MEM))
        str_printf(a->out, " + %lld", (long long)o->imm);
    str_add(a->out, o->kind == O_MEM ? "]" : "");
}

static void dump_ins(const Fn *fn, const Ins *ins, Str *out)
{
    Ast ast = {fn, out};
    const OpndText text = {fn, out, " | ", ast_reg, ast_other, &ast};
    str_add(out, "    ");
    if (ins->guard >= 0)
        str_printf(out, "@%s%s ", ins->guard_neg ? "!" : "", reg_name(fn, ins->guard));
    for (int i = 0; i < ins->nword; i++)
        str_printf(out, "%s%s", i ? "." : "", ins->word[i]);
    for (int i = 0; i < ins->nop; i++) {
        str_add(out, i ? ", " : " ");
        dump_operand(&text, &ins->op[i]);
    }
    if (ins->line)
        str_printf(out, "    // %d:%d", ins->line_file, ins->line);
    str_addc(out, '\n');
}

static void dump_params(const char *what, Sym *const *list, int n, Str *out)
{
    for (int i = 0; i < n; i++) {
        str_printf(out, "  %s ", what);
        dump_var(list[i], "", out);
    }
}

static void dump_bounds(const Fn *fn, Str *out)
{
    const struct {
        const char *name;
        const uint32_t *v;
        int n;
    } all[] = {
        {"maxntid", fn->maxntid, 3}, {"reqntid", fn->reqntid, 3}, {"minnctapersm", &fn->minnctapersm, 1},
        {"maxnreg", &fn->maxnreg, 1}, {"reqnctapercluster", fn->reqnctapercluster, 3},
        {"maxclusterrank", &fn->maxclusterrank, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].v[0])
            continue;
        str_printf(out, "  %s", all[i].name);
        for (int k = 0; k < all[i].n; k++)
            str_printf(out, " %u", all[i].v[k]);
        str_addc(out, '\n');
    }
}

static void dump_fn(const Fn *fn, Str *out)
{
    const Sym *s = fn->sym;
    str_printf(out, "%s%s %s%s%s", linkage_name[s->linkage], fn->is_entry ? "entry" : "func", s->name,
               fn->is_proto ? " (declared)" : "", fn->noreturn ? " noreturn" : "");
    if (s->alias_of)
        str_printf(out, " alias of %s", s->alias_of->name);
    str_addc(out, '\n');
    dump_params("returns", fn->rets.at, fn->rets.n, out);
    dump_params("takes", fn->params.at, fn->params.n, out);
    dump_bounds(fn, out);
    for (int i = 0; i < fn->vars.n; i++)
        dump_var(fn->vars.at[i], "  ", out);
    for (int i = 0; i < fn->regs.n; i++) {
        str_printf(out, "  reg %s: ", fn->regs.at[i]->name);
        dump_type(fn->regs.at[i], out);
        str_addc(out, '\n');
    }
    int label = 0;
    for (int i = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index == i; label++)
            str_printf(out, "  %s:\n", fn->labels.at[label]->name);
        if (i < fn->ins.n)
            dump_ins(fn, &fn->ins.at[i], out);
    }
}

void dump_ast(const Module *m, Str *out)
{
    str_printf(out, "module: version %d.%d, target sm_%d%.1s, address size %d%s%s%s\n", m->version / 10,
               m->version % 10, m->target, m->target_suffix ? &m->target_suffix : "", m->address_size,
               m->texmode_independent ? ", texmode_independent" : "", m->debug ? ", debug" : "",
               m->f64_to_f32 ? ", map_f64_to_f32" : "");
    for (int i = 0; i < m->files.n; i++)
        str_printf(out, "file %d \"%s\"\n", m->files.at[i].number, m->files.at[i].name);
    for (int i = 0; i < m->syms.n; i++)
        if (m->syms.at[i]->kind == SYM_VAR)
            dump_var(m->syms.at[i], "", out);
    for (int i = 0; i < m->fns.n; i++)
        dump_fn(m->fns.at[i], out);
}
