/* html.c: --emit=html, a module's PTX, its C and, where .loc names files that are there, their source, side by side in one
 * file without outside parts: templates/page.html with the texts, the links between their lines (trace.c), the remarks of
 * explain.c, drawings (draw.c or Graphviz) and counts filled in.  The page's script makes rows of a text and a drawing of its
 * SVG when they come into view: a browser takes seconds for that of megabytes.
 *
 * Requires a checked module and leaves it as emit_module does.  What rewrites functions, as the emitter and the remarks do,
 * has a module of its own, so that the page shows what the command and --explain say. */
#include "report/report.h"
#include "report/dot.h"

enum {
    MOST_DRAWN = 1500,   /* blocks of a function that is drawn, and instructions ten times as many */
    MOST_BYTES = 3000000 /* of all drawings, before the last */
};

typedef struct Remark { int line; RemarkKind kind; const char *text; } Remark;

/* Why a line has no C. */
typedef struct Reason { const char *text; int line; } Reason;

/* What the files that .loc names have, one behind the other. */
typedef struct SourceText { uint32_t number; const char *name, *text; int first, lines; } SourceText;

typedef struct Page {
    Arena a;
    Module *m;
    const EmitOptions *o;
    const HtmlOptions *h;
    int ptx_lines;
    Array(Remark) remarks;
    const char **absent;     /* by line of PTX with code: why it may have no C; NULL: not known */
    const char **other;      /* likewise, from the instruction alone; NULL: no code */
    bool *code, *linked;     /* by line of PTX: an instruction begins there; it has C */
    Array(SourceText) sources;
    int source_lines;
    FnStats *stats;          /* by function, before calls were put in */
    Str drawings, c;
    Lines *of;               /* by line of C */
    int c_lines;
} Page;

/* The colour (class) and the word of each kind of remark. */
static const struct { const char *colour, *word; } kinds[REMARK_KINDS] = {
    [REMARK_KERNEL] = {"f", "kernel"}, [REMARK_SCHEDULER] = {"w", "scheduler"}, [REMARK_STOPPED] = {"w", "stopped"},
    [REMARK_VECTOR] = {"g", "vector"}, [REMARK_UNIFORM] = {"f", "uniform"}, [REMARK_CONTIGUOUS] = {"g", "contiguous"},
    [REMARK_STRIDED] = {"m", "strided"}, [REMARK_GATHERED] = {"w", "gathered"}, [REMARK_MASKED] = {"m", "under a mask"},
    [REMARK_VARYING] = {"m", "differs"}, [REMARK_SERIAL] = {"w", "lane by lane"}, [REMARK_ATOMIC] = {"m", "atomic"},
    [REMARK_LOCAL] = {"f", "own memory"}, [REMARK_SYNC] = {"s", "barrier or collective"}, [REMARK_ABSENT] = {"", ""},
};

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* A string of JSON that no script element ends in. */
static void json_string(Str *out, const char *s)
{
    str_addc(out, '"');
    for (; *s; s++) {
        unsigned char ch = (unsigned char)*s;
        if (ch < 32 || ch > 126 || strchr("\"\\<>&", ch))
            str_printf(out, "\\u%04x", ch > 126 ? '.' : ch);
        else
            str_addc(out, (char)ch);
    }
    str_addc(out, '"');
}

static int count_lines(const char *s, size_t n)
{
    int lines = 0;
    for (size_t i = 0; i < n; i++)
        lines += s[i] == '\n';
    return lines + (n && s[n - 1] != '\n');
}

/* ---- what is to be shown ----------------------------------------------------------------------------------------- */

/* What a line is coloured by, where it has several remarks: the first of those that cost most. */
static int weight(RemarkKind k)
{
    const char *colour = kinds[k].colour;
    return k == REMARK_ABSENT || k == REMARK_KERNEL ? 0 : *colour == 'w' ? 5 : *colour == 's' ? 4 : *colour == 'm' ? 3 : *colour == 'g' ? 2 : 1;
}

static void note_remark(void *ctx, int line, RemarkKind kind, const char *text)
{
    Page *p = ctx;
    if (kind == REMARK_ABSENT) {
        if (!p->absent[line])
            p->absent[line] = arena_printf(&p->a, "%s", text);
        return;
    }
    Remark r = {line, kind, arena_printf(&p->a, "%s", text)};
    array_add(&p->a, &p->remarks, r);
}

/* Why an instruction may have no C, where the remarks say nothing of it. */
static const char *absent_text(const Fn *fn, const Ins *ins)
{
    const char *word = ins->nword ? ins->word[0] : "";
    if (!fn->is_entry)
        return strcmp(word, "ret") == 0 ? "the end of the function"
                                        : "its function is not called, or is part of the kernels that call it";
    if (strcmp(word, "bra") == 0 || strcmp(word, "ret") == 0 || strcmp(word, "exit") == 0)
        return "control flow: the ifs and loops around say it";
    return "what it computes became part of other lines, or nothing uses it";
}

static void find_code(Page *p)
{
    for (int i = 0; i < p->m->fns.n; i++)
        for (int k = 0; k < p->m->fns.at[i]->ins.n; k++) {
            const Ins *ins = &p->m->fns.at[i]->ins.at[k];
            if (ins->made)
                continue;
            p->code[diag_line(ins->loc)] = true;
            p->other[diag_line(ins->loc)] = absent_text(p->m->fns.at[i], ins);
        }
}

/* A file that .loc names: as it is named, else beside the PTX.  NULL: it is not there. */
static const char *read_source(Page *p, const char *name)
{
    size_t n;
    const char *slash = strrchr(p->h->path, '/'), *base = strrchr(name, '/');
    const char *text = strcmp(name, "-") != 0 ? util_read_file(&p->a, name, &n) : NULL;
    if (!text)
        text = util_read_file(&p->a, arena_printf(&p->a, "%.*s%s", slash ? (int)(slash - p->h->path + 1) : 0, p->h->path,
                                                  base ? base + 1 : name), &n);
    return text && !memchr(text, 0, n) ? text : NULL;
}

static bool source_used(const Module *m, uint32_t number)
{
    for (int i = 0; i < m->fns.n; i++)
        for (int k = 0; k < m->fns.at[i]->ins.n; k++)
            if (m->fns.at[i]->ins.at[k].line && m->fns.at[i]->ins.at[k].line_file == (int)number)
                return true;
    return false;
}

static void find_sources(Page *p)
{
    for (int i = 0; i < p->m->files.n; i++) {
        SourceText s = {.number = (uint32_t)p->m->files.at[i].number, .name = p->m->files.at[i].name, .first = p->source_lines + 1};
        if (!source_used(p->m, s.number) || !(s.text = read_source(p, s.name)))
            continue;
        s.lines = count_lines(s.text, strlen(s.text));
        p->source_lines += s.lines + 1; /* and one with its name */
        array_add(&p->a, &p->sources, s);
    }
}

/* ---- drawings ---------------------------------------------------------------------------------------------------- */

static void add_drawing(Page *p, const char *what, const char *name, const Str *graph)
{
    Arena a = {0};
    str_add(&p->drawings, "<details name=\"look\"><summary>");
    html_text(&p->drawings, name, strlen(name));
    str_printf(&p->drawings, ": %s</summary>\n", what);
    Str svg = {0};
    if (p->h->with_dot && dot_layout(graph->s, &svg)) {
        str_printf(&p->drawings, "<div class=\"draw dot\"><script type=\"image/svg+xml\">%s</script></div>", svg.s);
    } else {
        str_add(&p->drawings, "<div class=\"draw\"><script type=\"image/svg+xml\">");
        draw_graph(&a, graph->s, &p->drawings);
        str_add(&p->drawings, "</script></div>");
    }
    str_free(&svg);
    str_add(&p->drawings, "</details>\n");
    arena_reset(&a);
}

static void add_drawings(Page *p, int fn)
{
    Fn *f = p->m->fns.at[fn];
    Str graph = {0};
    if (p->stats[fn].blocks > MOST_DRAWN || f->ins.n > 10 * MOST_DRAWN) {
        str_add(&p->drawings, "<p>");
        html_text(&p->drawings, f->sym->name, strlen(f->sym->name));
        str_printf(&p->drawings, " is not drawn: it has %d blocks.</p>\n", p->stats[fn].blocks);
        return;
    }
    dump_cfg_of(p->m, fn, true, &graph);
    add_drawing(p, "control flow", f->sym->name, &graph);
    str_clear(&graph);
    if (f->is_entry) {
        dump_regions_of(p->m, f, &graph);
        add_drawing(p, "regions", f->sym->name, &graph);
    }
    str_free(&graph);
}

/* Sizes first: of the functions as they are written. */
static void look_at_functions(Page *p)
{
    int drawn = 0, all = 0;
    p->stats = NEWN(&p->a, FnStats, p->m->fns.n + 1);
    for (int i = 0; i < p->m->fns.n; i++)
        if (!p->m->fns.at[i]->is_proto)
            p->stats[i] = fn_stats(p->m->fns.at[i]);
    for (int i = 0; i < p->m->fns.n; i++) {
        if (p->m->fns.at[i]->is_proto)
            continue;
        all++;
        progress_show("drawing", (size_t)i, (size_t)p->m->fns.n);
        if (p->drawings.n < MOST_BYTES) {
            add_drawings(p, i);
            drawn++;
        }
    }
    if (drawn < all)
        str_printf(&p->drawings, "<p>%d more functions are not drawn.</p>\n", all - drawn);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

/* A column.  Behind <pre> a browser leaves out the end of a line. */
static void add_side(Str *out, char key, const char *title, int lines, const char *text)
{
    str_printf(out, "<section class=\"side\" id=\"%c\" data-lines=\"%d\" tabindex=\"0\" aria-label=\"%s\"><h2>%s</h2><pre class=\"raw\">\n",
               key, lines, title, title);
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        html_text(out, text, n - (n && text[n - 1] == '\r'));
        str_addc(out, '\n');
    }
    str_add(out, "</pre></section>\n");
}

static void add_sides(Page *p, Str *out)
{
    add_side(out, 'p', "PTX", p->ptx_lines, p->m->src.text);
    add_side(out, 'c', "C", p->c_lines, p->c.s ? p->c.s : "");
    if (!p->sources.n)
        return;
    Str all = {0};
    for (int i = 0; i < p->sources.n; i++) {
        const char *text = p->sources.at[i].text;
        str_printf(&all, "---- %s ----\n%s", p->sources.at[i].name, text);
        if (*text && text[strlen(text) - 1] != '\n')
            str_addc(&all, '\n');
    }
    add_side(out, 's', "source", p->source_lines, all.s);
    str_free(&all);
}

/* The colours that the page has, each with how many remarks are of its kind; a click leads to the next. */
static void add_legend(const Page *p, Str *out)
{
    int count[REMARK_KINDS] = {0};
    for (int i = 0; i < p->remarks.n; i++)
        count[p->remarks.at[i].kind]++;
    for (int k = REMARK_SCHEDULER; k < REMARK_ABSENT; k++)
        if (count[k])
            str_printf(out, "<button class=\"kind %s\" data-kind=\"%d\" title=\"the next one\">%s: %d</button>", kinds[k].colour, k, kinds[k].word, count[k]);
}

static void add_counts(const Page *p, Str *out)
{
    int code = 0, linked = 0;
    for (int i = 1; i <= p->ptx_lines; i++) {
        code += p->code[i];
        linked += p->code[i] && p->linked[i];
    }
    str_printf(out, ".version %d.%d, .target sm_%d. PTX: %zu bytes, %d lines; C: %zu bytes, %d lines. Of %d lines of PTX with instructions %d have C of their own.",
               p->m->version / 10, p->m->version % 10, p->m->target, p->m->src.len, p->ptx_lines, p->c.n, p->c_lines, code, linked);
}

static void add_functions(const Page *p, Str *out)
{
    str_add(out, "<details name=\"look\"><summary>functions</summary><table>\n<tr><th>function</th><th>instructions</th><th>blocks</th><th>loops</th><th>nesting</th>"
                 "<th>registers</th><th>live</th><th>gotos</th></tr>\n");
    for (int i = 0; i < p->m->fns.n; i++) {
        const Fn *fn = p->m->fns.at[i];
        const FnStats *s = &p->stats[i];
        if (fn->is_proto)
            continue;
        str_printf(out, "<tr><td><a href=\"#p%d\">", diag_line(fn->sym->loc));
        html_text(out, fn->sym->name, strlen(fn->sym->name));
        str_printf(out, "</a></td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td></tr>\n",
                   s->instructions, s->blocks, s->loops, s->nesting, s->registers, s->live, s->gotos);
    }
    str_add(out, "</table></details>\n");
}

/* Pairs of a line of PTX and the line of the source that it comes from. */
static void add_source_links(Page *p, Str *out)
{
    int *done = NEWN(&p->a, int, p->ptx_lines + 2);
    const char *sep = "";
    for (int i = 0; i < p->m->fns.n; i++)
        for (const Ins *ins = p->m->fns.at[i]->ins.at; array_has(p->m->fns.at[i]->ins, ins); ins++) {
            const int line = diag_line(ins->loc);
            for (int s = 0; ins->line && !done[line] && s < p->sources.n; s++)
                if (p->sources.at[s].number == (uint32_t)ins->line_file && ins->line <= p->sources.at[s].lines) {
                    str_printf(out, "%s[%d,%d]", sep, line, p->sources.at[s].first + (int)ins->line);
                    done[line] = 1;
                    sep = ",";
                }
        }
}

static int by_reason(const void *a, const void *b)
{
    const Reason *x = a, *y = b;
    int order = x->text == y->text ? 0 : strcmp(x->text, y->text);
    return order ? order : x->line - y->line;
}

/* Why lines with an instruction have no C: each reason with all its lines. */
static void add_reasons(Page *p, Str *out)
{
    Array(Reason) reasons = {0};
    for (int i = 1; i <= p->ptx_lines; i++)
        if (p->code[i] && !p->linked[i]) {
            Reason r = {p->absent[i] ? p->absent[i] : p->other[i], i};
            array_add(&p->a, &reasons, r);
        }
    if (reasons.n)
        qsort(reasons.at, (size_t)reasons.n, sizeof *reasons.at, by_reason);
    for (int i = 0; i < reasons.n; i++) {
        const Reason *r = &reasons.at[i];
        if (!i || strcmp(r[-1].text, r->text) != 0) {
            str_add(out, i ? "],[" : "[");
            json_string(out, r->text);
        }
        str_printf(out, ",%d", r->line);
    }
    str_add(out, reasons.n ? "]" : "");
}

static void add_data(Page *p, Str *out)
{
    const char *sep = "";
    str_add(out, "{\"k\":[");
    for (int k = 0; k < REMARK_KINDS; k++)
        str_printf(out, "%s[\"%s\",\"%s\",%d]", k ? "," : "", kinds[k].colour, kinds[k].word, weight((RemarkKind)k));
    str_add(out, "],\n\"c\":[");
    for (int i = 0; i < p->c_lines; i++) {
        if (!p->of[i].n)
            continue;
        str_printf(out, "%s[%d", sep, i + 1);
        for (int k = 0; k < p->of[i].n; k++)
            str_printf(out, ",%d", p->of[i].at[k]);
        str_addc(out, ']');
        sep = ",";
    }
    str_add(out, "],\n\"s\":[");
    add_source_links(p, out);
    str_add(out, "],\n\"r\":[");
    for (int i = 0; i < p->remarks.n; i++) {
        str_printf(out, "%s[%d,%d,", i ? "," : "", p->remarks.at[i].line, (int)p->remarks.at[i].kind);
        json_string(out, p->remarks.at[i].text);
        str_addc(out, ']');
    }
    str_add(out, "],\n\"a\":[");
    add_reasons(p, out);
    str_add(out, "]}");
}

static void add_place(Page *p, const char *key, Str *out)
{
    if (key == intern("TITLE"))
        html_text(out, p->o->source_name, strlen(p->o->source_name));
    else if (key == intern("LEGEND"))
        add_legend(p, out);
    else if (key == intern("COUNTS"))
        add_counts(p, out);
    else if (key == intern("FUNCTIONS"))
        add_functions(p, out);
    else if (key == intern("DRAWINGS"))
        str_add(out, p->drawings.s ? p->drawings.s : "");
    else if (key == intern("SIDES"))
        add_sides(p, out);
    else if (key == intern("DATA"))
        add_data(p, out);
    else
        ice("templates/page.html has an unknown @%s@", key);
}

static void fill_page(Page *p, Str *out)
{
    const char *s = embedded_text("page.html");
    for (const char *at; (at = strchr(s, '@')); ) {
        size_t n = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        str_addn(out, s, (size_t)(at - s));
        if (n && at[1 + n] == '@') {
            add_place(p, intern_n(at + 1, n), out);
            s = at + n + 2;
        } else {
            str_addc(out, '@');
            s = at + 1;
        }
    }
    str_add(out, s);
}

void emit_html(Module *m, const EmitOptions *o, const HtmlOptions *h, Str *out)
{
    Page p = {.m = m, .o = o, .h = h, .ptx_lines = count_lines(m->src.text, m->src.len)};
    p.absent = NEWN(&p.a, const char *, p.ptx_lines + 2);
    p.other = NEWN(&p.a, const char *, p.ptx_lines + 2);
    p.code = NEWN(&p.a, bool, p.ptx_lines + 2);
    p.linked = NEWN(&p.a, bool, p.ptx_lines + 2);
    find_code(&p);
    find_sources(&p);
    EmitOptions with = *o;
    Str marked = {0};
    with.trace = trace_begin(&p.a);
    with.annotate = false; /* the links say it */
    with.line = 0;
    emit_module(m, &with, &marked);
    if (!diag_errors()) {
        p.c_lines = trace_end(with.trace, &marked, &p.c, &p.of);
        for (int i = 0; i < p.c_lines; i++)
            for (int k = 0; k < p.of[i].n; k++)
                p.linked[p.of[i].at[k]] = true;
        explain_each(h->again(h->ctx), note_remark, &p);
        p.m = h->again(h->ctx);
        look_at_functions(&p);
        p.m = h->again(h->ctx);
        fill_page(&p, out);
    }
    str_free(&marked);
    str_free(&p.c);
    str_free(&p.drawings);
    arena_reset(&p.a);
}
