/* ref_convert.c: references for conversions and moves (manual 5.2.3, 5.2.4, 9.7.9.4, 9.7.9.21, 9.7.9.22).
 *
 * Every input is a rational number m * 2^e, or a NaN or an infinity; every format is a grid of such numbers.  A value
 * between two points of a grid goes to one of them by what lies exactly below and above it. */
#include "ref.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 Int;
__extension__ typedef unsigned __int128 Uint;

/* ---- formats ----------------------------------------------------------------------------------------------------- */

typedef struct Format {
    const char *name;
    int bits, mantissa, bias;
    bool has_inf;
    uint64_t max;           /* code of the largest finite value */
    uint64_t nan;           /* code of the canonical NaN; 0: has none */
    int shift;              /* bits of the code that lie below the format's own (tf32) */
} Format;

static const Format formats[] = {
    {"f64", 64, 52, 1023, true, 0x7fefffffffffffff, 0x7fffffffffffffff, 0},
    {"f32", 32, 23, 127, true, 0x7f7fffff, 0x7fffffff, 0},
    {"f16", 16, 10, 15, true, 0x7bff, 0x7fff, 0},
    {"bf16", 16, 7, 127, true, 0x7f7f, 0x7fff, 0},
    {"tf32", 19, 10, 127, true, 0x3fbff, 0x3ffff, 13}, /* its NaN has all bits below, too */
    {"e4m3", 8, 3, 7, false, 0x7e, 0x7f, 0},
    {"e5m2", 8, 2, 15, true, 0x7b, 0x7f, 0},
    {"e2m3", 6, 3, 1, false, 0x1f, 0, 0},
    {"e3m2", 6, 2, 3, false, 0x1f, 0, 0},
    {"e2m1", 4, 1, 1, false, 0x7, 0, 0},
};

/* By name; "f16x2", "e2m1x4": the format of the elements. */
static const Format *format_named(const char *type)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t n = strlen(formats[i].name);
        if (strncmp(type, formats[i].name, n) == 0 && (!type[n] || type[n] == 'x'))
            return &formats[i];
    }
    return NULL;
}

/* (-1)^negative * m * 2^e, m < 2^64 */
typedef struct Number {
    enum { FINITE, INFINITE, NOT } kind;
    bool negative;
    Uint m;
    int e;
} Number;

static Number decode(const Format *f, uint64_t code)
{
    uint64_t one = 1, m = code & ((one << f->mantissa) - 1);
    int exponents = f->bits - 1 - f->mantissa, e = (int)(code >> f->mantissa & ((one << exponents) - 1));
    Number n = {FINITE, code >> (f->bits - 1) & 1, 0, 0};
    if (f->has_inf && e == (1 << exponents) - 1)
        n.kind = m ? NOT : INFINITE;
    else if (!f->has_inf && f->nan && (code & ((one << (f->bits - 1)) - 1)) == f->nan)
        n.kind = NOT;
    n.m = e ? m | one << f->mantissa : m;
    n.e = (e ? e : 1) - f->bias - f->mantissa;
    return n;
}

typedef enum Mode { RN, RZ, RM, RP, RNA, RS } Mode;

static Mode mode_of(const Case *c)
{
    static const struct { const char *word; Mode mode; } modes[] = {
        {"rn", RN}, {"rz", RZ}, {"rm", RM}, {"rp", RP}, {"rna", RNA}, {"rs", RS}, {"rni", RN}, {"rzi", RZ}, {"rmi", RM},
        {"rpi", RP}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (ref_has(c, modes[i].word))
            return modes[i].mode;
    return RN;
}

/* m * 2^e in units of 2^unit, rounded.  random: of RS, with so many bits. */
static Uint rounded(Number n, int unit, Mode mode, uint64_t random, int random_bits)
{
    int drop = unit - n.e;
    if (drop <= 0)
        return -drop < 128 ? n.m << -drop : 0; /* callers see to it that it fits */
    if (drop > 120) { /* far below a unit, half a unit and every random number's weight */
        n.m = n.m != 0;
        drop = 100;
    }
    Uint q = n.m >> drop, rest = n.m & (((Uint)1 << drop) - 1), half = (Uint)1 << (drop - 1);
    if (!rest)
        return q;
    switch (mode) {
    case RN: return q + (rest > half || (rest == half && q & 1));
    case RNA: return q + (rest >= half);
    case RZ: return q;
    case RM: return q + n.negative;
    case RP: return q + !n.negative;
    case RS: { /* the dropped bits' top random_bits plus the random ones carry */
        Uint top = drop >= random_bits ? rest >> (drop - random_bits) : rest << (random_bits - drop);
        return q + (top + random >= (Uint)1 << random_bits);
    }
    }
    return q;
}

static int top_bit(Uint m)
{
    int i = -1;
    while (m) {
        m >>= 1;
        i++;
    }
    return i;
}

typedef struct Options {
    Mode mode;
    bool satfinite, relu, sat, ftz;
    uint64_t random;
    int random_bits;
} Options;

/* The code of a number in a format. */
static uint64_t encode(const Format *f, Number n, const Options *o)
{
    uint64_t one = 1, sign = one << (f->bits - 1);
    if (o->relu && n.kind != NOT && n.negative)
        n = (Number){FINITE, false, 0, 0};
    if (n.kind == NOT)
        return o->sat ? 0 : (((f->nan ? f->nan : f->max) + (f->shift != 0)) << f->shift) - (f->shift != 0);
    uint64_t s = n.negative ? sign : 0, inf = f->has_inf ? f->max + 1 : f->max;
    uint64_t code;
    if (n.kind == INFINITE) {
        code = o->satfinite ? f->max : inf;
    } else {
        int low = 1 - f->bias - f->mantissa; /* of subnormals */
        int unit = top_bit(n.m) + n.e - f->mantissa;
        unit = unit < low || !n.m ? low : unit;
        Uint q = rounded(n, unit, o->mode, o->random, o->random_bits);
        if (q >> (f->mantissa + 1)) { /* up to the next power of two */
            q >>= 1;
            unit++;
        }
        Uint wide = q >> f->mantissa ? (((Uint)(unit - low + 1)) << f->mantissa) + (q - ((Uint)one << f->mantissa)) : q;
        bool away = o->mode == RN || o->mode == RNA || o->mode == RS || (o->mode == RM && n.negative) ||
                    (o->mode == RP && !n.negative);
        if (wide > f->max)
            code = o->satfinite || !away ? f->max : inf;
        else
            code = (uint64_t)wide;
    }
    if (o->ftz && code && code < one << f->mantissa)
        code = 0;
    if (o->sat) { /* to [0, 1] */
        uint64_t unity = (uint64_t)f->bias << f->mantissa;
        code = n.negative ? 0 : code > unity ? unity : code;
        s = 0;
    }
    return (s | code) << f->shift;
}

/* ---- integers ---------------------------------------------------------------------------------------------------- */

static Int integer(const CaseOpnd *o, uint64_t v)
{
    return o->kind == 's' && v >> (o->bits - 1) & 1 ? (Int)v - ((Int)1 << o->bits) : (Int)v;
}

static Int least(const CaseOpnd *o)
{
    return o->kind == 's' ? -((Int)1 << (o->bits - 1)) : 0;
}

static Int largest(const CaseOpnd *o)
{
    return ((Int)1 << (o->kind == 's' ? o->bits - 1 : o->bits)) - 1;
}

static Int limited(const CaseOpnd *o, Int v)
{
    return v < least(o) ? least(o) : v > largest(o) ? largest(o) : v;
}

static void int_to_int(const Ref *r, const Value in[], Value out[])
{
    Int v = integer(&r->of->in[0], in[0].lo);
    out[0].lo = (uint64_t)(r->sat ? limited(&r->of->out[0], v) : v);
}

static Number input(const Ref *r, const Format *f, uint64_t code)
{
    Number n = decode(f, code);
    if (r->ftz && strcmp(f->name, "f32") == 0 && n.m >> f->mantissa == 0)
        n.m = 0;
    return n;
}

static void float_to_int(const Ref *r, const Value in[], Value out[])
{
    const CaseOpnd *d = &r->of->out[0];
    const Format *f = format_named(r->of->in[0].type);
    Number n = input(r, f, in[0].lo);
    if (n.kind == NOT)
        out[0].lo = strcmp(f->name, "f64") != 0 && d->bits < 64 ? 0 : (uint64_t)1 << (d->bits - 1);
    else if (n.kind == INFINITE || (n.m && top_bit(n.m) + n.e > 70))
        out[0].lo = (uint64_t)(n.negative ? least(d) : largest(d));
    else {
        Int v = (Int)rounded(n, 0, (Mode)r->rnd, 0, 0);
        out[0].lo = (uint64_t)limited(d, n.negative ? -v : v);
    }
}

static Options options(const Ref *r)
{
    return (Options){.mode = (Mode)r->rnd, .satfinite = ref_has(r->of, "satfinite"), .relu = r->relu, .sat = r->sat,
                     .ftz = r->ftz && strcmp(r->of->out[0].type, "f32") == 0};
}

static void int_to_float(const Ref *r, const Value in[], Value out[])
{
    Int v = integer(&r->of->in[0], in[0].lo);
    Options o = options(r);
    out[0].lo = encode(format_named(r->of->out[0].type), (Number){FINITE, v < 0, (Uint)(v < 0 ? -v : v), 0}, &o);
}

/* ---- floats ------------------------------------------------------------------------------------------------------ */

static void float_to_float(const Ref *r, const Value in[], Value out[])
{
    const Format *from = format_named(r->of->in[0].type), *to = format_named(r->of->out[0].type);
    Options o = options(r);
    Number n = input(r, from, in[0].lo);
    if (n.kind == FINITE && (ref_has(r->of, "rni") || ref_has(r->of, "rzi") || ref_has(r->of, "rmi") || ref_has(r->of, "rpi")) &&
        n.e < 0) {
        n.m = rounded(n, 0, o.mode, 0, 0);
        n.e = 0;
    }
    out[0].lo = encode(to, n, &o);
}

/* The formats between which a packed conversion converts: the last two words. */
static void packed_formats(const Case *c, const char **to, const char **from)
{
    *to = *from = NULL;
    for (const char *const *w = c->word; *w; w++)
        if (strcmp(*w, "satfinite") != 0 && strcmp(*w, "relu") != 0 && strncmp(*w, "scaled", 6) != 0) {
            *to = *from;
            *from = *w;
        }
}

static int elements(const char *type)
{
    const char *x = strrchr(type, 'x');
    return x ? atoi(x + 1) : 1;
}

/* A part of the random bits for element i of n, the first operand being element n - 1: manual 9.7.9.21. */
static void random_part(const char *to, int i, uint64_t rbits, Options *o)
{
    if (strcmp(to, "f16x2") == 0) {
        o->random_bits = 13;
        o->random = rbits >> 16 * i & 0x1fff;
    } else if (strcmp(to, "e2m1x4") == 0) { /* upper bytes of the halves: a, b; lower ones: e, f */
        o->random_bits = 8;
        o->random = rbits >> (i == 3 ? 24 : i == 2 ? 8 : i == 1 ? 16 : 0) & 0xff;
    } else {
        o->random_bits = 16;
        o->random = rbits >> (elements(to) == 2 ? 16 * i : i >= 2 ? 16 : 0) & 0xffff;
    }
}

/* Places of elements: fp6 in bytes, e2m1 in nibbles. */
static int stride(const Format *f)
{
    return f->bits == 6 ? 8 : f->bits;
}

static void packed(const Ref *r, const Value in[], Value out[])
{
    const char *to_type, *from_type;
    packed_formats(r->of, &to_type, &from_type);
    const Format *to = format_named(to_type), *from = format_named(from_type);
    int n = elements(to_type);
    Options o = options(r);
    o.ftz = false;
    for (int i = 0; i < n; i++) { /* from the lowest */
        uint64_t code = elements(from_type) == 1 ? in[n - 1 - i].lo : in[0].lo >> i * stride(from);
        if (from->bits < 64)
            code &= ((uint64_t)1 << from->bits) - 1;
        if (o.mode == RS)
            random_part(to_type, i, in[n].lo, &o);
        out[0].lo |= encode(to, input(r, from, code), &o) << i * stride(to);
    }
}

/* ---- ue8m0 and s2f6 ---------------------------------------------------------------------------------------------- */

/* The power of two at or below (rz) or above (rp) the magnitude; code 0 is 2^-127, 255 NaN. */
static uint64_t encode_ue8m0(Number n, Mode mode, bool satfinite)
{
    if (n.kind == NOT)
        return 0xff;
    if (n.kind == INFINITE)
        return satfinite ? 0xfe : 0xff;
    if (!n.m)
        return 0;
    int top = top_bit(n.m), e = top + n.e;
    if (mode == RP && n.m != (Uint)1 << top)
        e++;
    return e > 127 ? satfinite ? 0xfe : 0xff : e < -127 ? 0 : (uint64_t)(e + 127);
}

static void to_ue8m0(const Ref *r, const Value in[], Value out[])
{
    bool pair = strcmp(r->of->in[0].type, "f32") != 0;
    const Format *from = format_named(pair ? "bf16" : "f32");
    for (int i = 0; i < 2; i++) {
        uint64_t code = pair ? in[0].lo >> 16 * i & 0xffff : in[1 - i].lo;
        out[0].lo |= encode_ue8m0(decode(from, code), (Mode)r->rnd, ref_has(r->of, "satfinite")) << 8 * i;
    }
}

static Number decode_ue8m0(uint64_t code)
{
    return code == 0xff ? (Number){NOT, false, 0, 0} : (Number){FINITE, false, 1, (int)code - 127};
}

static void from_ue8m0(const Ref *r, const Value in[], Value out[])
{
    Options o = options(r);
    for (int i = 0; i < 2; i++)
        out[0].lo |= encode(format_named("bf16"), decode_ue8m0(in[0].lo >> 8 * i & 255), &o) << 16 * i;
}

static Number scale_of(const Case *c, const Value in[], int i)
{
    return c->word && ref_has(c, "scaled::n2::ue8m0") ? decode_ue8m0(in[c->nin - 1].lo >> 8 * i & 255)
                                                      : (Number){FINITE, false, 1, 0};
}

/* Signed, with 6 bits behind the point; NaN becomes the largest. */
static void to_s2f6(const Ref *r, const Value in[], Value out[])
{
    bool pair = strcmp(r->of->in[0].type, "f32") != 0;
    for (int i = 0; i < 2; i++) {
        Number n = decode(format_named(pair ? "bf16" : "f32"), pair ? in[0].lo >> 16 * i & 0xffff : in[1 - i].lo);
        Number scale = scale_of(r->of, in, i);
        Int v = 127;
        if (n.kind != NOT && scale.kind != NOT) {
            n.e -= scale.e;
            if (n.kind == INFINITE || (n.m && top_bit(n.m) + n.e > 10))
                v = 1000;
            else
                v = (Int)rounded(n, -6, RN, 0, 0);
            v = n.negative ? r->relu ? 0 : -v : v;
            v = v > 127 ? 127 : v < -128 ? -128 : v;
        }
        out[0].lo |= ((uint64_t)v & 255) << 8 * i;
    }
}

static void from_s2f6(const Ref *r, const Value in[], Value out[])
{
    Options o = options(r);
    for (int i = 0; i < 2; i++) {
        int v = (int8_t)(in[0].lo >> 8 * i);
        Number scale = scale_of(r->of, in, i), n = {FINITE, v < 0, (Uint)abs(v), scale.e - 6};
        if (scale.kind == NOT)
            n.kind = NOT;
        out[0].lo |= encode(format_named("bf16"), n, &o) << 16 * i;
    }
}

/* ---- cvt.pack ---------------------------------------------------------------------------------------------------- */

static void pack(const Ref *r, const Value in[], Value out[])
{
    const char *type = r->of->word[1];
    CaseOpnd to = {.kind = *type, .bits = (uint8_t)atoi(type + 1)};
    int size = to.bits;
    uint64_t mask = ((uint64_t)1 << size) - 1;
    uint64_t ta = (uint64_t)limited(&to, (int32_t)in[0].lo) & mask, tb = (uint64_t)limited(&to, (int32_t)in[1].lo) & mask;
    out[0].lo = ta << size | tb;
    if (r->of->nin == 3)
        out[0].lo |= in[2].lo << 2 * size;
}

/* ---- mov --------------------------------------------------------------------------------------------------------- */

/* Elements laid end to end, the first the lowest. */
static void mov(const Ref *r, const Value in[], Value out[])
{
    Uint all = 0;
    int at = 0;
    for (int i = 0; i < r->of->nin; at += r->of->in[i++].bits)
        all |= ((Uint)in[i].hi << 64 | in[i].lo) << at;
    at = 0;
    for (int i = 0; i < r->of->nout; at += r->of->out[i++].bits)
        out[i] = (Value){(uint64_t)(all >> at), (uint64_t)(all >> at >> 64)};
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* Until sm_20 f32 operands are flushed; the manual's notes on PTX 1.4 and earlier except those with 64-bit types. */
static bool flushes(const Case *c)
{
    if (c->target >= 20)
        return false;
    const char *d = c->out[0].type, *a = c->in[0].type;
    return (strcmp(d, "f32") == 0 && (strcmp(a, "f32") == 0 || strcmp(a, "f16") == 0)) ||
           (strcmp(a, "f32") == 0 && (c->out[0].kind != 'f' || strcmp(d, "f16") == 0) && c->out[0].bits < 64);
}

bool ref_convert(const Case *c, Ref *r)
{
    if (ref_named(c, "cvt.pack")) {
        r->bits = pack;
        return true;
    }
    if (ref_named(c, "mov")) {
        r->bits = mov;
        return true;
    }
    if (!ref_named(c, "cvt"))
        return false;
    const char *to, *from;
    packed_formats(c, &to, &from);
    bool dfloat = format_named(to) != NULL, afloat = format_named(from) != NULL;
    r->rnd = (int)mode_of(c);
    r->sat = ref_has(c, "sat");
    r->relu = ref_has(c, "relu");
    r->ftz = ref_has(c, "ftz") || flushes(c);
    r->any_nan = !r->relu && !ref_has(c, "satfinite"); /* these say that NaNs are the canonical one */
    if (strstr(to, "ue8m0"))
        r->bits = to_ue8m0;
    else if (strstr(from, "ue8m0"))
        r->bits = from_ue8m0;
    else if (strstr(to, "s2f6"))
        r->bits = to_s2f6;
    else if (strstr(from, "s2f6"))
        r->bits = from_s2f6;
    else if (elements(to) > 1)
        r->bits = packed;
    else if (dfloat)
        r->bits = afloat ? float_to_float : int_to_float;
    else
        r->bits = afloat ? float_to_int : int_to_int;
    return true;
}
