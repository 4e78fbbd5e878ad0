/* reroll_value.c: what a block computes, in symbols.
 *
 * A number is a term and a constant that is added to it; equal terms have one number, so two values are surely equal when
 * both parts are.  Loads are terms, too, of their address and the number of stores before; stores make a list. */
#include "transform/loops/reroll.h"

static int term_number(Reroll *r, Term t)
{
    for (int k = 1; k < r->term.n; k++) {
        const Term *u = &r->term.at[k];
        bool same = u->kind == t.kind && u->bits == t.bits && u->n == t.n && u->id == t.id && u->number == t.number &&
                    (t.kind != TERM_INS || ins_same_words(u->ins, t.ins));
        for (int i = 0; same && i < t.n; i++)
            same = reroll_same_sum(u->arg[i], t.arg[i]);
        if (same)
            return k;
    }
    array_add(&r->tmp, &r->term, t);
    return r->term.n - 1;
}

Sum reroll_leaf(Reroll *r, int reg)
{
    return (Sum){term_number(r, (Term){.kind = TERM_REG, .bits = reroll_reg_bits(r, reg), .number = (uint64_t)reg}), 0};
}

Sum reroll_symbol(Reroll *r, int reg)
{
    return (Sum){term_number(r, (Term){.kind = TERM_SYM, .bits = reroll_reg_bits(r, reg), .id = r, .number = (uint64_t)reg + 1}), 0};
}

Sum reroll_rounds(Reroll *r, int loop, int bits)
{
    return (Sum){term_number(r, (Term){.kind = TERM_ROUNDS, .bits = bits, .number = (uint64_t)loop}), 0};
}

Reg *reroll_find_reg(const State *s, int reg)
{
    for (int k = s->n; k-- > 0;)
        if (s->at[k].reg == reg)
            return &s->at[k];
    return NULL;
}

Sum reroll_value_of(Reroll *r, const State *s, int reg)
{
    const Reg *g = reroll_find_reg(s, reg);
    return g ? g->v : reroll_leaf(r, reg);
}

void reroll_set(Reroll *r, State *s, int reg, Sum v)
{
    Reg *g = reroll_find_reg(s, reg);
    v.off = reroll_cut(v.off, reroll_reg_bits(r, reg));
    if (g)
        g->v = v;
    else
        array_add(&r->tmp, s, ((Reg){reg, v}));
}

Sum reroll_operand(Reroll *r, const State *s, const Opnd *o, Type slot)
{
    Sum v = {0, 0};
    if (o->neg)
        r->ok = false;
    switch (o->kind) {
    case O_REG:
        r->ok &= o->comp < 0;
        return reroll_value_of(r, s, o->reg);
    case O_IMM:
        return (Sum){0, reroll_cut(o->imm, type_info[slot].bits)};
    case O_FIMM:
        v.base = term_number(r, (Term){.kind = TERM_FLOAT, .bits = o->type, .number = o->imm});
        return v;
    case O_SREG:
        r->ok &= !isa_sregs[o->sym->index].vary;
        v.base = term_number(r, (Term){.kind = TERM_SREG, .id = o->sym, .number = (uint64_t)(o->comp + 1)});
        return v;
    case O_SYM: case O_MEM:
        if (o->sym)
            v.base = term_number(r, (Term){.kind = TERM_SYM, .id = o->sym});
        else if (opnd_has_base(o))
            v = reroll_value_of(r, s, o->reg);
        v.off += o->imm;
        return v;
    default:
        r->ok = false;
        return v;
    }
}

/* The terms that add up to the term, if they are not more than most; else itself.  How many. */
int reroll_addends(const Reroll *r, int base, int *to, int most)
{
    int n = 0;
    for (; r->term.at[base].kind == TERM_ADD && n < most - 1; base = r->term.at[base].arg[0].base)
        to[n++] = r->term.at[base].arg[1].base;
    to[n++] = base;
    return n;
}

/* base * by */
typedef struct Part { int base; uint64_t by; } Part;

static Part part_of(const Reroll *r, int base)
{
    const Term *t = &r->term.at[base];
    return t->kind == TERM_SCALE ? (Part){t->arg[0].base, t->number} : (Part){base, 1};
}

static int part_term(Reroll *r, Part p, int bits)
{
    return p.by == 1 ? p.base : term_number(r, (Term){.kind = TERM_SCALE, .bits = bits, .number = p.by, .n = 1, .arg = {{p.base, 0}}});
}

static int by_number(const void *a, const void *b) { return ((const Part *)a)->base - ((const Part *)b)->base; }

/* a + b, in a form that does not depend on the order in which all that they consist of was added. */
Sum reroll_sum(Reroll *r, Sum a, Sum b, int bits)
{
    const uint64_t off = reroll_cut(a.off + b.off, bits);
    if (!a.base || !b.base)
        return (Sum){a.base + b.base, off};
    int term[2 * REROLL_PARTS], n = reroll_addends(r, a.base, term, REROLL_PARTS), sum = 0;
    n += reroll_addends(r, b.base, term + n, REROLL_PARTS);
    Part part[2 * REROLL_PARTS];
    for (int i = 0; i < n; i++)
        part[i] = part_of(r, term[i]);
    qsort(part, (size_t)n, sizeof *part, by_number);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n && part[i + 1].base == part[i].base) {
            part[i + 1].by = reroll_cut(part[i].by + part[i + 1].by, bits);
            continue;
        }
        const int next = part[i].by ? part_term(r, part[i], bits) : 0;
        sum = sum && next ? term_number(r, (Term){.kind = TERM_ADD, .bits = bits, .n = 2, .arg = {{sum, 0}, {next, 0}}}) : sum + next;
    }
    return (Sum){sum, off};
}

/* v * by: each part of a sum for itself. */
Sum reroll_scaled(Reroll *r, Sum v, uint64_t by, int bits)
{
    const Term t = r->term.at[v.base];
    const Sum off = {0, reroll_cut(v.off * by, bits)};
    by = reroll_cut(by, bits);
    if (!v.base || !by)
        return off;
    if (by == 1)
        return v;
    Sum scaled = {0, 0};
    if (t.kind == TERM_ADD)
        scaled = reroll_sum(r, reroll_scaled(r, t.arg[0], by, bits), reroll_scaled(r, t.arg[1], by, bits), bits);
    else if (t.kind == TERM_SCALE)
        scaled = reroll_scaled(r, t.arg[0], t.number * by, bits);
    else
        scaled.base = part_term(r, (Part){v.base, by}, bits);
    return reroll_sum(r, scaled, off, bits);
}

/* Whether it is the plain instruction of that name on integers, of two words. */
static bool is_plain(const Ins *ins, Mnemonic op)
{
    if (ins->nword != 2 || ins->mnemonic != op)
        return false;
    const Type t = type_by_name(ins->word[1]);
    return strchr("usb", type_info[t].kind) && type_info[t].bits >= 32;
}

/* A store of a number that no other thread waits for. */
static bool is_store(const Ins *ins) { return isa_emit(ins) == EMIT_ST && ins->guard < 0 && !isa_is_strong(ins); }

/* Bits of a number of 32, in 64. */
static Sum low_bits(Reroll *r, Sum of, uint64_t mask)
{
    return (Sum){term_number(r, (Term){.kind = TERM_LOW, .bits = 64, .number = mask, .n = 1, .arg = {of}}), 0};
}

/* and, of a number that was extended: compilers take bits before or after they do that. */
static bool run_mask(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    const Term *x = &r->term.at[t->arg[0].base];
    if (t->bits != 64 || t->arg[0].off || ins->nword != 2 || x->kind != TERM_WIDE || x->number || t->arg[1].base || t->arg[1].off > UINT32_MAX)
        return false;
    *v = low_bits(r, x->arg[0], t->arg[1].off);
    return true;
}

/* The part of a product, or itself, that says how often a loop has gone round; -1: none. */
static int rounds_in(const Reroll *r, const Term *t)
{
    for (int k = 0; t->kind == TERM_TIMES && k < t->n; k++)
        if (r->term.at[t->arg[k].base].kind == TERM_ROUNDS)
            return k;
    return t->kind == TERM_ROUNDS ? 0 : -1;
}

static int parts_of(const Reroll *r, Sum v, Part *part)
{
    int term[REROLL_PARTS];
    const int n = v.base ? reroll_addends(r, v.base, term, REROLL_PARTS) : 0;
    for (int k = 0; k < n; k++)
        part[k] = part_of(r, term[k]);
    return n;
}

static bool has_rounds(const Reroll *r, Sum v)
{
    Part part[REROLL_PARTS];
    bool has = false;
    for (int n = parts_of(r, v, part); n > 0; n--)
        has |= rounds_in(r, &r->term.at[part[n - 1].base]) >= 0;
    return has;
}

static void order_two(Term *t)
{
    const Sum a = t->arg[0], b = t->arg[1];
    if (a.base > b.base || (a.base == b.base && a.off > b.off)) {
        t->arg[0] = b;
        t->arg[1] = a;
    }
}

static Sum times(Reroll *r, Sum a, Sum b, int bits)
{
    Term t = {.kind = TERM_TIMES, .bits = bits, .n = 2, .arg = {a, b}};
    order_two(&t);
    return (Sum){term_number(r, t), 0};
}

/* Of sums that count rounds each part by each. */
Sum reroll_product(Reroll *r, Sum a, Sum b, int bits)
{
    Part of[REROLL_PARTS], with[REROLL_PARTS];
    if (!a.base || !b.base)
        return a.base ? reroll_scaled(r, a, b.off, bits) : reroll_scaled(r, b, a.off, bits);
    if (!has_rounds(r, a) && !has_rounds(r, b))
        return times(r, a, b, bits);
    const int n = parts_of(r, a, of), m = parts_of(r, b, with);
    Sum sum = reroll_sum(r, reroll_scaled(r, (Sum){a.base, 0}, b.off, bits), reroll_scaled(r, b, a.off, bits), bits);
    for (int k = 0; k < n * m; k++) {
        const Part x = of[k / m], y = with[k % m];
        sum = reroll_sum(r, sum, reroll_scaled(r, times(r, (Sum){x.base, 0}, (Sum){y.base, 0}, bits), x.by * y.by, bits), bits);
    }
    return sum;
}

/* 32 bits to 64: the rounds of loops are as many in those, with what first grows by. */
static Sum widened(Reroll *r, Sum v, bool is_signed)
{
    Part part[REROLL_PARTS];
    Sum still = {0, v.off}, wide = {0, 0};
    for (int n = parts_of(r, v, part); n > 0; n--) {
        const Part p = part[n - 1];
        const Term t = r->term.at[p.base];
        const int k = rounds_in(r, &t);
        if (k < 0) {
            still = reroll_sum(r, still, (Sum){part_term(r, p, 32), 0}, 32);
            continue;
        }
        const bool alone = t.kind == TERM_ROUNDS;
        const Sum rounds = reroll_rounds(r, (int)r->term.at[alone ? p.base : t.arg[k].base].number, 64);
        const Sum x = alone ? rounds : times(r, rounds, widened(r, t.arg[1 - k], is_signed), 64);
        wide = reroll_sum(r, wide, reroll_scaled(r, x, (uint64_t)(int64_t)(int32_t)p.by, 64), 64);
    }
    if (wide.base && still.base == r->first.base) {
        wide.off = (uint64_t)(int64_t)(int32_t)(still.off - r->first.off);
        still.off = r->first.off;
    }
    const Term t = r->term.at[still.base];
    if (!still.base)
        still.off = is_signed ? (uint64_t)(int64_t)(int32_t)still.off : still.off;
    else if (t.kind == TERM_INS && t.ins->mnemonic == INS_AND && !still.off && !t.arg[1].base && (!is_signed || t.arg[1].off <= INT32_MAX))
        still = low_bits(r, t.arg[0], t.arg[1].off);
    else
        still = (Sum){term_number(r, (Term){.kind = TERM_WIDE, .bits = 64, .number = is_signed, .n = 1, .arg = {still}}), 0};
    return reroll_sum(r, wide, still, 64);
}

/* mul, mad: of 32 bits to 64, if that is by a constant, or as wide as its operands. */
static bool run_product(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    const Type type = isa_slot_type(ins, SLOT_TYPE);
    const bool mad = ins->mnemonic == INS_MAD, number = !t->arg[1].base, sign = type == T_S32;
    const bool wide = isa_has_word(ins, MOD_WIDE) && t->bits == 64 && (sign || type == T_U32) && number;
    const bool low = isa_has_word(ins, MOD_LO) && type_info[type].bits == t->bits;
    if (ins->nword != 3 || t->n != 2 + mad || t->bits < 32 || (!low && !wide))
        return false;
    if (wide)
        *v = reroll_scaled(r, widened(r, t->arg[0], sign), sign ? (uint64_t)(int64_t)(int32_t)t->arg[1].off : t->arg[1].off, 64);
    else
        *v = reroll_product(r, t->arg[0], t->arg[1], t->bits);
    if (mad)
        *v = reroll_sum(r, *v, t->arg[2], t->bits);
    return true;
}

/* What an instruction makes that extends a number to 64 bits, or multiplies one. */
static bool run_scaling(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    const Type from = isa_slot_type(ins, SLOT_ATYPE);
    switch ((int)ins->mnemonic) {
    case INS_CVT:
        if (ins->nword != 3 || t->n != 1 || t->bits != 64 || (from != T_S32 && from != T_U32))
            return false;
        *v = widened(r, t->arg[0], from == T_S32);
        return true;
    case INS_SHL:
        if (ins->nword != 2 || t->n != 2 || t->arg[1].base || t->arg[1].off >= (uint64_t)t->bits || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != t->bits)
            return false;
        *v = reroll_scaled(r, t->arg[0], UINT64_C(1) << t->arg[1].off, t->bits);
        return true;
    case INS_MUL: case INS_MAD:
        return run_product(r, ins, t, v);
    default:
        return false;
    }
}

/* -v - 1 */
static Sum complement(Reroll *r, Sum v, int bits) { return reroll_sum(r, reroll_scaled(r, v, UINT64_MAX, bits), (Sum){0, UINT64_MAX}, bits); }

/* The bits that may be set in a number. */
static uint64_t bits_of_value(const Reroll *r, Sum v)
{
    Part part[REROLL_PARTS];
    const Term *t = &r->term.at[v.base];
    if (!v.base || (t->kind == TERM_INS && t->ins->mnemonic == INS_AND && !v.off && !t->arg[1].base))
        return v.base ? t->arg[1].off : v.off;
    uint64_t any = v.off;
    for (int n = parts_of(r, v, part); n > 0; n--)
        any |= part[n - 1].by;
    return -(any & -any);
}

static bool run_sum(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    if (!is_plain(ins, (Mnemonic)ins->mnemonic))
        return false;
    switch ((int)ins->mnemonic) {
    case INS_OR: if (bits_of_value(r, t->arg[0]) & bits_of_value(r, t->arg[1])) return false; /* fall through */
    case INS_ADD: *v = reroll_sum(r, t->arg[0], t->arg[1], t->bits); return true;
    case INS_SUB: *v = reroll_sum(r, t->arg[0], reroll_scaled(r, t->arg[1], UINT64_MAX, t->bits), t->bits); return true;
    case INS_NEG: *v = reroll_scaled(r, t->arg[0], UINT64_MAX, t->bits); return true;
    case INS_NOT: *v = complement(r, t->arg[0], t->bits); return true;
    default: return false;
    }
}

/* Of a vector each element by itself. */
static void run_store(Reroll *r, State *s, const Ins *ins)
{
    const int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    const Opnd *v = &ins->arg[b];
    for (uint32_t k = 0; k < (v->kind == O_VEC ? v->nsub : 1); k++) {
        Stored x = {ins, reroll_operand(r, s, &ins->arg[a], ins->argtype[a]), {0, 0}};
        x.value = reroll_operand(r, s, v->kind == O_VEC ? &v->sub[k] : v, ins->argtype[b]);
        array_add(&r->tmp, &r->stores, x);
    }
    for (int i = 0; i < ins->narg; i++)
        r->ok &= i == a || i == b || ins->arg[i].kind == O_NONE;
}

bool reroll_same_stores(const Stores *a, const Stores *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = ins_same_words(a->at[i].ins, b->at[i].ins) && reroll_same_sum(a->at[i].at, b->at[i].at) && reroll_same_sum(a->at[i].value, b->at[i].value);
    return same;
}

enum { ELEMENTS = 8 }; /* of a vector, at most */

/* A load of a vector of registers from where no other thread is waited for. */
static bool is_vector_load(const Reroll *r, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_LD || ins->guard >= 0 || ins_dirty(ins) || isa_has_word(ins, MOD_MMIO) || isa_space(ins) == SP_PARAM ||
        isa_space(ins) == SP_LOCAL)
        return false;
    const Opnd *d = &ins->arg[isa_arg(ins, ARG_D)];
    bool plain = d->kind == O_VEC && d->nsub <= ELEMENTS && ins->arg[isa_arg(ins, ARG_A)].kind == O_MEM;
    for (uint32_t k = 0; plain && k < d->nsub; k++)
        plain = d->sub[k].kind == O_SINK || (opnd_is_reg(&d->sub[k]) && r->fn->regs.at[d->sub[k].reg]->vec <= 1);
    return plain;
}

static void run_vector_load(Reroll *r, State *s, const Ins *ins)
{
    const int a = isa_arg(ins, ARG_A), d = isa_arg(ins, ARG_D);
    const Opnd *v = &ins->arg[d];
    Term t = {.kind = TERM_INS, .ins = ins, .n = 1, .arg = {reroll_operand(r, s, &ins->arg[a], ins->argtype[a])}};
    for (int i = 0; i < ins->narg; i++)
        r->ok &= i == a || i == d || ins->arg[i].kind == O_NONE;
    for (uint32_t k = 0; r->ok && k < v->nsub; k++) {
        if (v->sub[k].kind != O_REG)
            continue;
        t.bits = reroll_reg_bits(r, v->sub[k].reg);
        t.number = (uint64_t)r->stores.n * ELEMENTS + k;
        reroll_set(r, s, v->sub[k].reg, (Sum){term_number(r, t), 0});
    }
}

/* Of what two operands make in either order the one order. */
static void order_operands(Term *t)
{
    static const Mnemonic ops[] = {INS_ADD, INS_MUL, INS_FMA, INS_MIN, INS_MAX, INS_NONE};
    if (ins_is_any(t->ins, ops) && t->n >= 2)
        order_two(t);
}

/* The lesser of two, for which compilers take the complement of the greater of both complements. */
static bool run_least(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    Term least = {.kind = TERM_LEAST, .bits = 32, .n = 2, .arg = {t->arg[0], t->arg[1]}};
    const bool most = ins->mnemonic == INS_MAX;
    if ((!most && ins->mnemonic != INS_MIN) || ins->nword != 2 || isa_slot_type(ins, SLOT_TYPE) != T_S32)
        return false;
    for (int k = 0; most && k < 2; k++) {
        least.arg[k] = complement(r, t->arg[k], 32);
        const TermKind kind = r->term.at[least.arg[k].base].kind;
        if (kind == TERM_SCALE || kind == TERM_ADD)
            return false;
    }
    order_two(&least);
    *v = (Sum){term_number(r, least), 0};
    if (most)
        *v = complement(r, *v, 32);
    return true;
}

static void read_arguments(Reroll *r, const State *s, const Ins *ins, Term *t)
{
    for (int i = 0; i < ins->narg && r->ok; i++) {
        const Opnd *o = &ins->arg[i];
        if (isa_arg_is_dest(ins, i))
            r->ok &= o->kind == O_NONE || opnd_is_reg(o);
        else if (t->n == REROLL_ARGS)
            r->ok = false;
        else
            t->arg[t->n++] = o->kind == O_NONE ? (Sum){0, 0} : reroll_operand(r, s, o, ins->argtype[i]);
    }
}

static bool run_number(Reroll *r, const Ins *ins, const Term *t, Sum *v)
{
    *v = t->arg[0];
    return run_scaling(r, ins, t, v) || run_least(r, ins, t, v) || run_sum(r, ins, t, v) || (ins->mnemonic == INS_AND && run_mask(r, ins, t, v)) ||
           (isa_emit(ins) == EMIT_MOV && t->n == 1 && ins->nword == 2) || (isa_emit(ins) == EMIT_CVTA && isa_space(ins) == SP_GLOBAL);
}

void reroll_run_ins(Reroll *r, State *s, const Ins *ins)
{
    const bool load = masked_is_load(r->b, ins);
    const Dest d = ins_dest(ins);
    Term t = {.kind = TERM_INS, .ins = ins};
    if (isa_emit(ins) == EMIT_NOP)
        return;
    if (is_store(ins)) {
        run_store(r, s, ins);
        return;
    }
    if (is_vector_load(r, ins)) {
        run_vector_load(r, s, ins);
        return;
    }
    r->ok &= (load || ins_is_pure(ins)) && d.n == 1 && r->fn->regs.at[d.reg]->vec <= 1;
    if (r->ok)
        read_arguments(r, s, ins, &t);
    if (!r->ok)
        return;
    t.bits = reroll_reg_bits(r, d.reg);
    t.number = load ? (uint64_t)r->stores.n * ELEMENTS : 0;
    Sum made;
    if (!run_number(r, ins, &t, &made)) {
        order_operands(&t);
        made = (Sum){term_number(r, t), 0};
    }
    reroll_set(r, s, d.reg, made);
}

void reroll_run_block(Reroll *r, State *s, const Blk *x)
{
    for (int i = x->first; i < x->end && r->ok; i++)
        if (i != x->term)
            reroll_run_ins(r, s, &r->fn->ins.at[i]);
}

/* The block before, in which anything may be done. */
void reroll_run_head(Reroll *r, State *s)
{
    for (int i = r->head->first; i < r->head->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (i != r->head->term)
            reroll_run_ins(r, s, ins);
        for (Refs ref = ins_refs(ins); !r->ok && refs_next(&ref);) {
            const Term t = {.kind = TERM_SYM, .id = ins, .number = (uint64_t)ref.reg + 1};
            if (ref.write)
                reroll_set(r, s, ref.reg, (Sum){term_number(r, t), 0});
        }
        r->ok = true;
    }
}

State reroll_copy_state(Reroll *r, const State *s)
{
    State c = {0};
    for (int i = 0; i < s->n; i++)
        array_add(&r->tmp, &c, s->at[i]);
    return c;
}
