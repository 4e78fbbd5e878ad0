/* lower.c: one instruction as C text.
 *
 * In: a matched instruction, the storage of its registers.  Out: C statements, or an expression to use in place.
 * A row's text names operands ($a, $a.u …) and slots ($type); how an operand is stored is known only here. */
#include "back.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>

static const Arena *arena_of(const Writer *w) { return w->b->a; }
#define A(w) ((Arena *)arena_of(w))

void line(Writer *w, const char *fmt, ...)
{
    va_list ap;
    char small[512];
    for (int i = 0; i < w->indent; i++)
        str_add(w->out, "    ");
    va_start(ap, fmt);
    int n = vsnprintf(small, sizeof small, fmt, ap);
    va_end(ap);
    if ((size_t)n < sizeof small) {
        str_addn(w->out, small, (size_t)n);
    } else {
        char *big = arena_alloc(A(w), (size_t)n + 1);
        va_start(ap, fmt);
        vsnprintf(big, (size_t)n + 1, fmt, ap);
        va_end(ap);
        str_addn(w->out, big, (size_t)n);
    }
    str_addc(w->out, '\n');
}

/* ---- types ---------------------------------------------------------------------------------------------------------- */

static const char *int_name(int bits, bool is_signed)
{
    static const char *const u[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    static const char *const s[] = {"int8_t", "int16_t", "int32_t", "int64_t"};
    int i = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
    return is_signed ? s[i] : u[i];
}

const char *c_type(Type t)
{
    if (t == T_PRED)
        return "bool";
    if (t == T_F32)
        return "float";
    if (t == T_F64)
        return "double";
    return type_info[t].bits == 128 ? "ptx2c_b128" : int_name(type_info[t].bits, false);
}

const char *c_slot_type(Type t)
{
    return type_info[t].kind == 's' && t != T_S16X2 ? int_name(type_info[t].bits, true) : c_type(t);
}

static bool c_float(Type t) { return t == T_F32 || t == T_F64; }
static bool c_signed(Type t) { return type_info[t].kind == 's' && t != T_S16X2; }

/* ---- expressions ------------------------------------------------------------------------------------------------------ */

static const char *sreg_text(Writer *w, const Opnd *o, bool *prim);

static Ex ex(const char *s, bool prim) { return (Ex){s, prim}; }

const char *lower_paren(Ex e)
{
    if (e.prim)
        return e.s;
    static Arena scratch; /* small texts; lives as long as the process */
    return arena_printf(&scratch, "(%s)", e.s);
}

const char *lower_bare(Ex e) { return e.s; }

static Ex cast(Writer *w, const char *type, Ex e)
{
    return ex(arena_printf(A(w), "(%s)%s", type, lower_paren(e)), true); /* binds tighter than what rows combine it with */
}

static Ex call1(Writer *w, const char *f, Ex e)
{
    return ex(arena_printf(A(w), "%s(%s)", f, e.s), true);
}

static const char *step_text(Writer *w, const char *base, int64_t step)
{
    const char *sign = step < 0 ? "-" : "+";
    uint64_t n = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    const char *l = w->last ? "(n - 1)" : "l";
    if (n == 1)
        return arena_printf(A(w), "%s %s %s", base, sign, l);
    return arena_printf(A(w), "%s %s %llu * %s", base, sign, (unsigned long long)n, l);
}

Ex lower_reg(Writer *w, int reg)
{
    RegInfo *g = &w->b->reg[reg];
    Ex e;
    switch (g->store) {
    case ST_FOLD:
        if (!g->fold && !g->val.cst) { /* a special register */
            bool prim;
            const Ins *def = &w->b->fn->ins.at[g->def];
            const char *s = sreg_text(w, &def->arg[isa_arg(def, "a")], &prim);
            return ex(s, prim);
        }
        if (!g->fold)
            return ex(arena_printf(A(w), g->val.c > INT32_MAX ? "UINT64_C(0x%llx)" : "%llu",
                                   (unsigned long long)g->val.c), true);
        e = ex(g->fold, g->fold_primary);
        break;
    case ST_LANES:
        return ex(arena_printf(A(w), "%s[l]", g->name), true);
    case ST_STATE:
        return ex(arena_printf(A(w), "s->%s[l]", g->name), true);
    case ST_STATE_SCALAR:
        e = ex(arena_printf(A(w), "s->%s", g->name), true);
        break;
    default:
        e = ex(g->name, true);
    }
    if (w->lane && g->val.kind == VAL_AFF && g->store != ST_LOCAL)
        return ex(step_text(w, lower_paren(e), g->val.step), false);
    return e;
}

/* A narrower value as one of 128 bits. */
static Ex wide(Writer *w, Ex v, Type from)
{
    if (c_float(from))
        v = call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
    return call1(w, c_signed(from) ? "ptx2c_b128_s" : "ptx2c_b128_u", v);
}

/* A register's (or other value's) bits, of type from, as an operand of type to. */
static Ex convert(Writer *w, Ex v, Type from, Type to, char how)
{
    int fb = type_info[from].bits, tb = type_info[to].bits;
    if (to == T_PRED || (fb == 128 && tb == 128))
        return v;
    if (tb == 128)
        return wide(w, v, from);
    if (fb == 128)
        return convert(w, ex(arena_printf(A(w), "%s.lo", lower_paren(v)), true), T_B64, to, how);
    if (c_float(to) && !how) {
        if (from == to)
            return v;
        if (c_float(from))
            v = call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
        if (fb > tb)
            v = cast(w, int_name(tb, false), v);
        return call1(w, to == T_F32 ? "ptx2c_f32_of" : "ptx2c_f64_of", v);
    }
    if (c_float(from))
        v = call1(w, from == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", v);
    bool narrow = fb > tb;
    if (how == 'u') {
        if (narrow)
            v = cast(w, int_name(tb, false), v);
        return tb < 32 ? cast(w, "uint32_t", v) : v;
    }
    if (how == 's' || (c_signed(to) && how != 'b'))
        return cast(w, int_name(tb, true), v);
    return narrow ? cast(w, int_name(tb, false), v) : v;
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

static const char *sreg_text(Writer *w, const Opnd *o, bool *prim)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    static const char comps[] = "xyzw";
    char x = o->comp >= 0 && o->comp < 4 ? comps[o->comp] : 'x';
    *prim = true;
    if (s->shape == SHAPE_TID) {
        if (w->b->mode == MODE_FUNC) {
            w->uses_thread = true;
            return arena_printf(A(w), x == 'w' ? "0" : "t->tid.%c", x);
        }
        if (x == 'w')
            return "0";
        if (w->b->mode == MODE_SCHED || (w->b->mode == MODE_WARP && !w->b->rows))
            return arena_printf(A(w), "ptx2c_tid(c, k.index * 32 + l).%c", x);
        if (x == 'x' && w->lane) {
            *prim = false;
            return "k.x + l";
        }
        return arena_printf(A(w), "k.%c", x);
    }
    if (strcmp(s->name, "%laneid") == 0 && !w->lane && w->b->mode == MODE_WARP)
        return "0";
    if (x == 'w' && s->vec > 1)
        return "0";
    Str t = {0};
    for (const char *p = s->c; p && *p; p++) {
        if (*p == '$' && p[1] == 'x') {
            str_addc(&t, x);
            p++;
        } else {
            str_addc(&t, *p);
        }
    }
    const char *r = arena_printf(A(w), "%s", t.s ? t.s : "0");
    *prim = !strpbrk(r, " +-*/<>&|") || (r[0] == '(' && r[strlen(r) - 1] == ')') || (strchr(r, '>') && !strchr(r, ' '));
    str_free(&t);
    w->uses_thread = true;
    return r;
}

static Type reg_type(const Writer *w, const Opnd *o) { return w->b->fn->regs.at[o->reg]->type; }

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
static Ex symbol_value(Writer *w, const Opnd *o)
{
    const Sym *s = o->sym;
    const char *off = o->imm ? arena_printf(A(w), " + %lld", (long long)o->imm) : "";
    Place *p = place_of((Sym *)s);
    if (s->kind == SYM_FUNC)
        return ex(arena_printf(A(w), "(uint64_t)(uintptr_t)%s", p->name), false);
    if (s->space == SP_GLOBAL || s->space == SP_CONST)
        return ex(arena_printf(A(w), "(uint64_t)(uintptr_t)&%s%s", p->name, off), false);
    if (s->space == SP_PARAM && w->b->mode == MODE_FUNC)
        return ex(arena_printf(A(w), "(uint64_t)(uintptr_t)&%s%s", p->name, off), false);
    return ex(arena_printf(A(w), "%s%s", lower_sym_offset(w, s), off), !o->imm);
}

Ex lower_value(Writer *w, const Opnd *o, Type slot, char how)
{
    bool prim;
    switch (o->kind) {
    case O_REG: {
        Type t = reg_type(w, o);
        RegInfo *g = &w->b->reg[o->reg];
        Ex e;
        if (g->store == ST_FOLD && g->val.cst && !g->fold) {
            Opnd imm = {.kind = O_IMM, .imm = g->val.c, .comp = -1, .reg = -1};
            e = lower_value(w, &imm, slot, how);
        } else {
            e = convert(w, o->comp >= 0 ? component(w, o) : lower_reg(w, o->reg), t, slot, how);
        }
        if (o->neg)
            e = ex(arena_printf(A(w), slot == T_PRED ? "!%s" : "-%s", lower_paren(e)), true);
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
        return convert(w, ex(s, prim), isa_sregs[o->sym->index].type, slot, how);
    }
    case O_SYM:
        return convert(w, symbol_value(w, o), T_B64, slot == T_NONE ? T_B64 : slot, how);
    default:
        return ex("0", true);
    }
}

/* A pointer to the place a memory operand names. */
Ex lower_pointer(Writer *w, const Ins *ins, const Opnd *o)
{
    Space space = isa_opnd_space(ins, o);
    int64_t off = (int64_t)o->imm;
    const char *tail = off > 0 ? arena_printf(A(w), " + %lld", (long long)off)
                       : off < 0 ? arena_printf(A(w), " - %lld", -(long long)off) : "";
    const char *local = w->b->mode == MODE_FUNC ? "local" : w->b->has_state ? "s->local[l]" : "local[l]";
    if (o->sym) {
        Place *p = place_of(o->sym);
        p->used = true;
        switch (o->sym->space) {
        case SP_SHARED:
            return ex(arena_printf(A(w), "c->shared + %s%s", p->name, tail), false);
        case SP_LOCAL:
            return ex(arena_printf(A(w), "%s + %lld", local, (long long)((int64_t)p->offset + off)), false);
        case SP_PARAM:
            if (!p->name)
                return ex(arena_printf(A(w), "(const unsigned char *)P + %lld", (long long)((int64_t)p->offset + off)),
                          false);
            /* fall through */
        default:
            return ex(arena_printf(A(w), "(unsigned char *)%s%s%s", p->array ? "" : "&", p->name, tail), false);
        }
    }
    if (o->reg < 0)
        return ex(arena_printf(A(w), space == SP_SHARED ? "c->shared + %llu" : "PTX2C_PTR(%lluu)",
                               (unsigned long long)o->imm), space != SP_SHARED);
    const RegInfo *g = &w->b->reg[o->reg];
    bool aff = w->lane && g->val.kind == VAL_AFF && g->store != ST_LOCAL && g->store != ST_LANES;
    bool was = w->lane;
    if (aff && g->store == ST_FOLD && !g->fold)
        aff = false;
    w->lane = aff ? false : was; /* print the base, then add the lane's part to the pointer */
    Ex base = lower_reg(w, o->reg);
    w->lane = was;
    const char *lanes = aff ? step_text(w, "", g->val.step) : "";
    Type t = w->b->fn->regs.at[o->reg]->type;
    const char *s;
    if (space == SP_SHARED || space == SP_LOCAL) {
        const char *window = space == SP_SHARED ? "c->shared" : local;
        if (space == SP_LOCAL && type_info[t].bits > 32) /* it may be the caller's memory, anywhere */
            return ex(arena_printf(A(w), "PTX2C_AT(%s, %s)%s%s", local, base.s, lanes, tail), !*lanes && !*tail);
        if (type_info[t].bits > 32 || aff || off < 0)
            base = cast(w, "int32_t", base);
        s = arena_printf(A(w), "%s + %s%s%s", window, lower_paren(base), lanes, tail);
    } else if (space == SP_PARAM) {
        if (w->b->mode == MODE_FUNC) /* a function's parameters have C addresses */
            return ex(arena_printf(A(w), "PTX2C_PTR(%s)%s", base.s, tail), !*tail);
        if (c_float(t))
            base = convert(w, base, t, T_B32, 'u');
        s = arena_printf(A(w), "(const unsigned char *)P + %s%s%s", lower_paren(base), lanes, tail);
    } else {
        if (type_info[t].bits < 64 || c_float(t))
            base = convert(w, base, t, T_B32, 'u');
        s = arena_printf(A(w), "PTX2C_PTR(%s)%s%s", base.s, lanes, tail);
        if (!*lanes && !*tail)
            return ex(s, true);
    }
    return ex(s, false);
}

/* Element k of a vector operand. */
static const Opnd *element(Writer *w, const Opnd *o, int k)
{
    if (o->kind == O_VEC)
        return &o->sub[k];
    Opnd *e = NEW(A(w), Opnd);
    *e = *o;
    e->comp = (int8_t)k;
    return e;
}

Ex lower_arg(Writer *w, const Ins *ins, int i, char how)
{
    if (isa_arg_is_mem(ins, i))
        return lower_pointer(w, ins, &ins->arg[i]);
    if (isdigit((unsigned char)how))
        return lower_value(w, element(w, &ins->arg[i], how - '0'), ins->argtype[i], 0);
    return lower_value(w, &ins->arg[i], ins->argtype[i], how);
}

const char *lower_cond(Writer *w, int reg, bool negate)
{
    Ex e = lower_reg(w, reg);
    if (!negate)
        return e.s;
    if (w->b->reg[reg].store == ST_FOLD && w->b->reg[reg].fold_not)
        return w->b->reg[reg].fold_not;
    if (e.s[0] == '!' && e.s[1] != '=' && e.prim)
        return e.s + 1;
    return arena_printf(A(w), "!%s", lower_paren(e));
}

/* The opposite of an integer comparison's text, or NULL when it is none. */
const char *lower_opposite(Arena *a, const Ins *ins, const char *text)
{
    static const char *const op[] = {" == ", " != ", " < ", " >= ", " <= ", " > "};
    Type t = isa_slot_type(ins, "type");
    if (strcmp(ins->word[0], "setp") != 0 || c_float(t) || type_info[t].kind == 'f')
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

/* ---- a row's text ----------------------------------------------------------------------------------------------------------- */

static bool name_char(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }

/* Reads $name[.how] at *p (behind the '$'); the operand's number, or -1 with *slot set, or -2.  how: u, s, b, x (the
 * selector's code), n (whether it is negated), or the number of a vector's element. */
static int read_name(const Ins *ins, const char **p, char *how, const char **slot)
{
    char name[32];
    const char *e = *p;
    while (name_char(*e))
        e++;
    *how = 0;
    *slot = NULL;
    for (size_t n = (size_t)(e - *p); n > 0; n--) {
        if (n >= sizeof name || (n != (size_t)(e - *p) && (*p)[n] != '_'))
            continue; /* $type_x: the longest name that exists, cut at an underscore */
        memcpy(name, *p, n);
        name[n] = 0;
        int i = isa_arg(ins, name);
        const char *v = i >= 0 ? NULL : isa_slot(ins, name);
        if (i < 0 && !v && n != (size_t)(e - *p) && !strchr(name, '_'))
            continue;
        if (i < 0 && !v)
            continue;
        *p += n;
        if (i >= 0 && **p == '.' && (*p)[1] && strchr("usbxn01234567", (*p)[1]) && !name_char((*p)[2])) {
            *how = (*p)[1];
            *p += 2;
        }
        *slot = v;
        return i;
    }
    *p = e;
    return -2;
}

/* Whether all optional operands that text[0..n) names are there. */
static bool all_present(const Ins *ins, const char *text, size_t n)
{
    for (const char *p = text; p < text + n; p++)
        if (*p == '$') {
            char how;
            const char *slot;
            p++;
            int i = read_name(ins, &p, &how, &slot);
            if (i == -2 || (i >= 0 && ins->arg[i].kind == O_NONE))
                return false;
            p--;
        }
    return true;
}

static const char *dest_address(Writer *w, const Opnd *o)
{
    if (o->kind != O_REG || !w->b->reg[o->reg].wanted)
        return "NULL";
    return arena_printf(A(w), "&%s", lower_reg(w, o->reg).s);
}

/* A video instruction's selector as runtime/video.h has it. */
static unsigned selector_code(const Opnd *o)
{
    if (o->comp < 10)
        return o->comp < 4 ? 0 : (unsigned)o->comp - 3;
    return 0x10000 + (unsigned)(o->imm >> 32) * 0x100000 + (unsigned)o->imm;
}

static void expand(Writer *w, const Ins *ins, const char *text, size_t n, Str *out)
{
    for (const char *p = text, *end = text + n; p < end;) {
        bool addr = *p == '&' && p[1] == '$';
        if (*p != '$' && !addr) {
            str_addc(out, *p++);
            continue;
        }
        p += addr ? 2 : 1;
        char how;
        const char *slot;
        const char *name = p;
        int i = read_name(ins, &p, &how, &slot);
        if (i == -2)
            ice("row text '%s' names an unknown operand '%.12s'", text, name);
        if (i == -1) {
            for (const char *s = slot; *s; s++) {
                if (s[0] == ':' && s[1] == ':')
                    s++;
                str_addc(out, *s == ':' || *s == '.' ? '_' : *s);
            }
            continue;
        }
        if (addr) {
            str_add(out, dest_address(w, &ins->arg[i]));
            continue;
        }
        if (how == 'x' || how == 'n') {
            unsigned v = how == 'x' ? selector_code(&ins->arg[i]) : ins->arg[i].neg;
            str_printf(out, v > 9 ? "0x%x" : "%u", v);
            continue;
        }
        Ex e = lower_arg(w, ins, i, how);
        size_t m = out->n;
        char before = m ? out->s[m - 1] : 0;
        while (m && out->s[m - 1] == ' ')
            before = --m ? out->s[m - 1] : 0;
        char after = *p;
        const char *q = p;
        while (*q == ' ')
            after = *++q;
        bool alone = (before == '(' || before == ',' || before == 0 || (before == '=' && (m < 2 || !strchr("=!<>", out->s[m - 2])))) &&
                     (p >= end || after == ')' || after == ',' || after == ';' || after == 0);
        if (before == '(' && m >= 1 && after == ')' && m >= 2 && !name_char(out->s[m - 2]) && out->s[m - 2] != ' ')
            alone = true;
        if (before == ')' || (before == '(' && after != ')' && after != ','))
            alone = false;
        str_add(out, alone ? e.s : lower_paren(e));
    }
}


/* The text without the {optional|other} parts that do not apply. */
static void choose(const Ins *ins, const char *p, const char *end, Str *out)
{
    while (p < end) {
        if (*p != '{') {
            str_addc(out, *p++);
            continue;
        }
        const char *q = p + 1, *bar = NULL;
        for (int depth = 1; q < end; q++) {
            depth += (*q == '{') - (*q == '}');
            if (!depth)
                break;
            if (*q == '|' && depth == 1 && !bar && q[1] != '|' && q[-1] != '|')
                bar = q;
        }
        const char *mid = bar ? bar : q;
        if (all_present(ins, p + 1, (size_t)(mid - p - 1)))
            choose(ins, p + 1, mid, out);
        else if (bar)
            choose(ins, bar + 1, q, out);
        p = q + 1;
    }
}

static const char *chosen_text(Writer *w, const Ins *ins, const char *text)
{
    if (!strchr(text, '{'))
        return text;
    Str s = {0};
    choose(ins, text, text + strlen(text), &s);
    const char *r = arena_printf(A(w), "%s", s.s ? s.s : "");
    str_free(&s);
    return r;
}

const char *lower_text(Writer *w, const Ins *ins, const char *text)
{
    Str s = {0};
    text = chosen_text(w, ins, text);
    expand(w, ins, text, strlen(text), &s);
    const char *r = arena_printf(A(w), "%s", s.s ? s.s : "");
    str_free(&s);
    return r;
}

static bool is_primary(const char *s)
{
    int depth = 0;
    if (!name_char(*s) && *s != '(')
        return false;
    for (const char *p = s; *p; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if (*p == ')' || *p == ']') {
            if (--depth == 0 && *s == '(' && p[1])
                return false;
        } else if (depth == 0 && !name_char(*p) && *p != '.' && !(p[0] == '-' && p[1] == '>') && !(*p == '>' && p[-1] == '-')) {
            return false;
        }
    }
    return true;
}

/* The statement that gives a register its value. */
void lower_assign(Writer *w, const Ins *ins, const Opnd *d, Type slot, const char *expr, Ex *fold)
{
    if (d->kind == O_SINK || d->kind == O_NONE)
        return;
    if (d->kind != O_REG)
        ice("destination is no register in '%s'", ins->word[0]);
    RegInfo *g = &w->b->reg[d->reg];
    Type t = reg_type(w, d);
    int tb = type_info[t].bits, sb = type_info[slot].bits;
    Ex e = ex(expr, is_primary(expr));
    if (tb == 128 && sb < 128)
        e = wide(w, sb < 32 && !c_float(slot) ? cast(w, int_name(sb, c_signed(slot)), e) : e, slot);
    else if (c_float(t) && !c_float(slot))
        e = call1(w, t == T_F32 ? "ptx2c_f32_of" : "ptx2c_f64_of", e);
    else if (c_float(slot) && t != slot)
        e = call1(w, slot == T_F32 ? "ptx2c_bits_f32" : "ptx2c_bits_f64", e);
    else if (!c_float(t) && t != T_PRED && tb != 128) {
        if (tb > sb && sb != 1)
            e = cast(w, int_name(sb, c_signed(slot)), e);
        else if (fold && tb < 32)
            e = cast(w, int_name(tb, false), e);
        if (fold && c_signed(slot) && !(ins->lower && strstr(ins->lower, ".u ")))
            e = cast(w, int_name(tb, false), e);
    }
    if (fold) {
        *fold = e;
        return;
    }
    if (!g->wanted) {
        if (ins_dirty(ins)) /* done for more than its result */
            line(w, isa_emit(ins) == EMIT_LD ? "(void)%s;" : "%s;", expr);
        return;
    }
    bool was = w->lane;
    w->lane = false; /* a destination is never a sum */
    const char *name = g->store == ST_LANES || g->store == ST_STATE ? lower_reg(w, d->reg).s : lower_reg(w, d->reg).s;
    w->lane = was;
    if (d->comp >= 0 && w->b->fn->regs.at[d->reg]->vec > 1)
        name = arena_printf(A(w), "%s.e[%d]", name, d->comp);
    if (strcmp(name, e.s) == 0)
        return; /* a conversion that changes nothing */
    bool declare = g->declared >= 0 && ins == &w->b->fn->ins.at[g->declared];
    line(w, "%s%s%s = %s;", declare ? c_type(t) : "", declare ? " " : "", name, e.s);
}

/* ---- loads, stores, moves -------------------------------------------------------------------------------------------------- */

static const char *access_name(const Ins *ins, bool store)
{
    if (isa_has_word(ins, "volatile"))
        return store ? "ptx2c_stv_" : "ptx2c_ldv_";
    if (isa_has_word(ins, "acquire"))
        return "ptx2c_ld_acquire_";
    if (isa_has_word(ins, "release"))
        return "ptx2c_st_release_";
    if (isa_has_word(ins, "relaxed") || isa_has_word(ins, "mmio"))
        return store ? "ptx2c_st_relaxed_" : "ptx2c_ld_relaxed_";
    return store ? "ptx2c_st_" : "ptx2c_ld_";
}

/* The name of a type's access function: untyped as unsigned, 16-bit floats as their bits. */
static const char *access_type(Type t)
{
    if (c_float(t))
        return type_info[t].name;
    if (c_signed(t))
        return type_info[t].name;
    static const char *const u[] = {"u8", "u16", "u32", "u64", "b128"};
    int b = type_info[t].bits;
    return u[b <= 8 ? 0 : b <= 16 ? 1 : b <= 32 ? 2 : b <= 64 ? 3 : 4];
}

/* A kernel parameter or a param variable read or written whole: its C name, else NULL. */
static const char *whole_param(Writer *w, const Opnd *m, Type t)
{
    if (!m->sym || m->imm || m->sym->space != SP_PARAM || m->sym->kind != SYM_VAR)
        return NULL;
    Place *p = place_of(m->sym);
    p->used = true;
    if (m->sym->is_array || m->sym->vec > 1 || type_bytes(t) != type_bytes(m->sym->type))
        return NULL;
    if (p->name)
        return p->scalar ? p->name : NULL;
    return arena_printf(A(w), "P->%s", c_short_name(m->sym));
}

static void lower_ld(Writer *w, const Ins *ins, Ex *fold)
{
    int id = isa_arg(ins, "d"), ia = isa_arg(ins, "a");
    const Opnd *d = &ins->arg[id], *a = &ins->arg[ia];
    Type t = ins->argtype[id];
    const char *f = access_name(ins, false);
    const char *param = d->kind == O_VEC ? NULL : whole_param(w, a, t);
    if (param) {
        Ex e = convert(w, ex(param, true), a->sym->type, t, 0);
        lower_assign(w, ins, d, t, e.s, fold);
        return;
    }
    Ex p = lower_pointer(w, ins, a);
    if (d->kind != O_VEC) {
        lower_assign(w, ins, d, t, arena_printf(A(w), "%s%s(%s)", f, access_type(t), p.s), fold);
        return;
    }
    int n = 0;
    for (uint32_t i = 0; i < d->nsub; i++)
        n += d->sub[i].kind == O_REG && w->b->reg[d->sub[i].reg].wanted;
    int bits = type_info[t].bits * (int)d->nsub;
    bool once = strstr(f, "relaxed") || strstr(f, "acquire") || strstr(f, "ldv");
    if (once && (bits == 64 || bits == 128)) { /* one access, or parts could come from different stores */
        if (!n) {
            line(w, bits == 64 ? "(void)%su64(%s);" : "(void)%sb128(%s);", f, p.s);
            return;
        }
        line(w, bits == 64 ? "const uint64_t Q%d = %su64(%s);" : "const ptx2c_b128 Q%d = %sb128(%s);", w->labels, f, p.s);
        for (uint32_t i = 0; i < d->nsub; i++) {
            int at = (int)i * type_info[t].bits;
            const char *part = arena_printf(A(w), bits == 64 ? "Q%d" : at < 64 ? "Q%d.lo" : "Q%d.hi", w->labels);
            Ex e = at % 64 ? ex(arena_printf(A(w), "%s >> %d", part, at % 64), false) : ex(part, true);
            lower_assign(w, ins, &d->sub[i], t, convert(w, e, T_B64, t, 0).s, NULL);
        }
        w->labels++;
        return;
    }
    const char *base = lower_paren(p);
    if (n > 1) {
        line(w, "const unsigned char *const A%d = %s;", w->labels, p.s);
        base = arena_printf(A(w), "A%d", w->labels++);
    }
    for (uint32_t i = 0; i < d->nsub; i++) {
        int at = (int)i * type_bytes(t);
        const char *place = at ? arena_printf(A(w), "%s + %d", base, at) : base;
        lower_assign(w, ins, &d->sub[i], t, arena_printf(A(w), "%s%s(%s)", f, access_type(t), place), NULL);
    }
}

/* A variable for calls that nothing reads: it is not even declared. */
static bool is_unread(const Fn *fn, Sym *s)
{
    const Place *p = place_of(s);
    for (int i = 0; i < fn->params.n + fn->rets.n; i++)
        if (s == (i < fn->params.n ? fn->params.at[i] : fn->rets.at[i - fn->params.n]))
            return false;
    return s->kind == SYM_VAR && !p->read && !p->array;
}

static void lower_st(Writer *w, const Ins *ins)
{
    int ia = isa_arg(ins, "a"), ib = isa_arg(ins, "b");
    const Opnd *a = &ins->arg[ia], *v = &ins->arg[ib];
    Type t = ins->argtype[ib];
    const char *f = access_name(ins, true);
    if (isa_opnd_space(ins, a) == SP_PARAM && w->b->mode != MODE_FUNC && (!a->sym || place_of(a->sym)->kernel_param)) {
        error_at(ins->loc, "a kernel's parameters are constants");
        return;
    }
    if (a->sym && a->sym->space == SP_PARAM && is_unread(w->b->fn, a->sym))
        return;
    const char *param = v->kind == O_VEC ? NULL : whole_param(w, a, t);
    if (param) {
        line(w, "%s = %s;", param, convert(w, lower_value(w, v, t, 0), t, a->sym->type, 0).s);
        return;
    }
    Ex p = lower_pointer(w, ins, a);
    if (v->kind != O_VEC) {
        line(w, "%s%s(%s, %s);", f, access_type(t), p.s, lower_value(w, v, t, 0).s);
        return;
    }
    int bits = type_info[t].bits * (int)v->nsub;
    bool once = strstr(f, "relaxed") || strstr(f, "release") || strstr(f, "stv");
    if (once && (bits == 64 || bits == 128)) {
        static const uint8_t word[] = {T_U8, T_U16, T_U32, T_U64};
        int each = type_info[t].bits;
        Type u = (Type)word[each <= 8 ? 0 : each == 16 ? 1 : each == 32 ? 2 : 3];
        const char *part[2] = {NULL, NULL};
        for (int i = 0; i < (int)v->nsub; i++) {
            const char **to = &part[i * each / 64], *e = lower_paren(lower_value(w, &v->sub[i], u, 'u'));
            int at = i * each % 64;
            *to = at ? arena_printf(A(w), "%s | (uint64_t)%s << %d", *to, e, at) : e;
        }
        if (bits == 64)
            line(w, "%su64(%s, %s);", f, p.s, part[0]);
        else
            line(w, "%sb128(%s, (ptx2c_b128){%s, %s});", f, p.s, part[0], part[1]);
        return;
    }
    const char *base = lower_paren(p);
    if (v->nsub > 1) {
        line(w, "unsigned char *const A%d = %s;", w->labels, p.s);
        base = arena_printf(A(w), "A%d", w->labels++);
    }
    for (uint32_t i = 0; i < v->nsub; i++) {
        int at = (int)i * type_bytes(t);
        const char *place = at ? arena_printf(A(w), "%s + %d", base, at) : base;
        line(w, "%s%s(%s, %s);", f, access_type(t), place, lower_value(w, &v->sub[i], t, 0).s);
    }
}

static bool same_reg(const Opnd *a, const Opnd *b) { return a->kind == O_REG && b->kind == O_REG && a->reg == b->reg; }

/* mov of vectors: between elements, or packing them into one register and back. */
static void lower_mov_vec(Writer *w, const Ins *ins, const Opnd *d, const Opnd *a, Type t)
{
    if (d->kind == O_VEC && a->kind == O_VEC) {
        bool overlap = false;
        for (uint32_t i = 0; i < d->nsub; i++)
            for (uint32_t j = i + 1; j < a->nsub; j++)
                overlap |= same_reg(&d->sub[i], &a->sub[j]);
        Type e = t;
        for (uint32_t i = 0; i < d->nsub && overlap; i++)
            line(w, "const %s E%d = %s;", c_slot_type(e), w->labels + (int)i, lower_value(w, &a->sub[i], e, 0).s);
        for (uint32_t i = 0; i < d->nsub; i++)
            lower_assign(w, ins, &d->sub[i], e,
                         overlap ? arena_printf(A(w), "E%d", w->labels + (int)i) : lower_value(w, &a->sub[i], e, 0).s,
                         NULL);
        w->labels += (int)d->nsub;
        return;
    }
    const Opnd *vec = d->kind == O_VEC ? d : a;
    int bits = type_info[t].bits, part = bits / (int)vec->nsub;
    Type pt = part == 8 ? T_B8 : part == 16 ? T_B16 : part == 32 ? T_B32 : T_B64;
    if (a->kind == O_VEC && bits == 128) {
        const char *h[2];
        for (int i = 0; i < 2; i++)
            h[i] = vec->nsub == 2 ? lower_value(w, &a->sub[i], T_B64, 'b').s
                                  : arena_printf(A(w), "(uint64_t)%s << 32 | %s",
                                                 lower_paren(lower_value(w, &a->sub[2 * i + 1], T_B32, 'u')),
                                                 lower_paren(lower_value(w, &a->sub[2 * i], T_B32, 'u')));
        lower_assign(w, ins, d, T_B128, arena_printf(A(w), "(ptx2c_b128){%s, %s}", h[0], h[1]), NULL);
        return;
    }
    if (a->kind == O_VEC) {
        Str s = {0};
        for (uint32_t i = vec->nsub; i-- > 0;) {
            Ex e = convert(w, lower_value(w, &a->sub[i], pt, 'b'), pt, pt, bits > 32 ? 'b' : 'u');
            if (bits > 32)
                e = cast(w, "uint64_t", e);
            if (i)
                str_printf(&s, "%s << %d | ", lower_paren(e), part * (int)i);
            else
                str_add(&s, lower_paren(e));
        }
        lower_assign(w, ins, d, bits == 64 ? T_B64 : bits == 32 ? T_B32 : T_B16, arena_printf(A(w), "%s", s.s), NULL);
        str_free(&s);
        return;
    }
    Ex v = lower_value(w, a, t, 'b');
    bool again = false;
    for (uint32_t i = 0; i < d->nsub; i++)
        again |= same_reg(&d->sub[i], a);
    if (!v.prim || again || a->kind == O_IMM || a->kind == O_FIMM || (a->kind == O_REG && w->b->reg[a->reg].val.cst)) {
        line(w, "const %s E%d = %s;", c_type(t), w->labels, v.s);
        v = ex(arena_printf(A(w), "E%d", w->labels++), true);
    }
    for (uint32_t i = 0; i < d->nsub; i++) {
        const char *s;
        if (bits == 128)
            s = arena_printf(A(w), part == 64 ? (i ? "%s.hi" : "%s.lo") : i < 2 ? "(uint32_t)(%s.lo >> %d)" : "(uint32_t)(%s.hi >> %d)",
                             v.s, (int)(i % 2) * 32);
        else
            s = arena_printf(A(w), i ? "(%s)(%s >> %d)" : "(%s)%s", int_name(part, false), v.s, part * (int)i);
        lower_assign(w, ins, &d->sub[i], pt, s, NULL);
    }
}

/* The part of an instruction's text up to the next statement. */
static const char *next_statement(const char *p)
{
    int depth = 0;
    for (; *p; p++) {
        if (*p == '(' || *p == '{')
            depth++;
        if (*p == ')' || *p == '}')
            depth--;
        if (*p == ';' && depth <= 0)
            return p;
    }
    return p;
}

/* Names the place of the carry flag in a text. */
static const char *with_carry(Writer *w, const char *text)
{
    if (!w->b->cc_lanes)
        return text;
    const char *flag = w->b->mode == MODE_SCHED || w->phases ? "s->cc[l]" : "cc[l]";
    Str s = {0};
    for (const char *p = text; *p; p++) {
        bool word = p[0] == 'c' && p[1] == 'c' && !name_char(p[2]) && (p == text || !name_char(p[-1]));
        if (word)
            str_add(&s, flag), p++;
        else
            str_addc(&s, *p);
    }
    text = arena_printf(A(w), "%s", s.s);
    str_free(&s);
    return text;
}

static void lower_rows(Writer *w, const Ins *ins, const char *text, Ex *fold)
{
    struct { const Opnd *d; Type t; const char *e; bool cc; } out[8];
    int n = 0;
    text = chosen_text(w, ins, text);
    for (const char *p = text; *p;) {
        const char *end = next_statement(p);
        while (*p == ' ')
            p++;
        size_t len = (size_t)(end - p);
        const char *eq = len > 4 ? memchr(p, '=', len) : NULL;
        bool cc = len > 5 && strncmp(p, "cc =", 4) == 0;
        if (!(cc || (p[0] == '$' && eq && eq[-1] == ' ' && eq[1] == ' ')) || n == 8) {
            line(w, "%s;", lower_text(w, ins, arena_strndup(A(w), p, len)));
        } else {
            const char *q = p + 1, *slot;
            char how;
            int i = cc ? -1 : read_name(ins, &q, &how, &slot);
            out[n].cc = cc;
            out[n].d = i < 0 ? NULL : isdigit((unsigned char)how) ? element(w, &ins->arg[i], how - '0') : &ins->arg[i];
            out[n].t = i >= 0 ? (Type)ins->argtype[i] : T_PRED;
            out[n].e = with_carry(w, lower_text(w, ins, arena_strndup(A(w), eq + 2, (size_t)(end - eq - 2))));
            bool wanted = cc ? w->b->cc_read
                             : out[n].d && out[n].d->kind == O_REG && (fold || w->b->reg[out[n].d->reg].wanted);
            if (wanted)
                n++;
            else if (!cc && ins_dirty(ins)) /* done for more than its result */
                line(w, "%s;", out[n].e);
        }
        p = *end ? end + 1 : end;
    }
    if (n == 1 && !out[0].cc) {
        lower_assign(w, ins, out[0].d, out[0].t, out[0].e, fold);
        return;
    }
    for (int i = 0; i + 1 < n; i++) { /* all inputs are read before anything is written */
        line(w, "const %s E%d = %s;", out[i].cc ? "bool" : c_slot_type(out[i].t), w->labels, out[i].e);
        out[i].e = arena_printf(A(w), "E%d", w->labels++);
    }
    for (int i = n; i-- > 0;) {
        if (out[i].cc)
            line(w, "%s = %s;", with_carry(w, "cc"), out[i].e);
        else
            lower_assign(w, ins, out[i].d, out[i].t, out[i].e, NULL);
    }
}

static void lower_plain(Writer *w, const Ins *ins, Ex *fold)
{
    switch (isa_emit(ins)) {
    case EMIT_LD:
        lower_ld(w, ins, fold);
        return;
    case EMIT_ST:
        lower_st(w, ins);
        return;
    case EMIT_MOV: {
        int id = isa_arg(ins, "d"), ia = isa_arg(ins, "a");
        const Opnd *d = &ins->arg[id], *a = &ins->arg[ia];
        if (d->kind == O_VEC || a->kind == O_VEC) {
            int i = d->kind == O_VEC ? ia : id;
            lower_mov_vec(w, ins, d, a, d->kind == O_VEC && a->kind == O_VEC ? ins->argtype[id] : ins->argtype[i]);
            return;
        }
        lower_assign(w, ins, d, ins->argtype[id], lower_value(w, a, ins->argtype[ia], 0).s, fold);
        return;
    }
    case EMIT_CVTA: {
        int id = isa_arg(ins, "d"), ia = isa_arg(ins, "a");
        Type t = ins->argtype[id];
        Space space = isa_space(ins);
        const char *local = w->b->mode == MODE_FUNC ? "local" : w->b->has_state ? "s->local[l]" : "local[l]";
        const char *window = space == SP_SHARED ? "c->shared" : space == SP_LOCAL ? local : NULL;
        if (space == SP_PARAM && w->b->fn->is_entry)
            window = "(const unsigned char *)P";
        Ex a = lower_value(w, &ins->arg[ia], t, 0);
        const char *s = a.s;
        if (window && isa_has_word(ins, "to"))
            s = arena_printf(A(w), "%s - (uintptr_t)%s", lower_paren(a), window);
        else if (window)
            s = arena_printf(A(w), "(uintptr_t)%s + %s", window, lower_paren(a));
        lower_assign(w, ins, &ins->arg[id], t, s, fold);
        return;
    }
    default:
        if (!ins->lower)
            ice("no text for '%s'", ins->word[0]);
        lower_rows(w, ins, ins->lower, fold);
    }
}

void lower_ins(Writer *w, const Ins *ins, Ex *fold)
{
    w->ins = ins;
    if (ins->guard < 0 || fold) {
        lower_plain(w, ins, fold);
        return;
    }
    line(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
    w->indent++;
    lower_plain(w, ins, NULL);
    w->indent--;
    line(w, "}");
}
