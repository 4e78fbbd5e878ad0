/* cuda.c: writes random CUDA kernels for nvcc and clang (device.h says how each of them spells what they use).
 *
 *   cuda SEED FILE.cu [COUNT]      COUNT (20) kernels k0, k1, ...; the same seed gives the same file
 *
 * Nothing in them is undefined, no result depends on an order, floats are not contracted: all compilers and levels must
 * make programs that compute the same.  Barriers and collectives stand where all threads are surely together. */
#include "generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_GOTOS = 60 };

static int indent, labels, budget, depth, loops, kernel;
static bool barriers, warps, exits, has_function, in_function;

static void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(to, "%*s", 4 * indent, "");
    vfprintf(to, fmt, ap);
    fprintf(to, "\n");
    va_end(ap);
}

static const char *text(const char *fmt, ...)
{
    char buffer[4000];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(buffer, sizeof buffer, fmt, ap);
    va_end(ap);
    if (n < 0 || n >= (int)sizeof buffer)
        exit(1);
    char *s = malloc((size_t)n + 1);
    if (!s)
        exit(1);
    return strcpy(s, buffer);
}

/* ---- expressions --------------------------------------------------------------------------------------------------------- */

static const char *u32(int d);
static const char *s32(int d);
static const char *f32(int d);
static const char *f64(int d);

static const char *compare(int d)
{
    static const char *const ops[] = {"<", ">=", "==", "!=", ">", "<="};
    static const char *(*const makers[])(int) = {u32, s32, s32, f32, u32, f64};
    const char *(*make)(int) = ONE_OF(makers);
    const char *op = ONE_OF(ops), *a = make(d - 1), *b = make(d - 1);
    return text("%s %s %s", a, op, b);
}

/* A number above 0 that is the same for all threads. */
static const char *divisor(void)
{
    const uint32_t number = 1 + below(chance(50) ? 20 : 300), n = below(20);
    return chance(40) ? text("%u", number) : chance(50) ? text("(g >> %u & 63 | %u)", n, 1 + number % 32) : text("(n %% 50 + %u)", number);
}

/* A place in a table of rows, by the thread's number. */
static const char *place(void)
{
    const uint32_t number = below(400), k = below(6);
    const char *of = chance(70) ? "gid" : "lin", *by = divisor();
    if (in_function)
        return text("u%u", k % 4);
    if (k < 2)
        return text("(unsigned)(((int)%s - %d) %s (int)%s)", of, (int)number - 100, k ? "/" : "%", by);
    return text("((%s + %u) %s %s)", of, number, k & 1 ? "/" : "%", by);
}

/* Which of e0, e1, e2, what a thread's place makes of a comparison with a constant: often a border between lanes. */
static const char *border(void)
{
    const uint32_t v = below(3), k = below(6), w = below(3);
    return k == 0 ? text("(e%u && e%u)", v, w) : k == 1 ? text("(e%u || !e%u)", v, w) : text(k == 2 ? "!e%u" : "e%u", v);
}

static const char *u64_(int d)
{
    static const char *const ops[] = {"+", "-", "*", "^", "&", "|"};
    const uint32_t k = below(d > 0 ? 8 : 3), v = below(2), n = below(63);
    const char *op = ONE_OF(ops), *a, *b;
    switch (k) {
    case 0: case 1: return text("q%u", v);
    case 2: a = u32(d - 1); return text("(u64)%s", a);
    case 3: case 4: a = u64_(d - 1), b = u64_(d - 1); return text("(%s %s %s)", a, op, b);
    case 5: a = u64_(d - 1); return text(n & 1 ? "(%s >> %u)" : "(u64)((s64)%s >> %u)", a, n);
    case 6: a = u64_(d - 1), b = u32(d - 1); return text(n & 1 ? "(%s / ((u64)%s | 1))" : "(%s %% ((u64)%s | 1))", a, b);
    default: a = f64(d - 1); return text("(u64)whole(%s)", a);
    }
}

static const char *u32(int d)
{
    static const char *const ops[] = {"+", "-", "*", "^", "&", "|", "+"};
    const uint32_t k = below(d > 0 ? 19 : 4), v = below(4), n = below(32), number = rnd();
    const char *op = ONE_OF(ops), *a, *b, *c;
    switch (k) {
    case 0: case 1: return text("u%u", v);
    case 2: return text(n & 1 ? "%uu" : "n", number >> n);
    case 3: return text("(unsigned)s%u", v % 3);
    case 4: case 5: case 6: a = u32(d - 1), b = u32(d - 1); return text("(%s %s %s)", a, op, b);
    case 7: a = u32(d - 1); return text(n & 1 ? "(%s >> %u)" : "(%s << %u)", a, n);
    case 8: a = u32(d - 1), b = u32(d - 1); return text(n & 1 ? "(%s / (%s | 1))" : "(%s %% (%s | 1))", a, b);
    case 9: a = u32(d - 1); return text("in[%s & 1023]", a);
    case 10: a = u32(d - 1); return text("la[%s & 7]", a);
    case 11: a = compare(d), b = u32(d - 1), c = u32(d - 1); return text("(%s ? %s : %s)", a, b, c);
    case 12: a = u64_(d - 1); return text("(unsigned)(%s >> %u)", a, n);
    case 13: a = f32(d - 1); return text("bits(%s)", a);
    case 14: a = s32(d - 1); return text("(unsigned)(%s)%s", n & 1 ? "unsigned char" : n & 2 ? "short" : "signed char", a);
    case 15: a = u32(d - 1); return text(n & 1 ? "POPC(%s)" : "CLZ(%s)", a);
    case 16: return place();
    case 17: a = u32(d - 1), b = u32(d - 1), c = border(); return text("(%s ? %s : %s)", c, a, b);
    default:
        if (!has_function || in_function)
            return text("u%u", v);
        a = u32(d - 1), b = s32(d - 1);
        return text("helper%d(%s, %s, in)", kernel, a, b);
    }
}

static const char *s32(int d)
{
    const uint32_t k = below(d > 0 ? 8 : 3), v = below(3), n = below(31), small = below(200);
    const char *a, *b;
    switch (k) {
    case 0: case 1: return text("s%u", v);
    case 2: return text("%d", (int)small - 100);
    case 3: case 4: a = u32(d - 1); return text("(int)%s", a);
    case 5: a = s32(d - 1); return text("(%s >> %u)", a, n);
    case 6: a = s32(d - 1), b = s32(d - 1); return text(n & 1 ? "(%s / ((%s & 255) + 1))" : "(%s %% ((%s & 255) + 1))", a, b);
    default: a = f32(d - 1); return text("whole(%s)", a);
    }
}

static const char *f32(int d)
{
    static const char *const ops[] = {"+", "-", "*", "/"};
    const uint32_t k = below(d > 0 ? 8 : 3), v = below(2), small = below(2000);
    const char *op = ONE_OF(ops), *a, *b, *c;
    switch (k) {
    case 0: case 1: return text("f%u", v);
    case 2: return text("%u.%uf", small / 16, small % 16);
    case 3: a = s32(d - 1); return text("(float)%s", a);
    case 4: case 5: a = f32(d - 1), b = f32(d - 1); return text("(%s %s %s)", a, op, b);
    case 6: a = compare(d), b = f32(d - 1), c = f32(d - 1); return text("(%s ? %s : %s)", a, b, c);
    default: a = f32(d - 1), b = f32(d - 1), c = f32(d - 1); return text("FMA32(%s, %s, %s)", a, b, c);
    }
}

static const char *f64(int d)
{
    static const char *const ops[] = {"+", "-", "*", "/"};
    const uint32_t k = below(d > 0 ? 8 : 2), small = below(2000);
    const char *op = ONE_OF(ops), *a, *b, *c;
    switch (k) {
    case 0: case 1: return "d0";
    case 2: return text("%u.%u", small / 16, small % 16);
    case 3: a = s32(d - 1); return text("(double)%s", a);
    case 4: a = u64_(d - 1); return text("(double)%s", a);
    case 5: a = f32(d - 1); return text("(double)%s", a);
    case 6: a = f64(d - 1), b = f64(d - 1); return text("(%s %s %s)", a, op, b);
    default: a = f64(d - 1), b = f64(d - 1), c = f64(d - 1); return text("FMA64(%s, %s, %s)", a, b, c);
    }
}

/* What is the same for all threads of a CTA: g is changed nowhere. */
static const char *uniform(void)
{
    const uint32_t k = below(4), n = below(28), mask = 1 + below(3);
    return k < 2 ? text("(g >> %u & %u)", n, mask) : k == 2 ? text("(in[g & 1023] >> %u & %u)", n & 7, mask)
                                                           : text("(CTA_X + g >> %u & %u)", n, mask);
}

/* A condition; *together stays true when it is the same for all. */
static const char *condition(bool *together)
{
    const uint32_t v = below(4), n = below(12), mask = 1 + below(3);
    if (chance(35))
        return uniform();
    *together = false;
    if (chance(40))
        return compare(2);
    if (chance(35)) {
        const char *a = border(), *b = chance(50) ? compare(1) : uniform();
        return chance(60) ? a : text(chance(50) ? "(%s && %s)" : "(%s || %s)", a, b);
    }
    return text("(u%u >> %u & %u)", v, n, mask);
}

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

static struct Goto { int label; bool together; } gotos[MAX_GOTOS];
static int ngotos;

/* Labels of gotos from further up: some of them, or all that only some threads take (those must be here before the threads
 * meet again), or all. */
typedef enum Which { SOME, APART, EVERY } Which;

static void land(Which which)
{
    for (int k = 0; k < ngotos; k++)
        if (which == EVERY || (which == APART ? !gotos[k].together : chance(30))) {
            p("L%d:;", gotos[k].label);
            gotos[k--] = gotos[--ngotos];
        }
}

static void assign(void)
{
    static const char *const ops[] = {"=", "+=", "^=", "-=", "*=", "="};
    const uint32_t k = below(20), v = below(4), n = below(8);
    const char *op = ONE_OF(ops), *a, *b;
    switch (k) {
    case 0: case 1: case 2: case 3: case 4: a = u32(2); p("u%u %s %s;", v, op, a); break;
    case 5: case 6: a = s32(2); p("s%u = %s;", v % 3, a); break;
    case 7: a = u64_(2); p("q%u %s %s;", v % 2, op, a); break;
    case 8: a = f32(2); p("f%u = %s;", v % 2, a); break;
    case 9: a = f64(2); p("d0 = %s;", a); break;
    case 10: case 11: a = u32(2), b = u32(1); p("la[%s & 7] = %s;", b, a); break;
    case 12: a = u32(2); p("h += (short)%s, u%u ^= (unsigned)h;", a, v); break;
    case 13: a = u32(2); p("c ^= (unsigned char)%s, u%u += c;", a, v); break;
    case 14: a = u32(2); p("s%u += c > 100 ? (int)(%s & 255) : h & 63;", v % 3, a); p("s%u &= 0xfffff;", v % 3); break;
    default:
        if (in_function)
            break;
        a = u32(2);
        if (k == 15)
            p("ATOMIC_ADD(acc + %u, %s);", n, a);
        else if (k == 16)
            p("ATOMIC_XOR(acc + %u, %s);", 8 + n, a);
        else if (k == 17)
            p("ATOMIC_MAX(acc + %u, %s);", 16 + n, a);
        else if (k == 18)
            p("out[%u] = %s;", n, a);
        else
            p("u%u %s out[%u];", v, op, n);
    }
}

static void meet(void)
{
    const uint32_t v = below(4), w = below(4), n = 1 + below(16);
    if (warps && chance(50)) {
        const char *e = border();
        switch (below(6)) {
        case 4: p("u%u ^= BALLOT(all, %s);", v, e); break;
        case 5: p("u%u += SHFL(all, %s ? u%u : n, 0);", v, e, w); break;
        case 0: p("u%u ^= SHFL_UP(all, u%u, %u);", v, w, n); break;
        case 1: p("u%u += SHFL(all, u%u, 0);", v, w); break;
        case 2: p("u%u ^= BALLOT(all, u%u >> %u & 1);", v, w, n); break;
        default: p("u%u += ANY(all, u%u & 7);", v, w);
        }
    } else if (barriers) {
        if (chance(10)) {
            p("u%u += COUNT(%s);", v, border());
            return;
        }
        if (chance(20)) {
            p("u%u += COUNT(u%u >> %u & 1);", v, w, n);
            return;
        }
        p("BARRIER();");
        p("tile[lin] = u%u;", v);
        p("BARRIER();");
        p("u%u += tile[(lin + %u) %% threads];", w, n);
    }
}

static void sequence(bool together);

static void body(bool together)
{
    indent++;
    depth++;
    sequence(together);
    depth--;
    indent--;
}

static void gen_if(bool together)
{
    bool within = together;
    const char *c = condition(&within);
    p("if (%s) {", c);
    body(within);
    if (chance(50)) {
        p("} else {");
        body(within);
    }
    p("}");
}

static void gen_switch(bool together)
{
    bool within = together;
    const uint32_t n = 2 + below(5), v = below(4);
    const bool all = chance(30);
    const char *what = all ? uniform() : text("(u%u %% %u)", v, n + 1);
    within &= all;
    p("switch (%s) {", what);
    for (uint32_t k = 0; k < n; k++) {
        p("case %u:;", k);
        body(within);
        if (chance(60))
            p("    break;");
    }
    if (chance(50)) {
        p("default:;");
        body(within);
    }
    p("}");
}

typedef struct Loop { bool together, next; } Loop; /* next: continue may be used */
static Loop loop[16];
static int nloops;

static void gen_loop(bool together)
{
    bool within = together;
    const int i = loops++;
    const uint32_t most = 1 + below(5), kind = below(in_function || nloops ? 4 : 5), v = below(4), n = below(20);
    const char *c = condition(&within);
    if (kind == 0) {
        within = together;
        p("for (i%d = 0; i%d < %u; i%d++) {", i, i, most, i);
    } else if (kind == 1) {
        within = false;
        p("for (i%d = 0; i%d < (u%u & %u); i%d++) {", i, i, v, most, i);
    } else if (kind == 2) {
        p("i%d = 0;", i);
        p("while (i%d++ < %u && %s) {", i, most, c);
    } else if (kind == 3) {
        p("i%d = 0;", i);
        p("do {");
    } else { /* the threads share what there is to do */
        const char *by = divisor();
        within = false;
        p("for (i%d = %s; i%d < (g >> %u & 255); i%d += threads) {", i, chance(50) ? "lin" : "gid", i, n, i);
        p("    u%u += in[(i%d / %s + 3 * (i%d %% %s)) & 1023];", v, i, by, i, by);
    }
    loop[nloops++] = (Loop){within, true};
    body(within);
    nloops--;
    if (kind == 3)
        p("} while (++i%d < %u && %s);", i, most, c);
    else
        p("}");
}

/* if (...) break, continue, goto or return. */
static void jump(bool together)
{
    bool same = together;
    const uint32_t k = below(10);
    const char *c = condition(&same);
    if (k < 4 && nloops && (same || !loop[nloops - 1].together) && depth > 0 && loop[nloops - 1].next) {
        p("if (%s) %s;", c, k < 3 ? "break" : "continue");
    } else if (k < 5 && exits && !in_function) {
        p("if (%s) return;", c);
    } else if (k >= 5 && ngotos < MAX_GOTOS && (same || !together)) {
        gotos[ngotos++] = (struct Goto){labels++, same};
        p("if (%s) goto L%d;", c, gotos[ngotos - 1].label);
    }
}

static void statement(bool together)
{
    const uint32_t k = below(100);
    const bool all = together && (barriers || warps);
    budget--;
    if (budget < 0 || depth > 3 || k < 40) {
        for (uint32_t n = below(3); n > 0; n--)
            assign();
        if (all && chance(40))
            meet();
        return;
    }
    if (k < 58)
        gen_if(together);
    else if (k < 76)
        gen_loop(together);
    else if (k < 83)
        gen_switch(together);
    else
        jump(together);
    if (together)
        land(APART);
}

static void sequence(bool together)
{
    for (uint32_t n = 1 + below(4); n > 0; n--) {
        statement(together);
        land(SOME);
    }
}

/* ---- kernels ------------------------------------------------------------------------------------------------------------- */

/* A comparison of a thread's place. */
static const char *border_test(void)
{
    static const char *const places[] = {"LANE", "TID_X", "lin", "(lin & 31)", "(lin >> 5)", "TID_Y", "(lin & 15)", "gid", "LANE"};
    static const char *const ops[] = {"<", ">=", "==", "!=", ">", "=="};
    static const unsigned numbers[] = {0, 1, 7, 15, 31, 32, 0};
    const char *of = ONE_OF(places), *op = ONE_OF(ops);
    const unsigned number = ONE_OF(numbers), other = below(40), v = below(4);
    const bool usual = chance(60);
    return in_function ? text("(u%u & 31) %s %u", v, op, usual ? number : other) : text("%s %s %u", of, op, usual ? number : other);
}

/* What a function declares, before all that jumps. */
static void variables(const char *a, const char *b)
{
    for (int k = 0; k < 4; k++) {
        const unsigned factor = rnd() | 1, down = below(24);
        p("unsigned u%d = (%s * %uu + %s) >> %u;", k, k & 1 ? b : a, factor, k & 1 ? a : b, down);
    }
    for (int k = 0; k < 3; k++)
        p("const bool e%d = %s;", k, border_test());
    for (int k = 0; k < 3; k++)
        p("int s%d = (int)(u%d & 0xffff) - %d;", k, k, (int)below(1000));
    p("u64 q0 = (u64)u0 * u1, q1 = u2;");
    p("float f0 = (float)s0, f1 = (float)u1;");
    p("double d0 = (double)s1;");
    p("short h = (short)u3;");
    p("unsigned char c = (unsigned char)u2;");
    p("unsigned la[8];");
    p("for (int k = 0; k < 8; k++) la[k] = u0 * k + u1;");
}

static const char *result = "u0 + 3 * u1 + 5 * u2 + 7 * u3 + (unsigned)(s0 ^ s1 ^ s2) + (unsigned)(q0 >> 7) + (unsigned)q1 + "
                            "bits(f0) * 9 + bits(f1) + (unsigned)(bits(d0) >> 20) + (unsigned)h + c + la[n & 7]";

/* Statements, collected so that the counters of loops can be declared before them. */
static void write_body(bool together, int size)
{
    FILE *out = to;
    to = tmpfile();
    if (!to)
        exit(1);
    loops = ngotos = labels = nloops = depth = 0;
    budget = size;
    for (int k = 0; k < 3; k++)
        sequence(together);
    land(EVERY);
    FILE *f = to;
    to = out;
    for (int k = 0; k < loops; k++)
        p("unsigned i%d = 0;", k);
    rewind(f);
    for (int ch; (ch = getc(f)) != EOF;)
        putc(ch, to);
    fclose(f);
}

static void gen_kernel(int k)
{
    kernel = k;
    has_function = chance(25);
    if (has_function) {
        fprintf(to, "static %s__device__ unsigned helper%d(unsigned n, int b, const unsigned *in)\n{\n", chance(50) ? "NOINLINE " : "", k);
        in_function = true;
        barriers = warps = exits = false;
        indent = 1;
        p("const unsigned g = n;");
        variables("n", "(unsigned)b");
        write_body(false, 4);
        p("return %s;", result);
        fprintf(to, "}\n\n");
        in_function = false;
    }
    barriers = chance(35);
    warps = chance(30);
    exits = !warps && chance(30);
    fprintf(to, "extern \"C\" __global__ void k%d(unsigned *out, const unsigned *in, unsigned *acc, unsigned n)\n{\n", k);
    indent = 1;
    if (barriers)
        p("__shared__ unsigned tile[256];");
    p("const unsigned threads = SIZE_X * SIZE_Y * SIZE_Z, lin = (TID_Z * SIZE_Y + TID_Y) * SIZE_X + TID_X;");
    p("const unsigned gid = CTA_X * threads + lin, g = n * %uu;", (unsigned)(rnd() | 1));
    p("out += gid * 16;");
    if (warps)
        p("const unsigned left = threads - (lin & ~31u), all = left >= 32 ? ~0u : (1u << left) - 1;");
    if (barriers)
        p("tile[lin] = gid;");
    variables("gid", "n");
    write_body(true, 5 + (int)below(9));
    p("out[8] = %s;", result);
    fprintf(to, "}\n\n");
}

int main(int argc, char **argv) { return write_kernels(argc, argv, "#include \"device.h\"\n\n"); }
