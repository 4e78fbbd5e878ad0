/* output.c: output files.  All are written beside their places first and renamed together, so that a failure changes
 * none of them; a signal removes what is beside. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "driver/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Output {
    const char *path;   /* as given: for messages */
    char *place;        /* where it goes: path with symbolic links followed; NULL: written in place */
    char *beside;       /* the new file until it is renamed, else NULL */
    char *old;          /* what stood at the place, kept until all is renamed, or NULL */
    const char *text;
    size_t len;
} Output;

static Arena arena;
static Array(Output) list;
static Output *outputs; /* those of the list */
static int noutputs;

void output_add(const char *path, const Str *text)
{
    array_add(&arena, &list, ((Output){.path = path, .text = text->s ? text->s : "", .len = text->n}));
    outputs = list.at;
    noutputs = list.n;
}

static void remove_beside(void)
{
    for (int i = 0; i < noutputs; i++) {
        if (outputs[i].beside)
            unlink(outputs[i].beside);
        if (outputs[i].old)
            unlink(outputs[i].old);
    }
}

static void on_signal(int sig)
{
    remove_beside();
    signal(sig, SIG_DFL);
    raise(sig);
}

static void catch_signals(void)
{
    static const int sigs[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++) {
        struct sigaction old, now = {.sa_handler = on_signal};
        if (sigaction(sigs[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(sigs[i], &now, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error like a full disk */
}

static bool failed(const Output *o)
{
    complain("%s: %s", strcmp(o->path, "-") == 0 ? "standard output" : o->path, strerror(errno));
    return false;
}

static bool write_all(int fd, const char *s, size_t n)
{
    while (n) {
        ssize_t done = write(fd, s, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        s += done;
        n -= (size_t)done;
    }
    return true;
}

/* Closes fd; false when that or what was before failed, with errno of the first. */
static bool close_after(int fd, bool ok)
{
    int error = errno;
    if (close(fd) && ok)
        return false;
    errno = error;
    return ok;
}

/* Finds where the output goes and, for a plain file, writes it beside that place. */
static bool write_beside(Output *o)
{
    struct stat st;
    bool exists = stat(o->path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(st.st_mode))
        return true;
    if (exists && access(o->path, W_OK))
        return false;
    char *place = exists ? realpath(o->path, NULL) : strdup(o->path);
    char *beside = place ? malloc(strlen(place) + 8) : NULL;
    if (!beside)
        return false;
    sprintf(beside, "%s.XXXXXX", place);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int fd = mkstemp(beside);
    o->beside = fd < 0 ? NULL : beside;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (fd < 0)
        return false;
    o->place = place;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = exists ? st.st_mode & 0777 : 0666 & ~mask;
    return close_after(fd, fchmod(fd, mode) == 0 && write_all(fd, o->text, o->len));
}

/* Devices, pipes and standard output can't be renamed to. */
static bool write_in_place(const Output *o)
{
    if (strcmp(o->path, "-") == 0)
        return write_all(1, o->text, o->len);
    int fd = open(o->path, O_WRONLY | O_NOCTTY);
    return fd >= 0 && close_after(fd, write_all(fd, o->text, o->len));
}

/* Takes back the first n renames. */
static void rename_back(int n)
{
    for (int i = 0; i < n; i++) {
        Output *o = &outputs[i];
        if (o->place && !o->beside && (o->old ? rename(o->old, o->place) : unlink(o->place)) == 0)
            o->old = NULL;
    }
}

/* Keeps what stands at the place under another name, where the file system can. */
static void keep_old(Output *o)
{
    char *old = malloc(strlen(o->beside) + 5);
    if (old && link(o->place, strcat(strcpy(old, o->beside), ".old")) == 0)
        o->old = old;
    else
        free(old);
}

static bool rename_all(void)
{
    for (int i = 0; i < noutputs; i++) {
        Output *o = &outputs[i];
        if (!o->beside)
            continue;
        if (noutputs > 1)
            keep_old(o);
        if (rename(o->beside, o->place)) {
            failed(o);
            rename_back(i);
            return false;
        }
        char *was = o->beside;
        o->beside = NULL;
        free(was);
    }
    return true;
}

bool output_commit(void)
{
    bool ok = true;
    catch_signals();
    for (int i = 0; i < noutputs && ok; i++)
        ok = (strcmp(outputs[i].path, "-") == 0 || write_beside(&outputs[i])) || failed(&outputs[i]);
    for (int i = 0; i < noutputs && ok; i++)
        ok = outputs[i].place || write_in_place(&outputs[i]) || failed(&outputs[i]);
    if (ok) {
        sigset_t all, before;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &before);
        ok = rename_all();
        remove_beside();
        noutputs = 0;
        sigprocmask(SIG_SETMASK, &before, NULL);
    } else {
        remove_beside();
    }
    return ok;
}
