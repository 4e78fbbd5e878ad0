/* Asks for a table of functions; with ASKS as a library that does, and a program that has it asked. */
#include "cuda_api.h"

#include <stddef.h>

int ask(void);

#if defined ASKS
int ask(void)
{
    static const CUuuid id;
    const void *table;
    return cuGetExportTable(&table, &id) == CUDA_ERROR_NOT_SUPPORTED && !table;
}
#else
int main(void) { return cuInit(0) || !ask() || !ask(); }
#endif
