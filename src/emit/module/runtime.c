/* runtime.c: which parts of the runtime a generated file includes: those that define the names which stand in it, but not
 * those that others include.  With --standalone their texts stand in the file, each behind what it includes. */
#include "emit/emit.h"

#include <ctype.h>

/* A set of parts, by their numbers. */
typedef struct Parts { Arena tmp; Bits has; int n; } Parts;

static Parts no_parts(void)
{
    Parts p = {0};
    while (runtime_parts[p.n].name)
        p.n++;
    p.has = bits_new(&p.tmp, p.n);
    return p;
}

static int part_number(const char *name)
{
    for (int i = 0; runtime_parts[i].name; i++)
        if (strcmp(runtime_parts[i].name, name) == 0)
            return i;
    ice("no part '%s' of the runtime", name);
}

/* The part that defines a name, or -1. */
static int part_of(const char *word, size_t n)
{
    int low = 0, high = runtime_name_count;
    while (low < high) {
        const int mid = (low + high) / 2;
        const char *name = runtime_names[mid].name;
        int order = strncmp(word, name, n);
        order = order ? order : name[n] ? -1 : 0;
        if (!order)
            return runtime_names[mid].part;
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return -1;
}

/* Adds the parts that define the names in a text. */
static void add_used(Parts *p, const char *s)
{
    while (*s) {
        const char *end = util_skip_quoted(s, "\"");
        if (end == s)
            while (isalnum((unsigned char)*end) || *end == '_')
                end++;
        const int part = tolower((unsigned char)*s) == 'p' ? part_of(s, (size_t)(end - s)) : -1;
        if (part >= 0)
            bits_add(p->has, part);
        s = end > s ? end : s + 1;
    }
}

/* Adds what a part includes, directly or not. */
static void add_included(Parts *p, int part)
{
    for (const short *i = runtime_parts[part].includes; *i >= 0; i++)
        if (!bits_has(p->has, *i)) {
            bits_add(p->has, *i);
            add_included(p, *i);
        }
}

/* Writes a part's text behind the parts that it includes; each once. */
static void add_text(Parts *done, int part, Str *out)
{
    if (bits_has(done->has, part))
        return;
    bits_add(done->has, part);
    for (const short *i = runtime_parts[part].includes; *i >= 0; i++)
        add_text(done, *i, out);
    for (const char *s = runtime_parts[part].text, *end; *s; s = end) {
        end = strchr(s, '\n') ? strchr(s, '\n') + 1 : s + strlen(s);
        if (strncmp(s, "#include \"", 10) != 0)
            str_addn(out, s, (size_t)(end - s));
    }
}

/* The file's parts in their order: grid.h, which knows what stands before it, last. */
static void add_parts(const Parts *used, const Parts *implied, bool whole, Str *out)
{
    Parts done = no_parts();
    const int last = part_number("ptx2c/grid.h");
    if (whole)
        add_text(&done, part_number("ptx2c/generated.h"), out);
    else
        str_add(out, "#include \"ptx2c.h\"\n");
    for (int k = 0; k <= used->n; k++) {
        const int i = k < used->n ? k : last;
        if ((k == last) || !bits_has(used->has, i) || bits_has(implied->has, i))
            continue;
        if (whole)
            add_text(&done, i, out);
        else
            str_printf(out, "#include \"%s\"\n", runtime_parts[i].name);
    }
    arena_reset(&done.tmp);
}

void runtime_insert(Str *out, size_t at, bool whole)
{
    Parts used = no_parts(), implied = no_parts();
    Str text = {0};
    add_used(&used, out->s + at);
    bits_add(implied.has, part_number("ptx2c/generated.h"));
    add_included(&implied, part_number("ptx2c/generated.h"));
    for (int i = 0; i < used.n; i++)
        if (bits_has(used.has, i))
            add_included(&implied, i);
    add_parts(&used, &implied, whole, &text);
    str_addc(&text, '\n');
    str_insert(out, at, &text);
    arena_reset(&used.tmp);
    arena_reset(&implied.tmp);
}

void runtime_host(Str *out, bool whole, bool checks)
{
    if (!whole) {
        str_printf(out, "#include \"ptx2c.h\"\n%s", checks ? "#include \"ptx2c/sanitize.h\"\n" : "");
        return;
    }
    Parts done = no_parts();
    add_text(&done, part_number("ptx2c/api.h"), out);
    if (checks)
        add_text(&done, part_number("ptx2c/sanitize.h"), out);
    arena_reset(&done.tmp);
}
