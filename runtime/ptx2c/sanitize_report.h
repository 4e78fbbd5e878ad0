/* sanitize_report.h: what checked kernels say of a fault: gcc's form on standard error, JSON, the host's function.  For
 * generated code. */
#ifndef PTX2C_SANITIZE_REPORT_H
#define PTX2C_SANITIZE_REPORT_H

#include "sanitize.h"
#include "sanitize_name.h"
#include "run.h"

/* The text of a fault's notes. */
typedef struct ptx2c_notes {
    size_t n;
    char s[1600];
} ptx2c_notes;

static PTX2C_NOINLINE void ptx2c_note(ptx2c_notes *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, args);
    va_end(args);
    if (n > 0)
        t->n = t->n + (size_t)n < sizeof t->s ? t->n + (size_t)n : sizeof t->s - 1;
}

/* "file:line:column: " of that place of the PTX, or of none: what says it. */
PTX2C_INLINE void ptx2c_note_place(ptx2c_notes *t, const ptx2c_site *s)
{
    if (s->line)
        ptx2c_note(t, "%s:%u:%u: ", s->file, (unsigned)s->line, (unsigned)s->column);
    else
        ptx2c_note(t, "%s: ", s->file);
}

PTX2C_INLINE void ptx2c_note_at(ptx2c_notes *t, const ptx2c_site *s)
{
    ptx2c_note_place(t, s);
    ptx2c_note(t, "note: ");
}

PTX2C_INLINE void ptx2c_note_source(ptx2c_notes *t, const ptx2c_site *s)
{
    if (s->source)
        ptx2c_note(t, "%s:%u:1: note: this is where that comes from\n", s->source, (unsigned)s->source_line);
    if (s->caller)
        ptx2c_note(t, "%s:%u:1: note: which was inlined here\n", s->caller, (unsigned)s->caller_line);
}

static PTX2C_NOINLINE bool ptx2c_place_is(const ptx2c_site *s, const char *at, size_t n)
{
    char text[512];
    for (int i = 0; s && i < 3; i++) {
        const char *const files[] = {s->file, s->source, s->caller};
        const uint32_t lines[] = {s->line, s->source_line, s->caller_line};
        if (!files[i])
            continue;
        const int m = snprintf(text, sizeof text, "%s:%u", files[i], (unsigned)lines[i]);
        if (m < 0 || (size_t)m >= sizeof text || (size_t)m < n)
            continue;
        const char *tail = text + m - n;
        if (memcmp(tail, at, n) == 0 && (tail == text || tail[-1] == '/'))
            return true;
    }
    return false;
}

/* PTX2C_CHECK_SUPPRESS names this fault. */
static PTX2C_NOINLINE bool ptx2c_suppressed(const char *kind, const ptx2c_site *site, const ptx2c_site *other)
{
    const char *p = getenv("PTX2C_CHECK_SUPPRESS");
    while (p && *p) {
        const size_t n = strcspn(p, ","), k = strcspn(p, "@,");
        const bool same = strncmp(kind, p, k) == 0 && (!kind[k] || kind[k] == '-' || !k);
        if (same && n && (k == n || ptx2c_place_is(site, p + k + 1, n - k - 1) || ptx2c_place_is(other, p + k + 1, n - k - 1)))
            return true;
        p += n + (p[n] == ',');
    }
    return false;
}

/* One that is known. */
static PTX2C_NOINLINE ptx2c_known_fault *ptx2c_fault_find(const char *kind, const ptx2c_site *site, const ptx2c_site *other,
                                                          const char *object)
{
    const ptx2c_check_table *t = &ptx2c_checks;
    for (size_t i = 0; i < t->faults; i++) {
        ptx2c_known_fault *f = &t->fault[i];
        const bool places = (f->site == site && f->other == other) || (other && f->site == other && f->other == site);
        if (places && f->kind == kind && strncmp(f->object, object, sizeof f->object - 1) == 0)
            return f;
    }
    return NULL;
}

/* It is known, and there was another one: all that is to be done about it. */
PTX2C_INLINE bool ptx2c_fault_again(const char *kind, const ptx2c_site *site, const ptx2c_site *other, const char *object)
{
    ptx2c_known_fault *f = ptx2c_fault_find(kind, site, other, object);
    if (!f)
        return false;
    f->last = ++ptx2c_checks.total;
    return true;
}

/* Whether it is new: it is known from now on. */
static PTX2C_NOINLINE bool ptx2c_fault_is_new(const char *kind, const ptx2c_site *site, const ptx2c_site *other,
                                              const char *object)
{
    ptx2c_check_table *t = &ptx2c_checks;
    ptx2c_known_fault *known = ptx2c_fault_find(kind, site, other, object);
    if (known) {
        known->last = t->total;
        return false;
    }
    if (t->faults == t->fault_room) {
        const size_t room = t->fault_room ? 2 * t->fault_room : 64;
        ptx2c_known_fault *more = (ptx2c_known_fault *)realloc(t->fault, room * sizeof *more);
        if (!more)
            return false;
        t->fault = more;
        t->fault_room = room;
    }
    ptx2c_known_fault *f = &t->fault[t->faults++];
    f->kind = kind;
    f->site = site;
    f->other = other;
    f->last = t->total;
    snprintf(f->object, sizeof f->object, "%s", object);
    return true;
}

static PTX2C_NOINLINE bool ptx2c_check_colors(void)
{
    const char *when = getenv("PTX2C_CHECK_COLOR"), *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (when)
        return strcmp(when, "always") == 0;
#if defined __unix__ || defined __APPLE__
    return isatty(2) && !(no && *no) && term && strcmp(term, "dumb") != 0;
#else
    (void)no;
    (void)term;
    return false;
#endif
}

/* A line of a diagnostic, with the colours of compilers. */
static PTX2C_NOINLINE void ptx2c_print_line(const char *s, size_t n)
{
    const char *sep = NULL;
    for (size_t i = 0; i + 2 < n && !sep; i++)
        if (s[i] == ':' && s[i + 1] == ' ')
            sep = s + i + 1;
    const size_t head = sep ? (size_t)(sep - s) : 0, word = sep ? strcspn(sep + 1, ":") : 0;
    if (!sep || !ptx2c_check_colors()) {
        fwrite(s, 1, n, stderr);
        return;
    }
    fprintf(stderr, "\033[1m%.*s\033[0m \033[1;%dm%.*s:\033[0m", (int)head, s, sep[1] == 'e' ? 31 : 36, (int)word, sep + 1);
    fwrite(sep + 2 + word, 1, n - head - 2 - word, stderr);
}

/* A line with C++'s names, which stand in quotes, as programs have them. */
static PTX2C_NOINLINE void ptx2c_print_names(const char *s, size_t n)
{
    ptx2c_notes line = {0, ""};
    for (size_t i = 0; i < n;) {
        const char *const quote = (const char *)memchr(s + i + 1, '\'', n - i - 1);
        const size_t end = quote ? (size_t)(quote - s) : n;
        ptx2c_cxx_name t;
        if (s[i] == '\'' && ptx2c_cxx_reads_parameter(&t, s + i + 1, end - i - 1))
            ptx2c_note(&line, "'%.*s", (int)t.n, t.s);
        else
            ptx2c_note(&line, "%.*s", (int)(end - i), s + i);
        i = end;
    }
    ptx2c_print_line(line.s, line.n);
}

static PTX2C_NOINLINE void ptx2c_print_fault(const ptx2c_fault *f)
{
    ptx2c_notes line = {0, ""};
    ptx2c_note_place(&line, f->site);
    ptx2c_note(&line, "error: %s [%s]\n", f->message, f->kind);
    fflush(stdout);
    ptx2c_print_names(line.s, line.n);
    for (const char *p = f->notes; *p;) {
        const size_t n = strcspn(p, "\n"), end = p[n] != 0; /* the last one may be cut */
        ptx2c_print_names(p, n + end);
        if (!end)
            fputc('\n', stderr);
        p += n + end;
    }
}

static PTX2C_NOINLINE void ptx2c_json_string(FILE *to, const char *name, const char *s)
{
    fprintf(to, "\"%s\":\"", name);
    for (; s && *s; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            fprintf(to, "\\u%04x", (unsigned)(unsigned char)*s);
        else
            fputc(*s, to);
    }
    fputs("\",", to);
}

static PTX2C_NOINLINE void ptx2c_json_place(FILE *to, const ptx2c_site *s)
{
    ptx2c_json_string(to, "file", s->file);
    ptx2c_json_string(to, "instruction", s->text);
    if (s->source) {
        ptx2c_json_string(to, "source", s->source);
        fprintf(to, "\"source_line\":%u,", (unsigned)s->source_line);
    }
    if (s->caller) {
        ptx2c_json_string(to, "caller", s->caller);
        fprintf(to, "\"caller_line\":%u,", (unsigned)s->caller_line);
    }
    fprintf(to, "\"line\":%u,\"column\":%u", (unsigned)s->line, (unsigned)s->column);
}

static PTX2C_NOINLINE void ptx2c_json_fault(const ptx2c_fault *f)
{
    const char *path = getenv("PTX2C_CHECK_JSON");
    FILE *to = path && *path ? fopen(path, "a") : NULL;
    if (!to)
        return;
    fputc('{', to);
    ptx2c_json_string(to, "kind", f->kind);
    ptx2c_json_string(to, "message", f->message);
    ptx2c_json_string(to, "notes", f->notes);
    ptx2c_json_string(to, "kernel", f->kernel);
    ptx2c_json_string(to, "object", f->object);
    fprintf(to, "\"offset\":%lld,\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u],", (long long)f->offset, (unsigned)f->block.x,
            (unsigned)f->block.y, (unsigned)f->block.z, (unsigned)f->thread.x, (unsigned)f->thread.y, (unsigned)f->thread.z);
    ptx2c_json_place(to, f->site);
    if (f->other) {
        fputs(",\"other\":{", to);
        ptx2c_json_place(to, f->other);
        fputc('}', to);
    }
    fputs("}\n", to);
    fclose(to);
}

/* So many different faults are shown. */
static PTX2C_NOINLINE size_t ptx2c_check_limit(void)
{
    const char *limit = getenv("PTX2C_CHECK_LIMIT");
    const unsigned long most = limit ? strtoul(limit, NULL, 10) : 100;
    return most ? most : SIZE_MAX;
}

/* Tells of a fault of thread u of the CTA unless it has been told.  notes: what follows the message and the place. */
static PTX2C_NOINLINE void ptx2c_check_tell(const ptx2c_cta *c, uint32_t u, const char *kind, const ptx2c_site *site,
                                            const ptx2c_site *other, const char *object, int64_t offset, const char *message,
                                            const ptx2c_notes *notes)
{
    ptx2c_check_table *t = &ptx2c_checks;
    if (ptx2c_suppressed(kind, site, other))
        return;
    t->total++;
    if (!ptx2c_fault_is_new(kind, site, other, object))
        return;
    if (t->faults > ptx2c_check_limit())
        return;
    ptx2c_notes all = {0, ""};
    const ptx2c_dim3 tid = ptx2c_tid(c, u);
    ptx2c_note_source(&all, site);
    ptx2c_note_at(&all, site);
    ptx2c_note(&all, "in kernel '%.300s%s', block (%u, %u, %u), thread (%u, %u, %u)\n", c->grid->kernel->name, strlen(c->grid->kernel->name) > 300 ? "..." : "",
               (unsigned)c->ctaid.x, (unsigned)c->ctaid.y, (unsigned)c->ctaid.z, (unsigned)tid.x, (unsigned)tid.y,
               (unsigned)tid.z);
    if (notes)
        ptx2c_note(&all, "%s", notes->s);
    const ptx2c_fault f = {
        .kind = kind, .message = message, .notes = all.s, .site = site, .other = other, .kernel = c->grid->kernel->name,
        .block = c->ctaid, .thread = tid, .object = object == message ? "" : object, .offset = offset,
    };
    ptx2c_json_fault(&f);
    if (t->call)
        t->call(&f, t->user);
    else
        ptx2c_print_fault(&f);
}

/* Thread u of the CTA is at a place that needs the value of a register which has none: the whole message. */
static PTX2C_NOINLINE void ptx2c_check_unset(const ptx2c_cta *c, uint32_t u, const ptx2c_site *s, const char *kind, const char *message)
{
    ptx2c_check_tell(c, u, kind, s, NULL, message, 0, message, NULL);
}

/* After a launch: how often what was told has happened since. */
static PTX2C_NOINLINE void ptx2c_check_sum(const char *kernel, uint64_t before)
{
    ptx2c_check_table *t = &ptx2c_checks;
    if (t->total == before || t->call || t->exploring)
        return;
    const unsigned long long faults = t->total - before;
    const size_t limit = ptx2c_check_limit();
    unsigned long long places = 0, left_out = 0;
    for (size_t i = 0; i < t->faults; i++)
        if (t->fault[i].last > before) {
            places++;
            left_out += i >= limit;
        }
    ptx2c_cxx_name name;
    const bool cxx = ptx2c_cxx_reads(&name, kernel, strlen(kernel));
    fprintf(stderr, "%.*s: %llu fault%s at %llu place%s", cxx ? (int)name.n : (int)strlen(kernel), cxx ? name.s : kernel, faults, faults == 1 ? "" : "s", places, places == 1 ? "" : "s");
    if (left_out)
        fprintf(stderr, ", of which %llu %s not shown", left_out, left_out == 1 ? "is" : "are");
    fputc('\n', stderr);
}

#endif
