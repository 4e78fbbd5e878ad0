#include "host.h"

extern const ptx2c_module every;

enum { MOST = 4096 };
static int32_t in[MOST], out[2 * MOST], want[2 * MOST];

static int start(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&every, name), grid, block, 0, args);
}

static void trees(void)
{
    enum { T = 256, BLOCKS = 3 };
    int32_t n = T * BLOCKS - 50, *p = out, *q = in;
    for (int b = 0; b < BLOCKS; b++) {
        int32_t up[T], down[T];
        for (int t = 0; t < T; t++) {
            up[t] = b * T + t < n ? in[b * T + t] : 0;
            down[t] = 3 * up[t];
        }
        for (int k = 2; k <= T; k *= 2)
            for (int t = k - 1; t < T; t += k)
                up[t] += up[t - k / 2];
        for (int s = 1; s < T; s *= 2)
            for (int t = 0; t < T; t += 2 * s)
                down[t] += down[t + s];
        for (int s = 1; s < T; s *= 2)
            for (int t = 1; t < T; t += 2 * s)
                if (t > 8)
                    down[t] ^= 5 * s;
        for (int t = 0; t < T; t++) {
            want[2 * (b * T + t)] = up[t];
            want[2 * (b * T + t) + 1] = down[t];
        }
    }
    const int bad = start("trees", (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){T, 1, 1}, (void *[]){&p, &q, &n});
    printf("trees: %d\n", bad || memcmp(out, want, sizeof *out * 2 * T * BLOCKS) != 0);
}

static void groups(uint32_t w, uint32_t h)
{
    enum { X = 2, Y = 2 };
    int wrong = 0;
    for (uint32_t by = 1; by < 40; by++) {
        int32_t which = by > 3 ? 3 : 1, n = (int32_t)(X * w), *p = out, *q = in;
        for (int i = 0; i < n * (int)(Y * h); i++) {
            const int x = i % n, y = i / n;
            out[i] = want[i] = i;
            want[i] = x % 4 == 3 ? in[i] + in[i - 1] : want[i];
            want[i] -= (uint32_t)x % by == (uint32_t)which ? 5 * in[i] : 0;
            want[i] += (x + y) % 2 != 1 ? 1000 : 0;
            want[i] ^= x % which == 2 ? 77 : 0;
        }
        const int bad = start("groups", (ptx2c_dim3){X, Y, 1}, (ptx2c_dim3){w, h, 1}, (void *[]){&p, &q, &by, &which, &n});
        wrong += bad || memcmp(out, want, sizeof *out * (size_t)n * Y * h) != 0;
    }
    printf("groups %ux%u: %d\n", w, h, wrong);
}

static void warps(void)
{
    enum { T = 160, BLOCKS = 3 };
    int32_t n = T * BLOCKS - 21, *p = out, *q = in;
    for (int i = 0; i < T * BLOCKS; i++) {
        int32_t sum = 0;
        for (int k = i / T * T + i % T / 32 * 32, e = k + 32; k < e; k++)
            sum += k < n ? in[k] : 0;
        out[i] = -1;
        want[i] = i % 8 == 5 && i < n ? sum + i % T : -1;
    }
    const int bad = start("warps", (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){T, 1, 1}, (void *[]){&p, &q, &n});
    printf("warps: %d\n", bad || memcmp(out, want, sizeof *out * T * BLOCKS) != 0);
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (i * 7919 + 13) % 1009;
    trees();
    groups(32, 4);
    groups(37, 3);
    groups(100, 1);
    groups(9, 5);
    warps();
    return 0;
}
