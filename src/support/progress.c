/* progress.c: a line of progress on a terminal, for what takes long.  It is gone when anything else is said, and at the end. */
#include "support/util.h"

#include <time.h>
#include <unistd.h>

enum { PROGRESS_SECONDS = 2 }; /* before the first */

static struct {
    bool on, shown;
    time_t begin, last;
    const char *what; /* NULL: nothing so far */
    size_t done, all;
} P;

void progress_begin(void)
{
    const char *term = getenv("TERM");
    P.on = isatty(2) && term && strcmp(term, "dumb") != 0;
    P.begin = P.last = time(NULL);
    if (P.on)
        atexit(progress_clear);
}

void progress_tick(void)
{
    const time_t now = P.on && P.what ? time(NULL) : 0;
    if (!now || now - P.begin < PROGRESS_SECONDS || (now == P.last && P.shown))
        return;
    P.last = now;
    P.shown = true;
    fprintf(stderr, "\r%s: %zu %%, %ld s\33[K", P.what, P.all ? P.done * 100 / P.all : 0, (long)(now - P.begin));
    fflush(stderr);
}

void progress_show(const char *what, size_t done, size_t all)
{
    P.what = what;
    P.done = done;
    P.all = all;
    progress_tick();
}

void progress_clear(void)
{
    if (P.shown)
        fputs("\r\33[K", stderr);
    P.shown = false;
}
