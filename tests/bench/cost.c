/* cost.c: runs commands in turn, several rounds of that, with their output thrown away, and prints a line for each: its
 * least seconds of processor time and the most memory it took in kilobytes.  Status 1 when a command fails.
 *
 *   cost ROUNDS COMMAND ARGUMENT... [-- COMMAND ARGUMENT...]... */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 8 };

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

/* Runs one command; false when it fails. */
static int run(char **command, double *least, long *most)
{
    struct rusage use;
    int status;
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execvp(command[0], command);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &use) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
        return 0;
    double t = seconds(use.ru_utime) + seconds(use.ru_stime);
    *least = *least < t ? *least : t;
    *most = *most > use.ru_maxrss ? *most : use.ru_maxrss;
    return 1;
}

int main(int argc, char **argv)
{
    char **command[MOST];
    double least[MOST];
    long most[MOST] = {0};
    int n = 0, rounds = argc > 2 ? atoi(argv[1]) : 0;
    if (rounds <= 0)
        return 1;
    for (int i = 2, first = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            first = 1;
        } else if (first) {
            if (n == MOST)
                return 1;
            command[n] = &argv[i];
            least[n++] = 1e9;
            first = 0;
        }
    }
    for (int k = 0; k < rounds; k++)
        for (int i = 0; i < n; i++)
            if (!run(command[i], &least[i], &most[i]))
                return 1;
    for (int i = 0; i < n; i++)
        printf("%.4f %ld\n", least[i], most[i]);
    return n == 0;
}
