/* api.h: all that host programs use. */
#ifndef PTX2C_API_H
#define PTX2C_API_H

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
#include "types.h"
#include "address32.h"
#if PTX2C_BIG_ENDIAN && !defined PTX2C_GENERATED && !defined PTX2C_LITTLE_ENDIAN_DATA
#error "this host is big-endian, the memory of kernels is little-endian: turn what they share with ptx2c_little_endian, then define PTX2C_LITTLE_ENDIAN_DATA"
#endif
#include "launch.h"
#include "handle.h"
#include "host.h"
#include "mipmap.h"
#include "tensor_map.h"
#if defined __cplusplus && defined __GNUC__
#pragma GCC diagnostic pop
#endif

#endif
