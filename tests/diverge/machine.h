/* machine.h: runs PTX one thread, one instruction at a time, in an order of its own.  See machine.c. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Dim { uint32_t x, y, z; } Dim;

/* Reads a file that gen.c wrote; ends the program with a message when it can't. */
void machine_load(const char *path);

/* Memory that the program may reach by global addresses. */
void machine_allow(void *at, size_t bytes);

/* Runs a kernel with 64-bit arguments; the seed decides which threads run when.  NULL, or what the program did wrong. */
const char *machine_run(const char *kernel, Dim grid, Dim block, const uint64_t *args, uint64_t seed);

#endif
