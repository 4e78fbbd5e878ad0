/* thread_number.c: what instructions make of numbers that are known for each thread. */
#include "transform/transform.h"

static bool compare(unsigned cmp, bool has_sign, uint32_t x, uint32_t y)
{
    return compare_holds(cmp, has_sign ? T_S32 : T_U32, x, y);
}

uint32_t number_of(const Ins *ins, uint32_t x, uint32_t y, uint32_t z)
{
    const Type type = isa_slot_type(ins, SLOT_TYPE);
    const bool has_sign = type_info[type].kind == 's';
    switch (ins->mnemonic) {
    case INS_ADD: return x + y;
    case INS_SUB: return x - y;
    case INS_MUL: return x * y;
    case INS_MAD: return x * y + z;
    case INS_AND: return x & y;
    case INS_OR: return x | y;
    case INS_XOR: return x ^ y;
    case INS_NOT: return type == T_PRED ? !x : ~x;
    case INS_MIN: return compare(CMP_LESS, has_sign, x, y) ? x : y;
    case INS_MAX: return compare(CMP_LESS, has_sign, x, y) ? y : x;
    case INS_SHL: return y > 31 ? 0 : x << y;
    case INS_SHR: return has_sign ? (uint32_t)((int32_t)x >> (y > 31 ? 31 : y)) : y > 31 ? 0 : x >> y;
    case INS_DIV: return has_sign ? (uint32_t)((int32_t)x / (int32_t)y) : x / y;
    case INS_REM: return has_sign ? (uint32_t)((int32_t)x % (int32_t)y) : x % y;
    case INS_SELP: return z ? x : y;
    case INS_SETP: return compare(isa_compare(ins), has_sign, x, y);
    default: return x;
    }
}

/* A divisor that is a constant, and neither 0 nor negative. */
static bool divides(const Back *b, const Opnd *o)
{
    const Val v = uniform_opnd(b, o);
    return v.cst && (uint32_t)v.c && (uint32_t)v.c <= INT32_MAX;
}

bool number_is_simple(const Back *b, const Ins *ins)
{
    static const Modifier odd[] = {MOD_SAT, MOD_CC, MOD_HI, MOD_WIDE, MOD_RELU, MOD_NONE};
    static const Mnemonic words[] = {INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_MIN, INS_MAX, INS_SHL, INS_SHR, INS_SELP, INS_MOV, INS_NONE};
    static const Mnemonic bits[] = {INS_AND, INS_OR, INS_XOR, INS_NOT, INS_NONE};
    if (isa_has_any(ins, odd) || ins->pseudo || ins->narg > 4 || ins_dest(ins).n != 1 || !ins_is_pure(ins))
        return false;
    const Type type = isa_slot_type(ins, SLOT_TYPE);
    if (ins_is_any(ins, bits))
        return type == T_PRED || type_is_i32(type);
    if (ins_is_any(ins, words))
        return type_is_i32(type);
    if (ins->mnemonic == INS_SETP)
        return type_is_i32(type) && isa_compare(ins) && isa_is_test(ins);
    return (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && type_is_i32(type) && divides(b, isa_opnd(ins, ARG_B));
}
