/* parse_header.c: what follows .entry and .func: results, name, parameters, directives. */
#include "ptx/parse.h"

#include <strings.h>

/* params = "(" [param {"," param}] ")" */
bool parse_params(Parser *p, SymList *list, ParamOf of)
{
    next(p);
    bool open = false;
    while (!at(p, ')') || list->n) {
        Sym *sym = parse_param(p, of);
        if (!sym)
            return false;
        if (open)
            return error_at(sym->loc, "nothing can follow the parameter array without a size");
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

bool parse_prototype_ends(const Parser *p)
{
    if (at(p, TK_EOF))
        return true;
    return p->tok.bol && at(p, TK_DOT) && keyword_place[p->tok.kw] & PLACE_BEHIND;
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

bool parse_header_directives(Parser *p, Header *h)
{
    for (bool good = true; at(p, TK_DOT);) {
        int i = 0;
        while (i < HEADER_DIRECTIVES && header_directives[i].kw != p->tok.kw)
            i++;
        if (i == HEADER_DIRECTIVES)
            return (!h->fn.is_entry && parse_prototype_ends(p)) || fail(p, "'.%s' has no place before a function's body", p->tok.name);
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
    for (EACH(const Sym, s, fn->params))
        if (type_info[s->type].kind != 'o')
            at = ((at + s->align - 1) & ~(uint64_t)(s->align - 1)) + s->bytes;
    return at;
}

void parse_check_param_size(Parser *p, const Fn *fn, Loc loc)
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
        parse_check_param_size(p, fn, h->loc);
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
static bool parse_results(Parser *p, Header *h)
{
    Loc unified = {0, 0};
    if (at_kw(p, KW_ATTRIBUTE) && !parse_attribute(p, &h->managed, &unified))
        return false;
    if (h->managed)
        return fail(p, "'.managed' is for variables in .global only");
    return !at(p, '(') || parse_params(p, &h->fn.rets, PARAM_RET);
}

/* header = .entry name ["(" params ")"] {directive}
 *        | .func [attribute] ["(" params ")"] name ["(" params ")"] {directive} */
bool parse_function_header(Parser *p, Header *h)
{
    h->fn.is_entry = at_kw(p, KW_ENTRY);
    next(p);
    if (!h->fn.is_entry && !parse_results(p, h))
        return false;
    if (!parse_function_name(p, h))
        return false;
    if (at(p, '(')) {
        if (h->fn.is_entry)
            need(p, p->tok.loc, FEAT_ENTRY_PARAMS);
        if (!parse_params(p, &h->fn.params, h->fn.is_entry ? PARAM_ENTRY : PARAM_FUNC))
            return false;
    }
    h->fn.variadic = h->fn.params.n && h->fn.params.at[h->fn.params.n - 1]->open_array;
    if (!parse_header_directives(p, h))
        return false;
    if (at(p, ';') && (seen(h, KW_LANGUAGE) || seen(h, KW_MINPERCTAMEMORY)))
        return fail(p, "%s stands before a body only", seen(h, KW_LANGUAGE) ? ".language" : ".minperctamemory");
    check_header(p, h);
    return true;
}
