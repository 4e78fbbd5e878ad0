/* machine.c: a plain interpreter of the PTX that gen.c writes, the reference for the translation.
 *
 * All threads of the grid exist at once.  Again and again some thread, chosen at random, does a few instructions.  A
 * collective waits until all lanes of its member mask that have not exited came to one of the same kind with the same
 * mask, wherever it stands; a barrier waits for warps, and a warp arrives when all its lanes that have not exited did
 * (manual 9.7.9.6, 9.7.13.1, 9.7.13.9).  A program whose threads can't go on, or which reaches for memory that is not
 * its own, is wrong. */
#include "thread.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Allowed allowed[16];
int nallowed;
uint32_t per_cta;
Dim grid_dim, block_dim;
const uint64_t *arguments;
static Thread *threads;
static uint32_t total;
static uint64_t random_state;
static char wrong[200];

void blame(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (!wrong[0])
        vsnprintf(wrong, sizeof wrong, fmt, ap);
    va_end(ap);
}

uint32_t rnd(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

Do *machine_find(const Insn *i)
{
    const Named *const tables[] = {plain, meeting};
    for (int k = 0; k < 2; k++)
        for (const Named *n = tables[k]; n->name; n++) {
            size_t length = strlen(n->name);
            if (n->name[length - 1] == '.' ? strncmp(n->name, i->op, length) == 0 : strcmp(n->name, i->op) == 0)
                return n->run;
        }
    die(i->line, "unknown instruction", i->op);
    return NULL;
}

void machine_allow(void *at, size_t bytes)
{
    allowed[nallowed].at = at;
    allowed[nallowed++].bytes = bytes;
}

static void step(Thread *t)
{
    Frame *x = top(t);
    if (x->pc >= x->f->n) {
        op_ret(t, NULL);
        return;
    }
    const Insn *i = &x->f->code[x->pc];
    if (!i->guard || (x->reg[P][i->guard_reg] & 1) != i->guard_neg)
        i->run(t, i);
    if (t->state != EXITED)
        top(t)->pc++;
}

static void report(void)
{
    for (uint32_t k = 0; k < total; k++)
        if (threads[k].state == MEETS || threads[k].state == AT_BARRIER) {
            blame("thread %u of CTA %u can't go on at line %d: %s", (unsigned)threads[k].index,
                  (unsigned)threads[k].cta->id.x, threads[k].at->line, threads[k].at->op);
            return;
        }
}

static void run_all(void)
{
    uint64_t steps = 0;
    while (!wrong[0]) {
        uint32_t first = rnd() % total, k = 0;
        while (k < total && threads[(first + k) % total].state != RUNS)
            k++;
        if (k == total) {
            report();
            return;
        }
        Thread *t = &threads[(first + k) % total];
        for (uint32_t burst = 1 + rnd() % 20; burst && t->state == RUNS; burst--, steps++)
            step(t);
        if (steps > MAX_STEPS)
            blame("does not end");
    }
}

const char *machine_run(const char *kernel, Dim grid, Dim block, const uint64_t *args, uint64_t seed)
{
    const Function *f = functions;
    while (f && strcmp(f->name, kernel) != 0)
        f = f->next;
    if (!f)
        die(0, "no kernel", kernel);
    wrong[0] = 0;
    random_state = seed;
    grid_dim = grid;
    block_dim = block;
    arguments = args;
    per_cta = block.x * block.y * block.z;
    total = per_cta * grid.x;
    threads = calloc(total, sizeof *threads);
    Cta *ctas = calloc(grid.x, sizeof *ctas);
    for (uint32_t k = 0; k < total; k++) {
        Thread *t = &threads[k];
        t->cta = &ctas[k / per_cta];
        t->cta->id.x = k / per_cta;
        t->cta->thread = &threads[k / per_cta * per_cta];
        t->index = k % per_cta;
        t->tid = (Dim){t->index % block.x, t->index / block.x % block.y, t->index / block.x / block.y};
        enter(t, f);
    }
    run_all();
    for (uint32_t k = 0; k < total; k++)
        for (; threads[k].state != EXITED && threads[k].depth >= 0; threads[k].depth--)
            leave(&threads[k]);
    free(threads);
    free(ctas);
    return wrong[0] ? wrong : NULL;
}
