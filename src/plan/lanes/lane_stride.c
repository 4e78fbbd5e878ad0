/* lane_stride.c: loops over each second, fourth, ... lane, or over the first few.
 *
 * `if (t % 8 == 0)` is how sums are made in trees, and how one thread of several does what is to be done once.  Where a loop over
 * lanes holds nothing but such a condition, the others have nothing to do: the loop goes to the first lane for which it holds, and
 * from there in steps.  Trees whose busy threads lie side by side ask `if (2 * s * t < n)`: the loop ends at the first lane whose product
 * reaches n.  The condition, which may ask for more than that, stays where it is, so that the steps and the end need not be exact,
 * unless they are surely.  Where the last bit of a lane's number says which side of an if is for it, as it does in steps of wavelets and
 * of sorting, each side has a loop of its own; lanes have no order among them.
 *
 * In: the items of region.c.  Out: Item.stride, stride_test. */
#include "plan/plan.h"

/* The instruction that makes the register, if it is one of the first n items; or -1. */
static int made_in(const Back *b, const Items *in, int n, int reg)
{
    const int def = b->reg[reg].def;
    for (int i = 0; i < n; i++)
        if (in->at[i]->kind == I_INS && in->at[i]->ins == def)
            return def;
    return -1;
}

/* It has no effect, and nothing outside of the loop over lanes reads its result, as far as is known where that is kept. */
static bool only_makes(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    const Dest d = ins ? ins_dest(ins) : (Dest){0, -1};
    const uint8_t store = d.n == 1 ? b->reg[d.reg].plan->store : ST_NONE;
    return d.n == 1 && ins_is_pure(ins) && ins->pseudo != PSEUDO_CHECK && !b->spec[it->ins] && (store == ST_NONE || store == ST_FOLD || store == ST_LOCAL);
}

static const Opnd *plain_reg(const Ins *ins, ArgName name)
{
    const int i = isa_arg(ins, name);
    return i >= 0 && opnd_is_reg(&ins->arg[i]) ? &ins->arg[i] : NULL;
}

static bool is_uniform(const Back *b, const Ins *ins, ArgName name)
{
    return uniform_opnd(b, &ins->arg[isa_arg(ins, name)]).kind == VAL_UNI;
}

/* A comparison of two numbers of 32 bits, and nothing else. */
static bool is_test(const Ins *ins) { return isa_is_test(ins) && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32; }

/* One for being equal, or not, with what is the same for all lanes. */
static bool compares(const Back *b, const Ins *ins, bool *equal)
{
    const unsigned cmp = is_test(ins) ? isa_compare(ins) : CMP_NONE;
    *equal = cmp == CMP_EQUAL;
    return (*equal || cmp == CMP_OTHER) && plain_reg(ins, ARG_A) && is_uniform(b, ins, ARG_B);
}

/* What is not one of two numbers is the other one. */
static bool is_other_bit(const Back *b, const Item *group)
{
    const Ins *of = &b->fn->ins.at[group->stride - 1], *test = &b->fn->ins.at[group->stride_test];
    const Opnd *y = &test->arg[isa_arg(test, ARG_B)];
    return of->mnemonic == INS_AND && of->arg[isa_arg(of, ARG_B)].imm == 1 && y->kind == O_IMM && y->imm <= 1;
}

/* The number 2^k at whose multiples what is subtracted lies, 0: it is not known to lie at such. */
static uint64_t subtracts_multiple(const Back *b, const Ins *ins)
{
    const Opnd *y = ins->mnemonic == INS_SUB ? plain_reg(ins, ARG_B) : NULL;
    const Ins *of = back_only_def(b, y);
    if (!of || of->mnemonic != INS_AND || of->arg[isa_arg(of, ARG_B)].kind != O_IMM)
        return 0;
    const uint32_t mask = (uint32_t)of->arg[isa_arg(of, ARG_B)].imm;
    return mask & (0 - mask);
}

uint64_t lane_stride_power(const Back *b, const Ins *of)
{
    if (of->mnemonic == INS_SUB)
        return subtracts_multiple(b, of);
    const Opnd *y = &of->arg[isa_arg(of, ARG_B)];
    const uint64_t n = of->mnemonic == INS_AND && y->kind == O_IMM ? (uint64_t)(uint32_t)y->imm + 1 : 0;
    return n & (n - 1) ? 0 : n;
}

/* The remainder of a number that grows by 1 from lane to lane, or what differs from it by a multiple of the divisor: x - (x' & -4) as
 * compilers have it for numbers with signs; *by: the divisor, 0: not known yet. */
static bool is_remainder(const Back *b, const Ins *ins, int *by)
{
    enum { MOST = 1 << 20 };
    const Opnd *x = plain_reg(ins, ARG_A);
    const Val v = x ? b->reg[x->reg].val : (Val){0};
    const bool rem = ins->mnemonic == INS_REM;
    if ((!rem && ins->mnemonic != INS_AND && ins->mnemonic != INS_SUB) || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32 ||
        !val_counts_lanes(v) || (ins->mnemonic != INS_SUB && !is_uniform(b, ins, ARG_B)))
        return false;
    const Opnd *y = &ins->arg[isa_arg(ins, ARG_B)];
    const uint64_t n = !rem ? lane_stride_power(b, ins) : y->kind == O_IMM ? (uint32_t)y->imm : 0;
    *by = n < MOST ? (int)n : MOST;
    return rem ? v.max <= INT32_MAX - 2 * CHUNK_LANES && y->kind != O_FIMM : n > 1;
}

/* What a loop over lanes asks for: its leading items make the test, whose result the branch has to find to be `holds`. */
typedef struct Asked {
    Item *group;
    const Item *cond;
    int test;
    bool holds;
    int combined; /* so many instructions stand between it and the branch */
} Asked;

/* How many instructions that are not dead read the register; no more than some are of interest. */
static int live_reads(const Back *b, int reg, int some)
{
    int n = b->reg[reg].nuse;
    for (int i = 0; n > some && i < b->fn->ins.n; i++)
        if (b->blk_of[i] && b->dead[i])
            n -= ins_mentions(&b->fn->ins.at[i], reg).reads;
    return n;
}

/* Nothing reads what the leading items make but they and the branch. */
static bool is_only_asked(const Back *b, const Asked *q)
{
    const Items *in = &q->group->kid[0];
    for (int i = 0; i + 1 < in->n; i++) {
        const int reg = ins_dest(&b->fn->ins.at[in->at[i]->ins]).reg;
        int here = b->fn->ins.at[q->cond->ins].guard == reg;
        for (int k = 0; k + 1 < in->n; k++)
            here += ins_mentions(&b->fn->ins.at[in->at[k]->ins], reg).reads;
        if (live_reads(b, reg, here) != here)
            return false;
    }
    return !q->cond->decls.n;
}

/* The shift of a register by so many bits, with or without sign. */
static const Ins *shift_of(const Back *b, const Opnd *o, uint64_t bits, bool sign)
{
    const Ins *def = back_only_def(b, o);
    const bool fits = def && def->mnemonic == INS_SHR && plain_reg(def, ARG_A) && def->arg[isa_arg(def, ARG_B)].kind == O_IMM &&
                      type_info[isa_slot_type(def, SLOT_TYPE)].bits == 32;
    return fits && def->arg[isa_arg(def, ARG_B)].imm == bits && (type_info[isa_slot_type(def, SLOT_TYPE)].kind == 's') == sign ? def : NULL;
}

/* x - ((x + (x < 0 ? 2^k - 1 : 0)) & -2^k): the remainder of a number with a sign, as compilers have it. */
static bool is_signed_remainder(const Back *b, const Ins *sub)
{
    const Opnd *x = plain_reg(sub, ARG_A);
    const Ins *mask = sub->mnemonic == INS_SUB ? back_only_def(b, plain_reg(sub, ARG_B)) : NULL;
    const Ins *sum = x && mask && mask->mnemonic == INS_AND ? back_only_def(b, plain_reg(mask, ARG_A)) : NULL;
    if (!sum || sum->mnemonic != INS_ADD || !plain_reg(sum, ARG_A) || !plain_reg(sum, ARG_B) || isa_has_word(sum, MOD_SAT))
        return false;
    const uint32_t by = (uint32_t)subtracts_multiple(b, sub);
    uint64_t up = 32;
    while (by >> (32 - up) > 1)
        up--;
    if (!by || (uint32_t)mask->arg[isa_arg(mask, ARG_B)].imm != 0 - by)
        return false;
    for (int swapped = 0; swapped < 2; swapped++) {
        const Opnd *number = plain_reg(sum, swapped ? ARG_B : ARG_A);
        const Ins *add = shift_of(b, plain_reg(sum, swapped ? ARG_A : ARG_B), up, false);
        if (number->reg != x->reg || !add)
            continue;
        const Opnd *of = plain_reg(add, ARG_A);
        const Ins *sign = shift_of(b, of, 31, true);
        return up == 31 && of->reg == x->reg ? true : sign && plain_reg(sign, ARG_A)->reg == x->reg;
    }
    return false;
}

/* Whether the steps are exact: of remainders by a power of two; of other remainders, with 0. */
static bool is_sure(const Back *b, const Asked *q)
{
    const Ins *of = &b->fn->ins.at[q->group->stride - 1], *test = &b->fn->ins.at[q->test];
    const Opnd *with = &test->arg[isa_arg(test, ARG_B)];
    const bool power = of->mnemonic == INS_AND ? with->kind != O_IMM || (uint32_t)with->imm <= (uint32_t)of->arg[isa_arg(of, ARG_B)].imm
                                               : b->mode != MODE_WARP && is_signed_remainder(b, of);
    return q->combined == 1 && (of->mnemonic == INS_REM ? with->kind == O_IMM && !with->imm
        : lane_stride_power(b, of) && power && (with->kind == O_IMM || b->mode != MODE_WARP)) && is_only_asked(b, q);
}

/* Remainders of one number by another: the loop goes in steps. */
static bool steps(const Back *b, Asked q)
{
    const Items *in = &q.group->kid[0];
    bool equal;
    int by;
    if (!compares(b, &b->fn->ins.at[q.test], &equal))
        return false;
    const int of = made_in(b, in, in->n - 1, plain_reg(&b->fn->ins.at[q.test], ARG_A)->reg);
    if (of < 0 || !is_remainder(b, &b->fn->ins.at[of], &by) || !cost_prefers_steps(b, &q.cond->kid[0], by))
        return false;
    q.group->stride = of + 1;
    q.group->stride_by = by;
    q.group->stride_test = q.test;
    q.group->stride_not = equal != q.holds;
    if (q.group->stride_not && !is_other_bit(b, q.group))
        q.group->stride = 0;
    q.group->stride_sure = q.group->stride && is_sure(b, &q);
    return q.group->stride;
}

/* Whether it is a product, or a shift, of a number that grows from lane to lane by what is the same for all. */
bool lane_stride_reaches(const Back *b, const Ins *of, ArgName *number, ArgName *by)
{
    if (of->mnemonic != INS_SHL && (of->mnemonic != INS_MUL || !isa_has_word(of, MOD_LO)))
        return false;
    for (int swapped = 0; swapped <= (of->mnemonic == INS_MUL); swapped++) {
        *number = swapped ? ARG_B : ARG_A;
        *by = swapped ? ARG_A : ARG_B;
        const Opnd *x = plain_reg(of, *number);
        const Val v = x ? b->reg[x->reg].val : (Val){0};
        if (v.kind == VAL_AFF && v.step > 0 && v.step <= UINT16_MAX && !v.border && plain_reg(of, *by) && is_uniform(b, of, *by))
            return type_info[isa_slot_type(of, SLOT_TYPE)].bits == 32;
    }
    return false;
}

/* Products of a number that grows by what is the same for all lanes: the loop ends where they reach what they are compared with. */
static bool ends(const Back *b, Asked q)
{
    const Items *in = &q.group->kid[0];
    const Ins *test = &b->fn->ins.at[q.test];
    for (int swapped = 0; swapped < 2; swapped++) {
        const Opnd *x = plain_reg(test, swapped ? ARG_B : ARG_A);
        const int of = x && is_test(test) && is_uniform(b, test, swapped ? ARG_A : ARG_B) ? made_in(b, in, in->n - 1, x->reg) : -1;
        ArgName number, by;
        if (of >= 0 && lane_stride_reaches(b, &b->fn->ins.at[of], &number, &by) &&
            lane_range_find(test, swapped).border == (q.holds ? BORDER_BELOW : BORDER_FROM) && cost_prefers_steps(b, &q.cond->kid[0], 0)) {
            q.group->stride = of + 1;
            q.group->stride_test = q.test;
            q.group->stride_ends = true;
            return true;
        }
    }
    return false;
}

enum { COMBINED_MOST = 4 }; /* instructions one behind the other that combine tests */

/* What makes the predicate, among the first n items: a test, or several, of which each has to hold. */
static bool look_for(const Back *b, Asked q, int n, int pred, bool holds)
{
    const Items *in = &q.group->kid[0];
    q.test = q.combined <= COMBINED_MOST ? made_in(b, in, n, pred) : -1;
    q.holds = holds;
    q.combined++;
    if (q.test < 0)
        return false;
    while (in->at[n - 1]->ins != q.test)
        n--;
    n--; /* it reads what stands before it */
    const Ins *ins = &b->fn->ins.at[q.test];
    const Opnd *x = plain_reg(ins, ARG_A), *y = isa_arg(ins, ARG_B) >= 0 ? plain_reg(ins, ARG_B) : NULL;
    if (ins->mnemonic == INS_NOT)
        return x && look_for(b, q, n, x->reg, !holds);
    if (ins->mnemonic == (holds ? INS_AND : INS_OR))
        return (x && look_for(b, q, n, x->reg, holds)) || (y && look_for(b, q, n, y->reg, holds));
    return steps(b, q) || ends(b, q);
}

/* Whether the other side, too, is better in steps, which are exact for both. */
static bool steps_on_both(const Back *b, const Item *group, const Items *other)
{
    return group->stride && group->stride_sure && !group->serial && is_other_bit(b, group) && !leads_out(other) && cost_prefers_steps(b, other, 2);
}

static void look_at(Back *b, Item *group)
{
    const Items *in = &group->kid[0];
    const Item *cond = items_last(in);
    if (!cond || group->rows || cond->kind != I_IF || info(cond->node)->masked || !cond->kid[0].n || leads_out(&cond->kid[0]))
        return;
    for (int i = 0; i + 1 < in->n; i++)
        if (!only_makes(b, in->at[i]))
            return;
    const Ins *br = &b->fn->ins.at[cond->ins];
    if (br->guard >= 0)
        look_for(b, (Asked){.group = group, .cond = cond}, in->n - 1, br->guard, br->guard_neg == cond->negate);
    if (cond->kid[1].n && !steps_on_both(b, group, &cond->kid[1]))
        group->stride = 0;
}

static bool may_step(const Back *b) { return back_optimizes(b) && !b->gotos && (back_has_chunks(b) || b->mode == MODE_WARP); }

bool lane_strides_fit(Back *b, const Item *group)
{
    Item as_it_is = *group;
    if (may_step(b))
        look_at(b, &as_it_is);
    return as_it_is.stride;
}

void lane_strides_find(Back *b)
{
    if (may_step(b))
        lane_groups_each(b, look_at);
}
