/* lower_value.c: values as C expressions: registers as they are stored, immediates, special registers, symbols.
 *
 * How an operand is stored (a scalar, a lane of an array, a folded expression) is known only here. */
#include "emit/lower.h"

#include <math.h>

/* ---- expressions ------------------------------------------------------------------------------------------------------ */

static Ex sreg_text(Writer *w, const Opnd *o);

const char *lower_step(Writer *w, const char *base, int64_t step)
{
    const char *sign = step < 0 ? "-" : "+";
    uint64_t n = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    const char *l = w->last ? "(n - 1)" : "l";
    if (n == 1)
        return arena_printf(A(w), "%s %s %s", base, sign, l);
    return arena_printf(A(w), "%s %s %llu * %s", base, sign, (unsigned long long)n, l);
}

/* The name of a number that C compilers are not to see. */
const char *lower_hidden(Writer *w, char letter, int64_t value)
{
    Back *b = w->b;
    int i = 0;
    while (i < b->plan->hidden.n && (b->plan->hidden.at[i].letter != letter || b->plan->hidden.at[i].value != value))
        i++;
    if (i == b->plan->hidden.n)
        array_add(A(w), &b->plan->hidden, ((Hidden){letter, value}));
    return arena_printf(A(w), "%c%lld", letter, (long long)value);
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
        if (depth == 0 && strchr("&|^?,", *p))
            return NULL;
    }
    if (!at)
        return NULL;
    return arena_printf(a, "%.*s%s%s", (int)(at - text), text, op[which ^ 1], at + strlen(op[which]));
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

/* The float for which a register stands. */
static const Opnd *float_of(const Writer *w, const RegInfo *g)
{
    const Ins *def = g->plan->store == ST_FOLD && !g->plan->fold && !g->plan->again && !g->known && g->def >= 0 ? &w->b->fn->ins.at[g->def] : NULL;
    const Opnd *of = def && isa_emit(def) == EMIT_MOV ? &def->arg[isa_arg(def, ARG_A)] : NULL;
    return of && of->kind == O_FIMM ? of : NULL;
}

/* A register that has no variable, where no expression is kept for it: a known value, a comparison, a special register. */
static Ex made_anew(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    if (g->known)
        return warp_affine_text(w, reg);
    if (g->plan->again)
        return again_text(w, reg);
    if (g->val.cst)
        return ex(arena_printf(A(w), g->val.c > INT32_MAX ? "UINT64_C(0x%llx)" : "%llu", (unsigned long long)g->val.c), true);
    if (float_of(w, g))
        return lower_value(w, float_of(w, g), w->b->fn->regs.at[reg]->type, 0);
    const Ins *def = &w->b->fn->ins.at[g->def];
    return sreg_text(w, &def->arg[isa_arg(def, ARG_A)]);
}

/* The lane's value of a register whose text e is lane 0's. */
static Ex lane_value(Writer *w, const RegInfo *g, Ex e)
{
    const bool affine = w->lane && g->val.kind == VAL_AFF && g->plan->store != ST_LOCAL;
    return affine ? ex(lower_step(w, lower_paren(A(w), e), g->val.step), false) : e;
}

static Ex folded_value(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    if (w->o && w->o->trace && w->ins && g->def >= 0)
        trace_fold(w->o->trace, w->ins->loc, w->b->fn->ins.at[g->def].loc);
    if (g->known || g->plan->again || !g->plan->fold)
        return made_anew(w, reg);
    return lane_value(w, g, ex(g->plan->fold, g->plan->fold_primary));
}

/* Where rows differ by a step, that of row j. */
static Ex scalar_value(Writer *w, const RegPlan *p)
{
    return w->row && p->row_step ? ex(arena_printf(A(w), "%s + %d * j", p->name, (int)p->row_step), false) : ex(p->name, true);
}

Ex lower_variable(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    const RegPlan *p = g->plan;
    if (w->lane && g->val.border && p->store != ST_LOCAL)
        return ex(lane_range_test(w, reg, false), false);
    switch (p->store) {
    case ST_FOLD:
        return folded_value(w, reg);
    case ST_LANES:
        return ex(p->copied ? p->lane_name : arena_printf(A(w), "%s[l]", p->name), true);
    case ST_STATE:
        return ex(p->copied ? p->name : arena_printf(A(w), w->rows ? "%s[j]" : "s->%s[l]", p->name), true);
    case ST_STATE_SCALAR:
        if (w->rows && p->row != ROW_SAME)
            break;
        lower_cache(w, reg, CACHE_LOADED);
        return lane_value(w, g, scalar_value(w, p));
    default:
        if (!w->rows || p->row != ROW_EACH)
            return lane_value(w, g, ex(p->name, true));
    }
    return lane_value(w, g, ex(arena_printf(A(w), "%s[j]", p->name), true));
}

Ex lower_reg(Writer *w, int reg)
{
    const RegPlan *p = w->b->reg[reg].plan;
    Ex e = lower_variable(w, reg);
    if (!p->walks && (!p->is_signed || !e.prim)) /* what a lane or row adds has no sign */
        return e;
    const char *own = p->is_signed ? e.s : NULL;
    e = lower_cast(w, "uint32_t", e);
    e.as_signed = own;
    return e;
}

Ex lower_bits_of(Writer *w, Ex v, Type from)
{
    return c_float(from) ? lower_call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v) : v;
}

Ex lower_float_of(Writer *w, Ex v, Type to) { return lower_call1(w, to == T_F32 ? "ptx2c_f32_of" : "ptx2c_f64_of", v); }

/* A narrower value as one of 128 bits. */
Ex lower_wide(Writer *w, Ex v, Type from)
{
    return lower_call1(w, c_signed(from) ? "ptx2c_b128_s" : "ptx2c_b128_u", lower_bits_of(w, v, from));
}

static bool wants_signed(Type t, char how) { return how == 's' || (c_signed(t) && !how); }

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
    const bool to_float = c_float(to) && !how;
    if (to_float && from == to)
        return v;
    v = lower_bits_of(w, v, from);
    if (wants_signed(to, how))
        return lower_cast(w, c_int_name(tb, true), v);
    if (fb > tb)
        v = lower_cast(w, c_int_name(tb, false), v);
    if (to_float)
        return lower_float_of(w, v, to);
    return how == 'u' && tb < 32 ? lower_cast(w, "uint32_t", v) : v;
}

/* ---- immediates --------------------------------------------------------------------------------------------------------- */

const char *float_literal(Arena *a, Type t, uint64_t bits)
{
    const double d = type_float(t, bits);
    char s[64];
    for (int p = 1; p <= 17; p++) {
        snprintf(s, sizeof s, "%.*g", p, d);
        if (t == T_F32 ? strtof(s, NULL) == (float)d : strtod(s, NULL) == d)
            break;
    }
    return arena_printf(a, "%s%s%s", s, strpbrk(s, ".e") ? "" : ".0", t == T_F32 ? "f" : "");
}

static Ex float_text(Writer *w, Type t, uint64_t bits)
{
    if (!isfinite(type_float(t, bits)))
        return ex(t == T_F32 ? arena_printf(A(w), "ptx2c_f32_of(0x%08xu)", (uint32_t)bits) :
                  arena_printf(A(w), "ptx2c_f64_of(UINT64_C(0x%016llx))", (unsigned long long)bits), true);
    const char *s = float_literal(A(w), t, bits);
    return ex(s, s[0] != '-');
}

static uint64_t imm_bits(const Opnd *o, Type slot)
{
    if (o->kind == O_FIMM && o->type == T_F64 && slot == T_F32)
        return (union { float f; uint32_t bits; }){.f = (float)type_float(T_F64, o->imm)}.bits;
    return o->imm;
}

static Ex int_text(Writer *w, Type slot, char how, uint64_t v)
{
    const int bits = type_info[slot].bits;
    v &= type_max(slot);
    if (wants_signed(slot, how)) {
        int64_t s = bits < 64 ? (int64_t)(v << (64 - bits)) >> (64 - bits) : (int64_t)v;
        if (s >= INT32_MIN + 1 && s <= INT32_MAX)
            return ex(arena_printf(A(w), "%lld", (long long)s), s >= 0);
        if (s == INT32_MIN)
            return ex("(-2147483647 - 1)", true);
        if (s == INT64_MIN)
            return ex("(-INT64_C(9223372036854775807) - 1)", true);
        return ex(arena_printf(A(w), s < 0 ? "-INT64_C(%lld)" : "INT64_C(%lld)", llabs((long long)s)), s >= 0);
    }
    const char *form = v > UINT32_MAX ? "UINT64_C(0x%llx)" : "0x%llxu";
    if (v <= INT32_MAX)
        form = v < 65536 || (bits <= 32 && how != 'u') ? "%llu" : "0x%llx";
    return ex(arena_printf(A(w), form, (unsigned long long)v), true);
}

/* ---- operands ------------------------------------------------------------------------------------------------------------- */

const char *lower_warp_tid(const Writer *w)
{
    return w->o && w->o->checks ? "ptx2c_check_tid(k.index, l)" : "ptx2c_tid(c, k.index * 32 + l)";
}

/* %tid.x, .y or .z of the lane. */
static Ex tid_text(Writer *w, char x)
{
    const Back *b = w->b;
    if (x == 'w')
        return ex("0u", true);
    if (b->mode == MODE_FUNC)
        return ex(arena_printf(A(w), "t->tid.%c", x), true);
    if ((b->mode == MODE_SCHED && !w->one_row) || (b->mode == MODE_WARP && !b->rows))
        return ex(arena_printf(A(w), "%s.%c", lower_warp_tid(w), x), true);
    if (x == 'x' && w->lane)
        return ex(w->last ? "k.x + (n - 1)" : "k.x + l", false);
    if (x == 'y' && w->row)
        return ex("k.y + j", false);
    return ex(arena_printf(A(w), "k.%c", x), true);
}

/* The text of a special register's row: $x is the component, $n the number in its name, $t the target. */
static const char *fill_in(const Writer *w, const Sreg *s, char x)
{
    Str t = {0};
    for (const char *p = s->c && *s->c ? s->c : "0"; *p; p++) {
        const char name = *p == '$' ? p[1] : 0;
        p += name && strchr("xnt", name);
        if (name == 'x')
            str_addc(&t, x);
        else if (name == 'n')
            str_add(&t, s->name + strcspn(s->name, "0123456789"));
        else if (name == 't')
            str_printf(&t, "%d", w->b->m->target);
        else
            str_addc(&t, *p);
    }
    return str_keep(A(w), &t);
}

/* Whether a special register's text needs no parentheses. */
static bool binds_tight(const char *s)
{
    return !strpbrk(s, " +-*/<>&|") || (s[0] == '(' && s[strlen(s) - 1] == ')') || (strchr(s, '>') && !strchr(s, ' '));
}

static Ex sreg_text(Writer *w, const Opnd *o)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    const char x = o->comp >= 0 && o->comp < 4 ? "xyzw"[o->comp] : 'x';
    if (s->shape == SHAPE_TID)
        return tid_text(w, x);
    if ((opnd_is_sreg(o, SREG_LANEID) && !w->lane && w->b->mode == MODE_WARP) || (x == 'w' && s->vec > 1))
        return ex("0u", true);
    const char *r = fill_in(w, s, x);
    return ex(w->b->mode == MODE_SCHED && w->o && w->o->checks ? check_kept(A(w), r) : r, binds_tight(r));
}

Type lower_reg_type(const Writer *w, const Opnd *o) { return w->b->fn->regs.at[o->reg]->type; }

static Ex component(Writer *w, const Opnd *o)
{
    Ex e = lower_reg(w, o->reg);
    return w->b->fn->regs.at[o->reg]->vec > 1 ? ex(arena_printf(A(w), "%s.e[%d]", e.s, o->comp), true) : e;
}

/* A shared, local or param variable's offset in its window. */
static const char *sym_offset(Writer *w, const Sym *sym)
{
    const Place *p = place_of((Sym *)sym);
    if (sym->space == SP_SHARED)
        return p->name;
    return arena_printf(A(w), "%llu", (unsigned long long)p->offset);
}

/* The address of a function; a kernel's is that of its descriptor. */
static Ex function_value(Writer *w, const Sym *s, bool narrow)
{
    const bool kernel = s->fn->is_entry;
    return ex(arena_printf(A(w), narrow ? "ptx2c_address32((const void *)(uintptr_t)%s%s, 1)" : "(uint64_t)(uintptr_t)%s%s",
                           kernel ? "&" : "", kernel ? kernel_object(w->b->m, s) : place_of((Sym *)s)->name), narrow);
}

/* The address of a variable or function as an integer. */
static Ex symbol_value(Writer *w, const Opnd *o, Type slot)
{
    const Sym *s = o->sym;
    const char *off = o->imm ? arena_printf(A(w), " + %lld", (long long)o->imm) : "";
    const Place *p = place_of((Sym *)s);
    const bool narrow = type_info[slot].bits == 32;
    if (s->kind == SYM_FUNC)
        return function_value(w, s, narrow);
    if (s->space == SP_GLOBAL || s->space == SP_CONST)
        return narrow ? ex(arena_printf(A(w), "ptx2c_address32(&%s, %llu)%s", p->name, (unsigned long long)s->bytes, off), !*off)
                      : ex(arena_printf(A(w), "(uint64_t)(uintptr_t)&%s%s", p->name, off), false);
    if (s->space == SP_PARAM && !p->kernel_param) /* what a variadic function is called with: in its caller's memory */
        return ex(arena_printf(A(w), "(uint%d_t)((uintptr_t)%s%s - (uintptr_t)%s)%s", narrow ? 32 : 64, p->array ? "" : "&", p->name,
                               lower_local_window(w, narrow), off), false);
    if (s->space == SP_LOCAL && s->fn && w->b->mode == MODE_FUNC && type_info[slot].bits > 32)
        return ex(arena_printf(A(w), "PTX2C_LOCAL_OF(t, local + %llu)",
                               (unsigned long long)p->offset + (unsigned long long)o->imm), true);
    return ex(arena_printf(A(w), "%s%s", sym_offset(w, s), off), !o->imm);
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

static Ex number_text(Writer *w, Type slot, char how, uint64_t bits)
{
    return c_float(slot) && !how ? float_text(w, slot, bits) : int_text(w, slot, how, bits);
}

/* Whether a predicate is kept as a number that holds unless it is 0 (ptx2c_blend_pred), and is asked for as a bool. */
static bool is_kept_as_number(const Writer *w, const Opnd *o, Type slot, char how)
{
    const RegInfo *g = &w->b->reg[o->reg];
    return slot == T_PRED && how != 'b' && !o->neg && w->b->fn->regs.at[o->reg]->blended && g->plan->store != ST_FOLD && !g->val.border;
}

static Ex register_value(Writer *w, const Opnd *o, Type slot, char how)
{
    Ex e;
    uint64_t value;
    if (lower_is_constant(w, &w->b->reg[o->reg], &value))
        e = lower_value(w, &(Opnd){.kind = O_IMM, .imm = value, .comp = -1, .reg = -1}, slot, how);
    else if (o->comp < 0 && slot && float_of(w, &w->b->reg[o->reg]))
        e = lower_value(w, float_of(w, &w->b->reg[o->reg]), slot, how);
    else
        e = lower_convert(w, o->comp >= 0 ? component(w, o) : lower_reg(w, o->reg), lower_reg_type(w, o), slot, how);
    if (is_kept_as_number(w, o, slot, how))
        return ex(arena_printf(A(w), "%s != 0", lower_paren(A(w), e)), false);
    return o->neg ? ex(arena_printf(A(w), slot == T_PRED ? "!%s" : "-%s", lower_paren(A(w), e)), true) : e;
}

Ex lower_value(Writer *w, const Opnd *o, Type slot, char how)
{
    Type t = slot == T_F32 ? T_B32 : T_B64;
    switch (o->kind) {
    case O_REG:
        return register_value(w, o, slot, how);
    case O_IMM:
        if (slot == T_PRED)
            return ex(o->imm ? "true" : "false", true);
        if (slot == T_B128)
            return ex(arena_printf(A(w), "(ptx2c_b128){UINT64_C(0x%llx), 0}", (unsigned long long)o->imm), true);
        return number_text(w, slot, how, o->imm);
    case O_FIMM:
        return number_text(w, slot, how, imm_bits(o, slot));
    case O_SREG:
        return lower_convert(w, sreg_text(w, o), isa_sregs[o->sym->index].type, slot, how);
    case O_SYM:
        return lower_convert(w, symbol_value(w, o, c_float(slot) || !slot ? t : slot), t, slot ? slot : t, how);
    default:
        return ex("0", true);
    }
}

/* The window of the function's own .local variables. */
const char *lower_local(const Writer *w)
{
    return w->b->mode == MODE_FUNC ? "local" : w->b->plan->has_state ? "s->local[l]" : "local[l]";
}

const char *lower_local_window(const Writer *w, bool narrow)
{
    return w->b->mode == MODE_FUNC && !narrow ? "t->local" : lower_local(w);
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
