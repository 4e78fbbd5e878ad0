/* ptx2c.h: the host's interface to translated modules, and the runtime of the translated code itself.
 *
 * A host program includes it, declares `extern const ptx2c_module NAME;` and uses ptx2c_find_kernel, ptx2c_launch,
 * ptx2c_find_variable and ptx2c_strerror.  Generated files define PTX2C_GENERATED before they include it. */
#ifndef PTX2C_H
#define PTX2C_H

#include "types.h"
#include "cta.h"
#include "launch.h"

#if defined PTX2C_GENERATED
#if defined __GNUC__ && !defined __clang__ /* PTX may read what nothing has written */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "memory.h"
#include "atomic.h"
#include "mbarrier.h"
#include "arith.h"
#include "warp.h"
#include "print.h"
#include "run.h"
#include "sched.h"
#endif

#endif
