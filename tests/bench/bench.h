/* bench.h: what a kernel's benchmark and the program around it (bench.c) say to each other.
 *
 * NAME_hand.c defines `bench`: its data, the same work by hand in C and OpenMP, and the launches that do it with the
 * kernels of NAME.cu (through ptx2c) or of NAME.cl (through OpenCL).  Each is run on the same buffers. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Dim {
    uint32_t x, y, z;
} Dim;

typedef struct Run Run; /* one translation of the kernels */

typedef struct Arg {
    size_t size;
    const void *value;
    bool buffer; /* value points to a pointer that bench_in, bench_out or bench_inout gave */
} Arg;

typedef struct Bench {
    const char *name;
    void (*make)(void);     /* makes the buffers */
    void (*hand)(void);     /* the work by hand */
    void (*launch)(Run *r); /* the work by kernels */
} Bench;

extern const Bench bench;

typedef enum Kind { KIND_U8, KIND_U32, KIND_F32, KIND_F64 } Kind;

/* Memory for `count` elements of `size` bytes, aligned to 64 bytes, all zero. */
void *bench_in(size_t count, size_t size);
/* The same for results, which every variant starts with as they are after make().  Numbers may differ from those made by
 * hand by `tolerance` relative to the number or, below 1, absolute; a share `odd` of them by more. */
void *bench_out(size_t count, Kind kind, double tolerance, double odd);

/* Runs a kernel to its end.  The arguments as in its declaration. */
void bench_launch(Run *r, const char *kernel, Dim grid, Dim block, int nargs, const Arg *args);

/* In a parallel region: which of how many threads this is, and which part of n elements is its own, first to end - 1. */
typedef struct Share {
    int me, threads, first, end;
} Share;
Share bench_share(int n);

/* For kernels that are launched by a library: the module they are in. */
const struct ptx2c_module *bench_module(const Run *r);
/* Ends the program with the status of what failed. */
void bench_failed(const Run *r, const char *what, int status);

#define BUFFER(p) { sizeof(p), &(p), true }
#define VALUE(v) { sizeof(v), &(v), false }
#define LAUNCH(r, kernel, grid, block, ...)                                                                            \
    bench_launch(r, kernel, grid, block, (int)(sizeof((Arg[]){ __VA_ARGS__ }) / sizeof(Arg)), (Arg[]){ __VA_ARGS__ })
#define DIM(x, y) ((Dim){ x, y, 1 })

/* The same numbers each time. */
uint32_t bench_random(void);
float bench_uniform(float low, float high);
void bench_fill(float *at, size_t count, float low, float high);

#endif
