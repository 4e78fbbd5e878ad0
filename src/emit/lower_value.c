/* lower_value.c: operands as C expressions: registers as they are stored, immediates, special registers, addresses.
 *
 * How an operand is stored (a scalar, a lane of an array, a folded expression) is known only here. */
#include "emit/lower.h"

#include <ctype.h>
#include <math.h>

/* ---- expressions ------------------------------------------------------------------------------------------------------ */

static const char *sreg_text(Writer *w, const Opnd *o, bool *prim);

static const char *step_text(Writer *w, const char *base, int64_t step)
{
    const char *sign = step < 0 ? "-" : "+";
    uint64_t n = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    const char *l = w->last ? "(n - 1)" : "l";
    if (n == 1)
        return arena_printf(A(w), "%s %s %s", base, sign, l);
    return arena_printf(A(w), "%s %s %llu * %s", base, sign, (unsigned long long)n, l);
}

/* The name of a number that C compilers are not to see. */
static const char *hidden_text(Writer *w, char letter, int64_t value)
{
    Back *b = w->b;
    int i = 0;
    while (i < b->plan->hidden.n && (b->plan->hidden.at[i].letter != letter || b->plan->hidden.at[i].value != value))
        i++;
    if (i == b->plan->hidden.n)
        array_add(A(w), &b->plan->hidden, ((Hidden){letter, value}));
    return arena_printf(A(w), "%c%lld", letter, (long long)value);
}

/* What is added to a pointer.  All the words from one lane to the next gcc makes one group of vectors of, however many they
 * are: from FAR bytes on that takes longer than loads one by one, and soon minutes and gigabytes to compile. */
static const char *pointer_step_text(Writer *w, int64_t step)
{
    enum { FAR = 256 };
    if (step > -FAR && step < FAR)
        return step_text(w, "", step);
    return arena_printf(A(w), " %c %s * %s", step < 0 ? '-' : '+', hidden_text(w, 'S', step < 0 ? -step : step), w->last ? "(n - 1)" : "l");
}

void lower_cache(Writer *w, int reg, Cached how)
{
    RegInfo *g = &w->b->reg[reg];
    if (g->plan->cached != CACHE_NONE)
        return;
    g->plan->cached = how;
    g->plan->changed = false;
    array_add(A(w), &w->cached, reg);
}

/* A comparison of scalars, made anew. */
static Ex again_text(Writer *w, int reg)
{
    RegInfo *g = &w->b->reg[reg];
    const Ins *was = w->ins, *def = &w->b->fn->ins.at[g->def];
    Ex e = {0};
    w->remake(w, def, &e);
    w->ins = was;
    g->plan->fold_not = lower_opposite(A(w), def, e.s);
    return e;
}

Ex lower_reg(Writer *w, int reg)
{
    RegInfo *g = &w->b->reg[reg];
    Ex e;
    if (w->lane && g->val.border && g->plan->store != ST_LOCAL)
        return ex(lane_range_test(w, reg, false), false);
    switch (g->plan->store) {
    case ST_FOLD:
        if (w->o && w->o->trace && w->ins && g->def >= 0)
            trace_fold(w->o->trace, w->ins->loc, w->b->fn->ins.at[g->def].loc);
        if (g->known)
            return warp_affine_text(w, reg);
        if (g->plan->again)
            return again_text(w, reg);
        if (!g->plan->fold && !g->val.cst) { /* a special register */
            bool prim;
            const Ins *def = &w->b->fn->ins.at[g->def];
            const char *s = sreg_text(w, &def->arg[isa_arg(def, ARG_A)], &prim);
            return ex(s, prim);
        }
        if (!g->plan->fold)
            return ex(arena_printf(A(w), g->val.c > INT32_MAX ? "UINT64_C(0x%llx)" : "%llu",
                                   (unsigned long long)g->val.c), true);
        e = ex(g->plan->fold, g->plan->fold_primary);
        break;
    case ST_LANES:
        if (g->plan->copied)
            return ex(g->plan->lane_name, true);
        return ex(arena_printf(A(w), "%s[l]", g->plan->name), true);
    case ST_STATE:
        if (g->plan->copied)
            return ex(g->plan->name, true);
        return ex(arena_printf(A(w), w->rows ? "%s[j]" : "s->%s[l]", g->plan->name), true);
    case ST_STATE_SCALAR:
        if (w->rows && g->plan->row != ROW_SAME) {
            e = ex(arena_printf(A(w), "%s[j]", g->plan->name), true);
            break;
        }
        lower_cache(w, reg, CACHE_LOADED);
        e = ex(g->plan->name, true);
        if (w->row && g->plan->row_step)
            e = ex(arena_printf(A(w), "%s + %d * j", g->plan->name, (int)g->plan->row_step), false);
        break;
    default:
        e = ex(w->rows && g->plan->row == ROW_EACH ? arena_printf(A(w), "%s[j]", g->plan->name) : g->plan->name, true);
    }
    if (w->lane && g->val.kind == VAL_AFF && g->plan->store != ST_LOCAL)
        return ex(step_text(w, lower_paren(A(w), e), g->val.step), false);
    return e;
}

/* A narrower value as one of 128 bits. */
Ex lower_wide(Writer *w, Ex v, Type from)
{
    if (c_float(from))
        v = lower_call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
    return lower_call1(w, c_signed(from) ? "ptx2c_b128_s" : "ptx2c_b128_u", v);
}

/* A register's (or other value's) bits, of type from, as an operand of type to. */
Ex lower_convert(Writer *w, Ex v, Type from, Type to, char how)
{
    int fb = type_info[from].bits, tb = type_info[to].bits;
    if (to == T_PRED || (fb == 128 && tb == 128))
        return v;
    if (tb == 128)
        return lower_wide(w, v, from);
    if (fb == 128)
        return lower_convert(w, ex(arena_printf(A(w), "%s.lo", lower_paren(A(w), v)), true), T_B64, to, how);
    if (c_float(to) && !how) {
        if (from == to)
            return v;
        if (c_float(from))
            v = lower_call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
        if (fb > tb)
            v = lower_cast(w, c_int_name(tb, false), v);
        return lower_call1(w, to == T_F32 ? "ptx2c_f32_of" : "ptx2c_f64_of", v);
    }
    if (c_float(from))
        v = lower_call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
    bool narrow = fb > tb;
    if (how == 'u') {
        if (narrow)
            v = lower_cast(w, c_int_name(tb, false), v);
        return tb < 32 ? lower_cast(w, "uint32_t", v) : v;
    }
    if (how == 's' || (c_signed(to) && how != 'b'))
        return lower_cast(w, c_int_name(tb, true), v);
    return narrow ? lower_cast(w, c_int_name(tb, false), v) : v;
}

/* ---- immediates --------------------------------------------------------------------------------------------------------- */

static Ex float_text(Writer *w, Type t, uint64_t bits)
{
    double d;
    if (t == T_F32) {
        uint32_t b = (uint32_t)bits;
        float f;
        memcpy(&f, &b, sizeof f);
        if (!isfinite(f))
            return ex(arena_printf(A(w), "ptx2c_f32_of(0x%08xu)", b), true);
        d = (double)f;
    } else {
        memcpy(&d, &bits, sizeof d);
        if (!isfinite(d))
            return ex(arena_printf(A(w), "ptx2c_f64_of(UINT64_C(0x%016llx))", (unsigned long long)bits), true);
    }
    char s[64];
    for (int p = 1; p <= 17; p++) {
        snprintf(s, sizeof s, "%.*g", p, d);
        if (t == T_F32 ? strtof(s, NULL) == (float)d : strtod(s, NULL) == d)
            break;
    }
    if (!strpbrk(s, ".e"))
        strcat(s, ".0");
    if (t == T_F32)
        strcat(s, "f");
    return ex(arena_printf(A(w), "%s", s), s[0] != '-');
}

static uint64_t imm_bits(const Opnd *o, Type slot)
{
    if (o->kind == O_FIMM && o->type == T_F64 && slot == T_F32) {
        double d;
        memcpy(&d, &o->imm, sizeof d);
        float f = (float)d;
        uint32_t b;
        memcpy(&b, &f, sizeof b);
        return b;
    }
    return o->imm;
}

static Ex int_text(Writer *w, Type slot, char how, uint64_t v)
{
    int bits = type_info[slot].bits < 32 && (how == 'u' || how == 's') ? type_info[slot].bits : type_info[slot].bits;
    bool is_signed = how == 's' || (c_signed(slot) && !how);
    if (bits < 64)
        v &= ((uint64_t)1 << bits) - 1;
    if (is_signed) {
        int64_t s = bits < 64 ? (int64_t)(v << (64 - bits)) >> (64 - bits) : (int64_t)v;
        if (s >= INT32_MIN + 1 && s <= INT32_MAX)
            return ex(arena_printf(A(w), "%lld", (long long)s), s >= 0);
        if (s == INT32_MIN)
            return ex("(-2147483647 - 1)", true);
        if (s == INT64_MIN)
            return ex("(-INT64_C(9223372036854775807) - 1)", true);
        return ex(arena_printf(A(w), s < 0 ? "-INT64_C(%lld)" : "INT64_C(%lld)", s < 0 ? -(long long)s : (long long)s),
                  s >= 0);
    }
    if (v <= INT32_MAX) {
        bool typed = bits > 32 || how == 'u';
        return ex(arena_printf(A(w), v <= 9 || !typed ? "%llu" : v < 65536 ? "%llu" : "0x%llx", (unsigned long long)v),
                  true);
    }
    if (v <= UINT32_MAX)
        return ex(arena_printf(A(w), "0x%llxu", (unsigned long long)v), true);
    return ex(arena_printf(A(w), "UINT64_C(0x%llx)", (unsigned long long)v), true);
}

/* ---- operands ------------------------------------------------------------------------------------------------------------- */

const char *lower_warp_tid(const Writer *w)
{
    return w->o && w->o->checks ? "ptx2c_check_tid(k.index, l)" : "ptx2c_tid(c, k.index * 32 + l)";
}

static const char *sreg_text(Writer *w, const Opnd *o, bool *prim)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    static const char comps[] = "xyzw";
    char x = o->comp >= 0 && o->comp < 4 ? comps[o->comp] : 'x';
    *prim = true;
    if (s->shape == SHAPE_TID) {
        if (w->b->mode == MODE_FUNC) {
            w->uses_thread = true;
            return arena_printf(A(w), x == 'w' ? "0u" : "t->tid.%c", x);
        }
        if (x == 'w')
            return "0u";
        if ((w->b->mode == MODE_SCHED && !w->one_row) || (w->b->mode == MODE_WARP && !w->b->rows))
            return arena_printf(A(w), "%s.%c", lower_warp_tid(w), x);
        if (x == 'x' && w->lane) {
            *prim = false;
            return w->last ? "k.x + (n - 1)" : "k.x + l";
        }
        if (x == 'y' && w->row) {
            *prim = false;
            return "k.y + j";
        }
        return arena_printf(A(w), "k.%c", x);
    }
    if (opnd_is_sreg(o, SREG_LANEID) && !w->lane && w->b->mode == MODE_WARP)
        return "0u";
    if (x == 'w' && s->vec > 1)
        return "0u";
    Str t = {0};
    for (const char *p = s->c; p && *p; p++) {
        if (*p == '$' && p[1] == 'x') {
            str_addc(&t, x);
            p++;
        } else if (*p == '$' && p[1] == 'n') {
            str_add(&t, s->name + strcspn(s->name, "0123456789"));
            p++;
        } else if (*p == '$' && p[1] == 't') {
            str_printf(&t, "%d", w->b->m->target);
            p++;
        } else {
            str_addc(&t, *p);
        }
    }
    const char *r = arena_printf(A(w), "%s", t.s ? t.s : "0");
    *prim = !strpbrk(r, " +-*/<>&|") || (r[0] == '(' && r[strlen(r) - 1] == ')') || (strchr(r, '>') && !strchr(r, ' '));
    if (w->b->mode == MODE_SCHED && w->o && w->o->checks)
        r = check_kept(A(w), r);
    str_free(&t);
    w->uses_thread = true;
    return r;
}

Type lower_reg_type(const Writer *w, const Opnd *o) { return w->b->fn->regs.at[o->reg]->type; }

static Ex component(Writer *w, const Opnd *o)
{
    RegInfo *g = &w->b->reg[o->reg];
    const Sym *s = w->b->fn->regs.at[o->reg];
    Ex e = lower_reg(w, o->reg);
    (void)g;
    if (s->vec > 1)
        return ex(arena_printf(A(w), "%s.e[%d]", e.s, o->comp), true);
    return e;
}

const char *lower_sym_offset(Writer *w, const Sym *sym)
{
    const Place *p = place_of((Sym *)sym);
    if (sym->space == SP_SHARED)
        return p->name;
    return arena_printf(A(w), "%llu", (unsigned long long)p->offset);
}

/* The address of a variable or function as an integer. */
static Ex symbol_value(Writer *w, const Opnd *o, Type slot)
{
    const Sym *s = o->sym;
    const char *off = o->imm ? arena_printf(A(w), " + %lld", (long long)o->imm) : "";
    Place *p = place_of((Sym *)s);
    const bool narrow = type_info[slot].bits == 32;
    if (s->kind == SYM_FUNC) /* a kernel's address is that of its descriptor */
        return ex(arena_printf(A(w), narrow ? "ptx2c_address32((const void *)(uintptr_t)%s%s, 1)" : "(uint64_t)(uintptr_t)%s%s",
                               s->fn->is_entry ? "&" : "", s->fn->is_entry ? kernel_object(w->b->m, s) : p->name), narrow);
    if ((s->space == SP_GLOBAL || s->space == SP_CONST) && narrow)
        return ex(arena_printf(A(w), "ptx2c_address32(&%s, %llu)%s", p->name, (unsigned long long)s->bytes, off), !*off);
    if (s->space == SP_GLOBAL || s->space == SP_CONST)
        return ex(arena_printf(A(w), "(uint64_t)(uintptr_t)&%s%s", p->name, off), false);
    if (s->space == SP_PARAM && !p->kernel_param) /* what a variadic function is called with: in its caller's memory */
        return ex(arena_printf(A(w), "(uint%d_t)((uintptr_t)%s%s - (uintptr_t)%s)%s", narrow ? 32 : 64, p->array ? "" : "&", p->name,
                               w->b->mode == MODE_FUNC && !narrow ? "t->local" : lower_local(w), off), false);
    if (s->space == SP_LOCAL && s->fn && w->b->mode == MODE_FUNC && type_info[slot].bits > 32)
        return ex(arena_printf(A(w), "PTX2C_LOCAL_OF(t, local + %llu)",
                               (unsigned long long)p->offset + (unsigned long long)o->imm), true);
    return ex(arena_printf(A(w), "%s%s", lower_sym_offset(w, s), off), !o->imm);
}

/* Whether a register's uses print a number: its value, or that of lane 0 outside of the lanes.  The number of a predicate with a
 * border is the lane's at which it changes. */
bool lower_is_constant(const Writer *w, const RegInfo *g, uint64_t *value)
{
    *value = g->known ? (uint64_t)g->val.base : g->val.c;
    if (g->plan->store != ST_FOLD || g->plan->fold || g->val.border)
        return false;
    return g->known ? !g->val.warp && !(w->lane && g->val.step) : g->val.cst;
}

Ex lower_value(Writer *w, const Opnd *o, Type slot, char how)
{
    bool prim;
    switch (o->kind) {
    case O_REG: {
        Type t = lower_reg_type(w, o);
        RegInfo *g = &w->b->reg[o->reg];
        Ex e;
        uint64_t value;
        if (lower_is_constant(w, g, &value)) {
            Opnd imm = {.kind = O_IMM, .imm = value, .comp = -1, .reg = -1};
            e = lower_value(w, &imm, slot, how);
        } else {
            e = lower_convert(w, o->comp >= 0 ? component(w, o) : lower_reg(w, o->reg), t, slot, how);
        }
        if (o->neg)
            e = ex(arena_printf(A(w), slot == T_PRED ? "!%s" : "-%s", lower_paren(A(w), e)), true);
        return e;
    }
    case O_IMM:
        if (slot == T_PRED)
            return ex(o->imm ? "true" : "false", true);
        if (slot == T_B128)
            return ex(arena_printf(A(w), "(ptx2c_b128){UINT64_C(0x%llx), 0}", (unsigned long long)o->imm), true);
        if (c_float(slot) && !how)
            return float_text(w, slot, o->imm);
        return int_text(w, slot, how, o->imm);
    case O_FIMM: {
        uint64_t bits = imm_bits(o, slot);
        if (c_float(slot) && !how)
            return float_text(w, slot, bits);
        return int_text(w, slot, how, bits);
    }
    case O_SREG: {
        const char *s = sreg_text(w, o, &prim);
        return lower_convert(w, ex(s, prim), isa_sregs[o->sym->index].type, slot, how);
    }
    case O_SYM:
        if (c_float(slot))
            return lower_convert(w, symbol_value(w, o, slot == T_F32 ? T_B32 : T_B64), slot == T_F32 ? T_B32 : T_B64, slot, how);
        return lower_convert(w, symbol_value(w, o, slot == T_NONE ? T_B64 : slot), T_B64,
                             slot == T_NONE ? T_B64 : slot, how);
    default:
        return ex("0", true);
    }
}

/* The window of the function's own .local variables. */
const char *lower_local(const Writer *w)
{
    return w->b->mode == MODE_FUNC ? "local" : w->b->plan->has_state ? "s->local[l]" : "local[l]";
}

bool lower_in_words(const Writer *w, const Ins *ins, const Opnd *o)
{
    return w->b->plan->words && (o->sym ? o->sym->space : isa_opnd_space(ins, o)) == SP_LOCAL;
}

const char *lower_word(Writer *w, const Opnd *o, int k, int n)
{
    const int word = w->b->plan->words;
    const char *window = w->b->plan->has_state ? "s->local" : "local", *index;
    int64_t at = (int64_t)o->imm + k * n, fixed;
    if (local_layout_constant(w->b, o, &fixed)) {
        at += fixed;
        index = arena_printf(A(w), "%lld", (long long)(n < word ? at : at / word));
    } else {
        Ex base = lower_reg(w, o->reg);
        if (at)
            base = ex(arena_printf(A(w), "%s %c %lld", base.s, at < 0 ? '-' : '+', (long long)(at < 0 ? -at : at)), false);
        index = n < word || word == 1 ? base.s : arena_printf(A(w), "%s / %d", lower_paren(A(w), base), word);
        if (n < word)
            index = lower_paren(A(w), base);
    }
    return n < word ? arena_printf(A(w), "PTX2C_IN_WORD(%s, l, %s)", window, index)
                    : arena_printf(A(w), "&%s[%s][l]", window, index);
}

/* Whether an address register may be "below" its window, by less than it has bits for, and step * l + off, added to it as a
 * negative number, come to the place: the sum wraps in 32 bits, and what is added must be too small to wrap once more. */
static bool adds_up(int64_t step, int64_t off)
{
    enum { LANES = 1024, WINDOW = 1 << 24 };
    const int64_t room = INT32_MAX - WINDOW, one = room / LANES;
    return step > -one && step < one && off > -room && off < room && llabs(step) * LANES + llabs(off) < room;
}

/* A variable's element. */
static Ex variable_pointer(Writer *w, const Opnd *o, const char *tail)
{
    Place *p = place_of(o->sym);
    p->used = true;
    switch (o->sym->space) {
    case SP_SHARED:
        return ex(arena_printf(A(w), "%s + %s%s", shared_window(w), p->name, tail), false);
    case SP_LOCAL: /* the module's: in the window of the kernel */
        return ex(arena_printf(A(w), "%s + %lld", !o->sym->fn && w->b->mode == MODE_FUNC ? "t->local" : lower_local(w),
                               (long long)((int64_t)p->offset + (int64_t)o->imm)), false);
    case SP_PARAM:
        if (!p->name)
            return ex(arena_printf(A(w), "(const unsigned char *)P + %lld", (long long)((int64_t)p->offset + (int64_t)o->imm)), false);
        if (p->scalar)
            return ex(arena_printf(A(w), "PTX2C_BYTES_OF(%s)%s", p->name, tail), !*tail);
        /* fall through */
    default:
        return ex(arena_printf(A(w), "(unsigned char *)%s%s%s", p->array ? "" : "&", p->name, tail), false);
    }
}

/* An address that is a number. */
static Ex number_pointer(Writer *w, Space space, uint64_t at)
{
    if (space != SP_SHARED && space != SP_LOCAL)
        return ex(arena_printf(A(w), "PTX2C_PTR(%lluu)", (unsigned long long)at), true);
    return ex(arena_printf(A(w), "%s + %llu", space == SP_SHARED ? shared_window(w) : lower_local(w), (unsigned long long)at), false);
}

/* An address in a register: a number, and text that is added to the pointer made of it. */
typedef struct Address {
    Ex base;
    Type type;          /* of the register */
    Space space;
    bool is_sum;        /* base is all of it, added up in 32 bits: a pointer would not wrap as that does */
    const Val *val;
    int64_t offset;
    const char *lanes;  /* what lane and row add */
    const char *tail;   /* the offset */
} Address;

static bool is_plain(const Address *a) { return !*a->lanes && !*a->tail; }

/* Parts the register's value into base and what lane and row add to it. */
static void address_split(Writer *w, int reg, bool wraps, bool cluster, Address *a)
{
    const RegInfo *g = &w->b->reg[reg];
    const bool was = w->lane, row = w->row;
    bool aff = was && g->val.kind == VAL_AFF && g->plan->store != ST_LOCAL && g->plan->store != ST_LANES;
    const char *rows = a->space == SP_SHARED && row && g->plan->row_step && g->plan->store == ST_STATE_SCALAR
                           ? arena_printf(A(w), " + %d * j", (int)g->plan->row_step) : "";
    a->is_sum = wraps && (cluster || !adds_up(aff ? g->val.step : 0, a->offset));
    aff &= !a->is_sum && (g->plan->store != ST_FOLD || g->plan->fold);
    w->lane = was && !aff;
    w->row &= !*rows;
    a->base = lower_reg(w, reg);
    w->lane = was;
    w->row = row;
    a->lanes = arena_printf(A(w), "%s%s", aff ? pointer_step_text(w, g->val.step) : "", rows);
}

static void address_sum(Writer *w, Address *a)
{
    if (type_info[a->type].bits != 32)
        a->base = lower_cast(w, "uint32_t", a->base);
    if (*a->lanes || a->offset)
        a->base = ex(arena_printf(A(w), "%s%s + 0x%xu", lower_paren(A(w), a->base), a->lanes, (unsigned)a->offset), false);
}

/* In shared memory, or that of a thread's own: a place of the window. */
static Ex window_pointer(Writer *w, Address *a)
{
    const char *window = a->space == SP_SHARED ? shared_window(w) : lower_local(w);
    const bool wide = type_info[a->type].bits > 32;
    if (a->space == SP_LOCAL && wide) /* it may be the caller's memory, anywhere */
        return ex(arena_printf(A(w), "PTX2C_AT(%s, %s)%s%s", w->b->mode == MODE_FUNC ? "t->local" : window, a->base.s, a->lanes, a->tail),
                  is_plain(a));
    if (!a->is_sum && (wide || *a->lanes || (a->offset && a->val->max > INT32_MAX)))
        a->base = lower_cast(w, "int32_t", a->base);
    return ex(arena_printf(A(w), "%s + %s%s%s", window, lower_paren(A(w), a->base), a->lanes, a->tail), false);
}

static Ex param_pointer(Writer *w, Address *a, bool wraps)
{
    if (c_float(a->type))
        a->base = lower_convert(w, a->base, a->type, T_B32, 'u');
    if (!a->is_sum && wraps && (*a->lanes || a->offset))
        a->base = lower_cast(w, "int32_t", a->base);
    return ex(arena_printf(A(w), "PTX2C_AT(P, %s)%s%s", a->base.s, a->lanes, a->tail), is_plain(a));
}

static Ex global_pointer(Writer *w, Address *a)
{
    if (type_info[a->type].bits < 64) {
        if (!is_plain(a))
            a->base = ex(lower_paren(A(w), lower_convert(w, a->base, a->type, T_B32, 'u')), true);
        return ex(arena_printf(A(w), "PTX2C_PTR32(%s%s%s)", a->base.s, a->lanes, a->tail), true);
    }
    if (c_float(a->type))
        a->base = lower_convert(w, a->base, a->type, T_B64, 'u');
    return ex(arena_printf(A(w), "PTX2C_PTR(%s)%s%s", a->base.s, a->lanes, a->tail), is_plain(a));
}

static const char *offset_text(Writer *w, int64_t n)
{
    return n ? arena_printf(A(w), " %c %lld", n < 0 ? '-' : '+', (long long)(n < 0 ? -n : n)) : "";
}

bool lower_gather(Writer *w, const Ins *ins, const Opnd *o, Gather *g)
{
    const Emit e = isa_emit(ins);
    if (!w->lane || !w->vectors || (w->o && w->o->pointer) || (e != EMIT_LD && e != EMIT_ST) || o->sym || o->reg < 0 ||
        w->b->reg[o->reg].val.kind != VAL_VAR)
        return false;
    Address a = {.space = isa_opnd_space(ins, o), .offset = (int64_t)o->imm, .type = w->b->fn->regs.at[o->reg]->type};
    const bool shared = a.space == SP_SHARED;
    if (shared ? isa_uses_cluster(ins) : a.space == SP_LOCAL || a.space == SP_PARAM || type_info[a.type].bits < 64 || c_float(a.type))
        return false;
    address_split(w, o->reg, shared, false, &a);
    if (a.is_sum || *a.lanes)
        return false;
    /* processors that gather take signed numbers */
    *g = (Gather){.window = shared ? shared_window(w) : NULL, .base = shared ? lower_cast(w, "int32_t", a.base) : a.base, .offset = a.offset};
    return true;
}

Ex lower_gathered(Writer *w, const Gather *g, int k)
{
    const char *offset = offset_text(w, g->offset + k);
    const char *base = g->window || *offset ? lower_paren(A(w), g->base) : g->base.s;
    return g->window ? ex(arena_printf(A(w), "%s%s + %s", g->window, offset, base), false)
                     : ex(arena_printf(A(w), "PTX2C_PTR(%s%s)", base, offset), true);
}

static Ex plain_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    Gather g;
    if (lower_gather(w, ins, o, &g))
        return lower_gathered(w, &g, 0);
    Address a = {.space = isa_opnd_space(ins, o), .offset = (int64_t)o->imm};
    a.tail = offset_text(w, a.offset);
    if (o->sym)
        return variable_pointer(w, o, a.tail);
    if (o->reg < 0)
        return number_pointer(w, a.space, o->imm);
    a.type = w->b->fn->regs.at[o->reg]->type;
    a.val = &w->b->reg[o->reg].val;
    const bool cluster = a.space == SP_SHARED && isa_uses_cluster(ins);
    const bool wraps = a.space == SP_SHARED || (type_info[a.type].bits == 32 && (a.space == SP_LOCAL || a.space == SP_PARAM));
    address_split(w, o->reg, wraps, cluster, &a);
    if (a.is_sum)
        address_sum(w, &a);
    if (cluster)
        return ex(arena_printf(A(w), "ptx2c_cluster_at(c, %s)", a.base.s), true);
    if (a.is_sum) {
        a.lanes = a.tail = "";
        a.base = ex(arena_printf(A(w), "(%s)", a.base.s), true);
    }
    switch (a.space) {
    case SP_SHARED: case SP_LOCAL: return window_pointer(w, &a);
    case SP_PARAM: return param_pointer(w, &a, wraps);
    default: return global_pointer(w, &a);
    }
}

Ex lower_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    const Ex plain = plain_pointer(w, ins, o);
    const char *s = w->o && w->o->pointer ? w->o->pointer(w, ins, o, plain.s) : plain.s;
    return s == plain.s ? plain : ex(s, true);
}

/* Element k of a vector operand. */
const Opnd *lower_element(Writer *w, const Opnd *o, int k)
{
    if (o->kind == O_VEC)
        return &o->sub[k];
    Opnd *e = NEW(A(w), Opnd);
    *e = *o;
    e->comp = (int8_t)k;
    return e;
}

/* [a] where that is no address of memory that C knows, but a number of 32 bits. */
static Ex lower_place(Writer *w, const Opnd *o)
{
    const uint32_t off = (uint32_t)o->imm;
    if (o->reg < 0)
        return ex(arena_printf(A(w), "%uu", (unsigned)off), true);
    const Ex base = lower_convert(w, lower_reg(w, o->reg), w->b->fn->regs.at[o->reg]->type, T_B32, 'u');
    return off ? ex(arena_printf(A(w), "%s + %uu", lower_paren(A(w), base), (unsigned)off), false) : base;
}

Ex lower_arg_element(Writer *w, const Ins *ins, int i, int k)
{
    Type type[8];
    const int n = isa_arg_elements(ins, i, type);
    return lower_value(w, lower_element(w, &ins->arg[i], k), k < n ? type[k] : (Type)ins->argtype[i], 0);
}

bool lower_in_own_loop(const Back *b, const Ins *ins)
{
    const Blk *x = b->blk_of[ins - b->fn->ins.at];
    for (const Node *n = x ? b->node_of[x->id] : NULL; n; n = n->up)
        if (n->kind == N_LOOP && node_level(b, n) == LV_LANE)
            return true;
    return false;
}

/* The register of 32 bits whose equality with a constant decides about a branch, once for each lane at most; -1: none. */
static int compared_reg(const Back *b, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP || !(isa_has_word(ins, MOD_EQ) || isa_has_word(ins, MOD_NE)) ||
        type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32 || c_float(isa_slot_type(ins, SLOT_TYPE)))
        return -1;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
    const Dest d = ins_dest(ins);
    const bool fits = ins->arg[isa_arg(ins, ARG_B)].kind == O_IMM && a->kind == O_REG && a->comp < 0 &&
        b->reg[a->reg].val.kind == VAL_VAR && d.n == 1 && b->reg[d.reg].guards && !lower_in_own_loop(b, ins);
    return fits ? a->reg : -1;
}

/* Whether a comparison is one of a few with constants that lanes branch on.  clang makes a switch of those, and of a loop with a
 * switch no vectors. */
static bool makes_switch(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    const int reg = w->vectors && w->lane ? compared_reg(b, ins) : -1;
    if (reg >= 0 && !b->plan->compared) {
        b->plan->compared = NEWN(A(w), Compared, b->nreg + 1);
        for (int i = 0; i < b->fn->ins.n; i++) {
            const Ins *x = &b->fn->ins.at[i];
            const int r = compared_reg(b, x);
            if (r < 0)
                continue;
            const uint32_t with = (uint32_t)x->arg[isa_arg(x, ARG_B)].imm;
            Compared *c = &b->plan->compared[r];
            int k = 0;
            while (k < c->n && k < COMPARED_FEW && c->with[k] != with)
                k++;
            if (k == c->n && k < COMPARED_FEW)
                c->with[k] = with;
            c->n += k == c->n;
        }
    }
    return reg >= 0 && b->plan->compared[reg].n > 1 && b->plan->compared[reg].n <= COMPARED_FEW;
}

Ex lower_arg(Writer *w, const Ins *ins, int i, char how)
{
    if (i == isa_arg(ins, ARG_B) && makes_switch(w, ins))
        return ex(hidden_text(w, 'N', (uint32_t)ins->arg[i].imm), true);
    if (isa_arg_opaque(ins, i)) /* texture.c left a register there */
        return lower_reg(w, ins->arg[i].reg);
    if (isa_arg_is_mem(ins, i))
        return isa_arg_is_addr(ins, i) ? lower_pointer(w, ins, &ins->arg[i]) : lower_place(w, &ins->arg[i]);
    if (isdigit((unsigned char)how))
        return lower_arg_element(w, ins, i, how - '0');
    return lower_value(w, &ins->arg[i], ins->argtype[i], how);
}

/* The parenthesis that closes the one at p; NULL: none. */
static const char *closing_paren(const char *p)
{
    for (int depth = 0; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0)
            return p;
    }
    return NULL;
}

const char *lower_cond(Writer *w, int reg, bool negate)
{
    const RegInfo *g = &w->b->reg[reg];
    if (w->lane && g->val.border && g->plan->store != ST_LOCAL)
        return lane_range_test(w, reg, negate);
    Ex e = lower_reg(w, reg);
    if (!negate)
        return e.s;
    if (w->b->reg[reg].plan->store == ST_FOLD && w->b->reg[reg].plan->fold_not)
        return w->b->reg[reg].plan->fold_not;
    if (e.s[0] == '!' && e.s[1] != '=' && e.prim)
        return e.s + 1;
    size_t n = strlen(e.s);
    if (n > 2 && strncmp(e.s, "!(", 2) == 0 && closing_paren(e.s + 1) == e.s + n - 1)
        return arena_printf(A(w), "%.*s", (int)n - 3, e.s + 2);
    return arena_printf(A(w), "!%s", lower_paren(A(w), e));
}

/* The opposite of an integer comparison's text, or NULL when it is none. */
const char *lower_opposite(Arena *a, const Ins *ins, const char *text)
{
    static const char *const op[] = {" == ", " != ", " < ", " >= ", " <= ", " > "};
    Type t = isa_slot_type(ins, SLOT_TYPE);
    if (ins->mnemonic != INS_SETP || c_float(t) || type_info[t].kind == 'f')
        return NULL;
    int depth = 0;
    const char *at = NULL;
    int which = -1;
    for (const char *p = text; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        for (int i = 0; i < 6 && depth == 0; i++)
            if (strncmp(p, op[i], strlen(op[i])) == 0) {
                if (at)
                    return NULL;
                at = p;
                which = i;
            }
        if (depth == 0 && (*p == '&' || *p == '|' || *p == '^' || *p == '?' || *p == ','))
            return NULL;
    }
    if (!at)
        return NULL;
    return arena_printf(a, "%.*s%s%s", (int)(at - text), text, op[which ^ 1], at + strlen(op[which]));
}

const char *lane_range_test(Writer *w, int reg, bool negate)
{
    static const char *const op[] = {[BORDER_BELOW] = "<", [BORDER_FROM] = ">=", [BORDER_AT] = "==", [BORDER_BUT] = "!="};
    Border x = (Border)w->b->reg[reg].val.border;
    const bool was = w->lane;
    w->lane = false;
    const char *at = lower_reg(w, reg).s;
    w->lane = was;
    return arena_printf(w->b->a, "l %s %s", op[negate ? border_opposite(x) : x], at);
}
