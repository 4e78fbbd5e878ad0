/* lower_row.c: the C text of an instruction's row: $a, $a.u and the slots replaced, its statements written.
 *
 * In: a matched instruction and a text of the table.  Out: C statements, or an expression to use in place. */
#include "isa/table.h"
#include "emit/lower.h"

enum { SMALLER = 65536 }; /* what is added and is at least 0 - this reads better as a subtraction */

/* ---- a row's text ----------------------------------------------------------------------------------------------------------- */

/* Reads $name[.how] at *p (behind the '$'); the operand's number, or -1 with *slot set, or -2.  how: u, s, b, x (the
 * selector's code), n (whether it is negated), the number of a vector's element, * (all its elements, with commas), #
 * (how many it has) or ? (nothing: it only says that the operand is there). */
static int read_name(const Ins *ins, const char **p, char *how, const char **slot)
{
    const char *e = *p;
    while (name_char(*e))
        e++;
    *how = 0;
    *slot = NULL;
    for (size_t n = (size_t)(e - *p); n > 0; n--) {
        if (n != (size_t)(e - *p) && (*p)[n] != '_')
            continue; /* $type_x: the longest name that exists, cut at an underscore */
        const char *v;
        int i = isa_text_name(ins, *p, n, &v);
        if (i < 0 && !v)
            continue;
        *p += n;
        if (i >= 0 && **p == '.' && (*p)[1] && strchr("usbxn01234567*#?", (*p)[1]) &&
            ((*p)[1] == '?' || !name_char((*p)[2]))) {
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

static bool constant_value(const Writer *w, const Opnd *o, uint64_t *v)
{
    *v = o->imm;
    return o->kind == O_IMM || (o->kind == O_REG && lower_is_constant(w, &w->b->reg[o->reg], v));
}

static bool constant(const Writer *w, const Opnd *o)
{
    uint64_t value;
    return constant_value(w, o, &value);
}

/* Whether C would compute with numbers alone, of which it takes the smallest type that holds them. */
static bool all_constant(const Writer *w, const Ins *ins)
{
    for (int i = 0; i < ins->narg; i++)
        if (!isa_opnds[ins->form->opnd + i].dest && !constant(w, &ins->arg[i]))
            return false;
    return true;
}

/* A constant behind a plus: nothing where it is 0, a minus where the sum becomes smaller. */
static bool adds(Writer *w, const Ins *ins, int i, Str *out, Ex *e)
{
    uint64_t v;
    const int bits = type_info[ins->argtype[i]].bits;
    if (out->n < 3 || strcmp(out->s + out->n - 3, " + ") != 0 || bits < 32 || !constant_value(w, &ins->arg[i], &v))
        return false;
    const int64_t n = bits == 32 ? (int32_t)v : (int64_t)v;
    if (n == 0)
        out->s[out->n -= 3] = 0;
    if (n < 0 && n >= -SMALLER) {
        out->s[out->n - 2] = '-';
        *e = ex(arena_printf(A(w), "%d", (int)-n), true);
    }
    return n == 0;
}

int lower_elements(const Writer *w, const Ins *ins, int i)
{
    Type type[8];
    const Opnd *o = &ins->arg[i];
    int n = isa_arg_elements(ins, i, type);
    if (n)
        return n;
    return o->kind == O_VEC ? (int)o->nsub : opnd_is_reg(o) ? w->b->fn->regs.at[o->reg]->vec : 1;
}

/* A slot's value as a part of a C name: ".to::x" is _to_x. */
static void add_word(Str *out, const char *s)
{
    for (; *s; s++) {
        if (s[0] == ':' && s[1] == ':')
            s++;
        str_addc(out, *s == ':' || *s == '.' ? '_' : *s);
    }
}

/* What stands for an operand besides its value: all its elements, their number, a selector, whether it is negated. */
static bool add_about(Writer *w, const Ins *ins, int i, char how, Str *out)
{
    const int n = how == '*' || how == '#' ? lower_elements(w, ins, i) : 0;
    switch (how) {
    case '?':
        return true;
    case '*':
        for (int k = 0; k < n; k++)
            str_printf(out, "%s%s", k ? ", " : "", lower_arg_element(w, ins, i, k).s);
        return true;
    case '#':
        str_printf(out, "%d", n);
        return true;
    case 'x':
    case 'n': {
        const unsigned v = how == 'x' ? selector_code(&ins->arg[i]) : ins->arg[i].neg;
        str_printf(out, v > 9 ? "0x%x" : "%u", v);
        return true;
    }
    default:
        return false;
    }
}

/* The k-th of the first n characters, from behind; 0 before the first. */
static char from_end(const Str *s, size_t n, size_t k) { return k <= n ? s->s[n - k] : 0; }

static bool ends_a_name(char ch) { return !ch || ch == ' ' || name_char(ch); }

/* Whether what comes between out and the row's text from p to end stands there by itself, and needs no parentheses. */
static bool stands_alone(const Str *out, const char *p, const char *end)
{
    size_t m = out->n;
    while (m && out->s[m - 1] == ' ')
        m--;
    const char before = from_end(out, m, 1), second = from_end(out, m, 2), after = p[strspn(p, " ")];
    if (before == ')' || (before == '(' && after != ')' && after != ','))
        return false;
    if (before == '(' && after == ')' && !ends_a_name(second))
        return true;
    const bool assigned = before == '=' && !(second && strchr("=!<>", second));
    return (strchr("(,", before) || assigned) && (p >= end || strchr("),;", after));
}

/* Whether what comes between out and p means the same there without parentheses: products in sums, and what is to the left of its own kind. */
static bool binds_there(const Str *out, const char *p, const char *end, const char *text)
{
    const char op = text_operator(text), before = from_end(out, out->n, 1), after = p < end ? p[strspn(p, " ")] : 0;
    const bool left = !before || strchr("(,", before) || (before == ' ' && from_end(out, out->n, 2) == ',');
    const bool summed = before == ' ' && strchr("+-", from_end(out, out->n, 2));
    if (op == '*')
        return (left || summed) && strchr("+-*),;", after);
    return op && left && (op == '+' ? after && strchr("+-", after) : after == op && p[2] == ' ');
}

const char *lower_without_cast(Arena *a, const char *text)
{
    static const char cast[] = "(uint64_t)(", factor[] = "(int64_t)";
    const char *in = text + sizeof cast - 1;
    if (strncmp(text, cast, sizeof cast - 1) != 0 || strncmp(in, factor, sizeof factor - 1) != 0)
        return text;
    int depth = 1;
    const char *p = in;
    for (; *p && depth; p++) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        if (depth == 1 && *p == ' ' && p[1] != '*' && p[-1] != '*')
            return text;
    }
    return *p ? text : arena_printf(a, "%.*s", (int)(p - 1 - in), in);
}

/* Whether the other operand of a sum is a variable of an unsigned type of 64 bits, or of one of the host's addresses: so the sum is of it. */
static bool is_beside_unsigned(const Writer *w, const Ins *ins, int i)
{
    const int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    const Opnd *o = &ins->arg[i == a ? b : a];
    return ins->mnemonic == INS_ADD && opnd_is_reg(o) && !o->neg && w->b->reg[o->reg].plan->store != ST_FOLD &&
           type_info[lower_reg_type(w, o)].bits == 64 && !c_float(lower_reg_type(w, o)) && w->b->fn->regs.at[o->reg]->vec <= 1;
}

/* Whether operand i's text has an unsigned type of 32 bits by itself. */
static bool is_unsigned_word(const Writer *w, const Ins *ins, int i)
{
    const Opnd *o = i >= 0 ? &ins->arg[i] : NULL;
    return o && opnd_is_reg(o) && !constant(w, o) && type_is_i32(lower_reg_type(w, o)) && !w->b->reg[o->reg].plan->is_signed;
}

/* Whether a variable with a sign may stand for the bits of operand i, as C converts it: as an argument, or beside an unsigned operand of
 * a sum or product; a comparison of bits is one of numbers where the other is a small constant. */
static bool is_converted(const Writer *w, const Ins *ins, int i, char how, const char *p, const Str *out)
{
    const int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    uint64_t v;
    if (how == 'b' && i == a)
        return b >= 0 && constant_value(w, &ins->arg[b], &v) && v <= INT32_MAX;
    if (how != 'u')
        return false;
    if (i != a)
        return out->n >= 3 && strchr("+-*", out->s[out->n - 2]) && opnd_is_reg(&ins->arg[a]) && !constant(w, &ins->arg[a]);
    return *p == ' ' && strchr("+-*", p[1]) && is_unsigned_word(w, ins, b);
}

/* Operand i in the row's text, which goes on from p to end. */
static void add_operand(Writer *w, const Ins *ins, int i, char how, const char *p, const char *end, Str *out)
{
    const int bits = type_info[ins->argtype[i]].bits;
    if (add_about(w, ins, i, how, out))
        return;
    Ex e = lower_arg(w, ins, i, how);
    if (how == 'u' && adds(w, ins, i, out, &e))
        return;
    const char *bare = how == 'u' && bits == 64 && is_beside_unsigned(w, ins, i) ? lower_without_cast(A(w), e.s) : e.s;
    if (bare != e.s) {
        str_add(out, bare);
        return;
    }
    const bool alone = stands_alone(out, p, end);
    if (e.as_signed && (alone ? text_is_word_argument(out) : is_converted(w, ins, i, how, p, out))) {
        str_add(out, e.as_signed);
        return;
    }
    if (!alone && how == 'u' && bits <= 64 && all_constant(w, ins))
        str_printf(out, "(uint%d_t)", bits == 64 ? 64 : 32);
    str_add(out, alone || binds_there(out, p, end, e.s) ? e.s : lower_paren(A(w), e));
}

static void expand(Writer *w, const Ins *ins, const char *text, size_t n, Str *out)
{
    for (const char *p = text, *end = text + n; p < end;) {
        const bool addr = *p == '&' && p[1] == '$';
        if (*p != '$' && !addr) {
            str_addc(out, *p++);
            continue;
        }
        p += addr ? 2 : 1;
        char how;
        const char *slot, *name = p;
        const int i = read_name(ins, &p, &how, &slot);
        if (i == -2)
            ice("row text '%s' names an unknown operand '%.12s'", text, name);
        if (i == -1)
            add_word(out, slot);
        else if (addr)
            str_add(out, dest_address(w, &ins->arg[i]));
        else
            add_operand(w, ins, i, how, p, end, out);
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
    return str_keep(A(w), &s);
}

const char *lower_text(Writer *w, const Ins *ins, const char *text)
{
    Str s = {0};
    text = chosen_text(w, ins, text);
    expand(w, ins, text, strlen(text), &s);
    return str_keep(A(w), &s);
}

static bool is_register_of(const Writer *w, const Opnd *o, int bits)
{
    return o->kind == O_REG && type_info[lower_reg_type(w, o)].bits == bits;
}

static bool mov_has_width(const Opnd *a, int bits)
{
    if (a->kind == O_SYM)
        return bits < 64 || a->sym->kind == SYM_FUNC || a->sym->space == SP_GLOBAL || a->sym->space == SP_CONST;
    return a->kind != O_IMM || (bits == 32 && (uint32_t)a->imm > INT32_MAX);
}

/* Whether an instruction's text is unsigned and has the bits of its destination, an integer register, by itself: a larger
 * expression computes in its operands' types. */
static bool has_width(const Writer *w, const Ins *ins, int bits, Type slot)
{
    const Emit emit = isa_emit(ins);
    const int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    if (emit == EMIT_LD)
        return type_info[slot].bits == bits;
    if (emit == EMIT_MOV)
        return mov_has_width(&ins->arg[a], bits);
    if (!ins->lower)
        return true;
    if (ins->mnemonic == INS_CVT && strcmp(ins->lower, "$d = $a") == 0)
        return type_info[isa_slot_type(ins, SLOT_ATYPE)].bits == bits && !c_signed(isa_slot_type(ins, SLOT_ATYPE));
    if (strstr(ins->lower, "? $a"))
        return is_register_of(w, &ins->arg[a], bits) || is_register_of(w, &ins->arg[b], bits);
    return !strstr(ins->lower, " ? ");
}

static bool is_unsigned_text(const Ins *ins) { return ins->lower && strstr(ins->lower, ".u "); }

/* The same for integers that both fit a C type. */
static Ex integer_value(Writer *w, const Ins *ins, int to, Type slot, Ex e, bool folded)
{
    const int from = type_info[slot].bits;
    const bool whole = !folded || to < 32 || has_width(w, ins, to, slot);
    const bool is_signed = c_signed(slot) && !is_unsigned_text(ins);
    if (to > from && from != 1 && (whole || isa_emit(ins) != EMIT_LD))
        e = lower_cast(w, c_int_name(from, c_signed(slot)), e);
    else if (folded && to < 32)
        e = lower_cast(w, c_int_name(to, false), e);
    if (!whole || (folded && (is_signed || (to > from && to >= 32))))
        e = lower_cast(w, c_int_name(to, false), e);
    return e;
}

/* A row's value in the type of the register that it goes to; folded: in the middle of a larger expression. */
static Ex assigned_value(Writer *w, const Ins *ins, Type t, Type slot, Ex e, bool folded)
{
    const int tb = type_info[t].bits, sb = type_info[slot].bits;
    if (tb == 128 && sb < 128)
        return lower_wide(w, sb < 32 && !c_float(slot) ? lower_cast(w, c_int_name(sb, c_signed(slot)), e) : e, slot);
    if (c_float(t) && !c_float(slot))
        return lower_float_of(w, e, t);
    if (t != slot)
        e = lower_bits_of(w, e, slot);
    if (c_float(t) || c_float(slot) || t == T_PRED || tb == 128)
        return e;
    e = integer_value(w, ins, tb, slot, e, folded);
    return folded || tb < 64 ? e : ex(lower_without_cast(A(w), e.s), false);
}

/* The C name of a destination, or of its element. */
static const char *destination(Writer *w, const Ins *ins, const Opnd *d)
{
    RegPlan *p = w->b->reg[d->reg].plan;
    const bool was = w->lane;
    w->lane = false; /* a destination is never a sum */
    if (p->store == ST_STATE_SCALAR) {
        if (w->straight && p->cached == CACHE_NONE && ins->guard < 0)
            p->declared = (int)(ins - w->b->fn->ins.at);
        lower_cache(w, d->reg, w->straight && ins->guard < 0 ? CACHE_MADE : CACHE_LOADED);
        p->changed = true;
    }
    const char *name = lower_variable(w, d->reg).s;
    w->lane = was;
    return d->comp >= 0 && w->b->fn->regs.at[d->reg]->vec > 1 ? arena_printf(A(w), "%s.e[%d]", name, d->comp) : name;
}

/* What the variable of a register that walks becomes. */
static const char *walk_value(Writer *w, const Ins *ins, const Opnd *d, Ex e)
{
    const int64_t step = address_walk_step(ins, d->reg);
    return step ? arena_printf(A(w), "%s %c %lld", lower_variable(w, d->reg).s, step < 0 ? '-' : '+', (long long)llabs(step))
                : lower_cast(w, "int32_t", e).s;
}

/* The statement that gives a register its value. */
void lower_assign(Writer *w, const Ins *ins, const Opnd *d, Type slot, const char *expr, Ex *fold)
{
    if (d->kind == O_SINK || d->kind == O_NONE)
        return;
    if (d->kind != O_REG)
        ice("destination is no register in '%s'", ins->word[0]);
    const RegInfo *g = &w->b->reg[d->reg];
    const Type t = lower_reg_type(w, d);
    Ex e = assigned_value(w, ins, t, slot, ex(expr, text_is_primary(expr)), fold);
    if (fold) {
        *fold = e;
        return;
    }
    if (!g->wanted) {
        if (ins_dirty(ins)) /* done for more than its result */
            line(w, isa_emit(ins) == EMIT_LD ? "(void)%s;" : "%s;", expr);
        return;
    }
    const char *name = destination(w, ins, d);
    if (g->plan->walks)
        e.s = walk_value(w, ins, d, e);
    if (strcmp(name, e.s) == 0)
        return; /* a conversion that changes nothing */
    const bool declare = is_declared_at(w->b, g, ins);
    const char *x, *op = declare ? NULL : g->plan->is_signed ? text_compound_signed(A(w), e.s, name, &x) : text_compound(e.s, name, &x);
    if (declare)
        line(w, "%s %s = %s;", d->comp < 0 ? reg_ctype(w->b, d->reg) : c_type(t), name, e.s);
    else if (op)
        line(w, "%s %s= %s;", name, op, x);
    else
        line(w, "%s = %s;", name, e.s);
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
    if (!w->b->plan->cc_lanes)
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
    text = str_keep(A(w), &s);
    return text;
}

/* The next statement of a text, at *p, with @ replaced; its destination, if it is an assignment, goes to *d and *t. */
static const char *part(Writer *w, const Ins *ins, const char **p, const Opnd **d, Type *t)
{
    const char *end = next_statement(*p), *q = *p + strspn(*p, " ");
    *d = NULL;
    if (*q == '$') {
        const char *name = q + 1, *slot;
        char how;
        int i = read_name(ins, &name, &how, &slot);
        const Opnd *o = &ins->arg[i];
        *d = isdigit((unsigned char)how) && o->kind != O_NONE ? lower_element(w, o, how - '0') : o;
        *t = (Type)ins->argtype[i];
        q = strstr(q, " = ") + 3;
    }
    Str s = {0};
    for (; q < end; q++)
        if (*q == '@')
            str_printf(&s, "%d", w->labels);
        else
            str_addc(&s, *q);
    *p = *end ? end + 1 : end;
    return str_keep(A(w), &s);
}

/* const T V@ = call; then what uses V@, which gets a number: assignments to $d.0 and others, or calls. */
static void lower_parts(Writer *w, const Ins *ins, const char *text)
{
    const Opnd *d;
    Type t;
    const char *call = lower_text(w, ins, part(w, ins, &text, &d, &t)), *p = text;
    bool used = false;
    while (*p) {
        const char *e = part(w, ins, &p, &d, &t);
        used |= strchr(e, 'V') && (!d || (d->kind == O_REG && w->b->reg[d->reg].wanted));
    }
    if (used)
        line(w, "%s;", call);
    else if (isa_mem(ins) != MEM_NONE) /* it may fail */
        line(w, "(void)%s;", strstr(call, " = ") + 3);
    while (*text) {
        const char *e = part(w, ins, &text, &d, &t);
        if (!d)
            line(w, "%s;", lower_text(w, ins, e));
        else if (d->kind == O_REG && w->b->reg[d->reg].wanted)
            lower_assign(w, ins, d, t, lower_text(w, ins, e), NULL);
    }
    w->labels++;
}

/* A sum's constant comes last, and is left out where it is 0. */
static const char *constant_last(const Writer *w, const Ins *ins, const char *text)
{
    uint64_t v;
    if (strcmp(text, "$d = $a.u + $b.u") != 0 || !constant_value(w, &ins->arg[isa_arg(ins, ARG_A)], &v) ||
        constant(w, &ins->arg[isa_arg(ins, ARG_B)]))
        return text;
    return v ? "$d = $b.u + $a.u" : "$d = $b.u";
}

static bool is_wanted(const Writer *w, const Opnd *o) { return o->kind == O_REG && w->b->reg[o->reg].wanted; }

/* An element of the destination is an input, too. */
static bool reads_element(Writer *w, const Ins *ins, int d, int n)
{
    for (int k = 0; k < n; k++) {
        const Opnd *o = lower_element(w, &ins->arg[d], k);
        if (is_wanted(w, o) && ins_mentions(ins, o->reg).reads)
            return true;
    }
    return false;
}

/* $d.* = text: each element gets the text with its number for $#; then what else there is. */
static void lower_vector(Writer *w, const Ins *ins, const char *text)
{
    const char *end = next_statement(text), *e = strstr(text, " = ") + 3, *q = text + 1, *slot;
    char how;
    const int d = read_name(ins, &q, &how, &slot), n = lower_elements(w, ins, d);
    const bool first = reads_element(w, ins, d, n); /* all inputs are read before anything is written */
    const char **value = NEWN(A(w), const char *, n + 1);
    for (int k = 0; k < n; k++) {
        Str s = {0};
        for (const char *p = e; p < end; p++)
            if (p[0] == '$' && p[1] == '#')
                str_printf(&s, "%d", k), p++;
            else
                str_addc(&s, *p);
        const Opnd *o = lower_element(w, &ins->arg[d], k);
        if (is_wanted(w, o))
            value[k] = lower_text(w, ins, arena_strndup(A(w), s.s, s.n));
        if (value[k] && first) {
            line(w, "const %s E%d = %s;", c_slot_type((Type)ins->argtype[d]), w->labels, value[k]);
            value[k] = arena_printf(A(w), "E%d", w->labels++);
        } else if (value[k]) {
            lower_assign(w, ins, o, ins->argtype[d], value[k], NULL);
        }
        str_free(&s);
    }
    for (int k = 0; k < n && first; k++)
        if (value[k])
            lower_assign(w, ins, lower_element(w, &ins->arg[d], k), ins->argtype[d], value[k], NULL);
    while (*end == ';' || *end == ' ')
        end++;
    if (*end)
        lower_rows(w, ins, end, NULL);
}

/* A statement of a row's text that gives a destination, or the carry flag, a value. */
typedef struct Given {
    const Opnd *d;  /* NULL: the flag */
    Type t;
    const char *e;
} Given;

/* Reads the statement of len characters at p; false: it is no such statement. */
static bool read_given(Writer *w, const Ins *ins, const char *p, size_t len, Given *g)
{
    const char *eq = len > 4 ? memchr(p, '=', len) : NULL, *q = p + 1, *slot;
    const bool cc = len > 5 && strncmp(p, "cc =", 4) == 0;
    if (!cc && !(p[0] == '$' && eq && eq[-1] == ' ' && eq[1] == ' '))
        return false;
    char how;
    const int i = cc ? -1 : read_name(ins, &q, &how, &slot);
    g->d = i < 0 ? NULL : isdigit((unsigned char)how) ? lower_element(w, &ins->arg[i], how - '0') : &ins->arg[i];
    g->t = i >= 0 ? (Type)ins->argtype[i] : T_PRED;
    g->e = with_carry(w, lower_text(w, ins, arena_strndup(A(w), eq + 2, (size_t)(p + len - eq - 2))));
    return true;
}

/* Whether somebody reads what is given; else it is evaluated here if that does something. */
static bool keep_given(Writer *w, const Ins *ins, const Given *g, bool folded)
{
    if (!g->d)
        return w->b->plan->cc_read;
    if (g->d->kind == O_REG && (folded || w->b->reg[g->d->reg].wanted))
        return true;
    if (ins->sides->get && strchr(g->e, '&')) /* it writes another result, too */
        line(w, "(void)%s;", g->e);
    else if (!ins->sides->get && ins_dirty(ins)) /* done for more than its result */
        line(w, "%s;", g->e);
    else if (isa_emit(ins) == EMIT_TEXT && isa_mem(ins) == MEM_R) /* it may fail */
        line(w, "(void)%s;", g->e);
    return false;
}

/* Writes what is given, so that all inputs are read before anything is written. */
static void write_given(Writer *w, const Ins *ins, Given *given, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        line(w, "const %s E%d = %s;", given[i].d ? c_slot_type(given[i].t) : "bool", w->labels, given[i].e);
        given[i].e = arena_printf(A(w), "E%d", w->labels++);
    }
    for (int i = n; i-- > 0;) {
        if (given[i].d)
            lower_assign(w, ins, given[i].d, given[i].t, given[i].e, NULL);
        else
            line(w, "%s = %s;", with_carry(w, "cc"), given[i].e);
    }
}

void lower_rows(Writer *w, const Ins *ins, const char *text, Ex *fold)
{
    enum { GIVEN_MOST = 8 };
    Given given[GIVEN_MOST];
    int n = 0;
    text = constant_last(w, ins, chosen_text(w, ins, text));
    const char *each = strstr(text, ".* = ");
    if (each && each < next_statement(text)) {
        lower_vector(w, ins, text);
        return;
    }
    if (strchr(text, '@')) {
        lower_parts(w, ins, text);
        return;
    }
    for (const char *p = text; *p;) {
        const char *end = next_statement(p);
        while (*p == ' ')
            p++;
        const size_t len = (size_t)(end - p);
        if (n == GIVEN_MOST || !read_given(w, ins, p, len, &given[n]))
            line(w, "%s;", lower_text(w, ins, arena_strndup(A(w), p, len)));
        else if (keep_given(w, ins, &given[n], fold))
            n++;
        p = *end ? end + 1 : end;
    }
    if (n == 1 && given[0].d)
        lower_assign(w, ins, given[0].d, given[0].t, given[0].e, fold);
    else
        write_given(w, ins, given, n);
}
