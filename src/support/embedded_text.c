/* embedded_text.c: files inside the compiler. */
#include "support/diag.h"

const char *embedded_text(const char *name)
{
    for (const EmbeddedFile *f = embedded_files; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f->text;
    ice("no embedded file '%s'", name);
}
