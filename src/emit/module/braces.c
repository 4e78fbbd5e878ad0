/* braces.c: a statement that stands alone behind the head of a branch or loop needs no braces.
 *
 * In: the C of a module, before what it includes is put in.  Out: the same without braces around one plain statement; an if and its else
 * both have them or neither.  Declarations stay in braces, and what a macro may make several statements of. */
#include "emit/emit.h"

static size_t line_length(const char *s) { return strcspn(s, "\n"); }
static size_t indent_of(const char *s) { return strspn(s, " "); }
static bool begins_with(const char *s, const char *text) { return strncmp(s, text, strlen(text)) == 0; }

/* The line behind it, without the marks for --emit=html. */
static const char *next_line(const char *s)
{
    do {
        s += line_length(s);
        s += *s == '\n';
    } while (trace_is_mark(s));
    return s;
}

static bool line_is(const char *s, size_t indent, const char *text)
{
    return indent_of(s) == indent && begins_with(s + indent, text) && s[indent + strlen(text)] == '\n';
}

static bool is_head(const char *s)
{
    const char *text = s + indent_of(s), *end = s + line_length(s);
    return text > s && end - text > 2 && begins_with(end - 2, " {") && end[-3] != '=' &&
           (begins_with(text, "if (") || begins_with(text, "for (") || begins_with(text, "while (") || begins_with(text, "PTX2C_"));
}

/* An assignment or a call, or a jump. */
static bool is_plain(const char *s)
{
    if (begins_with(s, "break;") || begins_with(s, "continue;") || begins_with(s, "return") || begins_with(s, "goto "))
        return true;
    const size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *rest = s + n;
    return n && !begins_with(s, "PTX2C_") &&
           (strchr("([.", *rest) || begins_with(rest, "->") || (*rest == ' ' && rest[1 + strspn(rest + 1, "+-*/&|^<>")] == '='));
}

/* Where the line behind the only statement begins, which is on one line or goes on further in; NULL: it is no such one. */
static const char *behind_statement(const char *s, size_t indent)
{
    if (indent_of(s) != indent || !is_plain(s + indent))
        return NULL;
    while (indent_of(next_line(s)) > indent && !memchr(s, ';', line_length(s)))
        s = next_line(s);
    const char *stop = memchr(s, ';', line_length(s));
    return stop && stop[1] == '\n' ? next_line(s) : NULL;
}

/* The head at s and what is in its braces, without those: what stands behind; NULL: they are needed. */
static const char *drop_at(Str *out, const char *s, const Trace *t)
{
    const size_t indent = indent_of(s), n = line_length(s);
    const char *body = next_line(s), *end = behind_statement(body, indent + 4);
    const bool other = end && begins_with(s + indent, "if (") && line_is(end, indent, "} else {");
    const char *last = other ? behind_statement(next_line(end), indent + 4) : end;
    if (!last || !line_is(last, indent, "}"))
        return NULL;
    str_addn(out, s, n - 2);
    str_addn(out, s + n, (size_t)(body - s) - n);
    trace_head_end(t, out);
    str_addn(out, body, (size_t)(end - body));
    if (other) {
        end += line_length(end);
        str_printf(out, "%*selse", (int)indent, "");
        str_addn(out, end, (size_t)(last - end));
    }
    return last + line_length(last) + 1;
}

void braces_drop(Str *out, size_t from, const Trace *t)
{
    Str text = {0};
    for (const char *s = out->n > from ? out->s + from : "", *behind; *s; s = behind) {
        behind = is_head(s) ? drop_at(&text, s, t) : NULL;
        if (behind)
            continue;
        behind = s + line_length(s) + 1;
        str_addn(&text, s, (size_t)(behind - s));
    }
    out->n = from;
    str_insert(out, from, &text);
}
