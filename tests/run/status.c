#include "host.h"

extern const ptx2c_module status;

static void try(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, size_t shared, void *const args[])
{
    printf("%s %ux%ux%u %ux%ux%u %zu: %s\n", kernel, (unsigned)grid.x, (unsigned)grid.y, (unsigned)grid.z,
           (unsigned)block.x, (unsigned)block.y, (unsigned)block.z, shared,
           ptx2c_strerror(ptx2c_launch(ptx2c_find_kernel(&status, kernel), grid, block, shared, args)));
}

int main(void)
{
    uint32_t count = 0, *p = &count;
    void *args[] = {&p}, *missing[] = {NULL};
    const ptx2c_dim3 one = {1, 1, 1};
    try("good", one, one, 0, args);
    try("none", one, one, 0, args);
    try("good", (ptx2c_dim3){0, 1, 1}, one, 0, args);
    try("good", (ptx2c_dim3){1, 65536, 1}, one, 0, args);
    try("good", one, (ptx2c_dim3){1, 0, 1}, 0, args);
    try("good", one, (ptx2c_dim3){1025, 1, 1}, 0, args);
    try("good", one, (ptx2c_dim3){1, 1, 65}, 0, args);
    try("good", one, (ptx2c_dim3){32, 33, 1}, 0, args);
    try("good", one, (ptx2c_dim3){32, 32, 1}, 0, args);
    try("good", one, one, (size_t)1 << 40, args);
    try("good", one, one, 0, missing);
    try("good", one, one, 0, NULL);
    try("fixed", one, (ptx2c_dim3){8, 4, 1}, 0, args);
    try("fixed", one, (ptx2c_dim3){4, 8, 1}, 0, args);
    try("limited", one, (ptx2c_dim3){64, 1, 1}, 0, args);
    try("limited", one, (ptx2c_dim3){65, 1, 1}, 0, args);
    try("traps", one, (ptx2c_dim3){64, 1, 1}, 0, args);
    printf("count %u\n", (unsigned)count);
    try("traps", one, (ptx2c_dim3){128, 1, 1}, 0, args);
    try("traps", (ptx2c_dim3){100, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, args);
    try("deadlock", one, (ptx2c_dim3){64, 1, 1}, 0, args);
    try("deadlock", (ptx2c_dim3){10, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    try("good", one, one, 0, args);
    printf("%s, %s\n", ptx2c_strerror(-1), ptx2c_strerror(9999));
    return 0;
}
