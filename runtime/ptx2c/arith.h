/* arith.h: all scalar arithmetic of the runtime. */
#ifndef PTX2C_ARITH_H
#define PTX2C_ARITH_H

#include "integer.h"
#include "f32.h"
#include "f64.h"
#include "compare.h"
#include "approx.h"
#include "half.h"
#include "convert.h"
#include "convert_half.h"
#include "narrow.h"
#include "video.h"
#include "packed.h"
#include "compress.h"
#include "alternate.h"

#endif
