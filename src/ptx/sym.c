/* sym.c: types by name, and scopes.
 *
 * A scope maps interned names to symbols.  Families (%r<1000>) are kept as prefix and count; a member becomes a symbol
 * when it is first looked up, so that a declaration of a million registers costs nothing. */
#include "ptx/ptx.h"

static inline unsigned hash_key(const void *key, size_t len);
#define HASH_FUNCTION(key, len, hv) ((hv) = hash_key((key), (len)))
#define uthash_malloc(bytes) arena_alloc(table_arena, (bytes))
#define uthash_free(p, bytes) ((void)(p))
#include <uthash.h>

static Arena *table_arena; /* for the tables of the scope that is being changed */

const TypeInfo type_info[T_COUNT] = {
    [T_NONE] = {"", 0, 0},
#define X(id, name, bits, kind) [T_##id] = {name, bits, kind},
    TYPES(X)
#undef X
};

static unsigned hash_string(const char *s, size_t len)
{
    unsigned h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

/* Keys of the tables below are pointers to interned names. */
static inline unsigned hash_key(const void *key, size_t len)
{
    const char *p;
    if (len != sizeof p)
        return hash_string(key, len);
    memcpy(&p, key, sizeof p);
    return (unsigned)((uint64_t)(uintptr_t)p * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

enum { TYPE_SLOTS = 256 };
_Static_assert(T_COUNT * 2 < TYPE_SLOTS, "the table of type names stays half empty");

Type type_by_name(const char *name)
{
    static uint8_t slot[TYPE_SLOTS]; /* open addressing; 0 = free */
    if (!slot[hash_string("u32", 3) % TYPE_SLOTS])
        for (int t = 1; t < T_COUNT; t++) {
            unsigned i = hash_string(type_info[t].name, strlen(type_info[t].name)) % TYPE_SLOTS;
            while (slot[i])
                i = (i + 1) % TYPE_SLOTS;
            slot[i] = (uint8_t)t;
        }
    for (unsigned i = hash_string(name, strlen(name)) % TYPE_SLOTS; slot[i]; i = (i + 1) % TYPE_SLOTS)
        if (strcmp(type_info[slot[i]].name, name) == 0)
            return (Type)slot[i];
    return T_NONE;
}

const char *type_meant(const char *name)
{
    static const struct { const char *name, *ptx; } all[] = {
        {"bool", "pred"}, {"i1", "pred"},   {"char", "s8"},    {"i8", "s8"},        {"short", "s16"},  {"i16", "s16"},
        {"int", "s32"},   {"i32", "s32"},   {"long", "s64"},   {"i64", "s64"},      {"half", "f16"},   {"float", "f32"},
        {"uint", "u32"},  {"double", "f64"}, {"ptr", "u64"},   {"unsigned", "u32"}, {"single", "f32"}, {"predicate", "pred"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].ptx;
    return NULL;
}

const char *type_like(const char *name)
{
    const char *best = type_meant(name);
    int unlike = best ? 0 : UNLIKE, d;
    for (int t = 1; t <= T_F64; t++)
        if ((d = util_unlikeness(name, type_info[t].name, 1)) < unlike) {
            unlike = d;
            best = type_info[t].name;
        }
    return best;
}

/* ---- scopes ---------------------------------------------------------------------------------------------------- */

typedef struct Entry {
    const char *name; /* the key */
    Sym *sym;
    UT_hash_handle hh;
} Entry;

/* name<count>: several may share a prefix only in different scopes. */
typedef struct Family {
    const char *prefix; /* interned; the key */
    uint32_t count;
    bool open; /* members beyond count are broken */
    Sym *model;
    UT_hash_handle hh;
} Family;

struct Scope {
    Scope *up;
    Arena *arena;  /* for symbols */
    Arena *tables; /* for all else, the scope itself, too */
    Entry *entries;
    Family *families;
    uint64_t last_chars; /* of the families' prefixes, modulo 64: tells most other names apart at once */
    Array(Family *) after_digit; /* those whose prefix ends in a digit */
};

Scope *scope_new(Arena *a, Arena *tables, Scope *up)
{
    Scope *s = NEW(tables, Scope);
    s->up = up;
    s->arena = a;
    s->tables = tables;
    return s;
}

static Sym *entry_find(Scope *s, const char *name)
{
    Entry *e;
    HASH_FIND_PTR(s->entries, &name, e);
    return e ? e->sym : NULL;
}

static Sym *entry_add(Scope *s, Sym *sym)
{
    Entry *e = NEW(s->tables, Entry);
    e->name = sym->name;
    e->sym = sym;
    table_arena = s->tables;
    HASH_ADD_PTR(s->entries, name, e);
    return sym;
}

/* The family of s that name belongs to, or NULL.  The number may be split off at any of its digits (%r12 is the member
 * 12 of %r<20> or the member 2 of %r1<5>).  *plain: the name without leading zeros, which means the same register. */
static Family *family_of(Scope *s, const char *name, const char **plain)
{
    if (!s->families)
        return NULL;
    size_t n = strlen(name);
    uint64_t number = 0, unit = 1;
    for (size_t i = n; i > 1 && n - i < 10 && name[i - 1] >= '0' && name[i - 1] <= '9'; i--) {
        uint64_t digit = (uint64_t)(name[i - 1] - '0');
        number += digit * unit;
        unit *= 10;
        if (!(s->last_chars >> (name[i - 2] & 63) & 1))
            continue;
        const char *prefix = intern_n(name, i - 1);
        Family *f;
        HASH_FIND_PTR(s->families, &prefix, f);
        if (f && (number < f->count || f->open)) {
            bool zeros = digit == 0 && i != n;
            *plain = zeros ? intern(arena_printf(s->tables, "%s%llu", prefix, (unsigned long long)number)) : name;
            return f;
        }
    }
    return NULL;
}

/* Is name prefix with a number below count, without leading zeros?  Then that number, else -1. */
static int64_t member_number(const char *name, const char *prefix, uint32_t count)
{
    size_t n = strlen(prefix);
    if (strncmp(name, prefix, n) != 0 || !name[n] || (name[n] == '0' && name[n + 1]))
        return -1;
    uint64_t v = 0;
    for (const char *p = name + n; *p; p++) {
        if (*p < '0' || *p > '9' || v >= count)
            return -1;
        v = v * 10 + (uint64_t)(*p - '0');
    }
    return v < count ? (int64_t)v : -1;
}

static Sym *scope_own(Scope *s, const char *name)
{
    Sym *sym = entry_find(s, name);
    if (sym)
        return sym;
    const char *plain;
    Family *f = family_of(s, name, &plain);
    if (!f)
        return NULL;
    if (plain != name)
        return scope_own(s, plain);
    sym = NEW(s->arena, Sym);
    *sym = *f->model;
    sym->name = name;
    sym->broken |= member_number(name, f->prefix, f->count) < 0;
    return entry_add(s, sym);
}

static void report_clash(const Sym *old, Loc loc, const char *name)
{
    error_at(loc, "'%s' is declared a second time", name);
    note_at(old->loc, "it was first declared here");
}

Sym *scope_add(Scope *s, Sym *sym)
{
    Sym *old = scope_own(s, sym->name);
    if (!old)
        return entry_add(s, sym);
    if (old->broken && entry_find(s, sym->name)) { /* what comes too late is at least what it says */
        *old = *sym;
        return sym;
    }
    if (old->broken)
        return entry_add(s, sym);
    report_clash(old, sym->loc, sym->name);
    return old;
}

/* A family of s that shares a name with prefix<count>, or NULL: the same prefix, or one prefix is the other and digits
 * (then the longer one's first member decides). */
static Family *overlapping(Scope *s, const char *prefix, uint32_t count)
{
    Family *f;
    HASH_FIND_PTR(s->families, &prefix, f);
    if (f || !count)
        return f;
    const char *plain, *first = arena_printf(s->tables, "%s0", prefix);
    if ((f = family_of(s, first, &plain)) && plain == first)
        return f;
    for (int i = 0; i < s->after_digit.n; i++) {
        f = s->after_digit.at[i];
        if (strncmp(f->prefix, prefix, strlen(prefix)) == 0 &&
            member_number(arena_printf(s->tables, "%s0", f->prefix), prefix, count) >= 0)
            return f;
    }
    return NULL;
}

void scope_add_family(Scope *s, Sym *model, const char *prefix, uint32_t count)
{
    Family *f = overlapping(s, prefix, count);
    const Sym *old = f ? f->model : NULL;
    const char *name = prefix;
    if (old && old->broken) {
        f->count = count;
        f->model = model;
        return;
    }
    for (Entry *e = s->entries; e && !old; e = e->hh.next)
        if (!e->sym->broken && member_number(e->name, prefix, count) >= 0) {
            old = e->sym;
            name = e->name;
        }
    if (old) {
        report_clash(old, model->loc, name);
        return;
    }
    if (!count)
        return;
    size_t n = strlen(prefix);
    f = NEW(s->tables, Family);
    f->prefix = prefix;
    f->count = count;
    f->model = model;
    s->last_chars |= (uint64_t)1 << (prefix[n - 1] & 63);
    if (prefix[n - 1] >= '0' && prefix[n - 1] <= '9')
        array_add(s->tables, &s->after_digit, f);
    table_arena = s->tables;
    HASH_ADD_PTR(s->families, prefix, f);
}

Sym *scope_find(Scope *s, const char *interned_name)
{
    Sym *sym = NULL;
    for (; s && !sym; s = s->up)
        sym = scope_own(s, interned_name);
    return sym;
}

/* A candidate for scope_nearest: better when nearer, or as near and before the other in the alphabet (the order of the
 * tables must not show).  Short names must at least begin alike. */
static void consider(const char *candidate, const char *name, const char **best, int *distance)
{
    size_t mark = name[0] == '%';
    if (strlen(name) < 4 + mark && (candidate[0] != name[0] || candidate[mark] != name[mark]))
        return;
    int d = util_distance(candidate, name, *distance);
    if (d < *distance || (d == *distance && *best && strcmp(candidate, *best) < 0)) {
        *best = candidate;
        *distance = d;
    }
}

/* Is name a family's prefix and a number?  Where that starts, else NULL. */
static const char *number_after(const Family *f, const char *name)
{
    size_t n = strlen(f->prefix);
    return strncmp(f->prefix, name, n) == 0 && name[n] >= '0' && name[n] <= '9' ? name + n : NULL;
}

const char *scope_nearest(Scope *s, const char *name)
{
    enum { LOOKED_AT = 20000 }; /* names: a message may not take seconds */
    const char *best = NULL;
    const char *digits = name + strcspn(name, "0123456789");
    int distance = strlen(name) < 4 ? 2 : 3, left = LOOKED_AT;
    for (; s; s = s->up) {
        for (Family *f = s->families; f && left > 0; f = f->hh.next, left--) {
            if (f->model->broken)
                continue;
            if (number_after(f, name)) /* past the last one */
                return arena_printf(s->tables, "%s%u", f->prefix, f->count - 1);
            const char *other = arena_printf(s->tables, "%s%s", f->prefix, digits);
            if (member_number(other, f->prefix, f->count) >= 0)
                consider(other, name, &best, &distance);
        }
        for (Entry *e = s->entries; e && left > 0; e = e->hh.next, left--)
            if (!e->sym->broken)
                consider(e->name, name, &best, &distance);
    }
    return best;
}

/* The family that name looks like a member of, in this scope or around it, or NULL. */
static Family *family_like(Scope *s, const char *name)
{
    for (; s; s = s->up)
        for (Family *f = s->families; f; f = f->hh.next) {
            const char *number = number_after(f, name);
            if (number && !number[strspn(number, "0123456789")])
                return f;
        }
    return NULL;
}

const Sym *scope_beyond(Scope *s, const char *name, uint32_t *count)
{
    const Family *f = family_like(s, name);
    if (!f || f->model->broken)
        return NULL;
    *count = f->count;
    return f->model;
}

/* Is there a name that differs in nothing but its number? */
static bool has_relative(Scope *s, const char *name, size_t prefix)
{
    for (; s; s = s->up)
        for (Entry *e = s->entries; e; e = e->hh.next)
            if (!e->sym->broken && strncmp(e->name, name, prefix) == 0 && e->name[prefix] >= '0' && e->name[prefix] <= '9')
                return true;
    return false;
}

void scope_break(Scope *s, const char *name)
{
    size_t n = strlen(name), prefix = n;
    Family *f = family_like(s, name);
    if (f) {
        f->open = true;
        return;
    }
    while (prefix > 1 && name[prefix - 1] >= '0' && name[prefix - 1] <= '9')
        prefix--;
    Sym *sym = NEW_OF(s->arena, Sym, .kind = SYM_REG, .index = -1, .name = name, .broken = true);
    if (name[0] == '%' && prefix < n && !has_relative(s, name, prefix))
        scope_add_family(s, sym, intern_n(name, prefix), UINT32_MAX);
    else if (!scope_find(s, name))
        entry_add(s, sym);
}

const char *reg_name(const Fn *fn, int reg) { return fn->regs.at[reg]->name; }

bool syms_have(const SymList *list, const Sym *s)
{
    bool has = false;
    for (int i = 0; i < list->n && !has; i++)
        has = list->at[i] == s;
    return has;
}
