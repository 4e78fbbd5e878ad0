/* isa_word.c: from the words of an instruction to the forms they may mean.
 *
 * The mnemonic is the longest dotted prefix the table has, or a shorter one; what is left are modifiers.  They are a
 * set, except that types, and other words that fit several places alike, keep their order.  What a list of words can
 * mean is worked out once and remembered. */
#include "isa.h"

static Arena arena;

typedef struct Entry {
    struct Entry *next;
    const char *const *word;
    int nword;
    IsaCands cands;
} Entry;

enum { BUCKETS = 4096, MAX_WORDS = 64 };
static Entry *bucket[BUCKETS];

typedef Array(IsaCand) Found;
typedef Array(IsaAvails) Avails;

/* One attempt to spread the words over a form's tokens. */
typedef struct Try {
    const Form *form;
    const char *const *word; /* without the mnemonic */
    int nword;
    uint16_t chosen[MAX_WORDS]; /* word number for each token */
    Found *found;
} Try;

static const IsaSet *set_of(const Form *f, int tok)
{
    return &isa_sets[isa_toks[f->tok + tok].set];
}

/* The word's number where the token has it among its values, else 0. */
static uint16_t value_in(const Form *f, int tok, const char *word)
{
    const IsaSet *s = set_of(f, tok);
    const uint16_t *cell = isa_cells + s->cell + isa_toks[f->tok + tok].col;
    for (int i = 0; i < s->rows; i++, cell += s->width)
        if (*cell && isa_word_ptr[*cell] == word)
            return *cell;
    return 0;
}

/* ---- a full assignment ------------------------------------------------------------------------------------------- */

/* The row of a set that the tokens chose, or -1; *written tells whether any of them was there. */
static int chosen_row(Try *t, int tok, bool *written)
{
    const IsaSet *s = set_of(t->form, tok);
    uint16_t want[16] = {0};
    bool have[16] = {false};
    *written = false;
    for (int i = 0; i < t->form->ntok; i++)
        if (isa_toks[t->form->tok + i].set == isa_toks[t->form->tok + tok].set) {
            int col = isa_toks[t->form->tok + i].col;
            want[col] = t->chosen[i];
            have[col] = true;
            *written |= t->chosen[i] != 0;
        }
    for (int r = 0; r < s->rows; r++) {
        const uint16_t *cell = isa_cells + s->cell + r * s->width;
        bool same = true;
        for (int k = 0; k < s->width; k++)
            same &= !have[k] || cell[k] == want[k];
        if (same)
            return r;
    }
    return -1;
}

/* Nothing missing, words in { } together, tuples that exist; fills in what is assumed. */
static bool complete(Try *t, Avails *avails)
{
    const Form *f = t->form;
    uint16_t filled[MAX_WORDS];
    for (int i = 0; i < f->ntok; i++) {
        const IsaTok *k = &isa_toks[f->tok + i];
        if (!t->chosen[i] && !k->optional)
            return false;
        for (int j = 0; j < i; j++)
            if (k->group && isa_toks[f->tok + j].group == k->group && !t->chosen[i] != !t->chosen[j])
                return false;
    }
    for (int i = 0; i < f->ntok; i++) {
        const IsaTok *k = &isa_toks[f->tok + i];
        const IsaSet *s = set_of(f, i);
        bool written, first = true;
        int row = chosen_row(t, i, &written);
        if (row < 0 && written)
            return false;
        filled[i] = t->chosen[i];
        if (row < 0 && s->assumed)
            filled[i] = isa_cells[s->cell + (uint32_t)((s->assumed - 1) * s->width + k->col)];
        for (int j = 0; j < i; j++)
            first &= isa_toks[f->tok + j].set != k->set;
        if (row >= 0 && first && isa_value_avails[s->avail + (uint32_t)row].n)
            array_add(&arena, avails, isa_value_avails[s->avail + (uint32_t)row]);
    }
    memcpy(t->chosen, filled, sizeof *filled * f->ntok);
    return true;
}

/* $d = ptx2c_<words>($a, $b{, $c}) */
static const char *default_text(const IsaCand *c)
{
    const Form *f = c->form;
    Str b = {0};
    bool first = true;
    if (f->nopnd && isa_opnds[f->opnd].dest)
        str_printf(&b, "$%s = ", isa_opnds[f->opnd].name);
    str_add(&b, "ptx2c_");
    for (const char *p = f->name; *p; p++)
        str_addc(&b, *p == '.' || *p == ':' ? '_' : *p);
    for (int i = 0; i < f->ntok; i++)
        for (const char *p = c->slot[i] ? (str_addc(&b, '_'), c->slot[i]) : ""; *p; p++)
            if (*p != ':' || p[1] != ':')
                str_addc(&b, *p == ':' ? '_' : *p);
    str_addc(&b, '(');
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < f->nopnd; i++) {
            const IsaOpnd *o = &isa_opnds[f->opnd + i];
            if ((o->dest && o->in == IN_PAIR) != (pass == 1) || (o->dest && pass == 0))
                continue;
            bool optional = o->group != 0;
            str_printf(&b, "%s%s%s$%s%s", optional ? "{" : "", first ? "" : ", ", pass ? "&" : "", o->name,
                       optional ? "}" : "");
            first = false;
        }
    str_addc(&b, ')');
    const char *s = arena_strndup(&arena, b.s, b.n);
    str_free(&b);
    return s;
}

static void add_candidate(Try *t)
{
    Avails avails = {0};
    uint16_t before[MAX_WORDS];
    const Form *f = t->form;
    memcpy(before, t->chosen, sizeof *before * f->ntok);
    if (complete(t, &avails)) {
        IsaCand c = {.form = f};
        uint16_t *word = NEWN(&arena, uint16_t, f->ntok + 1);
        const char **slot = NEWN(&arena, const char *, f->ntok + 1);
        uint8_t *type = NEWN(&arena, uint8_t, f->nopnd + 1);
        for (int i = 0; i < f->ntok; i++) {
            word[i] = t->chosen[i];
            slot[i] = word[i] ? isa_word_ptr[word[i]] : NULL;
        }
        c.word = word;
        c.slot = slot;
        for (int i = 0; i < f->nopnd; i++) {
            const IsaOpnd *o = &isa_opnds[f->opnd + i];
            type[i] = o->tok < 0 ? o->type : slot[o->tok] ? (uint8_t)type_by_name(slot[o->tok]) : T_NONE;
            if (i >= 32)
                ice("'%s' has more than 32 operands", f->pattern);
            c.dests |= (uint32_t)o->dest << i;
        }
        c.type = type;
        IsaChoice choice = {f, word, NULL, false};
        if (f->avail.n)
            array_add(&arena, &avails, f->avail);
        for (int i = 0; i < f->nrule && !c.broken; i++) {
            const IsaRule *r = &isa_rules[f->rule + i];
            if (r->operands) {
                c.remarks |= r->kind > RULE_NEED;
                continue;
            }
            bool a = isa_cond(&choice, r->a);
            if (r->kind == RULE_NEED) {
                if (a)
                    array_add(&arena, &avails, r->avail);
            } else if (r->kind > RULE_NEED) {
                c.remarks |= a;
            } else if (r->kind == RULE_ONLY ? a && !isa_cond(&choice, r->b) : a != isa_cond(&choice, r->b))
                c.broken = r;
        }
        c.avail = avails.at;
        c.navail = avails.n;
        c.text = default_text(&c);
        array_add(&arena, t->found, c);
    }
    memcpy(t->chosen, before, sizeof *before * f->ntok);
}

typedef enum Order { FREE, TYPES, SPACES, LAYOUTS, ORDERS } Order;

/* Types keep their order, and so do state spaces (of a copy: to, from) and the layouts of matrices. */
static Order order_of(const char *word)
{
    static const char *const space[] = {"const", "global", "local", "param", "shared"};
    for (size_t i = 0; i < sizeof space / sizeof *space; i++) {
        size_t n = strlen(space[i]);
        if (strncmp(word, space[i], n) == 0 && (!word[n] || word[n] == ':'))
            return SPACES;
    }
    if (strcmp(word, "row") == 0 || strcmp(word, "col") == 0)
        return LAYOUTS;
    return type_by_name(word) ? TYPES : FREE;
}

/* Places word i and those after it; last: the tokens of the words before that keep their order. */
static void place(Try *t, int i, const int last[ORDERS])
{
    if (i == t->nword) {
        add_candidate(t);
        return;
    }
    Order order = order_of(t->word[i]);
    int found = t->found->n;
    for (int k = 0; k < t->form->ntok; k++) {
        uint16_t v = t->chosen[k] || (order && k <= last[order]) ? 0 : value_in(t->form, k, t->word[i]);
        if (!v)
            continue;
        int next[ORDERS];
        memcpy(next, last, sizeof next);
        next[order] = k;
        t->chosen[k] = v;
        place(t, i + 1, next);
        t->chosen[k] = 0;
        if (t->found->n > found)
            return; /* the first way counts */
    }
}

/* ---- all forms --------------------------------------------------------------------------------------------------- */

static bool may_repeat(const Form *f, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = f->again; p && *p; p += *p == ',') {
        size_t k = strcspn(p, ",");
        if (k == n && memcmp(p, word, n) == 0)
            return true;
        p += k;
    }
    return false;
}

static void try_form(const Form *f, const char *const *word, int nword, Found *found)
{
    const char *once[MAX_WORDS];
    Try t = {.form = f, .word = once, .found = found};
    for (int i = 0; i < nword && i < MAX_WORDS; i++) {
        bool again = false;
        for (int j = 0; j < i && !again; j++)
            again = word[j] == word[i] && may_repeat(f, word[i]);
        if (!again)
            once[t.nword++] = word[i];
    }
    if (t.nword <= f->ntok)
        place(&t, 0, (const int[ORDERS]){-1, -1, -1, -1});
}

/* The instruction whose name is the first n words. */
static const IsaInsn *prefix(const char *const *word, int n)
{
    char name[256];
    size_t len = 0;
    if (n == 1)
        return isa_insn(word[0]);
    for (int i = 0; i < n; i++) {
        size_t k = strlen(word[i]);
        if (len + k + 2 > sizeof name)
            return NULL;
        if (i)
            name[len++] = '.';
        memcpy(name + len, word[i], k);
        len += k;
    }
    return isa_insn(intern_n(name, len));
}

enum { MAX_DOTS = 5 };

static IsaCands work_out(const char *const *word, int nword)
{
    Found found = {0};
    for (int n = nword < MAX_DOTS ? nword : MAX_DOTS; n > 0; n--) {
        const IsaInsn *in = prefix(word, n);
        for (int i = 0; in && i < in->n; i++)
            try_form(&isa_forms[in->first + i], word + n, nword - n, &found);
    }
    IsaCand *at = NEWN(&arena, IsaCand, found.n + 1);
    int n = 0, legal;
    for (int i = 0; i < found.n; i++)
        if (!found.at[i].broken)
            at[n++] = found.at[i];
    legal = n;
    for (int i = 0; i < found.n; i++)
        if (found.at[i].broken)
            at[n++] = found.at[i];
    return (IsaCands){at, n, legal};
}

IsaCands isa_candidates(const Ins *ins)
{
    uintptr_t h = 0;
    isa_begin();
    for (int i = 0; i < ins->nword; i++)
        h = h * 31 + ((uintptr_t)ins->word[i] >> 4);
    Entry **b = &bucket[(h ^ h >> 12) % BUCKETS];
    for (Entry *e = *b; e; e = e->next)
        if (e->nword == ins->nword && memcmp(e->word, ins->word, sizeof *e->word * ins->nword) == 0)
            return e->cands;
    Entry *e = NEW(&arena, Entry);
    const char **word = NEWN(&arena, const char *, ins->nword);
    memcpy(word, ins->word, sizeof *word * ins->nword);
    *e = (Entry){*b, word, ins->nword, work_out(word, ins->nword)};
    *b = e;
    return e->cands;
}

/* ---- why the words mean nothing ---------------------------------------------------------------------------------- */

const char *isa_operands(const Form *f, Arena *a)
{
    Str b = {0};
    int pos = -1, in = IN_PLAIN, group = 0;
    for (int i = 0; i < f->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[f->opnd + i];
        bool list = in == IN_LIST && o->pos == pos;
        if (in == IN_LIST && !list)
            str_addc(&b, ']');
        if (group && o->group != group)
            str_addc(&b, '}');
        if (o->group && o->group != group)
            str_addc(&b, '{');
        str_add(&b, o->in == IN_PAIR ? "|" : i ? ", " : "");
        str_printf(&b, "%s%s%s", o->in == IN_MEM || (o->in == IN_LIST && !list) ? "[" : "", o->name,
                   o->in == IN_MEM ? "]" : "");
        pos = o->pos;
        in = o->in;
        group = o->group;
    }
    str_add(&b, in == IN_LIST ? "]" : "");
    str_add(&b, group ? "}" : "");
    const char *s = arena_strndup(a, b.s ? b.s : "", b.n);
    str_free(&b);
    return s;
}

const char *isa_spelling(const IsaCand *c, Arena *a)
{
    Str b = {0};
    str_add(&b, c->form->name);
    for (int i = 0; i < c->form->ntok; i++)
        if (c->slot[i])
            str_printf(&b, ".%s", c->slot[i]);
    const char *s = arena_strndup(a, b.s, b.n);
    str_free(&b);
    return s;
}

static void unknown_mnemonic(const Ins *ins)
{
    const char *best = NULL, *w = ins->word[0];
    int distance = 6;
    for (int i = 0; i < isa_ninsns; i++) { /* of those equally near, one with the same first letter */
        int d = 2 * util_distance(w, isa_insns[i].name, 2) + (*w != *isa_insns[i].name);
        if (d < distance) {
            distance = d;
            best = isa_insns[i].name;
        }
    }
    for (int i = 0; i < isa_ninsns; i++) { /* part of a dotted one */
        size_t n = strlen(w);
        if (strncmp(isa_insns[i].name, w, n) == 0 && isa_insns[i].name[n] == '.' && distance) {
            best = isa_insns[i].name;
            distance = 0;
        }
    }
    if (best && distance == 0)
        error_at(ins->loc, "'%s' needs more modifiers, as in '%s'", w, best);
    else if (best && strlen(w) > 1)
        error_at(ins->loc, "unknown instruction '%s'; did you mean '%s'?", w, best);
    else
        error_at(ins->loc, "unknown instruction '%s'", w);
}

/* How near a form is to the words: which it can place, each token once, and the first it cannot. */
typedef struct Near {
    const Form *form;
    uint16_t chosen[MAX_WORDS];
    int placed, missing;
    const char *stray; /* a word it has no place for */
} Near;

static Near near_form(const Form *f, const char *const *word, int nword)
{
    Near r = {.form = f};
    int last[ORDERS] = {-1, -1, -1, -1};
    for (int i = 0; i < nword; i++) {
        int k = 0;
        uint16_t v = 0;
        Order order = order_of(word[i]);
        for (; k < f->ntok && !v; k++)
            v = r.chosen[k] || (order && k <= last[order]) ? 0 : value_in(f, k, word[i]);
        if (v) {
            last[order] = k - 1;
            r.chosen[k - 1] = v;
            r.placed++;
        } else if (!r.stray)
            r.stray = word[i];
    }
    for (int k = 0; k < f->ntok; k++)
        r.missing += !r.chosen[k] && !isa_toks[f->tok + k].optional;
    return r;
}

/* The row with a type as wide as that one, or the first. */
static int similar_type(const IsaSet *s, const char *stray)
{
    Type t = stray ? type_by_name(stray) : T_NONE;
    for (int r = 0; t && r < s->rows; r++)
        if (type_info[type_by_name(isa_word_ptr[isa_cells[s->cell + (uint32_t)r]])].bits == type_info[t].bits)
            return r;
    return 0;
}

/* The form with what was written, and the first value where something is missing. */
static void spell_near(const Near *n, Str *b)
{
    Try t = {.form = n->form};
    memcpy(t.chosen, n->chosen, sizeof t.chosen);
    str_add(b, n->form->name);
    for (int k = 0; k < n->form->ntok; k++) {
        const IsaTok *tok = &isa_toks[n->form->tok + k];
        const IsaSet *s = &isa_sets[tok->set];
        if (!t.chosen[k] && !tok->optional) {
            bool written;
            int row = s->width > 1 ? -1 : similar_type(s, n->stray);
            for (int r = 0; r < s->rows && row < 0; r++) { /* of a tuple: a row that agrees with the rest */
                t.chosen[k] = isa_cells[s->cell + (uint32_t)(r * s->width + tok->col)];
                if (t.chosen[k] && chosen_row(&t, k, &written) >= 0)
                    row = r;
            }
            t.chosen[k] = isa_cells[s->cell + (uint32_t)((row < 0 ? 0 : row) * s->width + tok->col)];
        }
        if (t.chosen[k])
            str_printf(b, ".%s", isa_word_ptr[t.chosen[k]]);
    }
}

/* The values of the first modifier that is missing: ".lo, .hi or .wide". */
static void list_missing(const Near *n, Str *b)
{
    enum { SHOWN = 8 };
    int k = 0, values = 0;
    while (n->chosen[k] || isa_toks[n->form->tok + k].optional)
        k++;
    const IsaSet *s = set_of(n->form, k);
    uint16_t value[SHOWN + 1];
    for (int r = 0; r < s->rows && values <= SHOWN; r++) {
        uint16_t w = isa_cells[s->cell + (uint32_t)(r * s->width + isa_toks[n->form->tok + k].col)];
        bool again = !w;
        for (int i = 0; i < values; i++)
            again |= value[i] == w;
        if (!again)
            value[values++] = w;
    }
    if (values > SHOWN)
        str_printf(b, "a modifier .%s", isa_toks[n->form->tok + k].name);
    for (int i = 0; i < values && values <= SHOWN; i++)
        str_printf(b, "%s.%s", !i ? "" : i == values - 1 ? " or " : ", ", isa_word_ptr[value[i]]);
}

static bool known_modifier(const char *w)
{
    for (int i = 1; i < isa_nwords; i++)
        if (isa_word_ptr[i] == w)
            return true;
    return false;
}

static const char *similar_modifier(const Form *f, const char *w)
{
    const char *best = NULL;
    int distance = 2;
    for (int k = 0; k < f->ntok; k++) {
        const IsaSet *s = set_of(f, k);
        for (uint32_t i = 0; i < (uint32_t)s->rows * s->width; i++) {
            const char *v = isa_words[isa_cells[s->cell + i]];
            int d = util_distance(w, v, 1);
            if (*v && d < distance) {
                distance = d;
                best = v;
            }
        }
    }
    return best;
}

static Loc word_loc(const Ins *ins, const char *w)
{
    uint32_t at = ins->loc.at;
    for (int i = 0; i < ins->nword; i++) {
        uint32_t n = (uint32_t)strlen(ins->word[i]);
        if (ins->word[i] == w && i && at + n <= ins->loc.at + ins->loc.len)
            return (Loc){at - 1, n + 1};
        at += n + 1;
    }
    return ins->loc;
}

void isa_no_form(const Module *m, const Ins *ins)
{
    Near best = {0};
    int score = 0;
    const char *name = NULL;
    for (int n = ins->nword < MAX_DOTS ? ins->nword : MAX_DOTS; n > 0; n--) {
        const IsaInsn *in = prefix(ins->word, n);
        for (int i = 0; in && i < in->n; i++) {
            Near x = near_form(&isa_forms[in->first + i], ins->word + n, ins->nword - n);
            int s = 1 + 4 * (x.placed + 2 * n) - 3 * x.missing;
            if (!best.form || s > score) {
                best = x;
                score = s;
                name = in->name;
            }
        }
    }
    if (!best.form) {
        unknown_mnemonic(ins);
        return;
    }
    Str b = {0};
    spell_near(&best, &b);
    if (best.stray && !known_modifier(best.stray)) {
        const char *like = similar_modifier(best.form, best.stray);
        if (like)
            error_at(word_loc(ins, best.stray), "unknown modifier '.%s'; did you mean '.%s'?", best.stray, like);
        else
            error_at(word_loc(ins, best.stray), "unknown modifier '.%s' of '%s'; nearest is '%s'", best.stray, name,
                     b.s);
    } else if (best.stray)
        error_at(word_loc(ins, best.stray), "'.%s' cannot be used here; nearest is '%s'", best.stray, b.s);
    else if (best.missing) {
        Str values = {0};
        list_missing(&best, &values);
        error_at(ins->loc, "'%s' lacks %s; nearest is '%s'", name, values.s, b.s);
        str_free(&values);
    } else
        error_at(ins->loc, "this combination of modifiers of '%s' does not exist; its form is '%s'", name,
                 isa_form_text(best.form, m->arena));
    str_free(&b);
}
