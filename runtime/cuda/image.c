/* image.c: PTX in memory, from wherever it came, and the shared object made of it. */
#include "internal.h"

#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* What cuLinkComplete gives: the parts' texts, each with its length, after this. */
static const char linked_magic[8] = "PTX2CLN1";

Image *image_new(void)
{
    Image *i = calloc(1, sizeof *i);
    if (i) {
        atomic_init(&i->refs, 1);
        pthread_mutex_init(&i->lock, NULL);
    }
    return i;
}

void image_release(Image *i)
{
    if (!i || atomic_fetch_sub(&i->refs, 1) != 1)
        return;
    for (int k = 0; k < i->nparts; k++)
        free(i->parts[k].text);
    free(i->parts);
    free(i->path);
    free(i->description);
    pthread_mutex_destroy(&i->lock);
    free(i);
}

CUresult image_add(Image *i, const void *text, size_t size)
{
    struct ImagePart *parts = realloc(i->parts, (size_t)(i->nparts + 1) * sizeof *parts);
    REFUSE_IF(!parts, CUDA_ERROR_OUT_OF_MEMORY);
    i->parts = parts;
    char *copy = malloc(size + 1);
    REFUSE_IF(!copy, CUDA_ERROR_OUT_OF_MEMORY);
    memcpy(copy, text, size);
    copy[size] = 0;
    parts[i->nparts++] = (struct ImagePart){copy, size};
    return CUDA_SUCCESS;
}

/* ---- linked images --------------------------------------------------------------------------------------------------- */

CUresult image_join(const Image *i, void **data, size_t *size)
{
    size_t all = sizeof linked_magic + 8;
    for (int k = 0; k < i->nparts; k++)
        all += 8 + i->parts[k].size;
    unsigned char *p = malloc(all), *at = p;
    REFUSE_IF(!p, CUDA_ERROR_OUT_OF_MEMORY);
    const uint64_t n = (uint64_t)i->nparts;
    memcpy(at, linked_magic, 8);
    memcpy(at + 8, &n, 8);
    at += 16;
    for (int k = 0; k < i->nparts; k++) {
        const uint64_t bytes = i->parts[k].size;
        memcpy(at, &bytes, 8);
        memcpy(at + 8, i->parts[k].text, bytes);
        at += 8 + bytes;
    }
    *data = p;
    *size = all;
    return CUDA_SUCCESS;
}

static CUresult add_linked(Image *i, const unsigned char *at)
{
    uint64_t n;
    memcpy(&n, at + 8, 8);
    at += 16;
    for (uint64_t k = 0; k < n; k++) {
        uint64_t bytes;
        memcpy(&bytes, at, 8);
        TRY(image_add(i, at + 8, bytes));
        at += 8 + bytes;
    }
    return CUDA_SUCCESS;
}

/* Is it PTX?  It begins with a directive or a comment, after white space. */
static bool is_text(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return *p == '.' || *p == '/';
}

CUresult image_add_data(Image *i, const void *data, size_t size)
{
    static const char elf[4] = "\177ELF";
    REFUSE_IF(!data, CUDA_ERROR_INVALID_VALUE);
    if (fatbin_is(data))
        return fatbin_add(i, data);
    if (memcmp(data, linked_magic, 8) == 0)
        return add_linked(i, data);
    if (memcmp(data, elf, 4) == 0) {
        cuda_say("this is machine code of a GPU, without PTX: build it with nvcc -ptx, or -gencode arch=compute_80,code=compute_80");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    REFUSE_IF(!is_text(data), CUDA_ERROR_INVALID_IMAGE);
    return image_add(i, data, size ? strnlen(data, size) : strlen(data));
}

CUresult image_set_data(Image *i, const void *data)
{
    if (embedded_any() && fatbin_is(data)) {
        i->linked = fatbin_embedded(data);
    } else if (embedded_any() && is_text(data)) {
        Key k = KEY_BEGIN;
        key_text(&k, data);
        i->linked = embedded_find(&k, 1);
    }
    return i->linked ? CUDA_SUCCESS : image_add_data(i, data, 0);
}

/* ---- what is in the text ---------------------------------------------------------------------------------------------- */

static const char *skip_space(const char *p)
{
    for (;;) {
        if (isspace((unsigned char)*p))
            p++;
        else if (p[0] == '/' && p[1] == '/')
            p += strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*' && strstr(p, "*/"))
            p = strstr(p, "*/") + 2;
        else
            return p;
    }
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%'; }

void image_each_entry(const Image *i, bool (*f)(const char *name, size_t len, void *data), void *data)
{
    for (const ptx2c_module *const *m = i->linked ? embedded_modules(i->linked) : NULL; m && *m; m++)
        for (uint32_t k = 0; k < (*m)->kernel_count; k++)
            if (!f((*m)->kernels[k]->name, strlen((*m)->kernels[k]->name), data))
                return;
    for (int k = 0; k < i->nparts; k++)
        for (const char *p = i->parts[k].text; (p = strstr(p, ".entry"));) {
            p += 6;
            if (is_name(*p))
                continue;
            const char *name = skip_space(p);
            size_t len = 0;
            while (is_name(name[len]))
                len++;
            if (len && !f(name, len, data))
                return;
        }
}

typedef struct Wanted { const char *name; bool found; } Wanted;

static bool compare(const char *name, size_t len, void *data)
{
    Wanted *w = data;
    w->found = strlen(w->name) == len && memcmp(w->name, name, len) == 0;
    return !w->found;
}

bool image_has_entry(const Image *i, const char *name)
{
    Wanted w = {name, false};
    image_each_entry(i, compare, &w);
    return w.found;
}

bool image_may_be_managed(const Image *i, const char *variable)
{
    const size_t len = strlen(variable);
    for (int k = 0; k < i->nparts; k++)
        for (const char *p = i->parts[k].text; (p = strstr(p, ".managed")); p++) {
            const char *end = p + strcspn(p, ";=["), *name;
            while (end > p && !is_name(end[-1]))
                end--;
            for (name = end; name > p && is_name(name[-1]);)
                name--;
            if ((size_t)(end - name) == len && memcmp(name, variable, len) == 0)
                return true;
        }
    return i->linked;
}

/* ---- the object ------------------------------------------------------------------------------------------------------ */

static CUresult build(Image *i, const JitLog *log)
{
    if (build_object)
        return build_object(i, &i->path, &i->description, log);
    cuda_say("this device code is not among the kernels that are linked into the program (ptx2c --embed), and there is no translator in it");
    return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
}

CUresult image_build(Image *i, const JitLog *log)
{
    pthread_mutex_lock(&i->lock);
    if (!i->built) {
        i->result = i->nparts && !i->linked ? build(i, log) : CUDA_SUCCESS;
        i->built = true;
    }
    pthread_mutex_unlock(&i->lock);
    return i->result;
}

/* A path of a file that this process has open, by which none has been loaded: dlopen takes the same text for the same object, though
 * the descriptor has another file since. */
static void new_path(int fd, char path[128])
{
    static atomic_uint loads;
    char *p = path + sprintf(path, "/proc/self/fd");
    for (unsigned n = atomic_fetch_add(&loads, 1); n; n /= 2)
        p += sprintf(p, n % 2 ? "/." : "/");
    sprintf(p, "/%d", fd);
}

/* A second load of a file gives the first one's variables: it needs a file of its own. */
void *object_copy(const char *path)
{
    char name[128], buffer[65536];
    const int from = open(path, O_RDONLY | O_CLOEXEC), to = memfd_create("ptx2c", MFD_CLOEXEC);
    ssize_t n = -1;
    while (from >= 0 && to >= 0 && (n = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, (size_t)n) != n)
            n = -1;
    void *handle = NULL;
    if (n == 0) {
        new_path(to, name);
        handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    return handle;
}

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;

/* OpenMP's library stays when the last object that needs it goes: its threads are still in it. */
static void keep_openmp(void *handle)
{
    Dl_info in;
    void *f = dlsym(handle, "omp_get_max_threads");
    if (f && dladdr(f, &in) && in.dli_fname)
        dlopen(in.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static CUresult find_modules(void *handle, const ptx2c_module *const **modules)
{
    const ptx2c_module **list = NULL;
    for (size_t n = 0;; n++) {
        char name[32];
        snprintf(name, sizeof name, "ptx_%zu", n);
        const ptx2c_module *m = dlsym(handle, name);
        const ptx2c_module **more = realloc(list, (n + 1) * sizeof *list);
        if (!more) {
            free(list);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        list = more;
        list[n] = m;
        if (!m)
            break;
    }
    *modules = list;
    return CUDA_SUCCESS;
}

CUresult object_open(const char *path, void **handle)
{
    pthread_mutex_lock(&load_lock);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (loaded)
        dlclose(loaded);
    *handle = loaded ? object_copy(path) : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*handle)
        cuda_say("%s", dlerror());
    pthread_mutex_unlock(&load_lock);
    REFUSE_IF(!*handle, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    keep_openmp(*handle);
    checks_join(*handle);
    alone_join(*handle);
    return CUDA_SUCCESS;
}

void object_close(void *handle)
{
    if (!*checks_wanted()) /* faults that were told name places in it */
        dlclose(handle);
}

CUresult image_load(Image *i, void **handle, const ptx2c_module *const **modules)
{
    static const ptx2c_module *const none[] = {NULL};
    TRY(image_build(i, NULL));
    *handle = NULL;
    *modules = none;
    if (i->linked)
        return embedded_load(i->linked, handle, modules);
    REFUSE_IF(!i->path, CUDA_SUCCESS);
    TRY(object_open(i->path, handle));
    return find_modules(*handle, modules);
}

void image_unload(Image *i, void *handle, const ptx2c_module *const *modules)
{
    if (i->linked)
        embedded_unload(i->linked, handle);
    else if (handle) {
        free((void *)(uintptr_t)modules);
        object_close(handle);
    }
}
