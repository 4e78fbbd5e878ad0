/* diag.c: diagnostics on standard error, in the form editors and build tools read:
 *
 *     file.ptx:12:17: error: message
 *        12 |     the source line
 *           |                 ^~~~
 *
 * Requires diag_begin(); everything else may be called at any time.  Places are byte offsets; columns count bytes from
 * 1, as cc does. */
#include "support/diag.h"

enum { SHOWN = 160, SHOWN_BEFORE = 60 }; /* of a long line: so many bytes, so many of them before the mark */

static struct {
    Source src;
    DiagOptions opt;
    int errors;
    bool muted;     /* the diagnostic before was not printed: nor are its notes */
    bool said_full;
    Arena arena;
    Array(uint32_t) lines; /* offset of each line's first byte; filled at the first use */
} D;

void diag_begin(const Source *src, DiagOptions o)
{
    arena_reset(&D.arena);
    memset(&D, 0, sizeof D);
    D.src = *src;
    D.opt = o;
}

static void find_lines(void)
{
    array_add(&D.arena, &D.lines, 0);
    const char *s = D.src.text, *end = s + D.src.len;
    for (const char *p = s; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        array_add(&D.arena, &D.lines, (uint32_t)(p + 1 - s));
}

static uint32_t place_in_text(Loc loc) { return loc.at <= D.src.len ? loc.at : (uint32_t)D.src.len; }

int diag_line(Loc loc)
{
    if (!D.lines.n)
        find_lines();
    int lo = 0, hi = D.lines.n;
    while (hi - lo > 1) {
        int mid = lo + (hi - lo) / 2;
        if (D.lines.at[mid] <= place_in_text(loc))
            lo = mid;
        else
            hi = mid;
    }
    return lo + 1;
}

int diag_column(Loc loc)
{
    const int line = diag_line(loc);
    return (int)(place_in_text(loc) - D.lines.at[line - 1]) + 1;
}

/* Length of the valid UTF-8 sequence of a printable character beyond ASCII at s, or 0. */
static size_t utf8_length(const unsigned char *s, size_t room)
{
    size_t n = s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : 0;
    if (!n || n > room)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if (s[0] == 0xC2 && s[1] < 0xA0) /* C1 controls */
        return 0;
    return n;
}

/* Adds the text [s, end) of a line to text, one '?' for each byte no terminal should see; and to marks what stands
 * under it: tabs again, blanks, or from mark to mark_end the marks. */
static void add_line(Str *text, Str *marks, const char *s, const char *end, const char *mark, const char *mark_end)
{
    while (s < end) {
        unsigned char c = (unsigned char)*s;
        size_t n = utf8_length((const unsigned char *)s, (size_t)(end - s));
        if (n > 1) {
            str_addn(text, s, n);
        } else {
            n = 1;
            str_addc(text, c == '\t' || (c >= ' ' && c < 0x7F) ? (char)c : '?');
        }
        if (s + n <= mark)
            str_addc(marks, c == '\t' ? '\t' : ' ');
        else if (s <= mark)
            str_addc(marks, '^');
        else if (s < mark_end)
            str_addc(marks, '~');
        s += n;
    }
    if (mark >= end)
        str_addc(marks, '^');
}

static const char *end_of_line(const char *s)
{
    const char *text_end = D.src.text + D.src.len, *end = memchr(s, '\n', (size_t)(text_end - s));
    end = end ? end : text_end;
    return end > s && (end[-1] == '\r' || end[-1] == '\0') ? end - 1 : end; /* a NUL ends a text that was linked */
}

static void print_source(Loc loc, int line, const char *color)
{
    const char *s = D.src.text + D.lines.at[line - 1], *end = end_of_line(s);
    const char *mark = D.src.text + (loc.at <= D.src.len ? loc.at : D.src.len);
    if (mark > end)
        mark = end;
    const char *mark_end = loc.len < (size_t)(end - mark) ? mark + loc.len : end;
    const char *from = s, *to = end;
    if (end - s > SHOWN) {
        from = mark - s > SHOWN_BEFORE ? mark - SHOWN_BEFORE : s;
        while (from > s && (*from & 0xC0) == 0x80)
            from--;
        to = end - from > SHOWN ? from + SHOWN : end;
    }
    Str text = {0}, marks = {0};
    if (from > s) {
        str_add(&text, "...");
        str_add(&marks, "   ");
    }
    add_line(&text, &marks, from, to, mark, mark_end);
    fprintf(stderr, "%5d | %s%s\n", line, text.s ? text.s : "", to < end ? "..." : "");
    fprintf(stderr, "      | %s%s%s\n", color, marks.s, *color ? "\33[0m" : "");
    str_free(&text);
    str_free(&marks);
}

static void print_diag(Loc loc, const char *kind, const char *color, const char *suffix, const char *fmt, va_list ap)
{
    const int line = diag_line(loc);
    progress_clear();
    const char *bold = D.opt.color ? "\33[1m" : "", *off = D.opt.color ? "\33[0m" : "";
    if (!D.opt.color)
        color = "";
    fprintf(stderr, "%s%s:%d:%d:%s %s%s:%s ", bold, D.src.path, line, diag_column(loc), off, color, kind, off);
    char message[1024]; /* names in it may be of any length */
    int n = vsnprintf(message, sizeof message, fmt, ap);
    fprintf(stderr, "%s%s%s\n", message, n >= (int)sizeof message ? "..." : "", suffix);
    print_source(loc, line, color);
}

static bool full(void) { return D.opt.max_errors > 0 && D.errors >= D.opt.max_errors; }

bool diag_full(void)
{
    if (full() && !D.said_full) {
        fprintf(stderr, "%s: stopped after %d errors (--max-errors=N shows more)\n", D.src.path, D.errors);
        D.said_full = true;
    }
    return full();
}

int diag_errors(void) { return D.errors; }

/* An error is due: counts it, and says whether to print it. */
static bool count_error(void)
{
    D.muted = diag_full();
    D.errors++;
    return !D.muted;
}

bool error_at(Loc loc, const char *fmt, ...)
{
    va_list ap;
    if (!count_error())
        return false;
    va_start(ap, fmt);
    print_diag(loc, "error", "\33[1;31m", "", fmt, ap);
    va_end(ap);
    return false;
}

void error_file(const char *fmt, ...)
{
    va_list ap;
    const char *bold = D.opt.color ? "\33[1m" : "", *red = D.opt.color ? "\33[1;31m" : "", *off = D.opt.color ? "\33[0m" : "";
    if (!count_error())
        return;
    fprintf(stderr, "%s%s:%s %serror:%s ", bold, D.src.path, off, red, off);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
}

bool warn_on(Warning kind) { return !D.opt.no_warnings && !D.opt.off[kind]; }

void warn_at(Warning kind, Loc loc, const char *fmt, ...)
{
    static const char *const name[] = {
#define X(id, name, on) name,
        WARNINGS(X)
#undef X
    };
    va_list ap;
    char suffix[64];
    snprintf(suffix, sizeof suffix, " [%s-W%s]", D.opt.werror ? "-Werror," : "", name[kind]);
    D.muted = !warn_on(kind);
    if (D.muted || (D.opt.werror && !count_error()))
        return;
    va_start(ap, fmt);
    if (D.opt.werror)
        print_diag(loc, "error", "\33[1;31m", suffix, fmt, ap);
    else
        print_diag(loc, "warning", "\33[1;35m", suffix, fmt, ap);
    va_end(ap);
}

void note_at(Loc loc, const char *fmt, ...)
{
    va_list ap;
    if (D.muted)
        return;
    va_start(ap, fmt);
    print_diag(loc, "note", "\33[1;36m", "", fmt, ap);
    va_end(ap);
}
