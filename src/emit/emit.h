/* emit.h: C for a module. */
#ifndef PTX2C_EMIT_H
#define PTX2C_EMIT_H

#include "plan/plan.h"

/* ---- trace.c ---------------------------------------------------------------------------------------------------- */

/* Which lines of PTX each line of C is made from.  A Trace in EmitOptions makes the writers of C leave marks in
 * it, lines that begin with a byte that no input puts there; trace_end takes them out again. */
typedef struct Trace Trace;
typedef Array(int) Lines; /* line numbers, ascending */

Trace *trace_begin(Arena *a);
void trace_fold(Trace *t, Loc user, Loc folded); /* the C of one instruction is part of another's */
void trace_mark(Trace *t, Str *marks, Loc loc);  /* adds the instruction to a list of marks */
/* Writes marks, that hold for the next statement or header, or for all up to trace_close. */
void trace_statement(Str *out, const Str *marks);
void trace_open(Str *out, const Str *marks);
void trace_close(Str *out);
void trace_head_end(const Trace *t, Str *out); /* behind a head without braces */
bool trace_is_mark(const char *line);
void trace_unwrap(Str *text, Str *open); /* takes the marks around it off a text: that in front is added to open */
/* The C without marks; *of[i]: the lines of PTX that line i (from 0) is made from.  The number of lines. */
int trace_end(Trace *t, const Str *marked, Str *c, Lines **of);

/* ---- braces.c --------------------------------------------------------------------------------------------------- */

void braces_drop(Str *out, size_t from, const Trace *t); /* around single statements, from there on */

/* ---- emit.c ----------------------------------------------------------------------------------------------------- */

/* What generated code checks; the same numbers as PTX2C_CHECK_… */
enum { CHECK_MEMORY = 1, CHECK_INIT = 2, CHECK_RACE = 4, CHECK_SYNC = 8, CHECK_ALL = 15, CHECK_LOCKSTEP = 16, CHECK_COARSE = 32, CHECK_BESIDE = 64, CHECK_ELSEWHERE = 128 };

struct Writer;
typedef struct EmitOptions {
    const char *module_name;  /* C identifier */
    bool module_given;        /* by --module */
    const char *source_name;  /* base name of the input, for comments */
    bool annotate, standalone;
    bool only_module;         /* --static: other files see nothing but the module's object */
    const char *tail;         /* C that stands at the end, or NULL */
    int line;                 /* #line: 0 none, 1 to the PTX, 2 through .loc to the source */
    const char *const *entries; /* NULL: all kernels; else NULL-terminated PTX names */
    bool elsewhere;           /* the variables lie where a loader says: module_describe's */
    bool rows;                /* a loader runs no blocks but those whose x is a multiple of 32: warps are whole, and lie in rows */
    const char *ptx_path;     /* for #line: as a C string's text */
    bool no_analysis;         /* literal translation: every value per lane, for comparison */
    bool debug;               /* --debug: the same under the scheduler, each register in its warp's state, for gdb */
    WarpSync warp_sync;
    Trace *trace;             /* or NULL */
    unsigned sanitize;       /* --sanitize: a sum of CHECK_… */
    struct Checks *checks;   /* sanitize.c; NULL: none */
    const char *(*pointer)(struct Writer *w, const Ins *ins, const Opnd *o, const char *plain); /* an address behind its check */
} EmitOptions;

/* Writes the C file of a checked module.  Reports what cannot be translated, at its place. */
void emit_module(Module *m, const EmitOptions *o, Str *out);
void emit_header(Module *m, const EmitOptions *o, const char *guard_name, Str *out); /* -H */
bool must_inline(Module *m, const Fn *fn); /* threads meet in it or wait for others, or it has .local addresses of 32 bits */
void emit_drop_kernels(Module *m, const EmitOptions *o); /* those that are neither in o->entries nor launched by one that is: no pass need see them */
long emit_work(Module *m, Fn *kernel); /* instructions of it and of all that it calls; forgets what emit_refuse found */
void emit_refuse(Module *m, const EmitOptions *o); /* what no C can be made of yet, in the kernels that are chosen */

/* ---- describe.c ------------------------------------------------------------------------------------------------- */

/* Writes what a loader needs that takes each kernel from an object of its own (description.h); that it can't, where kernels
 * share more than variables.  Reports what cannot be translated. */
void module_describe(Module *m, const EmitOptions *o, Str *out);

/* ---- host.c ----------------------------------------------------------------------------------------------------- */

bool kernel_is_chosen(const Fn *fn, const EmitOptions *o); /* by --entry, if there are such */
/* Writes a host program for the module's kernels from templates/main.c. */
void emit_main(Module *m, const EmitOptions *o, Str *out);

/* ---- runtime.c: the runtime's headers and what stands in them --------------------------------------------------- */

/* Inserts at a place of a generated file the parts that what follows there uses: as #include lines, or whole. */
void runtime_insert(Str *out, size_t at, bool whole);
/* The host's interface: an #include line, or whole. */
void runtime_host(Str *out, bool whole, bool checks);

#endif
