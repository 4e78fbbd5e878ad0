/* Both CTAs of a pair arrive at the barrier of the first one: the launch ends, and its flag is set. */
#include "host.h"

extern const ptx2c_module pair_leader;

int main(void)
{
    uint32_t out[1] = {0}, *p = out;
    run(&pair_leader, "leader", 2, 1, (void *[]){&p});
    printf("%u\n", out[0]);
    return 0;
}
