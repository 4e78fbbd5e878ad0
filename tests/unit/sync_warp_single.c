/* The same as sync_warp.c where lanes have no vectors. */
#define PTX2C_SINGLE 1
#include "sync_warp.c"
