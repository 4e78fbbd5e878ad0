/* input.c: tells what a file is that is no PTX, and how to get PTX from it: compilers and their tools write many kinds of
 * files, and the wrong one is easily taken.
 *
 * Bytes at the beginning tell binary files.  Text is looked at only where it does not begin as PTX does. */
#include "ptx/parse.h"

/* The end of each message: the command that leads to PTX. */
#define EXTRACT "'cuobjdump -xptx all FILE' writes the PTX in it to files, if there is some"
#define COMPILE "'nvcc -ptx' makes PTX of the source"
#define FROM_LLVM "'llc -march=nvptx64' makes PTX of it"

static const struct {
    const char *bytes;
    uint8_t n;
    const char *what;
} magics[] = {
    {"\x50\xED\x55\xBA", 4, "this is a fatbin: " EXTRACT},
    {"!<arch>\n", 8, "this is a library of object files: " EXTRACT},
    {"\xED\x43\x4E\x7F", 4, "this is NVIDIA's LTO-IR: there is no PTX in it; " COMPILE},
    {"BC\xC0\xDE", 4, "this is LLVM bitcode: " FROM_LLVM},
    {"\x03\x02\x23\x07", 4, "this is SPIR-V: there is no PTX in it"},
    {"\xCF\xFA\xED\xFE", 4, "this is a Mach-O program or object file: there is no PTX in it; " COMPILE},
    {"MZ\x90\0", 4, "this is a Windows program or library: " EXTRACT},
    {"\x1F\x8B\x08", 3, "this is compressed: 'gunzip' unpacks it"},
    {"\x28\xB5\x2F\xFD", 4, "this is compressed: 'unzstd' unpacks it"},
    {"PK\x03\x04", 4, "this is a zip archive: 'unzip' unpacks it"},
};

enum { EM_CUDA = 190 };

static const char *elf_kind(const unsigned char *s, size_t n)
{
    int machine = n < 20 ? 0 : s[5] == 2 ? s[18] << 8 | s[19] : s[19] << 8 | s[18];
    return machine == EM_CUDA ? "this is a cubin, machine code of a GPU: there is no PTX in it; " COMPILE
                              : "this is an ELF program, library or object file: " EXTRACT;
}

static bool plain(unsigned char c) { return (c >= ' ' && c < 0x7F) || c == '\t' || c == '\n' || c == '\r'; }

/* Two letters, each with a zero behind (first 0) or before it (first 1). */
static bool alternates(const unsigned char *s, int first)
{
    return plain(s[first]) && !s[!first] && plain(s[first + 2]) && !s[!first + 2];
}

/* UTF-16 or UTF-32: by its mark, or by the zeros of its first two letters. */
static const char *wide_kind(const unsigned char *s, size_t n)
{
    const bool mark = n >= 2 && ((s[0] == 0xFF && s[1] == 0xFE) || (s[0] == 0xFE && s[1] == 0xFF));
    if (!mark && !(n >= 4 && (alternates(s, 0) || alternates(s, 1))))
        return NULL;
    return n >= 4 && mark && !s[2] && !s[3] ? "this is UTF-32 text: 'iconv -f UTF-32 -t UTF-8 FILE' makes it readable"
                                           : "this is UTF-16 text: 'iconv -f UTF-16 -t UTF-8 FILE' makes it readable";
}

static const char *binary_kind(const Source *src)
{
    const unsigned char *s = (const unsigned char *)src->text;
    size_t n = src->len;
    if (n >= 4 && memcmp(s, "\x7F" "ELF", 4) == 0)
        return elf_kind(s, n);
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (n >= magics[i].n && memcmp(s, magics[i].bytes, magics[i].n) == 0)
            return magics[i].what;
    return wide_kind(s, n);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    return s;
}

static bool capital(char c) { return c >= 'A' && c <= 'Z'; }

static bool is_any(char c, const char *of) { return c && strchr(of, c); }

static const char *skip_any(const char *s, const char *end, const char *of, bool capitals)
{
    while (s < end && (is_any(*s, of) || (capitals && (capital(*s) || is_digit(*s)))))
        s++;
    return s;
}

/* Whether a register, a constant or a number begins there as SASS writes them. */
static bool is_sass_operand(const char *s, const char *end)
{
    if (end - s < 2)
        return false;
    if (*s == 'U' && (s[1] == 'R' || s[1] == 'P'))
        s++;
    const bool reg = is_any(*s, "RPB") && (is_digit(s[1]) || is_any(s[1], "ZT")), constant = *s == 'c' && s[1] == '[';
    return reg || constant || memcmp(s, "0x", 2) == 0 || (end - s > 3 && memcmp(s, "SR_", 3) == 0);
}

/* sass = ["@" ["!"] predicate] MNEMONIC {"." MODIFIER} (";" | register or constant of the machine …) */
bool input_is_sass(const char *s, const char *end)
{
    s = skip_blanks(s, end);
    if (s < end && *s == '@')
        s = skip_blanks(skip_any(s + 1, end, "!", true), end);
    const char *word = s;
    s = skip_any(s, end, "._", true);
    if (s - word < 2 || !capital(*word))
        return false;
    s = skip_blanks(s, end);
    return (s < end && *s == ';') || is_sass_operand(skip_any(s, end, "!-~|[", false), end);
}

static bool holds(const Source *src, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = src->text, *end = s + src->len; (size_t)(end - s) >= n; s++)
        if (!(s = memchr(s, *word, (size_t)(end - s) - n + 1)))
            return false;
        else if (memcmp(s, word, n) == 0)
            return true;
    return false;
}

/* Words that only one kind of text has; the first that is found tells. */
static const struct { const char *word, *what; } signs[] = {
    {"Fatbin ptx code:", "this is cuobjdump's listing: 'cuobjdump -xptx all FILE' writes the PTX alone"},
    {"Fatbin elf code:", "this is cuobjdump's listing of machine code: 'cuobjdump -xptx all FILE' writes PTX"},
    {"code for sm_", "this is a listing of SASS, the machine code: there is no PTX in it; " COMPILE},
    {".headerflags", "this is a listing of SASS, the machine code: there is no PTX in it; " COMPILE},
    {"target triple", "this is LLVM IR: " FROM_LLVM},
    {"; ModuleID", "this is LLVM IR: " FROM_LLVM},
    {"gpu.module", "this is MLIR: there is no PTX in it"},
    {"__global__", "this is CUDA C++: 'nvcc -ptx FILE' makes PTX of it"},
    {"__device__", "this is CUDA C++: 'nvcc -ptx FILE' makes PTX of it"},
    {"__kernel", "this is OpenCL C: 'clang -cl-std=CL2.0 --target=nvptx64-nvidia-nvcl -S FILE' makes PTX of it"},
    {"#include", "this is C or C++: 'nvcc -ptx FILE' makes PTX of the kernels of a CUDA program"},
    {"@triton.jit", "this is a Triton kernel: its PTX is the compiled kernel's asm[\"ptx\"]"},
    {"@cuda.jit", "this is a numba kernel: numba.cuda.compile_ptx makes PTX of it"},
};

static bool begins(const char *s, const char *end, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(end - s) >= n && memcmp(s, with, n) == 0;
}

static const char *behind_comment(const char *s, const char *end)
{
    for (s += 4; s < end && !(s[-2] == '*' && s[-1] == '/'); s++)
        ;
    return s;
}

/* Where the text begins, past blanks, comments and lines of a C preprocessor. */
static const char *first_word(const char *s, const char *end)
{
    bool bol = true;
    if (begins(s, end, "\xEF\xBB\xBF")) /* a byte-order mark */
        s += 3;
    while (s < end) {
        const char *stop = s;
        if (*s && strchr(" \t\r\n", *s))
            stop = s + 1;
        else if (begins(s, end, "//") || (bol && begins(s, end, "# ") && end - s > 2 && is_digit(s[2])))
            stop = memchr(s, '\n', (size_t)(end - s));
        else if (begins(s, end, "/*") && end - s > 3)
            stop = behind_comment(s, end);
        if (!stop || stop == s)
            break;
        bol = *s == '\n' || *s == '/';
        s = stop;
    }
    return s;
}

const char *input_foreign(const Source *src, Loc *at)
{
    const char *end = src->text + src->len, *s = first_word(src->text, end), *what = binary_kind(src);
    size_t n = strcspn(s, " \t\r\n");
    bool listing = n == strlen(".headerflags") && memcmp(s, ".headerflags", n) == 0;
    *at = (Loc){0, 0};
    if (what || s == end || (*s == '.' && !listing))
        return what;
    *at = (Loc){(uint32_t)(s - src->text), (uint32_t)n};
    if (input_is_sass(s, end))
        return "this looks like SASS, the machine code: there is no PTX in it; " COMPILE;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (holds(src, signs[i].word))
            return signs[i].what;
    return NULL;
}
