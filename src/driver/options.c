/* options.c: the command line.  One table says which options there are; help_text says what they do. */
#include "driver/options.h"
#include "plan/passes.h"

#include <getopt.h>
#include <limits.h>
#include <unistd.h>

static const char help_text[] =
    "usage: ptx2c [options] FILE.ptx        ('-' reads standard input)\n"
    "Translates NVIDIA PTX into C11 with OpenMP.\n"
    "  -o, --output=FILE         the C file, '-': standard output (FILE with .c)\n"
    "  -H, --header=FILE         also write a header, a typed function per kernel\n"
    "      --main, --embed       a host, FILE_main.c; C of CUDA programs' kernels\n"
    "      --module=NAME         C name of the module object (from the output's)\n"
    "      --standalone, --static  runtime in the output; only the object exported\n"
    "      --entry=NAME          only this kernel and what it calls (repeatable)\n"
    "  -g, --line[=ptx|source]   #line directives to the PTX, or through .loc\n"
    "      --annotate            each PTX instruction as a comment over its C\n"
    "      --no-analysis, --debug  literally, per lane (slow); so that gdb can step\n"
    "      --exact-library       pow(x, 2) as CUDA's library has it, not x * x\n"
    "      --warp-sync=WHAT      lanes see each other: auto, lockstep, independent\n"
    "      --sanitize=WHAT       C that checks itself: memory,init,race,sync|all\n"
    "      --emit=WHAT           c, ast, cfg, regions, stats, html (--layout=own|dot)\n"
    "                            ptx: rewritten; --after=PASS: up to that one\n"
    "      --check, --coverage   only check; the instruction forms each kernel uses\n"
    "      --explain             what runs in vectors, and what stopped the rest\n"
    "  -M, -MD, -MF FILE, -MT NAME, -MP  make rules, as C compilers write them\n"
    "  -W[no-]NAME, -Wall, -w    address, bounds, constant, deprecated, error, newer,\n"
    "        uninitialized, checks, warp-sync; off: isa, maybe-uninitialized\n"
    "  -V, --version; -h, --help; --color=auto|always|never; --max-errors=N (0: all)\n"
    "Exit status: 0 done, 1 the PTX was refused, 2 wrong command line, 3 file error.\n"
    "Compile the output with -std=c11 -O3 -fopenmp and link it with -lm.\n";

enum { OPT_MODULE = 256, OPT_STANDALONE, OPT_STATIC, OPT_ANNOTATE, OPT_ENTRY, OPT_EMIT, OPT_CHECK, OPT_COVERAGE, OPT_MAIN,
       OPT_COLOR, OPT_MAX_ERRORS, OPT_NO_ANALYSIS, OPT_WARP_SYNC, OPT_EXPLAIN, OPT_LAYOUT, OPT_AFTER,
       OPT_SANITIZE, OPT_DEBUG, OPT_EMBED, OPT_EXACT_LIBRARY };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"header", required_argument, NULL, 'H'},
    {"module", required_argument, NULL, OPT_MODULE},
    {"standalone", no_argument, NULL, OPT_STANDALONE},
    {"static", no_argument, NULL, OPT_STATIC},
    {"line", optional_argument, NULL, 'g'},
    {"annotate", no_argument, NULL, OPT_ANNOTATE},
    {"entry", required_argument, NULL, OPT_ENTRY},
    {"emit", required_argument, NULL, OPT_EMIT},
    {"layout", required_argument, NULL, OPT_LAYOUT},
    {"after", required_argument, NULL, OPT_AFTER},
    {"check", no_argument, NULL, OPT_CHECK},
    {"coverage", no_argument, NULL, OPT_COVERAGE},
    {"explain", no_argument, NULL, OPT_EXPLAIN},
    {"main", no_argument, NULL, OPT_MAIN},
    {"embed", no_argument, NULL, OPT_EMBED},
    {"color", required_argument, NULL, OPT_COLOR},
    {"max-errors", required_argument, NULL, OPT_MAX_ERRORS},
    {"debug", no_argument, NULL, OPT_DEBUG},
    {"no-analysis", no_argument, NULL, OPT_NO_ANALYSIS},
    {"exact-library", no_argument, NULL, OPT_EXACT_LIBRARY},
    {"warp-sync", required_argument, NULL, OPT_WARP_SYNC},
    {"sanitize", required_argument, NULL, OPT_SANITIZE},
    {"version", no_argument, NULL, 'V'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void complain_v(const char *fmt, va_list ap)
{
    fputs("ptx2c: error: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
}

void complain(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    complain_v(fmt, ap);
    va_end(ap);
}

void bad_usage(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    complain_v(fmt, ap);
    va_end(ap);
    fputs("Try 'ptx2c --help'.\n", stderr);
    exit(STATUS_USAGE);
}

/* The place of value in names (NULL-terminated); a wrong one ends the program. */
static int choice(const char *option, const char *value, const char *const *names)
{
    Str all = {0};
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], value) == 0)
            return i;
        str_printf(&all, "%s%s", i ? ", " : "", names[i]);
    }
    bad_usage("%s: '%s' is none of: %s", option, value, all.s);
}

/* How many passes there are up to that one. */
static int after(const char *pass)
{
    const char *names[PASSES_MOST + 1] = {NULL};
    for (int i = 0; pass_name(i); i++)
        names[i] = pass_name(i);
    return choice("--after", pass, names) + 1;
}

static int number(const char *option, const char *value)
{
    long n = 0;
    const char *p = value;
    for (; *p >= '0' && *p <= '9' && n <= INT_MAX / 10 - 1; p++)
        n = n * 10 + (*p - '0');
    if (p == value || *p)
        bad_usage("%s: '%s' is not a number of that kind", option, value);
    return (int)n;
}

static bool is_identifier(const char *s)
{
    if (!*s || is_digit(*s))
        return false;
    for (; *s; s++)
        if (!is_alnum(*s) && *s != '_')
            return false;
    return true;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Path without the extension, where it has that one (NULL: any). */
static char *without_extension(Arena *a, const char *path, const char *extension)
{
    const char *dot = strrchr(base_name(path), '.');
    bool cut = dot && dot != base_name(path) && (!extension || strcmp(dot, extension) == 0);
    return arena_strndup(a, path, cut ? (size_t)(dot - path) : strlen(path));
}

/* A C identifier made from the base name of a path. */
static const char *identifier_from(Arena *a, const char *path)
{
    const char *name = without_extension(a, base_name(path), NULL);
    char *id = arena_printf(a, "%s%s", is_letter(*name) ? "" : "module_", name);
    for (char *p = id; *p; p++)
        if (!is_alnum(*p))
            *p = '_';
    return c_reserved(id) ? arena_printf(a, "module_%s", id) : id;
}

typedef struct Parse {
    Options o;
    Arena *a;
    Array(const char *) entries;
    bool rule_beside; /* -MD */
    bool main_program;
    const char *module;
    int color; /* 0 auto, 1 always, 2 never */
} Parse;

/* -M, -MD, -MMD, -MP, -MF FILE, -MT NAME: rest is what follows the M. */
static void make_option(Parse *p, const char *rest, int argc, char **argv)
{
    const char *value = NULL;
    if (rest && (*rest == 'F' || *rest == 'T')) {
        value = rest[1] ? rest + 1 : optind < argc ? argv[optind++] : NULL;
        if (!value)
            bad_usage("-M%c needs an argument", *rest);
    }
    if (!rest || strcmp(rest, "M") == 0)
        p->o.rule_only = true;
    else if (strcmp(rest, "D") == 0 || strcmp(rest, "MD") == 0)
        p->rule_beside = true;
    else if (strcmp(rest, "P") == 0)
        p->o.rule_phony = true;
    else if (*rest == 'F')
        p->o.rule_file = value;
    else if (*rest == 'T')
        p->o.rule_target = value;
    else
        bad_usage("unknown option '-M%s'", rest);
}

static const struct { const char *name; bool on; } warning[] = {
#define X(id, name, on) {name, on},
    WARNINGS(X)
#undef X
};

static void warning_option(Parse *p, const char *name)
{
    if (strcmp(name, "error") == 0)
        p->o.diag.werror = true;
    else if (strcmp(name, "no-error") == 0)
        p->o.diag.werror = false;
    else if (strcmp(name, "all") == 0 || strcmp(name, "extra") == 0)
        memset(p->o.diag.off, 0, sizeof p->o.diag.off);
    else {
        bool off = strncmp(name, "no-", 3) == 0;
        int kind = 0;
        while (kind < WARN_COUNT && strcmp(warning[kind].name, name + 3 * off) != 0)
            kind++;
        if (kind == WARN_COUNT)
            bad_usage("unknown warning option '-W%s'", name);
        p->o.diag.off[kind] = off;
    }
}

unsigned options_checks(const char *list)
{
    static const struct { const char *name; unsigned bits; } known[] = {
        {"memory", CHECK_MEMORY}, {"init", CHECK_INIT}, {"race", CHECK_RACE}, {"sync", CHECK_SYNC},
        {"all", CHECK_ALL},
    };
    unsigned sum = 0;
    for (const char *p = list; ; p++) {
        const size_t n = strcspn(p, ",");
        unsigned bits = 0;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strlen(known[i].name) == n && strncmp(known[i].name, p, n) == 0)
                bits = known[i].bits;
        if (!bits)
            bad_usage("--sanitize: '%.*s' is none of: memory, init, race, sync, all", (int)n, p);
        sum |= bits;
        p += n;
        if (!*p)
            return sum;
    }
}

/* Options that say but one thing. */
static bool sets_one(Options *o, int c)
{
    static const struct { int option; Action action; } actions[] = {
        {OPT_CHECK, ACT_CHECK}, {OPT_COVERAGE, ACT_COVERAGE}, {OPT_EXPLAIN, ACT_EXPLAIN}, {OPT_EMBED, ACT_EMBED},
    };
    const struct { int option; bool *set; } flags[] = {
        {'w', &o->diag.no_warnings}, {OPT_STANDALONE, &o->emit.standalone}, {OPT_STATIC, &o->emit.only_module},
        {OPT_ANNOTATE, &o->emit.annotate}, {OPT_EXACT_LIBRARY, &o->exact_library}, {OPT_NO_ANALYSIS, &o->emit.no_analysis},
    };
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (actions[i].option == c) {
            o->action = actions[i].action;
            return true;
        }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].option == c)
            return *flags[i].set = true;
    return false;
}

static void one_option(Parse *p, int c, int argc, char **argv)
{
    static const char *const lines[] = {"ptx", "source", NULL}, *const colors[] = {"auto", "always", "never", NULL};
    static const char *const actions[] = {"c", "ast", "cfg", "regions", "stats", "html", "ptx", NULL};
    static const char *const layouts[] = {"own", "dot", NULL};
    static const char *const warps[] = {"auto", "lockstep", "independent", NULL};
    Options *o = &p->o;
    if (sets_one(o, c))
        return;
    switch (c) {
    case 'o': o->output = optarg; break;
    case 'H': o->header = optarg; break;
    case 'g': o->emit.line = optarg ? 1 + choice("--line", optarg, lines) : 1; break;
    case 'M': make_option(p, optarg, argc, argv); break;
    case 'W': warning_option(p, optarg); break;
    case OPT_MODULE: p->module = optarg; break;
    case OPT_DEBUG: o->emit.debug = o->emit.no_analysis = true; break;
    case OPT_WARP_SYNC: o->emit.warp_sync = (WarpSync)choice("--warp-sync", optarg, warps); break;
    case OPT_SANITIZE: o->emit.sanitize |= options_checks(optarg); break;
    case OPT_ENTRY: array_add(p->a, &p->entries, optarg); break;
    case OPT_EMIT: o->action = (Action)(ACT_C + choice("--emit", optarg, actions)); break;
    case OPT_LAYOUT: o->with_dot = choice("--layout", optarg, layouts); break;
    case OPT_AFTER: o->passes = after(optarg); break;
    case OPT_MAIN: p->main_program = true; break;
    case OPT_COLOR: p->color = choice("--color", optarg, colors); break;
    case OPT_MAX_ERRORS: o->diag.max_errors = number("--max-errors", optarg); break;
    case 'V':
        puts("ptx2c " PTX2C_VERSION);
        exit(fflush(stdout) ? STATUS_FILE : STATUS_DONE);
    case 'h':
        fputs(help_text, stdout);
        exit(fflush(stdout) ? STATUS_FILE : STATUS_DONE);
    default: /* getopt has printed what is wrong */
        fputs("Try 'ptx2c --help'.\n", stderr);
        exit(STATUS_USAGE);
    }
}

static bool use_color(int when)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return when == 1 || (when == 0 && isatty(2) && !(no && *no) && term && strcmp(term, "dumb") != 0);
}

/* Where make will expect the C: beside nothing better, where it would go by default. */
static const char *default_path(Parse *p)
{
    const Options *o = &p->o;
    const bool piped = strcmp(o->input, "-") == 0, shown = strcmp(o->output, "-") == 0, c = o->action == ACT_C || o->action == ACT_EMBED;
    return !shown && c ? o->output : piped ? "module.c" : without_extension(p->a, base_name(o->input), ".ptx");
}

static void fill_in_names(Parse *p, const char *path)
{
    Options *o = &p->o;
    const bool piped = strcmp(o->input, "-") == 0;
    if (p->module && (!is_identifier(p->module) || c_reserved(p->module)))
        bad_usage("--module: '%s' can't be the C name of an object", p->module);
    o->emit.module_name = p->module ? p->module : identifier_from(p->a, path);
    o->emit.module_given = p->module;
    o->emit.source_name = piped ? "<stdin>" : base_name(o->input);
    Str quoted = {0};
    str_c_text(&quoted, piped ? "<stdin>" : o->input);
    o->emit.ptx_path = str_keep(p->a, &quoted);
}

/* The rule for make: the file that it goes to, and its target. */
static void fill_in_rule(Parse *p, const char *path)
{
    Options *o = &p->o;
    const bool shown = strcmp(o->output, "-") == 0;
    o->rule = o->rule_only || p->rule_beside || o->rule_file;
    if (p->rule_beside && !o->rule_file) {
        if (shown)
            bad_usage("-MD needs -o FILE or -MF FILE");
        o->rule_file = arena_printf(p->a, "%s.d", without_extension(p->a, o->output, ".c"));
    }
    if (!o->rule_file)
        o->rule_file = o->output;
    if (!o->rule_target)
        o->rule_target = !shown && (!o->rule_only || o->rule_file != o->output) ? o->output
                         : arena_printf(p->a, "%s.c", without_extension(p->a, path, ".c"));
}

/* What follows from other options. */
static void fill_in(Parse *p)
{
    Options *o = &p->o;
    if (!o->output)
        o->output = strcmp(o->input, "-") == 0 || o->action != ACT_C || o->rule_only
                        ? "-"
                        : arena_printf(p->a, "%s.c", without_extension(p->a, o->input, ".ptx"));
    const char *path = default_path(p);
    fill_in_names(p, path);
    if (p->entries.n) {
        array_add(p->a, &p->entries, NULL);
        o->emit.entries = p->entries.at;
    }
    if (p->main_program)
        o->main_program = arena_printf(p->a, "%s_main.c", without_extension(p->a, path, ".c"));
    fill_in_rule(p, path);
    if (o->passes && o->action != ACT_PTX)
        bad_usage("--after needs --emit=ptx");
    o->diag.color = use_color(p->color);
}

/* Of several modules there is no one header or main program, and their PTX is in no file. */
static void fill_in_embed(Parse *p)
{
    const Options *o = &p->o;
    if (o->header || p->main_program || o->rule_only || p->rule_beside || o->rule_file || p->entries.n || o->emit.line == 1)
        bad_usage("--embed: not together with -H, --main, -M, --entry or -g");
    if (!o->output && strcmp(o->input, "-") != 0)
        p->o.output = arena_printf(p->a, "%s_kernels.c", o->input);
}

Options options_parse(Arena *a, int argc, char **argv)
{
    Parse p = {.a = a, .o = {.diag = {.max_errors = 20}}};
    int c;
    for (int i = 0; i < WARN_COUNT; i++)
        p.o.diag.off[i] = !warning[i].on;
    argv[0] = (char[]){"ptx2c"}; /* getopt's messages begin with it */
    while ((c = getopt_long(argc, argv, "o:H:gM::W:wVh", long_options, NULL)) != -1)
        one_option(&p, c, argc, argv);
    if (optind == argc)
        bad_usage("no input file");
    if (argc - optind > 1 && p.o.action != ACT_EMBED)
        bad_usage("one input file at a time: '%s' and '%s'", argv[optind], argv[optind + 1]);
    p.o.input = argv[optind];
    p.o.inputs = argv + optind;
    if (!*p.o.input)
        bad_usage("the input's name is empty");
    if (p.o.action == ACT_EMBED)
        fill_in_embed(&p);
    fill_in(&p);
    return p.o;
}
