/* --emit=cfg and --emit=stats of a small module: loops as boxes, edges by kind, text as written without comments. */
#include "../../src/report/report.h"

static const char module[] =
    ".version 7.8\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u32 n) { .reg .u32 %r<4>; .reg .pred %p;\n"
    "  ld.param.u32 %r1, [n];  mov.u32 %r2, 0;\n"
    "$top: add.u32 %r2, // counts; up\n"
    "        %r2, /* by */ 1;\n"
    "  setp.lt.u32 %p, %r2, %r1;\n"
    "  @%p bra $top;\n"
    "  @!%p exit;\n"
    "  brx.idx %r2, $table;\n"
    "$a: ret;\n"
    "$table: .branchtargets $a, $b;\n"
    "$b: }\n";

static const char graph[] =
    "digraph cfg {\n"
    "  node [shape=box, fontname=monospace];\n"
    "  edge [fontname=monospace];\n"
    "  subgraph cluster_f0 { label=\"k\"; style=solid;\n"
    "  f0_0 [label=\"B0  live 0\\lld.param.u32 %r1, [n]\\lmov.u32 %r2, 0\\l\"];\n"
    "  subgraph cluster_f0_1 { label=\"loop B1\"; style=dotted;\n"
    "  f0_1 [label=\"B1 $top  live 2\\ladd.u32 %r2, %r2, 1\\lsetp.lt.u32 %p, %r2, %r1\\l@%p bra $top\\l\"];\n"
    "  }\n"
    "  f0_2 [label=\"B2  live 2\\l@!%p exit\\l\", peripheries=2];\n"
    "  f0_3 [label=\"B3  live 1\\lbrx.idx %r2, $table\\l\"];\n"
    "  f0_4 [label=\"B4 $a  live 0\\lret\\l\", peripheries=2];\n"
    "  f0_5 [label=\"B5 $b  live 0\\l\", peripheries=2];\n"
    "  f0_0 -> f0_1 [style=solid];\n"
    "  f0_1 -> f0_2 [style=dashed];\n"
    "  f0_1 -> f0_1 [color=darkgreen, color=blue];\n"
    "  f0_2 -> f0_3 [style=dashed];\n"
    "  f0_3 -> f0_4 [style=solid, label=\"0\"];\n"
    "  f0_3 -> f0_5 [style=solid, label=\"1\"];\n"
    "  }\n"
    "}\n";

static const char stats[] =
    "instructions  blocks  loops  nesting  gotos  registers   live  function\n"
    "           8       6      1        1      0          3      3  k\n"
    "\n      shared  local  calls  kernel: bytes of a block, and of a thread in the longest chain of calls\n"
    "           0      0      0  k\n";

/* The longest chain of calls is not the one with the most memory; functions that call themselves have no longest. */
static const char calling[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".func leaf() { .local .align 16 .b8 x[48]; ret; }\n"
    ".func big() { .local .align 16 .b8 x[256]; ret; }\n"
    ".func middle() { .local .align 16 .b8 x[32]; call leaf; call leaf; ret; }\n"
    ".func again() { call again; ret; }\n"
    ".visible .entry chains() { .shared .b8 s[64]; .local .align 16 .b8 x[16]; call middle; call big; ret; }\n"
    ".visible .entry endless() { call again; ret; }\n";

static const char memory[] =
    "          64    272      2  chains\n"
    "           0      -      -  endless (recursive)\n";

static bool tells_memory(void)
{
    Arena a = {0};
    Source src = {.path = "calling.ptx", .text = calling, .len = strlen(calling)};
    Str got = {0};
    diag_begin(&src, (DiagOptions){0});
    Module *m = parse_module(&a, src);
    check_module(m);
    if (diag_errors())
        return false;
    dump_stats(m, &got);
    const bool good = strstr(got.s, memory) != NULL;
    if (!good)
        fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", memory, got.s);
    str_free(&got);
    return good;
}

static int differs(void (*dump)(Module *m, Str *out), Module *m, const char *expected)
{
    Str got = {0};
    dump(m, &got);
    bool bad = strcmp(got.s, expected) != 0;
    if (bad)
        fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", expected, got.s);
    str_free(&got);
    return bad;
}

int main(void)
{
    Arena a = {0};
    Source src = {.path = "test.ptx", .text = module, .len = strlen(module)};
    diag_begin(&src, (DiagOptions){0});
    Module *m = parse_module(&a, src);
    check_module(m);
    if (diag_errors())
        return 1;
    int bad = !tells_memory();
    diag_begin(&src, (DiagOptions){0});
    bad += differs(dump_cfg, m, graph) + differs(dump_stats, m, stats);
    arena_reset(&a);
    return bad != 0;
}
