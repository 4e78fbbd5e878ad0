/* print.h: printf and assertions of device code.
 *
 * Device code calls vprintf with the format and a buffer of packed arguments: int 4 bytes, the others (64-bit integers,
 * doubles, pointers) 8 bytes, each at a multiple of its size.  A message is written at once, so that those of
 * different threads do not mix.  Numbers look as in the C locale whatever the host's. */
#ifndef PTX2C_PRINT_H
#define PTX2C_PRINT_H

#include "memory.h"
#include <stdio.h>

/* ---- a message on its way ---------------------------------------------------------------------------------------- */

typedef struct ptx2c_text {
    FILE *to;
    bool locked; /* part of it was written */
    size_t n;
    char at[1024];
} ptx2c_text;

static PTX2C_NOINLINE void ptx2c_text_flush(ptx2c_text *t, bool last)
{
    ptx2c_lock *l = &ptx2c_locks[PTX2C_LOCKS];
    while (!t->locked && !PTX2C_TRY_LOCK(l))
        ;
    t->locked = true;
    fwrite(t->at, 1, t->n, t->to);
    t->n = 0;
    if (last)
        PTX2C_UNLOCK(l);
}

PTX2C_INLINE void ptx2c_text_add(ptx2c_text *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (t->n == sizeof t->at)
            ptx2c_text_flush(t, false);
        t->at[t->n++] = s[i];
    }
}

PTX2C_INLINE void ptx2c_text_fill(ptx2c_text *t, char c, int n)
{
    while (n-- > 0)
        ptx2c_text_add(t, &c, 1);
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

typedef struct ptx2c_spec {
    bool left, plus, space, alt, zero;
    int width, precision; /* precision < 0: none */
    int length;           /* bytes of an integer: 1, 2, 4, 8 */
    char conv;
} ptx2c_spec;

/* sign or prefix, then zeros and the digits, in a field */
PTX2C_INLINE void ptx2c_text_number(ptx2c_text *t, const ptx2c_spec *s, const char *prefix, int zeros,
                                    const char *digits, int n, bool zero_fill)
{
    int np = (int)strlen(prefix), pad = s->width - np - zeros - n;
    if (zero_fill && !s->left && pad > 0) {
        zeros += pad;
        pad = 0;
    }
    if (!s->left)
        ptx2c_text_fill(t, ' ', pad);
    ptx2c_text_add(t, prefix, (size_t)np);
    ptx2c_text_fill(t, '0', zeros);
    ptx2c_text_add(t, digits, (size_t)n);
    if (s->left)
        ptx2c_text_fill(t, ' ', pad);
}

static PTX2C_NOINLINE void ptx2c_text_integer(ptx2c_text *t, const ptx2c_spec *s, uint64_t v)
{
    const char *digit = s->conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef", *prefix = "";
    bool is_signed = s->conv == 'd' || s->conv == 'i';
    unsigned base = s->conv == 'o' ? 8 : s->conv == 'x' || s->conv == 'X' || s->conv == 'p' ? 16 : 10;
    uint64_t sign = (uint64_t)1 << (8 * s->length - 1);
    v &= sign | (sign - 1);
    if (is_signed) {
        prefix = v & sign ? "-" : s->plus ? "+" : s->space ? " " : "";
        if (v & sign)
            v = (sign << 1) - v;
    } else if (base == 16 && s->alt && v) {
        prefix = s->conv == 'X' ? "0X" : "0x";
    }
    char buf[32];
    int n = 0;
    for (; v; v /= base)
        buf[sizeof buf - 1 - (size_t)n++] = digit[v % base];
    int want = s->precision < 0 ? 1 : s->precision;
    if (base == 8 && s->alt && want <= n)
        want = n + 1;
    ptx2c_text_number(t, s, prefix, want > n ? want - n : 0, buf + sizeof buf - n, n, s->zero && s->precision < 0);
}

/* Digits that snprintf is asked for at the most; further ones of a double are zeros. */
#define PTX2C_DIGITS 1100

static PTX2C_NOINLINE void ptx2c_text_float(ptx2c_text *t, const ptx2c_spec *s, double v)
{
    char format[8] = "%", *f = format + 1, buf[PTX2C_DIGITS + 400], point[16];
    bool finite = v - v == 0, g = s->conv == 'g' || s->conv == 'G';
    int precision = s->precision > PTX2C_DIGITS ? PTX2C_DIGITS : s->precision;
    const char *prefix = s->plus ? "+" : s->space ? " " : "";
    if (s->alt)
        *f++ = '#';
    strcpy(f, ".*x");
    f[2] = s->conv;
    uint64_t bits = ptx2c_bits_f64(v);
    if (bits >> 63) {
        prefix = "-";
        v = ptx2c_f64_of(bits & ~((uint64_t)1 << 63));
    }
    int n = snprintf(buf, sizeof buf, format, precision, v); /* a negative precision is none */
    char *digits = buf;
    char hex[4] = {0};
    if (finite && (s->conv == 'a' || s->conv == 'A')) { /* zeros go after the 0x */
        hex[0] = prefix[0];
        memcpy(hex + strlen(prefix), buf, 2);
        prefix = hex;
        digits += 2;
        n -= 2;
    }
    /* the host's decimal point becomes '.' */
    int np = snprintf(point, sizeof point, "%.1f", 0.5) - 2;
    char *at = np > 0 && np < 8 ? digits : NULL;
    point[np > 0 && np < 8 ? np + 1 : 1] = 0;
    if (at && (at = strstr(digits, point + 1)) != NULL) {
        *at = '.';
        memmove(at + 1, at + np, (size_t)(digits + n + 1 - (at + np)));
        n -= np - 1;
    }
    if (finite && s->precision > precision && (!g || s->alt)) { /* zeros behind the last digit asked for */
        const char *mark = s->conv == 'a' || s->conv == 'A' ? "pP" : s->conv == 'f' || s->conv == 'F' ? "" : "eE";
        int m = (int)strcspn(digits, mark);
        ptx2c_spec part = *s;
        int total = n + s->precision - precision;
        part.width = s->left ? 0 : s->width - (n - m) - (s->precision - precision);
        ptx2c_text_number(t, &part, prefix, 0, digits, m, s->zero);
        ptx2c_text_fill(t, '0', s->precision - precision);
        ptx2c_text_add(t, digits + m, (size_t)(n - m));
        ptx2c_text_fill(t, ' ', s->left ? s->width - total - (int)strlen(prefix) : 0);
        return;
    }
    ptx2c_text_number(t, s, prefix, 0, digits, n, s->zero && finite);
}

PTX2C_INLINE void ptx2c_text_string(ptx2c_text *t, const ptx2c_spec *s, const char *v)
{
    size_t n = 0;
    if (!v)
        v = "(null)";
    while ((s->precision < 0 || n < (size_t)s->precision) && v[n])
        n++;
    int pad = n < (size_t)s->width ? s->width - (int)n : 0;
    if (!s->left)
        ptx2c_text_fill(t, ' ', pad);
    ptx2c_text_add(t, v, n);
    if (s->left)
        ptx2c_text_fill(t, ' ', pad);
}

/* ---- vprintf ----------------------------------------------------------------------------------------------------- */

typedef struct ptx2c_args {
    const unsigned char *at;
    size_t next;
    int taken;
    size_t word; /* of pointers and of long: 8, or 4 where addresses have 32 bits */
} ptx2c_args;

PTX2C_INLINE uint64_t ptx2c_args_take(ptx2c_args *a, size_t size)
{
    size_t i = (a->next + size - 1) / size * size;
    a->next = i + size;
    a->taken++;
    return size == 8 ? ptx2c_ld_u64(a->at + i) : (uint64_t)(int64_t)ptx2c_ld_s32(a->at + i);
}

/* A number or '*', limited so that sums of lengths stay ints. */
PTX2C_INLINE int ptx2c_spec_number(const char **f, ptx2c_args *a)
{
    int64_t v = 0;
    if (**f == '*') {
        (*f)++;
        v = (int64_t)ptx2c_args_take(a, 4);
    } else {
        for (; **f >= '0' && **f <= '9'; (*f)++)
            v = v < 100000000 ? v * 10 + (**f - '0') : v;
    }
    return v > 100000000 ? 100000000 : v < -100000000 ? -100000000 : (int)v;
}

/* spec = flag* [width] ["." precision] [length] conversion; f is behind the '%' */
PTX2C_INLINE const char *ptx2c_spec_read(const char *f, ptx2c_spec *s, ptx2c_args *a)
{
    *s = (ptx2c_spec){.precision = -1, .length = 4};
    for (;; f++) {
        if (*f == '-') s->left = true;
        else if (*f == '+') s->plus = true;
        else if (*f == ' ') s->space = true;
        else if (*f == '#') s->alt = true;
        else if (*f == '0') s->zero = true;
        else break;
    }
    s->width = ptx2c_spec_number(&f, a);
    if (s->width < 0) {
        s->left = true;
        s->width = -s->width;
    }
    if (*f == '.') {
        f++;
        s->precision = ptx2c_spec_number(&f, a);
    }
    for (;; f++) {
        if (*f == 'h') s->length = s->length == 2 ? 1 : 2;
        else if (*f == 'j' || *f == 'L' || *f == 'q' || (*f == 'l' && f[-1] == 'l')) s->length = 8;
        else if (*f == 'l' || *f == 'z' || *f == 't') s->length = (int)a->word;
        else break;
    }
    s->conv = *f;
    return *f ? f + 1 : f;
}

/* Prints one conversion; false when there is no such conversion. */
PTX2C_INLINE bool ptx2c_text_convert(ptx2c_text *t, ptx2c_spec *s, ptx2c_args *a)
{
    switch (s->conv) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        ptx2c_text_integer(t, s, ptx2c_args_take(a, s->length == 8 ? 8 : 4));
        return true;
    case 'c': {
        char c = (char)(unsigned char)ptx2c_args_take(a, s->length == 8 ? 8 : 4);
        ptx2c_text_fill(t, ' ', s->left ? 0 : s->width - 1);
        ptx2c_text_add(t, &c, 1);
        ptx2c_text_fill(t, ' ', s->left ? s->width - 1 : 0);
        return true;
    }
    case 'p': {
        uint64_t v = ptx2c_args_take(a, a->word);
        s->precision = -1;
        s->length = (int)a->word;
        s->alt = true;
        if (v)
            ptx2c_text_integer(t, s, v);
        else
            ptx2c_text_string(t, s, "(nil)");
        return true;
    }
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        ptx2c_text_float(t, s, ptx2c_f64_of(ptx2c_args_take(a, 8)));
        return true;
    case 's': {
        uint64_t v = ptx2c_args_take(a, a->word);
        ptx2c_text_string(t, s, (const char *)(a->word == 4 ? PTX2C_PTR32(v) : PTX2C_PTR(v)));
        return true;
    }
    case '%':
        ptx2c_text_add(t, "%", 1);
        return true;
    case 'n': /* takes its argument, stores nothing */
        ptx2c_args_take(a, a->word);
        return true;
    default:
        return false;
    }
}

/* Prints the format with the packed arguments, of which pointers have word bytes; the number of arguments taken, -1 without
 * a format, as on the device. */
static PTX2C_NOINLINE int ptx2c_print(const void *format, const void *args, size_t word)
{
    const char *f = (const char *)format;
    ptx2c_args a = {args, 0, 0, word};
    ptx2c_text t;
    if (!f)
        return -1;
    t.to = stdout;
    t.locked = false;
    t.n = 0;
    while (*f) {
        const char *end = f;
        while (*end && *end != '%')
            end++;
        ptx2c_text_add(&t, f, (size_t)(end - f));
        if (!*end)
            break;
        ptx2c_spec s;
        f = ptx2c_spec_read(end + 1, &s, &a);
        if (!ptx2c_text_convert(&t, &s, &a)) /* no conversion: as it stands */
            ptx2c_text_add(&t, end, (size_t)(f - end));
    }
    ptx2c_text_flush(&t, true);
    return a.taken;
}

/* The same with addresses. */
#define ptx2c_vprintf(fmt, args) ptx2c_print(PTX2C_PTR(fmt), PTX2C_PTR(args), sizeof (args))

/* ---- __assertfail ------------------------------------------------------------------------------------------------ */

/* The message of a failed device assert, on standard error. */
static PTX2C_NOINLINE void ptx2c_assertfail(const void *message, const void *file, uint32_t line, const void *function,
                                            ptx2c_dim3 ctaid, ptx2c_dim3 tid)
{
    const char *text[3] = {file, function, message};
    ptx2c_lock *l = &ptx2c_locks[PTX2C_LOCKS];
    for (int i = 0; i < 3; i++)
        if (!text[i])
            text[i] = "(null)";
    while (!PTX2C_TRY_LOCK(l))
        ;
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", text[0],
            (unsigned)line, text[1], (unsigned)ctaid.x, (unsigned)ctaid.y, (unsigned)ctaid.z, (unsigned)tid.x,
            (unsigned)tid.y, (unsigned)tid.z, text[2]);
    PTX2C_UNLOCK(l);
}

#endif
