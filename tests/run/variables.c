#include "host.h"

extern const ptx2c_module variables;

static void show(const char *name)
{
    size_t bytes = 0;
    unsigned char *at = ptx2c_find_variable(&variables, name, &bytes);
    printf("%s: %zu bytes", name, bytes);
    for (size_t i = 0; at && i < bytes; i++)
        printf(" %02x", at[i]);
    puts(at ? "" : " absent");
}

int main(void)
{
    int32_t got[8] = {0}, *p = got;
    run(&variables, "look", 1, 1, (void *[]){&p});
    for (int i = 0; i < 8; i++)
        printf("%d%c", (int)got[i], i < 7 ? ' ' : '\n');
    static const char *const plain[] = {"count", "short_list", "halves", "one", "text", "vector", "zeros", "none"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        show(plain[i]);
    /* The host writes, the kernel reads. */
    *(int32_t *)ptx2c_find_variable(&variables, "count", NULL) = 40;
    run(&variables, "look", 1, 1, (void *[]){&p});
    printf("%d\n", (int)got[7]);
    run(&variables, "kinds", 1, 1, (void *[]){&p});
    printf("kinds: %d %d %d %d %d %d %d\n", (int)got[0], (int)got[1], (int)got[2], (int)got[3], (int)got[4], (int)got[5],
           memcmp(got + 6, &p, sizeof p));
    return 0;
}
