/* wait_rounds.h: parts of a function whose threads go on by themselves around loops that wait: wait_rounds.c, for wait_uniting.c. */
#ifndef PTX2C_WAIT_ROUNDS_H
#define PTX2C_WAIT_ROUNDS_H

#include "transform/new_code.h"

typedef struct Rounds Rounds;

/* What the nodes from n to another one of the same sequence hold, done in rounds of the whole CTA; waits, by Blk.id: headers of loops that
 * wait.  NULL: it can't be. */
Rounds *rounds_find(Back *b, const Node *n, const Node *last, const bool *waits);
const Node *rounds_end(const Rounds *r); /* the last node */
void rounds_write(Rounds *r, NewCode *code);

#endif
