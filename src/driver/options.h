/* options.h: what the command line asks for. */
#ifndef PTX2C_OPTIONS_H
#define PTX2C_OPTIONS_H

#include "compiler.h"

#define PTX2C_VERSION "0.1.0"

/* Exit statuses. */
enum { STATUS_DONE, STATUS_REFUSED, STATUS_USAGE, STATUS_FILE };

typedef enum Action {
    ACT_C, ACT_AST, ACT_CFG, ACT_REGIONS, ACT_STATS, ACT_HTML, ACT_CHECK, ACT_COVERAGE, ACT_EXPLAIN
} Action;

typedef struct Options {
    Action action;
    const char *input;        /* "-": standard input */
    const char *output;       /* never NULL; "-": standard output */
    const char *header;       /* -H, or NULL */
    const char *main_program; /* --main: the file to write, or NULL */
    bool with_dot;            /* --layout=dot */
    bool rule;                /* write a make rule, to rule_file */
    bool rule_only;           /* -M: and nothing else */
    bool rule_phony;          /* -MP */
    const char *rule_file, *rule_target;
    EmitOptions emit;
    DiagOptions diag;
} Options;

/* Reads the command line.  On a mistake prints it and exits with STATUS_USAGE; after --help or --version exits too.
 * Paths that follow from others are filled in; no file is touched. */
Options options_parse(Arena *a, int argc, char **argv);

/* front.c: parses and checks a module, and does what comes before it is written; fills in o->emit.module_name.  NULL: it was
 * refused, and why has been said; ACT_COVERAGE has it all the same. */
Module *front_module(Arena *a, const Source *src, Options *o);

/* "ptx2c: error: …" */
void complain(const char *fmt, ...) PRINTF_LIKE(1, 2);
NORETURN void bad_usage(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
