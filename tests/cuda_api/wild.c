/* A kernel that writes where there is no memory.  Arguments: the module; handled: the program has a handler of its own. */
#include "check.h"

#include <signal.h>
#include <unistd.h>

static void handler(int signal) { _exit(signal == SIGSEGV ? 7 : 8); }

int main(int argc, char **argv)
{
    CUdeviceptr nowhere = 0x7000;
    if (argc > 2)
        signal(SIGSEGV, handler);
    CUmodule m = begin(argv);
    CHECK(cuLaunchKernel(function(m, "store"), 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&nowhere}, NULL));
    CHECK(cuCtxSynchronize());
    return 0;
}
