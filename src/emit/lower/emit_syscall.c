/* emit_syscall.c: calls of the functions in syscall.c as C. */
#include "emit/lower.h"

static const char *text_of(Writer *w, const char *text, const char *const *arg, int n)
{
    Str s = {0};
    for (const char *p = text; *p; p++) {
        if (*p != '$') {
            str_addc(&s, *p);
            continue;
        }
        if (*++p == 't') {
            str_printf(&s, "%d", w->b->m->target);
            continue;
        }
        int i = *p - '0';
        str_add(&s, i < n ? arg[i] : "0");
    }
    return str_keep(w->b->a, &s);
}

/* What stands for memory from the heap in a program that checks itself. */
static const char *checked_text(Writer *w, const Syscall *call, const char *text, bool narrow, const char *const *arg)
{
    if (!checks_on(w))
        return text;
    if (strcmp(call->name, "malloc") == 0)
        return arena_printf(w->b->a, narrow ? "ptx2c_address32(PTX2C_PTR(ptx2c_check_malloc(%s, %s)), %s)" : "ptx2c_check_malloc(%s, %s)",
                            check_site(w, w->ins), arg[0], arg[0]);
    if (strcmp(call->name, "cudaMalloc") == 0)
        return arena_printf(w->b->a, "ptx2c_child_malloc(t, %s, %s, ptx2c_check_malloc(%s, %s))", arg[0], arg[1], check_site(w, w->ins), arg[1]);
    if (strcmp(call->name, "free") == 0 || strcmp(call->name, "cudaFree") == 0)
        return arena_printf(w->b->a, "ptx2c_check_free(%s, %s, %s, PTX2C_PTR(%s))", w->b->mode == MODE_FUNC ? "t->cta" : "c", check_thread(w),
                            check_site(w, w->ins), arg[0]);
    return text;
}

static void give_result(Writer *w, const Syscall *call, const Opnd *r, const char *text)
{
    const bool unread = !r || (r->kind == O_SYM ? !place_of(r->sym)->read : r->kind == O_REG && !w->b->reg[r->reg].wanted);
    const bool nothing = strcmp(text, "0") == 0;
    if (unread)
        line(w, nothing ? "/* %s: nothing to do */" : "%s;", nothing ? call->name : text);
    else if (r->kind == O_SYM)
        line(w, "%s = %s;", place_of(r->sym)->name, text);
    else
        lower_assign(w, w->ins, r, w->b->fn->regs.at[r->reg]->type, text, NULL);
}

/* What the call does not use is used all the same. */
static void use_rest(Writer *w, const Syscall *call, const char *const *arg, int n)
{
    for (int i = 0; i < n; i++)
        if (!strstr(call->text, (char[]){'$', (char)('0' + i), 0}) && (arg[i][0] < '0' || arg[i][0] > '9'))
            line(w, "(void)%s;", arg[i]);
}

bool syscall_emit(Writer *w, const Sym *callee, const Opnd *rets, const Opnd *args)
{
    const Syscall *call = syscall_find(callee);
    if (!call)
        return false;
    const char *arg[8];
    int n = 0;
    for (uint32_t k = 0; args && k < args->nsub && n < 8; k++) {
        const char *a = call_argument(w, &args->sub[k], (int)k < callee->fn->params.n ? callee->fn->params.at[k] : NULL);
        arg[n++] = a ? a : "0";
    }
    const bool narrow = call->narrow && callee->fn->rets.n && callee->fn->rets.at[0]->bytes == 4;
    const char *text = checked_text(w, call, text_of(w, narrow ? call->narrow : call->text, arg, n), narrow, arg);
    use_rest(w, call, arg, n);
    if (call->is & CALL_ENDS) {
        line(w, "%s;", text);
        line(w, w->b->mode == MODE_FUNC ? "ptx2c_fail(t->cta, PTX2C_ASSERT);" : "ptx2c_fail(c, PTX2C_ASSERT);");
        return true;
    }
    give_result(w, call, rets && rets->nsub == 1 ? &rets->sub[0] : NULL, text);
    return true;
}

/* The elements of a vector register, which are handed over through memory. */
static const char *vector_argument(Writer *w, const Opnd *o, const Sym *formal)
{
    Str s = {0};
    for (uint32_t i = 0; i < o->nsub; i++)
        str_printf(&s, "%s%s", i ? ", " : "", lower_value(w, &o->sub[i], formal->type, 0).s);
    const char *r = arena_printf(w->b->a, "(unsigned char *)(%s[]){%s}", c_type(formal->type), s.s ? s.s : "");
    str_free(&s);
    return r;
}

const char *call_argument(Writer *w, const Opnd *o, const Sym *formal)
{
    if (o->kind == O_VEC && formal)
        return vector_argument(w, o, formal);
    if (o->kind == O_SYM && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM) {
        Place *p = place_of(o->sym);
        if (!formal || sym_by_pointer(formal) || p->array)
            return arena_printf(w->b->a, p->array ? "(unsigned char *)%s" : "(unsigned char *)&%s", p->name);
        const Type from = o->sym->type, to = formal->type;
        if (from == to || (!c_float(from) && !c_float(to)))
            return p->name;
        return c_float(from) ? lower_bits_of(w, ex(p->name, true), from).s : lower_float_of(w, ex(p->name, true), to).s;
    }
    return lower_value(w, o, formal ? formal->type : T_B64, 0).s;
}
