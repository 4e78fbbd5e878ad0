/* Moves of what a selection has given a register already, and such of other values. */
#include "host.h"

extern const ptx2c_module chosen_moves;

enum { THREADS = 96, ROOM = THREADS + 128 + 256 };

static uint32_t in[THREADS], out[ROOM], want[ROOM];

typedef struct Lane { bool skips; uint32_t x; } Lane;

static Lane lane_of(const char *kernel, bool odd, uint32_t which)
{
    const bool two = which == 2;
    const uint32_t a = which + 64, b = which << 5, x = two ? a : b;
    const bool either = two || odd;
    if (!strcmp(kernel, "both"))
        return (Lane){!(two && odd), x};
    if (!strcmp(kernel, "other"))
        return (Lane){either, either ? x : a};
    if (!strcmp(kernel, "unknown"))
        return (Lane){!either, either ? b : x};
    if (!strcmp(kernel, "changed"))
        return (Lane){either, either ? x : b + 3};
    if (!strcmp(kernel, "anew"))
        return (Lane){which == 1 || odd, which == 1 || odd ? x : b};
    if (!strcmp(kernel, "of_lanes"))
        return (Lane){either, odd ? a : b};
    if (!strcmp(kernel, "late"))
        return (Lane){either, either && which == 1 ? a : b};
    return (Lane){either, x};
}

static int check(const char *kernel, uint32_t which)
{
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out;
    int wrong = 0;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (int i = 0; i < THREADS; i++) {
        const Lane l = lane_of(kernel, in[i] & 1, which);
        want[i] = l.skips ? 0 : in[i] + 7;
        want[i + 128 + l.x] = l.x;
    }
    const int status = run(&chosen_moves, kernel, 1, THREADS, (void *[]){&pin, &pout, &which});
    for (int i = 0; i < ROOM; i++)
        wrong += out[i] != want[i];
    printf("%s %u: %d wrong\n", kernel, (unsigned)which, wrong);
    return status || wrong;
}

int main(void)
{
    static const char *const kernels[] = {"rest", "both", "itself", "other", "unknown", "changed", "anew", "of_lanes", "late"};
    int bad = 0;
    for (uint32_t i = 0; i < THREADS; i++)
        in[i] = i * 2654435761u >> 20;
    for (int k = 0; k < 9; k++)
        for (uint32_t which = 0; which < 4; which++)
            bad |= check(kernels[k], which);
    return bad;
}
