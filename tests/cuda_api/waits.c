/* A kernel that waits in a loop: for ever, which its launch tells, or for what comes late: from the program, also from a thread that calls nothing of
 * CUDA's, from another stream, from a function of the program's, from another kernel. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

enum { LATE_MS = 1500 }; /* later than a grid whose threads wait is asked whether it does so for ever */

static CUmodule module;

static void pause_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static CUdeviceptr flags(void)
{
    CUdeviceptr p;
    CHECK(cuMemAlloc_v2(&p, 64));
    CHECK(cuMemsetD32_v2(p, 0, 16));
    return p;
}

static CUstream stream(void)
{
    CUstream s;
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    return s;
}

/* Waits for flag[0], then writes flag[1]. */
static void launch(CUstream s, CUdeviceptr flag, int blocks)
{
    CUdeviceptr answer = flag + 4;
    void *params[] = {&flag, &answer};
    CHECK(cuLaunchKernel(function(module, "wait_for"), (unsigned)blocks, 1, 1, 1, 1, 1, 0, s, params, NULL));
}

static void answered(CUstream s, CUdeviceptr flag)
{
    unsigned v;
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH_v2(&v, flag + 4, 4));
    EXPECT(v == 42);
}

static void *write_late(void *flag)
{
    pause_ms(LATE_MS);
    *(volatile unsigned *)flag = 41;
    return NULL;
}

static void *set_late(void *flag)
{
    CUstream s;
    CUcontext c;
    CHECK(cuDevicePrimaryCtxRetain(&c, 0));
    CHECK(cuCtxSetCurrent(c));
    s = stream();
    pause_ms(LATE_MS);
    CHECK(cuMemsetD32Async((CUdeviceptr)(uintptr_t)flag, 41, 1, s));
    CHECK(cuStreamSynchronize(s));
    return NULL;
}

static void start_late(void *flag)
{
    pthread_t t;
    pthread_create(&t, NULL, write_late, flag);
    pthread_detach(t);
}

static void by_a_thread(void *(*way)(void *))
{
    CUstream s = stream();
    const CUdeviceptr flag = flags();
    pthread_t t;
    launch(s, flag, 1);
    pthread_create(&t, NULL, way, (void *)(uintptr_t)flag);
    answered(s, flag);
    pthread_join(t, NULL);
}

static void by_the_program(void)
{
    CUstream s = stream();
    const CUdeviceptr flag = flags();
    launch(s, flag, 2);
    write_late((void *)(uintptr_t)flag);
    answered(s, flag);
}

/* The function makes a thread and ends. */
static void by_a_function(void)
{
    CUstream s = stream(), other = stream();
    const CUdeviceptr flag = flags();
    launch(s, flag, 1);
    CHECK(cuLaunchHostFunc(other, start_late, (void *)(uintptr_t)flag));
    CHECK(cuStreamSynchronize(other));
    answered(s, flag);
}

/* One kernel sets what the other one waits for; it is given to its stream last, and behind a copy that waits. */
static void by_a_kernel(void)
{
    CUstream s = stream(), other = stream();
    const CUdeviceptr flag = flags(), first = flags();
    launch(s, flag, 1);
    launch(other, first, 1);
    CHECK(cuMemsetD32Async(flag, 41, 1, other));
    write_late((void *)(uintptr_t)first);
    answered(s, flag);
    answered(other, first);
}

/* Nobody sets it. */
static void for_ever(int blocks)
{
    CUstream s = stream(), other = stream();
    CUevent e;
    const CUdeviceptr flag = flags();
    CHECK(cuEventCreate(&e, CU_EVENT_DEFAULT));
    launch(s, flag, blocks);
    CHECK(cuEventRecord(e, s));
    CHECK(cuStreamWaitEvent(other, e, 0));
    CHECK(cuMemsetD32Async(flag, 41, 1, other)); /* behind it */
    REFUSED(cuStreamSynchronize(other), CUDA_ERROR_LAUNCH_FAILED);
}

int main(int argc, char **argv)
{
    CUcontext c;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&c, 0));
    CHECK(cuCtxSetCurrent(c));
    CHECK(cuModuleLoadData(&module, read_text(argv[1])));
    if (argc > 2) {
        for_ever(atoi(argv[2]));
        return 0;
    }
    by_the_program();
    by_a_thread(write_late);
    by_a_thread(set_late);
    by_a_function();
    by_a_kernel();
    return 0;
}
