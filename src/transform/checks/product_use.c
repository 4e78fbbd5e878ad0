/* product_use.c: --sanitize=sync: where registers are used that wgmma.mma_async works on beside the threads (manual 9.7.16.7): those of its
 * sum, which must not be touched until a wgmma.wait_group has waited for its group, and those of A, not written; and what has used either
 * of them is behind a wgmma.fence when it begins.
 *
 * The registers of an operand are a set, with a number in the module, of which the run knows what works on it and when it was used.
 * A move is no use: compilers put some in front of each wgmma and behind it, for registers that are one in the end.  Registers that several
 * operands have in common, but not all of them, are not looked at.
 *
 * In: matched instructions.  Out: PSEUDO_PRODUCT in front of uses, with how, the set and a register's name as its text.  Cost: two looks at
 * each instruction.
 * Fires on tests/sanitize/products and tests/run/wgmma; moves in tests/sanitize/product_moves. */
#include "transform/transform.h"

typedef struct ProductUses {
    Module *m;
    Fn *fn;
    int *set;         /* by register: its set, or -1 */
    Array(int) size;  /* of sets, by number; 0: not looked at */
    int first;        /* number of the first of them */
    InsList out;
} ProductUses;

static bool is_product(const Ins *ins) { return ins->form && ins->mnemonic == INS_WGMMA && isa_has_word(ins, MOD_MMA_ASYNC); }

/* An operand of several registers, all of one set or of none; else they and those of theirs are in one that is not looked at. */
static void find_set(ProductUses *p, const Opnd *o)
{
    const int known = o && o->kind == O_VEC && o->sub[0].kind == O_REG ? p->set[o->sub[0].reg] : -1;
    bool alike = known < 0 || p->size.at[known] == (int)o->nsub;
    if (!o || o->kind != O_VEC)
        return;
    for (uint32_t i = 0; i < o->nsub; i++)
        alike &= o->sub[i].kind == O_REG && p->set[o->sub[i].reg] == known;
    if (alike && known >= 0)
        return;
    array_add(p->m->code, &p->size, alike ? (int)o->nsub : 0);
    for (uint32_t i = 0; i < o->nsub; i++)
        if (o->sub[i].kind == O_REG) {
            int *const set = &p->set[o->sub[i].reg];
            if (*set >= 0)
                p->size.at[*set] = 0;
            *set = p->size.n - 1;
        }
}

static void add_use(ProductUses *p, const Ins *ins, const char *how, int reg)
{
    const int set = p->set[reg];
    if (set < 0 || !p->size.at[set])
        return;
    Ins *x = ins_under(ins_add_made(p->m, p->fn, &p->out, ins, "brkpt", NULL, 0), ins->guard, ins->guard_neg);
    x->pseudo = PSEUDO_PRODUCT;
    x->lower = arena_printf(p->m->code, ", PTX2C_PRODUCT_%s, %d, \"%s\", \"%s\"", how, p->first + set,
                            ins_words(p->m->code, ins), reg_name(p->fn, reg));
}

static void add_uses(ProductUses *p, const Ins *ins)
{
    const Opnd *const d = isa_opnd(ins, ARG_D), *const a = isa_opnd(ins, ARG_A);
    if (is_product(ins)) {
        add_use(p, ins, "SUM", d->sub[0].reg);
        if (a->kind == O_VEC && a->sub[0].kind == O_REG)
            add_use(p, ins, "A", a->sub[0].reg);
        return;
    }
    for (Refs r = ins_refs(ins); ins->form && ins->mnemonic != INS_MOV && places_next(&r);)
        add_use(p, ins, r.role == REG_READ ? "READ" : "WRITTEN", *r.place);
}

void product_uses(Module *m, Fn *fn, int *sets)
{
    ProductUses p = {.m = m, .fn = fn, .first = *sets};
    if (fn->is_proto || !fn_some(fn, is_product))
        return;
    p.set = NEWN(m->code, int, fn->regs.n);
    for (int i = 0; i < fn->regs.n; i++)
        p.set[i] = -1;
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        if (is_product(ins)) {
            find_set(&p, isa_opnd(ins, ARG_D));
            find_set(&p, isa_opnd(ins, ARG_A));
        }
    *sets += p.size.n;
    for (Rewrite w = rewrite_begin(m, fn, &p.out); rewrite_next(&w);) {
        add_uses(&p, w.ins);
        rewrite_keep(&w);
    }
}
