#include "host.h"

extern const ptx2c_module ti16;

static uint32_t seed = 1;
static uint32_t any(void) { return (seed = seed * 1664525 + 1013904223) >> 8; }

static uint16_t codes[2][128][32]; /* of A's rows and B's columns */
static unsigned char window[16384];
static uint32_t before[128][64], after[128][64], want[128][64];
static uint8_t column_of[128][16]; /* that a stored element of a sparse A has */

/* A sign, four bits that are 0, and 11 bits; mostly large ones: sums of 16 products have more than 24 bits. */
static uint16_t some(void) { return (uint16_t)((any() & 1) << 15 | (any() % 4 ? 0x700 | (any() & 0xff) : any() & 0x7ff)); }
static int value(uint16_t code) { return code >> 15 ? -(code & 0x7ff) : code & 0x7ff; }

/* K-major, not swizzled: 8 rows of 16 bytes side by side. */
static uint64_t layout(int which, uint32_t start, uint32_t rows, uint32_t k)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i < k; i++) {
            unsigned char *to = window + start + r * 16 + i / 8 * rows * 16 + i % 8 * 2;
            to[0] = (unsigned char)codes[which][r][i], to[1] = (unsigned char)(codes[which][r][i] >> 8);
        }
    return start >> 4 | (uint64_t)rows << 16 | 8ull << 32 | 1ull << 46;
}

static int one(uint64_t a, uint64_t b, uint32_t idesc, uint32_t which)
{
    void *s = window, *t = after;
    memcpy(after, before, sizeof after);
    return run(&ti16, "one", 1, 128, (void *[]){&s, &t, &a, &b, &idesc, &which});
}

/* The two of each four of A that are stored; what says so at column 48, as of 16-bit floats. */
static void choose(void)
{
    static const uint8_t two[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (uint32_t i = 0; i < 128; i++)
        before[i][48] = 0;
    for (uint32_t i = 0; i < 128; i++)
        for (uint32_t part = 0; part < 8; part++) {
            const uint8_t *at = two[any() % 6];
            for (uint32_t q = 0; q < 2; q++)
                column_of[i][2 * part + q] = (uint8_t)(4 * part + at[q]);
            before[i / 16 * 16 + part / 4 * 8 + i % 8][48] |=
                (at[0] | (uint32_t)at[1] << 2) << (i / 8 % 2 * 16 + part % 4 * 4);
        }
}

static void multiply(const char *name, uint32_t which, uint32_t m, uint32_t n, bool negative)
{
    const bool sparse = which == 2;
    for (uint32_t i = 0; i < 128 * 64; i++)
        before[i / 64][i % 64] = any() << 8 ^ any();
    for (uint32_t i = 0; i < 2 * 128 * 32; i++)
        codes[i / 4096][i / 32 % 128][i % 32] = some();
    if (sparse)
        choose();
    for (uint32_t i = 0; i < m && which == 1; i++)
        for (uint32_t k = 0; k < 8; k++)
            before[m == 64 ? i / 16 * 32 + i % 16 : i][32 + k] = codes[0][i][2 * k] | (uint32_t)codes[0][i][2 * k + 1] << 16;
    const uint64_t a = layout(0, 0, m, 16), b = layout(1, 8192, n, sparse ? 32 : 16);
    if (one(a, b, (uint32_t)sparse << 2 | 2u << 4 | 3u << 7 | 3u << 10 | (uint32_t)negative << 13 | n >> 3 << 17 | m >> 4 << 24,
            which))
        return;
    memcpy(want, before, sizeof want);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) {
            const bool beside = which == 3; /* .ws: 64 rows, then those of the other half of the columns */
            uint32_t *to = beside ? &want[i + j / (n / 2) * 64][j % (n / 2)] : &want[m == 64 ? i / 16 * 32 + i % 16 : i][j];
            int64_t sum = beside ? 0 : (int32_t)*to;
            for (uint32_t q = 0; q < 16; q++) {
                const int64_t p = (int64_t)value(codes[0][i][q]) * value(codes[1][j][sparse ? column_of[i][q] : q]);
                sum += negative ? -p : p;
            }
            *to = (uint32_t)sum;
        }
    int bad = 0;
    for (uint32_t i = 0; i < 128 * 64; i++)
        bad += want[i / 64][i % 64] != after[i / 64][i % 64];
    printf("%-24s m%-3u n%-3u %d\n", name, (unsigned)m, (unsigned)n, bad);
}

int main(void)
{
    multiply("shared", 0, 128, 24, false);
    multiply("shared, A negative", 0, 64, 16, true);
    multiply("A in tensor memory", 1, 128, 32, false);
    multiply("A in tensor memory", 1, 64, 8, false);
    multiply("sparse", 2, 128, 16, false);
    multiply("ws", 3, 64, 64, false);
    one(0, 1ull << 46, 2u << 4 | 3u << 7 | 1u << 10 | 2 << 17 | 8 << 24, 0); /* B of other elements */
    one(0, 1ull << 46, 1u << 3 | 2u << 4 | 3u << 7 | 3u << 10 | 2 << 17 | 8 << 24, 0); /* limited */
    return 0;
}
