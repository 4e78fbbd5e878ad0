/* sanitize_name.h: C++'s names of kernels and variables as their program has them, for what people read.  For generated code.
 *
 * The common forms of the Itanium ABI (5.1, Mangling): names in namespaces and classes, of templates, of what functions have.  Parameters are
 * left out, and arguments of templates that are long or refer to what came before; a name in another form stays as it is. */
#ifndef PTX2C_SANITIZE_NAME_H
#define PTX2C_SANITIZE_NAME_H

#include "types.h"
#include <string.h>

enum { PTX2C_CXX_ARGUMENTS = 60, PTX2C_CXX_NAME = 300, PTX2C_CXX_DEPTH = 64 };

typedef struct ptx2c_cxx_name {
    const char *p, *end;
    bool bad;       /* another form, or the end of what there is */
    int depth;
    size_t n;
    char s[PTX2C_CXX_NAME];
} ptx2c_cxx_name;

static void ptx2c_cxx_type(ptx2c_cxx_name *t);
static void ptx2c_cxx_encoding(ptx2c_cxx_name *t);

PTX2C_INLINE char ptx2c_cxx_at(const ptx2c_cxx_name *t, int i) { return !t->bad && t->end - t->p > i ? t->p[i] : '\0'; }

PTX2C_INLINE bool ptx2c_cxx_takes(ptx2c_cxx_name *t, const char *s)
{
    const size_t n = strlen(s);
    if (t->bad || (size_t)(t->end - t->p) < n || memcmp(t->p, s, n) != 0)
        return false;
    t->p += n;
    return true;
}

static PTX2C_NOINLINE void ptx2c_cxx_put(ptx2c_cxx_name *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n && t->n < sizeof t->s - 1; i++)
        t->s[t->n++] = s[i];
}

PTX2C_INLINE void ptx2c_cxx_says(ptx2c_cxx_name *t, const char *s) { ptx2c_cxx_put(t, s, strlen(s)); }

PTX2C_INLINE bool ptx2c_cxx_is_digit(char c) { return c >= '0' && c <= '9'; }

/* source-name: <number> <identifier> */
static PTX2C_NOINLINE void ptx2c_cxx_source_name(ptx2c_cxx_name *t)
{
    size_t n = 0;
    for (; ptx2c_cxx_is_digit(ptx2c_cxx_at(t, 0)) && n < 10000; t->p++)
        n = 10 * n + (size_t)(*t->p - '0');
    if (t->bad || !n || (size_t)(t->end - t->p) < n) {
        t->bad = true;
        return;
    }
    if (n >= 11 && (memcmp(t->p, "_GLOBAL__N_", 11) == 0 || (n > 10 && memcmp(t->p, "_INTERNAL_", 10) == 0)))
        ptx2c_cxx_says(t, "(anonymous)");
    else
        ptx2c_cxx_put(t, t->p, n);
    t->p += n;
}

/* [<number>] _ */
PTX2C_INLINE void ptx2c_cxx_number(ptx2c_cxx_name *t)
{
    while (ptx2c_cxx_is_digit(ptx2c_cxx_at(t, 0)) || (ptx2c_cxx_at(t, 0) >= 'A' && ptx2c_cxx_at(t, 0) <= 'Z'))
        t->p++;
    t->bad |= !ptx2c_cxx_takes(t, "_");
}

/* expr-primary: L <type> [n] <number> E, or L _Z <encoding> E */
static PTX2C_NOINLINE void ptx2c_cxx_literal(ptx2c_cxx_name *t)
{
    const size_t n = t->n;
    if (ptx2c_cxx_takes(t, "_Z")) {
        ptx2c_cxx_encoding(t);
    } else {
        const bool truth = ptx2c_cxx_at(t, 0) == 'b';
        ptx2c_cxx_type(t);
        t->n = n;
        if (truth)
            ptx2c_cxx_says(t, ptx2c_cxx_at(t, 0) == '0' ? "false" : "true");
        else if (ptx2c_cxx_at(t, 0) == 'n')
            ptx2c_cxx_says(t, "-");
        for (t->p += ptx2c_cxx_at(t, 0) == 'n'; ptx2c_cxx_at(t, 0) && ptx2c_cxx_at(t, 0) != 'E'; t->p++)
            ptx2c_cxx_put(t, t->p, !truth);
    }
    t->bad |= !ptx2c_cxx_takes(t, "E");
}

/* template-args: I <template-arg>+ E, or of a pack J <template-arg>* E */
static PTX2C_NOINLINE void ptx2c_cxx_arguments(ptx2c_cxx_name *t)
{
    if (++t->depth > PTX2C_CXX_DEPTH)
        t->bad = true;
    for (bool first = true; !t->bad && !ptx2c_cxx_takes(t, "E"); first = false) {
        if (!first)
            ptx2c_cxx_says(t, ", ");
        if (ptx2c_cxx_takes(t, "L"))
            ptx2c_cxx_literal(t);
        else if (ptx2c_cxx_takes(t, "J"))
            ptx2c_cxx_arguments(t);
        else
            ptx2c_cxx_type(t);
    }
    t->depth--;
}

static PTX2C_NOINLINE void ptx2c_cxx_template(ptx2c_cxx_name *t)
{
    const size_t n = t->n;
    if (!ptx2c_cxx_takes(t, "I"))
        return;
    ptx2c_cxx_says(t, "<");
    ptx2c_cxx_arguments(t);
    if (t->bad || t->n - n > PTX2C_CXX_ARGUMENTS) {
        t->n = n;
        ptx2c_cxx_says(t, "<...");
    }
    ptx2c_cxx_says(t, ">");
}

/* unqualified-name */
static PTX2C_NOINLINE void ptx2c_cxx_unqualified(ptx2c_cxx_name *t)
{
    (void)ptx2c_cxx_takes(t, "L"); /* of the file alone */
    if (ptx2c_cxx_takes(t, "Ul")) {
        const size_t n = t->n;
        while (!t->bad && !ptx2c_cxx_takes(t, "E"))
            ptx2c_cxx_type(t);
        ptx2c_cxx_number(t);
        t->n = n;
        ptx2c_cxx_says(t, "(lambda)");
    } else if (ptx2c_cxx_takes(t, "Ut")) {
        ptx2c_cxx_number(t);
        ptx2c_cxx_says(t, "(unnamed)");
    } else if (ptx2c_cxx_takes(t, "cl")) {
        ptx2c_cxx_says(t, "operator()");
    } else if (ptx2c_cxx_takes(t, "C1") || ptx2c_cxx_takes(t, "C2")) {
        ptx2c_cxx_says(t, "(constructor)");
    } else if (ptx2c_cxx_takes(t, "D0") || ptx2c_cxx_takes(t, "D1") || ptx2c_cxx_takes(t, "D2")) {
        ptx2c_cxx_says(t, "(destructor)");
    } else {
        ptx2c_cxx_source_name(t);
    }
    while (ptx2c_cxx_takes(t, "B")) {
        const size_t n = t->n;
        ptx2c_cxx_source_name(t);
        t->n = n;
    }
}

/* substitution, or a parameter of a template; which one it is is not told. */
PTX2C_INLINE bool ptx2c_cxx_earlier(ptx2c_cxx_name *t)
{
    const char next = ptx2c_cxx_at(t, 1);
    if ((ptx2c_cxx_at(t, 0) != 'S' && ptx2c_cxx_at(t, 0) != 'T') || !(next == '_' || ptx2c_cxx_is_digit(next) || (next >= 'A' && next <= 'Z')))
        return false;
    t->p++;
    ptx2c_cxx_number(t);
    ptx2c_cxx_says(t, "...");
    return true;
}

/* name: nested, local, of std, or none of these */
static PTX2C_NOINLINE void ptx2c_cxx_named(ptx2c_cxx_name *t)
{
    if (ptx2c_cxx_takes(t, "N")) {
        while (ptx2c_cxx_takes(t, "K") || ptx2c_cxx_takes(t, "V") || ptx2c_cxx_takes(t, "r") || ptx2c_cxx_takes(t, "R") || ptx2c_cxx_takes(t, "O"))
            continue;
        for (bool first = true; !t->bad && !ptx2c_cxx_takes(t, "E"); first = false) {
            if (!first)
                ptx2c_cxx_says(t, "::");
            if (ptx2c_cxx_takes(t, "St"))
                ptx2c_cxx_says(t, "std");
            else if (!ptx2c_cxx_earlier(t))
                ptx2c_cxx_unqualified(t);
            ptx2c_cxx_template(t);
        }
        return;
    }
    if (ptx2c_cxx_takes(t, "Z")) {
        ptx2c_cxx_encoding(t);
        t->bad |= !ptx2c_cxx_takes(t, "E");
        ptx2c_cxx_says(t, "::");
        ptx2c_cxx_named(t);
        if (ptx2c_cxx_takes(t, "_"))
            ptx2c_cxx_takes(t, "_") ? ptx2c_cxx_number(t) : (void)(ptx2c_cxx_is_digit(ptx2c_cxx_at(t, 0)) ? t->p++ : t->p);
        return;
    }
    if (ptx2c_cxx_takes(t, "St"))
        ptx2c_cxx_says(t, "std::");
    ptx2c_cxx_unqualified(t);
    ptx2c_cxx_template(t);
}

/* A function's or variable's name, and its parameters, of which nothing is said. */
static PTX2C_NOINLINE void ptx2c_cxx_encoding(ptx2c_cxx_name *t)
{
    ptx2c_cxx_named(t);
    const size_t n = t->n;
    while (ptx2c_cxx_at(t, 0) && ptx2c_cxx_at(t, 0) != 'E' && ptx2c_cxx_at(t, 0) != '.' && ptx2c_cxx_at(t, 0) != '$')
        ptx2c_cxx_type(t);
    t->n = n;
}

/* builtin-type: what a letter says */
PTX2C_INLINE const char *ptx2c_cxx_builtin(char c)
{
    static const char *const names[26] = {"signed char", "bool", "char", "double", "long double", "float", "__float128", "unsigned char", "int",
        "unsigned", NULL, "long", "unsigned long", "__int128", "unsigned __int128", NULL, NULL, NULL, "short", "unsigned short", NULL, "void",
        "wchar_t", "long long", "unsigned long long", "..."};
    return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

static PTX2C_NOINLINE void ptx2c_cxx_type(ptx2c_cxx_name *t)
{
    const char c = ptx2c_cxx_at(t, 0);
    const char *const name = ptx2c_cxx_builtin(c);
    if (++t->depth > PTX2C_CXX_DEPTH)
        t->bad = true;
    if (name) {
        t->p++;
        ptx2c_cxx_says(t, name);
    } else if (c == 'P' || c == 'R' || c == 'O' || c == 'K' || c == 'V') {
        t->p++;
        ptx2c_cxx_says(t, c == 'K' ? "const " : c == 'V' ? "volatile " : "");
        ptx2c_cxx_type(t);
        ptx2c_cxx_says(t, c == 'P' ? "*" : c == 'R' ? "&" : c == 'O' ? "&&" : "");
    } else if (ptx2c_cxx_takes(t, "A")) {
        ptx2c_cxx_number(t);
        ptx2c_cxx_type(t);
        ptx2c_cxx_says(t, "[]");
    } else if (ptx2c_cxx_takes(t, "Dp")) {
        ptx2c_cxx_type(t);
    } else if (ptx2c_cxx_takes(t, "Dn")) {
        ptx2c_cxx_says(t, "nullptr_t");
    } else if (ptx2c_cxx_takes(t, "F")) {
        while (!t->bad && !ptx2c_cxx_takes(t, "E"))
            ptx2c_cxx_type(t);
    } else if (ptx2c_cxx_earlier(t)) {
        ptx2c_cxx_template(t);
    } else {
        ptx2c_cxx_named(t);
    }
    t->depth--;
}

/* What the n letters at s are a name of; false: they stay.  One that ends in "..." is cut, and so is what it is told as. */
static PTX2C_NOINLINE bool ptx2c_cxx_reads(ptx2c_cxx_name *t, const char *s, size_t n)
{
    const bool cut = n > 3 && memcmp(s + n - 3, "...", 3) == 0;
    *t = (ptx2c_cxx_name){.p = s + 2, .end = s + n - 3 * cut};
    if (n < 4 || memcmp(s, "_Z", 2) != 0)
        return false;
    if (ptx2c_cxx_takes(t, "TV"))
        ptx2c_cxx_says(t, "vtable for ");
    ptx2c_cxx_encoding(t);
    if (t->bad)
        ptx2c_cxx_says(t, t->n && t->s[t->n - 1] == '>' ? "" : "...");
    return t->n && (t->bad ? cut : t->p == t->end || *t->p == '.' || *t->p == '$');
}

/* The same of a kernel's parameter, NAME_param_N. */
static PTX2C_NOINLINE bool ptx2c_cxx_reads_parameter(ptx2c_cxx_name *t, const char *s, size_t n)
{
    size_t at = n;
    while (at > 0 && ptx2c_cxx_is_digit(s[at - 1]))
        at--;
    const size_t name = at >= 7 && at < n && memcmp(s + at - 7, "_param_", 7) == 0 ? at - 7 : n;
    if (!ptx2c_cxx_reads(t, s, name))
        return false;
    ptx2c_cxx_put(t, s + name, n - name);
    return true;
}

#endif
