/* start.c: what a program waits for before its first kernel has run, and what a launch takes above ptx2c_launch.
 *
 *   start MODULE.ptx KERNEL     first launch of a kernel without parameters: wall and processor milliseconds, with children
 *   start MODULE.ptx            the same of all its kernels, one behind the other
 *   start MODULE.ptx KERNEL n   n launches as well, and as many by ptx2c_launch, in microseconds each: the least of 20 turns */
#include "cuda_api.h"
#include <ptx2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

extern const ptx2c_kernel ptx2c_k_first; /* the same kernel, linked in */

#define CHECK(call) \
    do { \
        if ((call) != CUDA_SUCCESS) { \
            fprintf(stderr, "start: %s\n", #call); \
            exit(1); \
        } \
    } while (0)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double processor(void)
{
    double ms = 0;
    const int who[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    for (int i = 0; i < 2; i++) {
        struct rusage r;
        getrusage(who[i], &r);
        ms += (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-3;
    }
    return ms;
}

static char *text_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    const size_t room = (size_t)64 << 20;
    char *text = calloc(1, room);
    if (!f || !text || !fread(text, 1, room - 1, f))
        exit(2);
    fclose(f);
    return text;
}

static void launch(CUfunction f)
{
    CHECK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    CHECK(cuCtxSynchronize());
}

static void launch_all(CUmodule m)
{
    CUfunction all[1000];
    unsigned n;
    CHECK(cuModuleGetFunctionCount(&n, m));
    CHECK(cuModuleEnumerateFunctions(all, n = n < 1000 ? n : 1000, m));
    for (unsigned i = 0; i < n; i++)
        launch(all[i]);
}

int main(int argc, char **argv)
{
    CUcontext ctx;
    CUmodule m;
    CUfunction f = NULL;
    if (argc < 2)
        return 2;
    const double wall = now(), cpu = processor();
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuModuleLoadData(&m, text_of(argv[1])));
    if (argc == 2) {
        launch_all(m);
    } else {
        CHECK(cuModuleGetFunction(&f, m, argv[2]));
        launch(f);
    }
    printf("%.1f %.1f\n", now() - wall, processor() - cpu);
    const int n = argc > 3 ? atoi(argv[3]) : 0;
    double cuda = 1e9, plain = 1e9;
    for (int turn = 0; turn < 20 && n; turn++) {
        double from = now();
        for (int i = 0; i < n; i++)
            CHECK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
        CHECK(cuCtxSynchronize());
        const double a = (now() - from) * 1e3 / n;
        from = now();
        for (int i = 0; i < n; i++)
            ptx2c_launch(&ptx2c_k_first, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0, NULL);
        const double b = (now() - from) * 1e3 / n;
        cuda = a < cuda ? a : cuda;
        plain = b < plain ? b : plain;
    }
    if (n)
        printf("%.2f %.2f\n", cuda, plain);
    return 0;
}
