/* What a kernel with static memory is told of the device. */
#include "host.h"

extern const ptx2c_module static_device;

int main(void)
{
    uint32_t said[4] = {9, 9, 9, 9}, *to = said;
    run(&static_device, "asks", 1, 1, (void *[]){PTX2C_POINTER(to)});
    printf("device %u of %u, errors %u %u\n", (unsigned)said[0], (unsigned)said[1], (unsigned)said[2], (unsigned)said[3]);
    return 0;
}
