/* ptx2c.h: the host's interface to translated modules, and the runtime of the translated code itself.
 *
 * A host program includes it, declares `extern const ptx2c_module NAME;` and uses ptx2c_find_kernel, ptx2c_launch,
 * ptx2c_find_variable and ptx2c_strerror; for textures and surfaces see ptx2c/image.h and ptx2c/handle.h,
 * for addresses of 32 bits ptx2c/address32.h.  Generated files define PTX2C_GENERATED, PTX2C_TEXTURES if they use any and
 * PTX2C_MATRIX if they have matrix instructions, PTX2C_TCGEN05 if those of tensor memory, before they include it. */
#ifndef PTX2C_H
#define PTX2C_H

#if defined __cplusplus && defined __GNUC__ /* from C++11 on: what is C99 here every C++ compiler of that kind knows */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#if defined __clang__
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wc99-designator"
#pragma GCC diagnostic ignored "-Wc99-extensions"
#pragma GCC diagnostic ignored "-Wc++20-designator"
#endif
#endif
#include "ptx2c/types.h"
#include "ptx2c/address32.h"
#if PTX2C_BIG_ENDIAN && !defined PTX2C_GENERATED && !defined PTX2C_LITTLE_ENDIAN_DATA
#error "this host is big-endian, the memory of kernels is little-endian: turn what they share with ptx2c_little_endian, then define PTX2C_LITTLE_ENDIAN_DATA"
#endif
#if defined PTX2C_GENERATED
#include "ptx2c/mode.h"
#endif
#include "ptx2c/cta.h"
#include "ptx2c/launch.h"
#include "ptx2c/handle.h"
#include "ptx2c/host.h"
#include "ptx2c/mipmap.h"
#include "ptx2c/tensor_map.h"
#if defined __cplusplus && defined __GNUC__
#pragma GCC diagnostic pop
#endif

#if defined PTX2C_GENERATED
#if defined __GNUC__ /* what is odd in C but a matter of course in PTX: r < r, r >= 0, a read of what nothing has written */
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#if !defined __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#elif __has_warning("-Wbitwise-instead-of-logical") /* predicates are combined bit by bit */
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
#endif
#include "ptx2c/clock.h"
#include "ptx2c/memory.h"
#include "ptx2c/atomic.h"
#include "ptx2c/mbarrier.h"
#include "ptx2c/async.h"
#include "ptx2c/arith.h"
#include "ptx2c/warp.h"
#if defined PTX2C_MATRIX
#include "ptx2c/matrix.h"
#include "ptx2c/sparse.h"
#include "ptx2c/wmma.h"
#include "ptx2c/wgmma.h"
#endif
#include "ptx2c/print.h"
#include "ptx2c/run.h"
#include "ptx2c/stack.h"
#include "ptx2c/sched.h"
#include "ptx2c/space.h"
#if defined PTX2C_TCGEN05 /* modules that use tensor memory */
#include "ptx2c/tcgen05.h"
#include "ptx2c/tcgen05_mma.h"
#endif
#if defined PTX2C_TENSORS /* modules with tensor copies */
#include "ptx2c/tensor.h"
#include "ptx2c/fabric.h"
#endif
#if defined PTX2C_TEXTURES /* modules with texture or surface instructions */
#include "ptx2c/texture.h"
#include "ptx2c/texels.h"
#include "ptx2c/surface.h"
#endif
#include "ptx2c/grid.h"
#endif

#endif
