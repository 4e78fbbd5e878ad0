/* sanitize_site.h: places of --sanitize that C tells of: sanitize_describe.c says what an instruction accesses, sanitize.c what C asks of
 * the checks there, sanitize_ahead.c what is looked up before loops over lanes. */
#ifndef PTX2C_SANITIZE_SITE_H
#define PTX2C_SANITIZE_SITE_H

#include "emit/emit_fn.h"
#include "emit/lower.h"

/* A place that C tells of. */
typedef struct Site {
    const Ins *ins;      /* for its text; loc tells it apart */
    int operand;         /* -1: none */
    const char *object;  /* C text, or NULL */
    uint64_t object_at, object_bytes;
    uint32_t bytes, flags;
    const char *text;
    Loc loc;
    int32_t line_file, line;
    struct Site *next;   /* of the same hash */
    int number;
} Site;

enum { SITE_HASH = 1024 };

/* Accesses of a look ahead that lie at fixed distances from each other, one behind the other: one look is enough. */
typedef struct Probes {
    int reg;   /* their base; -1: no others join */
    Space space;
    uint32_t bytes; /* of each, where that matters */
    bool looped; /* where accesses are noted: each by itself, in a loop of a lane's; else those of all lanes at once */
    Array(int) sites;
    Array(int64_t) offsets; /* of each */
} Probes;

struct Checks {
    Arena *a;
    Array(Site *) sites;
    Site *by_place[SITE_HASH];
    size_t mark; /* where in the output the table goes */
    bool near;   /* in a loop over lanes, whose places are looked up before it, */
    bool keeps;  /* and which may keep what has no value, */
    Array(int) nears; /* these */
    Array(int) marks; /* places of stores that are noted */
    Array(Probes *) probes; /* of the look ahead that is written */
};

/* The flags of runtime/ptx2c/sanitize.h. */
enum { F_READ = 1, F_WRITE = 2, F_STRONG = 4, F_ACQUIRE = 8, F_RELEASE = 16, F_ATOMIC = 32, F_ASYNC = 64, F_OPAQUE = 128,
       F_GLOBAL = 256, F_SHARED = 512, F_LOCAL = 1024, F_CONST = 2048, F_PARAM = 4096, F_CLUSTER = 8192, F_SCOPE = 1 << 14,
       F_LOOSE = 1 << 16, F_ALIGNED = 1 << 17, F_TOLD = 1 << 18, F_ALIGN = 1 << 19, F_SIXTEENS = 1 << 22, F_PRODUCT = 1 << 23,
       F_FOLLOWED = 1 << 24, F_WHOLE = 1 << 25, F_BULK = 1 << 26, F_TENSOR = 1 << 27, F_MAP = 1 << 28, F_WORDS = 1 << 29, F_DOUBLES = 1 << 30 };

/* Fills flags and bytes; false: nothing is checked.  *more: the bytes as C text, where only the run tells. */
bool site_describe(Writer *w, const Ins *ins, Site *s, const char **more);
/* The access to what the function of an instruction finds by itself; flags 0: it does not. */
Site site_found(Writer *w, const Ins *ins);
uint32_t site_scope(const Ins *ins, unsigned assumed); /* F_SCOPE times 1 ... 3 */
uint32_t site_order(const Ins *ins);   /* F_ACQUIRE, F_RELEASE, of an access in some order */
bool site_is_tensor_copy(const Ins *ins);
bool site_is_store_aside(const Ins *ins); /* a store that goes on by itself, or of many bytes */
uint32_t site_aligned(uint32_t bytes); /* F_ALIGN of that many bytes */

/* What is checked of that operand.  Its site's number; -1: nothing is.  *more as of site_describe. */
int site_access(Writer *w, const Ins *ins, const Opnd *o, Site *s, const char **more);
/* The place among those that are looked up before the loop over lanes; -1: not in one. */
int site_near(struct Checks *c, int site);

#endif
