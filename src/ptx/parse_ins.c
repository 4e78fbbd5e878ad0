/* parse_ins.c: instructions: the guard is read, what is left is the opcode and its operands (manual 6).
 *
 * Nothing is known here of what an instruction takes: any operand may stand anywhere, isa.c refuses what does not fit.
 * Only two things hang on the opcode: bra, brx and call may name what comes later, and call's "(" opens a list. */
#include "ptx/parse.h"

/* ---- names ----------------------------------------------------------------------------------------------------- */

Scope *sreg_scope(Arena *a)
{
    Scope *s = scope_new(a, a, NULL);
    for (int i = 0; i < isa_nsregs; i++) {
        const Sreg *r = &isa_sregs[i];
        const char *open = strchr(r->name, '<');
        Sym *sym = NEW_OF(a, Sym, .kind = SYM_SREG, .space = SP_SREG, .type = r->type, .vec = r->vec, .index = i);
        sym->bytes = (uint64_t)type_bytes(r->type) * r->vec;
        sym->name = open ? intern_n(r->name, (size_t)(open - r->name)) : intern(r->name);
        if (open)
            scope_add_family(s, sym, sym->name, (uint32_t)strtoul(open + 1, NULL, 10));
        else
            scope_add(s, sym);
    }
    return s;
}

Sym *sreg_find(Parser *p, const char *name) { return name[0] == '%' ? scope_find(p->sregs, name) : NULL; }

Sym *find_name(Parser *p, const char *name)
{
    Sym *sym = scope_find(p->scope, name);
    if (sym && sym->kind == SYM_VAR && sym->index < 0) { /* a member of a family, used for the first time */
        sym->index = 0;
        if (sym->fn)
            array_add(p->a, &sym->fn->vars, sym);
        else
            array_add(p->a, &p->m->syms, sym);
    }
    return sym;
}

static Scope *function_scope(const Parser *p) { return p->blocks.n ? p->blocks.at[0] : p->scope; }

bool undeclared(Parser *p, Scope *scope, const char *name, Loc loc, const char *what)
{
    uint32_t count;
    const Sym *family = name[0] == '%' ? scope_beyond(scope, name, &count) : NULL;
    const char *like = family ? NULL : scope_nearest(scope, name);
    if (family && count) {
        error_at(loc, "undeclared %s '%s'; the last one is '%s%u'", what, name, family->name, count - 1);
        note_at(family->loc, "'%s<%u>' is declared here", family->name, count);
    } else if (like)
        error_at(loc, "undeclared %s '%s'; did you mean '%s'?", what, name, like);
    else
        error_at(loc, "undeclared %s '%s'", what, name);
    scope_break(p->fn ? function_scope(p) : p->m->scope, name);
    return false;
}

/* ---- operands -------------------------------------------------------------------------------------------------- */

static bool parse_operand(Parser *p, const Opcode *code, Opnd *o, int top);

static Opnd new_opnd(OpndKind kind, Loc loc) { return (Opnd){.kind = (uint8_t)kind, .comp = -1, .reg = -1, .loc = loc}; }

/* Moves the operands above base from the stack into o->sub. */
static void take_subs(Parser *p, Opnd *o, int base)
{
    if (p->stack.n - base > UINT16_MAX) {
        error_at(o->loc, "no list has more than %d members", UINT16_MAX);
        p->stack.n = base + UINT16_MAX;
    }
    o->nsub = (uint32_t)(p->stack.n - base);
    o->sub = NEWN(p->a, Opnd, o->nsub ? o->nsub : 1);
    if (o->nsub)
        memcpy(o->sub, p->stack.at + base, o->nsub * sizeof *o->sub);
    p->stack.n = base;
}

/* Each operand of operand {"," operand}, onto the stack; group: they are part of another one. */
static bool parse_operands(Parser *p, const Opcode *code, bool group)
{
    do {
        Opnd o;
        if (!parse_operand(p, code, &o, group ? -1 : p->stack.n))
            return false;
        array_add(p->a, &p->stack, o);
    } while (take(p, ','));
    return true;
}

/* vector = "{" operands "}"    list = "(" [operands] ")" */
static bool parse_group(Parser *p, const Opcode *code, Opnd *o, OpndKind kind)
{
    int base = p->stack.n;
    uint32_t start = p->tok.loc.at;
    bool list = kind == O_LIST;
    next(p);
    bool ok = (list && at(p, ')')) || parse_operands(p, code, true);
    if (ok)
        ok = expect(p, list ? ')' : '}', list ? "the parameters" : "the vector");
    *o = new_opnd(kind, loc_from(p, start));
    take_subs(p, o, base);
    return ok;
}

/* The number of a component or selector by its name, -1 if unknown; longer selectors go into *digits. */
static int component(const char *s, uint64_t *digits, uint32_t *ndigits)
{
    static const char names[] = "xyzwrgba";
    size_t n = strlen(s);
    const char *found = n == 1 ? strchr(names, s[0]) : NULL;
    if (found)
        return (int)(found - names) & 3;
    const bool h = s[0] == 'h';
    const size_t parts = h ? 2 : 4; /* of a word; two operands have twice as many */
    if ((s[0] != 'b' && !h) || n < 2 || n > parts + 1)
        return -1;
    *digits = 0;
    for (size_t i = 1; i < n; i++) {
        if (s[i] < '0' || (size_t)(s[i] - '0') >= 2 * parts)
            return -1;
        *digits = *digits << 4 | (uint64_t)(s[i] - '0');
    }
    *ndigits = (uint32_t)(n - 1);
    if (n == 2 && *digits < parts)
        return (h ? 8 : 4) + (int)*digits;
    return h ? 11 : 10;
}

/* suffix = .x … .w | .r … .a | .b0 … | .h0 …, without a blank before it */
static bool parse_component(Parser *p, Opnd *o, const Sym *sym)
{
    if (!at(p, TK_DOT) || p->tok.loc.at != p->prev_end)
        return true;
    uint64_t digits = 0;
    uint32_t n = 0;
    int comp = component(p->tok.name, &digits, &n);
    if (comp < 0)
        return fail(p, "unknown component or selector '.%s'", p->tok.name);
    if (comp < 4 && (sym->vec == 1 || (comp >= sym->vec && sym->kind == SYM_REG)))
        return fail(p, sym->vec == 1 ? "'%s' is no vector: it has no component '.%s'"
                                     : "'%s' has no component '.%s'", sym->name, p->tok.name);
    o->comp = (int8_t)comp;
    if (comp >= 10)
        o->imm = digits | (uint64_t)n << 32;
    next(p);
    return true;
}

/* offset = "+" const */
static bool parse_offset(Parser *p, Opnd *o)
{
    if (at(p, '-'))
        return fail(p, "a negative offset is written '+-4'");
    if (!take(p, '+'))
        return true;
    Const c;
    Loc loc = p->tok.loc;
    if (at(p, TK_ID) && p->tok.name[0] == '%')
        return fail(p, "an address is one register and a constant: add '%s' to it before", p->tok.name);
    if (!parse_const(p, &c))
        return false;
    if (!const_is_int(c))
        return error_at(loc, "an offset must be an integer");
    o->imm += c.bits;
    return true;
}

/* An instruction that comes before the one that is read. */
static void add_before(Parser *p, Loc loc, const char *opcode, const Opnd *op, int n)
{
    const Opcode *code = opcode_named(&p->lx, opcode);
    Ins ins = {.guard = -1, .loc = loc, .made = true, .line_file = p->file, .line = p->line,
               .word = code->word, .nword = code->nword, .op = NEWN(p->a, Opnd, n), .nop = (uint8_t)n};
    memcpy(ins.op, op, (size_t)n * sizeof *op);
    array_add(p->a, &p->fn->ins, ins);
}

static Opnd new_register(Parser *p, Loc loc, const char *name, Type t)
{
    Sym *r = NEW(p->a, Sym);
    *r = (Sym){.kind = SYM_REG, .name = intern(name), .space = SP_REG, .type = (uint8_t)t, .vec = 1, .bytes = (uint64_t)type_bytes(t),
               .fn = p->fn, .loc = loc, .index = -1};
    Opnd o = new_opnd(O_REG, loc);
    o.reg = reg_number(p, r);
    return o;
}

/* o, an element of an array whose number a register has: its address goes to a register before.  Of the register 32 bits
 * count (what the assembler does; the manual says nothing). */
static void index_by_register(Parser *p, const Opcode *code, Opnd *o, Sym *sym, Loc loc)
{
    const Type t = type_by_name(code->word[code->nword - 1]);
    const bool wide = code->is_mov ? type_info[t].bits != 32 : p->m->address_size != 32;
    Opnd base[2] = {new_register(p, loc, "array", wide ? T_B64 : T_B32), *o}, number = new_opnd(O_REG, loc);
    number.reg = reg_number(p, sym);
    base[1].kind = O_SYM;
    add_before(p, loc, wide ? "mov.b64" : "mov.b32", base, 2);
    const int bits = type_info[sym->type].bits;
    if (bits != 32) {
        const Opnd narrow[2] = {new_register(p, loc, "number", T_B32), number};
        add_before(p, loc, bits == 64 ? "cvt.u32.u64" : bits == 16 ? "cvt.u32.u16" : "cvt.u32.u8", narrow, 2);
        number = narrow[0];
    }
    Opnd size = new_opnd(O_IMM, loc), place = new_register(p, loc, "element", wide ? T_B64 : T_B32);
    size.type = T_S64;
    size.imm = (uint64_t)type_bytes(o->sym->type);
    const Opnd sum[4] = {place, number, size, base[0]};
    add_before(p, loc, wide ? "mad.wide.u32" : "mad.lo.u32", sum, 4);
    o->reg = place.reg;
    o->sym = NULL;
    o->imm = 0;
    if (o->kind == O_SYM)
        o->kind = O_REG;
}

/* The register of an index, into *number. */
static bool parse_index_register(Parser *p, Sym **number)
{
    Sym *s = *number = find_name(p, p->tok.name);
    if (!s)
        return undeclared(p, p->scope, p->tok.name, p->tok.loc, "register");
    if (!s->broken && (s->kind != SYM_REG || type_info[s->type].kind == 'f' || s->type == T_PRED))
        return fail(p, "'%s' is no integer register: an index is one, a constant, or their sum", s->name);
    next(p);
    return true;
}

/* index = "[" (const | register ["+" const]) "]": an element of an array, numbered in scalars whatever its dimensions; its address
 * for mov and cvta, the place itself elsewhere */
static bool parse_index(Parser *p, const Opcode *code, Opnd *o)
{
    Loc loc = p->tok.loc;
    Const c = {.type = T_S64};
    Sym *number = NULL;
    next(p);
    if (!o->sym->is_array)
        return fail(p, "'%s' is no array", o->sym->name);
    if (at_name(p) && !parse_index_register(p, &number))
        return false;
    if ((!number || take(p, '+')) && !parse_const(p, &c))
        return false;
    if (!expect(p, ']', "the index"))
        return false;
    if (!const_is_int(c))
        return error_at(loc, "an index must be an integer");
    o->imm = c.bits * (uint64_t)type_bytes(o->sym->type);
    if (!code->is_mov)
        o->kind = O_MEM;
    if (number && number->broken)
        p->broken = true;
    else if (number)
        index_by_register(p, code, o, number, loc);
    return true;
}

static void defer(Parser *p, const char *name, Loc loc, int top)
{
    Fixup f = {.scope = p->scope, .name = name, .loc = loc, .ins = p->fn->ins.n, .op = top};
    array_add(p->a, &p->fixups, f);
}

/* A name whose mistake was reported, with what may follow it; the instruction will be left out. */
static bool parse_broken(Parser *p, Opnd *o)
{
    Const c;
    p->broken = true;
    o->kind = O_SINK;
    next(p);
    if (at(p, TK_DOT) && p->tok.loc.at == p->prev_end)
        next(p);
    if (take(p, '['))
        return parse_const(p, &c) && expect(p, ']', "the index");
    return (!at(p, '+') && !at(p, '-')) || parse_const(p, &c);
}

/* name = register [suffix] | special register [suffix] | variable [offset | index] | function | label */
static bool parse_name_operand(Parser *p, const Opcode *code, Opnd *o, int top)
{
    const char *name = p->tok.name;
    Loc loc = p->tok.loc;
    bool later = code->is_branch && top >= (code->is_index ? 1 : 0);
    Sym *sym = later && !code->is_call ? NULL : find_name(p, name);
    *o = new_opnd(O_SYM, loc);
    if (sym && sym->broken)
        return parse_broken(p, o);
    o->sym = sym;
    if (!sym && !later)
        return undeclared(p, p->scope, name, loc, name[0] == '%' ? "register" : "name");
    if (!sym)
        defer(p, name, loc, top);
    next(p);
    bool ok = true;
    switch (sym ? sym->kind : SYM_LABEL) {
    case SYM_REG:
        o->kind = O_REG;
        o->reg = reg_number(p, sym);
        ok = parse_component(p, o, sym);
        break;
    case SYM_SREG:
        o->kind = O_SREG;
        ok = parse_component(p, o, sym);
        break;
    case SYM_VAR:
        if (at(p, '['))
            ok = parse_index(p, code, o);
        else if (at(p, '+') || at(p, '-'))
            ok = parse_offset(p, o);
        else
            return true;
        break;
    case SYM_FUNC:
        return true;
    default:
        o->kind = O_LABEL;
        return true;
    }
    o->loc = loc_from(p, loc.at);
    return ok;
}

static bool parse_immediate(Parser *p, Opnd *o)
{
    Const c;
    uint32_t start = p->tok.loc.at;
    if (!parse_const(p, &c))
        return false;
    *o = new_opnd(const_is_int(c) ? O_IMM : O_FIMM, loc_from(p, start));
    o->type = (uint8_t)c.type;
    o->imm = c.bits;
    return true;
}

/* base = (register | variable) [offset] | const */
static bool parse_base(Parser *p, Opnd *o)
{
    if (!at_name(p)) {
        if (!at_const(p))
            return fail_expected(p, "an address");
        if (!parse_immediate(p, o))
            return false;
        if (o->kind == O_FIMM)
            return error_at(o->loc, "an address must be an integer");
        o->kind = O_MEM;
        return true;
    }
    Sym *sym = find_name(p, p->tok.name);
    Loc loc = p->tok.loc;
    if (!sym)
        return undeclared(p, p->scope, p->tok.name, loc, p->tok.name[0] == '%' ? "register" : "name");
    if (!sym->broken && sym->kind != SYM_REG && sym->kind != SYM_VAR && sym->kind != SYM_FUNC)
        return fail(p, "'%s' is no address", sym->name);
    *o = new_opnd(O_MEM, loc);
    if (sym->broken)
        return parse_broken(p, o);
    next(p);
    if (sym->kind == SYM_REG) {
        o->reg = reg_number(p, sym);
        if (!parse_component(p, o, sym))
            return false;
    } else {
        o->sym = sym;
    }
    return parse_offset(p, o);
}

/* The first of several operands in brackets is a value, not a place. */
static void base_to_value(Opnd *o)
{
    if (o->imm && (o->reg >= 0 || o->sym))
        return; /* with an offset it stays what it is */
    if (o->reg >= 0)
        o->kind = O_REG;
    else if (o->sym)
        o->kind = O_SYM;
    else
        o->kind = O_IMM;
}

/* address = "[" base {"," operand} "]" [.unified] */
static bool parse_brackets(Parser *p, const Opcode **code, Opnd *o)
{
    uint32_t start = p->tok.loc.at;
    int base = p->stack.n;
    next(p);
    if (!parse_base(p, o))
        return false;
    if (at(p, ',')) {
        base_to_value(o);
        array_add(p->a, &p->stack, *o);
        next(p);
        if (!parse_operands(p, *code, true))
            return false;
        *o = new_opnd(O_TEX, (Loc){start, 0});
        take_subs(p, o, base);
    }
    if (!expect(p, ']', "the address"))
        return false;
    o->loc = loc_from(p, start);
    if (at_kw(p, KW_UNIFIED)) { /* ld … [a].unified: a modifier that stands at the operand */
        *code = opcode_with(&p->lx, *code, p->tok.name);
        next(p);
    }
    return true;
}

/* Does a name (no constant) follow the sign just read? */
static bool name_follows(const Parser *p)
{
    const char *s = p->lx.p;
    while (*s == ' ' || *s == '\t')
        s++;
    return (*s == '%' || *s == '$' || *s == '_' || ((*s | 32) >= 'a' && (*s | 32) <= 'z')) &&
           strncmp(s, "WARP_SZ", 7) != 0;
}

/* simple = vector | list | address | "_" | ("!" | "-") name | name | const */
static bool parse_simple(Parser *p, const Opcode *code, Opnd *o, int top)
{
    uint32_t start = p->tok.loc.at;
    switch (p->tok.kind) {
    case '{':
        return parse_group(p, code, o, O_VEC);
    case '(':
        return code->is_call ? parse_group(p, code, o, O_LIST) : parse_immediate(p, o);
    case '[':
        return parse_brackets(p, &p->code, o);
    case TK_SINK:
        *o = new_opnd(O_SINK, p->tok.loc);
        next(p);
        return true;
    case '!':
    case '-':
        if (!name_follows(p))
            return parse_immediate(p, o);
        next(p);
        if (!parse_name_operand(p, code, o, top))
            return false;
        if (o->kind != O_REG && !p->broken)
            return error_at(o->loc, "only registers and constants can be negated");
        o->neg = true;
        o->loc = loc_from(p, start);
        return true;
    default:
        if (at_name(p))
            return parse_name_operand(p, code, o, top);
        if (at_const(p))
            return parse_immediate(p, o);
        return fail_expected(p, "an operand");
    }
}

/* operand = simple ["|" simple]; top: its position when it is no part of another, else -1 */
static bool parse_operand(Parser *p, const Opcode *code, Opnd *o, int top)
{
    if (!enter(p))
        return false;
    uint32_t start = p->tok.loc.at;
    int base = p->stack.n;
    bool ok = parse_simple(p, code, o, top);
    if (ok && at(p, '|')) {
        Opnd second;
        array_add(p->a, &p->stack, *o);
        next(p);
        ok = parse_simple(p, code, &second, -1);
        if (ok) {
            array_add(p->a, &p->stack, second);
            *o = new_opnd(O_PAIR, loc_from(p, start));
            take_subs(p, o, base);
        }
    }
    leave(p);
    return ok;
}

/* ---- instructions ---------------------------------------------------------------------------------------------- */

/* The next line begins with what can only be an instruction: the ';' of this one is missing. */
static bool at_new_line_instruction(const Parser *p)
{
    return p->tok.bol && at(p, TK_ID) && p->tok.name[0] != '%' && *p->lx.p == '.';
}

static bool at_sass(const Parser *p)
{
    const char *text = p->lx.text + p->tok.loc.at;
    return text[0] >= 'A' && text[0] <= 'Z' && text[1] < 'a' && input_is_sass(text, p->lx.end);
}

/* instruction = opcode [operand {"," operand}] ";" */
static bool parse_whole(Parser *p, int32_t guard, bool guard_neg)
{
    if (at_sass(p))
        return fail(p, "this looks like SASS, the machine code, not like PTX");
    Ins ins = {.guard = guard, .guard_neg = guard_neg, .line_file = p->file, .line = p->line};
    const Opcode *code = lex_opcode(&p->lx, &p->tok, &ins.loc);
    p->code = code;
    p->stack.n = 0;
    p->tok.loc = ins.loc;
    next(p);
    if (!at(p, ';') && !at(p, '}') && !at(p, TK_EOF) && !at_new_line_instruction(p) && !parse_operands(p, code, false))
        return false;
    if (p->stack.n > UINT8_MAX || p->code->nword == UINT8_MAX)
        return error_at(ins.loc, "no instruction has so many %s", p->stack.n > UINT8_MAX ? "operands" : "modifiers");
    ins.word = p->code->word;
    ins.nword = p->code->nword;
    ins.nop = (uint8_t)p->stack.n;
    if (ins.nop) {
        ins.op = NEWN(p->a, Opnd, ins.nop);
        memcpy(ins.op, p->stack.at, ins.nop * sizeof *ins.op);
    }
    if (!end_statement(p, code->text))
        return false;
    if (!p->broken)
        array_add(p->a, &p->fn->ins, ins);
    return true;
}

bool parse_instruction(Parser *p, int32_t guard, bool guard_neg)
{
    int fixups = p->fixups.n, n = p->fn->ins.n;
    p->broken = guard == BROKEN_GUARD;
    bool ok = parse_whole(p, guard, guard_neg);
    if (p->fn->ins.n == n)
        p->fixups.n = fixups; /* there is no such instruction */
    return ok;
}

/* ---- what was named before it stood ---------------------------------------------------------------------------- */

static bool fits(const Fixup *f, const Ins *ins, const Sym *sym)
{
    if (f->list)
        return sym->kind == (f->list->call_targets ? SYM_FUNC : SYM_LABEL);
    if (strcmp(ins->word[0], "call") == 0)
        return sym->kind != SYM_LABEL;
    if (strcmp(ins->word[0], "brx") == 0)
        return sym->kind == SYM_TARGETS;
    return sym->kind == SYM_LABEL;
}

/* A reported name leaves no hole: the instruction becomes one that any pass can look at. */
static void disarm(Ins *ins)
{
    static const char *word[1];
    word[0] = intern("exit");
    ins->word = word;
    ins->nword = 1;
    ins->nop = 0;
}

static void resolve(Parser *p, const Fixup *f)
{
    Ins *ins = f->list ? NULL : &p->fn->ins.at[f->ins];
    if (ins && !ins->nop)
        return; /* reported for another of its names */
    bool call = f->list ? f->list->call_targets : strcmp(ins->word[0], "call") == 0;
    Sym *sym = scope_find(f->scope, f->name);
    const char *what = call ? "function" : ins && strcmp(ins->word[0], "brx") == 0 ? "branch target list" : "label";
    if (sym && !sym->broken && fits(f, ins, sym)) {
        *(f->list ? &f->list->targets.at[f->element] : &ins->op[f->op].sym) = sym;
        return;
    }
    if (!sym)
        undeclared(p, f->scope, f->name, f->loc, what);
    else if (!sym->broken)
        error_at(f->loc, "'%s' is no %s", f->name, what);
    if (ins)
        disarm(ins);
}

void resolve_fixups(Parser *p)
{
    for (int i = 0; i < p->fixups.n && !diag_full(); i++)
        resolve(p, &p->fixups.at[i]);
    p->fixups.n = 0;
}
