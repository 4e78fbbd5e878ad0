/* emit_notes.c: what stands before a statement: the PTX it comes from (--annotate), its line (--line). */
#include "emit/emit_fn.h"

/* A character of PTX in a comment: blanks once, and nothing that may end it. */
static void add_comment_char(Str *s, char ch)
{
    const char last = s->n ? s->s[s->n - 1] : 0;
    const bool space = ch == '\t' || ch == ' ' || ch == '\r';
    if (space && last == ' ')
        return;
    if (ch == '\\' || ch == '?' || (ch == '/' && last == '*') || (ch == '*' && last == '/'))
        str_addc(s, ' ');
    str_addc(s, space ? ' ' : (unsigned char)ch < 32 || (unsigned char)ch > 126 ? '.' : ch);
}

void emit_annotation(Writer *w, const Ins *ins)
{
    if (w->o->trace && !ins->made)
        trace_mark(w->o->trace, &w->notes, ins->loc);
    if (!w->o->annotate || ins->made)
        return;
    const Source *src = &w->b->m->src;
    str_add(&w->notes, w->notes.n ? "; " : "");
    for (uint32_t at = ins->loc.at; at < src->len && src->text[at] != ';' && src->text[at] != '\n'; at++)
        add_comment_char(&w->notes, src->text[at]);
}

void emit_notes(Writer *w)
{
    if (w->notes.n && w->o->trace)
        trace_statement(w->out, &w->notes);
    else if (w->notes.n)
        line(w, "/* %s */", w->notes.s);
    str_clear(&w->notes);
}

void trace_header(Writer *w, int ins)
{
    if (!w->o->trace)
        return;
    w->ins = &w->b->fn->ins.at[ins];
    if (!w->ins->made)
        trace_mark(w->o->trace, &w->notes, w->ins->loc);
    emit_notes(w);
}

void emit_line_directive(Writer *w, const Ins *ins)
{
    if (w->o->line == 1) {
        const int l = diag_line(ins->loc);
        w->at_line = w->b->m->stepping ? l : 0;
        str_printf(w->out, "#line %d ", l);
        str_c_string(w->out, w->o->ptx_path);
        str_addc(w->out, '\n');
    } else if (w->o->line == 2 && ins->line) {
        for (int i = 0; i < w->b->m->files.n; i++)
            if (w->b->m->files.at[i].number == ins->line_file) {
                str_printf(w->out, "#line %d ", (int)ins->line);
                str_c_string(w->out, w->b->m->files.at[i].name);
                str_addc(w->out, '\n');
            }
    }
}

void note_ins(Writer *w, const Ins *ins)
{
    emit_annotation(w, ins);
    emit_notes(w);
    emit_line_directive(w, ins);
}
