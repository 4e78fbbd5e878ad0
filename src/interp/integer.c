/* integer.c: integer arithmetic, logic and bits. */
#include "interp.h"

static uint64_t saturated(Thread *t, const Insn *i, int64_t s)
{
    if (i->t.k != 's' || i->t.bits != 32)
        stop(t, i, ".sat of this type");
    return (uint64_t)(s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s);
}

static bool is_less(Thread *t, const Insn *i) { return i->t.k == 's' ? in_signed(t, i, 1) < in_signed(t, i, 2) : in(t, i, 1) < in(t, i, 2); }

static void add(Thread *t, const Insn *i)
{
    const int bits = i->t.bits;
    uint64_t a = in(t, i, 1), b = in(t, i, 2), sum = (a + b) & mask_of(bits);
    if (i->sat)
        sum = saturated(t, i, sign(a, bits) + sign(b, bits));
    if (i->cc)
        t->carry = sum < a;
    out(t, i, sum);
}

static void sub(Thread *t, const Insn *i)
{
    const int bits = i->t.bits;
    uint64_t a = in(t, i, 1), b = in(t, i, 2), d = (a - b) & mask_of(bits);
    if (i->sat)
        d = saturated(t, i, sign(a, bits) - sign(b, bits));
    if (i->cc)
        t->carry = a < b; /* a borrow */
    out(t, i, d);
}

/* a + b + carry for 32 or 64 bits; the carry out. */
static uint64_t add_carry(Thread *t, const Insn *i, uint64_t a, uint64_t b)
{
    uint64_t m = mask_of(i->t.bits), ab = (a + b) & m, sum = (ab + t->carry) & m;
    bool over = ab < a || sum < ab;
    if (i->cc)
        t->carry = over;
    return sum;
}

static void addc(Thread *t, const Insn *i) { out(t, i, add_carry(t, i, in(t, i, 1), in(t, i, 2))); }

static void subc(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), b = in(t, i, 2), borrow = t->carry, d = (a - b - borrow) & mask_of(i->t.bits);
    if (i->cc)
        t->carry = a < b || a - b < borrow;
    out(t, i, d);
}

/* The high half of a product of 64 bits, by parts of 32. */
static uint64_t high64(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t mid = ah * bl + (al * bl >> 32), mid2 = al * bh + (uint32_t)mid;
    return ah * bh + (mid >> 32) + (mid2 >> 32);
}

/* The part of a product that the instruction names; of .wide the operands' type is i->t, the result's is twice as wide. */
static uint64_t product(Thread *t, const Insn *i)
{
    const int bits = i->t.bits;
    uint64_t a = in(t, i, 1), b = in(t, i, 2);
    if (i->part == W_LO)
        return a * b & mask_of(bits);
    if (bits == 64) {
        if (i->part != W_HI)
            stop(t, i, "a product of 128 bits");
        uint64_t h = high64(a, b);
        if (i->t.k == 's')
            h -= ((int64_t)a < 0 ? b : 0) + ((int64_t)b < 0 ? a : 0);
        return h;
    }
    uint64_t whole = i->t.k == 's' ? (uint64_t)(sign(a, bits) * sign(b, bits)) : a * b;
    if (i->part == W_HI)
        return whole >> bits & mask_of(bits);
    if (i->part != W_WIDE)
        stop(t, i, "needs .lo, .hi or .wide");
    return whole & mask_of(2 * bits);
}

static Type result_type(const Insn *i) { return (Type){i->t.k, i->part == W_WIDE ? 2 * i->t.bits : i->t.bits}; }

static void mul(Thread *t, const Insn *i) { set(t, i, &i->o[0], result_type(i), product(t, i)); }

static void mad(Thread *t, const Insn *i)
{
    const Type type = result_type(i);
    uint64_t p = product(t, i), c = get(t, i, &i->o[3], type), sum = (p + c) & mask_of(type.bits);
    if (i->sat)
        stop(t, i, ".sat");
    if (i->cc)
        t->carry = sum < p;
    set(t, i, &i->o[0], type, sum);
}

static void madc(Thread *t, const Insn *i)
{
    if (i->part == W_WIDE)
        stop(t, i, ".wide");
    out(t, i, add_carry(t, i, product(t, i), in(t, i, 3)));
}

/* Products of 24 bits. */
static uint64_t product24(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1) & 0xffffff, b = in(t, i, 2) & 0xffffff;
    uint64_t whole = i->t.k == 's' ? (uint64_t)(sign(a, 24) * sign(b, 24)) : a * b;
    return (i->part == W_LO ? whole : whole >> 16) & 0xffffffff;
}

static void mul24(Thread *t, const Insn *i) { out(t, i, product24(t, i)); }

static void mad24(Thread *t, const Insn *i)
{
    if (i->sat)
        stop(t, i, ".sat");
    out(t, i, product24(t, i) + in(t, i, 3));
}

static void sad(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), b = in(t, i, 2);
    out(t, i, (is_less(t, i) ? b - a : a - b) + in(t, i, 3));
}

/* What a division by zero gives is not specified. */
static void divide(Thread *t, const Insn *i, bool remainder)
{
    if (in(t, i, 2) == 0)
        stop(t, i, "division by zero");
    if (i->t.k == 'u') {
        uint64_t a = in(t, i, 1), b = in(t, i, 2);
        out(t, i, remainder ? a % b : a / b);
        return;
    }
    int64_t a = in_signed(t, i, 1), b = in_signed(t, i, 2);
    if (b == -1)
        out(t, i, remainder ? 0 : 0 - (uint64_t)a);
    else
        out(t, i, (uint64_t)(remainder ? a % b : a / b));
}

static void quotient(Thread *t, const Insn *i) { divide(t, i, false); }
static void rest(Thread *t, const Insn *i) { divide(t, i, true); }

static void absolute(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1);
    out(t, i, in_signed(t, i, 1) < 0 ? 0 - a : a);
}

static void negate(Thread *t, const Insn *i) { out(t, i, 0 - in(t, i, 1)); }

static void lesser(Thread *t, const Insn *i) { out(t, i, in(t, i, is_less(t, i) ? 1 : 2)); }
static void greater(Thread *t, const Insn *i) { out(t, i, in(t, i, is_less(t, i) ? 2 : 1)); }

static void and(Thread *t, const Insn *i) { out(t, i, in(t, i, 1) & in(t, i, 2)); }
static void or(Thread *t, const Insn *i) { out(t, i, in(t, i, 1) | in(t, i, 2)); }
static void xor(Thread *t, const Insn *i) { out(t, i, in(t, i, 1) ^ in(t, i, 2)); }
static void not(Thread *t, const Insn *i) { out(t, i, ~in(t, i, 1)); }
static void cnot(Thread *t, const Insn *i) { out(t, i, in(t, i, 1) == 0); }

/* Shifts by more than the width count as by the width; the count has 32 bits. */
static uint64_t count(Thread *t, const Insn *i, int k) { return get(t, i, &i->o[k], (Type){'u', 32}); }

static void shl(Thread *t, const Insn *i)
{
    uint64_t n = count(t, i, 2);
    out(t, i, n >= (uint64_t)i->t.bits ? 0 : in(t, i, 1) << n);
}

static void shr(Thread *t, const Insn *i)
{
    uint64_t n = count(t, i, 2), last = (uint64_t)i->t.bits - 1;
    if (i->t.k != 's') {
        out(t, i, n > last ? 0 : in(t, i, 1) >> n);
        return;
    }
    int64_t a = in_signed(t, i, 1);
    n = n > last ? last : n;
    out(t, i, a < 0 ? ~(~(uint64_t)a >> n) : (uint64_t)a >> n);
}

static void shf(Thread *t, const Insn *i)
{
    uint64_t pair = in(t, i, 2) << 32 | in(t, i, 1), n = count(t, i, 3);
    n = i->mode2 == W_WRAP ? n & 31 : n > 32 ? 32 : n;
    out(t, i, i->mode == W_L ? (n == 0 ? pair >> 32 : pair >> (32 - n)) : pair >> n);
}

static int ones(uint64_t v)
{
    int n = 0;
    for (; v; v >>= 1)
        n += v & 1;
    return n;
}

/* The number of bits up to the highest one that is set. */
static int length(uint64_t v)
{
    int n = 0;
    for (; v; v >>= 1)
        n++;
    return n;
}

static void out32(Thread *t, const Insn *i, uint64_t v) { set(t, i, &i->o[0], (Type){'u', 32}, v); }
static void popc(Thread *t, const Insn *i) { out32(t, i, (uint64_t)ones(in(t, i, 1))); }
static void clz(Thread *t, const Insn *i) { out32(t, i, (uint64_t)(i->t.bits - length(in(t, i, 1)))); }

static void bfind(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1);
    if (i->t.k == 's' && in_signed(t, i, 1) < 0)
        a = ~a & mask_of(i->t.bits);
    int at = length(a) - 1;
    out32(t, i, at < 0 ? 0xffffffff : (uint64_t)(i->mode == W_SHIFTAMT ? i->t.bits - 1 - at : at));
}

static void brev(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), r = 0;
    for (int k = 0; k < i->t.bits; k++, a >>= 1)
        r = r << 1 | (a & 1);
    out(t, i, r);
}

static void bfe(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), pos = count(t, i, 2) & 255, len = count(t, i, 3) & 255, r = 0;
    const int bits = i->t.bits;
    int top_bit = pos + len > (uint64_t)bits ? bits - 1 : (int)(pos + len) - 1;
    bool fill = i->t.k == 's' && len > 0 && a >> top_bit & 1;
    for (uint64_t k = 0; k < (uint64_t)bits; k++)
        if (k < len && pos + k < (uint64_t)bits ? a >> (pos + k) & 1 : fill)
            r |= 1ull << k;
    out(t, i, r);
}

static void bfi(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), r = in(t, i, 2), pos = count(t, i, 3) & 255, len = count(t, i, 4) & 255;
    for (uint64_t k = 0; k < len && pos + k < (uint64_t)i->t.bits; k++)
        r = (r & ~(1ull << (pos + k))) | (a >> k & 1) << (pos + k);
    out(t, i, r);
}

static void szext(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), n = count(t, i, 2);
    if (i->mode != W_WRAP && i->mode != W_CLAMP)
        stop(t, i, "needs .wrap or .clamp");
    n = i->mode == W_WRAP ? n & 31 : n > 32 ? 32 : n;
    out(t, i, n == 0 ? 0 : i->t.k == 's' ? (uint64_t)sign(a, (int)n) : a & mask_of((int)n));
}

static void lop3(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), b = in(t, i, 2), c = in(t, i, 3), table = i->o[4].value, r = 0;
    for (int k = 0; k < i->t.bits; k++)
        r |= (table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k;
    out(t, i, r);
}

static void prmt(Thread *t, const Insn *i)
{
    uint64_t pair = in(t, i, 2) << 32 | in(t, i, 1), how = in(t, i, 3), r = 0;
    for (int k = 0; k < 4; k++, how >>= 4) {
        uint64_t byte = pair >> 8 * (how & 7) & 255;
        if (how & 8)
            byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * k;
    }
    out(t, i, r);
}

/* Products of four bytes, or of two halves and two bytes. */
static uint64_t element(uint64_t v, char k, int bits, int at)
{
    v = v >> at & mask_of(bits);
    return k == 's' ? (uint64_t)sign(v, bits) : v;
}

static void dp4a(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), b = in(t, i, 2), sum = in(t, i, 3);
    for (int k = 0; k < 32; k += 8)
        sum += element(a, i->t.k, 8, k) * element(b, i->s.k, 8, k);
    out(t, i, sum);
}

static void dp2a(Thread *t, const Insn *i)
{
    uint64_t a = in(t, i, 1), b = in(t, i, 2) >> (i->part == W_HI ? 16 : 0), sum = in(t, i, 3);
    for (int k = 0; k < 2; k++)
        sum += element(a, i->t.k, 16, 16 * k) * element(b, i->s.k, 8, 8 * k);
    out(t, i, sum);
}

const Row integer_rows[] = {
    {"add", add, SAT | CARRY, 3, 3}, {"sub", sub, SAT | CARRY, 3, 3}, {"addc", addc, CARRY, 3, 3},
    {"subc", subc, CARRY, 3, 3}, {"mul", mul, PART, 3, 3}, {"mad", mad, PART | CARRY | SAT, 4, 4},
    {"madc", madc, PART | CARRY, 4, 4}, {"mul24", mul24, PART, 3, 3}, {"mad24", mad24, PART | SAT, 4, 4},
    {"sad", sad, 0, 4, 4}, {"div", quotient, 0, 3, 3}, {"rem", rest, 0, 3, 3}, {"abs", absolute, 0, 2, 2},
    {"neg", negate, 0, 2, 2}, {"min", lesser, 0, 3, 3}, {"max", greater, 0, 3, 3}, {"and", and, 0, 3, 3}, {"or", or, 0, 3, 3},
    {"xor", xor, 0, 3, 3}, {"not", not, 0, 2, 2}, {"cnot", cnot, 0, 2, 2}, {"shl", shl, 0, 3, 3}, {"shr", shr, 0, 3, 3},
    {"shf", shf, MODE, 4, 4}, {"popc", popc, 0, 2, 2}, {"clz", clz, 0, 2, 2}, {"bfind", bfind, MODE, 2, 2},
    {"brev", brev, 0, 2, 2}, {"bfe", bfe, 0, 4, 4}, {"bfi", bfi, 0, 5, 5}, {"szext", szext, MODE, 3, 3},
    {"lop3", lop3, 0, 5, 5}, {"prmt", prmt, 0, 4, 4}, {"dp4a", dp4a, 0, 4, 4}, {"dp2a", dp2a, PART, 4, 4}, {0},
};
