/* stripped.c: a program without symbols that holds NVIDIA's runtime library.
 *
 * -DNAMES: the library; NAMES is a header that has HELD(name) for its functions.  The stand-ins for them load their names, as the
 * library's do, and always fail; those that nvcc's host code calls load none, and stand in the library's order.  Else the program:
 * prints what the functions say that have been put in their places. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *volatile said; /* volatile: compilers must not know what it is */
static volatile int calls;

#ifdef NAMES
static volatile int failure = 35;

#define HELD(f)                                                                                                        \
    __attribute__((visibility("hidden"))) int f(void *p, uintptr_t a, uintptr_t b, uintptr_t c);                       \
    __attribute__((visibility("hidden"))) int f(void *p, uintptr_t a, uintptr_t b, uintptr_t c)                       \
    {                                                                                                                  \
        for (int i = 0; i < 9; i++)                                                                                    \
            calls++;                                                                                                   \
        said = #f;                                                                                                     \
        return p || a || b || c ? failure : failure + 1;                                                               \
    }
#define UNNAMED(f)                                                                                                     \
    __attribute__((visibility("hidden"))) void *f(void *p);                                                            \
    __attribute__((visibility("hidden"))) void *f(void *p)                                                            \
    {                                                                                                                  \
        for (int i = 0; i < 9; i++)                                                                                    \
            calls += 2;                                                                                                \
        return failure ? NULL : p;                                                                                     \
    }
UNNAMED(cudaGetExportTable)
UNNAMED(__cudaRegisterFatBinary)
UNNAMED(__cudaRegisterFatBinaryEnd)
UNNAMED(__cudaUnregisterFatBinary)
UNNAMED(__cudaRegisterVar)
UNNAMED(__cudaRegisterManagedVar)
UNNAMED(__cudaRegisterHostVar)
#ifdef TEXTURES /* up to CUDA 11 */
UNNAMED(__cudaRegisterTexture)
UNNAMED(__cudaRegisterSurface)
#endif
UNNAMED(__cudaRegisterFunction)
HELD(__cudaInitModule)
UNNAMED(__cudaPushCallConfiguration)
UNNAMED(__cudaPopCallConfiguration)
#ifdef TEXTURES
HELD(cudaBindTexture)
#else
UNNAMED(__cudaGetKernel)
UNNAMED(__cudaLaunchKernel)
UNNAMED(__cudaLaunchKernel_ptsz)
#endif
#include NAMES

#else
int cudaGetDeviceCount(void *p, uintptr_t a, uintptr_t b, uintptr_t c);
int cudaMalloc(void *p, uintptr_t size, uintptr_t b, uintptr_t c);
int cudaMemset(void *p, uintptr_t byte, uintptr_t size, uintptr_t c);
int cudaMemcpy(void *to, uintptr_t from, uintptr_t size, uintptr_t kind);
void *__cudaRegisterFatBinary(void *p);
int cudaGraphCreate(void *to, uintptr_t flags, uintptr_t b, uintptr_t c);
int cudaGraphInstantiate(void *to, uintptr_t graph, uintptr_t wrong, uintptr_t log);

/* In CUDA 11 it tells the node that is wrong, and takes no flags. */
static int instantiated(void)
{
    void *graph = NULL, *exec = NULL, *wrong = &graph;
#ifdef TEXTURES
    return cudaGraphCreate(&graph, 0, 0, 0) || cudaGraphInstantiate(&exec, (uintptr_t)graph, (uintptr_t)&wrong, 0) || wrong || !exec;
#else
    return cudaGraphCreate(&graph, 0, 0, 0) || cudaGraphInstantiate(&exec, (uintptr_t)graph, 0, 0) || !wrong || !exec;
#endif
}

/* The program's own, which load names of the library's, too. */
__attribute__((noinline)) static const char *of_allocation(void)
{
    for (int i = 0; i < 9; i++)
        calls++;
    said = "cudaMalloc";
    return said;
}

__attribute__((noinline)) static const char *of_copy(int back)
{
    said = back ? "cudaMemcpy" : "cudaMemset";
    for (int i = 0; i < 9; i++)
        calls++;
    return said;
}

int main(void)
{
    int devices = 0, there = 0;
    void *p = NULL;
    const struct {
        int magic, version;
        const void *data;
        void *more;
    } binary = {0x466243b1, 1, "not one", NULL};
    const int counted = cudaGetDeviceCount(&devices, 0, 0, 0), allocated = cudaMalloc(&p, 100, 0, 0);
    const int set = cudaMemset(p, 'x', 100, 0), copied = cudaMemcpy(&there, (uintptr_t)p + 96, 4, 2);
    void *registered = __cudaRegisterFatBinary((void *)(uintptr_t)&binary);
    printf("%d %d %d %d %d %x %d %s %s %s", counted, devices, allocated, set, copied, (unsigned)there, instantiated(), registered ? "registered" : "no binary", of_allocation(),
           of_copy(1));
    return 0;
}
#endif
