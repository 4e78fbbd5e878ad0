/* Collectives that lanes reach at different times. */
#include "host.h"

extern const ptx2c_module meet;

int main(void)
{
    uint32_t out[32], *at = out;
    if (!run(&meet, "wide", 1, 32, (void *[]){&at}))
        for (int i = 0; i < 32; i++)
            printf("%x%c", (unsigned)out[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}
