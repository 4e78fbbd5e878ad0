/* Every function of tests/run, tests/bench and samples is as it must be after each pass (ir_verify), and each pass that rewrites finds
 * something in some of these modules and nothing in others.  Functions that are broken on purpose are refused. */
#include "../../src/emit/emit.h"
#include "../../src/plan/passes.h"
#include "check.h"

#include <glob.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; } /* the compiler gives back what is large only */

static Arena arena;
static int fires[PASSES_MOST], idle[PASSES_MOST], modules;

static Module *read_module(Source *src)
{
    diag_begin(src, (DiagOptions){.no_warnings = true});
    Module *m = parse_module(&arena, *src);
    check_module(m);
    return diag_errors() ? NULL : m;
}

static void translate(const char *path)
{
    Source *src = NEW(&arena, Source);
    *src = (Source){.path = path};
    src->text = util_read_file(&arena, path, &src->len);
    Module *m = read_module(src);
    if (!m)
        return;
    const EmitOptions o = {.module_name = "all_passes", .module_given = true, .source_name = path};
    Str out = {0};
    m->verify = true;
    param_addresses(m);
    indirect_branch_share(m);
    constants_fold(m);
    lockstep_insert(m, WARP_AUTO);
    c_choose_module(m, "all_passes", true);
    emit_module(m, &o, &out);
    str_free(&out);
    modules++;
    for (int i = FIRST; pass_name(i); i++)
        ++*(m->fired >> i & 1 ? &fires[i] : &idle[i]);
}

static void translate_all(const char *pattern)
{
    glob_t g;
    CHECK(glob(pattern, 0, NULL, &g) == 0);
    for (size_t i = 0; i < g.gl_pathc; i++)
        translate(g.gl_pathv[i]);
    globfree(&g);
}

static Module *small(void)
{
    static const char text[] =
        ".version 7.8\n.target sm_75\n.address_size 64\n"
        ".visible .entry k(.param .u64 p) { .reg .b32 %r<3>; .reg .b64 %d; .reg .pred %q;\n"
        "ld.param.u64 %d, [p]; mov.u32 %r1, %tid.x; setp.eq.u32 %q, %r1, 0;\n"
        "@%q bra $end; st.global.u32 [%d], %r1; $end: ret; }\n";
    static Source src = {.path = "test.ptx", .text = text, .len = sizeof text - 1};
    Module *m = read_module(&src);
    CHECK(m);
    return m;
}

/* Whether the function is refused in another process: status 70 is ice's. */
static bool refused(const Module *m, Fn *fn, bool blocks)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        ir_verify(m, fn, blocks, "nothing");
        _exit(0);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 70));
    return WEXITSTATUS(status) == 70;
}

static void break_things(void)
{
    Module *m = small();
    Fn *fn = m->fns.at[0];
    cfg_build(&arena, fn, false);
    CHECK(!refused(m, fn, true));

    Ins *store = &fn->ins.at[4];
    const Ins was = *store;
    Opnd op[2] = {store->op[0], store->op[1]};
    store->op = store->arg = op;
    CHECK(!refused(m, fn, true));
    op[1].reg = fn->regs.n;
    CHECK(refused(m, fn, false)); /* a register that is none of its own */
    op[1].reg = fn->ins.at[3].guard;
    CHECK(refused(m, fn, false)); /* a predicate where the row wants a number */
    *store = was;

    fn->labels.at[0]->index = fn->ins.n + 1;
    CHECK(refused(m, fn, false)); /* a label behind the end */
    fn->labels.at[0]->index = 4;
    CHECK(!refused(m, fn, false));
    CHECK(refused(m, fn, true)); /* its block is another now */
    fn->labels.at[0]->index = 5;

    fn->ins.at[3].guard = fn->ins.at[1].op[0].reg;
    CHECK(refused(m, fn, false)); /* a number as a guard */
}

int main(void)
{
    translate_all("tests/run/*.ptx");
    translate_all("samples/*.ptx");
    translate_all("tests/bench/*.ptx");
    CHECK(modules > 80);
    for (int i = FIRST; pass_name(i) && i < PASSES_MOST; i++)
        if (fires[i] < 2 || !idle[i]) {
            printf("%s: rewrites something in %d modules of %d\n", pass_name(i), fires[i], modules);
            failed++;
        }
    break_things();
    return failed != 0;
}
