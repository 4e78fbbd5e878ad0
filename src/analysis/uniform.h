/* uniform.h: what the files of the analysis of uniformity share; its results are in analysis.h. */
#ifndef PTX2C_UNIFORM_H
#define PTX2C_UNIFORM_H

#include "analysis/analysis.h"

/* Where a check may stand: nowhere; at the head of a chunk's work, where failing costs more; where versioning.c wants it. */
typedef enum Check { CHECK_NONE, CHECK_HEAD, CHECK_SPLIT, CHECK_INNER /* of a minimum or maximum: Back.inner */ } Check;

/* ---- uniform_operand.c ------------------------------------------------------------------------------------------------- */

uint8_t uniform_chunk_run(const Back *b);
Val uniform_number(uint64_t c);
bool uniform_is_for_calls(Sym *s); /* each lane has its own of such variables */

/* ---- uniform_value.c: what an instruction makes of what is known of its inputs ------------------------------------- */

/* Nothing is known. */
static const Val uniform_var = {.kind = VAL_VAR, .level = LV_LANE, .max = UINT64_MAX};

Val uniform_uni(Level level, uint64_t max); /* the same for all lanes of that level, at most max */
Val val_of_both(Val a, Val b); /* of what is made of two values: its level, and what it depends on */

/* The value of instruction number at; notes in Back.spec which check that takes. */
Val uniform_transfer(Back *b, const Ins *ins, int at, Check may_check);

/* ---- uniform_shared.c: the same of what is loaded, or comes from other lanes ------------------------------------------ */

Val uniform_load(const Back *b, const Ins *ins);
Val uniform_vote(const Back *b, const Ins *ins);
Val uniform_shuffle(const Back *b, const Ins *ins);
Val uniform_collective(const Back *b, const Ins *ins); /* PSEUDO_SCAN, PSEUDO_REDUCE */
Val uniform_some(const Back *b, const Ins *ins); /* whether a comparison holds for some lane */

/* ---- unit_step.c ----------------------------------------------------------------------------------------------------- */

bool unit_step_scales(const Back *b, const Opnd *o); /* the number comes with the data, and is a step and not a size as well */
/* The bytes from where a pointer points that the number is added to that are read or written, if not more than most; 1: it isn't added to one. */
uint32_t unit_step_bytes(const Back *b, const Ins *ins, int64_t most);

/* ---- uniform_flow.c: which nodes of the tree run lane by lane ------------------------------------------------------ */

/* The nearest node around n that runs under a mask, or NULL. */
static inline const Node *node_masked_around(const Node *n)
{
    for (; n; n = n->up)
        if (n->up && info(n->up)->masked && n->up->kind == N_IF)
            return n->up;
    return NULL;
}
bool node_inside(const Node *n, const Node *around);
Node *node_loop_around(const Node *n);         /* the nearest loop around n, or NULL */
Node *node_common(Node *x, Node *y);           /* the innermost node around both */

/* These set *changed when something fell, and return false when the mode can't run the function. */
bool node_make_lane(Back *b, Node *n, bool *changed);
bool uniform_nodes(Back *b, Node *n, bool *changed);

/* ---- uniform_jump.c: jumps and their labels are at one level ----------------------------------------------------------------- */

void jump_find(Back *b, Node *tree);
bool jump_closed(const Node *n);       /* no jump leads out of the node or into it, nor from one side of it to another */
void jump_pin(Back *b);                /* what jumps between things done once for the CTA belongs to these */
void jump_pin_deciders(Back *b);       /* so do ifs that write what decides whether a barrier is passed */
bool jump_level(Back *b, bool *changed); /* as uniform_nodes */

/* ---- loops ----------------------------------------------------------------------------------------------------------- */

void loop_data_find(Back *b);   /* RegInfo.found, Back.searches */
void loop_bounds_find(Back *b); /* RegInfo.bound, counts */
bool collective_of_rounds(Back *b, const Node *n); /* collective_round.c, of an N_IF: lanes of different rounds may meet in it */

#endif
