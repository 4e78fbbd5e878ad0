/* isa_word.c: from the words of an instruction to the forms they may mean.
 *
 * The mnemonic is the longest dotted prefix the table has, or a shorter one; what is left are modifiers.  They are a
 * set, except that types, and other words that fit several places alike, keep their order, and that some (first=) belong
 * to the mnemonic.  What a list of words can mean is worked out once and remembered. */
#include "isa/table.h"

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

static const IsaSet *set_of(const Form *f, int tok) { return &isa_sets[isa_toks[f->tok + tok].set]; }

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

/* Nothing missing, words in { } together. */
static bool has_all(const Try *t)
{
    const IsaTok *k = &isa_toks[t->form->tok];
    for (int i = 0; i < t->form->ntok; i++) {
        if (!t->chosen[i] && !k[i].optional)
            return false;
        for (int j = 0; j < i; j++)
            if (k[i].group && k[j].group == k[i].group && !t->chosen[i] != !t->chosen[j])
                return false;
    }
    return true;
}

/* Nothing missing, tuples that exist; fills in what is assumed. */
static bool complete(Try *t, Avails *avails)
{
    const Form *f = t->form;
    uint16_t filled[MAX_WORDS];
    if (!has_all(t))
        return false;
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

/* A word of the instruction as part of a C name: ".", ":" and "::" become '_'. */
static void add_c_word(Str *b, const char *word)
{
    for (const char *p = word; *p; p++)
        if (*p != ':' || p[1] != ':')
            str_addc(b, *p == ':' || *p == '.' ? '_' : *p);
}

/* $d = ptx2c_<words>($a, $b{, $c}, &$p): second results come last, by address. */
static const char *default_text(const IsaCand *c)
{
    const Form *f = c->form;
    Str b = {0};
    const char *comma = "";
    if (f->nopnd && isa_opnds[f->opnd].dest)
        str_printf(&b, "$%s = ", opnd_name(&isa_opnds[f->opnd]));
    str_add(&b, "ptx2c_");
    add_c_word(&b, f->name);
    for (int i = 0; i < f->ntok; i++)
        if (c->word[i]) {
            str_addc(&b, '_');
            add_c_word(&b, isa_words[c->word[i]]);
        }
    str_addc(&b, '(');
    for (int results = 0; results < 2; results++)
        for (int i = 0; i < f->nopnd; i++) {
            const IsaOpnd *o = &isa_opnds[f->opnd + i];
            if (o->dest != results || (results && o->in != IN_PAIR))
                continue;
            str_printf(&b, o->group ? "{%s%s$%s}" : "%s%s$%s", comma, results ? "&" : "", opnd_name(o));
            comma = ", ";
        }
    str_addc(&b, ')');
    return str_keep(&arena, &b);
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
        uint8_t *type = NEWN(&arena, uint8_t, f->nopnd + 1);
        memcpy(word, t->chosen, sizeof *word * f->ntok);
        c.word = word;
        for (int i = 0; i < f->nopnd; i++) {
            const IsaOpnd *o = &isa_opnds[f->opnd + i];
            type[i] = o->tok < 0 ? o->type : (uint8_t)isa_word_type(word[o->tok]);
            if (i >= 32)
                ice("'%s' has more than 32 operands", f->pattern);
            c.dests |= (uint32_t)o->dest << i;
        }
        c.type = type;
        IsaChoice choice = {f, word, NULL, false};
        if (f->avail.n)
            array_add(&arena, &avails, f->avail);
        c.broken = isa_broken_rule(&choice, RULE_IFF);
        for (int i = 0; i < f->nrule && !c.broken; i++) {
            const IsaRule *r = &isa_rules[f->rule + i];
            if (r->operands) {
                c.remarks |= r->kind > RULE_NEED;
                continue;
            }
            if (r->kind < RULE_NEED || !isa_cond(&choice, r->a))
                continue;
            if (r->kind == RULE_NEED)
                array_add(&arena, &avails, r->avail);
            else
                c.remarks = true;
        }
        c.avail = avails.at;
        c.navail = avails.n;
        c.text = default_text(&c);
        array_add(&arena, t->found, c);
    }
    memcpy(t->chosen, before, sizeof *before * f->ntok);
}

/* "b2", "b4" and, of elements that are packed in 16 of something, "b8x16", "b4x16_p64". */
static bool narrow_type(const char *word)
{
    return strcmp(word, "b2") == 0 || strcmp(word, "b4") == 0 || (word[0] == 'b' && word[1] && strncmp(word + 2, "x16", 3) == 0);
}

typedef enum Order { FREE, TYPES, SPACES, LAYOUTS, PRIORITIES, ORDERS } Order;

/* Types keep their order, and so do state spaces (of a copy: to, from), the layouts of matrices and priorities (of a policy:
 * of the range, of the rest). */
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
    if (strncmp(word, "L2::evict", 9) == 0)
        return PRIORITIES;
    return type_by_name(word) || narrow_type(word) ? TYPES : FREE;
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

/* Where in a list of the form's, "sat,cc" or NULL, the word stands, from 1 on; 0: nowhere. */
static int listed(const char *list, const char *word)
{
    const size_t n = strlen(word);
    int at = 1;
    for (const char *p = list; p && *p; p += *p == ',', at++) {
        size_t k = strcspn(p, ",");
        if (k == n && memcmp(p, word, n) == 0)
            return at;
        p += k;
    }
    return 0;
}

/* Whether those words that belong to the mnemonic stand before the others, in their order. */
static bool begins_right(const Form *f, const char *const *word, int nword)
{
    for (int i = 1; f->first && i < nword; i++) {
        const int at = listed(f->first, word[i]), before = listed(f->first, word[i - 1]);
        if (at && (!before || before > at))
            return false;
    }
    return true;
}

static void try_form(const Form *f, const char *const *word, int nword, Found *found)
{
    const char *once[MAX_WORDS];
    Try t = {.form = f, .word = once, .found = found};
    for (int i = 0; i < nword && i < MAX_WORDS; i++) {
        bool again = false;
        for (int j = 0; j < i && !again; j++)
            again = word[j] == word[i] && listed(f->again, word[i]) != 0;
        if (!again)
            once[t.nword++] = word[i];
    }
    if (t.nword <= f->ntok && begins_right(f, word, nword))
        place(&t, 0, (const int[ORDERS]){-1, -1, -1, -1, -1});
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
    static const char *const open[] = {[IN_PLAIN] = "", [IN_PAIR] = "", [IN_MEM] = "[", [IN_LIST] = "["};
    static const char *const close[] = {[IN_PLAIN] = "", [IN_PAIR] = "", [IN_MEM] = "]", [IN_LIST] = ""};
    static const IsaOpnd none = {.in = IN_PLAIN};
    const char *comma = "";
    const IsaOpnd *before = &none;
    Str b = {0};
    for (int i = 0; i <= f->nopnd; i++) {
        const IsaOpnd *o = i < f->nopnd ? &isa_opnds[f->opnd + i] : &none;
        const bool list = before->in == IN_LIST && o->in == IN_LIST && o->pos == before->pos;
        if (before->in == IN_LIST && !list)
            str_addc(&b, ']');
        if (before->group && o->group != before->group)
            str_addc(&b, '}');
        if (i == f->nopnd)
            break;
        if (o->group && o->group != before->group)
            str_addc(&b, '{');
        str_printf(&b, "%s%s%s%s", o->in == IN_PAIR ? "|" : comma, list ? "" : open[o->in], opnd_name(o), close[o->in]);
        comma = ", ";
        before = o;
    }
    return str_keep(a, &b);
}

const char *isa_spelling(const IsaCand *c, Arena *a)
{
    Str b = {0};
    str_add(&b, c->form->name);
    for (int i = 0; i < c->form->ntok; i++)
        if (c->word[i])
            str_printf(&b, ".%s", isa_words[c->word[i]]);
    return str_keep(a, &b);
}

/* In small letters, if the word has others. */
static const char *small_letters(const char *w, Arena *a)
{
    char *s = arena_strndup(a, w, strlen(w));
    for (char *p = s; *p; p++)
        *p = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    return s;
}

static void unknown_mnemonic(const Module *m, const Ins *ins)
{
    const char *best = NULL, *w = ins->word[0], *small = small_letters(w, m->arena);
    int unlike = UNLIKE, d;
    bool part = false;
    for (int i = 0; i < isa_ninsns; i++)
        if ((d = util_unlikeness(small, isa_insns[i].name, 2)) < unlike) {
            unlike = d;
            best = isa_insns[i].name;
        }
    for (int i = 0; i < isa_ninsns && !part; i++) { /* part of a dotted one */
        size_t n = strlen(w);
        if ((part = strncmp(isa_insns[i].name, w, n) == 0 && isa_insns[i].name[n] == '.'))
            best = isa_insns[i].name;
    }
    if (part)
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
    const char *like;  /* the modifier of the form that is probably meant by it, or NULL */
    int unlike;        /* how much that differs */
    int misfits;       /* how badly the types that are missing, or that cannot be chosen, fit the operands */
} Near;

/* "s46" and "f23" are meant to be types. */
static bool looks_like_type(const char *w) { return type_by_name(w) || (strchr("usbfi", *w) && w[1] >= '0' && w[1] <= '9'); }

/* The modifier of the form that is most like w, of the same kind if there is one. */
static const char *similar_modifier(const Form *f, const char *w, int *unlike)
{
    const char *best = NULL, *meant = type_meant(w);
    *unlike = UNLIKE;
    for (int k = 0; k < f->ntok; k++) {
        const IsaSet *s = set_of(f, k);
        for (uint32_t i = 0; i < (uint32_t)s->rows * s->width; i++) {
            const char *v = isa_words[isa_cells[s->cell + i]];
            int d = *v ? util_unlikeness(w, v, strlen(w) > 4 ? 2 : 1) : UNLIKE;
            if (meant && strcmp(v, meant) == 0)
                d = 0;
            if (d < UNLIKE && looks_like_type(w) != (type_by_name(v) != T_NONE))
                d += 4;
            if (d < *unlike) {
                *unlike = d;
                best = v;
            }
        }
    }
    return best;
}

static bool known_modifier(const char *w)
{
    for (int i = 1; i < isa_nwords; i++)
        if (isa_word_ptr[i] == w)
            return true;
    return false;
}

/* The type of the register, or of the first element, that stands at the form's operand o; T_NONE if it is none. */
static Type written_type(const Fn *fn, const Ins *ins, const IsaOpnd *o)
{
    const Opnd *x = o->pos < ins->nop ? &ins->op[o->pos] : NULL;
    if (x && o->in != IN_PLAIN)
        return T_NONE;
    if (x && (x->kind == O_VEC || x->kind == O_PAIR) && x->nsub)
        x = &x->sub[0];
    return x && x->kind == O_REG ? (Type)fn->regs.at[x->reg]->type : T_NONE;
}

enum { FITS_WELL = 3 };

/* How well a type fits a register: 0 not at all, 1 its size, 2 its kind, too, FITS_WELL it is just that.  What is declared
 * as bits is rather an integer than a float. */
static int fit_of(Type t, Type have, bool relax)
{
    char want = type_info[t].kind, kind = type_info[have].kind;
    if (t == have)
        return FITS_WELL;
    if (!isa_reg_fits(t, have, relax) || (kind == 'b' && want == 'f' && type_info[have].bits <= 64))
        return 0;
    return type_info[t].bits == type_info[have].bits && (kind == 'f') == (want == 'f') ? 2 : 1;
}

/* The same for the first operand whose type the token gives; FITS_WELL where there is none. */
static int type_fits(const Fn *fn, const Ins *ins, const Form *f, int tok, Type t)
{
    for (int i = 0; i < f->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[f->opnd + i];
        Type have = o->tok == tok ? written_type(fn, ins, o) : T_NONE;
        if (have)
            return fit_of(t, have, f->flags & FORM_RELAX);
    }
    return FITS_WELL;
}

/* The row that fits the words and the operands best, at a token that was not written; rather one with a type as wide as
 * the stray one.  *fits: as type_fits. */
static int best_row(const Fn *fn, const Ins *ins, Try *t, int tok, const char *stray, int *fits)
{
    const IsaSet *s = set_of(t->form, tok);
    Type want = stray ? type_by_name(stray) : T_NONE;
    int best = 0, value = -1;
    bool written;
    *fits = 0;
    for (int r = 0; r < s->rows; r++) {
        uint16_t cell = isa_cells[s->cell + (uint32_t)(r * s->width + isa_toks[t->form->tok + tok].col)];
        Type type = isa_word_type(cell);
        int fit = type ? type_fits(fn, ins, t->form, tok, type) : FITS_WELL;
        t->chosen[tok] = cell;
        if (type && fit > 1 && isa_broken_rule(&(IsaChoice){t->form, t->chosen, NULL, false}, RULE_ONLY))
            fit = 1;
        int v = fit + 4 * (want && type_info[type].bits == type_info[want].bits);
        if (s->width > 1) /* a tuple: the rest must agree */
            v = cell && chosen_row(t, tok, &written) >= 0 ? v : -1;
        t->chosen[tok] = 0;
        if (v <= value)
            continue;
        value = v;
        best = r;
        *fits = fit;
    }
    return best;
}

static int misfit(int fits)
{
    return fits ? FITS_WELL - fits : 20; /* outweighs a modifier that is missing */
}

/* Places the words, each at the first token that has it. */
static void place_first(Near *r, const char *const *word, int nword)
{
    int last[ORDERS] = {-1, -1, -1, -1};
    for (int i = 0; i < nword; i++) {
        int k = 0;
        uint16_t v = 0;
        Order order = order_of(word[i]);
        for (; k < r->form->ntok && !v; k++)
            v = r->chosen[k] || (order && k <= last[order]) ? 0 : value_in(r->form, k, word[i]);
        if (v) {
            last[order] = k - 1;
            r->chosen[k - 1] = v;
            r->placed++;
        } else if (!r->stray)
            r->stray = word[i];
    }
}

static Near near_form(const Fn *fn, const Ins *ins, const Form *f, const char *const *word, int nword)
{
    Near r = {.form = f};
    place_first(&r, word, nword);
    if (r.stray && !known_modifier(r.stray))
        r.like = similar_modifier(f, r.stray, &r.unlike);
    Try t = {.form = f};
    memcpy(t.chosen, r.chosen, sizeof t.chosen);
    for (int k = 0; k < f->ntok; k++) {
        int fits = FITS_WELL;
        r.missing += !r.chosen[k] && !isa_toks[f->tok + k].optional;
        if (!r.chosen[k])
            best_row(fn, ins, &t, k, NULL, &fits);
        r.misfits += misfit(fits);
    }
    for (int i = 0; i < f->nopnd; i++) {
        const IsaOpnd *o = &isa_opnds[f->opnd + i];
        Type have = o->kind == OK_TYPED && o->tok < 0 && o->type ? written_type(fn, ins, o) : T_NONE;
        if (have)
            r.misfits += misfit(fit_of((Type)o->type, have, f->flags & FORM_RELAX));
    }
    if (f->nopnd && isa_opnds[f->opnd + f->nopnd - 1].pos + 1 < ins->nop)
        r.misfits += misfit(0);
    return r;
}

/* The form with what was written, and a value that fits the operands where something is missing. */
static void spell_near(const Fn *fn, const Ins *ins, const Near *n, Str *b)
{
    Try t = {.form = n->form};
    memcpy(t.chosen, n->chosen, sizeof t.chosen);
    str_add(b, n->form->name);
    for (int k = 0; k < n->form->ntok; k++) {
        const IsaTok *tok = &isa_toks[n->form->tok + k];
        const IsaSet *s = &isa_sets[tok->set];
        if (!t.chosen[k] && !tok->optional) {
            int fits, row = best_row(fn, ins, &t, k, n->stray, &fits);
            t.chosen[k] = isa_cells[s->cell + (uint32_t)(row * s->width + tok->col)];
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
    bool types = values > 0;
    for (int i = 0; i < values; i++)
        types &= isa_word_type(value[i]) != T_NONE;
    if (types) {
        str_add(b, "a type");
        return;
    }
    if (values > SHOWN)
        str_printf(b, "a modifier .%s", tok_name(&isa_toks[n->form->tok + k]));
    for (int i = 0; i < values && values <= SHOWN; i++)
        str_printf(b, "%s.%s", !i ? "" : i == values - 1 ? " or " : ", ", isa_word_ptr[value[i]]);
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

/* The more, the nearer: what is placed counts most, then what is missing, then a word like the stray one. */
static int score_of(const Near *x, int mnemonic)
{
    return 16 * (1 + 4 * (x->placed + 2 * mnemonic) - 3 * x->missing) + (x->like ? 64 - x->unlike : 0) - 4 * x->misfits;
}

void isa_no_form(const Module *m, const Fn *fn, const Ins *ins)
{
    Near best = {0};
    int score = 0;
    const char *name = NULL;
    for (int n = ins->nword < MAX_DOTS ? ins->nword : MAX_DOTS; n > 0; n--) {
        const IsaInsn *in = prefix(ins->word, n);
        for (int i = 0; in && i < in->n; i++) {
            Near x = near_form(fn, ins, &isa_forms[in->first + i], ins->word + n, ins->nword - n);
            int s = score_of(&x, n);
            if (!best.form || s > score) {
                best = x;
                score = s;
                name = in->name;
            }
        }
    }
    if (!best.form) {
        unknown_mnemonic(m, ins);
        return;
    }
    Str b = {0};
    spell_near(fn, ins, &best, &b);
    if (best.like)
        error_at(word_loc(ins, best.stray), "unknown modifier '.%s' of '%s'; did you mean '.%s'?", best.stray, name,
                 best.like);
    else if (best.stray && !known_modifier(best.stray))
        error_at(word_loc(ins, best.stray), "unknown modifier '.%s' of '%s'; nearest is '%s'", best.stray, name, b.s);
    else if (best.stray)
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
