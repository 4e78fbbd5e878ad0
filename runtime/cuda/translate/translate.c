/* translate.c: the translator as libcuda.so.1 calls it, a program of its own beside it:
 *
 *   ptx2c-translate translate NAME CHECKS [ENTRY...]    PTX to C (library_translate)
 *   ptx2c-translate rows NAME CHECKS ENTRY...           the same for blocks whose x is a multiple of 32
 *   ptx2c-translate describe NAME CHECKS                PTX to its description (library_describe)
 *
 * PTX comes from the file that is standard input. */
#include "driver/library.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file as a text; NULL: it cannot be read. */
static char *read_text(size_t *size)
{
    struct stat st;
    char *text = fstat(0, &st) == 0 ? malloc((size_t)st.st_size + 1) : NULL;
    size_t n = 0;
    for (ssize_t got; text && n < (size_t)st.st_size; n += (size_t)got)
        if ((got = read(0, text + n, (size_t)st.st_size - n)) <= 0) {
            free(text);
            return NULL;
        }
    if (text)
        text[n] = 0;
    *size = n;
    return text;
}

static bool write_all(const char *s, size_t n)
{
    while (n) {
        const ssize_t done = write(1, s, n);
        if (done <= 0)
            return false;
        s += done;
        n -= (size_t)done;
    }
    return true;
}

int main(int argc, char **argv)
{
    size_t size, n;
    const char *text = argc > 3 ? read_text(&size) : NULL, *what = NULL;
    if (text && strcmp(argv[1], "describe") == 0)
        what = library_describe(text, size, argv[3], &n);
    else if (text)
        what = library_translate(text, size, argv[2], argv[3], argc > 4 ? (const char *const *)argv + 4 : NULL, strcmp(argv[1], "rows") == 0, &n);
    _exit(what && write_all(what, n) ? 0 : 1); /* its memory goes with it */
}
