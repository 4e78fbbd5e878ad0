/* host.c: the host program of --main: templates/main.c (explore.c) with the module's names filled in. */
#include "emit/emit.h"

/* Text for a comment: nothing in it can end the comment or the line. */
static void add_comment(Str *out, const char *s)
{
    for (; *s; s++) {
        bool ends = (*s == '/' && out->n && out->s[out->n - 1] == '*') || (unsigned char)*s < ' ' || *s == 127 ||
                    *s == '\\' || *s == '?';
        str_addc(out, ends ? '_' : *s);
    }
}

bool kernel_is_chosen(const Fn *fn, const EmitOptions *o)
{
    if (!fn_is_kernel(fn))
        return false;
    for (const char *const *e = o->entries; e && *e; e++)
        if (strcmp(*e, fn->sym->name) == 0)
            return true;
    return !o->entries;
}

/* {"kernel", {"u64", "f32", "b8[16]"}}, */
static void add_signature(Str *out, const Fn *fn)
{
    str_printf(out, "    {\"%s\", {", fn->sym->name);
    for (int i = 0; i < fn->params.n; i++) {
        const Sym *p = fn->params.at[i];
        if (p->is_array || p->vec > 1 || type_info[p->type].kind == 'o')
            str_printf(out, "%s\"b8[%llu]\"", i ? ", " : "", (unsigned long long)p->bytes);
        else
            str_printf(out, "%s\"%s\"", i ? ", " : "", type_info[p->type].name);
    }
    str_add(out, fn->params.n ? "}},\n" : "NULL}},\n");
}

/* Places that say one thing or another: with --sanitize, without. */
static const struct { const char *key, *with, *without; } sanitize_places[] = {
    {"DECLARE", "        ptx2c_memory_add(a->buffer, a->bytes, p->name);\n", ""},
    {"LAUNCH", "main_explore", "main_launch"},
    {"OPTION", "        else if (strcmp(name, \"--explore\") == 0)\n            main_orders = strtoull(value, &end, 0);\n", ""},
    {"USAGE", "[--explore ORDERS] ", ""},
};

static void add_signatures(Str *out, const Module *m, const EmitOptions *o)
{
    int count = 0;
    for (int i = 0; i < m->fns.n; i++)
        if (kernel_is_chosen(m->fns.at[i], o)) {
            add_signature(out, m->fns.at[i]);
            count++;
        }
    str_add(out, count ? "" : "    {\"\", {NULL}},\n"); /* C has no empty arrays */
}

static int most_params(const Module *m, const EmitOptions *o)
{
    int most = 1;
    for (int i = 0; i < m->fns.n; i++)
        if (kernel_is_chosen(m->fns.at[i], o) && m->fns.at[i]->params.n > most)
            most = m->fns.at[i]->params.n;
    return most;
}

static void add_place(Str *out, const char *name, size_t n, Module *m, const EmitOptions *o)
{
    const char *key = intern_n(name, n);
    for (size_t i = 0; i < sizeof sanitize_places / sizeof *sanitize_places; i++)
        if (strcmp(key, sanitize_places[i].key) == 0) {
            str_add(out, o->sanitize ? sanitize_places[i].with : sanitize_places[i].without);
            return;
        }
    if (key == intern("EXPLORE"))
        str_add(out, o->sanitize ? embedded_text("explore.c") : ""); /* for --explore */
    else if (key == intern("FILE"))
        str_printf(out, "%s_main.c", o->module_name);
    else if (key == intern("SOURCE"))
        add_comment(out, o->source_name);
    else if (key == intern("MODULE"))
        str_add(out, o->module_name);
    else if (key == intern("MOST"))
        str_printf(out, "%d", most_params(m, o));
    else if (key == intern("INCLUDE"))
        runtime_host(out, o->standalone, o->sanitize);
    else if (key == intern("SIGNATURES"))
        add_signatures(out, m, o);
    else
        ice("templates/main.c has an unknown @%s@", key);
}

void emit_main(Module *m, const EmitOptions *o, Str *out)
{
    const char *s = embedded_text("main.c");
    while (*s) {
        const char *at = strchr(s, '@'), *end = at ? at + 1 + strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") : NULL;
        if (!at) {
            str_add(out, s);
            break;
        }
        str_addn(out, s, (size_t)(at - s));
        if (*end == '@' && end > at + 1) {
            add_place(out, at + 1, (size_t)(end - at - 1), m, o);
            s = end + 1;
        } else {
            str_addc(out, '@');
            s = at + 1;
        }
    }
}
