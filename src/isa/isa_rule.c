/* isa_rule.c: what a broken rule of the instruction table asks for, in words.
 *
 * Requires a choice that breaks the rule.  On the side that holds modifiers are named as they were written, on the side
 * that does not with all that would do. */
#include "isa/table.h"

typedef struct Phrase {
    const char *text;
    bool no; /* negated: "no text" */
    bool holds;
} Phrase;

typedef struct Speaker {
    const IsaChoice *choice;
    Arena *a;
    Phrase stack[32];
    int n;
    int opnd; /* the first operand that was named, or -1 */
} Speaker;

static void push(Speaker *s, bool holds, const char *fmt, ...) PRINTF_LIKE(3, 4);
static void push(Speaker *s, bool holds, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (s->n < 32)
        s->stack[s->n++] = (Phrase){arena_strndup(s->a, text, strlen(text)), false, holds};
}

static const IsaTok *tok_of(const Speaker *s, int tok) { return &isa_toks[s->choice->form->tok + tok]; }

static const char *named_opnd(Speaker *s, int arg)
{
    if (s->opnd < 0)
        s->opnd = arg - CALL_OPND;
    return opnd_name(&isa_opnds[s->choice->form->opnd + arg - CALL_OPND]);
}

static bool has_value(const IsaTok *t, uint16_t word)
{
    const IsaSet *set = &isa_sets[t->set];
    for (uint32_t r = 0; r < set->rows; r++)
        if (isa_cells[set->cell + r * set->width + t->col] == word)
            return true;
    return !word && t->optional;
}

/* The value of a modifier that has but one, or 0. */
static uint16_t only_value(const IsaTok *t)
{
    const IsaSet *set = &isa_sets[t->set];
    uint16_t only = 0;
    for (uint32_t r = 0; r < set->rows; r++) {
        uint16_t w = isa_cells[set->cell + r * set->width + t->col];
        if (w && only && w != only)
            return 0;
        only = w ? w : only;
    }
    return only;
}

/* One of the words p[0..n), those that the form has; or the one that is there. */
static void say_words(Speaker *s, int tok, int n, const uint16_t *p)
{
    const IsaTok *t = tok_of(s, tok);
    Str b = {0};
    bool holds = false;
    for (int i = 0; i < n; i++)
        holds |= p[i] == s->choice->word[tok];
    int left = 0;
    for (int i = 0; i < n; i++)
        left += has_value(t, p[i]);
    for (int i = 0; i < n; i++) {
        if (!has_value(t, p[i]) || (holds && p[i] != s->choice->word[tok]))
            continue;
        if (b.n)
            str_add(&b, --left > 1 ? ", " : " or ");
        str_printf(&b, p[i] ? "'.%s'" : "no .%s", p[i] ? isa_words[p[i]] : tok_name(t));
    }
    push(s, holds, "%s", b.n ? b.s : tok_name(t));
    str_free(&b);
}

static void say_numbers(Speaker *s, int n, const uint16_t *arg)
{
    Str b = {0};
    str_printf(&b, "operand '%s' to be ", named_opnd(s, arg[0]));
    for (int i = 1; i < n; i++)
        str_printf(&b, "%s%d", i == 1 ? "" : i == n - 1 ? " or " : ", ", arg[i] - CALL_NUMBER);
    push(s, false, "%s", b.s);
    str_free(&b);
}

/* The modifier, as it is written if it is. */
static void say_modifier(Speaker *s, int tok)
{
    const uint16_t w = s->choice->word[tok], only = w ? w : only_value(tok_of(s, tok));
    push(s, w != 0, only ? "'.%s'" : "a .%s", only ? isa_words[only] : tok_name(tok_of(s, tok)));
}

static void say_call(Speaker *s, int fn, int n, const uint16_t *arg)
{
    static const struct { const char *before, *after; bool holds; } of_operand[FN_COUNT] = {
        [FN_IMM] = {"a constant as ", "", true}, [FN_REG] = {"a register as ", "", false},
        [FN_SYM] = {"the address of a variable as ", "", true}, [FN_NEGATED] = {"a negated ", "", true},
        [FN_VECTOR] = {"", " in { }", false}, [FN_POWER] = {"", " to be a power of two", false},
        [FN_WORD] = {"", " to have 32 bits", false}, [FN_FULL] = {"", " to be 0xffffffff", false},
    };
    int low = n > 1 ? arg[1] - CALL_NUMBER : 0, high = n > 2 ? arg[2] - CALL_NUMBER : 0;
    const char *name = arg[0] >= CALL_OPND && arg[0] < CALL_OPND_END ? named_opnd(s, arg[0]) : "";
    switch ((IsaFunction)fn) {
    case FN_NARROWS:
        push(s, false, "a '.%s' that does not hold all values of '.%s'", tok_name(tok_of(s, arg[0])),
             tok_name(tok_of(s, arg[1])));
        break;
    case FN_FITS: push(s, false, "a vector of at most %d bits", high); break;
    case FN_SAME:
        push(s, false, "'.%s' and '.%s' to be the same", tok_name(tok_of(s, arg[0])), tok_name(tok_of(s, arg[1])));
        break;
    case FN_ATMOST: push(s, false, "operand '%s' to be at most operand '%s'", name, named_opnd(s, arg[1])); break;
    case FN_RANGE: push(s, false, "operand '%s' to be %d to %d", name, low, high); break;
    case FN_MULTIPLE: push(s, false, "operand '%s' to be a multiple of %d", name, low); break;
    case FN_ONEOF: say_numbers(s, n, arg); break;
    case FN_OLD: push(s, false, "a target below sm_20"); break;
    default: push(s, of_operand[fn].holds, "%soperand '%s'%s", of_operand[fn].before, name, of_operand[fn].after); break;
    }
}

static void join(Speaker *s, const char *word)
{
    if (s->n < 2)
        return;
    Phrase y = s->stack[--s->n], x = s->stack[--s->n];
    push(s, false, "%s%s %s %s%s", x.no ? "no " : "", x.text, word, y.no ? "no " : "", y.text);
}

static Phrase say_cond(Speaker *s, uint32_t cond)
{
    s->n = 0;
    for (const uint16_t *p = isa_code + cond; *p != C_END;) {
        switch ((IsaCode)*p++) {
        case C_CONST:
            push(s, *p++ != 0, "%s", "");
            break;
        case C_HAS: say_modifier(s, *p++); break;
        case C_IS:
            say_words(s, p[0], p[1], p + 2);
            p += 2 + p[1];
            break;
        case C_ARG:
            push(s, s->choice->arg && s->choice->arg[*p].kind != O_NONE, "operand '%s'", named_opnd(s, *p + CALL_OPND));
            p++;
            break;
        case C_CALL:
            say_call(s, p[0], p[1], p + 2);
            p += 2 + p[1];
            break;
        case C_NOT:
            if (s->n)
                s->stack[s->n - 1].no ^= true;
            break;
        case C_AND: join(s, "and"); break;
        case C_OR: join(s, "or"); break;
        case C_END: break;
        }
    }
    return s->n ? s->stack[0] : (Phrase){"", false, true};
}

const char *isa_form_text(const Form *f, Arena *a)
{
    Str b = {0};
    for (const char *p = f->pattern; *p; p++)
        if (*p == '@')
            p += strcspn(p, "}") - 1;
        else
            str_addc(&b, *p);
    return str_keep(a, &b);
}

const char *isa_rule_text(const IsaChoice *c, const IsaRule *r, Arena *a, int *opnd)
{
    Speaker s = {.choice = c, .a = a, .opnd = -1};
    const uint16_t *left = isa_code + r->a; /* "only size -> oneof(size,16)" speaks of size alone */
    bool always = (left[0] == C_CONST && left[1]) || (left[0] == C_ARG && left[2] == C_END && r->kind == RULE_ONLY);
    Phrase y = say_cond(&s, r->b), x = say_cond(&s, r->a);
    if (r->kind == RULE_IFF && !isa_cond(c, r->a)) { /* the right side holds and lacks the left one */
        Phrase z = x;
        x = y;
        y = z;
    }
    *opnd = s.opnd;
    if (always)
        return arena_printf(a, "'%s' %s %s", c->form->name, y.no ? "does not take" : "wants", y.text);
    return arena_printf(a, "%s%s %s %s", x.no ? "without " : "", x.text,
                        y.no ? (x.no ? "there is no" : "excludes") : x.no ? "there must be" : "needs", y.text);
}
