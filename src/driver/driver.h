/* driver.h: the files that are written. */
#ifndef PTX2C_DRIVER_H
#define PTX2C_DRIVER_H

#include "report/report.h"

/* ---- output.c: output files, all or none ------------------------------------------------------------------------ */

/* Remembers text to be written to path ("-" is standard output). */
void output_add(const char *path, const Str *text);
/* Writes all of them beside their places, then renames.  False, with a message printed and nothing changed, when one
 * can't be written. */
bool output_commit(void);

#endif
