/* progress.c: a line of progress on a terminal, for what takes long.  It is gone when anything else is said, and at the end. */
#include "support/util.h"

#include <time.h>
#include <unistd.h>

enum { PROGRESS_SECONDS = 2 }; /* before the first */

static struct {
    bool on, shown;
    time_t begin, last;
} P;

void progress_begin(void)
{
    const char *term = getenv("TERM");
    P.on = isatty(2) && term && strcmp(term, "dumb") != 0;
    P.begin = P.last = time(NULL);
}

void progress_show(const char *what, int done, int all)
{
    const time_t now = P.on ? time(NULL) : 0;
    if (!P.on || now - P.begin < PROGRESS_SECONDS || (now == P.last && P.shown))
        return;
    P.last = now;
    P.shown = true;
    fprintf(stderr, "\r%s: %d of %d functions, %ld s\33[K", what, done, all, (long)(now - P.begin));
    fflush(stderr);
}

void progress_clear(void)
{
    if (P.shown)
        fputs("\r\33[K", stderr);
    P.shown = false;
}
