/* fatbin.c: device code as programs hand it over: fat binaries (support/fatbin.c), or wrappers that point to them. */
#include "internal.h"
#include "support/fatbin.h"

#define WRAPPER 0x466243b1u

typedef struct Wrapper {
    uint32_t magic, version;
    const void *data;
    const void *const *names; /* version 2, nvcc -rdc=true: what is linked when the program starts, one for each of its files */
} Wrapper;

static bool is_wrapper(const void *data)
{
    uint32_t magic;
    memcpy(&magic, data, sizeof magic);
    return magic == WRAPPER;
}

bool fatbin_is(const void *data) { return is_wrapper(data) || fatbin_begins(data); }

/* The fat binaries that it means: each calls f till one fails. */
static CUresult each(const void *data, CUresult (*f)(Image *i, const void *fatbin, void *ctx), Image *i, void *ctx)
{
    if (!is_wrapper(data))
        return f(i, data, ctx);
    const Wrapper *w = data;
    const void *const one[] = {w->data, NULL}, *const *all = w->version == 2 && w->names ? w->names : one;
    for (; *all; all++) {
        REFUSE_IF(!fatbin_begins(*all), CUDA_ERROR_INVALID_IMAGE);
        TRY(f(i, *all, ctx));
    }
    return CUDA_SUCCESS;
}

static CUresult complain(const Fatbin *f)
{
    if (f->missing)
        cuda_say("this program's device code is compressed: %s is needed to read it", f->missing);
    REFUSE_IF(f->bad, CUDA_ERROR_INVALID_IMAGE);
    if (f->machine)
        cuda_say("this program's device code is machine code (sm_%u) only, without PTX: build it with nvcc -gencode arch=compute_%u,code=compute_%u",
                 f->machine, f->machine, f->machine);
    return f->machine ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_SUCCESS; /* nothing at all: a file without kernels */
}

static CUresult add(Image *i, const void *data, void *ctx)
{
    (void)ctx;
    const Fatbin f = fatbin_read(data, (unsigned)device_sm());
    if (!f.text)
        return complain(&f);
    CUresult status = fatbin_is_device_runtime(&f) ? CUDA_SUCCESS : image_add(i, f.text, f.size);
    free(f.text);
    return status;
}

/* The keys of what was asked for, for those made ahead of time. */
typedef struct Wanted { Key *keys; int n; } Wanted;

static CUresult want(Image *i, const void *data, void *ctx)
{
    (void)i;
    Wanted *w = ctx;
    Key *more = realloc(w->keys, (size_t)(w->n + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    w->keys = more;
    w->keys[w->n++] = fatbin_key(data);
    return CUDA_SUCCESS;
}

CUresult fatbin_add(Image *i, const void *data) { return each(data, add, i, NULL); }

Embedded *fatbin_embedded(const void *data)
{
    Wanted w = {0};
    Embedded *e = each(data, want, NULL, &w) ? NULL : embedded_find(w.keys, w.n);
    free(w.keys);
    return e;
}
