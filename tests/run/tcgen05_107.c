#include "host.h"

extern const ptx2c_module tcgen05_107;

/* A in shared memory at 0 (128 rows of 64 bytes), B at 8192 (16 of up to 128): units of 16 bytes, 8 rows of them side by
 * side, then the next 8 rows, then the next 16 bytes. */
enum { M = 128, N = 16, B_AT = 8192 };
static unsigned char smem[24576];
static uint32_t tmem[128][64];
static float out[128][N], want[128][N];
static uint32_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static size_t place(bool of_b, int row, int byte)
{
    return of_b ? (size_t)(B_AT + row / 8 * 128 + byte / 16 * 256 + row % 8 * 16 + byte % 16)
                : (size_t)(row / 8 * 128 + byte / 16 * 2048 + row % 8 * 16 + byte % 16);
}

static uint64_t matrix(bool of_b)
{
    return (of_b ? B_AT / 16 : 0) | (uint64_t)(of_b ? 256 : 2048) / 16 << 16 | (uint64_t)128 / 16 << 32 | (uint64_t)1 << 46;
}

static float e4m3(uint32_t v)
{
    const float m = (float)(v & 7), e = (float)(1 << (v >> 3 & 15)), s = v & 0x80 ? -1 : 1;
    return s * (v >> 3 & 15 ? (8 + m) * e / 1024 : m / 512);
}

static float e2m1(uint32_t v)
{
    static const float of[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    return v & 8 ? -of[v & 7] : of[v & 7];
}

static float half(uint32_t v) /* small integers */
{
    return v & 0x8000 ? -1.0f : v ? 1.0f : 0.0f;
}

static void clear(void)
{
    memset(smem, 0, sizeof smem);
    memset(want, 0, sizeof want);
    for (int i = 0; i < 128 * 64; i++)
        (&tmem[0][0])[i] = 0xdeadbeef;
}

/* A row's values; each is put where it belongs. */
static float put_e4m3(bool of_b, int row, int k)
{
    const uint32_t v = chance(2) << 7 | (5 + chance(4)) << 3 | chance(8);
    smem[place(of_b, row, k)] = (unsigned char)v;
    return e4m3(v);
}

static float put_half(bool of_b, int row, int k)
{
    const uint32_t v = chance(3) == 0 ? 0 : chance(2) << 15 | 0x3c00;
    smem[place(of_b, row, 2 * k)] = (unsigned char)v;
    smem[place(of_b, row, 2 * k + 1)] = (unsigned char)(v >> 8);
    return half(v);
}

static float put_e2m1(bool of_b, int row, int k)
{
    const uint32_t v = chance(16);
    unsigned char *byte = &smem[place(of_b, row, k / 2)];
    *byte = (unsigned char)(k % 2 ? (*byte & 15) | v << 4 : v);
    return e2m1(v);
}

typedef float Put(bool of_b, int row, int k);

static void product(const char *kernel, uint32_t idesc, uint64_t more)
{
    void *a = smem, *b = tmem, *c = out;
    uint64_t of_a = matrix(false), of_b = matrix(true) | more;
    int bad = 0;
    run(&tcgen05_107, kernel, 1, 128, (void *[]){&a, &b, &c, &of_a, &of_b, &idesc});
    for (int i = 0; i < M * N; i++)
        bad += (&out[0][0])[i] != (&want[0][0])[i];
    printf("%s %d\n", kernel, bad);
}

static const uint32_t shape = N / 8 << 17 | M / 16 << 24, scaled_shape = N / 8 << 17 | M / 128 << 27;

static void dense(const char *kernel, Put *put, int k, uint32_t idesc)
{
    static float a[M][64], b[N][64];
    clear();
    for (int q = 0; q < k; q++) {
        for (int i = 0; i < M; i++)
            a[i][q] = put(false, i, q);
        for (int j = 0; j < N; j++)
            b[j][q] = put(true, j, q);
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int q = 0; q < k; q++)
                want[i][j] += a[i][q] * b[j][q];
    product(kernel, idesc | shape | 1u << 4 | 1u << 29, 0);
}

/* 2 of 4: which, four bits for two elements; of 32 rows' halves 16 bits each in a word. */
static void sparse_half(void)
{
    static float a[M][32], b[N][64];
    static int at[M][32];
    clear();
    for (int lane = 0; lane < 128; lane++)
        tmem[lane][8] = tmem[lane][9] = 0;
    for (int i = 0; i < M; i++)
        for (int part = 0; part < 16; part++) {
            const uint32_t low = chance(3), high = low + 1 + chance(3 - low);
            at[i][2 * part] = 4 * part + (int)low;
            at[i][2 * part + 1] = 4 * part + (int)high;
            tmem[(i & ~8) + 8 * (part / 4 & 1)][8 + part / 8] |= (low | high << 2) << (16 * (i >> 3 & 1) + 4 * (part & 3));
        }
    for (int q = 0; q < 32; q++)
        for (int i = 0; i < M; i++)
            a[i][q] = put_half(false, i, q);
    for (int q = 0; q < 64; q++)
        for (int j = 0; j < N; j++)
            b[j][q] = put_half(true, j, q);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int q = 0; q < 32; q++)
                want[i][j] += a[i][q] * b[j][at[i][q]];
    product("sparse_half", shape | 1u << 4 | 1u << 29 | 1u << 2, 0);
}

/* B: numbers of 3 bits, 24 bytes a half, of values in two columns; scales: two of ue8m0 a row. */
static void lut(const char *kernel, bool scaled, int second)
{
    static float a[M][64], b[N][64], sa[M][2], sb[N][2];
    clear();
    for (int q = 0; q < 64; q++)
        for (int i = 0; i < M; i++)
            a[i][q] = put_e4m3(false, i, q);
    for (int s = 0; s < 32; s++) {
        tmem[s][2] = tmem[s][3] = 0;
        for (int v = 0; v < 8; v++)
            tmem[s][2 + v / 4] |= (chance(2) << 7 | (5 + chance(4)) << 3 | chance(8)) << 8 * (v % 4);
    }
    for (int j = 0; j < N; j++)
        for (int q = 0; q < 64; q++) {
            const uint32_t v = chance(8);
            const int bit = 3 * q + 192 * second;
            for (int x = 0; x < 3; x++)
                smem[place(true, j, (bit + x) / 8)] |= (unsigned char)((v >> x & 1) << (bit + x) % 8);
            b[j][q] = e4m3(tmem[j / 8][2 + v / 4] >> 8 * (v % 4) & 0xff);
        }
    for (int i = 0; i < M; i++) {
        const uint32_t x = 126 + chance(3), y = 126 + chance(3);
        tmem[i % 32][16 + i / 32] = x | y << 8;
        sa[i][0] = x < 127 ? 0.5f : (float)(x - 126);
        sa[i][1] = y < 127 ? 0.5f : (float)(y - 126);
    }
    for (int j = 0; j < N; j++) {
        tmem[j][32] = 127 | 128 << 8;
        sb[j][0] = 1;
        sb[j][1] = 2;
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int q = 0; q < 64; q++)
                want[i][j] += scaled ? a[i][q] * sa[i][q / 32] * (b[j][q] * sb[j][q / 32]) : a[i][q] * b[j][q];
    product(kernel, scaled ? scaled_shape | 1u << 23 | 1u << 31 : shape | 1u << 4 | 1u << 29, (uint64_t)second << 53);
}

/* ue5m3: 2^(e - 15) * (1 + m / 8) */
static float ue5m3(uint32_t v)
{
    const float two = (v >> 3) < 15 ? 1.0f / (float)(1 << (15 - (v >> 3))) : (float)(1 << ((v >> 3) - 15));
    return two * (1 + (float)(v & 7) / 8);
}

/* 128 elements of 4 bits and 8 scales a row: of A in its own lane (apart) or in that of its number in 32. */
static void tiny(bool apart)
{
    static float a[M][128], b[N][128];
    clear();
    for (int q = 0; q < 128; q++) {
        for (int i = 0; i < M; i++)
            a[i][q] = put_e2m1(false, i, q);
        for (int j = 0; j < N; j++)
            b[j][q] = put_e2m1(true, j, q);
    }
    for (int i = 0; i < M; i++)
        for (int s = 0; s < 8; s++) {
            uint32_t *word = apart ? &tmem[i][16 + s / 4] : &tmem[i % 32][16 + i / 32 + s / 4 * 4];
            const uint32_t v = (14 + chance(3)) << 3 | chance(8);
            *word = s % 4 ? *word | v << 8 * (s % 4) : v;
            for (int q = 16 * s; q < 16 * s + 16; q++)
                a[i][q] *= ue5m3(v);
        }
    for (int j = 0; j < N; j++)
        for (int s = 0; s < 8; s++) {
            uint32_t *word = &tmem[j][32 + s / 4 * 4];
            const uint32_t v = (14 + chance(3)) << 3 | chance(8);
            *word = s % 4 ? *word | v << 8 * (s % 4) : v;
            for (int q = 16 * s; q < 16 * s + 16; q++)
                b[j][q] *= ue5m3(v);
        }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int q = 0; q < 128; q++)
                want[i][j] += a[i][q] * b[j][q];
    product("tiny", scaled_shape | 1u << 7 | 1u << 10 | 1u << 3 | 1u << 24 | (apart ? 1u << 26 : 0), 0);
}

/* 2 of 4 elements of 4 bits, each by itself; two scales of ue8m0 a row, which are 1. */
static void sparse(void)
{
    static float a[M][64], b[N][128];
    static int at[M][64];
    clear();
    for (int i = 0; i < M; i++)
        for (int part = 0; part < 32; part++) {
            const uint32_t low = chance(3), high = low + 1 + chance(3 - low), four = low | high << 2;
            at[i][2 * part] = 4 * part + (int)low;
            at[i][2 * part + 1] = 4 * part + (int)high;
            uint32_t *word = &tmem[i][8 + part / 8];
            *word = part % 8 ? *word | four << 4 * (part % 8) : four;
        }
    for (int q = 0; q < 64; q++)
        for (int i = 0; i < M; i++)
            a[i][q] = put_e2m1(false, i, q);
    for (int q = 0; q < 128; q++)
        for (int j = 0; j < N; j++)
            b[j][q] = put_e2m1(true, j, q);
    for (int lane = 0; lane < 32; lane++) {
        for (int c = 0; c < 4; c++)
            tmem[lane][16 + c] = 127 | 127 << 8;
        tmem[lane][32] = 127 | 127 << 8;
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int q = 0; q < 64; q++)
                want[i][j] += a[i][q] * b[j][at[i][q]];
    product("sparse", scaled_shape | 1u << 7 | 1u << 10 | 1u << 23 | 1u << 12 | 1u << 2, 0);
}

int main(void)
{
    dense("dense", put_e4m3, 64, 0);
    dense("half", put_half, 32, 0);
    sparse_half();
    lut("lut", false, 0);
    lut("lut", false, 1);
    lut("lut_scaled", true, 1);
    tiny(false);
    tiny(true);
    sparse();
    return 0;
}
