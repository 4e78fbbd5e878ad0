/* vector_dependence.c: accesses of a lane that must not change places where its neighbours' run beside them.
 *
 * In a loop that is said to be fit for vectors, compilers load or store what lies between each other of neighbouring lanes
 * (x[2 * l], x[2 * l + 1]) together: loads where the first of them stands, stores where the last one does.  They take it
 * that nothing in between touches the same memory unless they can see that it does, in the lane's own order, too.
 *
 * In: what is known of addresses.  Out: where a loop over lanes has to end. */
#include "analysis/analysis.h"

typedef struct Access {
    const Opnd *at;
    Space space;
    bool store;
    int bytes, element; /* of all; of each element, which is what C accesses */
    int64_t step; /* bytes from lane to lane; 0: unknown, or the same for all */
} Access;

/* False for what is no plain access of memory that may be written. */
static bool access_of(const Back *b, const Ins *ins, Access *x)
{
    const Emit e = isa_emit(ins);
    if (!isa_is_ld_st(ins) || isa_has_word(ins, MOD_NC))
        return false;
    const Opnd *value = &ins->arg[isa_arg(ins, e == EMIT_ST ? ARG_B : ARG_D)];
    x->at = &ins->arg[isa_arg(ins, ARG_A)];
    x->space = x->at->sym ? x->at->sym->space : isa_opnd_space(ins, x->at);
    if (x->space == SP_PARAM || x->space == SP_CONST || x->space == SP_LOCAL) /* the last: local_layout.c */
        return false;
    x->store = e == EMIT_ST;
    x->element = type_info[isa_slot_type(ins, SLOT_TYPE)].bits / 8;
    x->bytes = x->element * (value->kind == O_VEC ? (int)value->nsub : 1);
    const Val *v = x->at->reg >= 0 ? &b->reg[x->at->reg].val : NULL;
    x->step = v && v->kind == VAL_AFF ? v->step : 0;
    return true;
}

static bool may_alias(const Access *x, const Access *y)
{
    if (x->space != y->space && x->space != SP_GENERIC && y->space != SP_GENERIC)
        return false;
    if (x->at->reg != y->at->reg || x->at->sym != y->at->sym)
        return true;
    const int64_t from = (int64_t)x->at->imm, other = (int64_t)y->at->imm;
    return from < other + y->bytes && other < from + x->bytes;
}

/* There is room between those of neighbouring lanes. */
static bool has_gaps(const Access *x) { return x->step > x->bytes || -x->step > x->bytes; }

/* Of neighbouring lanes they lie between each other. */
static bool interleaved(const Access *x, const Access *y)
{
    const int64_t step = x->step < 0 ? -x->step : x->step;
    if (x->store != y->store || x->space != y->space || x->step != y->step || !has_gaps(x) || !has_gaps(y))
        return false;
    const int64_t apart = (int64_t)x->at->imm - (int64_t)y->at->imm;
    return x->at->reg != y->at->reg || (apart < step && apart > -step);
}

bool dependence_breaks(const Back *b, const int *before, int n, int at)
{
    Access x, y, z;
    if (!access_of(b, &b->fn->ins.at[at], &x) || !has_gaps(&x))
        return false;
    bool between = false; /* of a load: a store that it must stay behind */
    for (int i = n; i-- > 0;) {
        access_of(b, &b->fn->ins.at[before[i]], &y);
        if (!interleaved(&x, &y)) {
            between |= !x.store && y.store && may_alias(&x, &y);
            continue;
        }
        for (int k = i + 1; x.store && k < n && !between; k++) {
            access_of(b, &b->fn->ins.at[before[k]], &z);
            between = (z.at->reg != x.at->reg || z.element != y.element) && may_alias(&y, &z);
        }
        if (between)
            return true;
    }
    return false;
}

bool dependence_counts(const Back *b, const Ins *ins)
{
    Access x;
    return access_of(b, ins, &x);
}
