/* sanitize_now.h: what is known of the checked kernel and CTA that run.  For generated code. */
#ifndef PTX2C_SANITIZE_NOW_H
#define PTX2C_SANITIZE_NOW_H

#include "sanitize_cell.h"

/* A variable in .shared. */
typedef struct ptx2c_check_variable { const char *name; uint32_t at, bytes; } ptx2c_check_variable;

/* What the checks know of a kernel. */
typedef struct ptx2c_check_kernel {
    const ptx2c_check_variable *shared;  /* by offset; bytes 0: what the launch adds */
    uint32_t shared_count;
    size_t local_at, local_bytes;        /* of a thread's .local window in its warp's state */
    const ptx2c_variable *variables;     /* of the module */
    const bool *constant;
    uint32_t variable_count, site_count;
    const ptx2c_site *sites;             /* of the module */
} ptx2c_check_kernel;

/* Where an access leads. */
typedef struct ptx2c_spot {
    const char *object, *what;   /* its name; what it is, as in "shared memory" */
    uintptr_t at;                /* of the object */
    size_t bytes;                /* it has; 0: unknown */
    uint8_t *written;            /* bits, the first for the byte at base; NULL: all is */
    uintptr_t base;
    uint32_t *window;            /* cells, the first for base; NULL: by address */
    bool own;                    /* nobody else's: no races */
    uint32_t owner;              /* the CTA whose .shared memory it is, or 0 */
} ptx2c_spot;

/* Where a site's last access by a thread of a CTA led, when it was right. */
typedef struct ptx2c_cached {
    const ptx2c_site *site;
    uint32_t serial, mask;     /* the CTA's, or 0: it holds for all; mask: bits that must be 0 in the address */
    uintptr_t at;
    size_t bytes;
    bool plain;                /* a plain load or store, or an atomic operation that orders nothing */
    uint32_t looks, looker;    /* how often a CTA, looker, has asked whether all of it is written */
    uint32_t full;             /* it is, for this CTA; PTX2C_FOR_ALL: for all */
    ptx2c_spot spot;
} ptx2c_cached;

/* What a site's plain accesses led to before, while lanes run that neither call nor wait. */
typedef struct ptx2c_near {
    uintptr_t at, mask, base;
    size_t bytes;              /* 0: nothing is known */
    uint8_t *written;
    uint32_t *window;
    uint32_t tag;              /* of the accesses by the warp that runs; 0: none */
} ptx2c_near;

/* One of several accesses at fixed distances. */
typedef struct ptx2c_near_part {
    const ptx2c_site *site;
    int64_t offset;            /* from the first */
} ptx2c_near_part;

/* Where the first may lead if all are to be right. */
typedef struct ptx2c_near_known {
    const ptx2c_near_part *of;
    uint64_t epoch;            /* ptx2c_now.epoch of then */
    uint32_t cta;              /* it holds for; 0: for all */
    ptx2c_near near;
} ptx2c_near_known;

enum { PTX2C_CACHED = 256, PTX2C_NEARS = 64 };
#define PTX2C_FOR_ALL UINT32_MAX

/* What an instruction does whose function finds the memory by itself. */
typedef struct ptx2c_check_coming {
    ptx2c_cta *c;
    uint32_t u;
    const ptx2c_site *memory, *shared, *map; /* NULL: not accessed, or nothing is checked */
} ptx2c_check_coming;

/* An operation of an mbarrier. */
typedef struct ptx2c_mbar_use {
    ptx2c_location *at;
    const ptx2c_site *site;
    uint32_t u;
    ptx2c_vector *knew; /* what the thread knew before it */
} ptx2c_mbar_use;

/* Memory of the look at a CTA before it runs, which the next one uses again. */
typedef struct ptx2c_look_memory {
    unsigned char *base;
    size_t bytes;
} ptx2c_look_memory;

/* The .local window of a function that was called, on the host's stack. */
typedef struct ptx2c_window {
    uintptr_t at;
    size_t bytes;
    uint8_t *written;          /* a bit for each byte that something has written */
} ptx2c_window;

/* The CTA that runs. */
typedef struct ptx2c_check_now {
    const ptx2c_check_kernel *k;
    ptx2c_check_cta *a, *all;
    ptx2c_check_cta *spare;             /* of one that has ended, or NULL */
    const ptx2c_check_kernel *declared; /* its variables are */
    ptx2c_cached cached[PTX2C_CACHED]; /* by site */
    ptx2c_near_known near[PTX2C_NEARS]; /* what follows from these */
    uint64_t epoch;                     /* how often one of these has changed */
    uint32_t serials;                   /* those that were given */
    uint32_t first, numbers;            /* CTAs of the grid that runs have numbers from the one behind this on; given so far */
    ptx2c_child_order *as, *coming_as;  /* as that it runs; the next one */
    ptx2c_child_order *orders;          /* all of the launch's, */
    ptx2c_child_line *lines;            /* and lines */
    ptx2c_child_order **open;               /* those after which nothing has come but what they have launched, by depth */
    uint64_t streams; /* that kernels have made */
    const char *launched;               /* the kernel, by the host */
    uint64_t summed;                    /* ptx2c_checks.total when it began, or last went on */
    bool found;                         /* something was wrong before it last went on */
    uint32_t opens, open_room;
    ptx2c_vector *begins;               /* what threads of the grid know when they begin */
    ptx2c_cta_spans *before;            /* CTAs that had ended then */
    ptx2c_window *windows;              /* the latest call's last; those above it may be over */
    uint32_t window_count, window_room;
    uint32_t idle;                      /* turns since a thread moved, where chance decides who proceeds */
    ptx2c_dim3 ntid;                    /* whose threads' %tid these are: */
    uint32_t tid_x[32][32], tid_y[32][32], tid_z[32][32]; /* by warp and lane */
    ptx2c_check_coming coming;
    ptx2c_mbar_use mbarrier;     /* the last operation of one */
    bool asks;                   /* where an access leads, of which is told elsewhere */
    uint32_t look_bad;           /* the look at a CTA has come by an access that it knows nothing of */
    uintptr_t look_memory;       /* of a texture, of so many bytes, which all have values, as long as nothing changes */
    size_t look_bytes;
    uint64_t look_epoch;
    bool look_marks;             /* what it stores is to be noted */
    ptx2c_look_memory look_shared, look_state;
    _Alignas(16) unsigned char scratch[4096]; /* for accesses that are left out, atomic ones, too */
    unsigned char *large[2];     /* of more bytes: the two sides of a copy */
} ptx2c_check_now;
PTX2C_SHARED_VARIABLE ptx2c_check_now ptx2c_now;

/* ptx2c_tid in the CTA that runs, without a division. */
PTX2C_INLINE ptx2c_dim3 ptx2c_check_tid(uint32_t w, uint32_t l)
{
    return (ptx2c_dim3){ptx2c_now.tid_x[w][l], ptx2c_now.tid_y[w][l], ptx2c_now.tid_z[w][l]};
}

static PTX2C_NOINLINE void ptx2c_check_tids(const ptx2c_cta *c)
{
    for (uint32_t i = 0; i < c->threads; i++) {
        const ptx2c_dim3 t = ptx2c_tid(c, i);
        ptx2c_now.tid_x[i / 32][i % 32] = t.x;
        ptx2c_now.tid_y[i / 32][i % 32] = t.y;
        ptx2c_now.tid_z[i / 32][i % 32] = t.z;
    }
    ptx2c_now.ntid = c->ntid;
}

#endif
