/* Collectives that lanes reach at different times, lanes that exit on the way. */
#include "host.h"

extern const ptx2c_module meet;

static void show(const char *kernel)
{
    uint32_t out[32] = {0}, *at = out;
    printf("%s\n", kernel);
    if (!run(&meet, kernel, 1, 32, (void *[]){&at}))
        for (int i = 0; i < 32; i++)
            printf("%x%c", (unsigned)out[i], i % 8 == 7 ? '\n' : ' ');
}

int main(void)
{
    show("wide");
    show("leave");
    show("turns");
    show("border");
    return 0;
}
