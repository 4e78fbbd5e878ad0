/* mkisa_word.c: what the parts of the table compiler share: messages, words, and the names of what has been understood so far. */
#include "tools/mkisa.h"

#include <ctype.h>

Arena arena;
int nerrors;
const char *file;
int line;
Table table;
Output out;

void bad(const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "%s:%d: error: ", file, line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    nerrors++;
}

/* ---- reading words ----------------------------------------------------------------------------------------------- */

void blanks(const char **p)
{
    while (**p == ' ' || **p == '\t')
        ++*p;
}

bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

Type find_type(const char *name)
{
    static const char *const names[] = {
        "",
#define X(id, name, bits, kind) name,
        TYPES(X)
#undef X
    };
    for (int i = 1; i < T_COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return (Type)i;
    return T_NONE;
}

/* letters, digits, _ and ::, and : between digits */
const char *read_word(const char **p)
{
    const char *s = *p;
    while (is_word_char(**p) || (**p == ':' && (*p)[1] == ':' && is_word_char((*p)[2])) ||
           (**p == ':' && *p > s && (*p)[-1] == ':' && is_word_char((*p)[1])) ||
           (**p == ':' && *p > s + 1 && (*p)[-2] == ':' && isdigit((unsigned char)(*p)[1]))) /* sp::2:4 */
        ++*p;
    return *p == s ? NULL : intern_n(s, (size_t)(*p - s));
}

bool take(const char **p, const char *s)
{
    blanks(p);
    size_t n = strlen(s);
    if (strncmp(*p, s, n) != 0 || (is_word_char(s[n - 1]) && is_word_char((*p)[n])))
        return false;
    *p += n;
    return true;
}

/* 90a, after '/' or '+' */
static void read_sm(const char **p, IsaAvail *a)
{
    char *end;
    long sm = strtol(++*p, &end, 10);
    if (sm < 10 || sm > 255)
        bad("no target sm_%ld", sm);
    a->sm = (uint8_t)sm;
    a->suffix = *end == 'a' || *end == 'f' ? *end : 0;
    *p = end + (a->suffix != 0);
}

/* @7.8/90a+100f@8.1/89... */
IsaAvails read_avails(const char **p)
{
    IsaAvail list[8];
    int n = 0;
    while (**p == '@') {
        IsaAvail a = {0};
        ++*p;
        if (isdigit((unsigned char)**p)) {
            char *end;
            long major = strtol(*p, &end, 10);
            if (*end != '.' || !isdigit((unsigned char)end[1]) || isdigit((unsigned char)end[2])) {
                bad("'@' wants a version like 7.8, then '/' and a target like 90");
                return (IsaAvails){0};
            }
            a.ptx = (uint8_t)(major * 10 + end[1] - '0');
            *p = end + 2;
        }
        if (**p == '/')
            read_sm(p, &a);
        if (!a.ptx && !a.sm)
            bad("'@' wants a version like 7.8, then '/' and a target like 90");
        if (n < 8)
            list[n++] = a;
        while (a.sm && **p == '+' && n < 8) {
            read_sm(p, &a);
            list[n++] = a;
        }
        const char *q = *p;
        blanks(&q);
        if (*q == '@')
            *p = q;
    }
    if (!n)
        return (IsaAvails){0};
    for (int i = 0; i + n <= out.avails.n; i++)
        if (memcmp(out.avails.at + i, list, (size_t)n * sizeof *list) == 0)
            return (IsaAvails){(uint16_t)i, (uint8_t)n};
    for (int i = 0; i < n; i++)
        ADD(out.avails, list[i]);
    return (IsaAvails){(uint16_t)(out.avails.n - n), (uint8_t)n};
}

const Set *find_set(const char *name)
{
    for (int i = table.sets.n - 1; i >= 0; i--)
        if (table.sets.at[i].name == name && (table.sets.at[i].file == file || strstr(table.sets.at[i].file, "common.isa")))
            return &table.sets.at[i];
    bad("no set '$%s' before this line", name);
    return NULL;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

uint16_t name_id(Names *n, const char *name)
{
    int i = 0;
    while (i < n->n && strcmp(n->at[i], name) != 0)
        i++;
    if (i == n->n)
        ADD(*n, name);
    return (uint16_t)i;
}

uint16_t word_id(const char *w)
{
    if (!out.words.n)
        ADD(out.words, "");
    return w ? name_id(&out.words, w) : 0;
}

int find_tok(const Form *f, const char *name)
{
    for (int i = 0; i < f->ntok; i++)
        if (strcmp(out.slots.at[out.toks.at[f->tok + i].name], name) == 0)
            return i;
    return -1;
}

int find_opnd(const Form *f, const char *name)
{
    for (int i = 0; i < f->nopnd; i++)
        if (strcmp(out.args.at[out.opnds.at[f->opnd + i].name], name) == 0)
            return i;
    return -1;
}

bool known_name(const RawForm *f, const char *name)
{
    for (int i = 0; i < f->insn->forms.n; i++) {
        const Form *g = &f->insn->forms.at[i]->out;
        if (find_tok(g, name) >= 0 || find_opnd(g, name) >= 0)
            return true;
    }
    return false;
}

static bool has_value(const IsaTok *t, uint16_t word)
{
    const IsaSet *s = &out.sets.at[t->set];
    for (int i = 0; i < s->rows; i++)
        if (out.cells.at[s->cell + (uint32_t)(i * s->width + t->col)] == word)
            return true;
    return word == 0 && t->optional;
}

bool known_value(const RawForm *f, const char *slot, uint16_t word)
{
    for (int i = 0; i < f->insn->forms.n; i++) {
        const Form *g = &f->insn->forms.at[i]->out;
        int t = find_tok(g, slot);
        if (t >= 0 && has_value(&out.toks.at[g->tok + t], word))
            return true;
    }
    return false;
}
