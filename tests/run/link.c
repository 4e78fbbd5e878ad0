#include "host.h"

extern const ptx2c_module link_a, link_b;

int main(void)
{
    uint32_t got[64] = {0}, n = 0, *p = got, *pn = &n;
    run(&link_a, "use", 1, 64, (void *[]){&p});
    run(&link_b, "read_counter", 1, 1, (void *[]){&pn});
    printf("%u %u %u, counter %u\n", (unsigned)got[0], (unsigned)got[1], (unsigned)got[63], (unsigned)n);
    printf("%s\n", ptx2c_find_kernel(&link_a, "read_counter") ? "found in both" : "each module its kernels");
    run(&link_a, "either", 1, 1, (void *[]){&pn});
    printf("either %u\n", (unsigned)n);
    return 0;
}
