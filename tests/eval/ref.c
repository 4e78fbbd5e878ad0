/* ref.c: finds the reference of a form. */
#include "ref.h"

#include <string.h>

bool ref_named(const Case *c, const char *name)
{
    return strcmp(c->name, name) == 0;
}

bool ref_has(const Case *c, const char *word)
{
    for (const char *const *w = c->word; *w; w++)
        if (strcmp(*w, word) == 0)
            return true;
    return false;
}

bool ref_typed(const Case *c, const char *dest, const char *a)
{
    return (!dest || strcmp(c->out[0].type, dest) == 0) && (!a || (c->nin > 0 && strcmp(c->in[0].type, a) == 0));
}

bool ref_find(const Case *c, Ref *r)
{
    static bool (*const finders[])(const Case *, Ref *) = {ref_int, ref_video, ref_compare, ref_convert, ref_float};
    for (size_t i = 0; i < sizeof finders / sizeof *finders; i++) {
        *r = (Ref){.of = c};
        if (finders[i](c, r))
            return true;
    }
    return false;
}
