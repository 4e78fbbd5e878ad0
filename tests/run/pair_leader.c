/* Both CTAs of a pair arrive at the barrier of the first one: the launch ends, and its flag is set. */
#include "host.h"

extern const ptx2c_module pair_leader;

int main(void)
{
    static const char *const names[] = {"leader", "aligned"};
    for (int i = 0; i < 2; i++) {
        uint32_t out[1] = {0}, *p = out;
        run(&pair_leader, names[i], 2, 1, (void *[]){&p});
        printf("%u\n", out[0]);
    }
    return 0;
}
