#include "host.h"

extern const ptx2c_module flags;

static uint32_t seed = 1;

static int32_t below(int32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (int32_t)((seed >> 8) % (uint32_t)n);
}

static int start(const char *name, uint32_t blocks, uint32_t threads, size_t shared, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&flags, name), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, shared, args);
}

static void spread(int w)
{
    enum { BLOCKS = 3, MOST = 512 };
    static int32_t in[BLOCKS * MOST], out[BLOCKS * MOST], want[BLOCKS * MOST];
    int wrong = 0;
    for (int round = 0; round < 40; round++) {
        int32_t n = 1000, low = below(5), high = below(w + 5), steps = below(6), *p = out, *q = in;
        for (int i = 0; i < BLOCKS * w; i++) {
            in[i] = below(100);
            out[i] = want[i] = 7;
        }
        for (int b = 0; b < BLOCKS; b++) {
            int32_t now[MOST], next[MOST] = {0};
            bool did[MOST] = {false}, odd[MOST] = {false};
            memcpy(now, in + b * w, sizeof *now * (size_t)w);
            for (int i = 0; i < steps; i++) {
                for (int t = 0; t < w; t++) {
                    did[t] = t > i + low && t < w - 1 - i && t <= high;
                    if (did[t])
                        next[t] = now[t - 1] - 2 * now[t] + now[t + 1];
                    odd[t] ^= did[t] && i % 2 == 0;
                }
                for (int t = 0; t < w; t++)
                    now[t] = did[t] ? next[t] + i : now[t];
            }
            for (int t = 0; t < w; t++)
                if (did[t] || odd[t])
                    want[b * w + t] = did[t] ? now[t] + (odd[t] ? n : 0) : -now[t];
        }
        const int bad = start("spread", BLOCKS, (uint32_t)w, 8 * (size_t)w, (void *[]){&p, &q, &n, &low, &high, &steps});
        wrong += bad || memcmp(out, want, sizeof *out * (size_t)(BLOCKS * w)) != 0;
    }
    printf("spread %d: %d wrong\n", w, wrong);
}

static void search(void)
{
    enum { THREADS = 3 * 96 };
    static int32_t in[400], out[4 * THREADS];
    int wrong = 0;
    for (int round = 0; round < 8; round++) {
        int32_t n = 20 + 10 * round, what = below(16), *p = out, *q = in;
        for (int i = 0; i < 400; i++)
            in[i] = below(round + 2) ? 16 * below(60) + below(what + 2) : -1;
        memset(out, 0, sizeof out);
        const int bad = start("search", 3, 96, 0, (void *[]){&p, &q, &n, &what});
        for (int t = 0; t < THREADS; t++) {
            bool found = false, negative = false;
            int at = t;
            for (int i = 0; i < n && !found; i++) {
                const int x = in[(t * 7 + i * 13) % (4 * n)];
                negative |= x < 0;
                if (x >= 0 && x % 16 == what) {
                    found = true;
                    at = i;
                }
            }
            const int32_t want[] = {at, found && !negative ? at + 1 : 0, negative, found && negative ? 5 : negative ? 6 : 0};
            wrong += bad || memcmp(&out[4 * t], want, sizeof want) != 0;
        }
    }
    printf("search: %d wrong\n", wrong);
}

static void rounds(void)
{
    static int32_t out[128];
    int32_t n = 23, k = 4, *p = out;
    int wrong = start("rounds", 2, 64, 0, (void *[]){&p, &n, &k});
    for (int t = 0; t < 128; t++) {
        int count = 0;
        bool last = true;
        for (int i = 0; i < n; i++) {
            if ((t + i) % 3 == 0) {
                if (i % k == 1)
                    continue;
                last = false;
                for (int j = 0; j < t % 5; j++)
                    count += j ^ i;
            }
            count += last ? 100 : 0;
            last = (t ^ i) % 4 != 0;
        }
        wrong += out[t] != (last ? count : -count);
    }
    printf("rounds: %d wrong\n", wrong);
}

static void ways(void)
{
    static struct { int32_t sum; uint16_t odd; } out[48], *p = out;
    int32_t n = 21;
    int wrong = start("ways", 1, 48, 0, (void *[]){&p, &n});
    for (int t = 0; t < 48; t++) {
        const bool a = t < n, b = t % 2 == 0, both = a && b, any = a || b, one = both != any;
        const int sum = (both ? 1 : 0) + (any ? 0 : 2) + (one ? 4 : 0) + (one ? 8 : 0) + (b ? 16 : 0) + (b ? 0 : 32);
        wrong += out[t].sum != sum || out[t].odd != !b;
    }
    printf("ways: %d wrong\n", wrong);
}

int main(void)
{
    spread(64);
    spread(37);
    spread(256);
    search();
    rounds();
    ways();
    return 0;
}
