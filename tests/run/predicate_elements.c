#include "host.h"

extern const ptx2c_module predicate_elements;

int main(void)
{
    uint32_t in[32][2], out[32][2];
    void *i = in, *o = out;
    int bad = 0;
    for (uint32_t t = 0; t < 32; t++)
        in[t][0] = t % 3 << 8 * (t % 4), in[t][1] = t;
    bad += run(&predicate_elements, "elements", 1, 32, (void *[]){&i, &o});
    for (uint32_t t = 0; t < 32; t++)
        bad += out[t][0] != (t > 11) || out[t][1] != t + (in[t][0] ? 100 : 200);
    printf("%d\n", bad);
    return 0;
}
