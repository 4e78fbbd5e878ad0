/* c_name.c: PTX names as C names.
 *
 * 1. A module-level name that is a C identifier and belongs to nobody else stands for itself; one without small letters is
 *    undefined as a macro before, so that those of no system's headers change it.
 * 2. Any other becomes ptx2c_n_ and its characters: letters and digits as they are, '_' doubled, others as '_' and two
 *    hex digits.  Names that begin with ptx2c_ always take this form, so the mapping is one to one.
 * 3. So do variables and device functions named as generated functions name variables of their own, and static ones with
 *    the name of the module's object.
 * 4. Registers lose their '%' and get a trailing '_' until they are free in their function (emit_fn.c). */
#include "ir/ir.h"

/* Keywords; what the headers that we include declare, and macros of theirs; library functions that compilers know by name; what POSIX and
 * systems have in the same headers, <unistd.h> and <sys/mman.h>, or a host program is likely to call.  These lists are sorted. */
static const char *const reserved[] = {
    "BIG_ENDIAN", "BUFSIZ", "BYTE_ORDER", "DECIMAL_DIG", "EOF", "FILE", "FILENAME_MAX", "FOPEN_MAX", "INFINITY",
    "LITTLE_ENDIAN", "MAXFLOAT", "MB_CUR_MAX", "NAN", "NFDBITS", "NULL", "PDP_ENDIAN", "P_tmpdir", "RAND_MAX", "R_OK",
    "STDERR_FILENO", "STDIN_FILENO", "STDOUT_FILENO", "TMP_MAX", "WCONTINUED", "WEXITED", "WEXITSTATUS",
    "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WNOHANG", "WNOWAIT", "WSTOPPED", "WSTOPSIG",
    "WTERMSIG", "WUNTRACED", "W_OK", "X_OK", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Exit",
    "_Generic", "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "_exit", "a64l", "abort", "abs",
    "access", "acct", "alarm", "alignas", "aligned_alloc", "alignof", "alloca", "arc4random", "arc4random_buf",
    "arc4random_uniform", "asctime", "asctime_r", "asm", "assert", "at_quick_exit", "atexit", "atof", "atoi", "atol",
    "atoll", "auto", "basename", "bcmp", "bcopy", "be16toh", "be32toh", "be64toh", "bool", "break", "brk", "bsearch",
    "bzero", "calloc", "canonicalize_file_name", "case", "char", "chdir", "chflags", "chown", "chroot", "clearenv",
    "clearerr", "clock", "clock_getres", "clock_gettime", "clock_settime", "close", "closefrom", "confstr", "const",
    "constexpr", "continue", "copy_file_range", "creat", "crypt", "ctermid", "ctime", "ctime_r", "cuserid", "daemon",
    "default", "difftime", "dirname", "div", "div_t", "do", "double", "dprintf", "drand48", "drand48_r", "dup",
    "dup2", "dup3", "ecvt", "ecvt_r", "else", "encrypt", "endusershell", "enum", "environ", "erand48", "erand48_r",
    "errno", "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "exit", "explicit_bzero", "extern",
    "faccessat", "false", "fchdir", "fchown", "fchownat", "fclose", "fcntl", "fcvt", "fcvt_r", "fdatasync", "fdopen",
    "feof", "ferror", "fexecve", "fflush", "ffs", "ffsl", "ffsll", "fgetc", "fgetpos", "fgets", "fileno", "float",
    "flockfile", "fmemopen", "fopen", "for", "fork", "fpathconf", "fpclassify", "fpos_t", "fprintf", "fputc", "fputs",
    "fread", "free", "freopen", "fscanf", "fseek", "fseeko", "fsetpos", "fstat", "fsync", "ftell", "ftello",
    "ftruncate", "ftw", "funlockfile", "fwrite", "gcvt", "getc", "getchar", "getcwd", "getdelim", "getdomainname",
    "getdtablesize", "getegid", "getentropy", "getenv", "geteuid", "getgid", "getgroups", "gethostid", "gethostname",
    "getline", "getloadavg", "getlogin", "getlogin_r", "getopt", "getopt_long", "getpagesize", "getpass", "getpgid",
    "getpgrp", "getpid", "getppid", "getpt", "getrandom", "getresgid", "getresuid", "gets", "getsid", "getsubopt",
    "gettid", "getuid", "getusershell", "getw", "getwd", "gmtime", "gmtime_r", "goto", "grantpt", "htobe16",
    "htobe32", "htobe64", "htole16", "htole32", "htole64", "i386", "if", "index", "initstate", "initstate_r",
    "inline", "int", "int16_t", "int32_t", "int64_t", "int8_t", "intmax_t", "intptr_t", "isalnum", "isalpha",
    "isascii", "isatty", "isblank", "iscanonical", "iscntrl", "isdigit", "iseqsig", "isfinite", "isgraph",
    "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "islower", "isnormal", "isprint",
    "ispunct", "issignaling", "isspace", "issubnormal", "isunordered", "isupper", "isxdigit", "iszero", "jrand48",
    "jrand48_r", "kill", "l64a", "labs", "lchown", "lcong48", "lcong48_r", "ldiv", "ldiv_t", "le16toh", "le32toh",
    "le64toh", "lgamma_r", "link", "linkat", "linux", "llabs", "lldiv", "lldiv_t", "localeconv", "localtime",
    "localtime_r", "lockf", "long", "longjmp", "lrand48", "lrand48_r", "lseek", "lstat", "main", "malloc",
    "math_errhandling", "max_align_t", "mblen", "mbstowcs", "mbtowc", "memccpy", "memchr", "memcmp", "memcpy",
    "memmem", "memmove", "mempcpy", "memrchr", "memset", "mkdir", "mkdtemp", "mkostemp", "mkstemp", "mkstemps",
    "mktemp", "mktime", "mlock", "mmap", "mprotect", "mrand48", "mrand48_r", "msync", "munlock", "munmap",
    "nanosleep", "nice", "nrand48", "nrand48_r", "nullptr", "offsetof", "on_exit", "open", "open_memstream", "optarg",
    "opterr", "optind", "optopt", "pathconf", "pause", "pclose", "perror", "pipe", "pipe2", "popen", "posix_memalign",
    "pread", "printf", "profil", "pselect", "ptrdiff_t", "ptsname", "putc", "putchar", "putenv", "puts", "putw",
    "pwrite", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort", "qsort_r", "quick_exit", "raise", "rand",
    "rand_r", "random", "random_r", "rawmemchr", "read", "readlink", "readlinkat", "realloc", "reallocarray",
    "realpath", "register", "remove", "rename", "restrict", "return", "revoke", "rewind", "rindex", "rmdir",
    "rpmatch", "sbrk", "scanf", "secure_getenv", "seed48", "seed48_r", "select", "setbuf", "setdomainname", "setegid",
    "setenv", "seteuid", "setgid", "sethostid", "sethostname", "setjmp", "setlocale", "setlogin", "setpgid",
    "setpgrp", "setregid", "setresgid", "setresuid", "setreuid", "setsid", "setstate", "setstate_r", "setuid",
    "setusershell", "setvbuf", "shm_open", "short", "signal", "signbit", "signed", "signgam", "size_t", "sizeof",
    "sleep", "snprintf", "sprintf", "srand", "srand48", "srand48_r", "srandom", "srandom_r", "sscanf", "stat",
    "static", "static_assert", "stderr", "stdin", "stdout", "stpcpy", "stpncpy", "strcasecmp", "strcasecmp_l",
    "strcat", "strchr", "strchrnul", "strcmp", "strcoll", "strcoll_l", "strcpy", "strcspn", "strdup", "strdupa",
    "strerror", "strerror_l", "strerror_r", "strftime", "strlcat", "strlcpy", "strlen", "strncasecmp",
    "strncasecmp_l", "strncat", "strncmp", "strncpy", "strndup", "strndupa", "strnlen", "strpbrk", "strptime",
    "strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol",
    "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtouq", "struct", "strverscmp", "strxfrm", "strxfrm_l",
    "swab", "switch", "symlink", "symlinkat", "sync", "syncfs", "syscall", "sysconf", "system", "tcgetpgrp",
    "tcsetpgrp", "tempnam", "thread_local", "time", "timegm", "timer_create", "timespec_get", "timespec_getres",
    "tmpfile", "tmpnam", "toascii", "tolower", "toupper", "true", "truncate", "ttyname", "ttyname_r", "ttyslot",
    "typedef", "typeof", "tzset", "ualarm", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uintmax_t", "uintptr_t",
    "ungetc", "union", "unix", "unlink", "unlinkat", "unlockpt", "unsetenv", "unsigned", "usleep", "va_arg",
    "va_copy", "va_end", "va_list", "va_start", "valloc", "vdprintf", "vfork", "vfprintf", "vfscanf", "vhangup",
    "void", "volatile", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wait", "waitpid", "wchar_t",
    "wcstombs", "wctomb", "while", "write"
};

/* How the names begin that C and POSIX keep for macros of those headers: C11 7.31, POSIX.1 2.2.2. */
static const char *const macro_begins[] = {
    "CLOCK_", "CLOCKS_", "CLK_", "FE_", "FP_", "FLT_", "DBL_", "LDBL_", "M_", "SEEK_", "SIG_", "L_", "F_", "FD_", "HUGE_VAL", "SNAN",
    "TIME_", "TIMER_", "EXIT_", "MATH_", "LC_", "ATOMIC_", NULL
};

/* What generated files and the runtime's macros around their code call variables of their own, beside A0, M1 and so on. */
static const char *const own[] = {
    "P", "R", "VL", "args", "at", "by_", "c", "cc", "ctas", "cut", "done", "end_", "from_", "full", "j", "k", "kept",
    "kp", "l", "lane_", "lanes_", "left_", "local", "m", "n", "none_", "ok", "once_", "own", "run", "s", "shared", "t", "thread", "to_", "w", "warp",
    "way_", "yet_"
};

/* Library functions of <math.h> and <complex.h>, which also exist with f and l appended. */
static const char *const math[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cabs", "cacos", "carg", "casin", "catan", "cbrt",
    "ccos", "ccosh", "ceil", "cexp", "cimag", "clog", "conj", "copysign", "cos", "cosh", "cpow", "cproj", "creal",
    "csin", "csinh", "csqrt", "ctan", "ctanh", "drem", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim",
    "finite", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "gamma", "hypot", "ilogb", "isinf", "isnan", "j0",
    "j1", "jn", "ldexp", "lgamma", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround",
    "modf", "nan", "nearbyint", "nextafter", "nexttoward", "pow", "pow10", "remainder", "remquo", "rint", "round",
    "scalb", "scalbln", "scalbn", "significand", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
    "y0", "y1", "yn"
};

#define IS_ONE_OF(list, name, n) is_one_of(list, sizeof (list) / sizeof *(list), name, n)

/* Whether n letters are a word of a sorted list. */
static bool is_one_of(const char *const *list, size_t size, const char *name, size_t n)
{
    while (size) {
        const char *const *middle = list + size / 2;
        size_t k = 0;
        while (k < n && name[k] == (*middle)[k])
            k++;
        if (k == n && !(*middle)[n])
            return true;
        const bool behind = k < n && name[k] > (*middle)[k];
        if (behind)
            list = middle + 1;
        size = behind ? size - size / 2 - 1 : size / 2;
    }
    return false;
}

/* INT32_MAX, UINT_LEAST8_WIDTH, INTPTR_MIN, UINT64_C, SIZE_MAX and so on. */
static bool is_limit(const char *name)
{
    static const char *const of[] = {"PTRDIFF", "SIZE", "WCHAR", "WINT", "SIG_ATOMIC"};
    const char *last = strrchr(name, '_');
    if (!last || (strcmp(last, "_MAX") != 0 && strcmp(last, "_MIN") != 0 && strcmp(last, "_WIDTH") != 0 && strcmp(last, "_C") != 0))
        return false;
    const char *p = name + (*name == 'U');
    if (strncmp(p, "INT", 3) == 0)
        return true;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strlen(of[i]) == (size_t)(last - name) && strncmp(name, of[i], strlen(of[i])) == 0)
            return true;
    return false;
}

static bool begins_with_any(const char *name, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (**beginnings == *name && strncmp(name, *beginnings, strlen(*beginnings)) == 0)
            return true;
    return false;
}

bool c_reserved(const char *name)
{
    size_t n = strlen(name);
    static const char *const nvcc[] = {"__local_depot", "__internal_", "__nv_", "__nvvm", "__cuda", NULL}; /* nobody else's */
    static const char *const ours[] = {"ptx2c_", "PTX2C_", "__", NULL};
    static const char *const openmp[] = { /* what OpenMP and OpenACC keep for their libraries, and those for themselves */
        "omp_", "ompc_", "ompx_", "ompt_", "acc_", "kmp_", "GOMP_", "GOACC_", "gomp_", NULL
    };
    if (begins_with_any(name, nvcc))
        return false;
    if (begins_with_any(name, ours) || (name[0] == '_' && name[1] >= 'A' && name[1] < 'Z')) /* _Z: C++'s names */
        return true;
    if (begins_with_any(name, macro_begins) || begins_with_any(name, openmp) || is_limit(name) || IS_ONE_OF(reserved, name, n) ||
        IS_ONE_OF(math, name, n))
        return true;
    return n > 1 && (name[n - 1] == 'f' || name[n - 1] == 'l') && IS_ONE_OF(math, name, n - 1);
}

bool c_is_own(const char *name)
{
    const size_t n = strlen(name);
    return IS_ONE_OF(own, name, n) ||
           (n > 1 && strchr("AEMNQSVXY", name[0]) && strspn(name + 1, "0123456789") == n - 1);
}

static const char *other_name(const char *ptx)
{
    Str s = {0};
    str_add(&s, "ptx2c_n_");
    for (const char *p = ptx; *p; p++) {
        if (is_alnum(*p))
            str_addc(&s, *p);
        else if (*p == '_')
            str_add(&s, "__");
        else
            str_printf(&s, "_%02x", (unsigned char)*p);
    }
    const char *r = intern(s.s);
    str_free(&s);
    return r;
}

const char *c_name(const char *ptx)
{
    bool plain = !is_digit(ptx[0]) && ptx[0];
    for (const char *p = ptx; *p; p++)
        plain &= is_alnum(*p) || *p == '_';
    return plain && !c_reserved(ptx) ? ptx : other_name(ptx);
}

const char *c_kernel_name(const Module *m, const char *ptx)
{
    const char *name = c_name(ptx);
    return m->object && strcmp(name, m->object) == 0 ? other_name(ptx) : name;
}

const char *c_symbol_name(const Module *m, const char *ptx) { return c_is_own(ptx) ? other_name(ptx) : c_kernel_name(m, ptx); }

/* The name of the module's object.  A variable or function that other modules may link to keeps its own name: the object
 * takes another where it is free to. */
const char *c_choose_module(Module *m, const char *name, bool given)
{
    for (EACH(const Sym, s, m->syms)) {
        const bool linked = s->kind == SYM_FUNC ? !s->fn->is_entry : s->kind == SYM_VAR;
        if (!linked || s->linkage == LINK_NONE || strcmp(s->name, name) != 0)
            continue;
        if (given)
            error_at(s->loc, "'%s' would be the C name of this and of the module's object; --module gives that another", name);
        else
            return c_choose_module(m, arena_printf(m->arena, "module_%s", name), false);
    }
    return m->object = name;
}

/* Only the module's object is to be seen by other files. */
void c_make_static(Module *m)
{
    for (int i = 0; i < m->syms.n; i++)
        if (m->syms.at[i]->linkage != LINK_EXTERN)
            m->syms.at[i]->linkage = LINK_NONE;
}

/* What begins with a capital and has no small letters could be a macro of some system. */
void c_undefine(const Module *m, Str *out)
{
    const size_t before = out->n;
    for (int i = 0; i < m->syms.n; i++) {
        const char *name = m->syms.at[i]->name, *p = name;
        while (*p && !(*p >= 'a' && *p <= 'z'))
            p++;
        if (!*p && name[0] >= 'A' && name[0] <= 'Z' && name[1] && c_symbol_name(m, name) == name)
            str_printf(out, "#undef %s\n", name);
    }
    if (out->n > before)
        str_addc(out, '\n');
}

static bool is_param_name(const Fn *fn, const char *name)
{
    for (int i = 0; i < fn->params.n; i++)
        if (strcmp(fn->params.at[i]->name, name) == 0)
            return true;
    return false;
}

/* _ZZ6kernelPfE4tile is C++'s name of the variable tile in kernel(float *): that; NULL: it is none such. */
static const char *cpp_local_name(const char *name)
{
    const char *e = strncmp(name, "_ZZ", 3) == 0 ? name + strlen(name) : NULL;
    while (e && --e > name)
        if (*e == 'E' && e[1] >= '1' && e[1] <= '9') {
            char *end;
            unsigned long n = strtoul(e + 1, &end, 10);
            if (strlen(end) >= n && n < 64)
                return intern_n(end, n);
        }
    return NULL;
}

const char *c_short_name(const Sym *s)
{
    static const char *const taken[] = {"grid", "block", "dynamic_shared_bytes", "args"}; /* in launch functions */
    const char *name = s->name;
    if (s->fn && s->kind == SYM_VAR) {
        size_t n = strlen(s->fn->sym->name);
        if (strncmp(name, s->fn->sym->name, n) == 0 /* kernel_param_0 is nvcc's of a parameter */ && strncmp(name + n, "_param_", 7) == 0 &&
            !is_param_name(s->fn, name + n + 1))
            return c_name(intern(name + n + 1));
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0) {
            char longer[32];
            snprintf(longer, sizeof longer, "%s_", name);
            while (s->fn && is_param_name(s->fn, longer) && strlen(longer) + 2 < sizeof longer)
                strcat(longer, "_");
            return intern(longer);
        }
    const char *local = cpp_local_name(name);
    return c_name(local ? local : name);
}

const char *c_int_name(int bits, bool is_signed)
{
    static const char *const u[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    static const char *const s[] = {"int8_t", "int16_t", "int32_t", "int64_t"};
    int i = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
    return is_signed ? s[i] : u[i];
}

const char *c_type(Type t)
{
    if (t == T_PRED)
        return "bool";
    if (t == T_F32)
        return "float";
    if (t == T_F64)
        return "double";
    if (type_info[t].kind == 'o') /* a descriptor: texture.c */
        return t == T_TEXREF ? "ptx2c_texref" : t == T_SAMPLERREF ? "ptx2c_samplerref" : "ptx2c_surfref";
    return type_info[t].bits == 128 ? "ptx2c_b128" : c_int_name(type_info[t].bits, false);
}

const char *c_slot_type(Type t)
{
    return type_info[t].kind == 's' && t != T_S16X2 && t != T_S8X4 ? c_int_name(type_info[t].bits, true) : c_type(t);
}
