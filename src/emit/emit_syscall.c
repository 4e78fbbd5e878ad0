/* emit_syscall.c: calls of the functions in syscall.c as C. */
#include "emit/emit_fn.h"

static const char *text_of(Writer *w, const char *text, const char *const *arg, int n)
{
    Str s = {0};
    for (const char *p = text; *p; p++) {
        if (*p != '$') {
            str_addc(&s, *p);
            continue;
        }
        int i = *++p - '0';
        str_add(&s, i < n ? arg[i] : "0");
    }
    const char *r = arena_printf(w->b->a, "%s", s.s ? s.s : "");
    str_free(&s);
    return r;
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
    const char *text = text_of(w, narrow ? call->narrow : call->text, arg, n);
    for (int i = 0; i < n; i++) /* what the call does not use is used all the same */
        if (!strstr(call->text, (char[]){'$', (char)('0' + i), 0}) && (arg[i][0] < '0' || arg[i][0] > '9'))
            line(w, "(void)%s;", arg[i]);
    if (call->ends) {
        line(w, "%s;", text);
        line(w, w->b->mode == MODE_FUNC ? "ptx2c_fail(t->cta, PTX2C_ASSERT);" : "ptx2c_fail(c, PTX2C_ASSERT);");
        return true;
    }
    const Opnd *r = rets && rets->nsub == 1 ? &rets->sub[0] : NULL;
    bool unread = !r || (r->kind == O_SYM ? !place_of(r->sym)->read : r->kind == O_REG && !w->b->reg[r->reg].wanted);
    if (unread)
        line(w, strcmp(text, "0") == 0 ? "/* %s: nothing to do */" : "%s;", strcmp(text, "0") == 0 ? call->name : text);
    else if (r->kind == O_SYM)
        line(w, "%s = %s;", place_of(r->sym)->name, text);
    else
        lower_assign(w, w->ins, r, w->b->fn->regs.at[r->reg]->type, text, NULL);
    return true;
}
