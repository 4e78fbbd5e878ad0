/* Each kernel of sparse.ptx against products of matrices: sp: half of A is zero; the metadata tell which (manual 9.7.14.6).
 * sc: parts of the rows of A and columns of B have scales (9.7.14.3).  All sums are exact. */
#include "matrix.h"

extern const ptx2c_module sparse;

static double A[16][128], B[128][8], C[16][8];
static bool present[16][128];
static double scale_a[16][4], scale_b[8][4];
static uint32_t seed;

static uint32_t next(void) { return seed = seed * 1664525 + 1013904223; }

/* Makes a row of A sparse: of each width elements half, in units of unit side by side. */
static void choose(int row, int k, int width, int unit)
{
    for (int at = 0; at < k; at += width) {
        static const int two[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        const int *p = two[(next() >> 10) % 6];
        if (width == 2)
            present[row][at + (next() >> 10) % 2] = true;
        else
            for (int i = 0; i < 2; i++)
                for (int u = 0; u < unit; u++)
                    present[row][at + p[i] * unit + u] = true;
    }
}

/* Four bits of metadata for the part of a row that begins at column at. */
static uint32_t places(int row, int at, int width, int unit)
{
    if (width == 2)
        return present[row][at] ? 0x4 : 0xe;
    uint32_t bits = 0;
    for (int i = 0, n = 0; i < 4; i++)
        if (present[row][at + i * unit])
            bits |= (uint32_t)i << 2 * n++;
    return bits;
}

static const Type fp4 = {"fp4", 4, 2, 1, 1, 0};

static const Type *type(const char *name) { return strcmp(name, "fp4") == 0 ? &fp4 : find(name); }

static double small(const Type *t)
{
    static const double v[] = {0, .5, 1, 1.5, 2, 3, 4, 6};
    return t == &fp4 ? (next() >> 20 & 1 ? -1 : 1) * v[next() >> 12 & 7] : value(t, next());
}

static bool test(const ptx2c_kernel *kernel)
{
    static uint32_t a[128], b[128], c[128], e[96], d[128];
    char name[80], *word[10];
    int n = 0, k = 0;
    snprintf(name, sizeof name, "%s", kernel->name);
    for (char *p = strtok(name, "_"); p && n < 10; p = strtok(NULL, "_"))
        word[n++] = p;
    const bool sp = word[0][1] == 'p';
    char **w = sp ? word + 1 : word + 3;
    const int option = word[0][2] - '0';
    sscanf(w[0], "m16n8k%d", &k);
    const Type *td = type(w[1]), *ta = type(w[2]), *tb = type(w[3]), *tc = type(w[4]);
    const bool ue4m3 = n > 8;
    const int per_a = 32 / ta->bits, per_b = 32 / tb->bits;
    const int width = ta->bits == 32 ? 2 : ta->bits == 4 ? 8 : 4, unit = ta->bits == 4 ? 2 : 1;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    memset(present, !sp, sizeof present);
    seed = (uint32_t)k * 77 + (uint32_t)option;
    for (int i = 0; i < 16; i++) {
        if (sp)
            choose(i, k, width, unit);
        for (int q = 0; q < k; q++)
            A[i][q] = present[i][q] ? small(ta) : 0;
        for (int j = 0; j < 8; j++)
            C[i][j] = (double)(next() >> 24) - 128;
    }
    for (int q = 0; q < k; q++)
        for (int j = 0; j < 8; j++)
            B[q][j] = small(tb);

    for (int i = 0; i < 96; i++)
        e[i] = next(); /* what is not selected does not count */
    for (int l = 0; l < 32; l++) {
        const int g = l / 4, t = l % 4;
        /* A: register r has its elements in row g or g + 8, columns from first on */
        for (int r = 0; r < (sp ? k / 2 : k) * 16 / 32 / per_a; r++) {
            const int row = r % 2 ? g + 8 : g, span = sp ? 2 * per_a : per_a, first = t * span + r / 2 * 4 * span;
            int m = 0;
            for (int q = first; q < first + span; q++)
                if (present[row][q])
                    put(a, ta, l, r * per_a + m++, encode(ta, A[row][q]));
        }
        for (int i = 0; i < k * 8 / 32; i++)
            put(b, tb, l, i, encode(tb, B[i / per_b * 4 * per_b + t * per_b + i % per_b][g]));
        for (int i = 0; i < 4; i++)
            put(c, tc, l, i, encode(tc, C[i < 2 ? g : g + 8][t * 2 + (i & 1)]));
        /* the metadata of rows g and g + 8: halves of a word for 16 columns (of tf32: 8) in a lane, or a word each */
        const int parts = k / width;
        if (sp && ta->bits >= 16 && (parts == 4 ? t == option : t / 2 == option)) {
            e[l] = 0;
            for (int p = 0; p < 4; p++) {
                const int at = (parts == 4 ? p : p + t % 2 * 4) * width;
                e[l] |= places(g, at, width, unit) << 4 * p | places(g + 8, at, width, unit) << (16 + 4 * p);
            }
        }
        if (sp && ta->bits < 16 && (parts == 16 || t / 2 == option)) {
            e[l] = 0;
            for (int p = 0; p < 8; p++)
                e[l] |= places(t % 2 ? g + 8 : g, (parts == 16 ? p + t / 2 * 8 : p) * width, width, unit) << 4 * p;
        }
    }
    for (int i = 0; !sp && i < 16; i++) { /* the scales' bytes */
        const int byte_a = word[1][0] - '0', thread_a = word[1][1] - '0', byte_b = word[2][0] - '0';
        const int lane_a = i % 8 * 4 + 2 * thread_a + i / 8, lane_b = i % 8 * 4 + word[2][1] - '0';
        for (int p = 0; p < option; p++) {
            const uint32_t sa = e[32 + lane_a] >> 8 * (byte_a + p) & 0xff, sb = e[64 + lane_b] >> 8 * (byte_b + p) & 0xff;
            uint32_t va = ue4m3 ? 0x30 | (sa & 0xf) : 120 + (sa & 7), vb = ue4m3 ? 0x30 | (sb & 0xf) : 120 + (sb & 7);
            e[32 + lane_a] ^= (sa ^ va) << 8 * (byte_a + p);
            e[64 + lane_b] ^= (sb ^ vb) << 8 * (byte_b + p);
            scale_a[i][p] = ue4m3 ? ldexp(8 + (va & 7), (int)(va >> 3) - 10) : ldexp(1, (int)va - 127);
            scale_b[i % 8][p] = ue4m3 ? ldexp(8 + (vb & 7), (int)(vb >> 3) - 10) : ldexp(1, (int)vb - 127);
        }
    }

    uint32_t *pa = a, *pb = b, *pc = c, *pe = e, *pd = d;
    if (ptx2c_launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0, (void *[]){&pa, &pb, &pc, &pe, &pd}))
        return false;
    for (int l = 0; l < 32; l++)
        for (int i = 0; i < 4; i++) {
            const int row = i < 2 ? l / 4 : l / 4 + 8, col = l % 4 * 2 + (i & 1);
            double want = C[row][col];
            for (int q = 0; q < k; q++) {
                const int p = sp ? 0 : q / (k / option);
                want += A[row][q] * B[q][col] * (sp ? 1 : scale_a[row][p] * scale_b[col][p]);
            }
            if (get(d, td, l, i) != encode(td, want)) {
                printf("%s: lane %d element %d: %llx, not %g\n", kernel->name, l, i,
                       (unsigned long long)get(d, td, l, i), want);
                return false;
            }
        }
    return true;
}

int main(void)
{
    int good = 0;
    for (uint32_t i = 0; i < sparse.kernel_count; i++)
        good += test(sparse.kernels[i]);
    printf("%d of %u forms\n", good, (unsigned)sparse.kernel_count);
    return 0;
}
