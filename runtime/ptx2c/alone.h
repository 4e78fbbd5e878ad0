/* alone.h: whether anybody but a grid's own threads may write what these wait for.  For generated code and libcuda. */
#ifndef PTX2C_ALONE_H
#define PTX2C_ALONE_H

#include "lock.h"
#include <stdbool.h>

/* libcuda's, which runs grids of several streams beside each other and the program: whether all of these wait for one grid.  NULL: nobody
 * else is asked, as in a program that launches by itself, and has its threads say so (PTX2C_CALM_MS) if they write what a grid waits for. */
PTX2C_SHARED_VARIABLE bool (*ptx2c_is_alone)(void);

#endif
