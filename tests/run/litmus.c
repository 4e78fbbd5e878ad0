/* No run of a litmus test may end in an outcome that the memory model forbids.  Argument: thousands of runs of each (20). */
#include "host.h"

extern const ptx2c_module litmus;

typedef struct { _Alignas(64) uint32_t x[16], y[16], r[32]; } Instance;

static bool mp(const uint32_t *r) { return r[0] == 1 && r[1] == 0; }
static bool sb(const uint32_t *r) { return r[0] == 0 && r[1] == 0; }
static bool lb(const uint32_t *r) { return r[0] == 1 && r[1] == 1; }
static bool iriw(const uint32_t *r) { return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0; }
static bool corr(const uint32_t *r) { return r[1] < r[0]; }

int main(int argc, char **argv)
{
    static const struct { const char *kernel; uint32_t blocks; bool (*forbidden)(const uint32_t *r); } tests[] = {
        {"mp", 2, mp}, {"mp_fence", 2, mp}, {"mp_atom", 2, mp}, {"sb", 2, sb}, {"sb_membar", 2, sb}, {"lb", 2, lb},
        {"iriw", 4, iriw}, {"corr", 2, corr},
    };
    static Instance all[1000];
    uint32_t n = 1000, *ready = ptx2c_find_variable(&litmus, "ready", NULL);
    Instance *p = all;
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++)
        for (int times = argc > 1 ? atoi(argv[1]) : 20; times > 0; times--) {
            memset(all, 0, sizeof all);
            *ready = 0;
            run(&litmus, tests[t].kernel, tests[t].blocks, 1, (void *[]){&p, &n});
            for (uint32_t i = 0; i < n; i++)
                if (tests[t].forbidden(all[i].r)) {
                    printf("%s: %u %u %u %u\n", tests[t].kernel, (unsigned)all[i].r[0], (unsigned)all[i].r[1],
                           (unsigned)all[i].r[2], (unsigned)all[i].r[3]);
                    return 1;
                }
        }
    puts("done");
    return 0;
}
