/* mkisa_cond.c: legality rules and conditions, compiled to the postfix code of isa.h. */
#include "tools/mkisa.h"

#include <ctype.h>

typedef struct Cond {
    RawForm *f;
    const char *p;
    bool operands, failed;
} Cond;

static void emit_all(const int *v, int n)
{
    for (int i = 0; i < n; i++)
        ADD(out.code, (uint16_t)v[i]);
}

#define EMIT(...) emit_all((const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static void cond_bad(Cond *c, const char *fmt, const char *arg)
{
    if (!c->failed)
        bad(fmt, arg);
    c->failed = true;
    c->p += strlen(c->p);
}

static bool at_end(Cond *c)
{
    blanks(&c->p);
    return !*c->p || *c->p == ']' || *c->p == ')' || *c->p == '@' || *c->p == ':' || strncmp(c->p, "->", 2) == 0 ||
           strncmp(c->p, "<->", 3) == 0;
}

/* operand=number|number */
static void cond_numbers(Cond *c, int opnd)
{
    int arg[16], n = 0;
    do {
        char *end;
        long v = strtol(c->p, &end, 0);
        if (end == c->p || v < -1000 || v >= 0x8000 - CALL_NUMBER || n == 16) {
            cond_bad(c, "expected a number at '%.20s'", c->p);
            return;
        }
        c->p = end;
        arg[n++] = CALL_NUMBER + (int)v;
    } while (*c->p == '|' && c->p++);
    c->operands = true;
    EMIT(C_CALL, FN_ONEOF, n + 1, opnd + CALL_OPND);
    emit_all(arg, n);
}

/* The words of a $set, behind the n that are there. */
static int add_set_words(Cond *c, int *word, int n)
{
    const char *w = read_word(&c->p);
    const Set *s = find_set(w ? w : "");
    for (int i = 0; s && i < s->rows.n && n < 255; i++)
        word[n++] = word_id(s->rows.at[i].word[0]);
    return n;
}

/* slot=value|value|$set */
static void cond_values(Cond *c, const char *name)
{
    int t = find_tok(&c->f->out, name);
    int word[256], n = 0;
    bool absent = false;
    int o = t < 0 ? find_opnd(&c->f->out, name) : -1;
    if (o >= 0) {
        cond_numbers(c, o);
        return;
    }
    do {
        if (*c->p == '-') {
            c->p++;
            absent = true;
            word[n++] = 0;
        } else if (*c->p == '$') {
            c->p++;
            n = add_set_words(c, word, n);
        } else {
            const char *w = read_word(&c->p);
            if (!w) {
                cond_bad(c, "expected a value at '%.20s'", c->p);
                return;
            }
            word[n++] = word_id(w);
            /* Rules shared by several forms may name values that only some have. */
            if (t >= 0 && !known_value(c->f, name, (uint16_t)word[n - 1]))
                cond_bad(c, arena_printf(&arena, ".%s has no value '%%s'", name), w);
        }
    } while (n < 255 && *c->p == '|' && c->p++);
    if (t < 0) {
        EMIT(C_CONST, absent);
        return;
    }
    EMIT(C_IS, t, n);
    emit_all(word, n);
}

static void cond_call(Cond *c, const char *name)
{
    static const struct { const char *name; int n; } fn[] = {
#define X(id, s, count) {s, count},
        ISA_FUNCTIONS(X)
#undef X
    };
    int k = 0, arg[16], n = 0;
    bool gone = false;
    while (k < FN_COUNT && strcmp(fn[k].name, name) != 0)
        k++;
    if (k == FN_COUNT) {
        cond_bad(c, "no function '%s'", name);
        return;
    }
    do {
        c->p++;
        blanks(&c->p);
        if (*c->p == ')' && n == 0 && fn[k].n == 0)
            break;
        if (isdigit((unsigned char)*c->p) || *c->p == '-') {
            char *end;
            arg[n++] = CALL_NUMBER + (int)strtol(c->p, &end, 10);
            c->p = end;
        } else {
            const char *w = read_word(&c->p);
            int t = w ? find_tok(&c->f->out, w) : -1, o = w ? find_opnd(&c->f->out, w) : -1;
            if (t < 0 && o < 0 && (!w || !known_name(c->f, w)))
                cond_bad(c, "'%s' is no slot and no operand", w ? w : "");
            gone |= t < 0 && o < 0;
            c->operands |= o >= 0;
            arg[n++] = o >= 0 ? o + CALL_OPND : t; /* functions of slots never share a name with an operand */
            if (k == FN_NARROWS || k == FN_FITS || k == FN_SAME)
                arg[n - 1] = t;
        }
        blanks(&c->p);
    } while (*c->p == ',' && n < 16);
    if (*c->p != ')' || n < fn[k].n) {
        cond_bad(c, "wrong arguments of %s()", name);
        return;
    }
    c->p++;
    if (gone) {
        EMIT(C_CONST, 1);
        return;
    }
    EMIT(C_CALL, k, n);
    emit_all(arg, n);
}

static void cond_or(Cond *c);

static void cond_term(Cond *c)
{
    blanks(&c->p);
    if (*c->p == '!') {
        c->p++;
        cond_term(c);
        EMIT(C_NOT);
        return;
    }
    if (*c->p == '(') {
        c->p++;
        cond_or(c);
        blanks(&c->p);
        if (*c->p != ')')
            cond_bad(c, "expected ')'%s", "");
        else
            c->p++;
        return;
    }
    const char *name = read_word(&c->p);
    if (!name) {
        cond_bad(c, "expected a condition at '%.20s'", c->p);
        return;
    }
    if (*c->p == '(') {
        cond_call(c, name);
        return;
    }
    int t = find_tok(&c->f->out, name), o = find_opnd(&c->f->out, name);
    if (t < 0 && o < 0 && !known_name(c->f, name)) {
        cond_bad(c, "'%s' is no slot, word or operand of the form", name);
        return;
    }
    if (*c->p == '=') {
        c->p++;
        cond_values(c, name);
    } else if (*c->p == '!' && c->p[1] == '=') {
        c->p += 2;
        cond_values(c, name);
        EMIT(C_NOT);
    } else if (t >= 0) {
        EMIT(C_HAS, t);
    } else if (o >= 0) {
        c->operands = true;
        EMIT(C_ARG, o);
    } else {
        EMIT(C_CONST, 0);
    }
}

static void cond_and(Cond *c)
{
    cond_term(c);
    for (const char *p = c->p; !at_end(c) && !take(&p, "or"); p = c->p) {
        cond_term(c);
        EMIT(C_AND);
    }
}

static void cond_or(Cond *c)
{
    cond_and(c);
    while (!c->failed && take(&c->p, "or")) {
        cond_and(c);
        EMIT(C_OR);
    }
}

uint32_t build_cond(RawForm *f, const char **p, bool *operands)
{
    uint32_t at = (uint32_t)out.code.n;
    Cond c = {.f = f, .p = *p};
    if (at_end(&c))
        EMIT(C_CONST, 1);
    else
        cond_or(&c);
    EMIT(C_END);
    *p = c.p;
    *operands = c.operands;
    return at;
}

void build_rule(RawForm *f, const Line *l)
{
    line = l->line;
    const char *p = l->text;
    bool oa = false, ob = false;
    IsaRule r = {.text = l->text};
    const char *keyword = read_word(&p);
    r.kind = *keyword == 'n' ? RULE_NEED : *keyword == 'u' ? RULE_UNTIL : *keyword == 'w' ? RULE_WARN : RULE_ONLY;
    int errors = nerrors;
    r.a = build_cond(f, &p, &oa);
    blanks(&p);
    if (r.kind == RULE_NEED || r.kind == RULE_UNTIL) {
        r.avail = read_avails(&p);
        if (!r.avail.n && nerrors == errors)
            bad("expected '%s condition @VERSION/TARGET'", keyword);
        blanks(&p);
    }
    if (r.kind == RULE_UNTIL || r.kind == RULE_WARN) {
        if (*p != ':' && nerrors == errors)
            bad("expected ': TEXT' at the end of '%s'", keyword);
        p += *p == ':';
        blanks(&p);
        r.text = p;
        p = "";
    } else if (r.kind != RULE_NEED) {
        if (strncmp(p, "<->", 3) == 0) {
            r.kind = RULE_IFF;
            p += 3;
        } else if (strncmp(p, "->", 2) == 0)
            p += 2;
        else if (!*p) { /* only cond: always */
            r.b = r.a;
            p = "";
            r.a = build_cond(f, &p, &ob);
            p = "";
        }
        if (*p && nerrors == errors)
            r.b = build_cond(f, &p, &ob);
    }
    blanks(&p);
    if (*p && nerrors == errors)
        bad("'%.20s' does not belong to the rule", p);
    r.operands = oa || ob;
    ADD(out.rules, r);
    f->out.nrule++;
}
