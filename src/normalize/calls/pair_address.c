/* pair_address.c: how a program names the first CTA of a pair by bits of an address.
 *
 * On processors whose tcgen05 instructions work for pairs of CTAs (.cta_group::2), bit 24 of an address in .shared::cluster is the lowest
 * one of its CTA's rank, also in addresses of the CTA's own window.  CUDA's libraries clear it, so that both CTAs count at the barrier of
 * the first one, and compilers add to that mask the low bits that a barrier's address does not have.  Here addresses in the own window
 * have no rank (runtime/ptx2c/sched.h): what is cleared becomes mapa.
 *
 * In: matched functions.  Out: no `and` with 0xfeffffff, or with low bits cleared, too, in those with instructions for pairs. */
#include "normalize/normalize.h"

enum { PAIR_BIT = 1 << 24 };

static bool clears_bit(const Ins *ins)
{
    if (!ins->form || ins->mnemonic != INS_AND || isa_arg(ins, ARG_B) < 0)
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *b = &ins->arg[isa_arg(ins, ARG_B)];
    const uint32_t cleared = b->kind == O_IMM ? ~(uint32_t)b->imm : 0, low = cleared & (PAIR_BIT - 1);
    return cleared - low == PAIR_BIT && !(low & (low + 1)) && opnd_is_reg(a) && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32;
}

static void rewrite(Module *m, Fn *fn)
{
    fn_end_code(m, fn, &fn->ins);
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        const Ins *ins = w.ins;
        if (!clears_bit(ins)) {
            rewrite_keep(&w);
            continue;
        }
        const Opnd own = opnd_reg(fn_new_reg(m->arena, fn, "rank", T_B32)), first = opnd_reg(fn_new_reg(m->arena, fn, "first", T_B32));
        const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)];
        Opnd a = ins->arg[isa_arg(ins, ARG_A)];
        const uint32_t low = (uint32_t)ins->arg[isa_arg(ins, ARG_B)].imm | PAIR_BIT;
        Opnd special = opnd_sreg(m->arena, SREG_CLUSTER_CTARANK, -1);
        special.loc = ins->loc;
        rewrite_add(&w, ins_new(m, fn, m->arena, ins, "mov.u32", (Opnd[]){own, special}, 2));
        rewrite_add(&w, ins_new(m, fn, m->arena, ins, "and.b32", (Opnd[]){first, own, opnd_number(~UINT64_C(1), T_B32)}, 3));
        if (~low) {
            const Opnd aligned = opnd_reg(fn_new_reg(m->arena, fn, "aligned", T_B32));
            rewrite_add(&w, ins_new(m, fn, m->arena, ins, "and.b32", (Opnd[]){aligned, a, opnd_number(low, T_B32)}, 3));
            a = aligned;
        }
        Ins mapped = ins_new(m, fn, m->arena, ins, "mapa.shared::cluster.u32", (Opnd[]){*d, a, first}, 3);
        rewrite_add(&w, *ins_under(&mapped, ins->guard, ins->guard_neg));
    }
}

void pair_addresses(Module *m)
{
    for (EACH(Fn, fn, m->fns)) {
        bool pairs = false, clears = false;
        for (int k = 0; k < fn->ins.n; k++) {
            pairs |= fn->ins.at[k].form && isa_has_word(&fn->ins.at[k], MOD_CTA_GROUP__2);
            clears |= clears_bit(&fn->ins.at[k]);
        }
        if (pairs && clears)
            rewrite(m, fn);
    }
}
