/* expr.c: constant expressions (manual 4.5): 64-bit integers, signed or not, and doubles; no conversions between them.
 *
 * Where the manual leaves room we do as the assembler does: shift counts are taken modulo 64, and & ^ | follow the
 * usual conversions (signed when both sides are). */
#include "ptx/parse.h"

static bool parse_unary(Parser *p, Const *c);

bool const_is_int(Const c) { return c.type == T_S64 || c.type == T_U64; }

double const_f64(Const c) { return type_float(c.type, c.bits); }

static Const of_f64(double d) { return (Const){T_F64, (union { double d; uint64_t bits; }){.d = d}.bits}; }

static Const of_bool(bool b) { return (Const){T_S64, b}; }

bool at_const(const Parser *p)
{
    switch (p->tok.kind) {
    case TK_INT: case TK_REAL: case '(': case '+': case '-': case '~': case '!':
        return true;
    default:
        return p->tok.kind == TK_ID && p->tok.kw == KW_WARP_SZ;
    }
}

/* Binary operators, the strongest first.  A real operand is only for those that compute or compare. */
typedef enum Op {
    OP_MUL, OP_DIV, OP_REM, OP_ADD, OP_SUB, OP_SHL, OP_SHR, OP_LT, OP_GT, OP_LE, OP_GE, OP_EQ, OP_NE, OP_AND, OP_XOR,
    OP_OR, OP_ANDAND, OP_OROR, OP_COUNT
} Op;

static const struct {
    uint8_t tok, level;
    bool reals;
    const char *text;
} operators[OP_COUNT] = {
    [OP_MUL] = {'*', 10, true, "*"},        [OP_DIV] = {'/', 10, true, "/"},       [OP_REM] = {'%', 10, false, "%"},
    [OP_ADD] = {'+', 9, true, "+"},         [OP_SUB] = {'-', 9, true, "-"},        [OP_SHL] = {TK_SHL, 8, false, "<<"},
    [OP_SHR] = {TK_SHR, 8, false, ">>"},    [OP_LT] = {'<', 7, true, "<"},         [OP_GT] = {'>', 7, true, ">"},
    [OP_LE] = {TK_LE, 7, true, "<="},       [OP_GE] = {TK_GE, 7, true, ">="},      [OP_EQ] = {TK_EQ, 6, true, "=="},
    [OP_NE] = {TK_NE, 6, true, "!="},       [OP_AND] = {'&', 5, false, "&"},       [OP_XOR] = {'^', 4, false, "^"},
    [OP_OR] = {'|', 3, false, "|"},         [OP_ANDAND] = {TK_ANDAND, 2, false, "&&"},
    [OP_OROR] = {TK_OROR, 1, false, "||"},
};

static int operator_at(const Parser *p)
{
    for (int i = 0; i < OP_COUNT; i++)
        if (operators[i].tok == p->tok.kind)
            return i;
    return -1;
}

static Const real_binary(Op op, double a, double b)
{
    switch (op) {
    case OP_MUL: return of_f64(a * b);
    case OP_DIV: return of_f64(a / b);
    case OP_ADD: return of_f64(a + b);
    case OP_SUB: return of_f64(a - b);
    case OP_LT: return of_bool(a < b);
    case OP_GT: return of_bool(a > b);
    case OP_LE: return of_bool(a <= b);
    case OP_GE: return of_bool(a >= b);
    case OP_EQ: return of_bool(a == b);
    case OP_NE: return of_bool(a != b);
    default: ice("real operator %d", op);
    }
}

static bool unsigned_less(bool u, uint64_t a, uint64_t b) { return u ? a < b : (int64_t)a < (int64_t)b; }

static uint64_t int_quotient(bool u, uint64_t a, uint64_t b)
{
    if (u)
        return a / b;
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b); /* INT64_MIN / -1 wraps */
}

static Const shifted_right(Const x, unsigned by)
{
    const bool negative = x.type == T_S64 && x.bits >> 63;
    return (Const){x.type, negative ? ~(~x.bits >> by) : x.bits >> by};
}

static Const int_test(Op op, bool u, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_LT: return of_bool(unsigned_less(u, a, b));
    case OP_GT: return of_bool(unsigned_less(u, b, a));
    case OP_LE: return of_bool(!unsigned_less(u, b, a));
    case OP_GE: return of_bool(!unsigned_less(u, a, b));
    case OP_EQ: return of_bool(a == b);
    case OP_NE: return of_bool(a != b);
    case OP_ANDAND: return of_bool(a && b);
    case OP_OROR: return of_bool(a || b);
    default: ice("integer operator %d", op);
    }
}

/* Both operands have been normalised; u: the operation is unsigned.  Division by zero was refused. */
static Const int_binary(Op op, bool u, Const x, Const y)
{
    uint64_t a = x.bits, b = y.bits;
    Type type = u ? T_U64 : T_S64;
    switch (op) {
    case OP_MUL: return (Const){type, a * b};
    case OP_DIV: return (Const){type, int_quotient(u, a, b)};
    case OP_REM: return (Const){T_S64, a % b};
    case OP_ADD: return (Const){type, a + b};
    case OP_SUB: return (Const){type, a - b};
    case OP_SHL: return (Const){x.type, a << (b & 63)};
    case OP_SHR: return shifted_right(x, b & 63);
    case OP_AND: return (Const){type, a & b};
    case OP_XOR: return (Const){type, a ^ b};
    case OP_OR: return (Const){type, a | b};
    default: return int_test(op, u, a, b);
    }
}

static bool apply(Loc loc, Op op, Const a, Const b, Const *c)
{
    if (a.type == T_F32 || b.type == T_F32) {
        return error_at(loc, "a 0f constant stands for itself and has no place in an expression");
    }
    if (const_is_int(a) != const_is_int(b))
        return error_at(loc, "integer and floating-point constants do not mix in '%s'", operators[op].text);
    if (!const_is_int(a)) {
        if (!operators[op].reals)
            return error_at(loc, "'%s' needs integer constants", operators[op].text);
        *c = real_binary(op, const_f64(a), const_f64(b));
        return true;
    }
    if ((op == OP_DIV || op == OP_REM) && b.bits == 0)
        return error_at(loc, "division by zero");
    *c = int_binary(op, a.type == T_U64 || b.type == T_U64, a, b);
    return true;
}

/* binary = unary {op unary}, by precedence climbing: operators of at least this level */
static bool parse_binary(Parser *p, Const *c, int level)
{
    if (!parse_unary(p, c))
        return false;
    for (;;) {
        if (at(p, TK_ID) && p->tok.name[0] == '%' && p->tok.name[1] >= '0' && p->tok.name[1] <= '9')
            return fail(p, "'%s' reads as a register's name; the remainder is written '%% %s'", p->tok.name,
                        p->tok.name + 1);
        int op = operator_at(p);
        if (op < 0 || operators[op].level < level)
            return true;
        Loc loc = p->tok.loc;
        next(p);
        Const right;
        if (!enter(p))
            return false;
        bool ok = parse_binary(p, &right, operators[op].level + 1);
        leave(p);
        if (!ok || !apply(loc, (Op)op, *c, right, c))
            return false;
    }
}

/* const = binary ["?" const ":" const] */
bool parse_const(Parser *p, Const *c)
{
    if (!parse_binary(p, c, 1))
        return false;
    if (!at(p, '?'))
        return true;
    Loc loc = p->tok.loc;
    if (!const_is_int(*c))
        return error_at(loc, "the condition of '?:' must be an integer constant");
    Const a, b;
    next(p);
    if (!enter(p))
        return false;
    bool ok = parse_const(p, &a) && expect(p, ':', "the first choice of '?:'") && parse_const(p, &b);
    leave(p);
    if (!ok)
        return false;
    if (const_is_int(a) != const_is_int(b) || a.type == T_F32 || b.type == T_F32)
        return error_at(loc, "the choices of '?:' must be both integers or both floating-point");
    bool u = a.type == T_U64 || b.type == T_U64;
    *c = c->bits ? a : b;
    if (const_is_int(*c))
        c->type = u ? T_U64 : T_S64;
    return true;
}

/* parenthesised = "(" .s64 ")" unary | "(" .u64 ")" unary | "(" const ")" */
static bool parse_parenthesised(Parser *p, Const *c)
{
    next(p);
    if (!at(p, TK_DOT))
        return parse_const(p, c) && expect(p, ')', "the expression");
    Type to = type_by_name(p->tok.name);
    if (to != T_S64 && to != T_U64)
        return fail(p, "constants can be cast to .s64 and .u64 only");
    next(p);
    if (!expect(p, ')', "the cast's type"))
        return false;
    Loc loc = p->tok.loc;
    if (!parse_unary(p, c))
        return false;
    if (!const_is_int(*c))
        return error_at(loc, "only integer constants can be cast");
    c->type = to;
    return true;
}

/* sign = ("+" | "-" | "!" | "~") unary */
static bool parse_sign(Parser *p, Const *c)
{
    int op = p->tok.kind;
    Loc loc = p->tok.loc;
    next(p);
    if (!parse_unary(p, c))
        return false;
    if (c->type == T_F32)
        return error_at(loc, "a 0f constant stands for itself and has no place in an expression");
    if (!const_is_int(*c)) {
        if (op != '+' && op != '-')
            return error_at(loc, "'%c' needs an integer constant", op);
        if (op == '-')
            c->bits ^= (uint64_t)1 << 63;
        return true;
    }
    if (op == '-')
        c->bits = 0 - c->bits;
    else if (op == '!')
        *c = of_bool(!c->bits);
    else if (op == '~')
        *c = (Const){T_U64, ~c->bits};
    return true;
}

/* unary = integer | real | WARP_SZ | sign | parenthesised */
static bool parse_unary(Parser *p, Const *c)
{
    bool ok;
    switch (p->tok.kind) {
    case TK_INT:
    case TK_REAL:
        *c = (Const){p->tok.type, p->tok.value};
        next(p);
        return true;
    case '(':
        if (!enter(p))
            return false;
        ok = parse_parenthesised(p, c);
        leave(p);
        return ok;
    case '+': case '-': case '!': case '~':
        if (!enter(p))
            return false;
        ok = parse_sign(p, c);
        leave(p);
        return ok;
    default:
        if (at(p, TK_ID) && p->tok.kw == KW_WARP_SZ) {
            *c = (Const){T_S64, 32};
            next(p);
            return true;
        }
        return fail_expected(p, "a constant");
    }
}
