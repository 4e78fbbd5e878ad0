/* half.c: arithmetic with halves (.f16, .bf16) and pairs of them: in double, where sums and products of two are exact, rounded once. */
#include "interp.h"

#include <math.h>
#include <stdio.h>

/* What the words of a name say: its rounding, the kind of each type ('h' .f16, 'B' .bf16, 'i' another one), whether it has pairs. */
typedef struct Words { Word round, compare; bool ftz, sat, relu, nans, pair; int types; char kind[2]; Type type[2]; } Words;

static bool read_word(Words *w, const char *s)
{
    const Word round = word_in(s, ROUND), compare = word_in(s, COMPARE);
    if (round || compare) {
        *(round ? &w->round : &w->compare) = round ? round : compare;
        return true;
    }
    const bool brain = *s == 'b' && s[1] == 'f';
    if (strncmp(s + brain, "f16", 3) == 0 && (!s[3 + brain] || strcmp(s + 3 + brain, "x2") == 0)) {
        w->pair |= s[3 + brain] != 0;
        w->kind[w->types & 1] = brain ? 'B' : 'h';
        w->type[w->types++ & 1] = (Type){'b', 16};
        return w->types <= 2;
    }
    const Type type = type_of(s);
    if (type.k) {
        w->kind[w->types & 1] = 'i';
        w->type[w->types++ & 1] = type;
        return w->types <= 2;
    }
    bool *const flag = strcmp(s, "ftz") == 0 ? &w->ftz : strcmp(s, "sat") == 0 ? &w->sat : strcmp(s, "relu") == 0 ? &w->relu : strcmp(s, "NaN") == 0 ? &w->nans : NULL;
    return flag && (*flag = true);
}

static Words words_of(Thread *t, const Insn *i, int types)
{
    Words w = {0};
    char word[32];
    for (const char *s = strchr(i->op, '.'); s; s = strchr(s, '.')) {
        if (sscanf(++s, "%31[^.]", word) != 1 || !read_word(&w, word))
            stop(t, i, "is not known here");
    }
    if (w.types != types)
        stop(t, i, "is not known here");
    return w;
}

double half_value(char kind, uint64_t v)
{
    if (kind == 'B')
        return to_f32(v << 16);
    const int e = v >> 10 & 31, m = v & 1023;
    const double x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return v >> 15 & 1 ? -x : x;
}

double rounded(double x, Word round)
{
    return round == W_RZ || round == W_RZI ? trunc(x) : round == W_RM || round == W_RMI ? floor(x) : round == W_RP || round == W_RPI ? ceil(x) : nearbyint(x);
}

uint64_t half_bits(char kind, double x, Word round)
{
    static const struct { int digits, least; double most; uint64_t infinite; } forms[] = {{11, -24, 65504, 0x7c00}, {8, -133, 0x1.fep127, 0x7f80}};
    const int bf16 = kind != 'h', digits = forms[bf16].digits, least = forms[bf16].least;
    const double most = forms[bf16].most;
    const uint64_t infinite = forms[bf16].infinite;
    const uint64_t s = signbit(x) ? 0x8000 : 0;
    int e;
    if (isnan(x))
        return 0x7fff;
    if (isinf(x))
        return s | infinite;
    (void)frexp(x, &e);
    const int unit = e - digits > least ? e - digits : least;
    const bool away = round != W_RZ && round != (s ? W_RP : W_RM);
    double a = fabs(ldexp(rounded(ldexp(x, -unit), round), unit));
    if (a > most && away)
        return s | infinite;
    if (a > most)
        a = most;
    if (kind == 'B')
        return s | of_f32((float)a) >> 16;
    (void)frexp(a, &e);
    e = a == 0 || e < -13 ? -13 : e;
    return s | (((uint64_t)(e + 13) << 10) + (uint64_t)ldexp(a, 11 - e));
}

static uint64_t flush(const Words *w, uint64_t v) { return w->ftz && w->kind[0] == 'h' && !(v & 0x7c00) ? v & 0x8000 : v; }

static uint64_t finish(const Words *w, double x)
{
    if (w->sat)
        x = !(x > 0) ? 0 : x > 1 ? 1 : x;
    if (w->relu && x < 0)
        x = 0;
    const uint64_t v = flush(w, half_bits(w->kind[0], x, w->round));
    return w->relu && v == 0x8000 ? 0 : v;
}

/* The product + c as a double that rounds to a half as the exact sum does: where bits are lost the last one is odd. */
static double sum_for_halves(double product, double c)
{
    const double s = product + c, back = s - product, lost = (product - (s - back)) + (c - back);
    return lost == 0 || isnan(lost) || isinf(s) || of_f64(s) & 1 ? s : nextafter(s, lost > 0 ? INFINITY : -INFINITY);
}

static bool less(uint64_t a, uint64_t b, double x, double y) { return x < y || (x == y && (a & 0x8000) > (b & 0x8000)); }

static uint64_t extreme(const Words *w, bool least, const uint64_t v[2], double x, double y)
{
    if (isnan(x) || isnan(y))
        return w->nans || (isnan(x) && isnan(y)) ? 0x7fff : isnan(x) ? v[1] : v[0];
    return less(v[0], v[1], x, y) == least ? v[0] : v[1];
}

static uint64_t one(Thread *t, const Insn *i, const Words *w, char what, const uint64_t v[3])
{
    const double x = half_value(w->kind[0], v[0]), y = half_value(w->kind[0], v[1]), z = half_value(w->kind[0], v[2]);
    switch (what) {
    case '+': return finish(w, x + y);
    case '-': return finish(w, x - y);
    case '*': return finish(w, x * y);
    case 'f': return finish(w, sum_for_halves(x * y, z));
    case 'n': return v[0] ^ 0x8000;
    case 'a': return v[0] & 0x7fff;
    case '<': case '>': return extreme(w, what == '<', v, x, y);
    default: stop(t, i, "is not known here");
    }
}

static void arithmetic(Thread *t, const Insn *i, char what)
{
    const Words w = words_of(t, i, 1);
    const int bits = w.pair ? 32 : 16;
    uint64_t v[3] = {0}, r = 0;
    if (w.compare || (w.round && w.round != W_RN))
        stop(t, i, "is not known here");
    for (int at = 0; at < bits; at += 16) {
        for (int k = 1; k < i->n; k++)
            v[k - 1] = flush(&w, get(t, i, &i->o[k], (Type){'b', bits}) >> at & 0xffff);
        r |= one(t, i, &w, what, v) << at;
    }
    set(t, i, &i->o[0], (Type){'b', bits}, r);
}

static void add(Thread *t, const Insn *i) { arithmetic(t, i, '+'); }
static void sub(Thread *t, const Insn *i) { arithmetic(t, i, '-'); }
static void mul(Thread *t, const Insn *i) { arithmetic(t, i, '*'); }
static void fma_(Thread *t, const Insn *i) { arithmetic(t, i, 'f'); }
static void neg(Thread *t, const Insn *i) { arithmetic(t, i, 'n'); }
static void abs_(Thread *t, const Insn *i) { arithmetic(t, i, 'a'); }
static void min(Thread *t, const Insn *i) { arithmetic(t, i, '<'); }
static void max(Thread *t, const Insn *i) { arithmetic(t, i, '>'); }

static bool is_plain(const Words *w) { return !w->pair && !w->sat && !w->relu; }

/* Between halves and single or double precision. */
static void cvt(Thread *t, const Insn *i)
{
    const Words w = words_of(t, i, 2);
    const Type from = w.type[1], to = w.type[0];
    const bool narrow = w.kind[0] != 'i', wide = w.kind[1] != 'i', rounds = w.round && w.round < W_RNI;
    if (!is_plain(&w) || w.ftz || w.compare || narrow == wide || (narrow ? from : to).k != 'f' || (narrow ? !rounds : w.round != W_NONE))
        stop(t, i, "is not known here");
    const uint64_t v = get(t, i, &i->o[1], from);
    const double x = wide ? half_value(w.kind[1], v) : real_of(from, v);
    set(t, i, &i->o[0], to, narrow ? half_bits(w.kind[0], x, w.round) : bits_of_real(to, x));
}

static void setp(Thread *t, const Insn *i)
{
    const Words w = words_of(t, i, 1);
    const Type half = {'b', 16}, pred = {'p', 1};
    if (!is_plain(&w) || w.round)
        stop(t, i, "is not known here");
    const double x = half_value(w.kind[0], flush(&w, get(t, i, &i->o[1], half))), y = half_value(w.kind[0], flush(&w, get(t, i, &i->o[2], half)));
    const bool yes = holds(t, i, w.compare, relation_of(x, y));
    set(t, i, &i->o[0], pred, yes);
    if (i->o[0].pair)
        set(t, i, i->o[0].pair, pred, !yes);
}

const Row half_rows[] = {
    {"add", add, WHOLE, 3, 3}, {"sub", sub, WHOLE, 3, 3}, {"mul", mul, WHOLE, 3, 3}, {"fma", fma_, WHOLE, 4, 4}, {"neg", neg, WHOLE, 2, 2},
    {"abs", abs_, WHOLE, 2, 2}, {"min", min, WHOLE, 3, 3}, {"max", max, WHOLE, 3, 3}, {"cvt", cvt, WHOLE, 2, 2}, {"setp", setp, WHOLE, 3, 3}, {0},
};
