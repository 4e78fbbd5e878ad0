/* Against the same on the host, also of the greatest numbers there are. */
#include "host.h"

extern const ptx2c_module scaled_quotients;

enum { THREADS = 2048 };
static uint32_t in[8192], out[THREADS];

static int wrong(const char *name, uint32_t d, uint32_t by)
{
    static const uint32_t firsts[] = {0, 1000003, 0x7fffff00, 0x80000000, UINT32_MAX - THREADS + 1, UINT32_MAX - 100};
    int n = 0;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        void *to = out, *from = in;
        uint32_t first = firsts[i];
        run(&scaled_quotients, name, THREADS / 256, 256, (void *[]){&to, &from, &first});
        for (uint32_t k = 0; k < THREADS; k++)
            n += out[k] != (k + first) / d * by + in[(k + first) % d];
    }
    return n;
}

int main(void)
{
    for (uint32_t i = 0; i < 8192; i++)
        in[i] = i * 2654435761u;
    printf("%d %d %d %d %d %d %d\n", wrong("q36x64", 36, 64), wrong("q36x2", 36, 2), wrong("q3x128", 3, 128), wrong("q10x8", 10, 8), wrong("q7x32", 7, 32),
           wrong("q641x1024", 641, 1024), wrong("q48x16", 48, 16));
    return 0;
}
