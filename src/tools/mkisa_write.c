/* mkisa_write.c: writes the arrays of isa.h as C. */
#include "tools/mkisa.h"

#include <ctype.h>

static void quote(const char *s)
{
    if (!s) {
        fputs("NULL", stdout);
        return;
    }
    putchar('"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putchar('\\');
        putchar(*s);
    }
    putchar('"');
}

/* Equal names follow each other; order within a name stays. */
static int by_name(const void *a, const void *b)
{
    const RawForm *x = *(RawForm *const *)a, *y = *(RawForm *const *)b;
    int c = strcmp(x->insn->name, y->insn->name);
    return c ? c : x->out.tok - y->out.tok ? x->out.tok - y->out.tok : x->line - y->line;
}

static void write_avail_list(IsaAvails a) { printf("{%d, %d}", a.first, a.n); }

/* An array of C of what is in v: item prints what number i of it is.  C wants one that is not empty. */
#define WRITE_ARRAY(declaration, v, empty, item) \
    do { \
        puts("const " declaration "[] = {"); \
        if (!(v).n) \
            puts("    " empty ","); \
        for (int i = 0; i < (v).n; i++) { \
            item; \
        } \
        puts("};\n"); \
    } while (0)

/* So many in a line: what stands in front of and behind number i of n. */
static const char *before(int i, int in_line) { return i % in_line ? " " : "    "; }
static const char *behind(int i, int in_line, int n) { return i % in_line == in_line - 1 || i + 1 == n ? ",\n" : ","; }

static void write_string(const char *before, const char *s, const char *behind)
{
    fputs(before, stdout);
    quote(s);
    fputs(behind, stdout);
}

static void write_values(void)
{
    WRITE_ARRAY("char *const isa_words", out.words, "0", write_string("    ", out.words.at[i], ",\n"));
    WRITE_ARRAY("char *const isa_arg_names", out.args, "0", write_string("    ", out.args.at[i], ",\n"));
    WRITE_ARRAY("char *const isa_slot_names", out.slots, "0", write_string("    ", out.slots.at[i], ",\n"));
    printf("const int isa_nwords = %d;\n\n", out.words.n);
    WRITE_ARRAY("IsaAvail isa_avails", out.avails, "{0, 0, 0}", const IsaAvail a = out.avails.at[i];
                printf("    {%d, %d, %s},\n", a.ptx, a.sm, a.suffix == 'a' ? "'a'" : a.suffix == 'f' ? "'f'" : "0"));
    WRITE_ARRAY("uint16_t isa_cells", out.cells, "0", printf("%s%d%s", before(i, 16), out.cells.at[i], behind(i, 16, out.cells.n)));
    WRITE_ARRAY("IsaAvails isa_value_avails", out.value_avails, "{0, 0}", const IsaAvails a = out.value_avails.at[i];
                printf("%s{%d, %d}%s", before(i, 8), a.first, a.n, behind(i, 8, out.value_avails.n)));
    WRITE_ARRAY("IsaSet isa_sets", out.sets, "{0, 0, 0, 0, 0}", const IsaSet *s = &out.sets.at[i];
                printf("    {%u, %u, %d, %d, %d},\n", (unsigned)s->cell, (unsigned)s->avail, s->rows, s->assumed, s->width));
}

static void write_opnd(const IsaOpnd *o)
{
    printf("    {%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, ", o->name, o->pos, o->in, o->group,
           o->kind, o->type, o->tok, o->count, o->vec, o->div, o->space, o->dest, o->sink, o->exact, o->by_sign);
    write_avail_list(o->avail);
    puts("},");
}

static void write_rule(const IsaRule *r)
{
    printf("    {%u, %u, %d, %d, ", (unsigned)r->a, (unsigned)r->b, r->kind, r->operands);
    write_avail_list(r->avail);
    write_string(", ", r->text, "},\n");
}

static void write_parts(void)
{
    WRITE_ARRAY("IsaTok isa_toks", out.toks, "{0, 0, 0, 0, 0}", const IsaTok *t = &out.toks.at[i];
                printf("    {%d, %d, %d, %d, %d},\n", t->name, t->set, t->col, t->group, t->optional));
    WRITE_ARRAY("IsaOpnd isa_opnds", out.opnds, "{0}", write_opnd(&out.opnds.at[i]));
    WRITE_ARRAY("IsaVec isa_vecs", out.vecs, "{0, 0, 0}",
                printf("    {%d, %d, %d},\n", out.vecs.at[i].tok, out.vecs.at[i].n, out.vecs.at[i].first));
    WRITE_ARRAY("IsaVecRow isa_vec_rows", out.vec_rows, "{0, 0}",
                printf("    {%d, \"%s\"},\n", out.vec_rows.at[i].word, out.vec_rows.at[i].spec));
    WRITE_ARRAY("uint16_t isa_code", out.code, "0", printf("%s%d%s", before(i, 16), out.code.at[i], behind(i, 16, out.code.n)));
    WRITE_ARRAY("IsaRule isa_rules", out.rules, "{0, 0, 0, 0, {0, 0}, 0}", write_rule(&out.rules.at[i]));
    WRITE_ARRAY("IsaLower isa_lowers", out.lowers, "{0, 0, 0}", printf("    {%d, %u, ", out.lowers.at[i].kind, (unsigned)out.lowers.at[i].cond);
                write_string("", out.lowers.at[i].text, "},\n"));
}

static void write_form(const Form *f)
{
    const char *slash = strrchr(f->file, '/');
    printf("    {\"%s\", \"%s\", \"%s\", %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, ", f->name,
           f->pattern, slash ? slash + 1 : f->file, f->mnemonic, f->line, f->tok, f->opnd, f->vec, f->rule, f->lower,
           f->ntok, f->nopnd, f->nvec, f->nrule, f->nlower, f->flags, f->mem, f->emit, f->warp);
    write_avail_list(f->avail);
    write_string(", ", f->again, "");
    write_string(", ", f->first, "},\n");
}

static void write_forms(void)
{
    Array(int) begins = {0}; /* where an instruction's forms begin, and behind them all */
    if (table.forms.n)
        qsort(table.forms.at, (size_t)table.forms.n, sizeof *table.forms.at, by_name);
    WRITE_ARRAY("Form isa_forms", table.forms, "{0}", write_form(&table.forms.at[i]->out));
    printf("const int isa_nforms = %d;\n\n", table.forms.n);
    for (int i = 0; i < table.forms.n; i++)
        if (!i || table.forms.at[i]->insn->name != table.forms.at[i - 1]->insn->name)
            ADD(begins, i);
    ADD(begins, table.forms.n);
    begins.n--;
    WRITE_ARRAY("IsaInsn isa_insns", begins, "{0}", const int at = begins.at[i];
                printf("    {\"%s\", %d, %d},\n", table.forms.at[at]->insn->name, at, begins.at[i + 1] - at));
    printf("const int isa_ninsns = %d;\n\n", begins.n);
}

static void write_sreg(const Sreg *s)
{
    printf("    {\"%s\", (Type)%d, %d, %d, %d, (Shape)%d, %d, ", s->name, s->type, s->vec, s->version, s->target, s->shape, s->vary);
    write_string("", s->c, "},\n");
}

static void write_sregs(void)
{
    WRITE_ARRAY("Sreg isa_sregs", table.sregs, "{0}", write_sreg(&table.sregs.at[i]));
    printf("const int isa_nsregs = %d;\n", table.sregs.n);
}

/* "shared::cta" -> SHARED__CTA; what has capitals of its own: L2 -> L2_. */
static void write_enum(const char *type, const char *prefix, const char *first, const Names *n, int from)
{
    printf("\ntypedef enum %s {%s%s", type, first ? "\n    " : "", first ? first : "");
    for (int i = from; i < n->n; i++) {
        const char *s = n->at[i];
        bool capitals = false;
        for (const char *p = s; *p; p++)
            capitals |= isupper((unsigned char)*p) != 0;
        printf("%s\n    %s", i > from || first ? "," : "", prefix);
        for (const char *p = s; *p; p++)
            putchar(!is_word_char(*p) ? '_' : capitals ? *p : toupper((unsigned char)*p));
        if (capitals)
            putchar('_');
    }
    printf("\n} %s;\n", type);
}

void write_names(void)
{
    Names sregs = {0};
    for (int i = 0; i < table.sregs.n; i++)
        ADD(sregs, table.sregs.at[i].name + 1); /* behind the % */
    puts("/* Written by mkisa from templates/isa. */\n#ifndef PTX2C_ISA_NAMES_H\n#define PTX2C_ISA_NAMES_H");
    write_enum("Mnemonic", "INS_", "INS_NONE", &out.mnemonics, 0);
    write_enum("ArgName", "ARG_", NULL, &out.args, 0);
    write_enum("SlotName", "SLOT_", NULL, &out.slots, 0);
    write_enum("Modifier", "MOD_", "MOD_NONE", &out.words, 1);
    write_enum("SregName", "SREG_", NULL, &sregs, 0);
    puts("\n#endif");
}

void write_table(void)
{
    puts("/* Written by mkisa from templates/isa. */\n#include \"isa/table.h\"\n");
    write_values();
    write_parts();
    write_forms();
    write_sregs();
}
