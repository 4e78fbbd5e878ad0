/* emit_prologue.c: what the text behind it needs at its head: windows, the chunk's and the lane's variables. */
#include "emit/lower.h"

#include <uthash.h>

/* Whether the place stands in a comment, which ends in its line, or in a #line. */
static bool in_comment(const char *text, const char *at)
{
    const char *p = at;
    while (p > text && p[-1] != '\n' && strncmp(p, "*/", 2) != 0 && strncmp(p, "/*", 2) != 0)
        p--;
    return *p == '#' || strncmp(p, "/*", 2) == 0;
}

bool text_has_at(const char *text, const char *p, size_t n)
{
    const char before = p > text ? p[-1] : ' ';
    const bool member = before == '.' || (before == '>' && p[-2] == '-');
    return !member && !name_char(before) && !name_char(p[n]) && !in_comment(text, p);
}

bool text_has(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; p && (p = strstr(p, word)) != NULL; p += n)
        if (text_has_at(text, p, n))
            return true;
    return false;
}

/* The words of a text, as text_has means it. */
typedef struct Word {
    UT_hash_handle hh;
    const char *at;
} Word;

static Word *words_of(Arena *a, const char *text)
{
    Word *words = NULL, *x;
    for (const char *p = text; p && *p;) {
        if (*p == '#' || strncmp(p, "/*", 2) == 0) {
            const char *end = strstr(p, *p == '#' ? "\n" : "*/");
            p = end ? end + 1 : p + strlen(p);
            continue;
        }
        const char *begin = p;
        while (name_char(*p))
            p++;
        if (p == begin) {
            p++;
            continue;
        }
        const size_t n = (size_t)(p - begin);
        HASH_FIND(hh, words, begin, n, x);
        if (x || (begin > text && (begin[-1] == '.' || (begin[-1] == '>' && begin - 1 > text && begin[-2] == '-'))))
            continue;
        x = NEW(a, Word);
        x->at = begin;
        HASH_ADD_KEYPTR(hh, words, begin, n, x);
    }
    return words;
}

static int by_offset(const void *x, const void *y)
{
    Sym *const *a = x, *const *b = y;
    const uint64_t p = place_of(*a)->offset, q = place_of(*b)->offset;
    return p != q ? (p > q) - (p < q) : strcmp(place_of(*a)->name, place_of(*b)->name);
}

static bool in_shared(const Sym *s) { return s && s->kind == SYM_VAR && s->space == SP_SHARED; }

/* The offsets of the shared window's variables that the text names. */
static void emit_offsets(Writer *w, const char *text)
{
    const Back *b = w->b;
    Word *words = words_of(b->a, text), *x;
    Array(Sym *) named = {0};
    for (x = words; x; x = x->hh.next) {
        Sym *s = name_of_module(b->m, x->at, x->hh.keylen);
        if (in_shared(s))
            array_add(b->a, &named, s);
    }
    for (EACH(Sym, s, b->fn->vars)) {
        if (!in_shared(s))
            continue;
        HASH_FIND_STR(words, place_of(s)->name, x);
        if (x)
            array_add(b->a, &named, s);
    }
    HASH_CLEAR(hh, words);
    if (named.n)
        qsort(named.at, (size_t)named.n, sizeof *named.at, by_offset);
    for (int i = 0; i < named.n; i++)
        line(w, "enum { %s = %llu }; /* offset in the shared window */", place_of(named.at[i])->name,
             (unsigned long long)place_of(named.at[i])->offset);
}

/* The shared window and the offsets of its variables that the text names. */
void emit_shared_offsets(Writer *w, const char *text)
{
    if (w->b->mode != MODE_FUNC && text_has(text, "shared"))
        line(w, "unsigned char *const shared = c->shared;");
    emit_offsets(w, text);
    for (const Hidden *x = w->b->plan->hidden.at; array_has(w->b->plan->hidden, x); x++) {
        const char *name = arena_printf(w->b->a, "%c%lld", x->letter, (long long)x->value);
        if (text_has(text, name))
            line(w, x->letter == 'S' ? "const size_t %s = ptx2c_hidden(%s);" : "const uint32_t %s = ptx2c_not_constant(%su);", name, name + 1);
    }
}

const char *local_declaration(const Back *b)
{
    const unsigned long long bytes = local_bytes(b->fn), word = (unsigned long long)b->plan->words;
    return b->plan->words ? arena_printf(b->a, "_Alignas(PTX2C_LINE) uint%llu_t local[%llu][32]", 8 * word, bytes / word)
                    : arena_printf(b->a, "_Alignas(16) unsigned char local[32][%llu]", bytes);
}

/* Bytes of the .local window with what alloca takes, as C text. */
const char *local_size(const Fn *fn, Arena *a)
{
    return arena_printf(a, stack_is_narrow((Fn *)fn) ? "%llu + PTX2C_ALLOCA_NARROW" : uses_stack(fn) ? "%llu + PTX2C_ALLOCA_NEAR" : "%llu",
                        (unsigned long long)local_bytes(fn));
}

void emit_spread(Writer *w)
{
    for (EACH(const Sym, s, w->b->fn->vars)) {
        const Place *p = place_of((Sym *)s);
        if (p->lanes)
            line(w, "_Alignas(16) unsigned char %s[32][%llu];", p->lane_name,
                 (unsigned long long)(s->bytes + 15) / 16 * 16);
    }
}

static void param_decl(Writer *w, const Sym *s)
{
    const Place *p = place_of((Sym *)s);
    if (p->array)
        line(w, "_Alignas(%u) unsigned char %s[%llu] = {0};", s->align > 8 ? s->align : 8, p->name,
             (unsigned long long)(s->bytes ? s->bytes : 1));
    else
        line(w, "%s %s = 0;", c_type(s->type), p->name);
}

static void declare_opnd(Writer *w, const Opnd *o, int group)
{
    if (o->sym && o->sym->kind == SYM_VAR && o->sym->space == SP_PARAM && o->sym->fn == w->b->fn) {
        Place *p = place_of(o->sym);
        bool formal = false;
        for (int i = 0; i < w->b->fn->params.n; i++)
            formal |= w->b->fn->params.at[i] == o->sym;
        for (int i = 0; i < w->b->fn->rets.n; i++)
            formal |= w->b->fn->rets.at[i] == o->sym;
        if (!formal && !p->lanes && p->group != group && (p->read || p->array)) {
            p->group = group;
            param_decl(w, o->sym);
        }
    }
    for (uint32_t i = 0; i < o->nsub; i++)
        declare_opnd(w, &o->sub[i], group);
}

void declare_call_params(Writer *w, const Items *list)
{
    const int group = ++w->b->plan->call_groups;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(w->b, it);
        for (int k = 0; ins && k < ins->nop; k++)
            declare_opnd(w, &ins->op[k], group);
    }
}

static bool has_one(const char *text, const char *more, const char *word) { return text_has(text, word) || text_has(more, word); }

void chunk_prologue(Writer *w, const char *text, const char *more)
{
    bool warp = w->b->mode == MODE_WARP;
    if (!warp && has_one(text, more, "n"))
        line(w, "const uint32_t n = VL ? VL : k.n;");
    if (w->k->exits || (w->b->plan->has_state && has_one(text, more, "s")))
        line(w, "%s *restrict const s = (%s *)c->state + k.index;", w->k->state_name, w->k->state_name);
    if (!warp && w->k->exits)
        line(w, "if (s->done)\n%*scontinue;", 4 * (w->indent + 1), "");
    if (warp && has_one(text, more, "w"))
        line(w, "w->index = k.index;");
    if (warp && w->k->exits) {
        line(w, "uint32_t m = s->m;");
        line(w, "if (!m)\n%*scontinue;", 4 * (w->indent + 1), "");
    } else if (warp && has_one(text, more, "m")) {
        line(w, "const uint32_t m = full ? 0xffffffffu : ptx2c_lanes(k.n);");
    }
}

void emit_return_if_gone(Writer *w)
{
    const bool warp = w->b->mode == MODE_WARP;
    line(w, "PTX2C_RETURN_IF_GONE(c, %s, %s, %s);", warp ? "WARPS" : "CHUNKS", w->k->state_name, warp ? "m == 0" : "done");
}

uint64_t emit_local_bytes(Writer *w)
{
    Back *b = w->b;
    if (!b->plan->local_bytes)
        b->plan->local_bytes = 1 + local_bytes(b->fn);
    return b->plan->local_bytes - 1;
}

void lane_prologue(Writer *w, const Items *list, const char *text)
{
    Back *b = w->b;
    declare_call_params(w, list);
    if (!b->plan->cc_lanes && text_has(text, "cc"))
        line(w, "bool cc = false;");
    if (!text_has(text, "t"))
        return;
    const char *x = b->mode == MODE_SCHED || (b->mode == MODE_WARP && !b->rows) ? lower_warp_tid(w)
                                                                              : "{k.x + l, k.y, k.z}";
    const char *local = emit_local_bytes(w) && !b->plan->words ? b->plan->has_state ? ", .local = s->local[l]" : ", .local = local[l]" : "";
    line(w, "ptx2c_thread thread = {.cta = c, .tid = %s%s}, *const t = &thread;", x, local);
}

/* P, where the text needs it: the parameters. */
void emit_param_pointer(Writer *head, const Kernel *k, const char *text)
{
    if (!text_has(text, "P"))
        return;
    if (k->fn->params.n)
        line(head, "const %s_params *const P = c->param;", k->name);
    else
        line(head, "const unsigned char *const P = c->param;");
}

void run_begin(const Kernel *k)
{
    if (k->m->large) {
        str_printf(k->out, "static void %s_run%s(ptx2c_cta *c, uint32_t ctas)\n{\n    enum { any_width = false };\n", k->name, k->way);
        return;
    }
    const size_t start = k->out->n;
    str_printf(k->out, "PTX2C_INLINE void %s_run%s(ptx2c_cta *c, uint32_t ctas, const bool any_width)", k->name, k->way);
    break_line(k->out, start, 0);
    str_add(k->out, "\n{\n");
}

void run_end(const Kernel *k)
{
    str_add(k->out, "}\n");
    if (!k->m->large)
        str_printf(k->out, "PTX2C_FOR_PROCESSORS(%s_run%s)\n", k->name, k->way);
    str_add(k->out, "\n");
}
