/* alone.c: whether a grid whose threads wait in loops waits for ever.
 *
 * They may wait for what a thread of the program writes, another stream's task, or another process.  None of these will if each of the
 * program's threads waits in this library, the grid is all that is run, and no memory is shared.  The library's own threads, and
 * those that OpenMP makes for its grids, have a name that says so; any other one is the program's. */
#include "internal.h"
#include "ptx2c/alone.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char mark[] = ":ptx2c";

static atomic_int workers; /* threads that run tasks, or have taken a stream to do so, and do not wait for another one's */
static atomic_int hosts;   /* threads of the program, not marked, that do so, or wait */
static atomic_bool shared; /* memory that other processes may write */

bool alone_marked(const char *name)
{
    const size_t n = strlen(name), of_mark = sizeof mark - 1;
    return n >= of_mark && strcmp(name + n - of_mark, mark) == 0;
}

void alone_mark(char plain[ALONE_NAME])
{
    char name[ALONE_NAME] = "";
    prctl(PR_GET_NAME, name);
    const size_t most = sizeof name - sizeof mark;
    if (alone_marked(name))
        name[strlen(name) - (sizeof mark - 1)] = 0;
    memcpy(plain, name, sizeof name);
    memcpy(name + (strlen(name) < most ? strlen(name) : most), mark, sizeof mark);
    prctl(PR_SET_NAME, name);
}

void alone_unmark(const char plain[ALONE_NAME]) { prctl(PR_SET_NAME, plain); }

void alone_works(int change) { atomic_fetch_add(&workers, change); }
void alone_in(int change) { atomic_fetch_add(&hosts, change); }
void alone_shared(void) { atomic_store(&shared, true); }

/* Whether it is one of the program's. */
static bool is_hosts(int tasks, const char *thread)
{
    char path[300], name[ALONE_NAME + 2];
    snprintf(path, sizeof path, "%s/comm", thread);
    const int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, name, sizeof name); /* with a line's end */
    const ssize_t at = n - (ssize_t)sizeof mark;
    if (fd >= 0)
        close(fd);
    return at < 0 || memcmp(name + at, mark, sizeof mark - 1) != 0;
}

static int count_hosts(void)
{
    DIR *d = opendir("/proc/self/task");
    int n = d ? 0 : -1;
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.' && is_hosts(dirfd(d), e->d_name);
    if (d)
        closedir(d);
    return n;
}

CUDA_API bool ptx2c_cuda_is_alone(void)
{
    return !atomic_load(&shared) && atomic_load(&workers) == 1 && !pool_has_work() && count_hosts() == atomic_load(&hosts);
}

void alone_join(void *handle)
{
    bool (**asked)(void) = dlsym(handle, "ptx2c_is_alone");
    if (asked)
        *asked = ptx2c_cuda_is_alone;
}
