/* leaks.c: argument "right", and all memory is freed before the program ends; "wrong", and some of each kind is not. */
#include "check.h"

static const char *const take = /* each thread takes 24 bytes, and gives them back or not */
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
    ".visible .entry take(.param .u32 keep)\n{\n"
    ".reg .pred %q; .reg .b32 %r; .reg .b64 %p;\n.param .b64 n, p;\n"
    "st.param.b64 [n], 24;\n"
    "call (p), malloc, (n);\n"
    "ld.param.b64 %p, [p]; ld.param.u32 %r, [keep];\nsetp.ne.u32 %q, %r, 0;\n@%q ret;\n"
    "st.param.b64 [p], %p;\ncall free, (p);\nret;\n}\n";

int main(int argc, char **argv)
{
    uint32_t keep = argc > 1 && strcmp(argv[1], "wrong") == 0;
    void *args[] = {&keep}, *pinned;
    static int own[64];
    CUcontext ctx;
    CUmodule m;
    CUfunction f;
    CUstream s;
    CUdeviceptr a, b, c;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuModuleLoadData(&m, take));
    CHECK(cuModuleGetFunction(&f, m, "take"));
    CHECK(cuMemAlloc_v2(&a, 100));
    CHECK(cuMemAllocManaged(&b, 200, CU_MEM_ATTACH_GLOBAL));
    CHECK(cuMemAllocAsync(&c, 300, s));
    CHECK(cuMemHostAlloc(&pinned, 400, 0));
    CHECK(cuMemHostRegister_v2(own, sizeof own, 0)); /* the program's own */
    CHECK(cuLaunchKernel(f, 2, 1, 1, 3, 1, 1, 0, s, args, NULL));
    CHECK(cuStreamSynchronize(s));
    if (keep)
        return 0;
    CHECK(cuMemFree_v2(a));
    CHECK(cuMemFree_v2(b));
    CHECK(cuMemFreeAsync(c, s));
    CHECK(cuMemFreeHost(pinned));
    return 0;
}
