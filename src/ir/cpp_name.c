/* cpp_name.c: the plain name of a function that C++ has mangled, as the Itanium ABI says. */
#include "ir.h"

enum { MOST_ARGS = 4, ARGS_LENGTH = 32 }; /* of template arguments that a name may carry */

typedef struct Word {
    const char *at;
    size_t n;
} Word;

/* <source-name>: its length and its letters; what follows it, or NULL. */
static const char *read_word(const char *p, Word *w)
{
    char *end;
    const unsigned long n = is_digit(*p) && *p != '0' ? strtoul(p, &end, 10) : 0;
    if (!n || strlen(end) < n)
        return NULL;
    *w = (Word){end, n};
    return end + n;
}

/* What follows a substitution: St, Sa, S_, S12_ … */
static const char *skip_substitution(const char *p)
{
    if (p[1] >= 'a' && p[1] <= 'z')
        return p + 2;
    for (p++; is_digit(*p) || (*p >= 'A' && *p <= 'Z'); p++)
        ;
    return *p == '_' ? p + 1 : NULL;
}

/* What follows the E that ends what begins in front of p: template arguments, a literal, a nested name, a function's type … */
static const char *skip_to_end(const char *p)
{
    Word w;
    while (p && *p && *p != 'E') {
        if (is_digit(*p))
            p = read_word(p, &w);
        else if (*p == 'S')
            p = skip_substitution(p);
        else if (*p == 'L' && p[1] >= 'a' && p[1] <= 'z') /* of a built-in type, whose digits are no length */
            p = (p = strchr(p, 'E')) ? p + 1 : NULL;
        else if (strchr("INXJFL", *p))
            p = skip_to_end(p + 1);
        else
            p++;
    }
    return p && *p == 'E' ? p + 1 : NULL;
}

static const char *type_word(char c)
{
    static const struct {
        char code;
        const char *word;
    } types[] = {{'b', "bool"}, {'c', "char"}, {'a', "schar"}, {'h', "uchar"}, {'s', "short"}, {'t', "ushort"}, {'i', "int"},
                 {'j', "unsigned"}, {'l', "long"}, {'m', "ulong"}, {'x', "llong"}, {'y', "ullong"}, {'f', "float"}, {'d', "double"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].code == c)
            return types[i].word;
    return NULL;
}

/* Adds template arguments, from behind their I, to a name: types and numbers, where there are no others; false: others. */
static bool add_args(const char *p, Str *name)
{
    const size_t begin = name->n;
    for (int i = 0; i < MOST_ARGS && p && *p && *p != 'E'; i++) {
        Word w;
        if (type_word(*p)) {
            str_printf(name, "_%s", type_word(*p++));
        } else if (*p == 'L' && type_word(p[1])) {
            const bool minus = p[2] == 'n';
            const char *digits = p + 2 + minus;
            const size_t n = strspn(digits, "0123456789");
            str_printf(name, "_%s%.*s", minus ? "m" : "", (int)n, digits);
            p = n && digits[n] == 'E' ? digits + n + 1 : NULL;
        } else {
            p = read_word(p, &w); /* a class, such as __half; of one with arguments of its own an I follows */
            const size_t lead = p ? strspn(w.at, "_") : 0;
            if (p)
                str_printf(name, "_%.*s", (int)(w.n - lead), w.at + lead);
        }
    }
    return p && *p == 'E' && name->n - begin <= ARGS_LENGTH;
}

const char *cpp_plain_name(const char *mangled)
{
    const char *p = mangled, *args = NULL;
    Word w = {NULL, 0};
    if (strncmp(p, "_Z", 2) != 0)
        return NULL;
    p += 2;
    const bool nested = *p == 'N';
    p += nested;
    while (p && *p && *p != 'E') {
        if (*p == 'L' || strchr("rVK", *p)) { /* of this file; qualifiers */
            p++;
        } else if (is_digit(*p)) {
            p = read_word(p, &w);
            args = NULL;
        } else if (nested && *p == 'S') {
            p = skip_substitution(p);
        } else if (*p == 'I' && w.n) {
            args = p + 1;
            p = skip_to_end(args);
        } else {
            break; /* what is nested: a constructor, an operator; else the parameters' types */
        }
        if (!nested && w.n && p && *p != 'I')
            break;
    }
    if (!p || !w.n || (nested && *p != 'E'))
        return NULL;
    Str name = {0};
    str_printf(&name, "%.*s", (int)w.n, w.at);
    const char *plain = intern(name.s);
    if (args && add_args(args, &name))
        plain = intern(name.s);
    str_free(&name);
    return plain;
}
