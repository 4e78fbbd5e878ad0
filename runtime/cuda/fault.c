/* fault.c: a kernel that reads or writes where there is no memory: which kernels were running, the address and what to do are
 * told before the process ends as it would have, or the program's own handler of the signal gets it.  On a GPU the launch would fail with
 * CUDA_ERROR_ILLEGAL_ADDRESS; here the program's memory is the kernel's, too, so that nothing it does later could be relied on. */
#include "internal.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_OBJECTS = 1024, MOST_RUNNING = 16 };

typedef struct Extent {
    uintptr_t begin, end;
} Extent;

/* What the handler reads without a lock: only ever added to. */
static Extent objects[MOST_OBJECTS];
static atomic_int object_count;
static _Atomic(const char *) running[MOST_RUNNING]; /* names */
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

static bool in_kernel(uintptr_t pc)
{
    for (int i = 0; i < atomic_load(&object_count) && i < MOST_OBJECTS; i++)
        if (pc >= objects[i].begin && pc < objects[i].end)
            return true;
    return false;
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

static bool any_running(void)
{
    for (int i = 0; i < MOST_RUNNING; i++)
        if (atomic_load(&running[i]))
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
        const char *name = atomic_load(&running[i]);
        if (name) {
            add(&t, between);
            add(&t, name);
            between = ", ";
        }
    }
    add(&t, "\nptx2c: ptx2c-run --sanitize=memory tells the instruction, the thread and the nearest object\n");
    if (write(STDERR_FILENO, t.s, t.n) < 0)
        return;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (any_running() && in_kernel(program_counter(context)) && !atomic_flag_test_and_set(&told))
        tell(info);
    sigaction(signal, &before[signal == SIGBUS], NULL); /* what it was: the instruction is tried again, and ends there */
}

/* ---- what it must know ------------------------------------------------------------------------------------------------------ */

static void install(void)
{
    struct sigaction a = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&a.sa_mask);
    for (int i = 0; i < 2; i++)
        sigaction(signals[i], &a, &before[i]);
}

static int find_extent(struct dl_phdr_info *info, size_t size, void *extent)
{
    Extent *e = extent;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const uintptr_t at = (uintptr_t)(info->dlpi_addr + p->p_vaddr);
        if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && e->begin >= at && e->begin < at + p->p_memsz) {
            *e = (Extent){at, at + p->p_memsz};
            return 1;
        }
    }
    return 0;
}

void fault_object(const ptx2c_kernel *k)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    Extent e = {.begin = (uintptr_t)(k->run ? (const void *)(uintptr_t)k->run : k)};
    if (!dl_iterate_phdr(find_extent, &e))
        return;
    pthread_once(&once, install);
    pthread_mutex_lock(&lock);
    const int n = atomic_load(&object_count);
    if (n < MOST_OBJECTS && !in_kernel(e.begin)) {
        objects[n] = e;
        atomic_store(&object_count, n + 1);
    }
    pthread_mutex_unlock(&lock);
}

int fault_begin(const char *name)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&running[i], &none, name))
            return i;
    }
    return -1;
}

void fault_end(int slot)
{
    if (slot >= 0)
        atomic_store(&running[slot], NULL);
}
