/* generator.h: what the generators of random kernels share: the file that is written, and the program's arguments. */
#ifndef GENERATOR_H
#define GENERATOR_H

#include "../draw.h"

#include <stdio.h>

uint64_t state;

static FILE *to;

static void gen_kernel(int k);

/* SEED FILE [COUNT]: the file's head, then kernels 0 to COUNT - 1 (20).  The program's status. */
static int write_kernels(int argc, char **argv, const char *head)
{
    if (argc < 3)
        return 2;
    const int count = argc > 3 ? atoi(argv[3]) : 20;
    draw_from(argv[1]);
    to = fopen(argv[2], "w");
    if (!to)
        return 1;
    fprintf(to, "%s", head);
    for (int k = 0; k < count; k++)
        gen_kernel(k);
    return fclose(to) != 0;
}

#endif
