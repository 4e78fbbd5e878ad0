/* parse_init.c: initialisers of variables (manual 5.4.4) -> InitPieces; the named fields of textures, samplers. */
#include "ptx/parse.h"

typedef struct Ctx {
    Parser *p;
    Sym *sym;
    uint64_t *dims; /* [0] may be 0: as many as there are */
    int ndims;      /* with the vector's elements as the last dimension */
    uint64_t *step; /* bytes from element to element in each dimension */
} Ctx;

/* ---- one element ----------------------------------------------------------------------------------------------- */

static bool takes_address(Type t, bool mask) { return t == T_U32 || t == T_U64 || (mask && t == T_U8); }

/* The symbol whose address is meant: a variable in .global or .const, or a function. */
static bool parse_symbol(Parser *p, InitPiece *piece, bool generic)
{
    if (!at(p, TK_ID))
        return fail_expected(p, "the name of a variable or function");
    Sym *sym = find_name(p, p->tok.name);
    if (sym && sym->broken)
        return false;
    if (!sym) {
        const char *like = scope_nearest(p->scope, p->tok.name);
        return like ? fail(p, "undeclared name '%s' in an initialiser; did you mean '%s'?", p->tok.name, like)
                    : fail(p, "undeclared name '%s' in an initialiser", p->tok.name);
    }
    bool var = sym->kind == SYM_VAR && (sym->space == SP_GLOBAL || sym->space == SP_CONST);
    if (!var && (generic || sym->kind != SYM_FUNC))
        return fail(p, "'%s' is no variable in .global or .const%s: its address is no constant", sym->name,
                    generic ? "" : " and no function");
    piece->sym = sym;
    piece->generic = generic || (var && p->m->has_version && p->m->version < 31); /* before 3.1 it was implicit */
    next(p);
    return true;
}

/* address = (name | generic "(" name ")") ["+" const] ["-" name] */
static bool parse_address(Parser *p, InitPiece *piece)
{
    Loc loc = p->tok.loc;
    if (p->tok.kw == KW_GENERIC && *p->lx.p == '(') {
        need(p, loc, FEAT_GENERIC);
        next(p);
        next(p);
        if (!parse_symbol(p, piece, true) || !expect(p, ')', "the variable"))
            return false;
    } else if (!parse_symbol(p, piece, false)) {
        return false;
    }
    if (take(p, '+')) {
        Const c;
        loc = p->tok.loc;
        if (!parse_const(p, &c))
            return false;
        if (!const_is_int(c))
            return error_at(loc, "an offset must be an integer");
        piece->value = c.bits;
    }
    if (at(p, '-')) {
        next(p);
        if (!at(p, TK_ID))
            return fail(p, "a negative offset is written '+-4'");
        InitPiece right = {0};
        if (!parse_symbol(p, &right, false))
            return false;
        piece->minus = right.sym;
    }
    return true;
}

/* masked = integer "(" (address | const) ")" */
static bool parse_mask(Parser *p, InitPiece *piece)
{
    uint64_t mask = p->tok.value;
    need(p, p->tok.loc, FEAT_MASK);
    bool known = false;
    for (int k = 0; k < 64; k += 8)
        known |= mask == (uint64_t)0xFF << k;
    if (!known)
        return fail(p, "a mask is 0xFF, 0xFF00, up to 0xFF00000000000000: one byte");
    piece->mask = mask;
    next(p);
    next(p);
    if (at_const(p)) {
        Const c;
        Loc loc = p->tok.loc;
        if (!parse_const(p, &c))
            return false;
        if (!const_is_int(c))
            return error_at(loc, "a mask takes a byte of an integer or of an address");
        piece->value = c.bits;
    } else if (!parse_address(p, piece)) {
        return false;
    }
    return expect(p, ')', "the mask's operand");
}

static uint64_t low_bytes(uint64_t v, unsigned bytes) { return bytes < 8 ? v & (((uint64_t)1 << bytes * 8) - 1) : v; }

static uint64_t f32_bits(Const c)
{
    return c.type == T_F32 ? (uint32_t)c.bits : (union { float f; uint32_t bits; }){.f = (float)const_f64(c)}.bits;
}

/* A constant as the bits of an element.  Bit types take either kind; those that are no float's size the low bits of the
 * constant as it was written, as the assembler does. */
static bool convert(Loc loc, Type t, Const c, uint64_t *bits)
{
    const TypeInfo *info = &type_info[t];
    bool is_int = const_is_int(c);
    if ((info->kind == 'f') == is_int && info->kind != 'b') {
        return error_at(loc, is_int ? "a variable of type .%s needs a floating-point value, such as 1.0"
                             : "a variable of type .%s needs an integer value",
                        info->name);
    }
    if (t == T_B128 && !is_int)
        return error_at(loc, "a variable of type .b128 needs an integer value");
    if (is_int || (info->kind == 'b' && info->bits != 32))
        *bits = low_bytes(c.bits, info->bits / 8u);
    else if (info->bits == 32)
        *bits = f32_bits(c);
    else {
        double d = const_f64(c);
        if (c.type == T_F32)
            warn_at(WARN_CONSTANT, loc, "a 0f constant in a .f64 variable: its value is kept, as the manual says");
        memcpy(bits, &d, sizeof d);
    }
    return true;
}

/* Does "(" follow the integer: a mask? */
static bool at_mask(const Parser *p)
{
    const char *s = p->lx.p;
    while (s < p->lx.end && (*s == ' ' || *s == '\t'))
        s++;
    return at(p, TK_INT) && s < p->lx.end && *s == '(';
}

/* Of a masked integer: the value is known now. */
static void apply_mask(InitPiece *piece)
{
    int k = 0;
    while (piece->mask >> k != 0xFF)
        k += 8;
    piece->value = piece->value >> k & 0xFF;
    piece->mask = 0;
}

/* element = const | address | masked */
static bool parse_element(Ctx *x, uint64_t offset)
{
    Parser *p = x->p;
    Type type = x->sym->type;
    InitPiece piece = {.at = offset, .bytes = (uint8_t)lesser(type_bytes(type), 8)};
    Loc loc = p->tok.loc;
    bool mask = at_mask(p);
    if (at(p, '{'))
        return fail(p, "more braces than '%s' has dimensions", x->sym->name);
    if (mask ? !parse_mask(p, &piece) : at_name(p) && !parse_address(p, &piece))
        return false;
    if (!piece.sym && !mask) {
        Const c;
        if (!parse_const(p, &c) || !convert(loc, type, c, &piece.value))
            return false;
    } else if (!takes_address(type, mask))
        return error_at(loc_from(p, loc.at), "%s or .u64, not .%s", mask ? "a mask needs type .u32, .u8" : "an address needs type .u32", type_info[type].name);
    if (mask && !piece.sym)
        apply_mask(&piece);
    if (piece.sym || piece.value)
        array_add(p->a, &x->sym->init, piece);
    return true;
}

/* ---- lists ----------------------------------------------------------------------------------------------------- */

/* There were n values, as many as are wanted, or as there are then. */
static void end_list(Ctx *x, int level, uint64_t n, Loc open)
{
    if (x->sym->vec > 1 && level == x->ndims - 1 && n != x->dims[level])
        error_at(open, "a vector of %d elements needs %d values", x->sym->vec, x->sym->vec);
    if (!x->dims[level] && !n)
        error_at(open, "the size of '%s' cannot be told from no values", x->sym->name);
    x->dims[level] = x->dims[level] ? x->dims[level] : n ? n : 1;
}

/* list = "{" [item {"," item}] "}"    item = list or element, by the dimension */
static bool parse_list(Ctx *x, int level, uint64_t offset)
{
    Parser *p = x->p;
    uint64_t n = 0;
    Loc open = p->tok.loc;
    if (!at(p, '{'))
        return fail_expected(p, level ? "'{' of the next dimension" : "'{' and the values");
    next(p);
    while (!at(p, '}') || n) {
        if (x->dims[level] && n == x->dims[level])
            return fail(p, "more values than the %llu there is room for", (unsigned long long)n);
        uint64_t here = offset + n * x->step[level];
        if (level + 1 < x->ndims ? !parse_list(x, level + 1, here) : !parse_element(x, here))
            return false;
        n++;
        if (!take(p, ','))
            break;
    }
    if (!expect(p, '}', "the values"))
        return false;
    end_list(x, level, n, open);
    return true;
}

/* ---- textures and samplers ------------------------------------------------------------------------------------- */

static const char *const filters[] = {"nearest", "linear", NULL};
static const char *const addresses[] = {"wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border", NULL};
static const struct {
    const char *name;
    const char *const *values; /* NULL: an integer */
} fields[] = {
    {"width", NULL},           {"height", NULL},        {"depth", NULL},
    {"channel_data_type", NULL}, {"channel_order", NULL}, {"normalized_coords", NULL},
    {"force_unnormalized_coords", NULL}, {"filter_mode", filters}, {"addr_mode_0", addresses},
    {"addr_mode_1", addresses}, {"addr_mode_2", addresses}, {"array_size", NULL},
    {"num_mipmap_levels", NULL}, {"num_samples", NULL}, {"memory_layout", NULL},
};

static bool is_value(const char *const *values, const char *name)
{
    if (!values)
        return strncmp(name, "CL_", 3) == 0;
    while (*values && strcmp(name, *values) != 0)
        values++;
    return *values;
}

/* How many numbers a field may have: those of its names, a truth's, or any. */
static uint64_t value_count(const char *const *values, const char *name)
{
    uint64_t n = 0;
    while (values && values[n])
        n++;
    return values ? n : strstr(name, "_coords") ? 2 : UINT64_MAX;
}

/* field = name "=" (name | const) */
static bool parse_field(Parser *p, const char **name, const char **value)
{
    size_t f = 0;
    if (!at(p, TK_ID))
        return fail_expected(p, "the name of a field");
    while (f < sizeof fields / sizeof *fields && strcmp(p->tok.name, fields[f].name) != 0)
        f++;
    if (f == sizeof fields / sizeof *fields)
        return fail(p, "unknown field '%s'", p->tok.name);
    *name = p->tok.name;
    next(p);
    if (!expect(p, '=', "the field's name"))
        return false;
    if (at_name(p)) {
        if (!is_value(fields[f].values, p->tok.name))
            return fail(p, "'%s' is no value of %s", p->tok.name, *name);
        *value = p->tok.name;
        next(p);
        return true;
    }
    Const c;
    if (!parse_const(p, &c))
        return false;
    if (!const_is_int(c))
        return fail(p, "the value of %s must be an integer", *name);
    if (c.bits >= value_count(fields[f].values, *name))
        return fail(p, "%s has no value %llu", *name, (unsigned long long)c.bits);
    *value = arena_printf(p->a, "%llu", (unsigned long long)c.bits);
    return true;
}

/* opaque = "{" [field {"," field}] "}" */
static bool parse_opaque(Parser *p, Sym *sym, int ndims)
{
    Array(const char *) pairs = {0};
    if (!expect(p, '{', "'='"))
        return false;
    while (!at(p, '}') || pairs.n) {
        const char *name = NULL, *value = NULL;
        if (ndims)
            return fail(p, "an array of .%s can only be initialised with {}", type_info[sym->type].name);
        if (!parse_field(p, &name, &value))
            return false;
        array_add(p->a, &pairs, name);
        array_add(p->a, &pairs, value);
        if (!take(p, ','))
            break;
    }
    array_add(p->a, &pairs, NULL);
    sym->opaque = pairs.at;
    return expect(p, '}', "the fields");
}

bool parse_init(Parser *p, Sym *sym, uint64_t *dims, int ndims)
{
    if (type_info[sym->type].kind == 'o')
        return parse_opaque(p, sym, ndims);
    Ctx x = {.p = p, .sym = sym, .ndims = ndims + (sym->vec > 1)};
    if (!x.ndims)
        return parse_element(&x, 0);
    x.dims = NEWN(p->a, uint64_t, x.ndims);
    x.step = NEWN(p->a, uint64_t, x.ndims);
    for (int i = 0; i < ndims; i++)
        x.dims[i] = dims[i];
    if (sym->vec > 1)
        x.dims[ndims] = sym->vec;
    uint64_t step = (uint64_t)type_bytes(sym->type);
    for (int i = x.ndims - 1; i >= 0; i--) {
        x.step[i] = step;
        step *= x.dims[i];
    }
    bool ok = parse_list(&x, 0, 0);
    if (ok && ndims)
        dims[0] = x.dims[0];
    return ok;
}
