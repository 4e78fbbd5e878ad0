/* library.h: the translator for programs that have it inside. */
#ifndef PTX2C_LIBRARY_H
#define PTX2C_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* Translates PTX (len bytes; several modules that are linked: a NUL byte behind each) into C with the runtime's headers in it.
 * Nothing but the module's object, called name, can be seen from other C files.  entries: those kernels only (NULL behind the last), with the variables where
 * ptx2c_places_here says; NULL: all, with theirs.  NULL when it was refused; diagnostics go to standard error.  It keeps its
 * memory and ends the process on what should not happen: call it once in a process of its own.  checks: as --sanitize has them; "": none.
 * rows: for blocks whose x is a multiple of 32; others must not be run. */
const char *library_translate(const char *text, size_t len, const char *name, const char *checks, const char *const *entries, bool rows,
                              size_t *bytes);

/* What makes it possible to load kernels one at a time: support/description.h.  Likewise. */
const char *library_describe(const char *text, size_t len, const char *checks, size_t *bytes);

#endif
