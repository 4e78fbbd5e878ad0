/* A kernel with very much to compile, and a small one: the test sees what the compiler is called with. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { MANY = 6000 };
    char *const text = malloc(MANY * 100 + 1000), *at = text;
    CUcontext ctx;
    CUmodule m;
    CUdeviceptr p;
    (void)argv;
    at += sprintf(at, ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry go(.param .u64 p) {\n"
                      ".reg .b64 %%rd<2>;\n.reg .b32 %%r<3>;\nld.param.u64 %%rd1, [p];\nmov.u32 %%r1, %%tid.x;\n");
    for (unsigned i = 0; i < (argc > 1 ? MANY : 1); i++)
        at += sprintf(at, "ld.global.u32 %%r2, [%%rd1+%u];\nmad.lo.u32 %%r1, %%r1, %%r2, %u;\nst.global.u32 [%%rd1+%u], %%r1;\n",
                      i * i % 8191 * 4, i * 2654435761u % 10007, i * 7919 % 8191 * 4);
    sprintf(at, "ret;\n}\n");
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuModuleLoadData(&m, text));
    CHECK(cuMemAlloc_v2(&p, 8192 * 4));
    CHECK(cuLaunchKernel(function(m, "go"), 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&p}, NULL));
    CHECK(cuCtxSynchronize());
    free(text);
    return 0;
}
