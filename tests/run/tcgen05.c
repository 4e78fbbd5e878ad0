#include "host.h"
#include <math.h>

extern const ptx2c_module tcgen05;

/* ---- loads and stores -------------------------------------------------------------------------------------------- */

/* Who holds the word in row and column of a shape, 4 registers a thread, as the manual's figures 183 to 187 say. */
static void owner(int shape, int row, int col, int *thread, int *reg)
{
    switch (shape) {
    case 0: *thread = row, *reg = col; break;                                             /* .32x32b.x4 */
    case 1: *thread = row % 8 * 4 + col % 2 * 2 + row / 8, *reg = col / 2; break;         /* .16x64b.x4 */
    case 2: *thread = row % 8 * 4 + col % 4, *reg = col / 4 * 2 + row / 8; break;         /* .16x128b.x2 */
    case 3: *thread = row % 8 * 4 + col / 2, *reg = row / 8 * 2 + col % 2; break;         /* .16x256b.x1 */
    default: *thread = col / 4 * 16 + row, *reg = col % 4;                                /* .16x32bx2.x4 */
    }
}

/* The shape's column in tensor memory; packed: of its lower half. */
static int column(int shape, int col, bool packed)
{
    return 2 + (shape == 4 ? col / 4 * 8 + (packed ? 2 : 1) * (col % 4) : (packed ? 2 : 1) * col);
}

static int lane(int shape, int warp, int row) { return 32 * warp + (shape ? 16 : 0) + row; }

static void loads_and_stores(void)
{
    static uint32_t in[128][32], out[128][10][4], cols[10][128][32], want[128][32];
    int bad = 0, t, r;
    for (uint32_t i = 0; i < 128 * 32; i++)
        in[i / 32][i % 32] = i | (i * 2654435761u & 0xffff0000);
    void *a = in, *b = out;
    run(&tcgen05, "loads", 1, 128, (void *[]){&a, &b});
    for (int s = 0; s < 10; s++)
        for (int i = 0; i < 4 * 128; i++) {
            const int shape = s / 2, rows = shape ? 16 : 32, warp = i / 128, row = i % 128 % rows, col = i % 128 / rows;
            owner(shape, row, col, &t, &r);
            const uint32_t *at = &in[lane(shape, warp, row)][column(shape, col, s % 2)];
            bad += out[32 * warp + t][s][r] != (s % 2 ? (at[0] & 0xffff) | at[1] << 16 : at[0]);
        }
    printf("loads %d\n", bad);
    a = cols;
    run(&tcgen05, "stores", 1, 128, (void *[]){&a});
    bad = 0;
    for (int s = 0; s < 10; s++) {
        memset(want, 0, sizeof want);
        for (int i = 0; i < 4 * 128; i++) {
            const int shape = s / 2, rows = shape ? 16 : 32, warp = i / 128, row = i % 128 % rows, col = i % 128 / rows;
            owner(shape, row, col, &t, &r);
            const uint32_t v = (uint32_t)(32 * warp + t) * 0x40004 + 0x70001 + (uint32_t)r * 0x10001;
            uint32_t *at = &want[lane(shape, warp, row)][column(shape, col, s % 2)];
            at[0] = s % 2 ? v & 0xffff : v;
            if (s % 2)
                at[1] = v >> 16;
        }
        bad += memcmp(want, cols[s], sizeof want) != 0;
    }
    printf("stores %d\n", bad);
}

/* ---- elements, layouts ------------------------------------------------------------------------------------------- */

enum { F16, BF16, TF32, E4M3, E5M2, E2M3, E3M2, E2M1, S8, U8, FP4 };
static const struct { int exp, mant, bias, bytes, code; } format[] = {
    {5, 10, 15, 2, 0}, {8, 7, 127, 2, 1}, {8, 10, 127, 4, 2}, {4, 3, 7, 1, 0}, {5, 2, 15, 1, 1}, {2, 3, 1, 1, 3},
    {3, 2, 3, 1, 4}, {2, 1, 1, 1, 5}, {0, 0, 0, 1, 1}, {0, 0, 0, 1, 0}, {2, 1, 1, 1, 1},
};

static float value(int f, uint32_t code)
{
    if (f == S8)
        return (float)(int8_t)code;
    if (f == U8)
        return (float)(uint8_t)code;
    const int mant = format[f].mant, exp = (int)(code >> mant) & ((1 << format[f].exp) - 1);
    const float m = (float)(code & ((1u << mant) - 1)) / (float)(1 << mant);
    const float v = ldexpf(exp ? 1 + m : m, (exp ? exp : 1) - format[f].bias);
    return code >> (mant + format[f].exp) & 1 ? -v : v;
}

static uint32_t seed = 1;
static uint32_t any(void) { return (seed = seed * 1664525 + 1013904223) >> 8; }

/* A code whose value is neither large nor no number. */
static uint32_t some(int f)
{
    const uint32_t sign = any() & 1, exp = (uint32_t)format[f].bias + any() % 3 - 1, mant = any();
    if (f == S8 || f == U8)
        return any() & 0xff;
    return sign << (format[f].exp + format[f].mant) | exp << format[f].mant | (mant & ((1u << format[f].mant) - 1));
}

/* Where a unit of 16 bytes lies in the canonical layouts (manual 9.7.17.3.3); mode: as in the descriptor.  K-major: row, and
 * k in units; else row in units, and k. */
static uint32_t place(int mode, bool across, uint32_t lead, uint32_t stride, uint32_t row, uint32_t k)
{
    const uint32_t w = mode == 0 ? 1 : mode == 6 ? 2 : mode == 4 ? 4 : 8, deep = mode == 1 ? 4 : 8;
    uint32_t at;
    if (!across)
        at = row % 8 * w * 16 + row / 8 * stride + k % w * 16 + k / w * lead;
    else if (!mode)
        at = row * stride + k % 8 * 16 + k / 8 * lead;
    else
        at = row % w * 16 + row / w * lead + k % deep * w * 16 + k / deep * stride;
    return mode == 1 ? at ^ (at >> 7 & 3) << 5 : at ^ (at >> 7 & (w - 1)) << 4;
}

static uint32_t codes[2][256][128]; /* of A's rows and B's columns */
static unsigned char window[32768];
static uint32_t before[128][256], after[128][256];

/* Puts a code of n bits at bit number bit of the byte at p. */
static void put(unsigned char *p, uint32_t bit, uint32_t n, uint32_t code)
{
    for (uint32_t i = 0; i < n; i++)
        if (code >> i & 1)
            p[(bit + i) / 8] |= (unsigned char)(1u << (bit + i) % 8);
}

/* Writes matrix which to shared memory at start; its descriptor.  apart: its rows begin at column 6 of units; from column 8 on
 * they lie in a matrix that begins 1024 bytes further on. */
static uint64_t layout(int which, int f, uint32_t start, int mode, bool across, uint32_t rows, uint32_t k, bool apart)
{
    const uint32_t bytes = (uint32_t)format[f].bytes, each = f == FP4 ? 32 : 16 / bytes;
    const uint32_t bits = f == FP4 || f == E2M1 ? 4 : f == E2M3 || f == E3M2 ? 6 : f == TF32 ? 19 : 8 * bytes;
    const uint32_t w = mode == 0 ? 16 : mode == 6 ? 32 : mode == 4 ? 64 : 128, pattern = w * (mode == 1 ? 4 : 8);
    uint32_t lead, stride;
    if (!across)
        lead = mode == 6 && k > 2 * each ? rows * 32 : mode ? 16 : rows * 16, stride = pattern;
    else if (mode)
        lead = pattern * ((k + 7) / 8) * (mode == 1 ? 2 : 1), stride = pattern;
    else
        stride = 128, lead = rows / each * 128;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i < k; i++) {
            const uint32_t e = (across ? r : i) % each, step = f == TF32 ? 32 : bits;
            unsigned char *unit = window + start +
                (apart ? place(mode, false, 0, stride, r, (i / each + 6) % 8) + (i / each + 6) / 8 * 1024
                       : place(mode, across, lead, stride, across ? r / each : r, across ? i : i / each));
            put(unit, step * e + (f == TF32 ? 13 : 0), bits, codes[which][r][i]);
        }
    if (apart)
        lead = start + 1024, start += 96;
    return (uint64_t)apart << 52 | (uint64_t)start >> 4 | (uint64_t)lead >> 4 << 16 | (uint64_t)stride >> 4 << 32 | 1ull << 46 | (uint64_t)mode << 61;
}

static int one(uint64_t a, uint64_t b, uint32_t idesc, uint32_t off, uint32_t add, uint32_t which)
{
    void *s = window, *t = after;
    memcpy(after, before, sizeof after);
    return run(&tcgen05, "one", 1, 128, (void *[]){&s, &t, &a, &b, &idesc, &off, &add, &which});
}

/* ---- mma --------------------------------------------------------------------------------------------------------- */

typedef struct Case {
    const char *name;
    uint32_t which;
    int fa, fb, d;  /* d: 0 f16, 1 f32, 2 s32 */
    uint32_t m, n, k;
    int mode_a, mode_b;
    bool across_a, across_b, negative, add, limit;
    uint32_t off;
    int scales;
    bool ue4m3;
    bool sparse;
    uint32_t selector;
    uint32_t id_a, id_b; /* of scales */
    bool apart;
} Case;

static uint16_t half_of(float v) /* to nearest even */
{
    uint32_t b, sign;
    memcpy(&b, &v, 4);
    sign = b >> 16 & 0x8000, b &= 0x7fffffff;
    if (b < 0x38800000)
        return (uint16_t)(sign | (uint32_t)rintf(ldexpf(fabsf(v), 24)));
    return (uint16_t)(sign | ((b - 0x38000000 + 0xfff + (b >> 13 & 1)) >> 13));
}

/* Whether it is .ws; of the others of those numbers M is 128. */
static bool spread_out(uint32_t which) { return which == 8 || which > 22; }

static uint32_t lane_of(const Case *c, uint32_t i, uint32_t j)
{
    if (spread_out(c->which))
        return c->m == 128 ? i : c->m == 64 ? i + j / (c->n / 2) * 64 : i + j / (c->n / 4) * 32;
    return c->m == 64 ? i / 16 * 32 + i % 16 : i;
}

/* Part q of a row (of a column of B); all have a word each, then all have another one. */
static float scale(const Case *c, uint32_t at, uint32_t i, uint32_t q, uint32_t id, uint32_t words)
{
    const uint32_t n = id + q / (c->k / (uint32_t)c->scales);
    const uint32_t byte = before[i % 32][at + i / 32 + n / 4 * words] >> 8 * (n % 4) & 0xff;
    return c->ue4m3 ? value(E4M3, byte & 0x7f) : ldexpf(1, (int)byte - 127);
}

static uint8_t column_of[128][64]; /* that a stored element of a sparse A has */

/* Chooses which elements of A are stored; what says so, at column 180: of rows of 16 and 32 bits an element 32 bits, which
 * two lanes have in turns for K's halves, of smaller ones 64 bits in the row's own lane. */
static void choose(const Case *c, uint32_t spread)
{
    const bool wide = format[c->fa].bytes > 1;
    const uint32_t told = c->fa == TF32 ? 1 : c->fa == FP4 ? 4 : 2, chunk = c->fa == FP4 ? 8 : c->fa == TF32 ? 2 : 4;
    for (uint32_t i = 0; i < 128; i++)
        for (uint32_t k = 0; k < 4; k++)
            before[i][180 + k] = 0;
    for (uint32_t i = 0; i < c->m; i++)
        for (uint32_t part = 0; part < c->k / 2 / told; part++) {
            static const uint8_t two[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
            const uint8_t *at = two[any() % 6];
            uint32_t nibble = at[0] | (uint32_t)at[1] << 2;
            if (told == 1)
                nibble = any() & 1 ? 0xe : 0x4;
            for (uint32_t q = 0; q < told; q++)
                column_of[i][told * part + q] = (uint8_t)(chunk * part +
                    (told == 1 ? nibble == 0xe : told == 2 ? at[q] : 2u * at[q / 2] + q % 2));
            for (uint32_t copy = 0; copy < spread; copy++)
                if (wide)
                    before[lane_of(c, i / 16 * 16 + part / 4 * 8 + i % 8, copy * (c->n / spread))][180 + c->selector] |=
                        nibble << (i / 8 % 2 * 16 + part % 4 * 4);
                else
                    before[lane_of(c, i, copy * (c->n / spread))][180 + part / 8] |= nibble << part % 8 * 4;
        }
}

/* Columns of B that count as 0 with the kernel's descriptor, for the four parts of D: manual 9.7.17.4.3, example 4. */
static bool zeroed(const Case *c, uint32_t j)
{
    static const char *const mask[] = {"1110000", "1100001", "0011100", "0001110"};
    const uint32_t wide = c->n * c->m / 128;
    return c->which == 24 && mask[j / wide][j % wide % 7] == '1';
}

/* .ashift: after the product each warp's rows of A move down by one, all but the last. */
static void shift_rows(uint32_t (*row)[256])
{
    for (uint32_t l = 0; l < 127; l++)
        if (l % 32 != 31)
            memcpy(&row[l][192], &row[l + 1][192], 32);
}

static void multiply(const Case *c)
{
    const uint32_t spread = spread_out(c->which) ? 128 / c->m : 1, stored = c->k >> c->sparse;
    const bool in_tensor = c->which == 1 || c->which == 7 || c->which == 18 || c->which == 20 || c->which >= 26;
    memset(window, 0, sizeof window);
    for (uint32_t i = 0; i < 128 * 256; i++) {
        const uint32_t col = i % 256;
        uint32_t v = c->d == 2   ? any() << 8
                     : c->d == 1 ? (any() % 2000 + 127u * 8388608u) | any() << 31
                                 : some(F16) | any() << 16;
        if (col >= 200)
            for (uint32_t q = v = 0; q < 4; q++)
                v |= (c->ue4m3 ? some(E4M3) & 0x7f : 125 + any() % 5) << 8 * q;
        before[i / 256][col] = v;
    }
    for (uint32_t i = 0; i < 256 * 128; i++)
        codes[0][i / 128][i % 128] = some(c->fa), codes[1][i / 128][i % 128] = some(c->fb);
    if (c->sparse)
        choose(c, spread);
    uint64_t a = 0;
    if (in_tensor)
        for (uint32_t i = 0; i < c->m; i++) {
            unsigned char row[48] = {0};
            const uint32_t bits = c->fa == FP4 ? 4 : c->fa == TF32 ? 19 : 8 * (uint32_t)format[c->fa].bytes;
            for (uint32_t k = 0; k < stored; k++)
                put(row, c->fa == TF32 ? 32 * k + 13 : k * bits, bits, codes[0][i][k]);
            memcpy(&before[lane_of(c, i, 0)][c->which == 26 ? 236 : 192], row, c->k == 96 ? 48 : 32);
        }
    else
        a = layout(0, c->fa, 0, c->mode_a, c->across_a, c->m, stored, c->apart);
    const uint32_t shift = c->which == 24 ? 2 : 0; /* of B's columns */
    const uint64_t b = layout(1, c->fb, c->apart ? 18432 : 16384, c->mode_b, c->across_b, c->n + 4 * shift, c->k, c->apart);
    uint32_t idesc = c->selector | (uint32_t)c->sparse << 2 | (uint32_t)format[c->fa].code << 7 |
                     (uint32_t)format[c->fb].code << 10 | (uint32_t)c->negative << 13 |
                     (uint32_t)c->across_a << 15 | (uint32_t)c->across_b << 16 | c->n >> 3 << 17;
    idesc |= c->scales ? (uint32_t)!c->ue4m3 << 23 | c->m >> 7 << 27 | c->id_b << 4 | c->id_a << 29 | (c->k == 96 ? 1u << 31 : 0)
                       : (uint32_t)c->d << 4 | c->m >> 4 << 24 | (uint32_t)c->limit << 3;
    if (one(a, b, idesc, c->off, c->add, c->which))
        return;
    static uint32_t want[128][256];
    memcpy(want, before, sizeof want);
    for (uint32_t i = 0; i < c->m; i++)
        for (uint32_t j = 0; j < c->n; j++) {
            const uint32_t l = lane_of(c, i, j);
            uint32_t *to = &want[l][j % (c->n / spread)];
            volatile float s = 0;
            int64_t sum = c->add ? (int32_t)*to : 0;
            if (c->add && c->d < 2) {
                float d;
                memcpy(&d, to, 4);
                s = (c->d ? d : value(F16, *to & 0xffff)) * (c->which == 1 ? 0.125f : 1);
            }
            for (uint32_t q = 0; q < stored; q++) {
                const uint32_t k = c->sparse ? column_of[i][q] : q;
                float x = value(c->fa, codes[0][i][q]), y = zeroed(c, j) ? 0 : value(c->fb, codes[1][j + shift][k]);
                x = c->negative ? -x : x;
                if (c->scales)
                    x *= scale(c, 200, i, k, c->id_a, 4), y *= scale(c, 216, j, k, c->id_b, c->n > 128 ? 8 : 4);
                volatile float p = x * y;
                s = s + p;
                sum += (int64_t)p;
            }
            if (c->off >> l % 32 & 1)
                continue;
            float f = s;
            memcpy(to, &f, 4);
            if (c->d == 0)
                *to = half_of(f);
            if (c->d == 2)
                *to = (uint32_t)(c->limit && sum > INT32_MAX ? INT32_MAX : c->limit && sum < INT32_MIN ? INT32_MIN : sum);
        }
    if (c->which > 26)
        shift_rows(want);
    int bad = 0;
    for (uint32_t i = 0; i < 128 * 256; i++)
        bad += want[i / 256][i % 256] != after[i / 256][i % 256];
    printf("%-44s m%-3u n%-3u %d\n", c->name, (unsigned)c->m, (unsigned)c->n, bad);
}

static const Case cases[] = {
    {"f16, no swizzle", 0, F16, F16, 1, 128, 64, 16, 0, 0, .add = true},
    {"bf16, 32 and 64 bytes", 0, BF16, BF16, 1, 128, 24, 16, 6, 4, .add = false},
    {"f16, 128 bytes, D f16", 0, F16, F16, 0, 128, 128, 16, 2, 2, .add = true, .negative = true},
    {"f16, across, no swizzle", 0, F16, F16, 1, 64, 40, 16, 0, 0, .across_a = true, .across_b = true, .add = true},
    {"f16, across, 32 and 64 bytes", 0, F16, F16, 1, 128, 64, 16, 6, 4, .across_a = true, .across_b = true},
    {"bf16, across, 128 bytes", 0, BF16, BF16, 1, 128, 128, 16, 2, 2, .across_a = true, .across_b = true, .add = true},
    {"f16, A in tensor memory, scaled, lanes off", 1, F16, BF16, 1, 128, 32, 16, 0, 2, .add = true, .off = 0x80f1},
    {"f16, A in tensor memory", 1, BF16, F16, 1, 64, 8, 16, 0, 6, .add = true},
    {"tf32", 2, TF32, TF32, 1, 128, 16, 8, 4, 0, .add = true},
    {"tf32, across", 2, TF32, TF32, 1, 128, 32, 8, 1, 1, .across_a = true, .across_b = true},
    {"e4m3 * e5m2", 3, E4M3, E5M2, 1, 128, 72, 32, 2, 4, .add = true},
    {"e5m2 * e4m3, across, D f16", 3, E5M2, E4M3, 0, 64, 48, 32, 2, 6, .across_a = true, .across_b = true},
    {"e2m3 * e3m2", 3, E2M3, E3M2, 1, 128, 16, 32, 0, 2, .add = true},
    {"e2m1 * e4m3", 3, E2M1, E4M3, 1, 128, 16, 32, 4, 0, .add = false},
    {"s8 * u8", 4, S8, U8, 2, 128, 32, 32, 2, 2, .add = true},
    {"u8 * s8, limited", 4, U8, S8, 2, 64, 24, 32, 0, 6, .add = true, .limit = true},
    {"mxf8f6f4", 5, E4M3, E2M3, 1, 128, 64, 32, 2, 2, .add = true, .scales = 1},
    {"mxf4", 6, FP4, FP4, 1, 128, 40, 64, 6, 2, .scales = 2},
    {"mxf4nvf4, A in tensor memory", 7, FP4, FP4, 1, 128, 128, 64, 0, 4, .add = true, .scales = 4, .ue4m3 = true},
    {"mxf4nvf4, ue8m0", 7, FP4, FP4, 1, 128, 8, 64, 0, 0, .scales = 4},
    {"ws", 8, F16, F16, 1, 32, 64, 16, 2, 2, .add = true},
    {"ws", 8, BF16, F16, 1, 64, 128, 16, 0, 2, .add = true},
    {"ws", 8, F16, F16, 1, 128, 64, 16, 2, 0, .add = false},
    {"sparse f16", 17, F16, F16, 1, 128, 64, 32, 2, 4, .add = true, .sparse = true},
    {"sparse f16, across, selector 1", 17, BF16, F16, 1, 64, 40, 32, 0, 2, .across_b = true, .sparse = true, .selector = 1},
    {"sparse tf32, A in tensor memory", 18, TF32, TF32, 1, 128, 24, 16, 0, 2, .add = true, .sparse = true},
    {"sparse e4m3 * e5m2, lanes off", 19, E4M3, E5M2, 1, 128, 48, 64, 4, 2, .add = true, .sparse = true, .off = 0x80f1},
    {"sparse e2m3 * e2m1", 19, E2M3, E2M1, 0, 64, 16, 64, 0, 6, .sparse = true},
    {"sparse s8 * u8, A in tensor memory", 20, S8, U8, 2, 128, 32, 64, 0, 2, .add = true, .sparse = true},
    {"sparse mxf8f6f4", 21, E5M2, E4M3, 1, 128, 64, 64, 2, 2, .add = true, .scales = 1, .sparse = true},
    {"sparse mxf4", 22, FP4, FP4, 1, 128, 32, 128, 2, 4, .add = true, .scales = 2, .sparse = true},
    {"sparse ws", 23, F16, F16, 1, 32, 64, 32, 2, 2, .add = true, .sparse = true},
    {"sparse ws", 23, BF16, F16, 1, 64, 64, 32, 4, 2, .add = true, .sparse = true},
    {"ws, columns as zeroes", 24, F16, F16, 1, 32, 128, 16, 2, 4, .add = true},
    {"mxf4 of 96", 25, FP4, FP4, 1, 128, 32, 96, 2, 6, .add = true, .scales = 3},
    {"mxf4 of 96, scales 1 and 2", 25, FP4, FP4, 1, 128, 32, 96, 0, 2, .scales = 3, .id_a = 1, .id_b = 2},
    {"mxf4 of 96, scales 3 and 3, apart", 25, FP4, FP4, 1, 128, 40, 96, 2, 2, .scales = 3, .id_a = 3, .id_b = 3, .apart = true},
    {"mxf4nvf4 of 96, A in tensor memory", 26, FP4, FP4, 1, 128, 160, 96, 0, 6, .scales = 6, .ue4m3 = true},
    {"mxf4nvf4 of 96, scales 2 and 2", 26, FP4, FP4, 1, 128, 144, 96, 0, 0, .add = true, .scales = 6, .id_a = 2, .id_b = 2},
    {"ws, columns as zeroes", 24, F16, F16, 1, 128, 64, 16, 2, 0, .add = false},
    {"bf16, A shifted, lanes off", 27, BF16, F16, 1, 128, 40, 16, 0, 2, .add = true, .off = 0x80f1},
    {"sparse u8 * s8, A shifted", 28, U8, S8, 2, 128, 32, 64, 0, 4, .add = true, .sparse = true},
};

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void copies(void)
{
    static const struct { uint32_t rows, words; const char *from; } shape[] = {
        {32, 8, "0123"}, {1, 8, "0123"}, {32, 4, "0123"}, {32, 4, "0101"},
        {32, 4, "0011"}, {32, 4, "0000"}, {32, 4, "0123"}, {32, 4, "0123"},
    };
    for (uint32_t s = 0; s < 8; s++) {
        static uint32_t want[128][256];
        for (uint32_t i = 0; i < sizeof window; i++)
            window[i] = (unsigned char)any();
        for (uint32_t i = 0; i < 128 * 256; i++)
            before[i / 256][i % 256] = i;
        memcpy(want, before, sizeof want);
        for (uint32_t l = 0; l < 128; l++)
            for (uint32_t k = 0; k < shape[s].words && l % 32 < shape[s].rows; k++) {
                const uint32_t row = (uint32_t)(shape[s].from[l / 32] - '0') * shape[s].rows + l % 32;
                const unsigned char *unit = window + place(s % 2 ? 0 : 6, false, 4096, 256, row, k / 4);
                uint32_t v = 0;
                for (uint32_t i = 0; i < 4; i++) {
                    const uint32_t e = k % 4 * 4 + i, at = e * (s == 6 ? 6 : 4) / 8;
                    const uint32_t pair = unit[at] | (uint32_t)unit[at + 1] << 8;
                    v |= (s < 6 ? unit[e] : s == 6 ? pair >> 6 * e % 8 & 0x3f : (pair >> 4 * e % 8 & 0xf) << 2) << 8 * i;
                }
                want[l][k] = v;
            }
        one(4096 >> 4 << 16 | 256ull >> 4 << 32 | 1ull << 46 | (s % 2 ? 0ull : 6ull) << 61, 0, 0, 0, 0, 9 + s);
        printf("cp %u %d\n", (unsigned)s, memcmp(want, after, sizeof want) != 0);
    }
}

/* ---- pairs of blocks --------------------------------------------------------------------------------------------- */

static unsigned char windows[2][32768];
static uint32_t earlier[2][128][256], later[2][128][256], wanted[2][128][256];

static void pair(uint32_t which, uint32_t m, uint32_t n, uint32_t off)
{
    const uint32_t parts = m == 128 ? 2 : 1, half = m / 2;
    uint64_t a = 0, b = 0;
    uint32_t idesc = 1u << 4 | n >> 3 << 17 | m >> 4 << 24, add = 1;
    for (uint32_t h = 0; h < 2; h++) {
        for (uint32_t i = 0; i < 128 * 256; i++)
            earlier[h][i / 256][i % 256] = (any() % 2000 + 127u * 8388608u) | any() << 31;
        for (uint32_t i = 0; i < 128 * 16; i++)
            codes[0][128 * h + i / 16][i % 16] = some(F16), codes[1][128 * h + i / 16][i % 16] = some(F16);
    }
    for (uint32_t h = 0; h < 2; h++) {
        static uint32_t all[2][256][128];
        memcpy(all, codes, sizeof codes);
        memset(window, 0, sizeof window);
        memmove(codes[0][0], codes[0][half * h], half * sizeof codes[0][0]);
        memmove(codes[1][0], codes[1][n / 2 * h], n / 2 * sizeof codes[1][0]);
        a = layout(0, F16, 0, 2, false, half, 16, false);
        b = layout(1, F16, 16384, 6, false, n / 2, 16, false);
        memcpy(windows[h], window, sizeof window);
        memcpy(codes, all, sizeof codes);
        for (uint32_t i = 0; i < half * parts && which % 2; i++) /* where D lies twice side by side, A does, too */
            for (uint32_t k = 0; k < 16; k += 2)
                earlier[h][i][192 + k / 2] = codes[0][half * h + i % half][k] | codes[0][half * h + i % half][k + 1] << 16;
    }
    memcpy(wanted, earlier, sizeof wanted);
    for (uint32_t i = 0; i < m && which != 2; i++)
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t h = i / half, l = parts == 1 ? i % 128 : i % 64 + j / (n / 2) * 64;
            uint32_t *to = &wanted[h][l][j % (n / parts)];
            float d;
            memcpy(&d, to, 4);
            volatile float s = d;
            for (uint32_t k = 0; k < 16; k++) {
                volatile float p = value(F16, codes[0][i][k]) * value(F16, codes[1][j][k]);
                s = s + p;
            }
            d = s;
            if (which || h || !(off >> l % 32 & 1))
                memcpy(to, &d, 4);
        }
    for (uint32_t i = 0; i < 2 * 128 * 4 && which == 2; i++)
        memcpy(&wanted[i / 512][i / 4 % 128][i % 4], windows[i / 512] + place(2, false, 0, 1024, i / 4 % 128, 0) + i % 4 * 4, 4);
    for (uint32_t h = 0; h < 2 && which == 3; h++)
        shift_rows(wanted[h]);
    void *s = windows, *t = later;
    memcpy(later, earlier, sizeof later);
    run(&tcgen05, "pair", 2, 128, (void *[]){&s, &t, &a, &b, &idesc, &off, &add, &which});
    printf("pair %u m%u n%u %d\n", (unsigned)which, (unsigned)m, (unsigned)n, memcmp(wanted, later, sizeof wanted) != 0);
}

int main(void)
{
    loads_and_stores();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        multiply(&cases[i]);
    copies();
    pair(0, 256, 64, 0x10f2);
    pair(0, 128, 32, 0x10f2);
    pair(1, 256, 16, 0);
    pair(1, 128, 48, 0);
    pair(2, 256, 16, 0);
    pair(3, 256, 32, 0);
    one(1ull << 46, 3ull << 61, 1 << 4 | 8 << 17 | 8 << 24, 0, 0, 0); /* no such swizzling */
    one(1ull << 46, 1ull << 46, 1 << 4 | 8 << 17 | 3 << 24, 0, 0, 0); /* no such M */
    one(1ull << 46, 1ull << 46 | 1ull << 52, 1 << 4 | 8 << 17 | 8 << 24, 0, 0, 0); /* apart, not swizzled */
    one(192, 1ull << 46, 1 << 4 | 8 << 17 | 4 << 24, 0, 0, 27); /* M = 64, shifted */
    run(&tcgen05, "full", 1, 32, NULL);
    return 0;
}
