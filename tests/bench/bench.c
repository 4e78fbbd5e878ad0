/* bench.c: runs the variants of one benchmark in turn and prints a line for each: its name, the least, the middle and the
 * ninth decile of its times in seconds, and the number of runs; or its name, "-" and why there are no times.
 *
 *   program NAME.cl SECONDS [VARIANT...]
 *
 * Variants: hand; ours, plain, literal, memory and race (of --sanitize), where a module of that name is linked; pocl with
 * -DOPENCL.  Every variant runs at least nine times (LEAST_RUNS), and all together until SECONDS have passed.  Status 1 when a
 * result is wrong. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "random.h"

#include <errno.h>
#include <math.h>
#include <ptx2c.h>
#include <ptx2c/sanitize.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

#ifndef LEAST_RUNS
#define LEAST_RUNS 9
#endif
#ifndef CLOCK
#define CLOCK CLOCK_MONOTONIC
#endif
enum { MOST_RUNS = 2000, MAX_BUFFERS = 32, MAX_ARGS = 32, MAX_KERNELS = 16 };

/* Modules that are linked; a variant that is not, is not there. */
extern const ptx2c_module ours __attribute__((weak)), plain __attribute__((weak)), literal __attribute__((weak)),
    memory __attribute__((weak)), race __attribute__((weak));

typedef struct Buffer {
    void *at, *first, *want; /* as it is now, after make() and after hand(); the latter two of results only */
    size_t count, size;
    bool out;
    Kind kind;
    double tolerance, odd;
    void *mem; /* cl_mem */
} Buffer;

struct Run {
    const char *name;
    const ptx2c_module *module; /* NULL: by hand, or by OpenCL */
    bool opencl;
    char why[4096];             /* it can't be run */
    double *times;
};

static Buffer buffers[MAX_BUFFERS];
static int nbuffers;
static bool wrong;

static void die(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s: ", bench.name);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(2);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static Buffer *new_buffer(size_t count, size_t size)
{
    if (nbuffers == MAX_BUFFERS)
        die("too many buffers");
    Buffer *b = &buffers[nbuffers++];
    b->count = count;
    b->size = size;
    /* Pages of their own, so that OpenCL can use them where they are. */
    size_t bytes = (count * size + 4095) / 4096 * 4096;
    b->at = aligned_alloc(4096, bytes);
    if (!b->at)
        die("out of memory");
    memset(b->at, 0, bytes);
    ptx2c_memory_add(b->at, count * size, "");
    return b;
}

void *bench_in(size_t count, size_t size) { return new_buffer(count, size)->at; }

void *bench_out(size_t count, Kind kind, double tolerance, double odd)
{
    static const size_t sizes[] = { [KIND_U8] = 1, [KIND_U32] = 4, [KIND_F32] = 4, [KIND_F64] = 8 };
    Buffer *b = new_buffer(count, sizes[kind]);
    b->out = true;
    b->kind = kind;
    b->tolerance = tolerance;
    b->odd = odd;
    return b->at;
}

static void *copy_of(const Buffer *b)
{
    void *p = malloc(b->count * b->size);
    if (!p)
        die("out of memory");
    return memcpy(p, b->at, b->count * b->size);
}

static void reset_results(void)
{
    for (Buffer *b = buffers; b < buffers + nbuffers; b++)
        if (b->out)
            memcpy(b->at, b->first, b->count * b->size);
}

static double element(const Buffer *b, const void *at, size_t i)
{
    switch (b->kind) {
    case KIND_U8: return ((const uint8_t *)at)[i];
    case KIND_U32: return ((const uint32_t *)at)[i];
    case KIND_F64: return ((const double *)at)[i];
    default: return (double)((const float *)at)[i];
    }
}

/* Compares the results with those made by hand; false and why set when they differ. */
static bool same_results(Run *r)
{
    for (int k = 0; k < nbuffers; k++) {
        const Buffer *b = &buffers[k];
        size_t bad = 0;
        for (size_t i = 0; b->out && i < b->count; i++) {
            double got = element(b, b->at, i), want = element(b, b->want, i);
            if (fabs(got - want) <= b->tolerance * fmax(1, fabs(want)))
                continue;
            if (!bad++)
                snprintf(r->why, sizeof r->why, "wrong: result %d [%zu] = %.9g, by hand %.9g", k, i, got, want);
        }
        if ((double)bad > b->odd * (double)b->count)
            return false;
    }
    *r->why = 0;
    return true;
}

/* ---- OpenCL ------------------------------------------------------------------------------------------------------ */

#ifdef OPENCL
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static struct { const char *name; cl_kernel kernel; } kernels[MAX_KERNELS];

/* The device and the compiled program; false and why set when there is none. */
static bool opencl_begin(Run *r, const char *path)
{
    static char source[1 << 16];
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL)) {
        snprintf(r->why, sizeof r->why, "no OpenCL device");
        return false;
    }
    FILE *f = fopen(path, "r");
    if (!f) {
        snprintf(r->why, sizeof r->why, "%s: %s", path, strerror(errno));
        return false;
    }
    size_t length = fread(source, 1, sizeof source - 1, f);
    fclose(f);
    const char *text = source;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    queue = status ? NULL : clCreateCommandQueue(context, device, 0, &status);
    program = status ? NULL : clCreateProgramWithSource(context, 1, &text, &length, &status);
    if (status || (status = clBuildProgram(program, 1, &device, "", NULL, NULL)) != 0) {
        int n = snprintf(r->why, sizeof r->why, "OpenCL error %d: ", status);
        if (program)
            clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof r->why - (size_t)n, r->why + n, NULL);
        return false;
    }
    for (Buffer *b = buffers; b < buffers + nbuffers; b++) {
        b->mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, b->count * b->size, b->at, &status);
        if (status) {
            snprintf(r->why, sizeof r->why, "OpenCL error %d: buffer", status);
            return false;
        }
    }
    return true;
}

static cl_kernel find_kernel(const char *name)
{
    int i = 0;
    for (; i < MAX_KERNELS && kernels[i].name; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return kernels[i].kernel;
    cl_int status;
    if (i == MAX_KERNELS)
        die("too many kernels");
    kernels[i].kernel = clCreateKernel(program, name, &status);
    if (status)
        die("OpenCL has no kernel %s", name);
    kernels[i].name = name;
    return kernels[i].kernel;
}

static void opencl_launch(const char *name, Dim grid, Dim block, int nargs, const Arg *args)
{
    cl_kernel k = find_kernel(name);
    cl_int status = 0;
    for (int i = 0; i < nargs && !status; i++) {
        cl_mem mem = NULL;
        for (Buffer *b = buffers; args[i].buffer && b < buffers + nbuffers; b++)
            if (b->at == *(void *const *)args[i].value)
                mem = b->mem;
        status = args[i].buffer ? clSetKernelArg(k, (cl_uint)i, sizeof mem, &mem)
                                : clSetKernelArg(k, (cl_uint)i, args[i].size, args[i].value);
    }
    size_t global[] = { (size_t)grid.x * block.x, (size_t)grid.y * block.y, (size_t)grid.z * block.z };
    size_t local[] = { block.x, block.y, block.z };
    if (!status)
        status = clEnqueueNDRangeKernel(queue, k, 3, NULL, global, local, 0, NULL, NULL);
    if (status)
        die("OpenCL error %d in %s", status, name);
}

static void opencl_finish(void)
{
    if (clFinish(queue))
        die("OpenCL error");
}
#else
static bool opencl_begin(Run *r, const char *path)
{
    (void)path;
    snprintf(r->why, sizeof r->why, "built without OpenCL");
    return false;
}
static void opencl_launch(const char *name, Dim grid, Dim block, int nargs, const Arg *args)
{
    (void)name, (void)grid, (void)block, (void)nargs, (void)args;
}
static void opencl_finish(void) { }
#endif

/* ---- running ----------------------------------------------------------------------------------------------------- */

void bench_launch(Run *r, const char *kernel, Dim grid, Dim block, int nargs, const Arg *args)
{
    if (r->opencl) {
        opencl_launch(kernel, grid, block, nargs, args);
        return;
    }
    void *pointers[MAX_ARGS];
    for (int i = 0; i < nargs && i < MAX_ARGS; i++)
        memcpy(&pointers[i], &args[i].value, sizeof pointers[i]);
    int status = ptx2c_launch(ptx2c_find_kernel(r->module, kernel), (ptx2c_dim3){ grid.x, grid.y, grid.z },
                              (ptx2c_dim3){ block.x, block.y, block.z }, 0, pointers);
    if (status)
        die("%s: %s: %s", r->name, kernel, ptx2c_strerror(status));
}

Share bench_share(int n)
{
#ifdef _OPENMP
    const int me = omp_get_thread_num(), threads = omp_get_num_threads();
#else
    const int me = 0, threads = 1;
#endif
    return (Share){ me, threads, (int)((int64_t)n * me / threads), (int)((int64_t)n * (me + 1) / threads) };
}

const ptx2c_module *bench_module(const Run *r) { return r->module; }

void bench_failed(const Run *r, const char *what, int status) { die("%s: %s: error %d", r->name, what, status); }

static double run_once(Run *r)
{
    reset_results();
    /* OpenMP's threads wait busily for a while, which must not be on this variant's bill. */
    struct timespec pause = { 0, r->opencl ? 5000000 : 200000 };
    nanosleep(&pause, NULL);
    double start = now();
    if (r->module || r->opencl)
        bench.launch(r);
    else
        bench.hand();
    if (r->opencl)
        opencl_finish();
    return now() - start;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The first run is checked and not timed. */
static void try_run(Run *r, const char *path)
{
    r->times = calloc(MOST_RUNS, sizeof *r->times);
    if (!r->times)
        die("out of memory");
    if (*r->why || (r->opencl && !opencl_begin(r, path)))
        return;
    run_once(r);
    if (!same_results(r))
        wrong = true;
}

int main(int argc, char **argv)
{
    Run all[] = {
        { .name = "hand" },
        { .name = "pocl", .opencl = true },
        { .name = "literal", .module = &literal },
        { .name = "plain", .module = &plain },
        { .name = "ours", .module = &ours },
        { .name = "memory", .module = &memory },
        { .name = "race", .module = &race },
    };
    Run *runs[sizeof all / sizeof *all];
    int n = 0, rounds = 0;
    if (argc < 3)
        die("arguments: NAME.cl SECONDS [VARIANT...]");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        bool asked = argc == 3 || k == 0;
        for (int i = 3; i < argc; i++)
            asked |= strcmp(argv[i], all[k].name) == 0;
        if (asked && (k == 0 || all[k].opencl || all[k].module))
            runs[n++] = &all[k];
    }
    bench.make();
    for (Buffer *b = buffers; b < buffers + nbuffers; b++)
        b->first = b->out ? copy_of(b) : NULL;
    reset_results();
    bench.hand();
    for (Buffer *b = buffers; b < buffers + nbuffers; b++)
        b->want = b->out ? copy_of(b) : NULL;

    for (int i = 0; i < n; i++)
        try_run(runs[i], argv[1]);
    for (double end = now() + atof(argv[2]); rounds < LEAST_RUNS || (now() < end && rounds < MOST_RUNS); rounds++)
        for (int i = 0; i < n; i++)
            if (!*runs[i]->why)
                runs[i]->times[rounds] = run_once(runs[i]);
    for (int i = 0; i < n; i++) {
        Run *r = runs[i];
        if (*r->why) {
            r->why[strcspn(r->why, "\n")] = 0;
            printf("%s\t-\t%s\n", r->name, r->why);
            continue;
        }
        qsort(r->times, (size_t)rounds, sizeof *r->times, by_value);
        printf("%s\t%.9f\t%.9f\t%.9f\t%d\n", r->name, r->times[0], r->times[rounds / 2], r->times[rounds * 9 / 10],
               rounds);
    }
    return wrong;
}
