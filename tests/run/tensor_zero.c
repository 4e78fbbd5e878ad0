#include "host.h"

extern const ptx2c_module tensor_zero;

int main(void)
{
    static _Alignas(128) uint32_t from[6][12], out[32];
    static ptx2c_tensor_map place;
    uint32_t *p = from[0], *q = out;
    ptx2c_tensor_map *r = &place;
    for (uint32_t i = 0; i < 72; i++)
        from[i / 12][i % 12] = i / 12 * 100 + i % 12;
    run(&tensor_zero, "made", 1, 32, (void *[]){&p, &q, &r});
    for (int i = 0; i < 32; i++)
        printf("%u%c", (unsigned)out[i], i % 8 == 7 ? '\n' : ' ');
    run(&tensor_zero, "unmade", 1, 32, (void *[]){&p, &q, &r});
    return 0;
}
