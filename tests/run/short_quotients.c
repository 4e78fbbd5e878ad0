/* Against the same on the host, of all numbers there are. */
#include "host.h"

extern const ptx2c_module short_quotients;

enum { THREADS = 65536 };
static uint16_t in[THREADS];
static uint32_t out[THREADS];

static int wrong(uint32_t d)
{
    char name[16];
    void *to = out, *from = in;
    snprintf(name, sizeof name, "q%u", (unsigned)d);
    run(&short_quotients, name, THREADS / 256, 256, (void *[]){&to, &from});
    int n = 0;
    for (uint32_t k = 0; k < THREADS; k++)
        n += out[k] != in[k] / d + (in[k] % d << 16);
    return n;
}

int main(void)
{
    static const uint32_t divisors[] = {3, 7, 10, 25, 28, 40, 641, 16383, 32767, 40000, 65535};
    for (uint32_t i = 0; i < THREADS; i++)
        in[i] = (uint16_t)(i * 40503);
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        printf("%d%c", wrong(divisors[i]), i + 1 < sizeof divisors / sizeof *divisors ? ' ' : '\n');
    return 0;
}
