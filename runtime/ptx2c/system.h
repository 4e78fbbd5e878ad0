/* system.h: what running grids have of the C library and of OpenMP.  In generated files it stands in front of the pragmas that say how those are
 * optimised: gcc notes them for each function that is declared behind, which takes it longer than to read the declaration. */
#ifndef PTX2C_SYSTEM_H
#define PTX2C_SYSTEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if !defined PTX2C_STATIC
#include <stdlib.h>
#endif
#if defined _OPENMP
#include <omp.h>
#if defined __GNUC__ && !defined __clang__ && (defined __unix__ || defined __APPLE__)
#define PTX2C_PROCESSES
#include <unistd.h>
#endif
#endif

#endif
