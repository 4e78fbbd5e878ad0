/* emit_call.c: calls of device functions as C, and alloca. */
#include "emit/lower.h"

/* Where a result goes that is written through a pointer. */
static const char *result_place(Writer *w, const Opnd *o)
{
    if (o->kind == O_SINK || (o->kind == O_REG && !w->b->reg[o->reg].wanted))
        return "(unsigned char *)&(uint64_t){0}";
    return o->kind != O_REG ? call_argument(w, o, NULL) : arena_printf(w->b->a, "(unsigned char *)&%s", lower_reg(w, o->reg).s);
}

/* What a function, or a prototype, returns and takes. */
typedef struct Signature {
    Sym *const *ret, *const *param;
    int nret, nparam;
} Signature;

/* A call, and what its function's prototype says. */
typedef struct CallText {
    const Ins *ins;
    const Opnd *to, *rets, *args; /* the callee; lists, or NULL */
    const Sym *proto;
    Signature of; /* proto */
    bool indirect, direct;        /* by address; its only result is what the C function returns */
    int first;                    /* number of its first array for a vector of results */
} CallText;

static Signature signature_of(const Sym *proto)
{
    if (proto->kind != SYM_FUNC)
        return (Signature){proto->rets.at, proto->params.at, proto->rets.n, proto->params.n};
    return (Signature){proto->fn->rets.at, proto->fn->params.at, proto->fn->rets.n, proto->fn->params.n};
}

/* Of an indirect call: what it names, or the first of the functions that it names; NULL: none. */
static const Sym *named_prototype(const Sym *s)
{
    if (s && s->kind == SYM_TARGETS)
        return s->targets.n ? s->targets.at[0] : NULL;
    return s && s->kind == SYM_PROTO ? s : NULL;
}

/* The function, or the prototype of an indirect call.  False, with a message: it has none, or fewer parameters. */
static bool find_prototype(CallText *k, const Sym *callee)
{
    k->proto = k->indirect ? named_prototype(k->ins->op[k->ins->nop - 1].sym) : callee;
    if (!k->proto) {
        error_at(k->ins->loc, "an indirect call without prototype is not translated yet");
        return false;
    }
    k->of = signature_of(k->proto);
    k->direct = k->of.nret == 1 && !sym_by_pointer(k->of.ret[0]);
    if (k->args && (int)k->args->nsub > k->of.nparam)
        error_at(k->args->loc, "more arguments than '%s' names are not translated yet", k->proto->name);
    return !k->args || (int)k->args->nsub <= k->of.nparam;
}

static void add_function(Writer *w, const CallText *k, Str *s)
{
    if (!k->indirect) {
        str_printf(s, "%s(t", place_of((Sym *)k->proto)->name);
        return;
    }
    const bool narrow = k->to->kind == O_REG && type_info[w->b->fn->regs.at[k->to->reg]->type].bits == 32;
    const Ex f = lower_value(w, k->to, narrow ? T_B32 : T_B64, 0);
    if (checks_on(w))
        str_printf(s, "%s%s ? %s", k->direct ? "" : "(void)(", check_called(w, k->ins, f.s), k->direct ? "" : "(");
    str_printf(s, "((%s (*)(ptx2c_thread *", k->direct ? c_type(k->of.ret[0]->type) : "void");
    for (int i = 0; i < k->of.nret && !k->direct; i++)
        str_add(s, ", unsigned char *");
    for (int i = 0; i < k->of.nparam; i++)
        str_printf(s, ", %s", sym_by_pointer(k->of.param[i]) ? "unsigned char *" : c_type(k->of.param[i]->type));
    str_printf(s, "))(uintptr_t)PTX2C_PTR(%s))(t", f.s);
}

/* Places of results that go by address, then the arguments. */
static void add_arguments(Writer *w, const CallText *k, Str *s)
{
    for (int i = 0; i < k->of.nret && !k->direct && k->rets; i++) {
        const Opnd *r = &k->rets->sub[i];
        if (r->kind == O_VEC)
            line(w, "%s E%d[%u];", c_type(k->of.ret[i]->type), w->labels, (unsigned)r->nsub);
        str_printf(s, ", %s", r->kind == O_VEC ? arena_printf(w->b->a, "(unsigned char *)E%d", w->labels++) : result_place(w, r));
    }
    const int given = k->args ? (int)k->args->nsub : 0;
    for (int i = 0; i < given; i++)
        str_printf(s, ", %s", call_argument(w, &k->args->sub[i], k->of.param[i]));
    for (int i = given; i < k->of.nparam; i++)
        str_add(s, ", NULL"); /* the open array of a variadic function, left out */
    str_addc(s, ')');
}

/* The call as a statement, with what becomes of the value that the C function returns. */
static void emit_statement(Writer *w, const CallText *k, const char *text)
{
    const Opnd *r = k->direct && k->rets && k->rets->nsub == 1 ? &k->rets->sub[0] : NULL;
    const Place *p = r && r->kind == O_SYM ? place_of(r->sym) : NULL;
    if (r && r->kind == O_REG)
        lower_assign(w, k->ins, r, k->of.ret[0]->type, text, NULL);
    else if (p && p->array)
        line(w, "ptx2c_st_u%d(%s, %s);", type_info[k->of.ret[0]->type].bits, p->name, text);
    else if (p && p->read)
        line(w, "%s = %s;", p->name, text);
    else
        line(w, "%s;", text);
}

/* Results that are vectors of registers. */
static void take_vectors(Writer *w, const CallText *k)
{
    int at = k->first;
    for (int i = 0; i < k->of.nret && !k->direct && k->rets; i++) {
        const Opnd *r = &k->rets->sub[i];
        for (uint32_t e = 0; r->kind == O_VEC && e < r->nsub; e++)
            if (w->b->reg[r->sub[e].reg].wanted)
                lower_assign(w, k->ins, &r->sub[e], k->of.ret[i]->type, arena_printf(w->b->a, "E%d[%u]", at, (unsigned)e), NULL);
        at += r->kind == O_VEC;
    }
}

static void emit_function_call(Writer *w, CallText *k, const Sym *callee)
{
    if (!k->indirect && syscall_emit(w, callee, k->rets, k->args))
        return;
    if (!find_prototype(k, callee))
        return;
    Str s = {0};
    k->first = w->labels;
    add_function(w, k, &s);
    add_arguments(w, k, &s);
    if (k->indirect && checks_on(w))
        str_add(&s, k->direct ? " : 0" : ", 0) : 0)");
    emit_statement(w, k, s.s);
    str_free(&s);
    take_vectors(w, k);
    if (call_may_exit(w->b->m, k->ins)) {
        Item end = {.ins = -1, .level = LV_LANE, .in = &w->b->plan->root};
        block(w, "if (t->exited) {");
        emit_thread_end(w, &end);
        block_end(w);
    }
}

void emit_call(Writer *w, const Ins *ins)
{
    int at = 0;
    const Sym *callee = call_callee(ins, &at);
    CallText k = {.ins = ins, .to = &ins->op[at], .indirect = !callee || callee->kind != SYM_FUNC};
    k.rets = at > 0 && ins->op[0].kind == O_LIST ? &ins->op[0] : NULL;
    k.args = at + 1 < ins->nop && ins->op[at + 1].kind == O_LIST ? &ins->op[at + 1] : NULL;
    w->ins = ins;
    if (ins->guard >= 0)
        block(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
    emit_function_call(w, &k, callee);
    if (ins->guard >= 0)
        block_end(w);
}

/* alloca, stacksave, stackrestore: offsets from the start of the function's own window. */
void emit_stack(Writer *w, const Ins *ins)
{
    Back *b = w->b;
    const char *window = lower_local(w), *cta = b->mode == MODE_FUNC ? "t->cta" : "c";
    unsigned long long fixed = (unsigned long long)emit_local_bytes(w);
    int d = isa_arg(ins, ARG_D), size = isa_arg(ins, ARG_SIZE), align = isa_arg(ins, ARG_ALIGN), a = isa_arg(ins, ARG_A);
    w->ins = ins;
    if (ins->guard >= 0)
        block(w, "if (%s) {", lower_cond(w, ins->guard, ins->guard_neg));
    if (d < 0) {
        line(w, "ptx2c_stack_restore(%s, %s, %llu, %s);", cta, window, fixed, lower_arg(w, ins, a, 'u').s);
    } else if (size < 0) {
        lower_assign(w, ins, &ins->arg[d], ins->argtype[d],
                     arena_printf(b->a, "ptx2c_stack_save(%s, %llu)", window, fixed), NULL);
    } else {
        unsigned long long at = ins->arg[align].kind == O_IMM && ins->arg[align].imm > 8 ? ins->arg[align].imm : 8;
        const char *e = arena_printf(b->a, "E%d", w->labels++);
        bool wide = type_info[ins->argtype[d]].bits > 32;
        line(w, "const uint%d_t %s = ptx2c_alloca_u%d(%s, %s, %llu, %s, %llu);", wide ? 64 : 32, e, stack_is_narrow(b->fn) ? 32 : 64, cta,
             window, fixed, lower_arg(w, ins, size, 'u').s, at);
        block(w, "if (!%s) {", e);
        if (checks_on(w))
            line(w, "ptx2c_check_stack(%s, %s, %s);", cta, check_thread(w), check_site(w, ins));
        else
            line(w, "ptx2c_fail(%s, PTX2C_STACK);", cta);
        if (b->mode == MODE_FUNC)
            line(w, "t->exited = true;");
        Item end = {.ins = -1, .level = LV_LANE, .in = &b->plan->root};
        emit_thread_end(w, &end);
        block_end(w);
        if (checks_init(w))
            line(w, "ptx2c_check_fresh(%s, %s, %s + %s, %s);", cta, check_thread(w), window, e, lower_arg(w, ins, size, 'u').s);
        if (b->mode == MODE_FUNC && wide)
            e = arena_printf(b->a, "PTX2C_LOCAL_OF(t, %s) + %s", window, e);
        if (b->reg[ins->arg[d].reg].wanted)
            lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
    }
    if (ins->guard >= 0)
        block_end(w);
}

/* The name of a function's parameter or result; prototypes' have none. */
static const char *own_name(const Sym *proto, Sym *s)
{
    return proto->kind == SYM_FUNC && place_of(s)->name ? place_of(s)->name : "";
}

const char *device_signature(const Sym *proto, const char *name, Arena *a)
{
    Str s = {0};
    const Signature of = signature_of(proto);
    const bool direct = of.nret == 1 && !sym_by_pointer(of.ret[0]);
    str_printf(&s, "%s %s(ptx2c_thread *t", direct ? c_type(of.ret[0]->type) : "void", name);
    for (int i = 0; i < of.nret && !direct; i++)
        str_printf(&s, ", unsigned char *%s", own_name(proto, of.ret[i]));
    for (int i = 0; i < of.nparam; i++) {
        const char *p = own_name(proto, of.param[i]);
        if (sym_by_pointer(of.param[i]))
            str_printf(&s, ", unsigned char *%s", p);
        else
            str_printf(&s, ", %s%s%s", c_type(of.param[i]->type), *p ? " " : "", p);
    }
    str_addc(&s, ')');
    return str_keep(a, &s);
}
