/* report.h: what is told of a module. */
#ifndef PTX2C_REPORT_H
#define PTX2C_REPORT_H

#include "emit/emit.h"

/* ---- dump_ast.c ------------------------------------------------------------------------------------------------- */

void dump_ast(const Module *m, Str *out);
/* Operands as text: what --emit=ast and ptx write alike, and what each has of its own. */
typedef struct OpndText {
    const Fn *fn;
    Str *out;
    const char *between; /* the two of a pair */
    const char *(*reg)(void *ctx, int reg);
    void (*other)(void *ctx, const Opnd *o); /* O_NONE, O_SYM, O_MEM, O_LABEL */
    void *ctx;
} OpndText;
void dump_operand(const OpndText *t, const Opnd *o);

/* ---- dump_ptx.c ------------------------------------------------------------------------------------------------- */

void dump_ptx(Module *m, Str *out);     /* as Module.passes leave it */

/* ---- dump_cfg.c ------------------------------------------------------------------------------------------------- */

void dump_cfg(Module *m, Str *out);     /* Graphviz */
void dump_line(const Ins *ins, Str *lines); /* adds its line to "3-5,9" */
void dump_link(Str *lines, Str *out);       /* as an attribute of Graphviz: URL="#p3-5,9", for --emit=html; frees it */
void dump_cfg_of(Module *m, int fn, bool links, Str *out); /* of one function; links: blocks to their lines */
void source_text(const Module *m, const Fn *fn, const Ins *ins, Str *out); /* as written, without comments */
void dump_source(const Module *m, const Fn *fn, const Ins *ins, Str *out); /* the same for a Graphviz label */
void dump_stats(Module *m, Str *out);
/* Sizes of a function as --emit=stats says them. */
typedef struct FnStats { int instructions, blocks, loops, nesting, gotos, registers, live; bool irreducible; } FnStats;
FnStats fn_stats(Fn *fn);

/* ---- dump_regions.c --------------------------------------------------------------------------------------------- */

void dump_regions(Module *m, Str *out); /* Graphviz */
void dump_regions_of(Module *m, const Fn *fn, Str *out); /* of one kernel, nodes with links to their lines */

/* ---- dump_coverage.c -------------------------------------------------------------------------------------------- */

void dump_coverage(Module *m, Str *out);

/* ---- explain.c -------------------------------------------------------------------------------------------------- */

/* What a remark of explain.c is about: which form something has in C, what stopped a better one, why an instruction may
 * have no C of its own. */
typedef enum RemarkKind {
    REMARK_KERNEL, REMARK_SCHEDULER, REMARK_STOPPED, REMARK_VECTOR, REMARK_UNIFORM, REMARK_CONTIGUOUS, REMARK_STRIDED,
    REMARK_GATHERED, REMARK_MASKED, REMARK_VARYING, REMARK_SERIAL, REMARK_ATOMIC, REMARK_LOCAL, REMARK_SYNC, REMARK_ABSENT,
    REMARK_KINDS
} RemarkKind;
typedef void RemarkFn(void *ctx, int line, RemarkKind kind, const char *text); /* text: only during the call */
void explain_module(Module *m, Str *out); /* --explain */
void explain_each(Module *m, RemarkFn *f, void *ctx); /* all remarks, kernel by kernel */

/* ---- html_text.c ------------------------------------------------------------------------------------------------ */

void html_text(Str *out, const char *s, size_t n); /* for HTML and SVG; what is no text is shown as '.' */

/* ---- draw.c ----------------------------------------------------------------------------------------------------- */

/* A graph in the language of Graphviz as SVG, one <svg> for each of its outermost boxes. */
void draw_graph(Arena *a, const char *graph, Str *out);

/* ---- html.c ----------------------------------------------------------------------------------------------------- */

/* --emit=html: the PTX, its C and what explain.c says of them as a page. */
typedef struct HtmlOptions {
    const char *path;              /* of the PTX */
    bool with_dot;                 /* Graphviz lays the drawings out, where it is there */
    Module *(*again)(void *ctx);   /* the module anew, as it came to emit_html */
    void *ctx;
} HtmlOptions;
void emit_html(Module *m, const EmitOptions *o, const HtmlOptions *h, Str *out);

#endif
