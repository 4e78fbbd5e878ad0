/* generated.h: what every generated file begins with: the floating-point mode, and no warnings of what is odd in C but a matter
 * of course in PTX: r < r, r >= 0, a read of what nothing has written. */
#ifndef PTX2C_GENERATED_H
#define PTX2C_GENERATED_H

#include "mode.h"
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#if !defined __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#elif __has_warning("-Wbitwise-instead-of-logical") /* predicates are combined bit by bit */
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
#endif

#endif
