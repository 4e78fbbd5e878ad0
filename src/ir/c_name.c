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

#include <uthash.h>

/* Keywords, what the runtime's headers declare, and library functions that compilers know by name. */
static const char *const reserved_words =
    " auto break case char const continue default do double else enum extern float for goto if inline int long register"
    " restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas"
    " _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm typeof bool true"
    " false main NULL offsetof alignas alignof thread_local nullptr constexpr static_assert errno assert linux unix"
    " i386 size_t ptrdiff_t wchar_t max_align_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t"
    " intptr_t uintptr_t intmax_t uintmax_t va_list FILE stdin stdout stderr EOF fpos_t div_t ldiv_t lldiv_t"
    " memcpy memmove memset memcmp memchr strcpy strncpy strcat strncat strcmp strcoll strncmp strxfrm strchr strcspn"
    " strpbrk strrchr strspn strstr strtok strerror strlen strdup strndup index rindex bcmp bcopy bzero stpcpy"
    " malloc calloc realloc free aligned_alloc abort atexit at_quick_exit exit quick_exit _Exit _exit getenv system"
    " bsearch qsort abs labs llabs div ldiv lldiv atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul"
    " strtoull rand srand mblen mbtowc wctomb mbstowcs wcstombs ffs ffsl ffsll alloca fork execl execv"
    " printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf scanf fscanf sscanf vscanf vfscanf vsscanf"
    " fopen freopen fclose fflush setbuf setvbuf fgetc fgets fputc fputs getc getchar gets putc putchar puts ungetc"
    " fread fwrite fseek ftell rewind fgetpos fsetpos clearerr feof ferror perror remove rename tmpfile tmpnam"
    " isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper"
    " isascii toascii signal raise setjmp longjmp setlocale localeconv clock time difftime mktime asctime ctime gmtime"
    " localtime strftime signbit isnan isinf isfinite isnormal isgreater isless isunordered fpclassify gamma signgam"
    " j0 j1 jn y0 y1 yn drem significand finite exp10 pow10 scalb ";

/* What POSIX and systems have in the same headers, <unistd.h> and <sys/mman.h>, or a host program is likely to call. */
static const char *const reserved_posix =
    " a64l access acct alarm arc4random arc4random_buf arc4random_uniform asctime_r basename brk"
    " canonicalize_file_name chdir chflags chown chroot clearenv clock_getres clock_gettime clock_settime close"
    " closefrom confstr copy_file_range creat crypt ctermid ctime_r cuserid daemon dirname dprintf drand48 drand48_r"
    " dup dup2 dup3 ecvt ecvt_r encrypt endusershell environ erand48 erand48_r execle execlp execve execvp execvpe"
    " explicit_bzero faccessat fchdir fchown fchownat fcntl fcvt fcvt_r fdatasync fdopen fexecve fileno flockfile"
    " fmemopen fpathconf fseeko fstat fsync ftello ftruncate ftw funlockfile gcvt getcwd getdelim getdomainname"
    " getdtablesize getegid getentropy geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin"
    " getlogin_r getopt getopt_long getpagesize getpass getpgid getpgrp getpid getppid getpt getrandom getresgid"
    " getresuid getsid getsubopt gettid getuid getusershell getw getwd gmtime_r grantpt initstate initstate_r isatty"
    " jrand48 jrand48_r kill l64a lchown lcong48 lcong48_r lgamma_r link linkat localtime_r lockf lrand48 lrand48_r"
    " lseek lstat memccpy memmem mempcpy memrchr mkdir mkdtemp mkostemp mkstemp mkstemps mktemp mlock mmap mprotect"
    " mrand48 mrand48_r msync munlock munmap nanosleep nice nrand48 nrand48_r on_exit open open_memstream optarg"
    " opterr optind optopt pathconf pause pclose pipe pipe2 popen posix_memalign pread profil pselect ptsname putenv"
    " putw pwrite qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort_r rand_r random random_r rawmemchr read readlink"
    " readlinkat reallocarray realpath revoke rmdir rpmatch sbrk secure_getenv seed48 seed48_r select setdomainname"
    " setegid setenv seteuid setgid sethostid sethostname setlogin setpgid setpgrp setregid setresgid setresuid"
    " setreuid setsid setstate setstate_r setuid setusershell shm_open sleep srand48 srand48_r srandom srandom_r"
    " stat stpncpy strcasecmp strcasecmp_l strchrnul strcoll_l strerror_l strerror_r strlcat strlcpy strncasecmp"
    " strncasecmp_l strnlen strptime strsep strsignal strtok_r strtoq strtouq strverscmp strxfrm_l swab symlink"
    " symlinkat sync syncfs syscall sysconf tcgetpgrp tcsetpgrp tempnam timegm timer_create timespec_get"
    " timespec_getres truncate ttyname ttyname_r ttyslot tzset ualarm unlink unlinkat unlockpt unsetenv usleep"
    " valloc vdprintf vfork vhangup wait waitpid write ";

/* Macros of the headers that we include, beside those of reserved_words, macro_begins and is_limit. */
static const char *const reserved_macros =
    " BIG_ENDIAN LITTLE_ENDIAN PDP_ENDIAN BYTE_ORDER BUFSIZ DECIMAL_DIG FILENAME_MAX FOPEN_MAX RAND_MAX TMP_MAX MB_CUR_MAX"
    " INFINITY NAN MAXFLOAT NFDBITS P_tmpdir R_OK W_OK X_OK STDIN_FILENO STDOUT_FILENO STDERR_FILENO WCONTINUED WEXITED"
    " WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED"
    " be16toh be32toh be64toh htobe16 htobe32 htobe64 htole16 htole32 htole64 le16toh le32toh le64toh isgreaterequal"
    " islessequal islessgreater issubnormal issignaling iscanonical iseqsig iszero math_errhandling strdupa strndupa va_arg"
    " va_copy va_end va_start ";

/* How the names begin that C and POSIX keep for macros of those headers: C11 7.31, POSIX.1 2.2.2. */
static const char *const macro_begins[] = {
    "CLOCK_", "CLOCKS_", "CLK_", "FE_", "FP_", "FLT_", "DBL_", "LDBL_", "M_", "SEEK_", "SIG_", "L_", "F_", "FD_", "HUGE_VAL", "SNAN",
    "TIME_", "TIMER_", "EXIT_", "MATH_", "LC_", "ATOMIC_", NULL
};

/* What generated files and the runtime's macros around their code call variables of their own, beside A0, M1 and so on. */
static const char *const own_words =
    " c k n l w s t P m ok cc local thread VL kp run at done cut j R own ctas shared full warp args kept"
    " by_ end_ from_ left_ to_ ";

/* Library functions of <math.h> and <complex.h>, which also exist with f and l appended. */
static const char *const reserved_math =
    " acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p"
    " log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint"
    " llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma"
    " cabs carg cimag conj cproj creal cexp clog cpow csqrt csin ccos ctan casin cacos catan csinh ccosh ctanh"
    " gamma sincos exp10 pow10 drem significand finite isinf isnan j0 j1 jn y0 y1 yn scalb ";

enum { WORD_OWN = 1, WORD_MATH = 2, WORD_RESERVED = 4 }; /* MATH: f and l may follow it */

typedef struct Word {
    UT_hash_handle hh;
    unsigned kinds; /* the lists that it is in */
} Word;

static Word *find_word(Word *table, const char *name, size_t n)
{
    Word *x;
    HASH_FIND(hh, table, name, n, x);
    return x;
}

static void add_words(Word **table, const char *words, unsigned kind)
{
    static Arena arena; /* lives as long as the process */
    for (const char *p = words; *(p += strspn(p, " "));) {
        const size_t n = strcspn(p, " ");
        Word *x = find_word(*table, p, n);
        if (!x) {
            x = NEW(&arena, Word);
            HASH_ADD_KEYPTR(hh, *table, p, n, x);
        }
        x->kinds |= kind;
        p += n;
    }
}

/* Each register of each plan asks: one look into a table of all words. */
static unsigned word_kinds(const char *name, size_t n)
{
    static Word *table;
    if (!table) {
        add_words(&table, reserved_words, WORD_RESERVED);
        add_words(&table, reserved_posix, WORD_RESERVED);
        add_words(&table, reserved_math, WORD_RESERVED | WORD_MATH);
        add_words(&table, reserved_macros, WORD_RESERVED);
        add_words(&table, own_words, WORD_OWN);
    }
    const Word *x = find_word(table, name, n);
    return x ? x->kinds : 0;
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
    if (begins_with_any(name, macro_begins) || begins_with_any(name, openmp) || is_limit(name) || word_kinds(name, n) & WORD_RESERVED)
        return true;
    return n > 1 && (name[n - 1] == 'f' || name[n - 1] == 'l') && word_kinds(name, n - 1) & WORD_MATH;
}

static bool is_alnum(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9');
}

bool c_is_own(const char *name)
{
    const size_t n = strlen(name);
    return word_kinds(name, n) & WORD_OWN ||
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
    bool plain = !(ptx[0] >= '0' && ptx[0] <= '9') && ptx[0];
    for (const char *p = ptx; *p; p++)
        plain &= is_alnum(*p) || *p == '_';
    return plain && !c_reserved(ptx) ? ptx : other_name(ptx);
}

static const char *module_object = "", *link_prefix;

void c_link_prefix(const char *prefix) { link_prefix = prefix; }

const char *c_linked(const Sym *s, const char *name)
{
    if (!link_prefix || s->linkage == LINK_NONE || syscall_find(s))
        return name;
    Str t = {0};
    str_printf(&t, "%s_%s", link_prefix, name);
    name = intern(t.s);
    str_free(&t);
    return name;
}

const char *c_symbol_name(const char *ptx)
{
    return c_is_own(ptx) || strcmp(c_name(ptx), module_object) == 0 ? other_name(ptx) : c_name(ptx);
}

const char *c_kernel_name(const char *ptx)
{
    return strcmp(c_name(ptx), module_object) == 0 ? other_name(ptx) : c_name(ptx);
}

const char *c_module(void) { return module_object; }

/* The name of the module's object.  A variable or function that other modules may link to keeps its own name: the object
 * takes another where it is free to. */
const char *c_choose_module(Module *m, const char *name, bool given)
{
    for (int i = 0; i < m->syms.n; i++) {
        const Sym *s = m->syms.at[i];
        const bool linked = s->kind == SYM_FUNC ? !s->fn->is_entry : s->kind == SYM_VAR;
        if (!linked || s->linkage == LINK_NONE || strcmp(s->name, name) != 0)
            continue;
        if (given)
            error_at(s->loc, "'%s' would be the C name of this and of the module's object; --module gives that another", name);
        else
            return c_choose_module(m, arena_printf(m->arena, "module_%s", name), false);
    }
    return module_object = name;
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
        if (!*p && name[0] >= 'A' && name[0] <= 'Z' && name[1] && c_symbol_name(name) == name)
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

/* _ZZ6kernelPfE4tile is C++'s name of the variable tile in kernel(float *); kernel_param_0 is nvcc's of a parameter. */
const char *c_short_name(const Sym *s)
{
    static const char *const taken[] = {"grid", "block", "dynamic_shared_bytes", "args"}; /* in launch functions */
    const char *name = s->name;
    if (s->fn && s->kind == SYM_VAR) {
        size_t n = strlen(s->fn->sym->name);
        if (strncmp(name, s->fn->sym->name, n) == 0 && strncmp(name + n, "_param_", 7) == 0 &&
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
    const char *e = strncmp(name, "_ZZ", 3) == 0 ? name + strlen(name) : NULL;
    while (e && --e > name)
        if (*e == 'E' && e[1] >= '1' && e[1] <= '9') {
            char *end;
            unsigned long n = strtoul(e + 1, &end, 10);
            if (strlen(end) >= n && n < 64)
                return c_name(intern_n(end, n));
        }
    return c_name(name);
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
