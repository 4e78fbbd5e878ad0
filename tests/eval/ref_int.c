/* ref_int.c: references for integers, logic, shifts, bit fields and permutations (manual 9.7.1, 9.7.2, 9.7.8, 9.7.9.7).
 *
 * All is computed in 128 bits or bit by bit, as the manual's pseudocode has it. */
#include "ref.h"

#include <string.h>

__extension__ typedef __int128 Int;
__extension__ typedef unsigned __int128 Uint;

static Int number(const CaseOpnd *o, Value v)
{
    if (o->kind == 's' && o->bits < 128 && v.lo >> (o->bits - 1) & 1)
        return (Int)v.lo - ((Int)1 << o->bits);
    return (Int)v.lo;
}

static Int arg(const Ref *r, const Value in[], int i)
{
    return number(&r->of->in[i], in[i]);
}

static int width(const Ref *r)
{
    return r->of->in[0].bits;
}

static bool bit(uint64_t v, int i)
{
    return i < 64 && v >> i & 1;
}

static Int limit(Int v, Int low, Int top)
{
    return v < low ? low : v > top ? top : v;
}

static Int limit_s32(Int v)
{
    return limit(v, INT32_MIN, INT32_MAX);
}

/* ---- sums and products ------------------------------------------------------------------------------------------- */

static void add(const Ref *r, const Value in[], Value out[])
{
    Int d = arg(r, in, 0) + arg(r, in, 1);
    out[0].lo = (uint64_t)(r->sat ? limit_s32(d) : d);
}

static void sub(const Ref *r, const Value in[], Value out[])
{
    Int d = arg(r, in, 0) - arg(r, in, 1);
    out[0].lo = (uint64_t)(r->sat ? limit_s32(d) : d);
}

/* The adder's sum of a, b and a carry, as unsigned values, and its carry. */
static void adder(const Ref *r, uint64_t a, uint64_t b, uint64_t carry, Value out[])
{
    int bits = r->of->out[0].bits;
    Uint m = ((Uint)1 << bits) - 1, s = (a & m) + (b & m) + carry;
    out[0].lo = (uint64_t)s;
    if (r->of->nout == 2)
        out[1].lo = (uint64_t)(s >> bits);
}

static void add_cc(const Ref *r, const Value in[], Value out[])
{
    adder(r, in[0].lo, in[1].lo, 0, out);
}

static void addc(const Ref *r, const Value in[], Value out[])
{
    adder(r, in[0].lo, in[1].lo, in[2].lo, out);
}

/* The flag is the adder's carry: nothing was borrowed. */
static void sub_cc(const Ref *r, const Value in[], Value out[])
{
    adder(r, in[0].lo, ~in[1].lo, 1, out);
}

static void subc(const Ref *r, const Value in[], Value out[])
{
    adder(r, in[0].lo, ~in[1].lo, in[2].lo, out);
}

/* The part of a * b that .lo, .hi or .wide asks for. */
static Int product(const Ref *r, const Value in[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1);
    int bits = width(r);
    if (strncmp(r->of->name, "mul24", 5) == 0 || strncmp(r->of->name, "mad24", 5) == 0) {
        bool sign = r->of->in[0].kind == 's';
        a = in[0].lo & 0xffffff;
        b = in[1].lo & 0xffffff;
        if (sign && a >> 23 & 1)
            a -= 1 << 24;
        if (sign && b >> 23 & 1)
            b -= 1 << 24;
        bits = 16;
    }
    Uint p = (Uint)a * (Uint)b; /* modulo 2^128, which is exact for either sign */
    if (!ref_has(r->of, "hi"))
        return (Int)p;
    if (r->of->in[0].kind == 's')
        return (Int)p >> bits;
    return (Int)(p >> bits);
}

static void mul(const Ref *r, const Value in[], Value out[])
{
    out[0].lo = (uint64_t)product(r, in);
}

static void mad(const Ref *r, const Value in[], Value out[])
{
    Int p = product(r, in), c = arg(r, in, 2);
    if (r->sat)
        out[0].lo = (uint64_t)limit_s32((int32_t)p + c);
    else
        out[0].lo = (uint64_t)p + (uint64_t)c;
}

static void mad_cc(const Ref *r, const Value in[], Value out[])
{
    adder(r, (uint64_t)product(r, in), in[2].lo, 0, out);
}

static void madc(const Ref *r, const Value in[], Value out[])
{
    adder(r, (uint64_t)product(r, in), in[2].lo, in[3].lo, out);
}

static void sad(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1);
    out[0].lo = (uint64_t)(arg(r, in, 2) + (a < b ? b - a : a - b));
}

/* By zero: all ones, as the hardware does (the manual leaves it open). */
static void division(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1);
    out[0].lo = (uint64_t)(b == 0 ? -1 : a / b);
}

static void rem(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1);
    out[0].lo = (uint64_t)(b == 0 ? -1 : a % b);
}

static void absolute(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0);
    out[0].lo = (uint64_t)(a < 0 ? -a : a);
}

static void neg(const Ref *r, const Value in[], Value out[])
{
    out[0].lo = (uint64_t)-arg(r, in, 0);
}

static void min(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1), d = a < b ? a : b;
    out[0].lo = (uint64_t)(r->relu && d < 0 ? 0 : d);
}

static void max(const Ref *r, const Value in[], Value out[])
{
    Int a = arg(r, in, 0), b = arg(r, in, 1), d = a > b ? a : b;
    out[0].lo = (uint64_t)(r->relu && d < 0 ? 0 : d);
}

/* Pairs of 16-bit integers: r->op is the operation's name's first letters. */
static void pair(const Ref *r, const Value in[], Value out[])
{
    uint64_t d = 0;
    for (int at = 0; at < 32; at += 16) {
        CaseOpnd half = {.kind = r->of->in[0].kind, .bits = 16};
        Int a = number(&half, (Value){in[0].lo >> at & 0xffff, 0}), b = number(&half, (Value){in[1].lo >> at & 0xffff, 0});
        Int t = ref_named(r->of, "add") ? a + b : ref_named(r->of, "min") == (a < b) ? a : b;
        if (r->relu && t < 0)
            t = 0;
        d |= ((uint64_t)t & 0xffff) << at;
    }
    out[0].lo = d;
}

/* ---- bits -------------------------------------------------------------------------------------------------------- */

static void popc(const Ref *r, const Value in[], Value out[])
{
    for (int i = 0; i < width(r); i++)
        out[0].lo += bit(in[0].lo, i);
}

static void clz(const Ref *r, const Value in[], Value out[])
{
    while ((int)out[0].lo < width(r) && !bit(in[0].lo, width(r) - 1 - (int)out[0].lo))
        out[0].lo++;
}

static void bfind(const Ref *r, const Value in[], Value out[])
{
    int msb = width(r) - 1;
    bool sign = r->of->in[0].kind == 's' && bit(in[0].lo, msb);
    out[0].lo = UINT32_MAX;
    for (int i = msb; i >= 0; i--)
        if (bit(in[0].lo, i) != sign) {
            out[0].lo = (uint64_t)(ref_has(r->of, "shiftamt") ? msb - i : i);
            return;
        }
}

static void fns(const Ref *r, const Value in[], Value out[])
{
    Int base = (int32_t)in[1].lo, offset = (int32_t)in[2].lo;
    (void)r;
    out[0].lo = UINT32_MAX;
    if (offset == 0) {
        if (base >= 0 && base < 32 && bit(in[0].lo, (int)base))
            out[0].lo = (uint64_t)base;
        return;
    }
    Int count = (offset < 0 ? -offset : offset) - 1;
    for (Int pos = base; pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1)
        if (bit(in[0].lo, (int)pos) && count-- == 0) {
            out[0].lo = (uint64_t)pos;
            return;
        }
}

static void brev(const Ref *r, const Value in[], Value out[])
{
    for (int i = 0; i < width(r); i++)
        out[0].lo |= (uint64_t)bit(in[0].lo, i) << (width(r) - 1 - i);
}

static void bfe(const Ref *r, const Value in[], Value out[])
{
    int msb = width(r) - 1, pos = (int)(in[1].lo & 255), len = (int)(in[2].lo & 255);
    int top = pos + len - 1 < msb ? pos + len - 1 : msb;
    bool sbit = r->of->in[0].kind == 's' && len && bit(in[0].lo, top);
    for (int i = 0; i <= msb; i++)
        out[0].lo |= (uint64_t)(i < len && pos + i <= msb ? bit(in[0].lo, pos + i) : sbit) << i;
}

static void bfi(const Ref *r, const Value in[], Value out[])
{
    int msb = width(r) - 1, pos = (int)(in[2].lo & 255), len = (int)(in[3].lo & 255);
    out[0].lo = in[1].lo;
    for (int i = 0; i < len && pos + i <= msb; i++) {
        out[0].lo &= ~((uint64_t)1 << (pos + i));
        out[0].lo |= (uint64_t)bit(in[0].lo, i) << (pos + i);
    }
}

static void szext(const Ref *r, const Value in[], Value out[])
{
    uint64_t n = in[1].lo;
    if (ref_has(r->of, "wrap"))
        n %= 32;
    bool sign = r->of->in[0].kind == 's' && n > 0 && n < 32 && bit(in[0].lo, (int)n - 1);
    for (int i = 0; i < 32; i++)
        out[0].lo |= (uint64_t)((uint64_t)i < n ? bit(in[0].lo, i) : sign) << i;
}

static void bmsk(const Ref *r, const Value in[], Value out[])
{
    uint64_t a = in[0].lo, b = in[1].lo;
    if (ref_has(r->of, "wrap")) {
        a %= 32;
        b %= 32;
    }
    for (uint64_t i = 0; i < 32; i++)
        out[0].lo |= (uint64_t)(i >= a && i - a < b) << i;
}

/* ---- dot products ------------------------------------------------------------------------------------------------ */

static Int part(const CaseOpnd *o, uint64_t v, int bits, int i)
{
    CaseOpnd small = {.kind = o->kind, .bits = (uint8_t)bits};
    return number(&small, (Value){v >> bits * i & ((1u << bits) - 1), 0});
}

static void dp4a(const Ref *r, const Value in[], Value out[])
{
    Int d = (Int)in[2].lo;
    for (int i = 0; i < 4; i++)
        d += part(&r->of->in[0], in[0].lo, 8, i) * part(&r->of->in[1], in[1].lo, 8, i);
    out[0].lo = (uint64_t)d;
}

static void dp2a(const Ref *r, const Value in[], Value out[])
{
    Int d = (Int)in[2].lo;
    for (int i = 0; i < 2; i++)
        d += part(&r->of->in[0], in[0].lo, 16, i) * part(&r->of->in[1], in[1].lo, 8, i + (ref_has(r->of, "hi") ? 2 : 0));
    out[0].lo = (uint64_t)d;
}

/* ---- logic and shifts -------------------------------------------------------------------------------------------- */

static void and(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = in[0].lo & in[1].lo;
}

static void or(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = in[0].lo | in[1].lo;
}

static void xor(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = in[0].lo ^ in[1].lo;
}

static void not(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = ~in[0].lo;
}

static void cnot(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0].lo = in[0].lo == 0;
}

static void lop3(const Ref *r, const Value in[], Value out[])
{
    for (int i = 0; i < 32; i++)
        out[0].lo |= (uint64_t)bit(in[3].lo, 4 * bit(in[0].lo, i) + 2 * bit(in[1].lo, i) + bit(in[2].lo, i)) << i;
    if (r->of->nout == 2)
        out[1].lo = ref_has(r->of, "or") ? (out[0].lo != 0) | in[4].lo : (out[0].lo != 0) & in[4].lo;
}

static void shf(const Ref *r, const Value in[], Value out[])
{
    uint64_t n = ref_has(r->of, "wrap") ? in[2].lo % 32 : in[2].lo > 32 ? 32 : in[2].lo;
    Uint v = (Uint)in[1].lo << 32 | in[0].lo;
    out[0].lo = (uint64_t)(ref_has(r->of, "l") ? v << n >> 32 : v >> n);
}

static void shl(const Ref *r, const Value in[], Value out[])
{
    for (int i = 0; i < width(r); i++)
        out[0].lo |= (uint64_t)((uint64_t)i >= in[1].lo && bit(in[0].lo, i - (int)in[1].lo)) << i;
}

static void shr(const Ref *r, const Value in[], Value out[])
{
    bool sign = r->of->in[0].kind == 's' && bit(in[0].lo, width(r) - 1);
    for (int i = 0; i < width(r); i++) {
        uint64_t from = (uint64_t)i + in[1].lo;
        out[0].lo |= (uint64_t)(from < (uint64_t)width(r) ? bit(in[0].lo, (int)from) : sign) << i;
    }
}

static void prmt(const Ref *r, const Value in[], Value out[])
{
    static const struct { const char *mode; uint8_t source[4][4]; } modes[] = { /* of d.b3 … d.b0 for c[1:0] */
        {"f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}},
        {"b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}}},
        {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
        {"ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}}},
        {"ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}}},
        {"rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}},
    };
    uint64_t tmp = in[1].lo << 32 | in[0].lo;
    for (int i = 0; i < 4; i++) {
        uint64_t ctl = in[2].lo >> 4 * i & 15, value = tmp >> 8 * (ctl & 7) & 255;
        if (ctl & 8)
            value = value & 128 ? 255 : 0;
        for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
            if (ref_has(r->of, modes[k].mode))
                value = tmp >> 8 * modes[k].source[in[2].lo & 3][3 - i] & 255;
        out[0].lo |= value << 8 * i;
    }
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

bool ref_int(const Case *c, Ref *r)
{
    static const struct { const char *name; void (*bits)(const Ref *, const Value *, Value *); } table[] = {
        {"add", add}, {"sub", sub}, {"addc", addc}, {"subc", subc}, {"mul", mul}, {"mul24", mul}, {"mad", mad},
        {"mad24", mad}, {"madc", madc}, {"sad", sad}, {"div", division}, {"rem", rem}, {"abs", absolute}, {"neg", neg},
        {"min", min}, {"max", max}, {"popc", popc}, {"clz", clz}, {"bfind", bfind}, {"fns", fns}, {"brev", brev},
        {"bfe", bfe}, {"bfi", bfi}, {"szext", szext}, {"bmsk", bmsk}, {"dp4a", dp4a}, {"dp2a", dp2a}, {"and", and},
        {"or", or}, {"xor", xor}, {"not", not}, {"cnot", cnot}, {"lop3", lop3}, {"shf", shf}, {"shl", shl}, {"shr", shr},
        {"prmt", prmt},
    };
    for (int i = 0; i < c->nin; i++)
        if (c->in[i].kind == 'f')
            return false;
    if (ref_has(c, "f32x2"))
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (ref_named(c, table[i].name))
            r->bits = table[i].bits;
    bool cc = ref_has(c, "cc");
    if (ref_has(c, "u16x2") || ref_has(c, "s16x2"))
        r->bits = pair;
    else if (cc && r->bits == add)
        r->bits = add_cc;
    else if (cc && r->bits == sub)
        r->bits = sub_cc;
    else if (cc && r->bits == mad)
        r->bits = mad_cc;
    r->sat = ref_has(c, "sat");
    r->relu = ref_has(c, "relu");
    return r->bits != NULL;
}
