/* tests/fuzz/parse.c: feeds any bytes to the compiler: parse, check and, when nothing is wrong, write C; in this
 * process, so that sanitisers see it.
 *
 * With -DLIBFUZZER a target for clang's -fsanitize=fuzzer (AFL++ builds that too, with afl-clang-fast).  Without it a
 * program that changes files at random:
 *
 *   parse SECONDS SEED INPUT FILE...     INPUT: the bytes at work are there when it crashes
 *   parse FILE...                        runs each file as it is */
#include "emit/emit.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 1 << 16 };

static void translate(const unsigned char *bytes, size_t n)
{
    static Arena arena;
    char *text = malloc(n + 1); /* exactly as large, for the sanitiser */
    if (!text)
        return;
    memcpy(text, bytes, n);
    text[n] = 0;
    Source src = {.path = "fuzz.ptx", .text = text, .len = n};
    diag_begin(&src, (DiagOptions){.max_errors = 20});
    Module *m = parse_module(&arena, src);
    if (!diag_errors() || !diag_full())
        check_module(m);
    if (!diag_errors()) {
        static const EmitOptions plain = {.module_name = "fuzz", .source_name = "fuzz.ptx", .ptx_path = "fuzz.ptx"};
        EmitOptions o = plain;
        Str out = {0};
        o.annotate = n & 1;
        o.line = (int)(n % 3);
        emit_module(m, &o, &out);
        str_free(&out);
    }
    arena_reset(&arena);
    free(text);
}

static void mute(void)
{
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, 2);
}

#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n);
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n)
{
    if (n <= LARGEST)
        translate(bytes, n);
    return 0;
}

/* libFuzzer's own words go to standard error, too: -close_fd_mask=2 mutes only the target. */
#else

typedef struct Text {
    unsigned char *at;
    size_t n;
} Text;

static uint64_t state;

static size_t below(size_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (size_t)(state >> 11) % n : 0;
}

/* Replaces [at, at + gone) by n bytes. */
static void splice(Text *t, size_t at, size_t gone, const void *from, size_t n)
{
    if (t->n - gone + n > LARGEST)
        return;
    memmove(t->at + at + n, t->at + at + gone, t->n - at - gone);
    memcpy(t->at + at, from, n);
    t->n = t->n - gone + n;
}

/* A piece of a file, mostly a line or a word. */
static Text piece(Text t)
{
    if (!t.n)
        return t;
    size_t from = below(t.n), to = from;
    switch (below(3)) {
    case 0: /* a line */
        while (from && t.at[from - 1] != '\n')
            from--;
        while (to < t.n && t.at[to++] != '\n') {}
        break;
    case 1: /* a word with what joins its parts */
        while (from && strchr("\n\t ,;[](){}", t.at[from - 1]) == NULL)
            from--;
        while (to < t.n && strchr("\n\t ,;[](){}", t.at[to]) == NULL)
            to++;
        break;
    default:
        to = from + below(t.n - from < 40 ? t.n - from : 40);
    }
    return (Text){t.at + from, to - from};
}

static void mutate(Text *t, const Text *file, size_t nfile)
{
    static const char *const word[] = {
        "{", "}", "(", ")", "[", "]", ";", ",", ".", "|", "@", "@!", "!", "-", "~", "_", "%", "$", ":", "<", ">", "?",
        "\"", "/*", "*/", "//", "\n#", "\0", "\xff", "0x", "0f", "0dFFF", "1e999", "18446744073709551616", "-1", "0",
        "4294967295", "0x7fffffffffffffff", "%r99999999999", "<2147483647>", "<0>", ".reg ", ".b8 x[", ".align ",
        ".func ", ".entry ", ".version ", ".target ", ".pragma ", ".section ", ".loc ", "generic(", "mask(",
        ".param ", ".branchtargets ", ".callprototype ", ".calltargets ", "WARP_SZ", "%tid", ".x", ".h01",
    };
    for (size_t rounds = 1 + below(6); rounds; rounds--) {
        Text own = piece(*t), other = piece(file[below(nfile)]);
        unsigned char copy[256];
        size_t at = below(t->n + 1), n = other.n < sizeof copy ? other.n : sizeof copy;
        const char *w = word[below(sizeof word / sizeof *word)];
        const unsigned char byte = (unsigned char)below(256);
        switch (below(8)) {
        case 0:
            if (t->n)
                t->at[below(t->n)] ^= (unsigned char)(1 << byte % 8);
            break;
        case 1:
            if (t->n)
                t->at[below(t->n)] = byte;
            break;
        case 2: /* a piece goes */
            splice(t, (size_t)(own.at - t->at), own.n, "", 0);
            break;
        case 3: /* a piece is doubled */
            n = own.n < sizeof copy ? own.n : sizeof copy;
            memcpy(copy, own.at, n);
            splice(t, (size_t)(own.at - t->at), 0, copy, n);
            break;
        case 4: /* a piece of another file comes in, or replaces one */
        case 5:
            memcpy(copy, other.at, n);
            splice(t, (size_t)(own.at - t->at), below(2) ? own.n : 0, copy, n);
            break;
        case 6:
            splice(t, at, 0, w, *w ? strlen(w) : 1);
            break;
        default: /* the end goes */
            if (!below(8))
                t->n = at;
            else
                splice(t, (size_t)(own.at - t->at), own.n, w, *w ? strlen(w) : 1);
        }
    }
}

static Text read_file(Arena *a, const char *path)
{
    size_t n;
    char *s = util_read_file(a, path, &n);
    if (!s) {
        perror(path);
        exit(2);
    }
    return (Text){(unsigned char *)s, n < LARGEST ? n : LARGEST};
}

int main(int argc, char **argv)
{
    static Arena arena;
    bool fixed = argc > 1 && (*argv[1] < '0' || *argv[1] > '9');
    int first = fixed ? 1 : 4;
    if (argc <= first)
        return 2;
    size_t nfile = (size_t)(argc - first);
    Text *file = NEWN(&arena, Text, nfile);
    for (size_t i = 0; i < nfile; i++)
        file[i] = read_file(&arena, argv[first + (int)i]);
    if (fixed) {
        setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
        for (size_t i = 0; i < nfile; i++)
            translate(file[i].at, file[i].n);
        return 0;
    }

    /* What is at work lies in a mapped file: it survives any crash. */
    int fd = open(argv[3], O_RDWR | O_CREAT | O_TRUNC, 0666);
    unsigned char *shown = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, LARGEST) == 0)
        shown = mmap(NULL, LARGEST, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shown == MAP_FAILED) {
        perror(argv[3]);
        return 2;
    }
    state = 0x9E3779B97F4A7C15u * (strtoull(argv[2], NULL, 10) + 1);
    time_t end = time(NULL) + atoi(argv[1]);
    Text t = {NEWN(&arena, unsigned char, LARGEST), 0};
    long runs = 0;
    mute();
    for (; time(NULL) < end; runs++) {
        t.n = 0;
        Text f = file[below(nfile)];
        splice(&t, 0, 0, f.at, f.n);
        mutate(&t, file, nfile);
        if (ftruncate(fd, LARGEST) != 0)
            return 2;
        memcpy(shown, t.at, t.n);
        if (ftruncate(fd, (off_t)t.n) != 0)
            return 2;
        alarm(10); /* what takes longer hangs */
        translate(t.at, t.n);
        alarm(0);
    }
    printf("%ld inputs\n", runs);
    unlink(argv[3]);
    return 0;
}
#endif
