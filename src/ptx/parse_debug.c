/* parse_debug.c: .file, .loc, .section, @@DWARF, metadata and .pragma (manual 11.4.7, 11.5).  Only files and lines are kept; the
 * rest is checked and dropped.  But for .pragma these lines have no semicolon. */
#include "ptx/parse.h"

#include <strings.h>
#include <uthash.h>

struct Place {
    UT_hash_handle hh;
    uint32_t at[3]; /* file, line, column */
    int32_t file, line; /* of the outermost call by which it was inlined, at the last time; line 0: of none */
};

static bool has_file(const Module *m, uint64_t number)
{
    for (int i = 0; i < m->files.n; i++)
        if ((uint64_t)m->files.at[i].number == number)
            return true;
    return false;
}

/* file = .file n [folder] string ["," time ["," size]]; the folder is LLVM's */
void parse_file(Parser *p)
{
    Loc directive = p->tok.loc;
    uint64_t number, ignored;
    next(p);
    if (at(p, TK_ID) || !parse_uint(p, &number, "the file's number"))
        goto skip;
    if (!at(p, TK_STR)) {
        fail_expected(p, "the file's name in quotes");
        goto skip;
    }
    const char *name = p->tok.name;
    next(p);
    if (at(p, TK_STR)) {
        name = p->tok.name[0] == '/' ? p->tok.name : intern(arena_printf(p->a, "%s/%s", name, p->tok.name));
        next(p);
    }
    if (take(p, ',') && (!parse_uint(p, &ignored, "the file's time") ||
                         (take(p, ',') && !parse_uint(p, &ignored, "the file's size"))))
        goto skip;
    number += (uint64_t)p->file_base;
    if (has_file(p->m, number))
        error_at(loc_from(p, directive.at), "file number %llu is used a second time", (unsigned long long)number);
    else if (number > INT32_MAX)
        error_at(loc_from(p, directive.at), "the file's number is too large");
    else
        array_add(p->a, &p->m->files, ((DebugFile){(int)number, name}));
    return;
skip:
    skip_statement(p);
}

/* place = file line column */
static bool parse_place(Parser *p, uint32_t place[3])
{
    static const char *const what[3] = {"the file's number", "the line", "the column"};
    for (int i = 0; i < 3; i++)
        if (at(p, TK_ID) || !parse_u32(p, &place[i], what[i]))
            return at(p, TK_ID) ? fail_expected(p, what[i]) : false;
    place[0] += (uint32_t)p->file_base;
    return true;
}

static Place *find_place(const Parser *p, const uint32_t at[3])
{
    Place *found;
    HASH_FIND(hh, p->places, at, sizeof found->at, found);
    return found;
}

/* caller: the outermost one. */
static void add_place(Parser *p, const uint32_t at[3], InlinedFrom caller)
{
    Place *place = find_place(p, at);
    if (!place) {
        place = NEW(p->a, Place);
        memcpy(place->at, at, sizeof place->at);
        HASH_ADD(hh, p->places, at, sizeof place->at, place);
    }
    place->file = caller.file;
    place->line = caller.line;
}

void parse_caller(Parser *p, InlinedFrom caller)
{
    const Module *m = p->m;
    if (caller.line || (m->callers.n && m->callers.at[m->callers.n - 1].line))
        array_add(p->a, &p->m->callers, caller);
}

/* A name, that keyword if it is one. */
static bool at_name_of(Parser *p, Keyword kw, const char *what)
{
    return (at(p, TK_ID) && (!kw || p->tok.kw == kw)) || fail_expected(p, what);
}

/* inlined = function_name label ["+" n] "," inlined_at place */
static bool parse_inlined(Parser *p, InlinedFrom *caller)
{
    uint32_t outer[3], offset;
    if (!at_name_of(p, KW_FUNCTION_NAME, "function_name"))
        return false;
    need(p, p->tok.loc, FEAT_INLINED_AT);
    next(p);
    if (!at_name_of(p, KW_NONE, "a label of .debug_str"))
        return false;
    next(p);
    if ((take(p, '+') && !parse_u32(p, &offset, "the offset")) || !expect(p, ',', "the function's name") || !at_name_of(p, KW_INLINED_AT, "inlined_at"))
        return false;
    next(p);
    const Loc loc = p->tok.loc;
    if (!parse_place(p, outer))
        return false;
    const Place *from = find_place(p, outer);
    if (!from)
        error_at(loc_from(p, loc.at), "inlined_at names a place that no .loc before this one has");
    caller->file = from && from->line ? from->file : (int32_t)outer[0];
    caller->line = from && from->line ? from->line : (int32_t)outer[1];
    return true;
}

/* loc = .loc place ["," inlined] */
void parse_loc(Parser *p)
{
    uint32_t place[3];
    InlinedFrom caller = {.from = p->tok.loc.at};
    p->any_loc = true;
    next(p);
    if (!parse_place(p, place) || (take(p, ',') && !parse_inlined(p, &caller)) ||
        ((at(p, ';') || at(p, ',') || at(p, TK_INT)) && !fail_expected(p, "the end of .loc"))) {
        skip_statement(p);
        return;
    }
    add_place(p, place, caller);
    parse_caller(p, caller);
    p->file = (int32_t)place[0];
    p->line = (int32_t)place[1];
}

/* loc_intermediate = .loc_intermediate place: of the code that the compiler's own language held (manual 11.5.5) */
void parse_loc_intermediate(Parser *p)
{
    uint32_t place[3];
    Loc loc = p->tok.loc;
    need(p, loc, FEAT_LOC_INTERMEDIATE);
    p->any_loc = true;
    next(p);
    if (!parse_place(p, place) || at(p, ';') || at(p, ',') || at(p, TK_INT)) {
        fail_expected(p, "a file's number, a line and a column");
        skip_statement(p);
    }
}

/* ---- .section -------------------------------------------------------------------------------------------------- */

static bool check_range(Parser *p, Loc loc, Type t, bool minus, uint64_t v)
{
    unsigned bits = type_info[t].bits;
    if (minus && !need(p, loc, FEAT_NEGATIVE_DWARF))
        return true;
    if (bits < 32 && v > (minus ? (uint64_t)1 << (bits - 1) : ((uint64_t)1 << bits) - 1))
        return error_at(loc, "%s%llu does not fit in .%s", minus ? "-" : "", (unsigned long long)v, type_info[t].name);
    return true;
}

/* value = ["-"] n | (label | .section) ["+" n | "-" label] */
static bool parse_section_value(Parser *p, Type t)
{
    Loc loc = p->tok.loc;
    bool minus = take(p, '-');
    if (minus && !at(p, TK_INT))
        return fail_expected(p, "an integer");
    if (at(p, TK_INT)) {
        uint64_t v = p->tok.value;
        next(p);
        check_range(p, loc_from(p, loc.at), t, minus, v);
        return true;
    }
    if (!at(p, TK_ID) && !at(p, TK_DOT))
        return fail_expected(p, "an integer, a label or a section");
    if (t != T_B32 && t != T_B64)
        return fail(p, "an address needs .b32 or .b64");
    next(p);
    uint64_t offset;
    if (take(p, '+'))
        return parse_uint(p, &offset, "the offset");
    if (take(p, '-')) {
        if (!at(p, TK_ID))
            return fail_expected(p, "a label");
        next(p);
    }
    return true;
}

/* line = {label ":"} (.b8 | .b16 | .b32 | .b64) value {"," value} */
static bool parse_section_line(Parser *p)
{
    while (at(p, TK_ID)) {
        Loc loc = p->tok.loc;
        next(p);
        if (!expect(p, ':', "the label"))
            return false;
        need(p, loc, FEAT_SECTION_LABEL);
    }
    if (at(p, '}'))
        return true;
    Type t = at(p, TK_DOT) ? type_by_name(p->tok.name) : T_NONE;
    if (t != T_B8 && t != T_B16 && t != T_B32 && t != T_B64)
        return fail_expected(p, ".b8, .b16, .b32 or .b64");
    next(p);
    do
        if (!parse_section_value(p, t))
            return false;
    while (take(p, ','));
    return true;
}

/* section = .section .name "{" {line} "}" */
void parse_section(Parser *p)
{
    need(p, p->tok.loc, FEAT_SECTION);
    p->any_section = true;
    next(p);
    bool ok = at(p, TK_DOT) || fail_expected(p, "the section's name, such as .debug_info");
    if (ok)
        next(p);
    ok = ok && expect(p, '{', "the section's name");
    while (ok && !at(p, '}') && !at(p, TK_EOF))
        ok = parse_section_line(p);
    while (!ok && !at(p, '}') && !at(p, TK_EOF) && !(p->tok.bol && at(p, TK_DOT) && p->tok.kw))
        next(p); /* one message for a section: the rest is not read for more */
    if (ok)
        expect(p, '}', "the section");
    else
        take(p, '}');
}

/* ---- sources of intermediate languages, metadata: checked and dropped --------------------------------------------- */

static bool expect_word(Parser *p, const char *word)
{
    if (!at(p, TK_DOT) || strcmp(p->tok.name, word) != 0)
        return fail_expected(p, arena_printf(p->a, ".%s", word));
    next(p);
    return true;
}

/* Text up to .source_end, which is no PTX. */
static bool skip_source(Parser *p)
{
    const char *end = strstr(p->lx.p, ".source_end");
    if (!end)
        return fail(p, "a .source_begin without .source_end");
    p->lx.p = end;
    next(p);
    return expect_word(p, "source_end");
}

/* block = .code_block "{" .ir_name ":" string .sourceFileName ":" n .source_begin text .source_end "}" */
static bool parse_code_block(Parser *p)
{
    uint64_t number;
    if (!expect_word(p, "code_block") || !expect(p, '{', ".code_block") || !expect_word(p, "ir_name") ||
        !expect(p, ':', ".ir_name"))
        return false;
    if (!at(p, TK_STR))
        return fail_expected(p, "a name in quotes");
    if (strcasecmp(p->tok.name, "TileIR") != 0 && strcasecmp(p->tok.name, "NVVM") != 0)
        return fail(p, "there is no intermediate language \"%s\"", p->tok.name);
    next(p);
    if (!expect_word(p, "sourceFileName") || !expect(p, ':', ".sourceFileName"))
        return false;
    Loc loc = p->tok.loc;
    if (!parse_uint(p, &number, "the file's number"))
        return false;
    if (!has_file(p->m, number))
        error_at(loc, "no .file has number %llu", (unsigned long long)number);
    if (!at(p, TK_DOT) || strcmp(p->tok.name, "source_begin") != 0)
        return fail_expected(p, ".source_begin");
    return skip_source(p) && expect(p, '}', "the block");
}

/* sources = .nv_intermediate_source_section "{" {block} "}" (manual 11.5.6) */
bool parse_intermediate_sources(Parser *p)
{
    need(p, p->tok.loc, FEAT_INTERMEDIATE_SOURCES);
    next(p);
    if (!expect(p, '{', ".nv_intermediate_source_section"))
        return false;
    while (!at(p, '}'))
        if (!parse_code_block(p))
            return false;
    next(p);
    return true;
}

typedef Array(uint64_t) Numbers;

/* metadata = .metadata n "{" string {"," (string | .type n)} "}" */
static bool parse_metadata_entry(Parser *p, Numbers *seen)
{
    uint64_t number;
    if (!expect_word(p, "metadata") || !at(p, TK_INT))
        return fail_expected(p, "the number of the metadata");
    Loc loc = p->tok.loc;
    if (!parse_uint(p, &number, "the number of the metadata") || !expect(p, '{', "the number"))
        return false;
    for (int i = 0; i < seen->n; i++)
        if (seen->at[i] == number)
            error_at(loc, "a second .metadata %llu", (unsigned long long)number);
    array_add(p->a, seen, number);
    for (int i = 0; i < 2 || at(p, ','); i++) {
        if (i && !expect(p, ',', "the key"))
            return false;
        if (at(p, TK_STR)) {
            next(p);
            continue;
        }
        Type t = at(p, TK_DOT) ? type_by_name(p->tok.name) : T_NONE;
        if (!i || t == T_NONE || type_info[t].kind == 'f')
            return fail_expected(p, i ? "a string, or a type and a number" : "a string");
        next(p);
        if (!parse_uint(p, &number, "the value"))
            return false;
    }
    return expect(p, '}', "the metadata");
}

/* section = .metadata_section "{" [.metadata_domain 1] {metadata} "}"; a domain is what trace.mark needs */
bool parse_metadata(Parser *p)
{
    Loc loc = p->tok.loc;
    need(p, loc, FEAT_METADATA_SECTION);
    if (p->m->metadata)
        error_at(loc, "a second .metadata_section");
    p->m->metadata = METADATA_PLAIN;
    next(p);
    if (!expect(p, '{', ".metadata_section"))
        return false;
    if (at(p, TK_DOT) && strcmp(p->tok.name, "metadata_domain") == 0) {
        uint64_t domain = 0;
        loc = p->tok.loc;
        if (p->m->version < 95 || p->m->target != 107 || !p->m->target_suffix)
            error_at(loc, ".metadata_domain needs .version 9.5 and .target sm_107f or sm_107a");
        next(p);
        if (!parse_uint(p, &domain, "the domain"))
            return false;
        if (domain != 1)
            error_at(loc, "the only domain is 1");
        p->m->metadata = METADATA_DOMAIN;
    }
    Numbers seen = {0};
    while (!at(p, '}'))
        if (!parse_metadata_entry(p, &seen))
            return false;
    next(p);
    return true;
}

/* ---- @@DWARF, .pragma ------------------------------------------------------------------------------------------ */

static bool parse_dwarf_value(Parser *p, uint64_t max)
{
    if (at(p, TK_INT)) {
        if (p->tok.value > max)
            error_at(p->tok.loc, "the value does not fit");
        next(p);
        return true;
    }
    if (!at(p, TK_ID) && !at(p, TK_DOT))
        return fail_expected(p, "an integer or a label");
    next(p);
    uint64_t offset;
    return !take(p, '+') || parse_uint(p, &offset, "the offset");
}

/* dwarf = "@" "@" DWARF (.byte | .4byte | .quad) value {"," value} | "@" "@" DWARF .section … to the end of the line */
void parse_dwarf(Parser *p)
{
    p->any_section = true;
    next(p);
    next(p);
    if (!at(p, TK_ID) || p->tok.kw != KW_DWARF) {
        fail_expected(p, "DWARF after '@@'");
        skip_statement(p);
        return;
    }
    next(p);
    if (at_kw(p, KW_SECTION)) {
        do
            next(p);
        while (!p->tok.bol && !at(p, TK_EOF));
        return;
    }
    uint64_t max = at_kw(p, KW_BYTE) ? UINT8_MAX : at_kw(p, KW_4BYTE) ? UINT32_MAX : UINT64_MAX;
    bool ok = max != UINT64_MAX || at_kw(p, KW_QUAD);
    if (!ok)
        fail_expected(p, ".byte, .4byte or .quad");
    else
        next(p);
    while (ok && (ok = parse_dwarf_value(p, max)) && take(p, ','))
        ;
    if (!ok)
        while (!p->tok.bol && !at(p, TK_EOF))
            next(p);
}

/* Pragmas that belong into a body (manual 12); what they say changes how a GPU runs, not what is computed. */
static void check_pragma(Parser *p, bool body)
{
    static const char *const local[] = {"mma_throughput", "used_bytes_mask", "enable_smem_spilling", "frequency"};
    size_t n = strcspn(p->tok.name, " ");
    for (int i = 0; i < (int)(sizeof local / sizeof *local); i++) {
        if (strlen(local[i]) != n || memcmp(local[i], p->tok.name, n) != 0)
            continue;
        if (!body)
            error_at(p->tok.loc, "pragma \"%s\" stands in a function's body", local[i]);
        else if (i == 0 && p->m->has_version && p->m->version < 93)
            error_at(p->tok.loc, "pragma \"%s\" needs .version 9.3 or later", local[i]);
    }
}

/* pragma = .pragma string {"," string} ";" */
bool parse_pragma(Parser *p, bool body)
{
    need(p, p->tok.loc, FEAT_PRAGMA);
    next(p);
    do {
        if (!at(p, TK_STR))
            return fail_expected(p, "a string");
        check_pragma(p, body);
        next(p);
    } while (take(p, ','));
    return end_statement(p, ".pragma");
}
