/* parts.c: build tool that turns the runtime's headers into one C file with their texts, and finds which of them defines each
 * name, so that generated files include what they use.
 *
 *     parts OUTPUT HEADER...      each header is known by its last two names, ptx2c/NAME.h, or, the first one, by its last
 *     parts OUTPUT NAME=FILE...   other files that the compiler has inside: embedded_files, in the order given
 *
 * It reads C as the headers have it: all branches of each #if; functions that macros make are found by expanding what stands
 * at file scope.  The output defines runtime_parts and runtime_names of support/diag.h. */
#include "support/util.h"

#include <ctype.h>
#include <errno.h>

static Arena arena;

/* ---- tokens ------------------------------------------------------------------------------------------------------- */

typedef Array(const char *) Tokens; /* interned; a directive's end is "\n" */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The tokens of a text: words, "##" and other characters one by one; white space, strings and comments left out. */
static Tokens tokens_of(const char *s)
{
    Tokens t = {0};
    bool directive = false;
    while (*s) {
        const char *end = util_skip_quoted(s, "\"'");
        if (end > s) {
            s = end;
        } else if (*s == '\\' && s[1] == '\n') {
            s += 2;
        } else if (*s == '\n' && directive) {
            array_add(&arena, &t, intern("\n"));
            directive = false;
            s++;
        } else if (isspace((unsigned char)*s)) {
            s++;
        } else {
            end = s + 1;
            while (is_word(*s) && is_word(*end))
                end++;
            end += *s == '#' && *end == '#';
            directive |= end == s + 1 && *s == '#';
            array_add(&arena, &t, intern_n(s, (size_t)(end - s)));
            s = end;
        }
    }
    return t;
}

/* ---- names -------------------------------------------------------------------------------------------------------- */

typedef struct Macro { const char *name; Tokens params, body; } Macro;
/* How much a part says of a name; the first of those that say most is where it comes from. */
typedef enum Rank { DECLARED, DEFINED, IS_MACRO } Rank;
typedef struct Name { const char *name; int part; Rank rank; } Name;

static Array(Macro) macros;
static Array(Name) names;

static bool is_ours(const char *word) { return strncmp(word, "ptx2c_", 6) == 0 || strncmp(word, "PTX2C_", 6) == 0; }

static void define(const char *name, int part, Rank rank)
{
    if (is_ours(name))
        array_add(&arena, &names, ((Name){name, part, rank}));
}

/* ---- macros ------------------------------------------------------------------------------------------------------- */

static bool is(const Tokens *t, int i, const char *word) { return i < t->n && strcmp(t->at[i], word) == 0; }

/* The arguments of a macro whose name stands at t[i]; *end: behind its ')'. */
static int arguments(const Tokens *t, int i, Tokens *arg, int most, int *end)
{
    int n = 0, depth = 0;
    arg[0] = (Tokens){0};
    for (i++; i < t->n; i++) {
        depth += is(t, i, "(") - is(t, i, ")");
        if (depth == 0)
            break;
        if (depth == 1 && is(t, i, ",") && n + 1 < most)
            arg[++n] = (Tokens){0};
        else if (depth > 1 || !is(t, i, "("))
            array_add(&arena, &arg[n], t->at[i]);
    }
    *end = i + 1;
    return n + 1;
}

static int parameter(const Macro *m, const char *word)
{
    for (int i = 0; i < m->params.n; i++)
        if (m->params.at[i] == word)
            return i;
    return -1;
}

enum { MOST_ARGS = 16 };

/* Adds what the macro becomes with those arguments. */
static void expand(const Macro *m, const Tokens *arg, int n, Tokens *out)
{
    bool paste = false;
    for (int i = 0; i < m->body.n; i++) {
        const char *word = m->body.at[i];
        if (strcmp(word, "##") == 0) {
            paste = true;
            continue;
        }
        const int p = parameter(m, word);
        const Tokens one = {.at = &word, .n = 1}, *add = p >= 0 && p < n ? &arg[p] : &one;
        for (int k = 0; k < add->n; k++) {
            if (paste && k == 0 && out->n)
                out->at[out->n - 1] = intern(arena_printf(&arena, "%s%s", out->at[out->n - 1], add->at[0]));
            else
                array_add(&arena, out, add->at[k]);
        }
        paste = false;
    }
}

/* #define at t[i], behind the '#'; returns the place of its end. */
static int read_directive(const Tokens *t, int i, int part)
{
    int end = i;
    while (end < t->n && !is(t, end, "\n"))
        end++;
    if (!is(t, i, "define") || i + 1 >= end)
        return end;
    define(t->at[i + 1], part, IS_MACRO);
    Macro m = {.name = t->at[i + 1]};
    int k = i + 2;
    if (is(t, k, "(")) { /* an object-like one whose body begins so is taken for a function: it has no parameters */
        for (k++; k < end && !is(t, k, ")"); k++)
            if (!is(t, k, ","))
                array_add(&arena, &m.params, t->at[k]);
        for (k++; k < end; k++)
            array_add(&arena, &m.body, t->at[k]);
        array_add(&arena, &macros, m);
    }
    return end;
}

/* ---- declarations -------------------------------------------------------------------------------------------------- */

static void read_tokens(const Tokens *t, int part, int nested);

/* Whether a macro is called at t[i]; then what it makes is read, in each of its definitions, and *end is behind it. */
static bool read_call(const Tokens *t, int i, int part, int nested, int *end)
{
    bool any = false;
    if (!is(t, i + 1, "(") || nested > 20)
        return false;
    for (int k = 0; k < macros.n; k++) {
        if (macros.at[k].name != t->at[i])
            continue;
        Tokens arg[MOST_ARGS], made = {0};
        const int n = arguments(t, i, arg, MOST_ARGS, end);
        expand(&macros.at[k], arg, n, &made);
        read_tokens(&made, part, nested + 1);
        any = true;
    }
    return any;
}

/* Whether t[i] is one of these characters. */
static bool is_one(const Tokens *t, int i, const char *of)
{
    return i >= 0 && i < t->n && t->at[i][0] && !t->at[i][1] && strchr(of, t->at[i][0]);
}

static bool begins_tag(const char *w) { return strcmp(w, "struct") == 0 || strcmp(w, "union") == 0 || strcmp(w, "enum") == 0; }

/* A name of ours at t[i] in a declaration, outside of parentheses: is it what is declared?  braces: how deep it stands, in
 * those of a type. */
static void read_word(const Tokens *t, int i, int part, int braces, const char *kind)
{
    const int next = is(t, i + 1, "PTX2C_UNUSED") ? i + 2 : i + 1;
    const bool ends = is_one(t, next, ";=[");
    if (i > 0 && begins_tag(t->at[i - 1]))
        define(t->at[i], part, is(t, next, "{") ? DEFINED : DECLARED);
    else if (braces == 0 && (ends || is(t, next, "(")))
        define(t->at[i], part, ends && !is(t, i - 1, "}") && *kind ? DECLARED : DEFINED);
    else if (braces == 1 && *kind == 'e' && is_one(t, next, ",=}") && is_one(t, i - 1, "{,\n"))
        define(t->at[i], part, DEFINED);
}

/* A declaration, or a function, from t[i]; returns the place behind it. */
static int read_declaration(const Tokens *t, int i, int part)
{
    int parens = 0, braces = 0;
    const char *kind = "";
    bool function = false;
    for (; i < t->n; i++) {
        const char *w = t->at[i];
        if (strcmp(w, "#") == 0) {
            i = read_directive(t, i + 1, part);
            continue;
        }
        if (!braces && begins_tag(w))
            kind = w;
        parens += (*w == '(') - (*w == ')');
        function |= braces == 0 && parens == 0 && *w == ')' && is(t, i + 1, "{");
        if (!parens && is_ours(w) && !function)
            read_word(t, i, part, braces, kind);
        braces += (*w == '{') - (*w == '}');
        if ((!braces && !parens && *w == ';') || (function && !braces && *w == '}'))
            return i + 1;
    }
    return i;
}

static void read_tokens(const Tokens *t, int part, int nested)
{
    for (int i = 0, end; i < t->n;) {
        if (is(t, i, "#"))
            i = read_directive(t, i + 1, part);
        else if (is(t, i, "\n") || is(t, i, ";"))
            i++;
        else if (read_call(t, i, part, nested, &end))
            i = end;
        else
            i = read_declaration(t, i, part);
    }
}

/* ---- output -------------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const Name *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : x->rank != y->rank ? (int)y->rank - (int)x->rank : x->part - y->part;
}

/* As numbers: C compilers need only take string literals of 4095 characters. */
static void print_bytes(FILE *f, int number, const char *s)
{
    fprintf(f, "static const char bytes_%d[] = {", number);
    for (size_t i = 0; s[i]; i++)
        fprintf(f, "%s%d,", i % 24 ? "" : "\n", s[i]);
    fprintf(f, "0};\n");
}

static void print_names(FILE *f)
{
    qsort(names.at, (size_t)names.n, sizeof *names.at, by_name);
    fputs("\nconst RuntimeName runtime_names[] = {\n", f);
    int n = 0;
    for (int i = 0; i < names.n; i++)
        if (i == 0 || names.at[i].name != names.at[i - 1].name)
            fprintf(f, "    {\"%s\", %d},\n", names.at[i].name, names.at[i].part), n++;
    fprintf(f, "};\nconst int runtime_name_count = %d;\n", n);
}

static NORETURN void fail(const char *path)
{
    fprintf(stderr, "parts: %s: %s\n", path, strerror(errno));
    exit(3);
}

/* The number of the part that a line `#include "name"` in a folder's header means, or -1. */
static int included(const char *line, char **paths, int n)
{
    static const char word[] = "#include \"";
    if (strncmp(line, word, sizeof word - 1) != 0)
        return -1;
    const char *name = line + sizeof word - 1, *end = strchr(name, '"');
    for (const char *p = name; p < end; p++)
        name = *p == '/' ? p + 1 : name;
    for (int i = 0; i < n && end; i++) {
        const size_t len = strlen(paths[i]), k = (size_t)(end - name);
        if (len > k && strncmp(paths[i] + len - k, name, k) == 0 && paths[i][len - k - 1] == '/')
            return i;
    }
    return -1;
}

static void print_includes(FILE *f, int number, const char *s, char **paths, int n)
{
    fprintf(f, "static const short includes_%d[] = {", number);
    for (; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
        const int part = included(s, paths, n);
        if (part >= 0)
            fprintf(f, "%d, ", part);
    }
    fprintf(f, "-1};\n");
}

/* ptx2c/NAME.h, or NAME.h for the first one. */
static const char *part_name(const char *path, bool first)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return first ? name : arena_printf(&arena, "ptx2c/%s", name);
}

static FILE *begin(const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        fail(path);
    fputs("/* Made by parts. */\n#include \"support/diag.h\"\n\n", f);
    return f;
}

/* The text of a file, which is printed as one of those bytes. */
static const char *print_file(FILE *f, int number, const char *path)
{
    size_t n;
    const char *s = util_read_file(&arena, path, &n);
    if (!s)
        fail(path);
    print_bytes(f, number, s);
    return s;
}

static void print_parts(FILE *f, char **paths, int n)
{
    Array(Tokens) parts = {0};
    for (int i = 0; i < n; i++) {
        const char *s = print_file(f, i, paths[i]);
        print_includes(f, i, s, paths, n);
        array_add(&arena, &parts, tokens_of(s));
    }
    for (int i = 0; i < n; i++) /* macros first: one part uses another's */
        for (int k = 0; k < parts.at[i].n; k++)
            if (is(&parts.at[i], k, "#"))
                k = read_directive(&parts.at[i], k + 1, i);
    for (int i = 0; i < n; i++)
        read_tokens(&parts.at[i], i, 0);
    fputs("\nconst RuntimePart runtime_parts[] = {\n", f);
    for (int i = 0; i < n; i++)
        fprintf(f, "    {\"%s\", bytes_%d, includes_%d},\n", part_name(paths[i], i == 0), i, i);
    fputs("    {NULL, NULL, NULL},\n};\n", f);
    print_names(f);
}

static void print_texts(FILE *f, char **texts, int n)
{
    for (int i = 0; i < n; i++)
        print_file(f, i, strchr(texts[i], '=') + 1);
    fputs("\nconst EmbeddedFile embedded_files[] = {\n", f);
    for (int i = 0; i < n; i++)
        fprintf(f, "    {\"%.*s\", bytes_%d},\n", (int)strcspn(texts[i], "="), texts[i], i);
    fputs("    {NULL, NULL},\n};\n", f);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: parts OUTPUT HEADER... or parts OUTPUT NAME=FILE...\n", stderr);
        return 2;
    }
    FILE *f = begin(argv[1]);
    (strchr(argv[2], '=') ? print_texts : print_parts)(f, argv + 2, argc - 2);
    if (fflush(f) || ferror(f) || fclose(f))
        fail(argv[1]);
    return 0;
}
