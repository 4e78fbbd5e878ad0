/* util.c: see util.h. */
#include "support/util.h"

#include <errno.h>
#include <sys/stat.h>

#define uthash_fatal(msg) out_of_memory()
static NORETURN void out_of_memory(void);
#include <uthash.h>

static void out_of_memory(void)
{
    fputs("ptx2c: error: out of memory\n", stderr);
    exit(3);
}

void ice_at(const char *file, int line, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "ptx2c: internal error at %s:%d: ", file, line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(70);
}

struct ArenaBlock { ArenaBlock *next; };

/* 0: each piece is a block of its own, of its exact size, so that address sanitisers see what lies outside. */
#ifndef ARENA_BLOCK
#define ARENA_BLOCK (1 << 16)
#endif
enum { ARENA_HEAD = 16, ARENA_ALIGN = 8 };
_Static_assert(sizeof(ArenaBlock) <= ARENA_HEAD, "an arena block's head fits");

static ArenaBlock *spare; /* blocks of the usual size that arenas gave back */

static ArenaBlock *block_or_end(void *b)
{
    if (!b)
        out_of_memory();
    return b;
}

/* A block of the usual size is cleared piece by piece as it is handed out: what nobody asks for is never touched, and
 * takes no memory. */
static ArenaBlock *new_block(void)
{
    ArenaBlock *b = spare;
    if (b)
        spare = b->next;
    return b ? b : block_or_end(malloc(ARENA_HEAD + ARENA_BLOCK));
}

/* Not cleared, but where it fills a block alone: the system has that cleared. */
static void *arena_take(Arena *a, size_t bytes)
{
    if (ARENA_BLOCK > 0)
        bytes = (bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    if (ARENA_BLOCK == 0 || bytes > ARENA_BLOCK) {
        ArenaBlock *b = block_or_end(calloc(1, ARENA_HEAD + bytes));
        b->next = a->large;
        a->large = b;
        return (char *)b + ARENA_HEAD;
    }
    if (!a->head || a->used + bytes > ARENA_BLOCK) {
        ArenaBlock *b = new_block();
        b->next = a->head;
        a->head = b;
        a->used = 0;
    }
    void *p = (char *)a->head + ARENA_HEAD + a->used;
    a->used += bytes;
    return p;
}

void *arena_alloc(Arena *a, size_t bytes)
{
    void *p = arena_take(a, bytes);
    return bytes > ARENA_BLOCK ? p : memset(p, 0, bytes);
}

void arena_reset(Arena *a)
{
    for (ArenaBlock *b = a->head, *next; b; b = next) {
        next = b->next;
        b->next = spare;
        spare = b;
    }
    for (ArenaBlock *b = a->large, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (Arena){0};
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
    char *p = arena_take(a, n + 1);
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *arena_vprintf(Arena *a, const char *fmt, va_list ap)
{
    va_list again;
    char text[256]; /* mostly it is short, and formatting it twice would take twice the time */
    va_copy(again, ap);
    const int n = vsnprintf(text, sizeof text, fmt, ap);
    char *p = arena_take(a, (size_t)n + 1);
    if ((size_t)n < sizeof text)
        memcpy(p, text, (size_t)n + 1);
    else
        vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

char *arena_printf(Arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}

typedef struct Name {
    UT_hash_handle hh;
    char s[];
} Name;

static Name *names;
static Arena name_arena;

const char *intern_n(const char *s, size_t n)
{
    Name *x;
    HASH_FIND(hh, names, s, n, x);
    if (!x) {
        x = arena_alloc(&name_arena, sizeof *x + n + 1);
        memcpy(x->s, s, n);
        HASH_ADD_KEYPTR(hh, names, x->s, n, x);
    }
    return x->s;
}

const char *intern(const char *s) { return intern_n(s, strlen(s)); }

/* The link to the block that a piece fills alone, if it is one of this arena. */
static ArenaBlock **block_alone(Arena *a, const void *p, size_t bytes)
{
    if (bytes <= ARENA_BLOCK)
        return NULL;
    for (ArenaBlock **b = &a->large; *b; b = &(*b)->next)
        if ((char *)*b + ARENA_HEAD == (const char *)p)
            return b;
    return NULL;
}

void arena_free_large(Arena *a, const void *p, size_t bytes)
{
    ArenaBlock **b = block_alone(a, p, bytes), *gone = b ? *b : NULL;
    if (!gone)
        return;
    *b = gone->next;
    free(gone);
}

void array_grow(Arena *a, void **at, int *cap, size_t item)
{
    int n = *cap ? *cap * 2 : 8;
    size_t old = (size_t)*cap * item, bytes = (size_t)n * item;
    ArenaBlock **b = block_alone(a, *at, old);
    if (b) { /* the system may move it without a copy */
        *b = block_or_end(realloc(*b, ARENA_HEAD + bytes));
        *at = (char *)*b + ARENA_HEAD;
    } else {
        void *p = arena_take(a, bytes);
        if (old)
            memcpy(p, *at, old);
        *at = p;
    }
    *cap = n;
}

Bits bits_new(Arena *a, int size)
{
    int n = (size + 63) / 64;
    return (Bits){NEWN(a, uint64_t, n ? n : 1), n};
}

void bits_copy(Bits to, Bits from) { memcpy(to.w, from.w, (size_t)from.n * sizeof *to.w); }

bool bits_or(Bits to, Bits from)
{
    uint64_t changed = 0;
    for (int i = 0; i < from.n; i++) {
        changed |= from.w[i] & ~to.w[i];
        to.w[i] |= from.w[i];
    }
    return changed != 0;
}

int bits_next(Bits b, int i)
{
    for (int k = i >> 6; k < b.n; k++) {
        uint64_t w = b.w[k];
        if (k == i >> 6)
            w &= ~(uint64_t)0 << (i & 63);
        for (int j = 0; w; j++, w >>= 1)
            if (w & 1)
                return k * 64 + j;
    }
    return -1;
}

static void str_room(Str *b, size_t n)
{
    if (b->n + n + 1 <= b->cap)
        return;
    b->cap = (b->n + n + 1) * 2;
    b->s = realloc(b->s, b->cap);
    if (!b->s)
        out_of_memory();
}

void str_addn(Str *b, const char *s, size_t n)
{
    str_room(b, n);
    if (n)
        memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

void str_add(Str *b, const char *s) { str_addn(b, s, strlen(s)); }

void str_addc(Str *b, char c) { str_addn(b, &c, 1); }

void str_vprintf(Str *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    str_room(b, 1);
    const size_t room = b->cap - b->n; /* mostly enough */
    const int n = vsnprintf(b->s + b->n, room, fmt, ap);
    if ((size_t)n >= room) {
        str_room(b, (size_t)n);
        vsnprintf(b->s + b->n, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    b->n += (size_t)n;
}

void str_printf(Str *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    str_vprintf(b, fmt, ap);
    va_end(ap);
}

void str_insert(Str *b, size_t at, Str *s)
{
    if (s->n) {
        str_room(b, s->n);
        memmove(b->s + at + s->n, b->s + at, b->n - at);
        memcpy(b->s + at, s->s, s->n);
        b->n += s->n;
        b->s[b->n] = 0;
    }
    str_free(s);
}

void str_c_string(Str *b, const char *s)
{
    str_addc(b, '"');
    str_c_text(b, s);
    str_addc(b, '"');
}

void str_c_text(Str *b, const char *s)
{
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\' || c == '?') /* ? for trigraphs */
            str_printf(b, "\\%c", c);
        else if (c < ' ' || c > '~')
            str_printf(b, "\\%03o", c);
        else
            str_addc(b, *s);
    }
}

void str_clear(Str *b)
{
    b->n = 0;
    if (b->s)
        b->s[0] = 0;
}

void str_free(Str *b)
{
    free(b->s);
    *b = (Str){0};
}

char *str_keep(Arena *a, Str *b)
{
    char *s = arena_strndup(a, b->s ? b->s : "", b->n);
    str_free(b);
    return s;
}

int util_distance(const char *a, const char *b, int limit)
{
    int rows[3][64], na = (int)strlen(a), nb = (int)strlen(b);
    if (nb > 63 || na > 63 || na - nb > limit || nb - na > limit)
        return limit + 1;
    for (int j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *row = rows[i % 3], *up = rows[(i + 2) % 3], *above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int64_t best = lesser(up[j - 1] + (a[i - 1] != b[j - 1]), lesser(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = lesser(best, above[j - 2] + 1);
            row[j] = (int)best;
        }
    }
    return rows[na % 3][nb] > limit ? limit + 1 : rows[na % 3][nb];
}

int util_unlikeness(const char *a, const char *b, int limit)
{
    int d = util_distance(a, b, limit), letters[256] = {0};
    bool same = strlen(a) == strlen(b);
    for (const char *p = a, *q = b; same && *p; p++, q++) {
        letters[(unsigned char)*p]++;
        letters[(unsigned char)*q]--;
    }
    for (int i = 0; i < 256; i++)
        same &= !letters[i];
    return d > limit ? UNLIKE : 4 * d + 2 * (*a != *b) + !same;
}

char *util_read_file(Arena *a, const char *path, size_t *len)
{
    bool in = strcmp(path, "-") == 0;
    struct stat st;
    if (!in && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    FILE *f = in ? stdin : fopen(path, "rb");
    if (!f)
        return NULL;
    Str b = {0};
    char part[1 << 16];
    size_t n;
    while ((n = fread(part, 1, sizeof part, f)) > 0)
        str_addn(&b, part, n);
    int bad = ferror(f) ? errno : 0;
    if (!in)
        fclose(f);
    char *s = bad ? NULL : arena_strndup(a, b.s ? b.s : "", b.n);
    *len = b.n;
    str_free(&b);
    if (bad)
        errno = bad;
    return s;
}

const char *util_skip_quoted(const char *s, const char *quotes)
{
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (!*s || !strchr(quotes, *s))
        return s;
    const char *p = s + 1;
    while (*p && *p != *s)
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}
