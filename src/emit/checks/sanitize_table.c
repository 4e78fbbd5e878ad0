/* sanitize_table.c: --sanitize: what the checks know of a module's and a kernel's variables, as tables; and what functions keep of the CTA in variables. */
#include "emit/lower.h"

/* The module's variables; elsewhere: with the places where a loader says where they lie. */
void checks_emit_variables(const Module *m, bool elsewhere, Str *out)
{
    Str constant = {0};
    int n = 0;
    for (EACH(const Sym, s, m->syms)) {
        if (s->kind != SYM_VAR || (s->space != SP_GLOBAL && s->space != SP_CONST) || type_info[s->type].kind == 'o' || !s->bytes)
            continue;
        if (!n++) {
            str_add(out, "static const ptx2c_variable ptx2c_check_variables[] = {\n");
            str_add(&constant, "static const bool ptx2c_check_constant[] = {");
        }
        str_add(out, "    {");
        str_c_string(out, s->name);
        const char *const at = place_of((Sym *)s)->name; /* elsewhere: (*ptx2c_places.NAME) */
        str_printf(out, ", (void *)(uintptr_t)&%.*s, %llu},\n", (int)strlen(at) - (elsewhere ? 3 : 0), at + (elsewhere ? 2 : 0),
                   (unsigned long long)s->bytes);
        str_add(&constant, s->space == SP_CONST ? "true, " : "false, ");
    }
    if (n)
        str_printf(out, "};\n%.*s};\n\n", (int)constant.n - 2, constant.s);
    str_free(&constant);
}

static bool any_variable(const Module *m)
{
    for (EACH(const Sym, s, m->syms))
        if (s->kind == SYM_VAR && (s->space == SP_GLOBAL || s->space == SP_CONST) && type_info[s->type].kind != 'o' && s->bytes)
            return true;
    return false;
}

/* What the checks know of a kernel: NAME_checks. */
void checks_emit_kernel(const Kernel *k)
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < (pass ? k->fn->vars.n : k->m->syms.n); i++) {
            const Sym *s = pass ? k->fn->vars.at[i] : k->m->syms.at[i];
            if (s->kind != SYM_VAR || s->space != SP_SHARED)
                continue;
            if (!n++)
                str_printf(k->out, "static const ptx2c_check_variable %s_shared[] = {\n", k->name);
            str_add(k->out, "    {");
            str_c_string(k->out, s->name);
            str_printf(k->out, ", %llu, %llu},\n", (unsigned long long)place_of((Sym *)s)->offset, (unsigned long long)s->bytes);
        }
    if (n)
        str_add(k->out, "};\n");
    const uint64_t local = local_bytes(k->fn);
    const bool any = any_variable(k->m);
    str_printf(k->out, "static const ptx2c_check_kernel %s_checks = {\n", k->name);
    if (n)
        str_printf(k->out, "    .shared = %s_shared,\n", k->name);
    str_printf(k->out, "    .shared_count = %d,\n", n);
    if (local)
        str_printf(k->out, "    .local_at = offsetof(%s, local),\n    .local_bytes = %s,\n", k->state_name,
                   local_size(k->fn, k->a));
    if (checks_have_sites(k->o->checks))
        str_add(k->out, "    .sites = ptx2c_sites,\n    .site_count = sizeof ptx2c_sites / sizeof *ptx2c_sites,\n");
    if (any)
        str_add(k->out, "    .variables = ptx2c_check_variables,\n    .constant = ptx2c_check_constant,\n"
                "    .variable_count = sizeof ptx2c_check_variables / sizeof *ptx2c_check_variables,\n");
    str_add(k->out, "};\n\n");
}

/* All parameters are small, and nothing but their values is read. */
static bool keeps_params(const Kernel *k, const char *text)
{
    for (EACH(const Sym, s, k->fn->params))
        if (sym_by_pointer(s))
            return false;
    for (const char *p = text; (p = strchr(p, 'P')) != NULL; p++)
        if (text_has_at(text, p, 1) && strncmp(p, "P->", 3) != 0)
            return false;
    return k->fn->params.n && !strstr(text, "&P->");
}

void check_keep(Writer *head, const Kernel *k, const char *text)
{
    for (int i = 0; check_kept_fields[i]; i++)
        if (text_has(text, arena_printf(A(head), "Q%s", check_kept_fields[i])))
            line(head, "const ptx2c_dim3 Q%s = c->%s;", check_kept_fields[i], check_kept_fields[i]);
    if (text_has(text, "P") && keeps_params(k, text))
        line(head, "const %s_params Qparams = *(const %s_params *)c->param, *const P = &Qparams;", k->name, k->name);
    else
        emit_param_pointer(head, k, text);
}
