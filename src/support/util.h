/* util.h: memory, strings and tables for the compiler and its build tools.
 *
 * All memory comes from arenas; nothing is freed one by one.  Interned strings are compared by pointer. */
#ifndef PTX2C_UTIL_H
#define PTX2C_UTIL_H

#define PTX2C_VERSION "0.1.0"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))
#define NORETURN __attribute__((noreturn))
#else
#define PRINTF_LIKE(f, a)
#define NORETURN
#endif

/* An arena hands out zeroed memory and takes all of it back at once. */
typedef struct ArenaBlock ArenaBlock;
typedef struct Arena {
    ArenaBlock *head;
    size_t used;       /* bytes used in *head */
    ArenaBlock *large; /* each filled by one piece */
} Arena;

/* Zeroed, aligned for pointers and 64-bit integers; exits with status 3 when memory is out. */
void *arena_alloc(Arena *a, size_t bytes);
void arena_reset(Arena *a);                /* everything from it is gone */
char *arena_strndup(Arena *a, const char *s, size_t n);
char *arena_printf(Arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
char *arena_vprintf(Arena *a, const char *fmt, va_list ap);

#define NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define NEW_OF(a, T, ...) ((T *)memcpy(NEW(a, T), &(T){__VA_ARGS__}, sizeof(T))) /* with its first value */
#define NEWN(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* The one copy of a string; equal strings give equal pointers.  Lives as long as the process. */
const char *intern(const char *s);
const char *intern_n(const char *s, size_t n);

/* Growing array: struct { T *at; int n, cap; }.  Never keep a pointer into one that still grows, nor a copy of it: what
 * has become too small for it is given back. */
#define Array(T) struct { T *at; int n, cap; }
#define array_add(arena, v, item) \
    (((v)->n == (v)->cap ? array_grow((arena), (void **)&(v)->at, &(v)->cap, sizeof *(v)->at) : (void)0), \
     (void)((v)->at[(v)->n++] = (item)))
void array_grow(Arena *a, void **at, int *cap, size_t item);
/* for (const Ins *ins = list.at; array_has(list, ins); ins++) …: its items, to which none is added meanwhile. */
#define array_has(v, item) ((item) - (v).at < (v).n)
/* for (EACH(const Sym, s, m->syms)) …: the same of an array of pointers, s each of them; EACH_OF: of so many of them from at on. */
#define EACH(T, item, v) EACH_OF(T, item, (v).at, (v).n)
#define EACH_OF(T, item, pointers, many) \
    T *item, *const *item##_at = (T *const *)(pointers); item##_at - (T *const *)(pointers) < (many) && (item = *item##_at, true); item##_at++
/* for (AGAIN(changed)) …: once, and again as often as it has made changed true. */
#define AGAIN(changed) bool changed = true; changed && !(changed = false);
/* Room for so many items in an array that is empty yet. */
#define array_reserve(arena, v, items) \
    ((v)->at = arena_alloc((arena), (size_t)(items) * sizeof *(v)->at), (void)((v)->cap = (items)))
/* Gives an array that nobody refers to any more back, if it is large. */
#define array_free(arena, v) arena_free_large((arena), (v)->at, (size_t)(v)->cap * sizeof *(v)->at)
void arena_free_large(Arena *a, const void *p, size_t bytes);

/* Set of small integers of a fixed size. */
typedef struct Bits {
    uint64_t *w;
    int n; /* words */
} Bits;
Bits bits_new(Arena *a, int size);
static inline int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }
static inline bool within(int64_t x, int64_t most) { return x >= -most && x <= most; }
static inline bool ints_have(const int *at, int n, int x)
{
    for (int i = 0; i < n; i++)
        if (at[i] == x)
            return true;
    return false;
}
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; } /* these of ASCII, whatever the locale */
static inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
static inline bool is_power_of_2(uint64_t x) { return x && (x & (x - 1)) == 0; }
static inline uint64_t bits_below(uint64_t n) { return n > 63 ? UINT64_MAX : ((uint64_t)1 << n) - 1; } /* 2^n - 1 */
static inline uint64_t lesser_u(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t greater_u(uint64_t a, uint64_t b) { return a > b ? a : b; }

static inline bool bits_has(Bits b, int i) { return b.w[i >> 6] >> (i & 63) & 1; }
static inline void bits_add(Bits b, int i) { b.w[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void bits_del(Bits b, int i) { b.w[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
void bits_copy(Bits to, Bits from);
bool bits_or(Bits to, Bits from); /* true when to changed */
/* Smallest member >= i, or -1. */
int bits_next(Bits b, int i);

/* String buffer. */
typedef struct Str {
    char *s; /* NUL-terminated once anything was added, else NULL */
    size_t n, cap;
} Str;
void str_add(Str *b, const char *s);
void str_addn(Str *b, const char *s, size_t n);
void str_addc(Str *b, char c);
void str_printf(Str *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void str_vprintf(Str *b, const char *fmt, va_list ap);
void str_c_string(Str *b, const char *s); /* as a C string literal, whatever it holds */
void str_c_text(Str *b, const char *s); /* as it stands inside a C string literal, whatever it holds */
void str_insert(Str *b, size_t at, Str *s); /* in front of what stands there; it is given back */
void str_clear(Str *b);
void str_free(Str *b);
char *str_keep(Arena *a, Str *b); /* its text in the arena; empties it */

/* Internal error: prints the place and aborts with status 70. */
#define ice(...) ice_at(__FILE__, __LINE__, __VA_ARGS__)
NORETURN void ice_at(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Edit distance for "did you mean", at most limit + 1; two neighbours in each other's place are one edit. */
int util_distance(const char *a, const char *b, int limit);
/* The same for a choice among many: of those equally near the least has the same first letter, then the same letters.
 * UNLIKE beyond the limit. */
enum { UNLIKE = 1 << 20 };
int util_unlikeness(const char *a, const char *b, int limit);

/* progress.c: on a terminal, once two seconds have gone since progress_begin, each second: how much of what is done. */
void progress_begin(void);
void progress_show(const char *what, size_t done, size_t all);
void progress_clear(void); /* before anything else is said */

/* Where C's comment, or what one of these quotes begins at s, ends; s: it does not. */
const char *util_skip_quoted(const char *s, const char *quotes);
/* The whole file; "-" is standard input.  NULL with errno set when it cannot be read (a directory is EISDIR). */
char *util_read_file(Arena *a, const char *path, size_t *len);

#endif
