#include "host.h"

extern const ptx2c_module wraps, wraps32;

static void check(const ptx2c_module *m, const char *kernel)
{
    const bool narrow = m == &wraps32;
    static uint32_t out[32], given[32];
    uint32_t *p = out, at = narrow ? ptx2c_address32(out, sizeof out) : 0, wrong = 0;
    for (uint32_t i = 0; i < 32; i++) {
        out[i] = 0;
        given[i] = 100 + i;
    }
    fflush(stdout);
    run(m, kernel, 1, 32, (void *[]){narrow ? (void *)&at : (void *)&p, given});
    for (uint32_t i = 0; i < 32; i++)
        wrong += out[i] != 131 - i;
    printf("%s: %u wrong\n", kernel, (unsigned)wrong);
}

int main(void)
{
    static const char *const wide[] = {"below", "below_wide", "below_signed", "hidden", "above", "far_below", "edge", "stride", "loop", "vector", "store", "atom", "red", "copied", "cluster", "cluster_lanes", "matrix", "barrier", "local", "param", "bulk"};
    static const char *const narrow[] = {"narrow_shared", "narrow_lanes", "narrow_const", "narrow_generic", "narrow_local",
                                         "narrow_call"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        check(&wraps, wide[i]);
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        check(&wraps32, narrow[i]);
    return 0;
}
