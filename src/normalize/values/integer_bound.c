/* integer_bound.c: the most that an integer without a sign may be, by what it is made of: numbers of threads and blocks, which no launch has
 * more of, and those of 32 bits in 64. */
#include "normalize/normalize.h"

enum { DEPTH = 6 };

/* Of numbers that are not above these; words: they are words, and a sign makes no difference to them. */
static uint64_t most_made(const Ins *ins, const uint64_t of[3], bool words)
{
    const uint64_t any = UINT64_MAX, word = UINT32_MAX;
    switch (ins->mnemonic) {
    case INS_CVT: return isa_slot_type(ins, SLOT_ATYPE) == T_U32 ? lesser_u(of[0], word) : any;
    case INS_ADD: return of[0] <= any - of[1] ? of[0] + of[1] : any;
    case INS_MUL: return words ? of[0] * of[1] : any;
    case INS_MAD: return words && of[0] * of[1] <= any - word ? of[0] * of[1] + of[2] : any;
    case INS_SHR: return words && ins->op[2].kind == O_IMM ? of[0] >> (of[1] & 31) : any; /* all of them, or not so many */
    case INS_AND: return lesser_u(of[0], of[1]);
    default: return isa_emit(ins) == EMIT_MOV ? of[0] : any;
    }
}

/* Whether what the instruction makes can be told from what it reads. */
static bool is_sum(const Ins *ins)
{
    return type_is_int(isa_slot_type(ins, ins->mnemonic == INS_CVT ? SLOT_DTYPE : SLOT_TYPE)) && ins->guard < 0 && !ins->pseudo && ins->nop >= 2 && ins->nop <= 4 &&
           isa_is_modular(ins);
}

static uint64_t most(const Fn *fn, const int *writer, const Opnd *o, int depth)
{
    const Ins *ins = only_writer(fn, writer, o);
    if (o->kind == O_IMM || o->kind == O_SREG)
        return o->kind == O_SREG ? sreg_most(o) : o->neg ? UINT64_MAX : o->imm;
    const uint64_t all = opnd_is_reg(o) ? type_max(fn->regs.at[o->reg]->type) : UINT64_MAX;
    if (!ins || depth == DEPTH || !is_sum(ins))
        return all;
    const bool has_sign = type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 's';
    uint64_t of[3] = {0}, above = 0;
    for (int i = 1; i < ins->nop; i++) {
        of[i - 1] = most(fn, writer, &ins->op[i], depth + 1);
        above |= of[i - 1];
    }
    return lesser_u(most_made(ins, of, above <= (has_sign ? INT32_MAX : UINT32_MAX)), all);
}

uint64_t integer_most(const Fn *fn, const int *writer, const Opnd *o) { return most(fn, writer, o, 0); }
