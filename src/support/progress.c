/* progress.c: a line of progress on a terminal, for what takes long.  It is gone when anything else is said, and at the end.
 *
 * A timer writes it anew each second, whatever is being done meanwhile: one kernel may take long, too.  So nothing here but
 * what a signal's handler may do. */
#include "support/util.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_SECONDS = 2 }; /* before the first */

static struct {
    bool on;
    time_t begin;
    volatile time_t last;             /* when it was shown; begin: not since it was cleared */
    const char *volatile what;        /* NULL: nothing is to be shown */
    volatile sig_atomic_t percent;
} P;

static char *put_text(char *to, const char *end, const char *s)
{
    while (*s && to < end)
        *to++ = *s++;
    return to;
}

static char *put_number(char *to, const char *end, long n)
{
    char digits[24], *at = digits + sizeof digits;
    *--at = 0;
    do
        *--at = (char)('0' + n % 10);
    while (n /= 10);
    return put_text(to, end, at);
}

static void progress_write(void)
{
    const time_t now = P.on && P.what ? time(NULL) : 0;
    if (now - P.begin < PROGRESS_SECONDS || now == P.last)
        return;
    P.last = now;
    char line[128], *to = line, *end = line + sizeof line;
    to = put_text(to, end, "\r");
    to = put_text(to, end, P.what);
    to = put_text(to, end, ": ");
    to = put_number(to, end, P.percent);
    to = put_text(to, end, " %, ");
    to = put_number(to, end, (long)(now - P.begin));
    to = put_text(to, end, " s\33[K");
    if (write(2, line, (size_t)(to - line)) < 0)
        P.on = false;
}

#ifndef __wasi__ /* a page is no terminal */
static void progress_alarm(int signal)
{
    (void)signal;
    const int was = errno;
    progress_write();
    errno = was;
    alarm(1);
}

static void progress_timer(void)
{
    struct sigaction action = {.sa_handler = progress_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
}
#else
static void progress_timer(void)
{
}
#endif

void progress_begin(void)
{
    const char *term = getenv("TERM");
    P.on = isatty(2) && term && strcmp(term, "dumb") != 0;
    P.begin = P.last = time(NULL);
    if (!P.on)
        return;
    atexit(progress_clear);
    progress_timer();
}

void progress_show(const char *what, size_t done, size_t all)
{
    P.percent = (sig_atomic_t)(all ? done * 100 / all : 0);
    P.what = what;
    progress_write();
}

void progress_clear(void)
{
    P.what = NULL; /* until it goes on, for the timer */
    if (P.on && P.last != P.begin && write(2, "\r\33[K", 4) < 0)
        P.on = false;
    P.last = P.begin;
}
