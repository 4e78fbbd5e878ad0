/* program.c: the fat binaries in a program's files: ELF of 64 bits, little-endian, as the compilers for CUDA write it, with
 * what is in its sections of known names; archives of such files; or a fat binary alone. */
#include "driver/options.h"
#include "support/fatbin.h"

#include <ctype.h>

typedef struct File {
    const char *at;
    size_t size;
    void (*found)(void *ctx, const char *fatbin, bool linked);
    void *ctx;
} File;

static uint64_t number(const File *f, uint64_t at, int bytes)
{
    uint64_t n = 0;
    for (int i = bytes; i-- > 0 && at + (uint64_t)bytes <= f->size;)
        n = n << 8 | (unsigned char)f->at[at + (uint64_t)i];
    return n;
}

static bool begins(const File *f, const char *magic, size_t n) { return f->size >= n && memcmp(f->at, magic, n) == 0; }

/* What begins with a container's first word at each eighth byte. */
static void scan(const File *f, uint64_t at, uint64_t end, bool linked)
{
    enum { HEADER = 16, STEP = 8 };
    while (end >= HEADER && at <= end - HEADER) {
        const char *p = f->at + at;
        const bool good = fatbin_begins(p) && fatbin_bytes(p) >= HEADER && fatbin_bytes(p) <= end - at;
        if (good)
            f->found(f->ctx, p, linked);
        at += good ? (fatbin_bytes(p) + STEP - 1) / STEP * STEP : STEP;
    }
}

static bool elf(const File *f)
{
    static const struct { const char *name; bool linked; } sections[] = {{".nv_fatbin", false}, {"__nv_relfatbin", true}};
    enum { SECTIONS = 0x28, ENTRY = 0x3a, COUNT = 0x3c, NAMES = 0x3e, NOBITS = 8 };
    if (!begins(f, "\177ELF\2\1", 6))
        return false;
    const uint64_t table = number(f, SECTIONS, 8), entry = number(f, ENTRY, 2), names = table + entry * number(f, NAMES, 2);
    const uint64_t text = number(f, names + 0x18, 8), text_bytes = number(f, names + 0x20, 8);
    for (uint64_t i = 0, s = table; i < number(f, COUNT, 2) && s <= f->size; i++, s += entry) {
        const uint64_t name = number(f, s, 4), at = number(f, s + 0x18, 8), bytes = number(f, s + 0x20, 8);
        for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
            const size_t n = strlen(sections[k].name) + 1;
            const bool named = name + n <= text_bytes && text <= f->size && text_bytes <= f->size - text &&
                               memcmp(f->at + text + name, sections[k].name, n) == 0;
            if (named && number(f, s + 4, 4) != NOBITS && at <= f->size && bytes <= f->size - at)
                scan(f, at, at + bytes, sections[k].linked);
        }
    }
    return true;
}

/* Members have a header of 60 bytes of text, with the size at its 48th. */
static bool archive(const File *f)
{
    enum { HEADER = 60, SIZE = 48, DIGITS = 10 };
    if (!begins(f, "!<arch>\n", 8))
        return false;
    for (size_t at = 8; f->size - at >= HEADER;) {
        size_t bytes = 0;
        for (int i = 0; i < DIGITS && isdigit((unsigned char)f->at[at + SIZE + (size_t)i]); i++)
            bytes = bytes * 10 + (size_t)(f->at[at + SIZE + (size_t)i] - '0');
        at += HEADER;
        if (bytes > f->size - at)
            break;
        const File member = {f->at + at, bytes, f->found, f->ctx};
        elf(&member);
        at += bytes + (bytes & 1);
        if (at > f->size)
            break;
    }
    return true;
}

bool program_fatbins(const char *data, size_t len, void (*f)(void *ctx, const char *fatbin, bool linked), void *ctx)
{
    const File file = {data, len, f, ctx};
    if (elf(&file) || archive(&file))
        return true;
    const bool alone = len >= 16 && fatbin_begins(data);
    if (alone)
        scan(&file, 0, len, false);
    return alone;
}
