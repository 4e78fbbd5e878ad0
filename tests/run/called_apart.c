#include "host.h"

extern const ptx2c_module called_apart;

int main(void)
{
    uint32_t out[70] = {0};
    void *at = out;
    run(&called_apart, "a", 1, 70, (void *[]){&at});
    for (uint32_t i = 0; i < 70; i++)
        if (out[i] != 2 * i)
            printf("%u: %u\n", (unsigned)i, (unsigned)out[i]);
    printf("%u; b is %s\n", (unsigned)out[69], ptx2c_find_kernel(&called_apart, "b") ? "there" : "not there");
    return 0;
}
