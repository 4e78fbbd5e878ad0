/* Rounds until a flag is set, against the same on the host. */
#include "host.h"

#include <math.h>

extern const ptx2c_module flag_rounds;

enum { BLOCKS = 5, MOST = 96 };

static void test_relax(int n, double enough)
{
    static double field[BLOCKS * MOST], want[BLOCKS * MOST], next[MOST];
    int rounds[BLOCKS] = {0}, bad = 0;
    for (int i = 0; i < BLOCKS * n; i++)
        field[i] = want[i] = (double)(i * 7919 % 1009) / 100;
    double *f = field;
    int *r = rounds;
    bad += run(&flag_rounds, "relax", BLOCKS, MOST, (void *[]){&f, &r, &n, &enough}) != 0;
    for (int b = 0; b < BLOCKS; b++) {
        double *x = want + b * n, worst = 1;
        int count = 0;
        while (count == 0 || (worst >= enough && count < 400)) {
            worst = 0;
            for (int i = 1; i < n - 1; i++)
                next[i] = 0.5 * (x[i - 1] + x[i + 1]);
            for (int i = 1; i < n - 1; i++) {
                worst = fmax(worst, fabs(next[i] - x[i]));
                x[i] = next[i];
            }
            count++;
        }
        bad += rounds[b] != count;
        for (int i = 0; i < n; i++)
            bad += field[b * n + i] != x[i];
    }
    printf("relax %d: %d wrong\n", n, bad);
}

static void test_settle(unsigned limit)
{
    static unsigned keys[BLOCKS * 64];
    unsigned sweeps[BLOCKS] = {0}, *k = keys, *s = sweeps;
    int bad = 0;
    for (int i = 0; i < BLOCKS * 64; i++)
        keys[i] = (unsigned)(i * 7919 % 1009);
    bad += run(&flag_rounds, "settle", BLOCKS, 64, (void *[]){&k, &s, &limit}) != 0;
    for (int b = 0; b < BLOCKS; b++) {
        unsigned x[64], more = 1, sweep = 0, want = 0;
        for (int i = 0; i < 64; i++)
            x[i] = (unsigned)((b * 64 + i) * 7919 % 1009);
        while (more) {
            int moved = 0;
            for (unsigned a = sweep & 1; a + 1 < 64; a += 2)
                if (x[a] > x[a + 1]) {
                    const unsigned y = x[a];
                    x[a] = x[a + 1], x[a + 1] = y, moved = 1;
                }
            sweep++;
            if (moved == 0 && sweep % 2 == 0)
                want = sweep, more = 0;
            else if (sweep > limit)
                want = ~sweep, more = 0;
        }
        bad += sweeps[b] != want;
        for (int i = 0; i < 64; i++)
            bad += keys[b * 64 + i] != x[i];
    }
    printf("settle %u: %d wrong\n", limit, bad);
}

int main(void)
{
    for (int n = 3; n <= MOST; n += 31)
        test_relax(n, 0.01);
    test_relax(50, 0);
    test_settle(1000);
    test_settle(20);
    return 0;
}
