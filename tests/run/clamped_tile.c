/* Against the same on the host, thread by thread. */
#include "host.h"

extern const ptx2c_module clamped_tile;

enum { MOST = 256, GRID = 2 };
static int in[GRID * MOST], out[GRID * MOST];
static double wide[GRID * MOST], sums[GRID * MOST];
static float small[GRID * MOST], rows_out[GRID * MOST];
static void *const pin = in, *const pout = out, *const pwide = wide, *const psums = sums, *const psmall = small, *const prows = rows_out;

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

static bool apart(int n, int s)
{
    run(&clamped_tile, "apart", GRID, (uint32_t)n, (void *[]){(void *)&pin, (void *)&pout, (void *)&pwide, (void *)&psums, &s});
    bool wrong = false;
    for (int b = 0; b < GRID; b++)
        for (int t = 0; t < n; t++) {
            const int at = b * n, w = most(t - s, 0), e = least(t + s, n - 1);
            wrong |= out[at + t] != in[at + w] * 3 - in[at + e];
            wrong |= sums[at + t] != wide[at + t] * 0.5 + wide[at + w] - wide[at + e];
        }
    return wrong;
}

static bool within(int n, uint32_t first, int low, int high)
{
    run(&clamped_tile, "within", GRID, (uint32_t)n, (void *[]){(void *)&pin, (void *)&pout, &first, &low, &high});
    bool wrong = false;
    for (int b = 0; b < GRID; b++) {
        int tile[MOST];
        for (int t = 0; t < n; t++)
            tile[t] = in[b * n + least(most((int)(first + (uint32_t)t), low), high)];
        for (int t = 0; t < n; t++)
            wrong |= out[b * n + t] != tile[t] * 5 + tile[most(least((int)(first + (uint32_t)t), high), low)];
    }
    return wrong;
}

static bool chosen(int block, int n, int low, int other)
{
    memset(out, 0, sizeof out);
    run(&clamped_tile, "chosen", GRID, (uint32_t)block, (void *[]){(void *)&pin, (void *)&pout, &n, &low, &other});
    bool wrong = false;
    for (int b = 0; b < GRID; b++)
        for (int t = 0; t < block; t++) {
            const int *tile = in + b * block;
            int sum = 0;
            if (t >= low && t < n) {
                sum = tile[t == 0 ? other : t - 1];
                sum = sum * 3 + tile[t >= n - 1 ? low : t + 1];
                sum = sum * 3 + tile[t > other ? t - other : other];
                sum = sum * 3 + tile[t == other ? 0 : t];
                sum = sum * 3 + tile[(uint32_t)(t - 1) < (uint32_t)n - 1u ? (uint32_t)(t - 1) : (uint32_t)n - 1u];
            }
            wrong |= out[b * block + t] != sum;
        }
    return wrong;
}

static bool rows(int n, int high, int rounds)
{
    const ptx2c_dim3 block = {(uint32_t)n, (uint32_t)high, 1};
    ptx2c_launch(ptx2c_find_kernel(&clamped_tile, "rows"), (ptx2c_dim3){GRID, 1, 1}, block, 0, (void *[]){(void *)&psmall, (void *)&prows, &rounds});
    bool wrong = false;
    for (int b = 0; b < GRID; b++) {
        float tile[8][32], next[8][32];
        memset(next, 0, sizeof next);
        for (int y = 0; y < high; y++)
            for (int x = 0; x < n; x++)
                tile[y][x] = small[(b * high + y) * n + x];
        for (int i = 0; i < rounds; i++) {
            for (int y = 0; y < high; y++)
                for (int x = 0; x < n; x++)
                    next[y][x] = tile[y][most(x - 1, 0)] + 2 * tile[y][least(x + 1, n - 1)] + 4 * tile[most(y - 1, 0)][x] -
                                 tile[least(y + 1, high - 1)][most(x - i, 0)] + tile[y][most(n - 2 - x, 0)];
            for (int y = 0; y < high; y++)
                for (int x = 0; x < n; x++)
                    tile[y][x] = next[y][x] * 0.125f;
        }
        for (int y = 0; y < high; y++)
            for (int x = 0; x < n; x++)
                wrong |= rows_out[(b * high + y) * n + x] != next[y][x];
    }
    return wrong;
}

int main(void)
{
    static const int blocks[] = {1, 2, 16, 31, 32, 33, 48, 64, 100, 128, 256}, distances[] = {0, 1, 2, 15, 16, 31, 32, 33, 100, 300};
    int wrong = 0;
    for (int i = 0; i < GRID * MOST; i++) {
        in[i] = i * 7919 % 1000 - 300;
        wide[i] = i * 37 % 101;
        small[i] = (float)(i * 31 % 64);
    }
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        const int n = blocks[k];
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
            wrong += apart(n, distances[i]);
        static const uint32_t firsts[] = {0, 1, 5, 40, (uint32_t)-1, (uint32_t)-20, (uint32_t)-300, 0x7ffffff0u, 0x7fffffffu, 0x80000000u};
        for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
            wrong += within(n, firsts[i], 0, n - 1);
            wrong += within(n, firsts[i], n / 3, n / 2);
            wrong += within(n, firsts[i], n - 1, n / 4);
            wrong += within(n, firsts[i], n / 2, n / 2);
        }
        for (int low = 0; low < 3 && low < n; low++)
            for (int other = 0; other < n; other += 1 + n / 5) {
                wrong += chosen(n, n, low, other);
                wrong += chosen(n, n / 2, low, other);
                wrong += chosen(n, n - 1, low, other);
            }
    }
    for (int rounds = 1; rounds < 4; rounds++) {
        wrong += rows(16, 8, rounds);
        wrong += rows(32, 4, rounds);
        wrong += rows(32, 8, rounds);
        wrong += rows(13, 5, rounds);
        wrong += rows(1, 3, rounds);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
