/* reduce_shuffle_hand.c: the sum of an array. */
#include "reduce_hand.h"

static void launch(Run *r) { launch_both(r, "reduce_shuffle"); }

const Bench bench = { "reduce_shuffle", make, hand, launch };
