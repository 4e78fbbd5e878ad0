/* Each kernel of mma.ptx, named SHAPE_D_A_B_C…, against products of matrices.  The elements' places in the lanes'
 * registers are those of the formulas of the manual, 9.7.14.5.1 to .13, shape by shape.  The values are small: all sums
 * are exact in any order. */
#include "matrix.h"

extern const ptx2c_module mma;

typedef struct Form {
    int m, n, k;
    const Type *d, *a, *b, *c;
    bool f884, a_col, b_row, sat, and_;
} Form;

typedef struct At { int row, col, which; } At; /* which: of the four products of m8n8k4 */

static At a_at(const Form *f, int lane, int i)
{
    const int g = lane >> 2, t = lane % 4;
    if (f->f884) {
        int up = lane < 16 ? 0 : 4, which = lane / 4 % 4;
        return f->a_col ? (At){i % 4 + up, lane % 4, which} : (At){lane % 4 + up, i, which};
    }
    switch (f->k * 100 + f->a->bits) {
    case 464: /* m8n8k4, m16n8k4 */
    case 432: return (At){i ? g + 8 : g, t, 0};
    case 816: return (At){i < 2 ? g : g + 8, t * 2 + (i & 1), 0};
    case 864:
    case 832: return (At){i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4, 0};
    case 1616: return (At){i < 2 || (4 <= i && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, 0};
    case 1664: return (At){i % 2 == 0 ? g : g + 8, i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t, 0};
    case 1608: return f->m == 8 ? (At){g, t * 4 + i, 0} : (At){i < 4 ? g : g + 8, t * 4 + (i & 3), 0};
    case 3208: return (At){i < 4 || (8 <= i && i < 12) ? g : g + 8, i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, 0};
    case 3204: return f->m == 8 ? (At){g, t * 8 + i, 0} : (At){i < 8 ? g : g + 8, t * 8 + (i & 7), 0};
    case 6404: return (At){i < 8 || (16 <= i && i < 24) ? g : g + 8, i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, 0};
    case 12801: return f->m == 8 ? (At){g, t * 32 + i, 0} : (At){i < 32 ? g : g + 8, t * 32 + (i & 31), 0};
    case 25601: return (At){i < 32 || (64 <= i && i < 96) ? g : g + 8, i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128, 0};
    }
    printf("no layout of A\n");
    exit(1);
}

static At b_at(const Form *f, int lane, int i)
{
    const int g = lane >> 2, t = lane % 4;
    if (f->f884) {
        int up = lane < 16 ? 0 : 4, which = lane / 4 % 4;
        return f->b_row ? (At){lane % 4, i + up, which} : (At){i, lane % 4 + up, which};
    }
    switch (f->k * 100 + f->b->bits) {
    case 464:
    case 432: return (At){t, g, 0};
    case 816: return (At){t * 2 + i, g, 0};
    case 864:
    case 832: return (At){i ? t + 4 : t, g, 0};
    case 1616: return (At){i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g, 0};
    case 1664: return (At){t + i * 4, g, 0};
    case 1608: return (At){t * 4 + i, g, 0};
    case 3208: return (At){i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g, 0};
    case 3204: return (At){t * 8 + i, g, 0};
    case 6404: return (At){i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g, 0};
    case 12801: return (At){t * 32 + i, g, 0};
    case 25601: return (At){i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128, g, 0};
    }
    printf("no layout of B\n");
    exit(1);
}

static At c_at(const Form *f, const Type *type, int lane, int i)
{
    const int g = lane >> 2, t = lane % 4;
    if (f->f884 && type->bits == 16)
        return (At){lane < 16 ? lane % 4 : lane % 4 + 4, i, lane / 4 % 4};
    if (f->f884) {
        int x = (lane & 1) + (i & 2);
        return (At){lane < 16 ? x : x + 4, (i & 4) + (lane & 2) + (i & 1), lane / 4 % 4};
    }
    return (At){i < 2 ? g : g + 8, t * 2 + (i & 1), 0};
}

static double A[4][16][256], B[4][256][8], C[4][16][8];

static bool rough; /* values whose sums are rounded: the order counts */

/* The sum as ptx2c-runtime(3) defines it. */
static double in_order(const Form *f, At p)
{
    volatile float s = (float)C[p.which][p.row][p.col];
    double d = C[p.which][p.row][p.col];
    for (int k = 0; k < f->k; k++) {
        const double x = A[p.which][p.row][k], y = B[p.which][k][p.col];
        const volatile float product = (float)(x * y);
        s = s + product;
        d = fma(x, y, d);
    }
    return f->d->bits == 64 ? d : (double)s;
}

static double want(const Form *f, At p)
{
    if (rough)
        return in_order(f, p);
    double s = C[p.which][p.row][p.col];
    for (int k = 0; k < f->k; k++) {
        double x = A[p.which][p.row][k], y = B[p.which][k][p.col];
        s += f->a->bits > 1 ? x * y : f->and_ ? x * y : x != y;
    }
    if (f->sat)
        s = s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s;
    else if (f->d->name[0] == 's')
        s = (double)(int32_t)(uint32_t)(uint64_t)(int64_t)s;
    return s;
}

static bool test(const ptx2c_kernel *kernel, const Form *f, uint32_t seed)
{
    static uint32_t a[1024], b[1024], c[1024], d[1024];
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    const int parts = f->f884 ? 4 : 1, na = parts * f->m * f->k / 32, nb = parts * f->k * f->n / 32,
              nc = parts * f->m * f->n / 32;
    for (int q = 0; q < 4; q++) {
        for (int i = 0; i < 16 * 256; i++) {
            seed = seed * 1664525 + 1013904223;
            A[q][i / 256][i % 256] = ldexp(value(f->a, seed), rough ? (int)(seed >> 29) * 2 - 7 : 0);
        }
        for (int i = 0; i < 256 * 8; i++)
            B[q][i / 8][i % 8] = value(f->b, seed = seed * 1664525 + 1013904223);
        for (int i = 0; i < 16 * 8; i++) {
            seed = seed * 1664525 + 1013904223;
            C[q][i / 8][i % 8] = rough ? ((int)(seed >> 8) - (1 << 23)) / 0x1p17 /* all bits of a float */
                                 : f->c->exp || f->c->bits == 64 ? (int)(seed >> 24) - 128
                                 : seed & 0x800                ? INT32_MAX - (int)(seed >> 20)
                                 : seed & 0x400                ? INT32_MIN + (int)(seed >> 20)
                                                               : (int)(seed >> 20);
        }
    }
    for (int lane = 0; lane < 32; lane++) {
        for (int i = 0; i < na; i++) {
            At p = a_at(f, lane, i);
            put(a, f->a, lane, i, encode(f->a, A[p.which][p.row][p.col]));
        }
        for (int i = 0; i < nb; i++) {
            At p = b_at(f, lane, i);
            put(b, f->b, lane, i, encode(f->b, B[p.which][p.row][p.col]));
        }
        for (int i = 0; i < nc; i++) {
            At p = c_at(f, f->c, lane, i);
            put(c, f->c, lane, i, encode(f->c, C[p.which][p.row][p.col]));
        }
    }
    uint32_t *pa = a, *pb = b, *pc = c, *pd = d;
    if (ptx2c_launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0, (void *[]){&pa, &pb, &pc, &pd}))
        return false;
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < nc; i++) {
            At p = c_at(f, f->d, lane, i);
            if (get(d, f->d, lane, i) != encode(f->d, want(f, p))) {
                printf("%s: lane %d element %d: %llx, not %g\n", kernel->name, lane, i,
                       (unsigned long long)get(d, f->d, lane, i), want(f, p));
                return false;
            }
        }
    return true;
}

int main(void)
{
    int done = 0, good = 0, rounded = 0;
    for (uint32_t i = 0; i < mma.kernel_count; i++) {
        const ptx2c_kernel *kernel = mma.kernels[i];
        char name[80], *word[10];
        int n = 0;
        snprintf(name, sizeof name, "%s", kernel->name);
        for (char *p = strtok(name, "_"); p && n < 10; p = strtok(NULL, "_"))
            word[n++] = p;
        Form f = {.d = find(word[1]), .a = find(word[2]), .b = find(word[3]), .c = find(word[4])};
        sscanf(word[0], "m%dn%dk%d", &f.m, &f.n, &f.k);
        f.f884 = f.k == 4 && f.a->bits == 16;
        f.a_col = f.f884 && strcmp(word[5], "col") == 0;
        f.b_row = f.f884 && strcmp(word[6], "row") == 0;
        f.sat = n > 5 && strcmp(word[5], "satfinite") == 0;
        f.and_ = n > 5 && strcmp(word[5], "and") == 0;
        done++;
        bool ok = test(kernel, &f, i) && test(kernel, &f, i + 1000);
        rough = f.a->bits >= 16 && f.c->bits >= 32 && n == (f.f884 ? 7 : 5); /* to nearest */
        good += ok && (!rough || test(kernel, &f, i + 2000));
        rounded += rough;
        rough = false;
    }
    printf("%d of %d forms, %d of them with rounding\n", good, done, rounded);
    return 0;
}
