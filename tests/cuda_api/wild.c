/* A kernel that writes where there is no memory: the launch fails as on a GPU, one block's and many blocks', in a thread of the program's that
 * ends, too; the context with it, until it is reset; and the program's own handler of the signal has nothing to do.  Arguments: the
 * module. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static char **arguments;
static CUdevice device;

static void handle(int signal) { _exit(signal == SIGSEGV ? 7 : 8); }

/* The context is the device's own. */
static void store(unsigned blocks, CUdeviceptr at)
{
    CUmodule m;
    CHECK(cuModuleLoad(&m, arguments[1]));
    CHECK(cuLaunchKernel(function(m, "store"), blocks, 1, 1, 32, 1, 1, 0, NULL, (void *[]){&at}, NULL));
}

static void fails(unsigned blocks)
{
    CUdeviceptr p;
    int word = 0;
    store(blocks, 0x7000);
    REFUSED(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    REFUSED(cuMemAlloc_v2(&p, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
    REFUSED(cuStreamQuery(NULL), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(cuDevicePrimaryCtxReset(device));
    CHECK(cuMemAlloc_v2(&p, 4));
    store(blocks, p);
    CHECK(cuMemcpyDtoH_v2(&word, p, sizeof word));
    EXPECT(word == 1);
}

static void *of_thread(void *context)
{
    CHECK(cuCtxSetCurrent(context));
    fails(9);
    return NULL;
}

int main(int argc, char **argv)
{
    CUcontext context;
    pthread_t thread;
    (void)argc;
    arguments = argv;
    signal(SIGSEGV, handle);
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    fails(1);
    fails(100);
    EXPECT(pthread_create(&thread, NULL, of_thread, context) == 0);
    EXPECT(pthread_join(thread, NULL) == 0);
    fails(3);
    return 0;
}
