/* loop_masking.h: what the parts of the pass that makes loops which lanes go round together share: loop_masking.c (what is turned),
 * loop_masking_uniform.c (what is the same for all of them), loop_masking_access.c (memory), loop_masking_write.c (the new code). */
#ifndef PTX2C_MASKED_H
#define PTX2C_MASKED_H

#include "transform/new_code.h"

/* An if's side or a loop that the code being written stands in, innermost first. */
typedef struct Frame {
    const Node *node; /* N_IF or N_LOOP */
    int side;         /* of N_IF */
    int mask;         /* the lanes in it that have not jumped out */
    int round;        /* of N_LOOP: those that go on with this round */
    uint8_t *in;      /* by Blk.id: 1 + kid, 0 outside */
    Sym *end, *out;   /* behind the side, or at the end of the round; behind the loop */
    bool searches;    /* of N_LOOP: masked_searches */
    int *twin;        /* of N_LOOP, by register: what holds its number in the loop for the lanes that are there, or 0; or NULL */
    struct Frame *up;
} Frame;

/* A loop that all lanes in the current mask leave together. */
typedef struct Even {
    const Node *node;
    Sym *head, *end;
    struct Even *up;
} Even;

typedef struct Masked {
    Back *b;
    Fn *fn;
    Arena *a;       /* for what stays in the function */
    NewCode code;
    Frame *frame;
    Even *even;
    bool *same;     /* by register: the same for all lanes in the current mask, wherever it is written or read here */
    bool *steps;    /* by register, likewise: the same, or it may be that it grows evenly from lane to lane */
    bool changed;
    uint8_t *in;    /* by Blk.id: part of what is turned */
    Blk *exit;      /* where it goes on; NULL: nowhere */
    int body, effects; /* instructions in loops, under guards */
    bool straight;  /* it has no loops: all of it is done for all lanes */
    bool loads;     /* some of those in loops are loads */
    bool own;       /* what is written is a lane's own code */
    bool sure;      /* the current mask holds for some lane */
} Masked;

/* loop_masking_uniform.c */

/* Arithmetic that may be done for a lane that is not there. */
bool masked_is_easy(const Back *b, const Ins *ins);
/* A load that is done once for all lanes, if its address allows. */
bool masked_is_load(const Back *b, const Ins *ins);
bool masked_is_wide_load(const Back *b, const Ins *ins); /* the same of several words */
bool masked_has_continue(const Node *n); /* of the loop whose body it is */
bool masked_has_jump(const Node *n);
int masked_size(const Node *n); /* in instructions */
void masked_mark(const Node *n, uint8_t *in, uint8_t how); /* marks its blocks */
/* Whether a lane that is not, or no longer, where the new code stands may read the register's old value. */
bool masked_must_keep(const Masked *w, int reg);
/* In the loop of that frame another register may stand for this one, as all lanes in the loop write it together: the lanes that are
 * out keep the register, those that are in may have the same number.  What gives it its number before the loop; NULL: it may not. */
const Ins *masked_twin_start(const Masked *w, const Frame *f, int reg);
/* All lanes decide alike; take the loop's ways out and on together. */
bool masked_if_is_even(const Masked *w, const Node *n);
bool masked_loop_is_even(const Masked *w, const Node *n);
/* Fills Masked.same and Masked.steps for what is to be turned: Masked.in says the blocks. */
void masked_find_same(Masked *w, const Node *root);

/* loop_masking_access.c */

/* An access that each lane may do for itself in a loop, if it is there. */
bool masked_is_access(const Ins *ins);
bool masked_at_same(const Masked *w, const Ins *ins); /* at one address for all lanes that are there */
/* Whether how what the loop has read in rounds before compares decides where it reads next, words or longer: vectors suit that. */
bool masked_searches(const Masked *w, const Node *loop);
/* Whether where it reads follows in other ways from what it has read in rounds before: each then waits for the one before it. */
typedef enum Wait { WAIT_NOT, WAIT_SHORT, WAIT_LONG } Wait;
Wait masked_wait(const Masked *w, const Node *loop);
/* Whether none of those in loops had better be left to each lane, as far as it is known before. */
bool masked_accesses_fit(const Masked *w, const Node *n);

/* loop_masking_write.c */

/* What is turned: where it begins and goes on, the labels of the new code and of the place behind. */
typedef struct MaskedRoot {
    const Node *node;
    Blk *exit;
    Sym *start, *back;
} MaskedRoot;

int masked_start(const Node *root); /* its first instruction to be jumped over */
/* Rewrites the function's code: all of the roots; node and exit of each are known. */
void masked_write(Masked *w, MaskedRoot *root, int n);

#endif
