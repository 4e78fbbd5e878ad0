/* Sums of products in single precision: k ascending, each product and each sum rounded to nearest; NaN is 0x7fffffff, of halves 0x7fff.
 * The values are such that another order shows: large and small ones, now and then infinite, NaN, subnormal, or so large that their
 * product has no single precision. */
#include "host.h"

#include <math.h>

extern const ptx2c_module mma_tiles;

enum { STEPS = 3, ROWS = 2, COLUMNS = 3, LANES = 32 };
typedef enum Of { HALF, BRIEF, TENSOR } Of;

static uint32_t random_number(void)
{
    static uint32_t seed = 11;
    return seed = seed * 1664525 + 1013904223, seed >> 8;
}

static float float_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static float half_value(uint32_t h)
{
    const int exp = (int)(h >> 10 & 31), mant = (int)(h & 1023);
    const double v = exp == 31 ? (mant ? NAN : INFINITY) : exp ? ldexp(1024 + mant, exp - 25) : ldexp(mant, -24);
    return (float)(h & 0x8000 ? -v : v);
}

static uint32_t half_code(float f)
{
    const double v = fabs((double)f);
    const uint32_t sign = signbit(f) ? 0x8000 : 0;
    int exp;
    if (isnan(f))
        return 0x7fff;
    if (v >= 65520)
        return sign | 0x7c00;
    frexp(v, &exp);
    exp = v == 0 || exp < -13 ? -13 : exp;
    const double units = nearbyint(ldexp(v, 11 - exp)); /* 2^10 to 2^11, or fewer */
    return sign + (uint32_t)(exp + 13) * 1024 + (uint32_t)units;
}

/* Element i of a register. */
static float element(uint32_t word, int i, Of of)
{
    const uint32_t half = word >> 16 * i & 0xffff;
    return of == HALF ? half_value(half) : float_of(of == BRIEF ? half << 16 : word & 0xffffe000);
}

/* a, b: words of a lane one after the other, d: 16 rows of 8 columns. */
static void multiply(float d[16][8], const uint32_t (*a)[4], const uint32_t (*b)[2], Of of)
{
    const int each = of == TENSOR ? 1 : 2, k = 8 * each;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++)
            for (int q = 0; q < k; q++) {
                const int part = q / (4 * each), t = q / each % 4;
                const float x = element(a[4 * (i % 8) + t][i / 8 + 2 * part], q % each, of);
                const float y = element(b[4 * j + t][part], q % each, of);
                const float product = (float)((double)x * (double)y);
                d[i][j] = (float)((double)product + (double)d[i][j]);
            }
}

static float *place(float d[16][8], int lane, int i) { return &d[lane / 4 + 8 * (i / 2)][2 * (lane % 4) + i % 2]; }

static uint32_t word(Of of, bool wild)
{
    const uint32_t r = random_number() ^ random_number() << 16, rare = random_number() % 90;
    if (of == HALF)
        return wild && rare < 2 ? (rare ? 0x7c000001 : 0x7e0083ff) : (r & 0x8fff8fff) + 0x30003000; /* about 1/8 to 2 */
    const uint32_t mild = of == BRIEF ? (r & 0x83ff83ff) + 0x3c003c00 : (r & 0x83ffffff) + 0x3c000000;
    static const uint32_t far[] = {0x7f7f7f00, 0x00010001, 0x7f800000, 0x20002000, 0xffc00001, 0x6f006f00};
    return wild && rare < 6 ? far[rare] : mild;
}

static uint32_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return isnan(f) ? 0x7fffffff : u;
}

static uint32_t differ(const float *got, const float *want, int n)
{
    uint32_t bad = 0;
    for (int i = 0; i < n; i++)
        bad += memcmp(got + i, &(uint32_t){bits(want[i])}, 4) != 0;
    return bad;
}

static uint32_t tiles(const char *name, Of of, bool wild)
{
    static uint32_t a[STEPS][ROWS][LANES][4], b[STEPS][COLUMNS][LANES][2];
    static float c[ROWS][COLUMNS][LANES][4], d[ROWS][COLUMNS][LANES][4], want[ROWS][COLUMNS][LANES][4];
    uint32_t *pa = a[0][0][0], *pb = b[0][0][0];
    float *pc = c[0][0][0], *pd = d[0][0][0];
    int32_t steps = STEPS;
    for (size_t i = 0; i < sizeof a / 4; i++)
        pa[i] = word(of, wild);
    for (size_t i = 0; i < sizeof b / 4; i++)
        pb[i] = word(of, wild);
    for (size_t i = 0; i < sizeof c / 4; i++)
        pc[i] = (float)(random_number() % 1000) / 7 - 70;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum[16][8];
            for (int l = 0; l < 4 * LANES; l++)
                *place(sum, l / 4, l % 4) = c[i][j][l / 4][l % 4];
            for (int k = 0; k < STEPS; k++)
                multiply(sum, (const uint32_t(*)[4])a[k][i], (const uint32_t(*)[2])b[k][j], of);
            for (int l = 0; l < 4 * LANES; l++)
                want[i][j][l / 4][l % 4] = *place(sum, l / 4, l % 4);
        }
    return run(&mma_tiles, name, 1, 32, (void *[]){&pa, &pb, &pc, &pd, &steps}) || differ(pd, want[0][0][0], sizeof c / 4);
}

/* Of unsigned and signed bytes: the sum is exact, then limited. */
static uint32_t bytes(bool wild)
{
    static uint32_t a[STEPS][ROWS][LANES][4], b[STEPS][COLUMNS][LANES][2];
    static int32_t c[ROWS][COLUMNS][LANES][4], d[ROWS][COLUMNS][LANES][4], want[ROWS][COLUMNS][LANES][4];
    uint32_t *pa = a[0][0][0], *pb = b[0][0][0];
    int32_t *pc = c[0][0][0], *pd = d[0][0][0], steps = STEPS;
    for (size_t i = 0; i < sizeof a / 4; i++)
        pa[i] = random_number() ^ random_number() << 16;
    for (size_t i = 0; i < sizeof b / 4; i++)
        pb[i] = random_number() ^ random_number() << 16;
    for (size_t i = 0; i < sizeof c / 4; i++)
        pc[i] = (wild ? i % 2 ? INT32_MAX - 9000 : INT32_MIN + 9000 : 0) + (int32_t)(random_number() % 1000) - 500;
    for (int n = 0; n < ROWS * COLUMNS * LANES * 4; n++) {
        const int tile = n / (4 * LANES), lane = n / 4 % LANES, i = n % 4, row = lane / 4, column = 2 * (lane % 4) + i % 2;
        int32_t sum = pc[n];
        for (int k = 0; k < STEPS; k++) {
            int64_t exact = sum;
            for (int q = 0; q < 32; q++) {
                const uint32_t x = a[k][tile / COLUMNS][4 * row + q / 4 % 4][i / 2 + 2 * (q / 16)];
                const uint32_t y = b[k][tile % COLUMNS][4 * column + q / 4 % 4][q / 16];
                exact += (int32_t)(x >> 8 * (q % 4) & 255) * (int8_t)(y >> 8 * (q % 4) & 255);
            }
            sum = exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : (int32_t)exact;
        }
        ((int32_t *)want)[n] = sum;
    }
    return run(&mma_tiles, "tiles_bytes", 1, 32, (void *[]){&pa, &pb, &pc, &pd, &steps}) || memcmp(d, want, sizeof d) != 0;
}

/* Halves of C or D. */
static void load_halves(float d[16][8], const uint32_t (*c)[2])
{
    for (int l = 0; l < 4 * LANES; l++)
        *place(d, l / 4, l % 4) = half_value(c[l / 4][l % 4 / 2] >> 16 * (l % 2));
}

static void store_halves(uint32_t (*c)[2], float d[16][8])
{
    memset(c, 0, 8 * LANES);
    for (int l = 0; l < 4 * LANES; l++)
        c[l / 4][l % 4 / 2] |= half_code(*place(d, l / 4, l % 4)) << 16 * (l % 2);
}

static void multiply_halves(uint32_t (*d)[2], const uint32_t (*a)[4], const uint32_t (*b)[2], const uint32_t (*c)[2])
{
    float sum[16][8];
    load_halves(sum, c);
    multiply(sum, a, b, HALF);
    store_halves(d, sum);
}

static uint32_t in_turn(bool wild)
{
    static uint32_t a[LANES][4], made[LANES][4], b[LANES][2], c[LANES][2], d[4][LANES][2], want[4][LANES][2];
    uint32_t *pa = a[0], *pb = b[0], *pc = c[0], *pd = d[0][0];
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < 4; i++)
            a[l][i] = word(HALF, wild);
        for (int i = 0; i < 2; i++) {
            b[l][i] = word(HALF, wild);
            c[l][i] = word(HALF, false);
        }
    }
    multiply_halves(want[0], (const uint32_t(*)[4])a, (const uint32_t(*)[2])b, (const uint32_t(*)[2])c);
    memcpy(made, a, sizeof made);
    for (int l = 0; l < LANES; l++)
        memcpy(made[l], want[0][l], 8);
    multiply_halves(want[1], (const uint32_t(*)[4])made, (const uint32_t(*)[2])b, (const uint32_t(*)[2])c);
    multiply_halves(want[2], (const uint32_t(*)[4])a, (const uint32_t(*)[2])want[1], (const uint32_t(*)[2])want[0]);
    multiply_halves(want[3], (const uint32_t(*)[4])a, (const uint32_t(*)[2])b, (const uint32_t(*)[2])want[2]);
    return run(&mma_tiles, "in_turn", 1, 32, (void *[]){&pa, &pb, &pc, &pd}) || memcmp(d, want, sizeof d) != 0;
}

static uint32_t between(void)
{
    static uint32_t a[2 * LANES][4], b[LANES][2], taken[LANES][4];
    static float c[LANES][4], d[2][LANES][4], want[2][LANES][4];
    float sum[16][8], more[16][8];
    uint32_t *pa = a[0], *pb = b[0];
    float *pc = c[0], *pd = d[0][0];
    for (int i = 0; i < 4 * LANES; i++) {
        pa[i] = word(HALF, false);
        pb[i / 2] = word(HALF, false);
        pc[i] = (float)(random_number() % 1000) / 7;
        *place(sum, i / 4, i % 4) = *place(more, i / 4, i % 4) = pc[i];
    }
    multiply(sum, (const uint32_t(*)[4])a, (const uint32_t(*)[2])b, HALF);
    for (int i = 0; i < 4 * LANES; i++)
        taken[i / 4][i % 4] = bits(*place(sum, (i / 4) ^ 1, i % 4));
    multiply(more, (const uint32_t(*)[4])taken, (const uint32_t(*)[2])b, HALF);
    for (int l = 0; l < LANES; l++)
        *place(more, l, 0) += *place(sum, l, 3);
    memcpy(sum, more, sizeof sum);
    multiply(sum, (const uint32_t(*)[4])taken, (const uint32_t(*)[2])b, HALF);
    for (int i = 0; i < 4 * LANES; i++) {
        want[0][i / 4][i % 4] = *place(sum, i / 4, i % 4);
        want[1][i / 4][i % 4] = *place(more, i / 4, i % 4);
    }
    if (run(&mma_tiles, "between", 1, 32, (void *[]){&pa, &pb, &pc, &pd}))
        return 1;
    for (int l = 0; l < LANES; l++) /* of a plain sum, the manual leaves open which NaN it is */
        memcpy(&d[1][l][0], &(uint32_t){bits(d[1][l][0])}, 4);
    return differ(pd, want[0][0], 8 * LANES);
}

static uint32_t strips(void)
{
    enum { PAIRS = 24 };
    static uint32_t a[16][PAIRS], b[32][PAIRS];
    static float c[16][32], want[16][32];
    uint32_t *pa = a[0], *pb = b[0];
    float *pc = c[0];
    int32_t pairs = PAIRS;
    for (int i = 0; i < 16 * PAIRS; i++)
        pa[i] = word(HALF, false);
    for (int i = 0; i < 32 * PAIRS; i++)
        pb[i] = word(HALF, false);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 32; j++) {
            want[i][j] = 0;
            for (int k = 0; k < 2 * PAIRS; k++)
                want[i][j] += (float)((double)element(a[i][k / 2], k % 2, HALF) * (double)element(b[j][k / 2], k % 2, HALF));
        }
    return run(&mma_tiles, "strips", 1, 32, (void *[]){&pa, &pb, &pc, &pairs}) || memcmp(c, want, sizeof c) != 0;
}

int main(void)
{
    uint32_t bad = 0;
    for (int i = 0; i < 20; i++) {
        const bool wild = i % 2;
        bad += tiles("tiles_f16", HALF, wild);
        bad += tiles("tiles_bf16", BRIEF, wild);
        bad += tiles("tiles_tf32", TENSOR, wild);
        bad += bytes(wild);
        bad += in_turn(wild);
        bad += between();
        bad += strips();
    }
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
