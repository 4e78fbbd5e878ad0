/* all.h: all parts of the runtime, for generated files that don't name those that they use. */
#ifndef PTX2C_ALL_H
#define PTX2C_ALL_H

#include "arith.h"
#include "async.h"
#include "atomic.h"
#include "atomic_half.h"
#include "child.h"
#include "clock.h"
#include "device.h"
#include "mbarrier.h"
#include "memory.h"
#include "print.h"
#include "ring.h"
#include "run.h"
#include "sched.h"
#include "space.h"
#include "stack.h"
#include "suspend.h"
#include "warp.h"
#if defined PTX2C_MATRIX
#include "matrix.h"
#include "sparse.h"
#include "wgmma.h"
#include "wmma.h"
#endif
#if defined PTX2C_TCGEN05
#include "tcgen05.h"
#include "tcgen05_mma.h"
#endif
#if defined PTX2C_TENSORS
#include "fabric.h"
#include "tensor.h"
#endif
#if defined PTX2C_TEXTURES
#include "surface.h"
#include "texels.h"
#include "texture.h"
#endif
#include "grid.h"

#endif
