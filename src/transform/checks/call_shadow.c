/* call_shadow.c: --sanitize=init: what has no value in parameters and results of functions.
 *
 * Words of parameters get shadows like registers.  Those that a caller's st.param sets the run keeps for the thread when it comes to the call
 * (PSEUDO_PASS, a bit for each word); the function takes them where it begins (PSEUDO_TAKE), and passes its results' where it returns.  Which
 * words can come without a value is found for all functions of the module together; a call through a register may go to any function whose
 * address is taken.  It is so, too, where a body stands in its caller later: the instructions are copied with it.
 * Parameters in registers, those behind the first 128 bytes and parts of words count as written; what is passed to a function that is not the
 * module's has to have a value.
 *
 * In: matched instructions, and what register_shadow.c knows of registers.  Out: PSEUDO_PASS, PSEUDO_TAKE.  Cost: one look at each
 * instruction a round, until no more words have shadows in any function.
 * Fires on tests/sanitize/passed. */
#include "transform/checks/shadow.h"

/* ---- words ---------------------------------------------------------------------------------------------------------- */

static PassedWord *word_find(const Shadows *s, const Sym *of, uint64_t at)
{
    for (int i = 0; i < s->words.n; i++)
        if (s->words.at[i].of == of && s->words.at[i].at == at)
            return &s->words.at[i];
    return NULL;
}

static bool word_add(Shadows *s, const Sym *of, uint64_t at, bool plain, bool loaded)
{
    PassedWord *w = word_find(s, of, at);
    if (!plain && !loaded)
        return false;
    if (!w) {
        array_add(s->m->code, &s->words, ((PassedWord){.of = of, .at = at, .shadow = shadow_give(s, of->name)}));
        w = &s->words.at[s->words.n - 1];
    }
    const bool more = (plain && !w->plain) || (loaded && !w->loaded);
    w->plain |= plain;
    w->loaded |= loaded;
    return more;
}

/* Parameters, or results, of a function or prototype. */
typedef struct Formals {
    Sym *const *at;
    int n;
} Formals;

static Formals params_of(const Fn *fn) { return (Formals){fn->params.at, fn->params.n}; }
static Formals rets_of(const Fn *fn) { return (Formals){fn->rets.at, fn->rets.n}; }

/* The number of a parameter's first word among those of all of them. */
static uint64_t word_number(Formals list, int n)
{
    uint64_t words = 0;
    for (int i = 0; i < n; i++)
        words += (sym_passed_bytes(list.at[i]) + 3) / 4;
    return words;
}

static uint32_t word_bit(uint64_t number) { return number < PASSED_WORDS ? (uint32_t)1 << number : 0; }

static void add_words(PassedWords *to, uint32_t bit, bool plain, bool loaded)
{
    to->plain |= plain ? bit : 0;
    to->loaded |= loaded ? bit : 0;
}

/* The words of parameters of a list that have shadows. */
static PassedWords words_known(const Shadows *s, Formals list)
{
    PassedWords known = {0, 0};
    for (int i = 0; i < list.n; i++)
        for (const PassedWord *w = s->words.at; array_has(s->words, w); w++)
            if (w->of == list.at[i])
                add_words(&known, word_bit(word_number(list, i) + w->at / 4), w->plain, w->loaded);
    return known;
}

/* Gives shadows to these words, from number first on: of variables that stand for a function's parameters. */
static bool words_give(Shadows *s, Formals list, Sym *const *of, PassedWords what, uint64_t first)
{
    bool more = false;
    for (int i = 0; i < list.n; i++)
        for (uint64_t at = 0; of[i] && at < sym_passed_bytes(list.at[i]); at += 4) {
            const uint32_t bit = word_bit(first + word_number(list, i) + at / 4);
            more |= word_add(s, of[i], at, what.plain & bit, what.loaded & bit);
        }
    return more;
}

/* ---- accesses ------------------------------------------------------------------------------------------------------- */

/* Of words of a parameter or result, by name; and which. */
typedef struct Access {
    const Opnd *value; /* a register or a vector of them */
    const Sym *of;
    uint64_t at;
    int bytes;         /* of an element */
} Access;

static bool is_access(const Ins *ins, Emit kind, Access *a)
{
    if (!ins->form || isa_emit(ins) != (uint8_t)kind || isa_space(ins) != SP_PARAM)
        return false;
    const Opnd *place = isa_opnd(ins, ARG_A);
    *a = (Access){isa_opnd(ins, kind == EMIT_ST ? ARG_B : ARG_D), place->kind == O_MEM ? place->sym : NULL, place->imm,
                  type_info[isa_slot_type(ins, SLOT_TYPE)].bits / 8};
    return a->of && a->of->kind == SYM_VAR && place->reg < 0 && a->bytes >= 4 && a->at % 4 == 0;
}

static bool find_stored(Shadows *s, const Access *a)
{
    bool more = false;
    for (int i = 0; i < shadow_elements(a->value); i++)
        for (int k = 0; shadow_of(s, shadow_element(a->value, i)) >= 0 && k < a->bytes; k += 4)
            more |= word_add(s, a->of, a->at + (uint64_t)(i * a->bytes + k), s->plain[shadow_element(a->value, i)->reg], s->loaded[shadow_element(a->value, i)->reg]);
    return more;
}

static bool find_loaded(Shadows *s, const Access *a)
{
    bool more = false;
    for (int i = 0; i < shadow_elements(a->value); i++)
        for (int k = 0; shadow_element(a->value, i)->kind == O_REG && shadow_element(a->value, i)->comp < 0 && k < a->bytes; k += 4) {
            const PassedWord *w = word_find(s, a->of, a->at + (uint64_t)(i * a->bytes + k));
            more |= w && shadow_join(s, shadow_element(a->value, i)->reg, w->plain, w->loaded);
        }
    return more;
}

/* ---- calls ---------------------------------------------------------------------------------------------------------- */

/* A call of a function of the module, or through a register. */
typedef struct PassCall {
    Formals params, rets; /* as the function, or the prototype, has them */
    Passed *passed;
    const Opnd *arg, *ret;        /* NULL: none */
} PassCall;

static bool is_pass(const Shadows *s, const Ins *ins, PassCall *c)
{
    if (isa_emit(ins) != EMIT_CALL)
        return false;
    const Fn *to = call_target(ins);
    const bool indirect = ins->arg[isa_arg(ins, ARG_F)].kind == O_REG;
    const Sym *proto = indirect ? ins->arg[isa_arg(ins, ARG_PROTO)].sym : NULL;
    if (to)
        *c = (PassCall){.params = params_of(to), .rets = rets_of(to), .passed = &s->passed[to->number]};
    else if (proto && proto->kind == SYM_PROTO)
        *c = (PassCall){.params = {proto->params.at, proto->params.n}, .rets = {proto->rets.at, proto->rets.n}, .passed = s->any};
    else
        return false;
    bool before = true;
    for (int i = 0; i < ins->nop; i++) {
        if (ins->op[i].kind == O_LIST)
            *(before ? &c->ret : &c->arg) = &ins->op[i];
        before &= ins->op[i].kind == O_LIST;
    }
    return true;
}

static int count(const Opnd *list) { return list ? (int)list->nsub : 0; }

static Sym *passed_var(const Opnd *list, int i)
{
    Sym *v = list->sub[i].kind == O_SYM ? list->sub[i].sym : NULL;
    return v && v->kind == SYM_VAR && v->space == SP_PARAM ? v : NULL;
}

typedef void EachArgument(Shadows *s, const Ins *ins, int shadow, uint32_t bit);

/* What is passed; each, if there is one, is called for the shadow of each word. */
static PassedWords each_argument(Shadows *s, const PassCall *c, EachArgument *each, const Ins *ins)
{
    PassedWords all = {0, 0};
    for (int i = 0; i < count(c->arg) && i < c->params.n; i++) {
        const uint64_t first = word_number(c->params, i);
        const Opnd *o = &c->arg->sub[i];
        const Sym *v = passed_var(c->arg, i);
        for (int k = 0; v && k < s->words.n; k++) {
            const PassedWord w = s->words.at[k];
            const uint32_t bit = w.of == v ? word_bit(first + w.at / 4) : 0;
            add_words(&all, bit, w.plain, w.loaded);
            if (bit && each)
                each(s, ins, w.shadow, bit);
        }
        for (uint64_t at = 0; shadow_of(s, o) >= 0 && at < sym_passed_bytes(c->params.at[i]); at += 4) {
            const uint32_t bit = word_bit(first + at / 4);
            add_words(&all, bit, s->plain[o->reg], s->loaded[o->reg]);
            if (bit && each)
                each(s, ins, s->of[o->reg], bit);
        }
    }
    return all;
}

static uint32_t both(PassedWords w) { return w.plain | w.loaded; }

static bool merge(PassedWords *to, PassedWords w)
{
    const bool more = (w.plain & ~to->plain) || (w.loaded & ~to->loaded);
    to->plain |= w.plain;
    to->loaded |= w.loaded;
    return more;
}

static bool find_call(Shadows *s, const PassCall *c)
{
    bool more = merge(&c->passed->in, each_argument(s, c, NULL, NULL));
    for (int i = 0; i < count(c->ret) && i < c->rets.n; i++) {
        Sym *const v = passed_var(c->ret, i);
        more |= words_give(s, (Formals){c->rets.at + i, 1}, &v, c->passed->out, word_number(c->rets, i));
    }
    return more;
}

/* What the function and those that it may stand for take and give. */
static Passed own(const Shadows *s)
{
    Passed p = s->passed[s->fn->number];
    if (s->fn->address_taken) {
        merge(&p.in, s->any->in);
        merge(&p.out, s->any->out);
    }
    return p;
}

/* What a call of a function that is not the module's is passed. */
static void find_outside(Shadows *s, const Ins *ins)
{
    for (int i = 0; i < ins->nop; i++)
        for (uint32_t k = 0; ins->op[i].kind == O_LIST && k < ins->op[i].nsub; k++)
            if (ins->op[i].sub[k].kind == O_SYM && !syms_have(&s->outside, ins->op[i].sub[k].sym))
                array_add(s->m->code, &s->outside, ins->op[i].sub[k].sym);
}

bool calls_follow(const Shadows *s, const Ins *ins)
{
    if (!s->init || !ins->form || isa_emit(ins) != EMIT_ST || isa_space(ins) != SP_PARAM)
        return false;
    const Opnd *place = isa_opnd(ins, ARG_A);
    return place->kind == O_MEM && place->sym && !syms_have(&s->outside, place->sym);
}

bool calls_find(Shadows *s)
{
    bool more = false;
    Access a;
    PassCall c;
    if (!s->init)
        return false;
    if (!fn_is_kernel(s->fn))
        more = words_give(s, params_of(s->fn), s->fn->params.at, own(s).in, 0);
    for (const Ins *ins = s->fn->ins.at; array_has(s->fn->ins, ins); ins++)
        if (is_access(ins, EMIT_ST, &a))
            more |= find_stored(s, &a);
        else if (is_access(ins, EMIT_LD, &a))
            more |= find_loaded(s, &a);
        else if (is_pass(s, ins, &c))
            more |= find_call(s, &c);
        else if (isa_emit(ins) == EMIT_CALL)
            find_outside(s, ins);
    const PassedWords out = words_known(s, rets_of(s->fn));
    more |= merge(&s->passed[s->fn->number].out, out);
    return (s->fn->address_taken && merge(&s->any->out, out)) || more;
}

/* Where a function may stand for others whose words have shadows, it has to say that its own have none. */
bool calls_any(const Shadows *s) { return s->init && !fn_is_kernel(s->fn) && (both(own(s).in) || both(own(s).out)); }

/* ---- what is written ------------------------------------------------------------------------------------------------- */

/* bits 0: nothing has been passed so far. */
static void pass(Shadows *s, const Ins *ins, int shadow, uint32_t bits)
{
    const int when = shadow < 0 ? -1 : shadow_where(s, shadow, ins);
    Ins *x = shadow_add(s, "brkpt", NULL, 0);
    x->guard = when;
    x->pseudo = PSEUDO_PASS;
    x->lower = arena_printf(s->m->code, ", 0x%xu", (unsigned)bits);
}

/* Takes what was passed into the shadows of the words of these parameters. */
static void take(Shadows *s, const Ins *ins, Formals list, const Sym *const *of, int n)
{
    const int all = fn_new_reg(s->m->code, s->fn, "passed", T_U32), bit = fn_new_reg(s->m->code, s->fn, "passed", T_U32),
              one = shadow_give(s, "passed");
    Ins *x = shadow_add(s, "mov.u32", (Opnd[]){opnd_reg(all), opnd_sreg(s->m->code, SREG_CLOCK, -1)}, 2);
    x->pseudo = PSEUDO_TAKE;
    for (int i = 0; i < n && i < list.n; i++)
        for (const PassedWord *w = s->words.at; array_has(s->words, w); w++) {
            const uint32_t mask = w->of == of[i] ? word_bit(word_number(list, i) + w->at / 4) : 0;
            if (!mask)
                continue;
            shadow_add(s, "and.b32", (Opnd[]){opnd_reg(bit), opnd_reg(all), opnd_number(mask, T_U32)}, 3);
            shadow_add(s, "setp.ne.u32", (Opnd[]){opnd_reg(one), opnd_reg(bit), opnd_number(0, T_U32)}, 3);
            shadow_set(s, w->shadow, one, ins);
        }
}

void calls_begin(Shadows *s)
{
    for (int i = 0; i < s->words.n; i++)
        shadow_add(s, "mov.pred", (Opnd[]){opnd_reg(s->words.at[i].shadow), opnd_number(0, T_U32)}, 2);
    if (s->init && !fn_is_kernel(s->fn) && both(own(s).in))
        take(s, NULL, params_of(s->fn), (const Sym *const *)s->fn->params.at, s->fn->params.n);
}

static void pass_results(Shadows *s, const Ins *ins)
{
    pass(s, ins, -1, 0);
    for (int i = 0; i < s->fn->rets.n; i++)
        for (const PassedWord *w = s->words.at; array_has(s->words, w); w++) {
            const uint32_t bit = w->of == s->fn->rets.at[i] ? word_bit(word_number(rets_of(s->fn), i) + w->at / 4) : 0;
            if (bit)
                pass(s, ins, w->shadow, bit);
        }
}

void calls_before(Shadows *s, const Ins *ins)
{
    PassCall c;
    if (s->init && isa_emit(ins) == EMIT_RET && !fn_is_kernel(s->fn) && both(own(s).out)) {
        pass_results(s, ins);
    } else if (s->init && is_pass(s, ins, &c) && both(c.passed->in)) {
        pass(s, ins, -1, 0);
        each_argument(s, &c, pass, ins);
    }
}

static void store(Shadows *s, const Ins *ins, const Access *a)
{
    for (int i = 0; i < shadow_elements(a->value); i++)
        for (int k = 0; k < a->bytes; k += 4) {
            const PassedWord *w = word_find(s, a->of, a->at + (uint64_t)(i * a->bytes + k));
            if (w)
                shadow_set(s, w->shadow, shadow_of(s, shadow_element(a->value, i)), ins);
        }
}

static void load(Shadows *s, const Ins *ins, const Access *a)
{
    for (int i = 0; i < shadow_elements(a->value); i++) {
        const Opnd *o = shadow_element(a->value, i);
        int unset = SHADOW_NEVER;
        if (o->kind != O_REG || o->reg >= s->old || s->of[o->reg] < 0)
            continue;
        for (int k = 0; k < a->bytes; k += 4) {
            const PassedWord *w = word_find(s, a->of, a->at + (uint64_t)(i * a->bytes + k));
            unset = w ? shadow_either(s, unset, w->shadow) : unset;
        }
        shadow_set(s, s->of[o->reg], unset, ins);
    }
}

void calls_behind(Shadows *s, const Ins *ins)
{
    Access a;
    PassCall c;
    if (!s->init)
        return;
    if (is_access(ins, EMIT_ST, &a)) {
        store(s, ins, &a);
    } else if (is_access(ins, EMIT_LD, &a)) {
        load(s, ins, &a);
    } else if (is_pass(s, ins, &c) && both(c.passed->out) && count(c.ret)) {
        const Sym **of = NEWN(s->m->code, const Sym *, count(c.ret));
        for (int i = 0; i < count(c.ret); i++)
            of[i] = passed_var(c.ret, i);
        take(s, ins, c.rets, of, count(c.ret));
    }
}
