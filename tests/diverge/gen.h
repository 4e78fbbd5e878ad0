/* gen.h: what the files of the generator share. */
#ifndef GEN_H
#define GEN_H

#include "../draw.h"

#include <stdio.h>

extern FILE *ptx;

enum { R, D, P, TYPES };
enum { VARS = 6 };
extern int nregs[TYPES], labels;

/* What all code of the kernel or function can use. */
extern struct Known {
    int in, out, acc, scratch;                   /* pointers */
    int lin, lane, warp, warps, threads, gid, cta; /* lin: number in the CTA, warps: how many there are */
    int own_tile, warp_tile, own_flag, warp_flag, own_word, warp_word; /* addresses: the thread's, that of its warp's first */
    int epoch, always;                           /* always: a predicate that is true */
    int all;                                     /* the lanes of the warp at the beginning */
    int var[VARS];
} K;

extern bool has_bar, has_warp, has_named, has_spin, has_exits, in_func; /* what the kernel may hold */
extern bool plain; /* it is so simple that it needs no scheduler: at most one side of a branch has collectives */
extern bool graphs; /* control-flow graphs of any kind are among its statements */
extern int grid_sites;

/* Who comes to a place. */
typedef struct Ctx {
    int mask;     /* register: the lanes of the warp that do, or -1 */
    bool exact;   /* none of them has exited */
    bool warp, cta, grid; /* all that have not exited: of the warp, the CTA, the grid */
    int depth, loop; /* loop: number of the innermost one, when the code stands directly in it */
    bool loop_warp, loop_cta; /* what warp, cta are around the loop's body */
} Ctx;

void p(const char *fmt, ...);
void at_label(const char *fmt, ...);
int def(int type, const char *fmt, ...);
int var(void);
void arith(void);
void fold(int value);
int cta_value(void);
int warp_value(void);
int lane_cond(void);
int cta_cond(const Ctx *x);
int warp_cond(const Ctx *x);
int ballot(int q, bool neg, int mask);
int exact(Ctx *x);
void gen_collective(Ctx *x);
void gen_apart(Ctx *x);
void gen_exchange(Ctx *x);
void bar_sync(bool apart);
void gen_barrier(void);
void gen_groups(void);
void gen_lock(void);
void gen_lock_inside(void);
void gen_chain(Ctx *x);
void gen_leader(Ctx *x);
void gen_warps(void);
void gen_ctas(void);
void gen_graph(Ctx *x);
void gen_block(Ctx *x, int n); /* statements */

#endif
