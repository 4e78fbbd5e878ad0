/* uniform_value.c: what is known of an instruction's result, from what is known of its inputs. */
#include "analysis/uniform.h"

enum { STEP_MOST = 1 << 20 };

/* Wider than what any add or shift of two bounds can hold: unknown. */
static uint64_t sat_add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t sat_mul(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

/* The bits of a mask 2^k - 1. */
static int bits_of(uint64_t mask)
{
    int n = 0;
    for (; mask; mask >>= 1)
        n++;
    return n;
}

/* A bound that does not fit the type wraps: nothing is known. */
static Val bounded(Val v, Type t)
{
    v.max = lesser_u(v.max, type_max(t));
    return v;
}

/* a * ka + b * kb, where one of them may be absent (k = 0). */
static Val linear(Val a, int64_t ka, Val b, int64_t kb, Type t)
{
    if (a.kind == VAL_NONE || b.kind == VAL_NONE)
        return (Val){0};
    if (a.kind == VAL_VAR || b.kind == VAL_VAR)
        return uniform_var;
    Val v = val_of_both(a, b);
    v.step = a.step * ka + b.step * kb;
    if (!within(v.step, STEP_MOST))
        return uniform_var;
    v.kind = v.step ? VAL_AFF : VAL_UNI;
    v.max = ka < 0 || kb < 0 ? UINT64_MAX : sat_add(sat_mul(a.max, (uint64_t)ka), sat_mul(b.max, (uint64_t)kb));
    return warp_affine_linear(field_linear(bounded(v, t), a, ka, b, kb, t), a, ka, b, kb, t);
}

/* What is made of numbers of 32 bits in 64 bits, with their signs: a negative one is a large one then. */
static bool may_be_negative(Val a, bool is_signed) { return is_signed && a.kind != VAL_NONE && a.max > INT32_MAX; }

/* Widening a 32-bit affine value to 64 bits keeps it affine only when no lane wraps. */
static Val widen(Back *b, Val a, int64_t k, bool is_signed, int ins, bool may_check)
{
    Val v = linear(a, k, uniform_uni(LV_CTA, 0), 0, T_U64);
    if (warp_affine_widens(a))
        return v;
    if (may_be_negative(a, is_signed))
        v.max = UINT64_MAX;
    v.known = false;
    if (a.kind != VAL_AFF)
        return v;
    if (a.max <= (is_signed ? INT32_MAX : UINT32_MAX) - 1u && a.step > 0 && a.max < UINT32_MAX)
        return v;
    if (!may_check)
        return uniform_var;
    b->spec[ins] = spec_steps(is_signed);
    return v;
}

/* The value when all inputs are uniform, else differing. */
static Val generic(const Back *b, const Ins *ins)
{
    Level level = LV_CTA;
    bool vary = !isa_is_uniform(ins), edge = false, grid = false;
    for (int i = -1; isa_next_input(ins, &i);) {
        Val v = uniform_opnd(b, &ins->arg[i]);
        if (v.kind == VAL_NONE)
            return v;
        vary |= v.kind != VAL_UNI;
        level = (Level)greater(v.level, level);
        edge |= v.edge; /* of several such conditions at once, too */
        grid |= v.grid;
    }
    Val found = vary ? uniform_var : uniform_uni(level, UINT64_MAX);
    found.edge = edge && !vary;
    found.grid = grid && !vary && ins_is_pure(ins);
    return found;
}

/* Whether the lanes in which an affine value is special are few in the grid, and chunks can do without them. */
static bool is_rare(const Back *b, Val aff, Type t)
{
    return b->mode != MODE_WARP && aff.grid && aff.kind == VAL_AFF && type_info[t].bits == 32;
}

/* Whether a version may be made for chunks without them. */
static bool may_leave_out(const Back *b, Val aff, Type t, Check may_check)
{
    return may_check == CHECK_SPLIT && is_rare(b, aff, t);
}

/* Whether chunks may end before such a lane and begin behind it. */
static bool may_cut_out(const Back *b, Val aff, Type t, Check may_check)
{
    return may_check == CHECK_HEAD && b->mode == MODE_LANES && is_rare(b, aff, t);
}

/* Loops of all lanes of the chunk go round as often as the clamp says. */
static bool bounds_loop(const Back *b, const Ins *ins, int at)
{
    return b->reg[ins_dest(ins).reg].bound && !node_masked_around(b->node_of[b->blk_of[at]->id]);
}

/* Whether chunks may be found, or made, in which no lane is clamped. */
static bool may_unclamp(const Back *b, const Ins *ins, Val a, Type t, int at, Check may_check)
{
    return may_check == CHECK_INNER || may_leave_out(b, a, t, may_check) ||
           (b->by_quotients && bounds_loop(b, ins, at) && may_cut_out(b, a, t, may_check));
}

/* Both rise from lane to lane by the same, and that none wraps may be checked: as the first lane's compare, all do. */
static bool rise_alike(const Back *b, Val x, Val y, Check may_check)
{
    return x.kind == VAL_AFF && y.kind == VAL_AFF && x.step == y.step && (b->by_quotients || (may_check == CHECK_SPLIT && x.step == 1));
}

/* A minimum or maximum with what is the same for all lanes, which mostly is for those at a border, or of what rises as it does. */
static Val clamp(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    const bool inner = may_check == CHECK_INNER, plain = !isa_has_word(ins, MOD_RELU);
    if (x.kind != VAL_AFF && y.kind != VAL_AFF) {
        b->spec[at] = inner && plain ? SPEC_CLAMP : SPEC_NONE;
        return generic(b, ins);
    }
    if (plain && may_check && rise_alike(b, x, y, may_check)) {
        b->spec[at] = spec_steps(type_info[t].kind == 's');
        return uniform_join(x, y);
    }
    Val a = x.kind == VAL_AFF ? x : y;
    const Val other = x.kind == VAL_AFF ? y : x;
    a.grid |= ins->remade; /* a neighbour's place in the CTA: few of its chunks are at the border */
    if (other.kind != VAL_UNI || !plain || !may_unclamp(b, ins, a, t, at, may_check))
        return generic(b, ins);
    if (!inner && b->reg[ins_dest(ins).reg].counts && may_leave_out(b, a, t, may_check)) {
        b->spec[at] = SPEC_BOUND; /* lanes go round together where none is at the border, and else better each by itself */
        return uniform_uni(LV_CHUNK, greater_u(a.max, other.max));
    }
    Val v = {.kind = VAL_AFF, .level = LV_CHUNK, .step = a.step, .grid = true, .across = a.across || other.across, .run = a.run};
    v.max = greater_u(a.max, other.max);
    v.zeros = (uint8_t)lesser(a.zeros, other.zeros);
    b->spec[at] = SPEC_CLAMP;
    return v;
}

/* What a choice gives in chunks in which it takes `picked`; one of a single lane may have the other. */
static Val picks(Val picked, Val other)
{
    Val r = val_of_both(picked, other);
    r.kind = picked.kind;
    r.level = LV_CHUNK;
    r.step = picked.step;
    r.run = picked.run;
    r.max = greater_u(picked.max, other.max);
    r.zeros = (uint8_t)lesser(picked.zeros, other.zeros);
    return r;
}

/* One of both falls from lane to lane where the other rises: x and -x, or 2 * n - 2 - x. */
static bool is_mirror(Val x, Val y) { return x.kind == VAL_AFF && y.kind == VAL_AFF && (x.step > 0) != (y.step > 0); }

/* selp, by a predicate that is the same for all lanes. */
static Val choose(Back *b, Val x, Val y, Val p, int at, Check may_check)
{
    const Val v = uniform_join(x, y);
    if (v.kind != VAL_VAR || x.kind == VAL_VAR || y.kind == VAL_VAR)
        return v;
    if (p.several)
        return p.several == 2 ? picks(x, y) : picks(y, x);
    const bool mirrors = p.edge && is_mirror(x, y);
    if (may_check != CHECK_SPLIT || ((x.kind == VAL_UNI) == (y.kind == VAL_UNI) && !mirrors))
        return v;
    b->spec[at] = p.edge ? SPEC_INSIDE : SPEC_CHOICE; /* all have that one, in one of two versions */
    if (p.edge)
        return (mirrors ? x.step > 0 : x.kind == VAL_AFF) ? picks(x, y) : picks(y, x);
    return uniform_uni(LV_CHUNK, x.kind == VAL_UNI ? x.max : y.max);
}

static Val compare(Back *b, const Ins *ins, int at, Check may_check)
{
    Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B), z = generic(b, ins);
    if (z.kind != VAL_VAR)
        return z;
    const unsigned cmp = isa_compare(ins);
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const bool alone = !isa_opnd(ins, ARG_C); /* its result is that of the comparison */
    if (b->mode == MODE_WARP && alone && type_is_i32_or_64(t) && warp_affine_compares_alike(x, y, cmp, t))
        return uniform_uni(LV_CHUNK, 1);
    const Val range = lane_range_value(b, ins, x, y, may_check == CHECK_HEAD);
    if (range.kind != VAL_NONE)
        return range;
    if (warp_affine_differs(x, y))
        return z;
    const bool ordered = cmp != CMP_EQUAL && cmp != CMP_OTHER;
    if (!may_check || !cmp || !type_is_i32_or_64(t) || !alone || x.kind == VAL_VAR || y.kind == VAL_VAR)
        return z;
    Val aff = x.kind == VAL_AFF ? x : y, found = uniform_uni(LV_CHUNK, 1);
    if (x.kind == y.kind) { /* both grow: as the first lane's do */
        if (!ordered || !rise_alike(b, x, y, may_check))
            return z;
        b->spec[at] = spec_steps(type_info[t].kind == 's');
        return found;
    }
    if (!ordered) {
        aff.grid = x.grid || y.grid; /* equal to what each CTA has of its own: tid == -(ctaid * ntid) */
        if (!may_leave_out(b, aff, t, may_check) && !may_cut_out(b, aff, t, may_check))
            return z;
        b->spec[at] = SPEC_APART;
        found.several = cmp == CMP_EQUAL ? 1 : 2;
        return found;
    }
    /* a border inside the CTA is likely to lie inside some chunk */
    if (may_check == CHECK_HEAD && (!aff.grid || (b->mode == MODE_LANES && b->searches[at])))
        return z;
    b->spec[at] = SPEC_COMPARE;
    found.edge = aff.grid;
    return found;
}

enum { CROSSED_MOST = 255 };

/* Whether what instruction at reads is the thread's number and a few: but for small CTAs, the chunk of some threads crosses a multiple of low + 1,
 * and the CTA would be run anew, thread by thread. */
static bool crosses(const Back *b, uint64_t low, int at)
{
    const Opnd *a = isa_opnd(&b->fn->ins.at[at], ARG_A);
    const Ins *add = b->mode == MODE_CTA && low <= CROSSED_MOST && a ? back_only_def(b, a) : NULL;
    const Opnd *by = add && add->mnemonic == INS_ADD ? isa_opnd(add, ARG_B) : NULL;
    return by && by->kind == O_IMM && by->imm & (uint64_t)(b->width - 1) && uniform_arg(b, add, ARG_A).run == uniform_chunk_run(b);
}

/* The lanes share the bits above low (2^k - 1) when the chunk does not cross a multiple of it; where numbers fall from lane to lane, as in
 * how often a lane comes to go round, that is asked for one of two versions only. */
static bool spans(Back *b, Val a, uint64_t low, int at, Check may_check)
{
    if (a.kind != VAL_AFF || (a.step != 1 && (a.step != -1 || may_check != CHECK_SPLIT)) || low < (uint64_t)b->width - 1 || (low & (low + 1)) || crosses(b, low, at))
        return false;
    if (may_check)
        b->spec[at] = SPEC_SPAN;
    return may_check != CHECK_NONE;
}

static bool is_lane_number(const Back *b, Val a, uint64_t mask)
{
    return b->mode == MODE_WARP && a.step == 1 && mask == 31 && a.run == uniform_chunk_run(b);
}

static Val by_mask(Back *b, Val a, Val m, Type t, int at, Check may_check)
{
    Val v = linear(a, 1, m.kind == VAL_NONE ? m : uniform_uni(LV_CTA, 0), 0, t);
    if (v.kind == VAL_NONE)
        return v;
    uint64_t mask = m.c & type_max(t), high = ~m.c & type_max(t);
    if (m.cst && warp_affine_mask(a, high & (high + 1) ? mask : ~high, &v))
        return v;
    v.known = false;
    if (a.kind == VAL_UNI && m.kind == VAL_UNI) {
        v.level = (uint8_t)greater(a.level, m.level);
        v.max = lesser_u(a.max, m.max);
        v.zeros = (uint8_t)greater(a.zeros, m.zeros);
        return v;
    }
    if (!m.cst)
        return uniform_var;
    if (field_and(b, a, mask, t, &v)) {
        if (v.kind == VAL_AFF && is_lane_number(b, a, mask)) {
            v.known = true;
            v.warp = v.base = 0;
        }
        return v;
    }
    if (spans(b, a, mask, at, may_check)) {
        v.max = lesser_u(mask, a.max);
        v.run = a.step == 1 ? (uint8_t)(1 + bits_of(mask)) : 0; /* none has a bit above these */
        v.grid = false; /* it begins anew in each warp, or so */
        return v;
    }
    return spans(b, a, high, at, may_check) ? uniform_uni(LV_CHUNK, a.max) : uniform_var;
}

/* bfi: so many bits of a at place from in b. */
static Val insert_field(Back *b, Val a, Val into, Val from, Val bits, Type t)
{
    if (a.kind == VAL_NONE || into.kind == VAL_NONE || from.kind == VAL_NONE || bits.kind == VAL_NONE)
        return (Val){0};
    if (!from.cst || !bits.cst || !bits.c || from.c >= 20 || from.c + bits.c > (uint64_t)type_info[t].bits)
        return uniform_var;
    const uint64_t low = bits_below(bits.c);
    const Val field = linear(by_mask(b, a, uniform_number(low), t, 0, false), (int64_t)1 << from.c, uniform_number(0), 0, t);
    const Val rest = by_mask(b, into, uniform_number(~(low << from.c) & type_max(t)), t, 0, false);
    Val v;
    return field_or(b, field, rest, false, &v) ? v : uniform_var;
}

/* Nothing but comparisons reads it: of each 2nd, 3rd, … lane (lane_stride.c). */
static bool is_only_compared(const Back *b, const Ins *ins)
{
    const Dest d = ins_dest(ins);
    bool only = d.n == 1;
    for (int i = 0; i < b->fn->ins.n && only; i++)
        only = b->fn->ins.at[i].mnemonic == INS_SETP || !ins_mentions(&b->fn->ins.at[i], d.reg).reads;
    return only;
}

/* Whether one of two versions may be for lanes that have one quotient. */
static bool may_have_one(const Back *b, const Ins *ins, Val x, Check may_check)
{
    return may_check == CHECK_SPLIT && (x.step < 0 || (b->once && !(ins->mnemonic == INS_REM && is_only_compared(b, ins))));
}

/* A quotient or remainder by what is the same for all lanes: where chunks end where the quotient changes, that is one number, and
 * remainders differ as the dividends do.  Likewise in one of two versions: of a loop where numbers fall from lane to lane, as in how often a lane
 * comes to go round; others are likely to be places, whose quotients change within some chunk soon: each round asks for itself. */
static Val by_quotient(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    const bool is_signed = type_info[t].kind == 's', power = y.cst && y.c >= (uint64_t)b->width && is_power_of_2(y.c);
    Val field;
    if (power && x.kind == VAL_AFF && type_info[t].bits == 32 && !may_be_negative(x, is_signed) &&
        (ins->mnemonic == INS_DIV ? field_shr(b, x, (uint64_t)field_zeros(y.c), T_U32, &field) : field_and(b, x, y.c - 1, T_U32, &field)))
        return field;
    const bool cuts = (b->by_quotients || (power && b->mode == MODE_WARP)) && may_check == CHECK_HEAD && x.step > 0;
    const bool wide = type_info[t].bits == 64;
    if ((!cuts && !may_have_one(b, ins, x, may_check)) || x.kind != VAL_AFF || y.kind != VAL_UNI ||
        (wide ? cuts || ins->mnemonic != INS_DIV : type_info[t].bits != 32) ||
        (y.cst && (y.c < (uint64_t)(cuts ? QUOTIENT_LANES : b->width) || y.c > INT32_MAX)))
        return generic(b, ins);
    b->spec[at] = SPEC_QUOTIENT;
    const uint64_t most = wide ? UINT64_MAX : x.step < 0 || may_be_negative(x, is_signed) ? UINT32_MAX : x.max;
    if (ins->mnemonic == INS_DIV) {
        Val v = uniform_uni(LV_CHUNK, most);
        v.grid = x.grid;
        v.across = x.across || y.across;
        return v;
    }
    return (Val){.kind = VAL_AFF, .level = LV_CHUNK, .step = x.step, .grid = x.grid, .across = x.across || y.across,
                 .max = most < INT32_MAX - 1 ? most : is_signed && most <= INT32_MAX ? INT32_MAX - 1 : UINT32_MAX};
}

/* A number like 2^k - 1, as far as one sees: that, or the complement of -1 << k. */
static bool is_low_mask(const Back *b, const Opnd *o)
{
    const Ins *ins = opnd_is_reg(o) ? back_def(b, o->reg) : NULL;
    if (ins && ins->mnemonic == INS_NOT) {
        ins = opnd_is_reg(isa_opnd(ins, ARG_A)) ? back_def(b, isa_opnd(ins, ARG_A)->reg) : NULL;
        return ins && ins->mnemonic == INS_SHL && uniform_arg(b, ins, ARG_A).cst && (uint32_t)uniform_arg(b, ins, ARG_A).c == UINT32_MAX;
    }
    return ins && (ins->mnemonic == INS_ADD || ins->mnemonic == INS_SUB) && uniform_arg(b, ins, ARG_B).cst &&
           (uint32_t)uniform_arg(b, ins, ARG_B).c == (ins->mnemonic == INS_ADD ? UINT32_MAX : 1);
}

static bool may_span(const Back *b, Check may_check)
{
    return (may_check == CHECK_HEAD && b->mode == MODE_WARP) || (may_check == CHECK_SPLIT && b->mode != MODE_LANES);
}

/* `and`, `or`, `xor` with what is the same for all lanes: where chunks end where a bit changes that is not below its lowest bit, lanes
 * have the same of the first and differ in the others as they do in the number.  With 2^k - 1 chunks end where the bits above change: then
 * they differ in the first, which gives remainders, and have the same of an `or`. */
static Val by_bits(Back *b, const Ins *ins, Type t, int at, Check may_check)
{
    const bool swapped = uniform_arg(b, ins, ARG_A).kind == VAL_UNI;
    const ArgName of = swapped ? ARG_B : ARG_A, by = swapped ? ARG_A : ARG_B;
    const Val x = uniform_arg(b, ins, of), y = uniform_arg(b, ins, by);
    const bool cuts = b->by_quotients && may_check == CHECK_HEAD, and = ins->mnemonic == INS_AND;
    if ((!cuts && !may_span(b, may_check)) || x.kind != VAL_AFF || x.step != 1 || y.kind != VAL_UNI || y.cst || type_info[t].bits != 32)
        return generic(b, ins);
    b->spec[at] = cuts ? SPEC_QUOTIENT : SPEC_SPAN;
    const bool same = ins->mnemonic != INS_XOR && is_low_mask(b, isa_opnd(ins, by)) != and;
    return (Val){.kind = same ? VAL_UNI : VAL_AFF, .level = LV_CHUNK, .step = !same, .max = same && and ? y.max : UINT32_MAX,
                 .grid = x.grid, .across = x.across || y.across};
}

static Val move_val(const Back *b, const Ins *ins)
{
    const int ia = isa_arg(ins, ARG_A), id = isa_arg(ins, ARG_D);
    if (ia < 0 || ins->arg[ia].kind == O_VEC || ins->arg[id].kind == O_VEC)
        return generic(b, ins);
    if (isa_emit(ins) == EMIT_CVTA && isa_space(ins) == SP_LOCAL)
        return uniform_var;
    if (ins->arg[ia].kind == O_SYM && ins->arg[ia].sym->kind == SYM_VAR && ins->arg[ia].sym->space == SP_LOCAL) {
        Val v = uniform_uni(LV_CTA, 0); /* the variable's place in the window */
        v.max = place_of(ins->arg[ia].sym)->offset + ins->arg[ia].imm;
        v.base = (int64_t)v.max;
        v.known = true;
        return b->mode == MODE_FUNC ? uniform_var : v;
    }
    Val v = uniform_opnd(b, &ins->arg[ia]);
    if (isa_emit(ins) == EMIT_CVTA)
        v.known = v.cst = false;
    return v.border ? uniform_var : v; /* a border is what a comparison finds */
}

static Val convert_val(Back *b, const Ins *ins, int at, Check may_check)
{
    const Type dt = isa_slot_type(ins, SLOT_DTYPE), st = isa_slot_type(ins, SLOT_ATYPE);
    const Val a = uniform_arg(b, ins, ARG_A);
    if (!type_is_i32_or_64(dt) || !type_is_i32_or_64(st) || isa_has_word(ins, MOD_SAT))
        return generic(b, ins);
    if (type_info[dt].bits == type_info[st].bits || type_info[dt].bits == 32)
        return linear(a, 1, uniform_uni(LV_CTA, 0), 0, dt);
    return widen(b, a, 1, type_info[st].kind == 's', at, may_check);
}

static Val shift_right(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    Val shifted;
    if (!y.cst)
        return generic(b, ins);
    if (warp_affine_shr(x, y.c, &shifted))
        return shifted;
    if (y.c < 64 && x.kind != VAL_NONE && x.max >> y.c == 0 && x.max <= type_max(t) >> 1) { /* the sign of what is never negative */
        Val v = uniform_uni(LV_CTA, 0);
        v.cst = v.known = true;
        return v;
    }
    if (field_shr(b, x, y.c, t, &shifted))
        return shifted;
    const bool sign = y.c == 31 && t == T_S32 && may_check == CHECK_SPLIT; /* as of an index that counts from the end where it is negative */
    if ((y.c < 31 || sign) && spans(b, x, bits_below(y.c), at, may_check)) {
        const bool negative = type_info[t].kind == 's' && x.max > type_max(t) >> 1;
        return uniform_uni(LV_CHUNK, negative ? type_max(t) : x.max >> y.c);
    }
    return generic(b, ins);
}

static bool is_sreg(const Back *b, const Opnd *o, SregName name, int comp)
{
    const Ins *ins = back_only_def(b, o);
    if (ins && ins->mnemonic == INS_MOV)
        o = isa_opnd(ins, ARG_A);
    return o->kind == O_SREG && opnd_is_sreg(o, name) && o->comp == comp;
}

static bool are_sregs(const Back *b, const Ins *ins, SregName name, int comp, SregName other, int its)
{
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    return (is_sreg(b, x, name, comp) && is_sreg(b, y, other, its)) || (is_sreg(b, y, name, comp) && is_sreg(b, x, other, its));
}

/* Whether the operand is the number of the thread's row in its CTA: %tid.y, or %tid.y + %ntid.y * %tid.z. */
static bool is_row(const Back *b, const Opnd *o)
{
    if (is_sreg(b, o, SREG_TID, 1))
        return true;
    const Ins *ins = back_only_def(b, o);
    return ins && ins->mnemonic == INS_MAD && isa_has_word(ins, MOD_LO) && are_sregs(b, ins, SREG_NTID, 1, SREG_TID, 2) &&
           is_sreg(b, &ins->arg[isa_arg(ins, ARG_C)], SREG_TID, 1);
}

/* Warps that lie in rows begin at multiples of 32 of where their row does, and so do rows: where there are several, they are so long. */
static bool begins_row(const Back *b, const Ins *ins)
{
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    return b->mode == MODE_WARP && b->rows && ((is_row(b, x) && is_sreg(b, y, SREG_NTID, 0)) || (is_row(b, y) && is_sreg(b, x, SREG_NTID, 0)));
}

/* A number that grows from lane to lane by a step that is known at run time only: in one of two versions that is 1, or an element's bytes. */
static Val scale(Back *b, const Ins *ins, Val aff, bool first, Type t, int at, Check may_check)
{
    const bool wide = isa_has_word(ins, MOD_WIDE);
    if (may_check != CHECK_SPLIT || !unit_step_scales(b, &ins->arg[isa_arg(ins, first ? ARG_B : ARG_A)]))
        return uniform_var;
    b->unit[at] = wide || type_info[t].bits != 64 ? 1 : unit_step_bytes(b, ins, STEP_MOST);
    const Val v = wide ? widen(b, aff, 1, type_info[t].kind == 's', at, true) : linear(aff, b->unit[at], uniform_uni(LV_CTA, 0), 0, t);
    b->spec[at] = SPEC_UNIT;
    return v;
}

/* mul, and what mad does before it adds. */
static Val product(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    const bool wide = isa_has_word(ins, MOD_WIDE), is_signed = type_info[t].kind == 's';
    const Val zero = uniform_uni(LV_CTA, 0);
    if (x.kind == VAL_AFF || y.kind == VAL_AFF) {
        const Val aff = x.kind == VAL_AFF ? x : y, k = x.kind == VAL_AFF ? y : x;
        const int64_t by = type_info[t].bits == 32 ? (int32_t)k.c : (int64_t)k.c;
        if (!k.cst && k.kind == VAL_UNI)
            return scale(b, ins, aff, x.kind == VAL_AFF, t, at, may_check);
        if (!k.cst || !within(by, STEP_MOST))
            return uniform_var;
        return wide ? widen(b, aff, by, is_signed, at, may_check) : linear(aff, by, zero, 0, t);
    }
    if (x.kind != VAL_UNI || y.kind != VAL_UNI)
        return x.kind == VAL_NONE || y.kind == VAL_NONE ? (Val){0} : uniform_var;
    Val v = val_of_both(x, y);
    v.kind = VAL_UNI;
    v.zeros = (uint8_t)lesser(x.zeros + y.zeros, 63);
    if (v.zeros < 5 && begins_row(b, ins))
        v.zeros = 5;
    v.max = sat_mul(x.max, y.max);
    v = bounded(v, wide ? T_U64 : t);
    if (wide && (may_be_negative(x, is_signed) || may_be_negative(y, is_signed)))
        v.max = UINT64_MAX;
    return y.cst && !wide && y.c < 1 << 20 ? warp_affine_linear(v, x, (int64_t)y.c, zero, 0, t) : v;
}

bool uniform_sum(const Back *b, const Ins *ins, LinearSum *s)
{
    LinearForm f;
    if (!linear_form(ins, &f))
        return false;
    *s = (LinearSum){.of = {f.x, f.more}, .by = {f.sign[0], f.sign[1]}, .n = f.more ? 2 : 1};
    const Val k = f.by ? uniform_opnd(b, f.by) : uniform_number(1);
    const uint64_t most = f.shifts ? 20 : STEP_MOST;
    if (f.by && k.c < most)
        s->by[0] = f.shifts ? (int64_t)1 << k.c : (int64_t)k.c;
    return k.cst && k.c < most;
}

static Val bits_val(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    const bool affine = x.kind == VAL_AFF || y.kind == VAL_AFF;
    Val v;
    switch (ins->mnemonic) {
    case INS_AND:
        return y.cst || (x.kind != VAL_AFF && y.kind == VAL_UNI) ? by_mask(b, x, y, t, at, may_check) : by_bits(b, ins, t, at, may_check);
    case INS_BFI: return affine ? insert_field(b, x, y, uniform_arg(b, ins, ARG_C), uniform_arg(b, ins, ARG_E), t) : generic(b, ins);
    default:
        if (field_or(b, x, y, ins->mnemonic == INS_XOR, &v))
            return v;
        return affine ? by_bits(b, ins, t, at, may_check) : generic(b, ins);
    }
}

/* What selp, min and max choose of x and y. */
static Val choice_val(Back *b, const Ins *ins, Val x, Val y, Type t, int at, Check may_check)
{
    const bool affine = x.kind == VAL_AFF || y.kind == VAL_AFF;
    if (ins->mnemonic != INS_SELP)
        return affine || may_check == CHECK_INNER ? clamp(b, ins, x, y, t, at, may_check) : generic(b, ins);
    const Val p = uniform_arg(b, ins, ARG_C);
    return affine && p.kind == VAL_UNI ? choose(b, x, y, p, at, may_check) : generic(b, ins);
}

static Val integer_val(Back *b, const Ins *ins, Type t, int at, Check may_check)
{
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B), zero = uniform_uni(LV_CTA, 0);
    Val v;
    switch (ins->mnemonic) {
    case INS_ADD: return linear(x, 1, y, 1, t);
    case INS_SUB: return linear(x, 1, y, -1, t);
    case INS_NEG: return linear(x, -1, zero, 0, t);
    case INS_NOT: return linear(x, -1, uniform_number(UINT64_MAX), 1, t);
    case INS_SHL: return y.cst && y.c < 20 ? linear(x, (int64_t)1 << y.c, zero, 0, t) : generic(b, ins);
    case INS_MUL: return product(b, ins, x, y, t, at, may_check);
    case INS_MAD:
        v = product(b, ins, x, y, t, at, may_check);
        return v.kind == VAL_NONE || v.kind == VAL_VAR ? v : linear(v, 1, uniform_arg(b, ins, ARG_C), 1, isa_has_word(ins, MOD_WIDE) ? T_U64 : t);
    case INS_AND: case INS_OR: case INS_XOR: case INS_BFI: return bits_val(b, ins, x, y, t, at, may_check);
    case INS_SELP: case INS_MIN: case INS_MAX: return choice_val(b, ins, x, y, t, at, may_check);
    case INS_SHR: return shift_right(b, ins, x, y, t, at, may_check);
    case INS_DIV: case INS_REM: return by_quotient(b, ins, x, y, t, at, may_check);
    default: return generic(b, ins);
    }
}

/* Of what writes no memory, and asks no others. */
static Val computed_val(Back *b, const Ins *ins, int at, Check may_check)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    if (isa_mem(ins) == MEM_R) /* a surface: other lanes may write it */
        return uniform_var;
    if (isa_emit(ins) == EMIT_MOV || isa_emit(ins) == EMIT_CVTA)
        return move_val(b, ins);
    if (ins->mnemonic == INS_SETP)
        return compare(b, ins, at, may_check);
    if (ins->mnemonic == INS_CVT)
        return convert_val(b, ins, at, may_check);
    return type_is_i32_or_64(t) && isa_is_modular(ins) ? integer_val(b, ins, t, at, may_check) : generic(b, ins);
}

static Val pseudo_val(const Back *b, const Ins *ins)
{
    switch (ins->pseudo) {
    case PSEUDO_SCAN: case PSEUDO_REDUCE: return uniform_collective(b, ins);
    case PSEUDO_SOME: case PSEUDO_MEETS: return uniform_some(b, ins);
    case PSEUDO_ABSENT: case PSEUDO_TAKE: return uniform_var;
    default: return isa_is_cta(ins) && isa_has_word(ins, MOD_RED) ? uniform_uni(LV_CTA, UINT64_MAX) : uniform_uni(LV_CHUNK, 1);
    }
}

/* The value an instruction gives its destination. */
Val uniform_transfer(Back *b, const Ins *ins, int at, Check may_check)
{
    const bool warp = b->mode == MODE_WARP && !b->literal;
    b->spec[at] = SPEC_NONE;
    if (ins->pseudo || (isa_is_cta(ins) && isa_has_word(ins, MOD_RED)))
        return pseudo_val(b, ins);
    if (warp && isa_is_alike(ins))
        return uniform_vote(b, ins);
    if (warp && ins->mnemonic == INS_SHFL)
        return uniform_shuffle(b, ins);
    if (b->literal || isa_uses_carry(ins) || isa_meets(ins) || isa_emit(ins) == EMIT_CALL || (isa_mem(ins) & MEM_W))
        return uniform_var;
    if (isa_emit(ins) == EMIT_LD)
        return uniform_load(b, ins);
    return computed_val(b, ins, at, may_check);
}
