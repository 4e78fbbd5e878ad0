#include "host.h"

extern const ptx2c_module spaces;

enum { GLOBAL = 1, SHARED = 2, CONSTANT = 4, LOCAL = 8, GRID = 16 };

static void addresses(const char *what, int *host, uint32_t grid, uint32_t block)
{
    const int want[12] = {GLOBAL, GLOBAL, CONSTANT, SHARED, SHARED, LOCAL, GLOBAL | GRID, GLOBAL, GLOBAL,
                          LOCAL | LOCAL << 8, LOCAL | LOCAL << 8, 1};
    uint32_t n = grid * block;
    int *out = calloc(16 * n, sizeof *out), params[8] = {0}, bad = 0;
    int status = ptx2c_launch(ptx2c_find_kernel(&spaces, "addresses"), (ptx2c_dim3){grid, 1, 1},
                              (ptx2c_dim3){block, 1, 1}, 16, (void *[]){&host, &out, params});
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 12; k++)
            if (out[16 * i + (uint32_t)k] != want[k] && bad++ < 5)
                printf("%s: thread %u, address %d: 0x%x\n", what, (unsigned)i, k, (unsigned)out[16 * i + (uint32_t)k]);
    printf("addresses, %s, %u x %u: %s\n", what, (unsigned)grid, (unsigned)block, ptx2c_strerror(status));
    free(out);
}

static void across(void)
{
    int out[64], *o = out, bad = 0;
    if (run(&spaces, "across", 1, 64, (void *[]){&o}))
        return;
    for (int i = 0; i < 64; i++) {
        int want = SHARED | (LOCAL | (i < 32 ? 256 : 0)) << 4 | LOCAL << 16;
        if (out[i] != want && bad++ < 5)
            printf("across: thread %d: 0x%x, not 0x%x\n", i, (unsigned)out[i], (unsigned)want);
    }
    printf("across: done\n");
}

int main(void)
{
    static int in_static[4];
    int on_stack[4], *in_heap = malloc(sizeof *in_heap);
    addresses("static", in_static, 3, 33);
    addresses("stack", on_stack, 1, 1);
    addresses("stack", on_stack, 64, 64);
    addresses("heap", in_heap, 2, 256);
    across();
    free(in_heap);
    return 0;
}
