/* build.c: makes the shared object of an image: PTX to C by the translator, C to machine code by the system's compiler,
 * and a cache of what was made.
 *
 * The translator is a program of its own (translate/translate.c), beside this library: it gives its memory back by ending,
 * and whatever it does there cannot hurt the program.  It is spawned, not forked: other threads of the program may hold locks,
 * as an allocator's, that nobody would give back in a fork.  PTX and C go through memory files; nothing but the object is
 * written.
 *
 * In the cache the name of an image, and of the translator, is a link to the object, which is named after the C that it was made of:
 * what another translator makes the same C of, or another image's kernel that is the same, is not compiled again. */
#include "internal.h"
#include "build_id.h"
#include "support/description.h"
#include "support/key.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64, PATH_BYTES = 512 };

/* ---- settings -------------------------------------------------------------------------------------------------------- */

static const char *setting(const char *name, const char *otherwise)
{
    const char *v = getenv(name);
    return v && *v ? v : otherwise;
}

static const char *compiler(void) { return setting("PTX2C_CC", "cc"); }
static const char *flags(void) { return setting("PTX2C_CFLAGS", "-O2 -march=native -fno-math-errno -fopenmp"); }

/* Of so many bytes of C, of which some 190,000 are the runtime's: what compilers do at -O2 with large kernels, as those of CUB for the whole
 * device, takes twice as long as at -O1, with the largest, which sort, half a minute, and at -O1 they run nearly as fast: loops over lanes
 * are made vectors there, too.  With checks these are five times as large, and take minutes at -O1: longer than they run. */
enum { LARGE_TEXT = 320 << 10, LARGE_CHECKED = 1 << 20 };

static const char *flags_for(int64_t bytes)
{
    const bool checked = *checks_wanted() != 0;
    return setting("PTX2C_CFLAGS", bytes < LARGE_TEXT && !checked  ? flags()
                                   : bytes < LARGE_CHECKED || !checked ? "-O1 -march=native -fno-math-errno -fopenmp"
                                                                       : "-O0 -march=native -fno-math-errno -fopenmp");
}

/* What C compilers are told besides. */
static const char *const fixed[] = {"-std=c11", "-w", "-fPIC", "-shared", "-Wl,-Bsymbolic", "-DPTX2C_CLONES=", "-x", "c"};
enum { FIXED = sizeof fixed / sizeof *fixed };

/* Adds the words of a text to an argument list. */
static int split(char *text, char **argv, int n)
{
    for (char *save, *w = strtok_r(text, " \t", &save); w && n < MOST_WORDS; w = strtok_r(NULL, " \t", &save))
        argv[n++] = w;
    return n;
}

/* ---- the key --------------------------------------------------------------------------------------------------------- */

/* The compiler's file. */
static bool find_compiler(struct stat *st)
{
    char name[512];
    const char *cc = compiler(), *path = setting("PATH", "/usr/bin:/bin");
    const int len = (int)strcspn(cc, " \t");
    while (*path) {
        const int dir = (int)strcspn(path, ":");
        if (strchr(cc, '/'))
            snprintf(name, sizeof name, "%.*s", len, cc);
        else
            snprintf(name, sizeof name, "%.*s/%.*s", dir, path, len, cc);
        if (stat(name, st) == 0)
            return true;
        path += dir + (path[dir] == ':');
    }
    return false;
}

bool build_compiler_found(void)
{
    struct stat st;
    return find_compiler(&st);
}

/* Which compiler: its name, size and age. */
static void key_compiler(Key *k)
{
    struct stat st;
    key_text(k, compiler());
    if (find_compiler(&st)) {
        key_word(k, (uint64_t)st.st_size);
        key_word(k, (uint64_t)st.st_mtime);
    }
}

/* Which processor: -march=native means it. */
static void key_processor(Key *k)
{
    char text[4096];
    const int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = 0;
    static const char *const lines[] = {"model name", "flags", "Features", "isa"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *at = strstr(text, lines[i]);
        if (at)
            key_bytes(k, at, strcspn(at, "\n"));
    }
}

/* Of the object of a file of C; false: it can't be read. */
static bool text_key(int file, char name[33])
{
    struct stat st;
    const bool known = fstat(file, &st) == 0 && st.st_size > 0;
    void *text = known ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (text == MAP_FAILED)
        return false;
    Key k = KEY_BEGIN;
    key_text(&k, flags_for(st.st_size));
    for (int i = 0; i < FIXED; i++)
        key_text(&k, fixed[i]);
    key_compiler(&k);
    key_processor(&k);
    key_bytes(&k, text, (size_t)st.st_size);
    key_name(k, name);
    munmap(text, (size_t)st.st_size);
    return true;
}

/* Of the object of some kernels, for what blocks, or of all (NULL). */
static void image_key(const Image *i, const char *const *entries, bool rows, char name[33])
{
    Key k = KEY_BEGIN;
    key_text(&k, BUILD_ID);
    key_text(&k, flags());
    key_text(&k, checks_wanted());
    key_compiler(&k);
    key_processor(&k);
    for (int n = 0; n < i->nparts; n++)
        key_bytes(&k, i->parts[n].text, i->parts[n].size);
    for (; entries && *entries; entries++)
        key_text(&k, *entries);
    if (rows)
        key_text(&k, "");
    key_name(k, name);
}

/* ---- the cache ------------------------------------------------------------------------------------------------------- */

/* Makes the cache's folder; false when there can be none. */
static bool cache_folder(char *path, size_t size)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool own = xdg && xdg[0] == '/';
    if (!own && !(home && *home))
        return false;
    const int n = snprintf(path, size, "%s%s", own ? xdg : home, own ? "" : "/.cache");
    if (n < 0 || (size_t)n + sizeof "/ptx2c" > size)
        return false;
    mkdir(path, 0777);
    memcpy(path + n, "/ptx2c", sizeof "/ptx2c");
    return (mkdir(path, 0777) == 0 || errno == EEXIST) && access(path, W_OK) == 0;
}

typedef struct Cached {
    char name[64];
    off_t size;
    struct timespec used;
} Cached;

static int older(const void *a, const void *b)
{
    const struct timespec *x = &((const Cached *)a)->used, *y = &((const Cached *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static Cached *cache_list(int dir, DIR *d, size_t *count, off_t *all)
{
    Cached *list = NULL;
    size_t n = 0;
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        Cached *more = n % 64 ? list : realloc(list, (n + 64) * sizeof *list);
        if (!more)
            break;
        list = more;
        if (e->d_name[0] == '.' || strlen(e->d_name) >= sizeof list->name || fstatat(dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
            continue;
        memcpy(list[n].name, e->d_name, strlen(e->d_name) + 1);
        list[n].size = st.st_size;
        list[n].used = st.st_mtim;
        *all += st.st_size;
        n++;
    }
    *count = n;
    return list;
}

/* Removes what was not used for longest until the rest fits PTX2C_CACHE_MB. */
static void cache_bound(const char *folder)
{
    const off_t most = (off_t)strtol(setting("PTX2C_CACHE_MB", "1024"), NULL, 10) << 20;
    DIR *d = opendir(folder);
    if (!d)
        return;
    off_t all = 0;
    size_t n = 0;
    Cached *list = cache_list(dirfd(d), d, &n, &all);
    if (all > most)
        qsort(list, n, sizeof *list, older);
    for (size_t i = 0; i + 1 < n && all > most; i++) { /* never the last: it was just made */
        unlinkat(dirfd(d), list[i].name, 0);
        all -= list[i].size;
    }
    free(list);
    closedir(d);
}

/* ---- files of this process's ------------------------------------------------------------------------------------------ */

/* A file descriptor with another number than the standard files', which the program may have closed: what it, or a program that
 * is run, says there must not come into a file of ours. */
static int not_standard(int fd, int flags)
{
    if (fd < 0 || fd > 2)
        return fd;
    const int other = fcntl(fd, flags & MFD_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 3);
    close(fd);
    return other;
}

static int memory_file(const char *name, int flags) { return not_standard(memfd_create(name, (unsigned)flags), flags); }

/* ---- running programs, and translating ---------------------------------------------------------------------------------- */

static void read_log(int fd, char *to, size_t size)
{
    const ssize_t n = size ? pread(fd, to, size - 1, 0) : 0;
    if (size)
        to[n > 0 ? n : 0] = 0;
}

static void tell(const JitLog *log, int fd, const char *what)
{
    char text[8192];
    read_log(fd, text, sizeof text);
    if (log && log->error && log->error_size)
        snprintf(log->error, log->error_size, "%s", text);
    else
        cuda_say("%s\n%s", what, text);
}

static bool write_all(int fd, const char *s, size_t n)
{
    while (n) {
        const ssize_t done = write(fd, s, n);
        if (done <= 0)
            return false;
        s += done;
        n -= (size_t)done;
    }
    return true;
}

static bool ends_well(pid_t child, int log)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    if (WIFSIGNALED(status))
        dprintf(log, "ended by signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

extern char **environ;

/* The program's environment without what is preloaded into it. */
static char **plain_environment(void)
{
    size_t n = 0, k = 0;
    while (environ[n])
        n++;
    char **e = malloc((n + 1) * sizeof *e);
    for (size_t i = 0; e && i < n; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0)
            e[k++] = environ[i];
    if (e)
        e[k] = NULL;
    return e;
}

/* Runs a program with these files as its standard ones; what prevents it goes to the last. */
typedef enum Ran { RAN_WELL, RAN_ILL, RAN_NOT } Ran;

static Ran run_program(const char *const *argv, const int files[3])
{
    char **env = plain_environment();
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (!env || posix_spawn_file_actions_init(&actions)) {
        free(env);
        return RAN_NOT;
    }
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, files[i], i);
    const int error = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, env);
    if (error)
        dprintf(files[2], "%s: %s\n", argv[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    free(env);
    return error ? RAN_NOT : ends_well(child, files[2]) ? RAN_WELL : RAN_ILL;
}

/* The path of the translator: beside the file that holds this function, wherever links to it lie. */
static bool find_translator(char *path, size_t size)
{
    Dl_info in;
    char *own = dladdr((void *)(uintptr_t)build_object, &in) && in.dli_fname ? realpath(in.dli_fname, NULL) : NULL;
    const char *slash = own ? strrchr(own, '/') : NULL;
    const int n = slash ? snprintf(path, size, "%.*s/ptx2c-translate", (int)(slash - own), own) : -1;
    free(own);
    return n >= 0 && (size_t)n < size;
}

/* PTX from memory to a file of C, or of what library_describe tells; what the translator says goes to log. */
typedef struct Translation {
    const char *const *entries; /* NULL: all; else NULL behind the last */
    bool rows;                  /* for blocks of whole warps in rows */
    bool describe;
} Translation;

static CUresult translate(const Image *i, Translation t, int to, int log)
{
    char path[PATH_MAX] = "ptx2c-translate";
    size_t n = 0;
    while (t.entries && t.entries[n])
        n++;
    const char **argv = calloc(n + 5, sizeof *argv);
    REFUSE_IF(!argv, CUDA_ERROR_OUT_OF_MEMORY);
    argv[0] = path;
    argv[1] = t.describe ? "describe" : t.rows ? "rows" : "translate";
    argv[2] = "ptx_0";
    argv[3] = checks_wanted();
    for (size_t k = 0; k < n; k++)
        argv[4 + k] = t.entries[k];
    const int from = memory_file("ptx2c-text", MFD_CLOEXEC);
    bool given = from >= 0;
    for (int k = 0; k < i->nparts; k++) /* with the NUL byte behind it */
        given = given && write_all(from, i->parts[k].text, i->parts[k].size + 1);
    given = given && lseek(from, 0, SEEK_SET) == 0;
    const int files[3] = {from, to, log};
    const Ran ran = given && find_translator(path, sizeof path) ? run_program(argv, files) : RAN_NOT;
    if (from >= 0)
        close(from);
    free(argv);
    return ran == RAN_WELL ? CUDA_SUCCESS : ran == RAN_ILL ? CUDA_ERROR_INVALID_PTX : CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
}

/* Says why not. */
static void tell_refused(const JitLog *log, int said, CUresult status)
{
    tell(log, said, status == CUDA_ERROR_INVALID_PTX ? "the PTX was refused:" : "the translator, a program beside libcuda.so.1, can't be run:");
}

/* ---- compiling ------------------------------------------------------------------------------------------------------- */

/* Compiles a file of C, given by its descriptor, into an object. */
static bool compile(int file, const char *object, const char *options, int log)
{
    char cc[512], opts[2048], name[32], *argv[2 * MOST_WORDS + 16];
    snprintf(cc, sizeof cc, "%s", compiler());
    snprintf(opts, sizeof opts, "%s", options);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    int n = split(opts, argv, split(cc, argv, 0));
    const char *const files[] = {name, "-lm", "-o", object};
    for (size_t i = 0; i < FIXED + sizeof files / sizeof *files; i++)
        argv[n++] = (char *)(uintptr_t)(i < FIXED ? fixed[i] : files[i - FIXED]);
    argv[n] = NULL;
    const int none = not_standard(open("/dev/null", O_RDONLY | O_CLOEXEC), MFD_CLOEXEC), standard[3] = {none, log, log};
    const bool good = run_program((const char *const *)argv, standard) == RAN_WELL;
    close(none);
    return good;
}

/* The same without OpenMP where the compiler has none. */
static bool compile_some_way(int file, const char *object, int log)
{
    struct stat st;
    const char *const usual = flags_for(fstat(file, &st) == 0 ? st.st_size : 0);
    if (compile(file, object, usual, log))
        return true;
    char *plain = strdup(usual), *at = plain ? strstr(plain, "-fopenmp") : NULL;
    if (at)
        memset(at, ' ', strlen("-fopenmp"));
    const bool good = at && compile(file, object, plain, log);
    free(plain);
    return good;
}

/* ---- all together ---------------------------------------------------------------------------------------------------- */

/* Where what has that name is kept; false: for this process only. */
static bool cache_place(const char *name, char *path, size_t size)
{
    char folder[PATH_BYTES];
    const bool cached = cache_folder(folder, sizeof folder);
    if (!cached)
        snprintf(folder, sizeof folder, "%s", setting("TMPDIR", "/tmp"));
    snprintf(path, size, "%s/%s%s", folder, cached ? "" : "ptx2c-", name);
    return cached;
}

/* Is it there?  Then it was used now. */
static bool cache_has(const char *path)
{
    if (access(path, R_OK) != 0)
        return false;
    utimensat(AT_FDCWD, path, NULL, 0);
    utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
    return true;
}

/* A file that takes path's place when it is done. */
static int begin_beside(const char *path, char *beside, size_t size)
{
    snprintf(beside, size, "%s.XXXXXX", path);
    return not_standard(mkostemp(beside, O_CLOEXEC), MFD_CLOEXEC);
}

static CUresult end_beside(const char *beside, const char *path, CUresult status)
{
    if (!status && (chmod(beside, 0755) || rename(beside, path)))
        status = CUDA_ERROR_OPERATING_SYSTEM;
    if (status)
        unlink(beside);
    return status;
}

static CUresult compile_into(int file, const char *object, int said, const JitLog *log)
{
    char beside[PATH_BYTES + 80];
    const int fd = begin_beside(object, beside, sizeof beside);
    REFUSE_IF(fd < 0, CUDA_ERROR_OPERATING_SYSTEM);
    close(fd);
    const bool good = compile_some_way(file, beside, said);
    if (!good)
        tell(log, said, "the C compiler failed (PTX2C_CC names another one):");
    return end_beside(beside, object, good ? CUDA_SUCCESS : CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
}

/* Makes object of the file, or a link to what was made of the same. */
static CUresult compile_cached(int file, const char *object, int said, const JitLog *log)
{
    char name[40], made[PATH_BYTES + 64];
    if (!text_key(file, name))
        return compile_into(file, object, said, log);
    strcat(name, ".so");
    cache_place(name, made, sizeof made);
    if (!cache_has(made)) {
        TRY(compile_into(file, made, said, log));
        cache_bound(strndupa(made, (size_t)(strrchr(made, '/') - made)));
    }
    unlink(object); /* what it led to is gone */
    REFUSE_IF(symlink(name, object) && errno != EEXIST, CUDA_ERROR_OPERATING_SYSTEM);
    return CUDA_SUCCESS;
}

static CUresult build_into(const Image *i, Translation t, const char *object, bool cached, const JitLog *log)
{
    const int said = memory_file("ptx2c-log", MFD_CLOEXEC), file = memory_file("ptx2c", 0); /* the compiler inherits it */
    CUresult status = said >= 0 && file >= 0 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (!status && (status = translate(i, t, file, said)))
        tell_refused(log, said, status);
    if (!status)
        status = cached ? compile_cached(file, object, said, log) : compile_into(file, object, said, log);
    if (file >= 0)
        close(file);
    if (said >= 0)
        close(said);
    return status;
}

static CUresult make_object(const Image *i, Translation t, char **path, const JitLog *log)
{
    char name[40], object[PATH_BYTES + 64];
    image_key(i, t.entries, t.rows, name);
    strcat(name, ".so");
    const bool cached = cache_place(name, object, sizeof object);
    if (!cached || !cache_has(object))
        TRY(build_into(i, t, object, cached, log));
    *path = realpath(object, NULL);
    return *path ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

CUresult build_kernels(const Image *i, const char *const *entries, bool rows, char **path)
{
    return make_object(i, (Translation){.entries = entries, .rows = rows}, path, NULL);
}

/* ---- which kernels there are, so that they can be made when they are launched ---------------------------------------------- */

/* A whole file, from its first byte; NULL: there is none. */
static void *read_whole(int fd)
{
    struct stat st;
    char *all = fd >= 0 && fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof(Description) ? malloc((size_t)st.st_size) : NULL;
    size_t n = 0;
    for (ssize_t got; all && n < (size_t)st.st_size; n += (size_t)got)
        if ((got = pread(fd, all + n, (size_t)st.st_size - n, (off_t)n)) <= 0) {
            free(all);
            return NULL;
        }
    return all;
}

static CUresult describe(const Image *i, int to, const JitLog *log)
{
    const int said = memory_file("ptx2c-log", MFD_CLOEXEC);
    REFUSE_IF(said < 0, CUDA_ERROR_OUT_OF_MEMORY);
    const CUresult status = translate(i, (Translation){.describe = true}, to, said);
    if (status)
        tell_refused(log, said, status);
    close(said);
    return status;
}

static bool count(const char *name, size_t len, void *data)
{
    (void)name, (void)len;
    return ++*(int *)data < 2;
}

/* *what: the image's description; NULL: one object for all kernels, for there is but one. */
static CUresult find_description(const Image *i, void **what, const JitLog *log)
{
    char name[40], path[PATH_BYTES + 64], beside[PATH_BYTES + 80];
    int kernels = 0;
    image_each_entry(i, count, &kernels);
    *what = NULL;
    if (kernels < 2)
        return CUDA_SUCCESS;
    image_key(i, NULL, false, name);
    strcat(name, ".names");
    const bool cached = cache_place(name, path, sizeof path);
    int fd = cached && cache_has(path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) {
        fd = begin_beside(path, beside, sizeof beside);
        REFUSE_IF(fd < 0, CUDA_ERROR_OPERATING_SYSTEM);
        const CUresult status = end_beside(beside, path, describe(i, fd, log));
        if (status) {
            close(fd);
            return status;
        }
        if (!cached)
            unlink(path);
    }
    *what = read_whole(fd);
    close(fd);
    if (*what && !((const Description *)*what)->apart) {
        free(*what);
        *what = NULL;
    }
    return CUDA_SUCCESS;
}

CUresult build_object(const Image *i, char **path, void **description, const JitLog *log)
{
    TRY(find_description(i, description, log));
    return *description ? CUDA_SUCCESS : make_object(i, (Translation){.entries = NULL}, path, log);
}
