#include "host.h"
#include "switches.h"

extern const ptx2c_module switches;

enum { N = 50, INPUTS = 4, WAYS = 70 };

static unsigned in[32];

static void fill(unsigned k)
{
    for (unsigned i = 0; i < 32; i++)
        in[i] = (i + 32 * k) * 2654435761u >> 7;
}

/* The same as on the host, whatever the lanes choose and whatever all choose. */
static void check(const char *kernel, unsigned (*function)(unsigned x, unsigned u, const unsigned *in))
{
    static unsigned out[N];
    unsigned *o = out, *p = in, wrong = 0, seen = 0;
    for (unsigned k = 0; k < INPUTS; k++)
        for (unsigned u = 0; u < WAYS; u++) {
            fill(k);
            memset(out, 0xEE, sizeof out);
            if (run(&switches, kernel, 1, N, (void *[]){&o, &p, &u}))
                return;
            for (unsigned t = 0; t < N; t++) {
                const unsigned want = function(t, u, in);
                if (out[t] != want && wrong++ < 5)
                    printf("%s: input %u, u = %u: thread %u has %u, not %u\n", kernel, k, u, t, out[t], want);
                seen = seen * 31 + want;
            }
        }
    printf("%s: %u of %u, %08x\n", kernel, INPUTS * WAYS * N - wrong, INPUTS * WAYS * N, seen);
}

int main(void)
{
    check("run_mixed", mixed);
    check("run_machine", machine);
    check("run_across", across);
    return 0;
}
