/* Places that threads keep of what they look through by strides, for sizes around what is unrolled, against the same on the host. */
#include "host.h"

#include <string.h>

extern const ptx2c_module kept_places;

enum { MOST = 700, ROWS = 5 };
static int weights[MOST * MOST], near[MOST], order[MOST], wanted[MOST], at_host[MOST], numbers[ROWS * MOST], out[ROWS * 96], want[ROWS * 96];
static float x[MOST], y[MOST], far[MOST], far_host[MOST];

static void test_grow(int n)
{
    int *a = weights, *b = near, *c = order;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            weights[i * n + k] = weights[k * n + i] = (int)((uint32_t)(i * 7919 + k * 104729) * 2654435761u >> 12);
    for (int i = 0; i < n; i++)
        at_host[i] = i ? 1 << 30 : -1;
    memset(order, 0, sizeof order);
    memset(wanted, 0, sizeof wanted);
    for (int round = 1, at = 0; round < n; round++) {
        int place = -1, best = 1 << 30;
        for (int i = 0; i < n; i++) {
            if (at_host[i] >= 0 && weights[at * n + i] < at_host[i])
                at_host[i] = weights[at * n + i];
            if (at_host[i] >= 0 && at_host[i] < best)
                best = at_host[i], place = i;
        }
        wanted[round] = at = place;
        at_host[at] = -1;
    }
    run(&kept_places, "grow", 1, 128, (void *[]){&a, &b, &c, &n});
    if (memcmp(order, wanted, sizeof order))
        printf("grow, %d: wrong\n", n);
}

static void test_scatter(int n, int count)
{
    float *a = x, *b = y, *c = far;
    int *d = order;
    for (int i = 0; i < n; i++)
        far_host[i] = 1e10f;
    memset(order, 0, sizeof order);
    memset(wanted, 0, sizeof wanted);
    for (int chosen = 1, old = 0; chosen < count; chosen++) {
        float most[64];
        int places[64];
        for (int t = 0; t < 64; t++) {
            most[t] = -1.0f, places[t] = 0;
            for (int k = t; k < n; k += 64) {
                const float dx = x[k] - x[old], dy = y[k] - y[old], away = dx * dx + dy * dy; /* exact: whole numbers below 2^22 */
                far_host[k] = away < far_host[k] ? away : far_host[k];
                if (far_host[k] > most[t])
                    most[t] = far_host[k], places[t] = k;
            }
        }
        for (int half = 32; half > 0; half /= 2)
            for (int t = 0; t < half; t++)
                if (most[t + half] > most[t])
                    most[t] = most[t + half], places[t] = places[t + half];
        wanted[chosen] = old = places[0];
    }
    run(&kept_places, "scatter", 1, 64, (void *[]){&a, &b, &c, &d, &n, &count});
    for (int i = 0; i < count; i++)
        if (order[i] != wanted[i])
            printf("scatter, %d: number %d is %d, not %d\n", n, i, order[i], wanted[i]);
}

static void test_moments(int n)
{
    int rows = ROWS;
    int *a = numbers, *b = out;
    for (int i = 0; i < ROWS * 96; i++) {
        uint32_t sum = 0;
        int last = -1;
        for (int k = i % 96; k < n; k += 96) {
            const int v = numbers[i / 96 * n + k];
            sum += (uint32_t)v * (uint32_t)k;
            last = v & 1 ? k : last;
        }
        want[i] = (int)(sum * 1000 + (uint32_t)last);
    }
    run(&kept_places, "moments", 2, 96, (void *[]){&a, &b, &n, &rows});
    if (memcmp(out, want, sizeof out))
        printf("moments, %d: wrong\n", n);
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        const uint32_t at = (uint32_t)i * 2654435761u;
        x[i] = (float)(at >> 22), y[i] = (float)(at >> 8 & 0x3ff);
    }
    for (int i = 0; i < ROWS * MOST; i++)
        numbers[i] = (int)((uint32_t)i * 2246822519u);
    static const int sizes[] = {1, 2, 63, 64, 65, 95, 127, 128, 129, 191, 193, 255, 257, 300, 383, 385, 511, 513, 640, 641, 699};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_grow(sizes[i]);
        test_scatter(sizes[i], sizes[i] < 20 ? sizes[i] : 20);
        test_moments(sizes[i]);
    }
    puts("places: done");
    return 0;
}
