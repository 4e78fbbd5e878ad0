/* emit_check.c: run-time proofs of what uniform.c took for granted: that no lane wraps, that all compare alike. */
#include "emit/emit_fn.h"

/* The constant of an and or shr as the mask of the bits in which lanes may differ. */
static uint64_t span_of(Writer *w, const Ins *ins)
{
    Val y = uniform_arg(w->b, ins, ARG_B);
    if (ins->mnemonic == INS_SHR)
        return bits_below(y.c);
    const uint64_t all = type_max(isa_slot_type(ins, SLOT_TYPE)), m = y.c & all;
    return m & (m + 1) ? ~m & all : m;
}

/* One more condition of a proof, unless it is there already. */
static void check_part(Str *s, const char *text)
{
    const char and[] = " && ";
    const size_t n = strlen(text), gap = strlen(and);
    for (const char *at = s->s ? strstr(s->s, text) : NULL; at; at = strstr(at + 1, text)) /* a part, not some of one */
        if ((at == s->s || (at - s->s >= (ptrdiff_t)gap && memcmp(at - gap, and, gap) == 0)) && (!at[n] || strncmp(at + n, and, gap) == 0))
            return;
    str_printf(s, "%s%s", s->n ? and : "", text);
}

/* Whether a check on all ways to this one has proved the same; lasting: this one's proof is remembered from here on. */
static bool proved(Writer *w, const Ins *ins, const Opnd *o, const char *type, bool lasting)
{
    Back *b = w->b;
    const Blk *blk = b->blk_of[ins - b->fn->ins.at];
    if (o->kind != O_REG || b->reg[o->reg].ndef != 1)
        return false;
    for (const Proof *p = w->proved.at; array_has(w->proved, p); p++)
        if (p->reg == o->reg && strcmp(p->type, type) == 0 && cfg_dominates(p->blk, blk))
            return true;
    if (ins->guard < 0 && lasting)
        array_add(b->a, &w->proved, ((Proof){o->reg, type, blk}));
    return false;
}

/* How many of the first lanes are all the special one, or all others. */
static const char *lanes_apart(Writer *w, const Ins *ins)
{
    const int first = uniform_arg(w->b, ins, ARG_A).kind == VAL_AFF;
    const Opnd *a = &ins->arg[isa_arg(ins, first ? ARG_A : ARG_B)], *other = &ins->arg[isa_arg(ins, first ? ARG_B : ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return arena_printf(w->b->a, "ptx2c_lanes_apart_u32(%s, %lld, n, %s)", ex_argument(lower_value(w, a, t, 'u')), (long long)uniform_opnd(w->b, a).step,
                        ex_argument(lower_value(w, other, t, 'u')));
}

/* That no lane's value is the special one. */
static const char *border_text(Writer *w, const Ins *ins, Spec spec)
{
    const int first = uniform_arg(w->b, ins, ARG_A).kind == VAL_AFF;
    const Opnd *a = &ins->arg[isa_arg(ins, first ? ARG_A : ARG_B)], *other = &ins->arg[isa_arg(ins, first ? ARG_B : ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const char *what = (ins->mnemonic == INS_MAX) == (spec == SPEC_CLAMP) ? "least" : "most";
    const char kind = type_info[t].kind;
    const Ex base = lower_value(w, a, t, 'u');
    const char *with = ex_argument(lower_value(w, other, t, 'u'));
    const long long step = uniform_opnd(w->b, a).step;
    const Range r = lane_range_of_mask(w, w->mask);
    if (spec == SPEC_APART)
        return arena_printf(w->b->a, "ptx2c_apart_u32(%s, %lld, n, %s)", ex_argument(base), step, with);
    if (lane_range_is_all(w, &r))
        return arena_printf(w->b->a, "ptx2c_%s_%c32(%s, %lld, n, %s)", what, kind, ex_argument(base), step, with);
    const char *from = step == 1 ? r.from : arena_printf(w->b->a, "%lld * %s", step, lower_paren(w->b->a, ex(r.from, false)));
    const char *n = strcmp(r.from, "0") == 0 ? r.to : arena_printf(w->b->a, "%s - %s", r.to, r.from);
    return arena_printf(w->b->a, "ptx2c_%s_in_%c32(%s + %s, %lld, %s, %s)", what, kind, base.s, from, step, n, with);
}

const Opnd *check_unclamped(const Writer *w, const Ins *ins)
{
    const Back *b = w->b;
    const Range r = lane_range_of_mask(w, w->mask);
    if (!w->mask || !b->spec || spec_kind(b->spec[ins - b->fn->ins.at]) != SPEC_CLAMP || lane_range_is_all(w, &r))
        return NULL;
    return &ins->arg[isa_arg(ins, uniform_arg(b, ins, ARG_A).kind == VAL_AFF ? ARG_A : ARG_B)];
}

static const char *in_parens(Writer *w, const char *s) { return strpbrk(s, " ") ? arena_printf(w->b->a, "(%s)", s) : s; }

/* An `and`, `or` or `xor` with what is the same for all: the power of 2 at whose multiples lanes begin to differ in what counts, or in more
 * than that; 0: there is none. */
static const char *bits_text(Writer *w, const Ins *ins)
{
    const int y = isa_arg(ins, uniform_arg(w->b, ins, ARG_A).kind == VAL_AFF ? ARG_B : ARG_A);
    const bool same = w->b->reg[ins_dest(ins).reg].val.kind == VAL_UNI;
    const char *with = lower_value(w, &ins->arg[y], isa_slot_type(ins, SLOT_TYPE), 'u').s;
    if (ins->mnemonic == INS_OR && same)
        return arena_printf(w->b->a, "ptx2c_lowest_bit(~%s)", in_parens(w, with));
    return arena_printf(w->b->a, "%s(%s)", ins->mnemonic == INS_AND && !same ? "ptx2c_power_above" : "ptx2c_lowest_bit", with);
}

/* That the lanes' bits, of which lane 0 has base, agree but for those that an `and`, `or`, `xor` or `shr` takes or drops. */
static const char *span_text(Writer *w, const Ins *ins, const char *base, int64_t step)
{
    Back *b = w->b;
    if (!uniform_arg(b, ins, ARG_A).cst && !uniform_arg(b, ins, ARG_B).cst) {
        const char *by = bits_text(w, ins);
        return arena_printf(b->a, "ptx2c_spans(%s, %s - 1, n) && %s", base, by, by);
    }
    return arena_printf(b->a, step < 0 ? "ptx2c_spans(%s - (n - 1), %llu, n)" /* the last lane has the least */
                                       : "ptx2c_spans(%s, %llu, n)", base, (unsigned long long)span_of(w, ins));
}

/* That no lane wraps. */
static void check_steps(Writer *w, const Ins *ins, int i, Spec spec, bool lasting, const char *base, Str *s)
{
    const TypeInfo *t = &type_info[ins->argtype[i]];
    const Val v = uniform_opnd(w->b, &ins->arg[i]);
    const bool is_signed = spec_is_signed(spec, ins->argtype[i]);
    if (spec_steps_known(&v, ins->argtype[i], is_signed))
        return;
    const char *type = t->bits == 64 ? is_signed ? "s64" : "u64" : is_signed ? "s32" : "u32";
    if (!proved(w, ins, &ins->arg[i], type, lasting))
        check_part(s, arena_printf(w->b->a, "ptx2c_steps_%s(%s, %lld, n)", type, base, (long long)v.step));
}

/* What was taken for granted of operand i, an affine one; whether the others have to be looked at, too. */
static bool check_operand(Writer *w, const Ins *ins, int i, Spec spec, bool lasting, Str *s)
{
    const Type t = ins->argtype[i];
    const long long step = uniform_opnd(w->b, &ins->arg[i]).step;
    const bool first = isa_arg_name(ins, i) == ARG_A;
    const Ex value = lower_value(w, &ins->arg[i], t, 'u');
    const char *base = ex_argument(value);
    const Opnd *o;
    switch (spec) {
    case SPEC_SPAN:
        check_part(s, span_text(w, ins, value.s, step));
        return false;
    case SPEC_CHOICE:
    case SPEC_INSIDE:
        if (step < 0 && uniform_arg(w->b, ins, first ? ARG_B : ARG_A).kind == VAL_AFF)
            return true; /* mirrored at an edge */
        o = &ins->arg[isa_arg(ins, ARG_C)];
        check_part(s, lower_cond(w, o->reg, o->neg != (first == (spec == SPEC_CHOICE))));
        return false;
    case SPEC_QUOTIENT:
        o = &ins->arg[isa_arg(ins, ARG_B)];
        check_part(s, arena_printf(w->b->a, "ptx2c_one_quotient_%c%d(%s, %lld, %s, n)", type_info[t].kind == 's' ? 's' : 'u',
                                   type_info[t].bits, base, step, ex_argument(lower_value(w, o, t, 'u'))));
        return false;
    case SPEC_UNIT:
        o = &ins->arg[isa_arg(ins, first ? ARG_B : ARG_A)];
        check_part(s, arena_printf(w->b->a, "%s == %u", lower_value(w, o, t, 'u').s, w->b->unit[ins - w->b->fn->ins.at]));
        if (!isa_has_word(ins, MOD_WIDE))
            return false;
        break;
    default:
        break;
    }
    check_steps(w, ins, i, spec, lasting, base, s);
    return true;
}

/* That the last lane's comparison comes out as the first one's. */
static void check_last(Writer *w, const Ins *ins, Str *s)
{
    int d = isa_arg(ins, ARG_P) >= 0 ? isa_arg(ins, ARG_P) : isa_arg(ins, ARG_D);
    const char *now = lower_reg(w, ins->arg[d].reg).s;
    w->lane = w->last = true;
    Ex e = {0};
    lower_ins(w, ins, &e);
    w->lane = w->last = false;
    check_part(s, arena_printf(w->b->a, "%s == (%s)", now, e.s));
}

/* Run-time proof of what the analysis took for granted; lasting: what follows may rest on it; alike: but for what comparisons
 * come out as. */
static void check_text(Writer *w, const Ins *ins, Spec spec, bool lasting, bool alike, Str *s)
{
    bool more = !spec_is_at_border(spec);
    if (!more)
        check_part(s, border_text(w, ins, spec));
    for (int i = -1; more && isa_next_input(ins, &i);)
        if (isa_arg_name(ins, i) != ARG_C && uniform_opnd(w->b, &ins->arg[i]).kind == VAL_AFF)
            more = check_operand(w, ins, i, spec, lasting, s);
    if (spec == SPEC_COMPARE && !alike)
        check_last(w, ins, s);
}

/* The line of a check.  A chunk with ranges of lanes begins again when it is cut: they may reach into what was cut off. */
static const char *cut_line(const Writer *w)
{
    return w->b->by_ranges && condition_parts(w->b) && (w->indent > 1 || w->ranges.n) ? "PTX2C_AGAIN(%s(%s));" : "%s(%s);";
}

static void emit_quotient_check(Writer *w, const Ins *ins)
{
    const bool swapped = uniform_arg(w->b, ins, ARG_A).kind != VAL_AFF;
    const Opnd *a = &ins->arg[isa_arg(ins, swapped ? ARG_B : ARG_A)], *d = &ins->arg[isa_arg(ins, swapped ? ARG_A : ARG_B)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const char *by = ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM ? lower_value(w, d, t, 'u').s : bits_text(w, ins);
    line(w, cut_line(w), "PTX2C_CUT_QUOTIENT",
         arena_printf(w->b->a, "%c32, %s, %lld, %s", type_info[t].kind == 's' ? 's' : 'u', ex_argument(lower_value(w, a, t, 'u')),
                      (long long)uniform_opnd(w->b, a).step, by));
}

/* Another, slower path is taken when it fails. */
void emit_check(Writer *w, const Ins *ins, Spec spec)
{
    if (spec == SPEC_QUOTIENT && w->b->mode == MODE_LANES) {
        emit_quotient_check(w, ins);
        return;
    }
    Str s = {0};
    const char *alike = spec == SPEC_COMPARE && w->b->mode == MODE_LANES ? lane_range_alike(w, ins) : NULL;
    check_text(w, ins, spec, true, alike != NULL, &s);
    if (!s.n)
        ;
    else if (w->phases)
        line(w, "ok &= %s;", s.s);
    else if (w->b->mode == MODE_LANES && spec == SPEC_APART)
        line(w, cut_line(w), "PTX2C_CUT_TO", lanes_apart(w, ins));
    else if (w->b->mode == MODE_LANES)
        line(w, cut_line(w), "PTX2C_CUT", s.s);
    else
        line(w, "if (!(%s))\n%*sreturn false;", s.s, 4 * (w->indent + 1), "");
    if (alike)
        line(w, cut_line(w), "PTX2C_CUT_TO", alike);
    str_free(&s);
}

void emit_single_round(Writer *w, const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    Ex first = {0}, last = {0};
    lower_ins(w, ins, &first);
    if (w->b->inside) {
        line(w, "if (%s)\n%*sreturn 0;", first.s, 4 * (w->indent + 1), "");
        if (uniform_opnd(w->b, a).kind == VAL_AFF)
            emit_check(w, ins, SPEC_COMPARE);
        return;
    }
    const char *base = lower_value(w, a, t, 'u').s;
    w->lane = w->last = true;
    lower_ins(w, ins, &last);
    w->lane = w->last = false;
    const char *what = ins->pseudo == PSEUDO_AGAIN ? "c->again = true" : "return 0";
    if (uniform_opnd(w->b, a).kind == VAL_UNI)
        line(w, "if (%s)\n%*s%s;", first.s, 4 * (w->indent + 1), "", what);
    else
        line(w, "if (!ptx2c_steps_%s(%s, %lld, n) || %s || %s)\n%*s%s;", type_info[t].name, base, (long long)uniform_opnd(w->b, a).step,
             lower_paren(w->b->a, first), lower_paren(w->b->a, last), 4 * (w->indent + 1), "", what);
}

/* A number of the CTA (cta_affine.c). */
static const char *cta_term_text(Writer *w, const CtaTerm *t)
{
    if (!t)
        return "0";
    if (t->kind == CTA_NUMBER)
        return arena_printf(w->b->a, t->number > INT32_MAX ? "%uu" : "%u", t->number);
    if (t->kind == CTA_OPND)
        return in_parens(w, lower_value(w, t->o, T_U32, 'u').s);
    const char *a = t->a ? cta_term_text(w, t->a) : "0u", *b = cta_term_text(w, t->b);
    if (t->kind == CTA_PLUS && t->b->kind == CTA_NUMBER && t->b->number > UINT32_C(0x80000000))
        return arena_printf(w->b->a, "%s - %u", a, 0u - t->b->number);
    if (t->kind == CTA_TIMES)
        return arena_printf(w->b->a, "%s * %s", in_parens(w, a), in_parens(w, b));
    return arena_printf(w->b->a, "%s %c %s", a, t->kind == CTA_MINUS ? '-' : '+', t->kind == CTA_MINUS ? in_parens(w, b) : b);
}

/* The slower path lays the same state out in another way, so the OpenMP threads that share the CTA meet before it. */
void emit_check_cta(Writer *w, int at)
{
    const Ins *ins = &w->b->fn->ins.at[at];
    const bool is_signed = spec_kind(w->b->spec[at]) == SPEC_STEPS_S;
    const CtaAffine x = cta_affine_of(w->b, at);
    const char *base = cta_term_text(w, x.base), *row = cta_term_text(w, x.row);
    if (ins->pseudo == PSEUDO_INSIDE) {
        static const char *const all[] = {[CMP_LESS] = "below", [CMP_LESS | CMP_EQUAL] = "most", [CMP_MORE] = "above", [CMP_MORE | CMP_EQUAL] = "least", [CMP_OTHER] = "apart"};
        const Type t = isa_slot_type(ins, SLOT_TYPE);
        const unsigned compare = isa_arg_name(ins, x.operand) == ARG_A ? isa_compare(ins) : compare_swapped(isa_compare(ins));
        line(w, "if (!ptx2c_cta_%s_%s(c, %s, %s, %lld, %s))\n%*sreturn ptx2c_cta_all(c, false);", all[compare],
             type_info[t].kind == 's' ? "s32" : "u32", base, row, (long long)x.step, cta_term_text(w, x.other), 4 * (w->indent + 1), "");
    } else if (spec_kind(w->b->spec[at]) == SPEC_CLAMP)
        line(w, "if (!ptx2c_cta_%s_%s(c, %s, %s, %lld, %s))\n%*sreturn ptx2c_cta_all(c, false);", ins->mnemonic == INS_MAX ? "least" : "most",
             type_info[isa_slot_type(ins, SLOT_TYPE)].name, base, row, (long long)x.step, cta_term_text(w, x.other), 4 * (w->indent + 1), "");
    else if (!proved(w, ins, &ins->arg[x.operand], is_signed ? "s32" : "u32", true))
        line(w, "if (!ptx2c_cta_steps_%s(c, %s, %s, %lld))\n%*sreturn ptx2c_cta_all(c, false);",
             is_signed ? "s32" : "u32", base, row, (long long)x.step, 4 * (w->indent + 1), "");
}

/* Ends a wide chunk where its lanes begin, or cease, to be clamped, or before and behind the one that is not apart. */
static void cut_at_border(Writer *w, const Ins *ins, Spec spec)
{
    if (spec == SPEC_APART) {
        line(w, "PTX2C_CUT_TO(%s);", lanes_apart(w, ins));
        return;
    }
    const int first = uniform_arg(w->b, ins, ARG_A).kind == VAL_AFF;
    const Opnd *a = &ins->arg[isa_arg(ins, first ? ARG_A : ARG_B)], *other = &ins->arg[isa_arg(ins, first ? ARG_B : ARG_A)];
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const char how = type_info[t].kind;
    line(w, "PTX2C_CUT_TO(ptx2c_lanes_alike(%s, %lld, (int64_t)%s%s, n));", lower_value(w, a, t, how).s, (long long)uniform_opnd(w->b, a).step,
         lower_paren(w->b->a, lower_value(w, other, t, how)), ins->mnemonic == INS_MAX ? "" : " + 1");
}

/* All checks of the block's head, as the value of one predicate: it chooses between the versions of versioning.c. */
void emit_checks_of_head(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    Str s = {0};
    int at = (int)(ins - b->fn->ins.at);
    for (int i = b->blk_of[at]->first; i < at; i++) {
        if (!(b->spec[i] & SPEC_LOCAL) || b->dead[i])
            continue;
        const Spec spec = spec_kind(b->spec[i]);
        if (b->spec[i] & SPEC_HEAD && spec_is_at_border(spec) && b->width > CHUNK_LANES)
            cut_at_border(w, &b->fn->ins.at[i], spec);
        check_text(w, &b->fn->ins.at[i], spec, false, false, &s);
    }
    int d = isa_arg(ins, ARG_D);
    lower_assign(w, ins, &ins->arg[d], T_PRED, s.s ? s.s : "true", NULL);
    str_free(&s);
}
