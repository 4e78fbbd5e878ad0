/* --emit=regions: what is said of branches, loops over lanes, barriers, values kept and modes given up. */
#include "../../src/report/report.h"

static const char module[] =
    ".version 7.8\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<4>;\n"
    "  .shared .b32 tile[256];\n"
    "  ld.param.u64 %d1, [p];  ld.param.u32 %r1, [n];  mov.u32 %r2, %tid.x;\n"
    "  setp.eq.u32 %p1, %r1, 0;  @%p1 bra $end;\n"
    "  shl.b32 %r3, %r2, 2;  mov.u32 %r4, tile;  add.u32 %r4, %r4, %r3;\n"
    "  mul.wide.u32 %d2, %r2, 4;  add.u64 %d2, %d1, %d2;  ld.global.u32 %r5, [%d2];  st.shared.u32 [%r4], %r5;\n"
    "  xor.b32 %r6, %r5, %r2;\n"
    "  bar.sync 0;\n"
    "  setp.gt.u32 %p2, %r6, 9;  @%p2 bra $end;\n"
    "  ld.shared.u32 %r7, [tile];  st.global.u32 [%d2], %r7;\n"
    "$end: ret; }\n"
    ".visible .entry bad(.param .u64 p) { .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p;\n"
    "  ld.param.u64 %d1, [p];  mov.u32 %r1, %tid.x;  mul.wide.u32 %d2, %r1, 4;  add.u64 %d1, %d1, %d2;\n"
    "  ld.global.u32 %r2, [%d1];  setp.eq.u32 %p, %r2, 0;\n"
    "  @%p bra $skip;\n"
    "  bar.sync 0;\n"
    "$skip: st.global.u32 [%d1], %r1;  ret; }\n"
    ".visible .entry checked(.param .u64 p, .param .u32 n) { .reg .b32 %r<6>; .reg .b64 %d<4>; .reg .pred %p;\n"
    "  mov.u32 %r1, %tid.x;  mov.u32 %r2, %ctaid.x;  mov.u32 %r3, %ntid.x;  mad.lo.s32 %r1, %r2, %r3, %r1;\n"
    "  ld.param.u32 %r4, [n];  setp.ge.s32 %p, %r1, %r4;  @%p bra $end;\n"
    "  ld.param.u64 %d1, [p];  mul.wide.s32 %d2, %r1, 4;  add.u64 %d1, %d1, %d2;  st.global.u32 [%d1], %r1;\n"
    "$end: ret; }\n";

static int failed;

/* One of the lines holds both texts. */
static void expect(const char *graph, const char *a, const char *b)
{
    for (const char *line = graph, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        const char *x = strstr(line, a), *y = strstr(line, b);
        if (x && y && x < end && y < end)
            return;
    }
    fprintf(stderr, "no line with '%s' and '%s'\n", a, b);
    failed++;
}

static void check_braces(const char *graph)
{
    int depth = 0;
    for (const char *line = graph, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        depth += end[-1] == '{' ? 1 : end[-1] == '}' ? -1 : 0;
        if (depth < (end[1] != 0))
            failed++;
    }
    if (depth != 0) {
        fprintf(stderr, "braces do not match\n");
        failed++;
    }
}

static char *draw(Arena *a)
{
    Source src = {.path = "test.ptx", .text = module, .len = strlen(module)};
    Str got = {0};
    diag_begin(&src, (DiagOptions){0});
    Module *m = parse_module(a, src);
    check_module(m);
    if (!diag_errors())
        dump_regions(m, &got);
    failed += diag_errors();
    return got.s;
}

int main(void)
{
    Arena a = {0};
    char *graph = draw(&a), *again = draw(&a);
    if (!graph || !again || strcmp(graph, again) != 0) {
        fprintf(stderr, "the graph is not the same twice\n");
        return 1;
    }
    check_braces(graph);
    expect(graph, "label=\"k: once for each CTA\"", "");
    expect(graph, "phases between barriers", "");
    expect(graph, "shape=diamond", "p1\\nthe same in the CTA");
    expect(graph, "shape=diamond", "p2\\nper lane");
    expect(graph, "fillcolor=orange", "bar.sync 0");
    expect(graph, "label=\"each chunk\"", "");
    expect(graph, "label=\"each lane\"", "");
    expect(graph, "r6: differs between lanes; kept across barriers, an element for each lane", "");
    expect(graph, "label=\"bad\"", "");
    expect(graph, "not \\\"phases between barriers\\\": a barrier", "line 18: @%p bra $skip");
    expect(graph, "label=\"region 0\"", "");
    expect(graph, "label=\"checked: once for each chunk\"", "");
    expect(graph, "threads that never meet", "");
    expect(graph, "setp.ge.s32 %p, %r1, %r4   checks: all lanes agree\\l", "");
    expect(graph, "p\\nthe same in the chunk, checked at run time", "");
    if (failed)
        fputs(graph, stderr);
    free(graph);
    free(again);
    arena_reset(&a);
    return failed != 0;
}
