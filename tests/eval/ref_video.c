/* ref_video.c: references for the video instructions (manual 9.7.18): parts are taken, computed with in wide integers,
 * limited and merged. */
#include "ref.h"

#include <string.h>

__extension__ typedef __int128 Int;

static Int extended(uint64_t v, int at, int bits, bool is_signed)
{
    Int x = v >> at & (((uint64_t)1 << bits) - 1);
    return is_signed && x >> (bits - 1) & 1 ? x - ((Int)1 << bits) : x;
}

/* Where a scalar selector points. */
static void place(const char *sel, int *at, int *bits)
{
    *bits = !*sel ? 32 : *sel == 'b' ? 8 : 16;
    *at = *sel ? *bits * (sel[1] - '0') : 0;
}

static Int part(const CaseOpnd *o, uint64_t v)
{
    int at, bits;
    place(o->sel, &at, &bits);
    return extended(v, at, bits, o->kind == 's');
}

static Int clamp(Int v, int bits, bool is_signed)
{
    Int top = ((Int)1 << (is_signed ? bits - 1 : bits)) - 1, low = is_signed ? -top - 1 : 0;
    return v < low ? low : v > top ? top : v;
}

static bool compare(const Case *c, Int a, Int b)
{
    return ref_has(c, "eq") ? a == b : ref_has(c, "ne") ? a != b : ref_has(c, "lt") ? a < b : ref_has(c, "le") ? a <= b
                                                                     : ref_has(c, "gt") ? a > b : a >= b;
}

/* name without the 2 or 4 behind it */
static Int operation(const Case *c, Int a, Int b)
{
    const char *n = c->name;
    if (strncmp(n, "vadd", 4) == 0)
        return a + b;
    if (strncmp(n, "vsub", 4) == 0)
        return a - b;
    if (strncmp(n, "vabsdiff", 8) == 0)
        return a < b ? b - a : a - b;
    if (strncmp(n, "vmin", 4) == 0)
        return a < b ? a : b;
    if (strncmp(n, "vmax", 4) == 0)
        return a > b ? a : b;
    if (strncmp(n, "vset", 4) == 0)
        return compare(c, a, b);
    if (strncmp(n, "vavrg", 5) == 0)
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    b = ref_has(c, "wrap") ? b & 31 : b > 32 ? 32 : b;
    return strcmp(n, "vshl") == 0 ? a * ((Int)1 << b) : a >> b;
}

static void scalar(const Ref *r, const Value in[], Value out[])
{
    const Case *c = r->of;
    int at, bits;
    Int tmp = operation(c, part(&c->in[0], in[0].lo), part(&c->in[1], in[1].lo));
    place(c->out[0].sel, &at, &bits);
    if (ref_has(c, "sat"))
        tmp = clamp(tmp, bits, c->out[0].kind == 's');
    Int third = c->nin == 3 ? extended(in[2].lo, 0, 32, c->out[0].kind == 's') : 0;
    if (ref_has(c, "add"))
        tmp += third;
    else if (ref_has(c, "min"))
        tmp = tmp < third ? tmp : third;
    else if (ref_has(c, "max"))
        tmp = tmp > third ? tmp : third;
    uint64_t mask = (((uint64_t)1 << bits) - 1) << at;
    out[0].lo = ((uint64_t)tmp << at & mask) | (in[2].lo & ~mask);
    if (c->nin == 2)
        out[0].lo = (uint64_t)tmp;
}

static void vmad(const Ref *r, const Value in[], Value out[])
{
    const Case *c = r->of;
    bool product_negated = c->in[0].neg != c->in[1].neg, negated = c->in[2].neg;
    bool is_signed = c->in[0].kind == 's' || c->in[1].kind == 's' || product_negated || negated;
    Int p = part(&c->in[0], in[0].lo) * part(&c->in[1], in[1].lo), third = extended(in[2].lo, 0, 32, is_signed);
    if (negated && !product_negated)
        third = ~extended(in[2].lo, 0, 32, is_signed);
    if (product_negated)
        p = ~p;
    p += third + (ref_has(c, "po") || product_negated || negated);
    p >>= ref_has(c, "shr7") ? 7 : ref_has(c, "shr15") ? 15 : 0;
    if (ref_has(c, "sat"))
        p = clamp(p, 32, is_signed);
    out[0].lo = (uint64_t)p;
}

/* Digit i of a selector, counted from its end. */
static int digit(const char *sel, int i)
{
    return sel[strlen(sel) - 1 - (size_t)i] - '0';
}

static void simd(const Ref *r, const Value in[], Value out[])
{
    const Case *c = r->of;
    int n = c->name[strlen(c->name) - 1] - '0', bits = 32 / n;
    uint64_t both = in[1].lo << 32 | in[0].lo, field = ((uint64_t)1 << bits) - 1;
    const char *mask = c->out[0].sel;
    out[0].lo = in[2].lo;
    for (int i = 0; i < n; i++) {
        int ai = *c->in[0].sel ? digit(c->in[0].sel, i) : i, bi = *c->in[1].sel ? digit(c->in[1].sel, i) : n + i;
        Int t = operation(c, extended(both, ai * bits, bits, c->in[0].kind == 's'),
                          extended(both, bi * bits, bits, c->in[1].kind == 's'));
        if (ref_has(c, "sat"))
            t = clamp(t, bits, c->out[0].kind == 's');
        if (*mask && !strchr(mask, '0' + i))
            continue;
        if (ref_has(c, "add"))
            out[0].lo += (uint64_t)t;
        else
            out[0].lo = (out[0].lo & ~(field << i * bits)) | ((uint64_t)t & field) << i * bits;
    }
}

bool ref_video(const Case *c, Ref *r)
{
    char last = c->name[strlen(c->name) - 1];
    if (*c->name != 'v' || c->nin < 2)
        return false;
    r->bits = ref_named(c, "vmad") ? vmad : last == '2' || last == '4' ? simd : scalar;
    return true;
}
