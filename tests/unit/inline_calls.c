/* inline.c: what a kernel's instructions are after calls were replaced by bodies.  Names are PTX names, which copies
 * share, so that copies have registers of their own is looked at separately. */
#include "../../src/report/report.h"
#include "check.h"

static Arena arena; /* one for all modules: the instruction table keeps what it once looked up */

static bool has_barrier(Module *m, const Fn *fn)
{
    (void)m;
    for (int i = 0; i < fn->ins.n; i++)
        if (isa_is_cta(&fn->ins.at[i]))
            return true;
    return false;
}

static Fn *function(const Module *m, const char *name)
{
    for (int i = 0; i < m->fns.n; i++)
        if (strcmp(m->fns.at[i]->sym->name, name) == 0)
            return m->fns.at[i];
    return NULL;
}

/* The module with its calls in "k" replaced. */
static Module *inlined(const char *text)
{
    char *all = arena_printf(&arena, ".version 7.8\n.target sm_75\n.address_size 64\n%s", text);
    Source *src = NEW(&arena, Source);
    *src = (Source){.path = "test.ptx", .text = all, .len = strlen(all)};
    diag_begin(src, (DiagOptions){0});
    Module *m = parse_module(&arena, *src);
    check_module(m);
    CHECK(diag_errors() == 0);
    if (diag_errors())
        exit(1);
    inline_calls(m, function(m, "k"), has_barrier);
    CHECK(diag_errors() == 0);
    return m;
}

/* Instructions and labels of "k", one a line without indentation. */
static void check_text(const char *text, const char *expected)
{
    Str all = {0}, got = {0};
    dump_ast(inlined(text), &all);
    const char *line = strstr(all.s, "entry k\n");
    for (const char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        size_t indent = strspn(line, " ");
        if (indent == 4 || line[indent] == '$')
            str_addn(&got, line + indent, (size_t)(end - line) - indent + 1);
    }
    if (!got.s || strcmp(got.s, expected) != 0) {
        fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", expected, got.s ? got.s : "");
        failed++;
    }
    str_free(&all);
    str_free(&got);
}

#define LEAF                                                                                             \
    ".func (.param .b32 r) leaf(.param .b32 a, .param .b32 b) { .reg .b32 %x<4>; .reg .pred %q;\n"        \
    "  ld.param.u32 %x1, [a]; ld.param.u32 %x2, [b]; setp.eq.u32 %q, %x1, 0; @%q ret; bar.sync 0;\n"      \
    "  add.u32 %x3, %x1, %x2; st.param.b32 [r], %x3; ret; }\n"
#define KERNEL ".entry k() { .reg .b32 %r<9>; .reg .pred %p; .param .b32 v, w, u;\n"

/* Parameters in .param space become the caller's variables, ret a branch, the last ret nothing. */
static void test_variables(void)
{
    check_text(LEAF KERNEL "  call (u), leaf, (v, w); ld.param.b32 %r1, [u]; ret; }\n",
               "ld.param.u32 %x1, [v]\n"
               "ld.param.u32 %x2, [w]\n"
               "setp.eq.u32 %q, %x1, 0\n"
               "@%q bra label $L__return\n"
               "bar.sync 0\n"
               "add.u32 %x3, %x1, %x2\n"
               "st.param.b32 [u], %x3\n"
               "$L__return:\n"
               "$L__skip:\n"
               "ld.param.b32 %r1, [u]\n"
               "ret\n");
}

/* A guard jumps around everything; registers and constants go through variables of the copy. */
static void test_values(void)
{
    check_text(LEAF KERNEL "  @!%p call (%r1), leaf, (%r2, 12); ret; }\n",
               "@%p bra label $L__skip\n"
               "st.param.b32 [a], %r2\n"
               "st.param.b32 [b], 12\n"
               "ld.param.u32 %x1, [a]\n"
               "ld.param.u32 %x2, [b]\n"
               "setp.eq.u32 %q, %x1, 0\n"
               "@%q bra label $L__return\n"
               "bar.sync 0\n"
               "add.u32 %x3, %x1, %x2\n"
               "st.param.b32 [r], %x3\n"
               "$L__return:\n"
               "ld.param.b32 %r1, [r]\n"
               "$L__skip:\n"
               "ret\n");
}

/* A variable that is argument and result: the body may still read the one after it wrote the other. */
static void test_same_variable(void)
{
    check_text(LEAF KERNEL "  call (v), leaf, (v, w); ret; }\n",
               "ld.param.b32 v, [v]\n"
               "st.param.b32 [a], v\n"
               "ld.param.u32 %x1, [a]\n"
               "ld.param.u32 %x2, [w]\n"
               "setp.eq.u32 %q, %x1, 0\n"
               "@%q bra label $L__return\n"
               "bar.sync 0\n"
               "add.u32 %x3, %x1, %x2\n"
               "st.param.b32 [v], %x3\n"
               "$L__return:\n"
               "$L__skip:\n"
               "ret\n");
}

/* Register parameters are moved; a loop's label and a branch table are the copy's own. */
static void test_registers(void)
{
    check_text(".func (.reg .u32 d) f(.reg .u32 x, .reg .pred c) { .reg .u32 %i;\n"
               "$top: bar.sync 0; add.u32 d, x, 1; @c bra $top;\n"
               "$t: .branchtargets $top, $end; brx.idx d, $t;\n$end: }\n" KERNEL
               "  call (%r1), f, (%r2, %p);\n$after: ret; }\n",
               "mov.b32 x, %r2\n"
               "mov.pred c, %p\n"
               "$top:\n"
               "bar.sync 0\n"
               "add.u32 d, x, 1\n"
               "@c bra label $top\n"
               "brx.idx d, label $t\n"
               "$end:\n"
               "$L__return:\n"
               "mov.b32 %r1, d\n"
               "$L__skip:\n"
               "$after:\n"
               "ret\n");
}

/* What only comes to a barrier through another is copied, too; what comes to none is not. */
static void test_choice(void)
{
    check_text(".func leaf() { bar.sync 0; }\n.func middle() { call leaf; ret; }\n.func other() { ret; }\n"
               KERNEL "  call middle; call other; ret; }\n",
               "bar.sync 0\n"
               "$L__return:\n"
               "$L__skip:\n"
               "$L__return:\n"
               "$L__skip:\n"
               "call &other\n"
               "ret\n");
}

/* What calls itself is copied once; each call has a frame for what lives across it. */
static void test_recursive(void)
{
    check_text(".func again() { .reg .b32 %x; bar.sync 0; call again; add.u32 %x, %x, 1; ret; }\n"
               KERNEL "  call again; ret; }\n",
               "stacksave.u64 stack\n"
               "alloca.u64 next, 32, 16\n"
               "st.local.b64 [next], frame\n"
               "st.local.b64 [next + 8], stack\n"
               "st.local.b32 [next + 16], 0\n"
               "mov.b64 frame, next\n"
               "bra label $L__function\n"
               "$L__site:\n"
               "ld.local.b64 caller, [frame]\n"
               "ld.local.b64 stack, [frame + 8]\n"
               "mov.b64 frame, caller\n"
               "stackrestore.u64 stack\n"
               "$L__skip:\n"
               "ret\n"
               "exit\n"
               "$L__function:\n"
               "bar.sync 0\n"
               "stacksave.u64 stack\n"
               "alloca.u64 next, 48, 16\n"
               "st.local.b64 [next], frame\n"
               "st.local.b64 [next + 8], stack\n"
               "st.local.b32 [next + 16], 1\n"
               "st.local.b32 [next + 32], %x\n"
               "mov.b64 frame, next\n"
               "bra label $L__function\n"
               "$L__site:\n"
               "ld.local.b64 caller, [frame]\n"
               "ld.local.b64 stack, [frame + 8]\n"
               "ld.local.b32 %x, [frame + 32]\n"
               "mov.b64 frame, caller\n"
               "stackrestore.u64 stack\n"
               "$L__skip:\n"
               "add.u32 %x, %x, 1\n"
               "$L__return:\n"
               "ld.local.b32 site, [frame + 16]\n"
               "brx.idx site, label $L__sites\n");
    const Fn *k = function(inlined(".func back() ;\n.func again() { bar.sync 0; call back; ret; }\n"
                                   ".func back() { call again; ret; }\n" KERNEL "  call back; ret; }\n"), "k");
    int barriers = 0, ways = 0;
    for (int i = 0; i < k->ins.n; i++) {
        barriers += isa_is_cta(&k->ins.at[i]);
        ways += isa_emit(&k->ins.at[i]) == EMIT_BRX;
    }
    CHECK(barriers == 1);
    CHECK(ways == 2);
}

/* Through a register: the functions that the address may be are told apart, and only those copied that must be. */
static void test_indirect(void)
{
    check_text(".func leaf() { bar.sync 0; }\n.func other() { ret; }\n.global .u64 t[2] = {leaf, other};\n" KERNEL
               "  .reg .u64 f; ld.global.u64 f, [t]; p: .callprototype _ (); call f, p; ret; }\n",
               "ld.global.u64 f, [t]\n"
               "mov.u64 callee, &leaf\n"
               "setp.ne.b64 other, f, callee\n"
               "@other bra label $L__other\n"
               "bar.sync 0\n"
               "$L__return:\n"
               "$L__skip:\n"
               "bra label $L__called\n"
               "$L__other:\n"
               "call f, label p\n"
               "$L__called:\n"
               "ret\n");
}

static int count_vars(const Fn *fn, const char *name)
{
    int n = 0;
    for (int i = 0; i < fn->vars.n; i++)
        n += strcmp(fn->vars.at[i]->name, name) == 0;
    return n;
}

/* Each copy has its own registers, labels and local variables, but a shared variable exists once. */
static void test_copies(void)
{
    Module *m = inlined(".func f() { .reg .b32 %x; .reg .pred %q; .local .b32 mine; .shared .b32 ours;\n"
                        "$top: bar.sync 0; ld.local.u32 %x, [mine]; st.shared.u32 [ours], %x;\n"
                        "  setp.eq.u32 %q, %x, 0; @%q bra $top; }\n" KERNEL "  call f; call f; ret; }\n");
    const Fn *fn = function(m, "k"), *f = function(m, "f");
    CHECK(fn->ins.n == 11 && f->ins.n == 5);
    for (int i = 0; i < 5 && fn->ins.n == 11; i++) {
        const Ins *x = &fn->ins.at[i], *y = &fn->ins.at[i + 5];
        CHECK(x->word == y->word && x->form == y->form);
        CHECK(x->guard < 0 ? y->guard < 0 : x->guard != y->guard);
        for (int k = 0; k < x->narg; k++) {
            if (x->arg[k].kind == O_REG) {
                CHECK(x->arg[k].reg != y->arg[k].reg);
                CHECK(fn->regs.at[x->arg[k].reg]->index == x->arg[k].reg);
            }
        }
    }
    CHECK(count_vars(fn, "mine") == 2 && count_vars(fn, "ours") == 1);
    CHECK(fn->ins.at[1].op[1].sym != fn->ins.at[6].op[1].sym && fn->ins.at[1].op[1].sym->fn == fn);
    CHECK(fn->ins.at[2].op[0].sym == fn->ins.at[7].op[0].sym && fn->ins.at[2].op[0].sym->fn == f);
    CHECK(fn->ins.at[4].op[0].sym->index == 0 && fn->ins.at[9].op[0].sym->index == 5);
    CHECK(f->ins.at[4].op[0].sym->index == 0 && f->ins.at[4].op[0].sym->fn == f);
}

int main(void)
{
    test_variables();
    test_values();
    test_same_variable();
    test_registers();
    test_choice();
    test_recursive();
    test_indirect();
    test_copies();
    arena_reset(&arena);
    return failed != 0;
}
