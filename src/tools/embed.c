/* embed.c: build tool that turns text files into one C file with their contents, so that the compiler needs no files
 * beside it.
 *
 *     embed OUTPUT NAME=FILE...      NAME is the content of FILE
 *     embed OUTPUT NAME=@FILE...     the same, with each #include "x" that stands beside FILE replaced by its text, once
 *
 * The output defines embedded_files of compiler.h, in the order given. */
#include "support/util.h"

#include <errno.h>

static Arena arena;

static NORETURN void fail(const char *path)
{
    fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
    exit(3);
}

static char *read_text(const char *path)
{
    size_t n;
    char *s = util_read_file(&arena, path, &n);
    if (!s)
        fail(path);
    return s;
}

/* The file name in a line `#include "name"`, or NULL. */
static const char *included(const char *line, const char *end)
{
    static const char word[] = "#include \"";
    if ((size_t)(end - line) < sizeof word || memcmp(line, word, sizeof word - 1) != 0)
        return NULL;
    const char *name = line + sizeof word - 1, *quote = memchr(name, '"', (size_t)(end - name));
    return quote ? intern_n(name, (size_t)(quote - name)) : NULL;
}

typedef Array(const char *) Seen;

/* The part of a path up to its last slash. */
static const char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? intern_n(path, (size_t)(slash - path) + 1) : "";
}

/* Adds the file to out with its includes unfolded; each file once.  path is interned. */
static void unfold(Str *out, const char *path, Seen *seen)
{
    for (int i = 0; i < seen->n; i++)
        if (seen->at[i] == path)
            return;
    array_add(&arena, seen, path);
    const char *s = read_text(path);
    while (*s) {
        const char *end = strchr(s, '\n');
        end = end ? end + 1 : s + strlen(s);
        const char *inner = included(s, end);
        if (inner)
            unfold(out, intern(arena_printf(&arena, "%s%s", folder_of(path), inner)), seen);
        else
            str_addn(out, s, (size_t)(end - s));
        s = end;
    }
}

static char *unfolded(const char *path)
{
    Seen seen = {0};
    Str out = {0};
    unfold(&out, intern(path), &seen);
    char *text = arena_strndup(&arena, out.s ? out.s : "", out.n);
    str_free(&out);
    return text;
}

/* As numbers: C compilers need only take string literals of 4095 characters. */
static void print_bytes(FILE *f, int number, const char *s)
{
    fprintf(f, "static const char file_%d[] = {", number);
    for (size_t i = 0; s[i]; i++)
        fprintf(f, "%s%d,", i % 24 ? "" : "\n", s[i]);
    fprintf(f, "0};\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: embed OUTPUT NAME=FILE...\n", stderr);
        return 2;
    }
    FILE *f = fopen(argv[1], "w");
    if (!f)
        fail(argv[1]);
    fputs("/* Made by embed. */\n#include \"compiler.h\"\n\n", f);
    for (int i = 2; i < argc; i++) {
        const char *path = strchr(argv[i], '=');
        if (!path++) {
            fprintf(stderr, "embed: '%s' is not NAME=FILE\n", argv[i]);
            return 2;
        }
        print_bytes(f, i - 2, *path == '@' ? unfolded(path + 1) : read_text(path));
    }
    fputs("\nconst EmbeddedFile embedded_files[] = {\n", f);
    for (int i = 2; i < argc; i++)
        fprintf(f, "    {\"%.*s\", file_%d},\n", (int)strcspn(argv[i], "="), argv[i], i - 2);
    fputs("    {NULL, NULL},\n};\n", f);
    if (fflush(f) || ferror(f) || fclose(f))
        fail(argv[1]);
    return 0;
}
