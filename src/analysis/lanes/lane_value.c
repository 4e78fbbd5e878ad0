/* lane_value.c: what an instruction makes of sums (lane.h). */
#include "analysis/lanes/lane_sum.h"

static bool is_wide(Type t) { return type_info[t].bits == 64; }

/* %tid: a warp is a row of the block or a part of one, or takes 32 / row rows. */
static Sum tid_sum(Lanes *w, int comp)
{
    int64_t v[32];
    Sum s;
    if (comp > 1 || (comp == 1 && w->row == 32))
        return sum_atom(atom_no(w, ATOM_TID, comp, 0));
    for (int l = 0; l < 32; l++)
        v[l] = comp ? l / w->row : l % w->row;
    s = sum_lanes(w, v);
    if (comp || w->row == 32)
        s.term[s.n++] = (Term){atom_no(w, ATOM_WARP, comp, 0), comp ? 32 / w->row : 32};
    return s;
}

static Sum lane_numbers(Lanes *w)
{
    int64_t v[32];
    for (int l = 0; l < 32; l++)
        v[l] = l;
    return sum_lanes(w, v);
}

static bool sreg_sum(Lanes *w, const Opnd *o, Sum *s)
{
    const Sreg *r = &isa_sregs[o->sym->index];
    const int comp = o->comp > 0 ? o->comp : 0;
    if (r->shape == SHAPE_TID && r->vec > 1 && o->comp >= 0) {
        *s = tid_sum(w, comp);
    } else if (opnd_is_sreg(o, SREG_LANEID)) {
        *s = lane_numbers(w);
    } else if (opnd_is_sreg(o, SREG_NTID) && comp == 0 && w->row < 32) {
        *s = sum_number(w->row);
    } else if (!sreg_differs(r) && (r->vec == 1 || o->comp >= 0)) {
        *s = sum_atom(atom_no(w, ATOM_SREG, o->sym->index, comp));
        if (opnd_is_sreg(o, SREG_NTID) && comp == 0)
            s->term[0].by = 32; /* whole warps: those of another length have a row for themselves */
    } else {
        return false;
    }
    return true;
}

static bool opnd_sum(Lanes *w, const Opnd *o, Type t, Sum *s)
{
    switch (o->kind) {
    case O_REG: {
        const int v = lane_value(w, o->reg);
        if (v < 0 || o->comp >= 0 || w->fn->regs.at[o->reg]->vec > 1 || w->fn->regs.at[o->reg]->type == T_PRED)
            return false;
        *s = w->value[v].sum;
        return true;
    }
    case O_IMM:
        *s = sum_number(is_wide(t) ? (int64_t)o->imm : (int64_t)(int32_t)(uint32_t)o->imm);
        return true;
    case O_SREG:
        return sreg_sum(w, o, s);
    case O_SYM:
        if (o->sym->kind != SYM_VAR)
            return false;
        *s = sum_atom(atom_no(w, ATOM_SYM, (int64_t)(intptr_t)o->sym, 0));
        w->atoms.at[s->term[0].atom].sym = o->sym;
        w->atoms.at[s->term[0].atom].varies = o->sym->space == SP_LOCAL || (o->sym->space == SP_PARAM && !is_kernel_param(w->fn, o->sym));
        s->c = (int64_t)o->imm;
        return true;
    default:
        return false;
    }
}

static bool arg_sum(Lanes *w, const Ins *ins, ArgName name, Type t, Sum *s)
{
    const int i = isa_arg(ins, name);
    return i >= 0 && opnd_sum(w, &ins->arg[i], t, s);
}

/* ---- predicates -------------------------------------------------------------------------------------------------- */

static bool holds(unsigned cmp, Type t, int64_t a, int64_t b)
{
    const Type narrow = type_info[t].kind == 's' ? T_S32 : T_U32;
    return compare_holds(cmp, is_wide(t) ? t : narrow, (uint64_t)a, (uint64_t)b);
}

/* Whether lanes may not compare alike: for each outcome the lanes that may come to it. */
static void compare_lanes(const Lanes *w, const Sum *x, const Sum *y, unsigned cmp, Type t, Result *r)
{
    bool warp = false;
    for (int i = 0; i < x->n + y->n; i++) {
        if (w->atoms.at[i < x->n ? x->term[i].atom : y->term[i - x->n].atom].key.kind != ATOM_WARP)
            return;
        warp = true;
    }
    r->may[0] = r->may[1] = 0;
    for (int l = 0; l < 32; l++)
        for (int k = 0; k < (warp ? w->warps : 1); k++) {
            const int64_t a = lane_part(x, l) + warp_part(w, x, k);
            const int64_t b = lane_part(y, l) + warp_part(w, y, k);
            r->may[holds(cmp, t, a, b)] |= UINT32_C(1) << l;
        }
}

bool lane_all_differ(const Sum *s)
{
    for (int i = 0; s->lane && i < 32; i++)
        for (int j = 0; j < i; j++)
            if (s->lane[i] == s->lane[j])
                return false;
    return s->lane != NULL;
}

/* d, which lanes differ in by what is not known of them, modulo a power of two that takes that away: x & 1, or x - (x & -2), which
 * are as the lanes' parts of x are.  *by: that power.  False: there is none. */
static bool modulo_varying(Lanes *w, const Sum *d, Sum *rest, int64_t *by)
{
    *rest = *d;
    *by = 0;
    for (int i = 0; i < d->n; i++) {
        const Term t = d->term[i];
        const Atom *x = &w->atoms.at[t.atom];
        const Sum own = sum_atom(t.atom);
        const int64_t low = atom_low_mask(x);
        if (!x->varies)
            continue;
        if (!low && !x->multiple)
            return false;
        *by = gcd(*by, times(t.by, low ? low + 1 : x->multiple));
        if (!sum_add(w, rest, 1, &own, -t.by, rest) || (low && !sum_add(w, rest, 1, &x->and[0], t.by, rest)))
            return false;
    }
    return !sum_has_varying(w, rest) && *by > 1 && !(*by & (*by - 1));
}

/* Whether a sum is 0 only in lanes that are the same distance from multiples of a number apart. */
static bool only_congruent(Lanes *w, const Sum *d, Result *r)
{
    Sum rest;
    int64_t by, lane[32];
    if (!w->out || !modulo_varying(w, d, &rest, &by) || !rest.lane)
        return false;
    for (int l = 0; l < 32; l++)
        lane[l] = rest.lane[l] & (by - 1);
    r->sum = sum_lanes(w, lane);
    r->sum.c = 0;
    r->anew = true;
    return r->sum.lane;
}

/* x | y is compared with 0, and only lanes for which x and y are 0 are so: *x is the one of them that lanes differ in. */
static bool is_both_zero(const Lanes *w, Sum *x, const Sum *y, unsigned cmp)
{
    const Sum *of = x->n == 1 && !x->lane && !x->c && x->term[0].by == 1 ? w->atoms.at[x->term[0].atom].or : NULL;
    if (!of || !sum_is_number(y) || y->c || (cmp != CMP_EQUAL && cmp != CMP_OTHER))
        return false;
    *x = of[of[0].lane ? 0 : 1];
    return true;
}

/* That outcome says nothing. */
static void forget(Result *r, bool outcome)
{
    r->may[outcome] = UINT32_MAX;
    r->only[outcome] = false;
    r->holds[outcome] = NULL;
}

/* Lanes whose numbers differ do so modulo 2^16, too. */
static bool lanes_are_small(const Sum *s)
{
    for (int l = 0; s->lane && l < 32; l++)
        if (!within(s->lane[l], (1 << 15) - 1))
            return false;
    return s->lane != NULL;
}

static void result_setp(Lanes *w, const Ins *ins, Result *r)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const unsigned cmp = isa_compare(ins);
    const bool with = isa_opnd(ins, ARG_C);
    Sum x, y, d;
    if (!cmp || !type_is_i16_to_64(t) || !arg_sum(w, ins, ARG_A, t, &x) || !arg_sum(w, ins, ARG_B, t, &y))
        return;
    const bool both = is_both_zero(w, &x, &y, cmp);
    if (!sum_add(w, &x, 1, &y, -1, &d) || (with && isa_slot(ins, SLOT_BOP) != MOD_AND))
        return;
    r->holds[1] = facts_compare(w, &x, &y, cmp, t);
    r->holds[0] = facts_compare(w, &x, &y, CMP_ALL & ~cmp, t);
    compare_lanes(w, &x, &y, cmp, t, r);
    r->sum = d;
    const bool parts = (lanes_are_small(&d) && !sum_has_varying(w, &d)) || only_congruent(w, &d, r);
    r->only[0] = parts && cmp == CMP_OTHER;
    r->only[1] = parts && cmp == CMP_EQUAL;
    if (both)
        forget(r, cmp != CMP_EQUAL);
    if (with) {
        forget(r, 0);
        return;
    }
    if (d.n == 1 && !d.lane && w->atoms.at[d.term[0].atom].key.kind == ATOM_ROUND) {
        r->round = d.term[0].atom;
        r->rounds = llabs(d.c / d.term[0].by) + 1;
    }
}

/* What is so only where two predicates are. */
static void only_of(Result *r, const Value *const v[2], bool is)
{
    const Value *x = v[0]->only[is] && (!v[1]->only[is] || lane_all_differ(&v[0]->sum)) ? v[0] : v[1];
    r->only[is] = x->only[is];
    r->sum = x->sum;
}

/* The predicate, or its opposite. */
static void like(Result *r, const Value *v, bool negate)
{
    for (int k = 0; k < 2; k++) {
        r->may[k] = v->may[k ^ negate];
        r->only[k] = v->only[k ^ negate];
        r->holds[k] = v->holds[k ^ negate];
    }
    r->sum = v->sum;
}

/* It is always false or always true. */
static bool is_constant(const Value *v) { return !v->may[0] || !v->may[1]; }

/* mov, and, or, xor, not of predicates. */
static const Value *value_of(const Lanes *w, const Opnd *o)
{
    const int n = o && o->kind == O_REG ? lane_value(w, o->reg) : -1;
    return n >= 0 ? &w->value[n] : NULL;
}

static void result_logic(Lanes *w, const Ins *ins, Result *r)
{
    const Mnemonic op = ins->mnemonic;
    const Opnd *a = isa_opnd(ins, ARG_A);
    const Value *x = value_of(w, a), *y = value_of(w, isa_opnd(ins, ARG_B));
    if (op == INS_MOV && a->kind == O_IMM)
        r->may[!a->imm] = 0;
    if (!x)
        return;
    if (op == INS_NOT || op == INS_MOV) {
        if (!a->neg)
            like(r, x, op == INS_NOT);
    } else if (!y) {
        return;
    } else if (op == INS_XOR && (is_constant(x) || is_constant(y))) { /* nvcc's way to turn one round */
        const bool second = is_constant(y);
        like(r, second ? x : y, !(second ? y : x)->may[0]);
    } else if (op == INS_AND || op == INS_OR) {
        const int all = op == INS_AND; /* where both hold, or both do not */
        r->may[all] = x->may[all] & y->may[all];
        r->may[!all] = x->may[!all] | y->may[!all];
        r->holds[all] = facts_join(w, x->holds[all], y->holds[all]);
        only_of(r, (const Value *const[]){x, y}, all);
    }
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void bound(Result *r, int64_t lo, int64_t hi)
{
    r->bounded = true;
    r->lo = lo;
    r->hi = hi;
}

/* For Atom.and, or and product, which only accesses ask for. */
static const Sum *two_sums(Lanes *w, const Sum *x, const Sum *y)
{
    Sum *of = w->out ? NEWN(w->a, Sum, 2) : NULL;
    if (of) {
        of[0] = *x;
        of[1] = *y;
    }
    return of;
}

/* The greatest number of a thread, or of its warp, or what is left of that. */
static int64_t most_of(AtomKey k)
{
    enum { THREADS = 1024 }; /* of a block at most */
    return k.kind != ATOM_WARP ? THREADS - 1 : k.b > 0 ? k.b - 1 : (WARPS_MOST - 1) / (k.b < 0 ? -k.b : 1);
}

/* It consists of numbers of threads and is known to be less than a power of two. */
static bool is_below(const Lanes *w, const Sum *x, int64_t limit)
{
    int64_t most = 0, atoms = 0;
    for (int l = 0; l < 32; l++) {
        if (lane_part(x, l) < 0)
            return false;
        most = greater(most, lane_part(x, l));
    }
    for (int i = 0; i < x->n; i++) {
        const AtomKey k = w->atoms.at[x->term[i].atom].key;
        if ((k.kind != ATOM_TID && k.kind != ATOM_WARP) || x->term[i].by < 0 || x->term[i].by >= limit)
            return false;
        atoms += times(x->term[i].by, most_of(k));
    }
    return most < limit && atoms < limit - most;
}

static void result_and(Lanes *w, const Sum *x, const Sum *y, Result *r)
{
    Sum low = *x, high;
    const bool number = sum_is_number(y);
    const int64_t m = number ? y->c : 0, next = plus(m, 1);
    const bool low_bits = number && (m & next) == 0;
    const int64_t lowest = m > INT64_MIN ? m & -m : 0, limit = plus(m, lowest);
    if (lowest > 0 && (limit & (limit - 1)) == 0) /* some neighbouring bits, or all but the low ones */
        r->known = (m < 0 || is_below(w, x, limit) || sum_modulo(w, x, limit, &low)) && sum_divide(w, &low, lowest, &high) &&
                   sum_add(w, &high, lowest, &high, 0, &r->sum);
    r->known = r->known || (low_bits && sum_modulo(w, x, next, &r->sum)) || sum_bits(w, x, y, '&', &r->sum) || sum_bits(w, y, x, '&', &r->sum) ||
               (low_bits && m > 0 && sum_mask(w, x, m, &r->sum));
    if (r->known)
        return;
    r->and = two_sums(w, x, y);
    r->multiple = greater(lowest, 0);
    if (m > 0)
        bound(r, 0, m);
}

static void result_shift(Lanes *w, const Sum *x, const Sum *y, Result *r)
{
    r->known = sum_is_number(y) && y->c >= 0 && y->c <= 31 && sum_divide(w, x, (int64_t)1 << y->c, &r->sum);
}

static void result_select(Lanes *w, const Ins *ins, const Sum *x, const Sum *y, Result *r)
{
    const int c = isa_arg(ins, ARG_C), n = c >= 0 && ins->arg[c].kind == O_REG ? lane_value(w, ins->arg[c].reg) : -1;
    Sum d;
    int64_t v[32];
    r->either = two_sums(w, x, y);
    if (n < 0 || ins->arg[c].neg || (w->value[n].may[0] & w->value[n].may[1]) || !sum_add(w, x, 1, y, -1, &d) || d.n)
        return;
    for (int l = 0; l < 32; l++)
        v[l] = w->value[n].may[1] >> l & 1 ? lane_part(&d, l) : 0;
    d = sum_lanes(w, v);
    r->known = sum_add(w, y, 1, &d, 1, &r->sum);
}

bool is_kernel_param(const Fn *fn, const Sym *s) { return fn->is_entry && fn_has_param(fn, s); }

static void result_load(Lanes *w, const Ins *ins, Result *r)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (isa_opnd_space(ins, a) == SP_PARAM && a->kind == O_MEM && a->sym && a->reg < 0 && is_kernel_param(w->fn, a->sym) &&
        ins->arg[isa_arg(ins, ARG_D)].kind == O_REG) {
        r->known = true;
        r->sum = sum_atom(atom_no(w, ATOM_PARAM, (int64_t)(intptr_t)a->sym, (int64_t)a->imm));
        w->atoms.at[r->sum.term[0].atom].sym = a->sym;
    } else if (type_info[t].kind == 'u' && type_info[t].bits < 32) {
        bound(r, 0, ((int64_t)1 << type_info[t].bits) - 1);
    }
}

static void result_convert(Lanes *w, const Ins *ins, Result *r)
{
    const Type to = isa_slot_type(ins, SLOT_DTYPE), from = isa_slot_type(ins, SLOT_ATYPE);
    if (type_is_i16_to_64(to) && type_is_i16_to_64(from) && !isa_has_word(ins, MOD_SAT))
        r->known = arg_sum(w, ins, ARG_A, from, &r->sum);
    else if (type_info[from].kind == 'u' && type_info[from].bits == 8)
        bound(r, 0, 255);
}

static void result_divide(Lanes *w, bool remainder, Type t, const Sum *x, int64_t by, Result *r)
{
    r->known = remainder ? sum_modulo(w, x, by, &r->sum) : sum_divide(w, x, by, &r->sum);
    if (!r->known && remainder && by > 0)
        bound(r, type_info[t].kind == 's' ? 1 - by : 0, by - 1);
}

/* bfe: n bits of x from bit number y on. */
static void result_field(Lanes *w, const Sum *x, const Sum *y, int64_t n, Result *r)
{
    const int64_t size = (int64_t)1 << n;
    Result high = {0};
    result_shift(w, x, y, &high);
    r->known = high.known && sum_modulo(w, &high.sum, size, &r->sum);
    bound(r, 0, size - 1);
}

/* y with x in place of its upper bits, from bit n on. */
static void result_insert(Lanes *w, const Sum *x, const Sum *y, int64_t n, Result *r)
{
    Sum low;
    r->known = sum_modulo(w, y, (int64_t)1 << n, &low) && sum_add(w, x, (int64_t)1 << n, &low, 1, &r->sum);
}

/* bfe and bfi, of a field that is a constant's. */
static void result_of_field(Lanes *w, const Ins *ins, Type t, const Sum *x, const Sum *y, Result *r)
{
    Sum z, length;
    if (!arg_sum(w, ins, ARG_C, T_U32, &z) || !sum_is_number(&z) || z.c < 0 || z.c > 31)
        return;
    if (ins->mnemonic == INS_BFE) {
        if (z.c && type_info[t].kind == 'u')
            result_field(w, x, y, z.c, r);
    } else if (arg_sum(w, ins, ARG_E, T_U32, &length) && sum_is_number(&length) && z.c + length.c == type_info[t].bits) {
        result_insert(w, x, y, z.c, r);
    }
}

/* A sum of multiples of numbers, of which x is the first. */
static void result_linear(Lanes *w, const Ins *ins, const LinearForm *f, Type t, const Sum *x, Result *r)
{
    Sum by, more = {0}, product = *x;
    if ((f->by && !opnd_sum(w, f->by, t, &by)) || (f->more && !opnd_sum(w, f->more, isa_has_word(ins, MOD_WIDE) ? T_U64 : t, &more)))
        return;
    if (f->shifts) {
        if (!sum_is_number(&by) || by.c < 0 || by.c > 31)
            return;
        by = sum_number((int64_t)1 << by.c);
    }
    if (f->by && !sum_multiply(w, x, &by, &product)) {
        r->product = f->more ? NULL : two_sums(w, x, &by);
        return;
    }
    r->known = sum_add(w, &product, f->sign[0], &more, f->sign[1], &r->sum);
    r->sum.c += f->number;
}

/* x is a multiple of some power of two that is above y. */
static bool are_apart(const Lanes *w, const Sum *x, const Sum *y) { return is_below(w, y, sum_factor(x, INT64_C(1) << 32)); }

static void result_or(Lanes *w, char bit, const Sum *x, const Sum *y, Result *r)
{
    r->known = ((are_apart(w, x, y) || are_apart(w, y, x)) && sum_add(w, x, 1, y, 1, &r->sum)) || sum_bits(w, x, y, bit, &r->sum) ||
               sum_bits(w, y, x, bit, &r->sum);
    r->or = r->known || bit == '^' ? NULL : two_sums(w, x, y);
}

/* Of two numbers, and of a third one where there is one. */
static void result_binary(Lanes *w, const Ins *ins, Type t, const Sum *x, const Sum *y, Result *r)
{
    switch (ins->mnemonic) {
    case INS_SHR: result_shift(w, x, y, r); break;
    case INS_AND: result_and(w, x, y, r); break;
    case INS_OR: result_or(w, '|', x, y, r); break;
    case INS_XOR: result_or(w, '^', x, y, r); break;
    case INS_DIV: case INS_REM:
        if (sum_is_number(y))
            result_divide(w, ins->mnemonic == INS_REM, t, x, y->c, r);
        break;
    case INS_SELP: result_select(w, ins, x, y, r); break;
    case INS_MIN: case INS_MAX: r->either = two_sums(w, x, y); break;
    case INS_BFE: case INS_BFI: result_of_field(w, ins, t, x, y, r); break;
    default: break;
    }
}

/* Of numbers of 24 bits. */
static bool is_narrow_product(const Ins *ins, LinearForm *f)
{
    *f = (LinearForm){.by = isa_opnd(ins, ARG_B), .more = ins->mnemonic == INS_MAD24 ? isa_opnd(ins, ARG_C) : NULL, .sign = {1, 1}};
    return ins->mnemonic == INS_MUL24 || ins->mnemonic == INS_MAD24;
}

static void result_number(Lanes *w, const Ins *ins, Result *r)
{
    const Mnemonic op = ins->mnemonic;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    LinearForm f;
    Sum x, y;
    if (isa_emit(ins) == EMIT_MOV || isa_emit(ins) == EMIT_CVTA) {
        const Opnd *d = isa_opnd(ins, ARG_D);
        r->known = d && d->kind == O_REG && arg_sum(w, ins, ARG_A, t == T_NONE ? T_U64 : t, &r->sum);
        return;
    }
    r->natural = type_info[t].kind == 'u' && op == INS_SHR;
    if (!type_is_i16_to_64(t) || !isa_is_modular(ins) || !arg_sum(w, ins, ARG_A, t, &x))
        return;
    r->natural |= op == INS_SHR && sum_natural(w, &x);
    if (linear_form(ins, &f) || is_narrow_product(ins, &f))
        result_linear(w, ins, &f, t, &x, r);
    else if (arg_sum(w, ins, ARG_B, op == INS_BFE ? T_U32 : t, &y))
        result_binary(w, ins, t, &x, &y, r);
}

Result lane_result(Lanes *w, int at)
{
    const Ins *ins = &w->fn->ins.at[at];
    Result r = {.may = {UINT32_MAX, UINT32_MAX}, .round = -1};
    const int d = isa_arg(ins, ARG_D);
    const Type t = d >= 0 && ins->arg[d].kind == O_REG ? (Type)w->fn->regs.at[ins->arg[d].reg]->type : T_NONE;
    if (ins->mnemonic == INS_ELECT)
        r = (Result){.may = {UINT32_MAX, UINT32_MAX}, .round = -1, .only = {false, true}, .sum = lane_numbers(w), .anew = true};
    else if (isa_emit(ins) == EMIT_LD)
        result_load(w, ins, &r);
    else if (isa_meets(ins) || isa_mem(ins) != MEM_NONE || ins->guard >= 0)
        return r;
    else if (ins->mnemonic == INS_SETP)
        result_setp(w, ins, &r);
    else if (t == T_PRED)
        result_logic(w, ins, &r);
    else if (ins->mnemonic == INS_CVT)
        result_convert(w, ins, &r);
    else if (isa_computes(ins))
        result_number(w, ins, &r);
    if (ins->guard >= 0)
        r.known = r.bounded = r.natural = false;
    return r;
}

int lane_value(const Lanes *w, int reg)
{
    const int v = lane_same_as(w, w->several[reg] ? w->cur[reg] : reg);
    return v >= 0 && w->value[v].done ? v : -1;
}
