/* What a thread has stored and added by a variable's address, twice. */
#include "host.h"

extern const ptx2c_module named_stores;

int main(void)
{
    uint32_t out = 7, *p = &out;
    run(&named_stores, "count", 1, 1, (void *[]){&p});
    printf("%u\n", (unsigned)out);
    out = 3;
    run(&named_stores, "count", 1, 1, (void *[]){&p});
    printf("%u\n", (unsigned)out);
    return 0;
}
