/* print.c: printf of device code: vprintf(format, arguments), the arguments one behind the other, each at a multiple of its size. */
#include "interp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void (*print_text)(const char *text, size_t n);

typedef struct Arguments { Thread *t; const Insn *i; uint64_t at; int taken; } Arguments;

static uint64_t next(Arguments *a, uint64_t bytes)
{
    a->at = (a->at + bytes - 1) / bytes * bytes;
    const unsigned char *p = reach_generic(a->t, a->i, a->at, bytes);
    uint64_t v = 0;
    for (uint64_t k = 0; k < bytes; k++)
        v |= (uint64_t)p[k] << 8 * k;
    a->at += bytes;
    a->taken++;
    return v;
}

static char string_char(const Arguments *a, uint64_t at) { return (char)*reach_generic(a->t, a->i, at, 1); }

/* A conversion as the host prints it: with its flags, width and precision, and of an integer the length. */
static void put_conversion(Arguments *a, char *form, size_t n, int longs, char kind)
{
    char out[600];
    int len = 0;
    if (strchr("diouxX", kind)) {
        const uint64_t v = next(a, longs ? 8 : 4);
        snprintf(form + n, 8, "ll%c", kind);
        len = snprintf(out, sizeof out, form, strchr("di", kind) ? (unsigned long long)sign(v, longs ? 64 : 32) : (unsigned long long)v);
    } else if (strchr("aAeEfFgG", kind)) {
        snprintf(form + n, 8, "%c", kind);
        len = snprintf(out, sizeof out, form, to_f64(next(a, 8)));
    } else if (kind == 'c') {
        snprintf(form + n, 8, "c");
        len = snprintf(out, sizeof out, form, (int)next(a, 4));
    } else if (kind == 's') {
        char text[500] = "";
        const uint64_t at = next(a, 8);
        for (size_t k = 0; k < sizeof text - 1 && (text[k] = string_char(a, at + k)); k++)
            ;
        snprintf(form + n, 8, "s");
        len = snprintf(out, sizeof out, form, text);
    } else if (kind == 'p') {
        len = snprintf(out, sizeof out, "0x%" PRIx64, next(a, 8));
    } else {
        stop(a->t, a->i, "a conversion of printf that is not known here");
    }
    print_text(out, (size_t)(len < (int)sizeof out ? len : (int)sizeof out - 1));
}

int print_formatted(Thread *t, const Insn *i, uint64_t format, uint64_t arguments)
{
    Arguments a = {t, i, arguments, 0};
    char form[40] = "%", ch;
    for (; (ch = string_char(&a, format)) != 0; format++) {
        if (ch != '%' || string_char(&a, format + 1) == '%') {
            format += ch == '%';
            print_text(&ch, 1);
            continue;
        }
        size_t n = 1;
        int longs = 0;
        for (ch = string_char(&a, ++format); ch && strchr("-+ #0123456789.*hlzjt", ch); ch = string_char(&a, ++format))
            if (ch == 'l' || ch == 'z' || ch == 'j' || ch == 't')
                longs++;
            else if (ch == '*')
                n += (size_t)snprintf(form + n, 12, "%d", (int)(uint32_t)next(&a, 4));
            else if (ch != 'h' && n < 24)
                form[n++] = ch;
            else if (n >= 24)
                stop(t, i, "a conversion of printf that is too long");
        put_conversion(&a, form, n, longs, ch);
    }
    return a.taken;
}
