/* ref_compare.c: references for comparison and selection (manual 9.3.1, 9.7.6, 9.7.7). */
#include "ref.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 Int;

/* A value as a number that has its order; floats: sign and magnitude.  *nan: it is none. */
static Int ordered(const char *type, uint64_t v, bool ftz, bool *nan)
{
    static const struct { const char *type; int bits, mantissa; } floats[] = {
        {"f16", 16, 10}, {"bf16", 16, 7}, {"f32", 32, 23}, {"f64", 64, 52}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (strcmp(type, floats[i].type) == 0) {
            uint64_t one = 1, sign = one << (floats[i].bits - 1), m = v & (sign - 1);
            uint64_t inf = (sign - 1) >> floats[i].mantissa << floats[i].mantissa;
            *nan |= m > inf;
            if (ftz && m < one << floats[i].mantissa)
                m = 0;
            return v & sign ? -(Int)m : (Int)m;
        }
    int bits = atoi(type + 1);
    if (*type == 's' && v >> (bits - 1) & 1)
        return (Int)v - ((Int)1 << bits);
    return (Int)v;
}

static bool compare(const Case *c, const char *type, uint64_t x, uint64_t y, bool ftz)
{
    static const struct { const char *name; bool less, equal, greater, unordered; } list[] = {
        {"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0}, {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0},
        {"lo", 1, 0, 0, 0}, {"ls", 1, 1, 0, 0}, {"hi", 0, 0, 1, 0}, {"hs", 0, 1, 1, 0},
        {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1},
        {"geu", 0, 1, 1, 1}, {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
    bool nan = false;
    Int a = ordered(type, x, ftz, &nan), b = ordered(type, y, ftz, &nan);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (ref_has(c, list[i].name))
            return nan ? list[i].unordered : a < b ? list[i].less : a == b ? list[i].equal : list[i].greater;
    return false;
}

static bool combined(const Case *c, bool t, const Value *with)
{
    return ref_has(c, "and") ? t & with->lo : ref_has(c, "or") ? t | with->lo : ref_has(c, "xor") ? t ^ with->lo : t;
}

/* The type compared: the last word; pairs by their element. */
static const char *compared(const Case *c, bool *pair)
{
    const char *type = NULL;
    for (const char *const *w = c->word; *w; w++)
        type = *w;
    *pair = strstr(type, "x2") != NULL;
    return strcmp(type, "f16x2") == 0 ? "f16" : strcmp(type, "bf16x2") == 0 ? "bf16" : type;
}

static void setp(const Ref *r, const Value in[], Value out[])
{
    bool pair;
    const char *type = compared(r->of, &pair);
    if (pair) {
        out[0].lo = combined(r->of, compare(r->of, type, in[0].lo & 0xffff, in[1].lo & 0xffff, r->ftz), &in[2]);
        out[1].lo = combined(r->of, compare(r->of, type, in[0].lo >> 16, in[1].lo >> 16, r->ftz), &in[2]);
        return;
    }
    bool t = compare(r->of, type, in[0].lo, in[1].lo, r->ftz);
    out[0].lo = combined(r->of, t, &in[2]);
    out[1].lo = combined(r->of, !t, &in[2]);
}

static void set(const Ref *r, const Value in[], Value out[])
{
    bool pair;
    const char *type = compared(r->of, &pair), *dtype = r->of->out[0].type;
    uint64_t one = strcmp(dtype, "f32") == 0 ? 0x3f800000 : strcmp(dtype, "f16") == 0 ? 0x3c00
                   : strcmp(dtype, "bf16") == 0 ? 0x3f80 : UINT64_MAX;
    if (pair) {
        one = ref_has(r->of, "u32") || ref_has(r->of, "s32") ? 0xffff : strcmp(type, "f16") == 0 ? 0x3c00 : 0x3f80;
        for (int at = 0; at < 32; at += 16)
            if (combined(r->of, compare(r->of, type, in[0].lo >> at & 0xffff, in[1].lo >> at & 0xffff, r->ftz), &in[2]))
                out[0].lo |= one << at;
        return;
    }
    if (combined(r->of, compare(r->of, type, in[0].lo, in[1].lo, r->ftz), &in[2]))
        out[0].lo = one;
}

static void selp(const Ref *r, const Value in[], Value out[])
{
    (void)r;
    out[0] = in[2].lo ? in[0] : in[1];
}

static void slct(const Ref *r, const Value in[], Value out[])
{
    bool nan = false;
    Int c = ordered(r->of->in[2].type, in[2].lo, r->ftz, &nan);
    out[0] = !nan && c >= 0 ? in[0] : in[1];
}

/* f32 of the first targets: subnormal inputs are zero. */
bool ref_compare(const Case *c, Ref *r)
{
    bool pair;
    r->bits = ref_named(c, "setp") ? setp : ref_named(c, "set") ? set : ref_named(c, "selp") ? selp
              : ref_named(c, "slct") ? slct : NULL;
    if (!r->bits)
        return false;
    const char *type = compared(c, &pair);
    r->ftz = ref_has(c, "ftz") || (c->target < 20 && strcmp(type, "f32") == 0);
    return true;
}
