/* driver.c: runs the kernels that gen.c made and compares what they store with the references (ref.h).
 *
 *   driver [-v] [-s SEED] [-n COUNT] [-l STRIDE] [-r] [NAME...]
 *   driver -d [-n COUNT]         prints a hash of what each form gives, for comparison with another machine's
 *
 * -n: combinations of inputs to try where not all can be (10000); -l: also every STRIDEth of the 2^32 floats for
 * forms of one f32 (1: all, which takes hours);
 * -r: with the host's rounding mode upward, which must not matter; NAME: only these mnemonics; -v: a line per form. */
#include "eval.h"

#include <fenv.h>
#include <math.h>
#include <ptx2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1, count = 10000;
static uint64_t stride; /* of the floats that a form of one f32 is tried on; 0: only as other forms */
static bool verbose, upward, dump;
static long passed, failed;

static uint64_t rnd(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = seed ^ seed >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static uint64_t mask(int bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static bool find_reference(const Case *c, Ref *r)
{
#if defined EVAL_ALONE /* no references here, only -d */
    (void)c;
    (void)r;
    return false;
#else
    return ref_find(c, r);
#endif
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

typedef struct List { Value *at; size_t n, cap; } List;

static void list_add(List *l, Value v)
{
    if (l->n == l->cap && !(l->at = realloc(l->at, (l->cap = 2 * l->cap + 64) * sizeof *l->at)))
        abort();
    l->at[l->n++] = v;
}

/* Zeros, subnormals, powers of two and their neighbours, the largest, infinities and NaNs of a binary format. */
static void list_floats(List *l, int bits, int mantissa)
{
    uint64_t one = 1, sign = one << (bits - 1), inf = mask(bits - 1 - mantissa) << mantissa, bias = inf >> (mantissa + 1);
    static const int exponents[] = {-1022, -150, -149, -148, -133, -127, -126, -125, -64, -63, -32, -25, -24, -23, -16, -15,
                                    -14, -12, -11, -10, -9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 14, 15,
                                    16, 22, 23, 24, 25, 30, 31, 32, 33, 52, 53, 54, 62, 63, 64, 65, 96, 120, 126, 127, 128,
                                    512, 1023};
    uint64_t v[400];
    size_t n = 0;
    v[n++] = 0;
    v[n++] = 1;
    v[n++] = 2;
    v[n++] = mask(mantissa);                     /* largest subnormal */
    v[n++] = one << (mantissa - 1);
    v[n++] = inf - 1;                            /* largest */
    v[n++] = inf;
    v[n++] = inf | one << (mantissa - 1);        /* NaNs: quiet, signalling, with payloads */
    v[n++] = inf | 1;
    v[n++] = mask(bits - 1);
    v[n++] = inf | one << (mantissa - 1) | 5;
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        int64_t e = (int64_t)bias + exponents[i];
        if (e <= 0 || (uint64_t)e >= inf >> mantissa)
            continue;
        uint64_t p = (uint64_t)e << mantissa;
        v[n++] = p - 1;
        v[n++] = p;
        v[n++] = p + 1;
        v[n++] = p | one << (mantissa - 1); /* 1.5 times: a tie when its last places are rounded */
    }
    for (size_t i = 0; i < n; i++) {
        list_add(l, (Value){v[i], 0});
        list_add(l, (Value){v[i] | sign, 0});
    }
}

static void list_integers(List *l, int bits)
{
    static const uint64_t some[] = {0, 1, 2, 3, 5, 7, 8, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0x8001, 0xffff, 0x10000,
                                    0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x12345678, 0x7ffffffe, 0x7fffffff, 0x80000000,
                                    0x80000001, 0xaaaaaaaa, 0xfffffffe, 0xffffffff, 0x100000000, 0x1fffffffffffff,
                                    0x20000000000001, 0x7fffffffffffffff, 0x8000000000000000, 0x5555555555555555};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        list_add(l, (Value){some[i] & mask(bits), bits > 64 ? some[i] : 0});
        list_add(l, (Value){(0 - some[i]) & mask(bits), bits > 64 ? ~some[i] : 0});
        list_add(l, (Value){~some[i] & mask(bits), bits > 64 ? 0 - some[i] : 0});
    }
}

static void format_of(const char *type, int *bits, int *mantissa)
{
    static const struct { const char *type; int bits, mantissa; } formats[] = {
        {"f16", 16, 10}, {"f16x2", 16, 10}, {"bf16", 16, 7}, {"bf16x2", 16, 7}, {"f32", 32, 23}, {"f32x2", 32, 23},
        {"tf32", 32, 23}, {"f64", 64, 52}};
    *mantissa = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(type, formats[i].type) == 0) {
            *bits = formats[i].bits;
            *mantissa = formats[i].mantissa;
        }
}

/* f32x2 operands are .b64 in the table: their kind tells from the instruction's words. */
static const char *float_type(const Case *c, const CaseOpnd *o)
{
    if (o->kind == 'b' && o->bits == 64)
        for (const char *const *w = c->word; *w; w++)
            if (strcmp(*w, "f32x2") == 0)
                return "f32x2";
    return o->type;
}

/* The values worth trying for an operand's register: all of up to 16 bits if alone, else those at the edges. */
static void list_values(List *l, const Case *c, const CaseOpnd *o, bool alone)
{
    int bits = o->reg, mantissa;
    l->n = 0;
    if (o->kind == 'p' || o->kind == 'c') {
        list_add(l, (Value){0, 0});
        list_add(l, (Value){1, 0});
        return;
    }
    if (o->role == 'n') {
        for (uint64_t i = 0; i < 256; i++)
            list_add(l, (Value){i, 0});
        static const uint64_t more[] = {256, 257, 0x11f, 0x120, 0x10000, 0x7fffffff, 0x80000000, 0xffffff00, 0xffffffe0,
                                        0xffffffff};
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            list_add(l, (Value){more[i], 0});
        return;
    }
    if (alone && bits <= 16) {
        for (uint64_t i = 0; i <= mask(bits); i++)
            list_add(l, (Value){i, 0});
        return;
    }
    format_of(float_type(c, o), &bits, &mantissa);
    if (mantissa)
        list_floats(l, bits, mantissa);
    else
        list_integers(l, bits);
    if (bits < o->reg) { /* pairs: each with a random other */
        size_t n = l->n;
        for (size_t i = 0; i < n; i++) {
            l->at[i].lo |= l->at[rnd() % n].lo << bits;
            list_add(l, (Value){l->at[i].lo >> bits | l->at[i].lo << bits, 0});
        }
    }
}

static Value cut(int bits, Value v)
{
    return (Value){v.lo & mask(bits), bits > 64 ? v.hi & mask(bits - 64) : 0};
}

/* A random one: of any size, small, near another input. */
static Value any_value(const List *l, const CaseOpnd *o, const Value *other)
{
    Value v = {.lo = rnd()};
    v.hi = rnd();
    unsigned kind = (unsigned)(rnd() % 8);
    if (kind < 3 || o->kind == 'p' || o->kind == 'c' || (o->role == 'n' && kind < 7))
        return l->at[rnd() % l->n];
    if (kind == 3)
        v = (Value){v.lo >> rnd() % 64, 0};
    else if (kind == 4 && other)
        v = (Value){other->lo + rnd() % 5 - 2, other->hi};
    else if (kind == 5)
        v.lo &= rnd() & rnd();
    return cut(o->reg, v);
}

/* ---- one kernel -------------------------------------------------------------------------------------------------- */

enum { MAX_FORMS = 64 };

typedef struct Run {
    const EvalKernel *k;
    const Case *c;
    List list[MAX_IN];
    Value (*in)[MAX_IN]; /* EVAL_N rows */
    unsigned char *input[MAX_IN], *output;
    size_t output_bytes;
    Ref ref[MAX_FORMS];
    bool out[MAX_FORMS];       /* not asked for, or without a reference */
    bool bad[MAX_FORMS];       /* has failed, too: no more is said of it */
    double worst[MAX_FORMS];   /* of approximate forms */
    uint64_t hash[MAX_FORMS];
    size_t at[MAX_FORMS];      /* of its results in output */
    uint64_t tried, all; /* rows of inputs so far, and the number of combinations */
} Run;

static int slot_bytes(const CaseOpnd *o)
{
    return o->kind == 'p' || o->kind == 'c' ? 4 : o->reg / 8;
}

/* What a register holds after a result of o's type: manual 9.4.1. */
static Value extended(const CaseOpnd *o, Value v)
{
    v = cut(o->bits, v);
    if (o->kind == 's' && o->bits < o->reg && v.lo >> (o->bits - 1) & 1)
        v.lo |= mask(o->reg) & ~mask(o->bits);
    return v;
}

static Value load(const CaseOpnd *o, const unsigned char *from)
{
    Value v = {0, 0};
    int n = slot_bytes(o);
    for (int i = 0; i < n; i++)
        if (i < 8)
            v.lo |= (uint64_t)from[i] << 8 * i;
        else
            v.hi |= (uint64_t)from[i] << 8 * (i - 8);
    return v;
}

static void store(const CaseOpnd *o, unsigned char *to, Value v)
{
    int n = slot_bytes(o);
    for (int i = 0; i < n; i++)
        to[i] = (unsigned char)(i < 8 ? v.lo >> 8 * i : v.hi >> 8 * (i - 8));
}

/* Is got what had to come, where any NaN may stand for another? */
static bool same(const Case *c, const CaseOpnd *o, bool any_nan, Value want, Value got)
{
    int bits = o->bits, mantissa = 0;
    if (want.lo == got.lo && want.hi == got.hi)
        return true;
    if (any_nan)
        format_of(float_type(c, o), &bits, &mantissa);
    if (!mantissa || got.lo >> 1 >> (o->bits - 1))
        return false;
    for (int at = 0; at < o->bits; at += bits) {
        uint64_t w = want.lo >> at & mask(bits), g = got.lo >> at & mask(bits);
        uint64_t inf = mask(bits - 1 - mantissa) << mantissa, value = mask(bits - 1);
        if (w != g && !((w & value) > inf && (g & value) > inf))
            return false;
    }
    return true;
}

static void print_value(const CaseOpnd *o, Value v)
{
    if (o->bits > 64)
        printf("0x%llx%016llx", (unsigned long long)v.hi, (unsigned long long)v.lo);
    else
        printf("0x%0*llx", (o->reg + 3) / 4, (unsigned long long)v.lo);
    float f;
    double d;
    uint32_t u = (uint32_t)v.lo;
    if (strcmp(o->type, "f32") == 0) {
        memcpy(&f, &u, sizeof f);
        printf(" (%.9g)", (double)f);
    } else if (strcmp(o->type, "f64") == 0) {
        memcpy(&d, &v.lo, sizeof d);
        printf(" (%.17g)", d);
    }
}

static void say_wrong(const Case *c, const Value *in, const Value *got, const Value *want)
{
    printf("FAIL %s (sm_%d):", c->text, c->target);
    for (int i = 0; i < c->nin; i++) {
        printf(" a%d=", i);
        print_value(&c->in[i], in[i]);
    }
    for (int i = 0; i < c->nout; i++) {
        printf("; d%d=", i);
        print_value(&c->out[i], got[i]);
        if (want) {
            printf(", not ");
            print_value(&c->out[i], want[i]);
        }
    }
    putchar('\n');
}

/* Machines differ in the NaNs that the manual leaves open. */
static Value canonical(const Case *c, const CaseOpnd *o, Value v)
{
    int bits = o->bits, mantissa;
    format_of(float_type(c, o), &bits, &mantissa);
    for (int at = 0; mantissa && at < o->bits; at += bits)
        if ((v.lo >> at & mask(bits - 1)) > mask(bits - 1 - mantissa) << mantissa)
            v.lo |= mask(bits) << at;
    return v;
}

static void hash_form(Run *r, int form, const unsigned char *from, int rows)
{
    const Case *c = &r->c[form];
    for (int i = 0; i < c->nout; from += EVAL_N * (size_t)slot_bytes(&c->out[i++]))
        for (int row = 0; row < rows; row++) {
            Value v = canonical(c, &c->out[i], load(&c->out[i], from + row * slot_bytes(&c->out[i])));
            r->hash[form] = (r->hash[form] ^ v.lo ^ v.hi << 7) * 0x9e3779b97f4a7c15u;
            r->hash[form] ^= r->hash[form] >> 29;
        }
}

static void check_form(Run *r, int form, const unsigned char *from, int rows)
{
    const Case *c = &r->c[form];
    const Ref *ref = &r->ref[form];
    for (int row = 0; row < rows && !r->bad[form]; row++) {
        Value in[MAX_IN], got[MAX_OUT] = {{0, 0}}, want[MAX_OUT] = {{0, 0}};
        const unsigned char *p = from;
        bool ok = true;
        for (int i = 0; i < c->nin; i++)
            in[i] = c->in[i].role == 'i' ? (Value){c->in[i].value, 0} : cut(c->in[i].bits, r->in[row][i]);
        for (int i = 0; i < c->nout; i++) {
            got[i] = load(&c->out[i], p + row * slot_bytes(&c->out[i]));
            p += EVAL_N * (size_t)slot_bytes(&c->out[i]);
        }
        if (ref->bits) {
            ref->bits(ref, in, want);
            for (int i = 0; i < c->nout; i++) {
                want[i] = extended(&c->out[i], want[i]);
                ok &= same(c, &c->out[i], ref->any_nan, want[i], got[i]);
            }
        } else {
            double e = ref->error(ref, in, got);
            ok = e <= ref->bound;
            r->worst[form] = e > r->worst[form] ? e : r->worst[form];
        }
        if (!ok) {
            r->bad[form] = true;
            say_wrong(c, in, got, ref->bits ? want : NULL);
            if (!ref->bits)
                printf("     error %g, allowed %g %s\n", r->worst[form], ref->bound, ref->unit);
        }
    }
}

static bool launch(Run *r, int rows)
{
    const ptx2c_kernel *k = ptx2c_find_kernel((const ptx2c_module *)eval_modules[r->k->module], r->k->name);
    void *args[MAX_IN + 1];
    uint64_t pointers[MAX_IN + 1]; /* in kernels addresses have 64 bits */
    int n = 0;
    for (int i = 0; i < r->c->nin; i++)
        if (r->c->in[i].role != 'i') {
            for (int row = 0; row < EVAL_N; row++)
                store(&r->c->in[i], r->input[i] + row * slot_bytes(&r->c->in[i]), r->in[row < rows ? row : 0][i]);
            pointers[n] = (uintptr_t)r->input[i];
            args[n] = &pointers[n];
            n++;
        }
    pointers[n] = (uintptr_t)r->output;
    args[n] = &pointers[n];
    memset(r->output, 0xa5, r->output_bytes);
    if (upward)
        fesetround(FE_UPWARD);
    int status = ptx2c_launch(k, (ptx2c_dim3){EVAL_N / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, args);
    fesetround(FE_TONEAREST);
    if (status)
        printf("FAIL eval_%d %s: %s\n", r->k->module, r->k->name, ptx2c_strerror(status));
    return !status;
}

/* The next rows of inputs: all combinations where there are not too many, else edges and random ones. */
static int next_rows(Run *r)
{
    const Case *c = r->c;
    uint64_t limit = r->all <= 8 * count ? r->all : count;
    if (r->all <= 65536 && c->nin == 1)
        limit = r->all + (c->in[0].reg > 16 ? count / 2 : 0);
    int rows = 0;
    for (; rows < EVAL_N && r->tried < limit; rows++, r->tried++) {
        uint64_t at = r->tried;
        bool listed = at < r->all && r->all <= limit;
        for (int i = 0; i < c->nin; i++) {
            const List *l = &r->list[i];
            if (c->in[i].role == 'i')
                continue;
            if (listed) {
                r->in[rows][i] = l->at[at % l->n];
                at /= l->n;
            } else {
                r->in[rows][i] = any_value(l, &c->in[i], i ? &r->in[rows][0] : NULL);
            }
        }
    }
    if (stride && c->nin == 1 && strcmp(c->in[0].type, "f32") == 0)
        for (; rows < EVAL_N && (r->tried - limit) * stride <= UINT32_MAX; rows++, r->tried++)
            r->in[rows][0] = (Value){(r->tried - limit) * stride, 0};
    return rows;
}

static bool wanted(const char *name, char **names)
{
    for (char **n = names; *n; n++)
        if (strcmp(*n, name) == 0)
            return true;
    return !*names;
}

/* The references of a kernel's forms; says whether any form is wanted. */
static bool find_references(Run *r, char **names)
{
    bool any = false;
    for (int f = 0; f < r->k->n; f++) {
        const Case *c = &r->c[f];
        r->bad[f] = r->out[f] = !wanted(c->name, names);
        if (r->bad[f])
            continue;
        any = true;
        if (!dump && !find_reference(c, &r->ref[f])) {
            printf("FAIL %s (sm_%d): no reference knows this form\n", c->text, c->target);
            r->bad[f] = r->out[f] = true;
            failed++;
        }
    }
    return any;
}

static void allocate(Run *r)
{
    int given = 0;
    for (int f = 0; f < r->k->n; f++) {
        r->at[f] = r->output_bytes;
        for (int i = 0; i < r->c[f].nout; i++)
            r->output_bytes += EVAL_N * (size_t)slot_bytes(&r->c[f].out[i]);
    }
    r->output = malloc(r->output_bytes);
    r->in = malloc(sizeof *r->in * EVAL_N);
    for (int i = 0; i < r->c->nin; i++)
        given += r->c->in[i].role != 'i';
    for (int i = 0; i < r->c->nin; i++) {
        if (r->c->in[i].role == 'i')
            continue;
        r->input[i] = malloc(16 * EVAL_N);
        list_values(&r->list[i], r->c, &r->c->in[i], given == 1);
        r->all = r->all > UINT64_MAX / r->list[i].n ? UINT64_MAX : r->all * r->list[i].n;
    }
}

static void report(const Run *r, int f)
{
    const Case *c = &r->c[f];
    *(r->bad[f] ? &failed : &passed) += 1;
    if (dump)
        printf("%016llx %s (sm_%d)\n", (unsigned long long)r->hash[f], c->text, c->target);
    else if (!r->bad[f] && r->ref[f].error)
        printf("worst %s: %.4g of %g %s\n", c->text, r->worst[f], r->ref[f].bound, r->ref[f].unit);
    else if (!r->bad[f] && verbose)
        printf("ok %s\n", c->text);
}

static void run_kernel(const EvalKernel *k, char **names)
{
    Run r = {.k = k, .c = &eval_cases[k->first], .all = 1};
    if (!find_references(&r, names))
        return;
    allocate(&r);
    for (int rows; (rows = next_rows(&r)) > 0;) {
        if (!launch(&r, rows)) {
            failed++;
            break;
        }
#if defined _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
        for (int f = 0; f < k->n; f++)
            (dump ? hash_form : check_form)(&r, f, r.output + r.at[f], rows);
    }
    for (int f = 0; f < k->n; f++)
        if (!r.out[f])
            report(&r, f);
    for (int i = 0; i < MAX_IN; i++) {
        free(r.list[i].at);
        free(r.input[i]);
    }
    free(r.in);
    free(r.output);
}

int main(int argc, char **argv)
{
    (void)argc;
    for (argv++; *argv && **argv == '-'; argv++) {
        if (strcmp(*argv, "-v") == 0)
            verbose = true;
        else if (strcmp(*argv, "-d") == 0)
            dump = true;
        else if (argv[1] && strcmp(*argv, "-l") == 0)
            stride = strtoull(*++argv, NULL, 0);
        else if (strcmp(*argv, "-r") == 0)
            upward = true;
        else if (argv[1] && strcmp(*argv, "-s") == 0)
            seed = strtoull(*++argv, NULL, 0);
        else if (argv[1] && strcmp(*argv, "-n") == 0)
            count = strtoull(*++argv, NULL, 0);
    }
    int with_kernel = 0;
    for (int i = 0; i < eval_nkernels; i++) {
        run_kernel(&eval_kernels[i], argv);
        with_kernel += eval_kernels[i].n;
    }
    for (int i = with_kernel; i < eval_ncases && !dump; i++) {
        Ref r;
        if (!wanted(eval_cases[i].name, argv) || find_reference(&eval_cases[i], &r))
            continue;
        printf("FAIL %s (sm_%d): no reference knows this form\n", eval_cases[i].text, eval_cases[i].target);
        failed++;
    }
    printf("%ld passed, %ld failed, 0 skipped\n", passed, failed);
    return failed != 0 || !passed;
}
