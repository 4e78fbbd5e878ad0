#include "host.h"

extern const ptx2c_module sums;

enum { MOST = 1100, CTAS = 200 };
static _Alignas(8) uint32_t got[MOST], want[MOST];
static uint32_t old[MOST];

static void compare(const char *name, int threads, int at)
{
    for (int i = 0; i < MOST; i++)
        if (got[i] != want[i]) {
            printf("%s, %d threads, from %d on: [%d] is %u, not %u\n", name, threads, at, i, (unsigned)got[i], (unsigned)want[i]);
            return;
        }
}

static void begin(void)
{
    for (int i = 0; i < MOST; i++) /* what is lost or carried into a neighbour shows */
        got[i] = want[i] = i % 3 ? (uint32_t)i : 0xffffffffu - (uint32_t)i;
}

static void all(int threads, int at)
{
    uint32_t *p = got + at, *o = old;
    begin();
    run(&sums, "counted", CTAS, (uint32_t)threads, (void *[]){&p});
    for (int c = 0; c < CTAS; c++)
        for (int t = 0; t < threads; t++)
            want[at + t] += (uint32_t)(3 * t + c);
    compare("counted", threads, at);
    begin();
    run(&sums, "straight", CTAS, (uint32_t)threads, (void *[]){&p});
    for (int c = 0; c < CTAS; c++)
        for (int t = 0; t < threads; t++)
            want[at + t + 1] += (uint32_t)(5 * t - c);
    compare("straight", threads, at);
    begin();
    run(&sums, "asked", 1, (uint32_t)threads, (void *[]){&p, &o});
    for (int t = 0; t < threads; t++) {
        if (old[t] != want[at + t] + 2)
            printf("asked, %d threads: %d was %u\n", threads, t, (unsigned)old[t]);
        want[at + t] += 4;
    }
    compare("asked", threads, at);
}

int main(void)
{
    static const int threads[] = {1, 2, 31, 32, 33, 100, 256, 512, 1000, 1024};
    for (int i = 0; i < 10; i++)
        for (int at = 0; at < 2; at++)
            all(threads[i], at);
    printf("done\n");
    return 0;
}
