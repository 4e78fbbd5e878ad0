/* options.h: what the command line asks for. */
#ifndef PTX2C_OPTIONS_H
#define PTX2C_OPTIONS_H

#include "driver/driver.h"

/* Exit statuses. */
enum { STATUS_DONE, STATUS_REFUSED, STATUS_USAGE, STATUS_FILE };

typedef enum Action {
    ACT_C, ACT_AST, ACT_CFG, ACT_REGIONS, ACT_STATS, ACT_HTML, ACT_PTX, ACT_CHECK, ACT_COVERAGE, ACT_EXPLAIN,
    ACT_EMBED
} Action;

typedef struct Options {
    Action action;
    const char *input;        /* "-": standard input */
    char **inputs;            /* all of them, NULL-terminated: ACT_EMBED has several */
    const char *output;       /* never NULL; "-": standard output */
    const char *header;       /* -H, or NULL */
    const char *main_program; /* --main: the file to write, or NULL */
    bool with_dot;            /* --layout=dot */
    int passes;               /* --after: Module.passes */
    bool exact_library;       /* calls of CUDA's library stay what they are: library_power.c */
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

/* What --sanitize=LIST asks for: EmitOptions.sanitize. */
unsigned options_checks(const char *list);

const char *base_name(const char *path); /* what stands behind its last slash */

/* front.c: parses and checks a module, and does what comes before it is written; fills in o->emit.module_name.  NULL: it was
 * refused, and why has been said; ACT_COVERAGE has it all the same. */
Module *front_module(Arena *a, const Source *src, Options *o);
void library_resolved(const Module *m); /* an error for each function that is called and nowhere */

/* program.c: calls f for each fat binary in a file: an ELF file (program, object, library), an archive of such, or a fat binary by
 * itself; linked: it is one of several that are linked when the program starts (nvcc -rdc=true).  False: the file is none. */
bool program_fatbins(const char *data, size_t len, void (*f)(void *ctx, const char *fatbin, bool linked), void *ctx);

/* embed.c: writes the C of all kernels in the inputs.  The exit status. */
int embed(const Options *o);

/* "ptx2c: error: …" */
void complain(const char *fmt, ...) PRINTF_LIKE(1, 2);
NORETURN void bad_usage(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
