/* hook.c: for programs and libraries that hold NVIDIA's runtime library themselves, as nvcc links them unless told otherwise;
 * and for those that have NVRTC make machine code of their kernels.
 *
 * ptx2c-run has this loaded first.  Where the symbols of an object, the program's own or of one loaded later, tell that it holds
 * that library's functions, each of them is made to begin with a jump to ptx2c's own, before its constructors have called it.
 * Where there are no symbols (strip), the functions are found by other means (stripped.c). */
#include "stripped.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
enum { JUMP = 14 }; /* jmp *0(%rip), and the address */
static void write_jump(unsigned char *at, void *to)
{
    static const unsigned char code[] = {0xff, 0x25, 0, 0, 0, 0};
    memcpy(at, code, sizeof code);
    memcpy(at + sizeof code, &to, sizeof to);
}
#elif defined __aarch64__
enum { JUMP = 16 }; /* ldr x16, 8; br x16, and the address */
static void write_jump(unsigned char *at, void *to)
{
    static const uint32_t code[] = {0x58000050, 0xd61f0200};
    memcpy(at, code, sizeof code);
    memcpy(at + sizeof code, &to, sizeof to);
}
#else
enum { JUMP = 0 };
static void write_jump(unsigned char *at, void *to) { (void)at, (void)to; }
#endif

/* The symbols of a file. */
typedef struct Symbols {
    const ElfW(Sym) *at;
    size_t n;
    const char *names;
    size_t bytes; /* of the names */
} Symbols;

/* Of a table of symbols of a kind, SHT_SYMTAB or SHT_DYNSYM. */
static bool find_symbols(const unsigned char *file, size_t size, uint32_t kind, Symbols *s)
{
    const ElfW(Ehdr) *e = (const void *)file;
    if (size < sizeof *e || memcmp(file, ELFMAG, SELFMAG) != 0 || !e->e_shoff || e->e_shoff + (size_t)e->e_shnum * sizeof(ElfW(Shdr)) > size)
        return false;
    const ElfW(Shdr) *sections = (const void *)(file + e->e_shoff);
    for (int i = 0; i < e->e_shnum; i++) {
        const ElfW(Shdr) *t = &sections[i];
        if (t->sh_type != kind || t->sh_link >= e->e_shnum || t->sh_offset + t->sh_size > size)
            continue;
        const ElfW(Shdr) *names = &sections[t->sh_link];
        if (names->sh_offset + names->sh_size > size)
            continue;
        *s = (Symbols){(const void *)(file + t->sh_offset), t->sh_size / sizeof(ElfW(Sym)), (const char *)file + names->sh_offset, names->sh_size};
        return true;
    }
    return false;
}

/* The name of a function with room for a jump; "": it is none. */
static const char *function_name(const Symbols *s, size_t i)
{
    const ElfW(Sym) *y = &s->at[i];
    const bool function = (y->st_info & 15) == STT_FUNC && y->st_shndx != SHN_UNDEF && y->st_size >= JUMP && y->st_name < s->bytes;
    return function ? s->names + y->st_name : "";
}

static const char *symbol_name(const Symbols *s, size_t i)
{
    const char *name = function_name(s, i);
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0 ? name : NULL;
}

/* The folder where this library lies, with its slash. */
static int folder(const char **path)
{
    Dl_info here;
    if (!dladdr((void *)(uintptr_t)symbol_name, &here))
        return 0;
    *path = here.dli_fname;
    return (int)(strrchr(*path, '/') + 1 - *path);
}

static bool is_ours(const char *path)
{
    const char *own;
    const int n = folder(&own);
    return n && strncmp(path, own, (size_t)n) == 0;
}

/* Functions of NVIDIA's runtime library, by the symbols; their number.  *held is the caller's to free. */
static size_t named_functions(const Symbols *s, Held **held)
{
    size_t n = 0;
    *held = malloc((s->n + 1) * sizeof **held);
    for (size_t i = 0; *held && i < s->n; i++) {
        const char *name = symbol_name(s, i);
        if (name)
            (*held)[n++] = (Held){name, s->at[i].st_value};
    }
    return n;
}

static bool is_held(const Held *held, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(held[i].name, name) == 0)
            return true;
    return false;
}

static bool is_library(const Held *held, size_t n) { return is_held(held, n, "__cudaRegisterFatBinary"); }

/* The library of the version that the program holds; NULL when it holds none. */
static void *library(const Held *held, size_t n)
{
    const char *own;
    char path[4096];
    const bool old = is_held(held, n, "cudaGetDeviceProperties_v2") || is_held(held, n, "cudaBindTexture"); /* up to CUDA 12, 11 */
    const int length = is_library(held, n) && JUMP > 0 ? folder(&own) : 0;
    if (!length)
        return NULL;
    snprintf(path, sizeof path, "%.*slibcudart.so.%d", length, own, old ? 12 : 13);
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle)
        fprintf(stderr, "ptx2c: %s\n", dlerror());
    return handle;
}

static void jump_at(unsigned char *at, void *to)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = (uintptr_t)at / page * page, end = ((uintptr_t)at + JUMP + page - 1) / page * page;
    if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC))
        return;
    write_jump(at, to);
    mprotect((void *)begin, end - begin, PROT_READ | PROT_EXEC);
    __builtin___clear_cache((char *)at, (char *)at + JUMP);
}

/* Ours for a function of the program's; of some, CUDA 11 had another one (rt_of_11.c). */
static void *function_for(void *ours, const char *name, bool of_11)
{
    char other[128];
    const int n = snprintf(other, sizeof other, "%s_11", name);
    void *f = of_11 && n > 0 && (size_t)n < sizeof other ? dlsym(ours, other) : NULL;
    return f ? f : dlsym(ours, name);
}

static void patch(const Held *held, size_t n, uintptr_t base, void *ours)
{
    const bool of_11 = is_held(held, n, "cudaBindTexture");
    for (size_t i = 0; i < n; i++) {
        void *to = function_for(ours, held[i].name, of_11);
        unsigned char *at = (unsigned char *)(base + held[i].at);
        if (to && to != (void *)at)
            jump_at(at, to);
    }
}

/* A function in each object whose functions were replaced. */
enum { MOST_OBJECTS = 256 };
static struct {
    int n;
    const void *function[MOST_OBJECTS];
} replaced;

__attribute__((visibility("default"))) bool ptx2c_hook_replaced(const void *code);

/* Are the functions of NVIDIA's runtime library replaced in the object that holds this code? */
bool ptx2c_hook_replaced(const void *code)
{
    Dl_info asked, known;
    for (int i = 0; i < replaced.n && dladdr(code, &asked); i++)
        if (dladdr(replaced.function[i], &known) && known.dli_fbase == asked.dli_fbase)
            return true;
    return false;
}

static unsigned char *function_at(const Symbols *s, uintptr_t base, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(function_name(s, i), name) == 0)
            return (unsigned char *)(base + s->at[i].st_value);
    return NULL;
}

/* NVRTC, asked for machine code, has PTX, too, and gives that instead. */
static void give_ptx(const Symbols *s, uintptr_t base)
{
    static const char *const pairs[][2] = {{"nvrtcGetCUBIN", "nvrtcGetPTX"}, {"nvrtcGetCUBINSize", "nvrtcGetPTXSize"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        unsigned char *at = function_at(s, base, pairs[i][0]), *to = function_at(s, base, pairs[i][1]);
        if (JUMP > 0 && at && to)
            jump_at(at, to);
    }
}

static void look(const struct link_map *object)
{
    const char *path = *object->l_name ? object->l_name : "/proc/self/exe";
    struct stat st;
    Symbols s;
    const int fd = is_ours(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    void *file = fstat(fd, &st) ? MAP_FAILED : mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return;
    const char *slash = strrchr(path, '/');
    if (strncmp(slash ? slash + 1 : path, "libnvrtc.", 9) == 0) {
        if (find_symbols(file, (size_t)st.st_size, SHT_DYNSYM, &s))
            give_ptx(&s, object->l_addr);
    } else {
        Held *held = NULL;
        size_t n = find_symbols(file, (size_t)st.st_size, SHT_SYMTAB, &s) ? named_functions(&s, &held) : 0;
        if (!is_library(held, n)) { /* strip -x leaves others */
            free(held);
            n = stripped_functions(file, (size_t)st.st_size, &held);
        }
        void *ours = library(held, n);
        if (ours) {
            patch(held, n, object->l_addr, ours);
            if (replaced.n < MOST_OBJECTS)
                replaced.function[replaced.n++] = (const void *)(object->l_addr + held[0].at);
        }
        free(held);
    }
    munmap(file, (size_t)st.st_size);
}

/* Objects that were loaded since the last call; the loader keeps its list in the order of loading. */
static void look_at_new(void)
{
    static const struct link_map *last; /* that has been looked at */
    static bool looking;                /* a library of ours is being loaded */
    if (looking || _r_debug.r_state != RT_CONSISTENT)
        return;
    looking = true;
    bool seen = false;
    for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next)
        seen |= m == last;
    for (const struct link_map *m = seen ? last->l_next : _r_debug.r_map; m; m = m->l_next) {
        look(m);
        last = m;
    }
    looking = false;
}

/* The loader calls an empty function for debuggers when it has loaded objects, before their constructors run: where there is
 * room, that becomes a jump. */
static void watch(void)
{
    unsigned char *at = (unsigned char *)(uintptr_t)_r_debug.r_brk;
#if defined __x86_64__
    static const unsigned char begin[] = {0xf3, 0x0f, 0x1e, 0xfa}, empty = 0xc3; /* endbr64; ret */
    const bool free = *(memcmp(at, begin, sizeof begin) ? at : at + sizeof begin) == empty && (uintptr_t)at % 16 == 0;
#else
    static const uint32_t begin = 0xd503245f, empty = 0xd65f03c0; /* bti c; ret */
    const uint32_t *code = (const uint32_t *)(const void *)at;
    const bool free = code[*code == begin] == empty && (uintptr_t)at % 16 == 0;
#endif
    if (free)
        jump_at(at, (void *)(uintptr_t)look_at_new);
}

__attribute__((constructor)) static void hook(void)
{
    look_at_new();
    watch();
}
