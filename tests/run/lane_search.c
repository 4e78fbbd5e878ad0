/* Each kernel against plain C, for grids whose last block is whole, and is not. */
#include "host.h"

extern const ptx2c_module lane_search;

enum { N = 700, PIECES = 90, POINTS = 77, ROWS = 31 };
static const uint32_t blocks[] = {32, 96, 128};
static int wrong;

static void bad(const char *kernel, uint32_t block, int i)
{
    if (wrong++ < 10)
        printf("%s, blocks of %u: %d is wrong\n", kernel, (unsigned)block, i);
}

static void test_pieces(uint32_t block, int n)
{
    static int first[PIECES], piece[N];
    int *f = first, *p = piece, pieces = PIECES;
    for (int i = 0, at = 0; i < PIECES; i++) {
        first[i] = at;
        at += (i * 37 + 11) % 23 % 17;
    }
    memset(piece, 0xa5, sizeof piece);
    run(&lane_search, "piece_of", ((uint32_t)n + block - 1) / block, block, (void *[]){&f, &pieces, &p, &n});
    for (int i = 0; i < N; i++) {
        int want = 0;
        while (want + 1 < PIECES && first[want + 1] <= i)
            want++;
        if (piece[i] != (i < n ? want : (int)0xa5a5a5a5))
            bad("piece_of", block, i);
    }
}

static void test_intervals(uint32_t block, int n)
{
    static float at[POINTS], value[N];
    float *a = at, *v = value, from = -3, to = 5;
    for (int i = 0; i < POINTS; i++)
        at[i] = (float)(i * 29 % POINTS) / POINTS * 6 - 2;
    memset(value, 0, sizeof value);
    run(&lane_search, "interval_of", ((uint32_t)n + block - 1) / block, block, (void *[]){&a, &(int){POINTS}, &from, &to, &v, &n});
    for (int k = 0; k < N; k++) {
        float low = from, high = to;
        while (high - low > 0.001f) {
            const float middle = 0.5f * (low + high);
            int below = 0;
            for (int i = 0; i < POINTS; i++)
                below += at[i] < middle;
            *(below > k ? &high : &low) = middle;
        }
        if (value[k] != (k < n ? low : 0))
            bad("interval_of", block, k);
    }
}

static void test_ragged(uint32_t block, int width)
{
    static int length[ROWS];
    static float row[ROWS * N], sum[N];
    int *l = length;
    float *r = row, *s = sum;
    for (int i = 0; i < ROWS; i++)
        length[i] = i * 211 % width;
    for (int i = 0; i < ROWS * N; i++)
        row[i] = (float)(i % 101) / 8;
    memset(sum, 0, sizeof sum);
    run(&lane_search, "ragged", ((uint32_t)width + block - 1) / block, block, (void *[]){&l, &r, &(int){ROWS}, &width, &s});
    for (int i = 0; i < N; i++) {
        float want = 0;
        for (int k = 0; k < ROWS && i < width; k++)
            want += i < length[k] ? row[k * width + i] : 0;
        if (sum[i] != want)
            bad("ragged", block, i);
    }
}

int main(void)
{
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (int n = N; n > 0; n -= 233) {
            test_pieces(blocks[b], n);
            test_intervals(blocks[b], n);
            test_ragged(blocks[b], n);
        }
    printf("%d wrong\n", wrong);
    return 0;
}
