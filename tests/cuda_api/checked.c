/* checked.c: what the checks of --sanitize say of a program's kernels: argument "right", and there is nothing to say; "wrong", and each
 * of the kernels has a fault.  The library declares memory by itself, whatever module's kernel uses it. */
#include "check.h"

static const char *const fill =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry fill(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .pred %q; .reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r2, [n];\n"
    "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %q, %r1, %r2;\n@%q bra END;\n"
    "mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nEND: ret;\n}\n";
static const char *const turn = /* p[tid] = p[n - 1 - tid], with a barrier between or without */
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .u32 count;\n"
    ".visible .entry turn(.param .u64 p, .param .u32 n, .param .u32 meet)\n{\n"
    ".reg .pred %q; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r2, [n]; ld.param.u32 %r3, [meet];\n"
    "mov.u32 %r1, %tid.x;\nsub.u32 %r4, %r2, 1;\nsub.u32 %r4, %r4, %r1;\n"
    "mul.wide.u32 %rd2, %r4, 4;\nadd.u64 %rd3, %rd1, %rd2;\nld.global.u32 %r5, [%rd3];\n"
    "setp.eq.u32 %q, %r3, 0;\n@%q bra ON;\nbar.sync 0;\nON:\n"
    "mul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd5, %rd1, %rd4;\nst.global.u32 [%rd5], %r5;\n"
    "atom.global.add.u32 %r6, [count], 1;\nret;\n}\n";

static CUfunction kernel(const char *ptx, const char *name)
{
    CUmodule m;
    CUfunction f;
    CHECK(cuModuleLoadData(&m, ptx));
    CHECK(cuModuleGetFunction(&f, m, name));
    return f;
}

static void launch(CUfunction f, CUdeviceptr p, int n, int meet)
{
    void *args[] = {&p, &n, &meet};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, NULL, args, NULL));
    CHECK(cuCtxSynchronize());
}

int main(int argc, char **argv)
{
    const int wrong = argc > 1 && strcmp(argv[1], "wrong") == 0;
    CUcontext ctx;
    CUdeviceptr a, b, pool, gone;
    void *pinned;
    int got[64];
    CHECK(cuInit(0));
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuMemAlloc_v2(&a, sizeof got));
    CHECK(cuMemAlloc_v2(&b, sizeof got));
    CUfunction filling = kernel(fill, "fill"), turning = kernel(turn, "turn");
    launch(filling, a, 64, 0);
    launch(turning, a, 64, !wrong);         /* a race */
    CHECK(cuMemcpyDtoH_v2(got, a, sizeof got));
    EXPECT(wrong || got[3] == 60);
    if (!wrong)
        CHECK(cuMemsetD32_v2(b, 7, 64));
    launch(turning, b, 64, 1);              /* memory that nothing has written */
    launch(filling, a + (wrong ? 4 : 0), 64, 0); /* a word behind the end */
    CHECK(cuMemHostAlloc(&pinned, sizeof got, 0));
    launch(filling, (CUdeviceptr)(uintptr_t)pinned, 64, 0);
    launch(turning, (CUdeviceptr)(uintptr_t)pinned, 64, 1);
    EXPECT(((int *)pinned)[3] == 60);
    CHECK(cuMemAllocAsync(&pool, sizeof got, NULL));
    CHECK(cuMemcpyHtoDAsync_v2(pool, got, sizeof got, NULL));
    launch(turning, pool, 64, 1);
    CHECK(cuMemFreeAsync(pool, NULL));
    CHECK(cuMemAlloc_v2(&gone, sizeof got));
    if (wrong)
        CHECK(cuMemFree_v2(gone));
    launch(filling, gone, 64, 0);           /* memory that is freed */
    return 0;
}
