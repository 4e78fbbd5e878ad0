#include "host.h"

extern const ptx2c_module jumps;

static uint32_t got[70];

static void show(const char *name, uint32_t n)
{
    printf("%s", name);
    for (uint32_t i = 0; i < n; i++)
        printf(" %u", (unsigned)got[i]);
    printf("\n");
    memset(got, 0, sizeof got);
}

int main(void)
{
    uint32_t *p = got, a = 0, b = 1, c = 1;
    run(&jumps, "into", 1, 8, (void *[]){&p, &a, &b, &c});
    show("into", 8);
    a = 1;
    b = 7;
    run(&jumps, "across", 1, 32, (void *[]){&p, &a, &b});
    show("across", 32);
    run(&jumps, "gone", 1, 70, (void *[]){&p});
    show("gone", 70);
    run(&jumps, "past", 1, 20, (void *[]){&p, &a});
    show("past", 20);
    return 0;
}
