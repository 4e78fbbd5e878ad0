/* fatbin.c: the containers that nvcc puts device code into.
 *
 * A program has wrappers that point to a container: a header, then entries, each with a header of its own that says what
 * it is (PTX or machine code), for which architecture, and whether it is compressed (LZ4 or Zstandard). */
#include "internal.h"

#include <dlfcn.h>

#define CONTAINER 0xba55ed50u
#define WRAPPER 0x466243b1u
enum { KIND_PTX = 1, KIND_ELF = 2 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

typedef struct Wrapper {
    uint32_t magic, version;
    const void *data;
    void *names;
} Wrapper;

typedef struct Container {
    uint32_t magic;
    uint16_t version, header;
    uint64_t bytes; /* of the entries */
} Container;

typedef struct Entry {
    uint16_t kind, version;
    uint32_t header;
    uint64_t bytes;      /* to the next entry */
    uint32_t compressed; /* bytes, when a flag says so */
    uint32_t options;
    uint16_t minor, major;
    uint32_t arch;       /* 80 */
    uint32_t name, name_bytes;
    uint64_t flags;
    uint64_t zero;
    uint64_t size;       /* uncompressed */
} Entry;

bool fatbin_is(const void *data)
{
    uint32_t magic;
    memcpy(&magic, data, sizeof magic);
    return magic == CONTAINER || magic == WRAPPER;
}

/* ---- compression ----------------------------------------------------------------------------------------------------- */

typedef int lz4_function(const char *from, char *to, int from_bytes, int to_bytes);
typedef size_t zstd_function(void *to, size_t to_bytes, const void *from, size_t from_bytes);

static void *library_function(const char *library, const char *function)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), *f = handle ? dlsym(handle, function) : NULL;
    if (!f)
        cuda_say("this program's device code is compressed: %s is needed to read it", library);
    return f;
}

static bool unpack_lz4(char *to, size_t to_bytes, const char *from, size_t from_bytes)
{
    lz4_function *f;
    void *p = library_function("liblz4.so.1", "LZ4_decompress_safe");
    memcpy(&f, &p, sizeof f);
    return p && f(from, to, (int)from_bytes, (int)to_bytes) == (int)to_bytes;
}

static bool unpack_zstd(char *to, size_t to_bytes, const char *from, size_t from_bytes)
{
    zstd_function *f;
    void *p = library_function("libzstd.so.1", "ZSTD_decompress");
    memcpy(&f, &p, sizeof f);
    return p && f(to, to_bytes, from, from_bytes) == to_bytes;
}

static CUresult add_entry(Image *i, const Entry *e)
{
    const char *from = (const char *)e + e->header;
    if (!(e->flags & (FLAG_LZ4 | FLAG_ZSTD)))
        return image_add(i, from, strnlen(from, (size_t)e->bytes));
    REFUSE_IF(e->size > INT32_MAX, CUDA_ERROR_INVALID_IMAGE);
    char *text = malloc((size_t)e->size + 1);
    REFUSE_IF(!text, CUDA_ERROR_OUT_OF_MEMORY);
    const bool good = e->flags & FLAG_ZSTD ? unpack_zstd(text, (size_t)e->size, from, e->compressed)
                                           : unpack_lz4(text, (size_t)e->size, from, e->compressed);
    CUresult status = good ? image_add(i, text, strnlen(text, (size_t)e->size)) : CUDA_ERROR_INVALID_IMAGE;
    free(text);
    return status;
}

/* ---- choosing -------------------------------------------------------------------------------------------------------- */

/* A function for each entry. */
static void each_entry(const Container *c, void (*f)(const Entry *e, void *data), void *data)
{
    const char *at = (const char *)c + c->header, *end = at + c->bytes;
    while (at + sizeof(Entry) <= end) {
        const Entry *e = (const Entry *)(const void *)at;
        f(e, data);
        if (!e->header || at + e->header + e->bytes <= at)
            break;
        at += e->header + e->bytes;
    }
}

typedef struct Choice {
    const Entry *best;
    unsigned sass; /* the newest architecture of machine code, 0: none */
} Choice;

static bool suits(const Entry *e, const Entry *best)
{
    const uint32_t most = (uint32_t)device_sm();
    if (!best)
        return true;
    if ((e->arch <= most) != (best->arch <= most))
        return e->arch <= most;
    return e->arch <= most ? e->arch > best->arch : e->arch < best->arch;
}

static void choose(const Entry *e, void *data)
{
    Choice *c = data;
    if (e->kind == KIND_ELF && e->arch > c->sass)
        c->sass = e->arch;
    if (e->kind == KIND_PTX && suits(e, c->best))
        c->best = e;
}

/* CUDA's device runtime (libcudadevrt), which calls the driver by names like this one: the translator has its own. */
static bool is_device_runtime(const char *text) { return strstr(text, "cnpLaunchDevice") != NULL; }

CUresult fatbin_add(Image *i, const void *data)
{
    const Wrapper *w = data;
    const Container *c = w->magic == WRAPPER ? w->data : data;
    REFUSE_IF(c->magic != CONTAINER, CUDA_ERROR_INVALID_IMAGE);
    /* nvcc -rdc=true: what is linked when the program starts, a container for each of its files */
    if (w->magic == WRAPPER && w->version == 2 && w->names) {
        for (const void *const *one = w->names; *one; one++) {
            const int before = i->nparts;
            TRY(fatbin_add(i, *one));
            if (i->nparts > before && is_device_runtime(i->parts[before].text))
                free(i->parts[--i->nparts].text);
        }
        return CUDA_SUCCESS;
    }
    Choice choice = {0};
    each_entry(c, choose, &choice);
    if (choice.best)
        return add_entry(i, choice.best);
    if (!choice.sass)
        return CUDA_SUCCESS; /* nothing at all: a file without kernels */
    cuda_say("this program's device code is machine code (sm_%u) only, without PTX: build it with nvcc -gencode arch=compute_%u,code=compute_%u",
             choice.sass, choice.sass, choice.sass);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}
