/* generated.h: what every generated file begins with: the floating-point mode, and no warnings of what is odd in C but a matter
 * of course in PTX: r < r, r >= 0, a read of what nothing has written; nor of what is for other files but declared in none. */
#ifndef PTX2C_GENERATED_H
#define PTX2C_GENERATED_H

#include "mode.h"
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#if defined __clang__ || __GNUC__ >= 14
#pragma GCC diagnostic ignored "-Wmissing-variable-declarations"
#endif
#if !defined __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#elif __has_warning("-Wbitwise-instead-of-logical") /* predicates are combined bit by bit */
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
#endif

#endif
