/* dump_ptx.c: --emit=ptx: the module as PTX again, each function as the last pass that runs leaves it (--after).
 *
 * What stands outside of bodies is copied.  Of a body, its registers, variables, tables and instructions are printed as they
 * are now; a name that another has, too, gets a number.  What a pass notes beside an instruction is a comment behind it, so
 * the text may mean less than the passes know.
 *
 * In: a checked module.  Changes its functions. */
#include "report/report.h"
#include "isa/table.h"
#include "plan/passes.h"

#include <uthash.h>

typedef struct Name {
    UT_hash_handle hh;
    const void *key; /* the interned name, or the symbol that has it */
    const char *text;
} Name;

typedef struct Printer {
    Module *m;
    Fn *fn;
    Arena a;
    Name *taken, *syms;
    const char **reg; /* names by register; NULL: not mentioned so far */
    bool *given;      /* by register: declared in the function's header */
    Array(Sym *) tables; /* .branchtargets and the like that were mentioned */
    size_t body;      /* where the source has the function's { */
    Str decls, code;
} Printer;

/* ---- names --------------------------------------------------------------------------------------------------------- */

static const char *look_up(Name *names, const void *key)
{
    Name *n;
    HASH_FIND_PTR(names, &key, n);
    return n ? n->text : NULL;
}

static void note(Printer *p, Name **names, const void *key, const char *text)
{
    Name *n = NEW(&p->a, Name);
    n->key = key;
    n->text = text;
    HASH_ADD_PTR(*names, key, n);
}

static const char *fresh(Printer *p, const char *like)
{
    char *s = arena_strndup(&p->a, like, strlen(like));
    for (char *c = s; *c; c++)
        *c = *c == '.' ? '_' : *c;
    const char *name = intern(s);
    for (int i = 1; look_up(p->taken, name); i++)
        name = intern(arena_printf(&p->a, "%s_%d", s, i));
    note(p, &p->taken, name, name);
    return name;
}

static const char *name_of_reg(Printer *p, int reg)
{
    if (!p->reg[reg])
        p->reg[reg] = fresh(p, reg_name(p->fn, reg));
    return p->reg[reg];
}

/* Of a variable, label or table; those of the module and its functions are what they were. */
static const char *name_of_sym(Printer *p, Sym *s)
{
    const char *name = s->fn && s->kind != SYM_FUNC ? look_up(p->syms, s) : s->name;
    if (name)
        return name;
    name = fresh(p, s->name);
    note(p, &p->syms, s, name);
    if (s->kind == SYM_PROTO || s->kind == SYM_TARGETS)
        array_add(&p->a, &p->tables, s);
    return name;
}

static void keep_names(Printer *p, Sym *const *list, int n)
{
    for (int i = 0; i < n; i++) {
        if (!look_up(p->taken, list[i]->name))
            note(p, &p->taken, list[i]->name, list[i]->name);
        note(p, &p->syms, list[i], list[i]->name);
        if (list[i]->kind == SYM_REG) {
            p->reg[list[i]->index] = list[i]->name;
            p->given[list[i]->index] = true;
        }
    }
}

/* ---- instructions -------------------------------------------------------------------------------------------------- */

static void print_sum(Printer *p, const Opnd *o)
{
    const char *base = opnd_has_base(o) ? name_of_reg(p, o->reg) : o->sym ? name_of_sym(p, o->sym) : NULL;
    if (base)
        str_add(&p->code, base);
    if (o->imm || !base)
        str_printf(&p->code, base ? "+%lld" : "%lld", (long long)o->imm);
}

static const char *text_of_reg(void *ctx, int reg) { return name_of_reg(ctx, reg); }

static void print_other(void *ctx, const Opnd *o)
{
    Printer *p = ctx;
    if (o->kind == O_LABEL)
        str_add(&p->code, name_of_sym(p, o->sym));
    else if (o->kind != O_NONE) {
        str_add(&p->code, o->kind == O_MEM ? "[" : "");
        print_sum(p, o);
        str_add(&p->code, o->kind == O_MEM ? "]" : "");
    }
}

static bool is_descriptor(const Fn *fn, const Opnd *o)
{
    bool is = o->kind == O_REG && type_info[fn->regs.at[o->reg]->type].kind == 'o';
    for (uint32_t i = 0; i < o->nsub && !is; i++)
        is = is_descriptor(fn, &o->sub[i]);
    return is;
}

static bool finds_descriptor(const Fn *fn, const Ins *ins) { return ins->dests & 1 && is_descriptor(fn, &ins->arg[0]); }

/* Whether its row takes it as it stands: not with a mask in place of a predicate, nor with the lanes that are there, nor a
 * call with the elements of vectors, nor when it is newer than the module. */
static bool is_ptx(const Printer *p, const Ins *ins)
{
    const IsaCands c = isa_candidates(ins);
    IsaAvail miss;
    bool descriptors = false, parts = false, there = isa_available(p->m, ins->form->avail, &miss);
    for (int i = 0; i < ins->narg; i++)
        descriptors |= is_descriptor(p->fn, &ins->arg[i]);
    for (int i = 0; i < ins->nop && isa_emit(ins) == EMIT_CALL; i++)
        for (uint32_t k = 0; k < ins->op[i].nsub; k++)
            parts |= ins->op[i].sub[k].kind == O_VEC;
    for (int i = 0; i < c.n; i++)
        for (int k = 0; k < c.at[i].navail && c.at[i].form == ins->form; k++)
            there &= isa_available(p->m, c.at[i].avail[k], &miss);
    there &= !ins->made || !isa_is_warp(ins) || isa_arg(ins, ARG_M) >= 0;
    return there && !parts && (descriptors ? p->m->version >= 31 : isa_fits(p->m, p->fn, ins));
}

/* What the instruction is beside its text, or NULL. */
static const char *remark(const Printer *p, const Ins *ins)
{
    static const struct { Pseudo pseudo; const char *text; } known[] = {
        {PSEUDO_CHECK, "stands for the checks in front of it"}, {PSEUDO_ANY, "in any lane"}, {PSEUDO_SOME, "for some lane"},
        {PSEUDO_WAIT, "lets other CTAs have their turn"}, {PSEUDO_MOVED, "tells of progress"}, {PSEUDO_TURN, "lets other CTAs have their turn after some rounds"}, {PSEUDO_MEETS, "whether they meet: %s"}, {PSEUDO_FLAG, "once for all lanes"},
        {PSEUDO_INSIDE, "leaves the CTA to the other version where it does not hold for all"}, {PSEUDO_ONCE, "leaves the chunk to the other version"}, {PSEUDO_AGAIN, "asks for another round"},
        {PSEUDO_TAKE, "what was passed without a value"},
        {PSEUDO_ABSENT, "asks whether the lane of that value was there"},
        {PSEUDO_UNWRITTEN, "asks whether anything had written what was read"}, {PSEUDO_SCAN, "stands for several: scan_%s"},
        {PSEUDO_REDUCE, "stands for several: reduce_%s"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ins->pseudo == known[i].pseudo)
            return arena_printf(p->m->code, known[i].text, ins->lower);
    return ins_checks_unset(ins)         ? ins->lower
           : ins->masked                 ? "also for lanes that are not there"
           : ins->rolled                 ? "begins a loop that was unrolled"
           : ins->alone                  ? "each lane goes its own way here"
           : finds_descriptor(p->fn, ins) ? "finds a descriptor"
           : ins->made && isa_is_warp(ins) ? "the lanes that are there"
           : !is_ptx(p, ins)             ? "no PTX: a mask, or newer than the module"
                                         : NULL;
}

static void print_ins(Printer *p, const Ins *ins)
{
    const char *why = remark(p, ins);
    str_add(&p->code, is_ptx(p, ins) ? "    " : "    // ");
    if (ins->guard >= 0)
        str_printf(&p->code, "@%s%s ", ins->guard_neg ? "!" : "", name_of_reg(p, ins->guard));
    str_add(&p->code, finds_descriptor(p->fn, ins) ? "mov" : ins->word[0]);
    for (int i = 1; i < ins->nword; i++)
        str_printf(&p->code, ".%s", ins->word[i]);
    for (int i = 0; i < ins->nop; i++) {
        str_add(&p->code, i ? ", " : " ");
        dump_operand(&(OpndText){p->fn, &p->code, "|", text_of_reg, print_other, p}, &ins->op[i]);
    }
    str_addc(&p->code, ';');
    if (why)
        str_printf(&p->code, " // %s", why);
    str_addc(&p->code, '\n');
}

/* ---- a body -------------------------------------------------------------------------------------------------------- */

/* Behind the comment or string that begins at i, or i. */
static size_t skip_text(const Source *s, size_t i)
{
    const char *end = s->text[i] == '"' ? strchr(s->text + i + 1, '"')
                      : strncmp(s->text + i, "//", 2) == 0 ? strchr(s->text + i, '\n')
                      : strncmp(s->text + i, "/*", 2) == 0 ? strstr(s->text + i + 2, "*/") + 1 : NULL;
    return end ? (size_t)(end - s->text) + 1 : i;
}

/* Where the source has the next of these characters. */
static size_t find_char(const Source *s, size_t i, char c)
{
    while (i < s->len && s->text[i] != c) {
        const size_t next = skip_text(s, i);
        i = next > i ? next : i + 1;
    }
    return i;
}

static void print_table(Printer *p, Sym *s)
{
    str_printf(&p->decls, "%s:", name_of_sym(p, s));
    if (s->kind == SYM_PROTO) { /* as written, which registers and labels cannot be in */
        const size_t from = find_char(&p->m->src, s->loc.at, ':') + 1, to = find_char(&p->m->src, from, ';');
        str_addn(&p->decls, p->m->src.text + from, to - from);
    } else {
        str_add(&p->decls, s->call_targets ? " .calltargets " : " .branchtargets ");
        for (int i = 0; i < s->targets.n; i++)
            str_printf(&p->decls, "%s%s", i ? ", " : "", name_of_sym(p, s->targets.at[i]));
    }
    str_add(&p->decls, ";\n");
}

static void print_var(Printer *p, Sym *s)
{
    static const char *const space[] = {[SP_CONST] = "const", [SP_GLOBAL] = "global", [SP_LOCAL] = "local", [SP_PARAM] = "param",
                                        [SP_SHARED] = "shared"};
    str_printf(&p->decls, "    %s.%s .align %u ", s->linkage == LINK_EXTERN ? ".extern " : "", space[s->space], s->align);
    if (s->vec > 1)
        str_printf(&p->decls, ".v%d ", s->vec);
    str_printf(&p->decls, ".%s %s", type_info[s->type].name, name_of_sym(p, s));
    if (s->open_array)
        str_add(&p->decls, "[]");
    else if (s->is_array)
        str_printf(&p->decls, "[%llu]", (unsigned long long)s->bytes / ((unsigned)type_bytes(s->type) * s->vec));
    str_add(&p->decls, ";\n");
}

static void print_regs(Printer *p)
{
    for (int i = 0; i < p->fn->regs.n; i++) {
        const Sym *r = p->fn->regs.at[i];
        if (!p->reg[i] || p->given[i])
            continue;
        str_printf(&p->decls, "    .reg ");
        if (r->vec > 1)
            str_printf(&p->decls, ".v%d ", r->vec);
        str_printf(&p->decls, ".%s %s;\n", type_info[r->type].kind == 'o' ? "b64" : type_info[r->type].name, p->reg[i]);
    }
}

static void print_body(Printer *p, Str *out)
{
    Fn *fn = p->fn;
    p->reg = NEWN(&p->a, const char *, fn->regs.n + 1);
    p->given = NEWN(&p->a, bool, fn->regs.n + 1);
    for (int i = 0; i < p->m->syms.n; i++)
        note(p, &p->taken, p->m->syms.at[i]->name, p->m->syms.at[i]->name);
    keep_names(p, fn->params.at, fn->params.n);
    keep_names(p, fn->rets.at, fn->rets.n);
    for (int i = 0, label = 0; i <= fn->ins.n; i++) {
        for (; label < fn->labels.n && fn->labels.at[label]->index <= i; label++)
            str_printf(&p->code, "%s:\n", name_of_sym(p, fn->labels.at[label]));
        if (i < fn->ins.n)
            print_ins(p, &fn->ins.at[i]);
    }
    for (int i = 0; i < fn->params.n; i++)
        if (fn->params.at[i]->loc.at > p->body) /* as in PTX 1 */
            print_var(p, fn->params.at[i]);
    for (int i = 0; i < fn->vars.n; i++)
        print_var(p, fn->vars.at[i]);
    for (int i = 0; i < p->tables.n; i++)
        print_table(p, p->tables.at[i]);
    print_regs(p);
    str_printf(out, "{\n%s%s}", p->decls.s ? p->decls.s : "", p->code.s ? p->code.s : "");
    HASH_CLEAR(hh, p->taken);
    HASH_CLEAR(hh, p->syms);
    str_free(&p->decls);
    str_free(&p->code);
    arena_reset(&p->a);
}

static int by_place(const void *a, const void *b)
{
    const Fn *x = *(Fn *const *)a, *y = *(Fn *const *)b;
    return x->end.at < y->end.at ? -1 : x->end.at > y->end.at;
}

void dump_ptx(Module *m, Str *out)
{
    Fn **fns = NEWN(m->arena, Fn *, m->fns.n + 1);
    size_t done = 0;
    int n = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_proto)
            fns[n++] = m->fns.at[i];
    qsort(fns, (size_t)n, sizeof *fns, by_place);
    for (int i = 0; i < n; i++)
        if (fns[i]->is_entry) {
            inline_calls(m, fns[i], must_inline);
            inline_small(m, fns[i]);
        }
    data_layout(m);
    for (int i = 0; i < n; i++) {
        Arena a = {0};
        Printer p = {.m = m, .fn = fns[i], .body = find_char(&m->src, fns[i]->sym->loc.at, '{')};
        passes_only(&a, m, fns[i]);
        str_addn(out, m->src.text + done, p.body - done);
        print_body(&p, out);
        done = fns[i]->end.at + 1;
        arena_reset(&a);
    }
    str_addn(out, m->src.text + done, m->src.len - done);
}
