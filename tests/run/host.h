/* host.h: what the host programs of tests/run share. */
#ifndef HOST_H
#define HOST_H

#include <ptx2c.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Launches by name in one dimension; says what went wrong. */
static inline int run(const ptx2c_module *m, const char *kernel, uint32_t grid, uint32_t block, void *const args[])
{
    const ptx2c_kernel *k = ptx2c_find_kernel(m, kernel);
    int status = ptx2c_launch(k, (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    return status;
}

#endif
