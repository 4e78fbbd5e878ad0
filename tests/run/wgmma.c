/* Each kernel of wgmma.ptx against plain loops over matrices that the host lays out in memory as the manual's canonical
 * layouts say (9.7.16.5.1.2.1.3), for each swizzle, with descriptors of several kinds, added to D and not.  All sums are
 * exact. */
#include "matrix.h"

extern const ptx2c_module wgmma;

enum { IMAGE = 49152, ROWS = 64, MOST = 256 };

static double A[ROWS][MOST], B[MOST][MOST], C[ROWS][MOST];
static bool present[ROWS][MOST];
static unsigned char image[IMAGE];
static uint32_t seed;

static uint32_t next(void) { return seed = seed * 1664525 + 1013904223; }

/* A matrix in shared memory: where its pattern begins, how it lies there. */
typedef struct Lay {
    const Type *t;
    int start, skip; /* the descriptor's start lies so many bytes behind it */
    int mode, width; /* swizzle: 0 none, 1 128 bytes, 2 64, 3 32 */
    bool mn;         /* rows of A (columns of B) lie side by side */
    int lbo, sbo;
} Lay;

/* Swizzle<bits, 4, 3> of an address counted from the start of the pattern. */
static int swizzled(int mode, int at)
{
    static const int bits[] = {0, 3, 2, 1};
    for (int b = 0; b < bits[mode]; b++)
        at ^= (at >> (7 + b) & 1) << (4 + b);
    return at;
}

/* The canonical layout, by bits, of element k of row (or column) i. */
static int bit_of(const Lay *y, int i, int k)
{
    const int T = 128 / y->t->bits, units = y->width / 16; /* elements of 16 bytes; these in a swizzle's width */
    int at; /* in bytes, but for the part within 16 */
    int in;
    if (y->mn) {
        in = i % T;
        at = y->mode ? i / T % units * 16 + i / T / units * y->lbo + k % 8 * y->width + k / 8 * y->sbo
                     : i / T * y->sbo + k % 8 * 16 + k / 8 * y->lbo;
    } else {
        in = k % T;
        at = y->mode ? i % 8 * y->width + i / 8 * y->sbo + k / T * 16 + k / T / units * (y->lbo - y->width)
                     : i % 8 * 16 + i / 8 * y->sbo + k / T * y->lbo;
    }
    return (y->start + swizzled(y->mode, at + y->skip)) * 8 + in * y->t->bits;
}

static void set(const Lay *y, int i, int k, uint64_t code)
{
    const int bit = bit_of(y, i, k);
    for (int b = 0; b < y->t->bits; b++)
        image[(bit + b) / 8] = (unsigned char)((image[(bit + b) / 8] & ~(1 << (bit + b) % 8)) | (int)(code >> b & 1) << (bit + b) % 8);
}

static uint64_t descriptor(const Lay *y)
{
    const uint64_t base = y->mode ? (uint64_t)y->start >> 7 & 7 : 0;
    return (uint64_t)(y->start + y->skip) >> 4 | (uint64_t)y->lbo >> 4 << 16 | (uint64_t)y->sbo >> 4 << 32 | base << 49 |
           (uint64_t)y->mode << 62;
}

/* rows (or columns) times k elements from the byte at on.  Where it ends. */
static int lay(Lay *y, const Type *t, int at, int rows, int k, int mode, bool mn, int variant)
{
    static const int width[] = {16, 128, 64, 32};
    const int pattern = 8 * width[mode];
    *y = (Lay){.t = t, .mode = mode, .width = width[mode], .mn = mn};
    y->start = (at + 1023) & ~1023;
    if (variant == 1)
        y->start += mode ? 3 * 128 : 48;
    if (variant == 2 && !mn && y->width >= 64 && k * t->bits <= 256)
        y->skip = 32; /* the second 32 bytes of each row */
    const int lines = rows / 8, across = (rows * t->bits + 8 * y->width - 1) / (8 * y->width), more = rows <= 64 && variant ? 2 : 1;
    if (mn) { /* blocks of 8 k */
        y->sbo = mode ? more * pattern : 128 * (k / 8) + 16;
        y->lbo = mode ? y->sbo * (k / 8) : 128;
        return y->start + (mode ? y->lbo * across : y->sbo * across);
    }
    y->sbo = mode ? more * pattern : 128 + (more - 1) * 16;
    y->lbo = mode ? (k * t->bits / 8 > y->width ? y->sbo * lines : 16) : y->sbo * lines + 32;
    return y->start + (mode ? y->sbo * lines + (y->lbo > 16 ? y->lbo : 0) : y->lbo * (k * t->bits / 128));
}

static void choose(int row, int k, int width)
{
    for (int at = 0; at < k; at += width) {
        static const int two[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        const int *p = two[(next() >> 10) % 6];
        if (width == 2)
            present[row][at + (next() >> 10) % 2] = true;
        else
            present[row][at + p[0]] = present[row][at + p[1]] = true;
    }
}

/* Four bits of metadata for the part of a row that begins at column at. */
static uint32_t places(int row, int at, int width)
{
    if (width == 2)
        return present[row][at] ? 0x4 : 0xe;
    uint32_t bits = 0;
    for (int i = 0, n = 0; i < 4; i++)
        if (present[row][at + i])
            bits |= (uint32_t)i << 2 * n++;
    return bits;
}

/* A warp's metadata: 16 columns (of tf32: 8) of rows g and g + 8 in the halves of a word, or 32 of one of them. */
static void metadata(uint32_t *e, int warp, int bits, int selector)
{
    for (int l = 0; l < 32; l++) {
        const int g = 16 * warp + l / 4, t = l % 4, width = bits == 32 ? 2 : 4;
        e[l] = next();
        if (bits >= 16 && t / 2 != selector)
            continue;
        e[l] = 0;
        for (int p = 0; p < 4; p++)
            e[l] |= bits >= 16 ? places(g, (p + t % 2 * 4) * width, width) << 4 * p |
                                     places(g + 8, (p + t % 2 * 4) * width, width) << (16 + 4 * p)
                               : places(t % 2 ? g + 8 : g, (2 * p + t / 2 * 8) * 4, 4) << 8 * p |
                                     places(t % 2 ? g + 8 : g, (2 * p + 1 + t / 2 * 8) * 4, 4) << (8 * p + 4);
    }
}

typedef struct Form {
    int n, k, selector; /* selector: -1 where A is dense */
    const Type *td, *ta, *tb;
    bool regs, na, nb, mn_a, mn_b, sat;
} Form;

static Form form(const char *kernel)
{
    Form f = {.selector = -1};
    char name[80], *word[12] = {"", "", "", ""};
    int n = 0;
    snprintf(name, sizeof name, "%s", kernel);
    for (char *p = strtok(name, "_"); p && n < 12; p = strtok(NULL, "_"))
        word[n++] = p;
    sscanf(word[0], "m64n%dk%d", &f.n, &f.k);
    f.td = find(word[1]), f.ta = find(word[2]), f.tb = find(word[3]);
    for (int i = 4; i < n; i++) {
        f.regs |= strcmp(word[i], "r") == 0;
        f.na |= strcmp(word[i], "na") == 0, f.nb |= strcmp(word[i], "nb") == 0;
        f.mn_a |= strcmp(word[i], "ta") == 0, f.mn_b |= strcmp(word[i], "tb") == 0;
        f.sat |= strcmp(word[i], "sat") == 0;
        if (strncmp(word[i], "sp", 2) == 0)
            f.selector = word[i][2] - '0';
    }
    return f;
}

static void make_matrices(const Form *f)
{
    memset(present, f->selector < 0, sizeof present);
    for (int i = 0; i < ROWS; i++) {
        if (f->selector >= 0)
            choose(i, f->k, f->ta->bits == 32 ? 2 : 4);
        for (int q = 0; q < f->k; q++)
            A[i][q] = present[i][q] ? value(f->ta, next()) : 0;
        for (int j = 0; j < f->n; j++) {
            C[i][j] = (double)(next() >> 24) - 128;
            if (f->sat)
                C[i][j] = C[i][j] < 0 ? INT32_MIN + 128 + C[i][j] : INT32_MAX - 128 + C[i][j];
        }
    }
    for (int q = 0; q < f->k; q++)
        for (int j = 0; j < f->n; j++)
            B[q][j] = value(f->tb, next());
}

static uint64_t wanted(const Form *f, int row, int col, bool add)
{
    double sum = 0;
    for (int q = 0; q < f->k; q++)
        sum += A[row][q] * B[q][col];
    sum = (f->na != f->nb ? -sum : sum) + (add ? C[row][col] : 0);
    if (f->sat)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return encode(f->td, sum == 0 ? 0 : sum);
}

static bool test(const ptx2c_kernel *kernel, int mode_a, int mode_b, int variant, uint32_t add)
{
    static uint32_t a[4][128], d[4][128 * 32], e[128];
    const Form f = form(kernel->name);
    const int regs = f.n * f.td->bits / 64, per = 32 / f.ta->bits, packed = f.selector < 0 ? f.k : f.k / 2;
    Lay la, lb;
    seed = (uint32_t)(f.n * 77 + f.k + 5 * variant);
    make_matrices(&f);
    for (int i = 0; i < IMAGE; i++)
        image[i] = (unsigned char)(next() >> 24);
    if (lay(&lb, f.tb, lay(&la, f.ta, 0, ROWS, packed, mode_a, f.mn_a, variant), f.n, f.k, mode_b, f.mn_b, variant) > IMAGE) {
        printf("%s: no room\n", kernel->name);
        return false;
    }
    memset(a, 0, sizeof a);
    memset(d, 0, sizeof d);
    for (int i = 0; i < ROWS; i++)
        for (int q = 0, p = 0; q < f.k; q++)
            if (present[i][q]) { /* number p of the row's */
                const int lane = i % 8 * 4 + p / per % 4, element = p % per + per * (i / 8 % 2 + 2 * (p / per / 4));
                put(a[i / 16], f.ta, lane, element, encode(f.ta, A[i][q]));
                set(&la, i, p++, encode(f.ta, A[i][q]));
            }
    for (int j = 0; j < f.n; j++)
        for (int q = 0; q < f.k; q++)
            set(&lb, j, q, encode(f.tb, B[q][j]));
    for (int i = 0; i < ROWS; i++) /* each pair of columns lies in one lane, first row g, then row g + 8 */
        for (int j = 0; j < f.n; j++)
            put(d[i / 16], f.td, i % 8 * 4 + j % 8 / 2, j % 2 + 2 * (i / 8 % 2) + 4 * (j / 8), encode(f.td, C[i][j]));
    for (int w = 0; w < 4; w++)
        metadata(e + 32 * w, w, f.ta->bits, f.selector);

    uint32_t *pa = a[0], *pe = e, *flat = malloc(sizeof d);
    for (int w = 0; w < 4; w++)
        memcpy(flat + w * regs * 32, d[w], (size_t)regs * 128);
    unsigned char *pi = image;
    uint64_t da = descriptor(&la), db = descriptor(&lb);
    bool good = !ptx2c_launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0,
                              (void *[]){&pi, &da, &db, &pa, &pe, &flat, &add});
    for (int i = 0; i < ROWS && good; i++)
        for (int j = 0; j < f.n && good; j++) {
            const uint64_t got = get(flat + i / 16 * regs * 32, f.td, i % 8 * 4 + j % 8 / 2, j % 2 + 2 * (i / 8 % 2) + 4 * (j / 8));
            good = got == wanted(&f, i, j, add);
            if (!good)
                printf("%s: swizzles %d %d, variant %d, %s: row %d column %d: %llx, not %llx\n", kernel->name, mode_a, mode_b, variant,
                       add ? "added" : "not added", i, j, (unsigned long long)got, (unsigned long long)wanted(&f, i, j, add));
        }
    free(flat);
    return good;
}

int main(void)
{
    int good = 0;
    for (uint32_t i = 0; i < wgmma.kernel_count; i++) {
        bool all = true;
        for (int mode = 0; mode < 4; mode++)
            for (int variant = 0; variant < 3 && all; variant++)
                all = test(wgmma.kernels[i], mode, (mode + variant) % 4, variant, (uint32_t)(mode + variant) % 2);
        good += all;
    }
    printf("%d of %u forms\n", good, (unsigned)wgmma.kernel_count);
    return 0;
}
