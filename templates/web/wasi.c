/* wasi.c: the files of the command that a page can't have, for ptx2c as WebAssembly (make web): it reads standard input and
 * writes standard output; there is no Graphviz, and no program to read fat binaries from. */
#include "driver/options.h"
#include "report/dot.h"

static Str shown;

void output_add(const char *path, const Str *text)
{
    if (strcmp(path, "-") != 0)
        bad_usage("%s: only standard output can be written to here", path);
    str_addn(&shown, text->s ? text->s : "", text->n);
}

bool output_commit(void) { return fwrite(shown.s ? shown.s : "", 1, shown.n, stdout) == shown.n && !fflush(stdout); }

bool dot_layout(const char *graph, Str *svg)
{
    (void)graph, (void)svg;
    return false;
}

int embed(const Options *o)
{
    (void)o;
    bad_usage("--embed is not here");
}
