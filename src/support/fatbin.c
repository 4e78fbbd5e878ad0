/* fatbin.c: the containers that CUDA's compilers put device code into: a header, then entries, each with a header of its own
 * that says what it is (PTX or machine code), for which architecture, and whether it is compressed (LZ4 or Zstandard, by
 * the system's libraries, which are looked for when they are needed). */
#include "fatbin.h"

#include <dlfcn.h>
#include <stdlib.h>

#define CONTAINER 0xba55ed50u
enum { KIND_PTX = 1, KIND_ELF = 2 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

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

bool fatbin_begins(const void *data)
{
    uint32_t magic;
    memcpy(&magic, data, sizeof magic);
    return magic == CONTAINER;
}

static Container container_of(const void *data)
{
    Container c;
    memcpy(&c, data, sizeof c);
    return c;
}

size_t fatbin_bytes(const void *data)
{
    const Container c = container_of(data);
    return c.header + (size_t)c.bytes;
}

Key fatbin_key(const void *data)
{
    Key k = KEY_BEGIN;
    key_bytes(&k, data, fatbin_bytes(data));
    return k;
}

/* ---- compression ----------------------------------------------------------------------------------------------------- */

typedef int lz4_function(const char *from, char *to, int from_bytes, int to_bytes);
typedef size_t zstd_function(void *to, size_t to_bytes, const void *from, size_t from_bytes);

static void *library_function(const char *library, const char *function, const char **missing)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), *f = handle ? dlsym(handle, function) : NULL;
    if (!f)
        *missing = library;
    return f;
}

static bool unpack_lz4(Fatbin *to, const char *from, size_t from_bytes)
{
    lz4_function *f;
    void *p = library_function("liblz4.so.1", "LZ4_decompress_safe", &to->missing);
    memcpy(&f, &p, sizeof f);
    return p && f(from, to->text, (int)from_bytes, (int)to->size) == (int)to->size;
}

static bool unpack_zstd(Fatbin *to, const char *from, size_t from_bytes)
{
    zstd_function *f;
    void *p = library_function("libzstd.so.1", "ZSTD_decompress", &to->missing);
    memcpy(&f, &p, sizeof f);
    return p && f(to->text, to->size, from, from_bytes) == to->size;
}

static void unpack(Fatbin *f, const Entry *e, const char *from)
{
    const bool packed = e->flags & (FLAG_LZ4 | FLAG_ZSTD);
    f->size = (size_t)(packed ? e->size : e->bytes);
    f->bad = f->size > INT32_MAX || e->compressed > e->bytes || !(f->text = malloc(f->size + 1));
    if (f->bad)
        return;
    if (!packed)
        memcpy(f->text, from, f->size);
    else
        f->bad = !(e->flags & FLAG_ZSTD ? unpack_zstd(f, from, e->compressed) : unpack_lz4(f, from, e->compressed));
    if (f->bad) {
        free(f->text);
        f->text = NULL;
        return;
    }
    f->text[f->size] = 0;
    f->size = strlen(f->text); /* NULs fill it up */
}

/* ---- choosing -------------------------------------------------------------------------------------------------------- */

static bool suits(uint32_t arch, uint32_t best, uint32_t most)
{
    if ((arch <= most) != (best <= most))
        return arch <= most;
    return arch <= most ? arch > best : arch < best;
}

Fatbin fatbin_read(const void *data, unsigned sm)
{
    const Container c = container_of(data);
    const char *at = (const char *)data + c.header, *end = at + c.bytes, *text = NULL;
    Entry best = {0};
    Fatbin f = {0};
    for (Entry e; (size_t)(end - at) >= sizeof e; at += e.header + e.bytes) {
        memcpy(&e, at, sizeof e);
        const size_t room = (size_t)(end - at);
        if (e.header < sizeof e || e.header > room || e.bytes > room - e.header)
            break;
        if (e.kind == KIND_ELF && e.arch > f.machine)
            f.machine = e.arch;
        if (e.kind != KIND_PTX || (text && !suits(e.arch, best.arch, sm)))
            continue;
        best = e;
        text = at + e.header;
    }
    if (text)
        unpack(&f, &best, text);
    return f;
}

/* It calls the driver by names like this one. */
bool fatbin_is_device_runtime(const Fatbin *f) { return f->text && strstr(f->text, "cnpLaunchDevice") != NULL; }
