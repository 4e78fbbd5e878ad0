/* diag.h: places in the source, what is said of them, and the files inside the compiler. */
#ifndef PTX2C_DIAG_H
#define PTX2C_DIAG_H

#include "support/util.h"

/* ---- diag.c ----------------------------------------------------------------------------------------------------- */

/* A place in the source: byte offset and length of the marked text. */
typedef struct Loc {
    uint32_t at, len;
} Loc;

typedef struct Source {
    const char *path; /* as given; "<stdin>" for "-" */
    const char *text; /* NUL-terminated, but may contain NUL bytes */
    size_t len;
    bool linked;      /* several modules, each ended by a NUL byte, that are one (link.c) */
} Source;

/* id, name in -WNAME, on unless told otherwise */
#define WARNINGS(X)                                                                                                    \
    X(ISA, "isa", false)              /* instructions that the assembler takes and the manual forbids */               \
    X(DEPRECATED, "deprecated", true) /* what the manual asks not to use any more */                                   \
    X(NEWER, "newer", true)           /* a .version or .target that is not known yet */                                \
    X(CONSTANT, "constant", true)     /* constants that do not fit their type */                                       \
    X(ADDRESS, "address", true)       /* addresses too narrow for pointers of 64 bits */                               \
    X(BOUNDS, "bounds", true)         /* accesses beyond the end of a variable or parameter */                         \
    X(UNINITIALIZED, "uninitialized", true) /* registers that are read before anything is written to them */           \
    X(MAYBE, "maybe-uninitialized", false)  /* the same, on some way through the function */                            \
    X(CHECKS, "checks", true)         /* what --sanitize was asked for and does not look for in this module */         \
    X(WARP_SYNC, "warp-sync", true)   /* lanes of a warp that see each other without a barrier, from sm_70 on */

typedef enum Warning {
#define X(id, name, on) WARN_##id,
    WARNINGS(X)
#undef X
    WARN_COUNT
} Warning;

typedef struct DiagOptions {
    int max_errors; /* default 20; 0 = no limit */
    bool werror, color, no_warnings;
    bool off[WARN_COUNT];
} DiagOptions;

void diag_begin(const Source *src, DiagOptions o);
bool error_at(Loc loc, const char *fmt, ...) PRINTF_LIKE(2, 3); /* false */
void error_file(const char *fmt, ...) PRINTF_LIKE(1, 2); /* of the file as a whole: no line of it is shown */
void warn_at(Warning kind, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4);
bool warn_on(Warning kind); /* for what costs time to find */
void note_at(Loc loc, const char *fmt, ...) PRINTF_LIKE(2, 3); /* belongs to the diagnostic before it */
int diag_errors(void); /* number of errors so far, also those beyond the limit */
bool diag_full(void);  /* the limit is reached: passes should stop */
int diag_line(Loc loc);   /* both from 1 */
int diag_column(Loc loc);

/* ---- build/embedded.c: files inside the compiler, made by tools/parts.c ----------------------------------------- */

/* "main.c" … are templates/; "ptx2c.h" is the whole runtime in one text. */
typedef struct EmbeddedFile { const char *name, *text; } EmbeddedFile;
extern const EmbeddedFile embedded_files[]; /* ends with a NULL name */

/* ---- embedded_text.c -------------------------------------------------------------------------------------------- */

const char *embedded_text(const char *name); /* never NULL */

/* ---- runtime.c: the runtime's headers and what stands in them --------------------------------------------------- */

typedef struct RuntimePart { const char *name, *text; const short *includes; } RuntimePart; /* includes: ends with -1 */
typedef struct RuntimeName { const char *name; int part; } RuntimeName;
extern const RuntimePart runtime_parts[]; /* ends with a NULL name */
extern const RuntimeName runtime_names[]; /* sorted */
extern const int runtime_name_count;

#endif
