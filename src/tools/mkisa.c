/* mkisa.c: build-time compiler of the instruction table: mkisa FILE.isa... > isa_table.c, mkisa -n FILE.isa... > isa_names.h
 *
 * The notation.  A line that begins at the margin opens a set, an instruction, a form or a special register; indented
 * lines belong to what is above; an indented line that begins with no keyword continues the line before.  # comments.
 *
 *   set NAME = item...                     known in the rest of the file; those of common.isa in all files
 *   insn MNEMONIC attr...                  may come again with other attributes; dotted mnemonics are one word
 *   PATTERN OPERANDS avail...              a form; PATTERN begins with the mnemonic
 *   sreg NAME TYPE[4] avail shape=SHAPE [vary] [c TEXT]     in TEXT $x: the component, $n: the number that ends NAME,
 *                                                          $t: the module's target
 *
 * below insn (for all its forms) or a form:
 *
 *   .NAME{.NAME} = item...               a slot: its legal values.  item = value[*]avail... | $set[avail...]
 *                                        '-' = may be absent, '*' = assumed when absent; a.b with several names
 *   only cond -> cond, only cond <-> cond, only cond       legality
 *   need cond avail...                   availability
 *   until [cond] @VERSION/SM : TEXT      ended there; TEXT: what to write instead
 *   warn [cond] : TEXT                   -Wisa: the assembler takes it, the manual does not; TEXT: what the manual says
 *   vec SLOT : OPERAND value=elements... elements: a number, or a letter each (x the operand's type; u s f b 32 bits; p
 *                                        the operand's type, but nothing reads it)
 *   c|put|all|get|lane [ [cond] ] TEXT   what it becomes: the first whose condition holds; "c -" = not translated.
 *                                        lane: what it becomes instead in a loop that a lane has for itself.
 *                                        Of collectives: what each lane puts, what is then done once for the warp (it
 *                                        names no operand), what each lane gets; $d.* = TEXT gives each element k of $d
 *                                        TEXT with k for $#.
 *                                        A call with several results is put into a variable: const T V@ = f($a); $d.0 =
 *                                        V@.x; ...
 *
 * avail = @VERSION/SM{+SM}, @VERSION or @/SM; SM may have a suffix a or f; several are alternatives.
 * PATTERN: .name is a slot if one is defined, else that word; {.name} may be left out, {.x@avail} is newer.
 * OPERANDS: name[:type[\[elements\]]][avail], [name], [name, name], a|b; {, b} may be left out.  type is a type (=type:
 * registers of no other), a slot or a kind (kind_names in mkisa_form.c); the slot .type, or the last type written out, is the default.  Inside [ ] the
 * default is an address, and a state space may stand for the type.  elements = number, operand of a vec line, slot (v4:
 * 4), or n(slot)/number (m64n16k8: 16 / number).  The destination is the first operand where it is called d, p, r or
 * state, with its partner after |.
 * attr = relax | warp[=OPERAND] | whole (all lanes of the warp are members) | update (d is read, too; `all` gets d, the
 *        arrays of its elements, a value for each lane, and shared, the .shared window) | several (`all` does n of them, one after
 *        the other, whose elements' arrays are p: those of the operands of one after those of the one before) | cta | term |
 *        carry=in|out|both | alike (all lanes of the same members get the same) | address (the C takes that of p) |
 *        mem=r|w|rw|rmw|tex | uniform=no | emit=FUNC | syntax (not translated) |
 *        sreg (sources may be special registers) | neg (or negated registers) | sel (operands may have selectors) |
 *        bare (shared addresses may stand without [ ]) | enclosed (but not that of the mbarrier) | fixed (generic ones may be constants) |
 *        dest=OPERAND,... (destinations, too) | sink=OPERAND,... (may be _) |
 *        again=WORD,... (may be repeated) | first=WORD,... (they stand before all other
 *        modifiers, in this order)
 * cond = and {or and}; and = term {term}; term = !term | (cond) | word | operand | slot[!]=value|value... |
 *        operand=number|number... | func(args), see isa.h */
#include "tools/mkisa.h"

#include <ctype.h>

/* Adds the rows that component col and those after it give, in all combinations. */
static void add_rows(Slot *s, const char **part, int col, Row *row)
{
    if (col == s->width) {
        Row copy = *row;
        copy.word = NEWN(&arena, const char *, s->width);
        memcpy(copy.word, row->word, sizeof *row->word * (size_t)s->width);
        for (int i = 0; i < s->rows.n; i++)
            if (memcmp(s->rows.at[i].word, copy.word, sizeof *copy.word * (size_t)s->width) == 0) {
                Str b = {0};
                for (int k = 0; k < s->width; k++)
                    str_printf(&b, "%s%s", k ? "." : "", copy.word[k] ? copy.word[k] : "-");
                bad("the value '%s' stands twice", b.s);
                str_free(&b);
                return;
            }
        ADD(s->rows, copy);
        return;
    }
    if (*part[col] == '$') {
        const Set *set = find_set(intern(part[col] + 1));
        for (int i = 0; set && i < set->rows.n; i++) {
            Row r = *row;
            r.word[col] = set->rows.at[i].word[0];
            if (set->rows.at[i].avail.n)
                r.avail = set->rows.at[i].avail;
            r.assumed |= set->rows.at[i].assumed;
            add_rows(s, part, col + 1, &r);
        }
        return;
    }
    row->word[col] = strcmp(part[col], "-") == 0 ? NULL : part[col];
    add_rows(s, part, col + 1, row);
}

/* value[*]avail... of a slot with s->width names */
static void read_item(const char **p, Slot *s)
{
    const char *part[16], *word[16] = {0};
    int n = 0;
    for (;;) {
        const char *at = *p;
        const char *w;
        if (**p == '$' || **p == '-') {
            ++*p;
            if (*at == '$')
                read_word(p);
            w = intern_n(at, (size_t)(*p - at));
        } else if (!(w = read_word(p))) {
            bad("expected a value at '%.20s'", at);
            *p += strlen(*p);
            return;
        }
        if (n < 16)
            part[n++] = w;
        if (**p != '.')
            break;
        ++*p;
    }
    Row row = {word, {0}, false};
    if (**p == '*') {
        row.assumed = true;
        ++*p;
    }
    row.avail = read_avails(p);
    if (**p && **p != ' ' && **p != '\t') {
        bad("expected a blank before '%.20s'", *p);
        *p += strlen(*p);
    }
    if (n != s->width) {
        bad("a value has %d parts where the slot has %d name%s", n, s->width, s->width == 1 ? "" : "s");
        return;
    }
    add_rows(s, part, 0, &row);
}

static void read_items(const char *p, Slot *s)
{
    for (blanks(&p); *p; blanks(&p))
        read_item(&p, s);
    if (!s->rows.n && !nerrors)
        bad("no values");
}

static void read_slot(const char *p, Body *b)
{
    const char *name[16];
    Slot *s = NEW(&arena, Slot);
    s->line = line;
    s->set = -1;
    while (*p == '.' && s->width < 16) {
        p++;
        const char *w = read_word(&p);
        if (!w) {
            bad("expected a name after '.'");
            return;
        }
        for (int i = 0; i < b->slots.n; i++)
            for (int k = 0; k < b->slots.at[i]->width; k++)
                if (b->slots.at[i]->name[k] == w)
                    bad("slot .%s is defined twice; first in line %d", w, b->slots.at[i]->line);
        name[s->width++] = w;
    }
    s->name = NEWN(&arena, const char *, s->width);
    memcpy(s->name, name, sizeof *name * (size_t)s->width);
    if (!take(&p, "=")) {
        bad("expected '=' after the slot's name");
        return;
    }
    read_items(p, s);
    ADD(b->slots, s);
}

/* ---- lines -> raw forms ------------------------------------------------------------------------------------------ */

/* The place of w (NULL: it is not given) in the list; -1: it is none of it. */
static int name_in(const char *w, const char *const *list)
{
    for (int i = 0; w && list[i]; i++)
        if (strcmp(w, list[i]) == 0)
            return i;
    return -1;
}

/* The same from the first-th on; others are complained of: wants. */
static int value_in(const char *w, const char *const *list, int first, const char *wants)
{
    const int k = name_in(w, list);
    if (k < first)
        bad(wants, w ? w : "");
    return k;
}

static void read_attr(Insn *in, const char *w, const char *value)
{
    static const char *const flag[] = {"relax", "warp", "cta", "term", "uniform", "syntax", "sreg", "neg", "sel",
                                       "bits", "wide", "whole", "bare", "update", "fixed", "alike",
                                       "address", "", "", "enclosed", "several", NULL};
    static const char *const mem[] = {"-", "r", "w", "rw", "tex", "rmw", NULL};
    static const char *const carry[] = {"in", "out", "both", NULL};
    static const char *const emit[] = {"text", "bra", "brx", "call", "ret", "exit", "trap", "bar", "ld", "st", "mov",
                                       "cvta", "stack", "nop", NULL};
    const struct { const char *name, **value; } text[] = {
        {"warp", &in->warp}, {"dest", &in->dest}, {"sink", &in->sink}, {"again", &in->again}, {"first", &in->first},
    };
    const int f = name_in(w, flag);
    bool known = f >= 0;
    if (known)
        in->flags |= 1u << f;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (strcmp(w, text[i].name) == 0) {
            *text[i].value = value;
            known = true;
        }
    if (strcmp(w, "uniform") == 0 && (!value || strcmp(value, "no") != 0))
        bad("uniform= wants 'no'");
    else if (strcmp(w, "mem") == 0) {
        const int k = value_in(value, mem, 1, "mem= wants r, w, rw, rmw or tex, not '%s'");
        in->mem = (uint8_t)(k == 5 ? MEM_RW : k);
    } else if (strcmp(w, "carry") == 0)
        in->flags |= (unsigned)(value_in(value, carry, 0, "carry= wants in, out or both, not '%s'") + 1) * FORM_CARRY_IN;
    else if (strcmp(w, "emit") == 0)
        in->emit = (uint8_t)value_in(value, emit, 1, "emit= does not know '%s'");
    else if (!known)
        bad("unknown attribute '%s'", w);
}

/* What stands there up to a blank. */
static const char *read_text(const char **p)
{
    const char *s = *p;
    *p += strcspn(s, " \t");
    return intern_n(s, (size_t)(*p - s));
}

static Insn *read_insn(const char *p)
{
    Insn *in = NEW(&arena, Insn);
    blanks(&p);
    in->name = read_text(&p);
    in->file = file;
    in->line = line;
    if (!*in->name)
        bad("expected a mnemonic after 'insn'");
    for (blanks(&p); *p; blanks(&p)) {
        const char *w = read_word(&p), *value = NULL;
        if (w && *p == '=') {
            p++;
            value = read_text(&p);
        }
        if (!w) {
            bad("expected an attribute at '%.20s'", p);
            break;
        }
        read_attr(in, w, value);
    }
    ADD(table.insns, in);
    return in;
}

static RawForm *read_form(Insn *in, const char *p)
{
    RawForm *f = NEW(&arena, RawForm);
    *f = (RawForm){.file = file, .line = line, .insn = in, .pattern = read_text(&p)};
    blanks(&p);
    f->operands = p;
    size_t n = strlen(in->name);
    if (strncmp(f->pattern, in->name, n) != 0 || (f->pattern[n] && f->pattern[n] != '.' && f->pattern[n] != '{')) {
        bad("a form of '%s' must begin with it, not with '%.30s'", in->name, f->pattern);
        return NULL;
    }
    ADD(in->forms, f);
    ADD(table.forms, f);
    return f;
}

static void read_sreg(const char *p)
{
    static const char *const shape[] = {"grid", "cta", "warp", "lane", "tid", NULL};
    Sreg r = {.vec = 1};
    int family = 0;
    blanks(&p);
    const char *s = p;
    if (*p++ != '%' || !read_word(&p)) {
        bad("expected the name of a special register, with its %%");
        return;
    }
    const char *name = intern_n(s, (size_t)(p - s));
    if (*p == '<') {
        char *end;
        family = (int)strtol(p + 1, &end, 10);
        p = end + (*end == '>');
        if (family < 1 || end[0] != '>')
            bad("expected <COUNT> after %s", name);
    }
    blanks(&p);
    const char *w = read_word(&p);
    r.type = w ? find_type(w) : T_NONE;
    if (!r.type)
        bad("unknown type '%s' of %s", w ? w : "", name);
    if (strncmp(p, "[4]", 3) == 0) {
        r.vec = 4;
        p += 3;
    }
    blanks(&p);
    IsaAvails a = read_avails(&p);
    if (a.n == 1) {
        r.version = out.avails.at[a.first].ptx;
        r.target = out.avails.at[a.first].sm;
    } else
        bad("expected one @VERSION/TARGET after the type");
    const int k = take(&p, "shape=") ? name_in(read_word(&p), shape) : -1;
    if (k < 0)
        bad("expected shape=grid, cta, warp, lane or tid");
    r.shape = (Shape)(k < 0 ? 0 : k);
    r.vary = take(&p, "vary");
    if (take(&p, "c")) {
        blanks(&p);
        r.c = p;
    } else if (blanks(&p), *p)
        bad("expected 'vary' or 'c TEXT' at '%.20s'", p);
    if (r.vec == 4 && r.c && !strstr(r.c, "$x"))
        bad("the C text of a vector register must use $x");
    for (int i = 0; i < (family ? family : 1); i++) {
        r.name = family ? arena_printf(&arena, "%s%d", name, i) : name;
        for (int j = 0; j < table.sregs.n; j++)
            if (strcmp(table.sregs.at[j].name, r.name) == 0)
                bad("%s is defined twice", r.name);
        ADD(table.sregs, r);
    }
}

/* The keyword that begins an indented line, or NULL. */
static const char *line_keyword(const char *s)
{
    static const char *const kw[] = {"only", "need", "until", "warn", "vec", "c", "put", "all", "get", "lane", "known", NULL};
    for (int i = 0; kw[i]; i++) {
        size_t n = strlen(kw[i]);
        if (strncmp(s, kw[i], n) == 0 && (s[n] == ' ' || s[n] == '\t' || (i > 4 && s[n] == '[')))
            return kw[i];
    }
    return NULL;
}

typedef struct Reader {
    Insn *insn;
    Body *body; /* what indented lines belong to */
} Reader;

static void read_line(Reader *r, const char *s)
{
    if (*s != ' ' && *s != '\t') {
        if (take(&s, "set ")) {
            Set set = {.file = file};
            Slot one = {.width = 1};
            blanks(&s);
            set.name = read_word(&s);
            if (!set.name || !take(&s, "=")) {
                bad("expected 'set NAME = item...'");
                return;
            }
            read_items(s, &one);
            set.rows.at = one.rows.at;
            set.rows.n = one.rows.n;
            ADD(table.sets, set);
            r->body = NULL;
        } else if (take(&s, "insn ")) {
            r->insn = read_insn(s);
            r->body = &r->insn->body;
        } else if (take(&s, "sreg ")) {
            read_sreg(s);
            r->body = NULL;
        } else if (!r->insn)
            bad("a form before the first insn");
        else {
            RawForm *f = read_form(r->insn, s);
            if (f)
                r->body = &f->body;
        }
        return;
    }
    blanks(&s);
    const char *kw = line_keyword(s);
    Line l = {line, s};
    if (!r->body)
        bad("nothing above that this line could belong to");
    else if (*s == '.')
        read_slot(s, r->body);
    else if (strchr("onuw", kw[0]))
        ADD(r->body->rules, l);
    else if (kw[0] == 'v')
        ADD(r->body->vecs, l);
    else
        ADD(r->body->lowers, l);
}

/* Reads what lines from number start on are together, and begins anew with text. */
static void read_joined(Reader *r, Str *now, int start, const char *text)
{
    line = start;
    if (now->n)
        read_line(r, intern(now->s));
    str_clear(now);
    str_add(now, text);
}

/* Joins continuation lines, strips comments, and reads line by line. */
static void read_table(char *text)
{
    Reader r = {0};
    Str now = {0};
    int n = 0, start = 0;
    for (char *next; text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        n++;
        for (char *c = text; *c; c++)
            if (*c == '#' && (c == text || c[-1] == ' ' || c[-1] == '\t'))
                *c = 0;
        size_t len = strlen(text);
        while (len && isspace((unsigned char)text[len - 1]))
            text[--len] = 0;
        const char *s = text;
        blanks(&s);
        if (!*s)
            continue;
        if (s > text && *s != '.' && !line_keyword(s) && now.n) {
            str_addc(&now, ' ');
            str_add(&now, s);
            continue;
        }
        read_joined(&r, &now, start, text);
        start = n;
    }
    read_joined(&r, &now, start, "");
    str_free(&now);
}

/* ---- main -------------------------------------------------------------------------------------------------------- */

static int by_path(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    bool cx = strstr(x, "common.isa") != NULL, cy = strstr(y, "common.isa") != NULL;
    return cx != cy ? cy - cx : strcmp(x, y);
}

int main(int argc, char **argv)
{
    const bool names = argc > 1 && strcmp(argv[1], "-n") == 0;
    const int first = 1 + names;
    if (argc <= first) {
        fputs("usage: mkisa FILE.isa... > isa_table.c\n       mkisa -n FILE.isa... > isa_names.h\n", stderr);
        return 2;
    }
    qsort(argv + first, (size_t)(argc - first), sizeof *argv, by_path);
    for (int i = first; i < argc; i++) {
        size_t n;
        char *text = util_read_file(&arena, argv[i], &n);
        if (!text) {
            perror(argv[i]);
            return 3;
        }
        file = intern(argv[i]);
        read_table(text);
    }
    for (int i = 0; i < table.forms.n; i++)
        build_form(table.forms.at[i]);
    for (int i = 0; i < table.forms.n; i++)
        build_body(table.forms.at[i]);
    if (nerrors)
        return 1;
    word_id(NULL);
    names ? write_names() : write_table();
    return fflush(stdout) || ferror(stdout) ? 3 : 0;
}
