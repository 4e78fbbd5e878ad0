/* cub_scan_hand.c: inclusive sums by blocks that look back at each other. */
#include "scan_hand.h"

#include "cub_hand.h"

Cub cub_scan;

static void launch(Run *r) { cub_launch(r, "scan", cub_scan, in, out, N); }

const Bench bench = { "cub_scan", make_numbers, hand, launch };
