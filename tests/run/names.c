#include "host.h"

extern const ptx2c_module names;

int main(void)
{
    static const char *const kernels[] = {"const", "main", "sin", "ptx2c_strerror", "_$a$b", "%k", "exit", "uint32_t",
                                          "names", "add", "add_kernel", "add_run", "own", "own_kernel",
                                          "one", "one_run_best", "two", "two_run_v4"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        uint32_t got = 0, *p = &got;
        run(&names, kernels[i], 1, 1, (void *[]){&p});
        printf("%s %u\n", kernels[i], (unsigned)got);
    }
    printf("%s\n", ptx2c_find_kernel(&names, "fabsf") ? "fabsf is no kernel" : "no kernel fabsf");
    size_t bytes = 0;
    uint32_t *v = ptx2c_find_variable(&names, "$dollar", &bytes);
    printf("$dollar %u in %zu bytes\n", v ? (unsigned)*v : 0, bytes);
    return 0;
}
