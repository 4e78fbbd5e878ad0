/* lex.c: text -> tokens, on demand.
 *
 * Words are hashed while they are scanned and interned once each in a table of our own, which also knows the keywords;
 * the same table type holds whole opcodes, so that the usual instruction costs one look-up for all its modifiers. */
#include "ptx/parse.h"

#include <float.h>

const char *const keyword_name[KW_COUNT] = {
    "",
#define X(id, name) name,
    KEYWORDS(X)
#undef X
};

/* What a byte may be part of. */
enum { C_WORD = 1, C_DIGIT = 2, C_HEX = 4, C_SPACE = 8, C_START = 16 };
static uint8_t class_of[256];

typedef struct Word {
    uint32_t hash, len;
    const char *name; /* NULL: free */
    uint8_t kw;
    const Opcode *op; /* in the table of opcodes */
} Word;

typedef struct Words {
    Word *at;
    uint32_t cap, n; /* cap is a power of two */
} Words;

static Words words, opcodes;

#define HASH_START 2166136261u
#define HASH_STEP(h, c) (((h) ^ (unsigned char)(c)) * 16777619u)

static void words_grow(Words *w)
{
    uint32_t cap = w->cap ? w->cap * 2 : 1024;
    Word *at = calloc(cap, sizeof *at);
    if (!at)
        ice("out of memory");
    for (uint32_t i = 0; i < w->cap; i++)
        if (w->at[i].name) {
            uint32_t k = w->at[i].hash & (cap - 1);
            while (at[k].name)
                k = (k + 1) & (cap - 1);
            at[k] = w->at[i];
        }
    free(w->at);
    w->at = at;
    w->cap = cap;
}

static Word *words_find(Words *w, const char *s, size_t len, uint32_t hash)
{
    if ((w->n + 1) * 2 > w->cap)
        words_grow(w);
    hash ^= hash >> 15;
    uint32_t k = hash & (w->cap - 1);
    for (; w->at[k].name; k = (k + 1) & (w->cap - 1))
        if (w->at[k].hash == hash && w->at[k].len == len && memcmp(w->at[k].name, s, len) == 0)
            return &w->at[k];
    w->n++;
    w->at[k] = (Word){hash, (uint32_t)len, intern_n(s, len), KW_NONE, NULL};
    return &w->at[k];
}

static uint32_t hash_text(const char *s, size_t n)
{
    uint32_t h = HASH_START;
    for (size_t i = 0; i < n; i++)
        h = HASH_STEP(h, s[i]);
    return h;
}

static void fill_tables(void)
{
    for (int c = '0'; c <= '9'; c++)
        class_of[c] = C_WORD | C_DIGIT | C_HEX;
    for (int c = 'a'; c <= 'z'; c++)
        class_of[c] = class_of[c - 'a' + 'A'] = (uint8_t)(C_WORD | C_START | (c <= 'f' ? C_HEX : 0));
    class_of['_'] = class_of['$'] = C_WORD | C_START;
    class_of['%'] = C_START;
    class_of[' '] = class_of['\t'] = class_of['\n'] = class_of['\r'] = class_of['\f'] = class_of['\v'] = C_SPACE;
    for (int k = 1; k < KW_COUNT; k++) {
        size_t n = strlen(keyword_name[k]);
        words_find(&words, keyword_name[k], n, hash_text(keyword_name[k], n))->kw = (uint8_t)k;
    }
}

void lex_begin(Lexer *lx, Arena *a, Source src)
{
    fill_tables();
    const char *end = src.text + src.len;
    while (end > src.text && end[-1] == 0) /* programs hand over C strings with their end */
        end--;
    const bool mark = end - src.text >= 3 && memcmp(src.text, "\xef\xbb\xbf", 3) == 0; /* of UTF-8's byte order */
    *lx = (Lexer){src.text, src.text + 3 * mark, end, a};
}

void lex_end(void)
{
    free(words.at);
    free(opcodes.at);
    words = opcodes = (Words){0};
}

static inline bool is(char c, int classes) { return class_of[(unsigned char)c] & classes; }

static Loc span(const Lexer *lx, const char *from) { return (Loc){(uint32_t)(from - lx->text), (uint32_t)(lx->p - from)}; }

static void skip_line(Lexer *lx)
{
    const char *nl = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));
    lx->p = nl ? nl : lx->end;
}

/* False: it has no end. */
static bool skip_comment(Lexer *lx, bool *bol)
{
    const char *start = lx->p;
    lx->p += 2;
    while (lx->end - lx->p >= 2 && !(lx->p[0] == '*' && lx->p[1] == '/'))
        *bol |= *lx->p++ == '\n';
    if (lx->end - lx->p >= 2) {
        lx->p += 2;
        return true;
    }
    lx->p = lx->end;
    return error_at((Loc){(uint32_t)(start - lx->text), 2}, "unterminated comment");
}

static bool at_line_marker(const Lexer *lx) { return lx->p[0] == '#' && lx->p[1] == ' ' && lx->end - lx->p > 2 && is(lx->p[2], C_DIGIT); }

/* Past blanks, comments, and "# 12 file" lines of a C preprocessor.  True when a new line was begun. */
static bool skip_blanks(Lexer *lx)
{
    bool bol = lx->p == lx->text || (lx->p == lx->text + 3 && (unsigned char)lx->text[0] == 0xef);
    for (;;) {
        while (lx->p < lx->end && is(*lx->p, C_SPACE))
            bol |= *lx->p++ == '\n';
        if (lx->end - lx->p < 2)
            return bol;
        if ((lx->p[0] == '/' && lx->p[1] == '/') || (bol && at_line_marker(lx)))
            skip_line(lx);
        else if (lx->p[0] != '/' || lx->p[1] != '*')
            return bol;
        else if (!skip_comment(lx, &bol))
            return true;
    }
}

/* word = [A-Za-z0-9_$]*, hashed from h on; the first bytes from s to lx->p are already in. */
static Word *scan_word(Lexer *lx, const char *s, uint32_t h)
{
    const char *p = lx->p;
    while (is(*p, C_WORD)) { /* the text ends with a NUL */
        h = HASH_STEP(h, *p);
        p++;
    }
    lx->p = p;
    return words_find(&words, s, (size_t)(p - s), h);
}

/* The ':' of ".sp::2:4". */
static bool is_ratio(const char *p) { return p[0] == ':' && is(p[1], C_DIGIT) && is(p[-1], C_DIGIT) && p[-2] == ':'; }

/* The ".word::part" after its dot; at least one character of it is there. */
static Word *scan_dot_word(Lexer *lx, const char *s)
{
    const char *p = s;
    uint32_t h = HASH_START;
    for (;;) {
        while (is(*p, C_WORD) || (p > s + 1 && is_ratio(p))) {
            h = HASH_STEP(h, *p);
            p++;
        }
        if (p[0] != ':' || p[1] != ':' || !is(p[2], C_WORD))
            break;
        h = HASH_STEP(HASH_STEP(h, ':'), ':');
        p += 2;
    }
    lx->p = p;
    return words_find(&words, s, (size_t)(p - s), h);
}

static void bad(Lexer *lx, Tok *t, const char *from, const char *message)
{
    t->kind = TK_BAD;
    t->loc = span(lx, from);
    error_at(t->loc, "%s", message);
}

static int hex_value(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* real = digits "." digits [exponent], with one of the digits at least, or digits exponent */
static void scan_real(Lexer *lx, Tok *t, const char *s)
{
    bool zero = true;
    char small[64];
    size_t n = (size_t)(lx->p - s);
    char *copy = n < sizeof small ? small : arena_alloc(lx->arena, n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    double d = strtod(copy, NULL); /* the program never leaves the C locale */
    for (const char *p = copy; *p && *p != 'e' && *p != 'E'; p++)
        zero &= *p == '0' || *p == '.';
    if (d > DBL_MAX || (d == 0 && !zero)) {
        bad(lx, t, s, d == 0 ? "this constant is too small for .f64" : "this constant is too large for .f64");
        return;
    }
    t->kind = TK_REAL;
    t->type = T_F64;
    memcpy(&t->value, &d, sizeof d);
}

/* 0f and 0d: the exact bits. */
static bool scan_exact(Lexer *lx, Tok *t, const char *s)
{
    int digits = (s[1] | 32) == 'f' ? 8 : 16, n = 0;
    uint64_t v = 0;
    for (lx->p = s + 2; is(*lx->p, C_HEX) && n < digits; lx->p++, n++)
        v = v << 4 | (uint64_t)hex_value(*lx->p);
    if (n < digits || is(*lx->p, C_WORD)) {
        while (is(*lx->p, C_WORD))
            lx->p++;
        bad(lx, t, s, digits == 8 ? "0f needs exactly 8 hexadecimal digits" : "0d needs exactly 16 hexadecimal digits");
        return false;
    }
    t->kind = TK_REAL;
    t->type = digits == 8 ? T_F32 : T_F64;
    t->value = v;
    return true;
}

enum { MAX_HEX = 32 }; /* digits that may be meant: those of 128 bits */

/* The base of the number at s, whose digits begin at *digits. */
static int base_of(const char *s, const char **digits)
{
    const char kind = s[0] == '0' ? s[1] | 32 : 0;
    *digits = s + 2;
    if (kind == 'x' && is(s[2], C_HEX))
        return 16;
    if (kind == 'b' && (s[2] == '0' || s[2] == '1'))
        return 2;
    *digits = s;
    return s[0] == '0' ? 8 : 10;
}

/* Past a word, whose first letter is p, that stands behind a number. */
static void bad_word(Lexer *lx, Tok *t, const char *p, const char *says)
{
    for (lx->p = p; is(*lx->p, C_WORD); lx->p++)
        ;
    bad(lx, t, p, says);
}

static void scan_int(Lexer *lx, Tok *t, const char *s)
{
    const int base = base_of(s, &lx->p);
    uint64_t v = 0;
    bool over = false;
    int digits = 0; /* but for zeros in front */
    for (; is(*lx->p, C_HEX) && hex_value(*lx->p) < base; lx->p++) {
        unsigned digit = (unsigned)hex_value(*lx->p);
        over |= v > (UINT64_MAX - digit) / (unsigned)base;
        v = v * (unsigned)base + digit;
        digits += digits || digit;
    }
    bool u = *lx->p == 'U';
    lx->p += u;
    if (is(*lx->p, C_WORD)) {
        bad_word(lx, t, lx->p, *lx->p == 'u' ? "write the suffix of an unsigned constant as 'U'" : "this does not belong to a number");
        return;
    }
    if (over && (base != 16 || digits > MAX_HEX)) { /* the assembler minds only those of base 16 not */
        bad(lx, t, s, "integer constant needs more than 64 bits");
        return;
    }
    t->kind = TK_INT;
    t->type = u || v > INT64_MAX ? T_U64 : T_S64;
    t->value = v;
    if (over)
        warn_at(WARN_CONSTANT, span(lx, s), "integer constant needs more than 64 bits; the low 64 are used");
}

static bool at_exponent(const char *p) { return (*p == 'e' || *p == 'E') && is(p[1 + (p[1] == '+' || p[1] == '-')], C_DIGIT); }

static void scan_number(Lexer *lx, Tok *t)
{
    const char *s = lx->p, *p = s;
    if (s[0] == '0' && ((s[1] | 32) == 'f' || (s[1] | 32) == 'd')) {
        scan_exact(lx, t, s);
        return;
    }
    while (is(*p, C_DIGIT))
        p++;
    bool real = *p == '.' && p > s;
    if (*p == '.')
        for (p++, real = true; is(*p, C_DIGIT); p++)
            ;
    if (at_exponent(p)) {
        real = true;
        for (p += 2; is(*p, C_DIGIT); p++)
            ;
    }
    if (!real) {
        scan_int(lx, t, s);
        return;
    }
    lx->p = p;
    if (is(*p, C_WORD))
        bad_word(lx, t, p, "this does not belong to a number");
    else
        scan_real(lx, t, s);
}

static void scan_string(Lexer *lx, Tok *t)
{
    const char *s = lx->p++;
    while (lx->p < lx->end && *lx->p != '"' && *lx->p != '\n')
        lx->p++;
    if (lx->p == lx->end || *lx->p != '"') {
        bad(lx, t, s, "unterminated string");
        return;
    }
    t->kind = TK_STR;
    t->name = intern_n(s + 1, (size_t)(lx->p - s - 1));
    lx->p++;
}

static int two_chars(const char *p)
{
    switch (p[0]) {
    case '<': return p[1] == '<' ? TK_SHL : p[1] == '=' ? TK_LE : 0;
    case '>': return p[1] == '>' ? TK_SHR : p[1] == '=' ? TK_GE : 0;
    case '=': return p[1] == '=' ? TK_EQ : 0;
    case '!': return p[1] == '=' ? TK_NE : 0;
    case '&': return p[1] == '&' ? TK_ANDAND : 0;
    case '|': return p[1] == '|' ? TK_OROR : 0;
    default: return 0;
    }
}

/* A byte no token begins with; one message for a run of them. */
static void scan_junk(Lexer *lx, Tok *t)
{
    const char *s = lx->p++;
    unsigned char c = (unsigned char)*s;
    while (lx->p < lx->end && !is(*lx->p, C_SPACE | C_WORD | C_START) && !strchr(";,(){}[]", *lx->p))
        lx->p++;
    while (lx->p < lx->end && *lx->p == 0)
        lx->p++;
    t->kind = TK_BAD;
    t->loc = span(lx, s);
    if (c > ' ' && c < 0x7F)
        error_at(t->loc, "'%c' begins no PTX token", c);
    else
        error_at(t->loc, "byte 0x%02X does not belong in PTX", c);
}

/* '.' before a digit begins a modifier like .2d, or a number like .5; a modifier has a letter in it. */
static bool dot_is_number(const char *p)
{
    while (is(*++p, C_DIGIT))
        ;
    return !is(*p, C_WORD) || at_exponent(p);
}

static bool begins_name(const char *s) { return is(*s, C_START) && (is(s[1], C_WORD) || (*s != '%' && *s != '$' && *s != '_')); }

static bool begins_number(const char *s, char c) { return is(c, C_DIGIT) || (c == '.' && is(s[1], C_DIGIT) && dot_is_number(s)); }

static void take_word(Tok *t, TokKind kind, const Word *w)
{
    t->kind = (uint8_t)kind;
    t->name = w->name;
    t->kw = w->kw;
}

void lex_next(Lexer *lx, Tok *t)
{
    t->bol = skip_blanks(lx);
    t->kw = KW_NONE;
    const char *s = lx->p;
    char c = s < lx->end ? *s : 0;
    if (c && begins_name(s)) {
        lx->p++;
        take_word(t, TK_ID, scan_word(lx, s, HASH_STEP(HASH_START, c)));
    } else if (begins_number(s, c)) {
        scan_number(lx, t);
    } else if (c == '.' && is(s[1], C_WORD)) {
        take_word(t, TK_DOT, scan_dot_word(lx, s + 1));
    } else if (s == lx->end) {
        t->kind = TK_EOF;
    } else if (c == '_') {
        lx->p++;
        t->kind = TK_SINK;
    } else if (c == '"') {
        scan_string(lx, t);
    } else if ((t->kind = (uint8_t)two_chars(s))) {
        lx->p += 2;
    } else if (c && strchr("{}()[]<>,;:@!|+-*/%=?&^~", c)) {
        lx->p++;
        t->kind = (uint8_t)c;
    } else {
        scan_junk(lx, t);
    }
    if (t->kind != TK_BAD)
        t->loc = span(lx, s);
}

/* ---- opcodes --------------------------------------------------------------------------------------------------- */

/* Cuts "ld.const[2].shared::cta.u32" at its dots. */
static const Opcode *new_opcode(Arena *a, const char *text, size_t len)
{
    Opcode *o = NEW(a, Opcode);
    Array(const char *) w = {0};
    for (size_t i = 0; i <= len;) {
        size_t n = 0;
        while (i + n < len && text[i + n] != '.')
            n++;
        array_add(a, &w, intern_n(text + i, n));
        i += n + 1;
    }
    o->text = intern_n(text, len);
    o->word = w.at;
    o->nword = (uint8_t)(w.n < UINT8_MAX ? w.n : UINT8_MAX);
    o->is_call = strcmp(w.at[0], "call") == 0;
    o->is_mov = strcmp(w.at[0], "mov") == 0 || strcmp(w.at[0], "cvta") == 0;
    o->is_index = strcmp(w.at[0], "brx") == 0;
    o->is_branch = o->is_call || o->is_index || strcmp(w.at[0], "bra") == 0;
    return o;
}

static const Opcode *find_opcode(Lexer *lx, const char *text, size_t len, uint32_t hash)
{
    Word *w = words_find(&opcodes, text, len, hash);
    if (!w->op)
        w->op = new_opcode(lx->arena, text, len);
    return w->op;
}

/* The end of "[3]" behind the .const of an opcode that begins at s; p itself: it is not there. */
static const char *bank_end(const char *s, const char *p)
{
    const char *q = p + (*p == '[');
    while (q > p && is(*q, C_DIGIT))
        q++;
    return q < p + 2 || *q != ']' || p - s < 6 || memcmp(p - 6, ".const", 6) != 0 ? p : q + 1;
}

/* The opcode with modifiers that are set apart by blanks. */
static const Opcode *with_apart(Lexer *lx, const Opcode *o, const char *s, Loc *loc)
{
    for (;;) {
        Lexer save = *lx;
        Tok more = {.kind = TK_BAD};
        skip_blanks(lx);
        if (*lx->p == '.' && is(lx->p[1], C_WORD))
            lex_next(lx, &more);
        if (more.kind != TK_DOT) {
            *lx = save;
            return o;
        }
        o = opcode_with(lx, o, more.name);
        *loc = span(lx, s);
    }
}

const Opcode *lex_opcode(Lexer *lx, const Tok *t, Loc *loc)
{
    const char *s = lx->text + t->loc.at, *p = lx->p;
    uint32_t h = hash_text(s, t->loc.len);
    for (;;) { /* {"." word {"::" word [":" digits]} ["[" digits "]"]} */
        bool colons = p[0] == ':' && p[1] == ':' && is(p[2], C_WORD);
        if (!colons && !(p[0] == '.' && is(p[1], C_WORD))) {
            const char *q = bank_end(s, p);
            if (q == p)
                break;
            for (; p < q; p++)
                h = HASH_STEP(h, *p);
            continue;
        }
        if (colons)
            h = HASH_STEP(h, *p++);
        do {
            h = HASH_STEP(h, *p);
            p++;
        } while (is(*p, C_WORD) || (p > s + 1 && is_ratio(p)));
    }
    lx->p = p;
    *loc = span(lx, s);
    return with_apart(lx, find_opcode(lx, s, (size_t)(p - s), h), s, loc);
}

const Opcode *opcode_named(Lexer *lx, const char *text)
{
    const size_t len = strlen(text);
    return find_opcode(lx, text, len, hash_text(text, len));
}

const Opcode *opcode_with(Lexer *lx, const Opcode *o, const char *word)
{
    return opcode_named(lx, arena_printf(lx->arena, "%s.%s", o->text, word));
}
