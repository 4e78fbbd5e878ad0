/* parse_decl.c: declarations of variables, registers and parameters (manual 5.4, 11.6). */
#include "ptx/parse.h"

static const struct {
    Keyword kw;
    Space space;
} spaces[] = {
    {KW_REG, SP_REG},     {KW_CONST, SP_CONST},   {KW_GLOBAL, SP_GLOBAL}, {KW_LOCAL, SP_LOCAL},
    {KW_PARAM, SP_PARAM}, {KW_SHARED, SP_SHARED}, {KW_TEX, SP_TEX},
};
enum { SPACES = sizeof spaces / sizeof *spaces };

static const char *space_name(Space s)
{
    for (int i = 0; i < SPACES; i++)
        if (spaces[i].space == s)
            return keyword_name[spaces[i].kw];
    return "?";
}

/* What stands before the names. */
typedef struct Spec {
    bool has_space, managed;
    bool banked; /* .const[1] to [10] */
    Space space;
    Type type;
    uint8_t vec;
    uint32_t align; /* 0: not given */
    Loc loc, type_loc, managed_loc, unified;
    Linkage linkage;
} Spec;

static int space_at(const Parser *p)
{
    for (int i = 0; i < SPACES; i++)
        if (at_kw(p, spaces[i].kw))
            return i;
    return -1;
}

bool at_decl(const Parser *p)
{
    return at(p, TK_DOT) && (space_at(p) >= 0 || p->tok.kw == KW_ALIGN || p->tok.kw == KW_ATTRIBUTE);
}

/* align = .align n */
static bool parse_align(Parser *p, uint32_t *align)
{
    next(p);
    Loc loc = p->tok.loc;
    uint32_t v = 0;
    if (!parse_u32(p, &v, "the alignment"))
        return false;
    if (!v || (v & (v - 1)))
        error_at(loc, "the alignment must be a power of two");
    else
        *align = v;
    return true;
}

/* attribute = .attribute "(" attr {"," attr} ")"    attr = .managed | .unified "(" integer "," integer ")" */
bool parse_attribute(Parser *p, bool *managed, Loc *unified)
{
    need(p, p->tok.loc, FEAT_ATTRIBUTE);
    next(p);
    if (!expect(p, '(', "'.attribute'"))
        return false;
    do {
        Loc loc = p->tok.loc;
        if (take_kw(p, KW_MANAGED)) {
            *managed = true;
        } else if (at_kw(p, KW_UNIFIED)) {
            uint64_t id;
            need(p, loc, FEAT_UNIFIED);
            *unified = loc;
            next(p);
            if (!expect(p, '(', "'.unified'") || !parse_uint(p, &id, "the first half of the identifier") ||
                !expect(p, ',', "the first half of the identifier") ||
                !parse_uint(p, &id, "the second half of the identifier") || !expect(p, ')', "the identifier"))
                return false;
        } else {
            return fail_expected(p, "'.managed' or '.unified(n, n)'");
        }
    } while (take(p, ','));
    return expect(p, ')', "the attributes");
}

/* const_bank = "[" n "]": of PTX 1.x; all banks are one space here, as the assembler of 2.2 made them */
static bool parse_const_bank(Parser *p, bool *banked)
{
    uint64_t bank = 0;
    Loc loc = p->tok.loc;
    next(p);
    if (!parse_uint(p, &bank, "the constant bank") || !expect(p, ']', "the constant bank"))
        return false;
    if (p->m->has_version && p->m->version >= 22)
        error_at(loc, "constant banks went away with .version 2.2");
    else if (bank > 10)
        error_at(loc, "constant banks are 0 to 10");
    *banked = bank > 0;
    return true;
}

/* prefix = {space | align | attribute} */
static bool parse_prefix(Parser *p, Spec *s)
{
    for (;;) {
        int i = space_at(p);
        if (i >= 0) {
            if (s->has_space)
                return fail(p, "a second state space");
            s->has_space = true;
            s->space = spaces[i].space;
            next(p);
            if (s->space == SP_CONST && at(p, '[') && !parse_const_bank(p, &s->banked))
                return false;
        } else if (at_kw(p, KW_ALIGN)) {
            if (!parse_align(p, &s->align))
                return false;
        } else if (at_kw(p, KW_ATTRIBUTE)) {
            s->managed_loc = p->tok.loc;
            if (!parse_attribute(p, &s->managed, &s->unified))
                return false;
        } else {
            return true;
        }
    }
}

/* type = [.v2 | .v4] .type */
static bool parse_type(Parser *p, Spec *s)
{
    s->vec = 1;
    s->type_loc = p->tok.loc;
    if (at_kw(p, KW_V2) || at_kw(p, KW_V4)) {
        s->vec = p->tok.kw == KW_V2 ? 2 : 4;
        next(p);
    }
    if (!at(p, TK_DOT))
        return fail_expected(p, "a type");
    s->type = type_by_name(p->tok.name);
    if (s->type == T_NONE) {
        if (p->tok.name[0] == 'v' && p->tok.name[1] >= '0' && p->tok.name[1] <= '9')
            return fail(p, "vector variables have 2 or 4 elements");
        const char *like = p->tok.kw ? NULL : type_like(p->tok.name);
        if (like)
            return fail(p, "unknown type '.%s'; did you mean '.%s'?", p->tok.name, like);
        return fail(p, p->tok.kw ? "'.%s' has no place here: expected a type" : "unknown type '.%s'", p->tok.name);
    }
    next(p);
    s->type_loc = loc_from(p, s->type_loc.at);
    return true;
}

static bool is_opaque(Type t) { return type_info[t].kind == 'o'; }

static bool check_opaque(Parser *p, const Spec *s, bool entry_param)
{
    const char *name = type_info[s->type].name;
    if (s->vec > 1)
        return error_at(s->type_loc, "there are no vectors of '.%s'", name), false;
    if (!entry_param && (p->fn || s->space != SP_GLOBAL))
        return error_at(s->type_loc, p->fn || s->space == SP_REG || s->space == SP_PARAM
                                         ? "'.%s' can only be declared at module scope or as a kernel parameter"
                                         : "a '.%s' variable must be in .global", name), false;
    if (s->type == T_SAMPLERREF && !p->m->texmode_independent)
        return error_at(s->type_loc, "'.samplerref' needs .target texmode_independent"), false;
    need(p, s->type_loc, FEAT_OPAQUE);
    return true;
}

/* Is the type allowed for a variable in this place?  where: what is declared, for messages. */
static bool check_type(Parser *p, const Spec *s, bool entry_param)
{
    const char *name = type_info[s->type].name;
    Loc loc = s->type_loc;
    const int bits = type_info[s->type].bits;
    if (s->type > T_SURFREF)
        return error_at(loc, "type '.%s' is for instructions only; declare '.b%d'", name, bits < 8 ? 8 : bits), false;
    if (is_opaque(s->type))
        return check_opaque(p, s, entry_param);
    if (s->type == T_PRED && (s->space != SP_REG || s->vec > 1))
        return error_at(loc, s->vec > 1 ? "there are no vectors of predicates" : "a predicate can only be a register"), false;
    if (s->vec * bits > 128)
        return error_at(loc, "a vector is at most 128 bits; this one has %d", s->vec * bits), false;
    if (s->space == SP_PARAM && (s->vec > 1 || s->type == T_F16X2))
        return error_at(loc, "a .param variable cannot have type '%s.%s'", s->vec == 2 ? ".v2 " : s->vec == 4 ? ".v4 " : "", name), false;
    if (s->type == T_B128)
        need(p, loc, FEAT_B128);
    return true;
}

/* The manual's 5.1.8: .tex is the same as .global .texref. */
static void replace_tex(Parser *p, Spec *s)
{
    if (s->type != T_U32 && s->type != T_U64)
        error_at(s->type_loc, "a .tex variable has type .u32 or .u64");
    if (p->m->version >= 15 && p->m->has_version)
        warn_at(WARN_DEPRECATED, s->loc, ".tex is deprecated since .version 1.5: use .global .texref");
    s->space = SP_GLOBAL;
    s->type = T_TEXREF;
}

/* What is wrong with a variable in that space at module scope, or NULL. */
static const char *not_in_module(const Module *m, const Spec *s)
{
    if (s->space == SP_REG)
        return ".reg variables at module scope are not supported: declare them in a function";
    if (s->space == SP_LOCAL && m->has_version && m->version >= 30)
        return ".local variables at module scope end with .version 2.3: declare them in a function";
    if (s->space == SP_LOCAL && s->linkage == LINK_EXTERN)
        return "a variable in .local cannot be external";
    return s->space == SP_PARAM ? ".param variables cannot stand at module scope" : NULL;
}

static bool check_space(Parser *p, Spec *s)
{
    if (s->space == SP_TEX)
        replace_tex(p, s);
    const char *wrong = p->fn ? NULL : not_in_module(p->m, s);
    if (wrong)
        return error_at(s->loc, "%s", wrong), false;
    if (s->linkage == LINK_COMMON && (s->space != SP_GLOBAL || is_opaque(s->type)))
        return error_at(s->loc, ".common is for plain variables in .global only"), false;
    if ((s->managed || s->unified.len) && s->space != SP_GLOBAL)
        return error_at(s->managed_loc, "the attribute is for variables in .global only"), false;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static bool parse_name(Parser *p, const char **name, Loc *loc)
{
    *loc = p->tok.loc;
    if (!at_name(p))
        return fail_expected(p, "a name");
    *name = p->tok.name;
    if (sreg_find(p, *name))
        warn_at(WARN_ISA, p->tok.loc, "'%s' hides the special register", *name);
    next(p);
    return true;
}

static Sym *new_var(Parser *p, const Spec *s, const char *name, Loc loc)
{
    Sym *sym = NEW(p->a, Sym);
    sym->kind = s->space == SP_REG ? SYM_REG : SYM_VAR;
    sym->name = name;
    sym->loc = loc;
    sym->linkage = s->linkage;
    sym->fn = p->fn;
    sym->space = s->space;
    sym->type = s->type;
    sym->vec = s->vec;
    sym->managed = s->managed;
    sym->unified = s->unified.len != 0;
    sym->bytes = (uint64_t)type_bytes(s->type) * s->vec;
    sym->align = s->align ? s->align : (uint32_t)sym->bytes;
    sym->index = sym->kind == SYM_REG ? -1 : 0;
    return sym;
}

typedef struct Dims {
    uint64_t *at;
    int n, cap;
} Dims;

/* dims = {"[" [n] "]"} */
static bool parse_dims(Parser *p, Dims *d)
{
    while (at(p, '[')) {
        Loc loc = p->tok.loc;
        uint64_t n = 0;
        next(p);
        if (!at(p, ']') && !parse_uint(p, &n, "the number of elements"))
            return false;
        if (!expect(p, ']', "the number of elements"))
            return false;
        if (!n && d->n) {
            error_at(loc_from(p, loc.at), "only the first dimension can be left out");
            n = 1;
        }
        if (d->n >= MAX_DEPTH)
            return fail(p, "more than %d dimensions", MAX_DEPTH);
        array_add(p->a, d, n);
    }
    return true;
}

/* Multiplies the size by the dimensions; false, and reported, when no address reaches the end. */
static bool apply_dims(Sym *sym, const Dims *d)
{
    for (int i = d->n - 1; i >= 0; i--) {
        uint64_t n = d->at[i];
        if (n && sym->bytes > ((uint64_t)1 << 48) / n)
            return error_at(sym->loc, "'%s' is too large", sym->name);
        sym->bytes *= n;
    }
    sym->is_array = d->n > 0;
    sym->open_array = d->n > 0 && d->at[0] == 0;
    return true;
}

/* The initialiser, if there is one, and whether there may be. */
static bool parse_value(Parser *p, Sym *sym, Dims *d)
{
    Loc loc = p->tok.loc;
    if (!take(p, '='))
        return true;
    if (sym->linkage == LINK_EXTERN)
        error_at(loc, "'%s' is external: it cannot have an initial value here", sym->name);
    else if (sym->space != SP_GLOBAL && sym->space != SP_CONST)
        error_at(loc, "a variable in .%s cannot have an initial value", space_name(sym->space));
    else if (sym->type == T_F16 || sym->type == T_F16X2)
        error_at(loc, "a variable of type .%s cannot have an initial value: declare '.b%d'", type_info[sym->type].name,
                 type_info[sym->type].bits);
    sym->has_init = true;
    return parse_init(p, sym, d->at, d->n);
}

/* ---- declarations ---------------------------------------------------------------------------------------------- */

static bool same_variable(const Sym *a, const Sym *b)
{
    return a->kind == SYM_VAR && b->kind == SYM_VAR && a->space == b->space && a->type == b->type && a->vec == b->vec &&
           a->is_array == b->is_array && (a->bytes == b->bytes || a->open_array || b->open_array);
}

/* Between parts that are linked, sizes count, not types: nvcc declares an array of pointers .extern as one of bytes. */
static bool same_memory(const Sym *a, const Sym *b)
{
    return a->kind == SYM_VAR && b->kind == SYM_VAR && a->space == b->space &&
           (a->bytes == b->bytes || a->open_array || b->open_array);
}

/* A module variable may be declared .extern any number of times beside its definition; other: old is another module's, which
 * may have one of that name, too. */
static void declare_again(Parser *p, Sym *old, Sym *sym, bool other)
{
    const bool same = (other ? same_memory : same_variable)(old, sym);
    if (sym->linkage != LINK_EXTERN && old->linkage != LINK_EXTERN) {
        const LinkChoice choice = same ? link_variable(old, sym) : LINK_CLASH;
        if (choice == LINK_BOTH)
            *old = *sym;
        else if (choice == LINK_CLASH)
            scope_add(p->linked, sym); /* says so */
    } else if (!same) {
        error_at(sym->loc, "this declaration of '%s' differs from the one before", sym->name);
        note_at(old->loc, "the one before");
    } else if (sym->linkage != LINK_EXTERN) {
        *old = *sym;
    }
}

static void add_global(Parser *p, Sym *sym)
{
    Sym *old = scope_find(p->m->scope, sym->name);
    const bool other = old && link_other(p, old);
    const bool is_extern = old && (sym->linkage == LINK_EXTERN || old->linkage == LINK_EXTERN);
    if (old && old->kind == SYM_VAR && (is_extern || other) && !(other && sym->linkage == LINK_NONE))
        declare_again(p, old, sym, other);
    else if (old && other && sym->linkage != LINK_NONE)
        scope_add(p->linked, sym); /* says that it is something else */
    else if (scope_add(p->m->scope, sym) == sym)
        array_add(p->a, &p->m->syms, sym);
}

/* .param in the body of a kernel: up to 1.3 its parameters stood there; from 2.0 on it is an argument of a call. */
static void check_body_param(Parser *p, Sym *sym)
{
    int v = p->m->version;
    if (!p->fn->is_entry || !p->m->has_version || v >= 20)
        return;
    if (v >= 14) {
        error_at(sym->loc, "kernel parameters are declared in the list after the kernel's name");
        return;
    }
    sym->index = p->fn->params.n;
    array_add(p->a, &p->fn->params, sym);
}

static void add_variable(Parser *p, Sym *sym)
{
    if (!p->fn) {
        add_global(p, sym);
        return;
    }
    if (scope_add(p->scope, sym) != sym || sym->kind == SYM_REG)
        return;
    int params = p->fn->params.n;
    if (sym->space == SP_PARAM)
        check_body_param(p, sym);
    if (p->fn->params.n == params)
        array_add(p->a, &p->fn->vars, sym);
}

/* family = name "<" n ">" */
static bool parse_family(Parser *p, const Spec *s, const char *name, Loc loc, bool usable)
{
    uint32_t count = UINT32_MAX;
    Sym *model = new_var(p, s, name, loc);
    model->index = -1; /* members are listed when they are first used */
    next(p);
    if (!parse_u32(p, &count, "the number of names") || !expect(p, '>', "the number of names")) {
        scope_add_family(p->scope, model, name, count);
        return false;
    }
    if (at(p, '[') || at(p, '='))
        return fail(p, at(p, '[') ? "parameterised names cannot be arrays"
                                  : "parameterised names cannot have an initial value");
    model->broken = !usable;
    scope_add_family(p->scope, model, name, count);
    return true;
}

/* declarator = name (family | dims ["=" initialiser]) */
static bool parse_declarator(Parser *p, const Spec *s, bool usable)
{
    const char *name = NULL;
    Loc loc;
    Dims d = {0};
    if (!parse_name(p, &name, &loc))
        return false;
    if (at(p, '<'))
        return parse_family(p, s, name, loc, usable);
    Sym *sym = new_var(p, s, name, loc);
    bool ok = parse_dims(p, &d);
    sym->broken = !usable;
    if (d.n && s->space == SP_REG) {
        error_at(loc, "registers cannot be arrays; '%s<%llu>' declares that many", name, (unsigned long long)d.at[0]);
        sym->broken = true;
        scope_break(p->scope, intern(arena_printf(p->a, "%s0", name)));
    } else if (!ok || !parse_value(p, sym, &d) || !apply_dims(sym, &d)) {
        ok = false;
    } else if (sym->open_array && s->linkage != LINK_EXTERN) {
        error_at(loc, "'%s' has no size: only .extern arrays can go without", name);
        sym->broken = true;
    }
    if (sym->broken || !ok) {
        if (!scope_find(p->scope, name))
            scope_break(p->scope, name);
        return ok;
    }
    if (s->banked && !sym->open_array)
        error_at(loc, "only .extern arrays without a size can be in constant banks 1 to 10");
    add_variable(p, sym);
    return true;
}

/* What the rest of a declaration that was reported would declare is no mistake where it is used. */
static void break_names(Parser *p)
{
    while (!at(p, ';') && !at(p, '{') && !at(p, '}') && !at(p, '=') && !at(p, TK_EOF)) {
        const char *name = at(p, TK_ID) ? p->tok.name : NULL;
        next(p);
        if (name && at(p, '<'))
            name = arena_printf(p->a, "%s0", name);
        if (name && !scope_find(p->scope, intern(name)))
            scope_break(p->scope, intern(name));
        if (p->tok.bol && (at(p, TK_DOT) || at(p, '@')))
            return;
    }
}

void parse_decl(Parser *p, Linkage linkage)
{
    Spec s = {0};
    s.loc = p->tok.loc;
    s.linkage = linkage;
    if (!parse_prefix(p, &s))
        goto skip;
    if (!s.has_space) {
        if (at(p, TK_DOT) && type_by_name(p->tok.name) != T_NONE)
            fail(p, "'.%s' needs a state space before it", p->tok.name);
        else
            fail_expected(p, "a state space");
        goto skip;
    }
    if (!parse_type(p, &s))
        goto skip;
    bool old = s.space == SP_TEX; /* older than the opaque types */
    bool usable = check_space(p, &s) && (old || check_type(p, &s, false));
    if (at(p, ';')) { /* declares nothing */
        next(p);
        return;
    }
    do
        if (!parse_declarator(p, &s, usable))
            goto skip;
    while (take(p, ','));
    if (end_statement(p, "the declaration"))
        return;
skip:
    break_names(p);
    skip_statement(p);
}

/* ---- parameters ------------------------------------------------------------------------------------------------ */

/* ptr = .ptr [.global | .const | .local | .shared | .texref | .samplerref | .surfref] [.align n] */
static bool parse_ptr(Parser *p, Sym *sym, ParamOf of)
{
    Loc loc = p->tok.loc;
    need(p, loc, FEAT_PTR);
    if (of != PARAM_ENTRY)
        error_at(loc, "'.ptr' is for kernel parameters only");
    next(p);
    sym->ptr = true;
    sym->ptr_space = SP_GENERIC;
    sym->ptr_align = 4;
    int i = space_at(p);
    if (i >= 0) {
        sym->ptr_space = spaces[i].space;
        if (sym->ptr_space == SP_REG || sym->ptr_space == SP_PARAM || sym->ptr_space == SP_TEX)
            return fail(p, "a pointer's space is .global, .const, .local or .shared");
        next(p);
    } else if (at(p, TK_DOT) && is_opaque(type_by_name(p->tok.name))) {
        sym->ptr = false; /* a handle: the host passes a number */
        next(p);
    }
    return !at_kw(p, KW_ALIGN) || parse_align(p, &sym->ptr_align);
}

static bool check_param_space(Parser *p, const Spec *s, ParamOf of)
{
    if (!s->has_space)
        return fail(p, "a parameter needs its state space: %s", of == PARAM_ENTRY ? ".param" : ".param or .reg");
    if (of == PARAM_ENTRY ? s->space != SP_PARAM : s->space != SP_PARAM && s->space != SP_REG)
        return error_at(s->loc, "a parameter cannot be in .%s: %s", space_name(s->space),
                        of == PARAM_ENTRY ? "kernels take .param" : "functions take .param or .reg");
    if (of != PARAM_ENTRY && s->space == SP_PARAM)
        need(p, s->loc, FEAT_FUNC_PARAMS);
    return true;
}

/* (name | "_") of a parameter */
static bool parse_param_name(Parser *p, Sym *sym)
{
    if (!at(p, TK_SINK))
        return parse_name(p, &sym->name, &sym->loc);
    sym->name = intern("_");
    sym->loc = p->tok.loc;
    next(p);
    return true;
}

/* ["[" [n] "]"] of a parameter */
static bool parse_param_dims(Parser *p, Sym *sym, ParamOf of)
{
    Dims d = {0};
    if (!at(p, '['))
        return true;
    if (sym->space == SP_REG)
        return fail(p, "registers cannot be arrays");
    if (!parse_dims(p, &d) || !apply_dims(sym, &d))
        return false;
    if (d.n > 1)
        return error_at(sym->loc, "a parameter has one dimension at most"), false;
    if (sym->open_array && of != PARAM_FUNC && of != PARAM_PROTO)
        return error_at(sym->loc, "the array '%s' needs a size here", sym->name), false;
    if (sym->open_array)
        need(p, sym->loc, FEAT_OPEN_PARAM);
    return true;
}

/* param = {space | align} type {align | ptr} (name | "_") ["[" [n] "]"] */
Sym *parse_param(Parser *p, ParamOf of)
{
    Spec s = {.loc = p->tok.loc};
    bool aligned = false;
    if (!parse_prefix(p, &s) || !check_param_space(p, &s, of) || !parse_type(p, &s))
        return NULL;
    Spec checked = s;
    if (of == PARAM_PROTO && s.vec > 1) /* accepted there only */
        checked.vec = 1;
    bool ok = check_type(p, &checked, of == PARAM_ENTRY);
    Sym *sym = new_var(p, &s, NULL, s.loc);
    sym->index = -1;
    while (at_kw(p, KW_ALIGN) || at_kw(p, KW_PTR)) {
        const bool ptr = at_kw(p, KW_PTR);
        if (ptr && aligned)
            return fail(p, "'.ptr' stands before '.align'"), NULL;
        if (!(ptr ? parse_ptr(p, sym, of) : parse_align(p, &sym->align)))
            return NULL;
        aligned |= !ptr;
    }
    return parse_param_name(p, sym) && parse_param_dims(p, sym, of) && ok ? sym : NULL;
}
