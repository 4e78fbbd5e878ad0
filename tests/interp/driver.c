/* driver.c: runs what the translator made of the same file: driver [KERNEL [LAUNCH]], see launch.h. */
#include "launch.h"

#include <ptx2c.h>

extern const ptx2c_module interp;

bool has_kernel(const char *name)
{
    return ptx2c_find_kernel(&interp, name) != NULL;
}

const char *run_kernel(const char *name, const Launch *l, const Arguments *a)
{
    Arguments copy = *a;
    void *args[] = {&copy.out, &copy.in, &copy.acc, &copy.n};
    int status = ptx2c_launch(ptx2c_find_kernel(&interp, name), (ptx2c_dim3){l->grid, 1, 1},
                              (ptx2c_dim3){l->block[0], l->block[1], l->block[2]}, 0, args);
    return status ? ptx2c_strerror(status) : NULL;
}

int main(int argc, char **argv)
{
    return launch_main(argc - 1, argv + 1);
}
