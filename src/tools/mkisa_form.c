/* mkisa_form.c: a form's pattern, operands, vectors and C texts, from text into the arrays of isa.h. */
#include "tools/mkisa.h"

#include <ctype.h>

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

/* The slot of that name, the form's own before the instruction's. */
static Slot *find_slot(RawForm *f, const char *name, int *col)
{
    for (int up = 0; up < 2; up++) {
        Body *b = up ? &f->insn->body : &f->body;
        for (int i = 0; i < b->slots.n; i++)
            for (int k = 0; k < b->slots.at[i]->width; k++)
                if (b->slots.at[i]->name[k] == name) {
                    *col = k;
                    return b->slots.at[i];
                }
    }
    return NULL;
}

static int add_set(const Row *rows, int n, int width)
{
    IsaSet s = {.cell = (uint32_t)out.cells.n, .avail = (uint32_t)out.value_avails.n, .rows = (uint16_t)n,
                .width = (uint8_t)width};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < width; k++)
            ADD(out.cells, word_id(rows[i].word[k]));
        ADD(out.value_avails, rows[i].avail);
        if (rows[i].assumed && s.assumed)
            bad("two values are marked '*'");
        if (rows[i].assumed)
            s.assumed = (uint16_t)(i + 1);
    }
    ADD(out.sets, s);
    return out.sets.n - 1;
}

/* The set of a fixed word; equal ones are shared. */
static int word_set(const char *w, IsaAvails avail)
{
    uint16_t id = word_id(w);
    for (int i = 0; i < out.sets.n; i++) {
        const IsaSet *s = &out.sets.at[i];
        if (s->rows == 1 && s->width == 1 && out.cells.at[s->cell] == id &&
            out.value_avails.at[s->avail].n == avail.n && out.value_avails.at[s->avail].first == avail.first &&
            !s->assumed)
            return i;
    }
    return add_set(&(Row){&w, avail, false}, 1, 1);
}

static void add_tok(RawForm *f, const char *name, const char **p, int group)
{
    int col = 0;
    Slot *s = find_slot(f, name, &col);
    IsaTok t = {.name = name_id(&out.slots, name), .col = (uint8_t)col, .group = (uint8_t)group, .optional = group != 0};
    if (find_tok(&f->out, name) >= 0 && s)
        bad(".%s stands twice in the pattern", name);
    IsaAvails a = read_avails(p);
    if (s) {
        if (a.n)
            bad("give '@' at the values of .%s, not in the pattern", name);
        if (s->set < 0) {
            int l = line;
            line = s->line;
            s->set = add_set(s->rows.at, s->rows.n, s->width);
            line = l;
        }
        s->used = true;
        t.set = (uint16_t)s->set;
        for (int i = 0; i < s->rows.n; i++)
            if (!s->rows.at[i].word[col])
                t.optional = true;
    } else
        t.set = (uint16_t)word_set(name, a);
    ADD(out.toks, t);
    f->out.ntok++;
}

static void read_pattern(RawForm *f)
{
    const char *p = f->pattern + strlen(f->insn->name);
    int groups = 0;
    bool in = false;
    f->out.tok = (uint16_t)out.toks.n;
    while (*p) {
        if (*p == '{' && !in) {
            in = true;
            groups++;
            p++;
        } else if (*p == '}' && in) {
            in = false;
            p++;
        } else if (*p == '.') {
            const char *name = (p++, read_word(&p));
            if (!name) {
                bad("expected a word after '.' in the pattern");
                return;
            }
            add_tok(f, name, &p, in ? groups : 0);
        } else {
            bad("'%c' does not belong in a pattern", *p);
            return;
        }
    }
    if (in)
        bad("a '{' of the pattern is not closed");
    if (f->out.ntok > 60)
        bad("too many words in the pattern");
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static const char *const kind_names[] = {"", "any", "addr", "value", "imm", "label", "targets", "func", "list", "proto",
                                         "tex", "samp", "surf", "mov", NULL};

/* The slot .type, else the last type that is written out. */
static int default_type(const Form *f)
{
    int t = find_tok(f, "type");
    for (int i = f->ntok; t < 0 && i-- > 0;)
        if (find_type(out.slots.at[out.toks.at[f->tok + i].name]))
            t = i;
    return t;
}

static const struct { const char *name; Space space; } space_names[] = {
    {"const", SP_CONST}, {"global", SP_GLOBAL}, {"local", SP_LOCAL}, {"param", SP_PARAM}, {"shared", SP_SHARED},
};

static void opnd_type(RawForm *f, IsaOpnd *o, const char *type)
{
    for (size_t i = 0; (o->in == IN_MEM || o->in == IN_LIST) && i < sizeof space_names / sizeof *space_names; i++)
        if (strcmp(type, space_names[i].name) == 0) {
            o->kind = OK_ADDR;
            o->type = T_B64;
            o->space = (uint8_t)space_names[i].space;
            return;
        }
    for (int i = 1; kind_names[i]; i++)
        if (strcmp(type, kind_names[i]) == 0) {
            o->kind = (uint8_t)i;
            o->type = i == OK_IMM ? T_U32 : i == OK_LIST || i == OK_MOV ? T_NONE : T_B64;
            if (i == OK_MOV || i == OK_VALUE)
                o->tok = (int8_t)default_type(&f->out);
            return;
        }
    o->tok = (int8_t)(strcmp(type, "type") == 0 ? default_type(&f->out) : find_tok(&f->out, type));
    if (o->tok >= 0)
        return;
    o->type = (uint8_t)find_type(type);
    if (!o->type)
        bad(strcmp(type, "type") == 0 ? "operand '%s' has no type, and the form has none for it" :
            "'%s' is no type and no slot of this form", strcmp(type, "type") == 0 ? out.args.at[o->name] : type);
}

static int find_vec(const RawForm *f, const char *name)
{
    const Body *bodies[] = {&f->insn->body, &f->body};
    int n = 0;
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < bodies[b]->vecs.n; i++, n++) {
            const char *p = strchr(bodies[b]->vecs.at[i].text, ':');
            if (p && (p++, blanks(&p), read_word(&p) == name))
                return n;
        }
    return -1;
}

static void opnd_count(RawForm *f, IsaOpnd *o, const char **p)
{
    if (isdigit((unsigned char)**p)) {
        char *end;
        o->count = (int8_t)strtol(*p, &end, 10);
        *p = end;
        if (o->count < 1)
            bad("a vector of %d elements", o->count);
        return;
    }
    if (strncmp(*p, "n(", 2) == 0) {
        *p += 2;
        const char *slot = read_word(p);
        int n = slot ? find_tok(&f->out, slot) : -1;
        char *end = NULL;
        long div = strncmp(*p, ")/", 2) == 0 ? strtol(*p + 2, &end, 10) : 0;
        if (n < 0 || div < 1 || div > 255) {
            bad("expected n(SLOT)/NUMBER");
            return;
        }
        o->count = COUNT_N;
        o->vec = (int8_t)n;
        o->div = (uint8_t)div;
        *p = end;
        return;
    }
    const char *name = read_word(p);
    if (!name) {
        bad("expected a number, an operand or a slot inside [ ]");
        return;
    }
    int v = find_vec(f, name), t = find_tok(&f->out, name);
    if (v >= 0) {
        o->count = COUNT_TABLE;
        o->vec = (int8_t)v;
    } else if (t >= 0) {
        o->count = COUNT_TOK;
        o->vec = (int8_t)t;
    } else
        bad("no 'vec ... : %s' and no slot .%s gives the elements", name, name);
}

static bool in_list(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; p && *p; p += *p == ',') {
        size_t k = strcspn(p, ",");
        if (k == n && memcmp(p, name, n) == 0)
            return true;
        p += k;
    }
    return false;
}

static bool is_dest_name(const char *s)
{
    return strcmp(s, "d") == 0 || strcmp(s, "p") == 0 || strcmp(s, "r") == 0 || strcmp(s, "state") == 0;
}

static void read_operand(RawForm *f, const char **p, IsaOpnd o)
{
    const char *name = read_word(p);
    o.tok = -1;
    o.space = SP_REG;
    if (!name) {
        bad("expected an operand at '%.20s'", *p);
        *p += strlen(*p);
        return;
    }
    o.name = (uint8_t)name_id(&out.args, name);
    if (find_opnd(&f->out, name) >= 0)
        bad("operand '%s' stands twice", name);
    bool bracket = o.in == IN_MEM || o.in == IN_LIST;
    if (**p == ':') {
        o.exact = *++*p == '=';
        *p += o.exact;
        const char *type = read_word(p);
        opnd_type(f, &o, type ? type : "");
        if (**p == '[') {
            ++*p;
            opnd_count(f, &o, p);
            if (**p != ']')
                bad("expected ']' after the elements of '%s'", name);
            else
                ++*p;
        }
    } else if (bracket) {
        o.kind = OK_ADDR;
        o.type = T_B64;
    } else
        opnd_type(f, &o, "type");
    o.avail = read_avails(p);
    if (o.in == IN_PAIR)
        o.dest = f->out.nopnd && out.opnds.at[out.opnds.n - 1].dest;
    else
        o.dest = !bracket && ((o.pos == 0 && is_dest_name(name)) || in_list(f->insn->dest, name));
    o.sink = in_list(f->insn->sink, name);
    ADD(out.opnds, o);
    f->out.nopnd++;
}

/* operands = [ "[" ] operand {("," | "|") operand} [ "]" ] with { } around what may be left out; then avail... */
static void read_operands(RawForm *f)
{
    const char *p = f->operands;
    IsaOpnd o = {0};
    int groups = 0, bracket = -1;
    bool group = false;
    f->out.opnd = (uint16_t)out.opnds.n;
    for (blanks(&p); *p; blanks(&p)) {
        char ch = *p;
        if (is_word_char(ch)) {
            if (bracket >= 0)
                o.in = out.opnds.n > bracket ? IN_LIST : IN_MEM;
            read_operand(f, &p, o);
            o.in = IN_PLAIN;
            continue;
        }
        p++;
        if (ch == ',') {
            if (bracket < 0)
                o.pos++;
        } else if (ch == '|')
            o.in = IN_PAIR;
        else if (ch == '{' && !group) {
            group = true;
            o.group = (uint8_t)++groups;
        } else if (ch == '}' && group) {
            group = false;
            o.group = 0;
        } else if (ch == '[' && bracket < 0)
            bracket = out.opnds.n;
        else if (ch == ']' && bracket >= 0) {
            if (out.opnds.n - bracket > 1)
                out.opnds.at[bracket].in = IN_LIST;
            bracket = -1;
        } else if (ch == '@' && !group && bracket < 0) {
            p--;
            f->out.avail = read_avails(&p);
            if (*p)
                bad("nothing may follow the form's availability");
            break;
        } else {
            bad("'%c' does not belong here in the operands", ch);
            return;
        }
    }
    if (group || bracket >= 0)
        bad("a '%c' of the operands is not closed", group ? '{' : '[');
}

/* ---- vec, C texts ------------------------------------------------------------------------------------------------ */

/* vec SLOT : OPERAND value=elements... */
static void build_vec(RawForm *f, const Line *l)
{
    line = l->line;
    const char *p = l->text + 3;
    blanks(&p);
    const char *slot = read_word(&p);
    IsaVec v = {.first = (uint16_t)out.vec_rows.n};
    int t = slot ? find_tok(&f->out, slot) : -1;
    if (!take(&p, ":") || (blanks(&p), !read_word(&p))) {
        bad("expected 'vec SLOT : OPERAND value=elements...'");
        return;
    }
    if (t < 0 && !known_name(f, slot ? slot : ""))
        bad("no slot .%s in the form", slot ? slot : "");
    v.tok = (uint8_t)(t < 0 ? 0 : t);
    for (blanks(&p); *p && t >= 0; blanks(&p)) {
        const char *w = *p == '-' ? (p++, NULL) : read_word(&p);
        IsaVecRow r = {word_id(w), NULL};
        if (*p == '=') {
            p++;
            r.spec = read_word(&p);
        }
        if (!r.spec) {
            bad("expected value=elements at '%.20s'", p);
            return;
        }
        if (!isdigit((unsigned char)*r.spec) && strspn(r.spec, "xusfbp") != strlen(r.spec))
            bad("elements are x, u, s, f, b, p or a number, not '%s'", r.spec);
        if (!known_value(f, slot, r.word))
            bad(".%s has no value '%s'", slot, w ? w : "-");
        ADD(out.vec_rows, r);
        v.n++;
    }
    ADD(out.vecs, v);
    f->out.nvec++;
}

/* The longest name of an operand or modifier that the text begins with. */
static size_t name_length(const RawForm *f, const char *p, int *opnd)
{
    size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:");
    for (; n; n--) {
        const char *name = intern_n(p, n);
        *opnd = find_opnd(&f->out, name);
        if (*opnd >= 0 || find_tok(&f->out, name) >= 0 || known_name(f, name))
            return n;
    }
    return 0;
}

static void check_text(const RawForm *f, const char *text)
{
    int depth = 0;
    for (const char *p = text; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (*p != '$' || p[1] == '#') /* $#: the number of the element that gets it */
            continue;
        int o = -1;
        size_t n = name_length(f, p + 1, &o);
        if (!n) {
            bad("'$%.12s' names no operand and no modifier", p + 1);
            return;
        }
        const char *q = p + 1 + n;
        blanks(&q);
        bool set = *q == '=' && q[1] != '=';
        if (set && o >= 0 && !out.opnds.at[f->out.opnd + o].dest && out.opnds.at[f->out.opnd + o].in == IN_PLAIN)
            bad("'$%.*s' is written but is no destination", (int)n, p + 1);
        if (o >= 0)
            out.opnds.at[f->out.opnd + o].by_sign |= !set && (p[1 + n] != '.' || p[2 + n] == 's');
        p += n;
    }
    if (depth)
        bad("parentheses do not match in the C text");
}

/* What is done once for the warp is a function of the form alone: it knows how many elements an operand has, no more. */
static void check_all(const RawForm *f, const char *text)
{
    for (const char *p = strchr(text, '$'); p; p = strchr(p + 1, '$')) {
        int o = -1;
        size_t n = name_length(f, p + 1, &o);
        if (o >= 0 && strncmp(p + 1 + n, ".#", 2) != 0)
            bad("'$%.*s' is a lane's: 'all' may only ask for $%.*s.#", (int)n, p + 1, (int)n, p + 1);
    }
}

/* How often a word stands in a C text. */
static int count_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    int count = 0;
    for (const char *p = text; (p = strstr(p, word)) != NULL; p += n)
        count += (p == text || (!is_word_char(p[-1]) && p[-1] != '$' && p[-1] != '.')) && !is_word_char(p[n]);
    return count;
}

/* Passes go by attributes, so the text is as they say. */
static void check_attributes(const RawForm *f, const IsaLower *x)
{
    const uint32_t flags = f->insn->flags;
    const bool sets = strstr(x->text, "cc = ") != NULL, reads = count_word(x->text, "cc") > sets;
    if (x->kind == LOWER_C && (sets != ((flags & FORM_CARRY_OUT) != 0) || reads != ((flags & FORM_CARRY_IN) != 0)))
        bad("the C text and carry= of '%s' do not agree", f->insn->name);
    if (x->kind == LOWER_GET && flags & FORM_ALIKE && (*x->text != '$' || strpbrk(x->text, "*;") || count_word(x->text, "l")))
        bad("'%s' is alike, but the C text tells lanes apart", f->insn->name);
    if (x->kind == LOWER_GET && strstr(x->text, "&$p") && !(flags & FORM_ADDRESS))
        bad("the C text takes an address: 'insn %s address' is missing", f->insn->name);
}

static void build_lower(RawForm *f, const Line *l)
{
    static const char *const kw[] = {"c", "put", "all", "get", "lane", "known"};
    IsaLower x = {0};
    line = l->line;
    const char *p = l->text, *w = read_word(&p);
    while (strcmp(kw[x.kind], w) != 0)
        x.kind++;
    bool operands;
    if (x.kind != LOWER_C && x.kind != LOWER_LANE && x.kind != LOWER_KNOWN && !(f->insn->flags & FORM_WARP))
        bad("put, all and get are for collectives: 'insn %s warp' is missing", f->insn->name);
    if (*p == '[') {
        p++;
        x.cond = build_cond(f, &p, &operands);
        if (*p++ != ']') {
            bad("expected ']' after the condition");
            return;
        }
    } else {
        const char *none = "";
        x.cond = build_cond(f, &none, &operands);
    }
    blanks(&p);
    x.text = p;
    if (!*p)
        bad("no C text");
    if (strcmp(p, "-") != 0) {
        check_text(f, p);
        check_attributes(f, &x);
    }
    if (x.kind == LOWER_ALL)
        check_all(f, p);
    ADD(out.lowers, x);
    f->out.nlower++;
}

/* ---- a whole form ------------------------------------------------------------------------------------------------ */

void build_form(RawForm *f)
{
    file = f->file;
    line = f->line;
    const char *mnemonic = intern_n(f->insn->name, strcspn(f->insn->name, "."));
    f->out = (Form){.name = f->insn->name, .mnemonic = (uint8_t)(1 + name_id(&out.mnemonics, mnemonic)), .pattern = f->pattern, .file = f->file, .line = (uint16_t)f->line,
                    .flags = f->insn->flags,
                    .mem = f->insn->mem, .emit = f->insn->emit, .warp = -1, .again = f->insn->again, .first = f->insn->first};
    for (const char *p = f->insn->name + strlen(mnemonic); *p;) /* of a dotted one: modifiers, too */
        word_id((++p, read_word(&p)));
    read_pattern(f);
    read_operands(f);
    if (f->insn->warp) {
        f->out.warp = (int8_t)find_opnd(&f->out, f->insn->warp);
        if (f->out.warp < 0)
            bad("warp=%s: the form has no such operand", f->insn->warp);
    }
}

void build_body(RawForm *f)
{
    const Body *bodies[] = {&f->insn->body, &f->body};
    Form *o = &f->out;
    file = f->file;
    o->vec = (uint16_t)out.vecs.n;
    o->rule = (uint16_t)out.rules.n;
    o->lower = (uint16_t)out.lowers.n;
    for (int b = 0; b < 2; b++) {
        for (int i = 0; i < bodies[b]->vecs.n; i++)
            build_vec(f, &bodies[b]->vecs.at[i]);
        for (int i = 0; i < bodies[b]->rules.n; i++)
            build_rule(f, &bodies[b]->rules.at[i]);
    }
    for (int b = 2; b-- > 0;)
        for (int i = 0; i < bodies[b]->lowers.n; i++)
            build_lower(f, &bodies[b]->lowers.at[i]);
    line = f->line;
    if (!o->nlower && (o->flags & FORM_WARP) && !(o->flags & FORM_SYNTAX) && o->emit == EMIT_TEXT)
        bad("a collective without put or get");
    for (int i = 0; i < bodies[1]->slots.n; i++)
        if (!bodies[1]->slots.at[i]->used) {
            line = bodies[1]->slots.at[i]->line;
            bad("slot .%s is not in the form's pattern", bodies[1]->slots.at[i]->name[0]);
        }
}
