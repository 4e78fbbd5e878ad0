/* c_text.c: pieces of C text: lines, parentheses, casts, values that need no variable. */
#include "emit/lower.h"

#include <limits.h>

enum { DECLARED_COLUMNS = 100 }; /* of a line with several variables */
enum { COLUMNS = 110, MORE_INDENT = 8 }; /* a statement's lines: at most so long, and how far in all but the first begin */

/* The place in s before which to go on in a new line: outermost, then last, among those in the later part of what fits. */
static size_t break_place(const char *s, size_t first, size_t last)
{
    size_t best = 0;
    int depth = 0, least = INT_MAX;
    for (size_t i = 0; i < last && s[i]; i++) {
        depth += (s[i] == '(') - (s[i] == ')');
        bool after = i && s[i - 1] == ',';
        bool before = s[i] == ' ' && s[i + 1] && strchr("+-*/&|^?:<>=", s[i + 1]) && !after;
        if (i >= first && s[i] == ' ' && (after || before) && depth <= least) {
            least = depth;
            best = i;
        }
    }
    return best;
}

static void add_text(Writer *w, const char *fmt, va_list args)
{
    if (w->at_line && strncmp(fmt, "case", 4) != 0) /* nothing stands between "fall through" and that */
        str_printf(w->out, "#line %d \"%s\"\n", w->at_line, w->o->ptx_path);
    const size_t start = w->out->n;
    for (int i = 0; i < w->indent; i++)
        str_add(w->out, "    ");
    str_vprintf(w->out, fmt, args);
    if (!(w->o && w->o->line) && !w->unbroken)
        break_line(w->out, start, w->indent);
    str_addc(w->out, '\n');
}

void line(Writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_text(w, fmt, ap);
    va_end(ap);
}

void block(Writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    w->indent -= *fmt == '}';
    add_text(w, fmt, ap);
    w->indent++;
    va_end(ap);
}

void block_end(Writer *w)
{
    w->indent--;
    line(w, "}");
}

void declare_joined(Writer *w, Declared *before, const char *type, const char *what)
{
    if (before->type && strcmp(before->type, type) == 0 && type[0] != 's' && before->column + strlen(what) + 2 <= DECLARED_COLUMNS) {
        w->out->n -= 2; /* ";\n" */
        str_printf(w->out, ", %s;\n", what);
        before->column += strlen(what) + 2;
        return;
    }
    *before = (Declared){type, (size_t)(4 * w->indent) + strlen(type) + strlen(what) + 2};
    line(w, "%s %s;", type, what);
}

Str *divert(Writer *w, Str *to)
{
    Str *was = w->out;
    w->out = to;
    return was;
}

void insert_diverted(Writer *w, Str *out, size_t at)
{
    Str *text = divert(w, out);
    str_insert(out, at, text);
}

void break_line(Str *out, size_t start, int indent)
{
    if (out->n - start <= COLUMNS || strpbrk(out->s + start, "\"\n'") || strstr(out->s + start, "/*"))
        return;
    Str text = {0};
    str_addn(&text, out->s + start, out->n - start);
    const char *s = text.s;
    const size_t more = (size_t)(4 * indent + MORE_INDENT);
    out->n = start;
    for (size_t before = 0; strlen(s) + before > COLUMNS; before = more) {
        size_t from = before ? 0 : (size_t)(4 * indent), fits = before < COLUMNS / 2 ? COLUMNS - before : COLUMNS / 2;
        size_t at = break_place(s, from + (fits - from) / 3, fits);
        if (!at)
            break;
        str_addn(out, s, at);
        str_printf(out, "\n%*s", (int)more, "");
        s += at + 1;
    }
    str_add(out, s);
    str_free(&text);
}

const char *lower_paren(Arena *a, Ex e) { return e.prim ? e.s : arena_printf(a, "(%s)", e.s); }

Ex lower_cast(Writer *w, const char *type, Ex e)
{
    if (e.as_signed && strcmp(type, "int32_t") == 0)
        return ex(e.as_signed, true);
    if (e.as_signed && strcmp(type, "ptx2c_byte") == 0)
        e.s = e.as_signed;
    return ex(arena_printf(A(w), "(%s)%s", type, lower_paren(A(w), e)), true); /* binds tighter than what rows combine it with */
}

Ex lower_call1(Writer *w, const char *f, Ex e) { return ex(arena_printf(A(w), "%s(%s)", f, e.s), true); }

/* a + b as C text, where a may be none. */
void add_term(Str *s, const char *text) { str_printf(s, s->n ? " + %s" : "%s", text); }

Ex warp_affine_text(Writer *w, int reg)
{
    Arena *a = w->b->a;
    const Val v = w->b->reg[reg].val;
    const char *lane = w->last ? "(n - 1)" : "l";
    Str s = {0};
    if (v.warp)
        add_term(&s, v.warp == 32       ? "k.x"
                     : v.warp % 32 == 0 ? arena_printf(a, "%lld * k.x", (long long)v.warp / 32)
                                        : arena_printf(a, "k.x / %lld", 32 / (long long)v.warp));
    if (w->lane && v.step)
        add_term(&s, v.step == 1 ? lane : arena_printf(a, "%lld * %s", (long long)v.step, lane));
    if (v.base || !s.n)
        str_printf(&s, !s.n ? "%lld" : v.base < 0 ? " - %lld" : " + %lld", s.n ? llabs(v.base) : (long long)v.base);
    const char *text = str_keep(a, &s);
    const Ex e = ex(text, !strpbrk(text, " -"));
    return type_info[w->b->fn->regs.at[reg]->type].bits == 64 ? lower_cast(w, "uint64_t", e) : e;
}

/* What special registers read of the CTA, and the variables that keep it while lanes store to memory, which might be it. */
const char *const check_kept_fields[] = {"ctaid", "ntid", "nctaid", NULL};

const char *check_kept(Arena *a, const char *text)
{
    for (int i = 0; check_kept_fields[i]; i++) {
        const size_t n = strlen(check_kept_fields[i]);
        if (strncmp(text, "c->", 3) == 0 && strncmp(text + 3, check_kept_fields[i], n) == 0 && text[3 + n] == '.')
            return arena_printf(a, "Q%s", text + 3);
    }
    return text;
}

/* Behind the casts that a text begins with: they bind tighter than what rows combine texts with. */
static const char *skip_casts(const char *s)
{
    while (*s == '(') {
        size_t n = 1 + strcspn(s + 1, "() ");
        bool type = (n > 2 && strncmp(s + n - 2, "_t", 2) == 0) || strncmp(s, "(float)", n + 1) == 0 ||
                    strncmp(s, "(double)", n + 1) == 0;
        if (s[n] != ')' || !type)
            break;
        s += n + 1;
    }
    return s;
}

/* Whether text goes on with a name there, or with a part of what it names. */
static bool goes_on(const char *p)
{
    return name_char(*p) || *p == '.' || (p[0] == '-' && p[1] == '>') || (*p == '>' && p[-1] == '-');
}

bool text_is_primary(const char *s)
{
    int depth = 0;
    s = skip_casts(s);
    if (!name_char(*s) && *s != '(')
        return false;
    for (const char *p = s; *p; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if (*p == ')' || *p == ']') {
            if (--depth == 0 && *s == '(' && p[1])
                return false;
        } else if (depth == 0 && !goes_on(p)) {
            return false;
        }
    }
    return true;
}

char text_operator(const char *s)
{
    char op = 0;
    int depth = 0;
    for (const char *p = s; *p; p++) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        if (depth || *p != ' ')
            continue;
        const char next = p[1];
        if (!next || !strchr("+-*&|^", next) || p[2] != ' ')
            return 0;
        const bool sums = strchr("+-*", next) && (!op || strchr("+*", op));
        if (op && next != op && !sums)
            return 0;
        op = !sums ? next : next == '*' && op != '+' ? '*' : '+';
        p += 2;
    }
    return op;
}

/* Whether what comes behind out is an argument of a function of numbers of 32 bits, as its name says. */
bool text_is_word_argument(const Str *out)
{
    int depth = 1;
    size_t n = out->n;
    while (n && depth)
        n--, depth += (out->s[n] == ')') - (out->s[n] == '(');
    return !depth && n > 2 && strncmp(out->s + n - 2, "32", 2) == 0;
}

const char *text_compound(const char *text, const char *name, const char **x)
{
    static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "<<", ">>"};
    const size_t n = strlen(name);
    for (size_t k = 0; k < sizeof ops / sizeof *ops && strncmp(text, name, n) == 0; k++) {
        const size_t length = strlen(ops[k]);
        *x = text + n + length + 2;
        if (text[n] == ' ' && strncmp(text + n + 1, ops[k], length) == 0 && (*x)[-1] == ' ' && text_is_primary(*x))
            return ops[k];
    }
    return NULL;
}

/* text_compound for a variable with a sign, which C converts where the number has none. */
const char *text_compound_signed(Arena *a, const char *text, const char *name, const char **x)
{
    static const char cast[] = "(uint32_t)";
    const char *op = strncmp(text, cast, sizeof cast - 1) == 0 ? text_compound(text + sizeof cast - 1, name, x) : NULL;
    if (!op || !strchr("+-*&|^", *op) || (*x)[strspn(*x, "0123456789")])
        return NULL;
    *x = arena_printf(a, "%su", *x);
    return op;
}
