/* fault.c: a kernel that reads or writes where there is no memory.  Which kernels were running, the address and what to do are told, and
 * the launches that run end with CUDA_ERROR_ILLEGAL_ADDRESS, as on a GPU.
 *
 * First OpenMP's threads that run kernels are stopped for good, as what they would go on with lies on the stack of the thread that has
 * launched one: those in a kernel's code, and those that alone.c has marked, in OpenMP's, too.  Then the threads that have launched
 * one leave it, once they are in such code: elsewhere they may hold a lock.  Of threads that had launched kernels before some of
 * OpenMP's may be stopped: they run their later ones alone.
 * Where that can't be done (kernels that are linked into the program, whose code can't be told from the program's own; checked ones;
 * LLVM's OpenMP, which waits in the C library; no /proc), the process ends by the signal, or the program's own handler gets it. */
#include "internal.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <link.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_OBJECTS = 1024, MOST_RUNNING = 64, MOST_SPARE = 2048, A_MS = 1000000 };

typedef enum ExtentKind { EXTENT_KERNELS, EXTENT_PROGRAM /* kernels, too */, EXTENT_OPENMP } ExtentKind;

typedef struct Extent {
    uintptr_t begin, end;
    ExtentKind kind;
} Extent;

/* A launch: who runs it, and where it ends early; NULL: nowhere. */
typedef struct Running {
    atomic_bool taken;
    _Atomic(const char *) name; /* once it runs */
    pid_t thread;
    sigjmp_buf *back;
    atomic_bool asked; /* to leave it */
} Running;

/* What the handler reads without a lock; the objects are only ever added to. */
static Extent objects[MOST_OBJECTS];
static atomic_int object_count;
static Running running[MOST_RUNNING];
static atomic_int spare[MOST_SPARE]; /* the library's own threads */
static atomic_uint times; /* that launches were ended */
static atomic_bool ending; /* until one of them has told its context */
static char openmp[1024]; /* the file of GCC's library for it */
static bool llvm;         /* kernels use LLVM's */
static char stopping; /* what the signal carries that threads send each other */
static struct sigaction before[2];
static const int signals[2] = {SIGSEGV, SIGBUS};

/* ---- the handler: nothing in it allocates or locks ------------------------------------------------------------------------ */

static uintptr_t program_counter(const void *context)
{
    const ucontext_t *c = context;
#if defined __x86_64__
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined __i386__
    return (uintptr_t)c->uc_mcontext.gregs[REG_EIP];
#elif defined __aarch64__
    return (uintptr_t)c->uc_mcontext.pc;
#elif defined __arm__
    return (uintptr_t)c->uc_mcontext.arm_pc;
#elif defined __riscv
    return (uintptr_t)c->uc_mcontext.__gregs[REG_PC];
#else
    (void)c;
    return 0;
#endif
}

/* Where a function returns to that has called no other and put nothing on its stack, as those for blocks of memory. */
static uintptr_t leaf_return(const void *context)
{
    const ucontext_t *c = context;
#if defined __x86_64__
    return *(const uintptr_t *)(uintptr_t)c->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    return (uintptr_t)c->uc_mcontext.regs[30];
#else
    (void)c;
    return 0;
#endif
}

static const Extent *extent_of(uintptr_t pc)
{
    for (int i = 0; i < atomic_load(&object_count) && i < MOST_OBJECTS; i++)
        if (pc >= objects[i].begin && pc < objects[i].end)
            return &objects[i];
    return NULL;
}

/* The kernels that the signal interrupts, or NULL. */
static const Extent *kernels_at(const void *context)
{
    const Extent *e = extent_of(program_counter(context));
    if (!e)
        e = extent_of(leaf_return(context));
    return e && e->kind != EXTENT_OPENMP ? e : NULL;
}

typedef struct Text {
    char s[1024];
    size_t n;
} Text;

static void add(Text *t, const char *s)
{
    while (*s && t->n < sizeof t->s)
        t->s[t->n++] = *s++;
}

static void add_address(Text *t, uintptr_t a)
{
    char digits[2 * sizeof a + 3] = "0x";
    int n = 2, shift = (int)(8 * sizeof a) - 4;
    while (shift > 0 && !(a >> shift & 15))
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        digits[n++] = "0123456789abcdef"[a >> shift & 15];
    digits[n] = 0;
    add(t, digits);
}

static void put(const Text *t)
{
    if (write(STDERR_FILENO, t->s, t->n) < 0)
        return;
}

static bool any_running(void)
{
    for (int i = 0; i < MOST_RUNNING; i++)
        if (atomic_load(&running[i].name))
            return true;
    return false;
}

static void tell(const siginfo_t *info)
{
    Text t = {.n = 0};
    add(&t, "ptx2c: a kernel accessed memory that is not there");
    if (info->si_code != SI_KERNEL) { /* which is what a processor gives that can't even form the address */
        add(&t, ", at ");
        add_address(&t, (uintptr_t)info->si_addr);
    }
    const char *between = "; running: ";
    for (int i = 0; i < MOST_RUNNING; i++) {
        const char *name = atomic_load(&running[i].name);
        if (name) {
            add(&t, between);
            add(&t, name);
            between = ", ";
        }
    }
    add(&t, "\nptx2c: ptx2c-run --sanitize=memory tells the instruction, the thread and the nearest object\n");
    put(&t);
}

/* ---- the end of launches ------------------------------------------------------------------------------------------------------ */

static void nap(void) { nanosleep(&(struct timespec){0, A_MS}, NULL); }

static pid_t self(void) { return (pid_t)syscall(SYS_gettid); }

/* A marked thread's name, once it is stopped: so marked, too. */
static const char stopped[] = "-:ptx2c";

static _Noreturn void stop(void)
{
    prctl(PR_SET_NAME, stopped);
    for (;;)
        pause();
}

/* The thread's launch, or NULL. */
static Running *launch_of(pid_t thread)
{
    for (int i = 0; i < MOST_RUNNING; i++)
        if (atomic_load(&running[i].name) && running[i].thread == thread)
            return &running[i];
    return NULL;
}

static bool is_spare(pid_t thread)
{
    for (int i = 0; i < MOST_SPARE; i++)
        if (atomic_load(&spare[i]) == thread)
            return true;
    return false;
}

/* It is OpenMP's, and runs kernels. */
static bool is_worker(pid_t thread, const char *name) { return alone_marked(name) && !launch_of(thread) && !is_spare(thread); }

/* OpenMP's threads of a thread that has left a launch are stopped, and that thread would wait for them when it ends: it ends at once.  The
 * key is made before OpenMP's, so that its function is called first. */
static pthread_key_t left;

static void end_thread(void *unused)
{
    (void)unused;
    syscall(SYS_exit, 0);
}

__attribute__((constructor)) static void make_key(void) { pthread_key_create(&left, end_thread); }

static _Noreturn void leave(Running *r)
{
    pthread_setspecific(left, r);
    sigset_t these;
    sigemptyset(&these);
    for (int i = 0; i < 2; i++)
        sigaddset(&these, signals[i]);
    pthread_sigmask(SIG_UNBLOCK, &these, NULL);
    fesetenv(FE_DFL_ENV); /* kernels have modes of their own */
    atomic_store(&r->asked, false);
    siglongjmp(*r->back, 1);
}

/* As the system gives the entries of a folder. */
typedef struct Entry {
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char kind;
    char name[];
} Entry;

/* A name of /proc/self/task, which ends with a line's end. */
static void read_name(int tasks, const char *thread, char name[ALONE_NAME + 1])
{
    Text path = {.n = 0};
    add(&path, thread);
    add(&path, "/comm");
    path.s[path.n] = 0;
    const int fd = openat(tasks, path.s, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? 0 : read(fd, name, ALONE_NAME);
    if (fd >= 0)
        close(fd);
    name[n > 0 ? n - 1 : 0] = 0;
}

/* All other threads look what they are doing.  How many workers are not stopped; -1: there is no list of threads. */
static int signal_others(void)
{
    _Alignas(Entry) char room[4096];
    const int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const pid_t process = getpid(), here = self();
    int workers = tasks < 0 ? -1 : 0;
    for (long n; tasks >= 0 && (n = syscall(SYS_getdents64, tasks, room, sizeof room)) > 0;)
        for (long at = 0; at < n; at += ((const Entry *)(const void *)(room + at))->size) {
            const char *const number = ((const Entry *)(const void *)(room + at))->name;
            char name[ALONE_NAME + 1];
            siginfo_t info = {.si_signo = SIGSEGV, .si_code = SI_QUEUE};
            pid_t thread = 0;
            for (const char *c = number; *c >= '0' && *c <= '9'; c++)
                thread = 10 * thread + (*c - '0');
            if (!thread || thread == here)
                continue;
            read_name(tasks, number, name);
            if (strcmp(name, stopped) == 0)
                continue;
            workers += is_worker(thread, name);
            info.si_value.sival_ptr = &stopping;
            syscall(SYS_rt_tgsigqueueinfo, process, thread, SIGSEGV, &info);
        }
    if (tasks >= 0)
        close(tasks);
    return workers;
}

/* A thread that another one has signalled. */
static void asked(const void *context)
{
    const pid_t here = self();
    Running *mine = launch_of(here);
    const Extent *kernels = kernels_at(context);
    const bool known = kernels || extent_of(program_counter(context));
    char name[ALONE_NAME] = "";
    prctl(PR_GET_NAME, name);
    if (!mine && ((kernels && kernels->kind == EXTENT_KERNELS) || (known && is_worker(here, name))))
        stop();
    if (mine && known && atomic_load(&mine->asked))
        leave(mine);
}

static bool any_asked(const Running *but)
{
    for (int i = 0; i < MOST_RUNNING; i++)
        if (&running[i] != but && atomic_load(&running[i].name) && atomic_load(&running[i].asked))
            return true;
    return false;
}

/* The calling thread is in a kernel's code.  Returns when launches can't be left. */
static void end_launches(Running *mine)
{
    enum { ROUNDS = 3, PATIENCE = 2000 };
    static atomic_bool begun;
    if (!mine)
        prctl(PR_SET_NAME, stopped);
    for (; atomic_exchange(&begun, true); nap()) { /* by another thread */
        if (!mine)
            stop();
        if (atomic_load(&mine->asked))
            leave(mine);
    }
    int workers = 1;
    atomic_fetch_add(&times, 1);
    atomic_store(&ending, true);
    for (int i = 0; i < ROUNDS || (workers > 0 && i < PATIENCE); i++, nap()) /* a thread may be in a function that a kernel calls */
        workers = signal_others();
    for (int i = 0; i < MOST_RUNNING && !workers; i++)
        if (atomic_load(&running[i].name))
            atomic_store(&running[i].asked, true);
    for (int i = 0; i < PATIENCE && any_asked(mine); i++, nap())
        signal_others();
    atomic_store(&begun, false);
    if (!workers && mine)
        leave(mine);
    if (!workers && !any_asked(NULL))
        stop();
}

static bool can_leave_all(void)
{
    if (llvm)
        return false;
    for (int i = 0; i < MOST_RUNNING; i++)
        if (atomic_load(&running[i].name) && !running[i].back)
            return false;
    return true;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (info->si_code == SI_QUEUE && info->si_value.sival_ptr == &stopping) {
        asked(context);
        return;
    }
    const Extent *e = kernels_at(context);
    const bool first = e && any_running() && !atomic_flag_test_and_set(&told);
    if (first)
        tell(info);
    if (e && e->kind == EXTENT_KERNELS && can_leave_all())
        end_launches(launch_of(self()));
    if (first) {
        Text t = {.n = 0};
        add(&t, "ptx2c: launches can't be ended here (ptx2c-run(1), DIAGNOSTICS): the program ends, or handles the signal itself\n");
        put(&t);
    }
    sigaction(signal, &before[signal == SIGBUS], NULL); /* what it was: the instruction is tried again, and ends there */
}

/* ---- what it must know ------------------------------------------------------------------------------------------------------ */

static void add_extent(const Extent *e)
{
    const int n = atomic_load(&object_count);
    if (n < MOST_OBJECTS && !extent_of(e->begin)) {
        objects[n] = *e;
        atomic_store(&object_count, n + 1);
    }
}

static bool code_of(const struct dl_phdr_info *info, const ElfW(Phdr) *p, Extent *e)
{
    e->begin = (uintptr_t)(info->dlpi_addr + p->p_vaddr);
    e->end = e->begin + p->p_memsz;
    return p->p_type == PT_LOAD && (p->p_flags & PF_X);
}

/* Does an object use LLVM's OpenMP, by that name or as Intel's?  What the system's loader does not relocate, it leaves as it is in the file. */
static bool needs_llvm(const struct dl_phdr_info *info)
{
    const ElfW(Dyn) *first = NULL;
    const char *names = NULL;
    bool needs = false;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            first = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (const ElfW(Dyn) *d = first; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_STRTAB)
            names = (const char *)(d->d_un.d_ptr < info->dlpi_addr ? info->dlpi_addr + d->d_un.d_ptr : d->d_un.d_ptr);
    for (const ElfW(Dyn) *d = first; names && d->d_tag != DT_NULL; d++) {
        const char *name = d->d_tag == DT_NEEDED ? names + d->d_un.d_val : "";
        needs |= strncmp(name, "libomp.", 7) == 0 || strncmp(name, "libomp5", 7) == 0 || strncmp(name, "libiomp5", 8) == 0;
    }
    return needs;
}

/* Where the object lies that holds *at, and OpenMP's, which is there once a kernel is. */
static int find_extents(struct dl_phdr_info *info, size_t size, void *at)
{
    const char *name = strrchr(info->dlpi_name, '/');
    const bool is_openmp = name && strncmp(name, "/libgomp.so", 11) == 0;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        Extent e;
        if (!code_of(info, &info->dlpi_phdr[i], &e))
            continue;
        const bool here = *(uintptr_t *)at >= e.begin && *(uintptr_t *)at < e.end;
        e.kind = is_openmp ? EXTENT_OPENMP : *info->dlpi_name ? EXTENT_KERNELS : EXTENT_PROGRAM;
        if (is_openmp)
            snprintf(openmp, sizeof openmp, "%s", info->dlpi_name);
        if (is_openmp || here)
            add_extent(&e);
        llvm |= here && needs_llvm(info);
    }
    return 0;
}

static _Thread_local pid_t thread; /* the calling one, once it is known */

static void forget(void) { thread = 0; }

static void install(void)
{
    pthread_atfork(NULL, NULL, forget);
    struct sigaction a = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigemptyset(&a.sa_mask);
    for (int i = 0; i < 2; i++)
        sigaction(signals[i], &a, &before[i]);
}

void fault_object(const ptx2c_kernel *k)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    uintptr_t at = (uintptr_t)(k->run ? (const void *)(uintptr_t)k->run : k);
    pthread_once(&once, install);
    pthread_mutex_lock(&lock);
    if (!extent_of(at))
        dl_iterate_phdr(find_extents, &at);
    pthread_mutex_unlock(&lock);
}

/* Of the calling thread's OpenMP threads some may be stopped. */
static void run_alone(void)
{
    void *const library = *openmp ? dlopen(openmp, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void (*set)(int) = NULL;
    if (library)
        *(void **)&set = dlsym(library, "omp_set_num_threads");
    if (set)
        set(1);
}

int fault_begin(const char *name, sigjmp_buf *back)
{
    static _Thread_local unsigned known; /* 1 more than the times when it last began one */
    const unsigned now = atomic_load(&times) + 1;
    if (known && known != now)
        run_alone();
    known = now;
    if (!thread)
        thread = self();
    for (int i = 0; i < MOST_RUNNING; i++) {
        Running *r = &running[i];
        if (atomic_load_explicit(&r->taken, memory_order_relaxed) || atomic_exchange(&r->taken, true))
            continue;
        r->thread = thread;
        r->back = back;
        atomic_store_explicit(&r->asked, false, memory_order_relaxed);
        atomic_store(&r->name, name); /* before `ending' is looked at */
        return i;
    }
    return -1;
}

bool fault_ending(void) { return atomic_load(&ending); }

void fault_ended(CUcontext ctx)
{
    int none = CUDA_SUCCESS;
    atomic_compare_exchange_strong(&ctx->failed, &none, CUDA_ERROR_ILLEGAL_ADDRESS);
    atomic_store(&ending, false);
}

void fault_end(int slot)
{
    if (slot < 0)
        return;
    atomic_store_explicit(&running[slot].name, NULL, memory_order_relaxed);
    atomic_store_explicit(&running[slot].taken, false, memory_order_release);
}

void fault_spare(bool begins)
{
    const pid_t here = self(), was = begins ? 0 : here;
    for (int i = 0; i < MOST_SPARE; i++) {
        int now = was;
        if (atomic_compare_exchange_strong(&spare[i], &now, begins ? here : 0))
            return;
    }
}
