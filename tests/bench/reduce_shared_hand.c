/* reduce_shared_hand.c: the sum of an array. */
#include "reduce_hand.h"

static void launch(Run *r) { launch_both(r, "reduce_shared"); }

const Bench bench = { "reduce_shared", make, hand, launch };
