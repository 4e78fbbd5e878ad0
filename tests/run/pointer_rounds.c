/* The kernels of repeated_rounds.c by another compiler. */
#define repeated_rounds pointer_rounds
#include "repeated_rounds.c"
