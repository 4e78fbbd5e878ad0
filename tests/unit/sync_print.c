/* Device printf against the host's snprintf, with arguments packed as PTX code packs them. */
#define _POSIX_C_SOURCE 200809L
#include "../../runtime/ptx2c/print.h"
#include <locale.h>
#include <math.h>
#include <stdlib.h>

static int failed;
static unsigned char args[1024];
static size_t used;
static FILE *out;

static void pack(const void *v, size_t size)
{
    used = (used + size - 1) / size * size;
    memcpy(args + used, v, size);
    used += size;
}

static void pack_int(int v) { pack(&v, 4); }
static void pack_long(long long v) { pack(&v, 8); }
static void pack_double(double v) { pack(&v, 8); }
static void pack_pointer(const void *p) { uint64_t v = (uintptr_t)p; pack(&v, 8); }

/* What ptx2c_vprintf writes for the packed arguments. */
static const char *printed(const char *fmt, int want_args)
{
    static char got[400000];
    rewind(out);
    int n = ptx2c_print(fmt, args, 8);
    fflush(stdout);
    long end = ftell(stdout);
    rewind(stdout);
    size_t have = fread(got, 1, (size_t)(end < (long)sizeof got ? end : (long)sizeof got - 1), stdout);
    got[have] = 0;
    rewind(stdout);
    used = 0;
    if (n != want_args) {
        fprintf(stderr, "%s: %d arguments taken, not %d\n", fmt, n, want_args);
        failed = 1;
    }
    return got;
}

static void expect(const char *fmt, int want_args, const char *want)
{
    const char *got = printed(fmt, want_args);
    if (strcmp(got, want)) {
        fprintf(stderr, "%s: got [%.300s], not [%.300s]\n", fmt, got, want);
        failed = 1;
    }
}

#define SAME(fmt, packing, count, ...)                        \
    do {                                                      \
        static char want_[400000];                            \
        used = 0;                                             \
        packing;                                              \
        snprintf(want_, sizeof want_, fmt, __VA_ARGS__);      \
        expect(fmt, count, want_);                            \
    } while (0)

static void integers(void)
{
    static const long long value[] = {0, 1, -1, 7, -42, 255, 65535, 0x7fffffff, -0x7fffffff - 1, 1234567890123,
                                      -1234567890123, 0x7fffffffffffffff, -0x7fffffffffffffff - 1};
    static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-0", "+0", "#0", "-#", " 0"};
    static const char *const size[] = {"", "5", "20", ".0", ".3", "12.8", "3.12", "."};
    static const char *const length[] = {"", "h", "hh", "l", "ll", "z"};
    for (size_t v = 0; v < sizeof value / sizeof *value; v++)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            for (size_t s = 0; s < sizeof size / sizeof *size; s++)
                for (size_t l = 0; l < sizeof length / sizeof *length; l++)
                    for (const char *c = "diuoxX"; *c; c++) {
                        char fmt[64];
                        int signed_conv = *c == 'd' || *c == 'i';
                        if ((signed_conv && strchr(flags[f], '#')) || (!signed_conv && strpbrk(flags[f], "+ ")) ||
                            (*c == 'u' && strchr(flags[f], '#')))
                            continue;
                        snprintf(fmt, sizeof fmt, "<%%%s%s%s%c>", flags[f], size[s], length[l], *c);
                        if (l < 3)
                            SAME(fmt, pack_int((int)value[v]), 1, (int)value[v]);
                        else
                            SAME(fmt, pack_long(value[v]), 1, value[v]);
                    }
}

static void floats(void)
{
    static const double value[] = {0, -0.0, 1, -1, 0.5, 3.14159265358979, 1e10, 1.5e300, -1.5e-300, 5e-324, 123456789,
                                   0.1, 99.9999999, INFINITY, -INFINITY, NAN, 1.7976931348623157e308};
    static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-0", "+0", "#0", " 0", "+#"};
    static const char *const size[] = {"", "12", ".0", ".3", "30.8", "3.12", ".60", "1300.1200", "-1300.1150", "."};
    for (size_t v = 0; v < sizeof value / sizeof *value; v++)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            for (size_t s = 0; s < sizeof size / sizeof *size; s++)
                for (const char *c = "eEfFgGaA"; *c; c++) {
                    char fmt[64];
                    snprintf(fmt, sizeof fmt, "<%%%s%s%c>", flags[f], size[s], *c);
                    SAME(fmt, pack_double(value[v]), 1, value[v]);
                }
}

static void mixed(void)
{
    int i = 3;
    SAME("%d %lld %d %f", (pack_int(1), pack_long(-2), pack_int(3), pack_double(4.5)), 4, 1, -2LL, 3, 4.5);
    SAME("%s|%10s|%-10s|%.2s|%.9s", (pack_pointer("a"), pack_pointer("bc"), pack_pointer("def"), pack_pointer("ghi"),
         pack_pointer("jk")), 5, "a", "bc", "def", "ghi", "jk");
    SAME("%c%5c%-5c|", (pack_int('x'), pack_int('y'), pack_int('z')), 3, 'x', 'y', 'z');
    SAME("%*d|%-*d|%.*f|%*.*e", (pack_int(6), pack_int(7), pack_int(6), pack_int(8), pack_int(2), pack_double(1.25),
         pack_int(-12), pack_int(-1), pack_double(2)), 9, 6, 7, 6, 8, 2, 1.25, -12, -1, 2.0);
    SAME("%p %20p %-20p|", (pack_pointer(&i), pack_pointer(&i), pack_pointer(&i)), 3, (void *)&i, (void *)&i,
         (void *)&i);
    SAME("100%% of %d", pack_int(5), 1, 5);
    expect("no arguments\n", 0, "no arguments\n");
    expect("", 0, "");
    expect("trailing %", 0, "trailing %");
    expect("%y", 0, "%y");
    pack_pointer("kept");
    pack_int(7);
    expect("a%nb%d", 2, "ab7");
    pack_pointer(NULL);
    expect("[%s]", 1, "[(null)]");
    pack_pointer(NULL);
    expect("[%8p]", 1, "[   (nil)]");
    if (ptx2c_print(NULL, args, 8) != -1) {
        fprintf(stderr, "a missing format does not give -1\n");
        failed = 1;
    }
}

int main(void)
{
    char name[] = "/tmp/ptx2c-print-XXXXXX";
    int fd = mkstemp(name);
    if (fd < 0 || !freopen(name, "w+", stdout)) {
        perror(name);
        return 1;
    }
    remove(name);
    out = stdout;
    integers();
    floats();
    mixed();
    static const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "nl_NL.UTF-8"};
    for (size_t i = 0; i < sizeof comma / sizeof *comma; i++)
        if (setlocale(LC_ALL, comma[i])) {
            pack_double(1.5);
            pack_double(-0.25);
            pack_double(1e10);
            expect("%08.3f|%-9g|%e", 3, "0001.500|-0.25    |1.000000e+10");
            break;
        }
    return failed;
}
