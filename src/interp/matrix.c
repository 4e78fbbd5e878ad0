/* matrix.c: matrices that a warp holds together: mma of 16 x 8, ldmatrix, wmma.  What wmma puts where is our own affair.
 *
 * The manual leaves open how sums of floats are rounded.  Here, as in all that ptx2c makes: to single precision, after each
 * product, in the order of k; to halves at the end. */
#include "interp.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 32 * 32 };

/* What kind of numbers: 'h' .f16, 'B' .bf16, 't' .tf32, 'f' .f32, 's', 'u', with their bits. */
typedef struct Number { char k; int bits; } Number;

static Number number_of(const char *word)
{
    static const struct { const char *name; Number is; } names[] = {
        {"f16", {'h', 16}}, {"bf16", {'B', 16}}, {"tf32", {'t', 32}}, {"f32", {'f', 32}}, {"s32", {'s', 32}}, {"s8", {'s', 8}}, {"u8", {'u', 8}},
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(word, names[k].name) == 0)
            return names[k].is;
    return (Number){0, 0};
}

static double value_of(Number n, uint64_t v)
{
    if (n.k == 's' || n.k == 'u')
        return n.k == 's' ? (double)sign(v, n.bits) : (double)v;
    return n.k == 'h' ? half_value('h', v) : to_f32(n.k == 'B' ? v << 16 : n.k == 't' ? v & 0xffffe000 : v);
}

static uint64_t bits_of(Number n, double x)
{
    const uint64_t f = isnan(x) ? 0x7fffffff : of_f32((float)x);
    return n.k == 'h' ? half_bits('h', x, W_RN) : n.k == 'B' ? f >> 16 : n.k == 'f' || n.k == 't' ? f : (uint64_t)(int64_t)x;
}

typedef struct Shape { int m, n, k; } Shape;
typedef struct Element { int row, column; } Element;
typedef Element Where(Shape s, int lane, int at, Number n); /* at: the element's place among those of the lane */

/* mma.m16n8: registers of 32 bits, each of as many neighbouring elements as it holds. */
static Element of_a(Shape s, int lane, int at, Number n)
{
    const int each = 32 / n.bits, r = at / each;
    (void)s;
    return (Element){lane / 4 + 8 * (r & 1), lane % 4 * each + at % each + 4 * each * (r >> 1)};
}

static Element of_b(Shape s, int lane, int at, Number n)
{
    const int each = 32 / n.bits;
    (void)s;
    return (Element){lane % 4 * each + at % each + 4 * each * (at / each), lane / 4};
}

static Element of_c(Shape s, int lane, int at, Number n)
{
    (void)s;
    (void)n;
    return (Element){lane / 4 + 8 * (at / 2), lane % 4 * 2 + at % 2};
}

/* wmma: one after the other, round again where the registers hold more.  s: rows and columns. */
static Element of_any(Shape s, int lane, int at, Number n)
{
    const int all = s.m * s.n, k = (lane * (all / 32) + at) % all;
    (void)n;
    return (Element){k / s.n, k % s.n};
}

typedef Thread *const *Warp;
typedef struct Matrix { int rows, columns; double at[MOST]; } Matrix;

/* The elements of a matrix that the registers of all lanes hold, or to them. */
static void move(Warp warp, const Insn *i, int operand, Matrix *x, Where *where, Shape s, Number n, bool back)
{
    const Operand *o = &i->o[operand];
    const int registers = o->kind == LIST ? o->n : 1, each = 32 / n.bits;
    const int holds = 32 * registers * each, all = x->rows * x->columns;
    if (where == of_any ? holds < all || holds % all : holds != all)
        stop(warp[0], i, "so many registers");
    for (int lane = 0; lane < 32; lane++)
        for (int r = 0; r < registers; r++) {
            const Operand *reg = o->kind == LIST ? &o->item[r] : o;
            uint64_t v = back ? 0 : get(warp[lane], i, reg, (Type){'b', 32});
            for (int j = 0; j < each; j++) {
                const Element e = where(s, lane, r * each + j, n);
                double *at = &x->at[e.row * x->columns + e.column];
                if (back)
                    v |= (bits_of(n, *at) & mask_of(n.bits)) << j * n.bits;
                else
                    *at = value_of(n, v >> j * n.bits & mask_of(n.bits));
            }
            if (back)
                set(warp[lane], i, reg, (Type){'b', 32}, v);
        }
}

/* Sums of integers are exact, a product or sum of two floats has a double's bits to spare: rounding it again changes nothing. */
static void multiply(const Matrix *a, const Matrix *b, Matrix *c, Number n)
{
    const bool whole = n.k == 's';
    for (int r = 0; r < c->rows; r++)
        for (int k = 0; k < c->columns; k++)
            for (int j = 0; j < a->columns; j++) {
                double *sum = &c->at[r * c->columns + k], product = a->at[r * a->columns + j] * b->at[j * b->columns + k];
                *sum = whole ? *sum + product : (float)(*sum + (float)product);
            }
}

static void do_mma(Warp warp, const Insn *i)
{
    static Matrix a, b, c;
    Shape s;
    char d[8], x[8], y[8], z[8];
    int end = 0;
    if (sscanf(i->op, "mma.sync.aligned.m%dn%dk%d.row.col.%7[^.].%7[^.].%7[^.].%7[^.]%n", &s.m, &s.n, &s.k, d, x, y, z, &end) != 7 || i->op[end])
        stop(warp[0], i, "is not known here");
    const Number nd = number_of(d), na = number_of(x), nb = number_of(y), nc = number_of(z);
    if (s.m != 16 || s.n != 8 || s.k > 32 || !nd.k || !na.k || !nb.k || nd.k != nc.k || na.bits != nb.bits || na.k == 'f')
        stop(warp[0], i, "is not known here");
    a.rows = c.rows = 16, b.columns = c.columns = 8, a.columns = b.rows = s.k;
    move(warp, i, 1, &a, of_a, s, na, false);
    move(warp, i, 2, &b, of_b, s, nb, false);
    move(warp, i, 3, &c, of_c, s, nc, false);
    multiply(&a, &b, &c, nd);
    move(warp, i, 0, &c, of_c, s, nd, true);
}

static Matrix sized(int rows, int columns) { return (Matrix){.rows = rows, .columns = columns}; }
static Shape shape_of(const Matrix *x) { return (Shape){x->rows, x->columns, 0}; }

static bool is_shape(Shape s)
{
    return s.m > 0 && s.n > 0 && s.k > 0 && s.m <= 32 && s.n <= 32 && s.k <= 32 && s.m * s.k >= 32 && s.k * s.n >= 32 && s.m * s.n >= 32;
}

static void do_wmma_mma(Warp warp, const Insn *i)
{
    static Matrix a, b, c;
    Shape s;
    char types[4][8];
    int end = 0;
    int n = sscanf(i->op, "wmma.mma.sync.aligned.%*3[a-z].%*3[a-z].m%dn%dk%d.%7[^.].%7[^.]%n.%7[^.].%7[^.]%n", &s.m, &s.n, &s.k, types[0], types[1], &end,
                   types[2], types[3], &end);
    const bool halves = n == 5;
    if ((n != 5 && n != 7) || i->op[end] || !is_shape(s))
        stop(warp[0], i, "is not known here");
    const Number nd = number_of(types[0]), na = number_of(halves ? "f16" : types[1]), nb = number_of(halves ? "f16" : types[2]), nc = number_of(types[halves ? 1 : 3]);
    if (!nd.k || !na.k || !nb.k || !nc.k)
        stop(warp[0], i, "is not known here");
    a = sized(s.m, s.k), b = sized(s.k, s.n), c = sized(s.m, s.n);
    move(warp, i, 1, &a, of_any, shape_of(&a), na, false);
    move(warp, i, 2, &b, of_any, shape_of(&b), nb, false);
    move(warp, i, 3, &c, of_any, shape_of(&c), nc, false);
    multiply(&a, &b, &c, nd);
    move(warp, i, 0, &c, of_any, shape_of(&c), nd, true);
}

static Matrix sized_as(char which, Shape s)
{
    return which == 'a' ? sized(s.m, s.k) : which == 'b' ? sized(s.k, s.n) : sized(s.m, s.n);
}

/* Of "shared.f16", behind which the type begins; PARAM: none that has matrices. */
static Space space_of(const char *words, const char *type)
{
    return !type ? GENERIC : strncmp(words, "shared", 6) == 0 ? SHARED : strncmp(words, "global", 6) == 0 ? GLOBAL : PARAM;
}

/* A matrix from memory to registers, or back. */
static void do_wmma_copy(Warp warp, const Insn *i)
{
    static Matrix x;
    Shape s;
    char which, layout[4], rest[16];
    const bool store = strncmp(i->op, "wmma.store.", 11) == 0;
    if (sscanf(i->op, store ? "wmma.store.%c.sync.aligned.%3[a-z].m%dn%dk%d.%15s" : "wmma.load.%c.sync.aligned.%3[a-z].m%dn%dk%d.%15s", &which, layout,
               &s.m, &s.n, &s.k, rest) != 6 || !is_shape(s))
        stop(warp[0], i, "is not known here");
    const char *type = strrchr(rest, '.');
    const Number n = number_of(type ? type + 1 : rest);
    const Space space = space_of(rest, type);
    const bool by_rows = strcmp(layout, "row") == 0;
    if (!n.k || space == PARAM)
        stop(warp[0], i, "is not known here");
    x = sized_as(which, s);
    const uint64_t bytes = (uint64_t)n.bits / 8, ld = i->n > 2 ? get(warp[0], i, &i->o[2], (Type){'b', 32}) : (uint64_t)(by_rows ? x.columns : x.rows);
    if (store)
        move(warp, i, 1, &x, of_any, shape_of(&x), n, false);
    for (int k = 0; k < x.rows * x.columns; k++) {
        const uint64_t r = (uint64_t)(k / x.columns), c = (uint64_t)(k % x.columns);
        Operand o = i->o[!store];
        o.value += (by_rows ? r * ld + c : c * ld + r) * bytes;
        unsigned char *p = place(warp[0], i, &o, space, bytes);
        if (store) {
            store_bytes(p, (int)bytes, bits_of(n, x.at[k]));
            note_written(warp[0], p, bytes);
        } else {
            must_be_written(warp[0], i, p, bytes);
            x.at[k] = value_of(n, load_bytes(p, (int)bytes));
        }
    }
    if (!store)
        move(warp, i, 0, &x, of_any, shape_of(&x), n, true);
}

static void do_wmma(Warp warp, const Insn *i)
{
    if (strncmp(i->op, "wmma.mma.", 9) == 0)
        do_wmma_mma(warp, i);
    else
        do_wmma_copy(warp, i);
}

/* The first 8, 16 or 32 lanes have the addresses of rows of 8 elements. */
static void do_ldmatrix(Warp warp, const Insn *i)
{
    const Operand *o = &i->o[0];
    const int n = o->kind == LIST ? o->n : 1;
    const bool turned = strstr(i->op, ".trans") != NULL;
    static unsigned char row[32][16];
    if (!strstr(i->op, ".m8n8.") || !strstr(i->op, ".b16") || (n != 1 && n != 2 && n != 4))
        stop(warp[0], i, "is not known here");
    for (int k = 0; k < 8 * n; k++) {
        const unsigned char *p = place(warp[k], i, &i->o[1], strstr(i->op, ".shared") ? SHARED : GENERIC, 16);
        must_be_written(warp[k], i, p, 16);
        memcpy(row[k], p, 16);
    }
    for (int lane = 0; lane < 32; lane++)
        for (int m = 0; m < n; m++) {
            uint64_t v = 0;
            for (int j = 0; j < 2; j++) {
                const int r = turned ? lane % 4 * 2 + j : lane / 4, c = turned ? lane / 4 : lane % 4 * 2 + j;
                v |= (uint64_t)(row[8 * m + r][2 * c] | row[8 * m + r][2 * c + 1] << 8) << 16 * j;
            }
            set(warp[lane], i, o->kind == LIST ? &o->item[m] : o, (Type){'b', 32}, v);
        }
}

static void mma(Thread *t, const Insn *i) { wait_warp(t, i); }
static void wmma(Thread *t, const Insn *i) { wait_warp(t, i); }
static void ldmatrix(Thread *t, const Insn *i) { wait_warp(t, i); }

bool matrix_meet(Thread *const *warp, uint32_t all, const Insn *i)
{
    if (i->run != mma && i->run != wmma && i->run != ldmatrix)
        return false;
    for (int k = 0; k < 32; k++)
        if (!(all >> k & 1)) {
            for (int j = 0; j < 32; j++)
                if (all >> j & 1)
                    stop(warp[j], i, "not all lanes of the warp are there");
        }
    if (i->run == mma)
        do_mma(warp, i);
    else if (i->run == wmma)
        do_wmma(warp, i);
    else
        do_ldmatrix(warp, i);
    return true;
}

const Row matrix_rows[] = {{"mma", mma, WHOLE, 4, 4}, {"wmma", wmma, WHOLE, 2, 4}, {"ldmatrix", ldmatrix, WHOLE, 2, 2}, {0}};
