/* check.h: what the driver-API programs of this folder share. */
#ifndef CHECK_H
#define CHECK_H

#include "cuda_api.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check_at(CUresult e, CUresult wanted, const char *what, int line)
{
    const char *name = NULL, *want = NULL;
    if (e == wanted)
        return;
    cuGetErrorName(e, &name);
    cuGetErrorName(wanted, &want);
    fprintf(stderr, "line %d: %s: %s, not %s\n", line, what, name ? name : "?", want ? want : "?");
    exit(1);
}

static inline void expect_at(int good, const char *what, int line)
{
    if (good)
        return;
    fprintf(stderr, "line %d: not so: %s\n", line, what);
    exit(1);
}

#define CHECK(call) check_at((call), CUDA_SUCCESS, #call, __LINE__)
#define REFUSED(call, error) check_at((call), (error), #call, __LINE__)
#define EXPECT(condition) expect_at((condition) != 0, #condition, __LINE__)

static inline char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    static char text[1 << 16];
    if (!f || !fread(text, 1, sizeof text - 1, f))
        exit(2);
    fclose(f);
    return text;
}

/* The module of vectors.ptx in a new context; argv[1] is its path. */
static inline CUmodule begin(char **argv)
{
    CUcontext ctx;
    CUmodule m;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuModuleLoadData(&m, read_text(argv[1])));
    return m;
}

static inline CUfunction function(CUmodule m, const char *name)
{
    CUfunction f;
    CHECK(cuModuleGetFunction(&f, m, name));
    return f;
}

#endif
