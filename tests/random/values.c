/* values.c: what the generator writes with: random numbers, lines of both languages, values and assignments. */
#include "gen.h"

#include <stdarg.h>
#include <string.h>

FILE *ptx, *ref;
uint64_t state;

void p(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ptx);
    vfprintf(ptx, fmt, ap);
    fputc('\n', ptx);
    va_end(ap);
}

void c(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", ref);
    vfprintf(ref, fmt, ap);
    fputc('\n', ref);
    va_end(ap);
}

/* ---- values --------------------------------------------------------------------------------------------------------------- */

Val vals[TYPES][4000];
int nvals[TYPES], nregs[TYPES], labels, loops, masks;
static const char letter[] = "rdp";
static const char ref_letter[] = "RDP";

Val new_val(int type, bool uni, bool mut)
{
    return (Val){nregs[type]++, uni, mut};
}

void show(int type, Val v) { vals[type][nvals[type]++] = v; }

Scope mark(void)
{
    Scope s;
    memcpy(s.n, nvals, sizeof s.n);
    return s;
}

void back_to(Scope s) { memcpy(nvals, s.n, sizeof s.n); }

Val pick(int type)
{
    int n = nvals[type];
    return vals[type][n > 8 && chance(50) ? n - 1 - (int)below(8) : (int)below((uint32_t)n)];
}

bool pick_uni(int type, Val *v)
{
    int found = 0;
    for (int i = 0; i < nvals[type]; i++)
        if (vals[type][i].uni && below((uint32_t)++found) == 0)
            *v = vals[type][i];
    return found > 0;
}

Op of(int type, Val v)
{
    Op o = {.uni = v.uni};
    snprintf(o.p, sizeof o.p, "%%%c%d", letter[type], v.id);
    snprintf(o.c, sizeof o.c, "%c(%d)", ref_letter[type], v.id);
    return o;
}

Op number(int type, uint64_t n)
{
    Op o = {.uni = true};
    if (type == R) {
        snprintf(o.p, sizeof o.p, "0x%x", (unsigned)(uint32_t)n);
        snprintf(o.c, sizeof o.c, "0x%xu", (unsigned)(uint32_t)n);
    } else {
        snprintf(o.p, sizeof o.p, "0x%llx", (unsigned long long)n);
        snprintf(o.c, sizeof o.c, "0x%llxull", (unsigned long long)n);
    }
    return o;
}

Op some_number(int type)
{
    static const uint32_t usual[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 31, 32, 33, 63, 127, 255, 1023, 0x7fffffff,
                                     0x80000000, 0xffffffff, 0xffffffe0, 0xfffffffe, 0xffff};
    uint64_t n = chance(85) ? ONE_OF(usual) : rnd();
    if (type == D && chance(30))
        n = chance(50) ? (uint64_t)(int64_t)(int32_t)n : n << 32 | rnd();
    return number(type, n);
}

Op operand(int type)
{
    return chance(70) ? of(type, pick(type)) : some_number(type);
}

/* ---- assignments ---------------------------------------------------------------------------------------------------------- */

bool in_func, has_bar, has_warp, has_sched, by_generic;
struct Known K;

Dest dest(int type)
{
    Dest d = {.type = type, .fresh = true};
    if (chance(45)) {
        Val v = pick(type);
        if (v.mut) {
            d.v = v;
            d.fresh = false;
            if (chance(30)) {
                Val g = pick(P);
                bool neg = chance(40);
                snprintf(d.guard, sizeof d.guard, "@%s%%p%d ", neg ? "!" : "", g.id);
                snprintf(d.cond, sizeof d.cond, "if (%sP(%d)) ", neg ? "!" : "", g.id);
            }
            return d;
        }
    }
    d.v = new_val(type, false, false);
    return d;
}

void done(Dest *d, bool uni)
{
    if (!d->fresh)
        return;
    d->v.uni = uni;
    show(d->type, d->v);
}

void assign(const Ctx *x, Dest *d, bool uni, const char *expr, const char *fmt, ...)
{
    char op[300], name[24];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(op, sizeof op, fmt, ap);
    va_end(ap);
    snprintf(name, sizeof name, "%%%c%d", letter[d->type], d->v.id);
    char *at = strchr(op, '~');
    *at = 0;
    p("%s%s%s%s;", d->guard, op, name, at + 1);
    c("EACH(m%d) %s%c(%d) = %s;", x->m, d->cond, ref_letter[d->type], d->v.id, expr);
    done(d, uni);
}

const char *text(const char *fmt, ...)
{
    static char ring[8][400];
    static int at;
    va_list ap;
    va_start(ap, fmt);
    char *s = ring[at++ % 8];
    vsnprintf(s, sizeof ring[0], fmt, ap);
    va_end(ap);
    return s;
}

Val fixed(int type, const char *expr, bool uni, const Ctx *x, const char *fmt, ...)
{
    char op[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(op, sizeof op, fmt, ap);
    va_end(ap);
    Dest d = {.type = type, .fresh = true, .v = new_val(type, uni, false)};
    assign(x, &d, uni, expr, "%s", op);
    d.v.uni = uni;
    return d.v;
}
