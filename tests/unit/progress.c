/* progress.c: a line of progress moves each second while nothing tells of any, is silent once it is cleared, and is gone. */
#define _XOPEN_SOURCE 700
#include "support/util.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static void spend(int seconds)
{
    for (const time_t begin = time(NULL); time(NULL) - begin < seconds;)
        ;
}

int main(void)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        return 0; /* no terminals here */
    const char *name = ptsname(terminal);
    const int said = name ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (said < 0)
        return 0;
    const int out = dup(2);
    dup2(said, 2);
    setenv("TERM", "xterm", 1);
    progress_begin();
    progress_show("working", 1, 4);
    spend(4);
    progress_clear();
    spend(2);
    dup2(out, 2);
    char text[1000];
    const ssize_t n = read(terminal, text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    const char *second = strstr(text, "working: 25 %, 2 s"), *third = strstr(text, "working: 25 %, 3 s");
    if (!third)
        third = strstr(text, "working: 25 %, 4 s"); /* a busy machine may leave one out */
    if (!second || !third || strstr(third, "5 s") || !strstr(third, "\r\33[K")) {
        fprintf(stderr, "%s\n", text);
        return 1;
    }
    return 0;
}
