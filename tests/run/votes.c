/* Votes and reductions of a warp whose result is one number for the warp. */
#include "host.h"

#include <string.h>

extern const ptx2c_module votes;

enum { MOST = 256 };
static uint32_t in[MOST], out[2 * MOST], want[2 * MOST];

/* The lanes first to end - 1 are a warp. */
static void any_loop(int first, int end)
{
    uint32_t v[32], rounds = 0;
    const int n = end - first;
    memcpy(v, in + first, sizeof *v * (size_t)n);
    for (;;) {
        bool any = false;
        for (int l = 0; l < n; l++)
            any |= v[l] > 10;
        if (!any)
            break;
        uint32_t old[32];
        memcpy(old, v, sizeof v);
        for (int l = 0; l < n; l++)
            v[l] = (old[l] >> 1) + (old[l ^ 1] & 3);
        if (++rounds > 40)
            break;
    }
    for (int l = 0; l < n; l++) {
        want[2 * (first + l)] = v[l];
        want[2 * (first + l) + 1] = rounds;
    }
}

static void exits(int first, int end)
{
    bool gone[32] = {false};
    for (int i = first; i < end; i++)
        want[2 * i] = 1000;
    uint32_t n = 0; /* the same for all that are left */
    for (; n < 50; n++)
        for (int i = first; i < end; i++)
            gone[i - first] |= n == in[i] % 64;
    bool left = false;
    for (int i = first; i < end; i++)
        if (!gone[i - first]) {
            want[2 * i] = n;
            left = true;
        }
    while (left) {
        bool any = false;
        for (int i = first; i < end; i++)
            any |= !gone[i - first] && n > 60 + in[i] % 8;
        if (any)
            break;
        if (n > 64)
            return;
        n += 3;
    }
    for (int i = first; i < end; i++)
        if (!gone[i - first])
            want[2 * i + 1] = n;
}

static void phases(int first, int end, int row, int live)
{
    uint32_t before = 0, odd = 0, steps = 0;
    for (int i = row; i < first; i++)
        before += in[i] & 1;
    for (int i = first; i < end && i < row + live; i++)
        odd |= (in[i] & 1) << (i - first);
    for (;; steps += 1 + (odd & 1)) {
        bool any = false;
        for (int i = first; i < end && i < row + live; i++)
            any |= steps >= (uint32_t)((i - row) & 31);
        if (any || first >= row + live)
            break;
    }
    for (int i = first; i < end && i < row + live; i++) {
        uint32_t below = 0;
        for (int j = first; j < i; j++)
            below += in[j] & 1;
        want[2 * i] = before + below;
        want[2 * i + 1] = odd + steps;
    }
}

static void sides(int first, int end)
{
    for (int i = first; i < end; i++) {
        const int lane = i - first;
        uint32_t b = 7, group = 0, any = 0;
        if (lane < 24)
            b = 0;
        for (int j = first; j < end; j++) {
            const int other = j - first;
            if (lane < 16 && other < 16)
                b |= (uint32_t)(in[j] >> 1 & 1) << other;
            else if (lane >= 16 && lane < 24 && other >= 16 && other < 24)
                b |= (uint32_t)(in[j] >> 2 & 1) << other | 1u << (other + 1);
            if (in[j] % 3 == in[i] % 3) {
                group |= (in[j] >> 3 & 1) << other;
                any |= (in[j] & 0x30) == 0;
            }
        }
        want[2 * i] = b;
        want[2 * i + 1] = group ^ any << 31;
    }
}

static void reductions(int first, int end)
{
    uint32_t v[32], sum = 0, least, most;
    const int n = end - first;
    for (int l = 0; l < n; l++)
        v[l] = in[first + l] % 1000;
    do {
        least = UINT32_MAX;
        most = 0;
        for (int l = 0; l < n; l++)
            least = v[l] < least ? v[l] : least;
        for (int l = 0; l < n; l++) {
            sum += v[l] - least;
            v[l] = v[l] > least + 100 ? v[l] / 2 : v[l];
            most = v[l] > most ? v[l] : most;
        }
    } while (most > least + 100);
    for (int l = 0; l < n; l++) {
        want[2 * (first + l)] = v[l];
        want[2 * (first + l) + 1] = sum;
    }
}

static void check(const char *kernel, int blocks, int threads, int live)
{
    uint32_t *p = out, *q = in;
    int most = 3, bad = 0;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    void *args[] = {&p, &q, strcmp(kernel, "phases") == 0 ? &live : &most};
    run(&votes, kernel, (uint32_t)blocks, (uint32_t)threads, args);
    for (int row = 0; row < blocks * threads; row += threads)
        for (int first = row; first < row + threads; first += 32) {
            const int end = first + 32 < row + threads ? first + 32 : row + threads;
            switch (kernel[0]) {
            case 'a': any_loop(first, end); break;
            case 'e': exits(first, end); break;
            case 'p': phases(first, end, row, live); break;
            case 's': sides(first, end); break;
            default: reductions(first, end); break;
            }
        }
    for (int i = 0; i < 2 * blocks * threads; i++)
        if (out[i] != want[i] && bad++ < 5)
            printf("%s %d x %d: [%d] is %#x, not %#x\n", kernel, blocks, threads, i, (unsigned)out[i], (unsigned)want[i]);
    printf("%s, %d blocks of %d threads, %d left: %d wrong\n", kernel, blocks, threads, live, bad);
}

int main(void)
{
    uint32_t x = 1;
    for (int i = 0; i < MOST; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        in[i] = x >> 8;
    }
    static const char *const kernels[] = {"any_loop", "exits", "phases", "sides", "reductions"};
    for (int k = 0; k < 5; k++) {
        check(kernels[k], 2, 128, 128);
        check(kernels[k], 4, 64, 64);
        if (k != 3) /* whose masks name lanes that are not there */
            check(kernels[k], 3, 40, 40);
    }
    check("phases", 2, 128, 70);
    check("phases", 2, 96, 33);
    check("phases", 2, 96, 31);
    return 0;
}
