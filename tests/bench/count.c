/* count.c: runs the work of a benchmark once, so that its instructions can be counted: `count none`, `count hand`, `count ours`.
 * -DMODULE: the translated module; -DCOUNT_WORD: the word, for machines without an operating system; -DDECLARE: what it is given is declared
 * to --sanitize's checks.  Prints nothing; status 1 when a launch failed, 2 for another word. */
#include "bench.h"
#include "random.h"

#if defined COUNT_WORD
#define BARE_HEAP (14 << 20)
#include "../cross/bare.h"
#else
#include <ptx2c.h>
#ifdef DECLARE
#include <ptx2c/sanitize.h>
#endif
#include <stdio.h>
static void say(const char *s) { fputs(s, stderr); }
#define stop exit
#endif
#include <stdlib.h>

extern const ptx2c_module MODULE;

struct Run { const ptx2c_module *module; };

void *bench_in(size_t count, size_t size)
{
    const size_t bytes = (count * size + 63) / 64 * 64;
    char *p = malloc(bytes + 64);
    if (!p)
        stop(1);
    memset(p, 0, bytes + 64);
    p += (64 - (uintptr_t)p % 64) % 64;
#ifdef DECLARE
    ptx2c_memory_add(p, count * size, "");
#endif
    return p;
}

void *bench_out(size_t count, Kind kind, double tolerance, double odd)
{
    static const size_t size[] = {[KIND_U8] = 1, [KIND_U32] = 4, [KIND_F32] = 4, [KIND_F64] = 8};
    (void)tolerance;
    (void)odd;
    return bench_in(count, size[kind]);
}

const ptx2c_module *bench_module(const Run *r) { return r->module; }

void bench_failed(const Run *r, const char *what, int status)
{
    (void)r;
    say(what);
    say(": ");
    say(ptx2c_strerror(status));
    say("\n");
    stop(1);
}

void bench_launch(Run *r, const char *kernel, Dim grid, Dim block, int nargs, const Arg *args)
{
    void *list[32];
    uint64_t wide[32]; /* pointers have 64 bits in a kernel */
    for (int i = 0; i < nargs; i++) {
        list[i] = (void *)(uintptr_t)args[i].value;
        if (args[i].buffer) {
            wide[i] = (uintptr_t)*(void *const *)args[i].value;
            list[i] = &wide[i];
        }
    }
    const ptx2c_dim3 g = {grid.x, grid.y, grid.z}, b = {block.x, block.y, block.z};
    const int status = ptx2c_launch(ptx2c_find_kernel(r->module, kernel), g, b, 0, list);
    if (status)
        bench_failed(r, kernel, status);
}

Share bench_share(int n)
{
    const Share all = {0, 1, 0, n};
    return all;
}

static int count(const char *what)
{
    Run run = {&MODULE};
    bench.make();
    if (strcmp(what, "hand") == 0)
        bench.hand();
    else if (strcmp(what, "ours") == 0)
        bench.launch(&run);
    else
        return strcmp(what, "none") ? 2 : 0;
    return 0;
}

#if defined COUNT_WORD
int main(void) { return count(COUNT_WORD); }
#else
int main(int argc, char **argv) { return count(argc > 1 ? argv[1] : ""); }
#endif
