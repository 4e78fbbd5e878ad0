/* cta.h: a CTA and its warps while they run: what generated code and the runtime share. */
#ifndef PTX2C_CTA_H
#define PTX2C_CTA_H

#include "types.h"

/* One warp of the running CTA. */
typedef struct ptx2c_warp {
    uint32_t index;   /* %warpid */
    uint32_t active;  /* lanes that execute the current collective */
    uint32_t alive;   /* lanes that exist and have not exited */
    uint32_t pred[4]; /* exchange area of collectives: one bit a lane */
    uint64_t x[32];   /* exchange area of collectives: one value a lane */
} ptx2c_warp;

typedef struct ptx2c_grid ptx2c_grid; /* launch.h */

/* The CTA that the current OpenMP thread runs, alone or as one of a team. */
typedef struct ptx2c_cta {
    ptx2c_dim3 ctaid, ntid, nctaid;
    uint32_t threads;       /* ntid.x * ntid.y * ntid.z */
    bool alone;             /* no other OpenMP thread runs lanes of this CTA */
    uint32_t rank, team;    /* this OpenMP thread among those that share the CTA */
    unsigned char *shared;  /* the .shared window */
    uint32_t shared_bytes;  /* its size: static and dynamic */
    uint32_t dynamic_shared_bytes;
    const unsigned char *param; /* the kernel's parameters, laid out as PTX says */
    void *state;            /* values that live across a barrier, as the kernel's code lays them out */
    ptx2c_grid *grid;
} ptx2c_cta;

#endif
