/* --explain: what is said of loops, branches and accesses, and the instruction that stopped the better form. */
#include "../../src/report/report.h"

static const char module[] =
    ".version 7.8\n.target sm_75\n.address_size 64\n"
    /* line 4 */ ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n) {\n"
    ".reg .b32 %r<20>; .reg .b64 %d<20>; .reg .pred %p<9>; .reg .f32 %f<9>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;\n"
    /* 7 */ "mul.wide.u32 %d3, %r2, 4; add.u64 %d4, %d1, %d3;\n"
    "ld.global.u32 %r3, [%d4];\n"
    "mul.wide.u32 %d5, %r3, 4; add.u64 %d6, %d2, %d5;\n"
    /* 10 */ "ld.global.u32 %r4, [%d6];\n"
    "mul.wide.u32 %d7, %r2, 12; add.u64 %d8, %d1, %d7;\n"
    "ld.global.u32 %r5, [%d8+4];\n"
    "ld.global.u32 %r6, [%d2];\n"
    "add.u32 %r7, %r4, %r5; add.u32 %r7, %r7, %r6;\n"
    /* 15 */ "setp.gt.u32 %p1, %r7, 9;\n"
    "@%p1 bra $skip;\n"
    "st.global.u32 [%d6], %r7;\n"
    "$skip: mov.u32 %r8, 0;\n"
    "$loop: add.u32 %r8, %r8, 1;\n"
    /* 20 */ "ld.global.u32 %r9, [%d6]; add.u32 %r7, %r7, %r9;\n"
    "setp.lt.u32 %p2, %r8, %r3;\n"
    "@%p2 bra $loop;\n"
    "st.global.u32 [%d4], %r7;\n"
    "ret; }\n"
    /* 25 */ ".visible .entry u(.param .u64 p, .param .u32 n) {\n"
    ".reg .b32 %r<20>; .reg .b64 %d<20>; .reg .pred %p<9>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, 0; mov.u32 %r5, 0;\n"
    "$loop: mul.wide.u32 %d2, %r3, 4; add.u64 %d3, %d1, %d2;\n"
    "ld.global.u32 %r4, [%d3]; add.u32 %r5, %r5, %r4; add.u32 %r3, %r3, 1;\n"
    /* 30 */ "setp.lt.u32 %p1, %r3, %r1;\n"
    "@%p1 bra $loop;\n"
    "xor.b32 %r6, %r2, 5; mul.wide.u32 %d4, %r6, 4; add.u64 %d5, %d1, %d4;\n"
    "st.global.u32 [%d5], %r5;\n"
    "red.global.add.u32 [%d1], %r5;\n"
    "ret; }\n"
    /* 36 */ ".visible .entry bad(.param .u64 p) { .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p;\n"
    "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.u64 %d1, %d1, %d2;\n"
    "ld.global.u32 %r2, [%d1]; setp.eq.u32 %p, %r2, 0;\n"
    "@%p bra $skip;\n"
    "bar.sync 0;\n"
    "$skip: st.global.u32 [%d1], %r1;  ret; }\n"
    /* 42 */ ".visible .entry walk(.param .u64 p, .param .u64 n) { .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<3>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [n]; mov.u32 %r1, %tid.x; mul.wide.u32 %d3, %r1, 4; add.u64 %d4, %d1, %d3;\n"
    "mov.u32 %r2, 0;\n"
    /* 45 */ "$loop: cvt.u64.u32 %d5, %r2; mul.lo.u64 %d6, %d5, %d2; add.u64 %d7, %d4, %d6;\n"
    "ld.global.u32 %r3, [%d7]; add.u32 %r3, %r3, %r2; add.u32 %r2, %r2, 1;\n"
    "st.global.u32 [%d7], %r3;\n"
    "setp.lt.u32 %p1, %r3, 9;\n"
    "@%p1 bra $loop;\n"
    /* 50 */ "st.global.u32 [%d4], %r2; ret; }\n"
    /* 51 */ ".visible .entry places(.param .u64 p, .param .u32 k) { .reg .b32 %r<9>; .reg .b64 %d<9>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u32 %r1, [k]; mov.u32 %r2, %tid.x; shl.b32 %r3, -1, %r1; not.b32 %r4, %r3;\n"
    "and.b32 %r5, %r2, %r4; shl.b32 %r6, 1, %r1; or.b32 %r7, %r5, %r6; mul.wide.u32 %d2, %r7, 4; add.u64 %d3, %d1, %d2;\n"
    /* 54 */ "ld.global.u32 %r8, [%d3]; bar.sync 0; st.global.u32 [%d3+4], %r8; ret; }\n"
    /* 55 */ ".visible .entry list(.param .u64 p, .param .u64 q) { .reg .b32 %r<20>; .reg .b64 %d<9>; .reg .pred %p<3>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %nctaid.x;\n"
    "mad.lo.s32 %r5, %r2, %r3, %r1; mul.lo.s32 %r6, %r4, %r3; ld.global.u32 %r7, [%d1]; setp.ge.s32 %p1, %r5, %r7; @%p1 bra $end;\n"
    /* 58 */ "$loop: atom.global.add.u32 %r8, [%d1+4], 1; setp.gt.u32 %p2, %r8, 9; @%p2 bra $next; mul.wide.u32 %d3, %r8, 4;\n"
    "add.u64 %d4, %d2, %d3; st.global.u32 [%d4], %r5; red.global.max.u32 [%d1+8], %r5; atom.global.min.u32 %r9, [%d1+12], %r8; ld.global.u32 %r7, [%d1];\n"
    "$next: add.s32 %r5, %r5, %r6; setp.lt.s32 %p1, %r5, %r7; @%p1 bra $loop;\n"
    "$end: ret; }\n";

static const char *text;
static int failed;

/* A line begins with that place and has all texts. */
static void expect(int line, const char *a, const char *b, const char *c)
{
    char place[32];
    snprintf(place, sizeof place, "test.ptx:%d: ", line);
    for (const char *at = text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        const char *x = strstr(at, a), *y = strstr(at, b), *z = strstr(at, c);
        if (strncmp(at, place, strlen(place)) == 0 && x && x < end && y && y < end && z && z < end)
            return;
    }
    fprintf(stderr, "no line %s with '%s', '%s' and '%s'\n", place, a, b, c);
    failed++;
}

int main(void)
{
    Arena a = {0};
    Source src = {.path = "test.ptx", .text = module, .len = strlen(module)};
    Str got = {0};
    diag_begin(&src, (DiagOptions){.max_errors = 20});
    Module *m = parse_module(&a, src);
    check_module(m);
    if (diag_errors())
        return 1;
    explain_module(m, &got);
    text = got.s;
    expect(4, "kernel k", "never meet", "");
    expect(8, "access 'ld.global.u32 %r3, [%d4]'", "affine, 4 bytes", "contiguous");
    expect(10, "access", "gathered", "'ld.global.u32 %r3, [%d4]' in line 8: read from memory");
    expect(12, "access", "affine, 12 bytes", "strided");
    expect(13, "access", "uniform", "");
    expect(16, "branch '@%p1 bra $skip'", "differs between lanes", "in line 10: read from memory");
    expect(17, "access", "scattered, masked by the branch in line 16", "in line 8");
    expect(19, "loop: each lane by itself", "the branch in line 22 differs between lanes", "");
    expect(20, "access", "in the loop of each lane (line 19)", "");
    expect(28, "loop: uniform", "around the lanes", "");
    expect(29, "access", "uniform: once for all lanes", "");
    expect(31, "branch '@%p1 bra $loop'", "uniform", "the same for the");
    expect(33, "access", "scattered, because", "'xor.b32 %r6, %r2, 5' in line 32 makes no even step of %r2, which grows by 1");
    expect(34, "access 'red.global.add.u32", "atomic", "");
    expect(36, "kernel bad", "scheduler", "");
    expect(39, "not as phases", "a barrier stands under a condition that may differ between threads", "@%p bra $skip");
    expect(45, "loop: masked", "all lanes of the chunk", "");
    expect(50, "access", "affine, 4 bytes", "contiguous");
    expect(54, "access 'ld.global.u32 %r8, [%d3]'", "affine, 4 bytes", "contiguous");
    expect(55, "kernel list", "never meet", "");
    if (failed)
        fputs(text, stderr);
    str_free(&got);
    arena_reset(&a);
    return failed != 0;
}
