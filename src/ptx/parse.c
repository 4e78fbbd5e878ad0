/* parse.c: the module: its first directives, what stands at module scope, and the tools of the other parse files.
 *
 * In: the text.  Out: a Module whose names are resolved and whose instructions are words and operands, not matched yet.
 * A mistake is reported where it stands; the parser then goes on after the next ';', or at what begins a statement. */
#include "ptx/parse.h"

static const struct {
    const char *name;
    int version, target;
} features[FEAT_COUNT] = {
#define X(id, name, version, target) [FEAT_##id] = {name, version, target},
    FEATURES(X)
#undef X
};

/* ---- tools ----------------------------------------------------------------------------------------------------- */

void next(Parser *p)
{
    p->prev_end = p->tok.loc.at + p->tok.loc.len;
    lex_next(&p->lx, &p->tok);
    progress_show("reading", p->tok.loc.at, p->m->src.len);
}

bool at(const Parser *p, int kind) { return p->tok.kind == kind; }

bool at_name(const Parser *p) { return at(p, TK_ID) && p->tok.kw != KW_WARP_SZ; }

bool at_kw(const Parser *p, Keyword kw) { return p->tok.kind == TK_DOT && p->tok.kw == kw; }

bool take(Parser *p, int kind)
{
    if (p->tok.kind != kind)
        return false;
    next(p);
    return true;
}

bool take_kw(Parser *p, Keyword kw)
{
    if (!at_kw(p, kw))
        return false;
    next(p);
    return true;
}

bool fail(Parser *p, const char *fmt, ...)
{
    if (p->tok.kind == TK_BAD) /* the lexer said what is wrong */
        return false;
    va_list ap;
    va_start(ap, fmt);
    error_at(p->tok.loc, "%s", arena_vprintf(p->a, fmt, ap));
    va_end(ap);
    return false;
}

bool fail_expected(Parser *p, const char *what)
{
    enum { SHOWN = 40 };
    Loc l = p->tok.loc;
    if (at(p, TK_EOF))
        return fail(p, "expected %s before the end of the file", what);
    if (at(p, TK_STR))
        return fail(p, "expected %s before the string", what);
    return fail(p, "expected %s before '%.*s%s'", what, (int)(l.len < SHOWN ? l.len : SHOWN), p->lx.text + l.at,
                l.len > SHOWN ? "..." : "");
}

bool expect(Parser *p, int kind, const char *after)
{
    if (take(p, kind))
        return true;
    return fail_expected(p, arena_printf(p->a, "'%c' after %s", kind, after));
}

bool enter(Parser *p)
{
    if (p->depth >= MAX_DEPTH)
        return fail(p, "more than %d brackets within each other", MAX_DEPTH);
    p->depth++;
    return true;
}

void leave(Parser *p) { p->depth--; }

Loc loc_from(const Parser *p, uint32_t at) { return (Loc){at, p->prev_end > at ? p->prev_end - at : 0}; }

bool end_statement(Parser *p, const char *after)
{
    if (take(p, ';'))
        return true;
    if (at(p, TK_EOF) || at(p, '}') || (p->tok.bol && !at(p, TK_BAD))) {
        error_at((Loc){p->prev_end, 0}, "expected ';' after %s", after);
        return true;
    }
    fail_expected(p, arena_printf(p->a, "';' after %s", after));
    return false;
}

/* Does this '}' close a vector rather than a block?  Told by what follows it. */
static bool closes_operand(const Parser *p)
{
    const char *s = p->lx.p;
    while (s < p->lx.end && (*s == ' ' || *s == '\t'))
        s++;
    return s < p->lx.end && *s && strchr(",;])|}", *s) && *s != '}';
}

void skip_statement(Parser *p)
{
    for (bool first = true;; first = false) {
        if (at(p, TK_EOF) || (at(p, '}') && !closes_operand(p)))
            return;
        if (!first && p->tok.bol && (at(p, '@') || (at(p, TK_DOT) && p->tok.kw)))
            return;
        bool end = at(p, ';');
        next(p);
        if (end)
            return;
    }
}

const uint8_t keyword_place[KW_COUNT] = {
    [KW_ENTRY] = PLACE_MODULE | PLACE_BEHIND, [KW_FUNC] = PLACE_MODULE | PLACE_BEHIND, [KW_VISIBLE] = PLACE_MODULE | PLACE_BEHIND,
    [KW_EXTERN] = PLACE_MODULE | PLACE_BEHIND, [KW_WEAK] = PLACE_MODULE | PLACE_BEHIND, [KW_COMMON] = PLACE_MODULE | PLACE_BEHIND,
    [KW_SECTION] = PLACE_MODULE | PLACE_BEHIND, [KW_FILE] = PLACE_MODULE | PLACE_BEHIND, [KW_ALIAS] = PLACE_MODULE | PLACE_BEHIND,
    [KW_VERSION] = PLACE_MODULE, [KW_TARGET] = PLACE_MODULE, [KW_ADDRESS_SIZE] = PLACE_MODULE,
    [KW_GLOBAL] = PLACE_OUTSIDE | PLACE_BEHIND, [KW_CONST] = PLACE_OUTSIDE | PLACE_BEHIND, [KW_SHARED] = PLACE_OUTSIDE | PLACE_BEHIND,
    [KW_ALIGN] = PLACE_OUTSIDE, [KW_TEX] = PLACE_BEHIND, [KW_PRAGMA] = PLACE_BEHIND,
};

/* Whether the word begins something that can only stand at module scope, or may, outside of braces. */
static bool begins_toplevel(Keyword kw, bool outside)
{
    return (keyword_place[kw] & PLACE_MODULE) || (outside && (keyword_place[kw] & PLACE_OUTSIDE));
}

/* After a mistake at module scope: to the next thing that can only stand there. */
static void skip_toplevel(Parser *p)
{
    int braces = 0;
    for (bool first = true; !at(p, TK_EOF); first = false) {
        if (!first && p->tok.bol && at(p, TK_DOT) && begins_toplevel((Keyword)p->tok.kw, !braces))
            return;
        const int kind = p->tok.kind;
        next(p);
        braces += (kind == '{') - (kind == '}');
        if ((kind == ';' || kind == '}') && braces <= 0)
            return;
    }
}

bool parse_uint(Parser *p, uint64_t *value, const char *what)
{
    if (at(p, TK_INT))
        *value = p->tok.value;
    else if (at(p, TK_ID) && p->tok.kw == KW_WARP_SZ)
        *value = 32;
    else
        return fail_expected(p, arena_printf(p->a, "an integer (%s)", what));
    next(p);
    return true;
}

bool parse_u32(Parser *p, uint32_t *value, const char *what)
{
    Loc loc = p->tok.loc;
    uint64_t v = 0;
    if (!parse_uint(p, &v, what))
        return false;
    *value = (uint32_t)v;
    if (v > UINT32_MAX)
        return error_at(loc, "%s must fit in 32 bits", what);
    return true;
}

bool need(Parser *p, Loc loc, Feature f)
{
    const Module *m = p->m;
    int v = features[f].version, t = features[f].target;
    if (m->has_version && m->version < v)
        error_at(loc, "%s needs .version %d.%d or later", features[f].name, v / 10, v % 10);
    else if (m->has_target && m->target < t)
        error_at(loc, "%s needs .target sm_%d or later", features[f].name, t);
    else
        return true;
    return false;
}

/* ---- .version, .target, .address_size -------------------------------------------------------------------------- */

enum { NEWEST_VERSION = 95, NEWEST_TARGET = 121 };

/* The minor versions there were of each major one; 13 means up to .3. */
static const int last_minor[] = {[1] = 5, [2] = 3, [3] = 2, [4] = 3, [5] = 1, [6] = 5, [7] = 8, [8] = 8, [9] = 5};

/* Lowest version of each target, alone and with its suffixes (0: there is none). */
static const struct {
    int target, version, a, f;
} targets[] = {
    {10, 10, 0, 0},    {11, 10, 0, 0},    {12, 12, 0, 0},    {13, 12, 0, 0},    {20, 20, 0, 0},    {21, 20, 0, 0},
    {30, 30, 0, 0},    {32, 40, 0, 0},    {35, 31, 0, 0},    {37, 41, 0, 0},    {50, 40, 0, 0},    {52, 41, 0, 0},
    {53, 42, 0, 0},    {60, 50, 0, 0},    {61, 50, 0, 0},    {62, 50, 0, 0},    {70, 60, 0, 0},    {72, 61, 0, 0},
    {75, 63, 0, 0},    {80, 70, 0, 0},    {86, 71, 0, 0},    {87, 74, 0, 0},    {88, 90, 0, 0},    {89, 78, 0, 0},
    {90, 78, 80, 0},   {100, 86, 86, 88}, {101, 86, 86, 88}, {103, 88, 88, 88}, {107, 94, 94, 94}, {110, 90, 90, 90},
    {120, 87, 87, 88}, {121, 88, 88, 88},
};

/* What is newer may mean what nobody here knows: it is taken as the newest known where the user says so. */
static void say_newer(Loc loc, const char *text)
{
    if (warn_on(WARN_NEWER))
        error_at(loc, "%s; -Wno-newer reads it all the same", text);
}

/* A number of at most four digits from *s on, of which -1 if there is none; moves *s behind it. */
static int scan_short(const char **s, const char *end)
{
    const char *start = *s;
    int n = 0;
    while (*s < end && **s >= '0' && **s <= '9' && n < 1000)
        n = n * 10 + (*(*s)++ - '0');
    return *s > start ? n : -1;
}

static bool is_newer(int version, int major, int minor)
{
    return version > NEWEST_VERSION && minor < 10 && (major > 9 || minor > last_minor[9]);
}

static bool parse_version(Parser *p)
{
    next(p);
    Loc loc = p->tok.loc;
    const char *s = p->lx.text + loc.at, *end = s + loc.len;
    const int major = scan_short(&s, end), minor = s < end && *s++ == '.' ? scan_short(&s, end) : -1;
    if (!at(p, TK_REAL) || major < 0 || minor < 0 || s != end) {
        p->m->has_version = true; /* it does not count as missing */
        return fail_expected(p, "a version such as 8.3");
    }
    next(p);
    if (p->m->has_version)
        return error_at(loc, "a second .version");
    p->m->has_version = true;
    p->m->version = major * 10 + (minor < 10 ? minor : 9);
    if (is_newer(p->m->version, major, minor))
        say_newer(loc, arena_printf(p->a, "PTX %d.%d is newer than %d.%d, the newest known here", major, minor,
                                    NEWEST_VERSION / 10, NEWEST_VERSION % 10));
    else if (major < 1 || major > 9 || minor > last_minor[major]) {
        error_at(loc, "there is no PTX version %d.%d", major, minor);
        p->m->version = NO_VERSION;
    }
    return true;
}

static void set_target(Parser *p, Loc loc, int target, char suffix, bool first)
{
    Module *m = p->m;
    int version = -1;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (targets[i].target == target)
            version = suffix == 'a' ? targets[i].a : suffix == 'f' ? targets[i].f : targets[i].version;
    bool known = version > 0;
    if (!known && target > NEWEST_TARGET && target < 1000)
        say_newer(loc, arena_printf(p->a, "sm_%d is newer than sm_%d, the newest target known here", target,
                                    NEWEST_TARGET));
    else if (!known)
        error_at(loc, "there is no target 'sm_%d%.1s'", target, suffix ? &suffix : "");
    else if (m->has_version && m->version < version)
        error_at(loc, "target 'sm_%d%.1s' needs .version %d.%d or later", target, suffix ? &suffix : "", version / 10,
                 version % 10);
    if (first || target > m->target) { /* of several on one line the highest counts */
        m->target = target;
        m->target_suffix = suffix;
    }
    m->has_target = true;
}

/* sm_NN, sm_NNa, sm_NNf or compute_NN; *rest is what else stands behind, which NVIDIA's assembler does not look at. */
static bool arch_name(const char *s, int *target, char *suffix, const char **rest)
{
    const char *d = strncmp(s, "sm_", 3) == 0 ? s + 3 : strncmp(s, "compute_", 8) == 0 ? s + 8 : NULL;
    while (d && *d == '0')
        d++;
    if (!d || *d < '1' || *d > '9')
        return false;
    *target = 0;
    for (; *d >= '0' && *d <= '9' && *target < 100000; d++)
        *target = *target * 10 + (*d - '0');
    *suffix = *d == 'a' || *d == 'f' ? *d : 0;
    *rest = *suffix ? "" : d;
    return !*suffix || !d[1];
}

/* "sm80" and "sm-80" are meant to be sm_80. */
static const char *target_like(Parser *p, const char *s)
{
    int unlike = UNLIKE, d, best = 0;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if ((d = util_unlikeness(s, arena_printf(p->a, "sm_%d", targets[i].target), 2)) < unlike) {
            unlike = d;
            best = targets[i].target;
        }
    return best ? arena_printf(p->a, "sm_%d", best) : NULL;
}

static bool target_option(Parser *p, const char *s, bool *texmode)
{
    Module *m = p->m;
    bool independent = strcmp(s, "texmode_independent") == 0;
    if (independent || strcmp(s, "texmode_unified") == 0) {
        need(p, p->tok.loc, FEAT_TEXMODE);
        if (*texmode && m->texmode_independent != independent)
            return fail(p, "'%s' contradicts the texture mode before it", s);
        *texmode = true;
        m->texmode_independent = independent;
    } else if (strcmp(s, "debug") == 0) {
        m->debug = true;
        p->debug_loc = p->tok.loc;
    } else if (strcmp(s, "map_f64_to_f32") == 0) {
        if (m->target >= 13)
            return fail(p, "'map_f64_to_f32' is only for targets before sm_13");
        m->f64_to_f32 = true;
    } else {
        const char *like = target_like(p, s);
        m->has_target = true; /* it does not count as missing */
        return like ? fail(p, "unknown target '%s'; did you mean '%s'?", s, like)
                    : fail(p, "unknown target or platform option '%s'", s);
    }
    return true;
}

static bool parse_target(Parser *p)
{
    Loc directive = p->tok.loc;
    if (p->target_seen_code)
        return fail(p, ".target must stand before the first function and variable");
    if (!p->m->has_version)
        fail(p, "a .version must stand before .target");
    next(p);
    bool first = true, texmode = false;
    do {
        int target;
        char suffix;
        const char *rest;
        if (!at(p, TK_ID)) {
            p->m->has_target = true; /* it does not count as missing */
            return fail_expected(p, "a target such as sm_80");
        }
        if (arch_name(p->tok.name, &target, &suffix, &rest)) {
            if (*rest)
                warn_at(WARN_NEWER, p->tok.loc, "'%s' is not known; it is taken as sm_%d", p->tok.name, target);
            set_target(p, p->tok.loc, target, suffix, first);
            first = false;
        } else if (!target_option(p, p->tok.name, &texmode)) {
            return false;
        } else if (first && !p->m->has_target) {
            p->m->has_target = true;
            return fail(p, "a target such as sm_80 stands before '%s'", p->tok.name);
        }
        next(p);
    } while (take(p, ','));
    if (first && !p->m->has_target)
        error_at(directive, ".target names no target such as sm_80");
    if (!p->tok.bol && !at(p, TK_EOF) && !at(p, ';'))
        return fail_expected(p, "the end of the line after .target");
    return true;
}

static bool parse_address_size(Parser *p)
{
    uint64_t v;
    if (need(p, p->tok.loc, FEAT_ADDRESS_SIZE) && (p->target_seen_code || p->has_address_size))
        return fail(p, p->has_address_size ? "a second .address_size"
                                           : ".address_size must stand before the first function and variable");
    next(p);
    Loc loc = p->tok.loc;
    if (!parse_uint(p, &v, "the address size"))
        return false;
    p->has_address_size = true;
    if (v != 32 && v != 64) {
        error_at(loc, "the address size is 32 or 64");
        return true;
    }
    p->m->address_size = (int)v;
    return true;
}

/* ---- the module ------------------------------------------------------------------------------------------------ */

/* The first thing that needs them came: say once that .version or .target is missing. */
static void want_header(Parser *p)
{
    p->target_seen_code = true;
    if (p->said_no_target)
        return;
    if (!p->m->has_version || !p->m->has_target) {
        p->said_no_target = true;
        if (at(p, TK_EOF) && p->prev_end == 0)
            fail(p, "there is nothing in this file: a PTX module begins with .version and .target");
        else
            fail(p, "a PTX module begins with %s",
                 p->m->has_version ? ".target after .version" : ".version and .target");
    }
}

static Linkage parse_linkage(Parser *p)
{
    static const struct {
        Keyword kw;
        Linkage linkage;
        Feature feature;
    } all[] = {
        {KW_EXTERN, LINK_EXTERN, FEAT_COUNT}, {KW_VISIBLE, LINK_VISIBLE, FEAT_COUNT}, {KW_WEAK, LINK_WEAK, FEAT_WEAK},
        {KW_COMMON, LINK_COMMON, FEAT_COMMON},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (at_kw(p, all[i].kw)) {
            if (all[i].feature != FEAT_COUNT)
                need(p, p->tok.loc, all[i].feature);
            next(p);
            return all[i].linkage;
        }
    return LINK_NONE;
}

static void parse_address_size_line(Parser *p)
{
    p->target_seen_code = p->m->syms.n > p->part_syms;
    if (!parse_address_size(p))
        skip_toplevel(p);
    else if (take(p, ';'))
        error_at((Loc){p->prev_end - 1, 1}, "no ';' ends .address_size");
}

static bool fail_toplevel(Parser *p)
{
    if (!at(p, TK_DOT))
        return fail_expected(p, "a directive, a variable or a function");
    if (p->tok.kw || type_by_name(p->tok.name))
        return fail(p, p->tok.kw ? "'.%s' has no place outside a function" : "'.%s' needs a state space before it", p->tok.name);
    return fail(p, "unknown directive '.%s'", p->tok.name);
}

/* What is no function and no declaration. */
static bool parse_directive(Parser *p)
{
    if (at(p, '@') && p->lx.p < p->lx.end && *p->lx.p == '@') {
        parse_dwarf(p);
        return true;
    }
    switch (at(p, TK_DOT) ? p->tok.kw : 0) {
    case KW_ALIAS: parse_alias(p); return true;
    case KW_PRAGMA: return parse_pragma(p, false);
    case KW_FILE: parse_file(p); return true;
    case KW_SECTION: parse_section(p); return true;
    case KW_INTERMEDIATE_SOURCES: return parse_intermediate_sources(p);
    case KW_METADATA_SECTION: return parse_metadata(p);
    default: return fail_toplevel(p);
    }
}

/* .version … | .target …; without a ';'. */
static void parse_header(Parser *p)
{
    const bool ok = at_kw(p, KW_VERSION) ? parse_version(p) : parse_target(p);
    if (ok && at(p, ';')) {
        fail(p, "no ';' ends .version, .target and .address_size");
        next(p);
    }
    if (!ok)
        skip_toplevel(p);
}

/* statement of the module = .version … | .target … | .address_size … | [linkage] (function | declaration) | .alias …
 *                         | .pragma … | .file … | .section … | @@DWARF … */
static void parse_toplevel(Parser *p)
{
    if (at_kw(p, KW_VERSION) || at_kw(p, KW_TARGET)) {
        parse_header(p);
        return;
    }
    const bool said = p->said_no_target;
    want_header(p);
    if (p->said_no_target && !said && !at(p, TK_DOT) && !at(p, '@')) { /* nothing that belongs here at all */
        skip_toplevel(p);
        return;
    }
    if (at_kw(p, KW_ADDRESS_SIZE)) {
        parse_address_size_line(p);
        return;
    }
    const Linkage linkage = parse_linkage(p);
    if (at_kw(p, KW_ENTRY) || at_kw(p, KW_FUNC))
        parse_function(p, linkage);
    else if (at_decl(p))
        parse_decl(p, linkage);
    else if (!(linkage != LINK_NONE ? fail_expected(p, "a variable or function") : parse_directive(p)))
        skip_toplevel(p);
}

/* Functions that were only declared come after the defined ones. */
static void list_prototypes(Module *m)
{
    for (EACH(const Sym, s, m->syms))
        if (s->kind == SYM_FUNC && s->fn->is_proto)
            array_add(m->arena, &m->fns, s->fn);
}

/* The text up to its end, which a NUL byte ends. */
static void parse_text(Parser *p, const char *text, const char *end)
{
    p->lx.p = text;
    p->lx.end = end;
    next(p);
    while (!at(p, TK_EOF) && !diag_full())
        parse_toplevel(p);
    if (!diag_full())
        want_header(p);
}

/* Module after module. */
static void parse_linked(Parser *p, Source src)
{
    Linked all = {0};
    p->linked = scope_new(p->a, p->a, p->sregs);
    const char *text = src.text, *last = src.text + src.len;
    do {
        const char *end = memchr(text, 0, (size_t)(last - text));
        link_begin(p, (uint32_t)(text - src.text));
        parse_text(p, text, end ? end : last);
        link_end(p, &all);
        text = end ? end + 1 : last;
    } while (text < last && !diag_full());
    link_finish(p, &all);
}

Module *parse_module(Arena *a, Source src)
{
    Module *m = NEW(a, Module);
    Parser parser = {0}, *p = &parser;
    m->arena = m->code = a;
    m->src = src;
    m->address_size = 32;
    m->version = NO_VERSION;
    m->target = NO_TARGET;
    p->sregs = sreg_scope(a);
    m->scope = scope_new(a, a, p->sregs);
    p->a = a;
    p->m = m;
    p->scope = m->scope;
    if (src.len >= UINT32_MAX) {
        error_at((Loc){0, 0}, "the file is larger than 4 GiB");
        return m;
    }
    Loc first;
    const char *foreign = input_foreign(&src, &first);
    if (foreign && first.len)
        error_at(first, "%s", foreign);
    else if (foreign)
        error_file("%s", foreign);
    if (foreign)
        return m;
    lex_begin(&p->lx, a, src);
    if (src.linked)
        parse_linked(p, src);
    else
        parse_text(p, p->lx.p, p->lx.end);
    if (m->debug && !p->any_loc && !p->any_section)
        error_at(p->debug_loc, "'debug' promises debugging data: there are no .loc and .section");
    list_prototypes(m);
    arena_reset(&p->scopes);
    lex_end();
    return m;
}
