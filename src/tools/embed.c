/* embed.c: build tool that turns text files into one C file with their contents, so that the compiler needs no files
 * beside it.
 *
 *     embed OUTPUT NAME=FILE...      NAME is the content of FILE
 *
 * The output defines embedded_files of support/diag.h, in the order given. */
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
    fputs("/* Made by embed. */\n#include \"support/diag.h\"\n\n", f);
    for (int i = 2; i < argc; i++) {
        const char *path = strchr(argv[i], '=');
        if (!path++) {
            fprintf(stderr, "embed: '%s' is not NAME=FILE\n", argv[i]);
            return 2;
        }
        print_bytes(f, i - 2, read_text(path));
    }
    fputs("\nconst EmbeddedFile embedded_files[] = {\n", f);
    for (int i = 2; i < argc; i++)
        fprintf(f, "    {\"%.*s\", file_%d},\n", (int)strcspn(argv[i], "="), argv[i], i - 2);
    fputs("    {NULL, NULL},\n};\n", f);
    if (fflush(f) || ferror(f) || fclose(f))
        fail(argv[1]);
    return 0;
}
