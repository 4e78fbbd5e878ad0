/* main.c: the interpreter as a program: interp FILE.ptx [KERNEL [LAUNCH]], see launch.h.
 *
 * Each launch runs forwards and backwards.  Status 3: the file holds what the interpreter does not know, or the program does
 * what no program may; the line says where. */
#include "interp.h"
#include "launch.h"

#include <stdio.h>
#include <string.h>

bool has_kernel(const char *name)
{
    return find_function(name) != NULL;
}

const char *run_kernel(const char *name, const Launch *l, const Arguments *a)
{
    static Memory first;
    Memory *m = (Memory *)(uintptr_t)a->out;
    static Memory before;
    static bool allowed;
    if (!allowed) {
        machine_allow(m, sizeof *m);
        machine_allow((void *)(uintptr_t)a->in, 4 * INPUT);
        allowed = true;
    }
    before = *m;
    const Dim grid = {l->grid, 1, 1}, block = {l->block[0], l->block[1], l->block[2]};
    for (int backwards = 0; backwards < 2; backwards++) {
        first = *m;
        *m = before;
        if (!machine_run(name, grid, block, a, 28, backwards))
            return "no kernel";
    }
    return memcmp(&first, m, sizeof first) == 0 ? NULL : "depends on the order of its threads";
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: interp FILE.ptx [KERNEL [LAUNCH]]\n");
        return 2;
    }
    read_file(argv[1]);
    return launch_main(argc - 2, argv + 2);
}
