#define MODULE lockstep_any
#include "lockstep.c"
