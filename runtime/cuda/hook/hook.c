/* hook.c: for programs that hold NVIDIA's runtime library themselves, as nvcc links them unless told otherwise.
 *
 * ptx2c-run has this loaded first.  Where the program's symbols tell that it holds that library's functions, each of them
 * is made to begin with a jump to ptx2c's own, before anything has called it.  A program without symbols (strip) can't be
 * helped: it has to be linked with -cudart shared. */
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

static bool find_symbols(const unsigned char *file, size_t size, Symbols *s)
{
    const ElfW(Ehdr) *e = (const void *)file;
    if (size < sizeof *e || memcmp(file, ELFMAG, SELFMAG) != 0 || !e->e_shoff || e->e_shoff + (size_t)e->e_shnum * sizeof(ElfW(Shdr)) > size)
        return false;
    const ElfW(Shdr) *sections = (const void *)(file + e->e_shoff);
    for (int i = 0; i < e->e_shnum; i++) {
        const ElfW(Shdr) *t = &sections[i];
        if (t->sh_type != SHT_SYMTAB || t->sh_link >= e->e_shnum || t->sh_offset + t->sh_size > size)
            continue;
        const ElfW(Shdr) *names = &sections[t->sh_link];
        if (names->sh_offset + names->sh_size > size)
            continue;
        *s = (Symbols){(const void *)(file + t->sh_offset), t->sh_size / sizeof(ElfW(Sym)), (const char *)file + names->sh_offset, names->sh_size};
        return true;
    }
    return false;
}

static const char *symbol_name(const Symbols *s, size_t i)
{
    const ElfW(Sym) *y = &s->at[i];
    const bool function = (y->st_info & 15) == STT_FUNC && y->st_shndx != SHN_UNDEF && y->st_size >= JUMP && y->st_name < s->bytes;
    const char *name = function ? s->names + y->st_name : "";
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

/* The library of the version that the program holds; NULL when it holds none. */
static void *library(const Symbols *s)
{
    bool held = false, old = false;
    const char *own;
    char path[4096];
    for (size_t i = 0; i < s->n; i++) {
        const char *name = symbol_name(s, i);
        held |= name && strcmp(name, "__cudaRegisterFatBinary") == 0;
        old |= name && strcmp(name, "cudaGetDeviceProperties_v2") == 0;
    }
    const int n = held && JUMP > 0 ? folder(&own) : 0;
    if (!n)
        return NULL;
    snprintf(path, sizeof path, "%.*slibcudart.so.%d", n, own, old ? 12 : 13);
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle)
        fprintf(stderr, "ptx2c: %s\n", dlerror());
    return handle;
}

static void patch(const Symbols *s, uintptr_t base, void *ours)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < s->n; i++) {
        const char *name = symbol_name(s, i);
        void *to = name ? dlsym(ours, name) : NULL;
        unsigned char *at = (unsigned char *)(base + s->at[i].st_value);
        if (!to || to == (void *)at)
            continue;
        const uintptr_t begin = (uintptr_t)at / page * page, end = ((uintptr_t)at + JUMP + page - 1) / page * page;
        if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC))
            continue;
        write_jump(at, to);
        mprotect((void *)begin, end - begin, PROT_READ | PROT_EXEC);
        __builtin___clear_cache((char *)at, (char *)at + JUMP);
    }
}

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    const char *path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    if (is_ours(path))
        return 0;
    struct stat st;
    Symbols s;
    (void)size, (void)data;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    void *file = fstat(fd, &st) ? MAP_FAILED : mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return 0;
    void *ours = find_symbols(file, (size_t)st.st_size, &s) ? library(&s) : NULL;
    if (ours)
        patch(&s, info->dlpi_addr, ours);
    munmap(file, (size_t)st.st_size);
    return ours != NULL; /* dlopen changes the list: one is enough */
}

__attribute__((constructor)) static void hook(void) { dl_iterate_phdr(look, NULL); }
