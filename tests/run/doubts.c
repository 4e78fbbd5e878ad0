#include "host.h"
#include <math.h>

extern const ptx2c_module doubts;

enum { THREADS = 96, CTAS = 5, MOST = THREADS * CTAS, ROUNDS = 9, TILE = 256, STEPS = 6, TILES = 8 };
static float from[MOST], table[3 * ROUNDS], to[MOST], a[TILE * STEPS], b[TILE], sums[TILE * TILES];
static uint32_t state = 1;

static uint32_t next(void)
{
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static uint32_t differ(const float *is, const float *want, uint32_t n)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < n; i++)
        bad += memcmp(&is[i], &want[i], sizeof *is) != 0;
    return bad;
}

/* Products of 25 digits, the last of which is 1, beside which the addend is little or nothing; a share of them is as doubtful. */
static void make(uint32_t share)
{
    for (int i = 0; i < MOST; i++)
        from[i] = (float)(next() % 2048 + 2048) + (next() % 16 < share ? 0.5f : 0);
    for (int i = 0; i < ROUNDS; i++) {
        table[3 * i] = (float)(4096 + next() % 2048 * 2 + 1);
        table[3 * i + 1] = ldexpf((float)(next() % 3) - 1, -20 - (int)(next() % 40));
        table[3 * i + 2] = fmaf(from[next() % MOST], table[3 * i], 0);
    }
    for (int i = 0; i < TILE * STEPS; i++)
        a[i] = (float)(next() % 4096) / 64 + (next() % 16 < share ? 0.5f : 0);
    for (int i = 0; i < TILE; i++)
        b[i] = (float)(next() % 4096 + 4096) / 4096;
}

static void launch(const char *name, ptx2c_dim3 grid, ptx2c_dim3 block, void **args)
{
    int status = ptx2c_launch(ptx2c_find_kernel(&doubts, name), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", name, ptx2c_strerror(status));
}

/* Whole numbers, of which some of a share in 16 are smaller by far, nothing, or infinite. */
static double wide(uint32_t share)
{
    const double x = ((double)next() * 0x1p24 + next()) * (next() % 2 ? -1 : 1);
    const int kind = next() % 16 < share ? (int)(next() % 64) : 64;
    return kind < 48 ? ldexp(x, -16 * kind - 100) : kind < 60 ? copysign(0, x) : kind < 63 ? ldexp(x, -1090) : kind < 64 ? x * HUGE_VAL : x;
}

static uint32_t doubles(uint32_t share)
{
    static double in[MOST], pairs[2 * ROUNDS], out[MOST], want[MOST];
    const double *pi = in, *pp = pairs;
    double *po = out;
    int n = ROUNDS;
    uint32_t bad = 0;
    for (int i = 0; i < MOST; i++)
        in[i] = wide(share), out[i] = want[i] = wide(share);
    for (int i = 0; i < 2 * ROUNDS; i++)
        pairs[i] = wide(share / 4);
    for (int i = 0; i < MOST; i++) {
        double sum = want[i];
        for (int k = 0; k < ROUNDS; k++) {
            const double x = fma(in[i], pairs[2 * k], pairs[2 * k + 1]);
            sum = fma(x, x, sum);
        }
        want[i] = fma(want[i], in[i], sum);
    }
    launch("doubles", (ptx2c_dim3){CTAS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pi, &pp, &po, &n});
    for (int i = 0; i < MOST; i++)
        bad += memcmp(&out[i], &want[i], sizeof *out) != 0 && !(isnan(out[i]) && isnan(want[i]));
    return bad;
}

static void compare(uint32_t share)
{
    const float *pf = from, *pt = table, *pa = a, *pb = b;
    float *po = to, *ps = sums, want[MOST], q = table[0], c = table[1];
    int n = ROUNDS;
    launch("rounds", (ptx2c_dim3){CTAS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pf, &pt, &po, &n});
    for (int i = 0; i < MOST; i++) {
        float sum = 0, above = 0;
        for (int k = 0; k < ROUNDS; k++) {
            const float x = fmaf(from[i], table[3 * k], table[3 * k + 1]), less = x - table[3 * k + 2];
            above += x > table[3 * k + 2];
            sum = fmaf(less, less, fmaf(less, 0.5f, sum));
        }
        want[i] = sum + above;
    }
    uint32_t bad = differ(to, want, MOST) + doubles(share);
    launch("line", (ptx2c_dim3){CTAS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pf, &po, &q, &c});
    for (int i = 0; i < MOST; i++)
        want[i] = fmaf(fmaf(from[i], q, c), q, from[i]);
    bad += differ(to, want, MOST);
    static float pairs[2 * MOST], pair[2 * MOST];
    float *pp = pairs;
    int some = MOST - 7 - (int)share;
    for (int i = 0; i < MOST; i++) {
        to[i] = want[i] = table[i % 3 + 1];
        pair[2 * i] = pairs[2 * i] = from[MOST - 1 - i];
        pair[2 * i + 1] = pairs[2 * i + 1] = from[i] / 2;
    }
    launch("place", (ptx2c_dim3){CTAS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pf, &po, &pp, &q, &c, &some});
    for (int i = 0; i < some; i++) {
        want[i] = fmaf(from[i], q, want[i]);
        pair[2 * i + 1] = fmaf(pair[2 * i + 1], q, want[i]);
        pair[2 * i] = fmaf(pair[2 * i], q, c);
    }
    bad += differ(to, want, MOST) + differ(pairs, pair, 2 * MOST);
    launch("tile", (ptx2c_dim3){TILES, 1, 1}, (ptx2c_dim3){16, 16, 1}, (void *[]){&pa, &pb, &ps});
    for (int i = 0; i < TILE; i++) {
        want[i] = 0;
        for (int k = 0; k < STEPS * 4; k++)
            want[i] = fmaf(a[k / 4 * TILE + i / 16 * 16 + k % 4], b[k % 4 * 16 + i % 16], want[i]);
    }
    for (int i = 0; i < TILES; i++)
        bad += differ(sums + i * TILE, want, TILE);
    if (bad)
        printf("of %u in 16: %u differ\n", (unsigned)share, (unsigned)bad);
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        for (uint32_t share = 0; share <= 16; share += share ? share : 1) {
            make(share);
            compare(share);
        }
    puts("done");
    return 0;
}
