/* bit_field.c: bit fields of numbers that grow evenly from lane to lane.
 *
 * Programs lay out data by the bits of a thread's number: tid & 15 is the column, tid >> 4 the row.  A chunk begins at a
 * multiple of its width, 2^w lanes, and goes no further than the next: its lanes agree in the bits of %tid.x from number w on.  A
 * field that lies above these is the same for all of them, and one that holds all in which they differ grows as the number itself.
 *
 * Of a value are known for that: from which bit on the lanes agree (Val.run, less 1), and how many of the lowest bits are 0 in
 * all of them (Val.zeros).  Both are of the number modulo 2^bits of its type.
 *
 * In: what uniform.c knows of operands.  Out: Val of results. */
#include "analysis/uniform.h"

int field_zeros(uint64_t x)
{
    int n = 0;
    while (n < 63 && !(x >> n & 1))
        n++;
    return n;
}

/* All bits up to the highest one of x. */
static uint64_t filled(uint64_t x)
{
    for (int s = 1; s < 64; s *= 2)
        x |= x >> s;
    return x;
}

/* The bit from which on lanes agree; 64: nothing is known. */
static int agree_from(Val v) { return v.kind == VAL_UNI ? 0 : v.kind == VAL_AFF && v.run ? v.run - 1 : 64; }

static uint8_t run_from(int bit) { return bit < 64 ? (uint8_t)(bit + 1) : 0; }

/* The zeros of v * k. */
static int zeros_times(Val v, int64_t k)
{
    const int n = v.zeros + field_zeros((uint64_t)k);
    return k == 0 || n > 63 ? 63 : n;
}

/* k as a power of two, or -1. */
static int power(int64_t k) { return k > 0 && is_power_of_2((uint64_t)k) ? field_zeros((uint64_t)k) : -1; }

Val field_linear(Val v, Val a, int64_t ka, Val b, int64_t kb, Type t)
{
    const int za = ka ? zeros_times(a, ka) : 63, zb = kb ? zeros_times(b, kb) : 63;
    v.zeros = (uint8_t)lesser(za, zb);
    v.run = 0;
    if (v.kind != VAL_AFF)
        return v;
    const bool first = a.kind == VAL_AFF;
    const Val x = first ? a : b;
    const int by = power(first ? ka : kb), from = agree_from(x) + by, other = first ? zb : za;
    if (by >= 0 && a.kind != b.kind && other >= from && from < type_info[t].bits)
        v.run = run_from(from);
    return v;
}

/* The bits in which lanes may differ. */
static uint64_t differing(Val v)
{
    return bits_below((uint64_t)agree_from(v)) & ~bits_below(v.zeros);
}

bool field_and(Back *b, Val a, uint64_t mask, Type t, Val *v)
{
    const int from = agree_from(a);
    const uint64_t all = type_max(t);
    if (a.kind != VAL_AFF || from >= type_info[t].bits)
        return false;
    const uint64_t differ = differing(a) & all;
    const int zeros = field_zeros(mask & all);
    if ((mask & differ) != 0 && (mask & differ) != differ)
        return false;
    b->aligned = true;
    *v = uniform_uni(LV_CHUNK, lesser_u(mask & all, a.max));
    v->zeros = (uint8_t)greater(zeros, a.zeros);
    if (!(mask & differ))
        return true;
    v->kind = VAL_AFF;
    v->step = a.step;
    v->run = run_from(from);
    return true;
}

bool field_shr(Back *b, Val a, uint64_t by, Type t, Val *v)
{
    const int from = agree_from(a);
    if (a.kind != VAL_AFF || from >= type_info[t].bits || by >= (uint64_t)type_info[t].bits)
        return false;
    const bool alike = by >= (uint64_t)from, exact = a.zeros >= by && a.step % ((int64_t)1 << by) == 0;
    if (!alike && !exact)
        return false;
    b->aligned = true;
    *v = uniform_uni(LV_CHUNK, type_info[t].kind == 's' && a.max > INT32_MAX ? UINT64_MAX : a.max >> by);
    v->zeros = (uint8_t)(a.zeros > by ? a.zeros - by : 0);
    if (alike)
        return true;
    v->kind = VAL_AFF;
    v->step = a.step / ((int64_t)1 << by);
    v->run = run_from(from - (int)by);
    return true;
}

/* x | y and x ^ y, where both are the sum: no bit is set in both. */
static bool apart(Val x, Val y) { return x.zeros > 0 && y.max < (uint64_t)1 << x.zeros; }

/* Where y has only bits in which the lanes of x agree. */
static bool above(Val x, Val y) { return x.kind == VAL_AFF && y.kind == VAL_UNI && y.zeros >= agree_from(x); }

/* Where a constant y sets all bits in which the lanes of x differ. */
static bool covers(Val x, Val y) { return y.cst && x.kind == VAL_AFF && agree_from(x) < 64 && !(differing(x) & ~y.c); }

bool field_or(Back *b, Val x, Val y, bool either, Val *v)
{
    if (!val_is_even(x) || !val_is_even(y))
        return false;
    *v = val_of_both(x, y);
    v->kind = VAL_UNI;
    v->max = filled(x.max | y.max);
    v->zeros = (uint8_t)lesser(x.zeros, y.zeros);
    if (x.kind == VAL_UNI && y.kind == VAL_UNI)
        return true;
    v->level = LV_CHUNK;
    if (!either && (covers(x, y) || covers(y, x)))
        return b->aligned = true;
    if (apart(x, y) || apart(y, x)) {
        v->step = x.step + y.step;
        v->kind = v->step ? VAL_AFF : VAL_UNI;
        v->run = v->step ? run_from((int)greater(agree_from(x), agree_from(y))) : 0;
        return within(v->step, 1 << 20);
    }
    if (!above(x, y) && !above(y, x))
        return false;
    const Val a = x.kind == VAL_AFF ? x : y;
    b->aligned = true;
    v->kind = VAL_AFF;
    v->step = a.step;
    v->run = a.run;
    return true;
}
