/* dot.c: drawings by Graphviz. */
#include "report/dot.h"

#include <sys/wait.h>
#include <unistd.h>

bool dot_layout(const char *graph, Str *svg)
{
    FILE *in = tmpfile();
    int ends[2], status = 1;
    if (!in || fputs(graph, in) < 0 || fflush(in) || pipe(ends)) {
        if (in)
            fclose(in);
        return false;
    }
    rewind(in);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(in), 0);
        dup2(ends[1], 1);
        close(ends[0]);
        execlp("dot", "dot", "-Tsvg", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    fclose(in);
    char buffer[65536];
    ssize_t n;
    Str all = {0};
    while (child > 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0)
        str_addn(&all, buffer, (size_t)n);
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    const char *at = all.s ? strstr(all.s, "<svg") : NULL;
    if (at)
        str_add(svg, at);
    str_free(&all);
    return status == 0 && at;
}
