/* stripped.c: finds the functions of NVIDIA's runtime library in an object that has no symbols.
 *
 * Each public function of that library gives its own name to profilers, so it loads the address of its name; and where functions
 * begin, the table for exceptions tells, which strip(1) leaves.  What nvcc's host code calls (__cudaRegister... ) gives no name, but
 * one of them does, __cudaInitModule, beside which the others lie in the same order in all of CUDA 11.0 to 13.5.
 *
 * A program's own functions may load such names, too: the library is where most of them are loaded closely together, for it is
 * linked as one piece, whole. */
#include "stripped.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIBRARY_BYTES = 1 << 20, /* of the library's code, at most; it has half of that */
    LIBRARY_NAMES = 150,     /* at least as many functions with names; CUDA 11.0 has 300 */
    MOST_SEGMENTS = 16,
#if defined __aarch64__
    RELATIVE = R_AARCH64_RELATIVE,
#else
    RELATIVE = R_X86_64_RELATIVE,
#endif
};

/* A part of the object in memory. */
typedef struct Segment {
    uintptr_t at;
    const unsigned char *bytes; /* in the file */
    size_t size;
    bool code;
} Segment;

/* A pointer to a name, in data. */
typedef struct Slot {
    uintptr_t at;
    const char *name;
} Slot;

typedef struct Object {
    Segment segment[MOST_SEGMENTS];
    int segments;
    Segment names;     /* where constant text lies */
    uintptr_t *starts; /* of functions, ascending */
    size_t functions;
    Slot *slots; /* pointers that the loader makes, ascending */
    size_t n_slots;
} Object;

/* A function, and a name that it loads. */
typedef struct Load {
    uintptr_t start;
    const char *name;
    int steps; /* additions that the address took */
    bool own;  /* it is that function's own name */
} Load;

typedef struct Loads {
    Load *at;
    size_t n, room;
} Loads;

static const unsigned char *bytes_at(const Object *o, uintptr_t at, size_t n)
{
    for (int i = 0; i < o->segments; i++) {
        const Segment *s = &o->segment[i];
        if (at >= s->at && at - s->at <= s->size && n <= s->size - (at - s->at))
            return s->bytes + (at - s->at);
    }
    return NULL;
}

/* The section of constant text, where sections are told; else nothing. */
static Segment constant_text(const unsigned char *file, size_t size)
{
    const ElfW(Ehdr) *e = (const void *)file;
    const Segment none = {0, NULL, 0, false};
    if (!e->e_shoff || e->e_shoff + (size_t)e->e_shnum * sizeof(ElfW(Shdr)) > size || e->e_shstrndx >= e->e_shnum)
        return none;
    const ElfW(Shdr) *s = (const void *)(file + e->e_shoff), *names = &s[e->e_shstrndx];
    for (int i = 0; i < e->e_shnum; i++) {
        const size_t name = names->sh_offset + s[i].sh_name;
        if (s[i].sh_type == SHT_PROGBITS && name + sizeof ".rodata" <= size && memcmp(file + name, ".rodata", sizeof ".rodata") == 0 &&
            s[i].sh_offset + s[i].sh_size <= size)
            return (Segment){s[i].sh_addr, file + s[i].sh_offset, s[i].sh_size, false};
    }
    return none;
}

static int compare_addresses(const void *a, const void *b)
{
    const uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
    return (x > y) - (x < y);
}

/* Where functions begin: the table that .eh_frame_hdr ends with, of pairs of 32-bit offsets from its own place (DW_EH_PE_datarel |
 * DW_EH_PE_sdata4, as all linkers write it). */
static bool read_starts(Object *o, uintptr_t at, size_t size)
{
    enum { VERSION = 1, PC_RELATIVE = 0x1b, COUNT = 0x03, PAIRS = 0x3b, HEAD = 12 };
    const unsigned char *h = size >= HEAD ? bytes_at(o, at, size) : NULL;
    uint32_t n;
    if (!h || h[0] != VERSION || h[1] != PC_RELATIVE || h[2] != COUNT || h[3] != PAIRS)
        return false;
    memcpy(&n, h + 8, sizeof n);
    if (!n || n > (size - HEAD) / 8 || !(o->starts = malloc(n * sizeof *o->starts)))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        int32_t offset;
        memcpy(&offset, h + HEAD + 8 * (size_t)i, sizeof offset);
        o->starts[i] = at + (uintptr_t)(intptr_t)offset;
    }
    o->functions = n;
    qsort(o->starts, n, sizeof *o->starts, compare_addresses);
    return true;
}

/* The name of a function of the library at an address that code loads; NULL: something else. */
static const char *name_at(const Object *o, uintptr_t at)
{
    const Segment *s = &o->names;
    if (at < s->at || at - s->at >= s->size)
        return NULL;
    const char *name = (const char *)s->bytes + (at - s->at);
    const size_t room = s->size - (at - s->at), begin = *name == '_' ? 2 : 0;
    if (room < begin + 5 || memcmp(name, "__", begin) != 0 || memcmp(name + begin, "cuda", 4) != 0)
        return NULL;
    for (size_t i = begin + 4; i < room; i++) {
        const char c = name[i];
        if (!c)
            return i > begin + 4 ? name : NULL;
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'))
            return NULL;
    }
    return NULL;
}

static int compare_slots(const void *a, const void *b)
{
    return compare_addresses(&((const Slot *)a)->at, &((const Slot *)b)->at);
}

/* The pointers to names that the loader makes by relocations (R_X86_64_RELATIVE, R_AARCH64_RELATIVE). */
static void read_slots(Object *o, uintptr_t dynamic, size_t size)
{
    const ElfW(Dyn) *d = (const void *)bytes_at(o, dynamic, size);
    uintptr_t at = 0;
    size_t bytes = 0, room = 0;
    for (size_t i = 0; d && i < size / sizeof *d; i++) {
        at = d[i].d_tag == DT_RELA ? d[i].d_un.d_ptr : at;
        bytes = d[i].d_tag == DT_RELASZ ? d[i].d_un.d_val : bytes;
    }
    const ElfW(Rela) *r = (const void *)bytes_at(o, at, bytes);
    for (size_t i = 0; r && i < bytes / sizeof *r; i++) {
        const char *name = r[i].r_info == RELATIVE ? name_at(o, (uintptr_t)r[i].r_addend) : NULL;
        if (!name)
            continue;
        if (o->n_slots == room) {
            Slot *more = realloc(o->slots, (room = room ? 2 * room : 1024) * sizeof *more);
            if (!more)
                return;
            o->slots = more;
        }
        o->slots[o->n_slots++] = (Slot){r[i].r_offset, name};
    }
    if (o->n_slots)
        qsort(o->slots, o->n_slots, sizeof *o->slots, compare_slots);
}

/* The name that a pointer at an address in data points to; NULL: none. */
static const char *name_by_pointer(const Object *o, uintptr_t at)
{
    const Slot key = {at, NULL};
    const Slot *s = o->n_slots && at >= o->slots[0].at && at <= o->slots[o->n_slots - 1].at
                        ? bsearch(&key, o->slots, o->n_slots, sizeof key, compare_slots) : NULL;
    return s ? s->name : NULL;
}

static bool read_object(Object *o, const unsigned char *file, size_t size)
{
    const ElfW(Ehdr) *e = (const void *)file;
    uintptr_t table = 0, dynamic = 0;
    size_t table_size = 0, dynamic_size = 0;
    if (size < sizeof *e || memcmp(file, ELFMAG, SELFMAG) != 0 || e->e_phoff + (size_t)e->e_phnum * sizeof(ElfW(Phdr)) > size)
        return false;
    const ElfW(Phdr) *p = (const void *)(file + e->e_phoff);
    for (int i = 0; i < e->e_phnum; i++) {
        if (p[i].p_type == PT_GNU_EH_FRAME) {
            table = p[i].p_vaddr;
            table_size = p[i].p_filesz;
        }
        if (p[i].p_type == PT_DYNAMIC) {
            dynamic = p[i].p_vaddr;
            dynamic_size = p[i].p_filesz;
        }
        if (p[i].p_type != PT_LOAD || p[i].p_offset + p[i].p_filesz > size || o->segments == MOST_SEGMENTS)
            continue;
        o->segment[o->segments++] = (Segment){p[i].p_vaddr, file + p[i].p_offset, p[i].p_filesz, p[i].p_flags & PF_X};
    }
    o->names = constant_text(file, size);
    static const char sign[] = "__cudaInitModule";
    if (!o->names.bytes || !memmem(o->names.bytes, o->names.size, sign, sizeof sign) || !read_starts(o, table, table_size))
        return false;
    read_slots(o, dynamic, dynamic_size);
    return true;
}

/* The function that holds the code at `at`: an index of starts; -1: none. */
static ptrdiff_t function_of(const Object *o, uintptr_t at)
{
    size_t low = 0, high = o->functions;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (o->starts[middle] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return (ptrdiff_t)low - 1;
}

/* Code takes an address, or loads what lies there. */
static void note_load(Loads *l, const Object *o, uintptr_t code, uintptr_t address, int steps)
{
    const char *direct = name_at(o, address), *name = direct ? direct : name_by_pointer(o, address);
    const ptrdiff_t f = name ? function_of(o, code) : -1;
    if (f < 0)
        return;
    if (l->n == l->room) {
        const size_t room = l->room ? 2 * l->room : 1024;
        Load *more = realloc(l->at, room * sizeof *more);
        if (!more)
            return;
        l->at = more;
        l->room = room;
    }
    l->at[l->n++] = (Load){o->starts[f], name, steps, false};
}

/* All loads of names in a segment of code. */
#if defined __x86_64__
static void find_loads(Loads *l, const Object *o, const Segment *s)
{
    enum { BYTES = 5 }; /* of an operand displacement(%rip): the byte that says so, and 32 bits from its end */
    for (size_t i = 0; i + BYTES <= s->size; i++) {
        int32_t displacement;
        if ((s->bytes[i] & 0xc7) != 0x05)
            continue;
        memcpy(&displacement, s->bytes + i + 1, sizeof displacement);
        note_load(l, o, s->at + i, s->at + i + BYTES + (uintptr_t)(intptr_t)displacement, 1);
    }
}
#elif defined __aarch64__
/* Names that are defined together may be reached from the first one's address, by another addition. */
static void find_loads(Loads *l, const Object *o, const Segment *s)
{
    struct {
        uintptr_t is;
        int steps;
    } known[32]; /* addresses in registers; 0: not known */
    memset(known, 0, sizeof known);
    for (size_t i = 0; i + 4 <= s->size; i += 4) {
        uint32_t c;
        memcpy(&c, s->bytes + i, sizeof c);
        const int to = c & 31, base = c >> 5 & 31;
        const uintptr_t from = known[base].is, offset = c >> 10 & 0xfff;
        if ((c & 0x9f000000) == 0x90000000) { /* adrp x, page */
            const uint32_t bits = (c >> 3 & 0x1ffffc) | (c >> 29 & 3);
            const intptr_t pages = (intptr_t)(bits ^ 0x100000) - 0x100000;
            known[to].is = ((s->at + i) & ~(uintptr_t)0xfff) + (uintptr_t)(pages * 4096);
            known[to].steps = 0;
        } else if (from && (c & 0xff800000) == 0x91000000) { /* add x, x, offset{, lsl 12} */
            const int steps = known[base].steps + 1;
            known[to].is = from + (c >> 22 & 1 ? offset << 12 : offset);
            known[to].steps = steps;
            note_load(l, o, s->at + i, known[to].is, steps);
        } else if (from && (c & 0xffc00000) == 0xf9400000) { /* ldr x, [x, offset] */
            note_load(l, o, s->at + i, from + offset * 8, known[base].steps + 1);
            known[to].is = 0;
        } else if (c == 0xd65f03c0) { /* ret */
            memset(known, 0, sizeof known);
        }
    }
}
#else
static void find_loads(Loads *l, const Object *o, const Segment *s) { (void)l, (void)o, (void)s; }
#endif

static int compare_loads(const void *a, const void *b)
{
    const Load *x = a, *y = b;
    if (x->start != y->start)
        return x->start > y->start ? 1 : -1;
    return x->steps != y->steps ? y->steps - x->steps : strcmp(x->name, y->name);
}

/* In order, of the functions that load one name; what took fewer steps led to it. */
static void sort_loads(Loads *l)
{
    size_t kept = 0;
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, compare_loads);
    for (size_t i = 0, next; i < l->n; i = next) {
        bool one = true;
        for (next = i + 1; next < l->n && l->at[next].start == l->at[i].start; next++)
            one &= l->at[next].steps < l->at[i].steps || strcmp(l->at[next].name, l->at[i].name) == 0;
        if (one)
            l->at[kept++] = l->at[i];
    }
    l->n = kept;
}

/* Those of the library: as many as lie within its size, the others dropped. */
static void keep_library(Loads *l)
{
    size_t best = 0, most = 0;
    for (size_t first = 0, end = 0; first < l->n; first++) {
        while (end < l->n && l->at[end].start - l->at[first].start < LIBRARY_BYTES)
            end++;
        if (end - first > most) {
            most = end - first;
            best = first;
        }
    }
    l->n = most;
    if (best)
        memmove(l->at, l->at + best, most * sizeof *l->at);
}

/* Is it the only function of its name from first to last? */
static bool is_own_name(const Loads *l, size_t i, uintptr_t first, uintptr_t last)
{
    for (size_t k = 0; k < l->n; k++)
        if (k != i && l->at[k].start >= first && l->at[k].start <= last && strcmp(l->at[k].name, l->at[i].name) == 0)
            return false;
    return l->at[i].start >= first && l->at[i].start <= last;
}

/* A program's function that loads a name, say for a message, shares it with the library's: those that have theirs alone show where
 * the library lies, and those beside it go. */
static void drop_program(Loads *l)
{
    uintptr_t first = UINTPTR_MAX, last = 0;
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++)
        if (is_own_name(l, i, 0, UINTPTR_MAX)) {
            first = l->at[i].start < first ? l->at[i].start : first;
            last = l->at[i].start > last ? l->at[i].start : last;
        }
    for (size_t i = 0; i < l->n; i++)
        l->at[i].own = is_own_name(l, i, first, last);
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].own)
            l->at[kept++] = l->at[i];
    l->n = kept;
}

enum { NEIGHBOURS = 12 };

/* Those that give no name, by their places from __cudaInitModule's, functions[anchor].  Up to CUDA 11 two that register textures and
 * surfaces stand before the last in front of it, and three of those behind it were not there yet. */
static size_t add_neighbours(const Object *o, size_t anchor, bool textures, Held *to)
{
    static const struct {
        const char *name;
        int place;
    } list[NEIGHBOURS] = {
        {"__cudaRegisterFatBinary", -7},  {"__cudaRegisterFatBinaryEnd", -6},
        {"__cudaUnregisterFatBinary", -5}, {"__cudaRegisterVar", -4},
        {"__cudaRegisterManagedVar", -3}, {"__cudaRegisterHostVar", -2},
        {"__cudaRegisterFunction", -1},   {"__cudaPushCallConfiguration", 1},
        {"__cudaPopCallConfiguration", 2}, {"__cudaGetKernel", 3},
        {"__cudaLaunchKernel", 4},        {"__cudaLaunchKernel_ptsz", 5},
    };
    const int n = textures ? NEIGHBOURS - 3 : NEIGHBOURS;
    for (int i = 0; i < n; i++) {
        const ptrdiff_t f = (ptrdiff_t)anchor + list[i].place - (textures && list[i].place < -1 ? 2 : 0);
        if (f < 0 || (size_t)f >= o->functions)
            return 0;
        to[i] = (Held){list[i].name, o->starts[f]};
    }
    return (size_t)n;
}

size_t stripped_functions(const unsigned char *file, size_t size, Held **held)
{
    Object o = {.segments = 0};
    Loads l = {NULL, 0, 0};
    size_t n = 0, anchor = 0;
    bool textures = false;
    *held = NULL;
    if (read_object(&o, file, size)) {
        for (int i = 0; i < o.segments; i++)
            if (o.segment[i].code)
                find_loads(&l, &o, &o.segment[i]);
        sort_loads(&l);
        keep_library(&l);
        drop_program(&l);
        if (l.n >= LIBRARY_NAMES)
            *held = malloc((l.n + NEIGHBOURS) * sizeof **held);
    }
    for (size_t i = 0; *held && i < l.n; i++) {
        (*held)[n++] = (Held){l.at[i].name, l.at[i].start};
        if (strcmp(l.at[i].name, "__cudaInitModule") == 0)
            anchor = (size_t)function_of(&o, l.at[i].start);
        textures |= strcmp(l.at[i].name, "cudaBindTexture") == 0;
    }
    const size_t more = anchor ? add_neighbours(&o, anchor, textures, *held + n) : 0;
    free(o.starts);
    free(o.slots);
    free(l.at);
    return more ? n + more : 0;
}
