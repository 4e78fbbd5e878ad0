/* data.c: variables: where they lie, and .global and .const variables with their initialisers as C objects. */
#include "emit/emit_fn.h"

#include <math.h>

/* ---- initialisers --------------------------------------------------------------------------------------------------- */

/* One element, of size bytes at offset at: the pieces it is made of as a number, or a symbol. */
static bool element(const Sym *s, int *piece, uint64_t at, int size, uint64_t *bits, const InitPiece **sym)
{
    *bits = 0;
    *sym = NULL;
    while (*piece < s->init.n && s->init.at[*piece].at < at + (uint64_t)size) {
        const InitPiece *p = &s->init.at[*piece];
        if (p->at < at || p->at + p->bytes > at + (uint64_t)size || p->mask || p->minus)
            return false;
        if (p->sym) {
            if (p->at != at || p->bytes != size || size < 4)
                return false;
            *sym = p;
        } else {
            *bits |= p->value << 8 * (p->at - at);
        }
        ++*piece;
    }
    return true;
}

static bool all_finite(const Sym *s)
{
    for (int i = 0; i < s->init.n; i++) {
        uint64_t v = s->init.at[i].value;
        if (s->type == T_F32 && (v & 0x7f800000) == 0x7f800000)
            return false;
        if (s->type == T_F64 && (v & UINT64_C(0x7ff0000000000000)) == UINT64_C(0x7ff0000000000000))
            return false;
    }
    return true;
}

static Type storage_type(const Sym *s)
{
    if (s->type == T_F32 || s->type == T_F64)
        return all_finite(s) ? s->type : s->type == T_F32 ? T_B32 : T_B64;
    int b = type_info[s->type].bits;
    return b <= 8 ? T_B8 : b <= 16 ? T_B16 : b <= 32 ? T_B32 : T_B64;
}

static uint64_t element_count(const Sym *s, Type t)
{
    uint64_t n = s->bytes / (uint64_t)type_bytes(t);
    return n ? n : 1;
}

static bool is_c_array(const Sym *s) { return s->is_array || s->vec > 1 || element_count(s, storage_type(s)) > 1; }

static bool is_window_offset(const Sym *s) { return s->kind == SYM_VAR && (s->space == SP_SHARED || s->space == SP_LOCAL); }

/* Piece of 32 bits that is an address of the host's memory: no constant where pointers are longer. */
static bool is_address32(const InitPiece *p) { return p->sym && p->bytes == 4 && !is_window_offset(p->sym); }

/* Variable with an address of 64 bits in it: of type ptx2c_address, which is complete at compile time whatever pointers are. */
static bool has_address64(const Sym *s)
{
    for (int i = 0; i < s->init.n; i++)
        if (s->init.at[i].sym && s->init.at[i].bytes == 8 && !is_window_offset(s->init.at[i].sym))
            return true;
    return false;
}

static void symbol_text(Module *m, Str *out, const InitPiece *p)
{
    Place *x = place_of(p->sym);
    if (is_window_offset(p->sym)) {
        str_printf(out, "%llu", (unsigned long long)(x->offset + p->value));
        return;
    }
    const bool entry = p->sym->kind == SYM_FUNC && p->sym->fn->is_entry;
    str_printf(out, "%s(%s%s", p->bytes == 4 ? "PTX2C_STATIC32" : "PTX2C_ADDRESS",
               p->sym->kind == SYM_FUNC && !entry ? "" : "&", entry ? kernel_object(m, p->sym) : x->name);
    if (p->bytes == 4)
        str_printf(out, p->value ? ") + %lld" : ")", (long long)p->value);
    else
        str_printf(out, ", %lld)", (long long)p->value);
}

/* What addresses of 32 bits in a variable are set to when the program starts. */
static void late_addresses(const Module *m, const Sym *s, int *n, Str *out)
{
    const bool array = is_c_array(s);
    for (const InitPiece *p = s->init.at; array_has(s->init, p) && s->linkage != LINK_EXTERN; p++) {
        if (!is_address32(p))
            continue;
        const bool entry = p->sym->kind == SYM_FUNC && p->sym->fn->is_entry;
        str_add(out, (*n)++ ? "" : "#if PTX2C_LATE32\nPTX2C_AT_START static void ptx2c_module_addresses(void)\n{\n");
        str_printf(out, "    %s", place_of((Sym *)s)->name);
        if (array)
            str_printf(out, "[%llu]", (unsigned long long)(p->at / 4));
        str_printf(out, " = ptx2c_address32(%s%s, %llu)", p->sym->kind == SYM_VAR || entry ? "&" : "(const void *)(uintptr_t)",
                   entry ? kernel_object((Module *)m, p->sym) : place_of(p->sym)->name,
                   p->sym->kind == SYM_VAR && p->sym->bytes ? (unsigned long long)p->sym->bytes : 1);
        if (p->value)
            str_printf(out, " + %lld", (long long)p->value);
        str_add(out, ";\n");
    }
}

/* Bytes of the numbers that a variable's initialiser is made of, for little_endian; 0: it has none, or is bytes. */
static const char *number_bytes(const Sym *s)
{
    static const char *const text[] = {[2] = "2", [4] = "4", [8] = "8"};
    bool any = false;
    for (int i = 0; i < s->init.n; i++)
        any |= s->init.at[i].value || s->init.at[i].sym;
    if (!any || !s->has_init || s->linkage == LINK_EXTERN || type_info[s->type].kind == 'o')
        return NULL;
    return has_address64(s) ? "PTX2C_ADDRESS_UNIT" : text[type_bytes(storage_type(s))];
}

/* What puts the numbers in variables into memory's order when the program starts.  Of a variable that several modules may
 * define one does. */
static void little_endian(const Sym *s, int *n, Str *out)
{
    const char *unit = number_bytes(s);
    if (!unit)
        return;
    const char *name = place_of((Sym *)s)->name;
    str_add(out, (*n)++ ? "" : "#if PTX2C_BIG_ENDIAN\n");
    const bool shared = s->linkage != LINK_NONE;
    if (shared)
        str_printf(out, "PTX2C_WEAK bool ptx2c_ordered_%s;\n", name);
    str_printf(out, "PTX2C_AT_START static void ptx2c_order_%s(void)\n{\n", name);
    if (shared)
        str_printf(out, "    if (!ptx2c_ordered_%s)\n    ", name);
    str_printf(out, "    ptx2c_little_endian(&%s, %s, %llu / %s);\n%s%s%s}\n", name, unit, (unsigned long long)s->bytes, unit,
               shared ? "    ptx2c_ordered_" : "", shared ? name : "", shared ? " = true;\n" : "");
}

/* How many elements come before nothing but zeros; at least 1. */
static uint64_t written_elements(const Sym *s, int size)
{
    uint64_t last = 1;
    for (int i = 0; i < s->init.n; i++)
        if (s->init.at[i].value || s->init.at[i].sym)
            last = s->init.at[i].at / (uint64_t)size + 1;
    return last;
}

/* An element's address or number; wraps: numbers stand among addresses. */
static void element_text(Module *m, Str *out, Type t, uint64_t bits, const InitPiece *sym, bool wraps)
{
    const bool wide = type_bytes(t) == 8, wrap = wraps && !(sym && sym->bytes == 8 && !is_window_offset(sym->sym));
    str_add(out, wrap ? "PTX2C_NUMBER(" : "");
    if (sym)
        symbol_text(m, out, sym);
    else if (t == T_F32 || t == T_F64)
        str_add(out, float_literal(m->arena, t, bits));
    else if (wide)
        str_printf(out, bits > INT32_MAX ? "UINT64_C(0x%llx)" : "%llu", (unsigned long long)bits);
    else
        str_printf(out, bits > 65535 ? "0x%llx" : "%llu", (unsigned long long)bits);
    str_add(out, wrap ? ")" : "");
}

static void init_text(Module *m, const Sym *s, Type t, Str *out)
{
    enum { ONE_LINE = 8, COLUMNS = 100 };
    int piece = 0, column = 0, size = type_bytes(t);
    const uint64_t n = element_count(s, t), last = lesser_u(n, written_elements(s, size));
    const bool addresses = has_address64(s), bare = addresses && !s->is_array && s->vec <= 1 && n == 1, lines = n > ONE_LINE;
    str_add(out, bare ? " = " : lines ? " = {\n   " : " = {");
    for (uint64_t i = 0; i < last; i++) {
        uint64_t bits;
        const InitPiece *sym;
        size_t before = out->n;
        if (!element(s, &piece, i * (uint64_t)size, size, &bits, &sym)) {
            error_at(s->loc, "the initialiser of '%s' takes parts of an address: not translated yet", s->name);
            break;
        }
        str_add(out, i || lines ? " " : "");
        element_text(m, out, t, bits, sym, addresses);
        if (i + 1 < last)
            str_addc(out, ',');
        column += (int)(out->n - before);
        if (lines && column > COLUMNS && i + 1 < last) {
            str_add(out, "\n   ");
            column = 0;
        }
    }
    str_add(out, bare ? "" : lines ? "\n}" : "}");
}

/* ---- textures, samplers, surfaces ------------------------------------------------------------------------------------ */

static const char *field_of(const Sym *s, const char *name)
{
    for (const char *const *f = s->opaque; f && *f; f += 2)
        if (strcmp(f[0], name) == 0)
            return f[1];
    return NULL;
}

/* What the initialiser says of a sampler; the sizes and the format come with what is bound (manual 5.3.2). */
static void opaque_init(const Sym *s, Str *out)
{
    static const char *const fields[] = {"filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2"};
    static const char *const names[][2] = {
        {"nearest", "PTX2C_NEAREST"}, {"linear", "PTX2C_LINEAR"},       {"wrap", "PTX2C_WRAP"},
        {"mirror", "PTX2C_MIRROR"},   {"clamp_ogl", "PTX2C_CLAMP_OGL"}, {"clamp_to_edge", "PTX2C_CLAMP"},
        {"clamp_to_border", "PTX2C_BORDER"},
    };
    const char *coords = field_of(s, s->type == T_SAMPLERREF ? "force_unnormalized_coords" : "normalized_coords");
    bool any = coords != NULL;
    for (int i = 0; i < 4; i++)
        any |= field_of(s, fields[i]) != NULL;
    if (!any || s->type == T_SURFREF)
        return;
    str_add(out, s->type == T_SAMPLERREF ? " = PTX2C_SAMPLER_STATE(" : " = PTX2C_TEXTURE_STATE(");
    for (int i = 0; i < 4; i++) {
        const char *v = field_of(s, fields[i]), *text = v ? v : i ? "PTX2C_WRAP" : "PTX2C_NEAREST";
        for (size_t k = 0; v && k < sizeof names / sizeof *names; k++)
            if (strcmp(names[k][0], v) == 0)
                text = names[k][1];
        str_printf(out, "%s, ", text);
    }
    str_printf(out, "%s)", coords ? coords : "0");
}

static bool is_opaque(const Sym *s) { return s->kind == SYM_VAR && type_info[s->type].kind == 'o'; }

/* The table of the module's opaque variables: what the host binds by name, and what an address in a register means. */
static int opaque_table(const Module *m, Str *out)
{
    static const char *const kind[] = {"PTX2C_TEXTURE", "PTX2C_SAMPLER", "PTX2C_SURFACE"};
    int n = 0;
    for (EACH(const Sym, s, m->syms)) {
        if (!is_opaque(s) || s->space == SP_PARAM)
            continue;
        str_add(out, n++ ? "" : "static const ptx2c_opaque ptx2c_module_opaques[] = {\n");
        str_add(out, "    {");
        str_c_string(out, s->name);
        const Place *p = place_of((Sym *)s);
        str_printf(out, ", %s%s, %llu, %s, \".%s variable '", p->array ? "" : "&", p->name,
                   (unsigned long long)(p->array ? s->bytes / 8 : 1), kind[s->type - T_TEXREF], type_info[s->type].name);
        str_c_text(out, s->name);
        str_add(out, "'\"},\n");
    }
    if (n)
        str_printf(out, "};\n#undef PTX2C_OPAQUES\n#define PTX2C_OPAQUES ptx2c_module_opaques, %d\n", n);
    return n;
}

/* ---- constants ------------------------------------------------------------------------------------------------------- */

static bool asks_for_constants(const Ins *ins) { return ins->lower && strstr(ins->lower, "PTX2C_CONSTANTS"); }

bool data_asks_for_constants(const Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        if (place_of(m->fns.at[i]->sym)->used && fn_some(m->fns.at[i], asks_for_constants))
            return true;
    return false;
}

/* The table of the module's .const variables, where some instruction asks whether an address is one of theirs. */
static void constant_table(const Module *m, Sym *const *all, int nall, Str *out)
{
    int n = 0;
    if (!data_asks_for_constants(m))
        return;
    for (int i = 0; i < nall; i++) {
        if (all[i]->space != SP_CONST)
            continue;
        str_add(out, n++ ? "" : "static const ptx2c_constant ptx2c_module_constants[] = {\n");
        str_printf(out, "    {&%s, %llu},\n", place_of(all[i])->name, (unsigned long long)all[i]->bytes);
    }
    if (n)
        str_printf(out, "};\n#undef PTX2C_CONSTANTS\n#define PTX2C_CONSTANTS ptx2c_module_constants, %d\n", n);
}

static const char *variable_type(const Sym *s)
{
    const Type t = storage_type(s);
    return s->has_init && has_address64(s) ? "ptx2c_address" : t == T_F32 ? "float" : t == T_F64 ? "double" : c_type(t);
}

static void variable(Module *m, Sym *s, Str *out)
{
    Type t = storage_type(s);
    uint64_t n = element_count(s, t);
    bool array = is_c_array(s);
    Place *p = place_of(s);
    const char *ctype = variable_type(s);
    if (s->linkage == LINK_EXTERN) {
        str_printf(out, "extern %s %s%s;\n", ctype, p->name, array ? "[]" : "");
        return;
    }
    if (s->linkage == LINK_NONE)
        str_add(out, "static ");
    else if (s->linkage == LINK_VISIBLE)
        str_printf(out, "extern %s %s%s;\n", ctype, p->name, array ? "[]" : "");
    else
        str_add(out, "PTX2C_WEAK ");
    const uint32_t align = place_align(s);
    if (align > (uint32_t)type_bytes(t))
        str_printf(out, "_Alignas(%u) ", align);
    str_printf(out, "%s %s", ctype, p->name);
    if (array)
        str_printf(out, "[%llu]", (unsigned long long)n);
    if (is_opaque(s))
        opaque_init(s, out);
    else if (s->has_init && s->init.n)
        init_text(m, s, t, out);
    str_add(out, ";\n");
}

bool data_in_memory(const Sym *s) { return s->kind == SYM_VAR && (s->space == SP_GLOBAL || s->space == SP_CONST); }

/* Declares those variables that the initialiser of number i names and that come later, as where they are linked from another
 * module, or two name each other.  Their numbers are their marks. */
static void declare_named(const Sym *s, int i, bool *declared, Str *out)
{
    for (int k = 0; k < s->init.n; k++) {
        Sym *of = s->init.at[k].sym;
        while (of && of->alias_of)
            of = of->alias_of;
        if (!of || !data_in_memory(of) || of->mark <= i || declared[of->mark] || of->linkage == LINK_EXTERN)
            continue;
        declared[of->mark] = true;
        str_printf(out, "%s %s %s", of->linkage == LINK_NONE ? "static" : "extern", variable_type(of), place_of(of)->name);
        if (is_c_array(of))
            str_printf(out, "[%llu]", (unsigned long long)element_count(of, storage_type(of)));
        str_add(out, ";\n");
    }
}

/* A function's own variables get names that are the module's. */
static void name_own_variables(Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        for (EACH(Sym, s, m->fns.at[i]->vars))
            if (data_in_memory(s))
                place_of(s)->name = arena_printf(m->arena, "%s_%s", c_name(m->fns.at[i]->sym->name), c_name(s->name));
}

Sym **data_variables(Module *m, int *n)
{
    Array(Sym *) all = {0};
    for (int f = -1; f < m->fns.n; f++)
        for (int i = 0; i < (f < 0 ? m->syms.n : m->fns.at[f]->vars.n); i++) {
            Sym *s = f < 0 ? m->syms.at[i] : m->fns.at[f]->vars.at[i];
            if (!data_in_memory(s))
                continue;
            s->mark = all.n;
            array_add(m->arena, &all, s);
        }
    *n = all.n;
    return all.at;
}

/* Variables that other objects share: a loader writes their places into a table.  It is no C object, so that compilers take
 * for constant what they read there, as they do with addresses. */
static void elsewhere_emit(Module *m, Str *out)
{
    int n;
    Sym **all = data_variables(m, &n);
    if (!n)
        return;
    str_add(out, "/* .global and .const variables lie where the loader says. */\nextern const struct {\n");
    for (int i = 0; i < n; i++) {
        Place *p = place_of(all[i]);
        str_printf(out, is_c_array(all[i]) ? "    %s (*%s)[%llu];\n" : "    %s *%s;\n", variable_type(all[i]), p->name,
                   (unsigned long long)element_count(all[i], storage_type(all[i])));
        p->name = arena_printf(m->arena, "(*ptx2c_places.%s)", p->name);
    }
    str_printf(out, "} ptx2c_places __attribute__((visibility(\"hidden\")));\n"
                    "__asm__(\".pushsection .data\\n.balign 8\\n.globl ptx2c_places\\n.hidden ptx2c_places\\nptx2c_places: .zero %d\\n.popsection\");\n"
                    "extern const void *const ptx2c_places_here;\nconst void *const ptx2c_places_here = &ptx2c_places;\n\n", 8 * n);
}

void data_emit(Module *m, const EmitOptions *o, Str *out)
{
    name_own_variables(m);
    if (o->elsewhere) {
        elsewhere_emit(m, out);
        return;
    }
    int n, late = 0, ordered = 0;
    Sym **all = data_variables(m, &n);
    bool *declared = NEWN(m->arena, bool, n + 1);
    str_add(out, n && !all[0]->fn ? "/* .global and .const variables */\n" : "");
    for (int i = 0; i < n; i++) {
        declare_named(all[i], i, declared, out);
        variable(m, all[i], out);
    }
    for (int i = 0; i < n; i++)
        late_addresses(m, all[i], &late, out);
    str_add(out, late ? "}\n#endif\n" : "");
    for (int i = 0; i < n; i++)
        little_endian(all[i], &ordered, out);
    str_add(out, ordered ? "#endif\n" : "");
    m->opaques = opaque_table(m, out);
    constant_table(m, all, n, out);
    if (n)
        str_addc(out, '\n');
}
