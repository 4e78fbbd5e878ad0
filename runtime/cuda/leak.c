/* leak.c: memory that nobody has given back when the program ends (PTX2C_SANITIZE, ptx2c-run --sanitize: leak): the library's own, and
 * what kernels have of malloc.  Both stand in the table of the checks. */
#include "internal.h"

#include <ptx2c/sanitize_report.h>

static void tell(const ptx2c_site *site, const char *object, const char *message)
{
    if (ptx2c_suppressed("leak", site, NULL))
        return;
    ptx2c_checks.total++;
    if (!ptx2c_fault_is_new("leak", site, NULL, object) || ptx2c_checks.faults > ptx2c_check_limit())
        return;
    ptx2c_notes notes = {0, ""};
    ptx2c_note_source(&notes, site);
    const ptx2c_fault f = {.kind = "leak", .message = message, .notes = notes.s, .site = site, .kernel = "", .object = object};
    ptx2c_json_fault(&f);
    ptx2c_print_fault(&f);
}

/* The library has given that memory to the program: it is no variable, nor the program's own that it has registered or opened. */
static bool is_given(const ptx2c_extent *e)
{
    static const char *const others[] = {"registered ", "opened "};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(e->name, others[i], strlen(others[i])) == 0)
            return false;
    return strcmp(e->kind, "memory") == 0;
}

/* All that the same malloc of a kernel has given as the first of these, which count as freed from now on. */
static void tell_heap(ptx2c_extent *e, const ptx2c_extent *end)
{
    const ptx2c_site *const made = e->made;
    unsigned long long pieces = 0, bytes = 0;
    for (; e < end; e++) {
        if (e->made != made || e->freed)
            continue;
        pieces++;
        bytes += e->bytes;
        e->freed = true;
    }
    ptx2c_notes message = {0, ""};
    ptx2c_note(&message, "%llu byte%s that malloc gives here %s never freed", bytes, bytes == 1 ? "" : "s", bytes == 1 ? "is" : "are");
    if (pieces > 1)
        ptx2c_note(&message, ", in %llu pieces", pieces);
    tell(made, "", message.s);
}

void leaks_tell(void)
{
    static const ptx2c_site nowhere = {.file = "ptx2c", .text = ""};
    ptx2c_extent *const end = ptx2c_checks.extent + ptx2c_checks.extents;
    for (ptx2c_extent *e = ptx2c_checks.extent; e < end; e++) {
        if (e->freed)
            continue;
        if (e->made) {
            tell_heap(e, end);
        } else if (is_given(e)) {
            ptx2c_notes message = {0, ""};
            ptx2c_note(&message, "%zu byte%s of memory '%s' %s never freed", e->bytes, e->bytes == 1 ? "" : "s", e->name, e->bytes == 1 ? "is" : "are");
            tell(&nowhere, e->name, message.s);
        }
    }
}
