/* parse_fn.c: .entry and .func, what follows their names, and the blocks, labels and directives of their bodies. */
#include "ptx/parse.h"

#include <strings.h>

/* ---- headers --------------------------------------------------------------------------------------------------- */

/* What a header says before it is known whether the function was declared before. */
typedef struct Header {
    Fn fn;      /* without body */
    Loc loc;    /* the name */
    const char *name;
    uint32_t seen; /* directives, a bit each */
    bool managed;
} Header;

typedef Array(Sym *) Syms;

/* params = "(" [param {"," param}] ")" */
static bool parse_params(Parser *p, Syms *list, ParamOf of)
{
    next(p);
    bool open = false;
    while (!at(p, ')') || list->n) {
        Sym *sym = parse_param(p, of);
        if (!sym)
            return false;
        if (open) {
            error_at(sym->loc, "nothing can follow the parameter array without a size");
            return false;
        }
        open = sym->open_array;
        sym->index = list->n;
        if (sym->kind == SYM_REG)
            sym->index = -1;
        array_add(p->a, list, sym);
        if (!take(p, ','))
            break;
    }
    return expect(p, ')', "the parameters");
}

/* The directives between a function's name and its body. */
typedef enum HeaderArg { ARG_NONE, ARG_ONE, ARG_DIM3, ARG_PRAGMA, ARG_LANGUAGES } HeaderArg;
static const struct {
    Keyword kw;
    Feature feature;
    bool of_entry, positive;
    HeaderArg arg;
} header_directives[] = {
    {KW_MAXNREG, FEAT_MAXNREG, true, true, ARG_ONE},
    {KW_MAXNTID, FEAT_MAXNTID, true, true, ARG_DIM3},
    {KW_REQNTID, FEAT_REQNTID, true, true, ARG_DIM3},
    {KW_MINNCTAPERSM, FEAT_MINNCTAPERSM, true, true, ARG_ONE},
    {KW_MAXNCTAPERSM, FEAT_MAXNCTAPERSM, true, true, ARG_ONE},
    {KW_REQNCTAPERCLUSTER, FEAT_REQNCTAPERCLUSTER, true, true, ARG_DIM3},
    {KW_EXPLICITCLUSTER, FEAT_EXPLICITCLUSTER, true, false, ARG_NONE},
    {KW_MAXCLUSTERRANK, FEAT_MAXCLUSTERRANK, true, false, ARG_ONE},
    {KW_BLOCKSARECLUSTERS, FEAT_BLOCKSARECLUSTERS, true, false, ARG_NONE},
    {KW_NORETURN, FEAT_NORETURN, false, false, ARG_NONE},
    {KW_ABI_PRESERVE, FEAT_ABI_PRESERVE, false, false, ARG_ONE},
    {KW_ABI_PRESERVE_CONTROL, FEAT_ABI_PRESERVE_CONTROL, false, false, ARG_ONE},
    {KW_PRAGMA, FEAT_PRAGMA, true, false, ARG_PRAGMA},
    {KW_LANGUAGE, FEAT_LANGUAGE, true, false, ARG_LANGUAGES},
    {KW_MINPERCTAMEMORY, FEAT_MINPERCTAMEMORY, true, false, ARG_ONE},
    {KW_LOCAL_MAXNREG, FEAT_LOCAL_MAXNREG, true, true, ARG_ONE},
};
enum { HEADER_DIRECTIVES = sizeof header_directives / sizeof *header_directives };

static uint32_t header_bit(Keyword kw)
{
    for (int i = 0; i < HEADER_DIRECTIVES; i++)
        if (header_directives[i].kw == kw)
            return (uint32_t)1 << i;
    ice("no header directive %d", (int)kw);
}

/* n ["," n ["," n]], the left out ones being 1 */
static bool parse_dim3(Parser *p, uint32_t v[3], HeaderArg arg, bool positive, const char *what)
{
    v[1] = v[2] = 1;
    for (int i = 0; i < (arg == ARG_DIM3 ? 3 : 1); i++) {
        if (i && !take(p, ','))
            return true;
        Loc loc = p->tok.loc;
        if (!parse_u32(p, &v[i], what))
            return false;
        if (positive && !v[i])
            error_at(loc, "%s must not be 0", what);
    }
    return true;
}

static void set_directive(Fn *fn, Keyword kw, const uint32_t v[3])
{
    switch (kw) {
    case KW_MAXNREG: fn->maxnreg = v[0]; break;
    case KW_MAXNTID: memcpy(fn->maxntid, v, sizeof fn->maxntid); break;
    case KW_REQNTID: memcpy(fn->reqntid, v, sizeof fn->reqntid); break;
    case KW_MINNCTAPERSM: fn->minnctapersm = v[0]; break;
    case KW_REQNCTAPERCLUSTER: memcpy(fn->reqnctapercluster, v, sizeof fn->reqnctapercluster); break;
    case KW_MAXCLUSTERRANK: fn->maxclusterrank = v[0]; break;
    case KW_NORETURN: fn->noreturn = true; break;
    case KW_MINPERCTAMEMORY: fn->cta_memory = v[0]; fn->has_cta_memory = true; break;
    case KW_EXPLICITCLUSTER: fn->explicit_cluster = true; break;
    case KW_BLOCKSARECLUSTERS: fn->blocks_are_clusters = true; break;
    default: break; /* says nothing about what the program computes */
    }
}

/* NVIDIA's old compiler wrote prototypes without ";", and the assembler takes them: what is next tells. */
static bool prototype_ends(const Parser *p)
{
    if (at(p, TK_EOF))
        return true;
    if (!p->tok.bol || !at(p, TK_DOT))
        return false;
    return keyword_place[p->tok.kw] & PLACE_BEHIND;
}

/* language = .language (string | 0...10) {"," (string | 0...10)}: what the function was written in (manual 11.8.2) */
static bool parse_languages(Parser *p)
{
    static const char *const names[] = {"unknown", "ptx", "nvvm", "cuda c++", "cuda c++ tile", "tile ir", "python-cutile",
                                        "fortran", "optix", "nvsal"};
    enum { KNOWN = sizeof names / sizeof *names, LAST_NUMBER = 10 };
    need(p, p->tok.loc, FEAT_LANGUAGE);
    do {
        next(p);
        Loc loc = p->tok.loc;
        if (at(p, TK_STR)) {
            int i = 0;
            while (i < KNOWN && strcasecmp(names[i], p->tok.name) != 0)
                i++;
            if (i == KNOWN)
                error_at(loc, "there is no language \"%s\"", p->tok.name);
            next(p);
            continue;
        }
        uint32_t n = 0;
        if (!at(p, TK_INT))
            return fail_expected(p, "a language, as a string or a number");
        if (!parse_u32(p, &n, "the language"))
            return false;
        if (n > LAST_NUMBER)
            error_at(loc, "languages have the numbers 0 to %d", LAST_NUMBER);
    } while (at(p, ','));
    return true;
}

/* Number i of header_directives: its place, its feature and its numbers. */
static bool parse_header_directive(Parser *p, Header *h, int i)
{
    const Keyword kw = (Keyword)p->tok.kw;
    const char *name = arena_printf(p->a, ".%s", keyword_name[kw]);
    const Loc loc = p->tok.loc;
    uint32_t v[3] = {0};
    if (!h->fn.is_entry && h->seen & header_bit(KW_LANGUAGE))
        return fail(p, "%s stands before .language", name);
    if (header_directives[i].of_entry != h->fn.is_entry && kw != KW_LOCAL_MAXNREG)
        return fail(p, "%s is for %s only", name, h->fn.is_entry ? "functions (.func)" : "kernels (.entry)");
    if (h->seen >> i & 1)
        return fail(p, "a second %s", name);
    need(p, loc, header_directives[i].feature);
    h->seen |= (uint32_t)1 << i;
    if (kw == KW_MAXNCTAPERSM && p->m->has_version && p->m->version >= 20)
        warn_at(WARN_DEPRECATED, loc, ".maxnctapersm is deprecated since .version 2.0: use .minnctapersm");
    next(p);
    if (header_directives[i].arg != ARG_NONE && !parse_dim3(p, v, header_directives[i].arg, header_directives[i].positive, name))
        return false;
    set_directive(&h->fn, kw, v);
    return true;
}

static bool parse_header_directives(Parser *p, Header *h)
{
    for (bool good = true; at(p, TK_DOT);) {
        int i = 0;
        while (i < HEADER_DIRECTIVES && header_directives[i].kw != p->tok.kw)
            i++;
        if (i == HEADER_DIRECTIVES)
            return (!h->fn.is_entry && prototype_ends(p)) || fail(p, "'.%s' has no place before a function's body", p->tok.name);
        if (p->tok.kw == KW_PRAGMA) {
            good = parse_pragma(p, false);
        } else if (p->tok.kw == KW_LANGUAGE) {
            h->seen |= (uint32_t)1 << i;
            good = parse_languages(p);
        } else {
            good = parse_header_directive(p, h, i);
        }
        if (!good)
            return false;
    }
    return true;
}

static bool seen(const Header *h, Keyword kw) { return h->seen & header_bit(kw); }

/* Bytes of all parameters as they lie one after the other. */
static uint64_t params_size(const Fn *fn)
{
    uint64_t at = 0;
    for (int i = 0; i < fn->params.n; i++) {
        const Sym *s = fn->params.at[i];
        if (type_info[s->type].kind != 'o')
            at = ((at + s->align - 1) & ~(uint64_t)(s->align - 1)) + s->bytes;
    }
    return at;
}

static void check_param_size(Parser *p, const Fn *fn, Loc loc)
{
    uint64_t size = params_size(fn), max = !p->m->has_version || p->m->version >= 81 ? 32764 :
                                           p->m->version >= 15 ? 4352 : 256;
    if (size > max)
        error_at(loc, "the parameters take %llu bytes; kernels of this .version may have %llu",
                 (unsigned long long)size, (unsigned long long)max);
    else if (size > 4352)
        need(p, loc, FEAT_LARGE_PARAMS);
}

static void check_header(Parser *p, const Header *h)
{
    const Fn *fn = &h->fn;
    if (seen(h, KW_MAXNTID) && seen(h, KW_REQNTID))
        error_at(h->loc, ".maxntid and .reqntid exclude each other");
    if (seen(h, KW_REQNCTAPERCLUSTER) && seen(h, KW_MAXCLUSTERRANK))
        error_at(h->loc, ".reqnctapercluster and .maxclusterrank exclude each other");
    if (seen(h, KW_BLOCKSARECLUSTERS) && !(seen(h, KW_REQNTID) && seen(h, KW_REQNCTAPERCLUSTER)))
        error_at(h->loc, ".blocksareclusters needs .reqntid and .reqnctapercluster");
    if (fn->noreturn && fn->rets.n)
        error_at(h->loc, "a .noreturn function has no return parameter");
    for (int i = 0; fn->rets.n > 1 && i < fn->rets.n; i++)
        if (fn->rets.at[i]->kind != SYM_REG) {
            error_at(fn->rets.at[i]->loc, "several return parameters must all be .reg");
            break;
        }
    if (fn->is_entry)
        check_param_size(p, fn, h->loc);
}

static bool parse_function_name(Parser *p, Header *h)
{
    h->loc = p->tok.loc;
    if (!at_name(p))
        return fail_expected(p, h->fn.is_entry ? "the kernel's name" : "the function's name");
    h->name = p->tok.name;
    if (sreg_find(p, h->name))
        return fail(p, "'%s' is a special register", h->name);
    next(p);
    return true;
}

/* What stands between .func and the function's name. */
static bool parse_results(Parser *p, Header *h, Syms *rets)
{
    Loc unified = {0, 0};
    if (at_kw(p, KW_ATTRIBUTE) && !parse_attribute(p, &h->managed, &unified))
        return false;
    if (h->managed)
        return fail(p, "'.managed' is for variables in .global only");
    return !at(p, '(') || parse_params(p, rets, PARAM_RET);
}

/* header = .entry name ["(" params ")"] {directive}
 *        | .func [attribute] ["(" params ")"] name ["(" params ")"] {directive} */
static bool parse_header(Parser *p, Header *h)
{
    Syms params = {0}, rets = {0};
    h->fn.is_entry = at_kw(p, KW_ENTRY);
    next(p);
    if (!h->fn.is_entry && !parse_results(p, h, &rets))
        return false;
    if (!parse_function_name(p, h))
        return false;
    if (at(p, '(')) {
        if (h->fn.is_entry)
            need(p, p->tok.loc, FEAT_ENTRY_PARAMS);
        if (!parse_params(p, &params, h->fn.is_entry ? PARAM_ENTRY : PARAM_FUNC))
            return false;
    }
    h->fn.params.at = params.at;
    h->fn.params.n = params.n;
    h->fn.params.cap = params.cap;
    h->fn.rets.at = rets.at;
    h->fn.rets.n = rets.n;
    h->fn.rets.cap = rets.cap;
    h->fn.variadic = params.n && params.at[params.n - 1]->open_array;
    if (!parse_header_directives(p, h))
        return false;
    if (at(p, ';') && (seen(h, KW_LANGUAGE) || seen(h, KW_MINPERCTAMEMORY)))
        return fail(p, "%s stands before a body only", seen(h, KW_LANGUAGE) ? ".language" : ".minperctamemory");
    check_header(p, h);
    return true;
}

/* ---- declared before? ------------------------------------------------------------------------------------------ */

static bool same_param(const Sym *a, const Sym *b)
{
    return a->kind == b->kind && a->type == b->type && a->vec == b->vec && a->bytes == b->bytes &&
           a->is_array == b->is_array && a->open_array == b->open_array;
}

static bool same_params(const SymList *a, const SymList *b)
{
    bool same = a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = same_param(a->at[i], b->at[i]);
    return same;
}

static bool same_arguments(const Fn *a, const Fn *b) { return a->is_entry == b->is_entry && same_params(&a->params, &b->params); }

static bool same_signature(const Fn *a, const Fn *b) { return same_arguments(a, b) && same_params(&a->rets, &b->rets); }

/* May a function be the one that another module means?  A result that is not given is dropped. */
static bool links_with(const Fn *old, const Fn *now, bool body)
{
    const Fn *defined = body ? now : !old->is_proto ? old : NULL;
    return same_signature(old, now) || (defined && !defined->rets.n && same_arguments(old, now));
}

/* May a function be declared with one linkage and then with the other? */
static bool linkages_agree(Linkage before, Linkage now) { return before == now || (now == LINK_NONE && before != LINK_EXTERN); }

static Fn *declare_first(Parser *p, const Header *h, Linkage linkage)
{
    Sym *sym = NEW(p->a, Sym);
    Fn *fn = NEW(p->a, Fn);
    *fn = h->fn;
    fn->sym = sym;
    fn->is_proto = true;
    *sym = (Sym){.kind = SYM_FUNC, .name = h->name, .loc = h->loc, .linkage = linkage, .fn = fn};
    scope_add(p->m->scope, sym);
    array_add(p->a, &p->m->syms, sym);
    return fn;
}

/* What a second declaration has against it, or NULL. */
static const char *clash_of(const Sym *old, const Header *h, Linkage linkage, bool links, LinkChoice choice)
{
    if (old->kind != SYM_FUNC || old->alias_of || !old->fn->is_proto)
        return "'%s' is declared a second time";
    if (!links && !same_signature(old->fn, &h->fn))
        return "'%s' has other parameters here than in its prototype";
    return choice != LINK_BOTH && !linkages_agree(old->linkage, linkage) ? "'%s' has another linkage here than in its prototype" : NULL;
}

/* The function's Fn: a new one, or the one its prototype made.  NULL, and reported, when they clash. */
static Fn *declare(Parser *p, const Header *h, Linkage linkage, bool body)
{
    Sym *old = scope_find(p->m->scope, h->name);
    const bool other = old && link_other(p, old);
    if (!old || old->broken || (other && linkage == LINK_NONE))
        return declare_first(p, h, linkage);
    const bool function = old->kind == SYM_FUNC && !old->alias_of;
    const bool links = other && function && links_with(old->fn, &h->fn, body);
    const LinkChoice choice = links ? link_function(p, old, linkage, body) : LINK_CLASH;
    if (choice == LINK_OLD)
        return body ? NULL : old->fn;
    const char *clash = clash_of(old, h, linkage, links, choice);
    if (clash) {
        error_at(h->loc, clash, h->name);
        note_at(old->loc, "it was first declared here");
        return NULL;
    }
    if (body) {
        Sym *sym = old->fn->sym;
        *old->fn = h->fn;
        old->fn->sym = sym;
        old->fn->is_proto = true;
        old->loc = h->loc;
    }
    return old->fn;
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

static void open_block(Parser *p)
{
    array_add(p->a, &p->blocks, p->scope);
    if (p->blocks.n == MAX_DEPTH)
        fail(p, "more than %d blocks within each other", MAX_DEPTH);
    if (p->blocks.n < MAX_DEPTH) /* deeper ones share the last scope: look-ups stay cheap */
        p->scope = scope_new(p->a, &p->scopes, p->scope);
}

static void close_block(Parser *p) { p->scope = p->blocks.at[--p->blocks.n]; }

int reg_number(Parser *p, Sym *sym)
{
    if (sym->index < 0) {
        sym->index = p->fn->regs.n;
        array_add(p->a, &p->fn->regs, sym);
    }
    return sym->index;
}

static void add_label(Parser *p, const Tok *name)
{
    Sym *sym = NEW(p->a, Sym);
    *sym = (Sym){.kind = SYM_LABEL, .name = name->name, .loc = name->loc, .fn = p->fn, .index = p->fn->ins.n};
    if (scope_add(p->scope, sym) == sym)
        array_add(p->a, &p->fn->labels, sym);
}

static Sym *add_list_sym(Parser *p, const Tok *name, SymKind kind)
{
    Sym *sym = NEW(p->a, Sym);
    *sym = (Sym){.kind = kind, .name = name->name, .loc = name->loc, .fn = p->fn};
    scope_add(p->scope, sym);
    return sym;
}

static void add_target(Parser *p, Sym *list, const char *name, Loc loc)
{
    Fixup f = {.scope = p->scope, .name = name, .loc = loc, .list = list, .element = list->targets.n};
    array_add(p->a, &list->targets, NULL);
    array_add(p->a, &p->fixups, f);
}

/* targets = label ":" (.branchtargets | .calltargets) (name | name "<" n ">") {"," …} ";" */
static bool parse_targets(Parser *p, const Tok *name)
{
    bool call = at_kw(p, KW_CALLTARGETS);
    need(p, p->tok.loc, call ? FEAT_CALLTARGETS : FEAT_BRANCHTARGETS);
    Sym *list = add_list_sym(p, name, SYM_TARGETS);
    list->call_targets = call;
    next(p);
    do {
        if (!at(p, TK_ID))
            return fail_expected(p, call ? "the name of a function" : "a label");
        const char *target = p->tok.name;
        Loc loc = p->tok.loc;
        next(p);
        if (!take(p, '<')) {
            add_target(p, list, target, loc);
            continue;
        }
        uint32_t n;
        if (!parse_u32(p, &n, "the number of labels") || !expect(p, '>', "the number of labels"))
            return false;
        if (n > 1 << 20) {
            error_at(loc, "more than %d targets", 1 << 20);
            n = 0;
        }
        for (uint32_t i = 0; i < n; i++)
            add_target(p, list, intern(arena_printf(p->a, "%s%u", target, i)), loc);
    } while (take(p, ','));
    return end_statement(p, call ? ".calltargets" : ".branchtargets");
}

/* prototype = label ":" .callprototype ["(" params ")"] "_" ["(" params ")"] {.noreturn | .abi_preserve…} ";" */
static bool parse_prototype(Parser *p, const Tok *name)
{
    need(p, p->tok.loc, FEAT_CALLPROTOTYPE);
    Sym *proto = add_list_sym(p, name, SYM_PROTO);
    Syms params = {0}, rets = {0};
    Header h = {0};
    next(p);
    if (at(p, '(') && !parse_params(p, &rets, PARAM_PROTO))
        return false;
    if (!take(p, TK_SINK))
        return fail_expected(p, "'_' in the place of the function's name");
    if (at(p, '(') && !parse_params(p, &params, PARAM_PROTO))
        return false;
    if (!parse_header_directives(p, &h))
        return false;
    proto->params.at = params.at;
    proto->params.n = params.n;
    proto->params.cap = params.cap;
    proto->rets.at = rets.at;
    proto->rets.n = rets.n;
    proto->rets.cap = rets.cap;
    proto->noreturn = h.fn.noreturn;
    if (proto->noreturn && rets.n)
        error_at(proto->loc, "a .noreturn function has no return parameter");
    proto->variadic = params.n && params.at[params.n - 1]->open_array;
    return end_statement(p, ".callprototype");
}

/* guard = "@" ["!"] predicate */
static bool parse_guard(Parser *p, int32_t *guard, bool *neg)
{
    next(p);
    *neg = take(p, '!');
    if (!at(p, TK_ID))
        return fail_expected(p, "a predicate register after '@'");
    Sym *sym = scope_find(p->scope, p->tok.name);
    *guard = BROKEN_GUARD;
    if (!sym)
        undeclared(p, p->scope, p->tok.name, p->tok.loc, "predicate");
    if (!sym || sym->broken) {
        next(p);
        return true;
    }
    if (sym->kind != SYM_REG || sym->type != T_PRED)
        return fail(p, "'%s' is not a predicate register", p->tok.name);
    *guard = reg_number(p, sym);
    next(p);
    return true;
}

/* Does ':' follow the name just read? */
static bool at_label(const Parser *p)
{
    const char *s = p->lx.p;
    while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n')
        s++;
    return *s == ':';
}

/* label = name ":" [.branchtargets … | .calltargets … | .callprototype …] */
static bool parse_label(Parser *p)
{
    Tok name = p->tok;
    next(p);
    next(p);
    if (at_kw(p, KW_BRANCHTARGETS) || at_kw(p, KW_CALLTARGETS))
        return parse_targets(p, &name);
    if (at_kw(p, KW_CALLPROTOTYPE))
        return parse_prototype(p, &name);
    add_label(p, &name);
    return true;
}

static bool parse_directive(Parser *p)
{
    switch (p->tok.kw) {
    case KW_LOC:
        parse_loc(p);
        return true;
    case KW_LOC_INTERMEDIATE:
        parse_loc_intermediate(p);
        return true;
    case KW_PRAGMA:
        return parse_pragma(p, true);
    case KW_BRANCHTARGETS: case KW_CALLTARGETS: case KW_CALLPROTOTYPE:
        return fail(p, ".%s needs a label before it", p->tok.name);
    case KW_NONE:
        return fail(p, type_by_name(p->tok.name) ? "'.%s' needs a state space before it" : "unknown directive '.%s'",
                    p->tok.name);
    default:
        return fail(p, "'.%s' has no place in a function's body", p->tok.name);
    }
}

/* statement = "{" | "}" | label | declaration | directive | [guard] instruction */
static bool parse_statement(Parser *p)
{
    int32_t guard = -1;
    bool neg = false;
    switch (p->tok.kind) {
    case TK_ID:
        if (at_label(p))
            return parse_label(p);
        return parse_instruction(p, -1, false);
    case TK_DOT:
        if (!at_decl(p))
            return parse_directive(p);
        parse_decl(p, LINK_NONE);
        return true;
    case '@':
        if (p->lx.p < p->lx.end && *p->lx.p == '@') {
            parse_dwarf(p);
            return true;
        }
        if (!parse_guard(p, &guard, &neg))
            return false;
        if (!at(p, TK_ID) || at_label(p)) {
            fail_expected(p, "an instruction after the guard");
            return at(p, TK_ID) || at(p, '{');
        }
        return parse_instruction(p, guard, neg);
    case '{':
        open_block(p);
        next(p);
        return true;
    default:
        return fail_expected(p, "an instruction, a label or a declaration");
    }
}

/* A directive that only module scope knows begins a line: the body lacks its '}'. */
static bool at_next_function(const Parser *p)
{
    const char *s = p->lx.p;
    if (!p->tok.bol || !at(p, TK_DOT))
        return false;
    switch (p->tok.kw) {
    case KW_ENTRY: case KW_FUNC: case KW_VERSION: case KW_SECTION:
        return true;
    case KW_VISIBLE: case KW_EXTERN: case KW_WEAK:
        while (*s == ' ' || *s == '\t')
            s++;
        return strncmp(s, ".entry", 6) == 0 || strncmp(s, ".func", 5) == 0;
    default:
        return false;
    }
}

static void parse_body(Parser *p)
{
    uint32_t open = p->tok.loc.at;
    next(p);
    while (!diag_full()) {
        if (at(p, '}') && p->blocks.n) {
            close_block(p);
            next(p);
        } else if (at(p, '}')) {
            p->fn->end = p->tok.loc;
            next(p);
            return;
        } else if (at(p, TK_EOF) || at_next_function(p)) {
            fail_expected(p, "'}'");
            note_at((Loc){open, 1}, "the body begins here");
            p->fn->end = p->tok.loc;
            while (p->blocks.n)
                close_block(p);
            return;
        } else if (!parse_statement(p)) {
            p->depth = 0;
            skip_statement(p);
        }
    }
}

static void add_params(Parser *p, Sym **list, int n)
{
    for (int i = 0; i < n; i++) {
        list[i]->fn = p->fn;
        if (strcmp(list[i]->name, "_") != 0)
            scope_add(p->scope, list[i]);
        if (list[i]->kind == SYM_REG)
            reg_number(p, list[i]); /* used or not: the callers pass it */
    }
}

static void parse_definition(Parser *p, Fn *fn)
{
    Scope *module = p->scope;
    p->fn = fn;
    fn->is_proto = false;
    p->scope = scope_new(p->a, &p->scopes, module);
    p->fixups.n = p->blocks.n = 0;
    p->file = p->line = 0;
    parse_caller(p, (InlinedFrom){.from = p->tok.loc.at});
    add_params(p, fn->rets.at, fn->rets.n);
    add_params(p, fn->params.at, fn->params.n);
    array_add(p->a, &p->m->fns, fn);
    parse_body(p);
    resolve_fixups(p);
    if (fn->is_entry && p->m->has_version && p->m->version < 14)
        check_param_size(p, fn, fn->sym->loc);
    p->fn = NULL;
    p->scope = module;
    arena_reset(&p->scopes);
}

/* After a broken header: past the body, if there is one. */
static void skip_function(Parser *p)
{
    int braces = 0;
    for (bool first = true; !at(p, TK_EOF); first = false) {
        if (!first && at_next_function(p))
            return;
        bool end = (at(p, ';') && !braces) || (at(p, '}') && braces <= 1);
        braces += at(p, '{') - at(p, '}');
        next(p);
        if (end)
            return;
    }
}

void parse_function(Parser *p, Linkage linkage)
{
    Header h = {0};
    Loc loc = p->tok.loc;
    p->target_seen_code = true;
    if (linkage == LINK_COMMON)
        error_at(loc, ".common is for variables");
    if (!parse_header(p, &h)) {
        if (h.name && !scope_find(p->m->scope, h.name))
            scope_break(p->m->scope, h.name);
        skip_function(p);
        return;
    }
    bool body = at(p, '{');
    Fn *fn = declare(p, &h, linkage, body);
    if (!body) {
        if ((h.fn.is_entry || !prototype_ends(p)) && !end_statement(p, "the function's header"))
            skip_function(p);
        return;
    }
    if (linkage == LINK_EXTERN)
        error_at(h.loc, "'%s' is .extern: it cannot have a body here", h.name);
    if (!fn) { /* read it all the same, for its mistakes */
        fn = NEW(p->a, Fn);
        *fn = h.fn;
        fn->sym = NEW(p->a, Sym);
        *fn->sym = (Sym){.kind = SYM_FUNC, .name = h.name, .loc = h.loc, .linkage = linkage, .fn = fn};
    }
    parse_definition(p, fn);
    if (p->m->src.linked && scope_find(p->m->scope, h.name) != fn->sym) /* another module has it */
        p->m->fns.n--;
}

/* ---- .alias ---------------------------------------------------------------------------------------------------- */

static Sym *parse_alias_name(Parser *p)
{
    if (!at(p, TK_ID))
        return fail_expected(p, "the name of a function"), NULL;
    Sym *sym = scope_find(p->m->scope, p->tok.name);
    if (!sym)
        return fail(p, "undeclared function '%s'", p->tok.name), NULL;
    if (sym->kind != SYM_FUNC || sym->fn->is_entry)
        return fail(p, "'%s' is no function (.func): there can be no alias", p->tok.name), NULL;
    next(p);
    return sym;
}

/* alias = .alias name "," name ";" */
void parse_alias(Parser *p)
{
    Loc loc = p->tok.loc;
    need(p, loc, FEAT_ALIAS);
    next(p);
    loc = p->tok.loc;
    Sym *alias = parse_alias_name(p), *of = NULL;
    if (!alias || !expect(p, ',', "the alias") || !(of = parse_alias_name(p))) {
        skip_statement(p);
        return;
    }
    if (alias == of)
        error_at(loc, "'%s' cannot be an alias of itself", alias->name);
    else if (!alias->fn->is_proto || alias->alias_of)
        error_at(loc, "'%s' has a definition already", alias->name);
    else if (of->fn->is_proto)
        error_at(loc, "'%s' must be defined before it gets an alias", of->name);
    else if (!same_signature(alias->fn, of->fn))
        error_at(loc, "'%s' and '%s' have different parameters", alias->name, of->name);
    else
        alias->alias_of = of;
    if (!end_statement(p, ".alias"))
        skip_statement(p);
}
