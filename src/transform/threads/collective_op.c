/* collective_op.c: the operations by which lanes of a warp, or threads of a block, combine their values. */
#include "transform/threads/collective_op.h"

static const CollectiveOp ops[] = {
    {INS_ADD, T_U32, "add_u32", false, true, SIDED_NOT, 0},          {INS_ADD, T_S32, "add_u32", false, true, SIDED_NOT, 0},
    {INS_MUL, T_U32, "mul_u32", false, true, SIDED_NOT, 1},          {INS_MUL, T_S32, "mul_u32", false, true, SIDED_NOT, 1},
    {INS_AND, T_B32, "and_u32", false, false, SIDED_NOT, UINT32_MAX}, {INS_OR, T_B32, "or_u32", false, false, SIDED_NOT, 0},
    {INS_XOR, T_B32, "xor_u32", false, true, SIDED_NOT, 0},          {INS_MIN, T_U32, "min_u32", false, false, SIDED_NOT, UINT32_MAX},
    {INS_MAX, T_U32, "max_u32", false, false, SIDED_NOT, 0},         {INS_MIN, T_S32, "min_s32", false, false, SIDED_NOT, INT32_MAX},
    {INS_MAX, T_S32, "max_s32", false, false, SIDED_NOT, (uint32_t)INT32_MIN}, {INS_ADD, T_F32, "add_f32", true, true, SIDED_NOT, 0},
    {INS_MUL, T_F32, "mul_f32", true, true, SIDED_NOT, 0},           {INS_MIN, T_F32, "min_f32", false, false, SIDED_NOT, 0},
    {INS_MAX, T_F32, "max_f32", false, false, SIDED_NOT, 0},
    {INS_ADD, T_U64, "add_u64", false, true, SIDED_NOT, 0},          {INS_ADD, T_S64, "add_u64", false, true, SIDED_NOT, 0},
    {INS_AND, T_B64, "and_u64", false, false, SIDED_NOT, UINT64_MAX},         {INS_OR, T_B64, "or_u64", false, false, SIDED_NOT, 0},
    {INS_XOR, T_B64, "xor_u64", false, true, SIDED_NOT, 0},          {INS_MIN, T_U64, "min_u64", false, false, SIDED_NOT, UINT64_MAX},
    {INS_MAX, T_U64, "max_u64", false, false, SIDED_NOT, 0},         {INS_MIN, T_S64, "min_s64", false, false, SIDED_NOT, INT64_MAX},
    {INS_MAX, T_S64, "max_s64", false, false, SIDED_NOT, (uint64_t)INT64_MIN},         {INS_ADD, T_F64, "add_f64", true, true, SIDED_NOT, 0},
    {INS_MUL, T_F64, "mul_f64", true, true, SIDED_NOT, 0},           {INS_MIN, T_F64, "min_f64", false, false, SIDED_NOT, 0},
    {INS_MAX, T_F64, "max_f64", false, false, SIDED_NOT, 0},
    {INS_MIN, T_F32, "second_min_f32", true, false, SIDED_SECOND, 0}, {INS_MAX, T_F32, "second_max_f32", true, false, SIDED_SECOND, 0},
    {INS_MIN, T_F32, "first_min_f32", true, false, SIDED_FIRST, 0},   {INS_MAX, T_F32, "first_max_f32", true, false, SIDED_FIRST, 0},
    {INS_MIN, T_F64, "second_min_f64", true, false, SIDED_SECOND, 0}, {INS_MAX, T_F64, "second_max_f64", true, false, SIDED_SECOND, 0},
    {INS_MIN, T_F64, "first_min_f64", true, false, SIDED_FIRST, 0},   {INS_MAX, T_F64, "first_max_f64", true, false, SIDED_FIRST, 0},
};
enum { OPS = sizeof ops / sizeof *ops };

const CollectiveOp *collective_op_find(Mnemonic mnemonic, Type type, Sided sided)
{
    for (int i = 0; i < OPS; i++)
        if (ops[i].mnemonic == mnemonic && ops[i].type == type && ops[i].sided == sided)
            return &ops[i];
    return NULL;
}

const CollectiveOp *collective_op_of(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const bool more = ins->mnemonic == INS_MUL && type_info[t].kind != 'f' ? !isa_has_word(ins, MOD_LO) : false;
    if (ins->pseudo || more || ins->nword > 3 || (ins->nword == 3 && !isa_has_word(ins, MOD_LO) && !isa_has_word(ins, MOD_RN)))
        return NULL;
    return collective_op_find(ins->mnemonic, t, SIDED_NOT);
}
