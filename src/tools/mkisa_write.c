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

#define EMPTY_NEEDS_ONE(v, text) \
    do { \
        if (!(v).n) \
            puts(text); \
    } while (0)

static void write_numbers(const uint16_t *at, int n)
{
    if (!n)
        puts("    0,");
    for (int i = 0; i < n; i++)
        printf("%s%d,%s", i % 16 ? " " : "    ", at[i], i % 16 == 15 || i + 1 == n ? "\n" : "");
}

static void write_strings(const char *array, const Names *n)
{
    printf("const char *const %s[] = {\n", array);
    EMPTY_NEEDS_ONE(*n, "    0,");
    for (int i = 0; i < n->n; i++) {
        fputs("    ", stdout);
        quote(n->at[i]);
        puts(",");
    }
    puts("};\n");
}

static void write_values(void)
{
    write_strings("isa_words", &out.words);
    write_strings("isa_arg_names", &out.args);
    write_strings("isa_slot_names", &out.slots);
    printf("const int isa_nwords = %d;\n\nconst IsaAvail isa_avails[] = {\n", out.words.n);
    EMPTY_NEEDS_ONE(out.avails, "    {0, 0, 0},");
    for (int i = 0; i < out.avails.n; i++) {
        IsaAvail a = out.avails.at[i];
        printf("    {%d, %d, %s},\n", a.ptx, a.sm, a.suffix == 'a' ? "'a'" : a.suffix == 'f' ? "'f'" : "0");
    }
    puts("};\n\nconst uint16_t isa_cells[] = {");
    write_numbers(out.cells.at, out.cells.n);
    puts("};\n\nconst IsaAvails isa_value_avails[] = {");
    EMPTY_NEEDS_ONE(out.value_avails, "    {0, 0},");
    for (int i = 0; i < out.value_avails.n; i++) {
        fputs(i % 8 ? " " : "    ", stdout);
        write_avail_list(out.value_avails.at[i]);
        fputs(i % 8 == 7 || i + 1 == out.value_avails.n ? ",\n" : ",", stdout);
    }
    puts("};\n\nconst IsaSet isa_sets[] = {");
    EMPTY_NEEDS_ONE(out.sets, "    {0, 0, 0, 0, 0},");
    for (int i = 0; i < out.sets.n; i++) {
        const IsaSet *s = &out.sets.at[i];
        printf("    {%u, %u, %d, %d, %d},\n", (unsigned)s->cell, (unsigned)s->avail, s->rows, s->assumed, s->width);
    }
    puts("};\n");
}

static void write_parts(void)
{
    puts("const IsaTok isa_toks[] = {");
    EMPTY_NEEDS_ONE(out.toks, "    {0, 0, 0, 0, 0},");
    for (int i = 0; i < out.toks.n; i++) {
        const IsaTok *t = &out.toks.at[i];
        printf("    {%d, %d, %d, %d, %d},\n", t->name, t->set, t->col, t->group, t->optional);
    }
    puts("};\n\nconst IsaOpnd isa_opnds[] = {");
    EMPTY_NEEDS_ONE(out.opnds, "    {0},");
    for (int i = 0; i < out.opnds.n; i++) {
        const IsaOpnd *o = &out.opnds.at[i];
        printf("    {%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, ", o->name, o->pos, o->in, o->group,
               o->kind, o->type, o->tok, o->count, o->vec, o->div, o->space, o->dest, o->sink, o->exact);
        write_avail_list(o->avail);
        puts("},");
    }
    puts("};\n\nconst IsaVec isa_vecs[] = {");
    EMPTY_NEEDS_ONE(out.vecs, "    {0, 0, 0},");
    for (int i = 0; i < out.vecs.n; i++)
        printf("    {%d, %d, %d},\n", out.vecs.at[i].tok, out.vecs.at[i].n, out.vecs.at[i].first);
    puts("};\n\nconst IsaVecRow isa_vec_rows[] = {");
    EMPTY_NEEDS_ONE(out.vec_rows, "    {0, 0},");
    for (int i = 0; i < out.vec_rows.n; i++)
        printf("    {%d, \"%s\"},\n", out.vec_rows.at[i].word, out.vec_rows.at[i].spec);
    puts("};\n\nconst uint16_t isa_code[] = {");
    write_numbers(out.code.at, out.code.n);
    puts("};\n\nconst IsaRule isa_rules[] = {");
    EMPTY_NEEDS_ONE(out.rules, "    {0, 0, 0, 0, {0, 0}, 0},");
    for (int i = 0; i < out.rules.n; i++) {
        const IsaRule *r = &out.rules.at[i];
        printf("    {%u, %u, %d, %d, ", (unsigned)r->a, (unsigned)r->b, r->kind, r->operands);
        write_avail_list(r->avail);
        fputs(", ", stdout);
        quote(r->text);
        puts("},");
    }
    puts("};\n\nconst IsaLower isa_lowers[] = {");
    EMPTY_NEEDS_ONE(out.lowers, "    {0, 0, 0},");
    for (int i = 0; i < out.lowers.n; i++) {
        printf("    {%d, %u, ", out.lowers.at[i].kind, (unsigned)out.lowers.at[i].cond);
        quote(out.lowers.at[i].text);
        puts("},");
    }
    puts("};\n");
}

static void write_forms(void)
{
    if (table.forms.n)
        qsort(table.forms.at, (size_t)table.forms.n, sizeof *table.forms.at, by_name);
    puts("const Form isa_forms[] = {");
    EMPTY_NEEDS_ONE(table.forms, "    {0},");
    for (int i = 0; i < table.forms.n; i++) {
        const Form *f = &table.forms.at[i]->out;
        const char *slash = strrchr(f->file, '/');
        printf("    {\"%s\", \"%s\", \"%s\", %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, ", f->name,
               f->pattern, slash ? slash + 1 : f->file, f->mnemonic, f->line, f->tok, f->opnd, f->vec, f->rule, f->lower,
               f->ntok, f->nopnd, f->nvec, f->nrule, f->nlower, f->flags, f->mem, f->emit, f->warp);
        write_avail_list(f->avail);
        fputs(", ", stdout);
        quote(f->again);
        fputs(", ", stdout);
        quote(f->first);
        puts("},");
    }
    printf("};\nconst int isa_nforms = %d;\n\nconst IsaInsn isa_insns[] = {\n", table.forms.n);
    EMPTY_NEEDS_ONE(table.forms, "    {0},");
    int n = 0;
    for (int i = 0, k; i < table.forms.n; i = k, n++) {
        const char *name = table.forms.at[i]->insn->name;
        for (k = i; k < table.forms.n && table.forms.at[k]->insn->name == name; k++)
            ;
        printf("    {\"%s\", %d, %d},\n", name, i, k - i);
    }
    printf("};\nconst int isa_ninsns = %d;\n\n", n);
}

static void write_sregs(void)
{
    puts("const Sreg isa_sregs[] = {");
    EMPTY_NEEDS_ONE(table.sregs, "    {0},");
    for (int i = 0; i < table.sregs.n; i++) {
        const Sreg *s = &table.sregs.at[i];
        printf("    {\"%s\", (Type)%d, %d, %d, %d, (Shape)%d, %d, ", s->name, s->type, s->vec, s->version, s->target,
               s->shape, s->vary);
        quote(s->c);
        puts("},");
    }
    printf("};\nconst int isa_nsregs = %d;\n", table.sregs.n);
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
