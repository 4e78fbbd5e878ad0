/* parse_fn.c: .entry and .func: what was declared before, and the blocks, labels and directives of their bodies. */
#include "ptx/parse.h"

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
    Sym *sym = NEW_OF(p->a, Sym, .kind = SYM_LABEL, .name = name->name, .loc = name->loc, .fn = p->fn, .index = p->fn->ins.n);
    if (scope_add(p->scope, sym) == sym)
        array_add(p->a, &p->fn->labels, sym);
}

static Sym *add_list_sym(Parser *p, const Tok *name, SymKind kind)
{
    Sym *sym = NEW_OF(p->a, Sym, .kind = kind, .name = name->name, .loc = name->loc, .fn = p->fn);
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
    Header h = {0};
    next(p);
    if (at(p, '(') && !parse_params(p, &proto->rets, PARAM_PROTO))
        return false;
    if (!take(p, TK_SINK))
        return fail_expected(p, "'_' in the place of the function's name");
    if (at(p, '(') && !parse_params(p, &proto->params, PARAM_PROTO))
        return false;
    if (!parse_header_directives(p, &h))
        return false;
    proto->noreturn = h.fn.noreturn;
    if (proto->noreturn && proto->rets.n)
        error_at(proto->loc, "a .noreturn function has no return parameter");
    proto->variadic = proto->params.n && proto->params.at[proto->params.n - 1]->open_array;
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
        parse_check_param_size(p, fn, fn->sym->loc);
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
    if (!parse_function_header(p, &h)) {
        if (h.name && !scope_find(p->m->scope, h.name))
            scope_break(p->m->scope, h.name);
        skip_function(p);
        return;
    }
    bool body = at(p, '{');
    Fn *fn = declare(p, &h, linkage, body);
    if (!body) {
        if ((h.fn.is_entry || !parse_prototype_ends(p)) && !end_statement(p, "the function's header"))
            skip_function(p);
        return;
    }
    if (linkage == LINK_EXTERN)
        error_at(h.loc, "'%s' is .extern: it cannot have a body here", h.name);
    if (!fn) { /* read it all the same, for its mistakes */
        fn = NEW(p->a, Fn);
        *fn = h.fn;
        fn->sym = NEW_OF(p->a, Sym, .kind = SYM_FUNC, .name = h.name, .loc = h.loc, .linkage = linkage, .fn = fn);
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
