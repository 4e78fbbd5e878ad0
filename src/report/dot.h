/* dot.h: drawings by Graphviz. */
#ifndef PTX2C_DOT_H
#define PTX2C_DOT_H

#include "report/report.h"

/* What Graphviz makes of the graph, without what stands before <svg>; false where it is not there or fails. */
bool dot_layout(const char *graph, Str *svg);

#endif
