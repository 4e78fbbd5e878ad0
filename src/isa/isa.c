/* isa.c: questions about a matched instruction, answered from the generated table (build/isa_table.c, made by mkisa
 * from templates/isa). */
#include "isa/table.h"

#include <ctype.h>

const char **isa_word_ptr;
static Arena isa_arena;
static const IsaInsn **insn_slot; /* open hashing over the interned names */
static unsigned insn_mask;

static unsigned pointer_hash(const void *p)
{
    uintptr_t x = (uintptr_t)p >> 4;
    return (unsigned)(x ^ x >> 9 ^ x >> 18);
}

void isa_begin(void)
{
    if (isa_word_ptr)
        return;
    isa_word_ptr = NEWN(&isa_arena, const char *, isa_nwords);
    for (int i = 1; i < isa_nwords; i++)
        isa_word_ptr[i] = intern(isa_words[i]);
    for (insn_mask = 255; insn_mask < (unsigned)isa_ninsns * 2; insn_mask = insn_mask * 2 + 1)
        ;
    insn_slot = NEWN(&isa_arena, const IsaInsn *, insn_mask + 1);
    for (int i = 0; i < isa_ninsns; i++) {
        unsigned h = pointer_hash(intern(isa_insns[i].name)) & insn_mask;
        while (insn_slot[h])
            h = (h + 1) & insn_mask;
        insn_slot[h] = &isa_insns[i];
    }
}

const IsaInsn *isa_insn(const char *interned)
{
    isa_begin();
    for (unsigned h = pointer_hash(interned) & insn_mask; insn_slot[h]; h = (h + 1) & insn_mask)
        if (strcmp(insn_slot[h]->name, interned) == 0)
            return insn_slot[h];
    return NULL;
}

/* ---- availability, conditions ------------------------------------------------------------------------------------ */

/* Manual 11.1.2: sm_100 and sm_103 are one, sm_101 another; from 9.0 on its name is sm_110. */
static int family(int target) { return target == 101 ? 11 : target / 10; }

static bool has_target(const Module *m, IsaAvail a)
{
    if (!a.suffix)
        return m->target >= a.sm;
    if (a.suffix == 'a')
        return m->target == a.sm && m->target_suffix == 'a';
    return family(m->target) == family(a.sm) && m->target >= a.sm && m->target_suffix;
}

bool isa_available(const Module *m, IsaAvails a, IsaAvail *miss)
{
    bool near = false;
    for (int i = 0; i < a.n; i++) {
        IsaAvail x = isa_avails[a.first + i];
        bool target = has_target(m, x);
        if (target && m->version >= x.ptx)
            return true;
        if (i == 0 || (target && !near)) {
            *miss = x;
            near = target;
        }
    }
    return a.n == 0;
}

Type isa_word_type(unsigned word) { return word ? type_by_name(isa_words[word]) : T_NONE; }

static Type type_of(const IsaChoice *c, int tok) { return isa_word_type(c->word[tok]); }

int isa_word_number(unsigned word)
{
    const char *w = isa_words[word] + strcspn(isa_words[word], "0123456789");
    return *w ? atoi(w) : 1;
}

static bool type_narrows(Type to, Type from)
{
    const TypeInfo *x = &type_info[to], *y = &type_info[from];
    if (x->kind == 'f' || y->kind == 'f')
        return x->kind != 'f' || x->bits < y->bits;
    int sx = x->kind == 's', sy = y->kind == 's';
    return (sy && !sx) || x->bits - sx < y->bits - sy;
}

/* Whether the operand, or an element of it, is of that kind. */
static bool has_kind(const Opnd *o, OpndKind kind)
{
    for (uint32_t i = 0; o->kind == O_VEC && i < o->nsub; i++)
        if (o->sub[i].kind == kind)
            return true;
    return o->kind == kind;
}

static uint64_t number(uint16_t arg) { return (uint64_t)(int64_t)(arg - CALL_NUMBER); }

static const Opnd *argument(const IsaChoice *c, uint16_t arg)
{
    static const Opnd none;
    return c->arg && arg >= CALL_OPND && arg < CALL_OPND_END ? &c->arg[arg - CALL_OPND] : &none;
}

/* What a condition asks of an integer constant, the first argument. */
static bool constant_is(const IsaChoice *c, IsaFunction fn, int n, const uint16_t *arg)
{
    const uint64_t x = argument(c, arg[0])->imm;
    bool found = false;
    if (argument(c, arg[0])->kind != O_IMM)
        return fn != FN_ONEOF; /* not known here */
    switch (fn) {
    case FN_ATMOST:
        return argument(c, arg[1])->kind != O_IMM || x <= argument(c, arg[1])->imm;
    case FN_WORD:
        return x <= UINT32_MAX;
    case FN_FULL:
        return x == UINT32_MAX;
    case FN_RANGE:
        return x >= number(arg[1]) && x <= number(arg[2]);
    case FN_MULTIPLE:
        return x % number(arg[1]) == 0;
    case FN_POWER:
        return x < (1u << 24) && is_power_of_2(x);
    case FN_ONEOF:
        for (int i = 1; i < n; i++)
            found |= x == number(arg[i]);
        return found;
    default:
        ice("unknown function in a condition of %s", c->form->pattern);
    }
}

static bool call(const IsaChoice *c, IsaFunction fn, int n, const uint16_t *arg)
{
    const Opnd *o = argument(c, arg[0]);
    switch (fn) {
    case FN_NARROWS:
        return type_narrows(type_of(c, arg[0]), type_of(c, arg[1]));
    case FN_FITS:
        return (uint64_t)isa_word_number(c->word[arg[0]]) * type_info[type_of(c, arg[1])].bits <= number(arg[2]);
    case FN_SAME:
        return c->word[arg[0]] == c->word[arg[1]];
    case FN_OLD:
        return c->old;
    case FN_IMM:
        return has_kind(o, O_IMM) || has_kind(o, O_FIMM);
    case FN_REG:
        return has_kind(o, O_REG) || opnd_has_base(o);
    case FN_SYM:
        return o->kind == O_SYM;
    case FN_NEGATED:
        return o->neg;
    case FN_VECTOR:
        return o->kind == O_VEC;
    default:
        return constant_is(c, fn, n, arg);
    }
}

bool isa_cond(const IsaChoice *c, uint32_t cond)
{
    bool stack[64] = {true};
    int top = -1;
    const uint16_t *p = isa_code + cond;
    while (*p != C_END) {
        switch ((IsaCode)*p++) {
        case C_CONST:
            stack[++top] = *p++;
            break;
        case C_HAS:
            stack[++top] = c->word[*p++] != 0;
            break;
        case C_IS: {
            uint16_t w = c->word[*p++];
            int n = *p++;
            bool is = false;
            for (int i = 0; i < n; i++)
                is |= p[i] == w;
            p += n;
            stack[++top] = is;
            break;
        }
        case C_ARG:
            stack[++top] = c->arg && c->arg[*p].kind != O_NONE;
            p++;
            break;
        case C_CALL: {
            int fn = *p++, n = *p++;
            stack[++top] = call(c, (IsaFunction)fn, n, p);
            p += n;
            break;
        }
        case C_NOT:
            stack[top] = !stack[top];
            break;
        case C_AND:
            top--;
            stack[top] &= stack[top + 1];
            break;
        case C_OR:
            top--;
            stack[top] |= stack[top + 1];
            break;
        case C_END:
            break;
        }
    }
    return stack[top < 0 ? 0 : top];
}

const IsaRule *isa_broken_rule(const IsaChoice *c, IsaRuleKind last)
{
    for (int i = 0; i < c->form->nrule; i++) {
        const IsaRule *r = &isa_rules[c->form->rule + i];
        if (r->kind > last || r->operands != (c->arg != NULL))
            continue;
        const bool a = isa_cond(c, r->a);
        if (r->kind == RULE_ONLY ? a && !isa_cond(c, r->b) : a != isa_cond(c, r->b))
            return r;
    }
    return NULL;
}

static bool size_fits(const TypeInfo *want, const TypeInfo *have, bool wider)
{
    return wider ? have->bits >= want->bits : have->bits == (want->bits < 8 ? 8 : want->bits);
}

/* Manual 6.1 and 9.4.1, and what the assembler does: f16x2 registers are untyped 32-bit ones except for floats; types
 * that no register can have live in .bN registers. */
bool isa_reg_fits(Type t, Type r, bool relax)
{
    const TypeInfo *want = &type_info[t], *have = &type_info[r];
    const bool scalar = t <= T_F64 && t != T_F16X2;
    if (t == T_NONE)
        return true;
    if (t == T_PRED || r == T_PRED || have->kind == 'o')
        return t == r;
    if (!size_fits(want, have, relax && scalar))
        return false;
    if (have->kind == 'b' || t == r || (r == T_F16X2 && type_is_pair(t)))
        return true;
    if (!scalar)
        return false;
    if (r == T_F16X2)
        return want->kind != 'f';
    if (have->kind == 'f')
        return want->kind == 'b';
    return want->kind != 'f';
}

/* ---- accessors --------------------------------------------------------------------------------------------------- */

bool isa_translated(const Ins *ins)
{
    if (!ins->form || ins->form->flags & FORM_SYNTAX)
        return false;
    return ins->form->emit != EMIT_TEXT || ins->lower || ins->sides->put || ins->sides->get;
}

const char *isa_pattern(const Ins *ins, Arena *a)
{
    Str b = {0};
    str_add(&b, ins->form->name);
    for (int t = 0; t < ins->form->ntok; t++)
        if (ins->slot[t] && isa_has_word(ins, (Modifier)ins->slot[t]))
            str_printf(&b, ".%s", isa_words[ins->slot[t]]);
    return str_keep(a, &b);
}

MemEffect isa_mem(const Ins *ins) { return ins->form ? (MemEffect)ins->form->mem : MEM_NONE; }

static bool has_flag(const Ins *ins, uint32_t flag) { return ins->form && ins->form->flags & flag; }

bool isa_is_warp(const Ins *ins) { return has_flag(ins, FORM_WARP); }
bool isa_is_whole(const Ins *ins) { return has_flag(ins, FORM_WHOLE); }
bool isa_is_fixed(const Ins *ins) { return has_flag(ins, FORM_FIXED); }
bool isa_is_alike(const Ins *ins) { return has_flag(ins, FORM_ALIKE); }
bool isa_takes_address(const Ins *ins) { return has_flag(ins, FORM_ADDRESS); }
bool isa_reads_carry(const Ins *ins) { return has_flag(ins, FORM_CARRY_IN); }
bool isa_sets_carry(const Ins *ins) { return has_flag(ins, FORM_CARRY_OUT); }
bool isa_is_cta(const Ins *ins) { return has_flag(ins, FORM_CTA); }

bool isa_is_term(const Ins *ins)
{
    return ins->form && ins->form->flags & FORM_TERM && (ins->form->emit != EMIT_BRA || ins->guard < 0);
}

bool isa_is_uniform(const Ins *ins) { return !has_flag(ins, FORM_VARIES); }

int isa_arg(const Ins *ins, ArgName name)
{
    for (int i = 0; ins->form && i < ins->form->nopnd; i++)
        if (isa_opnds[ins->form->opnd + i].name == name)
            return i;
    return -1;
}

const Opnd *isa_opnd(const Ins *ins, ArgName name)
{
    const int i = isa_arg(ins, name);
    return i >= 0 && ins->arg[i].kind != O_NONE ? &ins->arg[i] : NULL;
}

const Opnd *isa_address(const Ins *ins) { return isa_is_ld_st(ins) ? &ins->arg[isa_arg(ins, ARG_A)] : NULL; }

bool isa_is_strong(const Ins *ins)
{
    static const Modifier words[] = {MOD_VOLATILE, MOD_RELAXED, MOD_ACQUIRE, MOD_RELEASE, MOD_MMIO, MOD_NONE};
    return isa_has_any(ins, words);
}

bool ins_same_words(const Ins *a, const Ins *b)
{
    return a->nword == b->nword && a->lower == b->lower && !memcmp(a->word, b->word, sizeof *a->word * a->nword);
}

bool isa_is_logic(const Ins *ins)
{
    return (ins->mnemonic == INS_AND || ins->mnemonic == INS_OR) && isa_slot_type(ins, SLOT_TYPE) == T_PRED;
}

Modifier isa_slot(const Ins *ins, SlotName name)
{
    for (int i = 0; ins->form && i < ins->form->ntok; i++)
        if (isa_toks[ins->form->tok + i].name == name)
            return (Modifier)ins->slot[i];
    return MOD_NONE;
}

bool isa_is_test(const Ins *ins)
{
    const Opnd *q = isa_opnd(ins, ARG_Q);
    return ins->mnemonic == INS_SETP && opnd_is_reg(isa_opnd(ins, ARG_P)) && !isa_opnd(ins, ARG_C) && (!q || q->kind != O_REG);
}

unsigned isa_compare_floats(const Ins *ins)
{
    static const uint8_t holds[] = {
        [MOD_EQ] = CMP_EQUAL, [MOD_NE] = CMP_OTHER, [MOD_LT] = CMP_LESS, [MOD_LO] = CMP_LESS, [MOD_LE] = CMP_LESS | CMP_EQUAL,
        [MOD_LS] = CMP_LESS | CMP_EQUAL, [MOD_GT] = CMP_MORE, [MOD_HI] = CMP_MORE, [MOD_GE] = CMP_MORE | CMP_EQUAL,
        [MOD_HS] = CMP_MORE | CMP_EQUAL, [MOD_EQU] = CMP_EQUAL | CMP_UNORDERED, [MOD_NEU] = CMP_OTHER | CMP_UNORDERED,
        [MOD_LTU] = CMP_LESS | CMP_UNORDERED, [MOD_LEU] = CMP_LESS | CMP_EQUAL | CMP_UNORDERED, [MOD_GTU] = CMP_MORE | CMP_UNORDERED,
        [MOD_GEU] = CMP_MORE | CMP_EQUAL | CMP_UNORDERED, [MOD_NUM] = CMP_ALL, [MOD_NAN] = CMP_UNORDERED,
    };
    const Modifier how = isa_slot(ins, SLOT_CMP);
    return how < sizeof holds ? holds[how] : CMP_NONE;
}

unsigned isa_compare(const Ins *ins)
{
    const unsigned holds = isa_compare_floats(ins);
    return holds < CMP_ALL ? holds : CMP_NONE;
}

uint64_t sreg_most(const Opnd *o)
{
    static const struct { SregName name; uint64_t most[3]; } bounds[] = {
        {SREG_TID, {1023, 1023, 63}}, {SREG_NTID, {1024, 1024, 64}}, {SREG_CTAID, {0x7ffffffe, 65534, 65534}},
        {SREG_NCTAID, {0x7fffffff, 65535, 65535}}, {SREG_LANEID, {31, 31, 31}}, {SREG_WARPID, {31, 31, 31}},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (opnd_is_sreg(o, bounds[i].name))
            return bounds[i].most[o->comp > 0 && o->comp < 3 ? o->comp : 0];
    return type_max(isa_sregs[o->sym->index].type);
}

bool compare_holds(unsigned cmp, Type t, uint64_t x, uint64_t y)
{
    const uint64_t all = type_max(t);
    const uint64_t sign = type_info[t].kind == 's' ? all / 2 + 1 : 0; /* signed numbers in the order of unsigned ones */
    x = (x & all) ^ sign;
    y = (y & all) ^ sign;
    return cmp & (x < y ? CMP_LESS : x > y ? CMP_MORE : CMP_EQUAL);
}

ArgName isa_arg_name(const Ins *ins, int i) { return (ArgName)isa_opnds[ins->form->opnd + i].name; }

static inline bool is_name(const char *name, const char *s, size_t n) { return strncmp(name, s, n) == 0 && !name[n]; }

int isa_text_name(const Ins *ins, const char *s, size_t n, const char **slot)
{
    *slot = NULL;
    for (int i = 0; i < ins->form->nopnd; i++)
        if (is_name(isa_arg_names[isa_arg_name(ins, i)], s, n))
            return i;
    for (int i = 0; i < ins->form->ntok && !*slot; i++)
        if (ins->slot[i] && is_name(isa_slot_names[isa_toks[ins->form->tok + i].name], s, n))
            *slot = isa_words[ins->slot[i]];
    return -1;
}

const char *isa_text_arg(const Ins *ins, const char *text, int i)
{
    const char *name = isa_arg_names[isa_arg_name(ins, i)];
    const size_t n = strlen(name);
    while ((text = strchr(text, '$')) != NULL)
        if (strncmp(++text, name, n) == 0 && !isalnum((unsigned char)text[n])) /* $m, not $mode */
            return text;
    return NULL;
}

bool isa_arg_is_mem(const Ins *ins, int i) { return isa_opnds[ins->form->opnd + i].in == IN_MEM; }

bool isa_arg_is_signed(const Ins *ins, int i)
{
    return isa_opnds[ins->form->opnd + i].by_sign && type_info[ins->argtype[i]].kind == 's';
}

bool isa_arg_is_addr(const Ins *ins, int i) { return isa_opnds[ins->form->opnd + i].kind == OK_ADDR; }

Type isa_arg_opaque(const Ins *ins, int i)
{
    switch (isa_opnds[ins->form->opnd + i].kind) {
    case OK_TEX: return T_TEXREF;
    case OK_SAMP: return T_SAMPLERREF;
    case OK_SURF: return T_SURFREF;
    default: return T_NONE;
    }
}

int isa_arg_elements(const Ins *ins, int i, Type type[8])
{
    const IsaOpnd *f = &isa_opnds[ins->form->opnd + i];
    if (f->count != COUNT_TABLE)
        return 0;
    const IsaVec *v = &isa_vecs[ins->form->vec + f->vec];
    for (int k = 0; k < v->n; k++) {
        const IsaVecRow *r = &isa_vec_rows[v->first + k];
        if (r->word != ins->slot[v->tok])
            continue;
        int n = 0;
        for (const char *e = r->spec; *e >= 'a' && n < 8; e++)
            if (*e != 'p')
                type[n++] = *e == 'u' ? T_U32 : *e == 's' ? T_S32 : *e == 'f' ? T_F32 : *e == 'b' ? T_B32
                                                                              : (Type)ins->argtype[i];
        return n;
    }
    return 0;
}

/* Without a slot .type, "type" is the last type written out. */
Type isa_slot_type(const Ins *ins, SlotName name)
{
    const Modifier s = isa_slot(ins, name);
    if (s || !ins->form || name != SLOT_TYPE)
        return isa_word_type(s);
    for (int i = ins->form->ntok; i-- > 0;) {
        Type t = isa_word_type(ins->slot[i]);
        if (t)
            return t;
    }
    return T_NONE;
}

static Space space_of(unsigned word)
{
    switch (word) {
    case MOD_CONST: return SP_CONST;
    case MOD_GLOBAL: return SP_GLOBAL;
    case MOD_LOCAL: return SP_LOCAL;
    case MOD_PARAM: case MOD_PARAM__ENTRY: case MOD_PARAM__FUNC: return SP_PARAM;
    case MOD_SHARED: case MOD_SHARED__CTA: case MOD_SHARED__CLUSTER: return SP_SHARED;
    default: return SP_GENERIC;
    }
}

Space isa_space(const Ins *ins)
{
    Space s = space_of(isa_slot(ins, SLOT_SPACE));
    for (int i = 0; s == SP_GENERIC && ins->form && i < ins->form->ntok; i++)
        s = space_of(ins->slot[i]);
    return s;
}

int isa_opnd_at(const Ins *ins, const Opnd *o)
{
    int i = 0;
    while (i < ins->narg && o != &ins->arg[i])
        i++;
    return i < ins->narg ? i : -1;
}

Space isa_opnd_space(const Ins *ins, const Opnd *o)
{
    const int i = isa_opnd_at(ins, o);
    if (i < 0)
        return isa_space(ins);
    const Space own = (Space)isa_opnds[ins->form->opnd + i].space;
    if (own != SP_REG)
        return own;
    const ArgName name = isa_arg_name(ins, i);
    const Modifier s = name == ARG_A ? isa_slot(ins, SLOT_ASPACE) : name == ARG_D ? isa_slot(ins, SLOT_DSPACE) : MOD_NONE;
    return s ? space_of(s) : isa_space(ins);
}

bool isa_uses_cluster(const Ins *ins)
{
    const Mnemonic op = (Mnemonic)ins->mnemonic;
    if (op == INS_FENCE)
        return false;
    return isa_has_word(ins, MOD_SHARED__CLUSTER) || op == INS_MAPA || op == INS_GETCTARANK ||
           (op == INS_BARRIER && isa_has_word(ins, MOD_CLUSTER)) ||
           ((op == INS_ST || op == INS_RED) && isa_has_word(ins, MOD_ASYNC));
}

bool isa_asks_of_cache(const Ins *ins)
{
    return ins->mnemonic == INS_DISCARD || (ins->mnemonic == INS_CP && isa_has_word(ins, MOD_PREFETCH) && isa_arg(ins, ARG_SIZE) >= 0);
}

bool isa_orders_aside(const Ins *ins)
{
    static const Modifier words[] = {MOD_COMMIT_GROUP, MOD_WAIT_GROUP, MOD_WAIT_ALL, MOD_WAIT__LD, MOD_WAIT__ST, MOD_FENCE,
                                     MOD_FENCE__BEFORE_THREAD_SYNC, MOD_FENCE__AFTER_THREAD_SYNC, MOD_NONE};
    const bool may = ins->mnemonic == INS_CP || ins->mnemonic == INS_WGMMA || ins->mnemonic == INS_TCGEN05;
    return (may && isa_has_any(ins, words)) || (ins->mnemonic == INS_FENCE && isa_has_word(ins, MOD_TENSORMAP__GENERIC));
}

int isa_word_at(const Ins *ins, Modifier word)
{
    for (int i = 1; i < ins->nword; i++)
        if (ins->word[i] == isa_word_ptr[word])
            return i;
    return -1;
}

bool isa_has_word(const Ins *ins, Modifier word) { return isa_word_at(ins, word) > 0; }

bool isa_has_any(const Ins *ins, const Modifier *words)
{
    while (*words && !isa_has_word(ins, *words))
        words++;
    return *words != MOD_NONE;
}

bool isa_is_arithmetic(const Ins *ins)
{
    return isa_computes(ins) && (isa_emit(ins) != EMIT_TEXT || ins->lower) && isa_mem(ins) == MEM_NONE && !isa_uses_carry(ins);
}

static bool is_float(const Ins *ins, SlotName slot) { return type_info[isa_slot_type(ins, slot)].kind == 'f'; }

bool isa_has_floats(const Ins *ins) { return is_float(ins, SLOT_TYPE) || is_float(ins, SLOT_DTYPE) || is_float(ins, SLOT_ATYPE); }

bool isa_is_modular(const Ins *ins)
{
    static const Modifier odd[] = {MOD_SAT, MOD_CC, MOD_HI, MOD_NONE};
    return !isa_has_any(ins, odd);
}

bool isa_loads_constant(const Ins *ins)
{
    return isa_emit(ins) == EMIT_LD && (isa_space(ins) == SP_PARAM || isa_space(ins) == SP_CONST);
}

bool module_some(const Module *m, bool (*is)(const Ins *ins))
{
    bool any = false;
    for (int i = 0; i < m->fns.n && !any; i++)
        any = fn_some(m->fns.at[i], is);
    return any;
}

static bool is_call(const Ins *ins) { return isa_emit(ins) == EMIT_CALL; }

bool fn_calls(const Fn *fn) { return fn_some(fn, is_call); }

bool fn_reads_shape(const Fn *fn, Shape a, Shape b)
{
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].nop; k++) {
            const Opnd *o = &fn->ins.at[i].op[k];
            const Sreg *s = o->kind == O_SREG ? &isa_sregs[o->sym->index] : NULL;
            if (s && !s->vary && (s->shape == a || s->shape == b))
                return true;
        }
    return false;
}

bool fn_has_param(const Fn *fn, const Sym *s) { return syms_have(&fn->params, s); }

bool fn_falls_through(const Fn *fn)
{
    const Ins *last = fn->ins.n ? &fn->ins.at[fn->ins.n - 1] : NULL;
    return !last || last->guard >= 0 || !isa_is_term(last);
}
