/* sanitize_look.h: looks at a CTA before it runs: sanitize_look.c makes their instructions, sanitize_sure.c writes them. */
#ifndef PTX2C_SANITIZE_LOOK_H
#define PTX2C_SANITIZE_LOOK_H

#include "emit/emit_fn.h"

enum { LOOK_LIMIT = 2000 }; /* instructions of a kernel that is looked at */

typedef enum LookFor {
    LOOK_LEADS,    /* where accesses lead */
    LOOK_ACCOUNT,  /* what has a value */
    LOOK_MARKS,    /* no look: notes what is stored in memory that others read */
    LOOKS
} LookFor;

/* What a kernel does, and what its look knows. */
typedef struct Looked {
    bool shares, owns;  /* some access is to shared memory, to local memory, */
    bool asks;          /* reads one of these, */
    bool fetches;       /* a texture, */
    bool stores;        /* writes other memory */
    int leads;          /* places whose accesses are compared together, */
    int nparts;         /* and all of them: */
    Str parts;          /* elements of an array of ptx2c_look_part, to be freed */
} Looked;

/* The kernel's instructions are that look now; false: there is none, and they are as they were. */
bool look_make(Kernel *k, LookFor look, Looked *what);
/* The kernel without what asks whether registers and memory have values. */
void look_drop_shadows(Module *m, Fn *fn);

#endif
