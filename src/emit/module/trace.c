/* trace.c: which lines of PTX each line of C is made from, for --emit=html.
 *
 * In: the marks that emit_fn.c and others leave in the C: "\1[ lines" before and "\1]" behind what one instruction
 * becomes, "\1= lines" before the head of a loop or branch, "\1;" behind one without braces, and pairs of instructions of which one is part of the other's
 * expression.  Out: the C without marks, and for each of its lines a list. */
#include "emit/emit.h"

enum { MARK = 1 }; /* a byte that the C never has */

typedef struct Pair { int user, folded; } Pair; /* lines */

struct Trace {
    Arena *a;
    Array(Pair) pairs;
    int *first;   /* by line: its first pair, once sorted */
    int *seen;    /* by line: the last search that met it */
    int nline, search;
};

Trace *trace_begin(Arena *a)
{
    Trace *t = NEW(a, Trace);
    t->a = a;
    return t;
}

void trace_fold(Trace *t, Loc user, Loc folded)
{
    Pair p = {diag_line(user), diag_line(folded)};
    if (p.user != p.folded)
        array_add(t->a, &t->pairs, p);
}

void trace_mark(Trace *t, Str *marks, Loc loc)
{
    int line = diag_line(loc);
    t->nline = line > t->nline ? line : t->nline;
    str_printf(marks, " %d", line);
}

void trace_statement(Str *out, const Str *marks) { str_printf(out, "%c=%s\n", MARK, marks->s); }

void trace_open(Str *out, const Str *marks) { str_printf(out, "%c[%s\n", MARK, marks->n ? marks->s : ""); }

void trace_close(Str *out) { str_printf(out, "%c]\n", MARK); }

void trace_head_end(const Trace *t, Str *out)
{
    if (t)
        str_printf(out, "%c;\n", MARK);
}

bool trace_is_mark(const char *line) { return *line == MARK; }

void trace_unwrap(Str *text, Str *open)
{
    if (!text->n || text->s[0] != MARK)
        return;
    size_t n = strcspn(text->s, "\n") + 1;
    str_addn(open, text->s, n);
    memmove(text->s, text->s + n, text->n - n + 1);
    text->n -= n;
    if (text->n >= 3 && text->s[text->n - 3] == MARK)
        text->s[text->n -= 3] = 0;
}

static int by_user(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    return x->user != y->user ? x->user - y->user : x->folded - y->folded;
}

static void sort_pairs(Trace *t)
{
    for (int i = 0; i < t->pairs.n; i++) {
        t->nline = t->pairs.at[i].user > t->nline ? t->pairs.at[i].user : t->nline;
        t->nline = t->pairs.at[i].folded > t->nline ? t->pairs.at[i].folded : t->nline;
    }
    if (t->pairs.n)
        qsort(t->pairs.at, (size_t)t->pairs.n, sizeof *t->pairs.at, by_user);
    t->first = NEWN(t->a, int, t->nline + 2);
    t->seen = NEWN(t->a, int, t->nline + 2);
    for (int i = t->pairs.n - 1, line = t->nline + 1; line >= 0; line--) {
        while (i >= 0 && t->pairs.at[i].user >= line)
            i--;
        t->first[line] = i + 1;
    }
}

/* Adds a line and all that is part of its expressions. */
static void add_line(Trace *t, Lines *to, int line)
{
    if (t->seen[line] == t->search)
        return;
    t->seen[line] = t->search;
    array_add(t->a, to, line);
    for (int i = t->first[line]; i < t->pairs.n && t->pairs.at[i].user == line; i++)
        add_line(t, to, t->pairs.at[i].folded);
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* The lines that a mark names, as they stand in its text. */
static Lines marked_lines(Trace *t, const char *s, const char *end)
{
    Lines l = {0};
    t->search++;
    while (s < end) {
        char *next;
        long line = strtol(s, &next, 10);
        if (next == s)
            break;
        add_line(t, &l, (int)line);
        s = next;
    }
    if (l.n)
        qsort(l.at, (size_t)l.n, sizeof *l.at, by_number);
    return l;
}

static void merge_line(Trace *t, Lines *to, int line)
{
    for (int i = 0; i < to->n; i++)
        if (to->at[i] == line)
            return;
    array_add(t->a, to, line);
}

int trace_end(Trace *t, const Str *marked, Str *c, Lines **of)
{
    Lines open = {0}, head = {0};
    int n = 0, lines = 0;
    for (size_t i = 0; i < marked->n; i++)
        lines += marked->s[i] == '\n';
    *of = NEWN(t->a, Lines, lines + 1);
    sort_pairs(t);
    for (const char *s = marked->s ? marked->s : "", *end; *s; s = end + 1) {
        end = strchr(s, '\n');
        if (!end)
            ice("the C does not end with a line's end");
        if (*s == MARK) {
            Lines l = marked_lines(t, s + 2, end);
            if (s[1] != '=' && s[1] != ';')
                open = l;
            if (s[1] != '=')
                head = (Lines){0};
            for (int i = 0; i < l.n && s[1] == '='; i++)
                merge_line(t, &head, l.at[i]);
            continue;
        }
        str_addn(c, s, (size_t)(end - s) + 1);
        (*of)[n++] = end > s ? head.n ? head : open : (Lines){0};
        if (end > s && strchr("{;:", end[-1]))
            head = (Lines){0};
    }
    return n;
}
