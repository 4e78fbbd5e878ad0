/* check.c: matches every instruction against the table, and checks what the table cannot say: labels, signatures, state
 * spaces, places that are only read. */
#include "analysis/analysis.h"

static const char *const space_name[] = {"generic", "register", "special register", ".const", ".global", ".local",
                                         ".param", ".shared", ".tex"};

/* ---- state spaces ------------------------------------------------------------------------------------------------ */

/* May an instruction for this space name a variable of that one? */
static bool space_allows(Space ins, const Sym *s)
{
    return ins == SP_GENERIC || (s->kind != SYM_FUNC && ins == s->space);
}

/* Bytes that an instruction reads or writes at its address; 1 where that is not known. */
static uint64_t access_bytes(const Ins *ins)
{
    Type t = isa_slot_type(ins, SLOT_TYPE);
    bool plain = isa_is_ld_st(ins) || ins->mnemonic == INS_ATOM || ins->mnemonic == INS_RED;
    uint64_t n = 1;
    for (int i = 1; i < ins->nword; i++)
        if (ins->word[i][0] == 'v' && ins->word[i][1] >= '1' && ins->word[i][1] <= '8' && !ins->word[i][2])
            n = (uint64_t)(ins->word[i][1] - '0');
    return plain && t ? n * (uint64_t)type_bytes(t) : 1;
}

static const char *through(int64_t last)
{
    static char s[32];
    snprintf(s, sizeof s, " to %lld", (long long)last);
    return s;
}

/* An access that begins or ends outside of the variable that it names. */
static void check_bounds(const Ins *ins, const Opnd *o)
{
    const Sym *s = o->sym;
    uint64_t n = access_bytes(ins);
    int64_t at = (int64_t)o->imm;
    if (s->kind != SYM_VAR || s->open_array || type_info[s->type].kind == 'o' ||
        (at >= 0 && n <= s->bytes && (uint64_t)at <= s->bytes - n))
        return;
    warn_at(WARN_BOUNDS, o->loc, "byte%s %lld%s of '%s', which has %llu", n > 1 ? "s" : "", (long long)at,
            n > 1 ? through(at + (int64_t)n - 1) : "", s->name, (unsigned long long)s->bytes);
}

/* A variable's place: in the space that the instruction is for, and of a kind that it may access. */
static void check_variable(const Fn *fn, const Ins *ins, const Opnd *o, Space space)
{
    const MemEffect mem = isa_mem(ins);
    const Space own = o->sym->space;
    if (space == SP_GENERIC && (own == SP_PARAM || own == SP_CONST) && !isa_is_fixed(ins)) {
        error_at(o->loc, "'%s' is in the .%s space: it has no generic address", o->sym->name, own == SP_PARAM ? "param" : "const");
    } else if (type_info[o->sym->type].kind == 'o' && mem != MEM_NONE && own != SP_PARAM) {
        error_at(o->loc, "'%s' is a .%s: it has no memory to access", o->sym->name, type_info[o->sym->type].name);
    } else if (!space_allows(space, o->sym)) {
        error_at(o->loc, "'%s' is in the %s space, not in %s", o->sym->name, space_name[own], space_name[space]);
    } else {
        if (isa_emit(ins) != EMIT_NOP)
            check_bounds(ins, o);
        if ((mem & MEM_W) && (own == SP_CONST || (own == SP_PARAM && fn_has_param(fn, o->sym))))
            error_at(o->loc, own == SP_CONST ? "'%s' is in the .const space: it cannot be written" :
                     "'%s' is an input of the function: it cannot be written", o->sym->name);
    }
}

static void check_place(const Fn *fn, const Ins *ins, const Opnd *o, Space space)
{
    if (o->kind != O_MEM)
        return;
    if (!o->sym) {
        if (o->reg < 0 && space != SP_LOCAL && !isa_is_fixed(ins))
            error_at(o->loc, "only .local memory has addresses that are known constants");
        return;
    }
    check_variable(fn, ins, o, space);
}

/* A variable whose address as a value cvta, mapa or getctarank takes: it lies in the space that they are for. */
static void check_value(const Ins *ins, const Opnd *o)
{
    const bool cluster = ins->mnemonic == INS_MAPA || ins->mnemonic == INS_GETCTARANK;
    if ((!cluster && ins->mnemonic != INS_CVTA) || o->kind != O_SYM || o->sym->kind != SYM_VAR)
        return;
    const Space space = cluster ? SP_SHARED : isa_space(ins);
    if (space != o->sym->space)
        error_at(o->loc, "'%s' is in the %s space, not in %s", o->sym->name, space_name[o->sym->space], space_name[space]);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

typedef struct Signature {
    const char *name;
    Sym *const *ret, *const *param;
    int nret, nparam;
    bool variadic;
} Signature;

static bool kinds_differ(Type a, Type b)
{
    char x = type_info[a].kind, y = type_info[b].kind;
    return x != y && (x == 'f' || y == 'f') && x != 'b' && y != 'b';
}

/* Does the argument fit parameter p?  Registers and .param variables of the same size do; so do constants of any
 * type. */
static void check_passed(const Fn *fn, const Opnd *o, const Sym *p, const char *name, const char *what)
{
    const Sym *passed = o->kind == O_REG ? fn->regs.at[o->reg] : o->sym;
    const uint64_t want = sym_passed_bytes(p), have = passed ? sym_passed_bytes(passed) : 0;
    const char *whose = p->name ? p->name : "the prototype";
    if (o->kind != O_REG && o->kind != O_SYM) {
        if (!opnd_is_literal(o) && o->kind != O_SINK)
            error_at(o->loc, "a %s of a call must be a .param variable, a register or a constant", what);
        return;
    }
    if (o->kind == O_SYM && (o->sym->kind != SYM_VAR || o->sym->space != SP_PARAM))
        return;
    if (o->kind == O_SYM && p->space == SP_PARAM && o->sym->align < p->align)
        error_at(o->loc, "this %s of '%s' is aligned to %u bytes; '%s' wants %u", what, name, (unsigned)o->sym->align,
                 whose, (unsigned)p->align);
    else if (o->kind == O_SYM && kinds_differ(o->sym->type, p->type))
        error_at(o->loc, "this %s of '%s' is .%s; '%s' is .%s", what, name, type_info[o->sym->type].name,
                 whose, type_info[p->type].name);
    else if (want && have && have != want && !p->is_array)
        error_at(o->loc, "this %s of '%s' has %llu bytes; '%s' wants %llu", what, name, (unsigned long long)have,
                 whose, (unsigned long long)want);
}

static void check_signature(const Fn *fn, const Ins *ins, const Opnd *rets, const Opnd *params, Signature s)
{
    int nret = rets->kind == O_LIST ? (int)rets->nsub : 0, nparam = params->kind == O_LIST ? (int)params->nsub : 0;
    if (nret != s.nret) {
        error_at(rets->kind == O_LIST ? rets->loc : ins->loc, "'%s' returns %d value%s; the call takes %d", s.name,
                 s.nret, s.nret == 1 ? "" : "s", nret);
        return;
    }
    if (nparam == s.nparam - 1 && s.param[nparam]->open_array) /* the open array of a variadic function is empty */
        s.nparam--;
    if (nparam < s.nparam || (nparam > s.nparam && !s.variadic)) {
        error_at(params->kind == O_LIST ? params->loc : ins->loc, "'%s' has %d parameter%s; the call passes %d", s.name,
                 s.nparam, s.nparam == 1 ? "" : "s", nparam);
        return;
    }
    for (int i = 0; i < nret; i++)
        check_passed(fn, &rets->sub[i], s.ret[i], s.name, "result");
    for (int i = 0; i < s.nparam; i++)
        check_passed(fn, &params->sub[i], s.param[i], s.name, "argument");
}

static Signature fn_signature(const Sym *f)
{
    return (Signature){f->name, f->fn->rets.at, f->fn->params.at, f->fn->rets.n, f->fn->params.n, f->fn->variadic};
}

static bool is_negated(const Opnd *o)
{
    bool yes = o->kind == O_REG && o->neg;
    for (uint32_t i = 0; i < o->nsub; i++)
        yes |= is_negated(&o->sub[i]);
    return yes;
}

static void check_prototype(const Fn *fn, const Ins *ins, const Opnd *rets, const Opnd *params, const Opnd *proto)
{
    const Sym *s = proto->sym;
    if (s->kind == SYM_PROTO)
        check_signature(fn, ins, rets, params, (Signature){s->name, s->rets.at, s->params.at, s->rets.n, s->params.n, s->variadic});
    else if (s->kind != SYM_TARGETS || !s->call_targets)
        error_at(proto->loc, "'%s' is no .callprototype and no .calltargets", s->name);
    for (int i = 0; i < s->targets.n && s->kind == SYM_TARGETS && s->call_targets; i++) {
        const Sym *t = s->targets.at[i];
        if (t && t->kind == SYM_FUNC && t->fn)
            check_signature(fn, ins, rets, params, fn_signature(t));
    }
}

static void check_call(const Fn *fn, const Ins *ins)
{
    for (int i = 0; i < ins->narg; i++)
        if (is_negated(&ins->arg[i])) {
            error_at(ins->arg[i].loc, "'call' does not negate its operands");
            return;
        }
    const Opnd *f = &ins->arg[isa_arg(ins, ARG_F)], *r = &ins->arg[isa_arg(ins, ARG_R)];
    const Opnd *p = &ins->arg[isa_arg(ins, ARG_PARAMS)], *proto = &ins->arg[isa_arg(ins, ARG_PROTO)];
    const Sym *target = f->kind == O_REG ? NULL : sym_meant(f->sym);
    if (target && target->kind != SYM_FUNC)
        error_at(f->loc, "'%s' is no function", target->name);
    else if (target && target->fn && target->fn->is_entry)
        error_at(f->loc, "'%s' is a kernel: it cannot be called", target->name);
    else if (f->kind == O_REG && type_info[fn->regs.at[f->reg]->type].bits < 32)
        error_at(f->loc, "'%s' is .%s: no address of a function", reg_name(fn, f->reg),
                 type_info[fn->regs.at[f->reg]->type].name);
    else if (proto->sym && target)
        error_at(f->loc, "a call of '%s' by its name takes no prototype", target->name);
    else if (proto->sym)
        check_prototype(fn, ins, r, p, proto);
    else if (target && target->fn && proto->kind == O_NONE)
        check_signature(fn, ins, r, p, fn_signature(target));
    else if (!target && proto->kind == O_NONE)
        error_at(ins->loc, "a call through a register needs a .callprototype or .calltargets");
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static void check_sreg(const Module *m, const Fn *fn, const Opnd *o)
{
    if (o->kind == O_SREG && o->sym) {
        const Sreg *s = &isa_sregs[o->sym->index];
        if (m->version < s->version)
            error_at(o->loc, "'%s' needs .version %d.%d or later; this module says %d.%d", s->name, s->version / 10,
                     s->version % 10, m->version / 10, m->version % 10);
        else if (m->target < s->target)
            error_at(o->loc, "'%s' needs .target sm_%d or later; this module says sm_%d", s->name, s->target,
                     m->target);
        else if ((opnd_is_sreg(o, SREG_PERCTAMEMORYOFFSET) || opnd_is_sreg(o, SREG_PERCTAMEMORYSIZE)) && !fn->has_cta_memory)
            error_at(o->loc, "'%s' is for kernels with .minperctamemory", s->name);
    }
    for (uint32_t i = 0; i < (o->sub ? o->nsub : 0); i++)
        check_sreg(m, fn, &o->sub[i]);
}

/* PTX 1.0 to 2.1 numbered the constant banks, ld.const[3]; all of them are the one .const space here. */
static void forget_bank(const Module *m, Ins *ins)
{
    for (int i = 1; i < ins->nword; i++) {
        if (strncmp(ins->word[i], "const[", 6) != 0)
            continue;
        if (m->version >= 22)
            error_at(ins->loc, "'.%s': constant banks ended with .version 2.1", ins->word[i]);
        const char **word = NEWN(m->arena, const char *, ins->nword);
        memcpy(word, ins->word, sizeof *word * ins->nword);
        word[i] = intern("const");
        ins->word = word;
    }
}

/* What the address of an instruction must be beyond its space. */
static void check_address(const Fn *fn, const Ins *ins, const Opnd *o)
{
    Type t = opnd_has_base(o) ? (Type)fn->regs.at[o->reg]->type : T_B64;
    if (type_info[t].bits < 32)
        warn_at(WARN_ISA, o->loc, "'%s' has %d bits; an address has 32 or 64", reg_name(fn, o->reg),
                type_info[t].bits);
    if (!o->sym || o->kind != O_MEM || o->sym->kind != SYM_VAR)
        return;
    if (ins->mnemonic == INS_MBARRIER && o->sym->space != SP_SHARED)
        error_at(o->loc, "a barrier lies in .shared memory; '%s' does not", o->sym->name);
    else if (isa_has_word(ins, MOD_UNIFIED) && !o->sym->unified)
        error_at(o->loc, "'%s' is not declared .unified", o->sym->name);
}

/* In a module whose addresses have 64 bits, half of one is hardly what its host program got from ptx2c_address32. */
static void warn_narrow(const Fn *fn)
{
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++)
        for (int k = 0; k < ins->narg; k++) {
            const Opnd *o = &ins->arg[k];
            if (!opnd_has_base(o) || !isa_arg_is_addr(ins, k) ||
                type_info[fn->regs.at[o->reg]->type].bits >= 64)
                continue;
            Space space = isa_opnd_space(ins, o);
            if (space == SP_GLOBAL || space == SP_GENERIC || space == SP_CONST) {
                warn_at(WARN_ADDRESS, o->loc, "this is a 32-bit address, in a module with addresses of 64 bits");
                return;
            }
        }
}

/* Manual 5.3: in independent mode textures have no sampler of their own. */
static void check_texmode(const Module *m, const Ins *ins)
{
    int s = isa_arg(ins, ARG_S), a = isa_arg(ins, ARG_A);
    const Modifier query = isa_slot(ins, SLOT_QUERY);
    if (!m->texmode_independent)
        return;
    if (isa_mem(ins) == MEM_TEX && s >= 0 && ins->arg[s].kind == O_NONE)
        error_at(ins->loc, "with .target texmode_independent '%s' wants a sampler: [texture, sampler, coordinates]",
                 ins->word[0]);
    else if (query && a >= 0 && isa_arg_opaque(ins, a) && ins->arg[a].sym && ins->arg[a].sym->type == T_TEXREF &&
             (query == MOD_FILTER_MODE || query == MOD_ADDR_MODE_0 || query == MOD_ADDR_MODE_1 || query == MOD_ADDR_MODE_2))
        error_at(ins->arg[a].loc, "with .target texmode_independent '.%s' is asked of a .samplerref", isa_words[query]);
}

static void check_ins(const Module *m, const Fn *fn, Ins *ins)
{
    forget_bank(m, ins);
    if (ins->guard >= 0 && fn->regs.at[ins->guard]->type != T_PRED)
        error_at(ins->loc, "the guard must be a .pred register; '%s' is .%s", reg_name(fn, ins->guard),
                 type_info[fn->regs.at[ins->guard]->type].name);
    if (!isa_match(m, fn, ins))
        return;
    for (int i = 0; i < ins->narg; i++) {
        Opnd *o = &ins->arg[i];
        if (o->kind == O_SYM && ins->argtype[i] == T_PRED) { /* a function's address is not 0: true */
            o->kind = O_IMM;
            o->imm = 1;
        }
        check_value(ins, o);
        if (o->kind == O_SREG || o->kind == O_VEC)
            check_sreg(m, fn, o);
        if (isa_arg_is_mem(ins, i) && !isa_arg_opaque(ins, i)) {
            check_place(fn, ins, o, isa_opnd_space(ins, o));
            check_address(fn, ins, o);
        }
    }
    check_texmode(m, ins);
    if (m->metadata == METADATA_PLAIN && ins->mnemonic == INS_TRACE)
        error_at(ins->loc, "trace.mark needs .metadata_domain 1 in the module's .metadata_section");
    const Opnd *target;
    switch (isa_emit(ins)) {
    case EMIT_BRA:
        target = &ins->arg[isa_arg(ins, ARG_TGT)];
        if (target->sym && target->sym->kind != SYM_LABEL)
            error_at(target->loc, "'%s' is no label", target->sym->name);
        break;
    case EMIT_BRX:
        target = &ins->arg[isa_arg(ins, ARG_TARGETS)];
        if (target->sym && (target->sym->kind != SYM_TARGETS || target->sym->call_targets))
            error_at(target->loc, "'%s' is no .branchtargets list", target->sym->name);
        break;
    case EMIT_CALL:
        check_call(fn, ins);
        break;
    default:
        break;
    }
}

void check_module(Module *m)
{
    for (int f = 0; f < m->fns.n && !diag_full(); f++) {
        const Fn *fn = m->fns.at[f];
        progress_show("checking", (size_t)f, 2 * (size_t)m->fns.n);
        for (int i = 0; i < fn->ins.n && !diag_full(); i++)
            check_ins(m, fn, &fn->ins.at[i]);
    }
    if (diag_errors())
        return;
    call_find_addresses(m);
    for (int f = 0; f < m->fns.n; f++) {
        progress_show("checking", (size_t)m->fns.n + (size_t)f, 2 * (size_t)m->fns.n);
        if (m->address_size == 64)
            warn_narrow(m->fns.at[f]);
        if (warn_on(WARN_UNINITIALIZED) || warn_on(WARN_MAYBE))
            uninit_check(m, m->fns.at[f]);
    }
}
