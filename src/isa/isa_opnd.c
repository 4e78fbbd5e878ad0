/* isa_opnd.c: whether one operand of an instruction fits what a form wants there, and if not, why. */
#include "isa/table.h"

bool isa_refuse(IsaMatch *m, Loc loc, const char *fmt, ...)
{
    int reached = 2 * m->now + !m->soft;
    if (reached < m->reached || (reached == m->reached && m->text.n))
        return false;
    m->reached = reached;
    if (!m->say)
        return false;
    Str was = m->text; /* it may be a part of the new one */
    va_list ap;
    va_start(ap, fmt);
    m->text = (Str){0};
    str_vprintf(&m->text, fmt, ap);
    va_end(ap);
    str_free(&was);
    m->loc = loc;
    return false;
}

/* ---- one value --------------------------------------------------------------------------------------------------- */

const char *isa_describe(const Opnd *o)
{
    static const char *const text[] = {
        [O_NONE] = "nothing", [O_REG] = "a register", [O_SREG] = "a special register", [O_IMM] = "a constant",
        [O_FIMM] = "a floating-point constant", [O_SYM] = "a symbol", [O_MEM] = "an address", [O_VEC] = "a vector",
        [O_LIST] = "a list", [O_PAIR] = "a pair", [O_TEX] = "an address with coordinates", [O_LABEL] = "a label",
        [O_SINK] = "'_'",
    };
    return text[o->kind];
}

/* What may stand for a type, in words. */
static const char *wanted(Type t, bool relax)
{
    static char s[64];
    const TypeInfo *i = &type_info[t];
    bool own = t <= T_F64 && i->kind != 'b';
    if (t == T_PRED || (own && relax))
        snprintf(s, sizeof s, ".%s%s", i->name, relax ? " or wider" : "");
    else if (own)
        snprintf(s, sizeof s, ".%s or .b%d", i->name, i->bits);
    else
        snprintf(s, sizeof s, ".b%d", i->bits < 8 ? 8 : i->bits);
    return s;
}

static bool has_slot(const Form *form, SlotName name)
{
    for (int i = 0; i < form->ntok; i++)
        if (isa_toks[form->tok + i].name == name)
            return true;
    return false;
}

/* Whether a selector is one for words of so many parts: of all of them, or a mask of a result, in falling order. */
static bool selects(const Opnd *o, int parts, bool mask)
{
    const bool many = o->comp >= 10, halves = o->comp == 8 || o->comp == 9 || o->comp == 11;
    const int n = many ? (int)(o->imm >> 32) : 1;
    if (parts == 1)
        return !many;
    if (halves != (parts == 2) || n > parts || (!mask && n < parts))
        return false;
    for (int i = 0, before = -1; mask && many && i < n; i++) {
        const int digit = (int)(o->imm >> 4 * i & 15);
        if (digit >= parts || digit <= before)
            return false;
        before = digit;
    }
    return true;
}

/* Byte and halfword selectors: one part of a source of vadd, several of one of vadd2 (.h10) and vadd4 (.b3210).  Results
 * have a mask; in vadd only where the rest comes from operand c as it is. */
static bool fit_selector(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    const Form *form = m->cand->form;
    const char last = form->name[strlen(form->name) - 1];
    const int parts = last == '2' || last == '4' ? last - '0' : 1;
    if (!(form->flags & FORM_SEL))
        return isa_refuse(m, o->loc, "only video instructions have byte and halfword selectors");
    if (f->name == ARG_C)
        return isa_refuse(m, o->loc, "operand 'c' of '%s' has no selector", form->name);
    if (!selects(o, parts, f->dest))
        return isa_refuse(m, o->loc, "'%s' has no such selector of operand '%s'", form->name, opnd_name(f));
    if (!f->dest || parts > 1)
        return true;
    if (has_slot(form, SLOT_OP2))
        return isa_refuse(m, o->loc, "with a second operation the result of '%s' has no selector", form->name);
    return isa_formal(m, form->nopnd - 1)->name == ARG_C ||
           isa_refuse(m, o->loc, "'%s' lacks operand 'c', the rest of the result", form->name);
}

static bool fit_negation(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const Form *form = m->cand->form;
    if (f->dest)
        return isa_refuse(m, o->loc, "a result cannot be negated");
    return t == T_PRED || form->flags & FORM_NEG || isa_refuse(m, o->loc, "'%s' does not negate its operands", form->name);
}

/* Whether the elements of a vector may have any type of 32 bits. */
static bool takes_bits(const Form *form, const IsaOpnd *f, Type t)
{
    return form->flags & FORM_BITS && f->count != COUNT_SCALAR && type_info[t].bits == 32;
}

static bool fit_reg(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const Form *form = m->cand->form;
    Type r = isa_reg_type(m, o);
    if (isa_reg_vec(m, o) > 1)
        return isa_refuse(m, o->loc, "'%s' is a vector; operand '%s' wants a scalar", reg_name(m->fn, o->reg), opnd_name(f));
    if (o->comp >= 4 && !fit_selector(m, f, o))
        return false;
    /* Counts, masks and descriptors are no data: a packed pair of halves is none. */
    if (f->exact && r != t)
        return isa_refuse(m, o->loc, "'%s' is .%s; operand '%s' of '%s' wants .%s", reg_name(m->fn, o->reg), type_info[r].name, opnd_name(f),
                  form->name, type_info[t].name);
    const bool relax = form->flags & FORM_RELAX, pair = r == T_F16X2 && f->tok < 0 && (t == T_U32 || t == T_S32) && !relax;
    if (takes_bits(form, f, t) && r != T_F16X2)
        t = T_B32;
    if (pair || !isa_reg_fits(t, r, relax))
        return isa_refuse(m, o->loc, "'%s' is .%s; operand '%s' of '%s' wants %s", reg_name(m->fn, o->reg), type_info[r].name,
                  opnd_name(f), form->name, wanted(t, relax));
    return !o->neg || fit_negation(m, f, t, o);
}

static bool fit_constant(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    char k = type_info[t].kind;
    bool ok = t == T_NONE;
    if (o->kind == O_IMM)
        ok |= t <= T_F64 && t != T_F16X2 && k != 'f';
    else if (o->type == T_F32)
        ok |= t == T_F32 || t == T_F64 || t == T_B32;
    else
        ok |= t == T_F32 || t == T_F64 || t == T_B64;
    if (f->dest)
        return isa_refuse(m, o->loc, "the result must go to a register, not to a constant");
    if (ok)
        return true;
    if (o->kind == O_IMM && k == 'f' && t <= T_F64)
        return isa_refuse(m, o->loc, "operand '%s' is .%s: write the constant as a float (1.0, 0f3F800000)", opnd_name(f),
                  type_info[t].name);
    return isa_refuse(m, o->loc, "operand '%s' of '%s' is .%s, not %s", opnd_name(f), m->cand->form->name, type_info[t].name,
              isa_describe(o));
}

/* ... and its bits as a floating-point number, or as a predicate if those are the instruction's type. */
static bool takes_address_bits(const IsaOpnd *f, Type t) { return t == T_F32 || t == T_F64 || (t == T_PRED && f->tok >= 0); }

/* Instructions that the assembler makes calls of, which take values. */
static bool is_called(const IsaMatch *m, Type t)
{
    switch (m->cand->form->mnemonic) {
    case INS_MATCH: case INS_SHFL: case INS_REDUX: case INS_CLMAD: case INS_BAR: case INS_BARRIER: return true;
    case INS_DIV: case INS_REM: case INS_SQRT: return type_info[t].bits == 64;
    default: return false;
    }
}

static bool wants_brackets(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    return isa_refuse(m, o->loc, "operand '%s' of '%s' is an address: write it in [ ]", opnd_name(f), m->cand->form->name);
}

/* The assembler takes the address of a function where the type is the instruction's own, symbol + 8 where it fits. */
static bool takes_symbol(const IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const int bits = type_info[t].bits;
    if (f->dest)
        return false;
    if (o->sym->kind == SYM_FUNC)
        return f->tok >= 0 && !is_called(m, t) && strchr(type_info[t].name, 'e') != type_info[t].name + (type_info[t].name[0] == 'u');
    return o->sym->kind == SYM_VAR && o->imm && isa_is_integer(t) && bits >= 32 && bits <= 64;
}

static bool converts_float(const IsaMatch *m, int k) { return type_info[m->cand->type[k]].kind == 'f'; }

static bool fit_sreg(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const Sym *s = o->sym;
    if (f->dest)
        return isa_refuse(m, o->loc, "special registers can only be read");
    if (!(m->cand->form->flags & FORM_SREG) || (m->cand->form->mnemonic == INS_CVT && (converts_float(m, 0) || converts_float(m, 1))))
        return isa_refuse(m, o->loc, "'%s' cannot read a special register; use mov first", m->cand->form->name);
    if (s->vec > 1 && o->comp < 0)
        return isa_refuse(m, o->loc, "'%s' has components: .x, .y, .z", s->name);
    return (t != T_PRED && type_info[t].bits <= s->bytes * 8) ||
           isa_refuse(m, o->loc, "operand '%s' is .%s, '%s' is .%s", opnd_name(f), type_info[t].name, s->name, type_info[s->type].name);
}

static bool fit_typed(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const Form *form = m->cand->form;
    if (f->in == IN_MEM && o->kind != O_MEM)
        return wants_brackets(m, f, o);
    const bool address = o->kind == O_MEM; /* [a:b32]: an address of its own kind, always in a register */
    if (address ? f->in != IN_MEM || o->reg < 0 : f->exact && o->kind != O_REG)
        return isa_refuse(m, o->loc, "operand '%s' of '%s' must be a register", opnd_name(f), form->name);
    switch ((OpndKind)o->kind) {
    case O_REG:
    case O_MEM:
        return fit_reg(m, f, t, o);
    case O_IMM:
    case O_FIMM:
        return fit_constant(m, f, t, o);
    case O_SYM:
        return takes_symbol(m, f, t, o) ||
               isa_refuse(m, o->loc, "operand '%s' of '%s' must be a register or a constant, not an address; use mov first",
                  opnd_name(f), form->name);
    case O_SINK:
        return f->sink || isa_refuse(m, o->loc, "'%s' does not allow '_' here", form->name);
    case O_SREG:
        return fit_sreg(m, f, t, o);
    default:
        return isa_refuse(m, o->loc, "operand '%s' of '%s' must be a register%s, not %s", opnd_name(f), form->name,
                  f->dest ? "" : " or a constant", isa_describe(o));
    }
}

/* ---- other kinds ------------------------------------------------------------------------------------------------- */

/* A result of the function that has an address. */
static bool is_result(const IsaMatch *m, const Sym *s)
{
    for (int i = 0; i < m->fn->rets.n; i++)
        if (m->fn->rets.at[i] == s)
            return m->m->version >= 60;
    return false;
}

/* PTX 1.0 and 1.1 took the address of ld and st as it stands, the assembler still does so for some forms. */
bool isa_without_brackets(const IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    const Form *form = m->cand->form;
    if ((o->kind != O_REG && o->kind != O_SYM) || o->neg)
        return false;
    return form->flags & FORM_BARE ? f->space == SP_SHARED && !(form->flags & FORM_ENCLOSED && f->name == ARG_MBAR)
                                   : m->m->version <= 11 && (form->emit == EMIT_LD || form->emit == EMIT_ST);
}

/* A register that has too few bits for the form's addresses. */
static bool is_narrow(const IsaMatch *m, const Opnd *o)
{
    return m->cand->form->flags & FORM_WIDE && type_info[isa_reg_type(m, o)].bits < 32;
}

/* The register of [reg + imm]. */
static bool fit_address_register(IsaMatch *m, const Opnd *o)
{
    const Type t = isa_reg_type(m, o);
    if (!isa_is_integer(t) || t == T_B128 || isa_reg_vec(m, o) > 1)
        return isa_refuse(m, o->loc, "an address must be an integer register; '%s' is .%s", reg_name(m->fn, o->reg),
                  type_info[t].name);
    return !is_narrow(m, o) ||
           isa_refuse(m, o->loc, "an address of '%s' has 32 or 64 bits; '%s' is .%s", m->cand->form->name,
              reg_name(m->fn, o->reg), type_info[t].name);
}

/* The address that stands before coordinates, without an offset. */
static bool fit_base(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    if (o->kind != O_MEM && o->kind != O_REG && o->kind != O_SYM && o->kind != O_IMM)
        return wants_brackets(m, f, o);
    if (o->kind == O_IMM || o->imm)
        return isa_refuse(m, o->loc, "only a register or a variable can stand before the coordinates");
    return f->space == SP_REG || !o->sym || o->sym->space == f->space ||
           isa_refuse(m, o->loc, "'%s' is in another state space than operand '%s'", o->sym->name, opnd_name(f));
}

/* [reg + imm], [sym + imm], [imm], or the same as a member of a list. */
static bool fit_addr(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    if (isa_without_brackets(m, f, o))
        return o->kind == O_REG ? isa_is_integer(isa_reg_type(m, o)) && !is_narrow(m, o) : o->sym->kind == SYM_VAR;
    if (f->in != IN_LIST && o->kind != O_MEM)
        return wants_brackets(m, f, o);
    if (f->in == IN_LIST ? !fit_base(m, f, o) : o->reg >= 0 && !fit_address_register(m, o))
        return false;
    return !o->sym || o->sym->kind == SYM_VAR || isa_refuse(m, o->loc, "'%s' is no variable", o->sym->name);
}

/* A register with the handle of a texture, a sampler or a surface. */
static bool fit_handle(IsaMatch *m, const IsaOpnd *f, const char *kind, const Opnd *o)
{
    if (o->reg < 0 || (o->kind != O_REG && o->kind != O_MEM))
        return isa_refuse(m, o->loc, "operand '%s' must be a .%s or a 64-bit register", opnd_name(f), kind);
    if (o->kind == O_MEM && o->imm)
        return isa_refuse(m, o->loc, "a handle stands alone in [ ]: add to it before");
    const Type r = isa_reg_type(m, o);
    return (isa_is_integer(r) && type_info[r].bits == 64) || isa_refuse(m, o->loc, "a handle is .u64; '%s' is .%s",
                                                            reg_name(m->fn, o->reg), type_info[r].name);
}

static bool fit_opaque(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    static const uint8_t type[] = {T_TEXREF, T_SAMPLERREF, T_SURFREF};
    Type t = (Type)type[f->kind - OK_TEX];
    const bool memory = o->kind == O_MEM;
    const Sym *s = o->kind == O_SYM || memory ? o->sym : NULL;
    if (f->in == IN_MEM && !memory)
        return wants_brackets(m, f, o);
    if (s)
        return s->type == t || s->space == SP_TEX || (!memory && s->type == T_U64 && fn_has_param(m->fn, s)) ||
               isa_refuse(m, o->loc, "'%s' is no .%s", s->name, type_info[t].name);
    return fit_handle(m, f, type_info[t].name, o);
}

/* The address of a symbol, or an integer of 32 or 64 bits (cvta, mapa, isspacep). */
static bool fit_value(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    if (o->kind == O_SYM)
        return o->sym->kind == SYM_VAR || o->sym->kind == SYM_FUNC;
    if (o->kind == O_REG && f->tok < 0)
        return isa_reg_fits(T_U64, isa_reg_type(m, o), false) || fit_typed(m, f, T_U32, o);
    return fit_typed(m, f, t, o);
}

/* The elements that a modifier .v2 or .v4 asks for, or 0. */
static int vector_words(const IsaMatch *m)
{
    for (int i = 0; i < m->cand->form->ntok; i++) {
        const char *word = isa_words[m->cand->word[i]];
        if (word[0] == 'v' && word[1] <= '9')
            return word[1] - '0';
    }
    return 0;
}

/* Special registers have the size of their type; those of PTX 1.0 also that of .u16, which was theirs. */
static bool fit_mov_sreg(IsaMatch *m, Type t, const Opnd *o)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    const TypeInfo *want = &type_info[t];
    bool old = s->version == 10 && (s->vec == 4 || opnd_is_sreg(o, SREG_GRIDID));
    if (s->vec > 1 && o->comp < 0 && !vector_words(m))
        return isa_refuse(m, o->loc, "'%s' has components: .x, .y, .z", s->name);
    bool size = want->bits == type_info[s->type].bits || (old && (want->bits == 16 || want->bits == 32));
    return (want->kind != 'f' && size && (t == T_PRED) == (s->type == T_PRED)) ||
           isa_refuse(m, o->loc, "'%s' is .%s; it does not fit .%s", s->name, type_info[s->type].name, want->name);
}

static bool is_call_param(const IsaMatch *m, const Sym *var)
{
    return var->space == SP_PARAM && !fn_has_param(m->fn, var) && !is_result(m, var);
}

/* An address as mov's source. */
static bool fit_mov_address(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const TypeInfo *want = &type_info[t];
    const Sym *var = o->kind == O_SYM && o->sym->kind == SYM_VAR ? o->sym : NULL;
    const bool opaque = var && type_info[var->type].kind == 'o';
    if (f->dest)
        return isa_refuse(m, o->loc, "the result must go to a register");
    if (o->kind == O_SYM && o->sym->kind == SYM_FUNC && takes_address_bits(f, t))
        return true;
    if (o->kind == O_LABEL || want->bits < 16 || want->kind == 'f' || (opaque && t != T_U64))
        return isa_refuse(m, o->loc, "operand '%s' is .%s: no place for an address", opnd_name(f), want->name);
    return !var || !is_call_param(m, var) || isa_refuse(m, o->loc, "'%s' is a parameter of a call: it has no address", var->name);
}

static bool is_element(const IsaMatch *m, const IsaOpnd *f, const Opnd *e)
{
    if (e->kind == O_REG)
        return (isa_reg_vec(m, e) == 1 || e->comp >= 0) && isa_reg_type(m, e) != T_PRED;
    return f->dest ? e->kind == O_SINK : opnd_is_literal(e);
}

/* Elements in braces. */
static bool fit_mov_elements(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const TypeInfo *want = &type_info[t];
    int bits = 0;
    for (uint32_t i = 0; i < o->nsub; i++) {
        const Opnd *e = &o->sub[i];
        if (!is_element(m, f, e))
            return isa_refuse(m, e->loc, "an element of a vector must be a register");
        if (e->kind == O_REG)
            bits = type_info[isa_reg_type(m, e)].bits;
    }
    if (vector_words(m) == (int)o->nsub && (!bits || bits == want->bits))
        return true;
    if (want->kind != 'b' || (o->nsub != 2 && o->nsub != 4))
        return isa_refuse(m, o->loc, "mov packs and unpacks 2 or 4 elements of .b16 to .b128");
    for (uint32_t i = 0; i < o->nsub; i++)
        if (o->sub[i].kind == O_REG && type_info[isa_reg_type(m, &o->sub[i])].bits * (int)o->nsub != want->bits)
            return isa_refuse(m, o->sub[i].loc, "%u elements of .%s are not .%s", (unsigned)o->nsub,
                      type_info[isa_reg_type(m, &o->sub[i])].name, want->name);
    return bits || isa_refuse(m, o->loc, "no register tells the size of the elements");
}

static bool fit_mov_register(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    const Type r = isa_reg_type(m, o);
    const int words = vector_words(m), has = o->comp < 0 ? isa_reg_vec(m, o) : 1;
    if (has > 1)
        return (words ? words == has && isa_reg_fits(t, r, false) : type_info[r].bits * has == type_info[t].bits) ||
               isa_refuse(m, o->loc, "'%s' does not fit .%s", reg_name(m->fn, o->reg), type_info[t].name);
    return words ? isa_refuse(m, o->loc, "'%s' is no vector of %d elements", reg_name(m->fn, o->reg), words) : fit_typed(m, f, t, o);
}

/* mov: registers, vectors, constants, special registers, addresses. */
static bool fit_mov(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    switch ((OpndKind)o->kind) {
    case O_SYM: case O_LABEL: return fit_mov_address(m, f, t, o);
    case O_SINK: return isa_refuse(m, o->loc, "'mov' does not allow '_' here");
    case O_SREG: return f->dest ? fit_typed(m, f, t, o) : fit_mov_sreg(m, t, o);
    case O_VEC: return o->nsub == 1 && o->sub[0].kind == O_REG ? fit_reg(m, f, t, &o->sub[0]) : fit_mov_elements(m, f, t, o);
    case O_REG: return fit_mov_register(m, f, t, o);
    default: return fit_typed(m, f, t, o);
    }
}

static bool fit_symbol(IsaMatch *m, const IsaOpnd *f, const Opnd *o)
{
    switch ((IsaKind)f->kind) {
    case OK_LABEL:
        return o->kind == O_LABEL || isa_refuse(m, o->loc, "'%s' wants a label, not %s", m->cand->form->name, isa_describe(o));
    case OK_TARGETS:
        return o->kind == O_LABEL || isa_refuse(m, o->loc, "expected the name of a .branchtargets list, not %s", isa_describe(o));
    case OK_PROTO:
        return o->kind == O_LABEL || isa_refuse(m, o->loc, "expected a .callprototype or .calltargets, not %s", isa_describe(o));
    case OK_FUNC:
        return o->kind == O_LABEL || o->kind == O_REG || (o->kind == O_SYM && o->sym->kind == SYM_FUNC) ||
               isa_refuse(m, o->loc, "'call' wants a function or a register with its address");
    case OK_LIST:
        return o->kind == O_LIST || isa_refuse(m, o->loc, "expected parameters in ( )");
    default:
        ice("operand kind %d", f->kind);
    }
}

bool isa_fit_scalar(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o)
{
    switch ((IsaKind)f->kind) {
    case OK_TYPED:
        return fit_typed(m, f, t, o);
    case OK_ANY:
        return o->kind == O_REG || opnd_is_literal(o) ||
               isa_refuse(m, o->loc, "operand '%s' must be a register or a constant", opnd_name(f));
    case OK_ADDR:
        return fit_addr(m, f, o);
    case OK_VALUE:
        return fit_value(m, f, t, o);
    case OK_IMM:
        return o->kind == O_IMM || isa_refuse(m, o->loc, "operand '%s' of '%s' must be an integer constant", opnd_name(f),
                                      m->cand->form->name);
    case OK_TEX:
    case OK_SAMP:
    case OK_SURF:
        return fit_opaque(m, f, o);
    case OK_MOV:
        return fit_mov(m, f, t, o);
    default:
        return fit_symbol(m, f, o);
    }
}
