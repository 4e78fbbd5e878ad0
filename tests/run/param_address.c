/* Parameters and results of functions whose addresses are taken. */
#include "host.h"

extern const ptx2c_module param_address;

enum { N = 64 };

static uint32_t down(uint32_t n, uint32_t s) { return n ? s + (down(n - 1, s + 1) + s + 1) : s; }

int main(void)
{
    static uint32_t out[N][8];
    uint32_t *p = out[0];
    int bad[6] = {0};
    run(&param_address, "addresses", 1, N, (void *[]){&p});
    for (uint32_t t = 0; t < N; t++) {
        const uint32_t i = t & 7, x = i ? i : t, tens = i ? 10 * i : t;
        const uint32_t want[6] = {x * 10111 + 1000 * (i + 1), 1000 + 4 * t, t * 100 + 70 + (t & 1 ? 1 : 2),
                                  2 * (i == 7 ? t : tens), down(t & 3, t), t + 210};
        for (int k = 0; k < 6; k++)
            bad[k] += out[t][k] != want[k];
    }
    static const char *const name[] = {"read", "grow", "result", "meet", "down", "sum"};
    for (int k = 0; k < 6; k++)
        printf("%s: %d wrong\n", name[k], bad[k]);
    return 0;
}
